#define _POSIX_C_SOURCE 200809L

#include "tune.h"

#include "clock.h"
#include "command.h"
#include "exact_math.h"
#include "foretold.h"
#include "interrupt.h"
#include "play.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, GAMES, PLAYERS, BOT, SEED, RIDGE, STEPS, THREADS, FORECAST, TRUST };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 0, .hi = 10000000,
	       .help = "how many games to learn from"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "number of seats (default 2)"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "the bot that plays them against itself (default greedy:noise=1)"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same weights (default 1)"},
    [RIDGE] = {"--ridge", ARG_NUMBER, .value = "R", .lo = 0, .hi = 1000000,
	       .help = "how strongly to hold on to the old weights, in positions (default 200)"},
    [STEPS] = {"--steps", ARG_NUMBER, .value = "N", .lo = 1, .hi = 100000,
	       .help = "after the fit (with --games 0 instead of it), take N steps by matches"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once (default 1)"},
    [FORECAST] = {"--forecast", ARG_FLAG,
		  .help = "keep the weights, and fit what they say about final points"},
    [TRUST] = {"--trust", ARG_FLAG,
	       .help = "keep the weights, and fit the calibration of win probabilities"},
    {NULL},
};

enum { SAMPLES_MAX = 400, N = AT_FEATURES_MAX };

/* The training data: features of a position and the points that followed. */
struct lesson {
	double xx[N][N], xy[N]; /* sums of products */
	uint64_t count;
};

/* Leads and results, for the spreads: in tenths of the game that is left. */
enum { STAGES = 10, PAIRS_MAX = 200000 };
struct pair {
	float lead, left, won;
};

struct work {
	const struct at_game *game;
	const struct at_knowledge *know;
	struct at_setup setup;
	struct at_bot_spec spec;
	uint64_t seed;
	uint32_t games, steps;           /* to be played, to be made */
	uint32_t games_done, steps_done; /* fewer after an interrupt */
	int threads;
	atomic_uint next;
	pthread_mutex_t lock; /* of all that follows, of games_done and of what is shown */
	struct lesson lesson;
	struct pair *pairs;
	uint32_t pair_count;
};

static bool stop_asked(void *unused)
{
	(void)unused;
	return atomic_load(interrupt_flag());
}

const struct at_host tune_host = {.stop = stop_asked};

static double shown_at; /* when progress was last shown; 0: not yet */

void tune_show(const char *format, ...)
{
	bool terminal = isatty(STDERR_FILENO);
	double now = seconds_now();
	va_list args;

	if (shown_at == 0)
		shown_at = now; /* work that ends soon needs no progress line */
	if (now - shown_at < (terminal ? 0.2 : 10))
		return;
	shown_at = now;
	fputs(terminal ? "\r\033[K" : "", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputs(terminal ? "" : "\n", stderr);
}

void tune_show_end(void)
{
	fputs(isatty(STDERR_FILENO) ? "\r\033[K" : "", stderr);
}

/* One game's positions, until its result is known. */
struct diary {
	int count;
	double left[SAMPLES_MAX];
	double features[SAMPLES_MAX][AT_SEATS_MAX][N];
};

static void write_diary(const struct at_knowledge *know, const struct at_state *s, struct diary *d)
{
	if (d->count == SAMPLES_MAX || s->turn == AT_OVER)
		return;
	d->left[d->count] = at_know_left(know, s);
	for (int seat = 0; seat < s->seats; seat++)
		know->see(s, seat, d->features[d->count][seat]);
	d->count++;
}

/* Plays to the end; false after an interrupt. */
static bool play(struct work *w, struct at_bot **bots, uint32_t game, struct at_state *s,
		 struct diary *d)
{
	struct at_rng rng;

	at_rng_init(&rng, w->seed, game);
	at_init(w->game, &w->setup, s, NULL);
	for (int i = 0; i < s->seats; i++)
		at_bot_begin(bots[i], at_rng_next(&rng));
	d->count = 0;
	while (s->turn != AT_OVER && !interrupt_signal()) {
		int seat = tune_move(w->game, s, bots, &rng);
		if (seat != AT_CHANCE && s->turn != seat)
			write_diary(w->know, s, d);
	}
	return !interrupt_signal();
}

static void learn(struct work *w, const struct at_state *s, const struct diary *d)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	int n = w->know->features;

	at_rank(s, scores, places);
	for (int i = 0; i < d->count; i++)
		for (int seat = 0; seat < s->seats; seat++) {
			const double *x = d->features[i][seat];
			for (int a = 0; a < n; a++) {
				if (x[a] == 0)
					continue;
				w->lesson.xy[a] += x[a] * scores[seat].total;
				for (int b = 0; b < n; b++)
					w->lesson.xx[a][b] += x[a] * x[b];
			}
			w->lesson.count++;
		}
	for (int i = 0; i < d->count && w->pair_count < PAIRS_MAX; i++) {
		const double(*x)[N] = d->features[i];
		double lead = 0;
		for (int a = 0; a < n; a++)
			lead += w->know->weights[a] * (x[0][a] - x[1][a]);
		w->pairs[w->pair_count++] =
		    (struct pair){(float)lead, (float)d->left[i],
				  places[0] == places[1] ? 0.5f : places[0] < places[1]};
	}
}

