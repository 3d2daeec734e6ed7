/* Jobs that wait for a thread, and which of them is next: addresses take turns, then the guests of
 * an address, then the tables of a guest. A turn is worth what the job is expected to cost, so an
 * address with hundreds of dear jobs gets no more of a thread than one with a few cheap ones.
 *
 * It is fair queueing by finish tags: who comes is given the clock of those beside it and the cost
 * of its job, the smallest tag is next, and the clock is the tag of whoever was next last. So one
 * that has nothing left can be forgotten at once, and cannot gain by coming again. */
#ifndef QUEUE_H
#define QUEUE_H

#include <stdbool.h>
#include <stdint.h>

/* Small and large jobs share the threads evenly; hints wait for both. */
enum lane { LANE_SMALL, LANE_LARGE, LANE_LAST, LANES };

enum {
	QUEUE_BUCKETS = 1 << 12,
	QUEUE_LAST_EVERY = 8, /* of those taken one is from LANE_LAST, so that it is not starved */
	QUEUE_COUNTED_MAX = 999, /* queue_before() */
};

/* A lane, an address, a guest, or a job. */
struct flow {
	struct flow *parent, *chain; /* the chain of its bucket */
	uint64_t key;
	uint64_t tag;       /* among those beside it: the smallest is next */
	uint64_t clock;     /* of those below it */
	struct flow **heap; /* those below it, by tag */
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
int queue_of(const struct queue *, uint64_t address); /* for which so many wait */

/* Adds a job with this ticket, which no job in the queue has, and a cost above 0. False: there is
 * not enough memory, and nothing has changed. */
bool queue_add(struct queue *, struct flow *job, enum lane, uint64_t address, uint64_t guest,
	       uint64_t ticket, uint32_t cost);

/* The next job, or NULL; `small`: of LANE_SMALL alone, which costs the lane nothing. */
struct flow *queue_take(struct queue *, bool small);

/* The job with this ticket, or NULL. */
struct flow *queue_find(const struct queue *, uint64_t ticket);
void queue_remove(struct queue *, struct flow *job);

/* The last job of the address that has most of them in its lane: what has to go when there is no
 * room. NULL: this address has as many itself. */
struct flow *queue_surplus(const struct queue *, uint64_t address);

/* So many jobs of the lane are about to be taken before this one, at most QUEUE_COUNTED_MAX. */
int queue_before(const struct flow *job);

#endif
