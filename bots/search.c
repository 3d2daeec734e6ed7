/* Monte Carlo tree search over information sets, open loop.
 *
 * Every iteration samples a world that is consistent with the view (a determinization), descends
 * the tree in that world, and evaluates the state where it leaves the tree. A node stands for
 * the turns made since the root, whatever was drawn between them; a child whose turn is not
 * legal in the sampled world is skipped. Where draws decide which turns are good, draws get
 * nodes of their own: a few outcomes, more with more visits. Every other edge is a whole turn
 * (plan.c). Every seat maximises its own value (max^n), so the same code plays with two to four
 * players.
 *
 * The choice of a child balances its mean value, its prior (the evaluation's rating of its turn)
 * and its number of visits. At first only the best-rated children take part; more join as visits
 * grow (progressive widening).
 *
 * A leaf is evaluated in several sampled worlds first; it is expanded once its visits justify
 * the cost of generating all turns. */
#include "assert.h"
#include "exact_math.h"
#include "play.h"
#include "tree.h"

#include <string.h>

enum {
	PATH_MAX = 64,
	FEW = 8,             /* children of a node below the root, until ... */
	MANY_AFTER = 190,    /* ... this many visits, when more take part */
	OUTCOMES = 16,       /* outcomes of a draw with nodes of their own, one more every ... */
	OUTCOME_AFTER = 100, /* ... this many visits */
	SETTLED_EVERY = 32,  /* visits between checks whether the turn is settled */
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

/* The best turns of the sampled world, in the net's order if there is a net. With several
 * opponents the tree is so shallow that ratings decide more than what follows, so greedy's
 * weights rate the turns then. */
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

/* Gives a node children: the best turns of the sampled world. Keeps the statistics of children
 * that are still in the list. */
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

/* Makes the turn of a node, if it is legal in this world. */
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

/* How many of the best-rated children take part. With several opponents their moves between two
 * own turns mostly follow the evaluation: otherwise the visits are spent before the tree reaches
 * the next own turn. */
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

/* Chooses a child and makes its turn; -1 if none is legal in this world. */
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

/* Draws one of the outcomes that have nodes; NULL if there is no room for them. */
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

/* Chooses the child to descend to from this node and makes its turn; -1 if there is none. The
 * root has all its turns from the start. */
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
		expand(bot, at, s); /* the sampled worlds allow other turns */
	return child;
}

/* The root's child for the turn asked about: its statistics must not include any other turn. */
static const struct at_node *node_asked(struct at_bot *bot, int asked)
{
	const struct at_tree *t = at_tree_of(bot);
	const struct at_node *n = &t->nodes[t->nodes[AT_ROOT].children + (uint32_t)asked];

	at_assert(asked < t->nodes[AT_ROOT].count && at_tree_is(t, n, &bot->asked));
	return n;
}

/* Adds the result of an iteration that ended in this state to the nodes on its path. */
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

/* Plays random moves to the end. */
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

/* One iteration. At the root the child `forced` is taken; with -1 the best one. */
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

/* The child to play: the most visited; with noise, the one whose misjudged value is best. */
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
	c.error = c.error < 0.5 ? c.error : 0.5; /* a share cannot be more uncertain than that */
	return c;
}

static int visits_alike(const struct at_bot *bot, int seats)
{
	return at_know_net(bot->know, &bot->spec, seats) ? ALIKE_NET : ALIKE;
}

struct at_candidate at_search_found(struct at_bot *bot, uint32_t child, const struct at_state *s)
{
	struct at_candidate c =
	    report_child(at_tree_of(bot), child, s, visits_alike(bot, s->seats));

	at_bot_foretell(bot, s, &c);
	return c;
}

/* Among turns that begin with the same move keeps the most visited; the chosen one is always
 * included. */
static void report(struct at_bot *bot, uint32_t chosen, int asked, const struct at_state *s,
		   struct at_choice *out)
{
	const struct at_tree *t = at_tree_of(bot);
	int alike = visits_alike(bot, s->seats);

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

/* Completes the turn that was asked about. */
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

/* The root's child for the turn asked about; adds it if it is missing. */
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

/* Gives half of the best turn's visits, beyond the budget, but at most as much work again: where
 * the best turn ends the game, a visit to it costs almost nothing, while visits to other turns
 * are expensive. */
static void attend_to(struct at_bot *bot, const struct at_view *view, int asked, uint32_t chosen)
{
	struct at_tree *t = at_tree_of(bot);
	uint32_t enough = t->nodes[t->nodes[AT_ROOT].children + chosen].visits / 2;
	uint64_t most = 2 * bot->nodes;

	while (node_asked(bot, asked)->visits <= enough && bot->nodes < most)
		iterate(bot, view, asked);
}

/* Whether more thinking would hardly change the turn to be played. Advice always uses the whole
 * budget, because its figures matter. */
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

/* Whether there is anything to find out: a turn that has no alternative is played at once. One who
 * gives advice also says what it comes to, and a single world says little: "100 % to win". */
static bool is_open(struct at_bot *bot)
{
	enum { ENOUGH = 128 };
	const struct at_tree *t = at_tree_of(bot);

	return t->nodes[AT_ROOT].count > 1 || (bot->advises && bot->nodes < ENOUGH);
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
	       &world.head); /* even if it has children: the root rates all its turns */
	asked = bot->asked.length ? child_asked(bot, &world.head) : -1;
	t->live = t->held = true;
	do
		iterate(bot, view, -1);
	while (is_open(bot) && !at_bot_out_of_time(bot) && !is_settled(bot));
	chosen = decide(bot, s->turn);
	if (asked >= 0)
		attend_to(bot, view, asked, chosen);
	report(bot, chosen, asked, s, out);
	take_plan(bot, chosen);
	bot->weights = weights;
}
