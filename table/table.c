/* A table applies events. command.c decides what a command may do; here the only check is that
 * an event can follow, so that a log from outside cannot break anything. */
#include "table.h"

#include "absence.h"
#include "assert.h"
#include "clock.h"
#include "fair.h"
#include "line.h"
#include "play.h"

#include <string.h>

#define NO(...) at_fail(fail, AT_BAD_VALUE, __VA_ARGS__)

const struct at_game *at_table_game(const struct at_table *t)
{
	const struct at_game *game = at_game_with_id(t->opening.game);

	at_assert(game);
	return game;
}

enum at_err at_opening_init(struct at_opening *o, const struct at_game *game,
			    const struct at_setup *setup, uint64_t bot_seed, struct at_fail *fail)
{
	struct at_opening made;
	enum at_err err;

	memset(&made, 0, sizeof made);
	err = at_init(game, setup, &made.start.head, fail);
	if (err)
		return err;
	made.version = AT_TABLE_VERSION;
	made.game = game->id;
	made.game_version = made.start.head.version;
	made.seats = setup->seats;
	made.options = setup->options;
	made.first = setup->first;
	made.bot_seed = bot_seed;
	*o = made;
	return AT_OK;
}

enum at_err at_opening_place(struct at_opening *o, const struct at_state *s, uint64_t bot_seed,
			     struct at_fail *fail)
{
	struct at_setup setup = {s->seats, s->options, s->version};
	enum at_err err = at_check(s, fail);

	if (err)
		return err;
	if (!at_is_truth(s))
		return at_fail(fail, AT_BAD_STATE, "a view cannot be played on: it lacks secrets");
	err = at_opening_init(o, at_game_of(s), &setup, bot_seed, fail);
	if (err)
		return err;
	memcpy(&o->start, s, at_game_of(s)->state_size);
	o->placed = 1;
	return AT_OK;
}

/* Trusts the opening, which one of the functions above made. */
void at_table_init(struct at_table *t, const struct at_opening *o, int viewer)
{
	memset(t, 0, sizeof *t);
	t->opening = *o;
	t->viewer = (int8_t)viewer;
	if (viewer != AT_TRUTH) {
		struct at_view view;
		memset(&view, 0, sizeof view);
		at_view(&o->start.head, viewer, &view);
		t->opening.start = view.state;
		t->opening.bot_seed = 0;
	}
	t->state = t->turn = t->opening.start;
}

/* Most of a table is states that fill only a part of their room. */
void at_table_copy(struct at_table *out, const struct at_table *t)
{
	size_t state = at_table_game(t)->state_size, seed = offsetof(struct at_table, seed);

	memcpy(out, t, offsetof(struct at_table, opening.start) + state);
	memcpy((uint8_t *)out + seed, (const uint8_t *)t + seed,
	       offsetof(struct at_table, turn) + state - seed);
	memcpy(&out->state, &t->state, state);
}

int at_table_mover(const struct at_table *t)
{
	return t->phase == AT_PLAYING && t->state.head.turn >= 0 ? t->state.head.turn : AT_NOBODY;
}

bool at_table_bot_moves(const struct at_table *t)
{
	int seat = at_table_mover(t);

	return seat >= 0 && !t->apart.paused &&
	       (t->seat[seat].kind == AT_SEAT_BOT || t->seat[seat].stand_in);
}

int at_table_seat_of(const struct at_table *t, uint32_t person)
{
	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_PERSON && t->seat[i].person == person)
			return i;
	return AT_NOBODY;
}

/* --- seats and the start --- */

static enum at_err sit(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_seat *seat = &t->seat[e->seat];

	if (t->phase != AT_GATHERING)
		return NO("the game has begun");
	if (e->kind == AT_STOOD_UP) {
		if (e->what && (e->what != AT_REMOVED || !at_table_is_apart(t)))
			return NO("there is no such event");
		if (seat->kind == AT_SEAT_FREE)
			return NO("nobody sits on seat %d", e->seat + 1);
		*seat = (struct at_seat){0};
		return at_fair_seat(t, e, fail);
	}
	if (seat->kind != AT_SEAT_FREE)
		return NO("seat %d is taken", e->seat + 1);
	if (e->kind == AT_BOT_SAT) {
		*seat = (struct at_seat){.kind = AT_SEAT_BOT, .level = (uint8_t)e->what};
		return e->what > UINT8_MAX ? NO("there is no such level")
					   : at_fair_seat(t, e, fail);
	}
	if (e->what == AT_HOST || at_table_seat_of(t, e->what) >= 0)
		return NO("this person cannot sit down here");
	*seat = (struct at_seat){.kind = AT_SEAT_PERSON, .person = e->what};
	return at_fair_seat(t, e, fail);
}

