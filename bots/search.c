/* Search: Monte Carlo tree search over information sets, open loop.
 *
 * Every iteration guesses a world that fits the view, goes down the tree in it and judges the state
 * where it leaves the tree. A node stands for the turns made since the root, whatever was drawn
 * between them: a child whose turn is not possible in the world at hand is passed over. Where draws
 * decide which turns are good, they get nodes of their own: a few outcomes, the more visits the
 * more of them. Any other edge is a whole turn (plan.c). Every seat goes for its own wish (max^n),
 * so the same code plays with two to four.
 *
 * Choosing a child balances its mean, its prior (how the evaluation rated its turn) and how often
 * it was tried. Only the best-rated children take part at first; the more visits, the more of them.
 * A leaf is judged, and judged again in other worlds, until it has had enough visits to be worth
 * the price of rating all its turns. */
#include "assert.h"
#include "play.h"
#include "real.h"
#include "tree.h"

#include <string.h>

enum {
	PATH_MAX = 64,
	FEW = 8,             /* children of a node below the root, until ... */
	MANY_AFTER = 190,    /* ... so many visits, when more take part */
	OUTCOMES = 16,       /* of a draw that are told apart, one more every ... */
	OUTCOME_AFTER = 100, /* ... so many visits */
	SETTLED_EVERY = 32,  /* visits it is looked whether the turn is settled */
	ALIKE = 100,         /* visits of one tree say as much as one by itself: who asks again with
				another seed is told something that differs by ten times what
				independent visits would */
	ALIKE_NET = 20,      /* the same where a net judges */
};

/* Priors in proportion to e^(value / scale). */
static void set_priors(struct at_bot *bot, struct at_node *children, int n)
{
	double scale = 1 / bot->know->prior_scale;
	double sum = 0;
	double p[AT_PLANS_MAX];

	for (int i = 0; i < n; i++) {
		p[i] = at_exp((bot->plans[i].value - bot->plans[0].value) * scale);
		sum += p[i];
	}
	for (int i = 0; i < n; i++)
		children[i].prior = (float)(p[i] / sum);
}

/* The best turns of the world at hand, in the net's order where there is one. Several opponents
 * make the tree so shallow that turns are chosen by their ratings more than by what follows: then
 * greedy's weights rate them. */
static int find_turns(struct at_bot *bot, const struct at_state *s, struct at_effort effort)
{
	const double *judged = bot->weights;
	int count;

	if (s->seats > 2 && judged == bot->know->weights)
		bot->weights = at_know_weights(bot->know, AT_BOT_GREEDY);
	count = at_find_plans(bot, s, effort);
	bot->weights = judged;
	at_rate_plans(bot, s);
	return count;
}

/* Gives a node children: the best turns of the world at hand. What is known of turns that were
 * children already is kept. */
static void expand(struct at_bot *bot, uint32_t at, const struct at_state *s)
{
	struct at_tree *t = at_tree_of(bot);
	struct at_effort effort = at == AT_ROOT ? at_root_effort(bot) : at_reply_effort(bot);
	struct at_node *n = &t->nodes[at];
	struct at_node *fresh = t->nodes + t->count;
	int count;

	at_assert(at != AT_ROOT || !t->held);
	if (t->count + AT_PLANS_MAX > t->max)
		return;
	count = find_turns(bot, s, effort);
	for (int i = 0; i < count; i++) {
		fresh[i] = (struct at_node){0};
		if (!at_tree_keep(t, &fresh[i], &bot->plans[i]))
			return;
	}
	set_priors(bot, fresh, count);
	if (at != AT_ROOT && n->visits < MANY_AFTER && count > FEW)
		count = FEW;
	for (int i = 0; i < count; i++)
		for (uint32_t k = 0; k < n->count; k++) {
			const struct at_node *old = &t->nodes[n->children + k];
			if (old->length == 1 && fresh[i].length == 1 &&
			    old->move == fresh[i].move) {
				float prior = fresh[i].prior;
				fresh[i] = *old;
				fresh[i].prior = prior;
			}
		}
	n->children = t->count;
	n->count = (uint16_t)count;
	t->count += (uint32_t)count;
}

