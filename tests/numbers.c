/* Games as numbers: laws about every game's actions and observations, over random games with
 * every number of players and every combination of options. */
#include "facade.h"
#include "laws.h"
#include "walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

enum { OBSERVATION_MAX = 8192 };

static const struct at_numbers *numbers_of(const struct at_game *game)
{
	static struct at_numbers own;

	return at_numbers_of(game, &own);
}

/* --- actions --- */

/* The state has this mask, and each of the first moves of the walk's list is the move of its
 * index. */
static void same_in(struct walk *w, const struct at_state *s, const uint8_t *mask, int moves)
{
	const struct at_numbers *numbers = numbers_of(w->game);
	uint8_t here_mask[AT_ACTIONS_MAX + 1];

	memset(here_mask, 7, sizeof here_mask);
	at_numbers_mask(numbers, s, here_mask);
	if (memcmp(mask, here_mask, numbers->actions) != 0)
		fail_here(w, "the mask is not that of the list");
	assert_int_equal(here_mask[numbers->actions], 7);
	for (int i = 0; i < moves; i++) {
		uint32_t index = numbers->index(s, w->moves[i]);
		if (numbers->move(s, index) != w->moves[i])
			fail_here(w, move_text(s, w->moves[i]));
	}
}

static void visit_actions(struct walk *w)
{
	const struct at_numbers *numbers = numbers_of(w->game);
	uint8_t mask[AT_ACTIONS_MAX] = {0};
	struct at_view view;

	if (here(w)->turn < 0) {
		same_in(w, here(w), mask, 0);
		return;
	}
	for (int i = 0; i < w->count; i++) {
		uint32_t index = numbers->index(here(w), w->moves[i]);
		if (index >= numbers->actions || mask[index]++)
			fail_here(w, move_text(here(w), w->moves[i]));
	}
	same_in(w, here(w), mask, w->count);
	at_view(here(w), here(w)->turn, &view);
	same_in(w, &view.state.head, mask, w->count);
}

static void an_index_is_a_move_in_the_truth_and_in_the_view(void **state)
{
	walk_all(state, visit_actions);
}

static void visit_picks(struct walk *w)
{
	const struct at_numbers *numbers = numbers_of(w->game);

	if (here(w)->turn < 0 || !numbers->pick)
		return;
	for (int i = 0; i < w->count; i++) { /* the first and the last r of every place */
		uint64_t n = (uint64_t)w->count;
		uint64_t from = (((uint64_t)i << 32) + n - 1) / n;
		uint64_t to = ((((uint64_t)i + 1) << 32) - 1) / n;
		if (numbers->pick(here(w), (uint32_t)from) != w->moves[i] ||
		    numbers->pick(here(w), (uint32_t)to) != w->moves[i])
			fail_here(w, move_text(here(w), w->moves[i]));
	}
}

static void a_pick_is_its_place_in_the_list(void **state)
{
	walk_all(state, visit_picks);
}

static void visit_others(struct walk *w)
{
	static const uint8_t none[AT_ACTIONS_MAX];

	each_viewer (v, here(w)) {
		struct at_view view;
		if (v == here(w)->turn)
			continue;
		at_view(here(w), v, &view);
		same_in(w, &view.state.head, none, 0);
	}
}

static void who_does_not_decide_has_no_actions(void **state)
{
	walk_all(state, visit_others);
}

static void visit_illegal(struct walk *w)
{
	const struct at_numbers *numbers = numbers_of(w->game);
	uint8_t mask[AT_ACTIONS_MAX];

	if (here(w)->ply % 11)
		return;
	at_numbers_mask(numbers, here(w), mask);
	for (uint32_t i = 0; i < numbers->actions + 3; i++) {
		struct at_fail why = {.err = AT_OK};
		at_move m = at_numbers_move(numbers, w->game, here(w), i, &why);
		bool legal = i < numbers->actions && mask[i];
		if (legal != (m != 0))
			fail_here(w, "an action is legal for one and illegal for the other");
		assert_int_equal(why.err == AT_BAD_MOVE && why.why[0], !legal);
	}
	assert_int_equal(at_numbers_move(numbers, w->game, here(w), UINT32_MAX, NULL), 0);
}

static void illegal_actions_are_refused_with_a_reason(void **state)
{
	walk_all(state, visit_illegal);
}

/* --- observations --- */

static int differ; /* worlds that look alike but differ */

