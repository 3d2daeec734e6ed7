#include "step.h"

#include "assert.h"
#include "play.h"

#include <string.h>

static void draw_all(const struct at_game *game, struct at_state *s, struct at_rng *rng)
{
	while (s->turn == AT_CHANCE)
		game->apply(s, at_draw(game, s, rng));
}

void at_slot_begin(const struct at_play_rules *r, struct at_slot *slot, uint32_t environment,
		   uint32_t episode)
{
	struct at_state *s = at_slot_state(slot);
	enum at_err err = at_init(r->game, &r->setup, s, NULL);

	at_assert(!err);
	*slot = (struct at_slot){.environment = environment, .episode = episode};
	at_rng_init(&slot->rng, r->seed, (uint64_t)episode << 32 | environment);
	draw_all(r->game, s, &slot->rng);
}

enum at_err at_slot_choose(const struct at_play_rules *r, struct at_slot *slot, int32_t action,
			   struct at_fail *fail)
{
	at_move m;

	if (slot->move && slot->action == (uint32_t)action)
		return AT_OK;
	m = at_numbers_move(r->numbers, r->game, at_slot_state(slot), (uint32_t)action, fail);
	if (!m)
		return AT_BAD_MOVE;
	slot->move = m;
	slot->action = (uint32_t)action;
	return AT_OK;
}

/* The finish of splitmix64: every bit of x counts for every bit of the result. */
static uint64_t scramble(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

/* Below n, by the seed, the game and the ply: nothing needs to be remembered between calls. */
static uint32_t any_below(const struct at_play_rules *r, const struct at_slot *slot, uint32_t ply,
			  uint32_t n)
{
	uint64_t game = (uint64_t)slot->episode << 32 | slot->environment;
	uint64_t x = scramble(scramble(r->seed + 0x9e3779b97f4a7c15u) + game);

	return (uint32_t)((scramble(x + ply) >> 32) * n >> 32);
}

int32_t at_slot_random(const struct at_play_rules *r, struct at_slot *slot)
{
	const struct at_state *s = at_slot_state(slot);
	at_move moves[AT_MOVES_MAX];
	int n = r->game->moves(s, moves);

	at_assert(n > 0);
	slot->move = moves[any_below(r, slot, s->ply, (uint32_t)n)];
	slot->action = r->numbers->index(s, slot->move);
	return (int32_t)slot->action;
}

static void write_outcome(const struct at_state *s, uint8_t done, const struct at_outcome *out)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	at_judge(s, scores, wins);
	for (int i = 0; i < s->seats; i++) {
		if (out->rewards && done == AT_DONE)
			out->rewards[i] = (float)at_return(s->seats, wins[i]);
		if (out->points)
			out->points[i] = scores[i].total;
	}
}

void at_slot_step(const struct at_play_rules *r, struct at_slot *slot, const struct at_outcome *out)
{
	struct at_state *s = at_slot_state(slot);
	uint8_t done = 0;

	at_assert(slot->move);
	r->game->apply(s, slot->move);
	slot->move = 0;
	slot->decisions++;
	draw_all(r->game, s, &slot->rng);
	if (s->turn == AT_OVER)
		done = AT_DONE;
	else if (slot->decisions == r->limit)
		done = AT_CUT_OFF;
	if (out->rewards)
		memset(out->rewards, 0, s->seats * sizeof *out->rewards);
	if (out->points)
		memset(out->points, 0, s->seats * sizeof *out->points);
	if (out->done)
		*out->done = done;
	if (done) {
		write_outcome(s, done, out);
		at_slot_begin(r, slot, slot->environment, slot->episode + 1);
	}
}

void at_slot_look(const struct at_play_rules *r, const struct at_slot *slot, uint8_t *mask,
		  uint8_t *observation)
{
	const struct at_state *s = at_slot_state(slot);
	union at_any view;

	if (mask)
		at_numbers_mask(r->numbers, s, mask);
	if (!observation)
		return;
	memcpy(&view, s, r->game->state_size);
	view.head.viewer = s->turn;
	r->game->hide(&view.head, s->turn);
	r->numbers->observe(&view.head, observation);
}
