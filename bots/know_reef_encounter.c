/* The knowledge of Reef Encounter: what the fish holds, what the seat's shrimps hold and could
 * eat, how safe that is, and what the cubes and tiles in hand can add to it.
 *
 * It is also asked in the middle of a turn. A cube that was just played counts for the tiles it
 * may still place, so that spending it is not a loss before they are placed. */
#include "knowledge.h"

#include "net_reef_encounter.h"
#include "reef_encounter/reef_encounter.h"
#include "weights_reef_encounter.h"

#include <string.h>

enum feature {
	FISH,         /* tiles in the fish, as points */
	MEALS,        /* what all held corals would bring now */
	BEST_MEAL,    /* the largest of them */
	HELD,         /* tiles of held corals, times their values */
	HELD_LATER,   /* the same, times what is left of the game */
	EXPOSED,      /* of these, tiles that a stronger coral of two can attack at once */
	OPEN_SIDES,   /* unprotected tiles of held corals that a stronger colour could reach */
	GROWTH,       /* tiles that cubes in hand can add to held corals, times their values */
	GROWTH_TILES, /* the same in hand without a cube */
	SPARE_GROWTH, /* tiles with a cube for colours that are not held */
	TILES,        /* behind the screen */
	CUBES,
	CUBE_COLOURS,
	CONSUMED,      /* in front of the screen */
	CONSUMED_HELD, /* of colours that are held, times their values */
	SHRIMPS_OUT,
	SHRIMPS_HOME,
	SHRIMPS_LATER, /* not eaten yet, times what is left of the game */
	BIG_CORALS,    /* held corals of five tiles or more */
	SEA_SHRIMP,    /* may fix coral tiles */
	AT_MOVE,
	LEFT,
	LEFT_SQUARED,
	FISH_LATER,       /* points in the fish, times what is left: values change */
	FISH_TILES_LATER, /* tiles in the fish, likewise */
	FISH_FIXED,       /* points in the fish that no alga can take away */
	MEALS_LATER,
	GROWTH_LATER,
	TILES_LATER,
	CONSUMED_LATER,
	HELD_TILES, /* tiles of held corals, whatever they are worth */
	HELD_FIXED, /* tiles of held corals times what is fixed of their values */
	UNCLAIMED,  /* largest coral without a shrimp, with a shrimp at home to claim it */
	LAST_MEAL,  /* in the additional turn (RE-10.2) */
	FEATURES
};
_Static_assert((int)FEATURES == (int)REEF_ENCOUNTER_FEATURES, "a weight for each");

static const char *const names[FEATURES] = {
    "fish",        "meals",        "best meal",     "held",         "held later",
    "exposed",     "open sides",   "growth",        "growth tiles", "spare growth",
    "tiles",       "cubes",        "cube colours",  "consumed",     "consumed held",
    "shrimps out", "shrimps home", "shrimps later", "big corals",   "sea shrimp",
    "at move",     "left",         "left squared",  "fish later",   "fish tiles later",
    "fish fixed",  "meals later",  "growth later",  "tiles later",  "consumed later",
    "held tiles",  "held fixed",   "unclaimed",     "last meal",
};

/* What the coral tiles say now. */
struct powers {
	int value[RE_COLOURS];
	int fixed[RE_COLOURS];         /* the part of the value that is fixed */
	unsigned stronger[RE_COLOURS]; /* the colours that can attack this one */
};

static void see_powers(const struct re_state *e, struct powers *p)
{
	for (int c = 0; c < RE_COLOURS; c++) {
		p->value[c] = 1;
		p->fixed[c] = 1;
		p->stronger[c] = 0;
	}
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile t = re_tile_shown(e, i);
		p->value[t.stronger]++;
		p->fixed[t.stronger] += e->fixed >> i & 1;
		p->stronger[t.weaker] |= 1u << t.stronger;
	}
}

static double left(const struct at_state *s)
{
	const struct re_state *e = (const struct re_state *)s;
	int most = 0;

	if (e->end)
		return 0;
	for (int i = 0; i < s->seats; i++)
		most = e->seat[i].eaten > most ? e->seat[i].eaten : most;
	return 0.5 * e->bag_size / 160 + 0.5 * (RE_SHRIMPS - most) / RE_SHRIMPS;
}

