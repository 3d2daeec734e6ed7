/* Reef Encounter: the keys of a position text. docs/formats/reef-encounter.md has the grammar. */
#include "text_parse.h"

enum key {
	KEY_PHASE,
	KEY_TURNS,
	KEY_BOARDS,
	KEY_BOARD,
	KEY_SHRIMPS,
	KEY_TILES,
	KEY_ALGA,
	KEY_SEA,
	KEY_SUPPLY,
	KEY_BONUS,
	KEY_BAG,
	KEY_POOL,
	KEY_COUNTED,
	KEY_HAND,
	KEY_FRONT,
	KEY_FISH,
	KEY_TURN,
	KEY_REFILL,
	KEY_FIRST_SPACE,
	KEY_END,
};

const struct at_key re_keys[] = {
    [KEY_PHASE] = {"phase", NULL, 0, 0, false},
    [KEY_TURNS] = {"turns", NULL, 0, 0, false},
    [KEY_BOARDS] = {"boards", NULL, 0, 0, true},
    [KEY_BOARD] = {"board", "b", 0, RE_BOARDS, false},
    [KEY_SHRIMPS] = {"shrimps", NULL, 0, 0, false},
    [KEY_TILES] = {"tiles", NULL, 0, 0, true},
    [KEY_ALGA] = {"alga", NULL, 0, 0, false},
    [KEY_SEA] = {"sea", NULL, 0, 0, true},
    [KEY_SUPPLY] = {"supply", NULL, 0, 0, false},
    [KEY_BONUS] = {"bonus", NULL, 0, 0, false},
    [KEY_BAG] = {"bag", NULL, 0, 0, false},
    [KEY_POOL] = {"pool", NULL, 0, 0, false},
    [KEY_COUNTED] = {"counted", NULL, 0, 0, false},
    [KEY_HAND] = {"hand", NULL, 0, AT_PER_SEAT, false},
    [KEY_FRONT] = {"front", NULL, 0, AT_PER_SEAT, false},
    [KEY_FISH] = {"fish", NULL, 0, AT_PER_SEAT, true},
    [KEY_TURN] = {"turn", NULL, 0, 0, false},
    [KEY_REFILL] = {"refill", NULL, 0, 0, false},
    [KEY_FIRST_SPACE] = {"first-space", NULL, 0, 0, false},
    [KEY_END] = {"end", NULL, 0, 0, false},
    {NULL, NULL, 0, 0, false},
};

/* --- reading words --- */

static int letter(char c)
{
	for (int i = 0; i < RE_COLOURS; i++)
		if ((c | 0x20) == (re_colour_letters[i] | 0x20))
			return i;
	return -1;
}

/* The next word, put back if it is not a count: a letter and a number, or '-'. */
static bool next_count(struct at_scan *scan, int *colour, uint32_t *n)
{
	struct at_scan ahead = *scan;
	struct at_word w;

	*colour = -1;
	if (!at_scan_word(&ahead, &w))
		return false;
	if (!at_word_is(w, "-")) {
		*colour = letter(w.at[0]);
		if (*colour < 0 ||
		    !at_word_uint((struct at_word){w.at + 1, w.len - 1}, 0, RE_TILES, n))
			return false;
	}
	scan->at = ahead.at;
	return true;
}

/* Counts as far as they go; mentioned gets the colours that stand there. */
static enum at_err scan_counts(struct at_scan *scan, uint8_t *out, uint8_t *mentioned)
{
	unsigned set = 0;
	int colour;
	uint32_t n = 0;
	int words = 0;

	for (; next_count(scan, &colour, &n); words++) {
		if (colour < 0)
			continue;
		if (set >> colour & 1)
			return at_scan_fail(scan, AT_BAD_TEXT, "%s is counted twice",
					    re_colour_names[colour]);
		set |= 1u << colour;
		out[colour] = (uint8_t)n;
	}
	if (words == 0 && !scan->err)
		return at_scan_fail(scan, AT_BAD_TEXT,
				    "expected counts of colours such as 'W2 P1', or '-'");
	*mentioned = (uint8_t)set;
	return scan->err;
}

/* "WPP" or "-", added to out. */
static enum at_err scan_letters(struct at_scan *scan, const char *what, uint8_t *out)
{
	struct at_word w;

