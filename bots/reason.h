/* Reasons: which features of the evaluation (knowledge.h) a turn changes, and what that is
 * worth. For people who ask for a hint; the page and the terminal put the names into words. */
#ifndef AT_REASON_H
#define AT_REASON_H

#include "bot.h"

enum { AT_REASONS_MAX = 8 };

struct at_reason {
	uint8_t feature; /* a feature of the game's knowledge */
	int8_t seat;     /* whose */
	uint8_t spare[2];
	float points;   /* for the mover; negative where others gain */
	float was;      /* the feature's value now */
	float from, to; /* its value after a plain turn, and after this turn */
};

/* What this turn of the mover does beyond a plain turn, the largest change first. Returns the
 * number of reasons. A plain turn is the mean of all legal moves or, where a turn has many
 * decisions, doing nothing. A game without knowledge has no reasons. */
int at_reasons(const struct at_view *, const at_move *turn, int n,
	       struct at_reason out[AT_REASONS_MAX]);

#endif
