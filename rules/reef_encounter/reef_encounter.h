/* Reef Encounter: the state of the game, and what bots and drawings may ask of it.
 *
 * A reef board is 6 rows of 7 columns, kept in a 64-bit word with 8 bits a row: the eighth column
 * is always empty, so that a shift by one never runs into the next row. The polyps of one colour on
 * one board are one word, and a coral is what a flood fill by shifts reaches from one of them.
 *
 * Behind a screen lie tiles that were taken in the open (seen) and tiles of the first draw
 * (unseen). A tile that is placed leaves seen first, so that everybody can keep the same account.
 * In a view the unseen tiles of others and their first fish tile are unknown: they are part of bag,
 * which then counts every tile that the viewer cannot see; bag_size and bag_has stay true.
 *
 * Once the bag was seen without a colour, everybody knows how many tiles of it are hidden behind
 * all screens and in all fishes together, and can keep count of them from then on: counted and
 * hidden remember it. */
#ifndef AT_REEF_ENCOUNTER_H
#define AT_REEF_ENCOUNTER_H

#include "bits.h"
#include "roles.h"

enum {
	RE_BOARDS = 4,
	RE_ROWS = 6,
	RE_COLUMNS = 7,
	RE_COLOURS = 5,
	RE_TILES = 40, /* polyp tiles a colour, RE-1.1 */
	RE_CUBES = 10, /* larva cubes a colour, RE-1.1 */
	RE_ALGAE = 4,
	RE_CYLINDERS = 5,     /* a colour, RE-1.2 */
	RE_CORAL_TILES = 10,  /* RE-1.3 */
	RE_SHRIMPS = 4,       /* a player, RE-1.6 */
	RE_SCREEN_LIMIT = 4,  /* tiles from behind the screen for a cube, RE-4.1 */
	RE_SHRIMP_MOVES = 16, /* a turn, RE-6.5: our choice, the book has no bound */
	RE_TURNS = 200,       /* RE-10.4 */
	RE_SPACE_LIMIT = 3,   /* tiles on a sea space, RE-11 */
	RE_REFILL_LEAST = 3,  /* tiles in bag and bonus before the sea is refilled, RE-10.1 */
};

/* Corals, in the clockwise order of the sea spaces. */
enum re_colour { RE_WHITE, RE_YELLOW, RE_ORANGE, RE_PINK, RE_GREY };
enum { RE_UNKNOWN = RE_COLOURS }; /* a colour that the viewer does not know */

enum { RE_NONE = RE_COLOURS + 1 }; /* no tile: a bare cell, a fish before its first tile */

enum re_phase {
	RE_DRAW_BOARDS,
	RE_DRAW_SIDE,
	RE_DRAW_SPACE,
	RE_FILL_SEA,
	RE_DRAW_FIRST,
	RE_DEAL,
	RE_FISH,
	RE_LARVA,
	RE_TURN,
	RE_REFILL,
	RE_EXTRA, /* the additional turns of RE-10.2 */
	RE_REVEAL,
	RE_DONE,
	RE_PHASES,
};

/* Why the game ended: the conditions of RE-10.1 by their numbers, or RE-10.4. */
enum re_end { RE_END_NOT, RE_END_FIXED, RE_END_SHRIMPS, RE_END_FULL, RE_END_SEA, RE_END_TURNS };

/* A cell: the board in play (0 for the first) and its bit there. */
enum { RE_CELL_SHIFT = 6, RE_BIT_MASK = 63 };

typedef uint8_t re_counts[RE_COLOURS];

struct re_seat {
	re_counts seen;     /* tiles behind the screen that were taken in the open */
	re_counts unseen;   /* those of the first draw; zero where the viewer cannot know */
	re_counts consumed; /* tiles in front of the screen */
	re_counts cubes;
	re_counts fish;       /* without the first tile, until it is opened */
	uint8_t unseen_count; /* true in every view */
	uint8_t first_tile;   /* in the fish: a colour, RE_UNKNOWN or RE_NONE */
	uint8_t eaten;        /* shrimps; the first of them stands on the sea board, RE-9.3 */
};
_Static_assert(sizeof(struct re_seat) == 28, "no hidden padding");

