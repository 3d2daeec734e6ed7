#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	const struct at_game *game = at_game_find("my-shelfie");
	struct at_state *s = malloc(at_state_size(game));
	at_move moves[AT_MOVES_MAX], m;
	char text[AT_MOVE_TEXT_MAX];
	struct at_rng rng;
	int turn;

	at_rng_seed(&rng, 1, 0);
	at_state_init(game, 2, 0, s, NULL);
	while ((turn = at_state_turn(s)) != AT_OVER) {
		if (turn == AT_CHANCE)
			m = at_state_draw(s, &rng);
		else
			m = moves[at_rng_pick(&rng, (uint32_t)at_state_moves(s, moves))];
		at_move_print(s, m, text, sizeof text);
		puts(text);
		at_state_apply(s, m, NULL);
	}
	free(s);
	return 0;
}
