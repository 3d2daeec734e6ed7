/* Finding good turns.
 *
 * Where a turn is one decision, every listed move is rated. Where it has many, a beam search
 * goes through them: at each step the best unfinished turns are continued by every move worth
 * considering, finished turns are kept, and states reached twice count once. A turn has no draw
 * before its end, so a plan found in one sampled world is valid in all consistent worlds. */
#include "bot_inner.h"

#include "assert.h"
#include "exact_math.h"
#include "hash.h"

#include <string.h>

static double mover_points(const struct at_bot *bot, const struct at_state *s, int seat)
{
	double points = at_know_points(bot->know, bot->weights, s, seat);
	double others = 0;

	if (!bot->know->rivals)
		return points;
	for (int i = 0; i < s->seats; i++)
		if (i != seat)
			others += at_know_points(bot->know, bot->weights, s, i);
	return points - others / (s->seats - 1);
}

/* Whether there are enough plans at least this good. */
static bool too_low(const struct at_plan *plans, int count, int want, double value)
{
	return count == want && value <= plans[count - 1].value;
}

/* Inserts into plans[0..count), best first, at most want; plans with the same end count once. */
static int keep(struct at_plan *plans, int count, int want, const struct at_plan *plan)
{
	int at = count;

	if (too_low(plans, count, want, plan->value))
		return count;
	if (plan->end)
		for (int i = 0; i < count; i++)
			if (plans[i].end == plan->end) {
				if (plans[i].value >= plan->value)
					return count;
				memmove(plans + i, plans + i + 1,
					(size_t)(count - i - 1) * sizeof *plans);
				at = --count;
				break;
			}
	if (count == want)
		at = --count;
	while (at > 0 && plans[at - 1].value < plan->value)
		at--;
	memmove(plans + at + 1, plans + at, (size_t)(count - at) * sizeof *plans);
	plans[at] = *plan;
	return count + 1;
}

/* Moves k of the n moves, drawn at random, to the front; all of them if k is 0. */
static int draw_sample(struct at_bot *bot, int n, int k)
{
	if (k == 0 || k > n)
		k = n;
	if (k == n && !bot->know->shuffle)
		return n;
	for (int i = 0; i < k; i++) {
		int j = i + (int)at_rng_below(&bot->rng, (uint32_t)(n - i));
		at_move m = bot->moves[i];
		bot->moves[i] = bot->moves[j];
		bot->moves[j] = m;
	}
	return k;
}

static void rate_each(struct at_bot *bot, const struct at_state *s, int n)
{
	union at_any after;

	for (int i = 0; i < n; i++) {
		memcpy(&after, s, bot->game->state_size);
		bot->game->apply(&after.head, bot->moves[i]);
		bot->rates[i] = (float)mover_points(bot, &after.head, s->turn);
	}
}

/* For turns that differ in their ratings alone. */
static uint64_t end_rated(float rate)
{
	uint32_t bits;

	memcpy(&bits, &rate, sizeof bits);
	return (uint64_t)1 << 32 | bits;
}

static int short_plans(struct at_bot *bot, const struct at_state *s, struct at_effort effort)
{
	int n = bot->game->moves(s, bot->moves);
	struct at_plan plan = {.length = 1};
	int count = 0;

	at_assert(n > 0);
	n = draw_sample(bot, n, effort.sample);
	if (bot->know->rate)
		bot->know->rate(s, bot->weights, bot->moves, n, bot->rates);
	else
		rate_each(bot, s, n);
	for (int i = 0; i < n; i++) {
		plan.value = (double)bot->rates[i];
		if (effort.distinct)
			plan.end = end_rated(bot->rates[i]);
		plan.moves[0] = bot->moves[i];
		count = keep(bot->plans, count, effort.want, &plan);
	}
	return count;
}

static bool stem_too_low(const struct at_frontier *f, int want, double value)
{
	return f->count == want && value <= f->stems[f->rank[want - 1]].plan.value;
}

/* The frontier is kept like the plans: best first, equal states once. Only ranks are moved. */
void at_keep_stem(struct at_frontier *f, int want, const struct at_plan *plan,
		  const struct at_state *s, size_t size)
{
	int at = f->count;
	int slot = f->count;

	if (stem_too_low(f, want, plan->value))
		return;
	for (int i = 0; i < f->count; i++)
		if (f->stems[i].plan.end == plan->end)
			return;
	if (f->count == want)
		slot = f->rank[--at];
	else
		f->count++;
	for (; at > 0 && f->stems[f->rank[at - 1]].plan.value < plan->value; at--)
		f->rank[at] = f->rank[at - 1];
	f->rank[at] = (uint8_t)slot;
	f->stems[slot].plan = *plan;
	memcpy(&f->stems[slot].state, s, size);
}

/* Continues one unfinished turn with every move. */
static void continue_turn(struct at_bot *bot, const struct at_stem *stem, struct at_frontier *next,
			  struct at_effort effort)
{
	const struct at_state *s = &stem->state.head;
	size_t size = bot->game->state_size;
	int n = bot->game->moves(s, bot->moves);
	union at_any after;
	struct at_plan plan;

