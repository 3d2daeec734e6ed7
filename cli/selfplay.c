#define _POSIX_C_SOURCE 200809L

#include "selfplay.h"
#include "command.h"
#include "exact_math.h"
#include "hash.h"
#include "interrupt.h"
#include "json.h"
#include "knowledge.h"
#include "net.h"
#include "play.h"
#include "shard.h"
#include "tune.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, GAMES, LOG, PLAYERS, BOT, SEED, STRAY, THREADS, SHARD };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 100000000,
	       .help = "how many games; a larger number later adds to the same file"},
    [LOG] = {"--log", ARG_TEXT, .required = true, .value = "FILE",
	     .help = "write one line a game; an interrupted run continues from this file"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "number of seats (default 2)"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help =
		 "the bot that plays all seats (default: search with a sixteenth of hard's nodes)"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same file (default 1)"},
    [STRAY] = {"--stray", ARG_NUMBER, .value = "P", .lo = 0, .hi = 100,
	       .help =
		   "per cent of the decisions that are drawn among those considered (default 8)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once (default: one for each processor)"},
    [SHARD] = SHARD_ARG,
    {NULL},
};

/* Bytes that grow. */
struct bytes {
	uint8_t *at;
	size_t count, room;
};

void *must(void *memory)
{
	if (memory)
		return memory;
	bad_input("there is not enough memory");
	exit(EXIT_INPUT);
}

static bool is_ours(const struct selfplay *w, uint32_t game)
{
	return !w->shards || game % w->shards == w->shard;
}

/* An integer in as few bytes as possible: the sign in the lowest bit, then seven bits a byte,
 * low bits first; the highest bit means that more bytes follow. */
static void put(struct bytes *b, int32_t x)
{
	uint32_t rest = x < 0 ? ((uint32_t)-x << 1) | 1 : (uint32_t)x << 1;

	if (b->count + 5 > b->room) {
		b->room = b->room ? 2 * b->room : 8192;
		b->at = must(realloc(b->at, b->room));
	}
	for (; rest > 127; rest >>= 7)
		b->at[b->count++] = (uint8_t)(rest | 128);
	b->at[b->count++] = (uint8_t)rest;
}

static void put_shares(struct bytes *b, const double *win, int seats)
{
	for (int i = 0; i < seats; i++)
		put(b, (int32_t)(win[i] * 10000 + 0.5));
}

/* A position after a seat's turn: the seat, the shares that the search found for the turn (zeros
 * if it was not asked), the evaluation's shares at its end, and the features. */
static void put_position(const struct selfplay *w, const struct at_state *s, int moved,
			 const double *thought, struct bytes *b)
{
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	int16_t inputs[AT_NET_INPUTS_MAX];

	put(b, moved);
	put_shares(b, thought, s->seats);
	at_know_judge(w->know, w->know->weights, s, win, points);
	put_shares(b, win, s->seats);
	for (int seat = 0; seat < s->seats; seat++) {
		int n = at_know_inputs(w->know, s, seat, inputs);
		for (int i = 0; i < n; i++)
			put(b, inputs[i]);
	}
}

/* One of the moves that a bot considered; usually the best. */
static const struct at_candidate *pick(const struct selfplay *w, const struct at_choice *choice,
				       struct at_rng *rng, bool *strays)
{
	*strays = at_rng_below(rng, 100) < w->stray;
	if (*strays)
		return &choice->list[at_rng_below(rng, (uint32_t)choice->count)];
	for (int i = 0; i < choice->count; i++)
		if (choice->list[i].move == choice->move)
			return &choice->list[i];
	return &choice->list[0];
}

/* Makes a decision and records the bot's evaluation, if it was asked. */
static void decide(const struct selfplay *w, struct at_state *s, struct at_bot *bot, bool asked,
		   struct at_rng *rng, double thought[AT_SEATS_MAX])
{
	at_move moves[AT_MOVES_MAX];
	struct at_choice choice;
	const struct at_candidate *c;
	struct at_view view;
	bool strays;

	memset(thought, 0, AT_SEATS_MAX * sizeof *thought);
	if (!asked) {
		int n = w->game->moves(s, moves);
		w->game->apply(s, moves[at_rng_below(rng, (uint32_t)n)]);
		return;
	}
	at_view(s, s->turn, &view);
	at_bot_choose(bot, &view, &choice);
	c = pick(w, &choice, rng, &strays);
	if (strays) /* it must not continue its plan */
		at_bot_begin(bot, at_rng_next(rng));
	memcpy(thought, c->win, sizeof c->win);
	w->game->apply(s, c->move);
}

/* Plays a game and collects its positions; false after an interrupt. Some games begin with
 * random decisions. */
static bool play(const struct selfplay *w, struct at_bot *const *bots, uint32_t game,
		 struct at_state *s, struct bytes *b, uint32_t *positions)
{
	enum { EARLY = 5 };
	double thought[AT_SEATS_MAX];
	struct at_rng rng;
	uint32_t early;

