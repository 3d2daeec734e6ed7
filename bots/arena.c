#define _GNU_SOURCE

#include "arena.h"

#include "external.h"
#include "inside.h"
#include "luck.h"
#include "play.h"
#include "team.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

/* What the threads share. */
struct arena {
	struct at_contest *c;
	FILE *log;
	pthread_mutex_t lock; /* of the log, the counts and the failure */
	atomic_uint next;
	uint32_t done;
	double started, shown;
	uint32_t done_before;
	struct at_fail failure; /* the arena itself cannot go on */
};

/* One thread's players, by entrant. */
struct table {
	struct arena *arena;
	pthread_t thread;
	struct at_bot *referee; /* measures luck; NULL where nobody asked or no bot knows how */
	void *referee_memory;
	struct at_team *team[AT_SEATS_MAX];
	struct at_external *external[AT_SEATS_MAX];
	int absent[AT_SEATS_MAX]; /* games in a row for which the program did not even greet */
};

static uint64_t clock_ms(void *unused)
{
	struct timespec t;

	(void)unused;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

/* Which entrant sits on a seat in this game. */
static int entrant_of(const struct at_contest *c, uint32_t game, int seat)
{
	return (int)((uint32_t)seat + game) % c->entrants;
}

static uint64_t game_number(const struct at_contest *c, uint32_t game)
{
	return game / (uint32_t)c->entrants;
}

/* The draws of a set: the same for all its rotations. */
static void set_seed(const struct at_contest *c, uint32_t game, uint8_t seed[AT_SEED_SIZE])
{
	struct at_rng rng;

	at_rng_init(&rng, c->seed, game_number(c, game));
	for (int i = 0; i < AT_SEED_SIZE; i += 8) {
		uint64_t word = at_rng_next(&rng);
		for (int k = 0; k < 8; k++)
			seed[i + k] = (uint8_t)(word >> 8 * k);
	}
}

/* Every seat's own seed: other games, other thoughts. */
static uint64_t bot_seed(const struct at_contest *c, uint32_t game, int seat)
{
	struct at_rng rng;

	at_rng_init(&rng, ~c->seed, (uint64_t)game * AT_SEATS_MAX + (uint64_t)seat);
	return at_rng_next(&rng);
}

static enum at_err begin(struct table *t, uint32_t game, int seat, struct at_fail *fail)
{
	const struct at_contest *c = t->arena->c;
	int e = entrant_of(c, game, seat);
	uint64_t seed = bot_seed(c, game, seat);
	struct at_host host = {.clock = clock_ms};

	if (t->team[e]) {
		at_team_begin(t->team[e], seed);
		return AT_OK;
	}
	if (!t->external[e])
		t->external[e] = at_external_new(c->entrant[e].command, c->timeout_ms, &host, fail);
	if (!t->external[e])
		return AT_BAD_VALUE;
	t->absent[e] = 0;
	return at_external_begin(t->external[e], c->game, &c->setup, seat, seed, fail);
}

static enum at_err tell(struct table *t, uint32_t game, const struct at_state *s, at_move m,
			int *who, struct at_fail *fail)
{
	const struct at_contest *c = t->arena->c;

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
	const struct at_contest *c = t->arena->c;
	int e = entrant_of(c, game, s->turn);
	struct at_view view;

	*who = e;
	at_view(s, s->turn, &view);
	if (t->team[e]) {
		*out = at_team_choose(t->team[e], &view, NULL);
		return AT_OK;
	}
	return at_external_choose(t->external[e], &view, c->external_ms, out, fail);
}

/* Plays to the end, or until a program fails: then *who is the entrant it belongs to. */
static enum at_err play(struct table *t, uint32_t game, struct at_state *s, struct at_luck *luck,
			int *who, struct at_fail *fail)
{
	const struct at_contest *c = t->arena->c;
	uint8_t seed[AT_SEED_SIZE];
	at_move m;

	set_seed(c, game, seed);
	at_init(c->game, &c->setup, s, NULL);
	if (c->luck)
		at_bot_begin(t->referee, bot_seed(c, game, AT_SEATS_MAX));
	for (int seat = 0; seat < s->seats; seat++) {
		*who = entrant_of(c, game, seat);
		if (begin(t, game, seat, fail))
			return fail->err;
	}
	while (s->turn != AT_OVER) {
		if (s->turn == AT_CHANCE) {
			m = at_deal(c->game, s, seed);
			if (c->luck)
				at_luck_look(t->referee, s, m, luck);
		} else if (decide(t, game, s, &m, who, fail)) {
			return fail->err;
		}
		if (tell(t, game, s, m, who, fail))
			return fail->err;
		c->game->apply(s, m);
	}
	return AT_OK;
}

static void fill_result(const struct at_contest *c, const struct at_state *s,
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

/* Plays one game; false where the arena must stop. */
static bool play_game(struct table *t, uint32_t game)
{
	struct at_contest *c = t->arena->c;
	struct at_result r = {.game = game, .forfeit = -1};
	struct at_luck luck = {0};
	struct at_fail fail;
	union at_any any;
	int who = 0;

	if (play(t, game, &any.head, &luck, &who, &fail)) {
		r.forfeit = (int8_t)who;
		memcpy(r.why, fail.why, sizeof r.why);
		t->absent[who]++;
		if (t->external[who]) {
			at_external_free(t->external[who]);
			t->absent[who] = 0;
		}
		t->external[who] = NULL;
	}
	fill_result(c, &any.head, &luck, &r);
	c->results[game] = r;
	if (r.forfeit < 0 || t->absent[who] < 3)
		return true;
	pthread_mutex_lock(&t->arena->lock);
	at_fail(&t->arena->failure, AT_BAD_VALUE, "'%s' did not start three times running: it %s",
		c->entrant[who].text, r.why);
	pthread_mutex_unlock(&t->arena->lock);
	return false;
}

static void print_array(FILE *f, const char *name, const double *x, int n)
{
	fprintf(f, ",\"%s\":[", name);
	for (int i = 0; i < n; i++)
		fprintf(f, "%s%.9g", i ? "," : "", x[i]);
	fputc(']', f);
}

static void print_quoted(FILE *f, const char *text)
{
	fputc('"', f);
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;
		if (c == '"' || c == '\\')
			fputc('\\', f);
		fputc(c < ' ' || c > '~' ? '?' : c, f);
	}
	fputc('"', f);
}

static void log_result(struct arena *a, const struct at_result *r)
{
	if (!a->log)
		return;
	fprintf(a->log, "{\"game\":%u,\"plies\":%u", r->game + 1, r->plies);
	print_array(a->log, "win", r->win, a->c->entrants);
	print_array(a->log, "points", r->points, a->c->entrants);
	print_array(a->log, "luck", r->luck, a->c->entrants);
	if (r->forfeit >= 0) {
		fprintf(a->log, ",\"forfeit\":%d,\"why\":", r->forfeit + 1);
		print_quoted(a->log, r->why);
	}
	fputs("}\n", a->log);
	fflush(a->log);
}

static void show(struct arena *a, bool last)
{
	struct at_contest *c = a->c;
	double now = (double)clock_ms(NULL) / 1000;
	double share = 0;
	uint32_t n = 0;

	if (!c->progress || (!last && now - a->shown < (isatty(2) ? 0.5 : 10)))
		return;
	a->shown = now;
	for (uint32_t i = 0; i < c->games; i++)
		if (c->results[i].game != UINT32_MAX) {
			share += c->results[i].win[0];
			n++;
		}
	fprintf(stderr, "%s%u of %u games, %.1f %% for %s, %.0f s%s", isatty(2) ? "\r\033[K" : "",
		a->done, c->games, n ? 100 * share / n : 0, c->entrant[0].text, now - a->started,
		isatty(2) && !last ? "" : "\n");
}

static void finished(struct arena *a, uint32_t game)
{
	pthread_mutex_lock(&a->lock);
	a->done++;
	log_result(a, &a->c->results[game]);
	show(a, false);
	pthread_mutex_unlock(&a->lock);
}

static void *play_games(void *context)
{
	struct table *t = context;
	struct at_contest *c = t->arena->c;
	uint32_t game;

	while ((game = atomic_fetch_add(&t->arena->next, 1)) < c->games) {
		if ((c->stop && *c->stop) || t->arena->failure.err)
			break;
		if (c->results[game].game != UINT32_MAX)
			continue; /* the log has it */
		if (!play_game(t, game))
			break;
		finished(t->arena, game);
	}
	return NULL;
}

static enum at_err seat_bots(struct table *t, struct at_fail *fail)
{
	static const struct at_bot_spec greedy = {.kind = AT_BOT_GREEDY};
	struct at_contest *c = t->arena->c;
	struct at_host host = {.clock = clock_ms};

	if (c->luck && at_knowledge_of(c->game)) {
		t->referee_memory = malloc(AT_BOT_MEMORY_MIN);
		if (!t->referee_memory)
			return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
		t->referee =
		    at_bot_init(t->referee_memory, AT_BOT_MEMORY_MIN, c->game, &greedy, NULL);
	}

	for (int e = 0; e < c->entrants; e++) {
		if (c->entrant[e].command)
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

/* The first line of a log: whatever decides what game number g is. */
static void print_head(const struct at_contest *c, char *out, size_t size)
{
	char options[200];
	struct at_text t;
	int at;

	at_text_init(&t, options, sizeof options);
	at_print_options(c->game, c->setup.options, &t);
	at = snprintf(out, size,
		      "{\"match\":\"%s\",\"players\":%u,\"options\":\"%s\",\"seed\":\"%llu\","
		      "\"bots\":[",
		      c->game->name, c->setup.seats, options, (unsigned long long)c->seed);
	for (int e = 0; e < c->entrants && at < (int)size; e++) {
		char spec[AT_BOT_NAME_MAX];
		at_text_init(&t, spec, sizeof spec);
		if (!c->entrant[e].command)
			at_bot_spec_print(&c->entrant[e].spec, &t);
		at += snprintf(out + at, size - (size_t)at, "%s\"%s\"", e ? "," : "",
			       c->entrant[e].command ? "exec" : spec);
	}
	if (at < (int)size)
		snprintf(out + at, size - (size_t)at, "]}\n");
}

static void read_array(const char *line, const char *name, double *x, int n)
{
	char key[32];
	const char *at;

	snprintf(key, sizeof key, "\"%s\":[", name);
	at = strstr(line, key);
	if (!at)
		return;
	at += strlen(key);
	for (int i = 0; i < n; i++) {
		char *end;
		x[i] = strtod(at, &end);
		at = *end == ',' ? end + 1 : end;
	}
}

/* A line that a kill cut short is left out: its game is played again. */
static void read_result(struct at_contest *c, const char *line)
{
	struct at_result r = {.forfeit = -1};
	const char *forfeit = strstr(line, ",\"forfeit\":");
	size_t len = strlen(line);

	if (len < 2 || line[len - 1] != '\n' || line[len - 2] != '}')
		return;
	if (sscanf(line, "{\"game\":%u,\"plies\":%u", &r.game, &r.plies) != 2)
		return;
	if (r.game == 0 || --r.game >= c->games)
		return;
	read_array(line, "win", r.win, c->entrants);
	read_array(line, "points", r.points, c->entrants);
	read_array(line, "luck", r.luck, c->entrants);
	if (forfeit) {
		long who = strtol(forfeit + 11, NULL, 10);
		if (who < 1 || who > c->entrants)
			return;
		r.forfeit = (int8_t)(who - 1);
		snprintf(r.why, sizeof r.why, "failed in an earlier run");
	}
	c->results[r.game] = r;
}

static enum at_err open_log(struct arena *a, struct at_fail *fail)
{
	char head[2000], line[2000];
	bool cut = false;

	print_head(a->c, head, sizeof head);
	a->log = fopen(a->c->log, "a+");
	if (!a->log)
		return at_fail(fail, AT_BAD_VALUE, "the log %s cannot be opened", a->c->log);
	rewind(a->log);
	if (!fgets(line, sizeof line, a->log)) {
		fputs(head, a->log);
		fflush(a->log);
		return AT_OK;
	}
	if (strcmp(line, head) != 0)
		return at_fail(fail, AT_BAD_VALUE, "the log %s is of another match: %s", a->c->log,
			       at_show((struct at_word){line, strlen(line)}).s);
	while (fgets(line, sizeof line, a->log)) {
		read_result(a->c, line);
		cut = line[strlen(line) - 1] != '\n';
	}
	fseek(a->log, 0, SEEK_END);
	if (cut)
		fputc('\n', a->log);
	for (uint32_t i = 0; i < a->c->games; i++)
		a->done += a->c->results[i].game != UINT32_MAX;
	return AT_OK;
}

enum at_err at_contest_run(struct at_contest *c, struct at_fail *fail)
{
	struct arena a = {.c = c, .started = (double)clock_ms(NULL) / 1000};
	enum at_err err = AT_OK;

	c->results = calloc(c->games, sizeof *c->results);
	if (!c->results)
		return at_fail(fail, AT_BAD_VALUE, "there is not enough memory");
	for (uint32_t i = 0; i < c->games; i++)
		c->results[i].game = UINT32_MAX;
	pthread_mutex_init(&a.lock, NULL);
	a.shown = a.started;
	if (c->log)
		err = open_log(&a, fail);
	a.done_before = a.done;
	if (!err)
		err = play_all(&a, fail);
	if (!err)
		show(&a, true);
	if (a.log && fclose(a.log) && !err)
		err = at_fail(fail, AT_BAD_VALUE, "the log %s could not be written", c->log);
	pthread_mutex_destroy(&a.lock);
	return err;
}

static enum at_err read_entrant(struct at_contest *c, const char *text, size_t len,
				struct at_entrant *e, struct at_fail *fail)
{
	*e = (struct at_entrant){0};
	if (len == 0 || len >= sizeof e->text)
		return at_fail(fail, AT_BAD_TEXT, "a bot's name has 1 to %d letters",
			       AT_ARENA_BOT_TEXT - 1);
	memcpy(e->text, text, len);
	if (strncmp(e->text, "exec:", 5) == 0) {
		e->command = e->text + 5;
		return AT_OK;
	}
	return at_bot_spec_parse(c->game, text, len, &e->spec, fail);
}

enum at_err at_contest_bots(struct at_contest *c, const char *list, struct at_fail *fail)
{
	int n = 0;

	for (const char *at = list; at; n++) {
		const char *comma = strchr(at, ',');
		size_t len = comma ? (size_t)(comma - at) : strlen(at);
		if (n == c->setup.seats)
			return at_fail(fail, AT_BAD_VALUE, "more bots than the %u seats",
				       c->setup.seats);
		if (read_entrant(c, at, len, &c->entrant[n], fail))
			return fail->err;
		at = comma ? comma + 1 : NULL;
	}
	c->entrants = c->setup.seats;
	for (int i = n; i < c->entrants; i++) {
		c->entrant[i] = c->entrant[n - 1];
		if (c->entrant[i].command)
			c->entrant[i].command = c->entrant[i].text + 5;
	}
	return AT_OK;
}

/* Whole sets only: a set that is not finished says nothing about seats. */
static bool add_set(const struct at_contest *c, uint32_t first, int e, struct at_sums *share,
		    struct at_sums *lead, struct at_sums *points, struct at_verdict *out)
{
	double win = 0, luck = 0, ahead = 0, own = 0;
	int counted = 0;

	for (int i = 0; i < c->entrants; i++)
		if (c->results[first + (uint32_t)i].game == UINT32_MAX)
			return false;
	for (int i = 0; i < c->entrants; i++) {
		const struct at_result *r = &c->results[first + (uint32_t)i];
		double others = 0;
		win += r->win[e];
		luck += r->luck[e];
		out->forfeits += r->forfeit == e;
		if (r->forfeit >= 0)
			continue;
		for (int k = 0; k < c->entrants; k++)
			others += k == e ? 0 : r->points[k];
		ahead += r->points[e] - others / (c->entrants - 1);
		own += r->points[e];
		counted++;
	}
	out->wins += win;
	at_sums_add(share, win / c->entrants, luck / c->entrants);
	if (counted) {
		at_sums_add(lead, ahead / counted, 0);
		at_sums_add(points, own / counted, 0);
	}
	return true;
}

void at_contest_verdict(const struct at_contest *c, int e, struct at_verdict *out)
{
	struct at_sums share = {0}, lead = {0}, points = {0};

	*out = (struct at_verdict){0};
	for (uint32_t i = 0; i + (uint32_t)c->entrants <= c->games; i += (uint32_t)c->entrants)
		out->sets += add_set(c, i, e, &share, &lead, &points, out);
	out->games = out->sets * (uint32_t)c->entrants;
	out->share = at_share(&share, out->games);
	if (!at_adjusted(&share, &out->adjusted))
		out->adjusted = at_mean(&share);
	if (out->adjusted.low < 0)
		out->adjusted.low = 0;
	if (out->adjusted.high > 1)
		out->adjusted.high = 1;
	out->lead = at_mean(&lead);
	out->points = at_mean(&points);
	out->elo = out->share.mean > 0.5 ? 1e9 : -1e9;
	out->elo_low = -1e9;
	out->elo_high = 1e9;
	at_elo(out->share.mean, c->entrants, &out->elo);
	at_elo(out->share.low, c->entrants, &out->elo_low);
	at_elo(out->share.high, c->entrants, &out->elo_high);
}
