#include "see_my_shelfie.h"

#include "bits.h"
#include "my_shelfie/my_shelfie.h"

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
	FEATURES,

	/* what the net alone sees */
	ORDER = FEATURES, /* the part of the others that come after it in a round */
	ENDING,           /* a shelf is full */
	FILLED,           /* the part of the shelf that is */
	TURNS,            /* turns that it takes at least to fill the shelf ... */
	CLOCK,            /* ... and the fewest of all seats */
	ROOM_2,           /* columns with room for two */
	GROW_1,           /* what a tile adds to groups where it fits best, the mean of all types */
	GROW_2,           /* two of a type in one column */
	GROW_3,           /* three */
	GROW_NOW,         /* the best that tiles of one type in the room would do */
	FITS,             /* types that fit beside their like */
	PERSONAL_RIGHT,   /* cells of the personal goal that are right */
	PERSONAL_OPEN,    /* and empty ones */
	PERSONAL_NOW,     /* what one more is worth, times those that the room has a tile for */
	GOALS_OPEN,       /* next tiles of the common goals that are not done */
	GOALS_DONE,       /* how far they are done */
	GOALS_RACE,       /* what is lost to who comes second, times how far, squared */
	GOALS_NEAR,       /* next tiles, for goals that are all but done */
	GOALS_ONE,        /* next tiles, for goals that one turn may do by the tiles they lack */
	GOALS_TWO,        /* two turns */
	GOALS_TIMELY,     /* next tiles, the more of the tiles to come are not lacking the more */
	PERSONAL_NEAR,    /* empty cells of the personal goal, the nearer to lie open the more */
	PERSONAL_DEPTH,   /* what must be put below them first */
	GROW_BEST_2,      /* what two tiles of the best type add to groups ... */
	GROW_BEST_3,      /* ... and three */
	WAIT,             /* how many seats move before it */
	ALL_FEATURES
};
_Static_assert((int)FEATURES == MS_FEATURES && ALL_FEATURES - FEATURES == MS_MORE_FEATURES,
	       "as see_my_shelfie.h says");

const char *const ms_feature_names[ALL_FEATURES] = {
    "scored",       "groups",         "open 1",          "open 2",       "open 2 later",
    "open 3",       "open 3 later",   "open 4",          "open 4 later", "open 5",
    "open 5 later", "personal",       "personal next",   "personal all", "goal 1",
    "goal 2",       "goal 3",         "goal 4",          "goal 5",       "goal 6",
    "goal 7",       "goal 8",         "goal 9",          "goal 10",      "goal 11",
    "goal 12",      "to come",        "to come squared", "wide columns", "at move",
    "order",        "ending",         "filled",          "turns",        "clock",
    "room 2",       "grow 1",         "grow 2",          "grow 3",       "grow now",
    "fits",         "personal right", "personal open",   "personal now", "goals open",
    "goals done",   "goals race",     "goals near",      "goals one",    "goals two",
    "goals timely", "personal near",  "personal depth",  "grow best 2",  "grow best 3",
    "wait",
};

#define COLUMN 0x3fu
#define ROW    0x01041041u
#define BOTTOM 0x01041041u /* the lowest place of every column */
#define TOP    (BOTTOM << (MS_ROWS - 1))

static uint32_t neighbours(uint32_t x)
{
	return (x & ~TOP) << 1 | (x & ~BOTTOM) >> 1 | x << MS_ROWS | x >> MS_ROWS;
}

/* One shelf, analysed once. */
struct look {
	const uint32_t *shelf; /* a word a type */
	uint32_t all, free;
	int filled;
	int height[MS_COLUMNS];
	int sizes[MS_ROWS * MS_COLUMNS + 1]; /* groups of each size */
	double to_come;                      /* tiles, as a part of the shelf */
	uint32_t group[MS_ROWS * MS_COLUMNS];
	int group_size[MS_ROWS * MS_COLUMNS];
	int groups[MS_TYPES + 1]; /* where those of a type begin */
	double done[2];           /* how far common goals that the seat is yet to do are done */
	uint32_t tiles[2];        /* and the scoring tiles on them */
};

static void count_groups(struct look *l, double *f)
{
	static const int feature[6] = {0, OPEN_1, OPEN_2, OPEN_3, OPEN_4, OPEN_5};
	int n = 0;

	memset(l->sizes, 0, sizeof l->sizes);
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t left = l->shelf[t];
		l->groups[t] = n;
		while (left) {
			uint32_t group = ms_group(&left);
			int size = at_count32(group);
			l->group[n] = group;
			l->group_size[n++] = size;
			l->sizes[size]++;
			if (size < 6 && neighbours(group) & l->free)
				f[feature[size]]++;
			f[GROUPS] += ms_group_points(size);
		}
	}
	l->groups[MS_TYPES] = n;
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

