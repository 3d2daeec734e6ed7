#include "walk.h"

#include "play.h"
#include "position.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* Short games show less each, and cost less. */
static int games_a_setup(const struct at_game *game)
{
	return game->plies_max > 100000 ? 1 : game->plies_max > 100 ? 3 : 30;
}

bool same(const struct at_game *game, const void *a, const void *b)
{
	return memcmp(a, b, game->state_size) == 0;
}

const char *move_text(const struct at_state *s, at_move m)
{
	static char buffer[4][AT_MOVE_TEXT_MAX];
	static int next;
	struct at_text t;
	char *at = buffer[next++ & 3];

	at_text_init(&t, at, AT_MOVE_TEXT_MAX);
	at_print_move(s, m, &t);
	assert_false(t.full);
	return at;
}

const char *position_text(const struct at_state *s)
{
	static char buffer[2][AT_TEXT_MAX];
	static int next;
	struct at_text t;
	char *at = buffer[next++ & 1];

	at_text_init(&t, at, AT_TEXT_MAX);
	at_print_position(s, &t);
	assert_false(t.full);
	return at;
}

void fail_here(struct walk *w, const char *what)
{
	print_error("%s", position_text(here(w)));
	fail_msg("%s: %s", w->game->name, what);
}

void walk_begin(struct walk *w, const struct at_game *game, const struct at_setup *setup,
		uint64_t stream)
{
	w->game = game;
	at_rng_init(&w->rng, 2024, stream);
	for (int i = 0; i < AT_SEED_SIZE; i++)
		w->seed[i] = (uint8_t)at_rng_next(&w->rng);
	assert_int_equal(at_init(game, setup, here(w), NULL), AT_OK);
}

at_move walk_next(struct walk *w)
{
	if (here(w)->turn == AT_CHANCE)
		return at_deal(w->game, here(w), w->seed);
	return w->moves[at_rng_below(&w->rng, (uint32_t)w->count)];
}

static bool setup_valid(const struct at_game *game, struct at_setup setup)
{
	union at_any any;
	return at_init(game, &setup, &any.head, NULL) == AT_OK;
}

static void walk_one(const struct at_game *game, struct at_setup setup, visit *look,
		     uint64_t stream)
{
	struct walk w;

	walk_begin(&w, game, &setup, stream);
	for (;;) {
		w.count = at_moves(here(&w), w.moves);
		look(&w);
		if (here(&w)->turn == AT_OVER)
			return;
		if (w.count == 0)
			fail_here(&w, "nobody can move and the game is not over");
		game->apply(here(&w), walk_next(&w));
		if (here(&w)->ply > game->plies_max)
			fail_here(&w, "the game is longer than plies_max");
	}
}

void walk_all(void **state, visit *look)
{
	const struct at_game *game = *state;
	uint64_t stream = 0;

	for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++)
		for (int options = 0; options < 256; options++) {
			struct at_setup setup = {seats, (uint8_t)options};
			if (!setup_valid(game, setup))
				continue;
			for (int k = 0; k < games_a_setup(game); k++)
				walk_one(game, setup, look, stream++);
		}
}

bool in_list(const at_move *list, int n, at_move m)
{
	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}
