/* Any 32 bits as a move, alone or laid over a listed one, in a random game at any point: refuse()
 * accepts exactly what moves() lists, in the truth and in every view. */
#include "fuzz.h"
#include "laws.h"
#include "play.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_setup setup;
	const struct at_game *game = take_setup(&b, &setup);
	at_move list[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;
	struct at_rng rng;

	at_init(game, &setup, s, NULL);
	at_rng_init(&rng, take_byte(&b), 0);
	while (b.left > 0 && s->turn != AT_OVER) {
		unsigned choice = take_byte(&b);
		uint32_t word = choice % 4 ? take_word(&b) : 0;
		uint32_t n = (uint32_t)at_moves(s, list);
		at_move m = list[at_rng_below(&rng, n)];
		if (choice % 4)
			laws_of_word(s, choice % 4 == 1 ? word : m ^ word);
		for (unsigned plies = choice % 4 ? 0 : choice; plies > 0 && n; plies -= 4) {
			game->apply(s, m);
			n = (uint32_t)at_moves(s, list);
			m = n ? list[at_rng_below(&rng, n)] : 0;
		}
	}
	return 0;
}
