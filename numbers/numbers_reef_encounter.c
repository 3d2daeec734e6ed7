/* Reef Encounter as numbers. */
#include "numbers.h"
#include "reef_encounter/reef_encounter.h"
#include "spread.h"

/* --- actions --- */

enum { CELLS = RE_ROWS * RE_COLUMNS, BOARDS = RE_BOARDS * CELLS };
enum {
	FISH = 0,
	LARVA = FISH + RE_COLOURS,
	CUBE = LARVA + RE_COLOURS,
	SWAP_LARVA = CUBE + RE_COLOURS,
	SWAP_TILE = SWAP_LARVA + RE_COLOURS,
	TAKE = SWAP_TILE + RE_COLOURS,
	EAT = TAKE + RE_COLOURS,
	HOME = EAT + RE_SHRIMPS,
	STOP = HOME + RE_SHRIMPS,
	PASS = STOP + 1,
	ALGA = PASS + 1,
	CORAL_TILE = ALGA + RE_ALGAE * RE_COLOURS,
	PLACE = CORAL_TILE + RE_CORAL_TILES * RE_COLOURS,
	PLACE_CONSUMED = PLACE + BOARDS,
	SHRIMP = PLACE_CONSUMED + BOARDS,
	MOVE = SHRIMP + BOARDS,
	ACTIONS = MOVE + RE_SHRIMPS * BOARDS,
};
_Static_assert((int)ACTIONS <= (int)AT_ACTIONS_MAX, "the bound of all games");

#define BOARD_SHAPE RE_BOARDS, RE_ROWS, RE_COLUMNS
static const struct at_part action_parts[] = {
    {"fish", "the first tile of the fish: colour", FISH, {RE_COLOURS}, 1},
    {"larva", "a larva cube of the set-up: colour", LARVA, {RE_COLOURS}, 1},
    {"cube", "play a larva cube: colour", CUBE, {RE_COLOURS}, 1},
    {"swap larva", "a consumed tile for a larva cube: colour", SWAP_LARVA, {RE_COLOURS}, 1},
    {"swap tile", "a larva cube for a tile: colour", SWAP_TILE, {RE_COLOURS}, 1},
    {"take", "a sea space, which ends the turn: its colour", TAKE, {RE_COLOURS}, 1},
    {"eat", "the coral of an own shrimp: slot", EAT, {RE_SHRIMPS}, 1},
    {"home", "an own shrimp behind the screen: slot", HOME, {RE_SHRIMPS}, 1},
    {"stop", "placing tiles", STOP, {1}, 1},
    {"pass", "the additional turn", PASS, {1}, 1},
    {"alga",
     "a cylinder on its space: alga (blue, green, purple, red); colour of the tile paid",
     ALGA,
     {RE_ALGAE, RE_COLOURS},
     1},
    {"coral tile",
     "a cylinder on a coral tile, from 1; colour of the tile paid",
     CORAL_TILE,
     {RE_CORAL_TILES, RE_COLOURS},
     1},
    {"place", "a tile from behind the screen: board, row, column", PLACE, {BOARD_SHAPE}, 1},
    {"place consumed",
     "a tile from in front of the screen: board, row, column",
     PLACE_CONSUMED,
     {BOARD_SHAPE},
     1},
    {"shrimp", "a new shrimp: board, row, column", SHRIMP, {BOARD_SHAPE}, 1},
    {"move",
     "an own shrimp: slot; board, row, column to which it goes",
     MOVE,
     {RE_SHRIMPS, BOARD_SHAPE},
     1},
    {NULL, NULL, 0, {0}, 0},
};

/* A cell counted over the boards in play, row by row. */
static uint32_t cell_number(int cell)
{
	int bit = cell & RE_BIT_MASK;

	return (uint32_t)(re_cell_board(cell) * CELLS + bit - bit / 8);
}

static int numbered_cell(uint32_t number)
{
	uint32_t in = number % CELLS;

	return re_cell((int)(number / CELLS), (int)(in + in / RE_COLUMNS));
}

