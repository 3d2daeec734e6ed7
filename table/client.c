#include "client.h"

#include "absence.h"
#include "bot.h"
#include "clock.h"
#include "fair.h"
#include "told.h"

#include <string.h>

#define NO(...) at_fail(fail, AT_BAD_VALUE, __VA_ARGS__)

enum { UNKNOWN = UINT8_MAX }; /* a level that this version does not have */

static uint32_t level_of(struct at_word m)
{
	int n = 0;

	while (at_level_names[n])
		n++;
	n = at_member_in(m, "level", at_level_names, n);
	return n < 0 ? UNKNOWN : (uint32_t)n;
}

/* --- the state of a table --- */

/* The set-up, without the rules. */
static void read_terms(struct at_word m, struct at_opening *o)
{
	struct at_word clock = at_member(m, "clock");
	int kind = at_member_in(clock, "kind", at_clock_names, AT_CLOCKS);

	o->version = at_member(m, "paused").len ? AT_TABLE_APART : AT_TABLE_VERSION;
	o->clock = kind > 0 ? (uint8_t)kind : AT_CLOCK_NONE;
	at_member_number(clock, "base", UINT32_MAX, &o->clock_base);
	at_member_number(clock, "increment", UINT32_MAX, &o->clock_increment);
	at_member_hex(m, "commitment", o->commitment, sizeof o->commitment);
	if (at_member_flag(m, "fair"))
		at_member_hex(m, "table", o->id, sizeof o->id);
}

static enum at_err read_opening(struct at_word m, struct at_opening *o, struct at_fail *fail)
{
	const struct at_game *game = at_game_named(at_member_string(m, "game"));
	struct at_word options = at_member_string(m, "options");
	struct at_setup setup = {.first = (uint8_t)(at_member_seat(m, "first") + 1)};
	uint32_t seats = 0, version = 0;
	struct at_scan scan;
	enum at_err err;

	if (!game || !at_member_number(m, "players", AT_SEATS_MAX, &seats) ||
	    !at_member_number(m, "rules", game->version, &version) || !version)
		return NO("this program does not know the game that is played there, or not this "
			  "version of its rules");
	setup.seats = (uint8_t)seats;
	setup.version = (uint8_t)version;
	at_scan_init(&scan, options.at ? options.at : "", options.len, fail);
	if (at_scan_line(&scan) && at_scan_options(game, &scan, &setup.options))
		return scan.err;
	err = at_opening_init(o, game, &setup, 0, fail);
	if (!err)
		read_terms(m, o);
	return err;
}

static enum at_err read_view(struct at_word m, struct at_table *t, struct at_fail *fail)
{
	size_t size = at_member_string(m, "bytes").len / 2;
	uint8_t bytes[AT_BYTES_MAX];
	const struct at_state *s;
	struct at_view view;

	memset(&view, 0, sizeof view);
	if (size > sizeof bytes || !at_member_hex(m, "bytes", bytes, size))
		return NO("the position is missing");
	if (at_view_decode(bytes, size, &view, fail))
		return AT_BAD_BYTES;
	s = &view.state.head;
	if (s->game != t->opening.game || s->version != t->opening.game_version ||
	    s->seats != t->opening.seats || s->options != t->opening.options ||
	    s->viewer != t->viewer)
		return NO("this is a position of something else");
	t->state = view.state;
	return AT_OK;
}

static enum at_err read_promise(struct at_word m, struct at_promise *p, struct at_fail *fail)
{
	if (!at_member_hex(m, "promise", p->hash, sizeof p->hash))
		return AT_OK;
	p->state = at_member_flag(m, "silent") ? AT_PROMISE_SILENT : AT_PROMISE_MADE;
	if (!at_member_hex(m, "opened", p->number, sizeof p->number))
		return AT_OK;
	p->state = AT_PROMISE_OPENED;
	return at_promise_fits(p->hash, p->number) ? AT_OK : NO("a number is not the one promised");
}

