/* The knowledge of My Shelfie. Its features are in see_my_shelfie.c. */
#include "knowledge.h"

#include "bits.h"
#include "my_shelfie/my_shelfie.h"
#include "net_my_shelfie.h"
#include "see_my_shelfie.h"
#include "weights_my_shelfie.h"

#include <string.h>

_Static_assert((int)MS_FEATURES == (int)MY_SHELFIE_FEATURES, "a weight for each");

static double left(const struct at_state *s)
{
	const struct ms_state *p = (const struct ms_state *)s;
	int most = 0;

	for (int i = 0; i < s->seats; i++) {
		int n = at_count32(ms_shelf(p, i));
		most = n > most ? n : most;
	}
	return 1 - most / 30.0;
}

/* Takes of the same types into the same column give the same shelf, so only one of them is
 * evaluated. */
static void rate(const struct at_state *s, const double *weights, const at_move *moves, int n,
		 float *out)
{
	const struct ms_state *p = (const struct ms_state *)s;
	float known[MS_COLUMNS][7 * 7 * 7];
	union at_any after;

	for (int c = 0; c < MS_COLUMNS; c++)
		for (int i = 0; i < 7 * 7 * 7; i++)
			known[c][i] = -1e9f;
	for (int i = 0; i < n; i++) {
		struct ms_take take = ms_take(moves[i]);
		int key = 0;
		float *value;
		for (int k = 0; k < take.count; k++)
			key = key * 7 + ms_tile(p, take.cells[k]) + 1;
		value = &known[take.column][key];
		if (*value < -1e8f) {
			memcpy(&after, s, sizeof *p);
			at_my_shelfie.apply(&after.head, moves[i]);
			*value = (float)at_know_points(&at_know_my_shelfie, weights, &after.head,
						       s->turn);
		}
		out[i] = *value;
	}
}

/* Likelihood ratios of a shelf, given how many cells of its owner's goal are right and how many
 * hold something else. Fitted to games of three kinds of bots (docs/strength.md). Filling a goal
 * cell with another type loses points, but it happens, and a second such cell says less than the
 * first. */
static void listen(const struct at_state *s, struct at_belief *out)
{
	static const double right_odds[MS_TYPES + 1] = {1, 4.3, 18.4, 79, 340, 1450, 6200};
	static const double wrong_odds[MS_TYPES + 1] = {1,      0.026,  0.0042, 0.0017,
							0.0011, 0.0009, 0.0008};
	const struct ms_state *p = (const struct ms_state *)s;

	for (int i = 0; i < s->seats; i++) {
		uint32_t all = ms_shelf(p, i);
		for (int goal = 1; goal <= MS_PERSONAL_GOALS; goal++) {
			int right = ms_personal_cells(p->shelf[i], goal);
			int filled = 0;
			for (int t = 0; t < MS_TYPES; t++)
				filled += all >> ms_wanted[goal][t] & 1;
			out->odds[i][goal] = right_odds[right] * wrong_odds[filled - right];
		}
	}
}

/* No two seats have the same goal. All goals are drawn again until that holds; after a few
 * tries, each seat draws from the goals that are left. */
static void guess(struct at_state *s, const struct at_belief *belief, struct at_rng *rng)
{
	enum { TRIES = 8 };
	struct ms_state *p = (struct ms_state *)s;
	uint32_t all = ms_numbers_left(p->personal, s->seats);
	uint8_t drawn[AT_SEATS_MAX];
	bool good = false;

	for (int k = 0; k < TRIES && !good; k++) {
		uint32_t left = all;
		good = true;
		for (int i = 0; i < s->seats; i++) {
			drawn[i] = p->personal[i];
			if (drawn[i] != MS_PERSONAL_UNKNOWN)
				continue;
			drawn[i] = (uint8_t)at_draw_by_odds(belief->odds[i],
							    k == TRIES - 1 ? left : all, rng);
			good &= left >> drawn[i] & 1;
			left &= ~(1u << drawn[i]);
		}
	}
	memcpy(p->personal, drawn, s->seats);
}

static bool decided(const struct at_state *s)
{
	return s->phase == MS_REVEAL || s->phase == MS_DONE;
}

/* The personal goal that fits this shelf best of those that nobody is known to have. */
static int hidden_points(const struct at_state *s, int seat)
{
	const struct ms_state *p = (const struct ms_state *)s;
	uint32_t left = ms_numbers_left(p->personal, s->seats);
	int most = 0;

	if (p->personal[seat] != MS_PERSONAL_UNKNOWN)
		return 0;
	for (int goal = 1; goal <= MS_PERSONAL_GOALS; goal++) {
		int points = ms_personal_points(ms_personal_cells(p->shelf[seat], goal));
		if ((left >> goal & 1) && points > most)
			most = points;
	}
	return most;
}

/* Nodes define a level; milliseconds only limit it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 3.4, .forget = 0.52, .hasty = 0.72}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.97, .forget = 0.306, .hasty = 0.43}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.24, .forget = 0.19, .hasty = 0.267}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.72, .forget = 0.112, .hasty = 0.155}},
    {"skilled", {.kind = AT_BOT_SEARCH, .ms = 200, .nodes = 40}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 900, .nodes = 290, .many = 3}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 1500, .many = 8}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_my_shelfie = {
    .game = &at_my_shelfie,
    .features = MS_FEATURES,
    .more = MS_MORE_FEATURES,
    .names = ms_feature_names,
    .weights = at_weights_my_shelfie,
    .trust = at_trust_my_shelfie,
    .nets = at_net_my_shelfie,
    .net_trust = at_net_trust_my_shelfie,
    .greedy = at_greedy_my_shelfie,
    .levels = levels,
    .judge_nodes = 2000,
    .root = {.want = AT_PLANS_USUAL},
    .reply = {.want = 24, .distinct = true},
    .draws_matter = true,
    .expand_after = 8,
    .explore = 1.2,
    .prior_scale = 1.5,
    .wish_per_point = 0.03,
    .see = ms_see,
    .see_more = ms_see_more,
    .left = left,
    .rate = rate,
    .listen = listen,
    .guess = guess,
    .decided = decided,
    .hidden_points = hidden_points,
};