	n = draw_sample(bot, n, effort.sample);
	for (int i = 0; i < n; i++) {
		at_move m = bot->moves[i];
		double value;
		bool ends;
		if (n > 1 && bot->know->worth && !bot->know->worth(s, m, effort.narrow))
			continue;
		memcpy(&after, s, size);
		bot->game->apply(&after.head, m);
		bot->nodes++;
		value = mover_points(bot, &after.head, s->turn);
		ends = after.head.turn != s->turn || stem->plan.length + 1 == AT_PLAN_MAX;
		if (ends ? too_low(bot->plans, bot->plan_count, effort.want, value)
			 : stem_too_low(next, effort.beam, value))
			continue;
		plan = stem->plan;
		plan.moves[plan.length++] = m;
		plan.value = value;
		plan.end = at_hash(1, (const uint8_t *)&after + sizeof(struct at_state),
				   size - sizeof(struct at_state));
		if (ends)
			bot->plan_count = keep(bot->plans, bot->plan_count, effort.want, &plan);
		else
			at_keep_stem(next, effort.beam, &plan, &after.head, size);
	}
}

static int long_plans(struct at_bot *bot, const struct at_state *s, struct at_effort effort)
{
	struct at_frontier *now = &bot->frontiers[0], *next = &bot->frontiers[1];

	bot->plan_count = 0;
	now->count = 1;
	now->rank[0] = 0;
	now->stems[0].plan = (struct at_plan){0};
	memcpy(&now->stems[0].state, s, bot->game->state_size);
	while (now->count > 0) {
		struct at_frontier *done = now;
		next->count = 0;
		for (int i = 0; i < now->count; i++)
			continue_turn(bot, &now->stems[now->rank[i]], next, effort);
		now = next;
		next = done;
	}
	/* Somebody else may have led the turn to where no move seems worth considering. */
	if (bot->plan_count == 0)
		bot->plan_count = short_plans(bot, s, effort);
	return bot->plan_count;
}

int at_find_plans(struct at_bot *bot, const struct at_state *s, struct at_effort effort)
{
	at_assert(s->turn >= 0 && effort.want > 0 && effort.want <= AT_PLANS_MAX);
	if (bot->know->long_turns)
		return long_plans(bot, s, effort);
	return bot->plan_count = short_plans(bot, s, effort);
}

/* The net's log-odds of a win for the mover at the end of a plan. */
static double odds_after(struct at_bot *bot, const struct at_net *net, const struct at_state *s,
			 const struct at_plan *plan)
{
	const double least = 1e-6;
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX], own;
	union at_any after;

	memcpy(&after, s, bot->game->state_size);
	for (int i = 0; i < plan->length; i++)
		bot->game->apply(&after.head, plan->moves[i]);
	at_know_judge_by(net, bot->know, bot->weights, &after.head, win, points);
	own = win[s->turn] < least ? least : win[s->turn] > 1 - least ? 1 - least : win[s->turn];
	return at_log(own / (1 - own));
}

void at_rate_plans(struct at_bot *bot, const struct at_state *s)
{
	const struct at_net *net = at_know_net(bot->know, &bot->spec, s->seats);

	if (!net || !bot->know->long_turns)
		return;
	for (int i = 0; i < bot->plan_count; i++) {
		struct at_plan plan = bot->plans[i];
		int at = i;
		plan.value = bot->know->net_points * odds_after(bot, net, s, &plan);
		if (bot->noise > 0)
			plan.value += bot->noise * at_normal(&bot->rng);
		for (; at > 0 && bot->plans[at - 1].value < plan.value; at--)
			bot->plans[at] = bot->plans[at - 1];
		bot->plans[at] = plan;
	}
}

/* Long turns: a beam that grows with the budget, up to a limit. */
static int beam_for(const struct at_bot *bot, int nodes_each, int least, int most)
{
	enum { NODES_A_MS = 1000 };
	uint64_t nodes = bot->spec.nodes ? bot->nodes_left : (uint64_t)bot->spec.ms * NODES_A_MS;
	uint64_t beam = nodes / (uint64_t)nodes_each;

	return beam < (uint64_t)least ? least : beam > (uint64_t)most ? most : (int)beam;
}

struct at_effort at_root_effort(const struct at_bot *bot)
{
	enum { LEAST = 8 };
	struct at_effort effort = bot->know->root;

	if (bot->know->long_turns)
		effort.beam = beam_for(bot, bot->know->root_nodes, LEAST, effort.beam);
	return effort;
}

struct at_effort at_reply_effort(const struct at_bot *bot)
{
	struct at_effort effort = bot->know->reply;

	if (bot->know->long_turns)
		effort.beam = beam_for(bot, bot->know->reply_nodes, effort.beam, AT_BEAM_MAX);
	return effort;
}