/* Cells from which a stronger colour attacks this one on a board: now, and in two steps. */
static void see_threats(const struct re_state *e, int board, unsigned stronger, uint64_t *now,
			uint64_t *soon)
{
	uint64_t bare = re_rock(e, board) & ~re_tiles(e, board);

	*now = *soon = 0;
	while (stronger) {
		uint64_t x = e->polyps[board][at_pop32(&stronger)];
		uint64_t pairs = x & re_neighbours(x);
		*now |= re_neighbours(pairs);
		*soon |= re_neighbours(x | (re_neighbours(x) & bare));
	}
}

/* The corals that this seat's shrimps hold. Returns their colours. */
static unsigned see_corals(const struct re_state *e, int seat, const struct powers *p, double *f)
{
	unsigned held = 0;
	int back = re_advanced(e) ? 5 : 4;

	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t own = e->shrimps[b][seat]; own; own &= own - 1) {
			uint64_t bit = own & -own;
			uint64_t coral, open, now, soon;
			int c = 0, size, meal;
			while (c < RE_COLOURS && !(e->polyps[b][c] & bit))
				c++;
			f[SHRIMPS_OUT]++;
			if (c == RE_COLOURS)
				continue;
			coral = re_flood(bit, e->polyps[b][c]);
			size = at_count64(coral);
			meal = size >= 5 && size > back ? (size - back) * p->value[c] : 0;
			held |= 1u << c;
			f[MEALS] += meal;
			f[BEST_MEAL] = meal > f[BEST_MEAL] ? meal : f[BEST_MEAL];
			f[HELD] += size * p->value[c];
			f[HELD_TILES] += size;
			f[HELD_FIXED] += size * p->fixed[c];
			f[BIG_CORALS] += size >= 5;
			open = coral & ~(bit | re_neighbours(bit));
			if (open) {
				see_threats(e, b, p->stronger[c], &now, &soon);
				f[EXPOSED] += at_count64(open & now) * p->value[c];
				f[OPEN_SIDES] += at_count64(open & soon) * p->value[c];
			}
		}
	return held;
}

/* The tiles that a seat can place for a colour with its cubes in one turn. */
static int growable(const struct re_state *e, int seat, int colour)
{
	const struct re_seat *p = &e->seat[seat];
	int tiles = p->seen[colour] + p->unseen[colour];
	int limit = 0;

	if (e->head.turn == seat && e->placing == colour + 1)
		limit = e->screen_left;
	else if (p->cubes[colour])
		limit = RE_SCREEN_LIMIT * (p->cubes[colour] > 1 ? 2 : 1);
	else
		return 0;
	return (tiles < limit ? tiles : limit) + p->consumed[colour];
}

static void see_hand(const struct re_state *e, int seat, const struct powers *p, unsigned held,
		     double *f)
{
	const struct re_seat *own = &e->seat[seat];
	int best = 0, second = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		int tiles = own->seen[c] + own->unseen[c];
		int grows = growable(e, seat, c);
		f[TILES] += tiles;
		f[CUBES] += own->cubes[c];
		f[CUBE_COLOURS] += own->cubes[c] > 0;
		f[CONSUMED] += own->consumed[c];
		if (held >> c & 1) {
			int worth = grows * p->value[c];
			if (worth > best) {
				second = best;
				best = worth;
			} else if (worth > second) {
				second = worth;
			}
			f[GROWTH_TILES] += tiles * p->value[c];
			f[CONSUMED_HELD] += own->consumed[c] * p->value[c];
		} else {
			f[SPARE_GROWTH] += grows * p->value[c];
		}
	}
	f[GROWTH] = best + second; /* two cubes a turn */
}

