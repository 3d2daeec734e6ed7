/* Luck: what a draw brought, compared with its expectation. The expected sum over a game is 0
 * for every seat, however anybody plays: every outcome of a draw is evaluated in the same way,
 * and the mean of these values, weighted by the odds, is subtracted. */
#ifndef AT_LUCK_H
#define AT_LUCK_H

#include "bot.h"

struct at_luck {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

/* Adds the luck of the draw m, which is due in the full state s. The state is evaluated after
 * the draws that follow (with the same random numbers for every outcome) and the turn that the
 * evaluation then prefers, so that a draw's use to somebody is included. Uses the bot's memory,
 * evaluation and random numbers. */
void at_luck_look(struct at_bot *, const struct at_state *s, at_move m, struct at_luck *);

#endif
