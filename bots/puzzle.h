/* Puzzles, "find the better move": positions from bots' games in which one move is clearly best
 * and the bot made another.
 *
 * A puzzle is three numbers. The seed gives a whole game: the draws (deal.h: its eight bytes in
 * little-endian order and 24 zeros) and the two bots that play it. The ply selects the position,
 * seen by the seat to move. The answer is an index in its list of legal moves. So a year of
 * puzzles takes a few kilobytes, and anybody with the rules and the bots can set them up. `atoll
 * lab puzzles` finds them. */
#ifndef AT_PUZZLE_H
#define AT_PUZZLE_H

#include "bot.h"
#include "deal.h"

enum { AT_PUZZLE_SEATS = 2 }; /* in games for two; otherwise the game's minimum */

struct at_puzzle {
	uint32_t seed, ply, answer; /* from 0 */
};

/* The game of a seed, move by move. */
struct at_puzzle_game {
	struct at_bot *bot; /* plays all seats */
	uint8_t seed[AT_SEED_SIZE];
	union at_any state; /* the truth */
};

/* A bot of the kind that plays these games, in the caller's memory; NULL if that is too small. */
struct at_bot *at_puzzle_bot(void *memory, size_t size, const struct at_game *);

/* Begins a game with a bot of at_puzzle_bot(). */
void at_puzzle_begin(struct at_puzzle_game *, struct at_bot *, uint32_t seed);

/* The next move, a draw or a decision. The game is not over; the caller makes the move. */
at_move at_puzzle_next(struct at_puzzle_game *);

/* For finding puzzles: in a search that was asked about the bot's move, is the best move clearly
 * better than every other move, and than the bot's? margin is a difference in win probabilities. */
bool at_puzzle_is_clear(const struct at_state *, const struct at_choice *, double margin);

/* Whether no other move was equivalent to the search: no other gives the mover exactly the same
 * value at first sight. */
bool at_puzzle_is_unique(const struct at_view *, at_move answer);

#endif