/* Makes the turn of a node, if this world allows it. */
static bool make_turn(const struct at_bot *bot, const struct at_tree *t, const struct at_node *n,
		      struct at_state *s, bool sure)
{
	const struct at_game *game = bot->game;
	int seat = s->turn;
	union at_any before;

	if (!sure && game->refuse(s, n->move, NULL))
		return false;
	if (n->length > 1)
		memcpy(&before, s, game->state_size);
	game->apply(s, n->move);
	for (int i = 1; i < n->length; i++) {
		at_move m = t->moves[n->rest + (uint32_t)i - 1];
		if (!sure && (s->turn != seat || game->refuse(s, m, NULL))) {
			memcpy(s, &before, game->state_size);
			return false;
		}
		game->apply(s, m);
	}
	return true;
}

/* How many of the best-rated children take part. With several opponents most of what they do
 * between two own turns is taken as the evaluation has it: else the tree is spent before it comes
 * back to us. */
static int width(const struct at_bot *bot, const struct at_node *n, const struct at_state *s,
		 bool root)
{
	double visits = at_sqrt((double)n->visits + 1);
	double more = 2 + visits / 2;

	if (root)
		more = 8 + 2 * visits;
	else if (s->seats > 2 && s->turn != bot->seat)
		more = 1 + visits / 15;
	return more < n->count ? (int)more : n->count;
}

/* The child to go to, its turn made; -1 where none of the children is possible. */
static int choose(const struct at_bot *bot, const struct at_tree *t, const struct at_node *n,
		  struct at_state *s, bool root)
{
	const struct at_node *children = t->nodes + n->children;
	int count = width(bot, n, s, root);
	float explore = (float)(bot->know->explore * at_sqrt((double)n->visits + 1));
	float mean = n->visits ? n->wish[s->turn] / (float)n->visits : 0.5f;
	float score[AT_PLANS_MAX];

	for (int i = 0; i < count; i++) {
		const struct at_node *c = &children[i];
		float value = c->visits ? c->wish[s->turn] / (float)c->visits : mean;
		score[i] = value + explore * c->prior / (float)(1 + c->visits);
	}
	for (int tries = 0; tries < count; tries++) {
		int best = 0;
		for (int i = 1; i < count; i++)
			if (score[i] > score[best])
				best = i;
		if (make_turn(bot, t, &children[best], s, root))
			return best;
		score[best] = -1;
	}
	return -1;
}

static void draw_all(const struct at_bot *bot, struct at_state *s, struct at_rng *rng)
{
	while (s->turn == AT_CHANCE)
		bot->game->apply(s, at_draw(bot->game, s, rng));
}

/* Draws one of the outcomes that a node tells apart; NULL where there is no room for them. */
static struct at_node *draw_outcome(struct at_bot *bot, struct at_node *n, struct at_state *s)
{
	struct at_tree *t = at_tree_of(bot);
	uint32_t k = 1 + n->visits / OUTCOME_AFTER;
	struct at_node *outcome;
	struct at_rng rng;

	if (n->count == 0) {
		if (t->count + OUTCOMES > t->max)
			return NULL;
		n->children = t->count;
		n->count = OUTCOMES;
		for (int i = 0; i < OUTCOMES; i++)
			t->nodes[t->count++] =
			    (struct at_node){.rest = (uint32_t)at_rng_next(&bot->rng)};
	}
	outcome = &t->nodes[n->children + n->visits % (k < OUTCOMES ? k : OUTCOMES)];
	at_rng_init(&rng, outcome->rest, 0);
	draw_all(bot, s, &rng);
	return outcome;
}

