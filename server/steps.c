/* A command's way: tried on a copy of the table, stored, and only then done and told. Other
 * commands for the same table are queued meanwhile.
 *
 * Nobody may be told what a crash could still undo, and what is not stored has not happened: so the
 * table itself changes in step_commit() alone, when its events are durable. Two answers of the
 * store make this hard. AT_STORED_TAKEN: another node was first with this number. The table takes
 * what was stored there, and the command is tried again, for it may mean something else now or be
 * refused. AT_STORED_BEFORE: the same command was stored already, and its answer was lost on the
 * way; it is known by its key and answered as it was then. A move names the moment it was made for,
 * so that it needs to be looked up only where it is refused. The sender may leave at any time: an
 * ask keeps its visitor until it is answered, and the last one frees it. */
#include "steps.h"

#include "absence.h"
#include "asks.h"
#include "barred.h"
#include "basics.h"
#include "company.h"
#include "due.h"
#include "lobby.h"
#include "metrics.h"
#include "online.h"
#include "others.h"
#include "prefetch.h"
#include "results.h"
#include "row.h"
#include "says.h"
#include "sha256.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum { SPARE_EVENTS = 4, SPARE_STEPS = 512 };

struct step {
	struct at_write write;
	struct step *next; /* among the spare ones */
	struct online_table *table;
	struct ask ask;
	int64_t from; /* when it went to the store */
	struct at_member member[AT_SEATS_MAX];
	int count;
	struct at_event *events; /* count of them, then the bytes */
	uint8_t *bytes;
};

/* For the log. */
static const char *const results[] = {
    [AT_STORED] = "stored",         [AT_STORED_BEFORE] = "before", [AT_STORED_TAKEN] = "taken",
    [AT_STORED_NONE] = "no table",  [AT_STORED_FULL] = "full",     [AT_STORED_FAILED] = "failed",
    [AT_STORED_DAMAGED] = "damaged"};

static void soon(const struct at_write *, int);
static void done(struct at_write *);

/* --- answers --- */

/* For the log: the host's own commands have no id of a client. */
static const uint8_t *id_of(const struct ask *a)
{
	return a->visitor ? a->id : a->key;
}

static void forget_visitor(struct ask *a)
{
	struct visitor *v = a->visitor;

	a->visitor = NULL;
	if (v && --v->asks == 0 && v->gone)
		free(v);
}

static void answer_refused(struct ask *a, const char *code, const char *why)
{
	if (a->visitor && !a->visitor->gone)
		refuse(a->visitor, a->id, code, why);
	forget_visitor(a);
}

static void answer_done(struct ask *a, const struct online_table *t, uint32_t first, uint32_t count)
{
	if (a->visitor && !a->visitor->gone)
		say_done(a->visitor, a->id, t, first, count);
	forget_visitor(a);
}

void step_log_gap(struct online_table *t, const struct at_fail *fail)
{
	if (!fail->part || strcmp(fail->part, "gap") != 0 || t->gap)
		return;
	t->gap = true;
	host_log(t->host,
		 "the rules of %s accept a move that they do not list, at ply %u: it was refused",
		 at_table_game(&t->table)->name, (unsigned)t->table.state.head.ply);
}

/* A refused command may have been done before without its client knowing. Unless that can be looked
 * up, the refusal is not sent. */
static void refused(struct online_table *t, struct ask *a, const struct at_fail *fail)
{
	uint32_t first, count;
	bool late = fail->part && strcmp(fail->part, "late") == 0;

	if (!a->person && a->command.kind != AT_MOVE) /* due work would be retried at once */
		t->rest = host_now(t->host) + REST_MS;
	enum at_stored before =
	    a->visitor ? at_store_command(t->host->store, t->id, a->key, &first, &count)
		       : AT_STORED_NONE;

	step_log_gap(t, fail);
	if (before == AT_STORED)
		answer_done(a, t, first, count);
	else if (before != AT_STORED_NONE)
		answer_refused(a, "store", "this cannot be looked up now; try again later");
	else
		answer_refused(a,
			       late                         ? "late"
			       : a->command.kind == AT_MOVE ? "bad-move"
							    : "not-now",
			       fail->why);
}

