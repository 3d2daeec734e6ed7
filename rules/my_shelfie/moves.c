/* My Shelfie: the lists of legal takes and of draws with their odds. */
#include "my_shelfie.h"

#include "assert.h"
#include "bits.h"
#include "list.h"
#include "noinline.h"

enum { SWAPPED = 2 }; /* the order of two cells the other way round */

const uint8_t ms_orders[8][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0},
				 {2, 0, 1}, {2, 1, 0}, {0, 1, 2}, {0, 2, 1}};

/* Which orders of three cells give different types from bottom to top, a bit each, by which pairs
 * of them are alike (bit 0: the first two, bit 1: the last two, bit 2: first and last). Of several
 * orders with the same result the first is listed. */
#define BITS(a, b, c) (1 << (a) | 1 << (b) | 1 << (c))
static const uint8_t different_orders[8] = {
    [0] = (1 << MS_ORDERS) - 1,
    [1] = BITS(0, 1, 4),
    [2] = BITS(0, 2, 3),
    [4] = BITS(0, 1, 2),
    [7] = 1,
};

/* The columns of a set (bit c: column c), as a list that is ready to be put into moves. */
struct column_list {
	at_move at[MS_COLUMNS];
	uint32_t count;
};

/* clang-format off */
static const struct column_list column_lists[1 << MS_COLUMNS] = {
	{{0},          0}, {{0},             1}, {{1},             1}, {{0, 1},          2},
	{{2},          1}, {{0, 2},          2}, {{1, 2},          2}, {{0, 1, 2},       3},
	{{3},          1}, {{0, 3},          2}, {{1, 3},          2}, {{0, 1, 3},       3},
	{{2, 3},       2}, {{0, 2, 3},       3}, {{1, 2, 3},       3}, {{0, 1, 2, 3},    4},
	{{4},          1}, {{0, 4},          2}, {{1, 4},          2}, {{0, 1, 4},       3},
	{{2, 4},       2}, {{0, 2, 4},       3}, {{1, 2, 4},       3}, {{0, 1, 2, 4},    4},
	{{3, 4},       2}, {{0, 3, 4},       3}, {{1, 3, 4},       3}, {{0, 1, 3, 4},    4},
	{{2, 3, 4},    3}, {{0, 2, 3, 4},    4}, {{1, 2, 3, 4},    4}, {{0, 1, 2, 3, 4}, 5},
};
/* clang-format on */

/* The columns with room for this many tiles. Their lowest places are six bits apart; the
 * multiplication puts these five bits side by side, from bit 24 on. */
static inline struct column_list columns_with_room(uint32_t shelf, int tiles)
{
	const uint32_t lowest = 0x01041041u;
	const uint32_t gather = 1u << 24 | 1u << 19 | 1u << 14 | 1u << 9 | 1u << 4;
	uint32_t room = ~shelf >> (MS_ROWS - tiles) & lowest;

	return column_lists[room * gather >> 24 & ((1 << MS_COLUMNS) - 1)];
}

/* Lists a take into every column of the list, if it is to be listed. It always writes five:
 * moves_max has room for five a take, and what comes next replaces those that are too many. */
AT_LISTS void put_take(struct at_list *l, at_move take, struct column_list columns, bool listed)
{
	for (uint32_t i = 0; i < MS_COLUMNS; i++)
		at_list_write(l, i, take | columns.at[i]);
	at_list_go_on(l, listed ? columns.count : 0);
}

/* The parts of a take of each shape: the move for the cell with bit 0, and the increment for
 * each bit further. */
#define CELLS(a, b, c)                                                                             \
	((at_move)(a) << MS_WHO | (at_move)(b) << MS_SECOND | (at_move)(c) << MS_THIRD)
#define TAKE_OF(shape, a, b, c)                                                                    \
	((at_move)MS_MOVE_TAKE << MS_KIND | (at_move)(shape) << MS_SHAPE | CELLS(a, b, c))

#define TWO(shape, apart)   TAKE_OF(shape, 1, 1 + (apart), 0)
#define THREE(shape, apart) TAKE_OF(shape, 1, 1 + (apart), 1 + 2 * (apart))

AT_LISTS void put_ones(struct at_list *l, uint64_t where, struct column_list columns)
{
	while (where) {
		at_move cell = (at_move)at_pop64(&where);
		put_take(l, TAKE_OF(MS_ONE, 1, 0, 0) + cell * CELLS(1, 0, 0), columns, true);
	}
}

