#include "cards.h"

const char rf_letters[RF_COLOURS + 1] = "RYGP";
const char *const rf_colour_names[RF_COLOURS] = {"red", "yellow", "green", "purple"};

int rf_colour(char letter)
{
	for (int i = 0; i < RF_COLOURS; i++)
		if (rf_letters[i] == letter)
			return i;
	return -1;
}

/* clang-format off */
enum { R = RF_RED, Y = RF_YELLOW, G = RF_GREEN, P = RF_PURPLE };
#define TOP(colour)          {colour, 0, 0}
#define AT(colour, height)   {colour, height, 0}
#define FROM(colour, height) {colour, height, 1}
#define ANY(height)          {RF_ANY, height, 0}

/* RF-1.3: the pieces it brings, its value, and its pattern: a shape and what stands there. */
const struct rf_card rf_card[RF_CARDS + 1] = {
    [1] = {{P, P}, 6, RF_SQUARE, {TOP(R), TOP(R)}},
    [2] = {{Y, Y}, 6, RF_SQUARE, {TOP(G), TOP(G)}},
    [3] = {{R, R}, 6, RF_SQUARE, {TOP(Y), TOP(Y)}},
    [4] = {{G, G}, 6, RF_SQUARE, {TOP(P), TOP(P)}},
    [5] = {{P, P}, 4, RF_STAIRS, {TOP(R), TOP(R)}},
    [6] = {{Y, Y}, 4, RF_STAIRS, {TOP(G), TOP(G)}},
    [7] = {{G, G}, 4, RF_STAIRS, {TOP(P), TOP(P)}},
    [8] = {{R, R}, 4, RF_STAIRS, {TOP(Y), TOP(Y)}},
    [9] = {{R, Y}, 4, RF_LINE, {TOP(G), TOP(G)}},
    [10] = {{R, G}, 4, RF_LINE, {TOP(P), TOP(P)}},
    [11] = {{G, P}, 4, RF_LINE, {TOP(Y), TOP(Y)}},
    [12] = {{P, Y}, 4, RF_LINE, {TOP(R), TOP(R)}},
    [13] = {{G, G}, 4, RF_CORNER, {TOP(Y), TOP(Y)}},
    [14] = {{P, P}, 4, RF_CORNER, {TOP(G), TOP(G)}},
    [15] = {{R, R}, 4, RF_CORNER, {TOP(P), TOP(P)}},
    [16] = {{Y, Y}, 4, RF_CORNER, {TOP(R), TOP(R)}},
    [17] = {{R, R}, 1, RF_ONE, {TOP(G), TOP(G)}},
    [18] = {{Y, Y}, 1, RF_ONE, {TOP(P), TOP(P)}},
    [19] = {{P, P}, 1, RF_ONE, {TOP(Y), TOP(Y)}},
    [20] = {{G, G}, 1, RF_ONE, {TOP(R), TOP(R)}},
    [21] = {{R, R}, 2, RF_ONE, {AT(Y, 2), AT(Y, 2)}},
    [22] = {{G, G}, 2, RF_ONE, {AT(P, 2), AT(P, 2)}},
    [23] = {{Y, Y}, 2, RF_ONE, {AT(G, 2), AT(G, 2)}},
    [24] = {{P, P}, 2, RF_ONE, {AT(R, 2), AT(R, 2)}},
    [25] = {{G, G}, 4, RF_ONE, {AT(Y, 3), AT(Y, 3)}},
    [26] = {{P, P}, 4, RF_ONE, {AT(G, 3), AT(G, 3)}},
    [27] = {{R, R}, 4, RF_ONE, {AT(P, 3), AT(P, 3)}},
    [28] = {{Y, Y}, 4, RF_ONE, {AT(R, 3), AT(R, 3)}},
    [29] = {{R, Y}, 5, RF_ONE, {AT(P, 4), AT(P, 4)}},
    [30] = {{Y, P}, 5, RF_ONE, {AT(G, 4), AT(G, 4)}},
    [31] = {{G, P}, 5, RF_ONE, {AT(R, 4), AT(R, 4)}},
    [32] = {{R, G}, 5, RF_ONE, {AT(Y, 4), AT(Y, 4)}},
    [33] = {{G, G}, 5, RF_PAIR, {AT(P, 2), AT(P, 2)}},
    [34] = {{P, P}, 5, RF_PAIR, {AT(R, 2), AT(R, 2)}},
    [35] = {{Y, Y}, 5, RF_PAIR, {AT(G, 2), AT(G, 2)}},
    [36] = {{R, R}, 5, RF_PAIR, {AT(Y, 2), AT(Y, 2)}},
    [37] = {{G, G}, 3, RF_PAIR, {TOP(P), TOP(Y)}},
    [38] = {{G, G}, 3, RF_PAIR, {TOP(R), TOP(P)}},
    [39] = {{P, P}, 3, RF_PAIR, {TOP(R), TOP(G)}},
    [40] = {{R, R}, 3, RF_PAIR, {TOP(G), TOP(Y)}},
    [41] = {{P, P}, 3, RF_PAIR, {TOP(Y), TOP(R)}},
    [42] = {{Y, Y}, 3, RF_PAIR, {TOP(P), TOP(G)}},
    [43] = {{G, G}, 5, RF_DIAGONAL, {FROM(P, 2), FROM(R, 2)}},
    [44] = {{R, R}, 5, RF_DIAGONAL, {FROM(P, 2), FROM(Y, 2)}},
    [45] = {{P, P}, 5, RF_DIAGONAL, {FROM(R, 2), FROM(Y, 2)}},
    [46] = {{Y, Y}, 5, RF_DIAGONAL, {FROM(R, 2), FROM(G, 2)}},
    [47] = {{R, R}, 5, RF_DIAGONAL, {FROM(Y, 2), FROM(G, 2)}},
    [48] = {{Y, Y}, 5, RF_DIAGONAL, {FROM(P, 2), FROM(G, 2)}},
    [49] = {{G, G}, 2, RF_TALLEST, {TOP(P), TOP(Y)}},
    [50] = {{R, R}, 2, RF_TALLEST, {TOP(Y), TOP(P)}},
    [51] = {{P, P}, 2, RF_TALLEST, {TOP(R), TOP(G)}},
    [52] = {{Y, Y}, 2, RF_TALLEST, {TOP(G), TOP(R)}},
    [53] = {{R, R}, 2, RF_TALLEST, {TOP(P), TOP(G)}},
    [54] = {{G, G}, 2, RF_TALLEST, {TOP(Y), TOP(R)}},
    [55] = {{P, P}, 2, RF_TALLEST, {TOP(G), TOP(Y)}},
    [56] = {{Y, Y}, 2, RF_TALLEST, {TOP(R), TOP(P)}},
    [57] = {{Y, G}, 2, RF_ONE, {ANY(3), ANY(3)}},
    [58] = {{P, R}, 3, RF_ONE, {ANY(4), ANY(4)}},
    [59] = {{R, P}, 1, RF_ONE, {ANY(2), ANY(2)}},
    [60] = {{G, Y}, 2, RF_PAIR, {ANY(2), ANY(2)}},
};
/* clang-format on */

