#include "told.h"

#include "absence.h"
#include "bot.h"
#include "clock.h"
#include "fair.h"
#include "line.h"
#include "seen.h"

#include <string.h>

const char *const at_event_names[AT_EVENT_KINDS] = {
    [AT_SAT] = "sat",
    [AT_BOT_SAT] = "bot-sat",
    [AT_STOOD_UP] = "stood-up",
    [AT_STARTED] = "started",
    [AT_DECIDED] = "decided",
    [AT_DREW] = "drew",
    [AT_TOOK_BACK] = "took-back",
    [AT_ASKED] = "asked",
    [AT_AGREED] = "agreed",
    [AT_DECLINED] = "declined",
    [AT_STANDS_IN] = "stands-in",
    [AT_CAME_BACK] = "came-back",
    [AT_OUT_OF_TIME] = "out-of-time",
    [AT_RESUMED] = "resumed",
    [AT_ENDED] = "ended",
    [AT_OPENED] = "opened",
    [AT_NUMBER_OPENED] = "number-opened",
    [AT_WAS_SILENT] = "was-silent",
    [AT_REPLACED] = "replaced",
    [AT_RESIGNED] = "resigned",
    [AT_ERASED] = "erased",
    [AT_LAPSED] = "lapsed",
    [AT_PAUSED] = "paused",
    [AT_WENT_ON] = "went-on",
    [AT_NUDGED] = "nudged",
    [AT_GAVE_TIME] = "gave-time",
    [AT_CLOSED] = "closed",
    [AT_RESEATED] = "reseated",
};
const char *const at_phase_names[AT_PHASES] = {"gathering", "playing", "finished", "abandoned"};
const char *const at_clock_names[AT_CLOCKS] = {"none", "turn", "game"};
const char *const at_ask_names[AT_ASKS] = {NULL, "back", "end", "absent"};
const char *const at_seat_names[AT_SEAT_BOT + 1] = {"free", "person", "bot"};
const char *const at_stand_in_names[AT_FORGOTTEN + 1] = {NULL,   "left",     "late",
							 "away", "resigned", "erased"};
const char *const at_ending_names[AT_ENDING_ABANDONED + 1] = {NULL,       "agreed", "alone",
							      "resigned", "absent", "abandoned"};

static const char *level_name(uint32_t level)
{
	uint32_t n = 0;

	while (at_level_names[n])
		n++;
	return level < n ? at_level_names[level] : NULL;
}

/* --- how it stands --- */

void at_tell_opening(struct at_text *t, const struct at_table *table)
{
	const struct at_opening *o = &table->opening;
	struct at_text options;
	char array[256];

	at_text_init(&options, array, sizeof array);
	at_print_options(at_table_game(table), o->options, &options);
	at_json_word(t, "game", at_table_game(table)->name);
	at_json_count(t, "rules", o->game_version);
	at_json_count(t, "players", o->seats);
	at_json_word(t, "options", array);
	at_json_seat(t, "first", o->first - 1);
	at_json_open(t, "clock", '{');
	at_json_word(t, "kind", at_clock_names[o->clock]);
	at_json_count(t, "base", o->clock_base);
	at_json_count(t, "increment", o->clock_increment);
	at_putc(t, '}');
}

/* What is left, never a time of day. */
void at_tell_clocks(struct at_text *t, const struct at_table *table, uint64_t now)
{
	uint64_t since = table->clock.since;
	int mover = at_table_mover(table);

	if (table->clock.kind == AT_CLOCK_NONE)
		return;
	at_json_open(t, "left", '[');
	for (int i = 0; i < table->opening.seats; i++) {
		at_json_next(t);
		at_put(t, "%u", at_table_time_left(table, i, now));
	}
	at_putc(t, ']');
	at_json_seat(t, "running", mover >= 0 && !at_table_bot_moves(table) ? mover : -1);
	at_json_count(t, "runs_in", since > now ? since - now : 0);
}

static void put_question(struct at_text *t, const struct at_table *table, uint64_t now)
{
	const struct at_question *q = &table->question;
	uint64_t lapses = table->apart.lapses;

	if (!q->ask) {
		at_json_word(t, "question", NULL);
		return;
	}
	at_json_open(t, "question", '{');
	at_json_word(t, "ask", at_ask_names[q->ask]);
	at_json_seat(t, "seat", q->seat);
	if (q->ask == AT_ASK_BACK)
		at_json_count(t, "ply", q->ply);
	if (q->ask == AT_ASK_ABSENT)
		at_json_set(t, "absent", (uint64_t)q->ply << 1);
	at_json_set(t, "needs", (uint64_t)q->needs << 1);
	if (at_table_is_apart(table))
		at_json_count(t, "lapses_in", lapses > now ? lapses - now : 0);
	at_putc(t, '}');
}

static void put_apart(struct at_text *t, const struct at_table *table)
{
	const struct at_apart *a = &table->apart;

	at_json_flag(t, "paused", a->paused != 0);
	at_json_set(t, "asked", (uint64_t)a->askers << 1);
	at_json_set(t, "gave", (uint64_t)a->givers << 1);
	at_json_count(t, "nudges", a->nudges);
	if (!a->ending) {
		at_json_word(t, "ending", NULL);
		return;
	}
	at_json_open(t, "ending", '{');
	at_json_word(t, "how", at_ending_names[a->ending]);
	at_json_set(t, "seats", (uint64_t)a->enders << 1);
	at_putc(t, '}');
}

