#include "queue.h"

#include <stdlib.h>
#include <string.h>

enum { ROOM_FIRST = 4 };

/* --- a heap of those below a flow, by tag --- */

static void put_at(struct flow *parent, int place, struct flow *f)
{
	parent->heap[place] = f;
	f->place = place;
}

static void rise(struct flow *f)
{
	struct flow *p = f->parent;
	int at = f->place;

	for (int up; at > 0 && p->heap[up = (at - 1) / 2]->tag > f->tag; at = up)
		put_at(p, at, p->heap[up]);
	put_at(p, at, f);
}

static void sink(struct flow *f)
{
	struct flow *p = f->parent;
	int at = f->place, below;

	for (; (below = 2 * at + 1) < p->count; at = below) {
		if (below + 1 < p->count && p->heap[below + 1]->tag < p->heap[below]->tag)
			below++;
		if (p->heap[below]->tag >= f->tag)
			break;
		put_at(p, at, p->heap[below]);
	}
	put_at(p, at, f);
}

static bool make_room(struct flow *parent)
{
	int room = parent->room ? 2 * parent->room : ROOM_FIRST;
	struct flow **more;

	if (parent->count < parent->room)
		return true;
	more = realloc(parent->heap, (size_t)room * sizeof(struct flow *));
	if (!more)
		return false;
	parent->heap = more;
	parent->room = room;
	return true;
}

/* There is room for it. */
static void enter(struct flow *f, uint32_t cost)
{
	struct flow *p = f->parent;

	f->tag = p->clock + cost;
	put_at(p, p->count++, f);
	rise(f);
}

static void leave(struct flow *f)
{
	struct flow *p = f->parent, *last = p->heap[--p->count];

	if (last != f) {
		put_at(p, f->place, last);
		rise(last);
		sink(last);
	}
	f->place = -1;
}

/* --- finding --- */

static struct flow **bucket_of(struct queue *q, const struct flow *parent, uint64_t key)
{
	uint64_t h = (key ^ (uint64_t)(uintptr_t)parent >> 4) * UINT64_C(0x9e3779b97f4a7c15);

	return &q->bucket[(h ^ h >> 32) % QUEUE_BUCKETS];
}

static struct flow *find(const struct queue *q, const struct flow *parent, uint64_t key)
{
	struct flow *f = *bucket_of((struct queue *)q, parent, key);

	while (f && (f->parent != parent || f->key != key))
		f = f->chain;
	return f;
}

static void chain(struct queue *q, const struct flow *below, struct flow *f)
{
	struct flow **bucket = bucket_of(q, below, f->key);

	f->chain = *bucket;
	*bucket = f;
}

static void unchain(struct queue *q, const struct flow *below, struct flow *f)
{
	struct flow **at = bucket_of(q, below, f->key);

	while (*at != f)
		at = &(*at)->chain;
	*at = f->chain;
}

/* Jobs are found by their ticket alone, other flows also by their parent. */
struct flow *queue_find(const struct queue *q, uint64_t ticket)
{
	struct flow *f = *bucket_of((struct queue *)q, NULL, ticket);

	while (f && (!f->cost || f->key != ticket))
		f = f->chain;
	return f;
}

/* --- adding and taking --- */

void queue_init(struct queue *q)
{
	memset(q, 0, sizeof *q);
	q->all.place = -1;
	for (int i = 0; i < LANES; i++) {
		q->lane[i].place = -1;
		q->lane[i].parent = i == LANE_LAST ? NULL : &q->all;
	}
}

void queue_release(struct queue *q)
{
	free(q->all.heap);
	for (int i = 0; i < LANES; i++)
		free(q->lane[i].heap);
}

int queue_jobs(const struct queue *q)
{
	return q->all.jobs + q->lane[LANE_LAST].jobs;
}

/* Frees it if nothing is below it; lanes stay. */
static void drop_empty(struct queue *q, struct flow *f)
{
	if (f->jobs || f->place >= 0 || !f->parent || f->parent == &q->all)
		return;
	unchain(q, f->parent, f);
	free(f->heap);
	free(f);
}

/* The flow with this key below the parent, created if it does not exist. It enters the heap when it
 * has a job. */
