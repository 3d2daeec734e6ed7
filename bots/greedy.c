/* Greedy: the turn whose end the evaluation likes best. With noise, each turn is misjudged by a
 * random error, as people do: a weaker level prefers nearly as good turns, not absurd ones. */
#include "inside.h"

#include "real.h"

void at_greedy_think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	struct at_effort effort = {
	    .want = bot->noise > 0 ? AT_PLANS_USUAL : 32, .beam = 6, .narrow = true};
	union at_any world;
	int n, best = 0;
	double most = 0;

	at_bot_guess(bot, view, &world.head);
	n = at_find_plans(bot, &world.head, effort);
	for (int i = 0; i < n; i++) {
		double value = bot->plans[i].value + bot->noise * at_normal(&bot->rng);
		if (i == 0 || value > most) {
			most = value;
			best = i;
		}
	}
	bot->plan = bot->plans[best];
	bot->nodes += (uint64_t)n;
	out->count = 0;
	for (int i = -1; i < n && out->count < AT_CANDIDATES_MAX; i++) { /* the chosen one first */
		const struct at_plan *plan = &bot->plans[i < 0 ? best : i];
		struct at_candidate *c = &out->list[out->count];
		union at_any after;
		bool known = i == best;
		for (int k = 0; k < out->count; k++)
			known |= out->list[k].move == plan->moves[0];
		if (known)
			continue;
		after = world;
		for (int k = 0; k < plan->length; k++)
			bot->game->apply(&after.head, plan->moves[k]);
		c->move = plan->moves[0];
		c->visits = 1;
		at_know_judge(bot->know, bot->weights, &after.head, c->win, c->points);
		at_know_foretell(bot->know, &after.head, c->win, c->points);
		out->count++;
	}
}
