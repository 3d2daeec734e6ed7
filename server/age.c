/* Removing what is old: tables without activity and guests who do not come (--keep-days), and
 * tables that never began. The date may be wrong, so only a limited number goes in an hour, and
 * nothing for a day after a start that looks wrong. When there are nearly too many tables, those
 * that never began make room. */
#include "age.h"

#include "basics.h"
#include "guests.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"

#include <stdlib.h>

enum {
	AT_ONCE = 100,
	CROWD_AT_ONCE = 1000,
	AN_HOUR_AT_LEAST = 100,
	HOUR_MS = 3600 * 1000,
	DAY_MS = 24 * HOUR_MS,
	WEEK_MS = 7 * DAY_MS,
	UNBEGUN_MS = 14 * DAY_MS,
};

/* How many more may go in this hour for their age: a clock that is wrong for a while does little
 * harm. */
static uint32_t may_go(struct host *h, bool guests)
{
	uint64_t now = host_now(h);
	uint32_t most = h->kept / 100 > AN_HOUR_AT_LEAST ? h->kept / 100 : AN_HOUR_AT_LEAST;

	if (now - h->aged_from >= HOUR_MS) {
		h->aged_from = now;
		h->aged[0] = h->aged[1] = 0;
	}
	return h->aged[guests] < most ? most - h->aged[guests] : 0;
}

/* The hour continues after a restart, and when another node takes over. */
static void read_hour(struct host *h)
{
	uint64_t from, count;

	if (at_store_note(h->store, AT_NOTE_HOUR, &from) != AT_STORED ||
	    at_store_note(h->store, AT_NOTE_AGED, &count) != AT_STORED || from <= h->aged_from)
		return;
	h->aged_from = from;
	h->aged[0] = (uint32_t)count;
	h->aged[1] = 0;
}

static void note_hour(struct host *h)
{
	host_note(h, AT_NOTE_HOUR, h->aged_from);
	host_note(h, AT_NOTE_AGED, h->aged[0]);
}

void age_start(struct host *h)
{
	uint64_t last;

	if (at_store_note(h->store, AT_NOTE_SPARE, &h->spare_until) != AT_STORED)
		h->spare_until = 0;
	if (at_store_note(h->store, AT_NOTE_DATE, &last) == AT_STORED &&
	    host_date(h) > last + WEEK_MS) {
		h->spare_until = host_now(h) + DAY_MS;
		host_note(h, AT_NOTE_SPARE, h->spare_until);
		h->spares = true;
	}
}

void age_say(struct host *h)
{
	if (h->spares)
		host_log(
		    h,
		    "the last date kept is more than 7 days ago: for 24 hours nothing is removed "
		    "for its age");
	h->spares = false;
}

static void gone(struct host *h, const struct at_write *w, uint32_t count)
{
	if (w->kind == AT_FADE) {
		host_log(h, "%u old guests removed", count);
		guests_check(h);
		return;
	}
	host_log(
	    h, w->kind == AT_PRUNE ? "%u old tables removed" : "%u tables that never began removed",
	    count);
	h->kept -= count < h->kept ? count : h->kept;
	h->expired += count;
	h->lobby_changed = true;
	if (w->kind == AT_THIN)
		tables_check(h);
}

static uint32_t least(uint32_t a, uint32_t b)
{
	return a < b ? a : b;
}

static void removed(struct at_write *);

/* Removes some of this kind for their age; false: none may go. */
static bool remove_some(struct host *h, enum at_write_kind kind)
{
	uint64_t kept = (uint64_t)h->options.keep_days * DAY_MS, now = host_date(h);
	uint32_t most = least(may_go(h, kind == AT_FADE), AT_ONCE);
	struct at_write *w = NULL;

	if (most && (kind == AT_THIN || (kept && now > kept)))
		w = calloc(1, sizeof *w);
	if (!w)
		return false;
	w->kind = kind;
	w->done = removed;
	w->context = h;
	if (kind == AT_THIN) {
		w->thin.made_before = now > UNBEGUN_MS ? now - UNBEGUN_MS : 0;
		w->thin.nobodys_before = now > DAY_MS ? now - DAY_MS : 0;
		w->thin.most = most;
	} else if (kind == AT_PRUNE) {
		w->prune.ended_before = w->prune.idle_before = now - kept;
		w->prune.most = most;
	} else {
		w->fade.seen_before = now - kept;
	}
	h->aging[kind == AT_FADE] = true;
	host_write(h, w);
	return true;
}

static void removed(struct at_write *w)
{
	struct host *h = w->context;
	uint32_t count = w->result == AT_STORED ? w->count : 0;
	bool guests = w->kind == AT_FADE, again;
	enum at_write_kind kind = w->kind;

	again = count >= (guests ? AT_FADE_MAX : kind == AT_THIN ? w->thin.most : w->prune.most);
	h->writes--;
	h->aging[guests] = false;
	h->aged[guests] += count;
	if (count > 0)
		gone(h, w, count);
	if (count > 0 && !guests)
		note_hour(h);
	free(w);
	if (h->stopping || (again && remove_some(h, kind)))
		return;
	if (kind == AT_THIN)
		remove_some(h, AT_PRUNE);
}

void age_step(struct host *h)
{
	host_note(h, AT_NOTE_DATE, host_date(h));
	if (h->stopping || host_now(h) < h->spare_until || !host_has_duty(h, AT_DUTY_CLEAN))
		return;
	read_hour(h);
	if (!h->aging[0])
		remove_some(h, AT_THIN); /* then AT_PRUNE */
	if (!h->aging[1])
		remove_some(h, AT_FADE);
}

/* --- nearly too many tables --- */

static void made_room(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	h->crowding = false;
	if (w->result == AT_STORED && w->count > 0)
		gone(h, w, w->count);
	free(w);
}

/* Removes the oldest tables that never began whose creators sit at no begun table: a hundredth of
 * all tables at a time, because each removal looks at all tables in memory. */
void age_crowd(struct host *h)
{
	uint32_t tables = (uint32_t)h->options.tables, full = tables - tables / 10;
	struct at_write *w;

	if (!tables || h->kept < full || h->crowding || !host_has_duty(h, AT_DUTY_CLEAN))
		return;
	w = calloc(1, sizeof *w);
	if (!w)
		return;
	w->kind = AT_THIN;
	w->thin.strangers_before = UINT64_MAX >> 1;
	w->thin.most = least(h->kept - full + 1 + tables / 100, CROWD_AT_ONCE);
	w->done = made_room;
	w->context = h;
	h->crowding = true;
	host_write(h, w);
}
