/* Puzzles through the door. */
#include "door.h"

#include "puzzle.h"
#include "record.h"

int door_puzzle(int id, uint32_t seed, uint32_t ply)
{
	static uint64_t memory[AT_BOT_MEMORY_MIN / sizeof(uint64_t)];
	const struct at_game *game = at_game_with_id(id);
	struct at_record head = {.game = game, .has_seed = true};
	struct at_puzzle_game now;
	struct at_state *s = &now.state.head;
	struct at_text t;

	if (!game)
		return door_refused(
		    &(struct at_fail){AT_BAD_VALUE, .why = "there is no such game"});
	at_puzzle_begin(&now, at_puzzle_bot(memory, sizeof(memory), game), seed);
	head.setup = (struct at_setup){s->seats, s->options, s->version};
	for (int i = 0; i < AT_SEED_SIZE; i++)
		head.seed[i] = now.seed[i];
	door_text(&t);
	at_print_record_head(&head, &t);
	while (s->ply < ply && s->turn != AT_OVER) {
		at_move m = at_puzzle_next(&now);
		at_print_move(s, m, &t);
		at_putc(&t, '\n');
		game->apply(s, m);
	}
	return door_said(&t);
}