/* The child to go to from this node, its turn made; -1 where there is none. The root has all its
 * turns from the start. */
static int go_down(struct at_bot *bot, uint32_t at, struct at_state *s)
{
	struct at_tree *t = at_tree_of(bot);
	struct at_node *n = &t->nodes[at];
	int child;

	if (at == AT_ROOT)
		return choose(bot, t, n, s, true);
	if (n->count == 0 || (n->count == FEW && n->visits == MANY_AFTER))
		expand(bot, at, s);
	if (n->count == 0)
		return -1;
	child = choose(bot, t, n, s, false);
	if (child < 0 && (n->visits & (n->visits - 1)) == 0)
		expand(bot, at, s); /* these worlds have other turns */
	return child;
}

/* The root's child of the turn asked about: nothing else may be counted for it. */
static const struct at_node *node_asked(struct at_bot *bot, int asked)
{
	const struct at_tree *t = at_tree_of(bot);
	const struct at_node *n = &t->nodes[t->nodes[AT_ROOT].children + (uint32_t)asked];

	at_assert(asked < t->nodes[AT_ROOT].count && at_tree_is(t, n, &bot->asked));
	return n;
}

/* Counts an iteration that ended in this state, for the nodes it came through. */
static void count_in(struct at_bot *bot, const struct at_state *s, const uint32_t *path, int depth)
{
	struct at_tree *t = at_tree_of(bot);
	struct at_report *report;
	struct at_worth worth;

	at_worth_of(bot, s, &worth);
	for (int i = 0; i < depth; i++) {
		struct at_node *n = &t->nodes[path[i]];
		n->visits++;
		for (int k = 0; k < s->seats; k++)
			n->wish[k] += worth.wish[k];
	}
	at_assert(depth > 1);
	at_know_foretell(bot->know, s, worth.points);
	report = &t->reports[path[1] - t->nodes[AT_ROOT].children];
	report->visits++;
	report->square += worth.win[bot->seat] * worth.win[bot->seat];
	report->looks += depth == 2;
	for (int k = 0; k < s->seats; k++) {
		report->win[k] += worth.win[k];
		report->points[k] += worth.points[k];
		report->first[k] += depth == 2 ? worth.win[k] : 0;
	}
	bot->nodes++;
}

/* Any moves to the end. */
static void play_on(struct at_bot *bot, struct at_state *s)
{
	const struct at_game *game = bot->game;
	at_move *moves = bot->moves;

	while (s->turn != AT_OVER) {
		at_move m;
		if (s->turn == AT_CHANCE)
			m = at_draw(game, s, &bot->rng);
		else
			m = moves[at_rng_below(&bot->rng, (uint32_t)game->moves(s, moves))];
		game->apply(s, m);
	}
}

/* One iteration; at the root the child `forced` is taken, or the best where that is -1. */
static void iterate(struct at_bot *bot, const struct at_view *view, int forced)
{
	struct at_tree *t = at_tree_of(bot);
	uint32_t path[PATH_MAX];
	int depth = 0;
	uint32_t at = AT_ROOT;
	union at_any world;
	struct at_state *s = &world.head;

	at_bot_guess(bot, view, s);
	path[depth++] = AT_ROOT;
	while (s->turn != AT_OVER && depth < PATH_MAX) {
		struct at_node *n = &t->nodes[at];
		int child = forced;
		if (at != AT_ROOT && n->visits < bot->know->expand_after)
			break;
		if (s->turn == AT_CHANCE && bot->know->draws_matter) {
			n = draw_outcome(bot, n, s);
			if (!n)
				break;
			at = (uint32_t)(n - t->nodes);
			path[depth++] = at;
			continue;
		}
		draw_all(bot, s, &bot->rng);
		if (s->turn == AT_OVER)
			break;
		if (at == AT_ROOT && forced >= 0)
			make_turn(bot, t, node_asked(bot, forced), s, true);
		else
			child = go_down(bot, at, s);
		if (child < 0)
			break;
		at = n->children + (uint32_t)child;
		path[depth++] = at;
	}
	if (bot->know->play_on)
		play_on(bot, s);
	count_in(bot, s, path, depth);
}

