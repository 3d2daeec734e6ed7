#include "company.h"
#include "absence.h"
#include "fair.h"

#include "asks.h"
#include "due.h"
#include "json.h"
#include "online.h"
#include "row.h"
#include "says.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <string.h>

enum {
	LEVEL_IN_NEED = 1,
	/* What other nodes are told besides the seats from which people look (AT_WATCH): */
	READY_SHIFT = 8,
	MAKER_BIT = 15,
	PROGRAM_SHIFT = 16,
	ROOM = 32, /* of events: for those that must always be possible */
};

static const struct at_table *table_of(const struct online_table *t)
{
	return &t->table;
}

static bool is_live(const struct at_table *t)
{
	return t->opening.clock && !at_table_is_days(t);
}

uint8_t company_version(const struct host *h)
{
	return !h->shared || h->reads >= AT_TABLE_APART ? AT_TABLE_APART : AT_TABLE_VERSION;
}

/* --- presence --- */

static uint64_t away_for(const struct online_table *t, int seat)
{
	return t->away[seat] ? host_now(t->host) - t->away[seat] : 0;
}

/* Those who are here, or have been away for less than this. */
static uint8_t not_away(const struct online_table *t, uint64_t than)
{
	uint8_t set = 0;

	for (int i = 0; i < t->table.opening.seats; i++)
		if (!t->away[i] || away_for(t, i) < than)
			set |= (uint8_t)(1 << i);
	return set;
}

uint64_t company_grace(const struct online_table *t)
{
	if (at_table_is_apart(table_of(t)) && t->table.opening.clock)
		return UINT64_MAX;
	return (uint64_t)t->host->options.grace_ms;
}

uint8_t company_present(const struct online_table *t)
{
	return not_away(t, company_grace(t));
}

void company_tell(const struct online_table *t, struct at_command *c)
{
	c->present = company_present(t);
	c->here = not_away(t, 0);
	c->gone = at_table_is_days(table_of(t)) ? 0 : (uint8_t)~not_away(t, COMPANY_GONE_MS);
}

static bool maker_looks(const struct online_table *t)
{
	for (const struct watch *w = t->watches; w; w = w->beside)
		if (w->visitor->guest->person == t->terms.creator)
			return true;
	return false;
}

/* --- before the start --- */

static bool is_full(const struct at_table *t)
{
	return t->phase == AT_GATHERING && table_free_seats(t) == 0;
}

/* Those who have said so here, or whose client cannot. */
static uint8_t ready_here(const struct online_table *t)
{
	uint8_t set = t->company.ready;

	for (const struct watch *w = t->watches; w; w = w->beside)
		if (w->viewer >= 0 && !w->says)
			set |= (uint8_t)(1 << w->viewer);
	return set;
}

uint8_t company_ready(const struct online_table *t)
{
	uint8_t set = ready_here(t) | (uint8_t)(t->elsewhere >> READY_SHIFT);

	for (int i = 0; i < t->table.opening.seats; i++)
		if (t->table.seat[i].kind != AT_SEAT_PERSON)
			set |= (uint8_t)(1 << i);
		else if (t->away[i])
			set &= (uint8_t) ~(1 << i);
	return set & (uint8_t)((1 << t->table.opening.seats) - 1);
}

static uint8_t programs_here(const struct online_table *t)
{
	uint8_t set = 0;

	for (const struct watch *w = t->watches; w; w = w->beside)
		if (w->viewer >= 0 && w->program)
			set |= (uint8_t)(1 << w->viewer);
	return set;
}

static uint8_t programs(const struct online_table *t)
{
	return programs_here(t) | (uint8_t)(t->elsewhere >> PROGRAM_SHIFT);
}

/* Once a number is open everybody stays. */
static bool is_open(const struct at_table *t)
{
	for (int i = 0; i < t->opening.seats; i++)
		if (t->promise[i].state > AT_PROMISE_MADE)
			return true;
	return false;
}

bool company_waits(const struct online_table *t)
{
	const struct at_table *table = table_of(t);

	return at_table_is_apart(table) && is_live(table) && is_full(table) && !is_open(table) &&
	       !t->company.begins;
}

void company_is_ready(struct online_table *t, int seat)
{
	t->company.ready |= (uint8_t)(1 << seat);
	table_update_presence(t);
}

void company_sat(struct online_table *t, const struct at_event *e)
{
	if (e->kind == AT_STOOD_UP)
		t->company.ready = 0;
	if (e->kind == AT_SAT)
		t->company.ready = (uint8_t)(1 << e->seat);
	if (e->kind == AT_STOOD_UP || e->kind == AT_SAT)
		t->company.begins = 0;
	t->company.waited = company_waits(t);
}

