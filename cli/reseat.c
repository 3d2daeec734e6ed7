#define _GNU_SOURCE
#include "reseat.h"

#include "order.h"
#include "row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { TRIES = 5 }; /* the game may go on meanwhile */

/* A table with its log, as the store has it. */
struct found {
	struct at_table table;
	struct at_event *events;
	uint32_t room;
	bool bad;
};

static bool room_for(struct found *f, uint32_t events)
{
	struct at_event *more;

	if (events <= f->room)
		return true;
	more = realloc(f->events, 2 * events * sizeof *more);
	if (!more)
		return false;
	f->events = more;
	f->room = 2 * events;
	return true;
}

static bool take(void *context, const struct at_row *row)
{
	static struct at_event events[AT_STEP_MAX];
	struct found *f = context;
	int count = 0;

	f->bad = row_get(row->bytes, row->size, row->first, row->time, events, &count, NULL) ||
		 !room_for(f, f->table.events + (uint32_t)count);
	for (int i = 0; i < count && !f->bad; i++) {
		struct at_events log = {f->events, f->table.events};
		f->bad = at_table_apply(&f->table, &log, &events[i], NULL) != AT_OK;
		if (!f->bad)
			f->events[events[i].number] = events[i];
	}
	return !f->bad;
}

static bool read_table(struct at_store *store, const uint8_t *id, struct found *f)
{
	static uint8_t bytes[AT_STORED_OPENING_MAX];
	struct at_opening opening;
	struct terms terms;
	size_t size;

	if (at_store_opening(store, id, bytes, &size) != AT_STORED ||
	    row_get_opening(bytes, size, &opening, &terms, NULL, NULL))
		return false;
	at_table_init(&f->table, &opening, AT_TRUTH);
	return at_store_rows(store, id, 0, take, f) == AT_STORED && !f->bad;
}

static void new_members(struct at_store *store, struct at_append *x, struct at_member *member,
			int seat, uint32_t person)
{
	at_store_members(store, x->table, member, &x->members);
	for (int i = 0; i < x->members; i++)
		if (member[i].seat == seat)
			member[i].person = person;
	x->member = member;
}

/* Appends the event behind those that were read. */
static enum at_stored append(struct at_store *store, const struct at_head *head,
			     const struct found *f, const struct at_step *step, uint32_t was)
{
	const struct at_event *e = &step->events[0];
	struct at_member member[AT_STORE_SEATS];
	uint8_t bytes[ROW_MAX];
	struct at_write w = {.kind = AT_APPEND};

	memcpy(w.append.table, head->id, AT_ID_SIZE);
	if (getrandom(w.append.command, AT_ID_SIZE, 0) != AT_ID_SIZE)
		return AT_STORED_FAILED;
	w.append.first = e->number;
	w.append.count = (uint32_t)step->count;
	w.append.time = f->table.time;
	w.append.size = row_put(step->events, step->count, bytes);
	w.append.bytes = bytes;
	w.append.status = head->status;
	if (head->status.turn == was)
		w.append.status.turn = e->what;
	w.append.whose[0] = was;
	w.append.whose[1] = e->what;
	new_members(store, &w.append, member, e->seat, e->what);
	at_store_submit(store, &w);
	at_store_settle(store);
	return w.result;
}

static enum at_stored try_once(struct at_store *store, const struct at_head *head, int seat,
			       uint32_t person, struct at_fail *fail)
{
	struct at_command c = {.kind = AT_RESEAT, .seat = (int8_t)seat, .ply = person};
	struct found f = {.events = NULL};
	struct at_step *step = calloc(1, sizeof *step);
	enum at_stored done = AT_STORED_DAMAGED;

	if (step && read_table(store, head->id, &f)) {
		struct at_events log = {f.events, f.table.events};
		uint32_t was = seat < f.table.opening.seats ? f.table.seat[seat].person : 0;
		c.now = f.table.time;
		done = at_table_command(&f.table, &log, &c, step, fail)
			   ? AT_STORED_NONE
			   : append(store, head, &f, step, was);
	}
	free(step);
	free(f.events);
	return done;
}

static uint32_t number(const char *text, uint32_t most)
{
	char *end;
	unsigned long n = strtoul(text, &end, 10);

	return *text >= '0' && *text <= '9' && *end == 0 && n <= most ? (uint32_t)n : 0;
}

bool reseat(struct at_store *store, const char *table, const char *seat, const char *guest,
	    char *why, size_t size)
{
	uint32_t place = number(seat, AT_SEATS_MAX), person = number(guest, UINT32_MAX);
	struct at_fail fail = {.why = "the table is read by nobody: it is damaged"};
	enum at_stored done = AT_STORED_TAKEN;
	struct at_guest who;
	struct at_head head;

	snprintf(why, size, "reseat takes a table's ID, a seat from 1 on and a guest's number");
	if (!place || !person)
		return false;
	snprintf(why, size, "there is no such guest");
	if (at_store_guest(store, person, &who) != AT_STORED || !who.name[0])
		return false;
	for (int i = 0; i < TRIES && done == AT_STORED_TAKEN; i++) {
		snprintf(why, size, "there is no such table");
		if (!order_find_table(store, table, &head))
			return false;
		done = try_once(store, &head, (int)place - 1, person, &fail);
	}
	if (done == AT_STORED)
		snprintf(why, size, "seat %u is guest %u's from now on: %.60s", place, person,
			 who.name);
	else
		snprintf(why, size, "%.150s",
			 done == AT_STORED_NONE || done == AT_STORED_DAMAGED ? fail.why
			 : done == AT_STORED_TAKEN ? "the game goes on too fast; try again"
						   : "it cannot be stored");
	return done == AT_STORED;
}