AT_LISTS void put_twos(struct at_list *l, uint64_t where, uint64_t alike, at_move take,
		       struct column_list columns)
{
	while (where) {
		int cell = at_pop64(&where);
		at_move m = take + (at_move)cell * CELLS(1, 1, 0);
		put_take(l, m, columns, true);
		put_take(l, m | SWAPPED << MS_ORDER, columns, !(alike >> cell & 1));
	}
}

AT_LISTS void put_threes(struct at_list *l, uint64_t where, uint64_t alike, uint64_t ends_alike,
			 int step, at_move take, struct column_list columns)
{
	while (where) {
		int cell = at_pop64(&where);
		at_move m = take + (at_move)cell * CELLS(1, 1, 1);
		int listed =
		    different_orders[(alike >> cell & 1) | (alike >> (cell + step) & 1) << 1 |
				     (ends_alike >> cell & 1) << 2];
		for (int i = 0; i < MS_ORDERS; i++)
			put_take(l, m | (at_move)i << MS_ORDER, columns, listed >> i & 1);
	}
}

/* The cells whose tile is of the same type as the one `step` bits further. */
static inline uint64_t same_type(const uint64_t room[3], int step)
{
	return ~((room[0] ^ room[0] >> step) | (room[1] ^ room[1] >> step) |
		 (room[2] ^ room[2] >> step));
}

/* The tiles that have a free side, MS-3.2. */
static inline uint64_t takeable(uint64_t tiles)
{
	return tiles &
	       ~(tiles << MS_ACROSS & tiles >> MS_ACROSS & tiles << MS_DOWN & tiles >> MS_DOWN);
}

/* MS-3.1 to MS-3.3 */
AT_LISTS void list_takes(const struct ms_state *p, struct at_list *l)
{
	uint64_t free = takeable(ms_tiles(p));
	uint64_t across = free & free >> MS_ACROSS;
	uint64_t down = free & free >> MS_DOWN;
	uint64_t like_across = same_type(p->room, MS_ACROSS);
	uint64_t like_down = same_type(p->room, MS_DOWN);
	uint32_t shelf = ms_shelf(p, p->head.turn);
	struct column_list columns = columns_with_room(shelf, 1);

	if (columns.count == 0)
		return;
	put_ones(l, free, columns);
	columns = columns_with_room(shelf, 2);
	if (columns.count == 0)
		return;
	put_twos(l, across, like_across, TWO(MS_TWO_ACROSS, MS_ACROSS), columns);
	put_twos(l, down, like_down, TWO(MS_TWO_DOWN, MS_DOWN), columns);
	columns = columns_with_room(shelf, 3);
	if (columns.count == 0)
		return;
	put_threes(l, across & across >> MS_ACROSS, like_across, same_type(p->room, 2 * MS_ACROSS),
		   MS_ACROSS, THREE(MS_THREE_ACROSS, MS_ACROSS), columns);
	put_threes(l, down & down >> MS_DOWN, like_down, same_type(p->room, 2 * MS_DOWN), MS_DOWN,
		   THREE(MS_THREE_DOWN, MS_DOWN), columns);
}

bool ms_is_listed_take(const struct ms_state *p, at_move m)
{
	static const struct {
		at_move take, step; /* of the cell with bit 0, and of each bit further */
		int count, apart;
	} shapes[8] = {
	    [MS_ONE] = {TAKE_OF(MS_ONE, 1, 0, 0), CELLS(1, 0, 0), 1, 0},
	    [MS_TWO_ACROSS] = {TWO(MS_TWO_ACROSS, MS_ACROSS), CELLS(1, 1, 0), 2, MS_ACROSS},
	    [MS_TWO_DOWN] = {TWO(MS_TWO_DOWN, MS_DOWN), CELLS(1, 1, 0), 2, MS_DOWN},
	    [MS_THREE_ACROSS] = {THREE(MS_THREE_ACROSS, MS_ACROSS), CELLS(1, 1, 1), 3, MS_ACROSS},
	    [MS_THREE_DOWN] = {THREE(MS_THREE_DOWN, MS_DOWN), CELLS(1, 1, 1), 3, MS_DOWN},
	};
	unsigned shape = m >> MS_SHAPE & 7, order = m >> MS_ORDER & 7, column = m & 7;
	unsigned cell = (m >> MS_WHO & 63) - 1;
	int count = shapes[shape].count, apart = shapes[shape].apart;
	uint64_t free = takeable(ms_tiles(p)), alike;
	uint32_t shelf = ms_shelf(p, p->head.turn);
	unsigned like;

	if (!count || cell > 63 || column >= MS_COLUMNS ||
	    (m & ~(7u << MS_ORDER | 7)) != shapes[shape].take + cell * shapes[shape].step ||
	    !((free & free >> apart & (count < 3 ? free : free >> 2 * apart)) >> cell & 1) ||
	    shelf >> (MS_ROWS * column + MS_ROWS - (unsigned)count) & 1)
		return false;
	if (count == 1)
		return order == 0;
	alike = same_type(p->room, apart);
	like = alike >> cell & 1;
	if (count == 2)
		return order == 0 || (order == SWAPPED && !like);
	like |= (alike >> (cell + (unsigned)apart) & 1) << 1 |
		(same_type(p->room, 2 * apart) >> cell & 1) << 2;
	return different_orders[like] >> order & 1;
}