/* How many types lie in these places, and whether any lies twice. */
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

/* The best of several patterns of one type: how much of it is done and not spoilt. */
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

/* The best `need` lines (columns or rows) that can still be completed with few types, or with
 * all types different. */
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

static void see_goals(const struct ms_state *p, int seat, struct look *l, double *f)
{
	bool any = ms_any_squares(&p->head);

	for (int slot = 0; slot < 2; slot++) {
		int n = p->goals[slot];
		double part;
		l->tiles[slot] = 0;
		f[SCORED] += p->taken[seat][slot];
		if (n == 0 || p->taken[seat][slot] || l->to_come <= 0)
			continue;
		l->done[slot] = part = done(l, n, any);
		l->tiles[slot] = ms_tiles_left(p, slot);
		f[GOAL_1 + n - 1] += part * part * highest(l->tiles[slot]);
	}
}

/* Who decides next; AT_NOBODY once the game is over. */
static int mover(const struct ms_state *p)
{
	if (p->head.turn >= 0)
		return p->head.turn;
	return p->head.phase == MS_FILL ? p->mover : AT_NOBODY;
}

/* The tiles a shelf may still receive: its free cells, and no more than the fullest shelf leaves
 * time for; none once the seat has had its last turn (MS-4.4). */
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

static void look_at(const struct ms_state *p, int seat, struct look *l, double *f)
{
	l->shelf = p->shelf[seat];
	l->all = ms_shelf(p, seat);
	memset(f, 0, FEATURES * sizeof *f);
	l->filled = at_count32(l->all);
	for (int c = 0; c < MS_COLUMNS; c++) {
		l->height[c] = at_count32(l->all >> MS_ROWS * c & COLUMN);
		f[WIDE_COLUMNS] += l->height[c] <= MS_ROWS - 3;
	}
	l->free = ~l->all & MS_SHELF_FULL;
	l->to_come = tiles_to_come(p, seat, l->filled) / 30;
	if (l->to_come <= 0) {
		l->free = 0;
		f[WIDE_COLUMNS] = 0;
	}
	count_groups(l, f);
	if (p->personal[seat] && p->personal[seat] <= MS_PERSONAL_GOALS)
		see_personal(l, p->personal[seat], f);
	see_goals(p, seat, l, f);
	f[SCORED] += p->end_tile == seat + 1;
	f[TO_COME] = l->to_come;
	f[TO_COME_SQUARED] = l->to_come * l->to_come;
	f[AT_MOVE] = mover(p) == seat;
}

void ms_see(const struct at_state *s, int seat, double *f)
{
	struct look l;

	look_at((const struct ms_state *)s, seat, &l, f);
}

/* The fewest turns that fill a shelf. */
static int turns_to_fill(uint32_t all)
{
	int turns = 0;

	for (int c = 0; c < MS_COLUMNS; c++)
		turns += (MS_ROWS + 2 - at_count32(all >> MS_ROWS * c & COLUMN)) / 3;
	return turns;
}

static void see_time(const struct ms_state *p, int seat, const struct look *l, double *f)
{
	const struct at_state *s = &p->head;
	int order = (seat - s->first + s->seats) % s->seats;
	int clock = MS_ROWS * MS_COLUMNS;

	for (int i = 0; i < s->seats; i++) {
		int turns = turns_to_fill(ms_shelf(p, i));
		clock = turns < clock ? turns : clock;
		if (i == seat)
			f[TURNS] = turns;
	}
	f[ORDER] = (double)(s->seats - 1 - order) / (s->seats - 1);
	f[ENDING] = p->end_tile != 0;
	f[FILLED] = l->filled / 30.0;
	f[CLOCK] = clock;
	if (mover(p) >= 0)
		f[WAIT] = (seat - mover(p) + s->seats) % s->seats;
	for (int c = 0; c < MS_COLUMNS; c++)
		f[ROOM_2] += l->to_come > 0 && l->height[c] <= MS_ROWS - 2;
}

/* How many tiles of each type can be taken at once: up to three in a line, each with a free
 * side. */
static void count_takes(const struct ms_state *p, int take[MS_TYPES])
{
	uint64_t tiles = ms_tiles(p);
	uint64_t inner =
	    tiles << MS_ACROSS & tiles >> MS_ACROSS & tiles << MS_DOWN & tiles >> MS_DOWN;

	for (int t = 0; t < MS_TYPES; t++) {
		uint64_t x = tiles & ~inner, across, down;
		for (int b = 0; b < 3; b++)
			x &= (t + 1) >> b & 1 ? p->room[b] : ~p->room[b];
		across = x & x >> MS_ACROSS;
		down = x & x >> MS_DOWN;
		if (across & x >> 2 * MS_ACROSS || down & x >> 2 * MS_DOWN)
			take[t] = 3;
		else
			take[t] = across || down ? 2 : x != 0;
	}
}