static enum at_err start(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	enum at_err err;

	if (t->phase != AT_GATHERING)
		return NO("the game has begun");
	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_FREE)
			return NO("seat %d is free", i + 1);
	if (e->what > AT_DRAWS_FORCED || e->mask > 1 || e->ply > UINT16_MAX ||
	    (e->ply && (!e->mask || e->what != AT_DRAWS_SEED)))
		return NO("a game does not start so");
	err = at_fair_start(t, e, fail);
	if (err)
		return err;
	t->draws = (uint8_t)e->what;
	t->held = e->mask;
	t->given = (uint16_t)e->ply;
	t->phase = t->state.head.turn == AT_OVER ? AT_FINISHED : AT_PLAYING;
	t->mark = e->number + 1;
	t->top = t->state.head.ply;
	if (at_table_is_apart(t)) {
		t->apart.turn = AT_NOBODY;
		t->apart.moved = e->time;
	}
	at_clock_begin(t, e->time);
	at_clock_restart(t, e->time);
	return AT_OK;
}

/* --- moves --- */

static enum at_err move(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	int turn = e->kind == AT_DREW ? AT_CHANCE : e->seat;
	enum at_err err;
	at_move chosen;

	if (t->phase != AT_PLAYING || t->apart.paused)
		return NO("nobody is to move");
	if (t->state.head.turn != turn || t->state.head.ply != e->ply)
		return NO("this is not the move that is due");
	chosen = at_first_player(at_table_game(t), &t->state.head, t->opening.first);
	if (chosen && chosen != e->what)
		return NO("seat %u was chosen to be the first player", t->opening.first);
	err = at_table_play(&t->state.head, e->what, fail);
	if (err)
		return err;
	if (t->state.head.turn == AT_OVER)
		t->phase = AT_FINISHED;
	if (e->kind == AT_DREW || t->state.head.turn != e->seat) {
		memcpy(&t->turn, &t->state, at_table_game(t)->state_size);
		t->mark = e->number + 1;
	}
	memset(&t->question, 0, sizeof t->question);
	if (!t->held)
		at_clock_moved(t, e->time);
	if (at_table_is_apart(t))
		at_apart_moved(t, e);
	return AT_OK;
}

/* From here on the seed gives the draws. */
static void fewer_given(struct at_table *t)
{
	if (t->given > t->state.head.ply)
		t->given = (uint16_t)t->state.head.ply;
}

static enum at_err take_back(struct at_table *t, const struct at_events *log,
			     const struct at_event *e, struct at_fail *fail)
{
	uint32_t gone = t->state.head.ply - e->ply;
	int was = at_table_mover(t);
	enum at_err err;

	if ((t->phase != AT_PLAYING && t->phase != AT_FINISHED) || t->held)
		return NO("there is nothing to take back");
	err = at_table_rewind(t, log, e->ply, fail);
	if (err)
		return err;
	fewer_given(t);
	t->phase = AT_PLAYING;
	t->backs++;
	t->turn_backs++;
	t->spare_events += gone;
	memset(&t->question, 0, sizeof t->question);
	if (at_table_is_apart(t)) /* and when it goes on from here, the next turn is another one */
		t->apart.turn = (int8_t)at_table_mover(t);
	at_clock_back(t, was, e->time);
	return AT_OK;
}

/* --- questions --- */

static bool can_ask(const struct at_table *t, const struct at_event *e)
{
	if (t->question.ask || !e->mask || e->mask >> t->opening.seats || e->mask >> e->seat & 1)
		return false;
	if (at_table_is_apart(t) ? e->mask & ~at_table_persons(t) || t->apart.askers >> e->seat & 1
				 : e->mask & ~at_table_players(t))
		return false;
	if (e->what == AT_ASK_BACK) /* a client may have come later than that */
		return e->ply < t->state.head.ply &&
		       (t->viewer != AT_TRUTH || e->ply >= t->opening.start.head.ply);
	if (e->what == AT_ASK_ABSENT && at_table_is_apart(t))
		return e->ply && !(e->ply & ~(uint32_t)at_table_asked(t));
	return e->what == AT_ASK_END && !e->ply;
}

