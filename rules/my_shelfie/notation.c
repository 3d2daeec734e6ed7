/* My Shelfie as text: cells and moves. The grammar with examples is in docs/formats/my-shelfie.md.
 */
#include "my_shelfie.h"

static const char *const kind_names[MS_KINDS] = {"",     "goal", "deal",  "first",
						 "draw", "take", "reveal"};

/* The columns from which and up to which a row of the board has cells. */
static const uint8_t row_from[MS_ROOM_SIDE] = {3, 3, 2, 1, 0, 0, 2, 3, 4};
static const uint8_t row_to[MS_ROOM_SIDE] = {4, 5, 6, 8, 8, 7, 6, 5, 5};

int ms_cell(int row, int column)
{
	if (row < 0 || row >= MS_ROOM_SIDE || column < row_from[row] || column > row_to[row])
		return -1;
	return MS_DOWN * row + MS_ACROSS * column - 15;
}

void ms_where(int cell, int *row, int *column)
{
	for (*row = 0; *row < MS_ROOM_SIDE; ++*row)
		for (*column = row_from[*row]; *column <= row_to[*row]; ++*column)
			if (ms_cell(*row, *column) == cell)
				return;
}

struct ms_cell_name ms_cell_name(int cell)
{
	int row, column;

	ms_where(cell, &row, &column);
	if (row == MS_ROOM_SIDE)
		return (struct ms_cell_name){"?"};
	return (struct ms_cell_name){{(char)('a' + column), (char)('1' + row), '\0'}};
}

enum at_err ms_scan_cell(struct at_scan *scan, const char *what, int *out)
{
	struct at_word w;
	int cell = -1;

	if (at_scan_need(scan, what, &w))
		return scan->err;
	if (w.len != 2 || w.at[0] < 'a' || w.at[0] > 'i' || w.at[1] < '1' || w.at[1] > '9')
		return at_scan_fail(scan, AT_BAD_TEXT,
				    "a cell is a letter from a to i and a row from 1 to 9, not "
				    "'%s'",
				    at_show(w).s);
	cell = ms_cell(w.at[1] - '1', w.at[0] - 'a');
	if (cell < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "MS-1.2: %s is no cell of the living room",
				    at_show(w).s);
	*out = cell;
	return AT_OK;
}

void ms_print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	enum ms_kind kind = ms_kind(m);

	(void)s;
	at_puts(t, kind_names[kind]);
	if (kind == MS_MOVE_TAKE) {
		struct ms_take take = ms_take(m);
		for (int i = 0; i < take.count; i++)
			at_put(t, " %s", ms_cell_name(take.cells[i]).s);
		at_put(t, " to %d", take.column + 1);
		return;
	}
	if (kind == MS_MOVE_DRAW) {
		at_put(t, " %s %s", ms_cell_name(ms_who(m)).s, ms_type_names[ms_number(m)]);
		return;
	}
	if (kind != MS_MOVE_GOAL)
		at_put(t, " %d", ms_who(m) + 1);
	if (kind == MS_MOVE_DEAL && ms_number(m) == MS_PERSONAL_UNKNOWN)
		at_puts(t, " ?");
	else if (kind != MS_MOVE_FIRST)
		at_put(t, " %d", ms_number(m));
}

/* "d4 e4 to 3" */
static enum at_err parse_take(const struct ms_state *p, struct at_scan *scan, at_move *out)
{
	struct ms_take take = {.count = 0};
	uint32_t column;

	for (;;) {
		struct at_scan before = *scan;
		struct at_word w;
		if (take.count > 0 && at_scan_word(scan, &w) && at_word_is(w, "to"))
			break;
		*scan = before;
		if (take.count == 3)
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "MS-3.1: after at most three cells comes 'to' and the "
					    "column");
		if (ms_scan_cell(scan, take.count ? "'to' and the column" : "a cell",
				 &take.cells[take.count]))
			return scan->err;
		take.count++;
	}
	if (at_scan_uint(scan, "the column", 1, MS_COLUMNS, &column))
		return scan->err;
	take.column = (int)column - 1;
	*out = ms_pack_take(p, &take);
	return AT_OK;
}

/* "d4 cat" */
static enum at_err parse_draw(struct at_scan *scan, at_move *out)
{
	struct at_word w;
	int cell = 0;
	int type;

	if (ms_scan_cell(scan, "a cell", &cell) || at_scan_need(scan, "a type", &w))
		return scan->err;
	type = at_word_in(w, ms_type_names, MS_TYPES + 1);
	if (type < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "MS-1.1: there is no type '%s'",
				    at_show(w).s);
	*out = ms_move(MS_MOVE_DRAW, cell, type);
	return AT_OK;
}

enum at_err ms_parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t seat = 1;
	uint32_t number = 0;
	int kind;

	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	if (at_word_is(w, "pass"))
		return at_scan_fail(scan, AT_BAD_TEXT, "MS-3.4: passing is not possible");
	kind = at_word_in(w, kind_names, MS_KINDS);
	if (kind < MS_MOVE_GOAL)
		return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	if (kind == MS_MOVE_TAKE)
		return parse_take((const struct ms_state *)s, scan, out);
	if (kind == MS_MOVE_DRAW)
		return parse_draw(scan, out);
	if (kind != MS_MOVE_GOAL)
		at_scan_uint(scan, "the seat", 1, s->seats, &seat);
	if (kind == MS_MOVE_DEAL) {
		struct at_scan before = *scan;
		if (at_scan_word(scan, &w) && at_word_is(w, "?"))
			number = MS_PERSONAL_UNKNOWN;
		else
			*scan = before;
	}
	if (kind != MS_MOVE_FIRST && !number)
		at_scan_uint(scan, "the goal", 1, MS_COMMON_GOALS, &number);
	if (!scan->err)
		*out = ms_move((enum ms_kind)kind, (int)seat - 1, (int)number);
	return scan->err;
}
