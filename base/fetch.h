/* What is needed in a moment and lies far away is fetched while something else is done: with
 * thousands of tables and connections, each is far away whenever its turn comes. */
#ifndef AT_FETCH_H
#define AT_FETCH_H

#include <stddef.h>

/* Nothing happens where `from` is NULL. */
static inline void at_fetch(const void *from, size_t size)
{
	const char *at = from;

	for (size_t i = 0; at && i < size; i += 64)
		__builtin_prefetch(at + i);
}

#endif