static void see_fish(const struct re_state *e, int seat, const struct powers *p, double l,
		     double *f)
{
	const struct re_seat *own = &e->seat[seat];
	int tiles = 0, points = 0, fixed = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		int n = own->fish[c] + (own->first_tile == c && !(e->opened >> seat & 1));
		tiles += n;
		points += n * p->value[c];
		fixed += n * p->fixed[c];
	}
	f[FISH] = points;
	f[FISH_LATER] = points * l;
	f[FISH_TILES_LATER] = tiles * l;
	f[FISH_FIXED] = e->end ? 0 : fixed;
}

/* The largest coral that no shrimp holds. */
static int unclaimed(const struct re_state *e)
{
	int best = 0;

	for (int b = 0; b < e->head.seats; b++) {
		uint64_t shrimps = re_shrimps(e, b);
		for (int c = 0; c < RE_COLOURS; c++) {
			uint64_t left_over = e->polyps[b][c];
			left_over &= ~re_flood(left_over & shrimps, left_over);
			while (at_count64(left_over) > best) {
				uint64_t coral = re_flood(left_over & -left_over, left_over);
				int size = at_count64(coral);
				left_over &= ~coral;
				best = size > best ? size : best;
			}
		}
	}
	return best;
}

/* The best a seat can still eat in its additional turn. */
static double last_meal(const struct re_state *e, int seat, const struct powers *p)
{
	int seats = e->head.seats;
	int ender = e->ender - 1;
	int best = 0;

	if (e->head.phase != RE_EXTRA ||
	    (seat - ender + seats) % seats < (e->head.turn - ender + seats) % seats ||
	    seat == ender)
		return 0;
	for (int b = 0; b < seats; b++)
		for (uint64_t own = e->shrimps[b][seat]; own;) {
			int cell = re_cell(b, at_pop64(&own));
			int size = at_count64(re_coral(e, cell));
			int c = re_colour_at(e, cell);
			int meal = c < RE_COLOURS ? (size - re_tiles_back(e)) * p->value[c] : 0;
			best = meal > best ? meal : best;
		}
	return best;
}

static void see(const struct at_state *s, int seat, double *f)
{
	const struct re_state *e = (const struct re_state *)s;
	double l = left(s);
	struct powers p;
	unsigned held;

	memset(f, 0, FEATURES * sizeof *f);
	see_powers(e, &p);
	see_fish(e, seat, &p, l, f);
	if (e->end) {
		f[LAST_MEAL] = last_meal(e, seat, &p);
		return;
	}
	held = see_corals(e, seat, &p, f);
	see_hand(e, seat, &p, held, f);
	f[HELD_LATER] = f[HELD] * l;
	f[SHRIMPS_HOME] = RE_SHRIMPS - e->seat[seat].eaten - f[SHRIMPS_OUT];
	f[SHRIMPS_LATER] = (RE_SHRIMPS - e->seat[seat].eaten) * l;
	f[SEA_SHRIMP] = e->seat[seat].eaten > 0;
	f[AT_MOVE] = s->phase >= RE_TURN && s->turn == seat;
	if (s->phase == RE_REFILL)
		f[AT_MOVE] = (re_whose_turn(e) + 1) % s->seats == seat;
	f[MEALS_LATER] = f[MEALS] * l;
	f[GROWTH_LATER] = f[GROWTH] * l;
	f[TILES_LATER] = f[TILES] * l;
	f[CONSUMED_LATER] = f[CONSUMED] * l;
	f[UNCLAIMED] = f[SHRIMPS_HOME] > 0 ? unclaimed(e) : 0;
	f[LEFT] = l;
	f[LEFT_SQUARED] = l * l;
}

/* Rarely worth it: starting a coral far from everything while one of this colour could be
 * extended. */
static bool worth_placing(const struct re_state *e, int cell)
{
	const uint64_t *polyps = e->polyps[re_cell_board(cell)];
	int colour = e->placing - 1;
	uint64_t bit = re_cell_bit(cell);

	if (re_neighbours(bit) & polyps[colour])
		return true;
	for (int b = 0; b < e->head.seats; b++)
		if (e->polyps[b][colour])
			return false;
	return true;
}

/* A shrimp moves within its coral or to another coral, once a turn and not while tiles are being
 * placed; never home or onto bare rock. */
