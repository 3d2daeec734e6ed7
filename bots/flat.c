/* Flat Monte Carlo: tries the candidate turns in sampled worlds and plays each on greedily, for
 * all seats, to the end; in long games to a horizon, where the evaluation takes over. An upper
 * confidence bound chooses which candidate is tried next. */
#include "bot_inner.h"

#include "exact_math.h"
#include "play.h"

#include <string.h>

enum { ARMS = 24 };

struct arm {
	struct at_plan plan;
	uint32_t tries;
	double wish;
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
};

static void play_out(struct at_bot *bot, struct at_state *s)
{
	struct at_effort effort = {
	    .want = 1, .beam = 1, .sample = bot->know->sample, .narrow = true};
	int turns = 0;

	while (s->turn != AT_OVER) {
		if (s->turn == AT_CHANCE) {
			bot->game->apply(s, at_draw(bot->game, s, &bot->rng));
			continue;
		}
		if (bot->know->horizon && turns++ == bot->know->horizon * s->seats)
			return;
		at_find_plans(bot, s, effort);
		for (int i = 0; i < bot->plans[0].length; i++)
			bot->game->apply(s, bot->plans[0].moves[i]);
		bot->nodes++;
	}
}

static int choose_arm(const struct arm *arms, int n, uint32_t tries)
{
	double log_tries = at_log((double)tries + 1);
	double most = -1;
	int best = 0;

	for (int i = 0; i < n; i++) {
		double bound;
		if (arms[i].tries == 0)
			return i;
		bound = arms[i].wish / arms[i].tries + 0.5 * at_sqrt(log_tries / arms[i].tries);
		if (bound > most) {
			most = bound;
			best = i;
		}
	}
	return best;
}

static void try_arm(struct at_bot *bot, const struct at_view *view, struct arm *arm, int seat)
{
	union at_any world;
	struct at_worth worth;

	at_bot_guess(bot, view, &world.head);
	for (int i = 0; i < arm->plan.length; i++)
		bot->game->apply(&world.head, arm->plan.moves[i]);
	bot->nodes++;
	play_out(bot, &world.head);
	at_worth_of(bot, &world.head, &worth);
	at_know_foretell(bot->know, &world.head, worth.points);
	arm->tries++;
	arm->wish += (double)worth.wish[seat];
	for (int i = 0; i < world.head.seats; i++) {
		arm->win[i] += worth.win[i];
		arm->points[i] += worth.points[i];
	}
}

static void report(const struct arm *arms, int n, int seats, struct at_choice *out)
{
	out->count = 0;
	for (int i = 0; i < n; i++) {
		const struct arm *arm = &arms[i];
		struct at_candidate *c = out->list;
		while (c < out->list + out->count && c->move != arm->plan.moves[0])
			c++;
		if (arm->tries == 0)
			continue;
		if (c == out->list + out->count) {
			*c = (struct at_candidate){.move = arm->plan.moves[0]};
			out->count++;
		} else if (c->visits >= arm->tries) {
			continue;
		}
		c->visits = arm->tries;
		for (int k = 0; k < seats; k++) {
			c->win[k] = arm->win[k] / arm->tries;
			c->points[k] = arm->points[k] / arm->tries;
		}
	}
}

void at_flat_think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	struct arm *arms = (struct arm *)(void *)bot->pool;
	int seat = view->state.head.turn;
	struct at_effort effort = at_root_effort(bot);
	union at_any world;
	uint32_t tries = 0;
	int best = 0;
	int n;

	at_bot_guess(bot, view, &world.head);
	effort.want = effort.want < ARMS ? effort.want : ARMS;
	n = at_find_plans(bot, &world.head, effort);
	for (int i = 0; i < n; i++)
		arms[i] = (struct arm){.plan = bot->plans[i]};
	while (n > 1 && (tries == 0 || !at_bot_out_of_time(bot)))
		try_arm(bot, view, &arms[choose_arm(arms, n, tries++)], seat);
	for (int i = 1; i < n; i++)
		if (arms[i].tries > arms[best].tries)
			best = i;
	bot->plan = arms[best].plan;
	for (int i = 0; n == 1 && i < (bot->advises ? ARMS : 1); i++)
		try_arm(bot, view, &arms[0], seat);
	report(arms, n, view->state.head.seats, out);
}
