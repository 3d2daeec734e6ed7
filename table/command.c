/* What each command does. The reason of a refusal uses only what the sender may know: a move is
 * checked in the sender's view first; all other checks use public information. */
#include "work.h"

#include "absence.h"
#include "assert.h"
#include "clock.h"
#include "fair.h"
#include "line.h"
#include "play.h"

#include <string.h>

#define NO(...) at_fail(fail, AT_BAD_VALUE, __VA_ARGS__)

enum at_err at_work_event(struct work *w, struct at_event e, struct at_fail *fail)
{
	enum at_err err;

	at_assert(w->step->count < AT_STEP_MAX);
	e.number = w->t->events;
	e.time = w->now;
	if (w->step->hear)
		w->step->hear(w->step->context, w->t, &e);
	err = at_table_take(w->t, w->log, &e, fail);
	if (!err)
		w->step->events[w->step->count++] = e;
	return err;
}

enum at_err at_work_on(struct work *w, int kind, uint32_t what, struct at_fail *fail)
{
	return at_work_event(
	    w, (struct at_event){.kind = (uint8_t)kind, .seat = w->c->seat, .what = what}, fail);
}

static struct at_event event(int kind)
{
	return (struct at_event){.kind = (uint8_t)kind, .seat = AT_NOBODY};
}

/* Makes the next draws, and reveals the seed when nothing is left to be drawn. Room for these
 * events is reserved. */
static enum at_err settle(struct work *w, struct at_fail *fail)
{
	struct at_table *t = w->t;
	struct at_event e;
	enum at_err err = AT_OK;

	while (!err && t->phase == AT_PLAYING && t->state.head.turn == AT_CHANCE && !t->held &&
	       t->draws != AT_DRAWS_FORCED && w->step->count < AT_STEP_MAX - 1) {
		e = event(AT_DREW);
		e.what =
		    at_deal_chosen(at_table_game(t), &t->state.head, t->seed, t->opening.first);
		e.ply = t->state.head.ply;
		err = at_work_event(w, e, fail);
	}
	if (err || t->phase < AT_FINISHED || t->held || t->opened)
		return err;
	e = event(AT_OPENED);
	memcpy(e.bytes, at_table_is_fair(t) ? t->half : t->seed, sizeof e.bytes);
	return at_work_event(w, e, fail);
}

/* --- permissions --- */

enum at_err at_work_sender(const struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;

	if (c->seat < 0 || c->seat >= w->t->opening.seats)
		return NO("there is no seat %d here", c->seat + 1);
	if (c->person != AT_HOST && at_table_seat_of(w->t, c->person) != c->seat)
		return NO("you do not sit on seat %d", c->seat + 1);
	return AT_OK;
}

enum { ALWAYS = 16 }; /* for events without a request: answers, seats whose time runs out */

/* Limits the number of questions and take-backs; a game that only moves never reaches the limit. */
enum at_err at_work_room(const struct work *w, uint32_t more, struct at_fail *fail)
{
	if (w->t->spare_events + more + ALWAYS > AT_SPARE_EVENTS)
		return NO("too much has been taken back and asked at this table");
	return AT_OK;
}

/* --- moves --- */

static enum at_err check_moment(const struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;
	const struct at_table *t = w->t;

	if (t->phase == AT_GATHERING || t->held)
		return at_fail(fail, AT_BAD_MOVE, "the game has not begun");
	if (t->phase != AT_PLAYING)
		return at_fail(fail, AT_BAD_MOVE, "the game is over");
	if (c->ply != t->state.head.ply || c->backs != t->backs) {
		at_fail(fail, AT_BAD_MOVE, "the game has gone on: this was decided before");
		return at_blame(fail, AT_BAD_MOVE, "late", 0);
	}
	if (at_table_mover(t) != c->seat)
		return at_fail(fail, AT_BAD_MOVE, "seat %d is not to move", c->seat + 1);
	if (c->count < 1 || c->count > AT_TURN_MAX)
		return at_fail(fail, AT_TOO_LONG, "one to %d decisions at a time", AT_TURN_MAX);
	if (c->person == AT_HOST && !at_table_bot_moves(t))
		return at_fail(fail, AT_BAD_MOVE, "a person decides for seat %d", c->seat + 1);
	return AT_OK;
}

static enum at_err decide(struct work *w, at_move m, struct at_fail *fail)
{
	const struct at_state *s = &w->t->state.head;
	struct at_view view;
	enum at_err err;

	if (s->turn != w->c->seat)
		return at_fail(fail, AT_BAD_MOVE, "the turn is over before its last decision");
	at_view(s, w->c->seat, &view);
	err = at_table_game(w->t)->refuse(&view.state.head, m, fail);
	if (err)
		return err;
	return at_work_event(
	    w, (struct at_event){.kind = AT_DECIDED, .seat = w->c->seat, .what = m, .ply = s->ply},
	    fail);
}

