/* Analysing the game on the page's table. */
#include "analysis.h"

#include "json.h"
#include "judged.h"
#include "laid.h"

enum { NOTES_MAX = 1 << 14 }; /* moves of a game that can be analysed */

static struct {
	struct at_analysis state;
	struct at_note notes[NOTES_MAX];
} analysis;

static struct at_walk walk;
static struct at_fail fail;

static int refused(enum at_err err)
{
	fail.err = err;
	return door_refused(&fail);
}

int door_analysis_begin(void)
{
	enum at_err err = AT_OK;

	if (laid_table()->phase != AT_FINISHED)
		err = at_fail(&fail, AT_BAD_VALUE, "the game is not over");
	else if (at_analysis_size(laid_table()) > NOTES_MAX)
		err = at_fail(&fail, AT_TOO_LONG, "the game is too long");
	if (!err)
		err = at_analysis_begin(&analysis.state, laid_table(), laid_log(), analysis.notes,
					0, &fail);
	return err ? refused(err) : (int)analysis.state.count;
}

int door_analysis_next(void)
{
	struct at_job job;

	return said_job(at_analysis_next(&analysis.state, &job), &job);
}

int door_analysis_take(int length)
{
	static struct at_answer answer;

	if (!read_answer(length, &answer))
		return refused(at_fail(&fail, AT_BAD_BYTES, "this is no answer"));
	at_analysis_take(&analysis.state, &answer);
	return (int)analysis.state.done;
}

static void put_graph(struct at_text *t)
{
	at_json_open(t, "graph", '[');
	for (uint32_t i = 0; i < analysis.state.settled; i++) {
		if (!analysis.notes[i].judged)
			continue;
		at_json_open(t, NULL, '{');
		at_json_count(t, "step", i);
		at_json_numbers(t, "win", analysis.notes[i].win, laid_table()->opening.seats);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

static void put_verdict(struct at_text *t, const struct at_state *s, uint32_t i)
{
	const struct at_note *note = &analysis.notes[i];

	at_json_open(t, NULL, '{');
	at_json_count(t, "step", i);
	at_json_seat(t, "seat", note->seat);
	at_json_name(t, "move");
	at_json_move(t, s, note->move);
	at_json_name(t, "best");
	at_json_move(t, s, note->loss_win > 0 ? note->best.move : note->move);
	at_json_name(t, "played");
	at_json_number(t, note->own.win[note->seat]);
	at_json_name(t, "lost");
	at_json_number(t, note->loss_win);
	at_putc(t, '}');
}

int door_analysis_result(void)
{
	const struct at_event *e;
	double luck[AT_SEATS_MAX], choice[AT_SEATS_MAX];
	double luck_points[AT_SEATS_MAX], lost_points[AT_SEATS_MAX];
	struct at_text t;
	uint32_t i = 0;

	for (int k = 0; k < laid_table()->opening.seats; k++) {
		const struct at_totals *all = &analysis.state.totals[k];
		luck[k] = all->luck_win;
		choice[k] = -all->loss_win;
		luck_points[k] = all->luck_points;
		lost_points[k] = all->loss_points;
	}
	door_text(&t);
	at_json_open(&t, NULL, '{');
	put_graph(&t);
	at_json_open(&t, "verdicts", '[');
	at_walk_begin(&walk, laid_table(), laid_log(), UINT32_MAX, NULL);
	for (; i < analysis.state.settled && (e = at_walk_move(&walk, laid_log())); i++) {
		if (e->kind == AT_DECIDED && !analysis.notes[i].forced)
			put_verdict(&t, &walk.state.head, i);
		at_walk_step(&walk, e, NULL);
	}
	at_putc(&t, ']');
	at_json_numbers(&t, "luck", luck, laid_table()->opening.seats);
	at_json_numbers(&t, "choice", choice, laid_table()->opening.seats);
	at_json_numbers(&t, "luck_points", luck_points, laid_table()->opening.seats);
	at_json_numbers(&t, "lost_points", lost_points, laid_table()->opening.seats);
	at_putc(&t, '}');
	return door_said(&t);
}