static enum at_err read_seat(struct at_word m, struct at_table *t, int seat, struct at_fail *fail)
{
	int kind = at_member_in(m, "kind", at_seat_names, AT_SEAT_BOT + 1), stand_in;
	struct at_seat *s = &t->seat[seat];

	if (kind < 0 || at_member_seat(m, "seat") != seat)
		return NO("who sits on seat %d is not told", seat + 1);
	s->kind = (uint8_t)kind;
	if (kind == AT_SEAT_BOT)
		s->level = (uint8_t)level_of(m);
	if (kind != AT_SEAT_PERSON)
		return AT_OK;
	if (!at_member_number(m, "person", UINT32_MAX, &s->person) || s->person == AT_HOST)
		return NO("who sits on seat %d is not told", seat + 1);
	stand_in = at_member_in(m, "stand_in", at_stand_in_names, AT_FORGOTTEN + 1);
	if (stand_in < 0 && at_member_string(m, "stand_in").len)
		stand_in = AT_LEFT; /* a reason that this version does not know */
	if (stand_in > 0) {
		s->stand_in = (uint8_t)stand_in;
		s->level = (uint8_t)level_of(m);
	}
	return read_promise(m, &t->promise[seat], fail);
}

static enum at_err read_seats(struct at_word m, struct at_table *t, struct at_fail *fail)
{
	struct at_word list = at_member(m, "seats"), seat;
	enum at_err err = AT_OK;

	for (int i = 0; i < t->opening.seats && !err; i++)
		err = at_element(&list, &seat) ? read_seat(seat, t, i, fail)
					       : NO("a seat is missing");
	return err;
}

static void read_clocks(struct at_word m, struct at_table *t, uint64_t now)
{
	struct at_word list = at_member(m, "left"), left;
	uint32_t runs_in = 0;

	memset(&t->clock, 0, sizeof t->clock);
	if (t->phase == AT_GATHERING)
		return;
	at_clock_begin(t, t->opening.clock ? now : 0);
	for (int i = 0; i < t->opening.seats && at_element(&list, &left); i++)
		at_word_uint(left, 0, UINT32_MAX, &t->clock.left[i]);
	if (t->opening.clock && at_member_number(m, "runs_in", UINT32_MAX, &runs_in))
		t->clock.since = now + runs_in;
}

static void read_question(struct at_word m, struct at_table *t, uint64_t now)
{
	struct at_word asked = at_member(m, "question");
	int ask = at_member_in(asked, "ask", at_ask_names, AT_ASKS);
	struct at_question *q = &t->question;
	uint32_t lapses_in = 0;

	memset(q, 0, sizeof *q);
	t->apart.lapses = 0;
	if (ask <= 0 || at_member_seat(asked, "seat") >= t->opening.seats)
		return;
	q->ask = (uint8_t)ask;
	q->seat = (int8_t)at_member_seat(asked, "seat");
	q->needs = at_member_set(asked, "needs");
	if (ask == AT_ASK_ABSENT)
		q->ply = at_member_set(asked, "absent");
	else
		at_member_number(asked, "ply", UINT32_MAX, &q->ply);
	if (at_member_number(asked, "lapses_in", UINT32_MAX, &lapses_in))
		t->apart.lapses = now + lapses_in;
}

static void read_apart(struct at_word m, struct at_table *t)
{
	struct at_word ended = at_member(m, "ending");
	int how = at_member_in(ended, "how", at_ending_names, AT_ENDING_ABANDONED + 1);
	struct at_apart *a = &t->apart;
	uint32_t nudges = 0;

	at_member_number(m, "nudges", UINT8_MAX, &nudges);
	*a = (struct at_apart){.lapses = a->lapses,
			       .paused = at_member_flag(m, "paused"),
			       .nudges = (uint8_t)nudges,
			       .askers = at_member_set(m, "asked"),
			       .givers = at_member_set(m, "gave"),
			       .turn = AT_NOBODY};
	if (how > 0) {
		a->ending = (uint8_t)how;
		a->enders = at_member_set(ended, "seats");
	}
}