static struct flow *get(struct queue *q, struct flow *parent, uint64_t key)
{
	struct flow *f = find(q, parent, key);

	if (f || !make_room(parent))
		return f;
	f = calloc(1, sizeof *f);
	if (!f)
		return NULL;
	f->parent = parent;
	f->key = key;
	f->place = -1;
	chain(q, parent, f);
	return f;
}

bool queue_add(struct queue *q, struct flow *job, enum lane lane, uint64_t address, uint64_t guest,
	       uint64_t ticket, uint32_t cost)
{
	struct flow *of = make_room(&q->all) ? get(q, &q->lane[lane], address) : NULL, *by;

	if (!of)
		return false;
	by = get(q, of, guest);
	if (!by || !make_room(by)) {
		if (by)
			drop_empty(q, by);
		drop_empty(q, of);
		return false;
	}
	*job = (struct flow){.parent = by, .key = ticket, .place = -1, .cost = cost};
	chain(q, NULL, job);
	for (struct flow *f = job; f; f = f->parent) {
		f->jobs++;
		if (f->place < 0 && f->parent)
			enter(f, cost);
	}
	return true;
}

static uint32_t cost_of_next(const struct flow *f)
{
	while (f->count)
		f = f->heap[0];
	return f->cost;
}

/* Removes the job. The flows above it are charged, up to but not including `payer`. */
static void take_out(struct queue *q, struct flow *job, const struct flow *payer)
{
	bool pays = payer != NULL;
	struct flow *above;

	unchain(q, NULL, job);
	for (struct flow *f = job; f; f = above) {
		above = f->parent;
		f->jobs--;
		pays = pays && f != payer;
		if (pays && above)
			above->clock = f->tag;
		if (f->jobs == 0 && f->place >= 0 && above) {
			leave(f);
		} else if (pays && f->place >= 0) {
			f->tag += cost_of_next(f);
			sink(f);
		}
		if (f != job)
			drop_empty(q, f);
	}
	job->parent = NULL;
}

void queue_remove(struct queue *q, struct flow *job)
{
	take_out(q, job, NULL);
}

struct flow *queue_take(struct queue *q, bool small)
{
	struct flow *root = &q->all, *last = &q->lane[LANE_LAST], *f;

	if (small)
		root = &q->lane[LANE_SMALL];
	else if (last->jobs && (!root->jobs || q->taken >= QUEUE_LAST_EVERY - 1))
		root = last;
	if (!root->jobs)
		return NULL;
	if (!small)
		q->taken = root == last ? 0 : q->taken + 1;
	for (f = root; f->count;)
		f = f->heap[0];
	take_out(q, f, root);
	return f;
}

/* --- what waits --- */

int queue_of(const struct queue *q, uint64_t address)
{
	int n = 0;

	for (int i = 0; i < LANES; i++) {
		const struct flow *f = find(q, &q->lane[i], address);
		n += f ? f->jobs : 0;
	}
	return n;
}

static struct flow *last_below(struct flow *f)
{
	while (f->count)
		f = f->heap[f->count - 1];
	return f;
}

struct flow *queue_surplus(const struct queue *q, uint64_t address)
{
	struct flow *most = NULL;

	for (const struct flow *lane = q->lane; lane < q->lane + LANES; lane++)
		for (int i = 0; i < lane->count; i++)
			if (!most || lane->heap[i]->jobs > most->jobs)
				most = lane->heap[i];
	return most && most->jobs > queue_of(q, address) + 1 ? last_below(most) : NULL;
}

/* They take turns: each sibling has as many turns before this one as this one has, if it has
 * that many jobs. */
int queue_before(const struct flow *job)
{
	enum { ABOVE = 3 }; /* a guest, an address, a lane */
	const struct flow *f = job, *p;
	int own = 1;

	for (int level = 0; level < ABOVE; level++, f = p) {
		int turns = own;
		p = f->parent;
		for (int i = 0; i < p->count && own <= QUEUE_COUNTED_MAX; i++) {
			const struct flow *beside = p->heap[i];
			if (beside != f && (f != job || beside->tag <= f->tag))
				own += beside->jobs < turns ? beside->jobs : turns;
		}
	}
	return own - 1 < QUEUE_COUNTED_MAX ? own - 1 : QUEUE_COUNTED_MAX;
}
