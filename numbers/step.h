/* One environment of a batch: a game, its generator, and the effect of a step on it.
 *
 * Each function works on one environment and writes to plain arrays; the caller (batch.c, or a
 * kernel) calls it for each environment, in any order. No libc, no globals. */
#ifndef AT_STEP_H
#define AT_STEP_H

#include "numbers.h"

/* What all environments of a batch share. */
struct at_play_rules {
	const struct at_game *game;
	const struct at_numbers *numbers;
	struct at_setup setup;
	uint32_t limit; /* decisions; 0: none */
	uint64_t seed;
};

/* Where there is only one game, as in a module for a GPU, the compiler knows which one: then
 * nothing is called through a pointer, and unused code is left out. */
#ifdef AT_ONE_GAME
extern const struct at_game AT_ONE_GAME;
#endif
#ifdef AT_ONE_NUMBERS
extern const struct at_numbers AT_ONE_NUMBERS;
#endif

static inline const struct at_game *at_rules_game(const struct at_play_rules *r)
{
#ifdef AT_ONE_GAME
	return &AT_ONE_GAME;
#else
	return r->game;
#endif
}

static inline const struct at_numbers *at_rules_numbers(const struct at_play_rules *r)
{
#ifdef AT_ONE_NUMBERS
	return &AT_ONE_NUMBERS;
#else
	return r->numbers;
#endif
}

enum { AT_DONE = 1, AT_CUT_OFF = 2 }; /* as lib/atoll.h has them */

/* An environment. The game's state follows in the same block. */
struct at_slot {
	struct at_rng rng; /* of the draws */
	uint64_t key;      /* of random actions in this game */
	uint32_t environment, episode;
	uint32_t decisions;
	uint32_t spare;
};

/* A decision known to be legal in a slot, with its index; move 0: none is known. */
struct at_pick {
	at_move move;
	int32_t action;
};

static inline struct at_state *at_slot_state(const struct at_slot *slot)
{
	return (struct at_state *)(void *)(uintptr_t)(slot + 1);
}

/* Bytes of a slot with its state: whole cache lines. */
static inline size_t at_slot_size(const struct at_game *game)
{
	return (sizeof(struct at_slot) + game->state_size + 63) / 64 * 64;
}

/* Begins this environment's game number `episode`, up to its first decision. */
void at_slot_begin(const struct at_play_rules *, struct at_slot *, uint32_t environment,
		   uint32_t episode);

/* Whether this action is legal. If so it becomes the pick. */
enum at_err at_slot_choose(const struct at_play_rules *, const struct at_slot *, int32_t action,
			   struct at_pick *out, struct at_fail *);

/* A legal action by chance. */
struct at_pick at_slot_random(const struct at_play_rules *, const struct at_slot *);

/* Where a step writes what came of it; any of them may be NULL. */
struct at_outcome {
	float *rewards;  /* a seat each */
	int32_t *points; /* a seat each */
	int8_t *seat;    /* of a game that ended: who would move next, or moved last; else -1 */
	uint8_t *last;   /* what that seat observes at the end */
};

/* Makes a legal move and the draws that follow; after the end of a game the next one begins.
 * Returns 0, AT_DONE or AT_CUT_OFF. */
uint8_t at_slot_step(const struct at_play_rules *, struct at_slot *, at_move,
		     const struct at_outcome *);

/* The mask and the observation of the seat to move. Either may be NULL. */
void at_slot_look(const struct at_play_rules *, const struct at_slot *, uint8_t *mask,
		  uint8_t *observation);

#endif
