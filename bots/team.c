#define _POSIX_C_SOURCE 200809L

#include "team.h"

#include "assert.h"
#include "exact_math.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct member {
	struct at_team *team;
	void *memory;
	struct at_bot *bot;
	pthread_t thread;
	bool started;
	struct at_choice choice;
};

struct at_team {
	struct at_host host;
	atomic_bool stop;
	int size;
	int asker;           /* the member that runs on the caller's thread */
	int leader;          /* the member whose plan the turn follows ... */
	uint32_t leader_ply; /* ... if this is the next decision */
	int leader_seat;     /* and of the same seat */

	/* the current question */
	const struct at_view *view;
	const at_move *asked;
	int asked_count;
	bool advise; /* at_bot_ask() instead of at_bot_choose() */

	struct member members[AT_BOT_THREADS_MAX];
};

static uint64_t clock_of(void *context)
{
	const struct member *m = context;

	return m->team->host.clock(m->team->host.context);
}

/* One member asks the caller whether to stop; if so, all members stop. */
static bool stop_of(void *context)
{
	const struct member *m = context;
	struct at_team *t = m->team;

	if (m == &t->members[t->asker] && t->host.stop && t->host.stop(t->host.context))
		atomic_store(&t->stop, true);
	return atomic_load(&t->stop);
}

static uint32_t share(const struct at_team *t, uint32_t nodes)
{
	return nodes / (uint32_t)t->size + (nodes % (uint32_t)t->size != 0);
}

struct at_team *at_team_new(const struct at_game *game, const struct at_bot_spec *spec,
			    const struct at_host *host)
{
	bool small = spec->kind == AT_BOT_RANDOM || spec->kind == AT_BOT_GREEDY;
	size_t size = small ? AT_BOT_MEMORY_MIN : AT_BOT_MEMORY;
	struct at_team *t = calloc(1, sizeof *t);
	struct at_bot_spec own = *spec;

	if (!t)
		return NULL;
	t->size = small || spec->threads == 0 ? 1 : (int)spec->threads;
	at_assert(t->size <= AT_BOT_THREADS_MAX);
	if (host)
		t->host = *host;
	own.nodes = share(t, spec->nodes);
	for (int i = 0; i < t->size; i++) {
		struct member *m = &t->members[i];
		struct at_host inner = {t->host.clock ? clock_of : NULL, stop_of, m};
		m->team = t;
		m->memory = malloc(size);
		if (!m->memory) {
			at_team_free(t);
			return NULL;
		}
		m->bot = at_bot_init(m->memory, size, game, &own, &inner);
	}
	at_team_begin(t, 0);
	return t;
}

void at_team_free(struct at_team *t)
{
	if (!t)
		return;
	for (int i = 0; i < t->size; i++)
		free(t->members[i].memory);
	free(t);
}

void at_team_begin(struct at_team *t, uint64_t seed)
{
	t->leader_ply = UINT32_MAX;
	for (int i = 0; i < t->size; i++)
		at_bot_begin(t->members[i].bot, seed + (uint64_t)i * 0x9e3779b97f4a7c15u);
}

void at_team_budget(struct at_team *t, uint32_t ms, uint32_t nodes)
{
	t->leader_ply = UINT32_MAX;
	for (int i = 0; i < t->size; i++)
		at_bot_budget(t->members[i].bot, ms, share(t, nodes));
}

void at_team_saw(struct at_team *t, at_move seen)
{
	for (int i = 0; i < t->size; i++)
		at_bot_saw(t->members[i].bot, seen);
}

static void *think(void *context)
{
	struct member *m = context;
	const struct at_team *t = m->team;

	if (t->advise)
		at_bot_ask(m->bot, t->view, t->asked, t->asked_count, &m->choice);
	else
		at_bot_choose(m->bot, t->view, &m->choice);
	return NULL;
}

static void add_candidate(struct at_candidate *to, const struct at_candidate *from, int seats)
{
	double all = (double)to->visits + from->visits;
	double one = to->error * to->visits, other = from->error * from->visits;

	if (from->visits == 0)
		return;
	for (int k = 0; k < seats; k++) {
		to->win[k] = (to->win[k] * to->visits + from->win[k] * from->visits) / all;
		to->points[k] = (to->points[k] * to->visits + from->points[k] * from->visits) / all;
		to->found[k] = (to->found[k] * to->visits + from->found[k] * from->visits) / all;
		to->first[k] = (to->first[k] * to->visits + from->first[k] * from->visits) / all;
	}
	to->error = at_sqrt(one * one + other * other) / all;
	to->move = from->move;
	to->visits += from->visits;
}