/* --- trying --- */

static int members(const struct at_table *t, struct at_member *out)
{
	int n = 0;

	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_PERSON)
			out[n++] = (struct at_member){t->seat[i].person, (uint8_t)i};
	return n;
}

static bool changes_seats(int kind)
{
	return kind == AT_SIT || kind == AT_STAND_UP;
}

/* The persons whose own lists change, so that other nodes can tell them. */
static void name_whose(const struct online_table *t, const struct at_table *after,
		       struct at_append *w)
{
	const struct at_table *was = &t->table;
	int n = 0;

	if (was->phase == after->phase && after->phase != AT_GATHERING &&
	    at_table_mover(was) == at_table_mover(after))
		return;
	if (t->terms.creator)
		w->whose[n++] = t->terms.creator;
	for (int i = 0; i < was->opening.seats; i++) {
		uint32_t before = was->seat[i].person, now = after->seat[i].person;
		if (before && before != t->terms.creator)
			w->whose[n++] = before;
		if (now && now != before && now != t->terms.creator)
			w->whose[n++] = now;
	}
}

/* Commands that cannot succeed twice: a move names the ply and the number of undos, and the ids of
 * the host's own commands contain the event number. */
static bool names_its_moment(const struct ask *a)
{
	return a->command.kind == AT_MOVE || !a->visitor;
}

/* Small steps, which are nearly all, are reused. */
static struct step *step_for(struct host *h, int count)
{
	struct step *s = h->spare_steps;
	size_t room = count > SPARE_EVENTS ? (size_t)count : SPARE_EVENTS;

	if (!s || count > SPARE_EVENTS)
		return malloc(sizeof *s + room * (sizeof *s->events + ROW_EVENT_MAX) + 3);
	h->spare_steps = s->next;
	h->spare_step_count--;
	return s;
}

static void put_by(struct host *h, struct step *s)
{
	if (s->count > SPARE_EVENTS || h->spare_step_count == SPARE_STEPS) {
		free(s);
		return;
	}
	s->next = h->spare_steps;
	h->spare_steps = s;
	h->spare_step_count++;
}

void steps_free(struct host *h)
{
	for (struct step *s; (s = h->spare_steps);) {
		h->spare_steps = s->next;
		free(s);
	}
}

static struct step *new_step(struct online_table *t, const struct at_table *after,
			     const struct at_step *made, const struct ask *a)
{
	size_t events = (size_t)made->count * sizeof *made->events;
	struct step *s = step_for(t->host, made->count);
	struct at_append *w;

	if (!s)
		return NULL;
	memset(s, 0, sizeof *s);
	s->table = t;
	s->ask = *a;
	s->count = made->count;
	s->events = (struct at_event *)(s + 1);
	s->bytes = (uint8_t *)(s->events + made->count);
	memcpy(s->events, made->events, events);
	s->write.kind = AT_APPEND;
	s->write.soon = soon;
	s->write.done = done;
	s->write.context = s;
	w = &s->write.append;
	memcpy(w->table, t->id, AT_ID_SIZE);
	memcpy(w->command, a->key, AT_ID_SIZE);
	w->first = t->table.events;
	w->count = (uint32_t)made->count;
	w->time = made->events[0].time;
	w->bytes = s->bytes;
	w->size = row_put(s->events, s->count, s->bytes);
	w->status = table_status(t, after);
	w->listing = t->table.phase == AT_GATHERING;
	if (t->host->shared)
		name_whose(t, after, w);
	w->fresh = names_its_moment(a);
	if (changes_seats(a->command.kind)) {
		w->member = s->member;
		w->members = members(after, s->member);
	}
	return s;
}

void step_key(uint32_t person, const uint8_t *id, uint8_t key[AT_ID_SIZE])
{
	uint8_t text[4 + AT_ID_SIZE], hash[AT_SHA256_SIZE];

	for (int i = 0; i < 4; i++)
		text[i] = (uint8_t)(person >> 8 * i);
	memcpy(text + 4, id, AT_ID_SIZE);
	at_sha256(text, sizeof text, hash);
	memcpy(key, hash, AT_ID_SIZE);
}

