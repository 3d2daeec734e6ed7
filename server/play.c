/* Commands during a game. */
#include "asks.h"
#include "company.h"
#include "due.h"
#include "handlers.h"
#include "json.h"
#include "line.h"
#include "plain.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

_Static_assert((int)PLAIN_MOVES == AT_TURN_MAX, "a plain move is a move");

/* The text of one of them; NULL if it is not a string. */
static const char *text_of(const struct call *c, int i, size_t *size)
{
	const json_t *text = json_array_get(json_object_get(c->json, "moves"), (size_t)i);

	*size = c->move ? c->move->move[i].size : json_string_length(text);
	return c->move ? c->move->move[i].text : json_string_value(text);
}

/* Reads the decisions one after the other, in the view of the seat. */
static bool read_moves(const struct call *c, struct at_command *out)
{
	size_t size, count = c->move ? (size_t)c->move->count
				     : json_array_size(json_object_get(c->json, "moves"));
	struct at_fail fail = {0};
	struct at_view view;

	at_view(&c->table->table.state.head, c->seat, &view);
	if (count < 1 || count > AT_TURN_MAX) {
		refuse_call(c, "bad-message", "'moves' is missing or wrong");
		return false;
	}
	for (int i = 0; i < (int)count; i++) {
		const char *text = text_of(c, i, &size);
		at_move *m = &out->moves[out->count++];
		if (!text) {
			refuse_call(c, "bad-message", "'moves' is missing or wrong");
			return false;
		}
		/* The table checks all of them, including the last. */
		if (at_parse_move(&view.state.head, text, size, m, &fail) ||
		    (i + 1 < (int)count && at_apply_listed(&view.state.head, *m, &fail))) {
			step_log_gap(c->table, &fail);
			refuse_call(c, "bad-move", fail.why);
			return false;
		}
	}
	return true;
}

/* The moment that it was made for. */
static bool read_moment(const struct call *c, struct at_command *out)
{
	out->ply = c->move ? c->move->ply : UINT32_MAX;
	out->backs = c->move ? c->move->backs : UINT32_MAX;
	if (c->move)
		return true;
	if (!read_number(c, "ply", UINT32_MAX - 1, &out->ply) ||
	    !read_number(c, "backs", UINT32_MAX - 1, &out->backs))
		return false;
	if (out->ply != UINT32_MAX && out->backs != UINT32_MAX)
		return true;
	refuse_call(c, "bad-message", "'ply' or 'backs' is missing");
	return false;
}

/* A move can be parsed only in the position that it was made for. In another one it is late,
 * whatever it says, and the table refuses it unless it was done before. */
void ask_move(struct call *c)
{
	const struct at_table *t = &c->table->table;
	struct at_command move = {.kind = AT_MOVE, .seat = (int8_t)c->seat};

	if (!read_moment(c, &move))
		return;
	move.person = c->visitor->guest->person;
	if (move.ply == t->state.head.ply && move.backs == t->backs &&
	    at_table_mover(t) == c->seat && !read_moves(c, &move))
		return;
	step_ask(c, &move);
}

static void ask_simple(struct call *c, int kind)
{
	struct at_command command = {.kind = (uint8_t)kind, .seat = (int8_t)c->seat};

	command.person = c->visitor->guest->person;
	step_ask(c, &command);
}

void ask_agree(struct call *c)
{
	ask_simple(c, AT_AGREE);
}

void ask_decline(struct call *c)
{
	ask_simple(c, AT_DECLINE);
}

void ask_end(struct call *c)
{
	ask_simple(c, AT_ASK_TO_END);
}

void ask_return(struct call *c)
{
	ask_simple(c, AT_COME_BACK);
}

void ask_back(struct call *c)
{
	const struct at_table *t = &c->table->table;
	struct at_command back = {.kind = AT_TAKE_BACK, .seat = (int8_t)c->seat};
	uint8_t needs;

	back.person = c->visitor->guest->person;
	back.ply = at_table_back_to(t, &c->table->history.log, c->seat, 0, &needs);
	if (read_number(c, "ply", UINT32_MAX - 1, &back.ply))
		step_ask(c, &back);
}

/* --- people who are apart in time (absence.h) --- */

/* About this seat, which stands in the command; else about the sender's. */
static void ask_about(struct call *c, int kind)
{
	struct at_command command = {.kind = (uint8_t)kind, .person = c->visitor->guest->person};
	int seat = c->seat, level = 1;

	if (!read_seat(c, "seat", &seat) || !read_level(c, "level", &level))
		return;
	command.seat = (int8_t)seat;
	command.level = (uint8_t)level;
	step_ask(c, &command);
}

void ask_stand_in(struct call *c)
{
	ask_about(c, AT_STAND_IN);
}

void ask_resign(struct call *c)
{
	ask_about(c, AT_RESIGN);
}

void ask_nudge(struct call *c)
{
	ask_about(c, AT_NUDGE);
}

void ask_give_time(struct call *c)
{
	ask_about(c, AT_GIVE_TIME);
}

void ask_end_absent(struct call *c)
{
	ask_about(c, AT_END_ABSENT);
}

void ask_ready(struct call *c)
{
	if (!company_waits(c->table)) {
		refuse_call(c, "not-now", "nobody waits for this");
		return;
	}
	company_is_ready(c->table, c->seat);
	say_done(c->visitor, c->id, c->table, c->table->table.events, 0);
}

void ask_hint(struct call *c)
{
	if (!c->table->terms.hints)
		refuse_call(c, "not-allowed", "there are no hints at this table");
	else if (c->visitor->hinting)
		refuse_call(c, "busy", "one hint at a time");
	else if (!table_hint(c->table, c->visitor, c->id, c->seat))
		refuse_call(c, "not-now", "it is not your turn");
}

/* --- what has been --- */

void ask_events(struct call *c)
{
	uint32_t from = 0, count = EVENTS_AT_ONCE, all = c->table->table.events;

	if (!read_number(c, "from", UINT32_MAX - 1, &from) ||
	    !read_number(c, "count", EVENTS_AT_ONCE, &count))
		return;
	if (from > all)
		from = all;
	if (count > all - from)
		count = all - from;
	say_events(watch_of(c->visitor, c->table), from, from + count);
	say_done(c->visitor, c->id, c->table, from, count);
}

/* A record contains all draws, so there is none before the game is over. */
void ask_record(struct call *c)
{
	const struct at_table *t = &c->table->table;
	size_t size = 4096 + (size_t)t->state.head.ply * AT_MOVE_TEXT_MAX;
	struct at_fail fail = {0};
	struct at_text record, answer;
	char *array;

	if (t->phase < AT_FINISHED) {
		refuse_call(c, "not-now", "the game is not over");
		return;
	}
	array = size < OUT_SIZE / 2 ? malloc(size) : NULL;
	if (!array) {
		refuse_call(c, "busy", "the record is too long");
		return;
	}
	at_text_init(&record, array, size);
	if (at_table_print_record(t, &c->table->history.log, UINT32_MAX, &record, &fail)) {
		refuse_call(c, "not-now", fail.why);
	} else {
		say_begin(c->host, &answer, "record");
		say_hex(&answer, "id", c->id, AT_ID_SIZE);
		say_hex(&answer, "table", c->table->id, AT_ID_SIZE);
		at_json_word(&answer, "record", array);
		say_end(c->visitor, &answer);
	}
	free(array);
}
