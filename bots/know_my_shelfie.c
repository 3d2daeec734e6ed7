/* What makes a good shelf. The room itself is not judged: what can be taken next is the search's
 * business. Everything here is about one shelf and how many tiles may still come to it. */
#include "knowledge.h"

#include "bits.h"
#include "my_shelfie/my_shelfie.h"
#include "net_my_shelfie.h"
#include "weights_my_shelfie.h"

#include <string.h>

enum feature {
	SCORED,       /* scoring tiles and the end-of-game tile */
	GROUPS,       /* groups as they are */
	OPEN_1,       /* groups of one tile that can still grow, times the tiles to come */
	OPEN_2,       /* groups of two that can grow */
	OPEN_2_LATER, /* the same, times the tiles to come */
	OPEN_3,
	OPEN_3_LATER,
	OPEN_4,
	OPEN_4_LATER,
	OPEN_5,
	OPEN_5_LATER,
	PERSONAL,      /* cells of the personal goal that are right, as points */
	PERSONAL_NEXT, /* what one more is worth, times those that lie open on a column */
	PERSONAL_ALL,  /* what all that can be reached are worth, times the tiles to come */
	GOAL_1,        /* for each common goal: its next tile times how far it is done, squared */
	GOAL_12 = GOAL_1 + MS_COMMON_GOALS - 1,
	TO_COME, /* tiles that may still come, as a part of the shelf */
	TO_COME_SQUARED,
	WIDE_COLUMNS, /* columns with room for three */
	AT_MOVE,      /* it is this seat's turn */
	FEATURES
};
_Static_assert((int)FEATURES == (int)MY_SHELFIE_FEATURES, "a weight for each");

static const char *const names[FEATURES] = {
    "scored",        "groups",       "open 1",       "open 2",          "open 2 later", "open 3",
    "open 3 later",  "open 4",       "open 4 later", "open 5",          "open 5 later", "personal",
    "personal next", "personal all", "goal 1",       "goal 2",          "goal 3",       "goal 4",
    "goal 5",        "goal 6",       "goal 7",       "goal 8",          "goal 9",       "goal 10",
    "goal 11",       "goal 12",      "to come",      "to come squared", "wide columns", "at move",
};

#define COLUMN 0x3fu
#define ROW    0x01041041u
#define BOTTOM 0x01041041u /* the lowest place of every column */
#define TOP    (BOTTOM << (MS_ROWS - 1))

static uint32_t neighbours(uint32_t x)
{
	return (x & ~TOP) << 1 | (x & ~BOTTOM) >> 1 | x << MS_ROWS | x >> MS_ROWS;
}

/* One shelf, looked at once. */
struct look {
	const uint32_t *shelf; /* a word a type */
	uint32_t all, free;
	int filled;
	int height[MS_COLUMNS];
	int sizes[MS_ROWS * MS_COLUMNS + 1]; /* groups of each size */
	double to_come;                      /* tiles, as a part of the shelf */
};

static void count_groups(struct look *l, double *f)
{
	static const int feature[6] = {0, OPEN_1, OPEN_2, OPEN_3, OPEN_4, OPEN_5};

	memset(l->sizes, 0, sizeof l->sizes);
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t left = l->shelf[t];
		while (left) {
			uint32_t group = ms_group(&left);
			int size = at_count32(group);
			l->sizes[size]++;
			if (size < 6 && neighbours(group) & l->free)
				f[feature[size]]++;
			f[GROUPS] += ms_group_points(size);
		}
	}
	f[OPEN_1] *= l->to_come;
	f[OPEN_2_LATER] = f[OPEN_2] * l->to_come;
	f[OPEN_3_LATER] = f[OPEN_3] * l->to_come;
	f[OPEN_4_LATER] = f[OPEN_4] * l->to_come;
	f[OPEN_5_LATER] = f[OPEN_5] * l->to_come;
}

static void see_personal(const struct look *l, int goal, double *f)
{
	const uint8_t *wanted = ms_wanted[goal];
	int right = 0, reachable = 0, next = 0;
	int points;

	for (int t = 0; t < MS_TYPES; t++) {
		int place = wanted[t];
		right += l->shelf[t] >> place & 1;
		if (l->all >> place & 1)
			continue;
		reachable++;
		next += place % MS_ROWS < l->height[place / MS_ROWS] + 2;
	}
	points = ms_personal_points(right);
	f[PERSONAL] = points;
	if (l->to_come <= 0 || reachable == 0)
		return;
	f[PERSONAL_NEXT] = next * (ms_personal_points(right + 1) - points);
	f[PERSONAL_ALL] = l->to_come * (ms_personal_points(right + reachable) - points);
}

/* How many types lie in these places, and whether one lies twice. */
static int types_in(const struct look *l, uint32_t places, bool *twice)
{
	int types = 0;

	*twice = false;
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t x = l->shelf[t] & places;
		types += x != 0;
		*twice |= (x & (x - 1)) != 0;
	}
	return types;
}

