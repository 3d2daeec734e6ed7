/* Laws of views that every game must keep: what each viewer is told, which moves a view can
 * make, and which it can follow. */
#include "conformance.h"
#include "game.h"
#include "walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

/* --- moves in views --- */

enum { NEAR = 48 };

/* Words that are moves, nearly moves, or no moves: legal moves, as they are, as each viewer sees
 * them and with one bit flipped, and random numbers. */
static at_move near_miss(struct walk *w)
{
	at_move m = w->count ? w->moves[at_rng_below(&w->rng, (uint32_t)w->count)] : 0;
	uint32_t r = (uint32_t)at_rng_next(&w->rng);
	int viewer = (int)(r >> 8 & 0xff) % (here(w)->seats + 1) - 1;

	switch (r % 8) {
	case 0: return (uint32_t)at_rng_next(&w->rng) >> (r >> 16 & 31);
	case 1: return m;
	case 2: return m ? at_view_move(here(w), m, viewer) ^ 1u << (r >> 16 & 31) : 0;
	case 3:
	case 4: return m ? at_view_move(here(w), m, viewer) : 0;
	default: return m ^ 1u << (r >> 16 & 31);
	}
}

static void refuses_like_its_list(struct walk *w, const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);
	struct at_fail why = {.err = AT_OK};
	enum at_err err = w->game->refuse(s, m, &why);

	if (!err == in_list(list, n, m)) {
		assert_true(why.err == err && !err == !why.why[0]);
		return;
	}
	print_error("viewer %d, move %s (%08x): %s\n", s->viewer + 1, err ? move_text(s, m) : "", m,
		    err ? why.why : "not refused");
	fail_here(w, "refuse() and moves() say different things");
}

static void visit_refuse(struct walk *w)
{
	struct at_view view;

	if (here(w)->turn >= 0 && here(w)->ply % 4)
		return;
	for (int i = 0; i < NEAR; i++) {
		at_move m = near_miss(w);
		int v = (int)at_rng_below(&w->rng, here(w)->seats + 1u) - 1;
		refuses_like_its_list(w, here(w), m);
		at_view(here(w), i % 2 && here(w)->turn >= 0 ? here(w)->turn : v, &view);
		refuses_like_its_list(w, &view.state.head, m);
	}
}

/* In the truth and in every view. */
void what_is_not_listed_is_refused(void **state)
{
	walk_all(state, visit_refuse);
}

/* --- knowledge of views --- */

static void visit_views(struct walk *w)
{
	at_move list[AT_MOVES_MAX];
	struct at_view view, again;

	each_viewer (v, here(w)) {
		int n;
		at_view(here(w), v, &view);
		at_view(&view.state.head, v, &again);
		assert_true(same(w->game, &view.state, &again.state));
		n = at_moves(&view.state.head, list);
		if (here(w)->turn == v && v >= 0) {
			assert_int_equal(n, w->count);
			assert_memory_equal(list, w->moves, (size_t)n * sizeof list[0]);
		} else if (here(w)->turn >= 0) {
			assert_int_equal(n, 0);
		}
	}
}

void the_mover_sees_the_same_moves(void **state)
{
	walk_all(state, visit_views);
}

static void visit_chance(struct walk *w)
{
	at_move list[AT_MOVES_MAX];
	uint32_t weights[AT_MOVES_MAX];
	struct at_view view;

	if (here(w)->turn != AT_CHANCE)
		return;
	each_viewer (v, here(w)) {
		int n;
		at_view(here(w), v, &view);
		n = at_moves(&view.state.head, list);
		assert_true(n > 0);
		assert_int_equal(w->game->weights(&view.state.head, weights), n);
		for (int i = 0; i < n; i++)
			assert_true(weights[i] > 0 && (i == 0 || list[i] > list[i - 1]));
		for (int i = 0; i < w->count; i++)
			if (at_view_move(here(w), w->moves[i], v) == w->moves[i] &&
			    !in_list(list, n, w->moves[i]))
				fail_here(w, "a possible draw is not among those a view lists");
	}
}

void views_list_every_possible_draw(void **state)
{
	walk_all(state, visit_chance);
}

static void visit_guess(struct walk *w)
{
	struct at_view view, again;
	union at_any world;
	struct at_fail why;

	each_viewer (v, here(w)) {
		at_view(here(w), v, &view);
		at_guess(&view, &w->rng, &world.head);
		assert_int_equal(world.head.viewer, AT_TRUTH);
		if (at_check(&world.head, &why))
			fail_here(w, why.why);
		at_view(&world.head, v, &again);
		if (!same(w->game, &view.state, &again.state))
			fail_here(w, "a guessed world does not look like the view it came from");
	}
}

void guessed_worlds_fit_the_view(void **state)
{
	walk_all(state, visit_guess);
}

/* How many views with secrets were met, and how many pairs of moves that look alike: with
 * secrets but no such pair the test would show nothing. */
static int hidden, alike;

static bool hides(const struct at_game *game, const struct at_state *s, struct at_view view)
{
	view.state.head.viewer = AT_TRUTH;
	return !same(game, s, &view.state);
}

