#include "ideas.h"

#include "play.h"
#include "tree.h"

#include <string.h>

enum { VISITS_MIN = 2 }; /* a reply that was tried once is not expected */

/* A world on the way along a line. */
struct way {
	const struct at_game *game;
	struct at_state *s;
	struct at_rng *rng;
	struct at_idea *idea;
};

static void draw_all(const struct way *w)
{
	while (w->s->turn == AT_CHANCE)
		w->game->apply(w->s, at_draw(w->game, w->s, w->rng));
}

/* Makes these moves of one seat in the world and adds them to the line, up to one that it does not
 * allow; false then. */
static bool go(const struct way *w, const at_move *moves, int n)
{
	int seat = w->s->turn;

	for (int i = 0; i < n; i++) {
		struct at_idea *idea = w->idea;
		if (idea->length == AT_IDEA_LINE_MAX || w->s->turn != seat ||
		    w->game->refuse(w->s, moves[i], NULL))
			return false;
		idea->line[idea->length] = moves[i];
		idea->seat[idea->length++] = (int8_t)seat;
		w->game->apply(w->s, moves[i]);
	}
	return true;
}

/* The moves of the turn that leads to a node. */
static int turn_of(const struct at_tree *t, const struct at_node *n, at_move out[AT_PLAN_MAX])
{
	out[0] = n->move;
	for (int i = 1; i < n->length; i++)
		out[i] = t->moves[n->rest + (uint32_t)i - 1];
	return n->length;
}

static const struct at_node *most_visited(const struct at_tree *t, const struct at_node *n)
{
	const struct at_node *best = &t->nodes[n->children];

	for (uint32_t i = 1; i < n->count; i++)
		if (t->nodes[n->children + i].visits > best->visits)
			best = &t->nodes[n->children + i];
	return best;
}

/* Follows the most visited replies. An outcome of a draw has no move: its draws are made. */
static void follow(const struct at_tree *t, const struct at_node *n, const struct way *w)
{
	at_move moves[AT_PLAN_MAX];

	while (n->count > 0) {
		n = most_visited(t, n);
		if (n->visits < VISITS_MIN)
			return;
		draw_all(w);
		if (n->length == 0)
			continue;
		if (w->s->turn < 0 || !go(w, moves, turn_of(t, n, moves)))
			return;
	}
}

/* The best plan of a bot without a tree that begins with this move; NULL: none. */
static const struct at_plan *plan_of(const struct at_bot *bot, at_move m)
{
	for (int i = 0; bot->spec.kind == AT_BOT_GREEDY && i < bot->plan_count; i++)
		if (bot->plans[i].length > 0 && bot->plans[i].moves[0] == m)
			return &bot->plans[i];
	return NULL;
}

/* The world that lines begin in, and one to go along them. */
struct worlds {
	union at_any begin, now;
};

/* Begins a line in the world. */
static struct way begin(const struct at_bot *bot, struct worlds *w, struct at_rng *rng,
			struct at_idea *idea)
{
	memcpy(&w->now, &w->begin, bot->game->state_size);
	*idea = (struct at_idea){0};
	return (struct way){bot->game, &w->now.head, rng, idea};
}

/* Of the candidates: their plans, as far as they are known. */
static int list_plans(const struct at_bot *bot, const struct at_choice *choice, struct worlds *w,
		      struct at_rng *rng, struct at_idea *ideas)
{
	for (int i = 0; i < choice->count; i++) {
		at_move m = choice->list[i].move;
		const struct at_plan *plan = plan_of(bot, m);
		struct way way = begin(bot, w, rng, &ideas[i]);
		if (m == choice->move && choice->length > 0)
			go(&way, choice->turn, choice->length);
		else if (plan)
			go(&way, plan->moves, plan->length);
		else
			go(&way, &m, 1);
		ideas[i].turn = ideas[i].length;
		ideas[i].found = choice->list[i];
	}
	return choice->count;
}

void at_ideas_sort(struct at_idea *ideas, int n)
{
	for (int i = 1; i < n; i++) {
		struct at_idea idea = ideas[i];
		int k = i;
		for (; k > 0 && ideas[k - 1].found.visits < idea.found.visits; k--)
			ideas[k] = ideas[k - 1];
		ideas[k] = idea;
	}
}