/* A shape in one of its rotations, drawn with its top left corner at a1, and the spaces where that
 * corner may lie. Rotations that cover the same cells are one (RF-5.2). */
struct turned {
	uint16_t cells, corners;
};

static const struct shape {
	uint8_t size, turns;
	struct turned turned[4]; /* the first is how cards show it */
} shapes[RF_SHAPES] = {
    [RF_ONE] = {1, 1, {{0x001, 0xffff}}},
    [RF_PAIR] = {2, 2, {{0x003, 0x7777}, {0x011, 0x0fff}}},
    [RF_DIAGONAL] = {2, 2, {{0x021, 0x0777}, {0x012, 0x0777}}},
    [RF_LINE] = {3, 2, {{0x007, 0x3333}, {0x111, 0x00ff}}},
    [RF_STAIRS] = {3, 2, {{0x421, 0x0033}, {0x124, 0x0033}}},
    [RF_CORNER] = {3, 4, {{0x031, 0x0777}, {0x013, 0x0777}, {0x023, 0x0777}, {0x032, 0x0777}}},
    [RF_SQUARE] = {4, 1, {{0x033, 0x0777}}},
};

enum { OCCURRENCES_MAX = 36 }; /* corners: four rotations at nine places; no shape has more */

uint16_t rf_shape_cells(int shape)
{
	return shapes[shape].turned[0].cells;
}

/* The stacks that satisfy a cell of a pattern (RF-5.3). */
static uint32_t satisfying(const struct rf_board *b, const struct rf_need *need)
{
	uint32_t set = need->colour == RF_ANY ? b->tall[0] : b->top[need->colour];

	if (need->height) {
		set &= b->tall[need->height - 1];
		if (!need->or_more && need->height < RF_HEIGHT)
			set &= ~(uint32_t)b->tall[need->height];
	}
	return set;
}

