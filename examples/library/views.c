/* What seat 1 knows of a game of Reef: a view that follows what it sees, guesses of what it does
 * not, and its observation. */
#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ME = 1, SEATS = 3 };

int main(void)
{
	const struct at_game *game = at_game_find("reef");
	size_t size = at_state_size(game);
	struct at_state *truth = malloc(size), *view = malloc(size), *world = malloc(size);
	uint8_t *seen = malloc(at_observation_size(game));
	at_move moves[AT_MOVES_MAX], m;
	int worlds = 0, other = 0;
	struct at_part part;
	struct at_rng rng;

	at_rng_seed(&rng, 1, 0);
	at_state_init(game, SEATS, 0, truth, NULL);
	at_state_view(truth, ME, view, NULL);
	while (at_state_turn(truth) != AT_OVER) {
		uint32_t n = (uint32_t)at_state_moves(truth, moves);
		m = at_state_turn(truth) == AT_CHANCE ? at_state_draw(truth, &rng)
						      : moves[at_rng_pick(&rng, n)];
		at_state_follow(view, at_state_seen(truth, m, ME), NULL);
		at_state_apply(truth, m, NULL);
		if (at_state_turn(view) != ME)
			continue;
		at_state_guess(view, &rng, world, NULL); /* a world that may be the truth */
		worlds++;
		other += memcmp(world, truth, size) != 0;
		at_observe(view, ME, seen, NULL);
	}
	printf("%d guesses, %d of them not the truth\n", worlds, other);
	for (int i = 0; at_observation_part(game, i, &part); i++)
		if (!strcmp(part.name, "supply"))
			printf("pieces left at the last decision: red %d, yellow %d, green %d, "
			       "purple %d\n",
			       seen[part.first], seen[part.first + 1], seen[part.first + 2],
			       seen[part.first + 3]);
	free(seen);
	free(world);
	free(view);
	free(truth);
	return 0;
}
