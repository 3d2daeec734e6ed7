/* How often somebody may do something: a bucket that fills with time and is emptied by doing. */
#ifndef LIMIT_H
#define LIMIT_H

#include <stdbool.h>
#include <stdint.h>

struct bucket {
	int64_t full; /* when it will be full again, in thousandths of milliseconds */
};

/* One every `us` microseconds. */
static inline bool bucket_take_us(struct bucket *b, int64_t now, int64_t us, int burst)
{
	int64_t at = now * 1000;

	if (b->full < at)
		b->full = at;
	if (b->full - at + us > us * burst)
		return false;
	b->full += us;
	return true;
}

/* Takes one out at this time (milliseconds, never 0), `burst` of them at once and then so many a
 * second; false: there is none. */
static inline bool bucket_take(struct bucket *b, int64_t now, int per_second, int burst)
{
	return bucket_take_us(b, now, 1000000 / per_second, burst);
}

/* What is made and stays, so that it is rationed by guest and by address (budgets.c). */
enum budget { BUDGET_TABLES, BUDGET_GUESTS, BUDGET_LINKS, BUDGET_LINES, BUDGETS };

/* The same with one every so many milliseconds. */
static inline bool bucket_take_each(struct bucket *b, int64_t now, int each_ms, int burst)
{
	return bucket_take_us(b, now, each_ms * INT64_C(1000), burst);
}

#endif
