/* The analysis of a game as a sequence of jobs (job.h): what every decision lost against the best
 * turn found from what its seat knew then, so that a mistake is a mistake and not bad luck, and
 * what every draw brought against what could be expected of it.
 *
 *     at_analysis_begin(&a, &table, &log, notes, seed, &fail);
 *     while (at_analysis_next(&a, &job)) {
 *             ... think ...
 *             at_analysis_take(&a, &answer);
 *     }
 */
#ifndef AT_TABLE_ANALYSIS_H
#define AT_TABLE_ANALYSIS_H

#include "job.h"
#include "line.h"

/* What is said about one move that stands. */
struct at_note {
	int8_t seat;    /* or AT_CHANCE */
	uint8_t forced; /* the only legal move: nothing to lose */
	uint8_t judged; /* win is that of all seats after the turn that ends with this move */
	at_move move;
	struct at_candidate own, best; /* of a decision: the turn as it was played, and a better */
	double loss_win, loss_points;  /* what this move lost of the difference */
	struct at_luck luck;           /* of a draw */
	double win[AT_SEATS_MAX];
};

struct at_totals {
	int decisions, mistakes; /* a mistake loses AT_MISTAKE of the win or more */
	double loss_win, loss_points, luck_win, luck_points;
};

#define AT_MISTAKE 0.02

struct at_analysis {
	const struct at_table *table;
	struct at_log log;
	struct at_note *notes; /* the caller's, one for every move that stands */
	uint64_t seed;
	uint32_t count, done; /* of them */
	uint32_t turn;        /* the first move of the turn that is being judged */
	uint32_t turn_length; /* 0: none is */
	struct at_totals totals[AT_SEATS_MAX];
	struct at_walk walk;
};

/* How many notes are needed. */
uint32_t at_analysis_size(const struct at_table *);

enum at_err at_analysis_begin(struct at_analysis *, const struct at_table *, const struct at_log *,
			      struct at_note *notes, uint64_t seed, struct at_fail *);

/* The next job; false when all is done. Decisions without a choice need none. */
bool at_analysis_next(struct at_analysis *, struct at_job *);
void at_analysis_take(struct at_analysis *, const struct at_answer *);

#endif
