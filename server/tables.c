/* Tables in memory, a cache of the store. */
#include "tables.h"

#include "aside.h"
#include "basics.h"
#include "company.h"
#include "due.h"
#include "event_log.h"
#include "limit.h"
#include "notify.h"
#include "online.h"
#include "prefetch.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "thinkers.h"
#include "uptime.h"
#include "visitor.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

enum {
	PAGE = 64,
	WAKE_AHEAD_MS = 30000,
	WAKE_PAGES = 16,   /* looked at together, */
	WAKE_AT_ONCE = 48, /* how many of them are read, with a reserve */
};

uint64_t table_key(const uint8_t *id)
{
	uint64_t key;

	memcpy(&key, id, sizeof key);
	return key >> 1; /* tickets of hints have the highest bit */
}

static struct online_table **bucket_of(struct host *h, uint64_t key)
{
	return &h->tables[key % TABLE_BUCKETS];
}

struct online_table *table_with_key(struct host *h, uint64_t key)
{
	struct online_table *t = *bucket_of(h, key);

	while (t && table_key(t->id) != key)
		t = t->next;
	return t;
}

struct online_table *table_find(struct host *h, const uint8_t *id)
{
	struct online_table *t = *bucket_of(h, table_key(id));

	while (t && memcmp(t->id, id, AT_ID_SIZE) != 0)
		t = t->next;
	return t;
}

struct online_table *table_new(struct host *h, const uint8_t *id)
{
	struct online_table *t = calloc(1, sizeof *t), **bucket = bucket_of(h, table_key(id));

	if (!t)
		return NULL;
	t->timer = event_new(h->base, -1, 0, table_due, t);
	if (!t->timer) {
		free(t);
		return NULL;
	}
	t->host = h;
	memcpy(t->id, id, AT_ID_SIZE);
	t->last = &t->first;
	t->history.resize = realloc;
	t->idle = host_now(h);
	t->next = *bucket;
	*bucket = t;
	h->table_count++;
	return t;
}

/* A state usually fills only a part of its room. */
void table_prefetch(const struct online_table *t)
{
	enum { STATE = 320 };

	at_prefetch(t, offsetof(struct online_table, table.opening.start));
	at_prefetch(t->table.seed,
		    offsetof(struct at_table, turn) - offsetof(struct at_table, seed) + STATE);
	at_prefetch(&t->table.state, STATE);
	at_prefetch(&t->given,
		    offsetof(struct online_table, why) - offsetof(struct online_table, given));
}

void watches_prefetch(const struct online_table *t)
{
	if (t->history.room)
		at_prefetch(&t->history.log.events[t->table.events], sizeof(struct at_event));
	for (const struct watch *w = t->watches; w; w = w->beside)
		socket_prefetch(w->socket);
}

void table_free(struct online_table *t)
{
	struct online_table **at = bucket_of(t->host, table_key(t->id));

	for (struct watch *w = t->watches, *beside; w; w = beside) {
		beside = w->beside;
		watch_end(w);
	}
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	t->host->table_count--;
	event_free(t->timer);
	free(t->history.log.events);
	free(t->given.moves);
	free(t);
}

/* Those who look are shown why it ends. */
void table_drop(struct online_table *t)
{
	t->read_only = "this table has been removed";
	t->removed = true;
	for (const struct watch *w = t->watches; w; w = w->beside)
		say_table(w);
	if (!t->writing && !t->first)
		table_free(t);
}

/* Applies stored events; one that cannot follow makes the table read-only. */
void table_keep(struct online_table *t, const struct at_event *e, int count)
{
	struct at_fail fail;

	for (; count > 0 && !t->read_only; count--, e++) {
		if (!at_event_log_room(&t->history, 1)) {
			t->read_only = "there is not enough memory";
			return;
		}
		if (at_table_apply(&t->table, &t->history.log, e, &fail)) {
			memcpy(t->why, fail.why, sizeof t->why);
			t->read_only = t->why;
			return;
		}
		at_event_log_add(&t->history, e, 1);
	}
}

/* --- from the store --- */

static bool take_row(void *context, const struct at_row *row)
{
	static struct at_event events[AT_STEP_MAX];
	struct online_table *t = context;
	struct at_fail fail;
	int count;

	if (row_get(row->bytes, row->size, row->first, row->time, events, &count, &fail)) {
		memcpy(t->why, fail.why, sizeof t->why);
		t->read_only = t->why;
		return false;
	}
	table_keep(t, events, count);
	return !t->read_only;
}

static bool count_line(void *context, const struct at_chat *line)
{
	struct online_table *t = context;

	t->said = line->number + 1;
	return true;
}