/* A turn with at least as many visits as the least one that there is still room for. */
static uint32_t least_visits(const struct at_tree *t)
{
	uint32_t least = 1;

	for (;;) {
		uint32_t next = UINT32_MAX;
		int more = 0;
		for (uint32_t i = 0; i < t->nodes[AT_ROOT].count; i++) {
			uint32_t visits = t->reports[i].visits;
			more += visits >= least;
			next = visits > least && visits < next ? visits : next;
		}
		if (more <= AT_CANDIDATES_MAX || next == UINT32_MAX)
			return least;
		least = next;
	}
}

/* Of the tree: the root's children. */
static int list_turns(struct at_bot *bot, const struct at_state *s, struct worlds *w,
		      struct at_rng *rng, struct at_idea *ideas)
{
	const struct at_tree *t = at_tree_of(bot);
	uint32_t least = least_visits(t);
	int count = 0;

	for (uint32_t i = 0; i < t->nodes[AT_ROOT].count && count < AT_CANDIDATES_MAX; i++) {
		const struct at_node *n = &t->nodes[t->nodes[AT_ROOT].children + i];
		at_move moves[AT_PLAN_MAX];
		struct way way;
		if (t->reports[i].visits < least)
			continue;
		way = begin(bot, w, rng, &ideas[count]);
		ideas[count].found = at_search_found(bot, i, s);
		ideas[count].prior = (double)n->prior;
		if (go(&way, moves, turn_of(t, n, moves))) {
			ideas[count].turn = ideas[count].length;
			follow(t, n, &way);
		}
		if (ideas[count].turn == 0)
			ideas[count].turn = ideas[count].length;
		count++;
	}
	at_ideas_sort(ideas, count);
	return count;
}

static struct at_plan plan_to(const at_move *moves, int n)
{
	struct at_plan plan = {.length = n < AT_PLAN_MAX ? n : AT_PLAN_MAX};

	memcpy(plan.moves, moves, (size_t)plan.length * sizeof *moves);
	return plan;
}

/* The place of the chosen turn among the ideas; a new one, or that of the last, if it is missing.
 */
static int place_of(const struct at_choice *choice, struct at_idea *ideas, int *count)
{
	for (int i = 0; i < *count; i++)
		if (ideas[i].turn == choice->length &&
		    memcmp(ideas[i].line, choice->turn,
			   (size_t)choice->length * sizeof choice->turn[0]) == 0)
			return i;
	*count += *count < AT_CANDIDATES_MAX;
	return *count - 1;
}

/* If the chosen turn certainly wins it comes first, and all that do are told as certain. */
static int prove(struct at_bot *bot, const struct at_view *view, const struct at_choice *choice,
		 struct worlds *w, struct at_rng *rng, struct at_idea *ideas, int count)
{
	struct at_plan chosen = plan_to(choice->turn, choice->length);
	struct at_idea first;
	struct way way;
	int at;

	if (!at_is_sure(bot, view, &chosen))
		return count;
	at = place_of(choice, ideas, &count);
	way = begin(bot, w, rng, &first);
	go(&way, chosen.moves, chosen.length);
	first.turn = first.length;
	first.prior = ideas[at].turn == chosen.length ? ideas[at].prior : 0;
	memmove(ideas + 1, ideas, (size_t)at * sizeof *ideas);
	ideas[0] = first;
	for (int i = 0; i < count; i++) {
		struct at_plan plan = plan_to(ideas[i].line, ideas[i].turn);
		uint32_t visits = i ? ideas[i].found.visits : choice->list[0].visits;
		if (!at_is_sure(bot, view, &plan))
			continue;
		ideas[i].proved = true;
		ideas[i].found = at_sure_candidate(bot, view, &plan);
		ideas[i].found.visits = visits;
	}
	return count;
}

int at_bot_ideas(struct at_bot *bot, const struct at_view *view, const struct at_choice *choice,
		 uint64_t seed, struct at_idea ideas[AT_CANDIDATES_MAX])
{
	const struct at_state *s = &view->state.head;
	struct at_rng rng;
	struct worlds w;
	int count;

	at_rng_init(&rng, seed, 0);
	at_guess(view, &rng, &w.begin.head);
	if (bot->spec.kind == AT_BOT_SEARCH)
		count = list_turns(bot, s, &w, &rng, ideas);
	else
		count = list_plans(bot, choice, &w, &rng, ideas);
	return prove(bot, view, choice, &w, &rng, ideas, count);
}
