#include "envs.h"

#include "assert.h"

#include <string.h>

static struct at_outcome outcome_of(const struct at_envs *e, uint32_t i)
{
	size_t seats = (size_t)i * e->rules.setup.seats;
	size_t seen = (size_t)i * at_rules_numbers(&e->rules)->observation;

	return (struct at_outcome){
	    .rewards = e->rewards ? e->rewards + seats : NULL,
	    .points = e->points ? e->points + seats : NULL,
	    .seat = e->last_turns ? e->last_turns + i : NULL,
	    .last = e->last_observations ? e->last_observations + seen : NULL,
	};
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
	struct at_outcome out = outcome_of(e, i);

	at_slot_begin(&e->rules, at_env_slot(e, i), e->first + i, 0);
	e->picks[i].move = 0;
	for (int k = 0; out.rewards && k < e->rules.setup.seats; k++)
		out.rewards[k] = 0;
	for (int k = 0; out.points && k < e->rules.setup.seats; k++)
		out.points[k] = 0;
	if (out.seat)
		*out.seat = AT_NOBODY;
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
	struct at_outcome out = outcome_of(e, i);
	uint8_t done = at_slot_step(&e->rules, slot, e->picks[i].move, &out);

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
