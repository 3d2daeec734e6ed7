/* The environments of a batch: what happens to number i of them, in the arrays of struct
 * at_batch_spec. Callers go through all i in any order and on any thread: batch.c on the
 * processor, gpu/kernels.c on a GPU. No libc, no globals. */
#ifndef AT_ENVS_H
#define AT_ENVS_H

#include "step.h"

/* Arrays that are NULL are not written; states and picks are always there. */
struct at_envs {
	struct at_play_rules rules;
	uint64_t slot_size;
	uint32_t first, n;
	void *states;
	uint8_t *masks, *observations;
	int8_t *turns;
	float *rewards;
	uint8_t *done;
	int32_t *points;
	uint8_t *last_observations;
	int8_t *last_turns;
	struct at_pick *picks; /* one for each: the action known to be legal there */
};

static inline struct at_slot *at_env_slot(const struct at_envs *e, uint32_t i)
{
	return (struct at_slot *)(void *)((char *)e->states + i * e->slot_size);
}

/* Actions of 4 or 8 bytes; one that does not fit an int32_t is illegal, and stays so. */
static inline int32_t at_env_action(const void *actions, bool wide, uint32_t i)
{
	int64_t action = wide ? ((const int64_t *)actions)[i] : ((const int32_t *)actions)[i];

	return action == (int32_t)action ? (int32_t)action : -1;
}

/* Begins its first game. */
void at_env_begin(const struct at_envs *, uint32_t i);

/* Writes turn, mask and observation after somebody else has written the state. */
void at_env_look_again(const struct at_envs *, uint32_t i);

/* Whether this action is legal. If so it becomes the pick. */
bool at_env_check(const struct at_envs *, uint32_t i, int32_t action, struct at_fail *);

/* Makes the pick. ahead: a random action is the next one. */
void at_env_step(const struct at_envs *, uint32_t i, bool ahead);

/* Makes a random action the pick, unless it is already. */
int32_t at_env_random(const struct at_envs *, uint32_t i, bool picked);

#endif
