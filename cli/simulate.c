#define _POSIX_C_SOURCE 200809L

#include "assert.h"
#include "clock.h"
#include "command.h"
#include "hash.h"
#include "json.h"
#include "on_gpu.h"
#include "play.h"
#include "players.h"
#include "shard.h"
#include "show.h"
#include "sitting.h"
#include "tally_log.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, PLAYERS, GAMES, SEED, OPTIONS, BOTS, THREADS, RECORDS, LOG, SHARD, DEVICE, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [PLAYERS] = {"--players", ARG_NUMBER, .required = true, .value = "N", .lo = 1,
		 .hi = AT_SEATS_MAX, .help = "number of seats"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 1000000000000,
	       .help = "how many games"},
    [SEED] = {"--seed", ARG_NUMBER, .required = true, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same games"},
    [OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",
		 .help = "the game's options; the others keep their defaults"},
    [BOTS] = {"--bots", ARG_TEXT, .value = "A,B,...",
	      .help = "the bots, one for each seat (default: random moves)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once; the result does not depend on it (default 1)"},
    [RECORDS] = {"--records", ARG_TEXT, .value = "FOLDER",
		 .help = "also write every game to this folder, as N.record; the folder is made if "
			 "it does not exist"},
    [LOG] = {"--log", ARG_TEXT, .value = "FILE",
	     .help =
		 "write a line for every few games; an interrupted run continues from this file"},
    [SHARD] = SHARD_ARG,
    [DEVICE] =
	{"--device", ARG_TEXT, .value = "cpu|gpu",
	 .help = "play random games on the processor or on an NVIDIA GPU; the result is the same"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

/* Shared by the threads. */
struct work {
	const struct at_game *game;
	struct at_setup setup;
	uint64_t seed, games;
	const char *records;                 /* or NULL */
	struct player players[AT_SEATS_MAX]; /* to be copied by each thread */
	uint64_t chunk;                      /* games that a thread takes at a time */
	bool plain; /* uniformly random play without records: the fast way */
	bool gpu;
	uint32_t shard, shards;
	uint64_t own;          /* games that are to be played here */
	struct tally_log *log; /* or NULL */
	atomic_uint_fast64_t next, done;
	atomic_bool failed;
};

/* The games of this run, which may be fewer than those in the log, and its time: elapsed, and
 * processor time of all threads. */
struct took {
	uint64_t games, decisions;
	double seconds, processor;
	char gpu[100]; /* its name; "" where processors played */
};

/* One thread and its sums. The first thread shows the progress of all. */
struct worker {
	struct work *work;
	struct at_tally tally;
	pthread_t thread;
	bool shows;
	double shown_at;
	struct took began; /* of a GPU: when it began to play */
};

static bool write_record(const struct work *work, const struct sitting *game, uint64_t i)
{
	char name[4096];
	FILE *f;
	bool good;

	snprintf(name, sizeof name, "%s/%" PRIu64 ".record", work->records, i + 1);
	f = fopen(name, "w");
	if (f) {
		good = sitting_print(game, f);
		good &= fclose(f) == 0;
	}
	if (f && good)
		return true;
	bad_input("%s: %s", name, strerror(errno));
	return false;
}

/* Adds a finished game to the sums, like at_play_random(); hash is the hash of its moves. */
static void add_game(const struct at_state *s, uint64_t hash, struct at_tally *tally)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	tally->games++;
	tally->signature += at_mix(hash, at_state_hash(s));
	at_judge(s, scores, wins);
	for (int i = 0; i < s->seats; i++) {
		tally->points[i] += scores[i].total;
		tally->wins[i] += wins[i];
	}
}

/* The seed of game i of a run: four words of the fast generator, little-endian. */
static void seed_of(uint64_t run, uint64_t i, uint8_t seed[AT_SEED_SIZE])
{
	struct at_rng rng;

	at_rng_init(&rng, run, i);
	for (int at = 0; at < AT_SEED_SIZE; at += 8) {
		uint64_t word = at_rng_next(&rng);
		for (int k = 0; k < 8; k++)
			seed[at + k] = (uint8_t)(word >> 8 * k);
	}
}

static at_move next_move(const struct at_state *s, const uint8_t *seed, struct player *players,
			 struct at_tally *tally)
{
	at_move moves[AT_MOVES_MAX];
	struct at_view view;

	if (s->turn == AT_CHANCE) {
		tally->chance_moves++;
		return at_deal(at_game_of(s), s, seed);
	}
	at_view(s, s->turn, &view);
	tally->decisions++;
	tally->moves_listed += (uint64_t)at_moves(s, moves);
	return player_choose(&players[s->turn], &view);
}

/* Game i of the run with draws from its own seed, as at a real table. */
static void play_game(struct work *work, struct player *players, uint64_t i, struct at_tally *tally)
{
	struct at_record record = {.game = work->game, .setup = work->setup, .has_seed = true};
	static const struct seating bots = {0};
	struct sitting game;
	uint64_t hash = 0;

	seed_of(work->seed, i, record.seed);
	sitting_start(&game, &record, &bots);
	for (int seat = 0; seat < work->setup.seats; seat++)
		player_begin(&players[seat], work->game,
			     at_mix(~work->seed, i * AT_SEATS_MAX + (uint64_t)seat));
	while (sitting_now(&game)->turn != AT_OVER) {
		const struct at_state *s = sitting_now(&game);
		at_move m = next_move(s, record.seed, players, tally);
		enum at_err err;
		players_see(players, s, m);
		hash = at_mix(hash, m);
		err = sitting_give(&game, m);
		at_assert(!err);
	}
	add_game(sitting_now(&game), hash, tally);
	if (work->records && !write_record(work, &game, i))
		work->failed = true;
	sitting_release(&game);
}

static void show_progress(struct worker *w)
{
	double now = seconds_now();
	uint64_t done = w->work->done;

	if (now - w->shown_at < 0.2)
		return;
	w->shown_at = now;
	fprintf(stderr, "\r%" PRIu64 " of %" PRIu64 " games, %d %%", done, w->work->own,
		(int)(100 * (double)done / (double)w->work->own));
}

/* This many games from one on, added to the worker's and written into the log. */
static void play_chunk(struct worker *w, struct player *players, uint64_t from, uint64_t count)
{
	struct work *work = w->work;
	struct at_tally tally = {0};

	if (work->plain)
		at_simulate(work->game, &work->setup, work->seed, from, count, &tally);
	else
		for (uint64_t i = from; i < from + count && !work->failed; i++)
			play_game(work, players, i, &tally);
	if (work->failed)
		return;
	if (work->log && !tally_log_add(work->log, from, &tally))
		work->failed = true;
	at_tally_add(&w->tally, &tally);
}

static void *play_chunks(void *context)
{
	struct worker *w = context;
	struct work *work = w->work;
	struct player players[AT_SEATS_MAX];
	uint64_t chunk = work->chunk;
	uint64_t from;

	memcpy(players, work->players, sizeof players);
	while (!work->failed && (from = atomic_fetch_add(&work->next, chunk)) < work->games) {
		uint64_t count = work->games - from < chunk ? work->games - from : chunk;
		if (work->shards && from / chunk % work->shards != work->shard)
			continue;
		if (!work->log || !tally_log_has(work->log, from))
			play_chunk(w, players, from, count);
		work->done += count;
		if (w->shows)
			show_progress(w);
	}
	players_release(players, work->setup.seats);
	return NULL;
}

/* Runs all threads and adds up what they did. */
static int play_all(struct work *work, int threads, struct at_tally *tally)
{
	struct worker *workers = calloc((size_t)threads, sizeof *workers);
	int started = 1; /* this thread is the first worker */

	if (!workers)
		return bad_input("there is not enough memory");
	for (int i = 0; i < threads; i++)
		workers[i] = (struct worker){.work = work, .shown_at = seconds_now()};
	workers[0].shows = isatty(STDERR_FILENO);
	while (started < threads &&
	       !pthread_create(&workers[started].thread, NULL, play_chunks, &workers[started]))
		started++;
	play_chunks(&workers[0]);
	for (int i = 1; i < started; i++)
		pthread_join(workers[i].thread, NULL);
	if (workers[0].shows)
		fputs("\r\033[K", stderr);
	for (int i = 0; i < started; i++)
		at_tally_add(tally, &workers[i].tally);
	free(workers);
	if (started < threads)
		return bad_input("only %d of %d threads could be started", started, threads);
	return work->failed ? EXIT_INPUT : 0;
}

/* --- the same on a GPU --- */

static bool gpu_wants(void *context, uint64_t from)
{
	const struct work *work = ((struct worker *)context)->work;

	return (!work->shards || from / work->chunk % work->shards == work->shard) &&
	       (!work->log || !tally_log_has(work->log, from));
}

static bool gpu_took(void *context, uint64_t from, const struct at_tally *tally)
{
	struct worker *w = context;

	if (w->work->log && !tally_log_add(w->work->log, from, tally))
		return false;
	at_tally_add(&w->tally, tally);
	w->work->done += tally->games;
	if (w->shows)
		show_progress(w);
	return true;
}

/* The rate is that of the games. */
static void gpu_ready(void *context, const char *name)
{
	struct worker *w = context;

	w->began = (struct took){.seconds = seconds_now(), .processor = seconds_worked_by_all()};
	snprintf(w->began.gpu, sizeof w->began.gpu, "%s", name);
}

static int play_all_on_gpu(struct work *work, struct at_tally *tally, struct took *began)
{
	struct worker w = {.work = work, .shows = isatty(STDERR_FILENO), .began = *began};
	struct gpu_plan plan = {.game = work->game,
				.setup = work->setup,
				.seed = work->seed,
				.games = work->games,
				.chunk = work->chunk,
				.wants = gpu_wants,
				.took = gpu_took,
				.context = &w};
	int code = play_on_gpu(&plan, gpu_ready);

	if (w.shows)
		fputs("\r\033[K", stderr);
	*began = w.began;
	at_tally_add(tally, &w.tally);
	return code;
}

/* Shares of a victory are halves, thirds and quarters: in twelfths their sum is exact, in
 * whatever order the threads add them. */
static double exact_wins(double wins)
{
	return round(wins * 12) / 12;
}

static void print_json(const struct work *work, const struct at_tally *t, const struct took *took)
{
	struct at_text out = json_room(AT_JSON_MAX);
	double scores[AT_SEATS_MAX], wins[AT_SEATS_MAX];
	char signature[17], options[200];
	struct at_text text;

	at_text_init(&text, options, sizeof options);
	at_print_options(work->game, work->setup.options, &text);
	for (int i = 0; i < work->setup.seats; i++) {
		scores[i] = (double)t->points[i] / (double)t->games;
		wins[i] = exact_wins(t->wins[i]);
	}
	snprintf(signature, sizeof signature, "%016" PRIx64, t->signature);
	at_putc(&out, '{');
	at_json_word(&out, "game", work->game->name);
	at_json_count(&out, "players", work->setup.seats);
	at_json_word(&out, "options", options);
	put_shard(&out, work->shard, work->shards);
	if (work->gpu) {
		at_json_word(&out, "device", "gpu");
		at_json_word(&out, "gpu", took->gpu);
	}
	at_json_count(&out, "games", t->games);
	at_json_count(&out, "decisions", t->decisions);
	at_json_count(&out, "chance_moves", t->chance_moves);
	put_number(&out, "seconds", took->seconds);
	put_number(&out, "decisions_per_second", (double)took->decisions / took->seconds);
	put_number(&out, "processor_seconds", took->processor);
	put_number(&out, "decisions_per_processor_second",
		   (double)took->decisions / took->processor);
	put_number(&out, "mean_moves_per_decision", (double)t->moves_listed / (double)t->decisions);
	at_json_numbers(&out, "scores", scores, work->setup.seats);
	at_json_numbers(&out, "wins", wins, work->setup.seats);
	at_json_word(&out, "signature", signature);
	at_putc(&out, '}');
	show_json(&out, stdout);
}

static void print(const struct work *work, const struct at_tally *t, const struct took *took)
{
	print_shard(work->shard, work->shards);
	printf("%" PRIu64
	       " games of %s with %u players in %.2f s: %.0f games/s, %.0f decisions/s\n",
	       t->games, work->game->title, work->setup.seats, took->seconds,
	       (double)took->games / took->seconds, (double)took->decisions / took->seconds);
	if (took->gpu[0])
		printf("played by the GPU, %s; %.2f s of processor time beside it\n", took->gpu,
		       took->processor);
	else
		printf("%.2f s of processor time: %.0f decisions/s a processor\n", took->processor,
		       (double)took->decisions / took->processor);
	printf("%.1f decisions a game, %.1f legal moves a decision, %.1f draws a game\n",
	       (double)t->decisions / (double)t->games,
	       (double)t->moves_listed / (double)t->decisions,
	       (double)t->chance_moves / (double)t->games);
	for (int i = 0; i < work->setup.seats; i++)
		printf("  seat %d  %-8s %8.2f points a game  %5.1f %% of the wins\n", i + 1,
		       work->players[i].name, (double)t->points[i] / (double)t->games,
		       100 * exact_wins(t->wins[i]) / (double)t->games);
	printf("signature %016" PRIx64 "\n", t->signature);
}

static int read_device(const struct command *command, const struct args *args, struct work *work)
{
	const char *device = args->given[DEVICE] ? args->text[DEVICE] : "cpu";

	work->gpu = strcmp(device, "gpu") == 0;
	if (!work->gpu && strcmp(device, "cpu") != 0)
		return bad_usage(command, "--device is cpu or gpu, not '%s'", device);
	if (work->gpu && !work->plain)
		return bad_usage(command,
				 "a GPU plays uniformly random games, without bots and records");
	if (work->gpu && args->given[THREADS])
		return bad_usage(command, "--threads are the processor's: a GPU has its own");
	return 0;
}

static int read_work(const struct command *command, const struct args *args, struct work *work)
{
	int code = find_game(command, args->text[GAME], &work->game);

	if (!code)
		code = read_setup(command, work->game, args->number[PLAYERS], args->text[OPTIONS],
				  &work->setup);
	if (!code)
		code = read_shard(command, args->text[SHARD], args->given[LOG], &work->shard,
				  &work->shards);
	if (!code)
		code = players_read(command, "--bots", args->text[BOTS], work->game,
				    work->setup.seats, false, work->players);
	if (code)
		return code;
	work->records = args->text[RECORDS];
	work->plain = !work->records;
	for (int i = 0; i < work->setup.seats; i++)
		work->plain &= work->players[i].spec.kind == AT_BOT_RANDOM;
	code = read_device(command, args, work);
	if (code)
		return code;
	work->chunk = work->plain ? 64 : 1;
	/* A line of the log is worth a while: some thousands of them are enough for any run. */
	if (args->given[LOG])
		while (work->games / work->chunk > 4096)
			work->chunk *= 2;
	for (uint64_t from = 0; from < work->games; from += work->chunk)
		if (!work->shards || from / work->chunk % work->shards == work->shard)
			work->own +=
			    work->games - from < work->chunk ? work->games - from : work->chunk;
	return work->records ? make_folder(work->records) : 0;
}

/* Everything that determines game number g: the log must agree with it. */
static void make_head(const struct work *work, struct at_text *t)
{
	char options[200], seed[24];
	struct at_text words;

	at_text_init(&words, options, sizeof options);
	at_print_options(work->game, work->setup.options, &words);
	snprintf(seed, sizeof seed, "%" PRIu64, work->seed);
	at_putc(t, '{');
	at_json_count(t, "log", 1);
	at_json_word(t, "simulate", work->game->name);
	at_json_count(t, "players", work->setup.seats);
	at_json_word(t, "options", options);
	at_json_word(t, "seed", seed);
	at_json_word(t, "draws", work->plain ? "fast" : "a seed a game");
	at_json_open(t, "bots", '[');
	for (int i = 0; i < work->setup.seats; i++) {
		at_json_next(t);
		at_json_string(t, work->players[i].name);
	}
	at_putc(t, ']');
	at_json_count(t, "games", work->games);
	at_putc(t, '}');
	at_assert(!t->full);
}

/* Plays the games that are not in the log, and adds both up. */
static int play_rest(struct work *work, const struct args *args, struct at_tally *tally,
		     struct took *took)
{
	struct tally_log log = {.seats = work->setup.seats,
				.games = work->games,
				.chunk = work->chunk,
				.shard = work->shard,
				.shards = work->shards};
	char head[1000];
	struct at_text t;
	int code = 0;

	at_text_init(&t, head, sizeof head);
	make_head(work, &t);
	if (args->given[LOG]) {
		work->log = &log;
		code = tally_log_open(&log, args->text[LOG], head) ? 0 : EXIT_INPUT;
	}
	*took = (struct took){.seconds = seconds_now(), .processor = seconds_worked_by_all()};
	if (!code && work->gpu)
		code = play_all_on_gpu(work, tally, took);
	else if (!code)
		code = play_all(work, args->given[THREADS] ? (int)args->number[THREADS] : 1, tally);
	took->games = tally->games;
	took->decisions = tally->decisions;
	took->seconds = seconds_now() - took->seconds;
	took->processor = seconds_worked_by_all() - took->processor;
	at_tally_add(tally, &log.sum);
	if (args->given[LOG] && !tally_log_close(&log))
		code = EXIT_INPUT;
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct work work = {.seed = args->number[SEED], .games = args->number[GAMES]};
	struct at_tally tally = {0};
	struct took took;
	int code = read_work(command, args, &work);

	if (!code)
		code = play_rest(&work, args, &tally, &took);
	if (code)
		return code;
	if (tally.games == 0 && !args->given[JSON])
		printf("part %s has no games: there are fewer pieces than parts\n",
		       args->text[SHARD]);
	else if (args->given[JSON])
		print_json(&work, &tally, &took);
	else
		print(&work, &tally, &took);
	return EXIT_SUCCESS;
}

const struct command simulate_command = {
    .name = "lab simulate",
    .help = "Plays many games and prints speed, mean scores, wins and a signature.",
    .notes =
	"The signature depends on every move and every final position, not on the number of "
	"threads. With\n"
	"--records, or with bots that think, every game has a seed of its own, so that `atoll "
	"replay` can\n"
	"verify it; these are other games than without. Bots with a budget in milliseconds depend "
	"on the\n"
	"clock.\n"
	"\n"
	"With --log, the speed is that of the games that this run has played itself.\n"
	"\n"
	"With --device gpu, the first run after an update of the driver takes some seconds longer.",
    .args = takes,
    .run = run,
};