/* Slots: the own shrimps in the order of their cells. */
static uint32_t slot_of(const struct re_state *e, int cell)
{
	int board = re_cell_board(cell);
	int slot = at_count64(e->shrimps[board][e->head.turn] & (re_cell_bit(cell) - 1));

	while (board-- > 0)
		if (e->shrimps[board][e->head.turn])
			slot += at_count64(e->shrimps[board][e->head.turn]);
	return (uint32_t)slot;
}

static int shrimp_in(const struct re_state *e, uint32_t slot)
{
	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t own = e->shrimps[b][e->head.turn]; own; own &= own - 1)
			if (slot-- == 0)
				return re_cell(b, at_low64(own));
	return AT_NOBODY;
}

static uint32_t reef_encounter_index(const struct at_state *s, at_move m)
{
	const struct re_state *e = (const struct re_state *)s;
	int a = re_a(m);
	int b = re_b(m);

	switch (re_kind(m)) {
	case RE_MOVE_FISH: return (uint32_t)(FISH + b);
	case RE_MOVE_LARVA: return (uint32_t)(LARVA + b);
	case RE_MOVE_CUBE: return (uint32_t)(CUBE + b);
	case RE_MOVE_SWAP_LARVA: return (uint32_t)(SWAP_LARVA + b);
	case RE_MOVE_SWAP_TILE: return (uint32_t)(SWAP_TILE + b);
	case RE_MOVE_TAKE: return (uint32_t)(TAKE + b);
	case RE_MOVE_EAT: return EAT + slot_of(e, b);
	case RE_MOVE_HOME: return HOME + slot_of(e, b);
	case RE_MOVE_STOP: return STOP;
	case RE_MOVE_PASS: return PASS;
	case RE_MOVE_ALGA:
		if (b >> 3)
			return (uint32_t)(CORAL_TILE + ((b >> 3) - 1) * RE_COLOURS + (b & 7));
		return (uint32_t)(ALGA + a * RE_COLOURS + b);
	case RE_MOVE_PLACE: return (a ? PLACE_CONSUMED : PLACE) + cell_number(b);
	case RE_MOVE_SHRIMP: return SHRIMP + cell_number(b);
	default: return MOVE + slot_of(e, a) * BOARDS + cell_number(b);
	}
}

static at_move colour_move(uint32_t index)
{
	static const enum re_kind kinds[] = {RE_MOVE_FISH,       RE_MOVE_LARVA,     RE_MOVE_CUBE,
					     RE_MOVE_SWAP_LARVA, RE_MOVE_SWAP_TILE, RE_MOVE_TAKE};

	return re_move(kinds[index / RE_COLOURS], 0, (int)(index % RE_COLOURS));
}

static at_move alga_move(const struct re_state *e, uint32_t index)
{
	int colour = (int)(index - ALGA) % RE_COLOURS;
	int tile;

	if (index < CORAL_TILE)
		return re_move(RE_MOVE_ALGA, (int)(index - ALGA) / RE_COLOURS, colour);
	tile = (int)(index - CORAL_TILE) / RE_COLOURS;
	return re_move(RE_MOVE_ALGA, re_tile_shown(e, tile).large, (tile + 1) << 3 | colour);
}

static at_move reef_encounter_move(const struct at_state *s, uint32_t index)
{
	const struct re_state *e = (const struct re_state *)s;
	int from;

	if (index < EAT)
		return colour_move(index);
	if (index < STOP) {
		from = shrimp_in(e, (index - EAT) % RE_SHRIMPS);
		return from < 0 ? 0 : re_move(index < HOME ? RE_MOVE_EAT : RE_MOVE_HOME, 0, from);
	}
	if (index < ALGA)
		return re_move(index == STOP ? RE_MOVE_STOP : RE_MOVE_PASS, 0, 0);
	if (index < PLACE)
		return alga_move(e, index);
	if (index < PLACE_CONSUMED)
		return re_move(RE_MOVE_PLACE, 0, numbered_cell(index - PLACE));
	if (index < SHRIMP)
		return re_move(RE_MOVE_PLACE, 1, numbered_cell(index - PLACE_CONSUMED));
	if (index < MOVE)
		return re_move(RE_MOVE_SHRIMP, 0, numbered_cell(index - SHRIMP));
	from = shrimp_in(e, (index - MOVE) / BOARDS);
	return from < 0 ? 0 : re_move(RE_MOVE_MOVE, from, numbered_cell((index - MOVE) % BOARDS));
}