/* The ids of the host's own commands contain the event number, so that each is done once. */
static void find_key(struct ask *a, uint32_t number)
{
	uint8_t place[AT_ID_SIZE] = {0};

	for (int i = 0; i < 4; i++)
		place[i] = (uint8_t)(number >> 8 * i);
	if (a->person) /* also for a client that has left meanwhile */
		step_key(a->person, a->id, a->key);
	else
		step_key(AT_HOST, place, a->key);
}

/* The next moves of the record, as many as fit into one step. */
static enum at_err give(const struct online_table *t, struct at_table *after,
			const struct at_events *log, struct at_step *made, struct at_fail *fail)
{
	static struct at_step one;
	uint64_t now = host_now(t->host);
	enum at_err err = AT_OK;

	made->count = 0;
	while (!err && made->count < AT_STEP_MAX && after->state.head.ply < t->given.count) {
		at_move m = t->given.moves[after->state.head.ply];
		err = at_table_given(after, log, m, now, &one, fail);
		if (!err)
			made->events[made->count++] = one.events[0];
	}
	return err;
}

/* A person who leaves stands up, or lets a bot move if the game has begun; it may have begun while
 * the command was queued. */
static void leave_as_it_is_now(const struct online_table *t, struct ask *a)
{
	struct at_command *c = &a->command;

	if (c->kind == AT_STAND_UP && a->visitor && c->person == a->person &&
	    t->table.phase == AT_PLAYING)
		c->kind = AT_STAND_IN;
}

static void try(struct online_table *t, struct ask *a)
{
	static struct at_step made;
	const struct at_events *log = &t->history.log;
	struct at_fail fail = {0};
	struct at_table after;
	struct step *s;

	at_prefetch(t->host->spare_steps, sizeof *s);
	at_table_copy(&after, &t->table);
	find_key(a, t->table.events);
	log_way(t->host, "tried", id_of(a), NULL, NULL);
	a->command.now = host_now(t->host);
	leave_as_it_is_now(t, a);
	company_tell(t, &a->command);
	if (t->read_only) {
		answer_refused(a, "read-only", t->read_only);
		return;
	}
	if (a->give ? give(t, &after, log, &made, &fail)
		    : at_table_command(&after, log, &a->command, &made, &fail)) {
		refused(t, a, &fail);
		return;
	}
	if (made.count == 0) {
		answer_done(a, t, t->table.events, 0);
		return;
	}
	s = new_step(t, &after, &made, a);
	if (!s) {
		answer_refused(a, "busy", "there is not enough memory");
		return;
	}
	t->writing = s;
	s->from = host_uptime();
	host_write(t->host, &s->write);
}

/* Carries out queued commands until one of them is being stored. */
static void go_on(struct online_table *t)
{
	struct ask *a;

	while (!t->writing && (a = t->first)) {
		t->first = a->next;
		if (!t->first)
			t->last = &t->first;
		t->waiting--;
		try(t, a);
		free(a);
	}
}

void step_do(struct online_table *t, const struct ask *asked)
{
	struct ask *a;

	if (!t->writing && !t->first) {
		struct ask now = *asked;
		if (now.visitor)
			now.visitor->asks++;
		try(t, &now);
		return;
	}
	a = t->waiting < QUEUE_MAX ? malloc(sizeof *a) : NULL;
	if (!a) {
		if (asked->visitor)
			refuse(asked->visitor, asked->id, "busy",
			       "too much is asked of this table at once");
		return;
	}
	*a = *asked;
	a->next = NULL;
	if (a->visitor)
		a->visitor->asks++;
	*t->last = a;
	t->last = &a->next;
	t->waiting++;
}

void step_ask(struct call *c, const struct at_command *command)
{
	struct ask a = {.host = c->host,
			.visitor = c->visitor,
			.person = c->visitor->guest->person,
			.from = c->from,
			.command = *command};

	memcpy(a.id, c->id, AT_ID_SIZE);
	step_do(c->table, &a);
}

/* --- stored, or not --- */