	if (at_scan_need(scan, what, &w))
		return scan->err;
	if (at_word_is(w, "-"))
		return AT_OK;
	for (size_t i = 0; i < w.len; i++) {
		int c = letter(w.at[i]);
		if (c < 0 || out[c] == RE_TILES)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "%s is written with the letters W Y O P G, not '%s'",
					    what, at_show(w).s);
		out[c]++;
	}
	return AT_OK;
}

static unsigned set_of(const uint8_t *counts)
{
	unsigned set = 0;

	for (int c = 0; c < RE_COLOURS; c++)
		set |= (unsigned)(counts[c] > 0) << c;
	return set;
}

static enum at_err unexpected(struct at_scan *scan, struct at_word w)
{
	return at_scan_fail(scan, AT_BAD_TEXT, "'%s' is not expected here", at_show(w).s);
}

/* A word of a list that may stand on this line once; its index, or -1 after a failure. */
static int scan_once(struct at_scan *scan, struct at_word w, const char *const *list, int n,
		     unsigned *met)
{
	int i = at_word_in(w, list, n);

	if (i < 0)
		unexpected(scan, w);
	else if (*met >> i & 1)
		at_scan_fail(scan, AT_BAD_TEXT, "'%s' stands here twice", list[i]);
	else
		*met |= 1u << i;
	return scan->err ? -1 : i;
}

/* --- reading keys --- */

static enum at_err parse_boards(struct re_state *e, struct at_scan *scan)
{
	unsigned set = 0;
	struct at_word w;
	int n = 0;

	while (at_scan_word(scan, &w)) {
		uint32_t board;
		if (!set && at_word_is(w, "-"))
			break;
		if (w.at[0] != 'b' ||
		    !at_word_uint((struct at_word){w.at + 1, w.len - 1}, 0, RE_BOARDS - 1, &board))
			return at_scan_fail(scan, AT_BAD_VALUE, "there is no reef board '%s'",
					    at_show(w).s);
		if (set >> board & 1)
			return at_scan_fail(scan, AT_BAD_VALUE, "RE-2.1: b%u is there twice",
					    board);
		set |= 1u << board;
	}
	if (at_count32(set) > e->head.seats)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RE-2.1: as many boards as players are in play, not %d",
				    at_count32(set));
	while (set)
		e->board[n++] = (uint8_t)(at_pop32(&set) + 1);
	return scan->err;
}

static enum at_err parse_row(struct re_state *e, int board, int row, struct at_scan *scan)
{
	struct at_word w;

	if (at_scan_need(scan, "seven cells", &w))
		return scan->err;
	if (w.len != RE_COLUMNS)
		return at_scan_fail(scan, AT_BAD_TEXT, "a row has seven cells, not '%s'",
				    at_show(w).s);
	for (int column = 0; column < RE_COLUMNS; column++) {
		uint64_t bit = (uint64_t)1 << (row * 8 + column);
		bool rock = re_rocks[board] & bit;
		char c = w.at[column];
		int colour = letter(c);
		if ((c == 'x' || c == 'X') == rock)
			return at_scan_fail(scan, AT_BAD_VALUE, "RE-1.4: %c in row %d of b%d is %s",
					    'A' + column, row + 1, board, rock ? "rock" : "sand");
		if (colour >= 0)
			e->polyps[board][colour] |= bit;
		else if (c == '*' ? bit != RE_STAR : c != '.' && c != 'x' && c != 'X')
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "cells are x . * w y o p g, the star on D4: not '%s'",
					    at_show(w).s);
	}
	return at_scan_done(scan);
}

/* Drawn under its number; parse_end() moves it to its place among the boards in play. */
static enum at_err parse_board(struct re_state *e, int board, struct at_scan *scan)
{
	if (at_scan_done(scan))
		return scan->err;
	for (int row = 0; row < RE_ROWS; row++) {
		if (!at_scan_row(scan))
			return at_scan_fail(scan, AT_BAD_TEXT, "board b%d needs six rows", board);
		if (parse_row(e, board, row, scan))
			return scan->err;
	}
	e->spare[RE_NOTED_BOARDS] |= (uint8_t)(1u << board);
	return AT_OK;
}

static enum at_err parse_shrimps(struct re_state *e, struct at_scan *scan)
{
	struct at_word w;

