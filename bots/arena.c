#define _GNU_SOURCE

#include "arena.h"

#include "bot_inner.h"
#include "external.h"
#include "luck.h"
#include "match_log.h"
#include "match_records.h"
#include "play.h"
#include "team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { STARTS = 3 }; /* how often a program may fail to greet */

/* Shared by the threads. */
struct arena {
	struct at_match *c;
	struct at_journal log;
	pthread_mutex_t lock; /* of the log, the results and the failure */
	atomic_uint next;
	atomic_bool failed;
	atomic_bool decided;    /* by the sequential test */
	struct at_fail failure; /* why the match cannot go on */
	double started, shown;
};

/* One thread's players, one for each entrant. */
struct table {
	struct arena *arena;
	pthread_t thread;
	struct at_bot *referee; /* measures luck; NULL where nobody asked */
	void *referee_memory;
	struct at_team *team[AT_SEATS_MAX];
	struct at_external *external[AT_SEATS_MAX];
	struct at_text sheet; /* the record of the game; no room: none is kept */
	char *paper;
};

static uint64_t clock_ms(void *unused)
{
	struct timespec t;

	(void)unused;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Whether to stop at once, dropping the games under way. */
static bool is_over(void *context)
{
	const struct arena *a = context;

	return atomic_load(&a->failed) || atomic_load(&a->decided) ||
	       (a->c->stop && atomic_load(a->c->stop));
}

static struct at_host host_of(struct arena *a)
{
	return (struct at_host){.clock = clock_ms, .stop = is_over, .context = a};
}

/* Keeps the first failure; later ones are ignored. */
static void give_up(struct arena *a, const struct at_fail *why)
{
	pthread_mutex_lock(&a->lock);
	if (!a->failure.err)
		a->failure = *why;
	pthread_mutex_unlock(&a->lock);
	atomic_store(&a->failed, true);
}

/* Which entrant sits on a seat in this game. */
static int entrant_of(const struct at_match *c, uint32_t game, int seat)
{
	return (int)((uint32_t)seat + game) % c->entrants;
}

static uint64_t set_of(const struct at_match *c, uint32_t game)
{
	return game / (uint32_t)c->entrants;
}

/* Every seat has its own seed, and every game another one. */
static uint64_t bot_seed(const struct at_match *c, uint32_t game, int seat)
{
	struct at_rng rng;

	at_rng_init(&rng, ~c->seed, (uint64_t)game * AT_SEATS_MAX + (uint64_t)seat);
	return at_rng_next(&rng);
}

/* A program that does not even greet has not lost the game. It is started again a few times;
 * then the whole match fails. */
static struct at_external *start(struct table *t, int e, struct at_fail *fail)
{
	struct arena *a = t->arena;
	const struct at_entrant *entrant = &a->c->entrant[e];
	struct at_host host = host_of(a);
	struct at_fail why = {0};
	char name[80];

	for (int i = 0; i < STARTS && !is_over(a); i++) {
		struct at_external *x =
		    at_external_new(at_entrant_command(entrant), a->c->timeout_ms, &host, &why);
		if (x)
			return x;
	}
	snprintf(name, sizeof name, "%s", entrant->text);
	at_fail(fail, AT_BAD_VALUE, "'%s' did not start three times running: it %s", name, why.why);
	if (!is_over(a))
		give_up(a, fail);
	return NULL;
}

static enum at_err begin(struct table *t, uint32_t game, int seat, struct at_fail *fail)
{
	const struct at_match *c = t->arena->c;
	int e = entrant_of(c, game, seat);
	uint64_t seed = bot_seed(c, game, seat);

	if (t->team[e]) {
		at_team_begin(t->team[e], seed);
		return AT_OK;
	}
	if (!t->external[e])
		t->external[e] = start(t, e, fail);
	if (!t->external[e])
		return fail->err;
	return at_external_begin(t->external[e], c->game, &c->setup, seat, seed, fail);
}

static enum at_err tell(struct table *t, uint32_t game, const struct at_state *s, at_move m,
			int *who, struct at_fail *fail)
{
	const struct at_match *c = t->arena->c;

	for (int seat = 0; seat < s->seats; seat++) {
		int e = entrant_of(c, game, seat);
		at_move seen = at_view_move(s, m, seat);
		struct at_view view;
		*who = e;
		if (t->team[e]) {
			at_team_saw(t->team[e], seen);
			continue;
		}
		at_view(s, seat, &view);
		if (at_external_saw(t->external[e], &view.state.head, seen, fail))
			return fail->err;
	}
	return AT_OK;
}

static enum at_err decide(struct table *t, uint32_t game, const struct at_state *s, at_move *out,
			  int *who, struct at_fail *fail)
{
	const struct at_match *c = t->arena->c;
	int e = entrant_of(c, game, s->turn);
	struct at_view view;

	*who = e;
	at_view(s, s->turn, &view);
	if (t->team[e]) {
		*out = at_team_choose(t->team[e], &view, NULL);
		return AT_OK;
	}
	return at_external_choose(t->external[e], &view, &c->external_time, out, fail);
}

/* Plays to the end, until the arena stops, or until a program fails; then *who is the entrant
 * whose program it was. */
static enum at_err play(struct table *t, uint32_t game, struct at_state *s, struct at_luck *luck,
			int *who, struct at_fail *fail)
{
	const struct at_match *c = t->arena->c;
	struct at_rng draws; /* one number per draw: the deck of a set is the same whoever draws
			      * when */
	at_move m;

	at_rng_init(&draws, c->seed, set_of(c, game));
	at_init(c->game, &c->setup, s, NULL);
	if (t->paper) {
		at_text_init(&t->sheet, t->paper, AT_SHEET_MAX);
		at_sheet_begin(&t->sheet, c, game);
	}
	if (c->luck)
		at_bot_begin(t->referee, bot_seed(c, game, AT_SEATS_MAX));
	for (int seat = 0; seat < s->seats; seat++) {
		*who = entrant_of(c, game, seat);
		if (begin(t, game, seat, fail))
			return fail->err;
	}
	while (s->turn != AT_OVER && !is_over(t->arena)) {
		if (s->turn == AT_CHANCE) {
			m = at_draw(c->game, s, &draws);
			if (c->luck)
				at_luck_look(t->referee, s, m, luck);
		} else if (decide(t, game, s, &m, who, fail)) {
			return fail->err;
		}
		if (t->paper)
			at_sheet_add(&t->sheet, s, m);
		if (tell(t, game, s, m, who, fail))
			return fail->err;
		c->game->apply(s, m);
	}
	return AT_OK;
}

/* How it ended, for the programs that played it. What one of them does now costs no game: it is
 * started afresh for the next. */
static void tell_result(struct table *t, const struct at_state *s)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	struct at_fail ignored;

	if (s->turn != AT_OVER)
		return;
	at_rank(s, scores, places);
	for (int e = 0; e < t->arena->c->entrants; e++)
		if (t->external[e] &&
		    at_external_over(t->external[e], s->seats, scores, places, &ignored)) {
			at_external_free(t->external[e]);
			t->external[e] = NULL;
		}
}

