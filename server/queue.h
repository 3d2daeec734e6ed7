/* The queue of jobs for the threads. Addresses take turns, then the guests of an address, then the
 * tables of a guest. A turn is weighted by the job's expected cost, so an address with hundreds of
 * expensive jobs gets no more of a thread than one with a few cheap ones.
 *
 * This is fair queueing with finish tags. A new job's tag is the clock of its level plus its cost.
 * The smallest tag is next, and the clock becomes that tag. So a flow without jobs can be forgotten
 * at once, and gains nothing by coming back. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stdint.h>

/* Small and large jobs share the threads evenly; hints wait for both. */
enum lane { LANE_SMALL, LANE_LARGE, LANE_LAST, LANES };

enum {
	QUEUE_BUCKETS = 1 << 12,
	QUEUE_LAST_EVERY = 8,    /* one in this many is from LANE_LAST, which prevents starvation */
	QUEUE_COUNTED_MAX = 999, /* queue_before() */
};

/* A lane, an address, a guest, or a job. */
struct flow {
	struct flow *parent, *chain; /* the chain of its bucket */
	uint64_t key;
	uint64_t tag;       /* the smallest of its level is next */
	uint64_t clock;     /* for the level below it */
	struct flow **heap; /* the flows below it, by tag */
	int count, room;    /* in the heap */
	int place;          /* in the parent's heap, or -1 */
	int jobs;           /* below it; 1 for a job */
	uint32_t cost;      /* of a job */
};

/* Of all jobs at once; the caller's job begins with a struct flow. */
struct queue {
	struct flow all, lane[LANES];
	struct flow *bucket[QUEUE_BUCKETS];
	int taken; /* since the last one of LANE_LAST */
};

void queue_init(struct queue *);
void queue_release(struct queue *); /* the jobs are the caller's: take them first */

int queue_jobs(const struct queue *);
int queue_of(const struct queue *, uint64_t address); /* how many wait for this address */

/* Adds a job with a cost above 0 and a ticket that no other job in the queue has. False if there is
 * not enough memory; then nothing has changed. */
bool queue_add(struct queue *, struct flow *job, enum lane, uint64_t address, uint64_t guest,
	       uint64_t ticket, uint32_t cost);

/* The next job, or NULL. `small`: only from LANE_SMALL, without charging the lane. */
struct flow *queue_take(struct queue *, bool small);

/* The job with this ticket, or NULL. */
struct flow *queue_find(const struct queue *, uint64_t ticket);
void queue_remove(struct queue *, struct flow *job);

/* The job to drop when the queue is full: the last one of the address with the most jobs in its
 * lane. NULL if this address has as many itself. */
struct flow *queue_surplus(const struct queue *, uint64_t address);

/* How many jobs of the lane come before this one, at most QUEUE_COUNTED_MAX. */
int queue_before(const struct flow *job);

#endif
