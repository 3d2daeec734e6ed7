/* Luck: what a draw brought against what could be expected of it, by the evaluation. Summed over a
 * game its expectation is 0 for every seat, whoever plays how. */
#ifndef AT_LUCK_H
#define AT_LUCK_H

#include "knowledge.h"

struct at_luck {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

/* Adds the luck of the draw m, which is due in the full state s. */
void at_luck_add(const struct at_knowledge *, const struct at_state *s, at_move m,
		 struct at_luck *);

#endif
