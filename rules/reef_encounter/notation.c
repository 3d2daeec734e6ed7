/* Reef Encounter: moves as text. */
#include "reef_encounter.h"

static const char *const kind_names[RE_KINDS] = {
    "",           "board", "side",      "space", "sea",  "first",  "deal", "fish",
    "larva",      "eat",   "cube",      "place", "stop", "shrimp", "move", "home",
    "swap-larva", "alga",  "swap-tile", "take",  "pass", "reveal"};

/* --- printing moves --- */

static void put_colour(struct at_text *t, int colour)
{
	at_put(t, " %s", colour < RE_COLOURS ? re_colour_names[colour] : "?");
}

static void put_cell(struct at_text *t, int cell)
{
	at_putc(t, ' ');
	re_put_cell(t, cell);
}

static void print_alga(at_move m, struct at_text *t)
{
	int tile = re_b(m) >> 3;

	at_put(t, " %s", re_alga_names[re_a(m)]);
	if (tile)
		at_put(t, " tile %d", tile);
	else
		at_puts(t, " space");
	at_puts(t, " for");
	put_colour(t, re_b(m) & 7);
}

void re_print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	int a = re_a(m);
	int b = re_b(m);

	(void)s;
	at_puts(t, kind_names[re_kind(m)]);
	switch (re_kind(m)) {
	case RE_MOVE_BOARD: at_put(t, " b%d", b); break;
	case RE_MOVE_SIDE: at_puts(t, b ? " starfish" : " plain"); break;
	case RE_MOVE_FIRST: at_put(t, " %d", b + 1); break;
	case RE_MOVE_DEAL:
	case RE_MOVE_REVEAL:
		at_put(t, " %d", a + 1);
		put_colour(t, b);
		break;
	case RE_MOVE_SEA:
		put_colour(t, a);
		put_colour(t, b);
		break;
	case RE_MOVE_PLACE:
		put_cell(t, b);
		at_puts(t, a ? " consumed" : "");
		break;
	case RE_MOVE_MOVE:
		put_cell(t, a);
		put_cell(t, b);
		break;
	case RE_MOVE_EAT:
	case RE_MOVE_SHRIMP:
	case RE_MOVE_HOME: put_cell(t, b); break;
	case RE_MOVE_ALGA: print_alga(m, t); break;
	case RE_MOVE_STOP:
	case RE_MOVE_PASS: break;
	default: put_colour(t, b);
	}
	if (re_gone(m))
		at_put(t, " gone %s", re_colour_names[re_gone(m) - 1]);
}

/* --- reading moves --- */

static enum at_err scan_name(struct at_scan *scan, const char *what, const char *const *names,
			     int count, int *out)
{
	struct at_word w;

	if (at_scan_need(scan, what, &w))
		return scan->err;
	*out = at_word_in(w, names, count);
	if (*out < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is not %s", at_show(w).s, what);
	return AT_OK;
}

static enum at_err scan_colour(struct at_scan *scan, int *out)
{
	return scan_name(scan, "a coral colour (white, yellow, orange, pink, grey)",
			 re_colour_names, RE_COLOURS, out);
}

static enum at_err scan_colour_or_unknown(struct at_scan *scan, int *out)
{
	struct at_scan ahead = *scan;
	struct at_word w;

	if (at_scan_word(&ahead, &w) && at_word_is(w, "?")) {
		scan->at = ahead.at;
		*out = RE_UNKNOWN;
		return AT_OK;
	}
	return scan_colour(scan, out);
}

static enum at_err scan_seat(const struct at_state *s, struct at_scan *scan, int *out)
{
	uint32_t seat = 1;

	at_scan_uint(scan, "the player", 1, s->seats, &seat);
	*out = (int)seat - 1;
	return scan->err;
}

/* "b3:" before a cell: the board as it is printed, its rows counted from 1. */
static int board_prefix(const struct re_state *e, struct at_word *w)
{
	int board = 0;

	if (w->len < 3 || (w->at[0] != 'b' && w->at[0] != 'B') || w->at[2] != ':')
		return 0;
	while (board < e->head.seats && e->board[board] != w->at[1] - '0' + 1)
		board++;
	w->at += 3;
	w->len -= 3;
	return board < e->head.seats ? board : -1;
}

bool re_word_cell(const struct re_state *e, struct at_word w, int *out)
{
	bool explicit = w.len > 3 && w.at[2] == ':';
	int board = board_prefix(e, &w);
	struct at_word digits = {w.at + 1, w.len - 1};
	int column;
	uint32_t row;

	if (board < 0 || w.len < 2)
		return false;
	column = w.at[0] >= 'a' ? w.at[0] - 'a' : w.at[0] - 'A';
	if (column < 0 || column >= RE_COLUMNS ||
	    !at_word_uint(digits, 1, explicit ? RE_ROWS : (uint32_t)RE_ROWS * e->head.seats, &row))
		return false;
	row--;
	*out = re_cell(board + (int)row / RE_ROWS, (int)row % RE_ROWS * 8 + column);
	return true;
}

static enum at_err scan_cell(const struct re_state *e, struct at_scan *scan, int *out)
{
	struct at_word w;

	if (at_scan_need(scan, "a cell", &w))
		return scan->err;
	if (!re_word_cell(e, w, out))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "there is no cell '%s': columns A to G, rows 1 to %d",
				    at_show(w).s, RE_ROWS * e->head.seats);
	return AT_OK;
}