static void *play_games(void *context)
{
	struct work *w = context;
	struct diary *diary = malloc(sizeof *diary);
	struct at_bot *bots[AT_SEATS_MAX];
	void *memory[AT_SEATS_MAX];
	uint32_t game;

	for (int i = 0; i < w->setup.seats; i++) {
		memory[i] = malloc(AT_BOT_MEMORY);
		if (!memory[i] || !diary)
			abort();
		bots[i] = at_bot_init(memory[i], AT_BOT_MEMORY, w->game, &w->spec, &tune_host);
	}
	while ((game = atomic_fetch_add(&w->next, 1)) < w->games) {
		union at_any any;
		if (!play(w, bots, game, &any.head, diary))
			break;
		pthread_mutex_lock(&w->lock);
		learn(w, &any.head, diary);
		tune_show("%u of %u games", ++w->games_done, w->games);
		pthread_mutex_unlock(&w->lock);
	}
	for (int i = 0; i < w->setup.seats; i++)
		free(memory[i]);
	free(diary);
	return NULL;
}

/* Solves the normal equations by Gaussian elimination; the old weights count as `ridge`
 * correctly judged positions. */
static void solve(const struct work *w, double ridge, double *out)
{
	static double m[N][N + 1];
	int n = w->know->features;

	for (int a = 0; a < n; a++) {
		for (int b = 0; b < n; b++)
			m[a][b] = w->lesson.xx[a][b] + (a == b ? ridge : 0);
		m[a][n] = w->lesson.xy[a] + ridge * w->know->weights[a];
	}
	for (int a = 0; a < n; a++) {
		int best = a;
		for (int b = a + 1; b < n; b++)
			if (at_abs(m[b][a]) > at_abs(m[best][a]))
				best = b;
		for (int c = 0; c <= n; c++) {
			double x = m[a][c];
			m[a][c] = m[best][c];
			m[best][c] = x;
		}
		for (int b = 0; b < n; b++) {
			double k = b == a ? 0 : m[b][a] / m[a][a];
			for (int c = a; c <= n; c++)
				m[b][c] -= k * m[a][c];
		}
	}
	for (int a = 0; a < n; a++)
		out[a] = m[a][n] / m[a][a];
}

/* The negative log-likelihood of the results, given the spreads. */
static double surprise(const void *context, double end, double start)
{
	const struct work *w = context;
	double sum = 0;

	for (uint32_t i = 0; i < w->pair_count; i++) {
		const struct pair *p = &w->pairs[i];
		double t = end + (start - end) * (double)p->left;
		double win = 1 / (1 + at_exp(-(double)p->lead / t));
		win = win < 1e-6 ? 1e-6 : win > 1 - 1e-6 ? 1 - 1e-6 : win;
		sum -= (double)p->won * at_log(win) + (1 - (double)p->won) * at_log(1 - win);
	}
	return sum / w->pair_count;
}

/* The walk ends early after an interrupt, but has at least a second. */
static bool is_hurried(double began)
{
	return interrupt_signal() && seconds_now() - began > 1;
}

void tune_spreads(double (*judge)(const void *, double end, double start), const void *context,
		  double spread[2])
{
	double best = judge(context, spread[0], spread[1]);
	double began = seconds_now();

	for (double step = 2; step > 0.05 && !is_hurried(began);) {
		bool better = false;
		for (int i = 0; i < 4 && !is_hurried(began); i++) {
			double end = spread[0] + (i == 0 ? step : i == 1 ? -step : 0);
			double start = spread[1] + (i == 2 ? step : i == 3 ? -step : 0);
			double s;
			if (end < 0.5 || start < 0.5)
				continue;
			tune_show("fitting the spreads: %.2f and %.2f, log loss %.4f", spread[0],
				  spread[1], best);
			s = judge(context, end, start);
			if (s < best - 1e-9) {
				best = s;
				spread[0] = end;
				spread[1] = start;
				better = true;
			}
		}
		if (!better)
			step /= 2;
	}
	tune_show_end();
	fprintf(stderr, "mean log loss of the win shares: %.4f\n", best);
}

static void print(const struct work *w, const double *weights)
{
	printf("/* %u games with %u players, seed %" PRIu64, w->games_done, w->setup.seats,
	       w->seed);
	if (w->steps)
		printf(", %u steps by matches", w->steps_done);
	puts(". */");
	for (int i = 0; i < w->know->features; i++)
		printf("    %.4f, /* %s */\n", weights[i], w->know->names[i]);
	printf("    %.4f, /* spread at the end */\n", weights[w->know->features]);
	printf("    %.4f, /* spread at the start */\n", weights[w->know->features + 1]);
}

