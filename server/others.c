/* Follows the other nodes of the same database: reads the events, chat and guests that they stored,
 * and tells the viewers here. A notice only says where to look. Events and lines of chat have
 * numbers, so missing ones are read from the store and known ones are ignored. */
#include "others.h"

#include "aside.h"
#include "basics.h"
#include "due.h"
#include "guests.h"
#include "json.h"
#include "lobby.h"
#include "online.h"
#include "row.h"
#include "says.h"
#include "seats.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "talk.h"
#include "uptime.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { CHECK_BUCKETS = TABLE_BUCKETS / 16 }; /* each second: every table is looked at in 16 */

/* --- names at hand --- */

bool guest_known(struct host *h, uint32_t person, struct at_guest *out)
{
	int i = (int)(person % KNOWN_GUESTS);
	bool fresh = h->known[i].person == person && person && host_uptime() < h->known_until[i];

	if (!fresh && at_store_guest(h->store, person, &h->known[i]) != AT_STORED) {
		h->known[i].person = 0;
		return false;
	}
	if (!fresh)
		h->known_until[i] = host_uptime() + KNOWN_MS;
	*out = h->known[i];
	return true;
}

void guest_unknow(struct host *h, uint32_t person)
{
	for (int i = 0; i < KNOWN_GUESTS; i++)
		if (!person || h->known[i].person == person)
			h->known[i].person = 0;
}

/* --- tables --- */

/* Takes a row that follows the known events; otherwise the table is read again from the beginning.
 */
static bool take_row(void *context, const struct at_row *row)
{
	static struct at_event events[AT_STEP_MAX];
	struct online_table *t = context;
	struct at_fail fail;
	int count;

	if (row->first != t->table.events ||
	    row_get(row->bytes, row->size, row->first, row->time, events, &count, &fail)) {
		t->behind = UINT32_MAX;
		return false;
	}
	step_commit(t, events, count);
	return !t->read_only;
}

bool table_catch_up(struct online_table *t)
{
	uint32_t before = t->table.events;
	struct at_head head;

	switch (at_store_rows(t->host->store, t->id, before, take_row, t)) {
	case AT_STORED: break;
	case AT_STORED_DAMAGED: t->behind = UINT32_MAX; break;
	case AT_STORED_NONE: return false;
	default: return !t->host->shared;
	}
	if (t->behind == UINT32_MAX) {
		t->behind = 0;
		table_again(t->host, t->id);
	}
	t->behind = 0;
	if (t->table.events == before)
		return true;
	table_lease(t, false);
	if (t->host->notify && at_store_head(t->host->store, t->id, &head) == AT_STORED)
		t->notice = head.status.notice;
	return true;
}

static void heard_of(struct host *h, const uint8_t *id, uint32_t events)
{
	struct online_table *t = table_find(h, id);

	if (!t || events <= t->table.events)
		return;
	if (t->writing) { /* its answer comes first */
		t->behind = events > t->behind ? events : t->behind;
		return;
	}
	table_catch_up(t);
	table_do_due(t);
}

static void heard_removed(struct host *h, const uint8_t *id)
{
	struct online_table *t = table_find(h, id);
	struct at_head head;

	if (t && !t->removed && at_store_head(h->store, id, &head) == AT_STORED_NONE)
		table_drop(t);
}

static void heard_watched(struct host *h, const uint8_t *id)
{
	struct online_table *t = table_find(h, id);

	if (t && at_store_watched(h->store, id, &t->elsewhere) == AT_STORED)
		table_update_presence(t);
}

