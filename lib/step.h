/* One environment of a batch: a game, its generator, and what happens to it in a step.
 *
 * A function here works on one environment and writes to plain arrays: whoever runs many of them
 * (batch.c, or a kernel) calls it for each, in any order. No libc, no globals. */
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

/* An environment. move is a decision that is known to be legal here, with its index, or 0. The
 * game's state follows in the same block. */
struct at_slot {
	struct at_rng rng; /* of the draws */
	uint32_t environment, episode;
	uint32_t decisions;
	uint32_t action;
	at_move move;
	uint32_t spare;
};

static inline struct at_state *at_slot_state(const struct at_slot *slot)
{
	return (struct at_state *)(void *)(uintptr_t)(slot + 1);
}

/* Bytes of a slot with its state: whole lines of a cache. */
static inline size_t at_slot_size(const struct at_game *game)
{
	return (sizeof(struct at_slot) + game->state_size + 63) / 64 * 64;
}

/* Begins this environment's game number `episode`, up to its first decision. */
void at_slot_begin(const struct at_play_rules *, struct at_slot *, uint32_t environment,
		   uint32_t episode);

/* Is this action legal? If so it is the slot's move. */
enum at_err at_slot_choose(const struct at_play_rules *, struct at_slot *, int32_t action,
			   struct at_fail *);

/* A legal action by chance, which is the slot's move then. */
int32_t at_slot_random(const struct at_play_rules *, struct at_slot *);

/* Makes the slot's move and the draws that follow; a game that ends is followed by the next.
 * rewards and points have room for the seats; what is NULL is not written. */
struct at_outcome {
	float *rewards;
	int32_t *points;
	uint8_t *done;
};
void at_slot_step(const struct at_play_rules *, struct at_slot *, const struct at_outcome *);

/* What who is to move may do and sees. mask and observation may be NULL. */
void at_slot_look(const struct at_play_rules *, const struct at_slot *, uint8_t *mask,
		  uint8_t *observation);

#endif