static enum at_err make_moves(struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;
	enum at_err err = at_work_sender(w, fail);

	if (!err)
		err = check_moment(w, fail);
	if (!err && w->t->apart.paused)
		err = at_work_event(w, event(AT_WENT_ON), fail);
	if (!err && c->person != AT_HOST && w->t->seat[c->seat].stand_in) {
		err = at_work_room(w, 0, fail);
		if (!err)
			err = at_work_on(w, AT_CAME_BACK, 0, fail);
	}
	for (int i = 0; i < c->count && !err; i++)
		err = decide(w, c->moves[i], fail);
	return err;
}

static enum at_err draw(struct work *w, struct at_fail *fail)
{
	struct at_event e = event(AT_DREW);

	if (w->t->draws != AT_DRAWS_FORCED || w->c->person != AT_HOST)
		return NO("nobody chooses what is drawn");
	e.what = w->c->count == 1 ? w->c->moves[0] : 0;
	e.ply = w->t->state.head.ply;
	return at_work_event(w, e, fail);
}

/* --- taking back --- */

/* The persons who are present, except this seat. */
static uint8_t others(const struct at_table *t, int seat, uint8_t present)
{
	uint8_t set = 0;

	for (int i = 0; i < t->opening.seats; i++)
		if (i != seat && t->seat[i].kind == AT_SEAT_PERSON && !t->seat[i].stand_in)
			set |= (uint8_t)(1 << i & present);
	return set;
}

/* The consequences of taking a decision back. */
struct going {
	bool alone;       /* only its own seat's decisions */
	bool drawn;       /* something was drawn */
	uint8_t deciders; /* one bit for each seat: whose decisions */
};

/* Walks back over the moves that stand. Finds this seat's decision at this ply, or with
 * UINT32_MAX its last one. */
static uint32_t find_decision(const struct at_table *t, const struct at_events *log, int seat,
			      uint32_t ply, struct going *going)
{
	uint32_t left = t->state.head.ply;

	*going = (struct going){.alone = true};
	for (uint32_t i = log->count; i-- > 0;) {
		const struct at_event *e = &log->events[i];
		if (!at_is_move(e) || e->ply + 1 != left)
			continue;
		left--;
		going->alone &= e->kind == AT_DECIDED && e->seat == seat;
		going->drawn |= e->kind == AT_DREW;
		if (e->kind == AT_DECIDED)
			going->deciders |= (uint8_t)(1 << e->seat);
		if (ply == UINT32_MAX ? e->kind == AT_DECIDED && e->seat == seat : left == ply)
			return e->kind == AT_DECIDED && e->seat == seat ? left : UINT32_MAX;
	}
	return UINT32_MAX;
}

/* The seats that must agree to that. */
static uint8_t who_agrees(const struct at_table *t, const struct going *going, int seat,
			  uint8_t present)
{
	if (going->alone && (!at_table_is_apart(t) || at_table_mover(t) == seat))
		return 0;
	if (!at_table_is_apart(t))
		return others(t, seat, present);
	return (uint8_t)((at_table_asked(t) | (going->deciders & at_table_persons(t))) &
			 ~(1 << seat));
}

uint32_t at_table_back_to(const struct at_table *t, const struct at_events *log, int seat,
			  uint8_t present, uint8_t *needs)
{
	struct going going;
	uint32_t ply = find_decision(t, log, seat, UINT32_MAX, &going);

	*needs = who_agrees(t, &going, seat, present);
	return ply;
}

static enum at_err take_back(struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;
	struct at_table *t = w->t;
	struct at_event e = {.seat = c->seat, .ply = c->ply};
	enum at_err err = at_work_sender(w, fail);
	struct going going;

	if (err)
		return err;
	if (t->phase != AT_PLAYING && !(t->phase == AT_FINISHED && c->person == AT_HOST))
		return NO("there is nothing to take back");
	if (c->ply == UINT32_MAX || t->held ||
	    find_decision(t, w->log, c->seat, c->ply, &going) != c->ply)
		return NO("this is no decision of seat %d that stands", c->seat + 1);
	if (t->turn_backs >= AT_BACKS_MAX)
		return NO("not more than %d times a turn", AT_BACKS_MAX);
	err = at_work_room(w, FOR_RETURNS + t->state.head.ply - c->ply, fail);
	if (err)
		return err;
	e.mask = who_agrees(t, &going, c->seat, c->present);
	if (!e.mask && going.drawn && at_table_is_apart(t))
		return NO("something was drawn, and nobody is left to agree");
	e.kind = e.mask ? AT_ASKED : AT_TOOK_BACK;
	e.what = e.mask ? AT_ASK_BACK : 0;
	return at_work_event(w, e, fail);
}

/* --- questions --- */