	at_rng_init(&rng, w->seed, game);
	at_init(w->game, &w->setup, s, NULL);
	for (int i = 0; i < s->seats; i++)
		at_bot_begin(bots[i], at_rng_next(&rng));
	early = at_rng_below(&rng, EARLY);
	b->count = 0;
	*positions = 0;
	while (s->turn != AT_OVER) {
		int seat = s->turn;
		if (interrupt_signal())
			return false;
		if (seat == AT_CHANCE) {
			w->game->apply(s, at_draw(w->game, s, &rng));
			continue;
		}
		decide(w, s, bots[seat], early == 0, &rng, thought);
		early -= early > 0;
		if (s->turn == seat || s->turn == AT_OVER)
			continue;
		put_position(w, s, seat, thought, b);
		++*positions;
	}
	return true;
}

static void put_base64(struct at_text *t, const struct bytes *b)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (size_t i = 0; i < b->count; i += 3) {
		size_t n = b->count - i;
		uint32_t x = (uint32_t)b->at[i] << 16;
		x |= n > 1 ? (uint32_t)b->at[i + 1] << 8 : 0;
		x |= n > 2 ? b->at[i + 2] : 0;
		at_putc(t, digits[x >> 18]);
		at_putc(t, digits[x >> 12 & 63]);
		at_putc(t, n > 1 ? digits[x >> 6 & 63] : '=');
		at_putc(t, n > 2 ? digits[x & 63] : '=');
	}
}

void selfplay_put_result(struct at_text *t, const struct at_state *s, uint32_t game)
{
	struct at_score scores[AT_SEATS_MAX];
	double came[AT_SEATS_MAX], points[AT_SEATS_MAX];

	at_judge(s, scores, came);
	for (int i = 0; i < s->seats; i++) {
		points[i] = scores[i].total;
		came[i] = (int)(came[i] * 12 + 0.5);
	}
	at_putc(t, '{');
	at_json_count(t, "game", game);
	at_json_numbers(t, "points", points, s->seats);
	at_json_numbers(t, "twelfths", came, s->seats);
}

/* The line of a finished game. */
static char *make_line(const struct at_state *s, uint32_t game, const struct bytes *b,
		       uint32_t positions)
{
	size_t size = b->count * 4 / 3 + 500;
	char *line = must(malloc(size));
	struct at_text t;

	at_text_init(&t, line, size);
	selfplay_put_result(&t, s, game);
	at_json_count(&t, "positions", positions);
	at_json_name(&t, "numbers");
	at_putc(&t, '"');
	put_base64(&t, b);
	at_puts(&t, "\"}");
	return line;
}

static char *play_line(const struct selfplay *w, struct at_bot *const *bots, uint32_t game)
{
	struct bytes b = {0};
	uint32_t positions;
	union at_any any;
	char *line = play(w, bots, game, &any.head, &b, &positions)
			 ? make_line(&any.head, game, &b, positions)
			 : NULL;

	free(b.at);
	return line;
}

/* Takes the line of a game and writes all lines that are next in the order of the games. */
static void hand_in(struct selfplay *w, uint32_t game, char *line)
{
	struct at_fail fail;

	pthread_mutex_lock(&w->lock);
	w->done[game] = line;
	for (; w->writes < w->games &&
	       (w->done[w->writes] || w->has[w->writes] || !is_ours(w, w->writes));
	     w->writes++) {
		char *due = w->done[w->writes];
		if (due && !w->failed && at_journal_add(&w->journal, due, &fail)) {
			bad_input("atoll %s: %s", w->name, fail.why);
			w->failed = true;
		}
		free(due);
		w->done[w->writes] = NULL;
	}
	tune_show("%u of %u games", w->writes, w->games);
	pthread_mutex_unlock(&w->lock);
}

static void *play_games(void *context)
{
	struct selfplay *w = context;
	struct at_bot *bots[AT_SEATS_MAX];
	void *memory[AT_SEATS_MAX];
	uint32_t game;

	for (int i = 0; i < w->setup.seats; i++) {
		memory[i] = must(malloc(AT_BOT_MEMORY));
		bots[i] = at_bot_init(memory[i], AT_BOT_MEMORY, w->game, &w->spec, &tune_host);
	}
	while (!w->failed && (game = atomic_fetch_add(&w->next, 1)) < w->games) {
		if (w->has[game] || !is_ours(w, game))
			continue;
		char *line = w->play(w, bots, game);
		if (!line)
			break;
		hand_in(w, game, line);
	}
	for (int i = 0; i < w->setup.seats; i++)
		free(memory[i]);
	return NULL;
}

static bool take_line(void *context, const char *line)
{
	struct selfplay *w = context;
	struct at_reader r = {.at = line};
	double points[AT_SEATS_MAX];
	double game;

	at_expect(&r, "{\"game\":");
	game = at_read_number(&r, 0, 1e8);
	at_read_array(&r, "points", points, w->setup.seats, -1e9, 1e9);
	if (r.bad)
		return false;
	if (game < w->games)
		w->has[(uint32_t)game] = true;
	return true;
}

