/* Prefetching: asks the processor to load memory that is needed soon while other work goes on.
 * With thousands of tables and connections, the memory of each is out of the cache when its turn
 * comes. */
#ifndef AT_PREFETCH_H
#define AT_PREFETCH_H

#include <stddef.h>

/* Does nothing if `from` is NULL. */
static inline void at_prefetch(const void *from, size_t size)
{
	const char *at = from;

	for (size_t i = 0; at && i < size; i += 64)
		__builtin_prefetch(at + i);
}

#endif