/* The child to play: the most visited, or with noise the one whose misjudged value is best. */
static uint32_t decide(struct at_bot *bot, int seat)
{
	struct at_tree *t = at_tree_of(bot);
	const struct at_node *root = &t->nodes[AT_ROOT];
	const struct at_node *children = t->nodes + root->children;
	uint32_t most = 0;
	double best_value = -1e9;
	uint32_t best = 0;

	for (uint32_t i = 0; i < root->count; i++)
		if (children[i].visits > children[most].visits)
			most = i;
	if (bot->noise <= 0)
		return most;
	for (uint32_t i = 0; i < root->count; i++) {
		const struct at_node *c = &children[i];
		double value;
		if (c->visits * 16 < children[most].visits)
			continue;
		value = (double)c->wish[seat] / c->visits +
			bot->noise * bot->know->wish_per_point * at_normal(&bot->rng);
		if (value > best_value) {
			best_value = value;
			best = i;
		}
	}
	return best;
}

static struct at_candidate report_child(const struct at_tree *t, uint32_t child,
					const struct at_state *s, int alike)
{
	const struct at_node *n = &t->nodes[t->nodes[AT_ROOT].children + child];
	const struct at_report *r = &t->reports[child];
	struct at_candidate c = {.move = n->move, .visits = r->visits};
	double variance;

	for (int i = 0; i < s->seats; i++) {
		c.win[i] = r->win[i] / r->visits;
		c.points[i] = r->points[i] / r->visits;
		c.found[i] = c.win[i];
		c.first[i] = r->looks ? r->first[i] / r->looks : c.win[i];
	}
	variance = r->square / r->visits - c.win[s->turn] * c.win[s->turn];
	c.error = r->visits > 1 ? at_sqrt((variance > 0 ? variance : 0) * alike / r->visits) : 1;
	c.error = c.error < 0.5 ? c.error : 0.5; /* nobody can be less sure than that */
	return c;
}

/* Of turns that begin with the same move, the most visited; the chosen one always has a place. */
static void report(struct at_bot *bot, uint32_t chosen, int asked, const struct at_state *s,
		   struct at_choice *out)
{
	const struct at_tree *t = at_tree_of(bot);
	int alike = at_know_net(bot->know, &bot->spec, s->seats) ? ALIKE_NET : ALIKE;

	out->count = 0;
	for (int k = -1; k < t->nodes[AT_ROOT].count && out->count < AT_CANDIDATES_MAX; k++) {
		uint32_t i = k < 0 ? chosen : (uint32_t)k;
		struct at_candidate *c = out->list;
		struct at_candidate own;
		if (t->reports[i].visits == 0)
			continue;
		own = report_child(t, i, s, alike);
		while (c < out->list + out->count && c->move != own.move)
			c++;
		if (c < out->list + out->count && c->visits >= own.visits)
			continue;
		out->count += c == out->list + out->count;
		*c = own;
	}
	if (asked >= 0)
		out->asked = report_child(t, (uint32_t)asked, s, alike);
}

static void take_plan(struct at_bot *bot, uint32_t chosen)
{
	const struct at_tree *t = at_tree_of(bot);
	const struct at_node *n = &t->nodes[t->nodes[AT_ROOT].children + chosen];

	bot->plan.length = n->length;
	bot->plan.moves[0] = n->move;
	for (uint32_t i = 1; i < n->length; i++)
		bot->plan.moves[i] = t->moves[n->rest + i - 1];
}

/* Continues what was asked about to the end of the turn. */
static struct at_plan whole_turn(struct at_bot *bot, const struct at_state *world)
{
	struct at_plan plan = bot->asked;
	union at_any after;