void selfplay_put_head(struct at_text *t, const struct selfplay *w, const char *kind)
{
	char options[200], seed[24];
	struct at_text words;

	at_text_init(&words, options, sizeof options);
	at_print_options(w->game, w->setup.options, &words);
	snprintf(seed, sizeof seed, "%" PRIu64, w->seed);
	at_putc(t, '{');
	at_json_count(t, "log", 1);
	at_json_word(t, kind, w->game->name);
	at_json_count(t, "players", w->setup.seats);
	at_json_word(t, "options", options);
	at_json_word(t, "seed", seed);
	at_json_word(t, "bot", w->bot);
}

static void make_head(const struct selfplay *w, struct at_text *t)
{
	selfplay_put_head(t, w, "selfplay");
	at_json_count(t, "stray", w->stray);
	at_json_count(t, "unit", AT_NET_UNIT);
	at_json_open(t, "features", '[');
	for (int i = 0; i < w->know->features + w->know->more; i++) {
		at_json_next(t);
		at_json_string(t, w->know->names[i]);
	}
	at_puts(t, "]}");
}

static void play_all(struct selfplay *w, int threads)
{
	pthread_t thread[256];
	int started = 0;

	while (started + 1 < threads && !pthread_create(&thread[started], NULL, play_games, w))
		started++;
	play_games(w);
	for (int i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	tune_show_end();
}

static int read_work(const struct command *command, const struct args *args, struct selfplay *w)
{
	struct at_fail fail;
	struct at_text t;
	int code = find_game(command, args->text[GAME], &w->game);

	if (!code)
		code =
		    read_setup(command, w->game, args->given[PLAYERS] ? args->number[PLAYERS] : 2,
			       NULL, &w->setup);
	if (!code)
		code = read_shard(command, args->text[SHARD], true, &w->shard, &w->shards);
	if (code)
		return code;
	w->know = at_knowledge_of(w->game);
	if (!w->know->game)
		return bad_usage(command, "%s has no evaluation of its own to learn from",
				 w->game->name);
	at_bot_spec_parse(w->game, "search", strlen("search"), &w->spec, &fail);
	w->spec.ms = 0;
	w->spec.nodes /= 16;
	if (args->given[BOT] &&
	    at_bot_spec_parse(w->game, args->text[BOT], strlen(args->text[BOT]), &w->spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	at_text_init(&t, w->bot, sizeof w->bot);
	at_bot_spec_print(&w->spec, &t);
	w->games = (uint32_t)args->number[GAMES];
	w->seed = args->given[SEED] ? args->number[SEED] : 1;
	w->stray = args->given[STRAY] ? (uint32_t)args->number[STRAY] : 8;
	return 0;
}

/* Plays the games that are missing in the file. */
static int play_rest(struct selfplay *w, const char *log, int threads)
{
	struct at_lines lines = {take_line, w};
	struct at_fail fail;
	struct at_text t;
	char head[4000];
	int code = 0;

	at_text_init(&t, head, sizeof head);
	w->head(w, &t);
	if (at_journal_open(&w->journal, log, head, &lines, &fail))
		code = bad_input("atoll %s: %s", w->name, fail.why);
	else
		play_all(w, threads);
	if (at_journal_close(&w->journal, &fail) && !code)
		code = bad_input("atoll %s: %s", w->name, fail.why);
	if (!code && interrupt_signal() && w->writes < w->games)
		code = 128 + interrupt_signal();
	return w->failed ? EXIT_INPUT : code;
}

int selfplay_run(struct selfplay *w, const char *log, uint64_t threads)
{
	long processors = sysconf(_SC_NPROCESSORS_ONLN);
	int code;

	pthread_mutex_init(&w->lock, NULL);
	w->has = must(calloc(w->games, sizeof *w->has));
	w->done = must(calloc(w->games, sizeof *w->done));
	catch_interrupts();
	threads = threads ? threads : processors > 0 ? (uint64_t)processors : 1;
	code = play_rest(w, log, threads > 256 ? 256 : (int)threads);
	for (uint32_t i = 0; i < w->games; i++)
		free(w->done[i]);
	free(w->done);
	free(w->has);
	pthread_mutex_destroy(&w->lock);
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct selfplay w = {.name = command->name, .play = play_line, .head = make_head};
	int code = read_work(command, args, &w);

	return code ? code
		    : selfplay_run(&w, args->text[LOG],
				   args->given[THREADS] ? args->number[THREADS] : 0);
}

const struct command selfplay_command = {
    .name = "lab selfplay",
    .help = "Plays a bot against itself and writes the positions, for training (learn/).",
    .notes = "Each line has one game: its positions after every turn as numbers, and its result; "
	     "docs/learning.md\n"
	     "describes the format. Some games begin with random moves, and now and then a player "
	     "strays, so that\n"
	     "what is learned also holds in positions that good players avoid. The file depends on "
	     "the seed, not\n"
	     "on the number of threads.",
    .args = takes,
    .run = run,
};
