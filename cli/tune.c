#define _POSIX_C_SOURCE 200809L

#include "tune.h"
#include "clock.h"
#include "command.h"
#include "inside.h"
#include "play.h"
#include "real.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, GAMES, PLAYERS, BOT, SEED, RIDGE, STEPS, THREADS, FORECAST };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true, .help = "its name, see `atoll games`"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 0, .hi = 10000000,
	       .help = "games to learn from"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "how many seats; 2 without"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "who plays them against itself; greedy:noise=1 without"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same weights; 1 without"},
    [RIDGE] = {"--ridge", ARG_NUMBER, .value = "R", .lo = 0, .hi = 1000000,
	       .help = "how strongly the old weights hold, in positions; 200 without"},
    [STEPS] = {"--steps", ARG_NUMBER, .value = "N", .lo = 1, .hi = 100000,
	       .help = "after the fit (--games 0: instead of it), so many steps by matches"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games played at once; 1 without"},
    [FORECAST] = {"--forecast", ARG_FLAG,
		  .help = "fit what the weights as they are say of points and wins instead"},
    {NULL},
};

enum { SAMPLES_MAX = 400, N = AT_FEATURES_MAX };

/* What is learnt from: features of a position and the points that came of it. */
struct lesson {
	double xx[N][N], xy[N]; /* sums of products */
	uint64_t count;
};

/* Leads and how they ended, for the spreads: in tenths of the game to come. */
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
	uint32_t games;
	atomic_uint next;
	pthread_mutex_t lock;
	struct lesson lesson;
	struct pair *pairs;
	uint32_t pair_count;
};

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
	d->left[d->count] = know->left(s);
	for (int seat = 0; seat < s->seats; seat++)
		know->see(s, seat, d->features[d->count][seat]);
	d->count++;
}

static void play(struct work *w, struct at_bot **bots, uint32_t game, struct at_state *s,
		 struct diary *d)
{
	struct at_rng rng;

	at_rng_init(&rng, w->seed, game);
	at_init(w->game, &w->setup, s, NULL);
	for (int i = 0; i < s->seats; i++)
		at_bot_begin(bots[i], at_rng_next(&rng));
	d->count = 0;
	while (s->turn != AT_OVER) {
		int seat = tune_move(w->game, s, bots, &rng);
		if (seat != AT_CHANCE && s->turn != seat)
			write_diary(w->know, s, d);
	}
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
		bots[i] = at_bot_init(memory[i], AT_BOT_MEMORY, w->game, &w->spec, NULL);
	}
	while ((game = atomic_fetch_add(&w->next, 1)) < w->games) {
		union at_any any;
		play(w, bots, game, &any.head, diary);
		pthread_mutex_lock(&w->lock);
		learn(w, &any.head, diary);
		pthread_mutex_unlock(&w->lock);
		if (isatty(2) && game % 10 == 0)
			fprintf(stderr, "\r%u of %u games", game, w->games);
	}
	for (int i = 0; i < w->setup.seats; i++)
		free(memory[i]);
	free(diary);
	return NULL;
}

/* Solves the normal equations by Gauss's elimination; the old weights count as `ridge` positions
 * that were judged right. */
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

/* How surprising the results are if leads mean what the spreads say. */
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

void tune_spreads(double (*judge)(const void *, double end, double start), const void *context,
		  double spread[2])
{
	double best = judge(context, spread[0], spread[1]);

	for (double step = 2; step > 0.05;) {
		bool better = false;
		for (int i = 0; i < 4; i++) {
			double end = spread[0] + (i == 0 ? step : i == 1 ? -step : 0);
			double start = spread[1] + (i == 2 ? step : i == 3 ? -step : 0);
			double s;
			if (end < 0.5 || start < 0.5)
				continue;
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
	fprintf(stderr, "mean surprise of the win shares: %.4f\n", best);
}

static void print(const struct work *w, const double *weights)
{
	printf("/* %u games with %u players, seed %llu. */\n", w->games, w->setup.seats,
	       (unsigned long long)w->seed);
	for (int i = 0; i < w->know->features; i++)
		printf("    %.4f, /* %s */\n", weights[i], w->know->names[i]);
	printf("    %.4f, /* spread at the end */\n", weights[w->know->features]);
	printf("    %.4f, /* spread at the start */\n", weights[w->know->features + 1]);
}

static void print_forecast(const struct work *w)
{
	struct at_forecast f;

	tune_forecast(w->know, &w->spec, w->games, w->seed, &f);
	printf("    .gain = {%.1f, %.1f},\n", f.gain[0], f.gain[1]);
	printf("    .lead = {%.3f, %.3f},\n", f.lead[0], f.lead[1]);
	printf("    .spread = {%.2f, %.2f},\n", f.spread[0], f.spread[1]);
}

static int run(const struct command *command, const struct args *args)
{
	static struct work w;
	const char *bot = args->given[BOT] ? args->text[BOT] : "greedy:noise=1";
	int threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	double weights[N + 2];
	pthread_t thread[256];
	struct at_fail fail;
	int code = find_game(command, args->text[GAME], &w.game);

	if (!code)
		code = read_setup(command, w.game, args->given[PLAYERS] ? args->number[PLAYERS] : 2,
				  NULL, &w.setup);
	if (code)
		return code;
	if (at_bot_spec_parse(w.game, bot, strlen(bot), &w.spec, &fail))
		return bad_usage(command, "--bot: %s", fail.why);
	w.know = at_knowledge_of(w.game);
	if (!w.know)
		return bad_usage(command, "%s has no evaluation to be tuned", w.game->name);
	w.games = (uint32_t)args->number[GAMES];
	w.seed = args->given[SEED] ? args->number[SEED] : 1;
	if (args->given[FORECAST]) {
		print_forecast(&w);
		return EXIT_SUCCESS;
	}
	w.pairs = malloc(PAIRS_MAX * sizeof *w.pairs);
	pthread_mutex_init(&w.lock, NULL);
	for (int i = 0; i < threads; i++)
		if (pthread_create(&thread[i], NULL, play_games, &w))
			return bad_input("the threads could not be started");
	for (int i = 0; i < threads; i++)
		pthread_join(thread[i], NULL);
	memcpy(weights, w.know->weights, ((size_t)w.know->features + 2) * sizeof *weights);
	if (w.games) {
		solve(&w, args->given[RIDGE] ? (double)args->number[RIDGE] : 200, weights);
		tune_spreads(surprise, &w, weights + w.know->features);
	}
	if (args->given[STEPS])
		tune_by_matches(w.know, &w.setup, &w.spec, (uint32_t)args->number[STEPS], w.seed,
				threads, weights);
	print(&w, weights);
	free(w.pairs);
	return EXIT_SUCCESS;
}

const struct command tune_command = {
    .name = "tune",
    .help = "Fits the weights of a game's evaluation to games that a bot plays against itself.",
    .notes =
	"Prints one weight a feature, as they stand in bots/weights_*.h: a least-squares fit of\n"
	"the final points to the features of every position, and the spreads that make the\n"
	"win shares least surprised by the results. With --steps the weights then go where small\n"
	"changes of them win matches. Only one thread gives the same weights again. Where matches "
	"have\n"
	"made the weights, --forecast fits what they mean in final points and wins.",
    .args = takes,
    .run = run,
};