static bool take_opening(struct online_table *t, const uint8_t *bytes, size_t size)
{
	static at_move moves[ROW_GIVEN_MAX];
	struct given given = {0, moves};
	struct at_opening opening;
	struct at_fail fail;

	if (row_get_opening(bytes, size, &opening, &t->terms, &given, &fail))
		return false;
	if (given.count) {
		t->given.moves = malloc(given.count * sizeof *moves);
		if (!t->given.moves)
			return false;
		memcpy(t->given.moves, moves, given.count * sizeof *moves);
		t->given.count = given.count;
	}
	at_table_init(&t->table, &opening, AT_TRUTH);
	return true;
}

static bool read_opening(struct online_table *t)
{
	static uint8_t bytes[AT_STORED_OPENING_MAX];
	size_t size;
	enum at_stored found = at_store_opening(t->host->store, t->id, bytes, &size);

	if (found == AT_STORED_DAMAGED)
		t->host->spoilt = host_set_aside(t->host, t->id);
	return found == AT_STORED && take_opening(t, bytes, size);
}

/* As far as is known here, nobody looks. */
static void be_alone(struct online_table *t)
{
	for (int i = 0; i < t->table.opening.seats; i++)
		t->away[i] = t->elsewhere >> i & 1 ? 0 : host_now(t->host);
}

void table_reload(struct online_table *t)
{
	struct at_opening opening = t->table.opening;
	struct at_head head;

	t->read_only = NULL;
	t->thinking = false;
	if (at_store_head(t->host->store, t->id, &head) == AT_STORED) {
		t->created = head.created;
		t->notice = head.status.notice;
	}
	at_table_init(&t->table, &opening, AT_TRUTH);
	t->history.log.count = 0;
	enum at_stored rows = at_store_rows(t->host->store, t->id, 0, take_row, t);
	t->host->unread = rows == AT_STORED_FAILED;
	if (t->host->unread)
		t->read_only = "what is stored of this table cannot be read";
	else if (rows == AT_STORED_DAMAGED)
		t->read_only = host_set_aside(t->host, t->id);
	else if (!t->read_only)
		t->read_only = host_is_aside(t->host, t->id);
	at_store_watched(t->host->store, t->id, &t->elsewhere);
	at_store_chat(t->host->store, t->id, 0, count_line, t);
	be_alone(t);
	company_know(t);
}

/* It need not be read, unless another node may have changed it. */
struct online_table *table_made(struct host *h, const struct at_create *made)
{
	struct online_table *t;

	if (h->shared || table_find(h, made->head.id))
		return table_get(h, made->head.id);
	t = table_new(h, made->head.id);
	if (t && !take_opening(t, made->opening, made->opening_size)) {
		table_free(t);
		t = NULL;
	}
	if (!t)
		return NULL;
	t->created = made->head.created;
	t->notice = made->head.status.notice;
	be_alone(t);
	table_do_due(t);
	return t;
}

struct online_table *table_get(struct host *h, const uint8_t *id)
{
	struct online_table *t = table_find(h, id);
	struct at_head head;

	if (t)
		return t;
	enum at_stored found = at_store_head(h->store, id, &head);
	h->unread = found == AT_STORED_FAILED;
	h->spoilt = found == AT_STORED_DAMAGED ? host_set_aside(h, id) : NULL;
	if (found != AT_STORED)
		return NULL;
	t = table_new(h, id);
	if (!t)
		return NULL;
	if (!read_opening(t)) {
		h->unread = h->shared && !h->spoilt; /* a database that has just gone */
		table_free(t);
		return NULL;
	}
	table_reload(t);
	if (h->unread && h->shared) { /* a temporary failure: do not remember it */
		table_free(t);
		return NULL;
	}
	table_do_due(t);
	return t;
}

/* Bots think where there is room for it; a clock (`turn` is a person's) does not wait for that. */
static bool wake(struct host *h, const struct at_head *head)
{
	bool bots = !head->status.turn;

	if (table_find(h, head->id) ||
	    (bots && thinkers_waiting(h->thinkers) > THINKERS_JOBS_MAX / 4))
		return false;
	return table_get(h, head->id) != NULL;
}

/* Goes through all that have something due, a part at a time: there may be very many, and others
 * wait meanwhile. h->waking: it has not been through. */
void tables_wake(struct host *h)
{
	static struct at_head page[PAGE];
	int count = PAGE, woken = 0;

	for (int pages = 0; count == PAGE && !h->stopping; pages++) {
		if (pages == WAKE_PAGES || woken >= WAKE_AT_ONCE ||
		    at_store_deadlines(h->store, h->waking ? &h->woken : NULL, page, &count) !=
			AT_STORED)
			return;
		h->waking = true;
		for (int i = 0; i < count; i++) {
			if (page[i].status.deadline >= host_now(h) + WAKE_AHEAD_MS)
				count = i;
			else
				woken += wake(h, &page[i]);
		}
		if (count > 0)
			h->woken = page[count - 1];
	}
	h->waking = false;
}