/* --- who looks --- */

static void look_for_maker(struct online_table *t, bool here)
{
	struct company *c = &t->company;
	uint64_t now = host_now(t->host);

	if (here == !c->unmade)
		return;
	if (here && now - c->unmade >= COMPANY_LISTED_MS)
		t->host->lobby_changed = true;
	c->unmade = here ? 0 : now;
}

bool company_look(struct online_table *t, uint32_t *own)
{
	struct company *c = &t->company;
	uint64_t now = host_now(t->host);
	bool maker = maker_looks(t), here = not_away(t, 0) & at_table_asked(table_of(t));
	uint8_t ready = company_ready(t), all = (uint8_t)((1 << t->table.opening.seats) - 1);
	bool changed =
	    (t->table.phase == AT_GATHERING && is_live(table_of(t)) && ready != c->known) ||
	    programs(t) != c->programs;

	*own |= (uint32_t)ready_here(t) << READY_SHIFT | (uint32_t)maker << MAKER_BIT |
		(uint32_t)programs_here(t) << PROGRAM_SHIFT;
	c->programs = programs(t);
	if (here == !c->here || (!here && !c->alone)) {
		c->here = here ? now : 0;
		c->alone = here ? 0 : now;
		table_soon(t);
	}
	if (t->table.phase == AT_GATHERING)
		look_for_maker(t, maker || t->elsewhere >> MAKER_BIT & 1);
	if (is_full(table_of(t)) && !c->begins && ready == all)
		c->begins = now;
	c->known = ready;
	return changed;
}

void company_begin(struct online_table *t)
{
	bool waits = company_waits(t), waited = t->company.waited;

	t->company.waited = waits;
	if (!waited || waits || t->table.phase != AT_GATHERING)
		return;
	for (const struct watch *w = t->watches; w; w = w->beside)
		say_table(w);
	table_soon(t);
}

/* --- people who are gone --- */

void company_know(struct online_table *t)
{
	struct at_guest guest;

	t->company = (struct company){0};
	for (int i = 0; i < t->table.opening.seats && t->table.phase < AT_FINISHED; i++)
		if (t->table.seat[i].kind == AT_SEAT_PERSON &&
		    at_store_guest(t->host->store, t->table.seat[i].person, &guest) ==
			AT_STORED_NONE)
			t->company.forgotten |= (uint8_t)(1 << i);
}

void company_forget(struct online_table *t, uint32_t person)
{
	int seat = at_table_seat_of(table_of(t), person);

	if (seat >= 0 && t->table.phase < AT_FINISHED)
		t->company.forgotten |= (uint8_t)(1 << seat);
	table_do_due(t);
}

/* They leave the table, or a bot plays on. */
static bool erase(const struct online_table *t, struct at_command *c)
{
	const struct at_table *table = table_of(t);
	uint8_t whom = t->company.forgotten;
	int seat = whom ? __builtin_ctz(whom) : 0;

	if (!whom || table->held)
		return false;
	*c = (struct at_command){.kind = AT_STAND_UP, .seat = (int8_t)seat};
	if (table->phase == AT_PLAYING) {
		c->kind = at_table_is_apart(table) ? AT_ERASE : AT_STAND_IN;
		c->level = (uint8_t)level_at_most(t->host, LEVEL_IN_NEED);
	}
	return table->phase <= AT_PLAYING;
}

/* --- what the host does --- */

static bool must_pause(const struct online_table *t, uint64_t now)
{
	const struct at_table *table = table_of(t);
	uint64_t end = table_clock_end(table, now), alone = t->company.alone;

	if (table->spare_events + ROOM > AT_SPARE_EVENTS ||
	    !at_table_may_pause(table, not_away(t, 0)))
		return false;
	return at_table_is_days(table) || (alone && now - alone >= COMPANY_PAUSE_MS) ||
	       (end && end <= now);
}

static bool has_stayed(const struct online_table *t, uint64_t now)
{
	return t->company.here && now - t->company.here >= COMPANY_STAY_MS;
}

bool company_due(const struct online_table *t, uint64_t now, struct at_command *c)
{
	const struct at_table *table = table_of(t);
	uint64_t lapses = at_table_lapses(table);

	if (erase(t, c))
		return true;
	*c = (struct at_command){.seat = AT_NOBODY};
	if (company_waits(t) && now >= table->full + COMPANY_READY_MS) {
		c->kind = AT_STAND_UP;
		c->seat = (int8_t)__builtin_ctz((unsigned)~company_ready(t));
	} else if (!at_table_is_apart(table) || table->phase != AT_PLAYING || table->held) {
		return false;
	} else if (at_table_may_go_on(table, not_away(t, 0), has_stayed(t, now))) {
		c->kind = AT_GO_ON;
		c->level = has_stayed(t, now);
	} else if (must_pause(t, now)) {
		c->kind = AT_PAUSE;
	} else if (lapses && now >= lapses) {
		c->kind = AT_TICK;
		c->level = (uint8_t)level_at_most(t->host, LEVEL_IN_NEED);
	}
	return c->kind != 0;
}

