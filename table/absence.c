#include "absence.h"

#include "clock.h"
#include "work.h"

#include <string.h>

#define NO(...) at_fail(fail, AT_BAD_VALUE, __VA_ARGS__)

bool at_table_is_days(const struct at_table *t)
{
	return t->opening.clock && t->opening.clock_base >= AT_DAYS_MS;
}

/* Persons with a bit in `kinds` for why a bot moves for them. */
static uint8_t persons(const struct at_table *t, unsigned kinds)
{
	uint8_t set = 0;

	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_PERSON && kinds >> t->seat[i].stand_in & 1)
			set |= (uint8_t)(1 << i);
	return set;
}

uint8_t at_table_asked(const struct at_table *t)
{
	return persons(t, 1u << AT_HERE | 1u << AT_LATE | 1u << AT_AWAY);
}

uint8_t at_table_persons(const struct at_table *t)
{
	return persons(t, ~(1u << AT_GAVE_UP | 1u << AT_FORGOTTEN));
}

uint8_t at_table_players(const struct at_table *t)
{
	return persons(t, 1u << AT_HERE);
}

bool at_table_is_idle(const struct at_table *t, uint64_t now)
{
	return t->apart.nudges >= AT_NUDGES && now >= t->apart.nudged &&
	       now - t->apart.nudged >= AT_NUDGE_MS;
}

bool at_table_may_pause(const struct at_table *t, uint8_t here)
{
	if (!at_table_is_apart(t) || t->phase != AT_PLAYING || t->held || t->apart.paused)
		return false;
	return at_table_is_days(t) ? !at_table_players(t) : !(at_table_asked(t) & here);
}

bool at_table_may_go_on(const struct at_table *t, uint8_t here, bool stayed)
{
	int seat = at_table_mover(t);

	if (!t->apart.paused || t->phase != AT_PLAYING)
		return false;
	if (at_table_is_days(t))
		return at_table_players(t) != 0;
	here &= at_table_asked(t);
	return here && (stayed || (seat >= 0 && t->seat[seat].kind == AT_SEAT_BOT) ||
			(seat >= 0 && here >> seat & 1));
}

uint64_t at_table_lapses(const struct at_table *t)
{
	uint64_t end = t->apart.paused ? t->apart.paused + AT_ABANDON_MS : 0;

	if (!at_table_is_apart(t) || t->phase != AT_PLAYING)
		return 0;
	if (t->question.ask && (!end || t->apart.lapses < end))
		end = t->apart.lapses;
	return end;
}

/* --- what events do --- */

void at_apart_moved(struct at_table *t, const struct at_event *e)
{
	int seat = at_table_mover(t);

	t->apart.moved = e->time;
	t->apart.nudges = 0;
	if (seat < 0 || seat == t->apart.turn)
		return;
	t->apart.turn = (int8_t)seat;
	t->apart.askers = t->apart.givers = 0;
}

/* When the asked person's turn would be over; without a clock after a day. */
void at_apart_asked(struct at_table *t, const struct at_event *e)
{
	uint64_t wait = t->clock.kind ? AT_BACK_MS : AT_DAY_MS;

	for (int i = 0; i < t->opening.seats && t->clock.kind; i++) {
		uint32_t own = t->clock.kind == AT_CLOCK_TURN ? t->clock.base : t->clock.left[i];
		if (e->mask >> i & 1 && own > wait)
			wait = own;
	}
	t->apart.lapses = e->time < UINT64_MAX - wait ? e->time + wait : UINT64_MAX;
	t->apart.askers |= (uint8_t)(1 << e->seat);
}

void at_apart_unask(struct at_table *t, int seat)
{
	struct at_question *q = &t->question;

	q->needs &= (uint8_t) ~(1 << seat);
	if (q->seat == seat || !q->needs)
		memset(q, 0, sizeof *q);
}

