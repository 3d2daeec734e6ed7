/* My Shelfie as numbers. */
#include "bits.h"
#include "my_shelfie/my_shelfie.h"
#include "numbers.h"
#include "spread.h"

/* --- actions --- */

/* Lines of cells on the whole board. In a line of three tiles the middle one has two neighbours
 * along the line, so its free side (MS-3.2) is across. It is the middle of one line only, so the
 * middle cell identifies the three. */
enum { ACROSS = 36, DOWN = 36, MIDDLES = 29 };
enum {
	ONE = 0,
	TWO_ACROSS = ONE + MS_ROOM_CELLS * MS_COLUMNS,
	TWO_DOWN = TWO_ACROSS + ACROSS * 2 * MS_COLUMNS,
	THREE = TWO_DOWN + DOWN * 2 * MS_COLUMNS,
	ACTIONS = THREE + MIDDLES * 6 * MS_COLUMNS,
};
_Static_assert((int)ACTIONS <= (int)AT_ACTIONS_MAX, "the bound of all games");

static const struct at_part action_parts[] = {
    {"one",
     "a tile: its cell, counted row by row over all 45 of the board; the column, from the left",
     ONE,
     {MS_ROOM_CELLS, MS_COLUMNS},
     1},
    {"two across",
     "two beside each other: the left one, counted likewise over the cells that have a right "
     "neighbour; the left or the right one is placed first; the column",
     TWO_ACROSS,
     {ACROSS, 2, MS_COLUMNS},
     1},
    {"two down",
     "two below each other: the upper one, counted over the cells with a lower neighbour; the "
     "upper or the lower one is placed first; the column",
     TWO_DOWN,
     {DOWN, 2, MS_COLUMNS},
     1},
    {"three",
     "three in a line, across or down as the tiles lie: the middle one, counted over the 29 cells "
     "that can be; the order of placing: 123, 132, 213, 231, 312, 321, 1 being the left or upper "
     "one; the column",
     THREE,
     {MIDDLES, 6, MS_COLUMNS},
     1},
    {NULL, NULL, 0, {0}, 0},
};

/* By a cell's bit: its number; its place in 9 rows of 9; the number of the line that it begins, or
 * that it is the middle of. And back. */
