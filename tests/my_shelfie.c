/* My Shelfie again, in the slow and obvious way: the word for the living room, the list of takes
 * and the odds of a short bag, compared with the rules cell by cell. */
#include "my_shelfie/my_shelfie.h"

#include "bits.h"
#include "play.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The number of players from which on a cell is used, MS-1.2; 0: never. */
static const char *const used_from[MS_ROOM_SIDE] = {
    "000340000", "000224000", "003222300", "042222223", "422222224",
    "322222240", "003222300", "000422000", "000043000",
};

static bool in_use(int row, int column, int seats)
{
	if (row < 0 || row >= MS_ROOM_SIDE || column < 0 || column >= MS_ROOM_SIDE)
		return false;
	return used_from[row][column] != '0' && used_from[row][column] - '0' <= seats;
}

/* The type on a cell of the room; MS_NONE where it is empty, not in use or off the board. */
static int tile(const struct ms_state *p, int row, int column)
{
	if (!in_use(row, column, p->head.seats))
		return MS_NONE;
	return ms_tile(p, ms_cell(row, column));
}

static void the_room_is_the_board_of_the_rules(void **state)
{
	static const int cells[] = {[2] = 29, [3] = 37, [4] = 45};
	int next = 0;

	(void)state;
	for (int row = 0; row < MS_ROOM_SIDE; row++)
		for (int column = 0; column < MS_ROOM_SIDE; column++) {
			int cell = ms_cell(row, column);
			assert_int_equal(cell >= 0, in_use(row, column, 4));
			if (cell < 0)
				continue;
			assert_int_equal(ms_order[next++], cell);
			for (int seats = 2; seats <= 4; seats++)
				assert_int_equal(ms_in_use[seats] >> cell & 1,
						 in_use(row, column, seats));
		}
	for (int seats = 2; seats <= 4; seats++)
		assert_int_equal(at_count64(ms_in_use[seats]), cells[seats]);
}

static void bits_five_and_six_away_are_the_neighbours(void **state)
{
	uint64_t board = ms_in_use[4];

	(void)state;
	for (int i = 0; i < MS_ROOM_CELLS; i++) {
		uint64_t cell = (uint64_t)1 << ms_order[i];
		int row, column;
		ms_where(ms_order[i], &row, &column);
		assert_int_equal((board & cell << MS_ACROSS) != 0, in_use(row, column + 1, 4));
		assert_int_equal((board & cell >> MS_ACROSS) != 0, in_use(row, column - 1, 4));
		assert_int_equal((board & cell << MS_DOWN) != 0, in_use(row + 1, column, 4));
		assert_int_equal((board & cell >> MS_DOWN) != 0, in_use(row - 1, column, 4));
	}
}

/* --- takes --- */

/* A take as its result: where it begins, its direction, the types from bottom to top. */
struct result {
	int row, column, down, count, shelf_column;
	int types[3];
};

static int compare_results(const void *a, const void *b)
{
	return memcmp(a, b, sizeof(struct result));
}

static bool has_free_side(const struct ms_state *p, int row, int column)
{
	return tile(p, row - 1, column) == MS_NONE || tile(p, row + 1, column) == MS_NONE ||
	       tile(p, row, column - 1) == MS_NONE || tile(p, row, column + 1) == MS_NONE;
}

static int room_in_column(const struct ms_state *p, int column)
{
	int room = 0;

	for (int row = 0; row < MS_ROWS; row++)
		room += ms_at(p, p->head.turn, ms_place(row, column)) == MS_NONE;
	return room;
}