void at_tell_moment(struct at_text *t, const struct at_table *table, uint64_t now, uint64_t waited)
{
	at_json_count(t, "number", table->events);
	at_json_word(t, "phase", at_phase_names[table->phase]);
	at_json_count(t, "ply", table->state.head.ply);
	at_json_count(t, "backs", table->backs);
	at_json_seat(t, "mover", at_table_mover(table));
	at_json_count(t, "waited", waited);
	put_question(t, table, now);
	if (at_table_is_apart(table))
		put_apart(t, table);
	at_tell_clocks(t, table, now);
}

static void put_promise(struct at_text *t, const struct at_promise *p)
{
	if (p->state == AT_PROMISE_NONE)
		return;
	at_json_hex(t, "promise", p->hash, sizeof p->hash);
	if (p->state == AT_PROMISE_OPENED)
		at_json_hex(t, "opened", p->number, sizeof p->number);
	at_json_flag(t, "silent", p->state == AT_PROMISE_SILENT);
}

void at_tell_seats(struct at_text *t, const struct at_table *table, const struct at_people *people)
{
	at_json_open(t, "seats", '[');
	for (int i = 0; i < table->opening.seats; i++) {
		const struct at_seat *s = &table->seat[i];
		at_json_open(t, NULL, '{');
		at_json_seat(t, "seat", i);
		at_json_word(t, "kind", at_seat_names[s->kind]);
		if (s->kind == AT_SEAT_PERSON) {
			people->put_person(t, table, s->person, people->context);
			people->put_here(t, i, people->context);
			put_promise(t, &table->promise[i]);
			at_json_word(t, "stand_in", at_stand_in_names[s->stand_in]);
		}
		if (s->kind == AT_SEAT_BOT || s->stand_in)
			at_json_word(t, "level", level_name(s->level));
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

/* --- what a viewer sees --- */

void at_tell_view(struct at_text *t, const struct at_table *table, int viewer)
{
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&table->state.head, viewer, &view);
	at_json_name(t, "view");
	at_json_position(t, &view.state.head);
}

void at_tell_bytes(struct at_text *t, const struct at_table *table, int viewer, bool bytes)
{
	uint8_t array[AT_BYTES_MAX];
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(&table->state.head, viewer, &view);
	if (bytes)
		at_json_hex(t, "bytes", array, at_view_encode(&view, array));
	at_json_digits(t, "hash", at_state_hash(&view.state.head));
}

static void put_move(struct at_text *t, const struct at_table *before, const struct at_event *seen,
		     int viewer)
{
	struct at_view view;

	at_view(&before->state.head, viewer, &view);
	at_json_name(t, "move");
	at_json_move(t, &view.state.head, seen->what);
	at_json_count(t, "code", seen->what);
}

void at_tell_event(struct at_text *t, const struct at_table *before, const struct at_event *e,
		   int viewer, const struct at_people *people)
{
	struct at_event seen;

	at_event_seen(before, e, viewer, &seen);
	at_json_open(t, NULL, '{');
	at_json_count(t, "number", seen.number);
	at_json_word(t, "event", at_event_names[seen.kind]);
	if (seen.seat >= 0)
		at_json_seat(t, "seat", seen.seat);
	if (at_is_move(&seen) || seen.kind == AT_TOOK_BACK ||
	    (seen.kind == AT_ASKED && seen.what == AT_ASK_BACK))
		at_json_count(t, "ply", seen.ply);
	switch (seen.kind) {
	case AT_SAT:
		people->put_person(t, before, seen.what, people->context);
		if (at_table_is_fair(before))
			at_json_hex(t, "promise", seen.bytes, sizeof seen.bytes);
		break;
	case AT_STOOD_UP:
		if (seen.what == AT_REMOVED)
			at_json_flag(t, "removed", true);
		break;
	case AT_RESEATED: people->put_person(t, before, seen.what, people->context); break;
	case AT_BOT_SAT:
	case AT_STANDS_IN:
	case AT_OUT_OF_TIME:
	case AT_REPLACED:
	case AT_RESIGNED:
	case AT_ERASED: at_json_word(t, "level", level_name(seen.what)); break;
	case AT_DECIDED:
	case AT_DREW: put_move(t, before, &seen, viewer); break;
	case AT_ASKED:
		at_json_word(t, "ask", at_ask_names[seen.what]);
		at_json_set(t, "needs", (uint64_t)seen.mask << 1);
		if (seen.what == AT_ASK_ABSENT)
			at_json_set(t, "absent", (uint64_t)seen.ply << 1);
		break;
	case AT_CLOSED: at_json_word(t, "how", at_ending_names[seen.what]); break;
	case AT_OPENED:
		at_json_hex(t, at_table_is_fair(before) ? "half" : "seed", seen.bytes,
			    sizeof seen.bytes);
		break;
	case AT_NUMBER_OPENED: at_json_hex(t, "opened", seen.bytes, sizeof seen.bytes); break;
	default: break;
	}
	if (seen.kind >= AT_REPLACED && seen.mask)
		at_json_set(t, "by", (uint64_t)seen.mask << 1);
	at_putc(t, '}');
}