/* The momentary state in tables and events messages. The position is known already. */
static enum at_err read_moment(struct at_word m, struct at_table *t, uint64_t now,
			       struct at_fail *fail)
{
	int phase = at_member_in(m, "phase", at_phase_names, AT_PHASES);
	uint32_t ply;

	if (phase < 0 || !at_member_number(m, "number", AT_EVENTS_MAX, &t->events) ||
	    !at_member_number(m, "ply", UINT32_MAX, &ply) ||
	    !at_member_number(m, "backs", UINT32_MAX, &t->backs))
		return NO("how the table stands is not told");
	t->phase = (uint8_t)phase;
	if (ply != t->state.head.ply || at_member_seat(m, "mover") != at_table_mover(t))
		return NO("the position is another one");
	t->time = now;
	read_question(m, t, now);
	if (at_table_is_apart(t))
		read_apart(m, t);
	read_clocks(m, t, now);
	t->spare_events = t->turn_backs = t->top = 0;
	t->full = 0;
	t->given = t->draws = t->held = 0;
	return AT_OK;
}

enum at_err at_client_hear(struct at_client *c, struct at_word m, uint64_t now,
			   struct at_fail *fail)
{
	struct at_opening opening;
	struct at_table t;
	int you = at_member_seat(m, "you");
	uint32_t given = 0;

	if (read_opening(m, &opening, fail))
		return AT_BAD_VALUE;
	if (you >= opening.seats)
		return NO("there is no seat %d here", you + 1);
	at_table_init(&t, &opening, you < 0 ? AT_PUBLIC : you);
	if (read_view(m, &t, fail) || read_seats(m, &t, fail) || read_moment(m, &t, now, fail))
		return AT_BAD_VALUE;
	if (t.phase != AT_GATHERING && !at_promise_all(t.promise, t.opening.seats))
		return NO("a game has begun before all numbers were opened");
	at_member_number(m, "given", AT_EVENTS_MAX, &given);
	c->given = given;
	c->told = t;
	return AT_OK;
}

/* --- following --- */

bool at_client_goes_on(const struct at_client *c, uint32_t most)
{
	const struct at_table *t = &c->table, *told = &c->told;

	return t->opening.version && t->viewer == told->viewer &&
	       memcmp(&t->opening, &told->opening, offsetof(struct at_opening, start)) == 0 &&
	       told->events >= t->events && told->events - t->events <= most;
}

void at_client_open(struct at_client *c)
{
	c->table = c->told;
	c->table.opening.start = c->table.turn = c->table.state;
	c->table.mark = c->history.log.first = c->history.log.count = c->table.events;
}

void at_client_begin(struct at_client *c)
{
	at_table_init(&c->table, &c->told.opening, c->told.viewer);
	c->history.log.first = c->history.log.count = 0;
}

static void read_details(struct at_word m, struct at_event *e)
{
	int what = 0;

	switch (e->kind) {
	case AT_SAT:
		at_member_number(m, "person", UINT32_MAX, &e->what);
		at_member_hex(m, "promise", e->bytes, sizeof e->bytes);
		break;
	case AT_STOOD_UP: e->what = at_member_flag(m, "removed") ? AT_REMOVED : 0; break;
	case AT_RESEATED: at_member_number(m, "person", UINT32_MAX, &e->what); break;
	case AT_BOT_SAT:
	case AT_STANDS_IN:
	case AT_OUT_OF_TIME:
	case AT_REPLACED:
	case AT_RESIGNED:
	case AT_ERASED: e->what = level_of(m); break;
	case AT_DECIDED:
	case AT_DREW: at_member_number(m, "code", UINT32_MAX, &e->what); break;
	case AT_ASKED:
		what = at_member_in(m, "ask", at_ask_names, AT_ASKS);
		e->mask = at_member_set(m, "needs");
		if (what == AT_ASK_ABSENT)
			e->ply = at_member_set(m, "absent");
		break;
	case AT_CLOSED:
		what = at_member_in(m, "how", at_ending_names, AT_ENDING_ABANDONED + 1);
		break;
	case AT_OPENED:
		if (!at_member_hex(m, "half", e->bytes, sizeof e->bytes))
			at_member_hex(m, "seed", e->bytes, sizeof e->bytes);
		break;
	case AT_NUMBER_OPENED: at_member_hex(m, "opened", e->bytes, sizeof e->bytes); break;
	default: break;
	}
	if (what > 0)
		e->what = (uint32_t)what;
	at_member_number(m, "ply", UINT32_MAX, &e->ply);
	if (e->kind >= AT_REPLACED)
		e->mask = at_member_set(m, "by");
}

