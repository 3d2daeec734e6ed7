#include "analysis.h"

#include "assert.h"
#include "exact_math.h"
#include "knowledge.h"

#include <string.h>

uint32_t at_analysis_size(const struct at_table *t)
{
	return t->state.head.ply - t->opening.start.head.ply;
}

enum at_err at_analysis_begin(struct at_analysis *a, const struct at_table *t,
			      const struct at_events *log, struct at_note *notes, uint64_t seed,
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
 * judged together if the bots plan them as one turn. */
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

static struct at_outlook outlook(const struct at_candidate *c)
{
	struct at_outlook o;

	memcpy(o.win, c->win, sizeof o.win);
	memcpy(o.points, c->points, sizeof o.points);
	return o;
}

/* Whether luck can be charged to this note. What is revealed at the end has only one outcome. */
static bool takes_luck(const struct at_note *note, bool end)
{
	return note->seat == AT_CHANCE && (end || !note->forced);
}

/* Charges the change since the last turn to the moves from..to-1; true if one of them takes it.
 * At the end the revealing move takes it, if nothing was drawn. */
static bool charge(struct at_analysis *a, uint32_t from, uint32_t to, bool end)
{
	struct at_outlook rest = a->waiting;
	int seats = a->table->opening.seats;
	int n = 0;

	for (uint32_t i = from; i < to; i++) {
		const struct at_note *note = &a->notes[i];
		if (!takes_luck(note, end))
			continue;
		n++;
		for (int k = 0; k < seats; k++) {
			rest.win[k] -= note->luck.win[k];
			rest.points[k] -= note->luck.points[k];
		}
	}
	for (uint32_t i = from; i < to; i++) {
		struct at_luck *luck = &a->notes[i].luck;
		if (!takes_luck(&a->notes[i], end))
			continue;
		for (int k = 0; k < seats; k++) {
			luck->win[k] += rest.win[k] / n;
			luck->points[k] += rest.points[k] / n;
			a->totals[k].luck_win += luck->win[k];
			a->totals[k].luck_points += luck->points[k];
		}
	}
	return n > 0;
}

/* The new expectation of the seats: the change since the last turn is luck. */
static void settle(struct at_analysis *a, const struct at_outlook *then, uint32_t to, bool end)
{
	int seats = a->table->opening.seats;

	for (int k = 0; k < seats; k++) {
		if (!a->begun) { /* nobody expected anything but an even chance yet */
			bool fresh = a->table->opening.start.head.ply == 0;
			a->totals[k].start = fresh ? 1.0 / seats : then->win[k];
			a->now.win[k] = a->totals[k].start;
			a->now.points[k] = then->points[k];
		}
		a->waiting.win[k] += then->win[k] - a->now.win[k];
		a->waiting.points[k] += then->points[k] - a->now.points[k];
		a->totals[k].result = then->win[k];
	}
	a->begun = true;
	a->now = *then;
	if (charge(a, a->settled, to, false) || (end && charge(a, a->settled, to, true)))
		memset(&a->waiting, 0, sizeof a->waiting);
	a->settled = to;
}

static void add(struct at_analysis *a, const struct at_note *note)
{
	struct at_totals *t = &a->totals[note->seat];

	t->decisions++;
	t->mistakes += note->loss_win >= AT_MISTAKE;
	t->loss_win += note->loss_win;
	t->loss_points += note->loss_points;
	t->error = at_sqrt(t->error * t->error + note->error * note->error);
}

/* The walk has reached the end of the turn that was judged. */
static void end_turn(struct at_analysis *a)
{
	struct at_note *first = &a->notes[a->turn];
	struct at_note *last = first + a->turn_length - 1;
	struct at_outlook before = outlook(&first->own);
	struct at_outlook after = before;

	for (struct at_note *note = first; note <= last; note++)
		if (note->loss_win > 0)
			before = outlook(&note->best);
	settle(a, &before, a->turn, false);
	for (struct at_note *note = first; note <= last; note++)
		add(a, note);
	for (int k = 0; k < a->table->opening.seats; k++) {
		if (k != first->seat)
			a->totals[k].given_win += after.win[k] - before.win[k];
		a->totals[k].result = after.win[k];
	}
	a->now = after;
	memcpy(last->win, after.win, sizeof last->win);
	last->judged = 1;
	a->settled = a->turn + a->turn_length;
	a->turn_length = 0;
}

/* All moves are done. */
static void finish(struct at_analysis *a)
{
	const struct at_state *s = &a->walk.state.head;
	struct at_score scores[AT_SEATS_MAX];
	struct at_outlook end = a->now;

	a->finished = true;
	if (s->turn == AT_OVER) {
		at_judge(s, scores, end.win);
		for (int k = 0; k < s->seats; k++)
			end.points[k] = scores[k].total;
	}
	for (uint32_t i = a->settled; i < a->count && s->turn != AT_OVER; i++)
		for (int k = 0; k < s->seats; k++) { /* drawn last: as it looks */
			end.win[k] += a->notes[i].luck.win[k];
			end.points[k] += a->notes[i].luck.points[k];
		}
	settle(a, &end, a->count, s->turn == AT_OVER);
	for (int k = 0; k < s->seats; k++) { /* no draw is left to wait for */
		a->totals[k].luck_win += a->waiting.win[k];
		a->totals[k].luck_points += a->waiting.points[k];
	}
}

/* Passes the move at which the walk is. */
static void advance(struct at_analysis *a)
{
	const struct at_event *e = at_walk_move(&a->walk, &a->log);
	enum at_err err = at_walk_step(&a->walk, e, NULL);

	at_assert(!err);
	a->done++;
	if (a->turn_length && a->done == a->turn + a->turn_length)
		end_turn(a);
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
		note->forced = at_moves(&a->walk.state.head, legal) == 1;
		if (note->forced) {
			note->own = note->best = (struct at_candidate){0};
			if (note->seat >= 0 && !a->turn_length)
				add(a, note);
		} else if (note->seat == AT_CHANCE) {
			draw_job(a, job, e->what);
			return true;
		} else if (!a->turn_length) {
			a->turn = a->done;
			a->turn_length = (uint32_t)rest_of_turn(a, job->moves);
			decision_job(a, job, (int)a->turn_length);
			return true;
		}
		advance(a);
	}
	if (!a->finished)
		finish(a);
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

/* Where the best turn and the played one diverge: nothing was lost before. n or more if they do
 * not. */
static int parting(const struct at_answer *best, const at_move *played, int n)
{
	for (int i = 0; i < n && i < best->count; i++)
		if (best->moves[i] != played[i])
			return i;
	return n;
}

/* A loss within the noise of the search counts as none. */
static double sure_loss(double loss, double error)
{
	return loss > error ? loss : 0;
}

static void judge(struct at_analysis *a, const struct at_answer *answer)
{
	struct at_note *note = &a->notes[a->turn];
	int seats = a->table->opening.seats;
	int n = (int)a->turn_length;
	int seat = note->seat;
	at_move moves[AT_TURN_MAX];
	int left;

	rest_of_turn(a, moves);
	left = parting(answer, moves, n);
	for (int i = 0; i < n; i++) {
		note[i].own = answer->own;
		note[i].best = i > left ? answer->own : answer->best;
		note[i].own.move = note[i].best.move = moves[i];
	}
	if (left == n)
		return;
	note += left;
	note->best.move = answer->moves[left];
	note->error = at_sqrt(answer->own.error * answer->own.error +
			      answer->best.error * answer->best.error);
	note->loss_win = sure_loss(answer->best.win[seat] - answer->own.win[seat], note->error);
	if (note->loss_win > 0)
		note->loss_points = sure_loss(
		    lead(&answer->best, seat, seats) - lead(&answer->own, seat, seats), 0);
}

void at_analysis_take(struct at_analysis *a, const struct at_answer *answer)
{
	struct at_note *note = &a->notes[a->done];

	if (note->seat == AT_CHANCE)
		note->luck = answer->luck;
	else
		judge(a, answer);
	advance(a);
}
