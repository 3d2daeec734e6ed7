/* My Shelfie as text: positions. The grammar with examples is in
 * docs/formats/my-shelfie.md. */
#include "my_shelfie.h"

#include "bits.h"

enum key { KEY_GOALS, KEY_END_TILE, KEY_FREE, KEY_FILLING, KEY_BAG, KEY_ROOM, KEY_SHELF };
const struct at_key ms_keys[] = {
    [KEY_GOALS] = {"goals", NULL, 0, 0, true},
    [KEY_END_TILE] = {"end-tile", NULL, 0, 0, false},
    [KEY_FREE] = {"free", NULL, 0, 0, false},
    [KEY_FILLING] = {"filling", NULL, 0, 0, false},
    [KEY_BAG] = {"bag", NULL, 0, 0, false},
    [KEY_ROOM] = {"room", NULL, 0, 0, true},
    [KEY_SHELF] = {"shelf", NULL, 0, AT_PER_SEAT, true},
    {NULL, NULL, 0, 0, false},
};

/* While a text is read: has "bag:" been there? parse_end() clears it. */
#define bag_given spare[0]

static char letter(int type)
{
	return type == MS_NONE ? '.' : ms_letters[type];
}

void ms_draw_room(const struct ms_state *p, char out[MS_ROOM_PLACES])
{
	for (int i = 0; i < MS_ROOM_PLACES; i++) {
		int cell = ms_cell(i / MS_ROOM_SIDE, i % MS_ROOM_SIDE);
		bool in_use = cell >= 0 && ms_in_use[p->head.seats] >> cell & 1;
		out[i] = in_use ? letter(ms_tile(p, cell)) : '-';
	}
}

void ms_draw_shelf(const struct ms_state *p, int seat, char out[MS_SHELF_PLACES])
{
	for (int i = 0; i < MS_SHELF_PLACES; i++)
		out[i] = letter(ms_at(p, seat, ms_place(i / MS_COLUMNS, i % MS_COLUMNS)));
}

static void print_rows(struct at_text *t, const char *cells, int rows, int columns)
{
	for (; rows > 0; rows--, cells += columns) {
		at_puts(t, "  ");
		at_putn(t, cells, (size_t)columns);
		at_putc(t, '\n');
	}
}

static void print_shelf(const struct ms_state *p, int seat, struct at_text *t)
{
	char cells[MS_SHELF_PLACES];

	at_put(t, "shelf %d: personal ", seat + 1);
	if (p->personal[seat] == 0)
		at_putc(t, '-');
	else if (p->personal[seat] == MS_PERSONAL_UNKNOWN)
		at_putc(t, '?');
	else
		at_put(t, "%u", p->personal[seat]);
	at_puts(t, " taken");
	for (int i = 0; i < ms_goal_count(&p->head); i++) {
		if (p->taken[seat][i])
			at_put(t, " %u", p->taken[seat][i]);
		else
			at_puts(t, " -");
	}
	at_puts(t, p->opened >> seat & 1 ? " open\n" : "\n");
	ms_draw_shelf(p, seat, cells);
	print_rows(t, cells, MS_ROWS, MS_COLUMNS);
}

void ms_print(const struct at_state *s, struct at_text *t)
{
	const struct ms_state *p = (const struct ms_state *)s;
	char cells[MS_ROOM_PLACES];

	at_puts(t, "goals:");
	for (int i = 0; i < 2 && p->goals[i]; i++)
		at_put(t, " %u", p->goals[i]);
	at_puts(t, p->goals[0] ? "\n" : " -\n");
	if (p->end_tile)
		at_put(t, "end-tile: %u\n", p->end_tile);
	else
		at_puts(t, "end-tile: -\n");
	if (p->free)
		at_puts(t, "free: yes\n");
	if (s->phase == MS_FILL)
		at_put(t, "filling: %s then %d\n", ms_cell_name(ms_order[p->fill]).s, p->mover + 1);
	at_puts(t, "bag:");
	for (int i = 0; i < MS_TYPES; i++)
		at_put(t, " %c%u", ms_letters[i], p->bag[i]);
	at_putc(t, '\n');
	at_puts(t, "room:\n");
	ms_draw_room(p, cells);
	print_rows(t, cells, MS_ROOM_SIDE, MS_ROOM_SIDE);
	for (int i = 0; i < s->seats; i++)
		print_shelf(p, i, t);
}

