/* Random play chosen by the input: listed moves, and now and then an arbitrary one. */
#include "fuzz.h"
#include "laws.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_setup setup;
	const struct at_game *game = take_setup(&b, &setup);
	at_move list[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;

	at_init(game, &setup, s, NULL);
	laws_of_state(s);
	while (b.left > 0) {
		int n = at_moves(s, list);
		unsigned choice = take_byte(&b);
		law((n == 0) == (s->turn == AT_OVER), "somebody can move until the end", s);
		if (choice == 255) {
			at_move m = take_word(&b);
			laws_of_word(s, m);
			laws_of_move(s, m);
		} else if (n > 0) {
			choice = choice << 8 | take_byte(&b);
			law(laws_of_move(s, list[choice % (unsigned)n]), "a listed move is legal",
			    s);
		} else {
			break;
		}
		law(s->ply <= game->plies_max, "a game ends within plies_max", s);
	}
	return 0;
}
