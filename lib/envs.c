#include "envs.h"

#include "assert.h"

#include <string.h>

static float *rewards_of(const struct at_envs *e, uint32_t i)
{
	return e->rewards ? e->rewards + (size_t)i * e->rules.setup.seats : NULL;
}

static int32_t *points_of(const struct at_envs *e, uint32_t i)
{
	return e->points ? e->points + (size_t)i * e->rules.setup.seats : NULL;
}

#ifdef AT_ONE_NUMBERS
/* On a GPU every single byte that a thread writes to global memory costs a transaction. So a row
 * is built in the thread's own memory, with the same offset within 16 bytes as its place, and
 * then copied. */
enum { ROW_MAX = 4096 };

static void look_at(const struct at_envs *e, const struct at_slot *slot, uint8_t *mask,
		    uint8_t *observation)
{
	const struct at_numbers *numbers = at_rules_numbers(&e->rules);
	_Alignas(16) uint8_t room[ROW_MAX + 16];
	uint8_t *row;

	at_assert(numbers->actions <= ROW_MAX && numbers->observation <= ROW_MAX);
	if (mask) {
		row = room + ((uintptr_t)mask & 15);
		at_slot_look(&e->rules, slot, row, NULL);
		memcpy(mask, row, numbers->actions);
	}
	if (observation) {
		row = room + ((uintptr_t)observation & 15);
		at_slot_look(&e->rules, slot, NULL, row);
		memcpy(observation, row, numbers->observation);
	}
}
#else
static void look_at(const struct at_envs *e, const struct at_slot *slot, uint8_t *mask,
		    uint8_t *observation)
{
	at_slot_look(&e->rules, slot, mask, observation);
}
#endif

static void look(const struct at_envs *e, uint32_t i)
{
	const struct at_numbers *numbers = at_rules_numbers(&e->rules);
	const struct at_slot *slot = at_env_slot(e, i);

	if (e->turns)
		e->turns[i] = at_slot_state(slot)->turn;
	if (e->masks || e->observations)
		look_at(e, slot, e->masks ? e->masks + (size_t)i * numbers->actions : NULL,
			e->observations ? e->observations + (size_t)i * numbers->observation
					: NULL);
}

void at_env_begin(const struct at_envs *e, uint32_t i)
{
	float *rewards = rewards_of(e, i);
	int32_t *points = points_of(e, i);

	at_slot_begin(&e->rules, at_env_slot(e, i), e->first + i, 0);
	e->picks[i].move = 0;
	for (int k = 0; rewards && k < e->rules.setup.seats; k++)
		rewards[k] = 0;
	for (int k = 0; points && k < e->rules.setup.seats; k++)
		points[k] = 0;
	if (e->done)
		e->done[i] = 0;
	look(e, i);
}

void at_env_look_again(const struct at_envs *e, uint32_t i)
{
	e->picks[i].move = 0;
	look(e, i);
}

bool at_env_check(const struct at_envs *e, uint32_t i, int32_t action, struct at_fail *fail)
{
	struct at_pick *pick = &e->picks[i];

	if (pick->move && pick->action == action)
		return true;
	return at_slot_choose(&e->rules, at_env_slot(e, i), action, pick, fail) == AT_OK;
}

void at_env_step(const struct at_envs *e, uint32_t i, bool ahead)
{
	struct at_slot *slot = at_env_slot(e, i);
	uint8_t done =
	    at_slot_step(&e->rules, slot, e->picks[i].move, rewards_of(e, i), points_of(e, i));

	if (ahead) /* while the state is in the cache */
		e->picks[i] = at_slot_random(&e->rules, slot);
	else
		e->picks[i].move = 0;
	if (e->done)
		e->done[i] = done;
	look(e, i);
}

int32_t at_env_random(const struct at_envs *e, uint32_t i, bool picked)
{
	if (!picked)
		e->picks[i] = at_slot_random(&e->rules, at_env_slot(e, i));
	return e->picks[i].action;
}