	memcpy(&after, world, bot->game->state_size);
	for (int i = 0; i < plan.length; i++)
		bot->game->apply(&after.head, plan.moves[i]);
	if (bot->know->long_turns && after.head.turn == world->turn) {
		find_turns(bot, &after.head, at_root_effort(bot));
		for (int i = 0; i < bot->plans[0].length && plan.length < AT_PLAN_MAX; i++)
			plan.moves[plan.length++] = bot->plans[0].moves[i];
	}
	return plan;
}

/* The root's child of the turn asked about; it is added if it is not there. */
static int child_asked(struct at_bot *bot, const struct at_state *world)
{
	struct at_tree *t = at_tree_of(bot);
	struct at_node *root = &t->nodes[AT_ROOT];
	struct at_node *n;

	bot->asked = whole_turn(bot, world);
	for (int i = 0; i < root->count; i++)
		if (at_tree_is(t, &t->nodes[root->children + (uint32_t)i], &bot->asked))
			return i;
	if (root->count == AT_PLANS_MAX)
		root->count--;
	else
		t->count++; /* the root's children are the last nodes */
	n = &t->nodes[root->children + root->count];
	*n = (struct at_node){.prior = 0.001f};
	if (!at_tree_keep(t, n, &bot->asked))
		return -1;
	return root->count++;
}

/* Half of the attention that the best had, beyond the budget, but no more than it again: where the
 * best turn ends the game each of its visits is next to nothing, and those of others are not. */
static void attend_to(struct at_bot *bot, const struct at_view *view, int asked, uint32_t chosen)
{
	struct at_tree *t = at_tree_of(bot);
	uint32_t enough = t->nodes[t->nodes[AT_ROOT].children + chosen].visits / 2;
	uint64_t most = 2 * bot->nodes;

	while (node_asked(bot, asked)->visits <= enough && bot->nodes < most)
		iterate(bot, view, asked);
}

/* Whether more thinking would hardly change the turn that is played. Advice is thought to the end:
 * there it is the figures that count. */
static bool is_settled(struct at_bot *bot)
{
	const struct at_tree *t = at_tree_of(bot);
	const struct at_node *root = &t->nodes[AT_ROOT];
	uint32_t most = 0, next = 0;

	if (bot->know->settled <= 0 || bot->advises || bot->noise > 0 || !bot->spec.nodes)
		return false;
	if (bot->nodes % SETTLED_EVERY)
		return false;
	for (uint32_t i = 0; i < root->count; i++) {
		uint32_t visits = t->nodes[root->children + i].visits;
		if (visits > most) {
			next = most;
			most = visits;
		} else if (visits > next) {
			next = visits;
		}
	}
	return most - next > (double)(bot->nodes_left - bot->nodes) * bot->know->settled;
}

void at_search_think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	struct at_tree *t = at_tree_of(bot);
	const struct at_state *s = &view->state.head;
	const double *weights = bot->weights;
	union at_any world;
	uint32_t chosen;
	int asked;

	bot->seat = s->turn;
	bot->weights = at_recall(bot, weights);
	if (!t->live)
		at_tree_lay_out(bot);
	if (!at_tree_go_on(bot))
		at_tree_clear(t);
	t->held = false;
	memset(t->reports, 0, sizeof t->reports);
	at_bot_guess(bot, view, &world.head);
	expand(bot, AT_ROOT,
	       &world.head); /* even where it has children: here all turns are rated */
	asked = bot->asked.length ? child_asked(bot, &world.head) : -1;
	t->live = t->held = true;
	do
		iterate(bot, view, -1);
	while (t->nodes[AT_ROOT].count > 1 && !at_bot_out_of_time(bot) && !is_settled(bot));
	chosen = decide(bot, s->turn);
	if (asked >= 0)
		attend_to(bot, view, asked, chosen);
	report(bot, chosen, asked, s, out);
	take_plan(bot, chosen);
	bot->weights = weights;
}
