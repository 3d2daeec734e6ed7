#include "analysis.h"

#include "assert.h"
#include "knowledge.h"

#include <string.h>

uint32_t at_analysis_size(const struct at_table *t)
{
	return t->state.head.ply - t->opening.start.head.ply;
}

enum at_err at_analysis_begin(struct at_analysis *a, const struct at_table *t,
			      const struct at_log *log, struct at_note *notes, uint64_t seed,
			      struct at_fail *fail)
{
	memset(a, 0, sizeof *a);
	a->table = t;
	a->log = *log;
	a->notes = notes;
	a->seed = seed;
	a->count = at_analysis_size(t);
	memset(notes, 0, a->count * sizeof *notes);
	return at_walk_begin(&a->walk, t, log, UINT32_MAX, fail);
}

/* The moves from this one on that are decisions of one seat, with no draw between them. They are
 * judged as one where the bots plan them as one. */
static int rest_of_turn(const struct at_analysis *a, at_move *out)
{
	const struct at_knowledge *know = at_knowledge_of(at_table_game(a->table));
	bool together = know && know->long_turns;
	const struct at_walk *w = &a->walk;
	int seat = w->state.head.turn;
	int n = 0;

	for (uint32_t i = w->next; i < a->log.count && n < (together ? AT_TURN_MAX : 1); i++) {
		const struct at_event *e = &a->log.events[i];
		if (!(w->stands[i / 64] >> i % 64 & 1))
			continue;
		if (e->kind != AT_DECIDED || e->seat != seat)
			break;
		out[n++] = e->what;
	}
	return n;
}

static void add(struct at_analysis *a, const struct at_note *note)
{
	if (note->seat >= 0) {
		struct at_totals *t = &a->totals[note->seat];
		t->decisions++;
		t->mistakes += note->loss_win >= AT_MISTAKE;
		t->loss_win += note->loss_win;
		t->loss_points += note->loss_points;
		return;
	}
	for (int i = 0; i < a->table->opening.seats; i++) {
		a->totals[i].luck_win += note->luck.win[i];
		a->totals[i].luck_points += note->luck.points[i];
	}
}

/* What could still be won after a decision, it has not lost. */
static void keep_part(double *loss, double *later)
{
	double rest = *loss > *later ? *loss : *later;

	*loss = rest - *later;
	*later = rest;
}

/* All decisions of a turn are judged: who lost what, and the mean of what they foretold. */
static void end_turn(struct at_analysis *a)
{
	struct at_note *first = &a->notes[a->turn];
	struct at_note *last = &a->notes[a->turn + a->turn_length - 1];
	double win = 0, points = 0;
	int n = 0;

	for (struct at_note *note = last; note >= first; note--) {
		keep_part(&note->loss_win, &win);
		keep_part(&note->loss_points, &points);
		n += !note->forced;
	}
	for (struct at_note *note = first; note <= last; note++) {
		add(a, note);
		for (int i = 0; i < a->table->opening.seats && !note->forced; i++)
			last->win[i] += note->own.win[i] / n;
	}
	last->judged = n > 0;
	a->turn_length = 0;
}

/* Goes past the move that the walk stands at; false where there is none. */
static bool advance(struct at_analysis *a)
{
	const struct at_event *e = at_walk_move(&a->walk, &a->log);
	enum at_err err;

	if (!e)
		return false;
	err = at_walk_step(&a->walk, e, NULL);
	at_assert(!err);
	a->done++;
	if (a->turn_length && a->done == a->turn + a->turn_length)
		end_turn(a);
	return true;
}

static uint64_t seed_of(const struct at_analysis *a)
{
	return a->seed + a->done;
}

static void decision_job(struct at_analysis *a, struct at_job *job, int rest)
{
	const struct at_state *s = &a->walk.state.head;
	struct at_view view;

	memset(&view, 0, sizeof view);
	at_view(s, s->turn, &view);
	job->kind = AT_JOB_JUDGE;
	job->seat = s->turn;
	job->count = (uint8_t)rest;
	job->seed = seed_of(a);
	job->state = view.state;
}

static void draw_job(struct at_analysis *a, struct at_job *job, at_move m)
{
	job->kind = AT_JOB_LUCK;
	job->seat = AT_NOBODY;
	job->count = 1;
	job->moves[0] = m;
	job->seed = seed_of(a);
	job->state = a->walk.state;
}

bool at_analysis_next(struct at_analysis *a, struct at_job *job)
{
	at_move legal[AT_MOVES_MAX];
	const struct at_event *e;

	memset(job, 0, sizeof *job);
	while ((e = at_walk_move(&a->walk, &a->log))) {
		struct at_note *note = &a->notes[a->done];
		note->move = e->what;
		note->seat = a->walk.state.head.turn;
		if (note->seat == AT_CHANCE) {
			draw_job(a, job, e->what);
			return true;
		}
		int rest = rest_of_turn(a, job->moves);
		if (!a->turn_length) {
			a->turn = a->done;
			a->turn_length = (uint32_t)rest;
		}
		note->forced = at_moves(&a->walk.state.head, legal) == 1;
		if (!note->forced) {
			decision_job(a, job, rest);
			return true;
		}
		advance(a);
	}
	return false;
}

static double lead(const struct at_candidate *c, int seat, int seats)
{
	double others = -1e9;

	for (int i = 0; i < seats; i++)
		if (i != seat && c->points[i] > others)
			others = c->points[i];
	return c->points[seat] - others;
}

/* Where the best turn found and the one that was played part: up to there nothing was lost. */
static int parting(const struct at_answer *answer, const struct at_note *played, int n)
{
	int last = (n < answer->count ? n : answer->count) - 1;
	int i = 0;

	while (i < last && answer->moves[i] == played[i].move)
		i++;
	return i;
}

static void judge(struct at_analysis *a, struct at_note *note, const struct at_answer *answer)
{
	int seats = a->table->opening.seats;
	int rest = (int)(a->turn + a->turn_length - a->done);
	double win = answer->best.win[note->seat] - answer->own.win[note->seat];
	double points =
	    lead(&answer->best, note->seat, seats) - lead(&answer->own, note->seat, seats);
	at_move moves[AT_TURN_MAX];
	int i;

	note->own = answer->own;
	if (note->best.visits == 0)
		note->best = answer->best;
	rest_of_turn(a, moves);
	for (i = 0; i < rest; i++)
		note[i].move = moves[i];
	i = parting(answer, note, rest);
	if (win > note[i].loss_win) {
		note[i].loss_win = win;
		note[i].best = answer->best;
		note[i].best.move = answer->moves[i];
	}
	if (points > note[i].loss_points)
		note[i].loss_points = points;
}

void at_analysis_take(struct at_analysis *a, const struct at_answer *answer)
{
	struct at_note *note = &a->notes[a->done];

	if (note->seat == AT_CHANCE) {
		note->luck = answer->luck;
		add(a, note);
	} else {
		judge(a, note, answer);
	}
	advance(a);
}
