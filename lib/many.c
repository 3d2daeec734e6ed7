/* atoll.h: many positions at once, their successors and play-outs from them. */
#include "play.h"
#include "players.h"

#include <stdlib.h>
#include <string.h>

static const struct at_state *state_at(const struct at_state *states, size_t stride, uint32_t i)
{
	return (const struct at_state *)(const void *)((const char *)states + i * stride);
}

/* All of one game; with views: as many seats, too. */
static enum at_err check_states(const struct at_state *states, size_t stride, uint32_t n,
				bool truths, struct at_error *error)
{
	for (uint32_t i = 0; i < n; i++) {
		const struct at_state *s = state_at(states, stride, i);
		if (s->game != states->game || s->seats != states->seats)
			return at_facade_error(error, AT_BAD_VALUE,
					       "state %u is of another game or with other seats",
					       i);
		if (truths && !at_is_truth(s))
			return at_facade_error(error, AT_BAD_VALUE,
					       "state %u is a view: guess a world first", i);
	}
	return AT_OK;
}

/* --- successors --- */

/* The place for successor number k. */
static void write_successor(const struct at_successors *to, uint32_t k, uint32_t from,
			    const struct at_state *s, at_move m)
{
	const struct at_game *game = at_game_of(s);
	struct at_numbers own;
	const struct at_numbers *numbers = at_numbers_of(game, &own);
	union at_any next;

	memcpy(&next, s, game->state_size);
	game->apply(&next.head, m);
	if (to->from)
		to->from[k] = from;
	if (to->moves)
		to->moves[k] = m;
	if (to->states)
		memcpy((char *)to->states + k * (size_t)game->state_size, &next, game->state_size);
	if (to->observations) {
		int seat = s->turn >= 0 ? s->turn : 0;
		struct at_view view;
		at_view(&next.head, seat, &view);
		numbers->observe(&view.state.head,
				 to->observations + k * (size_t)numbers->observation);
	}
}

enum at_err at_successors(const struct at_state *states, size_t stride, uint32_t n,
			  const struct at_successors *to, uint32_t room, uint32_t *count,
			  struct at_error *error)
{
	at_move moves[AT_MOVES_MAX];
	uint32_t k = 0;

	if (check_states(states, stride, n, true, error))
		return AT_BAD_VALUE;
	for (uint32_t i = 0; i < n; i++) {
		const struct at_state *s = state_at(states, stride, i);
		int listed = at_moves(s, moves);
		for (int j = 0; j < listed; j++, k++)
			if (k < room)
				write_successor(to, k, i, s, moves[j]);
	}
	*count = k;
	return AT_OK;
}

/* --- play-outs --- */

static at_move choose(struct at_player *who, const struct at_state *s, struct at_rng *rng)
{
	at_move moves[AT_MOVES_MAX];
	struct at_view view;

	if (!who)
		return moves[at_rng_below(rng, (uint32_t)at_moves(s, moves))];
	at_view(s, s->turn, &view);
	return at_team_choose(who->team, &view, NULL);
}

static void play_on(struct at_player *who, struct at_state *s, struct at_rng *rng)
{
	const struct at_game *game = at_game_of(s);

	if (who)
		at_team_begin(who->team, at_rng_next(rng));
	while (s->turn != AT_OVER)
		game->apply(s, s->turn == AT_CHANCE ? at_draw(game, s, rng) : choose(who, s, rng));
}

/* One play-out, added to the rows of its state. */
static void play_once(const struct at_state *s, struct at_player *who, struct at_rng *rng,
		      double *returns, double *points)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];
	struct at_view view;
	union at_any world;

	if (at_is_truth(s)) {
		memcpy(&world, s, at_game_of(s)->state_size);
	} else {
		at_view(s, s->viewer, &view);
		at_guess(&view, rng, &world.head);
	}
	play_on(who, &world.head, rng);
	at_judge(&world.head, scores, wins);
	for (int k = 0; k < s->seats; k++) {
		returns[k] += at_return(s->seats, wins[k]);
		points[k] += scores[k].total;
	}
}

enum at_err at_play_out(const struct at_state *states, size_t stride, uint32_t n, uint32_t times,
			struct at_player *who, uint64_t seed, double *returns, double *points,
			struct at_error *error)
{
	if (times == 0)
		return at_facade_error(error, AT_BAD_VALUE, "play out once or more often");
	if (n == 0)
		return AT_OK;
	if (check_states(states, stride, n, false, error))
		return AT_BAD_VALUE;
	if (who && who->game != at_game_of(states))
		return at_facade_error(error, AT_BAD_VALUE, "this bot plays %s", who->game->name);
	for (uint32_t i = 0; i < n; i++) {
		const struct at_state *s = state_at(states, stride, i);
		double r[AT_SEATS_MAX] = {0}, p[AT_SEATS_MAX] = {0};
		struct at_rng rng;
		at_rng_init(&rng, seed, i);
		for (uint32_t t = 0; t < times; t++)
			play_once(s, who, &rng, r, p);
		for (int k = 0; k < s->seats; k++) {
			size_t at = (size_t)i * s->seats + (size_t)k;
			if (returns)
				returns[at] = r[k] / times;
			if (points)
				points[at] = p[k] / times;
		}
	}
	return AT_OK;
}
