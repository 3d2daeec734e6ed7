/* My Shelfie: components, what moves do, views, and the table of the game. */
#include "my_shelfie_parts.h"

#include "assert.h"
#include "bits.h"

const char *const at_shelfie_type_names[MS_TYPES + 1] = {"cat",    "book",  "game", "frame",
							 "trophy", "plant", "none"};
const char at_shelfie_letters[MS_TYPES + 1] = "CBGFTP";

/* clang-format off */
const uint8_t at_shelfie_order[MS_ROOM_CELLS] = {
	                0,  5,
	                6, 11, 16,
	            7, 12, 17, 22, 27,
	        8, 13, 18, 23, 28, 33, 38, 43,
	    9, 14, 19, 24, 29, 34, 39, 44, 49,
	   15, 20, 25, 30, 35, 40, 45, 50,
	           31, 36, 41, 46, 51,
	               42, 47, 52,
	                   53, 58,
};
/* clang-format on */

const uint64_t at_shelfie_in_use[AT_SEATS_MAX + 1] = {
    [2] = 0x0010f3de73de7840, [3] = 0x0418fbdefbdef8c1, [4] = 0x043effdefbdffbe1};

const struct at_option at_shelfie_options[] = {
    {"first-game", "one common goal instead of two", {"no", "yes"}, .shift = 0, .bits = 1},
    {"squares",
     "the two squares of common goal 4: of the same type, or of any",
     {"same", "any"},
     .shift = 1,
     .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

static const struct at_field layout[] = {
    AT_FIELD(struct at_shelfie, bag, uint8_t),
    AT_FIELD(struct at_shelfie, goals, uint8_t),
    AT_FIELD(struct at_shelfie, personal, uint8_t),
    AT_FIELD(struct at_shelfie, taken, uint8_t),
    AT_FIELD(struct at_shelfie, end_tile, uint8_t),
    AT_FIELD(struct at_shelfie, opened, uint8_t),
    AT_FIELD(struct at_shelfie, fill, uint8_t),
    AT_FIELD(struct at_shelfie, mover, uint8_t),
    AT_FIELD(struct at_shelfie, free, uint8_t),
    AT_FIELD(struct at_shelfie, spare, uint8_t),
    AT_FIELD(struct at_shelfie, shelf, uint32_t),
    AT_FIELD(struct at_shelfie, room, uint64_t),
    {0, 0, 0},
};

int at_shelfie_goal_count(const struct at_state *s)
{
	return at_option_value(s, &at_shelfie_options[0]) ? 1 : 2;
}

bool at_shelfie_any_squares(const struct at_state *s)
{
	return at_option_value(s, &at_shelfie_options[1]);
}

int ms_next_to_deal(const struct at_shelfie *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!p->personal[i])
			return i;
	return AT_NOBODY;
}

int ms_next_to_open(const struct at_shelfie *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!(p->opened >> i & 1))
			return i;
	return AT_NOBODY;
}

static void init(struct at_state *s)
{
	struct at_shelfie *p = (struct at_shelfie *)s;

	for (int t = 0; t < MS_TYPES; t++)
		p->bag[t] = MS_TILES;
	s->turn = AT_CHANCE;
	s->phase = MS_GOALS;
}

/* The next empty cell to be drawn for, from `from` on; MS_ROOM_CELLS: none. */
static int next_to_fill(const struct at_shelfie *p, int from)
{
	uint64_t empty = ms_empty_cells(p);

	while (from < MS_ROOM_CELLS && !(empty >> at_shelfie_order[from] & 1))
		from++;
	return from;
}

static void begin_fill(struct at_shelfie *p, int mover)
{
	p->head.turn = AT_CHANCE;
	p->head.phase = MS_FILL;
	p->fill = (uint8_t)next_to_fill(p, 0);
	p->mover = (uint8_t)mover;
}

static void apply_draw(struct at_shelfie *p, int cell, int type)
{
	if (type != MS_NONE) {
		p->bag[type]--;
		for (int i = 0; i < 3; i++)
			p->room[i] |= (uint64_t)((type + 1) >> i & 1) << cell;
	}
	p->fill = (uint8_t)next_to_fill(p, p->fill + 1);
	if (p->fill == MS_ROOM_CELLS) {
		p->head.turn = (int8_t)p->mover;
		p->head.phase = MS_TAKE;
		p->fill = p->mover = 0;
	}
}

uint32_t at_shelfie_tiles_left(const struct at_shelfie *p, int slot)
{
	static const uint16_t stacks[AT_SEATS_MAX + 1] = {
	    [2] = 1 << 8 | 1 << 4,
	    [3] = 1 << 8 | 1 << 6 | 1 << 4,
	    [4] = 1 << 8 | 1 << 6 | 1 << 4 | 1 << 2,
	};
	uint32_t left = stacks[p->head.seats];

	for (int i = 0; i < p->head.seats; i++)
		left &= ~(1u << p->taken[i][slot]);
	return left;
}

/* MS-4.1. A goal has as many tiles as there are seats, so one is left for this seat. */
static void claim_goals(struct at_shelfie *p, int seat)
{
	bool any_squares = at_shelfie_any_squares(&p->head);

	for (int i = 0; i < 2; i++)
		if (p->goals[i] && !p->taken[seat][i] &&
		    at_shelfie_goal_met(p->shelf[seat], p->goals[i], any_squares))
			p->taken[seat][i] =
			    (uint8_t)(31 - __builtin_clz(at_shelfie_tiles_left(p, i)));
}

/* Is any tile of the room next to another? MS-4.3 */
static bool has_neighbours(uint64_t tiles)
{
	return (tiles & tiles >> MS_ACROSS) || (tiles & tiles >> MS_DOWN);
}