void tables_check(struct host *h)
{
	struct at_head head;

	for (int i = 0; i < TABLE_BUCKETS; i++)
		for (struct online_table *t = h->tables[i], *next; t; t = next) {
			next = t->next;
			if (t->table.phase == AT_GATHERING && !t->removed &&
			    at_store_head(h->store, t->id, &head) == AT_STORED_NONE)
				table_drop(t);
		}
}

/* --- writes to the store --- */

int table_free_seats(const struct at_table *t)
{
	int n = 0;

	for (int i = 0; i < t->opening.seats; i++)
		n += t->seat[i].kind == AT_SEAT_FREE;
	return n;
}

uint64_t table_clock_end(const struct at_table *t, uint64_t now)
{
	int seat = at_table_mover(t);

	if (seat < 0 || t->clock.kind == AT_CLOCK_NONE || at_table_bot_moves(t) || t->held ||
	    t->apart.paused)
		return 0;
	return (t->clock.since > now ? t->clock.since : now) + at_table_time_left(t, seat, now);
}

struct at_status table_status(const struct online_table *h, const struct at_table *t)
{
	int mover = at_table_mover(t);
	uint64_t now = host_now(h->host);
	struct at_status s = {.phase = t->phase, .free = (uint8_t)table_free_seats(t)};

	s.active = host_date(h->host);
	s.listed = t->phase == AT_GATHERING && h->terms.open && s.free > 0;
	s.turn = mover >= 0 ? t->seat[mover].person : 0;
	s.deadline = table_clock_end(t, now);
	if (t->held || at_table_bot_moves(t) || (t->phase == AT_GATHERING && s.free == 0))
		s.deadline = now;
	s.deadline = company_deadline(t, s.deadline, now);
	s.ended = t->phase >= AT_FINISHED ? s.active : 0;
	s.notice = notify_when(h, t);
	return s;
}

/* --- who looks --- */

static bool is_looked_from(const struct online_table *t, int seat)
{
	for (const struct watch *w = t->watches; w; w = w->beside)
		if (w->viewer == seat)
			return true;
	return false;
}

static void announced(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

/* Other nodes show them, too. */
static void announce(struct online_table *t, uint32_t seats)
{
	struct at_write *w = calloc(1, sizeof *w);

	if (!w)
		return;
	t->announced = seats;
	w->kind = AT_WATCH;
	w->watch.seats = seats;
	memcpy(w->watch.table, t->id, AT_ID_SIZE);
	w->done = announced;
	w->context = t->host;
	host_write(t->host, w);
}

/* Tells everybody if the watched seats have changed. */
void table_update_presence(struct online_table *t)
{
	bool changed = false;
	uint32_t own = 0;

	for (int i = 0; i < t->table.opening.seats; i++) {
		bool mine = is_looked_from(t, i), here = mine || t->elsewhere >> i & 1;
		own |= (uint32_t)mine << i;
		if (here == !t->away[i])
			continue;
		t->away[i] = here ? 0 : host_now(t->host);
		changed |= t->table.seat[i].kind == AT_SEAT_PERSON;
	}
	changed |= company_look(t, &own);
	if (t->host->shared && own != t->announced)
		announce(t, own);
	if (changed)
		say_presence(t);
	company_begin(t);
}

struct watch *watch_of(const struct visitor *v, const struct online_table *t)
{
	struct watch *w = v->watches;

	while (w && w->table != t)
		w = w->next;
	return w;
}

int table_viewer(const struct online_table *t, const struct visitor *v)
{
	int seat = v->guest->person ? at_table_seat_of(&t->table, v->guest->person) : AT_NOBODY;

	return seat >= 0 ? seat : AT_PUBLIC;
}

void table_watch(struct online_table *t, struct visitor *v, const struct watch *how)
{
	struct watch *w = watch_of(v, t);

	if (!w) {
		w = calloc(1, sizeof *w);
		if (!w)
			return;
		w->visitor = v;
		w->socket = v->socket;
		w->table = t;
		w->next = v->watches;
		v->watches = w;
		v->watch_count++;
		w->beside = t->watches;
		w->at = &t->watches;
		if (w->beside)
			w->beside->at = &w->beside;
		t->watches = w;
		t->visited = true;
	}
	w->views = how->views;
	w->says = how->says;
	w->program = how->program;
	w->viewer = table_viewer(t, v);
	table_update_presence(t);
}

void watch_end(struct watch *w)
{
	struct watch **at = &w->visitor->watches;
	struct online_table *t = w->table;

	while (*at != w)
		at = &(*at)->next;
	*at = w->next;
	w->visitor->watch_count--;
	*w->at = w->beside;
	if (w->beside)
		w->beside->at = w->at;
	free(w);
	t->idle = host_now(t->host);
	table_update_presence(t);
	table_do_due(t);
}