/* Any cell of a coral names it; the move has the cell of the player's shrimp on it. */
static int shrimp_of_coral(const struct re_state *e, int cell)
{
	uint64_t on = 0;

	if (e->head.turn >= 0)
		on = re_coral(e, cell) & e->shrimps[re_cell_board(cell)][e->head.turn];
	return on ? re_cell(re_cell_board(cell), at_low64(on)) : cell;
}

/* The tile that is paid may be left out where there is no choice. */
static int only_consumed(const struct re_state *e)
{
	int colour = RE_NONE;

	for (int c = 0; c < RE_COLOURS && e->head.turn >= 0; c++)
		if (e->seat[e->head.turn].consumed[c])
			colour = colour == RE_NONE ? c : RE_UNKNOWN;
	return colour;
}

static enum at_err scan_alga(const struct re_state *e, struct at_scan *scan, int *a, int *b)
{
	static const char *const places[] = {"space", "tile"};
	int place = 0;
	int paid = 0;
	uint32_t tile = 0;
	struct at_word w;

	if (scan_name(scan, "an alga (blue, green, purple, red)", re_alga_names, RE_ALGAE, a) ||
	    scan_name(scan, "'space' or 'tile'", places, 2, &place) ||
	    (place && at_scan_uint(scan, "the coral tile", 1, RE_CORAL_TILES, &tile)))
		return scan->err;
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "for"))
			return at_scan_fail(scan, AT_BAD_TEXT, "expected 'for', not '%s'",
					    at_show(w).s);
		scan_colour(scan, &paid);
	} else {
		paid = only_consumed(e);
		if (paid >= RE_COLOURS)
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "expected 'for' and the colour of the consumed tile");
	}
	*b = (int)tile << 3 | paid;
	return scan->err;
}

static enum at_err scan_place(const struct re_state *e, struct at_scan *scan, int *a, int *b)
{
	struct at_scan ahead;
	struct at_word w;

	scan_cell(e, scan, b);
	ahead = *scan;
	if (at_scan_word(&ahead, &w) && at_word_is(w, "consumed")) {
		scan->at = ahead.at;
		*a = 1;
	}
	return scan->err;
}

static enum at_err scan_fields(const struct re_state *e, struct at_scan *scan, enum re_kind kind,
			       int *a, int *b)
{
	static const char *const boards[RE_BOARDS] = {"b0", "b1", "b2", "b3"};
	static const char *const sides[] = {"plain", "starfish"};

	switch (kind) {
	case RE_MOVE_BOARD: return scan_name(scan, "a reef board (b0 to b3)", boards, RE_BOARDS, b);
	case RE_MOVE_SIDE: return scan_name(scan, "'starfish' or 'plain'", sides, 2, b);
	case RE_MOVE_FIRST: return scan_seat(&e->head, scan, b);
	case RE_MOVE_DEAL:
	case RE_MOVE_REVEAL:
		if (scan_seat(&e->head, scan, a))
			return scan->err;
		return scan_colour_or_unknown(scan, b);
	case RE_MOVE_FISH: return scan_colour_or_unknown(scan, b);
	case RE_MOVE_SEA:
		if (scan_colour(scan, a))
			return scan->err;
		return scan_colour(scan, b);
	case RE_MOVE_PLACE: return scan_place(e, scan, a, b);
	case RE_MOVE_MOVE:
		if (scan_cell(e, scan, a))
			return scan->err;
		return scan_cell(e, scan, b);
	case RE_MOVE_EAT:
		if (!scan_cell(e, scan, b))
			*b = shrimp_of_coral(e, *b);
		return scan->err;
	case RE_MOVE_SHRIMP:
	case RE_MOVE_HOME: return scan_cell(e, scan, b);
	case RE_MOVE_ALGA: return scan_alga(e, scan, a, b);
	case RE_MOVE_STOP:
	case RE_MOVE_PASS: return scan->err;
	default: return scan_colour(scan, b);
	}
}

enum at_err re_parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	const struct re_state *e = (const struct re_state *)s;
	struct at_word w;
	int kind;
	int a = 0;
	int b = 0;
	int gone = -1;

	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	kind = at_word_in(w, kind_names, RE_KINDS);
	if (kind < 1)
		return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	if (scan_fields(e, scan, (enum re_kind)kind, &a, &b))
		return scan->err;
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "gone"))
			return at_scan_fail(scan, AT_BAD_TEXT, "'%s' is one word too many",
					    at_show(w).s);
		scan_colour(scan, &gone);
	}
	if (!scan->err)
		*out = re_move((enum re_kind)kind, a, b) | (at_move)(gone + 1) << 16;
	return scan->err;
}