/* Adds one member's results to the sums. */
static void add(struct at_choice *to, const struct at_choice *from, int seats)
{
	for (int i = 0; i < from->count; i++) {
		const struct at_candidate *c = &from->list[i];
		struct at_candidate *d = to->list;
		while (d < to->list + to->count && d->move != c->move)
			d++;
		if (d == to->list + to->count) {
			if (to->count == AT_CANDIDATES_MAX)
				continue;
			*d = (struct at_candidate){.move = c->move};
			to->count++;
		}
		add_candidate(d, c, seats);
	}
	add_candidate(&to->asked, &from->asked, seats);
	to->nodes += from->nodes;
}

static uint32_t visits_of(const struct at_choice *choice, at_move m)
{
	for (int i = 0; i < choice->count; i++)
		if (choice->list[i].move == m)
			return choice->list[i].visits;
	return 0;
}

/* The most visited of the moves that members chose: that member has a plan that continues from
 * it. */
static int find_leader(const struct at_team *t, const struct at_choice *all)
{
	int best = 0;

	for (int i = 1; i < t->size; i++)
		if (visits_of(all, t->members[i].choice.move) >
		    visits_of(all, t->members[best].choice.move))
			best = i;
	return best;
}

static int by_visits(const void *a, const void *b)
{
	const struct at_candidate *x = a;
	const struct at_candidate *y = b;

	if (x->visits != y->visits)
		return x->visits < y->visits ? 1 : -1;
	return (x->move > y->move) - (x->move < y->move);
}

static void think_together(struct at_team *t, struct at_choice *out)
{
	static const struct at_choice empty;

	t->asker = 0;
	for (int i = 1; i < t->size; i++)
		t->members[i].started =
		    !pthread_create(&t->members[i].thread, NULL, think, &t->members[i]);
	think(&t->members[0]);
	*out = empty;
	for (int i = 0; i < t->size; i++) {
		struct member *m = &t->members[i];
		if (i > 0 && m->started)
			pthread_join(m->thread, NULL);
		else if (i > 0)
			think(m);
		add(out, &m->choice, t->view->state.head.seats);
	}
	qsort(out->list, (size_t)out->count, sizeof out->list[0], by_visits);
	t->leader = find_leader(t, out);
	out->move = t->members[t->leader].choice.move;
	out->length = t->members[t->leader].choice.length;
	memcpy(out->turn, t->members[t->leader].choice.turn, sizeof out->turn);
}

static at_move decide(struct at_team *t, const struct at_view *view, struct at_choice *out)
{
	struct at_choice own;
	uint32_t ply = view->state.head.ply;

	out = out ? out : &own;
	t->view = view;
	atomic_store(&t->stop, false);
	if (t->size > 1 &&
	    (t->advise || ply != t->leader_ply || view->state.head.turn != t->leader_seat)) {
		think_together(t, out);
	} else {
		t->asker = t->leader;
		think(&t->members[t->leader]);
		*out = t->members[t->leader].choice;
	}
	t->leader_ply = t->advise ? UINT32_MAX : ply + 1;
	t->leader_seat = view->state.head.turn;
	return out->move;
}

at_move at_team_choose(struct at_team *t, const struct at_view *view, struct at_choice *out)
{
	t->advise = false;
	return decide(t, view, out);
}

at_move at_team_ask(struct at_team *t, const struct at_view *view, const at_move *asked, int n,
		    struct at_choice *out)
{
	t->advise = true;
	t->asked = asked;
	t->asked_count = n;
	return decide(t, view, out);
}

static bool same_turn(const struct at_idea *a, const struct at_idea *b)
{
	return a->turn == b->turn &&
	       memcmp(a->line, b->line, (size_t)a->turn * sizeof a->line[0]) == 0;
}

/* Adds one member's ideas to those of the others. */
static int add_ideas(struct at_idea *to, int count, const struct at_idea *from, int n, int seats)
{
	for (int i = 0; i < n; i++) {
		int k = 0;
		while (k < count && !same_turn(&to[k], &from[i]))
			k++;
		if (k < count)
			add_candidate(&to[k].found, &from[i].found, seats);
		else if (count < AT_CANDIDATES_MAX)
			to[count++] = from[i];
	}
	return count;
}

int at_team_ideas(struct at_team *t, const struct at_view *view, const struct at_choice *choice,
		  uint64_t seed, struct at_idea ideas[AT_CANDIDATES_MAX])
{
	int count = at_bot_ideas(t->members[t->leader].bot, view, choice, seed, ideas);
	struct at_idea *more;

	if (t->size == 1)
		return count;
	more = malloc(AT_CANDIDATES_MAX * sizeof *more);
	for (int i = 0; more && i < t->size; i++) {
		int n;
		if (i == t->leader)
			continue;
		n = at_bot_ideas(t->members[i].bot, view, choice, seed, more);
		count = add_ideas(ideas, count, more, n, view->state.head.seats);
	}
	free(more);
	at_ideas_sort(ideas, count);
	return count;
}

struct at_bot *at_team_first(struct at_team *t)
{
	return t->members[0].bot;
}