/* The choices as sets of moves in the order of the list (rules/reef_encounter/moves.c): the
 * moves of a set are its bits added to one move. The sets are colours, meals, nine that are not
 * on a board, places for two kinds of tiles, new shrimps, four shrimps on four boards, algae,
 * and coral tiles. */
enum { SETS_MAX = 10 + (2 + 1 + RE_SHRIMPS) * RE_BOARDS + RE_ALGAE + RE_CORAL_TILES };
struct sets {
	int n;
	uint32_t moves; /* in all */
	at_move move[SETS_MAX];
	uint64_t set[SETS_MAX];
	uint8_t count[SETS_MAX];
};

static void add_set(struct sets *l, at_move move, uint64_t set)
{
	int count = at_count64(set);

	l->move[l->n] = move;
	l->set[l->n] = set;
	l->count[l->n++] = (uint8_t)count;
	l->moves += (uint32_t)count;
}

static void add_boards(const struct re_state *e, struct sets *l, enum re_kind kind, int a,
		       const uint64_t *cells)
{
	for (int b = 0; b < e->head.seats; b++)
		add_set(l, re_move(kind, a, re_cell(b, 0)), cells[b]);
}

static void add_algae(const struct re_state *e, struct sets *l, const struct re_choices *c)
{
	for (uint32_t algae = c->algae; algae;) {
		int alga = at_pop32(&algae);
		add_set(l, re_move(RE_MOVE_ALGA, alga, 0), c->paid);
		for (uint32_t tiles = c->coral_tiles; tiles;) {
			int tile = at_pop32(&tiles);
			if (re_tile_shown(e, tile).large == alga)
				add_set(l, re_move(RE_MOVE_ALGA, alga, (tile + 1) << 3), c->paid);
		}
	}
}

static void add_turn(const struct re_state *e, struct sets *l, const struct re_choices *c)
{
	add_set(l, re_move(RE_MOVE_EAT, 0, 0), (1u << c->meals) - 1);
	add_set(l, re_move(RE_MOVE_CUBE, 0, 0), c->cubes);
	if (c->screen)
		add_boards(e, l, RE_MOVE_PLACE, 0, c->place);
	if (c->consumed)
		add_boards(e, l, RE_MOVE_PLACE, 1, c->place);
	add_set(l, re_move(RE_MOVE_STOP, 0, 0), c->stop);
	if (c->bring_in)
		add_boards(e, l, RE_MOVE_SHRIMP, 0, c->bring);
	for (int i = 0; i < c->movers; i++)
		add_boards(e, l, RE_MOVE_MOVE, c->mover[i].cell, c->mover[i].to);
	add_set(l, re_move(RE_MOVE_HOME, 0, 0), (1u << c->movers) - 1);
	add_set(l, re_move(RE_MOVE_SWAP_LARVA, 0, 0), c->swap_larva);
	add_algae(e, l, c);
	add_set(l, re_move(RE_MOVE_SWAP_TILE, 0, 0), c->swap_tile);
	add_set(l, re_move(RE_MOVE_TAKE, 0, 0), c->spaces);
	add_set(l, re_move(RE_MOVE_PASS, 0, 0), c->pass);
}

static at_move reef_encounter_pick(const struct at_state *s, uint32_t r)
{
	const struct re_state *e = (const struct re_state *)s;
	struct sets l;
	struct re_choices c;
	uint32_t n;
	int bit, i = 0;

	re_choices(e, &c);
	l.n = 0;
	l.moves = 0;
	if (c.fish | c.larvae)
		add_set(&l, re_move(c.fish ? RE_MOVE_FISH : RE_MOVE_LARVA, 0, 0),
			c.fish | c.larvae);
	else
		add_turn(e, &l, &c);
	for (n = (uint32_t)((uint64_t)r * l.moves >> 32); n >= l.count[i]; i++)
		n -= l.count[i];
	bit = at_nth64(l.set[i], n);
	switch (re_kind(l.move[i])) {
	case RE_MOVE_EAT: return l.move[i] | c.meal[bit];
	case RE_MOVE_HOME: return l.move[i] | c.mover[bit].cell;
	default: return l.move[i] | (at_move)bit;
	}
}