static enum at_err stand_in(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_seat *seat = &t->seat[e->seat];
	bool away = e->kind == AT_REPLACED;

	if (!((away ? at_table_players(t) : at_table_persons(t)) >> e->seat & 1))
		return NO("nobody plays on seat %d", e->seat + 1);
	if (away && (t->clock.kind || e->mask >> e->seat & 1))
		return NO("a bot moves for seat %d when its time is up", e->seat + 1);
	if (e->what > UINT8_MAX)
		return NO("there is no such level");
	seat->level = (uint8_t)e->what;
	seat->stand_in = away ? AT_AWAY : e->kind == AT_RESIGNED ? AT_GAVE_UP : AT_FORGOTTEN;
	if (!away)
		at_apart_unask(t, e->seat);
	return AT_OK;
}

static enum at_err lapse(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (!t->question.ask || t->question.seat != e->seat || e->time < t->apart.lapses)
		return NO("there is still time to answer");
	memset(&t->question, 0, sizeof t->question);
	return AT_OK;
}

static enum at_err pause(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if ((e->kind == AT_PAUSED) != !t->apart.paused)
		return NO(t->apart.paused ? "the game pauses" : "the game does not pause");
	if (e->kind == AT_PAUSED) {
		t->apart.paused = e->time ? e->time : 1;
		return AT_OK;
	}
	at_clock_pause(t, e->time > t->apart.paused ? e->time - t->apart.paused : 0);
	t->apart.paused = 0;
	t->apart.moved = e->time;
	t->apart.nudges = 0;
	return AT_OK;
}

static enum at_err help(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_apart *a = &t->apart;
	uint32_t *left = &t->clock.left[e->seat];

	if (at_table_mover(t) != e->seat || !(at_table_players(t) >> e->seat & 1) ||
	    e->mask >> e->seat & 1 || a->paused)
		return NO("seat %d is not waited for", e->seat + 1);
	if (e->kind == AT_NUDGED) {
		if (t->clock.kind || a->nudges >= AT_NUDGES)
			return NO("seat %d is not nudged now", e->seat + 1);
		a->nudges++;
		a->nudged = e->time;
		return AT_OK;
	}
	if (!at_table_is_days(t) || !e->mask || a->givers & e->mask)
		return NO("no time is given here now");
	a->givers |= e->mask;
	*left = *left < UINT32_MAX - 1 - AT_DAY_MS ? *left + AT_DAY_MS : UINT32_MAX - 1;
	return AT_OK;
}

/* Somebody else has the seat, and with it the hand. */
static enum at_err reseat(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (!(at_table_persons(t) >> e->seat & 1))
		return NO("nobody plays on seat %d", e->seat + 1);
	if (!e->what || at_table_seat_of(t, e->what) >= 0)
		return NO("this person sits at the table already");
	t->seat[e->seat].person = e->what;
	return AT_OK;
}

static enum at_err close_game(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (e->what <= AT_ENDING_AGREED || e->what > AT_ENDING_ABANDONED)
		return NO("no game ends like this");
	t->phase = AT_ABANDONED;
	t->apart.ending = (uint8_t)e->what;
	t->apart.enders = e->mask;
	t->apart.paused = 0;
	memset(&t->question, 0, sizeof t->question);
	return AT_OK;
}

enum at_err at_apart_take(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (t->phase != AT_PLAYING || t->held)
		return NO("no game is being played");
	if (e->mask >> t->opening.seats)
		return NO("there is no such seat");
	switch (e->kind) {
	case AT_REPLACED:
	case AT_RESIGNED:
	case AT_ERASED: return stand_in(t, e, fail);
	case AT_LAPSED: return lapse(t, e, fail);
	case AT_PAUSED:
	case AT_WENT_ON: return pause(t, e, fail);
	case AT_NUDGED:
	case AT_GAVE_TIME: return help(t, e, fail);
	case AT_RESEATED: return reseat(t, e, fail);
	default: return close_game(t, e, fail);
	}
}

