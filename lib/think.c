/* atoll.h: what bots think, and evaluations without a search. */
#define _POSIX_C_SOURCE 200809L

#include "knowledge.h"
#include "players.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

/* A thought with everything that it points to. */
struct thought {
	struct at_thought head;
	const struct at_thought_turn *list[AT_CANDIDATES_MAX];
	struct at_thought_turn turns[AT_CANDIDATES_MAX];
	struct at_idea ideas[AT_CANDIDATES_MAX];
	struct at_choice choice;
};

static double seconds_now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

bool at_player_stopped(void *player)
{
	struct at_player *p = player;

	p->stopped = p->stopped || (p->stop && p->stop(p->context));
	return p->stopped;
}

/* A spec of an older header is shorter. */
static bool read_spec(const struct at_think_spec *given, struct at_think_spec *out)
{
	*out = (struct at_think_spec){0};
	if (given && given->size != sizeof *out)
		return false;
	if (given)
		*out = *given;
	return true;
}

static void tell_turn(const struct at_idea *idea, struct at_thought_turn *out)
{
	const struct at_candidate *c = &idea->found;

	*out = (struct at_thought_turn){
	    .move = c->move,
	    .visits = c->visits,
	    .prior = idea->prior,
	    .error = c->error,
	    .proved = idea->proved,
	    .turn = idea->turn,
	    .length = idea->length,
	    .line = idea->line,
	    .seats = idea->seat,
	};
	memcpy(out->win, c->win, sizeof out->win);
	memcpy(out->points, c->points, sizeof out->points);
}

static void think(struct at_player *p, const struct at_view *view, const struct at_think_spec *spec,
		  struct thought *t)
{
	bool limited = spec->ms || spec->nodes;
	double begin = seconds_now();

	p->stop = spec->stop;
	p->context = spec->context;
	p->stopped = false;
	if (limited)
		at_team_budget(p->team, spec->ms, spec->nodes);
	at_team_ask(p->team, view, NULL, 0, &t->choice);
	if (limited)
		at_team_budget(p->team, p->spec.ms, p->spec.nodes);
	t->head.stopped = p->stopped;
	t->head.seconds = seconds_now() - begin;
	p->stop = NULL;
	p->stopped = false;
}

const struct at_thought *at_player_think(struct at_player *p, const struct at_state *s,
					 const struct at_think_spec *given, struct at_error *error)
{
	struct at_think_spec spec;
	struct at_view view;
	struct thought *t;

	if (!read_spec(given, &spec)) {
		at_facade_error(error, AT_BAD_VALUE, "size is not that of struct at_think_spec");
		return NULL;
	}
	if (at_player_look(p, s, &view, error))
		return NULL;
	if (!p->thought)
		p->thought = calloc(1, sizeof *p->thought);
	t = p->thought;
	if (!t) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	think(p, &view, &spec, t);
	t->head.count = at_team_ideas(p->team, &view, &t->choice, view.state.head.ply, t->ideas);
	for (int i = 0; i < t->head.count; i++) {
		tell_turn(&t->ideas[i], &t->turns[i]);
		t->list[i] = &t->turns[i];
	}
	t->head.move = t->choice.move;
	t->head.seat = view.state.head.turn;
	t->head.nodes = t->choice.nodes;
	t->head.turns = t->list;
	return &t->head;
}

/* --- evaluations --- */

static void judge(const struct at_knowledge *know, const struct at_net *net,
		  const struct at_state *s, double *win, double *points)
{
	const double *weights = at_know_weights(know, AT_BOT_SEARCH);

	if (net)
		at_know_judge_by(net, know, weights, s, win, points);
	else
		at_know_judge(know, weights, s, win, points);
	at_know_foretell(know, s, points);
}

/* The mean over guessed worlds. */
static void judge_view(const struct at_knowledge *know, const struct at_net *net,
		       const struct at_view *view, uint32_t worlds, struct at_rng *rng, double *win,
		       double *points)
{
	double one[AT_SEATS_MAX], other[AT_SEATS_MAX];
	struct at_belief belief;
	union at_any world;

	at_know_listen(know, view, &belief);
	for (uint32_t i = 0; i < worlds; i++) {
		at_know_guess(know, view, &belief, rng, &world.head);
		judge(know, net, &world.head, one, other);
		for (int k = 0; k < world.head.seats; k++) {
			win[k] += one[k] / worlds;
			points[k] += other[k] / worlds;
		}
	}
}

static enum at_err check_states(const struct at_state *states, size_t stride, uint32_t n,
				uint32_t worlds, struct at_error *error)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct at_state *s =
		    (const struct at_state *)(const void *)((const char *)states + i * stride);
		if (s->game != states->game || s->seats != states->seats)
			return at_facade_error(error, AT_BAD_VALUE,
					       "state %u is of another game or with other seats",
					       i);
		if (!at_is_truth(s) && worlds == 0)
			return at_facade_error(error, AT_BAD_VALUE,
					       "state %u is a view: guess one world or more", i);
	}
	return AT_OK;
}

enum at_err at_evaluate(const struct at_state *states, size_t stride, uint32_t n, uint32_t worlds,
			uint64_t seed, double *win, double *points, struct at_error *error)
{
	const struct at_knowledge *know;
	const struct at_net *net;
	struct at_bot_spec spec = {.kind = AT_BOT_SEARCH};

	if (check_states(states, stride, n, worlds, error))
		return AT_BAD_VALUE;
	if (n == 0)
		return AT_OK;
	know = at_knowledge_of(at_game_of(states));
	net = at_know_net(know, &spec, states->seats);
	for (uint32_t i = 0; i < n; i++) {
		const struct at_state *s =
		    (const struct at_state *)(const void *)((const char *)states + i * stride);
		double w[AT_SEATS_MAX] = {0}, p[AT_SEATS_MAX] = {0};
		size_t row = (size_t)i * s->seats;
		if (at_is_truth(s)) {
			judge(know, net, s, w, p);
		} else {
			struct at_view view;
			struct at_rng rng;
			at_view(s, s->viewer, &view);
			at_rng_init(&rng, seed, i);
			judge_view(know, net, &view, worlds, &rng, w, p);
		}
		if (win)
			memcpy(win + row, w, s->seats * sizeof *w);
		if (points)
			memcpy(points + row, p, s->seats * sizeof *p);
	}
	return AT_OK;
}
