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

/* A client's use of the loop's time: each may use a certain part of it (one in `share`). A client
 * that has used more lately waits for those that have not, but use longer ago than `most` does not
 * count. Times in microseconds. */
static inline void bucket_spend(struct bucket *b, int64_t now, int64_t us, int share, int most)
{
	if (b->full < now)
		b->full = now;
	b->full += us * share;
	if (b->full > now + most)
		b->full = now + most;
}

/* Of an address, and when it has to wait. */
enum { ADDRESS_SHARE = 100, ADDRESS_SOON_US = 500000, ADDRESS_MOST_US = 4000000 };

static inline void address_spend(struct bucket *b, int64_t now, int64_t us)
{
	bucket_spend(b, now, us, ADDRESS_SHARE, ADDRESS_MOST_US);
}

static inline bool address_is_spent(const struct bucket *b, int64_t now)
{
	return b->full > now + ADDRESS_SOON_US;
}

/* What is made and stays, or costs much, so that it is rationed by guest and by address
 * (budgets.c). */
enum budget {
	BUDGET_TABLES,
	BUDGET_GUESTS,
	BUDGET_LINKS,
	BUDGET_LINES,
	BUDGET_CODES,
	BUDGET_SOCKETS,
	BUDGETS
};

/* The same with one in this many milliseconds. */
static inline bool bucket_take_each(struct bucket *b, int64_t now, int each_ms, int burst)
{
	return bucket_take_us(b, now, each_ms * INT64_C(1000), burst);
}

#endif