struct re_state {
	struct at_state head;
	uint16_t starfish; /* a bit a coral tile: its starfish side is up */
	uint16_t fixed;    /* a bit a coral tile: it has a cylinder */
	uint64_t polyps[RE_BOARDS][RE_COLOURS];
	uint64_t shrimps[RE_BOARDS][AT_SEATS_MAX];
	struct re_seat seat[AT_SEATS_MAX];
	re_counts sea[RE_COLOURS]; /* tiles on the spaces, RE-1.5 */
	re_counts supply;          /* larva cubes */
	re_counts bag;             /* in a view: everything that the viewer cannot see */
	re_counts hidden;          /* of the colours in counted: see above */
	uint8_t board[RE_BOARDS];  /* the boards in play, ascending, each plus 1 */
	uint8_t bag_size;
	uint8_t bag_has;     /* a bit a colour, RE-14.2 */
	uint8_t counted;     /* a bit a colour */
	uint8_t bonus;       /* a bit a colour: its bonus tile is there, RE-2.2 */
	uint8_t growth_over; /* RE-10.3 */
	uint8_t alga;        /* on the cylinder space: 0 or an alga plus 1 */
	uint8_t turns;       /* completed, all players together */
	uint8_t first_space; /* while the sea is first filled: a colour plus 1 */
	uint8_t refill;      /* a bit a sea space that still gets a tile */
	uint8_t opened;      /* a bit a seat: its first fish tile lies open */
	uint8_t end;         /* enum re_end */
	uint8_t ender;       /* who caused the end: 0 or a seat plus 1 */

	/* The actions of this turn so far. */
	uint8_t acted;        /* something: eating is no longer possible, RE-3.2 */
	uint8_t cubes_played; /* 0 to 2 */
	uint8_t placing;      /* 0, or the colour being placed plus 1 */
	uint8_t screen_left;  /* tiles that may still come from behind the screen */
	uint8_t brought;      /* a shrimp was brought in, RE-3.3 */
	uint8_t shrimp_moves; /* used */
	uint8_t fixed_one;    /* a cylinder was put on a coral tile, RE-8.2 */
	uint8_t spare[9];
};
_Static_assert(sizeof(struct re_state) == 16 + 160 + 128 + 112 + 25 + 15 + 4 + 12 + 7 + 9,
	       "no hidden padding");

/* --- moves --- */

enum re_kind {
	RE_MOVE_BOARD = 1,
	RE_MOVE_SIDE,
	RE_MOVE_SPACE,
	RE_MOVE_SEA,
	RE_MOVE_FIRST,
	RE_MOVE_DEAL,
	RE_MOVE_FISH,
	RE_MOVE_LARVA,
	RE_MOVE_EAT,
	RE_MOVE_CUBE,
	RE_MOVE_PLACE,
	RE_MOVE_STOP,
	RE_MOVE_SHRIMP,
	RE_MOVE_MOVE,
	RE_MOVE_HOME,
	RE_MOVE_SWAP_LARVA,
	RE_MOVE_ALGA,
	RE_MOVE_SWAP_TILE,
	RE_MOVE_TAKE,
	RE_MOVE_PASS,
	RE_MOVE_REVEAL,
	RE_KINDS,
};

/* kind << 24 | gone << 16 | a << 8 | b:
 *     deal, reveal       a seat      b colour (RE_UNKNOWN in others' views)
 *     sea                a space     b colour
 *     place              a 1 for a consumed tile     b cell
 *     move               a cell      b cell
 *     alga               a alga      b coral tile (0: the space) << 3 | colour of the tile paid
 *     the rest           a 0         b board, seat, colour, cell, 1 for the starfish side, or 0
 * gone is 0 but in views: there, a colour plus 1 says that this move took the bag's last tile of
 * it, which is public (RE-14.2) but cannot be known from a view. */
static inline at_move re_move(enum re_kind kind, int a, int b)
{
	return (at_move)kind << 24 | (at_move)a << 8 | (at_move)b;
}

static inline enum re_kind re_kind(at_move m)
{
	return (enum re_kind)(m >> 24);
}