/* People who have sat down or stood up have another view of the table from now on. */
static void open_eyes(struct online_table *t)
{
	for (struct watch *w = t->watches; w; w = w->beside) {
		int viewer = table_viewer(t, w->visitor);
		if (viewer == w->viewer)
			continue;
		w->viewer = viewer;
		say_table(w);
	}
	table_update_presence(t);
}

/* Everybody is told the whole table, as they may see it now. */
static void tell_anew(struct online_table *t)
{
	for (struct watch *w = t->watches; w; w = w->beside) {
		w->viewer = table_viewer(t, w->visitor);
		say_table(w);
	}
	table_update_presence(t);
}

static bool has(const struct at_event *events, int count, int kind)
{
	while (count > 0 && events[count - 1].kind != kind)
		count--;
	return count > 0;
}

void step_commit(struct online_table *t, const struct at_event *events, int count)
{
	static struct at_table before[AT_STEP_MAX]; /* each event */

	for (int i = 0; i < count; i++) {
		at_table_copy(&before[i], &t->table);
		table_keep(t, &events[i], 1);
		company_sat(t, &events[i]);
		bar_links(t, &events[i]);
	}
	say_step(t, before);
	if (has(events, count, AT_RESEATED)) {
		tell_anew(t);
		mine_tell(t, &before[0]);
	}
	if (before[0].phase == AT_GATHERING) {
		open_eyes(t);
		t->host->lobby_changed = true;
	} else if (before[0].phase != t->table.phase ||
		   at_table_asked(&before[0]) != at_table_asked(&t->table)) {
		table_update_presence(t);
	}
	if (before[0].phase != t->table.phase || t->table.phase == AT_GATHERING ||
	    at_table_mover(&before[0]) != at_table_mover(&t->table))
		mine_tell(t, &before[0]);
}

static void settle(struct online_table *t, struct step *s)
{
	bool going = t->table.phase < AT_FINISHED;

	switch (s->write.result) {
	case AT_STORED:
		step_commit(t, s->events, s->count);
		t->notice = s->write.append.status.notice;
		table_lease(t, true);
		answer_done(&s->ask, t, s->write.first, s->write.count);
		if (going)
			result_keep(t);
		break;
	case AT_STORED_BEFORE: /* it may have been done elsewhere */
		table_catch_up(t);
		answer_done(&s->ask, t, s->write.first, s->write.count);
		break;
	case AT_STORED_TAKEN:
		answer_refused(&s->ask, "late", "the table has gone on elsewhere");
		break;
	case AT_STORED_NONE:
		t->read_only = "this table has been removed";
		answer_refused(&s->ask, "unknown-table", "there is no such table");
		break;
	default: /* a bot's move would be back at once */
		t->rest = host_now(t->host) + REST_MS;
		answer_refused(&s->ask, "store", "this cannot be kept now; try again later");
		break;
	}
}

/* What done() needs first. */
static void soon(const struct at_write *w, int ahead)
{
	const struct step *s = w->context;
	const struct online_table *t = s->table;

	if (ahead == 2)
		table_prefetch(t);
	else
		watches_prefetch(t);
	at_prefetch(s->ask.visitor, sizeof *s->ask.visitor);
}

static void done(struct at_write *w)
{
	struct step *s = w->context;
	struct online_table *t = s->table;
	struct host *h = t->host;
	int64_t now = host_uptime();

	h->writes--;
	log_way(h, "stored", id_of(&s->ask), "result", results[w->result]);
	metrics_took(h, TIMING_STORED, now - s->from);
	if (s->ask.from && w->result <= AT_STORED_BEFORE)
		metrics_took(h, TIMING_ACKNOWLEDGED, now - s->ask.from);
	t->writing = NULL;
	if (w->result == AT_STORED_TAKEN && table_catch_up(t) && ++s->ask.tries < TRIES_MAX)
		try(t, &s->ask); /* somebody else was first: try it again on the new state */
	else
		settle(t, s);
	put_by(t->host, s);
	if (!t->writing && t->behind > t->table.events)
		table_catch_up(t);
	go_on(t);
	if (t->removed && !t->writing && !t->first)
		table_free(t);
	else
		table_do_due(t);
	sockets_relieve(h->sockets);
}
