/* Human-like mistakes: forgetting features, overrating today's points, misjudging turns. A bot
 * without mistakes draws no random number here. */
#include "bot_inner.h"

#include "exact_math.h"

#include <string.h>

const double *at_recall(struct at_bot *bot, const double *weights)
{
	int n = bot->know->features;

	if (bot->spec.forget <= 0)
		return weights;
	memcpy(bot->recalled, weights, ((size_t)n + 2) * sizeof *weights);
	for (int i = 1; i < n; i++)
		if (at_uniform(&bot->rng) < bot->spec.forget)
			bot->recalled[i] = 0;
	return bot->recalled;
}

double at_misjudge(struct at_bot *bot, double value, const struct at_state *after, int seat)
{
	if (bot->spec.hasty > 0) {
		struct at_score score;
		at_score(after, seat, &score);
		value += bot->spec.hasty * (score.total - value);
	}
	return bot->noise > 0 ? value + bot->noise * at_normal(&bot->rng) : value;
}