static void end_turn(struct at_shelfie *p)
{
	struct at_state *s = &p->head;
	int seat = s->turn;
	int next = seat + 1 == s->seats ? 0 : seat + 1;

	claim_goals(p, seat);
	if (!p->end_tile && at_shelfie_shelf(p, seat) == MS_SHELF_FULL)
		p->end_tile = (uint8_t)(seat + 1);
	s->turn = (int8_t)next;
	/* MS-4.4; by MS-3.4 a full shelf never moves again, which only typed positions can ask. */
	if ((p->end_tile && next == s->first) || at_shelfie_shelf(p, next) == MS_SHELF_FULL) {
		s->turn = AT_CHANCE;
		s->phase = MS_REVEAL;
	} else if (!has_neighbours(at_shelfie_tiles(p)) && ms_bag_size(p) > 0) {
		begin_fill(p, next);
	}
}

static void apply_take(struct at_shelfie *p, at_move m)
{
	struct at_shelfie_take take = at_shelfie_take(m);
	int seat = p->head.turn;
	int column = MS_ROWS * take.column;
	uint32_t place = 1u << column << at_low32(~(at_shelfie_shelf(p, seat) >> column));

	for (int i = 0; i < take.count; i++, place <<= 1) {
		uint64_t cell = (uint64_t)1 << take.cells[i];
		p->shelf[seat][at_shelfie_tile(p, take.cells[i])] |= place;
		for (int b = 0; b < 3; b++)
			p->room[b] &= ~cell;
	}
	end_turn(p);
}

static void apply(struct at_state *s, at_move m)
{
	struct at_shelfie *p = (struct at_shelfie *)s;
	int who = ms_who(m);
	uint8_t number = (uint8_t)ms_number(m);

	s->ply++;
	switch (ms_kind(m)) {
	case MS_MOVE_TAKE: apply_take(p, m); break;
	case MS_MOVE_DRAW: apply_draw(p, who, number); break;
	case MS_MOVE_GOAL:
		p->goals[p->goals[0] != 0] = number;
		if (p->goals[at_shelfie_goal_count(s) - 1])
			s->phase = MS_DEAL;
		break;
	case MS_MOVE_DEAL: /* a view of another seat does not learn the number */
		p->personal[who] =
		    at_is_truth(s) || s->viewer == who ? number : MS_PERSONAL_UNKNOWN;
		if (ms_next_to_deal(p) == AT_NOBODY)
			s->phase = MS_FIRST;
		break;
	case MS_MOVE_FIRST:
		s->first = (int8_t)who;
		begin_fill(p, who);
		break;
	case MS_MOVE_REVEAL:
		p->personal[who] = number;
		p->opened |= (uint8_t)(1 << who);
		if (ms_next_to_open(p) == AT_NOBODY) {
			s->turn = AT_OVER;
			s->phase = MS_DONE;
		}
		break;
	default: at_assert(!"a move of this game");
	}
}

static void hide(struct at_state *s, int viewer)
{
	struct at_shelfie *p = (struct at_shelfie *)s;

	for (int i = 0; i < AT_SEATS_MAX; i++) /* MS-8.1 */
		if (i != viewer && p->personal[i] && !(p->opened >> i & 1))
			p->personal[i] = MS_PERSONAL_UNKNOWN;
}

static at_move view_move(const struct at_state *s, at_move m, int viewer)
{
	(void)s;
	if (ms_kind(m) == MS_MOVE_DEAL && ms_who(m) != viewer)
		return ms_pack(MS_MOVE_DEAL, ms_who(m), MS_PERSONAL_UNKNOWN);
	return m;
}

static void guess(struct at_state *s, struct at_rng *rng)
{
	struct at_shelfie *p = (struct at_shelfie *)s;
	uint32_t set = ms_numbers_left(p->personal, s->seats);

	for (int i = 0; i < s->seats; i++) {
		uint32_t left = set;
		if (p->personal[i] != MS_PERSONAL_UNKNOWN)
			continue;
		for (uint32_t k = at_rng_below(rng, (uint32_t)at_count32(set)); k > 0; k--)
			left &= left - 1;
		p->personal[i] = (uint8_t)at_low32(left);
		set &= ~(1u << p->personal[i]);
	}
}

const struct at_game at_my_shelfie = {
    .name = "my-shelfie",
    .title = "My Shelfie",
    .id = 3,
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(struct at_shelfie),
    /* At most 45 single tiles. A tile with a free side has at most three neighbours, so there are
     * at most 45 * 3 / 2 = 67 twos, each in two orders. The middle one of three has its free side
     * across them, so it is the middle of one three only, and 16 cells end both a row and a column
     * of the board: at most 29 threes, each in six orders. All of it into five columns. */
    .moves_max = (45 + 67 * 2 + 29 * 6) * MS_COLUMNS,
    /* Goals, deals, first player; each tile is drawn once, and only the last refill leaves cells
     * empty; at least one tile a turn; reveals. */
    .plies_max = 2 + 4 + 1 + MS_TYPES * MS_TILES + MS_ROOM_CELLS + 4 * 30 + 4,
    .options = at_shelfie_options,
    .layout = layout,
    .keys = at_shelfie_keys,
    .init = init,
    .moves = at_shelfie_moves,
    .weights = at_shelfie_weights,
    .apply = apply,
    .refuse = at_shelfie_refuse,
    .score = at_shelfie_score,
    .hide = hide,
    .view_move = view_move,
    .guess = guess,
    .check = at_shelfie_check,
    .print = at_shelfie_print,
    .parse = at_shelfie_parse,
    .parse_end = at_shelfie_parse_end,
    .print_move = at_shelfie_print_move,
    .parse_move = at_shelfie_parse_move,
    .facts = at_shelfie_facts,
};
