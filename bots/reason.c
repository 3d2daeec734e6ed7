#include "reason.h"

#include "exact_math.h"
#include "knowledge.h"

#include <string.h>

/* The mover's features of a state: for its own seat, and for the others where theirs matter. */
struct sight {
	double feature[AT_SEATS_MAX][AT_FEATURES_MAX];
};

static void add_sight(const struct at_knowledge *know, const struct at_state *s, double part,
		      struct sight *out)
{
	double f[AT_FEATURES_MAX];

	for (int seat = 0; seat < s->seats; seat++) {
		know->see(s, seat, f);
		for (int i = 0; i < know->features; i++)
			out->feature[seat][i] += part * f[i];
	}
}

/* The state that a plain turn leads to. */
static void see_plain(const struct at_knowledge *know, const struct at_state *s, struct sight *out)
{
	const struct at_game *game = at_game_of(s);
	at_move moves[AT_MOVES_MAX];
	union at_any after;
	int n;

	if (know->long_turns) {
		add_sight(know, s, 1, out);
		return;
	}
	n = game->moves(s, moves);
	for (int i = 0; i < n; i++) {
		memcpy(&after, s, game->state_size);
		game->apply(&after.head, moves[i]);
		add_sight(know, &after.head, 1.0 / n, out);
	}
}

/* Inserts by size; drops what is too small. */
static int keep(struct at_reason *list, int count, struct at_reason r)
{
	int at = count;

	while (at > 0 && at_abs((double)list[at - 1].points) < at_abs((double)r.points))
		at--;
	if (at == AT_REASONS_MAX)
		return count;
	if (count == AT_REASONS_MAX)
		count--;
	memmove(list + at + 1, list + at, (size_t)(count - at) * sizeof *list);
	list[at] = r;
	return count + 1;
}

int at_reasons(const struct at_view *view, const at_move *turn, int n,
	       struct at_reason out[AT_REASONS_MAX])
{
	static const double least = 0.05; /* points: a smaller change is not a reason */
	const struct at_game *game = at_game_of(&view->state.head);
	const struct at_knowledge *know = at_knowledge_of(game);
	struct sight now = {0}, plain = {0}, after = {0};
	struct at_rng rng;
	union at_any world;
	int mover = view->state.head.turn;
	int count = 0;

	if (know->play_on)
		return 0;
	at_rng_init(&rng, view->state.head.ply, 0);
	at_guess(view, &rng, &world.head);
	add_sight(know, &world.head, 1, &now);
	see_plain(know, &world.head, &plain);
	for (int i = 0; i < n; i++)
		game->apply(&world.head, turn[i]);
	add_sight(know, &world.head, 1, &after);
	for (int seat = 0; seat < world.head.seats; seat++)
		for (int i = 0; i < know->features && (seat == mover || know->rivals); i++) {
			double from = plain.feature[seat][i], to = after.feature[seat][i];
			double points = know->weights[i] * (to - from);
			if (seat != mover)
				points = -points / (world.head.seats - 1);
			if (at_abs(points) >= least)
				count = keep(out, count,
					     (struct at_reason){.feature = (uint8_t)i,
								.seat = (int8_t)seat,
								.points = (float)points,
								.was = (float)now.feature[seat][i],
								.from = (float)from,
								.to = (float)to});
		}
	return count;
}