static double done_groups(const struct look *l, int size, int count)
{
	int tiles = 0;
	int need = count;

	for (int n = MS_ROWS * MS_COLUMNS; n > 0 && need > 0; n--) {
		int k = l->sizes[n] < need ? l->sizes[n] : need;
		tiles += k * (n < size ? n : size);
		need -= k;
	}
	return (double)tiles / (size * count);
}

/* The best of some patterns, all of one type: how much of it lies already and is not spoilt. */
static double done_pattern(const struct look *l, const uint32_t *patterns, int n, int size)
{
	int best = 0;

	for (int i = 0; i < n; i++)
		for (int t = 0; t < MS_TYPES; t++) {
			uint32_t there = l->all & patterns[i];
			int k;
			if (there & ~l->shelf[t])
				continue;
			k = at_count32(there);
			best = k > best ? k : best;
		}
	return (double)best / size;
}

/* The best `need` lines (columns or rows) that may still become full with few or different types.
 */
static double done_lines(const struct look *l, bool rows, bool different, int need)
{
	double best[4] = {0};
	int lines = rows ? MS_ROWS : MS_COLUMNS;
	int size = rows ? MS_COLUMNS : MS_ROWS;
	double sum = 0;

	for (int i = 0; i < lines; i++) {
		uint32_t places = rows ? ROW << i : COLUMN << MS_ROWS * i;
		bool twice;
		int types = types_in(l, places, &twice);
		double part;
		if (different ? twice : types > 3)
			continue;
		part = (double)at_count32(l->all & places) / size;
		for (int k = 0; k < need; k++)
			if (part > best[k]) {
				double other = best[k];
				best[k] = part;
				part = other;
			}
	}
	for (int k = 0; k < need; k++)
		sum += best[k];
	return sum / need;
}

static double done_squares(const struct look *l, bool any)
{
	double best[2] = {0, 0};
	double most = 0;

	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t x = l->shelf[t];
		uint32_t stacked = x & x >> 1 & ~TOP;
		uint32_t squares = stacked & stacked >> MS_ROWS;
		int pairs = at_count32(stacked) + at_count32(x & x >> MS_ROWS);
		int groups = 0;
		double part;
		while (x) {
			uint32_t group = ms_group(&x);
			groups += (group & squares) != 0;
		}
		part = groups >= 2 ? 2 : groups + (pairs > 3 ? 3 : pairs) / 8.0;
		most = part > most ? part : most;
		if (part > 1)
			part = 1;
		if (part > best[0]) {
			best[1] = best[0];
			best[0] = part;
		} else if (part > best[1]) {
			best[1] = part;
		}
	}
	return (any && best[0] + best[1] > most ? best[0] + best[1] : most) / 2;
}

static double done_stairs(const struct look *l)
{
	double best = 0;

	for (int i = 0; i < 4; i++) {
		int low = i & 1 ? 2 : 1;
		int missing = 0, sum = 0;
		for (int c = 0; c < MS_COLUMNS; c++) {
			int want = low + (i & 2 ? MS_COLUMNS - 1 - c : c);
			sum += want;
			missing += l->height[c] > want ? 100 : want - l->height[c];
		}
		if (missing < 100 && 1 - (double)missing / sum > best)
			best = 1 - (double)missing / sum;
	}
	return best;
}

static double done_eight(const struct look *l)
{
	int most = 0;

	for (int t = 0; t < MS_TYPES; t++) {
		int n = at_count32(l->shelf[t]);
		most = n > most ? n : most;
	}
	return most > 8 ? 1 : most / 8.0;
}

/* How far common goal n is done: 0 to 1. */
static double done(const struct look *l, int n, bool any_squares)
{
	enum { RISE = MS_ROWS + 1, FALL = MS_ROWS - 1 };
	static const uint32_t corner_goal[] = {1u | 1u << 5 | 1u << 24 | 1u << 29};
#define DIAGONAL(from, step)                                                                       \
	(1u << (from) | 1u << ((from) + (step)) | 1u << ((from) + 2 * (step)) |                    \
	 1u << ((from) + 3 * (step)) | 1u << ((from) + 4 * (step)))
	static const uint32_t diagonals[] = {DIAGONAL(0, RISE), DIAGONAL(1, RISE),
					     DIAGONAL(4, FALL), DIAGONAL(5, FALL)};
#define CROSS(at)                                                                                  \
	(1u << (at) | 1u << ((at) + 2) | 1u << ((at) + 7) | 1u << ((at) + 12) | 1u << ((at) + 14))
	static const uint32_t crosses[] = {CROSS(0),  CROSS(1),  CROSS(2),  CROSS(3),
					   CROSS(6),  CROSS(7),  CROSS(8),  CROSS(9),
					   CROSS(12), CROSS(13), CROSS(14), CROSS(15)};

	switch (n) {
	case 1: return done_groups(l, 2, 6);
	case 2: return done_pattern(l, corner_goal, 1, 4);
	case 3: return done_groups(l, 4, 4);
	case 4: return done_squares(l, any_squares);
	case 5: return done_lines(l, false, false, 3);
	case 6: return done_eight(l);
	case 7: return done_pattern(l, diagonals, 4, 5);
	case 8: return done_lines(l, true, false, 4);
	case 9: return done_lines(l, false, true, 2);
	case 10: return done_lines(l, true, true, 2);
	case 11: return done_pattern(l, crosses, 12, 5);
	default: return done_stairs(l);
	}
}

