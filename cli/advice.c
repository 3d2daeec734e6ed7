#include "advice.h"

#include <stdlib.h>
#include <string.h>

enum { WORLDS = 8 };

static double lead_after(const struct at_state *world, at_move m, int seat)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	int32_t best = INT32_MIN;
	union at_any any;

	memcpy(&any, world, at_game_of(world)->state_size);
	at_game_of(world)->apply(&any.head, m);
	at_rank(&any.head, scores, places);
	for (int i = 0; i < world->seats; i++)
		if (i != seat && scores[i].total > best)
			best = scores[i].total;
	return scores[seat].total - best;
}

static int by_lead(const void *a, const void *b)
{
	const struct advice *x = a;
	const struct advice *y = b;

	if (x->lead != y->lead)
		return x->lead < y->lead ? 1 : -1;
	return (x->move > y->move) - (x->move < y->move);
}

int advise(const struct at_view *view, struct advice *out, int max)
{
	const struct at_state *s = &view->state.head;
	struct advice all[AT_MOVES_MAX];
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(s, moves);
	struct at_rng rng;

	at_rng_init(&rng, s->ply, 0);
	for (int i = 0; i < n; i++)
		all[i] = (struct advice){.move = moves[i]};
	for (int w = 0; w < WORLDS; w++) {
		union at_any world;
		at_guess(view, &rng, &world.head);
		for (int i = 0; i < n; i++)
			all[i].lead += lead_after(&world.head, moves[i], s->viewer) / WORLDS;
	}
	qsort(all, (size_t)n, sizeof all[0], by_lead);
	if (n > max)
		n = max;
	memcpy(out, all, (size_t)n * sizeof all[0]);
	return n;
}