/* What this many tiles of a type, put into one column, add to its groups in the best place. A
 * group is worth something before it scores. */
static double growth(const struct look *l, int t, int k, const uint32_t beside[MS_COLUMNS],
		     bool *fits)
{
	static const double worth[] = {0, 0.3, 1, 2, 3.4, 5.2, 8};
	double best = 0;

	for (int c = 0; c < MS_COLUMNS; c++) {
		int size = k;
		double gain = 0;
		if (l->height[c] + k > MS_ROWS)
			continue;
		if (beside[c] & l->shelf[t])
			for (int i = l->groups[t]; i < l->groups[t + 1]; i++)
				if (beside[c] & l->group[i]) {
					int old = l->group_size[i];
					size += old;
					gain -= worth[old < 6 ? old : 6];
					*fits = true;
				}
		gain += worth[size < 6 ? size : 6];
		best = gain > best ? gain : best;
	}
	return best;
}

static void see_growth(const struct ms_state *p, const struct look *l, double *f)
{
	uint32_t beside[3][MS_COLUMNS];
	int take[MS_TYPES];
	bool drawn = p->head.phase != MS_FILL;

	count_takes(p, take);
	for (int k = 1; k <= 3; k++)
		for (int c = 0; c < MS_COLUMNS; c++)
			beside[k - 1][c] =
			    neighbours(((1u << k) - 1) << (MS_ROWS * c + l->height[c]));
	for (int t = 0; t < MS_TYPES; t++) {
		bool fits = false;
		for (int k = 1; k <= 3; k++) {
			double gain = growth(l, t, k, beside[k - 1], &fits);
			f[GROW_1 + k - 1] += gain / MS_TYPES;
			if (k > 1 && gain > f[GROW_BEST_2 + k - 2])
				f[GROW_BEST_2 + k - 2] = gain;
			if ((drawn ? take[t] : 2) == k && gain > f[GROW_NOW])
				f[GROW_NOW] = gain;
		}
		f[FITS] += fits;
	}
}

static void see_personal_more(const struct ms_state *p, int seat, const struct look *l, double *f)
{
	const uint8_t *wanted = ms_wanted[p->personal[seat]];
	int right = ms_personal_cells(l->shelf, p->personal[seat]);
	int take[MS_TYPES];
	int now = 0;

	count_takes(p, take);
	f[PERSONAL_RIGHT] = right;
	for (int t = 0; t < MS_TYPES && l->to_come > 0; t++)
		if (!(l->all >> wanted[t] & 1)) {
			int depth = wanted[t] % MS_ROWS - l->height[wanted[t] / MS_ROWS];
			f[PERSONAL_OPEN]++;
			f[PERSONAL_NEAR] += 1.0 / (1 + depth);
			f[PERSONAL_DEPTH] += depth;
			now += depth == 0 && take[t] > 0;
		}
	if (now) /* so one is yet to be right */
		f[PERSONAL_NOW] = now * (ms_personal_points(right + 1) - ms_personal_points(right));
}

static void see_goals_more(const struct look *l, const uint8_t goals[2], double *f)
{
	/* tiles that a goal is made of */
	static const int size[MS_COMMON_GOALS + 1] = {0, 12, 4, 16, 8, 18, 8, 5, 20, 12, 10, 5, 15};

	for (int slot = 0; slot < 2; slot++) {
		double part = l->done[slot], square = part * part;
		double lacks, to_come = 30 * l->to_come;
		int next, second;
		if (!l->tiles[slot])
			continue;
		next = highest(l->tiles[slot]);
		second = highest(l->tiles[slot] & ~(1u << next));
		lacks = (1 - part) * size[goals[slot]];
		f[GOALS_OPEN] += next;
		f[GOALS_DONE] += part;
		f[GOALS_RACE] += square * (next - second);
		f[GOALS_NEAR] += square * square * square * next;
		f[GOALS_ONE] += lacks < 3.5 ? next : 0;
		f[GOALS_TWO] += lacks < 6.5 ? next : 0;
		f[GOALS_TIMELY] += lacks < to_come ? (1 - lacks / to_come) * next : 0;
	}
}

void ms_see_more(const struct at_state *s, int seat, double *f)
{
	const struct ms_state *p = (const struct ms_state *)s;
	struct look l;

	look_at(p, seat, &l, f);
	memset(f + FEATURES, 0, (ALL_FEATURES - FEATURES) * sizeof *f);
	see_time(p, seat, &l, f);
	if (l.to_come > 0)
		see_growth(p, &l, f);
	if (p->personal[seat] && p->personal[seat] <= MS_PERSONAL_GOALS)
		see_personal_more(p, seat, &l, f);
	see_goals_more(&l, p->goals, f);
}