/* Where the corner of a turned shape lies when all its cells are in the set. */
static uint32_t corners_of(const struct turned *t, uint32_t set)
{
	uint32_t corners = t->corners;

	for (uint32_t cells = t->cells; cells;)
		corners &= set >> at_pop32(&cells);
	return corners;
}

/* The same for two cells that ask for different things, either way round. */
static uint32_t corners_of_two(const struct turned *t, uint32_t a, uint32_t b)
{
	uint32_t cells = t->cells;
	int one = at_pop32(&cells);
	int two = at_low32(cells);

	return t->corners & ((a >> one & b >> two) | (b >> one & a >> two));
}

/* Those of a set of occurrences (bit i: list[i]) that share no cell with these. */
static uint64_t disjoint(const uint16_t *list, uint64_t set, uint32_t cells)
{
	uint64_t out = set;

	while (set) {
		int i = at_pop64(&set);
		if (list[i] & cells)
			out &= ~((uint64_t)1 << i);
	}
	return out;
}

static int count_cells(const uint16_t *list, uint64_t set)
{
	uint32_t cells = 0;

	while (set)
		cells |= list[at_pop64(&set)];
	return at_count32(cells);
}

/* The largest number of disjoint occurrences in the list. A largest choice takes one that overlaps
 * the first of those left, or the first itself: else the first could be added. So each level tries
 * these; what was tried is left out of the later branches, where it can bring nothing new. Levels,
 * and no recursion, because a GPU has to know beforehand how deep calls go. */
static int largest_packing(const uint16_t *list, int n, int size)
{
	struct {
		uint64_t left, tries;
		int most; /* occurrences that can be had in all */
	} level[RF_SPACES / 2];
	uint64_t left = ((uint64_t)1 << n) - 1;
	int taken = 0; /* one at each level */
	int best = 1;

	if (n <= 1)
		return n;
	for (;;) {
		int most = taken + count_cells(list, left) / size;
		int i;
		if (taken > best)
			best = taken;
		if (most > best) {
			level[taken].left = left;
			level[taken].tries = left & ~disjoint(list, left, list[at_low64(left)]);
			level[taken++].most = most;
		}
		while (taken && (level[taken - 1].most <= best || !level[taken - 1].tries))
			taken--;
		if (!taken)
			return best;
		i = at_pop64(&level[taken - 1].tries);
		level[taken - 1].left &= ~((uint64_t)1 << i);
		left = disjoint(list, level[taken - 1].left, list[i]);
	}
}

static int count_pattern(const struct rf_board *b, const struct rf_card *card)
{
	const struct shape *shape = &shapes[card->shape];
	uint32_t first = satisfying(b, &card->need[0]);
	uint32_t second = first;
	uint16_t list[OCCURRENCES_MAX];
	int n = 0;

	if (shape->size == 1)
		return at_count32(first);
	if (shape->size == 2)
		second = satisfying(b, &card->need[1]);
	for (int i = 0; i < shape->turns; i++) {
		const struct turned *t = &shape->turned[i];
		uint32_t corners =
		    first == second ? corners_of(t, first) : corners_of_two(t, first, second);
		while (corners)
			list[n++] = (uint16_t)(t->cells << at_pop32(&corners));
	}
	return largest_packing(list, n, shape->size);
}

/* The spaces around a space, orthogonally and diagonally. 0x7777 are all spaces that have one to
 * their right, 0xeeee those with one to their left. */
static uint32_t around(int space)
{
	uint32_t row = 1u << space | (1u << space & 0x7777) << 1 | (1u << space & 0xeeee) >> 1;

	return ((row | row << 4 | row >> 4) & 0xffff) & ~(1u << space);
}

/* RF-5.5: of the tallest stacks topped with the first colour, the one with the most neighbours that
 * are topped with the second. */
static int count_neighbours(const struct rf_board *b, const struct rf_card *card)
{
	uint32_t from = b->top[card->need[0].colour];
	uint32_t to = b->top[card->need[1].colour];
	int best = 0;

	for (int k = RF_HEIGHT - 1; k > 0; k--)
		if (from & b->tall[k]) {
			from &= b->tall[k];
			break;
		}
	while (from) {
		int found = at_count32(around(at_pop32(&from)) & to);
		if (found > best)
			best = found;
	}
	return best;
}

int rf_occurrences(const struct rf_board *b, int card)
{
	const struct rf_card *c = &rf_card[card];

	return c->shape == RF_TALLEST ? count_neighbours(b, c) : count_pattern(b, c);
}
