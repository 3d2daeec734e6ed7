/* Work at a table that nobody asks for: moves of bots, starts, clocks, leases of the work, and
 * releasing the memory of a table that nobody needs. Hints are thought about here too. */
#include "due.h"

#include "absence.h"
#include "addresses.h"
#include "asks.h"
#include "basics.h"
#include "company.h"
#include "fair.h"
#include "job.h"
#include "json.h"
#include "judged.h"
#include "metrics.h"
#include "online.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "thinkers.h"
#include "uptime.h"
#include "visitor.h"

#include <event2/event.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { LEVEL_IN_NEED = 1, LEASE_ASK_MS = 2000 };

/* --- bots --- */

struct hint {
	struct hint *next;
	uint64_t ticket;
	struct visitor *visitor; /* NULL: gone */
	uint8_t id[AT_ID_SIZE], table[AT_ID_SIZE];
	union at_any view;
};

static const uint64_t hint_bit = (uint64_t)1 << 63;

static struct thinkers_for as_payer(const struct visitor *v)
{
	return (struct thinkers_for){v->address->key, v->guest->person};
}

/* The person whose limit pays for a bot's thought: among those who sit here and look, the one
 * whose address has the fewest waiting jobs, so that nobody is late because somebody else at the
 * table has many. If nobody looks, nobody waits: the payer stays the same. */
static void find_payer(struct online_table *t)
{
	int least = INT_MAX;

	for (const struct watch *w = t->watches; w; w = w->beside) {
		int jobs = w->viewer < 0 ? INT_MAX
					 : thinkers_of(t->host->thinkers, w->visitor->address->key);
		if (jobs >= least)
			continue;
		least = jobs;
		t->payer = as_payer(w->visitor);
	}
	if (!t->payer.person)
		t->payer.person = t->terms.creator;
}

static void think(struct online_table *t)
{
	struct at_job job;

	if (!at_table_job(&t->table, &job) ||
	    (t->thinking && t->thought_ply == job.ply && t->thought_backs == job.backs))
		return;
	find_payer(t);
	t->thinking = thinkers_add(t->host->thinkers, &t->payer, table_key(t->id), &job, job.level);
	t->thought_ply = job.ply;
	t->thought_backs = job.backs;
	t->thought_from = host_uptime();
	t->before = 0;
	t->before_wait = BEFORE_MS;
	t->before_look = host_now(t->host) + BEFORE_MS;
	if (!t->thinking)
		t->rest = host_now(t->host) + REST_MS;
}

/* A bot that waits for others is late: those who look are told for how many. */
static void look_before(struct online_table *t)
{
	uint64_t now = host_now(t->host);
	int before;

	if (!t->thinking || !t->watches || now < t->before_look)
		return;
	before = thinkers_before(t->host->thinkers, table_key(t->id));
	t->before_wait = t->before_wait < BEFORE_MAX_MS ? 2 * t->before_wait : BEFORE_MAX_MS;
	t->before_look = now + t->before_wait;
	if (before == t->before)
		return;
	t->before = before;
	say_thinking(t);
}