	while (at_scan_word(scan, &w)) {
		struct at_word cell = {w.at, 0};
		struct at_word seat;
		uint32_t owner;
		int at;
		if (at_word_is(w, "-"))
			continue;
		while (cell.len < w.len && w.at[cell.len] != '=')
			cell.len++;
		seat = (struct at_word){w.at + cell.len + 1, w.len - cell.len - 1};
		if (cell.len == w.len || !re_word_cell(e, cell, &at) ||
		    !at_word_uint(seat, 1, e->head.seats, &owner))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "a shrimp is written CELL=PLAYER, not '%s'",
					    at_show(w).s);
		if (re_shrimps(e, re_cell_board(at)) & re_cell_bit(at))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RE-6.4: two shrimps on one cell, '%s'", at_show(w).s);
		e->shrimps[re_cell_board(at)][owner - 1] |= re_cell_bit(at);
	}
	return scan->err;
}

/* "3", "3*" or "3*=blue". */
static enum at_err parse_tile(struct re_state *e, int tile, struct at_scan *scan)
{
	struct at_word w, number, alga;
	uint32_t id;

	if (at_scan_need(scan, "ten coral tiles", &w))
		return scan->err;
	number = (struct at_word){w.at, 0};
	while (number.len < w.len && w.at[number.len] >= '0' && w.at[number.len] <= '9')
		number.len++;
	if (!at_word_uint(number, 1, RE_CORAL_TILES, &id) || (int)id != tile + 1)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "expected coral tile %d as '%d' or '%d*', not '%s'", tile + 1,
				    tile + 1, tile + 1, at_show(w).s);
	alga = (struct at_word){w.at + number.len, w.len - number.len};
	if (alga.len && alga.at[0] == '*') {
		e->starfish |= (uint16_t)(1u << tile);
		alga.at++;
		alga.len--;
	}
	if (alga.len == 0)
		return AT_OK;
	if (alga.at[0] != '=')
		return unexpected(scan, w);
	alga.at++;
	alga.len--;
	if (at_word_in(alga, re_alga_names, RE_ALGAE) != re_tile_shown(e, tile).large)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RE-8.2: the cylinder on coral tile %d can only be %s",
				    tile + 1, re_alga_names[re_tile_shown(e, tile).large]);
	e->fixed |= (uint16_t)(1u << tile);
	return AT_OK;
}

static enum at_err parse_sea(struct re_state *e, struct at_scan *scan)
{
	unsigned set = 0;
	struct at_word w;

	while (at_scan_word(scan, &w)) {
		int space = at_word_in(w, re_colour_names, RE_COLOURS);
		if (space < 0)
			return at_scan_fail(scan, AT_BAD_VALUE, "there is no sea space '%s'",
					    at_show(w).s);
		if (set >> space & 1)
			return at_scan_fail(scan, AT_BAD_TEXT, "the %s space stands here twice",
					    re_colour_names[space]);
		set |= 1u << space;
		if (scan_letters(scan, "a sea space", e->sea[space]))
			return scan->err;
	}
	if (set != (1 << RE_COLOURS) - 1)
		return at_scan_fail(scan, AT_BAD_TEXT, "RE-1.5: the sea board has five spaces");
	return scan->err;
}

static enum at_err parse_bonus(struct re_state *e, struct at_scan *scan)
{
	struct at_scan ahead = *scan;
	re_counts counts = {0};
	struct at_word w;

	re_note(e, RE_NOTED_BONUS);
	if (at_scan_word(&ahead, &w) && at_word_is(w, "ended")) {
		scan->at = ahead.at;
		e->growth_over = 1;
		return AT_OK;
	}
	if (scan_letters(scan, "the bonus tiles", counts))
		return scan->err;
	for (int c = 0; c < RE_COLOURS; c++)
		if (counts[c] > 1)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RE-2.2: there is one bonus tile of each colour");
	e->bonus = (uint8_t)set_of(counts);
	return AT_OK;
}

/* The truth's counts, or a view's "120 without PG". */
static enum at_err parse_bag(struct re_state *e, struct at_scan *scan)
{
	struct at_scan ahead = *scan;
	re_counts empty = {0};
	struct at_word w;
	uint32_t size;
	uint8_t ignored;

