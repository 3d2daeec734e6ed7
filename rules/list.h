/* A list of moves that is being made. It is written to the caller's array; or nothing is written,
 * and only the move at place `wanted` is kept: a thread of a GPU has little memory at hand, and
 * random play needs one move and the number of moves.
 *
 * Functions that list are AT_LISTS: they are inlined into their callers, so that each of the two
 * ways has its own code without a test at every move. */
#ifndef AT_LIST_H
#define AT_LIST_H

#include "game.h"
#include "rng.h"

struct at_list {
	bool writes;
	at_move *next;           /* where it writes */
	uint32_t passed, wanted; /* else */
	at_move found;
};

#define AT_LISTS static inline __attribute__((always_inline))

/* The move at this distance behind the next one; the list does not advance yet. */
AT_LISTS void at_list_write(struct at_list *l, uint32_t behind, at_move m)
{
	if (l->writes)
		l->next[behind] = m;
	else
		l->found = l->passed + behind == l->wanted ? m : l->found;
}

AT_LISTS void at_list_go_on(struct at_list *l, uint32_t places)
{
	if (l->writes)
		l->next += places;
	else
		l->passed += places;
}

AT_LISTS void at_list_put(struct at_list *l, at_move m)
{
	at_list_write(l, 0, m);
	at_list_go_on(l, 1);
}

#endif