static void visit_worlds(struct walk *w)
{
	const struct at_numbers *numbers = numbers_of(w->game);
	uint8_t truth[OBSERVATION_MAX], guessed[OBSERVATION_MAX];
	struct at_view view;
	union at_any world;

	for (int v = 0; v < here(w)->seats; v++) {
		memset(truth, 0xee, sizeof truth);
		memset(guessed, 0x77, sizeof guessed);
		assert_int_equal(at_observe(here(w), v, truth, NULL), AT_OK);
		at_view(here(w), v, &view);
		at_guess(&view, &w->rng, &world.head);
		assert_int_equal(at_observe(&world.head, v, guessed, NULL), AT_OK);
		if (memcmp(truth, guessed, numbers->observation) != 0)
			fail_here(w, "an observation tells two worlds apart that look alike");
		differ += !same(w->game, &world, &w->state);
		assert_int_equal(truth[numbers->observation], 0xee);
		for (const struct at_part *p = numbers->planes; p && p->name; p++) {
			uint32_t end = p[1].name ? p[1].first : numbers->observation;
			for (uint32_t i = p->first; i < end; i++)
				if (truth[i] > p->most)
					fail_here(w, p->name);
		}
	}
}

static void observations_hold_no_secrets_of_others(void **state)
{
	differ = 0;
	walk_all(state, visit_worlds);
	/* else the law would show nothing */
	assert_true(differ > 0 || !numbers_of(*state)->version);
}

static void visit_seats(struct walk *w)
{
	const struct at_numbers *numbers = numbers_of(w->game);
	uint8_t out[OBSERVATION_MAX];

	if (!numbers->version)
		return;
	for (int v = 0; v < here(w)->seats; v++) {
		assert_int_equal(at_observe(here(w), v, out, NULL), AT_OK);
		for (int i = 0; i < AT_SEATS_MAX; i++) {
			int seat = (v + i) % here(w)->seats;
			bool present = i < here(w)->seats;
			assert_int_equal(out[i], present);
			assert_int_equal(out[4 + i], present && here(w)->turn == seat);
			assert_int_equal(out[8 + i], present && here(w)->first == seat);
		}
	}
}

static void seats_count_from_the_viewer(void **state)
{
	walk_all(state, visit_seats);
}

/* --- the description --- */

static uint32_t parts_end(const struct at_game *game,
			  bool (*part)(const struct at_game *, int, struct at_part *))
{
	struct at_part p;
	uint32_t next = 0;
	int i = 0;

	while (part(game, i, &p)) {
		uint32_t size = 1;
		assert_int_equal(p.first, next);
		assert_true(p.name && p.name[0] && p.help && p.help[0] && p.shape[0] && p.most);
		for (int k = 0; k < 4; k++)
			size *= p.shape[k] ? p.shape[k] : 1;
		next += size;
		i++;
	}
	assert_true(i > 0);
	assert_false(part(game, -1, &p));
	assert_false(part(game, i + 1, &p));
	return next;
}

static void the_parts_are_described_without_a_gap(void **state)
{
	const struct at_game *game = *state;

	assert_in_range(at_actions(game), 1, AT_ACTIONS_MAX);
	assert_int_equal(parts_end(game, at_action_part), at_actions(game));
	assert_int_equal(parts_end(game, at_observation_part), at_observation_size(game));
	assert_true(at_observation_size(game) < OBSERVATION_MAX);
}

static const struct law list[] = {
    {"an_index_is_a_move_in_the_truth_and_in_the_view",
     an_index_is_a_move_in_the_truth_and_in_the_view},
    {"a_pick_is_its_place_in_the_list", a_pick_is_its_place_in_the_list},
    {"who_does_not_decide_has_no_actions", who_does_not_decide_has_no_actions},
    {"illegal_actions_are_refused_with_a_reason", illegal_actions_are_refused_with_a_reason},
    {"observations_hold_no_secrets_of_others", observations_hold_no_secrets_of_others},
    {"seats_count_from_the_viewer", seats_count_from_the_viewer},
    {"the_parts_are_described_without_a_gap", the_parts_are_described_without_a_gap},
};
static const struct laws laws = LAWS(list);

/* numbers [GAME]: all games, or one. */
int main(int argc, char **argv)
{
	return run_laws("numbers", argc > 1 ? argv[1] : NULL, &laws, 1);
}
