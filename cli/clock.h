/* Seconds since some fixed moment, for measuring. */
#ifndef CLOCK_H
#define CLOCK_H

#include <time.h>

static inline double seconds_of(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static inline double seconds_now(void)
{
	return seconds_of(CLOCK_MONOTONIC);
}

/* The processor time of this thread, independent of other users of the machine. */
static inline double seconds_worked(void)
{
	return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

/* That of all threads of this process together. */
static inline double seconds_worked_by_all(void)
{
	return seconds_of(CLOCK_PROCESS_CPUTIME_ID);
}

#endif
