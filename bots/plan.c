/* Looking for good turns.
 *
 * Where a turn is one decision every listed move is rated. Where it has many, a beam goes through
 * them: at each step the best unfinished turns are continued by every move worth a thought, those
 * that end the turn are kept, and states reached twice count once. A turn holds no draw before its
 * end, so what is found in one guessed world holds in all that fit the view. */
#include "inside.h"

#include "assert.h"
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

/* Inserts into plans[0..count), best first, at most want; the same end counts once. */
static int keep(struct at_plan *plans, int count, int want, const struct at_plan *plan)
{
	int at = count;

	if (count == want && plan->value <= plans[count - 1].value)
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

/* Draws k of the n moves to the front, in random order. */
static int draw_sample(struct at_bot *bot, int n, int k)
{
	if (k == 0 || k >= n)
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
		plan.moves[0] = bot->moves[i];
		count = keep(bot->plans, count, effort.want, &plan);
	}
	return count;
}

/* The frontier is kept like plans are: best first, equal states once. */
static int keep_stem(struct at_stem *stems, int count, int want, const struct at_plan *plan,
		     const struct at_state *s, size_t size)
{
	int at = count;

	for (int i = 0; i < count; i++)
		if (stems[i].plan.end == plan->end)
			return count;
	if (count == want) {
		if (plan->value <= stems[count - 1].plan.value)
			return count;
		at = --count;
	}
	while (at > 0 && stems[at - 1].plan.value < plan->value)
		at--;
	memmove(stems + at + 1, stems + at, (size_t)(count - at) * sizeof *stems);
	stems[at].plan = *plan;
	memcpy(&stems[at].state, s, size);
	return count + 1;
}

/* Continues one unfinished turn by every move; *next counts the frontier that comes. */
static void continue_turn(struct at_bot *bot, const struct at_stem *stem, struct at_stem *frontier,
			  int *next, struct at_effort effort)
{
	const struct at_state *s = &stem->state.head;
	size_t size = bot->game->state_size;
	int n = bot->game->moves(s, bot->moves);
	union at_any after;
	struct at_plan plan;

	n = draw_sample(bot, n, effort.sample);
	for (int i = 0; i < n; i++) {
		at_move m = bot->moves[i];
		if (n > 1 && bot->know->worth && !bot->know->worth(s, m))
			continue;
		memcpy(&after, s, size);
		bot->game->apply(&after.head, m);
		bot->nodes++;
		plan = stem->plan;
		plan.moves[plan.length++] = m;
		plan.value = mover_points(bot, &after.head, s->turn);
		plan.end = at_hash(1, (const uint8_t *)&after + sizeof(struct at_state),
				   size - sizeof(struct at_state));
		if (after.head.turn != s->turn || plan.length == AT_PLAN_MAX)
			bot->plan_count = keep(bot->plans, bot->plan_count, effort.want, &plan);
		else
			*next = keep_stem(frontier, *next, effort.beam, &plan, &after.head, size);
	}
}

static int long_plans(struct at_bot *bot, const struct at_state *s, struct at_effort effort)
{
	int count = 1;
	int side = 0;

	bot->plan_count = 0;
	memcpy(&bot->stems[0][0].state, s, bot->game->state_size);
	bot->stems[0][0].plan = (struct at_plan){0};
	while (count > 0) {
		int next = 0;
		for (int i = 0; i < count; i++)
			continue_turn(bot, &bot->stems[side][i], bot->stems[!side], &next, effort);
		side = !side;
		count = next;
	}
	/* Somebody else may have led the turn to where no move is worth a thought. */
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
