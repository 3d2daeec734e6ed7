#include "line.h"

#include "assert.h"
#include "fair.h"
#include "play.h"
#include "record.h"

#include <string.h>

/* Marks the moves that lead from ply `from` to ply `to`, of the events from walk->from on. */
static enum at_err mark(struct at_walk *w, const struct at_events *log, uint32_t from, uint32_t to,
			struct at_fail *fail)
{
	uint32_t n = log->count < w->from ? 0 : log->count - w->from;
	uint32_t left = to;

	if (n > AT_EVENTS_MAX || to < from)
		return at_fail(fail, AT_BAD_VALUE, "there is no such move to go back to");
	w->end = w->from + n;
	memset(w->stands, 0, (n + 63) / 64 * sizeof *w->stands);
	for (uint32_t i = n; i-- > 0 && left > from;) {
		const struct at_event *e = at_event_of(log, w->from + i);
		if (!at_is_move(e) || e->ply != left - 1)
			continue;
		w->stands[i / 64] |= (uint64_t)1 << i % 64;
		left--;
	}
	if (left != from)
		return at_fail(fail, AT_BAD_VALUE, "a move is missing in the log");
	return AT_OK;
}

static uint32_t start_ply(const struct at_table *t)
{
	return t->opening.start.head.ply;
}

enum at_err at_walk_begin(struct at_walk *w, const struct at_table *t, const struct at_events *log,
			  uint32_t ply, struct at_fail *fail)
{
	struct at_events known = *log;

	if (known.count > t->events)
		known.count = t->events;
	w->state = t->opening.start;
	w->next = w->from = log->first;
	return mark(w, &known, start_ply(t), ply == UINT32_MAX ? t->state.head.ply : ply, fail);
}

const struct at_event *at_walk_move(struct at_walk *w, const struct at_events *log)
{
	for (; w->next < w->end; w->next++) {
		uint32_t i = w->next - w->from;
		if (w->stands[i / 64] >> i % 64 & 1)
			return at_event_of(log, w->next);
	}
	return NULL;
}

enum at_err at_table_play(struct at_state *s, at_move m, struct at_fail *fail)
{
	return at_is_truth(s) ? at_apply_listed(s, m, fail) : at_follow(s, m, fail);
}

enum at_err at_walk_step(struct at_walk *w, const struct at_event *e, struct at_fail *fail)
{
	w->next++;
	return at_table_play(&w->state.head, e->what, fail);
}

enum at_err at_table_rewind(struct at_table *t, const struct at_events *log, uint32_t ply,
			    struct at_fail *fail)
{
	struct at_walk w;
	bool inside = ply >= t->turn.head.ply; /* this turn: earlier ones stay */
	const struct at_event *e;

	if (log->count > t->events || ply >= t->state.head.ply || ply < start_ply(t))
		return at_fail(fail, AT_BAD_VALUE, "there is no such move to go back to");
	if (!inside) {
		t->turn = t->opening.start;
		t->mark = log->first;
	}
	w.state = t->turn;
	w.next = w.from = t->mark;
	if (mark(&w, log, w.state.head.ply, ply, fail))
		return fail ? fail->err : AT_BAD_VALUE;
	while ((e = at_walk_move(&w, log))) {
		enum at_err err = at_walk_step(&w, e, fail);
		if (err)
			return err;
		if (e->kind == AT_DREW || w.state.head.turn != e->seat) {
			t->turn = w.state;
			t->mark = w.next;
		}
	}
	t->state = w.state;
	return AT_OK;
}

enum at_err at_table_print_record(const struct at_table *t, const struct at_events *log,
				  uint32_t ply, struct at_text *text, struct at_fail *fail)
{
	struct at_record head = {.game = at_table_game(t)};
	const struct at_event *e;
	struct at_walk w;

	if (t->opening.placed)
		return at_fail(fail, AT_BAD_VALUE,
			       "a game that began with a position has no record");
	head.setup = at_opening_setup(&t->opening);
	at_fair_head(t, &head);
	if (at_walk_begin(&w, t, log, ply, fail))
		return AT_BAD_VALUE;
	at_print_record_head(&head, text);
	while ((e = at_walk_move(&w, log))) {
		enum at_err err;
		at_print_move(&w.state.head, e->what, text);
		at_putc(text, '\n');
		err = at_walk_step(&w, e, fail);
		if (err)
			return err;
	}
	return text->full ? at_fail(fail, AT_TOO_LONG, "the record is too long") : AT_OK;
}