void company_did(struct online_table *t, const struct at_command *c)
{
	if (t->company.forgotten && c->seat >= 0)
		t->company.forgotten &= (uint8_t) ~(1 << c->seat);
}

static void sooner(uint64_t *a, uint64_t b)
{
	if (b && (!*a || b < *a))
		*a = b;
}

uint64_t company_next(const struct online_table *t, uint64_t now)
{
	const struct company *c = &t->company;
	const struct at_table *table = table_of(t);
	uint64_t next = 0;

	if (!at_table_is_apart(table))
		return 0;
	if (company_waits(t))
		next = table->full + COMPANY_READY_MS;
	if (table->phase == AT_GATHERING && t->terms.open && is_live(table) && c->unmade &&
	    now < c->unmade + COMPANY_LISTED_MS)
		sooner(&next, c->unmade + COMPANY_LISTED_MS);
	if (table->phase != AT_PLAYING)
		return next;
	next = at_table_lapses(table);
	if (table->apart.paused && c->here && !at_table_is_days(table))
		sooner(&next, c->here + COMPANY_STAY_MS);
	if (c->alone && at_table_may_pause(table, 0) && !(at_table_is_days(table)))
		sooner(&next, c->alone + COMPANY_PAUSE_MS);
	return next;
}

uint64_t company_deadline(const struct at_table *t, uint64_t clock, uint64_t now)
{
	uint64_t lapses = at_table_lapses(t);

	if (!at_table_is_apart(t) || t->phase != AT_PLAYING)
		return clock;
	sooner(&clock, lapses);
	if (!clock) /* one that was forgotten in a crash before it could pause */
		clock = now + AT_DAY_MS;
	return clock;
}

bool company_rests(const struct online_table *t)
{
	const struct at_table *table = table_of(t);

	return at_table_is_apart(table) && !at_table_is_days(table) &&
	       !(not_away(t, 0) & at_table_asked(table));
}

/* --- messages --- */

void company_say(struct at_text *out, const struct online_table *t, int seat)
{
	const struct at_table *table = table_of(t);
	uint64_t gone = away_for(t, seat), grace = company_grace(t);

	if (t->away[seat] && grace != UINT64_MAX)
		at_json_count(out, "grace", gone < grace ? grace - gone : 0);
	if (t->away[seat] && at_table_is_apart(table) && !at_table_is_days(table))
		at_json_count(out, "absent_in",
			      gone < COMPANY_GONE_MS ? COMPANY_GONE_MS - gone : 0);
	if (at_table_is_apart(table) && is_live(table) && is_full(table))
		at_json_flag(out, "ready", company_ready(t) >> seat & 1);
	if (programs(t) >> seat & 1)
		at_json_flag(out, "program", true);
}

void company_say_ready(struct at_text *out, const struct online_table *t)
{
	uint64_t now = host_now(t->host), end = t->table.full + COMPANY_READY_MS;

	if (company_waits(t))
		at_json_count(out, "ready_in", now < end ? end - now : 0);
}

void company_say_moment(struct at_text *out, const struct online_table *t)
{
	const struct at_table *table = table_of(t);

	if (table->phase != AT_GATHERING)
		return;
	at_json_set(out, "unopened",
		    company_waits(t) ? 0 : (uint64_t)at_table_unopened(table) << 1);
	company_say_ready(out, t);
}

/* --- the lobby --- */

bool company_lists(struct host *h, const struct at_head *head, const struct at_opening *o)
{
	const struct online_table *t = table_find(h, head->id);
	uint64_t now = host_now(h), date = host_date(h);
	uint32_t seats = 0;

	if (o->version < AT_TABLE_APART || !o->clock || o->clock_base >= AT_DAYS_MS)
		return true;
	if (t)
		return !t->company.unmade || now - t->company.unmade < COMPANY_LISTED_MS;
	if (at_store_watched(h->store, head->id, &seats) == AT_STORED && seats >> MAKER_BIT & 1)
		return true;
	return host_uptime() - h->started < COMPANY_LISTED_MS ||
	       date < head->status.active + COMPANY_LISTED_MS;
}