	re_note(e, RE_NOTED_BAG);
	if (!at_scan_word(&ahead, &w) || !at_word_uint(w, 0, RE_TILES * RE_COLOURS, &size))
		return scan_counts(scan, e->bag, &ignored);
	scan->at = ahead.at;
	e->bag_size = (uint8_t)size;
	e->spare[RE_NOTED_BAG_SIZE] = 1;
	if (!at_scan_word(scan, &w))
		return scan->err;
	if (!at_word_is(w, "without"))
		return unexpected(scan, w);
	if (scan_letters(scan, "the colours that the bag does not hold", empty))
		return scan->err;
	e->spare[RE_NOTED_BAG_EMPTY] = (uint8_t)set_of(empty);
	return AT_OK;
}

static enum at_err parse_hand(struct re_seat *p, struct at_scan *scan)
{
	static const char *const parts[] = {"seen", "unseen", "cubes"};
	uint8_t ignored;
	unsigned set = 0;
	struct at_word w;

	while (at_scan_word(scan, &w)) {
		struct at_scan ahead = *scan;
		struct at_word next;
		uint32_t n;
		int part = at_word_in(w, parts, 3);
		if (part < 0)
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "expected 'seen', 'unseen' or 'cubes', not '%s'",
					    at_show(w).s);
		if (set >> part & 1)
			return at_scan_fail(scan, AT_BAD_TEXT, "'%s' stands here twice",
					    parts[part]);
		set |= 1u << part;
		if (part == 1 && at_scan_word(&ahead, &next) && next.at[0] == '?') {
			if (!at_word_uint((struct at_word){next.at + 1, next.len - 1}, 0, 9, &n))
				return unexpected(scan, next);
			p->unseen_count = (uint8_t)n;
			scan->at = ahead.at;
			continue;
		}
		if (scan_counts(scan,
				part == 0   ? p->seen
				: part == 1 ? p->unseen
					    : p->cubes,
				&ignored))
			return scan->err;
		if (part == 1)
			p->unseen_count = (uint8_t)re_sum(p->unseen);
	}
	return scan->err;
}

static enum at_err parse_fish(struct re_state *e, int seat, struct at_scan *scan)
{
	static const char *const words[] = {"open", "eaten", "shrimps"};
	struct re_seat *p = &e->seat[seat];
	unsigned met = 0;
	uint8_t ignored;
	struct at_word w;
	uint32_t n;

	if (at_scan_expect(scan, "first") || at_scan_need(scan, "the first tile in the fish", &w))
		return scan->err;
	if (at_word_is(w, "-"))
		p->first_tile = RE_NONE;
	else if (at_word_is(w, "?"))
		p->first_tile = RE_UNKNOWN;
	else if (at_word_in(w, re_colour_names, RE_COLOURS) >= 0)
		p->first_tile = (uint8_t)at_word_in(w, re_colour_names, RE_COLOURS);
	else
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "the first tile is a colour, '?' or '-', not '%s'",
				    at_show(w).s);
	while (at_scan_word(scan, &w)) {
		int word = scan_once(scan, w, words, 3, &met);
		if (word == 0) {
			if (p->first_tile >= RE_COLOURS)
				return unexpected(scan, w);
			e->opened |= (uint8_t)(1u << seat);
		} else if (word == 1) {
			scan_counts(scan, p->fish, &ignored);
		} else if (word == 2) {
			if (!at_scan_uint(scan, "shrimps eaten", 0, RE_SHRIMPS, &n))
				p->eaten = (uint8_t)n;
		}
	}
	return scan->err;
}

static enum at_err parse_turn(struct re_state *e, struct at_scan *scan)
{
	static const char *const words[] = {"acted",  "cubes", "placing",
					    "shrimp", "moves", "cylinder"};
	unsigned met = 0;
	struct at_word w;
	uint32_t n = 0;

	while (at_scan_word(scan, &w)) {
		int word = scan_once(scan, w, words, 6, &met);
		if (word < 0)
			return scan->err;
		e->acted = 1;
		if (word == 1 && !at_scan_uint(scan, "cubes played", 0, 2, &n))
			e->cubes_played = (uint8_t)n;
		if (word == 2) {
			if (at_scan_need(scan, "the colour being placed", &w))
				return scan->err;
			e->placing = (uint8_t)(at_word_in(w, re_colour_names, RE_COLOURS) + 1);
			if (!e->placing)
				return unexpected(scan, w);
			if (!at_scan_uint(scan, "tiles left", 0, RE_SCREEN_LIMIT, &n))
				e->screen_left = (uint8_t)n;
		}
		e->brought |= word == 3;
		if (word == 4 && !at_scan_uint(scan, "shrimp moves", 0, RE_SHRIMP_MOVES, &n))
			e->shrimp_moves = (uint8_t)n;
		e->fixed_one |= word == 5;
	}
	return scan->err;
}