/* The cells of a board, row by row. The eighth column is always empty. */
static inline void put_board(uint8_t *out, uint64_t cells)
{
	uint64_t last = at_spread7(cells >> (8 * (RE_ROWS - 1)));
	uint8_t row[8];

	for (int i = 0; i < RE_ROWS - 1; i++)
		at_put8(out + i * RE_COLUMNS, at_spread7(cells >> (8 * i)));
	at_put8(row, last);
	memcpy(out + (RE_ROWS - 1) * RE_COLUMNS, row, RE_COLUMNS);
}

static void put_colours(uint8_t *out, unsigned set)
{
	for (int c = 0; c < RE_COLOURS; c++)
		out[c] = set >> c & 1;
}

static void mask_boards(const struct re_state *e, const struct re_choices *c, uint8_t *out)
{
	for (int b = 0; b < e->head.seats; b++) {
		if (c->screen)
			put_board(out + PLACE + b * CELLS, c->place[b]);
		if (c->consumed)
			put_board(out + PLACE_CONSUMED + b * CELLS, c->place[b]);
		if (c->bring_in)
			put_board(out + SHRIMP + b * CELLS, c->bring[b]);
	}
	for (int i = 0; i < c->movers; i++) {
		uint32_t slot = slot_of(e, c->mover[i].cell);
		out[HOME + slot] = 1;
		for (int b = 0; b < e->head.seats; b++)
			put_board(out + MOVE + slot * BOARDS + (uint32_t)(b * CELLS),
				  c->mover[i].to[b]);
	}
}

static void reef_encounter_mask(const struct at_state *s, uint8_t *out)
{
	const struct re_state *e = (const struct re_state *)s;
	struct re_choices c;

	re_choices(e, &c);
	memset(out, 0, ACTIONS);
	put_colours(out + FISH, c.fish);
	put_colours(out + LARVA, c.larvae);
	put_colours(out + CUBE, c.cubes);
	put_colours(out + SWAP_LARVA, c.swap_larva);
	put_colours(out + SWAP_TILE, c.swap_tile);
	put_colours(out + TAKE, c.spaces);
	for (int i = 0; i < c.meals; i++)
		out[EAT + slot_of(e, c.meal[i])] = 1;
	out[STOP] = c.stop;
	out[PASS] = c.pass;
	for (uint32_t set = c.algae; set;)
		put_colours(out + ALGA + at_pop32(&set) * RE_COLOURS, c.paid);
	for (uint32_t set = c.coral_tiles; set;)
		put_colours(out + CORAL_TILE + at_pop32(&set) * RE_COLOURS, c.paid);
	mask_boards(e, &c, out);
}

/* --- observations --- */

enum {
	PHASE = AT_COMMON_SIZE,
	POLYPS = PHASE + 4,
	ROCK = POLYPS + RE_BOARDS * RE_COLOURS * CELLS,
	SHRIMPS = ROCK + BOARDS,
	STRONGER = SHRIMPS + RE_BOARDS * AT_SEATS_MAX * CELLS,
	STARFISH = STRONGER + RE_COLOURS * RE_COLOURS,
	FIXED = STARFISH + RE_CORAL_TILES,
	CYLINDER = FIXED + RE_CORAL_TILES,
	SEA = CYLINDER + RE_ALGAE,
	SUPPLY = SEA + RE_COLOURS * RE_COLOURS,
	BONUS = SUPPLY + RE_COLOURS,
	GROWTH = BONUS + RE_COLOURS,
	BAG_HAS = GROWTH + 1,
	BAG_SIZE = BAG_HAS + RE_COLOURS,
	UNSEEN = BAG_SIZE + 1,
	COUNTED = UNSEEN + RE_COLOURS,
	HIDDEN = COUNTED + RE_COLOURS,
	SCREEN = HIDDEN + RE_COLOURS,
	CONSUMED = SCREEN + AT_SEATS_MAX * RE_COLOURS,
	CUBES = CONSUMED + AT_SEATS_MAX * RE_COLOURS,
	FISHES = CUBES + AT_SEATS_MAX * RE_COLOURS,
	FIRST_DRAW = FISHES + AT_SEATS_MAX * RE_COLOURS,
	EATEN = FIRST_DRAW + AT_SEATS_MAX,
	OWN_DRAW = EATEN + AT_SEATS_MAX,
	OWN_FISH = OWN_DRAW + RE_COLOURS,
	PLACING = OWN_FISH + RE_COLOURS,
	DONE = PLACING + RE_COLOURS,
	TURNS = DONE + 6,
	ENDER = TURNS + 1,
	SIZE = ENDER + AT_SEATS_MAX,
};