static enum at_err question(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_question *q = &t->question;

	if (t->phase != AT_PLAYING || t->held)
		return NO("there is nothing to ask");
	if (e->kind == AT_ASKED) {
		if (!can_ask(t, e))
			return NO("this cannot be asked now");
		*q = (struct at_question){(uint8_t)e->what, e->seat, e->mask, 0, e->ply};
		if (at_table_is_apart(t))
			at_apart_asked(t, e);
		return AT_OK;
	}
	if (!q->ask)
		return NO("nothing is asked");
	if (e->kind == AT_AGREED) {
		if (!(q->needs >> e->seat & 1))
			return NO("seat %d is not asked", e->seat + 1);
		q->needs &= (uint8_t) ~(1 << e->seat);
		return AT_OK;
	}
	if (!(q->needs >> e->seat & 1) && q->seat != e->seat)
		return NO("seat %d is not asked", e->seat + 1);
	memset(q, 0, sizeof *q);
	return AT_OK;
}

/* --- bots that stand in --- */

static enum at_err stand_in(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_seat *seat = &t->seat[e->seat];

	if (t->phase != AT_PLAYING || seat->kind != AT_SEAT_PERSON)
		return NO("no person plays on seat %d", e->seat + 1);
	if (e->kind == AT_CAME_BACK) {
		if (!seat->stand_in || !(at_table_persons(t) >> e->seat & 1))
			return NO("seat %d does not come back", e->seat + 1);
		seat->stand_in = AT_HERE;
		seat->level = 0;
		at_clock_help(t, e->seat);
		if (at_table_mover(t) == e->seat)
			at_clock_restart(t, e->time);
		return AT_OK;
	}
	if (seat->stand_in && (!at_table_is_apart(t) || e->kind == AT_OUT_OF_TIME ||
			       seat->stand_in == AT_LEFT || !(at_table_persons(t) >> e->seat & 1)))
		return NO("a bot moves for seat %d already", e->seat + 1);
	if (e->what > UINT8_MAX)
		return NO("there is no such level");
	seat->level = (uint8_t)e->what;
	seat->stand_in = e->kind == AT_OUT_OF_TIME ? AT_LATE : AT_LEFT;
	if (at_table_is_apart(t) && e->kind == AT_STANDS_IN)
		at_apart_unask(t, e->seat);
	else if (!at_table_is_apart(t) && (t->question.needs >> e->seat & 1 ||
					   t->question.seat == e->seat)) /* is not waited for */
		memset(&t->question, 0, sizeof t->question);
	return AT_OK;
}

static enum at_err resume(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (t->phase == AT_GATHERING || t->apart.paused)
		return NO("the game is not going on");
	if (t->held) {
		at_clock_restart(t, e->time);
		t->top = t->state.head.ply;
		fewer_given(t);
	} else {
		at_clock_pause(t, e->time - t->time);
	}
	t->held = 0;
	return AT_OK;
}

/* --- all of them --- */

static enum at_err take(struct at_table *t, const struct at_events *log, const struct at_event *e,
			struct at_fail *fail)
{
	if (e->kind != AT_RESUMED)
		at_clock_charge(t, e->time);
	switch (e->kind) {
	case AT_SAT:
	case AT_BOT_SAT:
	case AT_STOOD_UP: return sit(t, e, fail);
	case AT_STARTED: return start(t, e, fail);
	case AT_DECIDED:
	case AT_DREW: return move(t, e, fail);
	case AT_TOOK_BACK: return take_back(t, log, e, fail);
	case AT_ASKED:
	case AT_AGREED:
	case AT_DECLINED: return question(t, e, fail);
	case AT_STANDS_IN:
	case AT_CAME_BACK:
	case AT_OUT_OF_TIME: return stand_in(t, e, fail);
	case AT_RESUMED: return resume(t, e, fail);
	case AT_ENDED:
		if (t->phase != AT_PLAYING || t->held)
			return NO("no game is being played");
		t->phase = AT_ABANDONED;
		if (at_table_is_apart(t)) {
			t->apart.ending = AT_ENDING_AGREED;
			t->apart.enders = (uint8_t)(t->question.ask ? 1 << t->question.seat : 0);
			t->apart.paused = 0;
		}
		memset(&t->question, 0, sizeof t->question);
		return AT_OK;
	case AT_REPLACED:
	case AT_RESIGNED:
	case AT_ERASED:
	case AT_LAPSED:
	case AT_PAUSED:
	case AT_WENT_ON:
	case AT_NUDGED:
	case AT_GAVE_TIME:
	case AT_CLOSED:
	case AT_RESEATED: return at_apart_take(t, e, fail);
	case AT_OPENED: return at_fair_open(t, e, fail);
	default: return at_fair_number(t, e, fail);
	}
}