static void fill_result(const struct at_match *c, const struct at_state *s,
			const struct at_luck *luck, struct at_result *r)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	at_judge(s, scores, wins);
	for (int seat = 0; seat < s->seats; seat++) {
		int e = entrant_of(c, r->game, seat);
		r->points[e] = scores[seat].total;
		r->win[e] = wins[seat];
		r->luck[e] = luck->win[seat];
		if (r->forfeit >= 0) {
			r->win[e] = e == r->forfeit ? 0 : 1.0 / (s->seats - 1);
			r->luck[e] = 0;
		}
	}
	r->plies = s->ply;
}

static bool is_own(const struct at_match *c, uint32_t game)
{
	return c->shards <= 1 || game / c->setup.seats % c->shards == c->shard;
}

uint32_t at_match_own(const struct at_match *c)
{
	uint32_t own = 0;

	for (uint32_t game = 0; game < c->games; game++)
		own += is_own(c, game);
	return own;
}

static void show(struct arena *a, bool last)
{
	struct at_match *c = a->c;
	double now = (double)clock_ms(NULL) / 1000;
	double share = 0;

	if (!c->progress || (!last && now - a->shown < (isatty(2) ? 0.5 : 10)))
		return;
	a->shown = now;
	for (uint32_t i = 0; i < c->games; i++)
		if (is_own(c, i) && c->results[i].game != UINT32_MAX)
			share += c->results[i].win[0];
	fprintf(stderr, "%s%u of %u games, %.1f %% for %s, ", isatty(2) ? "\r\033[K" : "", c->done,
		at_match_own(c), c->done ? 100 * share / c->done : 0, c->entrant[0].name);
	if (c->sprt)
		fprintf(stderr, "LLR %.2f (%.2f to %.2f), ", c->test.ratio, c->test.low,
			c->test.high);
	fprintf(stderr, "%.0f s%s", now - a->started, isatty(2) && !last ? "" : "\n");
}

/* The caller holds the lock, or is the only thread. */
static void look_at_test(struct arena *a)
{
	if (!a->c->sprt)
		return;
	at_match_test(a->c);
	if (at_match_decided(a->c))
		atomic_store(&a->decided, true);
}

static void record(struct arena *a, const struct at_result *r)
{
	struct at_fail fail;
	enum at_err err = AT_OK;

	pthread_mutex_lock(&a->lock);
	a->c->results[r->game] = *r;
	a->c->done++;
	if (a->log.file)
		err = at_match_log_add(&a->log, a->c, r, &fail);
	look_at_test(a);
	show(a, false);
	pthread_mutex_unlock(&a->lock);
	if (err)
		give_up(a, &fail);
}