static const struct at_part planes[] = {
    AT_COMMON_PLANES,
    {"phase", "first fish tiles; first larvae; turns; additional turns", PHASE, {4}, 1},
    {"polyps",
     "board; colour (white, yellow, orange, pink, grey); row; column",
     POLYPS,
     {RE_BOARDS, RE_COLOURS, RE_ROWS, RE_COLUMNS},
     1},
    {"rock", "cells that take tiles: board; row; column", ROCK, {BOARD_SHAPE}, 1},
    {"shrimps",
     "board; seat; row; column",
     SHRIMPS,
     {RE_BOARDS, AT_SEATS_MAX, RE_ROWS, RE_COLUMNS},
     1},
    {"stronger",
     "as the coral tiles lie: colour that attacks; its prey",
     STRONGER,
     {RE_COLOURS, RE_COLOURS},
     1},
    {"starfish", "coral tiles with the starfish side up", STARFISH, {RE_CORAL_TILES}, 1},
    {"fixed", "coral tiles with a cylinder", FIXED, {RE_CORAL_TILES}, 1},
    {"cylinder", "alga on the cylinder space", CYLINDER, {RE_ALGAE}, 1},
    {"sea", "tiles: sea space; colour", SEA, {RE_COLOURS, RE_COLOURS}, 3},
    {"supply", "larva cubes of each colour", SUPPLY, {RE_COLOURS}, 10},
    {"bonus", "colours whose bonus tile is there", BONUS, {RE_COLOURS}, 1},
    {"growth", "extra growth is possible", GROWTH, {1}, 1},
    {"bag has", "colours that the bag holds", BAG_HAS, {RE_COLOURS}, 1},
    {"bag size", "tiles in the bag", BAG_SIZE, {1}, 200},
    {"unseen", "tiles that the viewer cannot see, by colour", UNSEEN, {RE_COLOURS}, 40},
    {"counted",
     "colours of which everybody knows how many tiles are hidden by players",
     COUNTED,
     {RE_COLOURS},
     1},
    {"hidden", "how many, of these colours", HIDDEN, {RE_COLOURS}, 40},
    {"screen",
     "tiles behind the screens that were taken in the open: seat; colour",
     SCREEN,
     {AT_SEATS_MAX, RE_COLOURS},
     40},
    {"consumed",
     "tiles in front of the screens: seat; colour",
     CONSUMED,
     {AT_SEATS_MAX, RE_COLOURS},
     40},
    {"cubes", "larva cubes: seat; colour", CUBES, {AT_SEATS_MAX, RE_COLOURS}, 10},
    {"fishes",
     "tiles in the fishes except the first: seat; colour",
     FISHES,
     {AT_SEATS_MAX, RE_COLOURS},
     40},
    {"first draw", "tiles of the first draw, by seat", FIRST_DRAW, {AT_SEATS_MAX}, 9},
    {"eaten", "shrimps that have eaten, by seat", EATEN, {AT_SEATS_MAX}, 4},
    {"own draw", "the own tiles of the first draw, by colour", OWN_DRAW, {RE_COLOURS}, 9},
    {"own fish", "the own fish's first tile", OWN_FISH, {RE_COLOURS}, 1},
    {"placing", "the colour that is being placed", PLACING, {RE_COLOURS}, 1},
    {"done",
     "in this turn: anything; cubes played; tiles that may still come from behind the screen; a "
     "shrimp was brought in; shrimp moves; a cylinder was put on a coral tile",
     DONE,
     {6},
     16},
    {"turns", "turns completed by all", TURNS, {1}, RE_TURNS},
    {"ender", "who caused the end", ENDER, {AT_SEATS_MAX}, 1},
    {NULL, NULL, 0, {0}, 0},
};