/* Which members of an event a kind uses; the others are 0, the seat AT_NOBODY. */
enum { SEAT = 1, WHAT = 2, PLY = 4, MASK = 8, BYTES = 16 };
static const uint8_t uses[AT_EVENT_KINDS] = {
    [AT_SAT] = SEAT | WHAT | BYTES,
    [AT_BOT_SAT] = SEAT | WHAT,
    [AT_STOOD_UP] = SEAT | WHAT,
    [AT_STARTED] = WHAT | PLY | MASK | BYTES,
    [AT_DECIDED] = SEAT | WHAT | PLY,
    [AT_DREW] = WHAT | PLY,
    [AT_TOOK_BACK] = SEAT | PLY,
    [AT_ASKED] = SEAT | WHAT | PLY | MASK,
    [AT_AGREED] = SEAT,
    [AT_DECLINED] = SEAT,
    [AT_STANDS_IN] = SEAT | WHAT,
    [AT_CAME_BACK] = SEAT,
    [AT_OUT_OF_TIME] = SEAT | WHAT,
    [AT_OPENED] = BYTES,
    [AT_NUMBER_OPENED] = SEAT | BYTES,
    [AT_WAS_SILENT] = SEAT,
    [AT_REPLACED] = SEAT | WHAT | MASK,
    [AT_RESIGNED] = SEAT | WHAT,
    [AT_ERASED] = SEAT | WHAT,
    [AT_LAPSED] = SEAT,
    [AT_NUDGED] = SEAT | MASK,
    [AT_GAVE_TIME] = SEAT | MASK,
    [AT_CLOSED] = WHAT | MASK,
    [AT_RESEATED] = SEAT | WHAT,
};

static bool is_well_formed(const struct at_table *t, const struct at_event *e)
{
	int used, kinds = at_table_is_apart(t) ? AT_EVENT_KINDS : AT_WAS_SILENT + 1;

	if (e->kind == 0 || e->kind >= kinds || e->spare)
		return false;
	used = uses[e->kind];
	return (used & WHAT || !e->what) && (used & PLY || !e->ply) && (used & MASK || !e->mask) &&
	       (used & BYTES || !at_any_byte(e->bytes, sizeof e->bytes));
}

static enum at_err check_form(const struct at_table *t, const struct at_event *e,
			      struct at_fail *fail)
{
	if (!is_well_formed(t, e))
		return NO("there is no such event");
	if (e->number != t->events)
		return NO("event %u is due, not %u", t->events, e->number);
	if (e->time < t->time)
		return NO("time does not run backwards");
	if (uses[e->kind] & SEAT ? e->seat < 0 || e->seat >= t->opening.seats
				 : e->seat != AT_NOBODY)
		return NO("there is no such seat");
	if (t->events >= AT_EVENTS_MAX)
		return NO("a table has no more than %d events", AT_EVENTS_MAX);
	return AT_OK;
}

enum at_err at_table_take(struct at_table *t, const struct at_events *log, const struct at_event *e,
			  struct at_fail *fail)
{
	enum at_err err = check_form(t, e, fail);

	if (!err)
		err = take(t, log, e, fail);
	if (err)
		return err;
	t->events++;
	t->spare_events += !at_is_move(e);
	t->time = e->time;
	return AT_OK;
}

enum at_err at_table_apply(struct at_table *t, const struct at_events *log,
			   const struct at_event *e, struct at_fail *fail)
{
	struct at_table before;
	enum at_err err;

	at_table_copy(&before, t);
	err = at_table_take(t, log, e, fail);
	if (err)
		at_table_copy(t, &before);
	return err;
}
