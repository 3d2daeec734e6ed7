/* Which moves look good at once: the lead in points right after each, in guessed worlds. */
#ifndef ADVICE_H
#define ADVICE_H

#include "game.h"

struct advice {
	at_move move;
	double lead; /* over the best of the others, on average over the worlds */
};

/* Fills at most max entries, the best first, and returns how many. The viewer is to move. */
int advise(const struct at_view *, struct advice *out, int max);

#endif
