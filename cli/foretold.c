#define _POSIX_C_SOURCE 200809L

#include "foretold.h"

#include "command.h"
#include "hash.h"
#include "interrupt.h"
#include "knowledge.h"
#include "play.h"
#include "record.h"
#include "tune.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The forecasts of one game, until all games are done. */
struct story {
	struct at_said *said;
	uint32_t count, room;
};

struct work {
	struct foretold *f;
	struct story *stories; /* a game each */
	atomic_uint next, done;
	atomic_bool failed;
	pthread_mutex_t lock; /* of what is shown */
};

struct teller {
	struct work *work;
	struct at_bot *bot;
	struct at_choice choice;
};

static void *must(void *memory)
{
	if (memory)
		return memory;
	bad_input("there is not enough memory");
	exit(EXIT_INPUT);
}

/* Asks the bot and keeps its forecast for the best turn. */
static void ask(struct teller *t, const struct at_state *s, uint32_t game, struct story *story)
{
	const struct foretold *f = t->work->f;
	struct at_said *x;
	struct at_view view;

	at_view(s, s->turn, &view);
	at_bot_begin(t->bot, at_mix(f->seed, (uint64_t)game << 32 | s->ply));
	at_bot_ask(t->bot, &view, NULL, 0, &t->choice);
	if (story->count == story->room) {
		story->room = story->room ? 2 * story->room : 64;
		story->said = must(realloc(story->said, story->room * sizeof *story->said));
	}
	x = &story->said[story->count++];
	*x = (struct at_said){.game = game, .seat = s->turn, .seats = s->seats};
	x->left = at_know_left(at_knowledge_of(f->game), s);
	memcpy(x->win, t->choice.list[0].win, sizeof x->win);
	memcpy(x->points, t->choice.list[0].points, sizeof x->points);
	memcpy(x->found, t->choice.list[0].found, sizeof x->found);
	memcpy(x->first, t->choice.list[0].first, sizeof x->first);
}

/* The game is over: fills in the results. */
static void end_story(struct story *story, const struct at_state *s)
{
	struct at_score scores[AT_SEATS_MAX];
	double came[AT_SEATS_MAX] = {0};

	at_judge(s, scores, came);
	for (uint32_t k = 0; k < story->count; k++) {
		struct at_said *x = &story->said[k];
		x->turn = (uint16_t)k;
		x->turns = (uint16_t)story->count;
		memcpy(x->came, came, sizeof came);
		for (int i = 0; i < s->seats; i++)
			x->scored[i] = scores[i].total;
	}
}

/* Plays a game in which the bot decides for all seats. */
static void play(struct teller *t, uint32_t game, struct story *story)
{
	const struct foretold *f = t->work->f;
	at_move moves[AT_MOVES_MAX];
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;

	at_rng_init(&rng, f->seed, game);
	at_init(f->game, &f->setup, s, NULL);
	while (s->turn != AT_OVER && !interrupt_signal()) {
		if (s->turn == AT_CHANCE) {
			f->game->apply(s, at_draw(f->game, s, &rng));
		} else if (at_moves(s, moves) == 1) {
			f->game->apply(s, moves[0]);
		} else {
			ask(t, s, game, story);
			for (int i = 0; i < t->choice.length; i++)
				f->game->apply(s, t->choice.turn[i]);
		}
	}
	if (s->turn == AT_OVER)
		end_story(story, s);
	else
		story->count = 0;
}

/* The beginning and end of record number n. */
static const char *find_record(const struct foretold *f, uint32_t n, size_t *len)
{
	const char *end = f->records + f->records_len;
	const char *from = NULL;

	for (const char *line = f->records; line < end;) {
		const char *next = memchr(line, '\n', (size_t)(end - line));
		bool begins = end - line > 5 && memcmp(line, "game:", 5) == 0;
		if (from && (begins || *line == '=')) {
			*len = (size_t)(line - from);
			return from;
		}
		if (begins && n-- == 0)
			from = line;
		line = next ? next + 1 : end;
	}
	*len = from ? (size_t)(end - from) : 0;
	return from;
}

/* Goes through a recorded game. A turn that the bots plan as a whole gets one forecast. */
static int go_through(struct teller *t, uint32_t game, struct story *story)
{
	const struct foretold *f = t->work->f;
	bool together = at_knowledge_of(f->game)->long_turns;
	struct at_fail fail = {0};
	struct at_record record;
	struct at_scan scan;
	at_move moves[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;
	at_move m = 1;
	size_t len;
	const char *text = find_record(f, game, &len);
	int asked = AT_NOBODY;

	at_scan_init(&scan, text, len, &fail);
	if (at_record_open(&record, &scan, s))
		return bad_input("record %u: %s", game + 1, fail.why);
	if (record.game != f->game)
		return bad_input("record %u is of another game", game + 1);
	while (m && !interrupt_signal()) {
		if (s->turn != asked)
			asked = AT_NOBODY;
		if (s->turn >= 0 && asked == AT_NOBODY && at_moves(s, moves) > 1) {
			ask(t, s, game, story);
			asked = together ? s->turn : AT_NOBODY;
		}
		if (at_record_next(&record, &scan, s, &m))
			return bad_input("record %u: %s", game + 1, fail.why);
	}
	if (s->turn != AT_OVER)
		return bad_input("record %u is of a game that is not over", game + 1);
	end_story(story, s);
	return 0;
}

static void *tell(void *context)
{
	struct work *w = context;
	struct foretold *f = w->f;
	void *memory = must(malloc(AT_BOT_MEMORY));
	struct teller *t = must(malloc(sizeof *t));
	uint32_t game;

	t->work = w;
	t->bot = at_bot_init(memory, AT_BOT_MEMORY, f->game, &f->spec, &tune_host);
	while (!w->failed && !interrupt_signal() &&
	       (game = atomic_fetch_add(&w->next, 1)) < f->games) {
		if (!f->records)
			play(t, game, &w->stories[game]);
		else if (go_through(t, game, &w->stories[game]))
			w->failed = true;
		w->done++;
		pthread_mutex_lock(&w->lock);
		tune_show("%u of %u games", w->done, f->games);
		pthread_mutex_unlock(&w->lock);
	}
	free(t);
	free(memory);
	return NULL;
}

/* Joins the forecasts of all games. */
static void bind(struct foretold *f, struct story *stories)
{
	f->count = 0;
	for (uint32_t i = 0; i < f->games; i++)
		f->count += stories[i].count;
	f->said = must(malloc((f->count + 1) * sizeof *f->said));
	f->count = 0;
	for (uint32_t i = 0; i < f->games; i++) {
		if (stories[i].count)
			memcpy(f->said + f->count, stories[i].said,
			       stories[i].count * sizeof *f->said);
		f->count += stories[i].count;
		free(stories[i].said);
	}
}

int foretold_ask(struct foretold *f)
{
	struct work w = {.f = f};
	pthread_t thread[256];
	int started = 0;
	size_t len;

	if (f->records)
		for (f->games = 0; find_record(f, f->games, &len); f->games++)
			;
	w.stories = must(calloc(f->games + 1, sizeof *w.stories));
	pthread_mutex_init(&w.lock, NULL);
	while (started + 1 < f->threads && !pthread_create(&thread[started], NULL, tell, &w))
		started++;
	tell(&w);
	for (int i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	pthread_mutex_destroy(&w.lock);
	tune_show_end();
	bind(f, w.stories);
	free(w.stories);
	return w.failed ? EXIT_INPUT : 0;
}