static enum ms_shape shape_of(int count, const int cells[3])
{
	int step = cells[1] - cells[0];

	if (count == 1)
		return MS_ONE;
	if ((step != MS_ACROSS && step != MS_DOWN) || (count == 3 && cells[2] - cells[1] != step))
		return MS_NO_LINE;
	if (count == 2)
		return step == MS_ACROSS ? MS_TWO_ACROSS : MS_TWO_DOWN;
	return step == MS_ACROSS ? MS_THREE_ACROSS : MS_THREE_DOWN;
}

/* The first order that lays these types from bottom to top as the given cells do. */
static int order_of(const struct ms_state *p, const struct ms_take *take, const int sorted[3])
{
	for (int o = 0; o < MS_ORDERS; o++) {
		int i = 0;
		if (take->count < 3 && ms_orders[o][2] != 2)
			continue;
		while (i < take->count &&
		       ms_tile(p, sorted[ms_orders[o][i]]) == ms_tile(p, take->cells[i]))
			i++;
		if (i == take->count)
			return o;
	}
	at_assert(!"sorted holds the same cells");
	return 0;
}

at_move ms_pack_take(const struct ms_state *p, const struct ms_take *take)
{
	int sorted[3] = {-1, -1, -1};

	for (int i = 0; i < take->count; i++) {
		int j = i;
		for (; j > 0 && sorted[j - 1] > take->cells[i]; j--)
			sorted[j] = sorted[j - 1];
		sorted[j] = take->cells[i];
	}
	return TAKE_OF(shape_of(take->count, sorted), sorted[0] + 1, sorted[1] + 1, sorted[2] + 1) |
	       (at_move)order_of(p, take, sorted) << MS_ORDER | (at_move)take->column;
}

uint32_t ms_numbers_left(const uint8_t *used, int n)
{
	uint32_t set = (1u << (MS_COMMON_GOALS + 1)) - 2;

	for (int i = 0; i < n; i++)
		set &= ~(1u << used[i]);
	return set;
}

static int list_numbers(at_move *out, enum ms_kind kind, int who, uint32_t set)
{
	int n = 0;

	while (set)
		out[n++] = ms_move(kind, who, at_pop32(&set));
	return n;
}

int ms_cells_to_fill(const struct ms_state *p)
{
	uint64_t empty = ms_empty_cells(p);
	int n = 0;

	for (int i = p->fill; i < MS_ROOM_CELLS; i++)
		n += empty >> ms_order[i] & 1;
	return n;
}

/* The odds that the present cell stays empty: cells left less tiles in the bag, MS-4.3. Above 0
 * only when the bag is short. */
static int odds_of_none(const struct ms_state *p)
{
	int tiles = ms_bag_size(p);
	int cells;

	if (tiles >= MS_ROOM_CELLS)
		return 0;
	cells = ms_cells_to_fill(p);
	return cells > tiles ? cells - tiles : 0;
}

static int list_draws(const struct ms_state *p, at_move *out)
{
	at_move draw = ms_move(MS_MOVE_DRAW, ms_order[p->fill], 0);
	int n = 0;

	for (int t = 0; t < MS_TYPES; t++) {
		out[n] = draw + (at_move)t;
		n += p->bag[t] > 0;
	}
	if (odds_of_none(p) > 0)
		out[n++] = draw + MS_NONE;
	return n;
}

bool ms_is_outcome(const struct ms_state *p, at_move m)
{
	int number = ms_number(m);

	if (m != ms_move(MS_MOVE_DRAW, ms_order[p->fill], number))
		return false;
	return number < MS_TYPES ? p->bag[number] > 0 : number == MS_NONE && odds_of_none(p) > 0;
}

