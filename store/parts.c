#define _GNU_SOURCE
#include "parts.h"

#include "assert.h"

#include <stdlib.h>
#include <string.h>

struct at_store *part_of_table(struct at_store *s, const uint8_t *id)
{
	return s->parts ? s->last = s->part[id[0] % s->parts] : s;
}

struct at_store *part_of_token(struct at_store *s, const uint8_t *hash)
{
	return s->parts ? s->last = s->part[hash[0] % s->parts] : s;
}

/* Each part assigns the numbers of its own remainder. */
struct at_store *part_of_person(struct at_store *s, uint32_t person)
{
	return s->parts ? s->last = s->part[person ? (person - 1) % (uint32_t)s->parts : 0] : s;
}

/* --- Lists --- */

static int by_time(uint64_t a, uint64_t b)
{
	return a < b ? -1 : a > b;
}

static int compare(enum parts_order order, const struct at_head *a, const struct at_head *b)
{
	int same = memcmp(a->id, b->id, AT_ID_SIZE);
	int c;

	switch (order) {
	case PARTS_ACTIVE: c = by_time(b->status.active, a->status.active); return c ? c : -same;
	case PARTS_RESULTS: c = by_time(b->status.ended, a->status.ended); return c ? c : -same;
	case PARTS_ENDED: c = by_time(a->status.ended, b->status.ended); break;
	case PARTS_DEADLINE: c = by_time(a->status.deadline, b->status.deadline); break;
	default: c = by_time(a->status.notice, b->status.notice); break;
	}
	return c ? c : same;
}

/* The first `most` of both, in order, into a. */
static int merge(enum parts_order order, struct at_head *a, int n, const struct at_head *b, int m,
		 int most)
{
	for (int i = 0; i < m; i++) {
		int at = n;
		while (at > 0 && compare(order, &b[i], &a[at - 1]) < 0)
			at--;
		if (at == most)
			break;
		n = n < most ? n + 1 : most;
		memmove(a + at + 1, a + at, (size_t)(n - at - 1) * sizeof *a);
		a[at] = b[i];
	}
	return n;
}

enum at_stored
parts_list(struct at_store *s, enum parts_order order, struct at_head *out, int *count,
	   enum at_stored (*read)(struct at_store *, void *context, struct at_head *, int *count),
	   void *context)
{
	struct at_head *more = malloc((size_t)(*count + 1) * sizeof *more);
	int most = *count, n = 0;
	enum at_stored done = AT_STORED;

	if (!more)
		return AT_STORED_FAILED;
	for (int i = 0; i < s->parts && done == AT_STORED; i++) {
		int m = most;
		s->last = s->part[i];
		done = read(s->part[i], context, more, &m);
		if (done == AT_STORED)
			n = merge(order, out, n, more, m, most);
	}
	free(more);
	*count = done == AT_STORED ? n : 0;
	return done;
}

enum at_stored parts_sum(struct at_store *s, uint32_t *a, uint32_t *b,
			 enum at_stored (*read)(struct at_store *, void *context, uint32_t *,
						uint32_t *),
			 void *context)
{
	enum at_stored done = AT_STORED;

	*a = *b = 0;
	for (int i = 0; i < s->parts && done == AT_STORED; i++) {
		uint32_t x = 0, y = 0;
		s->last = s->part[i];
		done = read(s->part[i], context, &x, &y);
		*a += x;
		*b += y;
	}
	return done;
}

/* --- Writes that concern several parts --- */

/* Carried out one after the other; `whole` is answered with the last. */
struct round {
	struct at_write write; /* the one under way */
	struct at_write *whole;
	struct at_store *store;
	int at;
	uint32_t count;
	uint32_t person;
	uint32_t gone[AT_FADE_MAX]; /* the persons to be deleted */
	int gone_count;
};

static void go_round(struct round *);

static void finish(struct round *r, const struct at_write *answer)
{
	struct at_write *w = r->whole;

	w->result = answer->result;
	w->why = answer->why;
	w->first = answer->first;
	w->count = answer->count;
	w->person = answer->person;
	w->time = answer->time;
	w->date = answer->date;
	w->duties = answer->duties;
	w->nodes = answer->nodes;
	w->reads = answer->reads;
	r->store->rounds--;
	free(r);
	if (w->done)
		w->done(w);
}