static void play_game(struct table *t, uint32_t game)
{
	struct at_result r = {.game = game, .forfeit = -1};
	struct at_luck luck = {0};
	struct at_fail fail;
	union at_any any;
	int who = 0;
	enum at_err err = play(t, game, &any.head, &luck, &who, &fail);

	if (is_over(t->arena))
		return;
	if (err) {
		r.forfeit = (int8_t)who;
		memcpy(r.why, fail.why, sizeof r.why);
		at_external_free(t->external[who]);
		t->external[who] = NULL;
	}
	tell_result(t, &any.head);
	if (t->paper && at_sheet_write(&t->sheet, t->arena->c, game, &fail)) {
		give_up(t->arena, &fail);
		return;
	}
	fill_result(t->arena->c, &any.head, &luck, &r);
	record(t->arena, &r);
}

static void *play_games(void *context)
{
	struct table *t = context;
	struct at_match *c = t->arena->c;
	uint32_t game;

	while ((game = atomic_fetch_add(&t->arena->next, 1)) < c->games && !is_over(t->arena))
		if (is_own(c, game) &&
		    c->results[game].game == UINT32_MAX) /* otherwise the log already has it */
			play_game(t, game);
	return NULL;
}

static enum at_err seat_bots(struct table *t, struct at_fail *fail)
{
	static const struct at_bot_spec greedy = {.kind = AT_BOT_GREEDY};
	struct at_match *c = t->arena->c;
	struct at_host host = host_of(t->arena);

	if (c->luck) {
		t->referee_memory = malloc(AT_BOT_MEMORY_MIN);
		if (!t->referee_memory)
			return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
		t->referee =
		    at_bot_init(t->referee_memory, AT_BOT_MEMORY_MIN, c->game, &greedy, NULL);
	}

	if (c->records) {
		t->paper = malloc(AT_SHEET_MAX);
		if (!t->paper)
			return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
	}
	for (int e = 0; e < c->entrants; e++) {
		if (at_entrant_command(&c->entrant[e]))
			continue;
		t->team[e] = at_team_new(c->game, &c->entrant[e].spec, &host);
		if (!t->team[e])
			return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
	}
	return AT_OK;
}

static void leave(struct table *t)
{
	free(t->referee_memory);
	free(t->paper);
	for (int e = 0; e < AT_SEATS_MAX; e++) {
		at_team_free(t->team[e]);
		if (t->external[e])
			at_external_free(t->external[e]);
	}
}

static enum at_err play_all(struct arena *a, struct at_fail *fail)
{
	int threads = a->c->threads;
	struct table *tables = calloc((size_t)threads, sizeof *tables);
	enum at_err err = AT_OK;
	int started = 1;

	if (!tables)
		return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
	for (int i = 0; i < threads && !err; i++) {
		tables[i].arena = a;
		err = seat_bots(&tables[i], fail);
	}
	while (!err && started < threads &&
	       !pthread_create(&tables[started].thread, NULL, play_games, &tables[started]))
		started++;
	if (!err)
		play_games(&tables[0]);
	for (int i = 1; i < started; i++)
		pthread_join(tables[i].thread, NULL);
	for (int i = 0; i < threads; i++)
		leave(&tables[i]);
	free(tables);
	if (!err && a->failure.err) {
		*fail = a->failure;
		err = fail->err;
	}
	return err;
}

static enum at_err open_log(struct arena *a, struct at_fail *fail)
{
	if (a->c->log && at_match_log_open(&a->log, a->c, fail))
		return fail->err;
	for (uint32_t i = 0; i < a->c->games; i++)
		a->c->done += is_own(a->c, i) && a->c->results[i].game != UINT32_MAX;
	look_at_test(a);
	return AT_OK;
}

enum at_err at_match_run(struct at_match *c, struct at_fail *fail)
{
	struct arena a = {.c = c, .started = (double)clock_ms(NULL) / 1000};
	struct at_fail closing;
	enum at_err err;

	c->done = 0;
	c->test = c->ceiling_test = (struct at_test){0};
	c->tested = 0;
	c->results = calloc(c->games, sizeof *c->results);
	if (!c->results)
		return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
	for (uint32_t i = 0; i < c->games; i++)
		c->results[i].game = UINT32_MAX;
	pthread_mutex_init(&a.lock, NULL);
	a.shown = a.started;
	err = open_log(&a, fail);
	if (!err)
		err = play_all(&a, fail);
	if (!err)
		show(&a, true);
	if (at_match_decided(c))
		c->games = c->done = c->tested * (uint32_t)c->entrants;
	if (at_journal_close(&a.log, &closing) && !err) {
		*fail = closing;
		err = fail->err;
	}
	pthread_mutex_destroy(&a.lock);
	return err;
}
