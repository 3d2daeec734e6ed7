/* My Shelfie: the state, and what bots and drawings may ask about it. The numbers MS-x.y in
 * comments, reasons and tests are those of the rules.
 *
 * The living room is one word. Cell (row, column), both from 0 at the top left, is bit
 * 6 * row + 5 * column - 15: the 45 cells of the board get different bits below 64, and a bit 5 or
 * 6 away from a cell is either its neighbour or no cell at all. So shifts by 5 and 6 reach the
 * neighbours across and down, and nothing needs a border.
 *
 * A shelf is one word a type. The place in column c (from 0 at the left) with h places below it is
 * bit 6 * c + h: a column fills from its lowest bit on. */
#ifndef AT_MY_SHELFIE_H
#define AT_MY_SHELFIE_H

#include "roles.h"

enum {
	MS_TYPES = 6,     /* cat, book, game, frame, trophy, plant */
	MS_TILES = 22,    /* of each type, MS-1.1 */
	MS_ROOM_SIDE = 9, /* MS-1.2 */
	MS_ROOM_CELLS = 45,
	MS_ACROSS = 5, /* from a cell's bit to that of its right neighbour ... */
	MS_DOWN = 6,   /* ... and of the one below */
	MS_COLUMNS = 5,
	MS_ROWS = 6, /* MS-1.3 */
	MS_COMMON_GOALS = 12,
	MS_PERSONAL_GOALS = 12,
	MS_PERSONAL_UNKNOWN = 13, /* in a view: dealt to somebody else */
	MS_NONE = MS_TYPES,       /* no tile */
};

#define MS_SHELF_FULL 0x3fffffffu

enum ms_phase { MS_GOALS, MS_DEAL, MS_FIRST, MS_FILL, MS_TAKE, MS_REVEAL, MS_DONE };

struct ms_state {
	struct at_state head;
	uint8_t bag[MS_TYPES];          /* tiles left in the bag */
	uint8_t goals[2];               /* n of MS-6.n; 0: not drawn, or not in play */
	uint8_t personal[AT_SEATS_MAX]; /* from 1; 0 until dealt; or MS_PERSONAL_UNKNOWN */
	uint8_t taken[AT_SEATS_MAX][2]; /* points of the tile taken from each goal, 0: none */
	uint8_t end_tile;               /* the seat that has it, from 1; 0: nobody yet */
	uint8_t opened;                 /* a bit a seat: personal goal revealed */
	uint8_t fill;                   /* at MS_FILL: ms_order[fill] is drawn for */
	uint8_t mover;                  /* at MS_FILL: the seat that moves after it */
	uint8_t free;                   /* 1: tiles may float; to evaluate, not to play */
	uint8_t spare[3];
	uint32_t shelf[AT_SEATS_MAX][MS_TYPES];
	uint64_t room[3]; /* bits 0, 1, 2 of a cell's type + 1; 0 in all: empty */
};
_Static_assert(sizeof(struct ms_state) == 160, "no hidden padding");

extern const char *const ms_type_names[MS_TYPES + 1];         /* "cat" ... and "none" */
extern const char ms_letters[MS_TYPES + 1];                   /* "CBGFTP" */
extern const char *const ms_goal_labels[MS_COMMON_GOALS + 1]; /* by n of MS-6.n */

/* The room's cells in the order in which they are filled: row by row. */
extern const uint8_t ms_order[MS_ROOM_CELLS];

/* For each personal goal (from 1) the place on the shelf that each type should have. */
extern const uint8_t ms_wanted[MS_PERSONAL_GOALS + 1][MS_TYPES];

/* The cells in use with this number of players, MS-1.2. */
extern const uint64_t ms_in_use[AT_SEATS_MAX + 1];

/* The bit of a cell, or -1 where the board has none; and back (row is MS_ROOM_SIDE where no cell
 * has this bit). */
int ms_cell(int row, int column);
void ms_where(int cell, int *row, int *column);

static inline uint64_t ms_tiles(const struct ms_state *p)
{
	return p->room[0] | p->room[1] | p->room[2];
}

/* The type that lies on a cell of the room, or MS_NONE. */
static inline int ms_tile(const struct ms_state *p, int cell)
{
	int code = (int)((p->room[0] >> cell & 1) | (p->room[1] >> cell & 1) << 1 |
			 (p->room[2] >> cell & 1) << 2);

	return code ? code - 1 : MS_NONE;
}

/* The places of a shelf that hold a tile. */
static inline uint32_t ms_shelf(const struct ms_state *p, int seat)
{
	const uint32_t *s = p->shelf[seat];

	return s[0] | s[1] | s[2] | s[3] | s[4] | s[5];
}

/* A place on a shelf; row from 0 at the top, column from 0 at the left. */
static inline int ms_place(int row, int column)
{
	return MS_ROWS * column + MS_ROWS - 1 - row;
}

/* The type at a place of a shelf, or MS_NONE. */
static inline int ms_at(const struct ms_state *p, int seat, int place)
{
	for (int t = 0; t < MS_TYPES; t++)
		if (p->shelf[seat][t] >> place & 1)
			return t;
	return MS_NONE;
}

/* Does this shelf (a word a type) satisfy common goal n, MS-6.n? any_squares: option squares=any.
 */
bool ms_goal_met(const uint32_t shelf[MS_TYPES], int n, bool any_squares);
bool ms_any_squares(const struct at_state *);

/* The task of common goal n, in plain words. */
const char *ms_goal_words(const struct at_state *, int n);

