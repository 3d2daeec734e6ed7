/* How often somebody may do something: a bucket that fills with time and is emptied by doing. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
	int64_t full; /* when it will be full again, in thousandths of milliseconds */
};

/* Takes one out at this time (milliseconds, never 0), `burst` of them at once and then so many a
 * second; false: there is none. */
static inline bool bucket_take(struct bucket *b, int64_t now, int per_second, int burst)
{
	int64_t one = 1000000 / per_second;
	int64_t at = now * 1000;

	if (b->full < at)
		b->full = at;
	if (b->full - at + one > one * burst)
		return false;
	b->full += one;
	return true;
}

#endif
