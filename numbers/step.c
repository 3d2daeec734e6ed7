#include "step.h"

#include "assert.h"
#include "noinline.h"
#include "play.h"

#include <string.h>

static void draw_all(const struct at_game *game, struct at_state *s, struct at_rng *rng)
{
	while (s->turn == AT_CHANCE)
		game->apply(s, at_draw(game, s, rng));
}

/* The finalizer of splitmix64: every bit of x affects every bit of the result. */
static uint64_t scramble(uint64_t x)
{
	x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
	x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
	return x ^ (x >> 31);
}

AT_NOINLINE void at_slot_begin(const struct at_play_rules *r, struct at_slot *slot,
			       uint32_t environment, uint32_t episode)
{
	struct at_state *s = at_slot_state(slot);
	enum at_err err = at_init(at_rules_game(r), &r->setup, s, NULL);
	uint64_t number = (uint64_t)episode << 32 | environment;

	at_assert(!err);
	slot->environment = environment;
	slot->episode = episode;
	slot->decisions = slot->spare = 0;
	slot->key = scramble(scramble(r->seed + 0x9e3779b97f4a7c15u) + number);
	at_rng_init(&slot->rng, r->seed, number);
	draw_all(at_rules_game(r), s, &slot->rng);
}

enum at_err at_slot_choose(const struct at_play_rules *r, const struct at_slot *slot,
			   int32_t action, struct at_pick *out, struct at_fail *fail)
{
	out->move = at_numbers_move(at_rules_numbers(r), at_rules_game(r), at_slot_state(slot),
				    (uint32_t)action, fail);
	out->action = action;
	return out->move ? AT_OK : AT_BAD_MOVE;
}

static at_move pick_listed(const struct at_game *game, const struct at_state *s, uint32_t r)
{
	at_move moves[AT_MOVES_MAX];
	int n = game->moves(s, moves);

	at_assert(n > 0);
	return moves[(uint64_t)r * (uint64_t)n >> 32];
}

/* The number depends on the seed, the game and the ply: nothing is kept between calls. */
struct at_pick at_slot_random(const struct at_play_rules *r, const struct at_slot *slot)
{
	const struct at_state *s = at_slot_state(slot);
	uint32_t x = (uint32_t)(scramble(slot->key + s->ply * 0x9e3779b97f4a7c15u) >> 32);
	at_move m = at_rules_numbers(r)->pick ? at_rules_numbers(r)->pick(s, x)
					      : pick_listed(at_rules_game(r), s, x);

	return (struct at_pick){m, (int32_t)at_rules_numbers(r)->index(s, m)};
}

static AT_NOINLINE void observe(const struct at_play_rules *r, const struct at_state *s, int seat,
				uint8_t *out)
{
	union at_any view;

	memcpy(&view, s, at_rules_game(r)->state_size);
	view.head.viewer = (int8_t)seat;
	at_rules_game(r)->hide(&view.head, seat);
	at_rules_numbers(r)->observe(&view.head, out);
}

/* mover made the last decision. */
static void write_end(const struct at_play_rules *r, const struct at_state *s, uint8_t done,
		      int8_t mover, const struct at_outcome *out)
{
	int8_t seat = done == AT_DONE ? mover : s->turn;
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	at_judge(s, scores, wins);
	for (int i = 0; i < s->seats; i++) {
		if (out->rewards && done == AT_DONE)
			out->rewards[i] = (float)at_return(s->seats, wins[i]);
		if (out->points)
			out->points[i] = scores[i].total;
	}
	if (out->seat)
		*out->seat = seat;
	if (out->last)
		observe(r, s, seat, out->last);
}

uint8_t at_slot_step(const struct at_play_rules *r, struct at_slot *slot, at_move m,
		     const struct at_outcome *out)
{
	struct at_state *s = at_slot_state(slot);
	int8_t mover = s->turn;
	uint8_t done = 0;

	at_rules_game(r)->apply(s, m);
	draw_all(at_rules_game(r), s, &slot->rng);
	if (s->turn == AT_OVER)
		done = AT_DONE;
	else if (++slot->decisions == r->limit)
		done = AT_CUT_OFF;
	for (int i = 0; out->rewards && i < s->seats; i++)
		out->rewards[i] = 0;
	for (int i = 0; out->points && i < s->seats; i++)
		out->points[i] = 0;
	if (out->seat)
		*out->seat = AT_NOBODY;
	if (done) {
		write_end(r, s, done, mover, out);
		at_slot_begin(r, slot, slot->environment, slot->episode + 1);
	}
	return done;
}

AT_NOINLINE void at_slot_look(const struct at_play_rules *r, const struct at_slot *slot,
			      uint8_t *mask, uint8_t *observation)
{
	const struct at_state *s = at_slot_state(slot);

	if (mask)
		at_numbers_mask(at_rules_numbers(r), s, mask);
	if (observation)
		observe(r, s, s->turn, observation);
}
