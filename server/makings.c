/* New guests and new tables wait here while the store is busy: each costs it several writes, and
 * the moves of running games are in the same queue. queue.h decides who is next: addresses take
 * turns, then the guests of an address. */
#include "makings.h"

#include "addresses.h"
#include "asks.h"
#include "queue.h"
#include "seats.h"
#include "state.h"
#include "store.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum {
	WRITES_MANY = 16,      /* on their way: nothing new is made meanwhile, */
	MAKINGS_MAX = 1 << 14, /* waiting; if there are more, the address with the most loses one */
	COST = 1,
};

struct waiting {
	struct flow flow; /* first; its key is the ticket */
	struct visitor *visitor;
	json_t *json;
	uint8_t id[AT_ID_SIZE];
	int64_t from;
	void (*handle)(struct call *);
};

/* One is always on its way, so that all come to an end. */
static bool has_room(const struct host *h)
{
	return h->making == 0 || h->writes < WRITES_MANY;
}

static void forget(struct waiting *w)
{
	if (--w->visitor->asks == 0 && w->visitor->gone)
		free(w->visitor);
	json_decref(w->json);
	free(w);
}

/* Its socket may have gone meanwhile. */
static void answer_busy(struct waiting *w)
{
	if (!w->visitor->gone)
		refuse(w->visitor, w->id, "busy", "too much is being made; try again in a moment");
	forget(w);
}

bool making_waits(struct call *c, void (*handle)(struct call *))
{
	struct host *h = c->host;
	struct visitor *v = c->visitor;
	struct flow *surplus = NULL;
	struct waiting *w;

	if (h->making_now || (has_room(h) && queue_jobs(&h->makings) == 0))
		return false;
	w = calloc(1, sizeof *w);
	if (w && queue_jobs(&h->makings) >= MAKINGS_MAX) {
		surplus = queue_surplus(&h->makings, v->address->key);
		if (surplus)
			queue_remove(&h->makings, surplus);
	}
	if (!w || queue_jobs(&h->makings) >= MAKINGS_MAX ||
	    !queue_add(&h->makings, &w->flow, LANE_SMALL, v->address->key, (uintptr_t)v->guest,
		       ++h->making_serial, COST)) {
		free(w);
		refuse_call(c, "busy", "too much is being made; try again in a moment");
		return true;
	}
	w->visitor = v;
	v->asks++;
	w->json = json_incref(c->json);
	w->from = c->from;
	w->handle = handle;
	memcpy(w->id, c->id, AT_ID_SIZE);
	if (surplus)
		answer_busy((struct waiting *)surplus);
	return true;
}

void makings_go_on(struct host *h)
{
	struct flow *f;

	while ((h->stopping || has_room(h)) && (f = queue_take(&h->makings, false))) {
		struct waiting *w = (struct waiting *)f;
		struct call c = {.host = h,
				 .visitor = w->visitor,
				 .json = w->json,
				 .from = w->from,
				 .seat = AT_NOBODY};
		memcpy(c.id, w->id, AT_ID_SIZE);
		h->making_now = true;
		if (!w->visitor->gone && h->stopping)
			refuse(w->visitor, w->id, "stopping", "come back in a moment");
		else if (!w->visitor->gone)
			w->handle(&c);
		h->making_now = false;
		forget(w);
	}
}

void makings_free(struct host *h)
{
	struct flow *f;

	while ((f = queue_take(&h->makings, false)))
		forget((struct waiting *)f);
	queue_release(&h->makings);
}