static void observe_boards(const struct re_state *e, uint8_t *out)
{
	for (int b = 0; b < e->head.seats; b++) {
		for (int c = 0; c < RE_COLOURS; c++)
			put_board(out + POLYPS + (b * RE_COLOURS + c) * CELLS, e->polyps[b][c]);
		put_board(out + ROCK + b * CELLS, re_rock(e, b));
		for (int i = 0; i < e->head.seats; i++) {
			uint64_t shrimps = e->shrimps[b][at_relative(&e->head, i)];
			if (shrimps)
				put_board(out + SHRIMPS + (b * AT_SEATS_MAX + i) * CELLS, shrimps);
		}
	}
}

static void observe_seats(const struct re_state *e, uint8_t *out)
{
	const struct re_seat *own = &e->seat[e->head.viewer];

	for (int i = 0; i < e->head.seats; i++) {
		int number = at_relative(&e->head, i);
		const struct re_seat *seat = &e->seat[number];
		memcpy(out + SCREEN + i * RE_COLOURS, seat->seen, RE_COLOURS);
		memcpy(out + CONSUMED + i * RE_COLOURS, seat->consumed, RE_COLOURS);
		memcpy(out + CUBES + i * RE_COLOURS, seat->cubes, RE_COLOURS);
		memcpy(out + FISHES + i * RE_COLOURS, seat->fish, RE_COLOURS);
		out[FIRST_DRAW + i] = seat->unseen_count;
		out[EATEN + i] = seat->eaten;
		out[ENDER + i] = e->ender == number + 1;
	}
	memcpy(out + OWN_DRAW, own->unseen, RE_COLOURS);
	if (own->first_tile < RE_COLOURS)
		out[OWN_FISH + own->first_tile] = 1;
}

static void observe_coral_tiles(const struct re_state *e, uint8_t *out)
{
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile t = re_tile_shown(e, i);
		out[STRONGER + t.stronger * RE_COLOURS + t.weaker] = 1;
		out[STARFISH + i] = e->starfish >> i & 1;
		out[FIXED + i] = e->fixed >> i & 1;
	}
	if (e->alga)
		out[CYLINDER + e->alga - 1] = 1;
}

static void observe_turn(const struct re_state *e, uint8_t *out)
{
	out[PHASE] = e->head.phase == RE_FISH;
	out[PHASE + 1] = e->head.phase == RE_LARVA;
	out[PHASE + 2] = e->head.phase == RE_TURN;
	out[PHASE + 3] = e->head.phase == RE_EXTRA;
	if (e->placing)
		out[PLACING + e->placing - 1] = 1;
	out[DONE] = e->acted;
	out[DONE + 1] = e->cubes_played;
	out[DONE + 2] = e->screen_left;
	out[DONE + 3] = e->brought;
	out[DONE + 4] = e->shrimp_moves;
	out[DONE + 5] = e->fixed_one;
	out[TURNS] = e->turns;
}

static void reef_encounter_observe(const struct at_state *view, uint8_t *out)
{
	const struct re_state *e = (const struct re_state *)view;

	memset(out, 0, SIZE);
	at_observe_common(view, out);
	observe_boards(e, out);
	observe_coral_tiles(e, out);
	observe_seats(e, out);
	observe_turn(e, out);
	memcpy(out + SEA, e->sea, sizeof e->sea);
	memcpy(out + SUPPLY, e->supply, RE_COLOURS);
	put_colours(out + BONUS, e->bonus);
	out[GROWTH] = re_growth_possible(e);
	put_colours(out + BAG_HAS, e->bag_has);
	out[BAG_SIZE] = e->bag_size;
	memcpy(out + UNSEEN, e->bag, RE_COLOURS);
	put_colours(out + COUNTED, e->counted);
	memcpy(out + HIDDEN, e->hidden, RE_COLOURS);
}

const struct at_numbers at_numbers_reef_encounter = {
    .version = 1,
    .actions = ACTIONS,
    .observation = SIZE,
    .action_parts = action_parts,
    .planes = planes,
    .index = reef_encounter_index,
    .move = reef_encounter_move,
    .pick = reef_encounter_pick,
    .mask = reef_encounter_mask,
    .observe = reef_encounter_observe,
};