/* --- commands --- */

static enum at_err check(const struct work *w, struct at_fail *fail)
{
	if (!at_table_is_apart(w->t))
		return NO("this table has the laws of before");
	if (w->t->phase != AT_PLAYING || w->t->held)
		return NO("no game is being played");
	return AT_OK;
}

static enum at_err end(struct work *w, int why, uint8_t whose, struct at_fail *fail)
{
	return at_work_event(
	    w,
	    (struct at_event){
		.kind = AT_CLOSED, .seat = AT_NOBODY, .what = (uint32_t)why, .mask = whose},
	    fail);
}

/* Nobody at the table may: whoever has the seat sees the hand. */
enum at_err at_apart_reseat(struct work *w, struct at_fail *fail)
{
	bool by_host = w->c->person == AT_HOST;
	enum at_err err = check(w, fail);

	if (!err && !by_host)
		err = NO("a seat is given away by the host alone");
	if (!err)
		err = at_work_room(w, 0, fail);
	return err ? err : at_work_on(w, AT_RESEATED, w->c->ply, fail);
}

enum at_err at_apart_resign(struct work *w, struct at_fail *fail)
{
	enum at_err err = check(w, fail);

	if (!err)
		err = at_work_sender(w, fail);
	if (!err)
		err = at_work_on(w, AT_RESIGNED, w->c->level, fail);
	if (err || (w->t->opening.seats > 2 && at_table_persons(w->t)))
		return err;
	return end(w, AT_ENDING_RESIGNED, persons(w->t, 1u << AT_GAVE_UP), fail);
}

enum at_err at_apart_erase(struct work *w, struct at_fail *fail)
{
	enum at_err err = check(w, fail);

	if (!err && w->c->person != AT_HOST)
		err = NO("the host says who is no more");
	if (!err)
		err = at_work_sender(w, fail);
	if (!err)
		err = at_work_on(w, AT_ERASED, w->c->level, fail);
	if (err || at_table_persons(w->t))
		return err;
	return end(w, AT_ENDING_ABANDONED, 0, fail);
}

/* A person at the table acts about another one's seat; *mask: who. */
static enum at_err check_other(const struct work *w, uint8_t *mask, struct at_fail *fail)
{
	const struct at_command *c = w->c;
	int own = at_table_seat_of(w->t, c->person);
	enum at_err err = check(w, fail);

	if (err)
		return err;
	if (c->seat < 0 || c->seat >= w->t->opening.seats)
		return NO("there is no seat %d here", c->seat + 1);
	if (own < 0 || own == c->seat || !(at_table_persons(w->t) >> own & 1))
		return NO("this is for others at the table to do");
	*mask = (uint8_t)(1 << own);
	return AT_OK;
}

static enum at_err do_to_other(struct work *w, int kind, uint32_t what, uint8_t mask,
			       struct at_fail *fail)
{
	return at_work_event(
	    w,
	    (struct at_event){
		.kind = (uint8_t)kind, .seat = w->c->seat, .what = what, .mask = mask},
	    fail);
}

enum at_err at_apart_replace(struct work *w, struct at_fail *fail)
{
	uint8_t mask = 0;
	enum at_err err = check_other(w, &mask, fail);

	if (err)
		return err;
	if (w->c->present >> w->c->seat & 1 &&
	    !(at_table_mover(w->t) == w->c->seat && at_table_is_idle(w->t, w->now)))
		return NO("seat %d is here", w->c->seat + 1);
	return do_to_other(w, AT_REPLACED, w->c->level, mask, fail);
}

enum at_err at_apart_nudge(struct work *w, struct at_fail *fail)
{
	const struct at_apart *a = &w->t->apart;
	uint8_t mask = 0;
	enum at_err err = check_other(w, &mask, fail);

