#include "luck.h"

#include "bot_inner.h"
#include "play.h"

#include <string.h>

/* Plays the draws that follow, then the mover's best turn. */
static void play_turn(struct at_bot *bot, struct at_state *s)
{
	while (s->turn == AT_CHANCE)
		bot->game->apply(s, at_draw(bot->game, s, &bot->rng));
	if (s->turn == AT_OVER)
		return;
	at_find_plans(bot, s, (struct at_effort){.want = 1, .beam = 1, .narrow = true});
	for (int i = 0; i < bot->plans[0].length; i++)
		bot->game->apply(s, bot->plans[0].moves[i]);
}

void at_luck_look(struct at_bot *bot, const struct at_state *s, at_move m, struct at_luck *luck)
{
	const struct at_game *game = bot->game;
	at_move moves[AT_MOVES_MAX];
	uint32_t odds[AT_MOVES_MAX];
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	struct at_rng rng = bot->rng;
	union at_any after;
	double sum = 0;
	int n = game->moves(s, moves);

	if (n < 2)
		return;
	at_bot_learn(bot, s);
	game->weights(s, odds);
	for (int i = 0; i < n; i++)
		sum += odds[i];
	for (int i = 0; i < n; i++) {
		double part = (moves[i] == m) - odds[i] / sum;
		memcpy(&after, s, game->state_size);
		game->apply(&after.head, moves[i]);
		bot->rng = rng;
		play_turn(bot, &after.head);
		at_know_judge(bot->know, bot->weights, &after.head, win, points);
		at_know_foretell(bot->know, &after.head, points);
		for (int seat = 0; seat < s->seats; seat++) {
			luck->win[seat] += part * win[seat];
			luck->points[seat] += part * points[seat];
		}
	}
}
