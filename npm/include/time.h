/* The part of <time.h> that the library uses: a clock that never goes back. */
#ifndef NPM_TIME_H
#define NPM_TIME_H

#include <stdint.h>

enum { CLOCK_MONOTONIC };
struct timespec {
	int64_t tv_sec;
	long tv_nsec;
};
int clock_gettime(int, struct timespec *);

#endif
