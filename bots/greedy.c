/* Greedy: plays the turn whose end the evaluation likes best, with weights of its own where the
 * game has some. It sees no reply, so these weights count what a turn has gained more and what
 * it still leaves to do less. */
#include "bot_inner.h"

#include <string.h>

static void make(const struct at_bot *bot, const struct at_state *world, const struct at_plan *plan,
		 union at_any *after)
{
	memcpy(after, world, bot->game->state_size);
	for (int i = 0; i < plan->length; i++)
		bot->game->apply(&after->head, plan->moves[i]);
}

/* The turns considered, best first. */
static int find_plans(struct at_bot *bot, const struct at_state *world)
{
	struct at_effort effort = {.want = AT_PLANS_USUAL, .beam = 24};
	const double *judged = bot->weights;
	int n;

	if (!bot->spec.weights)
		bot->weights = at_know_weights(bot->know, AT_BOT_GREEDY);
	bot->weights = at_recall(bot, bot->weights);
	n = at_find_plans(bot, world, effort);
	bot->weights = judged;
	return n;
}

static int choose(struct at_bot *bot, const struct at_state *world, int n)
{
	double most = 0;
	int best = 0;

	for (int i = 0; i < n; i++) {
		union at_any after;
		double value;
		make(bot, world, &bot->plans[i], &after);
		value = at_misjudge(bot, bot->plans[i].value, &after.head, world->turn);
		if (i == 0 || value > most) {
			most = value;
			best = i;
		}
	}
	return best;
}

void at_greedy_think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	union at_any world, after;
	int n, best;

	at_bot_guess(bot, view, &world.head);
	n = find_plans(bot, &world.head);
	best = choose(bot, &world.head, n);
	if (bot->know->play_on && bot->noise <= 0)
		best = at_any_settle(bot, view, n, best);
	if (best < 0) {
		at_any_think(bot, view, out);
		return;
	}
	bot->plan = bot->plans[best];
	bot->nodes += (uint64_t)n;
	out->count = 0;
	for (int i = -1; i < n && out->count < AT_CANDIDATES_MAX; i++) { /* the chosen one first */
		const struct at_plan *plan = &bot->plans[i < 0 ? best : i];
		struct at_candidate *c = &out->list[out->count];
		bool known = i == best;
		for (int k = 0; k < out->count; k++)
			known |= out->list[k].move == plan->moves[0];
		if (known)
			continue;
		make(bot, &world.head, plan, &after);
		c->move = plan->moves[0];
		c->visits = 1;
		at_know_judge(bot->know, bot->weights, &after.head, c->win, c->points);
		at_know_foretell(bot->know, &after.head, c->points);
		out->count++;
	}
}
