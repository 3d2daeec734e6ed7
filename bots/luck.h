/* Luck: what a draw brought against what could be expected of it. Summed over a game its
 * expectation is 0 for every seat, whoever plays how: the same measure is taken of all outcomes of
 * a draw, and their mean, weighted by the odds, is taken off. */
#ifndef AT_LUCK_H
#define AT_LUCK_H

#include "bot.h"

struct at_luck {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

/* Adds the luck of the draw m, which is due in the full state s. It is judged after the draws that
 * follow (the same random numbers for every outcome) and the turn that the evaluation likes best
 * then: what was drawn has become something for somebody. The bot lends its memory, its evaluation
 * and its random numbers. */
void at_luck_look(struct at_bot *, const struct at_state *s, at_move m, struct at_luck *);

#endif