/* Adds all orders of a line of tiles into all columns; the same result may come several times. */
static int add_orders(const struct ms_state *p, const struct result *line, struct result *out)
{
	static const int orders[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2},
					 {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
	int n = 0;

	for (int o = 0; o < 6; o++)
		for (int c = 0; c < MS_COLUMNS; c++) {
			struct result r = *line;
			bool fits = room_in_column(p, c) >= r.count;
			for (int i = r.count; i < 3; i++)
				fits &= orders[o][i] == i;
			if (!fits)
				continue;
			r.shelf_column = c;
			for (int i = 0; i < r.count; i++)
				r.types[i] = line->types[orders[o][i]];
			out[n++] = r;
		}
	return n;
}

/* All takes by MS-3.1 to MS-3.3. */
static int takes_by_the_rules(const struct ms_state *p, struct result *out)
{
	int n = 0;
	int distinct = 0;

	for (int row = 0; row < MS_ROOM_SIDE; row++)
		for (int column = 0; column < MS_ROOM_SIDE; column++)
			for (int down = 0; down < 2; down++) {
				struct result line = {row, column, down, 0, 0, {0, 0, 0}};
				while (line.count < 3) {
					int r = row + down * line.count;
					int c = column + !down * line.count;
					if (tile(p, r, c) == MS_NONE || !has_free_side(p, r, c))
						break;
					line.types[line.count++] = tile(p, r, c);
					if (line.count > 1 || !down)
						n += add_orders(p, &line, out + n);
				}
			}
	qsort(out, (size_t)n, sizeof *out, compare_results);
	for (int i = 0; i < n; i++)
		if (i == 0 || compare_results(&out[i - 1], &out[i]) != 0)
			out[distinct++] = out[i];
	return distinct;
}

static struct result result_of(const struct ms_state *p, at_move m)
{
	struct ms_take take = ms_take(m);
	struct result r = {MS_ROOM_SIDE, MS_ROOM_SIDE, 0, take.count, take.column, {0, 0, 0}};

	for (int i = 0; i < take.count; i++) {
		int row, column;
		ms_where(take.cells[i], &row, &column);
		r.down |= i > 0 && row != r.row;
		r.row = row < r.row ? row : r.row;
		r.column = column < r.column ? column : r.column;
		r.types[i] = ms_tile(p, take.cells[i]);
	}
	return r;
}

static void compare_takes(const struct ms_state *p, const at_move *moves, int n)
{
	static struct result expected[AT_MOVES_MAX * 4], listed[AT_MOVES_MAX];

	for (int i = 0; i < n; i++)
		listed[i] = result_of(p, moves[i]);
	qsort(listed, (size_t)n, sizeof *listed, compare_results);
	assert_int_equal(takes_by_the_rules(p, expected), n);
	assert_memory_equal(expected, listed, (size_t)n * sizeof *listed);
}

static void takes_are_those_of_the_rules(void **state)
{
	at_move moves[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 6, 0);
	for (int i = 0; i < 30; i++) {
		struct at_setup setup = {(uint8_t)(2 + i % 3), 0};
		assert_int_equal(at_init(&at_my_shelfie, &setup, s, NULL), AT_OK);
		while (s->turn != AT_OVER) {
			at_move m;
			if (s->turn == AT_CHANCE) {
				m = at_draw(&at_my_shelfie, s, &rng);
			} else {
				int n = at_moves(s, moves);
				compare_takes((const struct ms_state *)s, moves, n);
				m = moves[at_rng_below(&rng, (uint32_t)n)];
			}
			at_my_shelfie.apply(s, m);
		}
	}
}

/* --- a short bag, MS-4.3 --- */

/* Four players before a refill: nothing in the room, this many tiles in the bag, all cats. */
static void begin_refill(struct ms_state *p, int tiles)
{
	struct at_setup setup = {4, 0};

	assert_int_equal(at_init(&at_my_shelfie, &setup, &p->head, NULL), AT_OK);
	memset(p->bag, 0, sizeof p->bag);
	p->bag[0] = (uint8_t)tiles;
	p->head.phase = MS_FILL;
}

static void odds_of_a_short_bag_count_the_cells_left(void **state)
{
	struct ms_state p;
	at_move moves[MS_TYPES + 1];
	uint32_t odds[MS_TYPES + 1];

	(void)state;
	begin_refill(&p, 20);
	assert_int_equal(at_my_shelfie.moves(&p.head, moves), 2);
	assert_int_equal(at_my_shelfie.weights(&p.head, odds), 2);
	assert_int_equal(odds[0], 20); /* a cat */
	assert_int_equal(odds[1], 25); /* none: 45 cells, 20 tiles */
	at_my_shelfie.apply(&p.head, moves[1]);
	at_my_shelfie.weights(&p.head, odds);
	assert_int_equal(odds[0], 20);
	assert_int_equal(odds[1], 24);
	at_my_shelfie.moves(&p.head, moves);
	at_my_shelfie.apply(&p.head, moves[0]);
	at_my_shelfie.weights(&p.head, odds);
	assert_int_equal(odds[0], 19);
	assert_int_equal(odds[1], 24);
}

static void a_short_bag_fills_every_cell_equally_often(void **state)
{
	enum { REFILLS = 4500, TILES = 20 };
	int filled[64] = {0};
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 8, 0);
	for (int i = 0; i < REFILLS; i++) {
		struct ms_state p;
		begin_refill(&p, TILES);
		while (p.head.turn == AT_CHANCE)
			at_my_shelfie.apply(&p.head, at_draw(&at_my_shelfie, &p.head, &rng));
		assert_int_equal(at_count64(ms_tiles(&p)), TILES);
		for (uint64_t x = ms_tiles(&p); x;)
			filled[at_pop64(&x)]++;
	}
	for (int i = 0; i < MS_ROOM_CELLS; i++) /* 2000 expected, deviation 33 */
		assert_in_range(filled[ms_order[i]], 1840, 2160);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(the_room_is_the_board_of_the_rules),
	    cmocka_unit_test(bits_five_and_six_away_are_the_neighbours),
	    cmocka_unit_test(takes_are_those_of_the_rules),
	    cmocka_unit_test(odds_of_a_short_bag_count_the_cells_left),
	    cmocka_unit_test(a_short_bag_fills_every_cell_equally_often),
	};

	return cmocka_run_group_tests_name("My Shelfie", tests, NULL, NULL);
}