/* The type of a letter, or MS_NONE. */
static int type_of_letter(char c)
{
	int t = 0;

	while (t < MS_TYPES && ms_letters[t] != c)
		t++;
	return t;
}

/* A row of a drawn board: exactly n characters; blanks between them do not matter. */
static enum at_err scan_row(struct at_scan *scan, const char *board, int n, char *out)
{
	struct at_word w;
	int got = 0;

	if (!at_scan_row(scan))
		return at_scan_fail(scan, AT_BAD_TEXT, "a row of the %s is missing", board);
	while (at_scan_word(scan, &w))
		for (size_t i = 0; i < w.len; i++, got++)
			if (got < n)
				out[got] = w.at[i];
	if (got != n)
		return at_scan_fail(scan, AT_BAD_TEXT, "a row of the %s has %d cells, not %d",
				    board, n, got);
	return scan->err;
}

static enum at_err fail_in_use(const struct ms_state *p, const char *what, int row, int column,
			       struct at_scan *scan)
{
	return at_scan_fail(scan, AT_BAD_STATE, "MS-1.2: %c%d is %s with %u players", 'a' + column,
			    row + 1, what, p->head.seats);
}

static enum at_err parse_room(struct ms_state *p, struct at_scan *scan)
{
	uint64_t in_use = ms_in_use[p->head.seats];
	char row[MS_ROOM_SIDE] = {0};

	for (int r = 0; r < MS_ROOM_SIDE; r++) {
		if (scan_row(scan, "living room", MS_ROOM_SIDE, row))
			return scan->err;
		for (int c = 0; c < MS_ROOM_SIDE; c++) {
			int cell = ms_cell(r, c);
			int type = type_of_letter(row[c]);
			if (type == MS_NONE && row[c] != '.' && row[c] != '-')
				return at_scan_fail(scan, AT_BAD_TEXT,
						    "'%s' on %c%d is no tile: write C, B, G, F, T, "
						    "P, '.' or '-'",
						    at_show((struct at_word){&row[c], 1}).s,
						    'a' + c, r + 1);
			if (cell < 0 || !(in_use >> cell & 1)) {
				if (type != MS_NONE)
					return fail_in_use(p, "not in use", r, c, scan);
				continue;
			}
			if (row[c] == '-')
				return fail_in_use(p, "in use", r, c, scan);
			for (int b = 0; b < 3 && type != MS_NONE; b++)
				p->room[b] |= (uint64_t)((type + 1) >> b & 1) << cell;
		}
	}
	return AT_OK;
}

static enum at_err parse_places(struct ms_state *p, int seat, struct at_scan *scan)
{
	char row[MS_COLUMNS] = {0};

	for (int r = 0; r < MS_ROWS; r++) {
		if (scan_row(scan, "shelf", MS_COLUMNS, row))
			return scan->err;
		for (int c = 0; c < MS_COLUMNS; c++) {
			int type = type_of_letter(row[c]);
			if (type != MS_NONE)
				p->shelf[seat][type] |= 1u << ms_place(r, c);
			else if (row[c] != '.')
				return at_scan_fail(
				    scan, AT_BAD_TEXT,
				    "'%s' is no tile: write C, B, G, F, T, P or '.'",
				    at_show((struct at_word){&row[c], 1}).s);
		}
	}
	return AT_OK;
}

/* "personal 3 taken 8 - open", then the rows. */
static enum at_err parse_shelf(struct ms_state *p, int seat, struct at_scan *scan)
{
	struct at_word w;
	uint32_t x = 0;