static enum at_err parse_refill(struct re_state *e, struct at_scan *scan)
{
	struct at_word w;
	unsigned met = 0;

	while (at_scan_word(scan, &w))
		scan_once(scan, w, re_colour_names, RE_COLOURS, &met);
	e->refill = (uint8_t)met;
	return scan->err;
}

static enum at_err parse_end_reason(struct re_state *e, struct at_scan *scan)
{
	uint32_t reason, seat;

	re_note(e, RE_NOTED_END);
	if (at_scan_uint(scan, "the condition", RE_END_FIXED, RE_END_TURNS, &reason) ||
	    at_scan_expect(scan, "by") || at_scan_uint(scan, "the player", 1, e->head.seats, &seat))
		return scan->err;
	e->end = (uint8_t)reason;
	e->ender = (uint8_t)seat;
	return AT_OK;
}

/* A word out of a list; '-' gives -1 where that is allowed. */
static enum at_err scan_word_of(struct at_scan *scan, const char *what, const char *const *list,
				int n, bool dash, int *out)
{
	struct at_word w;

	if (at_scan_need(scan, what, &w))
		return scan->err;
	*out = at_word_in(w, list, n);
	if (*out < 0 && !(dash && at_word_is(w, "-")))
		return at_scan_fail(scan, AT_BAD_VALUE, "expected %s, not '%s'", what,
				    at_show(w).s);
	return AT_OK;
}

static enum at_err parse_stock(struct re_state *e, enum key key, struct at_scan *scan)
{
	uint8_t ignored;

	switch (key) {
	case KEY_SUPPLY: re_note(e, RE_NOTED_SUPPLY); return scan_counts(scan, e->supply, &ignored);
	case KEY_BONUS: return parse_bonus(e, scan);
	case KEY_BAG: return parse_bag(e, scan);
	case KEY_POOL: re_note(e, RE_NOTED_POOL); return scan_counts(scan, e->bag, &ignored);
	default: return scan_counts(scan, e->hidden, &e->counted);
	}
}

enum at_err re_parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	struct re_state *e = (struct re_state *)s;
	uint8_t ignored;
	uint32_t n = 0;
	int name = 0;

	switch ((enum key)key) {
	case KEY_PHASE:
		re_note(e, RE_NOTED_PHASE);
		if (!scan_word_of(scan, "a phase", re_phase_names, RE_PHASES, false, &name))
			s->phase = (uint8_t)name;
		return scan->err;
	case KEY_TURNS:
		re_note(e, RE_NOTED_TURNS);
		if (!at_scan_uint(scan, "turns", 0, RE_TURNS, &n))
			e->turns = (uint8_t)n;
		return scan->err;
	case KEY_BOARDS: return parse_boards(e, scan);
	case KEY_BOARD: return parse_board(e, arg, scan);
	case KEY_SHRIMPS: return parse_shrimps(e, scan);
	case KEY_TILES:
		for (int i = 0; i < RE_CORAL_TILES; i++)
			if (parse_tile(e, i, scan))
				return scan->err;
		return AT_OK;
	case KEY_ALGA:
		if (!scan_word_of(scan, "an alga or '-'", re_alga_names, RE_ALGAE, true, &name))
			e->alga = (uint8_t)(name + 1);
		return scan->err;
	case KEY_SEA: return parse_sea(e, scan);
	case KEY_HAND: return parse_hand(&e->seat[arg], scan);
	case KEY_FRONT: return scan_counts(scan, e->seat[arg].consumed, &ignored);
	case KEY_FISH: return parse_fish(e, arg, scan);
	case KEY_TURN: return parse_turn(e, scan);
	case KEY_REFILL: return parse_refill(e, scan);
	case KEY_FIRST_SPACE:
		if (!scan_word_of(scan, "a colour", re_colour_names, RE_COLOURS, false, &name))
			e->first_space = (uint8_t)(name + 1);
		return scan->err;
	case KEY_END: return parse_end_reason(e, scan);
	default: return parse_stock(e, (enum key)key, scan);
	}
}