static void visit_two_worlds(struct walk *w)
{
	struct at_view first, other;

	each_viewer (v, here(w)) {
		at_view(here(w), v, &first);
		hidden += hides(w->game, here(w), first);
		for (int tries = 0; w->count > 1 && tries < 12; tries++) {
			at_move a = w->moves[at_rng_below(&w->rng, (uint32_t)w->count)];
			at_move b = w->moves[at_rng_below(&w->rng, (uint32_t)w->count)];
			union at_any x = w->state;
			union at_any y = w->state;
			bool look_alike =
			    at_view_move(here(w), a, v) == at_view_move(here(w), b, v);
			if (a == b)
				continue;
			alike += look_alike;
			w->game->apply(&x.head, a);
			w->game->apply(&y.head, b);
			at_view(&x.head, v, &first);
			at_view(&y.head, v, &other);
			if (same(w->game, &first.state, &other.state) == look_alike)
				continue;
			fail_here(w, look_alike
					 ? "moves that look alike lead to views that differ"
					 : "a move tells a viewer what the view does not hold");
		}
	}
}

void moves_that_look_alike_lead_to_equal_views(void **state)
{
	hidden = alike = 0;
	walk_all(state, visit_two_worlds);
	assert_int_equal(alike > 0, hidden > 0);
}

static void follow_as(struct walk *w, const struct at_state *s, at_move m,
		      const struct at_state *after, int v)
{
	at_move seen = at_view_move(s, m, v);
	struct at_view view, expected;
	struct at_fail why;
	const char *text;
	at_move back;

	at_view(s, v, &view);
	at_view(after, v, &expected);
	text = move_text(&view.state.head, seen);
	if (at_parse_move(&view.state.head, text, strlen(text), &back, &why))
		fail_here(w, why.why);
	if (back != seen) {
		print_error("viewer %d, move %s\n", v + 1, text);
		fail_here(w, "a move as a viewer sees it does not read back");
	}
	if (at_follow(&view.state.head, seen, &why)) {
		print_error("viewer %d, move %s: %s\n", v + 1, text, why.why);
		fail_here(w, "a view refuses a move that happened");
	}
	if (!same(w->game, &view.state, &expected.state)) {
		print_error("viewer %d, move %s\nfollowed:\n%s", v + 1, text,
			    position_text(&view.state.head));
		print_error("expected:\n%s", position_text(&expected.state.head));
		fail_here(w, "a view that follows the moves is not the view of the result");
	}
}

static void follow(struct walk *w, const struct at_state *s, at_move m)
{
	union at_any after;

	memcpy(&after, s, w->game->state_size);
	w->game->apply(&after.head, m);
	each_viewer (v, s)
		follow_as(w, s, m, &after.head, v);
}

static void visit_follow(struct walk *w)
{
	struct at_view view;
	union at_any world;
	at_move list[AT_MOVES_MAX];
	int n;

	if (w->count == 0)
		return;
	for (int tries = 0; tries < 4; tries++)
		follow(w, here(w), w->moves[at_rng_below(&w->rng, (uint32_t)w->count)]);
	/* a guessed world is as good as the real one */
	at_view(here(w), (int)(here(w)->ply % here(w)->seats), &view);
	at_guess(&view, &w->rng, &world.head);
	n = at_moves(&world.head, list);
	if (n > 0)
		follow(w, &world.head, list[at_rng_below(&w->rng, (uint32_t)n)]);
}

void views_follow_the_moves(void **state)
{
	walk_all(state, visit_follow);
}

/* Can the viewer see this outcome, in the real world or in one that fits the view? */
static bool explained(struct walk *w, const struct at_view *view, at_move seen)
{
	enum { WORLDS = 400 };
	at_move list[AT_MOVES_MAX];
	union at_any world = w->state;

	for (int i = 0; i < WORLDS; i++) {
		int n = at_moves(&world.head, list);
		for (int k = 0; k < n; k++)
			if (at_view_move(&world.head, list[k], view->state.head.viewer) == seen)
				return true;
		at_guess(view, &w->rng, &world.head);
	}
	return false;
}

/* Or only in a world so rare that none was guessed? Then some world fits the view after it, and
 * no other move leads there. */
static bool can_be_rare(struct walk *w, const struct at_view *view, const struct at_view *after)
{
	struct at_view again;
	union at_any world;

	at_guess(after, &w->rng, &world.head);
	at_view(&world.head, after->state.head.viewer, &again);
	if (at_check(&world.head, NULL) || !same(w->game, &after->state, &again.state))
		return false;
	for (int i = 0; i < w->count; i++) {
		at_move seen = at_view_move(here(w), w->moves[i], after->state.head.viewer);
		again = *view;
		if (!at_follow(&again.state.head, seen, NULL) &&
		    same(w->game, &after->state, &again.state))
			return false;
	}
	return true;
}

static void visit_seen(struct walk *w)
{
	struct at_view view, after;
	struct at_fail why;

	if (here(w)->turn >= 0 && here(w)->ply % 8)
		return;
	for (int i = 0; i < NEAR / 2; i++) {
		at_move seen = near_miss(w);
		int v = (int)at_rng_below(&w->rng, here(w)->seats + 1u) - 1;
		at_view(here(w), v, &view);
		after = view;
		if (at_follow(&after.state.head, seen, &why)) {
			assert_true(why.err && why.why[0]);
			assert_true(same(w->game, &view.state, &after.state));
			continue;
		}
		if (at_check(&after.state.head, &why))
			fail_here(w, why.why);
		if (explained(w, &view, seen) || can_be_rare(w, &view, &after))
			continue;
		print_error("viewer %d, move %s (%08x)\n", v + 1, move_text(&view.state.head, seen),
			    seen);
		fail_here(w, "a view follows what cannot have happened");
	}
}

void views_follow_nothing_else(void **state)
{
	walk_all(state, visit_seen);
}