	if (at_scan_expect(scan, "personal") || at_scan_need(scan, "a personal goal", &w))
		return scan->err;
	if (at_word_is(w, "?"))
		x = MS_PERSONAL_UNKNOWN;
	else if (!at_word_is(w, "-") && !at_word_uint(w, 1, MS_PERSONAL_GOALS, &x))
		return at_scan_fail(scan, AT_BAD_VALUE, "MS-1.4: there is no personal goal '%s'",
				    at_show(w).s);
	p->personal[seat] = (uint8_t)x;
	if (at_scan_expect(scan, "taken"))
		return scan->err;
	for (int i = 0; i < ms_goal_count(&p->head); i++) {
		x = 0;
		if (at_scan_need(scan, "a scoring tile or '-' for each common goal", &w))
			return scan->err;
		if (!at_word_is(w, "-") && !at_word_uint(w, 2, 8, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "MS-2.2: there is no scoring tile '%s'", at_show(w).s);
		p->taken[seat][i] = (uint8_t)x;
	}
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "open"))
			return at_scan_fail(scan, AT_BAD_TEXT, "expected 'open', not '%s'",
					    at_show(w).s);
		p->opened |= (uint8_t)(1 << seat);
	}
	if (at_scan_done(scan))
		return scan->err;
	return parse_places(p, seat, scan);
}

static enum at_err parse_goals(struct ms_state *p, struct at_scan *scan)
{
	struct at_word w;
	uint32_t x;
	int n = 0;

	if (at_scan_need(scan, "common goals or '-'", &w))
		return scan->err;
	if (at_word_is(w, "-"))
		return AT_OK;
	do {
		if (!at_word_uint(w, 1, MS_COMMON_GOALS, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "MS-1.4: there is no common goal '%s'", at_show(w).s);
		if (n == ms_goal_count(&p->head))
			return at_scan_fail(scan, AT_BAD_STATE,
					    "MS-2.1: %d common goals are in play, not more", n);
		p->goals[n++] = (uint8_t)x;
	} while (at_scan_word(scan, &w));
	return scan->err;
}

/* "C18 B20 ...", each type once. */
static enum at_err parse_bag(struct ms_state *p, struct at_scan *scan)
{
	struct at_word w;
	uint32_t seen = 0;

	while (at_scan_word(scan, &w)) {
		int t = type_of_letter(*w.at);
		struct at_word digits = {w.at + 1, w.len - 1};
		uint32_t x;
		if (t == MS_NONE || !at_word_uint(digits, 0, MS_TILES, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "expected a type and how many, like C18, not '%s'",
					    at_show(w).s);
		if (seen >> t & 1)
			return at_scan_fail(scan, AT_BAD_TEXT, "%c is there twice", ms_letters[t]);
		seen |= 1u << t;
		p->bag[t] = (uint8_t)x;
	}
	if (seen + 1 != 1u << MS_TYPES)
		return at_scan_fail(scan, AT_BAD_TEXT, "the bag needs all of C, B, G, F, T and P");
	p->bag_given = 1;
	return scan->err;
}

static int fill_index(int cell)
{
	int i = 0;

	while (ms_order[i] != cell)
		i++;
	return i;
}

/* "d4 then 2": which cell is drawn for next, and who moves after the last draw. */
static enum at_err parse_filling(struct ms_state *p, struct at_scan *scan)
{
	uint32_t seat;
	int cell = 0;

	if (ms_scan_cell(scan, "a cell", &cell) || at_scan_expect(scan, "then") ||
	    at_scan_uint(scan, "the seat that moves then", 1, p->head.seats, &seat))
		return scan->err;
	p->fill = (uint8_t)fill_index(cell);
	p->mover = (uint8_t)(seat - 1);
	p->head.phase = MS_FILL;
	return AT_OK;
}

static enum at_err parse_end_tile(struct ms_state *p, struct at_scan *scan)
{
	struct at_word w;
	uint32_t x = 0;

