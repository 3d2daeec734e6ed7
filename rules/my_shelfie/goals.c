/* My Shelfie: common goals, personal goals, groups. */
#include "my_shelfie.h"

#include "bits.h"

/* All lowest and all topmost places of the columns. */
#define LOWEST  0x01041041u
#define TOPMOST 0x20820820u

const char *const ms_goal_labels[MS_COMMON_GOALS + 1] = {
    "",
    "common goal: pairs",
    "common goal: corners",
    "common goal: fours",
    "common goal: squares",
    "common goal: columns of few types",
    "common goal: eight alike",
    "common goal: diagonal",
    "common goal: rows of few types",
    "common goal: columns of all types",
    "common goal: rows of five types",
    "common goal: X",
    "common goal: stairs",
};

/* Column and row from 1, the row from the top. */
#define W(column, row) (MS_ROWS * ((column)-1) + MS_ROWS - (row))

/* clang-format off */
const uint8_t ms_wanted[MS_PERSONAL_GOALS + 1][MS_TYPES] = {
	/*       cat      book     game     frame    trophy   plant */
	[1]  = {W(5, 2), W(4, 3), W(2, 4), W(3, 1), W(3, 6), W(1, 1)},
	[2]  = {W(1, 3), W(5, 4), W(3, 3), W(5, 6), W(4, 5), W(2, 2)},
	[3]  = {W(2, 4), W(1, 6), W(4, 2), W(1, 2), W(5, 4), W(3, 3)},
	[4]  = {W(3, 5), W(2, 5), W(5, 1), W(3, 3), W(1, 3), W(4, 4)},
	[5]  = {W(4, 6), W(3, 4), W(1, 6), W(2, 4), W(2, 2), W(5, 5)},
	[6]  = {W(5, 1), W(4, 3), W(2, 5), W(4, 5), W(3, 1), W(1, 6)},
	[7]  = {W(1, 1), W(3, 6), W(5, 5), W(4, 2), W(1, 4), W(2, 3)},
	[8]  = {W(2, 2), W(4, 5), W(4, 6), W(5, 1), W(3, 3), W(1, 4)},
	[9]  = {W(3, 3), W(5, 4), W(3, 1), W(1, 6), W(2, 5), W(5, 5)},
	[10] = {W(4, 4), W(1, 3), W(2, 2), W(2, 5), W(5, 1), W(4, 6)},
	[11] = {W(5, 5), W(2, 2), W(1, 3), W(3, 4), W(4, 6), W(3, 1)},
	[12] = {W(1, 6), W(3, 1), W(5, 5), W(3, 3), W(4, 4), W(2, 2)},
};
/* clang-format on */

const char *ms_goal_words(const struct at_state *s, int n)
{
	static const char *const words[MS_COMMON_GOALS + 1] = {
	    "",
	    "six separate groups of two or more alike",
	    "the four corners alike",
	    "four separate groups of four or more alike",
	    "two separate groups, each with a 2x2 square, alike",
	    "three full columns of at most three types each",
	    "eight tiles alike, anywhere",
	    "a diagonal of five alike",
	    "four full rows of at most three types each",
	    "two full columns of six different types",
	    "two full rows of five different types",
	    "five alike in an X",
	    "five columns, none empty, each one tile higher than the last",
	};

	if (n == 4 && ms_any_squares(s))
		return "two separate groups, each with a 2x2 square";
	return words[n];
}

/* The places next to those of a set. */
static inline uint32_t beside(uint32_t x)
{
	return (x << 1 & ~LOWEST) | (x >> 1 & ~TOPMOST) | x << MS_ROWS | x >> MS_ROWS;
}

/* The part of `in` that is connected with `from`. */
static inline uint32_t connected(uint32_t from, uint32_t in)
{
	uint32_t grown = (from | beside(from)) & in;

	while (grown != from) {
		from = grown;
		grown = (from | beside(from)) & in;
	}
	return from;
}

uint32_t ms_group(uint32_t *places)
{
	uint32_t group = connected(*places & -*places, *places);

	*places &= ~group;
	return group;
}

static inline uint32_t all(const uint32_t shelf[MS_TYPES])
{
	return shelf[0] | shelf[1] | shelf[2] | shelf[3] | shelf[4] | shelf[5];
}

/* The tiles that are not alone: in groups of two or more. */
static inline uint32_t grouped(uint32_t x)
{
	return x & beside(x);
}

/* MS-6.1 and MS-6.3: are there this many groups with at least this many tiles? "At least" is our
 * choice: the card says "of two", "of four". */
static bool groups_of(const uint32_t shelf[MS_TYPES], int size, int groups)
{
	uint32_t candidates = 0;

	for (int t = 0; t < MS_TYPES; t++)
		candidates |= grouped(shelf[t]);
	if (at_count32(candidates) < size * groups)
		return false;
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t left = shelf[t] & candidates;
		while (at_count32(left) >= size)
			if (at_count32(ms_group(&left)) >= size && --groups == 0)
				return true;
	}
	return false;
}

/* MS-6.4: two groups with a square in each, of one type or (any) of two. That a group may be larger
 * than its square is our choice: the card has tiles forming one. */
