/* Threads that run the bots of all tables; their number does not depend on the number of tables.
 * Bots think by nodes, without a clock, so load makes them late but never weaker. queue.h decides
 * the order. One thread more than asked for takes small jobs only. */
#ifndef THINKERS_H
#define THINKERS_H

#include "job.h"

#include <stdint.h>

struct event_base;
struct thinkers;

/* For whom a job is: an address as in addresses.h, and a person. */
struct thinkers_for {
	uint64_t address;
	uint32_t person;
};

/* Called on the loop's thread with the answer to a job, or with NULL if it was dropped because the
 * queue was full and nobody had more jobs in it. */
typedef void thinkers_done(void *self, uint64_t ticket, const struct at_answer *);

/* NULL: there is not enough memory, or no threads. */
struct thinkers *thinkers_new(struct event_base *, int threads, thinkers_done *, void *self);

/* Waits for the jobs in progress; their answers are dropped. */
void thinkers_free(struct thinkers *); /* or NULL */

enum {
	THINKERS_JOBS_MAX = 1 << 12, /* that wait */
	THINKERS_SMALL_MS = 20,      /* below that a job is a small one */
};

/* Adds a job, in the place of one with the same ticket that waits. The level is one of
 * at_level_names. False: there is not enough memory, or there are too many jobs. */
bool thinkers_add(struct thinkers *, const struct thinkers_for *, uint64_t ticket,
		  const struct at_job *, int level);

/* Takes back a job that waits. False: there is none; it is in progress, or never existed. */
bool thinkers_drop(struct thinkers *, uint64_t ticket);

/* The number of jobs before it; 0: it is in progress, or there is no such job. */
int thinkers_before(struct thinkers *, uint64_t ticket);

/* How many jobs wait for this address, and in all. */
int thinkers_of(struct thinkers *, uint64_t address);
int thinkers_waiting(struct thinkers *);

#endif
