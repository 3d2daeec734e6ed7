/* Games as numbers: indices of decisions, masks of legal ones, observations.
 *
 * atoll.h says what they mean. A game has its own numbering in numbers_GAME.c, a table called
 * at_numbers_GAME that the build finds by its name. For other games the default uses the list of
 * moves and the fields of the state. No libc and no globals, as in the rules: the same source
 * runs in kernels. */
#ifndef AT_NUMBERS_H
#define AT_NUMBERS_H

#include "game.h"
#include "json.h"
#include "record.h"

enum { AT_ACTIONS_MAX = 2048 };

/* A part of the actions or of the observation, as lib/atoll.h has it. */
struct at_part {
	const char *name, *help;
	uint32_t first;
	uint16_t shape[4];
	uint8_t most;
};

struct at_numbers {
	uint8_t version; /* from 1; 0: the default */
	uint32_t actions, observation;
	const struct at_part *action_parts, *planes; /* end with name NULL */

	/* Of a listed decision, in the truth or in the mover's view. */
	uint32_t (*index)(const struct at_state *, at_move);

	/* The decision with this index (below `actions`) here, legal or not; 0 if no decision
	 * can have it. */
	at_move (*move)(const struct at_state *, uint32_t index);

	/* The legal decision at place r n / 2^32 of the list of n, found by counting: for
	 * choosing one at random. NULL: the list has to be written. */
	at_move (*pick)(const struct at_state *, uint32_t r);

	/* Requires that somebody decides and the state knows the legal moves. */
	void (*mask)(const struct at_state *, uint8_t *out);

	/* The viewer is a seat. */
	void (*observe)(const struct at_state *view, uint8_t *out);
};

/* The numbering of a game; fills *own and returns it if the game only has the default. */
const struct at_numbers *at_numbers_of(const struct at_game *, struct at_numbers *own);

/* The mask of any state: see at_action_mask(). */
void at_numbers_mask(const struct at_numbers *, const struct at_state *, uint8_t *out);

/* The legal decision that has this index, or 0 and the reason. */
at_move at_numbers_move(const struct at_numbers *, const struct at_game *, const struct at_state *,
			uint32_t index, struct at_fail *);

/* The return for a part of the victory: at_state_returns(). */
static inline double at_return(int seats, double win)
{
	return seats > 1 ? (seats * win - 1) / (seats - 1) : win;
}

/* The beginning of every game's observation. */
#define AT_COMMON_PLANES                                                                           \
	{"present", "seats in play", 0, {4}, 1}, {"turn", "who is to move", 4, {4}, 1},            \
	{                                                                                          \
		"first", "the first player", 8, {4}, 1                                             \
	}
enum { AT_COMMON_SIZE = 12 };
void at_observe_common(const struct at_state *view, uint8_t *out);

/* The seat this many places after the viewer. */
static inline int at_relative(const struct at_state *view, int away)
{
	int seat = view->viewer + away;

	return seat < view->seats ? seat : seat - view->seats;
}

static inline uint8_t at_byte(int x)
{
	return (uint8_t)(x < 255 ? x : 255);
}

#endif
