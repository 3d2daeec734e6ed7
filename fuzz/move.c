/* Moves as text, read at any point of a random game. */
#include "fuzz.h"
#include "laws.h"
#include "play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_setup setup;
	const struct at_game *game = take_setup(&b, &setup);
	int plies = take_byte(&b) * 2;
	at_move list[AT_MOVES_MAX], m;
	union at_any any;
	struct at_rng rng;
	struct at_fail fail;

	at_init(game, &setup, &any.head, NULL);
	at_rng_init(&rng, take_byte(&b), 0);
	for (; plies > 0 && any.head.turn != AT_OVER; plies--) {
		if (any.head.turn == AT_CHANCE)
			m = at_draw(game, &any.head, &rng);
		else
			m = list[at_rng_below(&rng, (uint32_t)game->moves(&any.head, list))];
		game->apply(&any.head, m);
	}
	if (at_parse_move(&any.head, (const char *)b.at, b.left, &m, &fail)) {
		law(fail.err && fail.why[0], "a failure says why", &any.head);
		return 0;
	}
	laws_of_word(&any.head, m);
	laws_of_move(&any.head, m);
	return 0;
}