static int highest(uint32_t set)
{
	int bit = 0;

	while (set >>= 1)
		bit++;
	return bit;
}

static void see_goals(const struct ms_state *p, int seat, const struct look *l, double *f)
{
	bool any = ms_any_squares(&p->head);

	for (int slot = 0; slot < 2; slot++) {
		int n = p->goals[slot];
		double part;
		f[SCORED] += p->taken[seat][slot];
		if (n == 0 || p->taken[seat][slot] || l->to_come <= 0)
			continue;
		part = done(l, n, any);
		f[GOAL_1 + n - 1] += part * part * highest(ms_tiles_left(p, slot));
	}
}

/* Who decides next, or AT_NOBODY once nobody does. */
static int mover(const struct ms_state *p)
{
	if (p->head.turn >= 0)
		return p->head.turn;
	return p->head.phase == MS_FILL ? p->mover : AT_NOBODY;
}

/* Tiles that may still come to a shelf: its room, and no more than the fullest shelf leaves time
 * for; none once the seat has had its last turn (MS-4.4). */
static double tiles_to_come(const struct ms_state *p, int seat, int filled)
{
	const struct at_state *s = &p->head;
	int most = filled;
	double by_time;

	if (p->end_tile) {
		int now = mover(p);
		int order = (seat - s->first + s->seats) % s->seats;
		int reached = (now - s->first + s->seats) % s->seats;
		bool moves_again = now >= 0 && order >= reached;
		return moves_again ? (filled < 27 ? 2.5 : 30 - filled) : 0;
	}
	for (int i = 0; i < s->seats; i++) {
		int n = i == seat ? filled : at_count32(ms_shelf(p, i));
		most = n > most ? n : most;
	}
	by_time = (30 - most) * 1.15 + 2;
	return 30 - filled < by_time ? 30 - filled : by_time;
}

static void see(const struct at_state *s, int seat, double *f)
{
	const struct ms_state *p = (const struct ms_state *)s;
	struct look l = {.shelf = p->shelf[seat], .all = ms_shelf(p, seat)};

	memset(f, 0, FEATURES * sizeof *f);
	l.filled = at_count32(l.all);
	for (int c = 0; c < MS_COLUMNS; c++) {
		l.height[c] = at_count32(l.all >> MS_ROWS * c & COLUMN);
		f[WIDE_COLUMNS] += l.height[c] <= MS_ROWS - 3;
	}
	l.free = ~l.all & MS_SHELF_FULL;
	l.to_come = tiles_to_come(p, seat, l.filled) / 30;
	if (l.to_come <= 0) {
		l.free = 0;
		f[WIDE_COLUMNS] = 0;
	}
	count_groups(&l, f);
	if (p->personal[seat] && p->personal[seat] <= MS_PERSONAL_GOALS)
		see_personal(&l, p->personal[seat], f);
	see_goals(p, seat, &l, f);
	f[SCORED] += p->end_tile == seat + 1;
	f[TO_COME] = l.to_come;
	f[TO_COME_SQUARED] = l.to_come * l.to_come;
	f[AT_MOVE] = mover(p) == seat;
}

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

/* Takes of the same types into the same column make the same shelf: each is judged once. */
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

/* How much likelier a shelf is if so many cells of its owner's goal are right, and so many hold
 * something else: fitted to games of three kinds of bots (docs/strength.md). Whoever fills a cell
 * of the own goal with another type gives points away, but it happens: the second time says less.
 */
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

/* No two seats have the same goal: all are drawn again until that holds, or else, after a few
 * tries, each from those that are left. */
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

/* Nodes are what makes a level; milliseconds only cap it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 3.4, .forget = 0.52, .hasty = 0.72}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 2.02, .forget = 0.315, .hasty = 0.44}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.3, .forget = 0.2, .hasty = 0.28}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.77, .forget = 0.12, .hasty = 0.166}},
    {"skilled", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.1, .forget = 0.015, .hasty = 0.021}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 900, .nodes = 700}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 5000, .many = 3}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_my_shelfie = {
    .game = &at_my_shelfie,
    .features = FEATURES,
    .names = names,
    .weights = at_weights_my_shelfie,
    .trust = at_trust_my_shelfie,
    .nets = at_net_my_shelfie,
    .net_trust = at_net_trust_my_shelfie,
    .greedy = at_greedy_my_shelfie,
    .levels = levels,
    .root = {.want = AT_PLANS_USUAL},
    .reply = {.want = 24, .distinct = true},
    .draws_matter = true,
    .expand_after = 8,
    .explore = 1.2,
    .prior_scale = 1.5,
    .wish_per_point = 0.03,
    .see = see,
    .left = left,
    .rate = rate,
    .listen = listen,
    .guess = guess,
};