static inline int re_gone(at_move m)
{
	return m >> 16 & 0xff;
}

static inline int re_a(at_move m)
{
	return m >> 8 & 0xff;
}

static inline int re_b(at_move m)
{
	return m & 0xff;
}

/* --- cells, boards, corals --- */

static inline int re_cell(int board, int bit)
{
	return board << RE_CELL_SHIFT | bit;
}

static inline int re_cell_board(int cell)
{
	return cell >> RE_CELL_SHIFT;
}

static inline uint64_t re_cell_bit(int cell)
{
	return (uint64_t)1 << (cell & RE_BIT_MASK);
}

extern const uint64_t re_rocks[RE_BOARDS];

/* The extra-growth cell: D4 on all four boards. */
#define RE_STAR ((uint64_t)1 << (3 * 8 + 3))

/* The rock cells of a board in play; 0 while it is not drawn yet. */
static inline uint64_t re_rock(const struct re_state *e, int board)
{
	return e->board[board] ? re_rocks[e->board[board] - 1] : 0;
}

/* The starting cell of a colour on a board in play. */
uint64_t re_start(const struct re_state *, int board, int colour);

static inline uint64_t re_neighbours(uint64_t x)
{
	return x << 1 | x >> 1 | x << 8 | x >> 8;
}

/* Everything connected with seed (a part of within) inside within. */
static inline uint64_t re_flood(uint64_t seed, uint64_t within)
{
	uint64_t before;

	do {
		before = seed;
		seed |= re_neighbours(seed) & within;
	} while (seed != before);
	return seed;
}

static inline uint64_t re_tiles(const struct re_state *e, int board)
{
	const uint64_t *p = e->polyps[board];

	return p[0] | p[1] | p[2] | p[3] | p[4];
}

static inline uint64_t re_shrimps(const struct re_state *e, int board)
{
	const uint64_t *s = e->shrimps[board];

	return s[0] | s[1] | s[2] | s[3];
}

/* The tiles that cannot be attacked, RE-6.2. */
uint64_t re_protected(const struct re_state *, int board);

/* The colour of the tile on a cell, or RE_NONE. */
int re_colour_at(const struct re_state *, int cell);

/* The coral that a tile belongs to. */
uint64_t re_coral(const struct re_state *, int cell);

/* Would a tile of this colour on this cell connect two corals with shrimps (RE-4.3)? */
bool re_joins_shrimps(const struct re_state *, int board, int colour, uint64_t bit);

/* No rock cell of any board is without a tile, RE-10.3. */
bool re_boards_full(const struct re_state *);

/* The sea spaces with fewer than three tiles, RE-11.2: a bit each. */
unsigned re_low_spaces(const struct re_state *);

/* A larva and the tiles were taken from this sea space: can it all be replaced, RE-10.1 (4)? */
bool re_can_refill(const struct re_state *, int space);

/* The tiles of a colour outside bag, as far as this state knows them. */
int re_tiles_visible(const struct re_state *, int colour);

/* --- strength, value, shrimps --- */

/* A coral tile's starfish side (RE-1.3). */
struct re_coral_tile {
	uint8_t stronger, weaker, large, small;
};
extern const struct re_coral_tile re_coral_tiles[RE_CORAL_TILES];

/* A coral tile (from 0) as it lies now. */
struct re_coral_tile re_tile_shown(const struct re_state *, int tile);

/* The colours that this one can attack now, a bit each. */
unsigned re_weaker(const struct re_state *, int colour);

/* The present value of a tile of this colour in a fish, RE-12.1. */
int re_value(const struct re_state *, int colour);

/* Cylinders of this alga that nobody has played. */
int re_cylinders_left(const struct re_state *, int alga);

/* A player's shrimps: on the boards, on bare rock, and behind the screen. */
int re_shrimps_out(const struct re_state *, int seat);
int re_shrimps_on_rock(const struct re_state *, int seat);
int re_shrimps_home(const struct re_state *, int seat);

/* The tiles of all corals that hold one of this player's shrimps, RE-12.2. */
int re_tiles_held(const struct re_state *, int seat);

/* Tiles in the fish, the first one included. */
int re_fish_size(const struct re_state *, int seat);