static void tell_hint(struct host *h, const struct hint *hint, const struct at_answer *a)
{
	struct at_text t;

	say_begin(h, &t, "hint");
	say_hex(&t, "id", hint->id, AT_ID_SIZE);
	say_hex(&t, "table", hint->table, AT_ID_SIZE);
	at_json_count(&t, "ply", a->ply);
	at_json_open(&t, "moves", '[');
	for (int i = 0; i < a->listed; i++) {
		at_json_open(&t, NULL, '{');
		at_json_name(&t, "move");
		at_json_move(&t, &hint->view.head, a->list[i].move);
		at_json_numbers(&t, "win", a->list[i].win, hint->view.head.seats);
		at_json_numbers(&t, "points", a->list[i].points, hint->view.head.seats);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	at_json_turn(&t, &hint->view.head, a->moves, a->count);
	at_json_reasons(&t, &hint->view.head, a->reasons, a->reason_count);
	say_end(hint->visitor, &t);
}

static void hint_thought(struct host *h, uint64_t ticket, const struct at_answer *answer)
{
	struct hint **at = &h->hints, *hint;

	while (*at && (*at)->ticket != ticket)
		at = &(*at)->next;
	hint = *at;
	if (!hint)
		return;
	*at = hint->next;
	if (hint->visitor) {
		hint->visitor->hinting = false;
		if (answer)
			tell_hint(h, hint, answer);
		else
			refuse(hint->visitor, hint->id, "busy", "too many are asked for at once");
	}
	free(hint);
}

bool table_hint(struct online_table *t, struct visitor *v, const uint8_t *id, int seat)
{
	struct host *h = t->host;
	struct thinkers_for payer = as_payer(v);
	struct hint *hint;
	struct at_job job;

	if (!at_table_hint_job(&t->table, seat, &job))
		return false;
	hint = calloc(1, sizeof *hint);
	if (!hint)
		return false;
	hint->ticket = hint_bit | ++h->hint_serial;
	if (!thinkers_add(h->thinkers, &payer, hint->ticket, &job, 2)) {
		free(hint);
		return false;
	}
	hint->visitor = v;
	memcpy(hint->id, id, AT_ID_SIZE);
	memcpy(hint->table, t->id, AT_ID_SIZE);
	hint->view = job.state;
	hint->next = h->hints;
	h->hints = hint;
	v->hinting = true;
	return true;
}

/* Drops the waiting job. */
void hints_forget(struct visitor *v)
{
	struct hint **at = &v->host->hints, *hint;

	while ((hint = *at)) {
		if (hint->visitor == v)
			hint->visitor = NULL;
		if (!hint->visitor && thinkers_drop(v->host->thinkers, hint->ticket)) {
			*at = hint->next;
			free(hint);
		} else {
			at = &hint->next;
		}
	}
}

/* A turn comes back as a command; a late one is refused like anybody's. One that had to go is asked
 * for again in a while. */
void tables_thought(void *self, uint64_t ticket, const struct at_answer *answer)
{
	struct host *h = self;
	struct ask a = {.host = h};
	struct online_table *t;

	if (h->stopping)
		return;
	if (ticket & hint_bit) {
		hint_thought(h, ticket, answer);
		return;
	}
	t = table_with_key(h, ticket);
	if (!t)
		return;
	if (!answer) {
		t->thinking = false;
		t->rest = host_now(h) + REST_MS;
		table_do_due(t);
		return;
	}
	t->before = 0;
	if (t->thought_ply == answer->ply && t->thought_backs == answer->backs) {
		t->thinking = false;
		metrics_took(h, TIMING_THOUGHT, host_uptime() - t->thought_from);
	}
	at_answer_command(answer, &a.command);
	step_do(t, &a);
	table_do_due(t);
}

/* --- whose work it is --- */

/* If nodes share the store, one of them does the due work of a table: the last one that wrote,
 * and when that one is gone the first one that asks. Two at once do no harm, they only do the
 * work twice. */
void table_lease(struct online_table *t, bool ours)
{
	int64_t now;

	if (!t->host->shared)
		return;
	now = host_uptime();
	t->lease_until = ours ? now + AT_LEASE_MS - 5000 : 0;
	t->lease_ask = ours ? 0 : now + LEASE_ASK_MS;
}

struct leasing {
	struct at_write write;
	struct host *host;
	int64_t from;
};

static void leased(struct at_write *w)
{
	struct leasing *l = w->context;
	struct online_table *t = table_find(l->host, w->lease.table);

	l->host->writes--;
	if (t) {
		t->leasing = false;
		table_lease(t, w->result == AT_STORED);
		if (w->result == AT_STORED)
			t->lease_until -= host_uptime() - l->from;
		table_do_due(t);
	}
	free(l);
}

static bool is_ours(struct online_table *t)
{
	int64_t now;
	struct leasing *l;

	if (!t->host->shared)
		return true;
	now = host_uptime();
	if (now < t->lease_until)
		return true;
	if (t->leasing || now < t->lease_ask || t->host->away)
		return false;
	l = calloc(1, sizeof *l);
	if (!l)
		return false;
	t->leasing = true;
	l->host = t->host;
	l->from = now;
	l->write.kind = AT_LEASE;
	l->write.done = leased;
	l->write.context = l;
	memcpy(l->write.lease.table, t->id, AT_ID_SIZE);
	host_write(t->host, &l->write);
	return false;
}

/* --- what is due --- */

static void host_does(struct online_table *t, struct at_command c)
{
	struct ask a = {.host = t->host, .command = c};

	step_do(t, &a);
}

/* Who was asked and has gone away counts as agreeing, where that is the law. */
static bool is_silent(const struct online_table *t)
{
	return !at_table_is_apart(&t->table) && t->table.question.ask &&
	       t->table.question.needs & (uint8_t)~company_present(t);
}

static bool agree_for_absent(struct online_table *t)
{
	uint8_t gone = t->table.question.needs & (uint8_t)~company_present(t);

	for (int i = 0; i < t->table.opening.seats; i++)
		if (t->table.question.ask && gone >> i & 1) {
			host_does(t, (struct at_command){.kind = AT_AGREE, .seat = (int8_t)i});
			return true;
		}
	return false;
}

/* When the table stops waiting for numbers that are not revealed; 0: it waits for none. */
static uint64_t silence(const struct online_table *h)
{
	const struct at_table *t = &h->table;
	uint64_t from = h->company.begins > t->full ? h->company.begins : t->full;

	return t->phase == AT_GATHERING && at_table_unopened(t) && !company_waits(h)
		   ? from + at_table_open_ms(t)
		   : 0;
}

/* All seats are taken. */
static void start(struct online_table *t)
{
	struct at_command c = {
	    .kind = AT_START, .draws = t->terms.draws, .held = t->given.count > 0};
	bool fair = at_table_is_fair(&t->table);
	uint8_t unopened = at_table_unopened(&t->table);

	if (company_waits(t) || (unopened && host_now(t->host) < silence(t)))
		return;
	if (unopened) {
		c.kind = AT_CALL_SILENT;
		c.seat = (int8_t)__builtin_ctz(unopened);
	} else {
		memcpy(c.seed, t->terms.half, sizeof c.seed);
		c.ply = fair ? t->given.count : 0;
	}
	host_does(t, c);
}

/* The next moves of the record that goes on here; after the last the game is on. */
static void give(struct online_table *t)
{
	struct ask a = {.host = t->host, .command.kind = AT_RESUME};

	a.give = t->table.state.head.ply < t->given.count;
	step_do(t, &a);
}

/* Does the host have to do anything here by itself, now? */
static bool is_due(const struct online_table *t, uint64_t now)
{
	uint64_t end = table_clock_end(&t->table, now);
	struct at_command c;

	return (t->table.phase == AT_GATHERING && table_free_seats(&t->table) == 0) ||
	       t->table.held || at_table_bot_moves(&t->table) || (end && end <= now) ||
	       is_silent(t) || company_due(t, now, &c);
}

static void sooner(uint64_t *a, uint64_t b)
{
	if (b && b < *a)
		*a = b;
}

/* When to ask for the lease again; 0: never. */
static uint64_t lease_look(const struct online_table *t, uint64_t now)
{
	int64_t up, at;

	if (!t->host->shared || t->leasing || !is_due(t, now))
		return 0;
	up = host_uptime();
	at = t->lease_until > up ? t->lease_until : t->lease_ask;
	return now + (at > up ? (uint64_t)(at - up) : LEASE_ASK_MS);
}

/* How long nobody may look before a table is released. The time is short if there are many
 * tables: somebody may make thousands a second, and people who come back cause it to be read
 * again. */
static uint64_t sleep_ms(const struct online_table *t)
{
	return t->host->table_count > AWAKE_MANY ? SLEEP_SOON_MS
	       : t->visited                      ? SLEEP_MS
						 : SLEEP_UNSEEN_MS;
}

static void set_timer(struct online_table *t)
{
	uint64_t now = host_now(t->host), next = UINT64_MAX, wait;
	uint64_t grace = company_grace(t);
	struct timeval tv;

	sooner(&next, table_clock_end(&t->table, now));
	sooner(&next, silence(t));
	if (company_next(t, now) > now) /* it is done already, or another node does it */
		sooner(&next, company_next(t, now));
	sooner(&next, t->rest > now ? t->rest : 0);
	sooner(&next, lease_look(t, now));
	if (!t->watches)
		sooner(&next, t->idle + sleep_ms(t));
	if (t->watches && t->thinking)
		sooner(&next, t->before_look);
	for (int i = 0; i < t->table.opening.seats && t->table.phase == AT_PLAYING; i++)
		if (t->away[i] && grace != UINT64_MAX && now - t->away[i] < grace)
			sooner(&next, t->away[i] + grace);
	if (next == UINT64_MAX) {
		if (t->timed)
			event_del(t->timer);
		t->timed = false;
		return;
	}
	t->timed = true;
	wait = next > now ? next - now : 0;
	tv.tv_sec = (time_t)(wait / 1000);
	tv.tv_usec = (suseconds_t)(wait % 1000 * 1000 + 500);
	event_add(t->timer, &tv);
}

void table_do_due(struct online_table *t)
{
	uint64_t now = host_now(t->host), end;
	struct at_command c;

	if (t->writing || t->first || t->host->stopping)
		return;
	if (!t->read_only && now >= t->rest && is_due(t, now) && is_ours(t)) {
		end = table_clock_end(&t->table, now);
		if (company_due(t, now, &c)) {
			company_did(t, &c);
			host_does(t, c);
		} else if (t->table.phase == AT_GATHERING && table_free_seats(&t->table) == 0)
			start(t);
		else if (t->table.held)
			give(t);
		else if (at_table_bot_moves(&t->table) && company_rests(t))
			; /* until somebody looks */
		else if (at_table_bot_moves(&t->table))
			think(t);
		else if (end && end <= now)
			host_does(t, (struct at_command){
					 .kind = AT_TICK,
					 .level = (uint8_t)level_at_most(t->host, LEVEL_IN_NEED)});
		else if (is_silent(t))
			agree_for_absent(t);
	}
	set_timer(t);
}

void table_soon(struct online_table *t)
{
	t->soon = true;
	event_active(t->timer, EV_TIMEOUT, 0);
}

/* A waiting thought is dropped, and asked for again when the table wakes (tables_wake): memory
 * is not for tables that nobody watches. */
static bool is_asleep(struct online_table *t)
{
	if (t->watches || t->writing || t->first || host_now(t->host) < t->idle + sleep_ms(t))
		return false;
	if (t->thinking && thinkers_drop(t->host->thinkers, table_key(t->id)))
		t->thinking = false;
	return !t->thinking;
}

void table_due(evutil_socket_t fd, short what, void *arg)
{
	struct online_table *t = arg;

	(void)fd;
	(void)what;
	if (is_asleep(t)) {
		table_free(t);
		return;
	}
	if (!t->watches && host_now(t->host) >= t->idle + sleep_ms(t))
		t->idle = host_now(t->host); /* a bot thinks: later */
	if (t->table.phase == AT_PLAYING && t->watches && !t->soon)
		say_presence(t);
	t->soon = false;
	t->host->lobby_changed |= t->table.phase == AT_GATHERING;
	look_before(t);
	table_do_due(t);
}
