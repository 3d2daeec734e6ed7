/* Puzzles, "find the better move": positions of bots' games in which one move is clearly the best
 * and the bot made another.
 *
 * A puzzle is three numbers. The seed gives a whole game, for the draws (deal.h: its eight bytes
 * in little-endian order and 24 zeros) and for the two bots that play it; the ply is the position,
 * seen by the seat to move; the answer is a place among its legal moves. So a year of puzzles is a
 * few kilobytes, and whoever has the rules and the bots can lay them out. `atoll lab puzzles` finds
 * them. */
#ifndef AT_PUZZLE_H
#define AT_PUZZLE_H

#include "bot.h"
#include "deal.h"

enum { AT_PUZZLE_SEATS = 2 }; /* in a game that allows it, and else as few as it does */

struct at_puzzle {
	uint32_t seed, ply, answer; /* from 0 */
};

/* The game of a seed, move by move. */
struct at_puzzle_game {
	struct at_bot *bot; /* plays all seats */
	uint8_t seed[AT_SEED_SIZE];
	union at_any state; /* the truth */
};

/* A bot such as these games are played by, in the caller's memory; NULL if it is too small. */
struct at_bot *at_puzzle_bot(void *memory, size_t size, const struct at_game *);

/* Begins a game with a bot of at_puzzle_bot(). */
void at_puzzle_begin(struct at_puzzle_game *, struct at_bot *, uint32_t seed);

/* The move that is made next, a draw or a decision; the game is not over, and the caller makes it.
 */
at_move at_puzzle_next(struct at_puzzle_game *);

/* What the one who looks for puzzles has to know of a decision, from a search that was asked about
 * the bot's move: is its best move clearly better than every other, and than the bot's? margin is a
 * difference in win shares. */
bool at_puzzle_is_clear(const struct at_state *, const struct at_choice *, double margin);

/* Is there no other move that the search took for the same, because the mover stands exactly as
 * well at first sight? */
bool at_puzzle_is_unique(const struct at_view *, at_move answer);

#endif
