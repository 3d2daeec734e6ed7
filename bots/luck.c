#include "luck.h"

#include <string.h>

void at_luck_add(const struct at_knowledge *know, const struct at_state *s, at_move m,
		 struct at_luck *luck)
{
	const struct at_game *game = know->game;
	at_move moves[AT_MOVES_MAX];
	uint32_t odds[AT_MOVES_MAX];
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	union at_any after;
	double sum = 0;
	int n = game->moves(s, moves);

	if (n < 2)
		return;
	game->weights(s, odds);
	for (int i = 0; i < n; i++)
		sum += odds[i];
	for (int i = 0; i < n; i++) {
		double part = (moves[i] == m) - odds[i] / sum;
		memcpy(&after, s, game->state_size);
		game->apply(&after.head, moves[i]);
		at_know_judge(know, know->weights, &after.head, win, points);
		for (int seat = 0; seat < s->seats; seat++) {
			luck->win[seat] += part * win[seat];
			luck->points[seat] += part * points[seat];
		}
	}
}