static void submit_to(struct at_store *part, struct round *r)
{
	r->write.next = NULL;
	at_store_submit(part, &r->write);
}

/* --- All parts, that of the answer last: beats, cleaning, forgetting --- */

static int home_of(const struct at_store *s, const struct at_write *w)
{
	uint32_t person = w->kind == AT_BEAT     ? w->beat.person
			  : w->kind == AT_FORGET ? w->guest.person
						 : 1;

	return person ? (int)((person - 1) % (uint32_t)s->parts) : 0;
}

static void one_done(struct at_write *w)
{
	struct round *r = w->context;
	bool bad = w->result == AT_STORED_FULL || w->result == AT_STORED_FAILED;

	r->count += w->result == AT_STORED ? w->count : 0;
	if (!bad && ++r->at < r->store->parts) {
		go_round(r);
		return;
	}
	if (w->kind == AT_PRUNE || w->kind == AT_THIN)
		w->count = r->count;
	finish(r, w);
}

static void go_round(struct round *r)
{
	int home = home_of(r->store, r->whole);

	r->write = *r->whole;
	r->write.done = one_done;
	r->write.context = r;
	submit_to(r->store->part[(home + 1 + r->at) % r->store->parts], r);
}

/* --- A link of one part, a token of another --- */

static void redeem_step(struct at_write *);

static void redeem_next(struct round *r, enum at_write_kind kind)
{
	const struct at_write *whole = r->whole;

	r->write = (struct at_write){.kind = kind, .done = redeem_step, .context = r};
	if (kind == AT_TAKE_LINK) {
		r->write.redeem = whole->redeem;
		submit_to(r->store->part[whole->redeem.hash[0] % r->store->parts], r);
		return;
	}
	r->write.own.person = r->person;
	memcpy(r->write.own.token, whole->redeem.token, AT_TOKEN_SIZE);
	memcpy(r->write.own.link, whole->redeem.hash, AT_TOKEN_SIZE);
	submit_to(r->store->part[whole->redeem.token[0] % r->store->parts], r);
}

/* Checks that the token is unused, then reserves the link for this token, which alone can repeat
 * that, then assigns the token to the link's owner. */
static void redeem_step(struct at_write *w)
{
	struct round *r = w->context;

	if (w->kind == AT_OWN_TOKEN && r->person == 0 && w->result == AT_STORED_NONE) {
		redeem_next(r, AT_TAKE_LINK);
	} else if (w->kind == AT_TAKE_LINK && w->result == AT_STORED) {
		r->person = w->person;
		redeem_next(r, AT_OWN_TOKEN);
	} else {
		finish(r, w);
	}
}

/* --- Guests who sit nowhere, in no part --- */

static bool sits(struct at_store *s, uint32_t person)
{
	uint32_t seats = 0;

	for (int i = 0; i < s->parts && !seats; i++)
		if (read_sits(s->part[i], person, &seats) != AT_STORED)
			return true; /* if a part cannot be read, nobody is deleted */
	return seats > 0;
}

static void find_gone(struct round *r)
{
	uint32_t found[AT_FADE_MAX];

	for (int i = 0; i < r->store->parts; i++) {
		int n = AT_FADE_MAX;
		if (read_long_gone(r->store->part[i], r->whole->fade.seen_before,
				   r->store->faded[i], found, &n) != AT_STORED)
			n = 0;
		r->store->faded[i] = n == AT_FADE_MAX ? found[n - 1] : 0;
		for (int k = 0; k < n && r->gone_count < AT_FADE_MAX; k++)
			if (!sits(r->store, found[k]))
				r->gone[r->gone_count++] = found[k];
	}
}