/* All have agreed. */
static enum at_err carry_out(struct work *w, struct at_fail *fail)
{
	struct at_question q = w->t->question;

	struct at_event e = event(q.ask == AT_ASK_END ? AT_ENDED : AT_CLOSED);

	if (q.ask == AT_ASK_ABSENT) {
		e.what = AT_ENDING_ABSENT;
		e.mask = (uint8_t)q.ply;
	}
	if (q.ask != AT_ASK_BACK)
		return at_work_event(w, e, fail);
	return at_work_event(
	    w, (struct at_event){.kind = AT_TOOK_BACK, .seat = q.seat, .ply = q.ply}, fail);
}

static enum at_err ask_to_end(struct work *w, struct at_fail *fail)
{
	struct at_event e = {.kind = AT_ASKED, .seat = w->c->seat, .what = AT_ASK_END};
	enum at_err err = at_work_sender(w, fail);

	if (!err && (w->t->phase != AT_PLAYING || w->t->held))
		err = NO("no game is being played");
	if (!err && at_table_is_apart(w->t))
		return at_apart_ask_to_end(w, fail);
	if (!err)
		err = at_work_room(w, FOR_RETURNS, fail);
	if (err)
		return err;
	e.mask = others(w->t, w->c->seat, w->c->present);
	return e.mask ? at_work_event(w, e, fail) : at_work_event(w, event(AT_ENDED), fail);
}

static enum at_err answer(struct work *w, struct at_fail *fail)
{
	enum at_err err = at_work_sender(w, fail);

	if (!err && w->c->person == AT_HOST && at_table_is_apart(w->t))
		err = NO("silence never agrees");
	if (err)
		return err;
	err = at_work_on(w, w->c->kind == AT_AGREE ? AT_AGREED : AT_DECLINED, 0, fail);
	if (err || !w->t->question.ask || w->t->question.needs)
		return err;
	return carry_out(w, fail);
}

/* --- seats --- */

static enum at_err sit(struct work *w, struct at_fail *fail)
{
	struct at_event e = {.kind = AT_SAT, .seat = w->c->seat, .what = w->c->person};

	if (at_table_is_fair(w->t))
		memcpy(e.bytes, w->c->seed, sizeof e.bytes);
	return at_work_event(w, e, fail);
}

static enum at_err take_seat(struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;

	if (c->seat < 0 || c->seat >= w->t->opening.seats)
		return NO("there is no seat %d here", c->seat + 1);
	if (c->kind == AT_SIT_BOT && c->person != AT_HOST)
		return NO("only the host seats bots");
	if (c->kind == AT_STAND_UP) {
		bool removed = c->person == AT_HOST && at_table_is_apart(w->t);
		enum at_err err = at_work_sender(w, fail);
		return err ? err : at_work_on(w, AT_STOOD_UP, removed ? c->level : 0, fail);
	}
	if (at_work_room(w, FOR_RETURNS, fail))
		return AT_BAD_VALUE;
	return c->kind == AT_SIT ? sit(w, fail) : at_work_on(w, AT_BOT_SAT, c->level, fail);
}

static enum at_err start(struct work *w, struct at_fail *fail)
{
	struct at_event e = event(AT_STARTED);

	if (w->c->person != AT_HOST)
		return NO("the host starts the game");
	e.what = w->c->draws;
	e.mask = w->c->held;
	e.ply = w->c->ply;
	memcpy(e.bytes, w->c->seed, sizeof e.bytes);
	return at_work_event(w, e, fail);
}

/* The number of a seat, or the host says that there is none. */
static enum at_err open_number(struct work *w, struct at_fail *fail)
{
	struct at_event e = {.kind = AT_NUMBER_OPENED, .seat = w->c->seat};
	enum at_err err = at_work_sender(w, fail);

	if (err)
		return err;
	if (w->c->kind == AT_CALL_SILENT)
		return w->c->person == AT_HOST ? at_work_on(w, AT_WAS_SILENT, 0, fail)
					       : NO("the host says who is silent");
	if (w->c->person == AT_HOST)
		return NO("a number is opened by its person");
	memcpy(e.bytes, w->c->seed, sizeof e.bytes);
	return at_work_event(w, e, fail);
}

/* A bot may stand in for the sender, or for somebody who is away. The second must always be
 * possible; how often it happens is limited by how often that person comes back. */
static enum at_err stand_in(struct work *w, struct at_fail *fail)
{
	const struct at_command *c = w->c;
	bool another = c->person != AT_HOST && at_table_seat_of(w->t, c->person) >= 0 &&
		       at_table_seat_of(w->t, c->person) != c->seat;
	enum at_err err = AT_OK;