/* It happens now; if time had to pass before it, at that time. */
static uint64_t time_of(const struct at_table *t, const struct at_event *e, uint64_t now)
{
	uint64_t time = now > t->time ? now : t->time, least = 0;

	if (e->kind == AT_WAS_SILENT)
		least = t->full + at_table_open_ms(t);
	if (e->kind == AT_LAPSED)
		least = t->apart.lapses;
	return time > least ? time : least;
}

enum at_err at_client_follow(struct at_client *c, struct at_word m, uint64_t now,
			     struct at_event *e, struct at_fail *fail)
{
	int kind = at_member_in(m, "event", at_event_names, AT_EVENT_KINDS);
	enum at_err err;

	memset(e, 0, sizeof *e);
	if (kind <= 0 || !at_member_number(m, "number", AT_EVENTS_MAX, &e->number))
		return NO("there is no such event");
	if (!at_event_log_room(&c->history, 1))
		return at_fail(fail, AT_TOO_LONG, "there is no room for more events");
	e->kind = (uint8_t)kind;
	e->seat = (int8_t)at_member_seat(m, "seat");
	read_details(m, e);
	e->time = time_of(&c->table, e, now);
	err = at_table_apply(&c->table, &c->history.log, e, fail);
	if (!err)
		at_event_log_add(&c->history, e, 1);
	return err;
}

/* Is this the same table, as far as events determine it? */
static bool agrees(const struct at_table *t, const struct at_table *told)
{
	return t->events == told->events && t->phase == told->phase && t->backs == told->backs &&
	       memcmp(t->state.bytes, told->state.bytes, sizeof t->state.bytes) == 0 &&
	       memcmp(t->seat, told->seat, sizeof t->seat) == 0 &&
	       memcmp(t->promise, told->promise, sizeof t->promise) == 0 &&
	       memcmp(&t->question, &told->question, sizeof t->question) == 0 &&
	       !t->apart.paused == !told->apart.paused && t->apart.ending == told->apart.ending &&
	       t->apart.enders == told->apart.enders;
}

enum at_err at_client_settle(struct at_client *c, struct at_word m, uint64_t now,
			     struct at_fail *fail)
{
	struct at_table told = m.len ? c->table : c->told;
	struct at_table *t = &c->table;
	uint8_t hash[8];

	if (m.len && read_moment(m, &told, now, fail))
		return AT_BAD_VALUE;
	if (!agrees(t, &told))
		return NO("the table has gone another way");
	if (at_member_hex(m, "hash", hash, sizeof hash)) {
		uint64_t own = at_state_hash(&t->state.head);
		for (int i = 0; i < 8; i++)
			if (hash[i] != (uint8_t)(own >> (56 - 8 * i)))
				return NO("the position is another one");
	}
	told.opening.start = t->opening.start;
	told.turn = t->turn;
	told.mark = t->mark;
	told.opened = t->opened;
	memcpy(told.seed, t->seed, sizeof t->seed);
	memcpy(told.half, t->half, sizeof t->half);
	*t = c->told = told;
	return AT_OK;
}