static bool squares(const uint32_t shelf[MS_TYPES], bool any)
{
	int found = 0;

	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t stacked = shelf[t] & shelf[t] >> 1 & ~TOPMOST;
		uint32_t square = stacked & stacked >> MS_ROWS;
		if (!any)
			found = 0;
		while (square) {
			square &= ~connected(square & -square, shelf[t]);
			if (++found == 2)
				return true;
		}
	}
	return false;
}

/* How many types each of several lines holds, as three bits a line: bit i of ones, twos and fours
 * belongs to line i. */
struct type_counts {
	uint32_t ones, twos, fours;
};

static inline void count_type(struct type_counts *n, uint32_t lines)
{
	uint32_t carry = n->ones & lines;

	n->ones ^= lines;
	n->fours ^= n->twos & carry;
	n->twos ^= carry;
}

/* MS-6.5, MS-6.9: are there this many full columns with at most three types, or with all six? A
 * column's six places are folded onto its lowest one: by three, then by one and two. */
static bool columns(const uint32_t shelf[MS_TYPES], bool few, int least)
{
	uint32_t x = all(shelf);
	struct type_counts n = {0, 0, 0};

	x &= x >> 3;
	x &= x >> 1 & x >> 2 & LOWEST;
	if (at_count32(x) < least)
		return false;
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t y = shelf[t] | shelf[t] >> 3;
		count_type(&n, (y | y >> 1 | y >> 2) & LOWEST);
	}
	return at_count32(x & (few ? ~n.fours : n.fours & n.twos)) >= least;
}

/* The same of full rows (bits 0 to 5), with at most three types or with five: MS-6.8, MS-6.10. */
static bool rows(const uint32_t shelf[MS_TYPES], bool few, int least)
{
	uint32_t x = all(shelf);
	struct type_counts n = {0, 0, 0};

	x &= x >> 6 & x >> 12 & x >> 18 & x >> 24;
	if (at_count32(x) < least)
		return false;
	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t y = shelf[t];
		count_type(&n, (y | y >> 6 | y >> 12 | y >> 18 | y >> 24) & 63);
	}
	return at_count32(x & (few ? ~n.fours : n.fours & n.ones)) >= least;
}

/* Goals that one type alone satisfies: MS-6.2, MS-6.6, MS-6.7, MS-6.11. */
static bool one_type(uint32_t x, int n)
{
	const uint32_t corners = (LOWEST | TOPMOST) & 0x3f00003fu;
	const uint32_t x_lowest = 0x0000f3cfu; /* columns 1 to 3, four lowest places */

	switch (n) {
	case 2: return (x & corners) == corners;
	case 6: return at_count32(x) >= 8;
	case 7: /* rising by one place a column, 7 bits; falling, 5 bits */
		return (x & x >> 7 & x >> 14 & x >> 21 & x >> 28 & 3) ||
		       (x >> 4 & x >> 9 & x >> 14 & x >> 19 & x >> 24 & 3);
	default: return (x & x >> 2 & x >> 7 & x >> 12 & x >> 14 & x_lowest) != 0;
	}
}

/* Columns of these heights and nothing else. */
#define HEAP(h) ((1u << (h)) - 1)
#define HEIGHTS(a, b, c, d, e)                                                                     \
	(HEAP(a) | HEAP(b) << 6 | HEAP(c) << 12 | HEAP(d) << 18 | HEAP(e) << 24)

/* MS-6.12. That the lowest column has one tile or two is our choice: the book names no height, but
 * each column is formed of one tile more, so none is empty. */
static bool stairs(uint32_t x)
{
	return x == HEIGHTS(1, 2, 3, 4, 5) || x == HEIGHTS(2, 3, 4, 5, 6) ||
	       x == HEIGHTS(5, 4, 3, 2, 1) || x == HEIGHTS(6, 5, 4, 3, 2);
}

bool ms_goal_met(const uint32_t shelf[MS_TYPES], int n, bool any_squares)
{
	switch (n) {
	case 1: return groups_of(shelf, 2, 6);
	case 3: return groups_of(shelf, 4, 4);
	case 4: return squares(shelf, any_squares);
	case 5: return columns(shelf, true, 3);
	case 8: return rows(shelf, true, 4);
	case 9: return columns(shelf, false, 2);
	case 10: return rows(shelf, false, 2);
	case 12: return stairs(all(shelf));
	default: break;
	}
	if (!one_type(all(shelf), n)) /* not even with all tiles alike */
		return false;
	for (int t = 0; t < MS_TYPES; t++)
		if (one_type(shelf[t], n))
			return true;
	return false;
}

int ms_group_points(int tiles)
{
	static const uint8_t points[] = {0, 0, 0, 2, 3, 5, 8}; /* MS-5.3 */

	return points[tiles < 6 ? tiles : 6];
}

int ms_groups(const uint32_t shelf[MS_TYPES])
{
	int points = 0;

	for (int t = 0; t < MS_TYPES; t++) {
		uint32_t left = grouped(shelf[t]); /* one alone scores nothing */
		while (left)
			points += ms_group_points(at_count32(ms_group(&left)));
	}
	return points;
}

int ms_personal_cells(const uint32_t shelf[MS_TYPES], int personal)
{
	int cells = 0;

	for (int t = 0; t < MS_TYPES; t++)
		cells += shelf[t] >> ms_wanted[personal][t] & 1;
	return cells;
}

int ms_personal_points(int cells)
{
	static const uint8_t points[] = {0, 1, 2, 4, 6, 9, 12}; /* MS-5.2 */

	return points[cells];
}