int ms_moves(const struct at_state *s, at_move *out)
{
	const struct ms_state *p = (const struct ms_state *)s;
	struct at_list takes = {.writes = true, .next = out};

	switch (s->phase) {
	case MS_TAKE:
		if (p->free || (!at_is_truth(s) && s->viewer != s->turn))
			return 0;
		list_takes(p, &takes);
		return (int)(takes.next - out);
	case MS_FILL: return list_draws(p, out);
	case MS_GOALS: return list_numbers(out, MS_MOVE_GOAL, 0, ms_numbers_left(p->goals, 2));
	case MS_DEAL:
		return list_numbers(out, MS_MOVE_DEAL, ms_next_to_deal(p),
				    ms_numbers_left(p->personal, s->seats));
	case MS_FIRST:
		for (int i = 0; i < s->seats; i++)
			out[i] = ms_move(MS_MOVE_FIRST, i, 0);
		return s->seats;
	case MS_REVEAL: {
		int seat = ms_next_to_open(p);
		uint32_t set = p->personal[seat] == MS_PERSONAL_UNKNOWN
				   ? ms_numbers_left(p->personal, s->seats)
				   : 1u << p->personal[seat];
		return list_numbers(out, MS_MOVE_REVEAL, seat, set);
	}
	default: return 0;
	}
}

/* Counting and finding are calls, not inlined: a GPU's threads that took different branches run
 * together again when a call returns. */
static AT_NOINLINE uint32_t count_takes(const struct ms_state *p)
{
	struct at_list l = {0};

	list_takes(p, &l);
	return l.passed;
}

static AT_NOINLINE at_move nth_take(const struct ms_state *p, uint32_t n)
{
	struct at_list l = {.wanted = n};

	list_takes(p, &l);
	return l.found;
}

at_move ms_any(const struct at_state *s, struct at_rng *rng, uint32_t *count)
{
	const struct ms_state *p = (const struct ms_state *)s;

	*count = count_takes(p);
	return nth_take(p, at_rng_below(rng, *count));
}

int ms_weights(const struct at_state *s, uint32_t *out)
{
	const struct ms_state *p = (const struct ms_state *)s;
	at_move list[MS_PERSONAL_GOALS];
	int n = 0;

	if (s->phase != MS_FILL) {
		n = ms_moves(s, list);
		for (int i = 0; i < n; i++)
			out[i] = 1;
		return n;
	}
	for (int t = 0; t < MS_TYPES; t++) {
		out[n] = p->bag[t];
		n += p->bag[t] > 0;
	}
	if (odds_of_none(p) > 0)
		out[n++] = (uint32_t)odds_of_none(p);
	return n;
}

/* At MS_FILL with few tiles in the bag: cells may stay empty, and only one outcome may be left. */
static AT_NOINLINE uint32_t few_lots(const struct ms_state *p, int tiles)
{
	int none = odds_of_none(p);
	int outcomes = none > 0;

	for (int t = 0; t < MS_TYPES; t++)
		outcomes += p->bag[t] > 0;
	return outcomes == 1 ? 1 : (uint32_t)(tiles + none);
}

uint32_t ms_lots(const struct at_state *s)
{
	const struct ms_state *p = (const struct ms_state *)s;
	int tiles = ms_bag_size(p);

	switch (s->phase) {
	case MS_FILL: return tiles < MS_ROOM_CELLS ? few_lots(p, tiles) : (uint32_t)tiles;
	case MS_GOALS: return (uint32_t)at_count32(ms_numbers_left(p->goals, 2));
	case MS_DEAL: return (uint32_t)at_count32(ms_numbers_left(p->personal, s->seats));
	case MS_FIRST: return s->seats;
	default: return 1; /* MS_REVEAL */
	}
}

/* A draw whose outcomes all have the same odds. */
static AT_NOINLINE at_move even_lot(const struct at_state *s, uint32_t r)
{
	at_move list[MS_PERSONAL_GOALS];

	ms_moves(s, list);
	return list[r];
}

at_move ms_lot(const struct at_state *s, uint32_t r)
{
	const struct ms_state *p = (const struct ms_state *)s;
	uint32_t tiles = 0;
	at_move type = 0; /* MS_NONE behind the last */

	if (s->phase != MS_FILL)
		return even_lot(s, r);
	for (int t = 0; t < MS_TYPES; t++) {
		tiles += p->bag[t];
		type += r >= tiles;
	}
	return ms_move(MS_MOVE_DRAW, ms_order[p->fill], 0) + type;
}
