/* Why a turn is good, as far as the evaluation sees it: which of its features (knowledge.h) change,
 * and what that is worth. For people who ask for a hint; the names are put into words elsewhere. */
#ifndef AT_REASON_H
#define AT_REASON_H

#include "bot.h"

enum { AT_REASONS_MAX = 8 };

struct at_reason {
	uint8_t feature; /* of the game's knowledge */
	int8_t seat;     /* whose */
	uint8_t spare[2];
	float points;   /* for the mover: what it loses to the others is below 0 */
	float was;      /* what it is now */
	float from, to; /* what a plain turn leaves it at, and this one */
};

/* What this turn of the mover does beyond a plain one, the greatest change first; how many. A plain
 * turn is the mean of all legal moves, or where a turn has many decisions to do nothing. In a game
 * that bots know nothing of there are no reasons. */
int at_reasons(const struct at_view *, const at_move *turn, int n,
	       struct at_reason out[AT_REASONS_MAX]);

#endif