	if (another && at_table_is_apart(w->t))
		return at_apart_replace(w, fail);
	if (!another)
		err = at_work_sender(w, fail);
	else if (c->seat < 0 || c->seat >= w->t->opening.seats)
		err = NO("there is no seat %d here", c->seat + 1);
	else if (c->present >> c->seat & 1)
		err = NO("seat %d is here", c->seat + 1);
	if (!err && c->person != AT_HOST && !another)
		err = at_work_room(w, FOR_RETURNS, fail);
	return err ? err : at_work_on(w, AT_STANDS_IN, c->level, fail);
}

static enum at_err come_back(struct work *w, struct at_fail *fail)
{
	enum at_err err = at_work_sender(w, fail);

	if (!err)
		err = at_work_room(w, 0, fail);
	return err ? err : at_work_on(w, AT_CAME_BACK, 0, fail);
}

/* --- time --- */

static enum at_err tick(struct work *w, struct at_fail *fail)
{
	int seat = at_table_mover(w->t);

	if (!at_clock_is_out(w->t, w->now))
		return at_apart_tick(w, fail);
	return at_work_event(
	    w, (struct at_event){.kind = AT_OUT_OF_TIME, .seat = (int8_t)seat, .what = w->c->level},
	    fail);
}

static enum at_err resume(struct work *w, struct at_fail *fail)
{
	if (w->c->person != AT_HOST)
		return NO("the host resumes the game");
	if (!w->t->held &&
	    (w->t->clock.kind == AT_CLOCK_NONE || w->t->phase != AT_PLAYING || w->t->apart.paused))
		return AT_OK;
	if (!w->t->held && at_work_room(w, 0, fail))
		return AT_BAD_VALUE;
	return at_work_event(w, event(AT_RESUMED), fail);
}

/* --- all of them --- */

static enum at_err (*const handlers[AT_COMMAND_KINDS])(struct work *, struct at_fail *) = {
    [AT_SIT] = take_seat,
    [AT_SIT_BOT] = take_seat,
    [AT_STAND_UP] = take_seat,
    [AT_START] = start,
    [AT_MOVE] = make_moves,
    [AT_DRAW] = draw,
    [AT_TAKE_BACK] = take_back,
    [AT_ASK_TO_END] = ask_to_end,
    [AT_AGREE] = answer,
    [AT_DECLINE] = answer,
    [AT_STAND_IN] = stand_in,
    [AT_COME_BACK] = come_back,
    [AT_TICK] = tick,
    [AT_RESUME] = resume,
    [AT_OPEN_NUMBER] = open_number,
    [AT_CALL_SILENT] = open_number,
    [AT_RESIGN] = at_apart_resign,
    [AT_ERASE] = at_apart_erase,
    [AT_RESEAT] = at_apart_reseat,
    [AT_NUDGE] = at_apart_nudge,
    [AT_GIVE_TIME] = at_apart_give_time,
    [AT_END_ABSENT] = at_apart_end_absent,
    [AT_PAUSE] = at_apart_pause,
    [AT_GO_ON] = at_apart_go_on,
};

enum at_err at_table_command(struct at_table *t, const struct at_events *log,
			     const struct at_command *c, struct at_step *step, struct at_fail *fail)
{
	struct work w = {t, log, c, c->now > t->time ? c->now : t->time, step};
	struct at_table before;
	enum at_err err;

	at_assert(t->viewer == AT_TRUTH);
	at_table_copy(&before, t);
	step->count = 0;
	if (c->kind == 0 || c->kind >= AT_COMMAND_KINDS)
		return NO("there is no such command");
	err = handlers[c->kind](&w, fail);
	if (!err)
		err = settle(&w, fail);
	if (err) {
		step->count = 0;
		at_table_copy(t, &before);
	}
	return err;
}

enum at_err at_table_given(struct at_table *t, const struct at_events *log, at_move m, uint64_t now,
			   struct at_step *step, struct at_fail *fail)
{
	static const struct at_command none = {0};
	struct work w = {t, log, &none, now > t->time ? now : t->time, step};
	struct at_table before;
	int turn = t->state.head.turn;
	enum at_err err;

	at_assert(t->viewer == AT_TRUTH);
	at_table_copy(&before, t);
	step->count = 0;
	if (!t->held)
		return NO("a record is given before the game goes on");
	if (turn == AT_CHANCE && t->draws == AT_DRAWS_SEED && t->state.head.ply >= t->given &&
	    m != at_deal_chosen(at_table_game(t), &t->state.head, t->seed, t->opening.first))
		return at_fail(fail, AT_BAD_MOVE, "the seed gives another draw");
	err =
	    at_work_event(&w,
			  (struct at_event){.kind = turn == AT_CHANCE ? AT_DREW : AT_DECIDED,
					    .seat = (int8_t)(turn == AT_CHANCE ? AT_NOBODY : turn),
					    .what = m,
					    .ply = t->state.head.ply},
			  fail);
	if (err)
		at_table_copy(t, &before);
	return err;
}