/* clang-format off */
static const uint8_t cell_number[64] = {
    0, 0, 0, 0, 0, 1, 2, 5, 10, 18, 0, 3, 6, 11, 19, 27,
    4, 7, 12, 20, 28, 0, 8, 13, 21, 29, 0, 9, 14, 22, 30, 35,
    0, 15, 23, 31, 36, 0, 16, 24, 32, 37, 40, 17, 25, 33, 38, 41,
    0, 26, 34, 39, 42, 43, 0, 0, 0, 0, 44, 0, 0, 0, 0, 0,
};
static const uint8_t square[64] = {
    3, 0, 0, 0, 0, 4, 12, 20, 28, 36, 0, 13, 21, 29, 37, 45,
    14, 22, 30, 38, 46, 0, 23, 31, 39, 47, 0, 24, 32, 40, 48, 56,
    0, 33, 41, 49, 57, 0, 34, 42, 50, 58, 66, 35, 43, 51, 59, 67,
    0, 44, 52, 60, 68, 76, 0, 0, 0, 0, 77, 0, 0, 0, 0, 0,
};
static const uint8_t across_number[64] = {
    0, 0, 0, 0, 0, 0, 1, 3, 7, 14, 0, 2, 4, 8, 15, 22,
    0, 5, 9, 16, 23, 0, 6, 10, 17, 24, 0, 0, 11, 18, 25, 29,
    0, 12, 19, 26, 30, 0, 13, 20, 27, 31, 33, 0, 21, 28, 32, 34,
    0, 0, 0, 0, 0, 35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const uint8_t down_number[64] = {
    0, 0, 0, 0, 0, 1, 2, 5, 10, 18, 0, 3, 6, 11, 19, 0,
    4, 7, 12, 20, 0, 0, 8, 13, 21, 26, 0, 9, 14, 22, 27, 0,
    0, 15, 23, 28, 31, 0, 16, 24, 29, 32, 0, 17, 25, 30, 33, 34,
    0, 0, 0, 0, 35, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const uint8_t middle_number[64] = {
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 5, 11, 0,
    0, 3, 6, 12, 18, 0, 4, 7, 13, 19, 0, 0, 8, 14, 20, 0,
    0, 9, 15, 21, 24, 0, 10, 16, 22, 25, 0, 0, 17, 23, 26, 27,
    0, 0, 0, 0, 28, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
};
static const uint8_t across_cell[ACROSS] = {
    0, 6, 11, 7, 12, 17, 22, 8, 13, 18, 23, 28, 33, 38, 9, 14, 19, 24,
    29, 34, 39, 44, 15, 20, 25, 30, 35, 40, 45, 31, 36, 41, 46, 42, 47, 53,
};
static const uint8_t down_cell[DOWN] = {
    0, 5, 6, 11, 16, 7, 12, 17, 22, 27, 8, 13, 18, 23, 28, 33, 38, 43,
    9, 14, 19, 24, 29, 34, 39, 44, 25, 30, 35, 40, 45, 36, 41, 46, 47, 52,
};
static const uint8_t middle_cell[MIDDLES] = {
    6, 11, 12, 17, 22, 13, 18, 23, 28, 33, 38, 14, 19, 24, 29, 34, 39, 44,
    20, 25, 30, 35, 40, 45, 36, 41, 46, 47, 52,
};
/* clang-format on */

static uint32_t my_shelfie_index(const struct at_state *s, at_move m)
{
	uint32_t cell = (m >> MS_WHO & 63) - 1;
	uint32_t second = (m >> MS_SECOND & 63) - 1;
	uint32_t order = m >> MS_ORDER & 7;
	uint32_t column = m & 7;

	(void)s;
	switch (m >> MS_SHAPE & 7) {
	case MS_ONE: return ONE + cell_number[cell] * MS_COLUMNS + column;
	case MS_TWO_ACROSS:
		return TWO_ACROSS + (across_number[cell] * 2u + (order != 0)) * MS_COLUMNS + column;
	case MS_TWO_DOWN:
		return TWO_DOWN + (down_number[cell] * 2u + (order != 0)) * MS_COLUMNS + column;
	default: return THREE + (middle_number[second] * 6u + order) * MS_COLUMNS + column;
	}
}

static at_move take_of(enum ms_shape shape, int a, int b, int c, uint32_t order, uint32_t column)
{
	return (at_move)MS_MOVE_TAKE << MS_KIND | (at_move)shape << MS_SHAPE |
	       (at_move)(a + 1) << MS_WHO | (at_move)(b + 1) << MS_SECOND |
	       (at_move)(c + 1) << MS_THIRD | order << MS_ORDER | column;
}

/* Swapping two is the third of the six orders, my_shelfie.h. */
enum { SWAPPED = 2, NO_CELL = -1 };

static at_move my_shelfie_move(const struct at_state *s, uint32_t index)
{
	const struct ms_state *p = (const struct ms_state *)s;
	uint32_t column = index % MS_COLUMNS;
	uint32_t line = index / MS_COLUMNS;
	uint64_t tiles = ms_tiles(p);
	int cell;

	if (index < TWO_ACROSS)
		return take_of(MS_ONE, ms_order[line], NO_CELL, NO_CELL, 0, column);
	if (index < TWO_DOWN) {
		line -= TWO_ACROSS / MS_COLUMNS;
		cell = across_cell[line / 2];
		return take_of(MS_TWO_ACROSS, cell, cell + MS_ACROSS, NO_CELL, line % 2 * SWAPPED,
			       column);
	}
	if (index < THREE) {
		line -= TWO_DOWN / MS_COLUMNS;
		cell = down_cell[line / 2];
		return take_of(MS_TWO_DOWN, cell, cell + MS_DOWN, NO_CELL, line % 2 * SWAPPED,
			       column);
	}
	line -= THREE / MS_COLUMNS;
	cell = middle_cell[line / 6];
	if (cell >= MS_ACROSS && tiles >> (cell - MS_ACROSS) & tiles >> (cell + MS_ACROSS) & 1)
		return take_of(MS_THREE_ACROSS, cell - MS_ACROSS, cell, cell + MS_ACROSS, line % 6,
			       column);
	if (cell >= MS_DOWN && tiles >> (cell - MS_DOWN) & tiles >> (cell + MS_DOWN) & 1)
		return take_of(MS_THREE_DOWN, cell - MS_DOWN, cell, cell + MS_DOWN, line % 6,
			       column);
	return 0;
}

/* The columns with room for this many tiles, one byte each. */
static uint64_t columns_with_room(uint32_t shelf, int tiles)
{
	uint32_t taken = shelf >> (MS_ROWS - tiles);
	uint64_t out = 0;

	for (int c = 0; c < MS_COLUMNS; c++)
		out |= (uint64_t)(~taken >> (MS_ROWS * c) & 1) << (8 * c);
	return out;
}

static inline void put_columns(uint8_t *out, uint64_t columns)
{
	uint32_t four = (uint32_t)columns;

#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	four = __builtin_bswap32(four);
#endif
	memcpy(out, &four, 4);
	out[4] = (uint8_t)(columns >> 32);
}

/* The cells whose tile is of the same type as the one `step` bits further. */
static inline uint64_t same_type(const uint64_t room[3], int step)
{
	return ~((room[0] ^ room[0] >> step) | (room[1] ^ room[1] >> step) |
		 (room[2] ^ room[2] >> step));
}

/* The tiles that can be taken, as sets of first cells, and the columns for one, two and three
 * tiles. */
struct lines {
	uint64_t free;              /* single tiles, MS-3.2 */
	uint64_t two[2], three[2];  /* across, down */
	uint64_t alike[2], ends[2]; /* the next one is of the same type, and the one after it */
	uint64_t columns[3];        /* a byte each */
};

static void find_lines(const struct ms_state *p, struct lines *l)
{
	uint64_t tiles = ms_tiles(p);
	uint32_t shelf = ms_shelf(p, p->head.turn);

	l->free = tiles &
		  ~(tiles << MS_ACROSS & tiles >> MS_ACROSS & tiles << MS_DOWN & tiles >> MS_DOWN);
	for (int i = 0; i < 2; i++) {
		int step = i ? MS_DOWN : MS_ACROSS;
		l->two[i] = l->free & l->free >> step;
		l->three[i] = l->two[i] & l->two[i] >> step;
		l->alike[i] = same_type(p->room, step);
		l->ends[i] = same_type(p->room, 2 * step);
	}
	for (int i = 0; i < 3; i++)
		l->columns[i] = columns_with_room(shelf, i + 1);
}

/* Of several orders that show the same types from bottom to top only the first is listed
 * (MS-3.3): a bit for each listed order, indexed by which tiles are alike: the first two, the
 * last two, the first and the last. */
static inline unsigned orders_of(const struct lines *l, int down, int cell)
{
	static const uint8_t different_orders[8] = {0x3f, 0x13, 0x0d, 0, 0x07, 0, 0, 0x01};
	int step = down ? MS_DOWN : MS_ACROSS;

	return different_orders[(l->alike[down] >> cell & 1) |
				(l->alike[down] >> (cell + step) & 1) << 1 |
				(l->ends[down] >> cell & 1) << 2];
}

/* --- one of them --- */

static int bytes_set(uint64_t columns)
{
	return (int)(columns * 0x0101010101u >> 32 & 0xff);
}

static at_move nth_column(at_move take, uint64_t columns, uint32_t n)
{
	return take | (at_move)at_nth64(columns, n) / 8;
}

/* Three tiles of different types have six orders, with two alike three, all alike one. */
static uint32_t count_threes(const struct lines *l, int down)
{
	int step = down ? MS_DOWN : MS_ACROSS;
	uint64_t a = l->alike[down] & l->three[down];
	uint64_t b = l->alike[down] >> step & l->three[down];
	uint64_t c = l->ends[down] & l->three[down];
	int some = at_count64(a | b | c);

	return (uint32_t)(6 * at_count64(l->three[down]) - 3 * some - 2 * at_count64(a & b));
}

static at_move nth_two(const struct lines *l, int down, uint32_t n)
{
	enum ms_shape shape = down ? MS_TWO_DOWN : MS_TWO_ACROSS;
	uint32_t columns = (uint32_t)bytes_set(l->columns[1]);
	uint32_t order = n / columns;
	int cell;

	for (uint64_t left = l->two[down];;) {
		uint32_t orders;
		cell = at_pop64(&left);
		orders = 2 - (l->alike[down] >> cell & 1);
		if (order < orders)
			break;
		order -= orders;
	}
	return nth_column(
	    take_of(shape, cell, cell + (down ? MS_DOWN : MS_ACROSS), NO_CELL, order * SWAPPED, 0),
	    l->columns[1], n % columns);
}

static at_move nth_three(const struct lines *l, int down, uint32_t n)
{
	int step = down ? MS_DOWN : MS_ACROSS;
	enum ms_shape shape = down ? MS_THREE_DOWN : MS_THREE_ACROSS;
	uint32_t columns = (uint32_t)bytes_set(l->columns[2]);
	uint32_t order = n / columns;
	unsigned orders;
	int cell;

	for (uint64_t left = l->three[down];;) {
		uint32_t count;
		cell = at_pop64(&left);
		orders = orders_of(l, down, cell);
		count = (uint32_t)at_count32(orders);
		if (order < count)
			break;
		order -= count;
	}
	return nth_column(take_of(shape, cell, cell + step, cell + 2 * step,
				  (uint32_t)at_nth64(orders, order), 0),
			  l->columns[2], n % columns);
}

static at_move my_shelfie_pick(const struct at_state *s, uint32_t r)
{
	struct lines l;
	uint32_t columns[3], count[5], all = 0, n;
	int i = 0;

	find_lines((const struct ms_state *)s, &l);
	for (int k = 0; k < 3; k++)
		columns[k] = (uint32_t)bytes_set(l.columns[k]);
	count[0] = (uint32_t)at_count64(l.free) * columns[0];
	for (int k = 0; k < 2; k++) {
		int twos = 2 * at_count64(l.two[k]) - at_count64(l.two[k] & l.alike[k]);
		count[1 + k] = (uint32_t)twos * columns[1];
		count[3 + k] = count_threes(&l, k) * columns[2];
	}
	for (int k = 0; k < 5; k++)
		all += count[k];
	for (n = (uint32_t)((uint64_t)r * all >> 32); n >= count[i]; i++)
		n -= count[i];
	if (i > 2)
		return nth_three(&l, i - 3, n);
	if (i > 0)
		return nth_two(&l, i - 1, n);
	return nth_column(take_of(MS_ONE, at_nth64(l.free, n / columns[0]), NO_CELL, NO_CELL, 0, 0),
			  l.columns[0], n % columns[0]);
}

/* --- all of them --- */

static void mask_twos(uint8_t *out, const struct lines *l, int down)
{
	const uint8_t *number = down ? down_number : across_number;

	for (uint64_t left = l->two[down]; left;) {
		int cell = at_pop64(&left);
		uint8_t *to = out + number[cell] * 2 * MS_COLUMNS;
		put_columns(to, l->columns[1]);
		if (!(l->alike[down] >> cell & 1))
			put_columns(to + MS_COLUMNS, l->columns[1]);
	}
}

static void mask_threes(uint8_t *out, const struct lines *l, int down)
{
	for (uint64_t left = l->three[down]; left;) {
		int cell = at_pop64(&left);
		unsigned orders = orders_of(l, down, cell);
		uint8_t *to =
		    out + middle_number[cell + (down ? MS_DOWN : MS_ACROSS)] * 6 * MS_COLUMNS;
		while (orders)
			put_columns(to + at_pop32(&orders) * MS_COLUMNS, l->columns[2]);
	}
}

static void my_shelfie_mask(const struct at_state *s, uint8_t *out)
{
	const struct ms_state *p = (const struct ms_state *)s;
	struct lines l;

	memset(out, 0, ACTIONS);
	if (p->free)
		return;
	find_lines(p, &l);
	for (uint64_t left = l.free; left;)
		put_columns(out + ONE + cell_number[at_pop64(&left)] * MS_COLUMNS, l.columns[0]);
	for (int i = 0; i < 2 && l.columns[1]; i++)
		mask_twos(out + (i ? TWO_DOWN : TWO_ACROSS), &l, i);
	for (int i = 0; i < 2 && l.columns[2]; i++)
		mask_threes(out + THREE, &l, i);
}

/* --- observations --- */

enum {
	SQUARES = MS_ROOM_SIDE * MS_ROOM_SIDE,
	PLACES = MS_COLUMNS * MS_ROWS,
	SHELVES = AT_COMMON_SIZE,
	WANTED = SHELVES + AT_SEATS_MAX * MS_TYPES * PLACES,
	ROOM = WANTED + MS_TYPES * PLACES,
	BAG = ROOM + MS_TYPES * SQUARES,
	GOALS = BAG + MS_TYPES,
	TAKEN = GOALS + 2 * MS_COMMON_GOALS,
	LEFT = TAKEN + AT_SEATS_MAX * 2,
	END_TILE = LEFT + 2,
	ANY_SQUARES = END_TILE + AT_SEATS_MAX,
	SIZE = ANY_SQUARES + 1,
};

static const struct at_part planes[] = {
    AT_COMMON_PLANES,
    {"shelves",
     "seat; type (cat, book, game, frame, trophy, plant); column, from the left; place, from the "
     "bottom",
     SHELVES,
     {AT_SEATS_MAX, MS_TYPES, MS_COLUMNS, MS_ROWS},
     1},
    {"wanted",
     "the own personal goal: type; column; place",
     WANTED,
     {MS_TYPES, MS_COLUMNS, MS_ROWS},
     1},
    {"room",
     "the living room: type; row, from the top; column, from the left",
     ROOM,
     {MS_TYPES, MS_ROOM_SIDE, MS_ROOM_SIDE},
     1},
    {"bag", "tiles of each type in the bag", BAG, {MS_TYPES}, MS_TILES},
    {"goals", "the common goals: slot; number, from 1", GOALS, {2, MS_COMMON_GOALS}, 1},
    {"taken",
     "points of the scoring tiles that were taken: seat; slot of the goal",
     TAKEN,
     {AT_SEATS_MAX, 2},
     8},
    {"left", "points of the next scoring tile of each goal, 0 for none", LEFT, {2}, 8},
    {"end tile", "the seat that has it", END_TILE, {AT_SEATS_MAX}, 1},
    {"any squares", "option squares=any", ANY_SQUARES, {1}, 1},
    {NULL, NULL, 0, {0}, 0},
};

/* Five columns of six places. The last column writes two bytes too many: what follows a shelf is
 * written after it. */
static void put_shelf(uint8_t *out, uint32_t places)
{
	for (int c = 0; c < MS_COLUMNS; c++)
		at_put8(out + c * MS_ROWS, at_spread7(places >> (c * MS_ROWS) & 0x3f));
}

static void observe_seats(const struct ms_state *p, uint8_t *out)
{
	for (int i = 0; i < p->head.seats; i++) {
		int seat = at_relative(&p->head, i);
		uint8_t *shelf = out + SHELVES + i * MS_TYPES * PLACES;
		for (int t = 0; t < MS_TYPES; t++)
			put_shelf(shelf + t * PLACES, p->shelf[seat][t]);
	}
	memset(out + SHELVES + p->head.seats * MS_TYPES * PLACES, 0,
	       (size_t)(SIZE - SHELVES - p->head.seats * MS_TYPES * PLACES));
	for (int i = 0; i < p->head.seats; i++) {
		int seat = at_relative(&p->head, i);
		memcpy(out + TAKEN + 2 * i, p->taken[seat], 2);
		out[END_TILE + i] = p->end_tile == seat + 1;
	}
}

static void observe_room(const struct ms_state *p, uint8_t *out)
{
	for (uint64_t left = ms_tiles(p); left;) {
		int cell = at_pop64(&left);
		out[ms_tile(p, cell) * SQUARES + square[cell]] = 1;
	}
}

static void my_shelfie_observe(const struct at_state *view, uint8_t *out)
{
	const struct ms_state *p = (const struct ms_state *)view;
	int personal = p->personal[view->viewer];

	at_observe_common(view, out);
	observe_seats(p, out);
	if (personal)
		for (int t = 0; t < MS_TYPES; t++)
			out[WANTED + t * PLACES + ms_wanted[personal][t]] = 1;
	observe_room(p, out + ROOM);
	memcpy(out + BAG, p->bag, MS_TYPES);
	for (int i = 0; i < 2; i++)
		if (p->goals[i]) {
			uint32_t left = ms_tiles_left(p, i) & ~1u;
			out[GOALS + i * MS_COMMON_GOALS + p->goals[i] - 1] = 1;
			out[LEFT + i] = (uint8_t)(left ? 31 - __builtin_clz(left) : 0);
		}
	out[ANY_SQUARES] = ms_any_squares(view);
}

const struct at_numbers at_numbers_my_shelfie = {
    .version = 1,
    .actions = ACTIONS,
    .observation = SIZE,
    .action_parts = action_parts,
    .planes = planes,
    .index = my_shelfie_index,
    .move = my_shelfie_move,
    .pick = my_shelfie_pick,
    .mask = my_shelfie_mask,
    .observe = my_shelfie_observe,
};