static void told(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

void others_tell(struct online_table *t)
{
	struct at_write *w = t->host->shared ? calloc(1, sizeof *w) : NULL;

	if (!w)
		return;
	w->kind = AT_TELL;
	memcpy(w->tell.table, t->id, AT_ID_SIZE);
	w->done = told;
	w->context = t->host;
	host_write(t->host, w);
}

/* --- looking by numbers --- */

struct checked {
	struct host *host;
	uint8_t id[AT_NUMBERS_MAX][AT_ID_SIZE];
	bool found[AT_NUMBERS_MAX];
	int count;
};

static void compare(void *context, const uint8_t *table, uint32_t events, uint32_t lines)
{
	struct checked *c = context;
	struct online_table *t;

	for (int i = 0; i < c->count; i++)
		if (memcmp(c->id[i], table, AT_ID_SIZE) == 0)
			c->found[i] = true;
	heard_of(c->host, table, events);
	t = table_find(c->host, table);
	if (t && lines > t->said)
		talk_catch_up(t);
}

static void ask_numbers(struct checked *c)
{
	bool read = !c->count ||
		    at_store_numbers(c->host->store, c->id[0], c->count, compare, c) == AT_STORED;

	for (int i = 0; i < c->count && read; i++)
		if (!c->found[i])
			heard_removed(c->host, c->id[i]);
	c->host->missed |= !read; /* another time */
	memset(c->found, 0, sizeof c->found);
	c->count = 0;
}

static void check_buckets(struct host *h, int from, int count)
{
	static struct checked c;

	c.host = h;
	c.count = 0;
	for (int i = from; i < from + count; i++) {
		for (struct online_table *t = h->tables[i % TABLE_BUCKETS]; t; t = t->next) {
			if (t->removed)
				continue;
			memcpy(c.id[c.count++], t->id, AT_ID_SIZE);
			if (c.count == AT_NUMBERS_MAX)
				break;
		}
		if (c.count > AT_NUMBERS_MAX / 2) /* room for another bucket */
			ask_numbers(&c);
	}
	ask_numbers(&c);
}

static void each_table(struct host *h, void (*visit)(struct online_table *))
{
	for (int i = 0; i < TABLE_BUCKETS; i++)
		for (struct online_table *t = h->tables[i], *next; t; t = next) {
			next = t->next;
			visit(t);
		}
}

static void look_elsewhere(struct online_table *t)
{
	if (t->elsewhere)
		heard_watched(t->host, t->id);
}

void others_gone(struct host *h)
{
	each_table(h, look_elsewhere);
}

static void look_anew(struct online_table *t)
{
	t->announced = 0; /* the database may have forgotten it */
	heard_watched(t->host, t->id);
	table_do_due(t);
}

static void look_at_everything(struct host *h)
{
	h->missed = false;
	guest_unknow(h, 0);
	guests_check(h);
	for (int i = 0; i < TABLE_BUCKETS; i += 64)
		check_buckets(h, i, 64);
	each_table(h, look_anew);
	h->lobby_changed = true;
}

void others_check(struct host *h)
{
	if (h->stopping)
		return;
	if (h->away) {
		if (host_uptime() - h->away > AWAY_MS)
			sockets_close(h->sockets, SOCKET_GOING_AWAY, "come back in a moment");
		return;
	}
	if (h->missed) {
		look_at_everything(h);
		return;
	}
	for (int i = 0; i < CHECK_BUCKETS; i += 64)
		check_buckets(h, h->check + i, 64);
	h->check = (h->check + CHECK_BUCKETS) % TABLE_BUCKETS;
}

/* --- the database --- */

static void tell_everybody(struct host *h, bool away)
{
	struct at_text t;

	h->away = away ? host_uptime() : 0;
	host_log(h, away ? "the database is away: waiting" : "the database is back");
	say_begin(h, &t, "store");
	at_json_flag(&t, "away", away);
	at_putc(&t, '}');
	sockets_send(h->sockets, t.at, t.len);
}

static void stop_outdated(struct host *h)
{
	if (h->outdated)
		return;
	h->outdated = true;
	host_log(h, "a newer version has changed the database: this one is too old and stops");
	kill(getpid(), SIGTERM);
}

static void heard(void *host, const struct at_change *c)
{
	struct host *h = host;
	struct online_table *t = table_find(h, c->table);

	if (h->stopping)
		return;
	switch (c->kind) {
	case AT_CHANGE_TABLE: heard_of(h, c->table, c->number); break;
	case AT_CHANGE_MINE: mine_heard(h, c->person, c->table); break;
	case AT_CHANGE_LISTS: h->lobby_changed = true; break;
	case AT_CHANGE_SAID:
		if (t)
			talk_catch_up(t);
		break;
	case AT_CHANGE_UNSAID: talk_removed(h, c->table, c->number, c->count); break;
	case AT_CHANGE_REMOVED: heard_removed(h, c->table); break;
	case AT_CHANGE_WATCHED: heard_watched(h, c->table); break;
	case AT_CHANGE_TOLD:
		if (t)
			rematch_heard(t);
		break;
	case AT_CHANGE_AGAIN: table_again(h, c->table); break;
	case AT_CHANGE_GUEST: guest_heard(h, c->person); break;
	case AT_CHANGE_TOKEN: token_heard(h, c->token); break;
	case AT_CHANGE_MAYBE: look_at_everything(h); break;
	case AT_CHANGE_AWAY: tell_everybody(h, true); break;
	case AT_CHANGE_BACK: tell_everybody(h, false); break;
	case AT_CHANGE_OUTDATED: stop_outdated(h); break;
	}
}

void others_listen(struct host *h)
{
	at_store_listen(h->store, heard, h);
}
