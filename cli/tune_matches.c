#define _POSIX_C_SOURCE 200809L

#include "tune.h"

#include "exact_math.h"
#include "interrupt.h"
#include "play.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
	SETS = 12,
	SCALE_GAMES = 40
}; /* sets of seat rotations a step; games to learn scales from */

static const double CHANGE = 0.6; /* points by which a weight's change moves evaluations */
static const double PACE = 1.2;   /* the fraction of that which a whole win moves the weights */

struct bout {
	const struct at_knowledge *know;
	struct at_setup setup;
	struct at_bot_spec spec;
	uint64_t seed;
	uint32_t games;
	const double *up, *down;
	atomic_uint next;
	pthread_mutex_t lock;
	double share; /* sum of what `up` won, mixed with leads */
};

/* The two sides of a step. */
struct change {
	double by[AT_FEATURES_MAX];
	double up[AT_FEATURES_MAX + 2], down[AT_FEATURES_MAX + 2];
};

static struct at_bot *make_bot(const struct bout *b, const double *weights)
{
	struct at_bot_spec spec = b->spec;
	void *memory = malloc(AT_BOT_MEMORY);

	if (!memory)
		abort();
	spec.weights = weights;
	return at_bot_init(memory, AT_BOT_MEMORY, b->know->game, &spec, &tune_host);
}

int tune_move(const struct at_game *game, struct at_state *s, struct at_bot *const *bots,
	      struct at_rng *rng)
{
	struct at_view view;
	int seat = s->turn;

	if (seat == AT_CHANCE) {
		game->apply(s, at_draw(game, s, rng));
	} else {
		at_view(s, seat, &view);
		game->apply(s, at_bot_choose(bots[seat], &view, NULL));
	}
	return seat;
}

/* One game: one seat plays with the weights changed upwards, the others with the opposite. After an
 * interrupt the result means nothing. */
static double play(const struct bout *b, uint32_t number, struct at_bot *up, struct at_bot **down)
{
	const struct at_game *game = b->know->game;
	int seats = b->setup.seats;
	int seat_up = (int)(number % (uint32_t)seats);
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];
	struct at_bot *bots[AT_SEATS_MAX];
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;
	double others = 0;

	at_rng_init(&rng, b->seed, number / (uint32_t)seats);
	at_init(game, &b->setup, s, NULL);
	for (int i = 0; i < seats; i++) {
		bots[i] = i == seat_up ? up : down[i];
		at_bot_begin(bots[i], b->seed + number + (uint64_t)i);
	}
	while (s->turn != AT_OVER && !interrupt_signal())
		tune_move(game, s, bots, &rng);
	at_judge(s, scores, wins);
	for (int i = 0; i < seats; i++)
		others += i == seat_up ? 0 : (double)scores[i].total / (seats - 1);
	return wins[seat_up] - 1.0 / seats + 0.01 * (scores[seat_up].total - others);
}

static void *play_games(void *context)
{
	struct bout *b = context;
	struct at_bot *up = make_bot(b, b->up);
	struct at_bot *down[AT_SEATS_MAX];
	double share = 0;
	uint32_t game;

	for (int i = 0; i < b->setup.seats; i++)
		down[i] = make_bot(b, b->down);
	while ((game = atomic_fetch_add(&b->next, 1)) < b->games && !interrupt_signal())
		share += play(b, game, up, down);
	pthread_mutex_lock(&b->lock);
	b->share += share;
	pthread_mutex_unlock(&b->lock);
	free(up);
	for (int i = 0; i < b->setup.seats; i++)
		free(down[i]);
	return NULL;
}

static double fight(struct bout *b, int threads)
{
	pthread_t thread[16];

	b->next = 0;
	b->share = 0;
	threads = threads > 16 ? 16 : threads;
	for (int i = 1; i < threads; i++)
		if (pthread_create(&thread[i], NULL, play_games, b))
			abort();
	play_games(b);
	for (int i = 1; i < threads; i++)
		pthread_join(thread[i], NULL);
	return b->share / b->games;
}

/* The root mean square of each feature in games of this bot. */
static void measure_scales(const struct bout *b, double *scale)
{
	const struct at_game *game = b->know->game;
	struct at_bot *bot = make_bot(b, NULL);
	struct at_bot *bots[AT_SEATS_MAX] = {bot, bot, bot, bot};
	double f[AT_FEATURES_MAX];
	uint32_t count = 0;

	memset(scale, 0, AT_FEATURES_MAX * sizeof *scale);
	for (uint32_t i = 0; i < SCALE_GAMES && !interrupt_signal(); i++) {
		struct at_rng rng;
		union at_any any;
		struct at_state *s = &any.head;
		tune_show("learning the scales of the features: %u of %d games", i, SCALE_GAMES);
		at_rng_init(&rng, b->seed, i);
		at_init(game, &b->setup, s, NULL);
		at_bot_begin(bot, i);
		while (s->turn != AT_OVER) {
			int seat = tune_move(game, s, bots, &rng);
			if (seat == AT_CHANCE)
				continue;
			b->know->see(s, seat, f);
			for (int k = 0; k < b->know->features; k++)
				scale[k] += f[k] * f[k];
			count++;
		}
	}
	for (int k = 0; k < b->know->features; k++)
		scale[k] = at_sqrt(scale[k] / count);
	free(bot);
}

/* The weights with all features changed at once, up and down by as much. */
static void make_change(struct bout *b, struct at_rng *rng, const double *scale,
			const double *weights, struct change *c)
{
	int n = b->know->features;

	memcpy(c->up, weights, ((size_t)n + 2) * sizeof *weights);
	memcpy(c->down, c->up, sizeof c->up);
	for (int i = 0; i < n; i++) {
		double size = scale[i] > 1e-6 ? CHANGE / scale[i] : 0;
		c->by[i] = at_rng_next(rng) & 1 ? size : -size;
		c->up[i] += c->by[i];
		c->down[i] -= c->by[i];
	}
	b->up = c->up;
	b->down = c->down;
	b->seed = at_rng_next(rng);
}

uint32_t tune_by_matches(const struct at_knowledge *know, const struct at_setup *setup,
			 const struct at_bot_spec *spec, uint32_t steps, uint64_t seed, int threads,
			 double *weights)
{
	struct bout b = {.know = know,
			 .setup = *setup,
			 .spec = *spec,
			 .seed = seed,
			 .games = (uint32_t)(SETS * setup->seats)};
	double scale[AT_FEATURES_MAX], sums[AT_FEATURES_MAX] = {0};
	struct change change;
	struct at_rng rng;
	double differences = 0;
	uint32_t step = 0, half = steps / 2;

	pthread_mutex_init(&b.lock, NULL);
	at_rng_init(&rng, seed, 0x59);
	measure_scales(&b, scale);
	for (; step < steps; step++) {
		double won;
		make_change(&b, &rng, scale, weights, &change);
		won = fight(&b, threads);
		if (interrupt_signal())
			break;
		differences += won > 0 ? won : -won;
		for (int i = 0; i < know->features; i++) {
			weights[i] += PACE * won * change.by[i];
			if (step >= half)
				sums[i] += weights[i];
		}
		tune_show("%u of %u steps, mean difference %.3f", step + 1, steps,
			  differences / (step + 1));
	}
	tune_show_end();
	for (int i = 0; i < know->features && step > half; i++)
		weights[i] = sums[i] / (step - half);
	pthread_mutex_destroy(&b.lock);
	return step;
}
