/* batch-bench [MS] [GAME]: decisions per second of at_batch on one core, by the processor time
 * of its thread, next to `simulate`: with masks and observations, without, and one state after
 * the other as the first program of docs/library.md plays it. The best of
 * several slices counts; the bar of a row is the figure that it must reach. */
#include "facade.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { N = 1024, SLICES = 5, SEED = 1 };

/* Million decisions a second with masks and observations, two and four players. */
static const struct {
	const char *game;
	double two, four;
} bars[] = {{"reef", 2, 1.2}, {"my-shelfie", 2, 1.2}, {"reef-encounter", 1, 0.7}};

static double worked(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static double simulate(const struct at_game *game, int seats, double seconds, int *length)
{
	struct at_setup setup = {.seats = (uint8_t)seats};
	static uint64_t next;
	struct at_tally tally = {0};
	double begin = worked();
	double spent;

	do {
		at_simulate(game, &setup, SEED, next, 16, &tally);
		next += 16;
		spent = worked() - begin;
	} while (spent < seconds);
	*length = (int)(tally.decisions / tally.games);
	return (double)tally.decisions / spent;
}

/* One game after the other with the functions of atoll.h, as docs/library.md begins, but for the
 * printing. */
static double play_singly(const struct at_game *game, int seats, double seconds)
{
	static at_move moves[AT_MOVES_MAX];
	struct at_state *s = malloc(at_state_size(game));
	double begin = worked();
	uint64_t decisions = 0;
	struct at_rng rng;
	double spent;

	at_rng_seed(&rng, SEED, 0);
	do {
		if (!s || at_state_init(game, seats, 0, s, NULL))
			abort();
		while (at_state_turn(s) != AT_OVER) {
			bool chance = at_state_turn(s) == AT_CHANCE;
			at_move m;
			if (chance) {
				m = at_state_draw(s, &rng);
			} else {
				uint32_t n = (uint32_t)at_state_moves(s, moves);
				m = moves[at_rng_pick(&rng, n)];
			}
			if (at_state_apply(s, m, NULL))
				abort();
			decisions += !chance;
		}
		spent = worked() - begin;
	} while (spent < seconds);
	free(s);
	return (double)decisions / spent;
}

/* The number of steps by the usual length of a game: all games began at the same time, and late
 * decisions take longer. */
static double step(struct at_batch *b, int32_t *actions, int length, double seconds)
{
	double begin = worked();
	uint64_t decisions = 0;
	double spent;

	do {
		for (int i = 0; i < length; i++) {
			at_batch_random(b, actions);
			if (at_batch_step(b, actions, NULL))
				abort();
		}
		decisions += (uint64_t)length * N;
		spent = worked() - begin;
	} while (spent < seconds);
	return (double)decisions / spent;
}

static void *room(size_t size)
{
	void *memory = aligned_alloc(64, (size + 63) / 64 * 64);

	if (!memory)
		abort();
	return memory;
}

/* All variants in alternating slices, so that a disturbance affects all of them. */
static void time_row(const struct at_game *game, int seats, double seconds, double best[4])
{
	int32_t *actions = room(N * sizeof *actions);
	struct at_batch_spec spec = {
	    .size = sizeof spec, .game = game, .n = N, .seats = (uint8_t)seats, .seed = SEED};
	struct at_batch *plain, *full;

	spec.states = room(N * at_batch_state_size(game));
	spec.turns = room(N);
	spec.rewards = room(N * AT_SEATS_MAX * sizeof *spec.rewards);
	spec.done = room(N);
	plain = at_batch_new(&spec, NULL);
	spec.states = room(N * at_batch_state_size(game));
	spec.masks = room(N * (size_t)at_actions(game));
	spec.observations = room(N * at_observation_size(game));
	full = at_batch_new(&spec, NULL);
	for (int i = 0; i < SLICES; i++) {
		int length;
		double rate[4];
		rate[0] = simulate(game, seats, seconds / SLICES, &length);
		rate[1] = step(plain, actions, length, seconds / SLICES);
		rate[2] = step(full, actions, length, seconds / SLICES);
		rate[3] = play_singly(game, seats, seconds / SLICES);
		for (int k = 0; k < 4; k++)
			best[k] = rate[k] > best[k] ? rate[k] : best[k];
	}
	at_batch_free(plain);
	at_batch_free(full); /* the rest ends with the program */
}

static double bar_of(const char *game, int seats)
{
	for (size_t i = 0; i < sizeof bars / sizeof bars[0]; i++)
		if (strcmp(bars[i].game, game) == 0)
			return seats == 2 ? bars[i].two : seats == 4 ? bars[i].four : 0;
	return 0;
}

int main(int argc, char **argv)
{
	double seconds = (argc > 1 ? strtod(argv[1], NULL) : 1000) / 1000;

	printf("%-16s %7s %11s %9s %5s %11s %9s %5s %5s\n", "game", "players", "simulate/s",
	       "batch/s", "%", "observed/s", "single/s", "%", "bar");
	for (int i = 0; i < at_game_count(); i++)
		for (int seats = 2; seats <= 4; seats += 2) {
			const struct at_game *game = at_game_number(i);
			double rate[4] = {0};
			double bar = bar_of(at_game_name(game), seats);
			if ((argc > 2 && strcmp(argv[2], at_game_name(game)) != 0) ||
			    seats < at_game_seats_min(game) || seats > at_game_seats_max(game))
				continue;
			time_row(game, seats, seconds, rate);
			printf("%-16s %7d %11.0f %9.0f %5.0f %11.0f %9.0f %5.0f",
			       at_game_name(game), seats, rate[0], rate[1], 100 * rate[1] / rate[0],
			       rate[2], rate[3], 100 * rate[3] / rate[0]);
			if (bar > 0)
				printf(" %5.1f%s", bar, rate[2] < bar * 1e6 ? "  below" : "");
			puts("");
			fflush(stdout);
		}
	puts("One thread, its processor time; 1,024 games at once. batch: without masks and "
	     "observations; observed: with both; its bar is in millions. single: one state "
	     "after the other, as the first program of docs/library.md.");
	return 0;
}
