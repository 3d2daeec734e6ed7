/* Threads that think for all tables: so many bots and no more, whatever the number of tables. They
 * think by nodes and have no clock: load makes them late and never weaker. */
#ifndef THINKERS_H
#define THINKERS_H

#include "job.h"

#include <stdint.h>

struct event_base;
struct thinkers;

/* An answer, on the loop's thread: of the job that was given with this ticket. */
typedef void thinkers_done(void *self, uint64_t ticket, const struct at_answer *);

/* NULL: there is not enough memory, or no threads. */
struct thinkers *thinkers_new(struct event_base *, int threads, thinkers_done *, void *self);

/* Waits for the thoughts under way; nobody hears of them. */
void thinkers_free(struct thinkers *); /* or NULL */

/* Adds a job. The level is one of at_level_names. False: there is not enough memory, or more than
 * THINKERS_JOBS_MAX wait. */
enum { THINKERS_JOBS_MAX = 1 << 14 };
bool thinkers_add(struct thinkers *, uint64_t ticket, const struct at_job *, int level);

#endif
