/* The analysis of a game as a sequence of jobs (job.h): what every turn lost against the best one
 * found from what its seat knew then, so that a mistake is a mistake and not bad luck, and what
 * draws brought.
 *
 *     at_analysis_begin(&a, &table, &log, notes, seed, &fail);
 *     while (at_analysis_next(&a, &job)) {
 *             ... think ...
 *             at_analysis_take(&a, &answer);
 *     }
 *
 * Shares of the win add up: a seat's result is what it had at the start, less what its turns lost,
 * with what the others' losses gave it, and luck. So luck is all that changed between the end of a
 * turn and the beginning of the next: what was drawn, and what secrets turned out to be. It is
 * charged to the draws between them, each with what a quick look says of it and an even part of
 * the rest; where nothing was drawn it waits for the next draw. The last change, to the result, is
 * charged to what is opened at the end, or if nothing is to no move at all. Points by luck follow
 * in the same way.
 *
 * A turn is judged as one where the bots plan it as one; then its loss is charged to the first
 * decision that leaves the best turn. What may be an accident of the search counts as no loss. */
#ifndef AT_TABLE_ANALYSIS_H
#define AT_TABLE_ANALYSIS_H

#include "job.h"
#include "line.h"

/* What is said about one move that stands. */
struct at_note {
	int8_t seat;    /* or AT_CHANCE */
	uint8_t forced; /* the only legal move, or the only outcome */
	uint8_t judged; /* win is that of all seats after the turn that ends with this move */
	at_move move;
	struct at_candidate own, best; /* of a decision: the turn as it was played, and a better */
	double loss_win, loss_points;  /* what this move lost of the difference: never more than
					  there was */
	double error;                  /* standard error of loss_win */
	struct at_luck luck;           /* of a draw */
	double win[AT_SEATS_MAX];
};

struct at_totals {
	int decisions, mistakes; /* a mistake loses AT_MISTAKE of the win or more */
	double start, result;    /* shares of the win: at the start, and at the end; of a game that
				    is not over, as foretold last */
	double loss_win, loss_points, luck_win, luck_points;
	double given_win; /* by what others lost */
	double error;     /* standard error of loss_win */
};

#define AT_MISTAKE 0.02

/* What all seats could expect at some moment. */
struct at_outlook {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

struct at_analysis {
	const struct at_table *table;
	struct at_events log;
	struct at_note *notes; /* the caller's, one for every move that stands */
	uint64_t seed;
	uint32_t count, done;      /* of them */
	uint32_t settled;          /* the first so many notes are as they will stay */
	uint32_t turn;             /* the first move of the turn that was judged last */
	uint32_t turn_length;      /* 0: the walk is not in it */
	bool finished;             /* all is settled */
	bool begun;                /* now holds something */
	struct at_outlook now;     /* after the last turn that was judged */
	struct at_outlook waiting; /* luck that no draw has been charged with */
	struct at_totals totals[AT_SEATS_MAX];
	struct at_walk walk;
};

/* How many notes are needed. */
uint32_t at_analysis_size(const struct at_table *);

enum at_err at_analysis_begin(struct at_analysis *, const struct at_table *,
			      const struct at_events *, struct at_note *notes, uint64_t seed,
			      struct at_fail *);

/* The next job; false when all is done. Moves without a choice need none, and a turn has one. */
bool at_analysis_next(struct at_analysis *, struct at_job *);
void at_analysis_take(struct at_analysis *, const struct at_answer *);

#endif
