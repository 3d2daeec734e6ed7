/* The parts of `atoll lab tune`.
 *
 * Tuning by matches, where a fit to results misleads: simultaneous perturbation (SPSA).
 *
 * A step changes all weights at once by a small random amount up or down, plays the changed weights
 * against the opposite change on the same draws, and moves the weights towards the winner. */
#ifndef TUNE_H
#define TUNE_H

#include "bot.h"
#include "knowledge.h"

/* Shows progress on stderr: on a terminal in one line that is rewritten, elsewhere a line every
 * ten seconds. Not thread-safe. */
void tune_show(const char *format, ...) __attribute__((format(printf, 1, 2)));
void tune_show_end(void); /* leaves the line */

/* The host of the bots that play here: an interrupt ends their thinking. */
extern const struct at_host tune_host;

/* Makes the next draw, or the decision of seat i by bots[i]. Returns who moved: a seat, or
 * AT_CHANCE. */
int tune_move(const struct at_game *, struct at_state *, struct at_bot *const *bots,
	      struct at_rng *);

/* Improves weights in place; the spreads at their end stay. The result is the mean of the second
 * half of the path, or the current weights if an interrupt came before that. Returns the number
 * of steps. */
uint32_t tune_by_matches(const struct at_knowledge *, const struct at_setup *,
			 const struct at_bot_spec *, uint32_t steps, uint64_t seed, int threads,
			 double *weights);

/* Finds the spreads, at the end and at the start, that make the results most likely: a grid
 * search that starts with the given spreads and becomes finer. */
void tune_spreads(double (*surprise)(const void *, double end, double start), const void *context,
		  double spread[2]);

/* Fits the forecast of the evaluation to this many games for every number of players in turn.
 * Returns the number of games, fewer after an interrupt; if it is 0, *out is unchanged. */
uint32_t tune_forecast(const struct at_knowledge *, const struct at_bot_spec *, uint32_t games,
		       uint64_t seed, struct at_forecast *out);

struct foretold;

/* Fits the calibration of win probabilities to the games of *f, as foretold.h plays them, and
 * prints it. The caller frees f->said. 0, or an exit code. */
int tune_trust(struct foretold *f);

#endif
