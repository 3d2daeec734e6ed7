/* The analysis of a game as a sequence of jobs (job.h): what every turn lost, and what every draw
 * brought. A turn is compared with the best one found from what its seat knew at that time, so
 * that bad luck does not count as a mistake.
 *
 *     at_analysis_begin(&a, &table, &log, notes, seed, &fail);
 *     while (at_analysis_next(&a, &job)) {
 *             ... think ...
 *             at_analysis_take(&a, &answer);
 *     }
 *
 * Win shares add up: a seat's result is what it had at the start, minus what its turns lost, plus
 * what the others' losses gave it, plus luck. So luck is every change between the end of a turn and
 * the beginning of the next: draws, and secrets that come to light. It is divided among the draws
 * in between: each gets what a quick evaluation says about it, and an equal part of the rest. If
 * nothing was drawn, it is carried over to the next draw. The last change, to the final result,
 * belongs to the secrets that are revealed at the end; without any it belongs to no move. Luck in
 * points is computed in the same way.
 *
 * Where bots plan a turn as a whole, it is judged as a whole: its loss is charged to the first
 * decision that departs from the best turn. A loss within the noise of the search counts as none.
 */
#ifndef AT_TABLE_ANALYSIS_H
#define AT_TABLE_ANALYSIS_H

#include "job.h"
#include "line.h"

/* The verdict on one move of the game. */
struct at_note {
	int8_t seat;    /* or AT_CHANCE */
	uint8_t forced; /* the only legal move, or the only outcome */
	uint8_t judged; /* win is that of all seats after the turn that ends with this move */
	at_move move;
	struct at_candidate own, best; /* of a decision: the turn as it was played, and a better */
	double loss_win, loss_points;  /* the part of the difference that this move lost;
					  never more than there was */
	double error;                  /* standard error of loss_win */
	struct at_luck luck;           /* of a draw */
	double win[AT_SEATS_MAX];
};

struct at_totals {
	int decisions, mistakes; /* a mistake loses AT_MISTAKE of the win or more */
	double start, result;    /* shares of the win: at the start, and at the end; if the
				    game is not over, the last forecast */
	double loss_win, loss_points, luck_win, luck_points;
	double given_win; /* by the losses of others */
	double error;     /* standard error of loss_win */
};

#define AT_MISTAKE 0.02

/* What all seats can expect at some moment. */
struct at_outlook {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

struct at_analysis {
	const struct at_table *table;
	struct at_events log;
	struct at_note *notes; /* the caller's, one for every move of the game */
	uint64_t seed;
	uint32_t count, done;      /* of them */
	uint32_t settled;          /* this many notes, from the first, are final */
	uint32_t turn;             /* the first move of the turn that was judged last */
	uint32_t turn_length;      /* 0: the walk is not inside it */
	bool finished;             /* all notes are final */
	bool begun;                /* now holds something */
	struct at_outlook now;     /* after the last turn that was judged */
	struct at_outlook waiting; /* luck that has not been assigned to a draw yet */
	struct at_totals totals[AT_SEATS_MAX];
	struct at_walk walk;
};

/* How many notes are needed. */
uint32_t at_analysis_size(const struct at_table *);

enum at_err at_analysis_begin(struct at_analysis *, const struct at_table *,
			      const struct at_events *, struct at_note *notes, uint64_t seed,
			      struct at_fail *);

/* The next job; false when there is none left. A turn has one; forced moves need none. */
bool at_analysis_next(struct at_analysis *, struct at_job *);
void at_analysis_take(struct at_analysis *, const struct at_answer *);

#endif