static void fit_forecast(struct work *w)
{
	struct at_forecast f;

	w->games_done = tune_forecast(w->know, &w->spec, w->games, w->seed, &f);
	if (w->games_done == 0)
		return;
	printf("/* %u games, seed %" PRIu64 ". */\n", w->games_done, w->seed);
	printf("    .gain = {%.1f, %.1f},\n", f.gain[0], f.gain[1]);
	printf("    .lead = {%.3f, %.3f},\n", f.lead[0], f.lead[1]);
}

static int fit_trust(struct work *w)
{
	struct foretold f = {.game = w->game,
			     .setup = w->setup,
			     .spec = w->spec,
			     .seed = w->seed,
			     .games = w->games,
			     .threads = w->threads};
	int code = tune_trust(&f);

	w->games_done = f.count ? f.games : 0;
	free(f.said);
	return code;
}

/* Plays the games and fits the weights to them; the weights stay if no game was finished. */
static int fit_weights(struct work *w, double ridge, double *weights)
{
	pthread_t thread[256];
	int started = 0;

	w->pairs = malloc(PAIRS_MAX * sizeof *w->pairs);
	if (!w->pairs)
		return bad_input("there is not enough memory");
	pthread_mutex_init(&w->lock, NULL);
	while (started < w->threads && !pthread_create(&thread[started], NULL, play_games, w))
		started++;
	for (int i = 0; i < started; i++)
		pthread_join(thread[i], NULL);
	tune_show_end();
	if (started && w->games_done) {
		solve(w, ridge, weights);
		tune_spreads(surprise, w, weights + w->know->features);
	}
	pthread_mutex_destroy(&w->lock);
	free(w->pairs);
	return started ? 0 : bad_input("the threads could not be started");
}

static int tune(struct work *w, double ridge)
{
	double weights[N + 2];
	int code = 0;

	memcpy(weights, at_know_weights(w->know, w->spec.kind),
	       ((size_t)w->know->features + 2) * sizeof *weights);
	if (w->games)
		code = fit_weights(w, ridge, weights);
	if (!code && w->steps && !interrupt_signal())
		w->steps_done = tune_by_matches(w->know, &w->setup, &w->spec, w->steps, w->seed,
						w->threads, weights);
	if (!code)
		print(w, weights);
	return code;
}

/* 0, or the exit code of an interrupt after saying how far it got. */
static int finish(const struct work *w)
{
	if (!interrupt_signal() || (w->games_done == w->games && w->steps_done == w->steps))
		return 0;
	if (w->steps)
		bad_input("interrupted after %u of %u games and %u of %u steps", w->games_done,
			  w->games, w->steps_done, w->steps);
	else
		bad_input("interrupted after %u of %u games", w->games_done, w->games);
	return 128 + interrupt_signal();
}

static int read_work(const struct command *command, const struct args *args, struct work *w)
{
	const char *bot = args->given[BOT] ? args->text[BOT] : "greedy:noise=1";
	struct at_fail fail;
	int code = find_game(command, args->text[GAME], &w->game);

	if (!code)
		code = read_setup(command, w->game,
				  args->given[PLAYERS]     ? args->number[PLAYERS]
				  : w->game->seats_min > 2 ? w->game->seats_min
							   : 2,
				  NULL, &w->setup);
	if (code)
		return code;
	if (at_bot_spec_parse(w->game, bot, strlen(bot), &w->spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	if (args->given[TRUST] && !args->given[BOT]) {
		w->spec = at_judge_spec(w->game);
		w->spec.ms = 0;
	}
	w->know = at_knowledge_of(w->game);
	if (!w->know->game)
		return bad_usage(command, "%s has no evaluation of its own to be tuned",
				 w->game->name);
	w->games = (uint32_t)args->number[GAMES];
	w->steps = args->given[STEPS] ? (uint32_t)args->number[STEPS] : 0;
	w->seed = args->given[SEED] ? args->number[SEED] : 1;
	w->threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	static struct work w;
	int code = read_work(command, args, &w);

	if (code)
		return code;
	catch_interrupts();
	if (args->given[TRUST]) {
		w.steps = 0;
		code = fit_trust(&w);
	} else if (args->given[FORECAST]) {
		w.steps = 0;
		fit_forecast(&w);
	} else {
		code = tune(&w, args->given[RIDGE] ? (double)args->number[RIDGE] : 200);
	}
	return code ? code : finish(&w);
}

const struct command tune_command = {
    .name = "lab tune",
    .help = "Fits the weights of a game's evaluation to games that a bot plays against itself.",
    .notes = "Prints one weight for each feature, as in bots/weights_*.h. They are a least-squares "
	     "fit of the\n"
	     "final points to the features of every position, with the spreads that minimise the "
	     "log loss of the\n"
	     "results. With --steps, small changes of the weights are then tried in matches, and "
	     "the weights move\n"
	     "towards the winners; only a single thread repeats exactly. For weights that come "
	     "from matches,\n"
	     "--forecast fits what they mean in final points. --trust calibrates the win "
	     "probabilities that people\n"
	     "are shown (by default those of the bot that analyses use).",
    .args = takes,
    .run = run,
};