/* The tiles of the group (MS-5.3) that *places begins with; they leave *places, all of one type. */
uint32_t ms_group(uint32_t *places);
int ms_group_points(int tiles);

/* Points for all groups, MS-5.3. */
int ms_groups(const uint32_t shelf[MS_TYPES]);

/* How many cells of this personal goal (from 1) are right, and the points for that many: MS-5.2. */
int ms_personal_cells(const uint32_t shelf[MS_TYPES], int personal);
int ms_personal_points(int cells);

/* How many common goals are in play, MS-2.1. */
int ms_goal_count(const struct at_state *);

/* The scoring tiles still on the goal in this slot, as a bit for each number of points (MS-2.2). */
uint32_t ms_tiles_left(const struct ms_state *, int slot);

/* A decision taken apart: the cells in the order in which their tiles are placed. */
struct ms_take {
	int count, column; /* column from 0 */
	int cells[3];
};

/* The orders of three cells as indices, in the order placed. Two cells know only the first and the
 * third of these, one cell only the first. A move has room for two more, which are never listed. */
enum { MS_ORDERS = 6 };
extern const uint8_t ms_orders[MS_ORDERS + 2][3];

/* A move, from the top bit down:
 *
 *     kind    4   what is done
 *     shape   3   of a take
 *     who     6   a seat or a cell; of a take: its first cell + 1
 *     second  6   of a take: the next cell + 1, or 0
 *     third   6   of a take: the last cell + 1, or 0
 *     order   3   of a take: in which order they are placed
 *     number  3   of a take: the column
 *
 * The cells of a take are in ascending order here, so a set of cells has one spelling. In all other
 * moves the lowest six bits are one number. */
enum ms_kind {
	MS_MOVE_GOAL = 1,
	MS_MOVE_DEAL,
	MS_MOVE_FIRST,
	MS_MOVE_DRAW,
	MS_MOVE_TAKE,
	MS_MOVE_REVEAL,
	MS_KINDS
};
enum ms_shape { MS_ONE, MS_TWO_ACROSS, MS_TWO_DOWN, MS_THREE_ACROSS, MS_THREE_DOWN, MS_NO_LINE };
enum { MS_WHO = 18, MS_SECOND = 12, MS_THIRD = 6, MS_ORDER = 3, MS_SHAPE = 24, MS_KIND = 27 };

static inline at_move ms_move(enum ms_kind kind, int who, int number)
{
	return (at_move)kind << MS_KIND | (at_move)who << MS_WHO | (at_move)number;
}

static inline enum ms_kind ms_kind(at_move m)
{
	return (enum ms_kind)(m >> MS_KIND);
}

static inline int ms_who(at_move m)
{
	return m >> MS_WHO & 63;
}

static inline int ms_number(at_move m)
{
	return m & 63;
}

static inline struct ms_take ms_take(at_move m)
{
	int cells[3] = {(int)(m >> MS_WHO & 63) - 1, (int)(m >> MS_SECOND & 63) - 1,
			(int)(m >> MS_THIRD & 63) - 1};
	const uint8_t *order = ms_orders[m >> MS_ORDER & 7];

	return (struct ms_take){
	    .count = 1 + (cells[1] >= 0) + (cells[2] >= 0),
	    .column = m & 7,
	    .cells = {cells[order[0]], cells[order[1]], cells[order[2]]},
	};
}

/* The move that takes these cells, in the order in which they are placed. Where several orders give
 * the same types from bottom to top it is the listed one (MS-3.3). */
at_move ms_pack_take(const struct ms_state *, const struct ms_take *);

/* The seat whose personal goal is dealt or opened next, or AT_NOBODY. */
int ms_next_to_deal(const struct ms_state *);
int ms_next_to_open(const struct ms_state *);

/* The numbers 1..12 that are still available: goals not drawn, personal goals not placed (in a
 * view those of other seats are among the latter). */
uint32_t ms_numbers_left(const uint8_t *used, int n);

static inline int ms_bag_size(const struct ms_state *p)
{
	const uint8_t *b = p->bag;

	return b[0] + b[1] + b[2] + b[3] + b[4] + b[5];
}

/* The cells in use that hold no tile. */
static inline uint64_t ms_empty_cells(const struct ms_state *p)
{
	return ms_in_use[p->head.seats] & ~ms_tiles(p);
}

/* Is this take in the list of moves? Computed without the list; refuse.c says why it is not. */
bool ms_is_listed_take(const struct ms_state *, at_move);

/* At MS_FILL: is this draw possible? Computed without the list: most moves of a game are draws. */
bool ms_is_outcome(const struct ms_state *, at_move);

/* How many cells are still to be drawn for, the present one included; at MS_FILL. */
int ms_cells_to_fill(const struct ms_state *);

extern const struct at_option ms_options[];

/* A cell of the room as people write it: "d4". */
struct ms_cell_name {
	char s[3];
};
struct ms_cell_name ms_cell_name(int cell);
enum at_err ms_scan_cell(struct at_scan *, const char *what, int *out);

/* The room and a shelf as they are drawn, row by row: a character a place. */
enum { MS_ROOM_PLACES = MS_ROOM_SIDE * MS_ROOM_SIDE, MS_SHELF_PLACES = MS_ROWS * MS_COLUMNS };
void ms_draw_room(const struct ms_state *, char out[MS_ROOM_PLACES]);
void ms_draw_shelf(const struct ms_state *, int seat, char out[MS_SHELF_PLACES]);

extern const struct at_game at_my_shelfie;
AT_ROLES(ms)

#endif
