/* A game that bots or teams play; every move is checked. */
#ifndef SIT_H
#define SIT_H

#include "bot.h"
#include "play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* A player at a table, and the way to ask it for a move. */
struct sitters {
	int seats;
	void *who[AT_SEATS_MAX];
	void (*begin)(void *, uint64_t seed);
	at_move (*choose)(void *, const struct at_view *);
	void (*saw)(void *, at_move);
};

/* Plays until the end, or this many decisions. Returns the outcome. */
static inline uint64_t sit_and_play(const struct at_game *game, const struct sitters *x,
				    uint64_t seed, int decisions)
{
	struct at_setup setup = {(uint8_t)x->seats, 0};
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;

	at_rng_init(&rng, seed, (uint64_t)x->seats);
	at_init(game, &setup, s, NULL);
	for (int i = 0; i < x->seats; i++)
		x->begin(x->who[i], (uint64_t)i);
	while (s->turn != AT_OVER && decisions > 0) {
		struct at_view view;
		struct at_fail fail;
		at_move m;
		if (s->turn == AT_CHANCE) {
			m = at_draw(game, s, &rng);
		} else {
			at_view(s, s->turn, &view);
			m = x->choose(x->who[s->turn], &view);
			decisions--;
		}
		for (int i = 0; i < x->seats; i++)
			x->saw(x->who[i], at_view_move(s, m, i));
		if (at_apply(s, m, &fail))
			fail_msg("%s: %s", game->name, fail.why);
	}
	return at_state_hash(s);
}

#endif
