/* Threads that think for all tables: so many bots and no more, whatever the number of tables. They
 * think by nodes and have no clock: load makes them late and never weaker. Who waits for whom says
 * queue.h; one thread more than asked for takes nothing but small jobs. */
#ifndef THINKERS_H
#define THINKERS_H

#include "job.h"

#include <stdint.h>

struct event_base;
struct thinkers;

/* Whose job it is: the address as addresses.h has it, and a person. */
struct thinkers_for {
	uint64_t address;
	uint32_t person;
};

/* What becomes of a job, on the loop's thread: its answer, or NULL where it had to go, because the
 * queue was full and nobody had more in it. */
typedef void thinkers_done(void *self, uint64_t ticket, const struct at_answer *);

/* NULL: there is not enough memory, or no threads. */
struct thinkers *thinkers_new(struct event_base *, int threads, thinkers_done *, void *self);

/* Waits for the thoughts under way; nobody hears of them. */
void thinkers_free(struct thinkers *); /* or NULL */

enum {
	THINKERS_JOBS_MAX = 1 << 14, /* that wait */
	THINKERS_SMALL_MS = 20,      /* below that a job is a small one */
};

/* Adds a job, in the place of one with the same ticket that waits. The level is one of
 * at_level_names. False: there is not enough memory, or there are too many jobs. */
bool thinkers_add(struct thinkers *, const struct thinkers_for *, uint64_t ticket,
		  const struct at_job *, int level);

/* So many jobs come before it; 0: it is thought about, or there is no such job. */
int thinkers_before(struct thinkers *, uint64_t ticket);

/* How many jobs wait for this address, and in all. */
int thinkers_of(struct thinkers *, uint64_t address);
int thinkers_waiting(struct thinkers *);

#endif
