/* A game of random moves: random [GAME [PLAYERS [SEED]]] */
#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>

int main(int argc, char **argv)
{
	const struct at_game *game = at_game_find(argc > 1 ? argv[1] : "my-shelfie");
	struct at_state *s = malloc(game ? at_state_size(game) : 1);
	int places[AT_SEATS_MAX], players = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 2;
	at_move moves[AT_MOVES_MAX], m;
	char text[AT_MOVE_TEXT_MAX];
	struct at_error why;
	struct at_rng rng;

	at_rng_seed(&rng, argc > 3 ? strtoull(argv[3], NULL, 10) : 1, 0);
	if (!game || !s || at_state_init(game, players, 0, s, &why))
		return fprintf(stderr, "%s\n", game && s ? why.why : "no such game"), 2;
	while (at_state_turn(s) != AT_OVER) {
		int n = at_state_moves(s, moves);
		m = moves[at_rng_pick(&rng, (uint32_t)n)]; /* a decision, or ... */
		if (at_state_turn(s) == AT_CHANCE)
			m = at_state_draw(s, &rng); /* ... a draw, by its odds */
		at_move_print(s, m, text, sizeof text);
		printf("%3d %s\n", at_state_turn(s), text);
		at_state_apply(s, m, NULL);
	}
	at_state_places(s, places);
	for (int i = 0; i < at_state_seats(s); i++)
		printf("seat %d: place %d\n", i, places[i]);
	free(s);
	return 0;
}