	if (at_scan_need(scan, "a seat or '-'", &w))
		return scan->err;
	if (!at_word_is(w, "-") && !at_word_uint(w, 1, p->head.seats, &x))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "end-tile is a seat from 1 to %u or '-', not '%s'",
				    p->head.seats, at_show(w).s);
	p->end_tile = (uint8_t)x;
	return AT_OK;
}

enum at_err ms_parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	static const char *const no_yes[] = {"no", "yes"};
	struct ms_state *p = (struct ms_state *)s;
	struct at_word w;
	int yes;

	switch (key) {
	case KEY_GOALS: return parse_goals(p, scan);
	case KEY_END_TILE: return parse_end_tile(p, scan);
	case KEY_FILLING: return parse_filling(p, scan);
	case KEY_BAG: return parse_bag(p, scan);
	case KEY_ROOM: return at_scan_done(scan) ? scan->err : parse_room(p, scan);
	case KEY_SHELF: return parse_shelf(p, arg, scan);
	default: break;
	}
	if (at_scan_need(scan, "yes or no", &w))
		return scan->err;
	yes = at_word_in(w, no_yes, 2);
	if (yes < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "free is yes or no, not '%s'",
				    at_show(w).s);
	p->free = (uint8_t)yes;
	return AT_OK;
}

/* All tiles that are neither in the room nor on a shelf are in the bag, MS-1.1. */
static enum at_err count_bag(struct ms_state *p, struct at_scan *scan)
{
	int left[MS_TYPES + 1];

	for (int t = 0; t <= MS_TYPES; t++)
		left[t] = MS_TILES;
	for (int i = 0; i < MS_ROOM_CELLS; i++)
		left[ms_tile(p, ms_order[i])]--;
	for (int t = 0; t < MS_TYPES; t++) {
		for (int i = 0; i < p->head.seats; i++)
			left[t] -= at_count32(p->shelf[i][t]);
		if (left[t] < 0) {
			at_scan_fail(scan, AT_BAD_STATE,
				     "MS-1.1: %d tiles '%s' lie in the room and on the shelves, "
				     "but there are only %d",
				     MS_TILES - left[t], ms_type_names[t], MS_TILES);
			return at_blame(scan->fail, scan->err, "room", 0);
		}
		if (p->bag_given && p->bag[t] != left[t]) {
			at_scan_fail(scan, AT_BAD_STATE,
				     "MS-1.1: %d of the %d tiles '%s' must be in the bag, not %u",
				     left[t], MS_TILES, ms_type_names[t], p->bag[t]);
			return at_blame(scan->fail, scan->err, "bag", 0);
		}
		p->bag[t] = (uint8_t)left[t];
	}
	p->bag_given = 0;
	return AT_OK;
}

enum at_err ms_parse_end(struct at_state *s, struct at_scan *scan)
{
	struct ms_state *p = (struct ms_state *)s;
	bool filling = s->phase == MS_FILL;

	if (filling && s->turn != AT_CHANCE) {
		at_scan_fail(scan, AT_BAD_VALUE, "'filling:' needs 'to-move: chance'");
		return at_blame(scan->fail, scan->err, "filling", 0);
	}
	if (s->turn >= 0) {
		s->phase = MS_TAKE;
	} else if (s->turn == AT_OVER) {
		s->phase = MS_DONE;
		p->opened = (uint8_t)((1 << s->seats) - 1);
	} else if (!filling) {
		if (s->first != AT_NOBODY)
			s->phase = MS_REVEAL;
		else if (!p->goals[ms_goal_count(s) - 1])
			s->phase = MS_GOALS;
		else
			s->phase = ms_next_to_deal(p) == AT_NOBODY ? MS_FIRST : MS_DEAL;
	}
	return count_bag(p, scan);
}