static bool worth_moving(const struct re_state *e, int from, int to)
{
	int there = re_colour_at(e, to);

	if (e->placing || e->shrimp_moves || there == RE_NONE)
		return false;
	if (re_coral(e, from) & re_cell_bit(to) && re_cell_board(from) == re_cell_board(to))
		return true;
	return at_count64(re_coral(e, to)) >= 3;
}

static bool worth(const struct at_state *s, at_move m, bool narrow)
{
	const struct re_state *e = (const struct re_state *)s;
	const struct re_seat *own;
	int b = re_b(m);

	if (s->phase != RE_TURN)
		return true;
	own = &e->seat[s->turn];
	switch (re_kind(m)) {
	case RE_MOVE_CUBE: return own->seen[b] + own->unseen[b] + own->consumed[b] > 0;
	case RE_MOVE_PLACE: return !narrow || worth_placing(e, b);
	case RE_MOVE_MOVE: return worth_moving(e, re_a(m), b);
	case RE_MOVE_HOME: return false;
	default: return true;
	}
}

static bool decided(const struct at_state *s)
{
	return s->phase == RE_REVEAL || s->phase == RE_DONE;
}

/* The first tile in the fish is of the colour that is worth most of those it can have. */
static int hidden_points(const struct at_state *s, int seat)
{
	const struct re_state *e = (const struct re_state *)s;
	int most = 0;

	if (e->seat[seat].first_tile != RE_UNKNOWN)
		return 0;
	for (int c = 0; c < RE_COLOURS; c++) {
		bool can = e->counted >> c & 1 ? re_hidden_from_viewer(e, c) > 0 : e->bag[c] > 1;
		if (can && re_value(e, c) > most)
			most = re_value(e, c);
	}
	return most;
}

/* Only conditions 3 and 4 of RE-10.1, the last additional turn and the last of all turns end the
 * game without a turn of somebody else. The cells that a turn can fill and the larvae of a
 * colour that it can take are bounded. */
static bool may_end(const struct at_state *s)
{
	enum { CELLS = 16, LARVAE = 2 };
	const struct re_state *e = (const struct re_state *)s;
	int tiles = e->bag_size + at_count32(e->bonus) - re_sum(e->seat[s->turn].cubes);
	int bare = 0;

	for (int b = 0; b < s->seats; b++)
		bare += at_count64(re_rock(e, b) & ~re_tiles(e, b));
	for (int c = 0; c < RE_COLOURS; c++)
		if (e->supply[c] <= LARVAE)
			return true;
	return s->phase == RE_EXTRA || e->turns + 1 >= RE_TURNS || tiles <= RE_COLOURS ||
	       bare <= CELLS;
}

/* Nodes define a level; milliseconds only limit it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 19.8, .forget = 0.53, .hasty = 0.66}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 13.9, .forget = 0.37, .hasty = 0.46}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 7.8, .forget = 0.21, .hasty = 0.26}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 3.7, .forget = 0.1, .hasty = 0.12}},
    {"skilled", {.kind = AT_BOT_GREEDY, .ms = 200}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 1800, .nodes = 1225, .many = 80, .noise = 0.5}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 8000, .nodes = 1200000}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_reef_encounter = {
    .game = &at_reef_encounter,
    .features = FEATURES,
    .names = names,
    .weights = at_weights_reef_encounter,
    .forecast = &at_forecast_reef_encounter,
    .trust = at_trust_reef_encounter,
    .nets = at_net_reef_encounter,
    .net_trust = at_net_trust_reef_encounter,
    .levels = levels,
    .judge_nodes = 7000,
    .long_turns = true,
    .rivals = true,
    .root = {.want = AT_PLANS_MAX, .beam = AT_BEAM_MAX},
    .reply = {.want = 3, .beam = 2, .narrow = true},
    .root_nodes = 4000,
    .reply_nodes = 100000,
    .expand_after = 1,
    .explore = 0.25,
    .prior_scale = 1.5,
    .net_points = 12,
    .wish_per_point = 0.03,
    .horizon = 2,
    .see = see,
    .left = left,
    .worth = worth,
    .decided = decided,
    .hidden_points = hidden_points,
    .may_end = may_end,
};