static void fade_next(struct at_write *w)
{
	struct round *r = w->context;
	struct at_write done = {.kind = AT_FADE, .count = r->count};

	if (w->kind == AT_FORGET)
		r->count += w->result == AT_STORED;
	if (r->at < r->gone_count) {
		r->write = (struct at_write){.kind = AT_FORGET,
					     .done = fade_next,
					     .context = r,
					     .guest.person = r->gone[r->at++]};
		parts_submit(r->store, &r->write);
		return;
	}
	done.count = r->count;
	finish(r, &done);
}

static bool begin_round(struct at_store *s, struct at_write *w)
{
	struct round *r = calloc(1, sizeof *r);

	if (!r)
		return false;
	r->whole = w;
	r->store = s;
	s->rounds++;
	if (w->kind == AT_REDEEM) {
		redeem_next(r, AT_OWN_TOKEN);
	} else if (w->kind == AT_FADE) {
		find_gone(r);
		r->write = (struct at_write){.kind = AT_FADE, .context = r};
		fade_next(&r->write);
	} else {
		go_round(r);
	}
	return true;
}

/* --- Where a write goes --- */

static struct at_store *part_for(struct at_store *s, const struct at_write *w)
{
	switch (w->kind) {
	case AT_CREATE: return part_of_table(s, w->create.head.id);
	case AT_APPEND: return part_of_table(s, w->append.table);
	case AT_REMOVE: return part_of_table(s, w->remove.table);
	case AT_TOLD: return part_of_table(s, w->told.table);
	case AT_SAY: return part_of_table(s, w->say.table);
	case AT_UNSAY: return part_of_table(s, w->unsay.table);
	case AT_LEASE: return part_of_table(s, w->lease.table);
	case AT_WATCH: return part_of_table(s, w->watch.table);
	case AT_TELL: return part_of_table(s, w->tell.table);
	case AT_WELCOME: return part_of_token(s, w->welcome.token);
	case AT_LINK: return part_of_token(s, w->link.hash);
	case AT_RENAME:
	case AT_SEEN: return part_of_person(s, w->guest.person);
	case AT_SET_ASIDE: return part_of_table(s, w->aside.table);
	case AT_RESTORE: return part_of_table(s, w->restore.head.id);
	case AT_FILL: return part_of_table(s, w->fill.table);
	case AT_RESULT: return part_of_table(s, w->keep.table);
	case AT_CODE: return part_of_person(s, w->link.person);
	case AT_ADOPT: return part_of_token(s, w->own.token);
	case AT_NOTE:
	case AT_FILE: return s->part[0];
	default: return NULL; /* several */
	}
}

void parts_submit(struct at_store *s, struct at_write *list)
{
	while (list) {
		struct at_write *w = list;
		list = w->next;
		struct at_store *part = part_for(s, w);
		if (part)
			at_store_submit(part, w);
		else
			at_assert(begin_round(s, w));
	}
}

/* --- The parts as one --- */

int parts_deliver(struct at_store *s)
{
	int n = 0;

	for (int i = 0; i < s->parts; i++)
		n += at_store_deliver(s->part[i]);
	return n;
}

int parts_waiting(struct at_store *s)
{
	int n = 0;

	for (int i = 0; i < s->parts; i++)
		n += at_store_waiting(s->part[i]);
	return n;
}

void parts_settle(struct at_store *s)
{
	while (parts_waiting(s) > 0)
		for (int i = 0; i < s->parts; i++)
			at_store_settle(s->part[i]);
}

void parts_hurry(struct at_store *s)
{
	for (int i = 0; i < s->parts; i++)
		at_store_hurry(s->part[i]);
}

/* The store is away while any of them is. */
static void part_changed(void *context, const struct at_change *c)
{
	struct at_store *s = context;

	if (c->kind == AT_CHANGE_AWAY && s->parts_away++ > 0)
		return;
	if (c->kind == AT_CHANGE_BACK && --s->parts_away > 0)
		return;
	if (s->changed)
		s->changed(s->changed_context, c);
}

void parts_listen(struct at_store *s)
{
	for (int i = 0; i < s->parts; i++)
		at_store_listen(s->part[i], part_changed, s);
}

void parts_release(struct at_store *s)
{
	for (int i = 0; i < s->parts; i++)
		at_store_close(s->part[i]);
}