/* How many tiles go back to the bag when a coral is eaten now, RE-9.2, RE-13.2. */
int re_tiles_back(const struct re_state *);

static inline int re_sum(const uint8_t *counts)
{
	return counts[0] + counts[1] + counts[2] + counts[3] + counts[4];
}

/* RE-13.1, RE-13.2 */
static inline bool re_advanced(const struct re_state *e)
{
	return e->head.options & 1;
}

static inline bool re_growth_possible(const struct re_state *e)
{
	return !re_advanced(e) && !e->growth_over;
}

/* Does this state know the tiles behind this seat's screen? */
static inline bool re_knows(const struct re_state *e, int seat)
{
	return at_is_truth(&e->head) || e->head.viewer == seat;
}

/* RE-14.3: does the option hidden-scores keep from the viewer what this seat has behind its screen
 * and in its fish? The state knows it all the same: it was taken in the open. */
bool re_screen_hidden(const struct at_state *, int seat);

/* Who has the turn of RE-3, also while the sea is refilled after it. */
static inline int re_whose_turn(const struct re_state *e)
{
	return (e->head.first + e->turns) % e->head.seats;
}

/* Which seat's tiles are dealt, or first fish tile opened next; AT_NOBODY when all are. */
int re_next_to_deal(const struct re_state *);
int re_next_to_open(const struct re_state *);

/* How many tiles a seat draws behind its screen, RE-2.5. */
int re_first_draw(const struct re_state *, int seat);

/* The sea space that gets the next tile of the first filling, RE-2.4. */
int re_next_to_fill(const struct re_state *);

/* Tiles of the first draws of this colour, behind screens and in fishes, that this state knows; and
 * of a colour in counted, those that it does not know. */
int re_hidden_known(const struct re_state *, int colour);
int re_hidden_from_viewer(const struct re_state *, int colour);

/* Everything that the seat to move may do, as sets: re_moves() lists it, and lib/ makes masks of
 * it. Boards behind the last one in play are not filled in. */
struct re_mover {
	uint8_t cell;
	uint64_t to[RE_BOARDS];
};
struct re_choices {
	/* sets of colours: a tile to feed, a larva to choose, cubes to play, tiles to swap for a
	 * larva, cubes to swap for a tile, sea spaces, tiles that can be paid for a cylinder */
	uint8_t fish, larvae, cubes, swap_larva, swap_tile, spaces, paid;
	uint8_t algae;            /* those with a cylinder left, if one can be paid */
	uint16_t coral_tiles;     /* that can get one */
	uint8_t screen;           /* a tile can be placed from behind the screen ... */
	uint8_t consumed;         /* ... or from in front of it */
	uint8_t stop, pass;       /* placing can stop; the additional turn can be passed */
	uint8_t bring_in;         /* a shrimp can come in */
	uint8_t meals, movers;    /* shrimps that can eat, and that can move or go home */
	uint8_t meal[RE_SHRIMPS]; /* their cells */
	struct re_mover mover[RE_SHRIMPS];
	uint64_t place[RE_BOARDS]; /* cells for tiles */
	uint64_t bring[RE_BOARDS]; /* cells where a shrimp can come in */
};
void re_choices(const struct re_state *, struct re_choices *out);

extern const char *const re_colour_names[RE_COLOURS];
extern const char re_colour_letters[RE_COLOURS + 1];
extern const char *const re_alga_names[RE_ALGAE];
extern const char *const re_shrimp_names[AT_SEATS_MAX]; /* the players' colours */
extern const char *const re_phase_names[RE_PHASES];

/* A cell's name: columns A to G; rows 1 to 6 on the first board in play, 7 to 12 on the second. */
void re_put_cell(struct at_text *, int cell);

/* Reads such a name, or one with its board as in b3:C4, the rows counted on that board. The cell
 * may be sand. */
bool re_word_cell(const struct re_state *, struct at_word, int *out);

/* The bag's tile that a move takes: its colour, RE_UNKNOWN in a masked deal, RE_NONE for none. */
int re_drawn(const struct re_state *, at_move);

extern const struct at_game at_reef_encounter;
AT_ROLES(re)

#endif