	if (!err &&
	    (w->now - a->moved < AT_IDLE_MS || (a->nudges && w->now - a->nudged < AT_NUDGE_MS)))
		err = NO("seat %d has still time to move", w->c->seat + 1);
	if (!err)
		err = at_work_room(w, FOR_RETURNS, fail);
	return err ? err : do_to_other(w, AT_NUDGED, 0, mask, fail);
}

enum at_err at_apart_give_time(struct work *w, struct at_fail *fail)
{
	uint8_t mask = 0;
	enum at_err err = check_other(w, &mask, fail);

	if (!err)
		err = at_work_room(w, FOR_RETURNS, fail);
	return err ? err : do_to_other(w, AT_GAVE_TIME, 0, mask, fail);
}

/* Asks these persons; if there is nobody to ask, the game ends. */
static enum at_err ask(struct work *w, struct at_event e, int ending, uint8_t whose,
		       struct at_fail *fail)
{
	enum at_err err = at_work_room(w, FOR_RETURNS, fail);

	if (err)
		return err;
	return e.mask ? at_work_event(w, e, fail) : end(w, ending, whose, fail);
}

enum at_err at_apart_ask_to_end(struct work *w, struct at_fail *fail)
{
	uint8_t own = (uint8_t)(1 << w->c->seat);
	struct at_event e = {.kind = AT_ASKED, .seat = w->c->seat, .what = AT_ASK_END};

	e.mask = at_table_asked(w->t) & (uint8_t)~own;
	return ask(w, e, AT_ENDING_ALONE, own, fail);
}

enum at_err at_apart_end_absent(struct work *w, struct at_fail *fail)
{
	struct at_event e = {.kind = AT_ASKED, .seat = w->c->seat, .what = AT_ASK_ABSENT};
	uint8_t gone, others;
	enum at_err err = check(w, fail);

	if (!err)
		err = at_work_sender(w, fail);
	if (!err && w->c->person == AT_HOST)
		err = NO("this is for the people at the table to do");
	if (err)
		return err;
	others = at_table_asked(w->t) & (uint8_t) ~(1 << w->c->seat);
	gone = at_table_is_days(w->t) ? persons(w->t, 1u << AT_LATE) : w->c->gone;
	if (at_table_mover(w->t) >= 0 && at_table_is_idle(w->t, w->now))
		gone |= (uint8_t)(1 << at_table_mover(w->t));
	gone &= others;
	if (!gone)
		return NO("nobody has been away for so long");
	e.ply = gone;
	e.mask = others & (uint8_t)~gone;
	return ask(w, e, AT_ENDING_ABSENT, gone, fail);
}

enum at_err at_apart_pause(struct work *w, struct at_fail *fail)
{
	enum at_err err = check(w, fail);

	if (!err && (w->c->person != AT_HOST || !at_table_may_pause(w->t, w->c->here)))
		err = NO("somebody plays here");
	if (!err)
		err = at_work_room(w, 0, fail);
	return err ? err
		   : at_work_event(w, (struct at_event){.kind = AT_PAUSED, .seat = AT_NOBODY},
				   fail);
}

enum at_err at_apart_go_on(struct work *w, struct at_fail *fail)
{
	enum at_err err = check(w, fail);

	if (!err &&
	    (w->c->person != AT_HOST || !at_table_may_go_on(w->t, w->c->here, w->c->level == 1)))
		err = NO("nobody plays here");
	return err ? err
		   : at_work_event(w, (struct at_event){.kind = AT_WENT_ON, .seat = AT_NOBODY},
				   fail);
}

enum at_err at_apart_tick(struct work *w, struct at_fail *fail)
{
	const struct at_table *t = w->t;

	if (check(w, fail) || !at_table_lapses(t) || w->now < at_table_lapses(t))
		return AT_OK;
	if (t->question.ask && w->now >= t->apart.lapses)
		return at_work_event(
		    w, (struct at_event){.kind = AT_LAPSED, .seat = t->question.seat}, fail);
	return end(w, AT_ENDING_ABANDONED, 0, fail);
}
