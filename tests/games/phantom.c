/* Phantom: tic-tac-toe in the dark. The opposite of the games that are listed, kept for the tests
 * and as a second pattern (HACKING.md, "How to add a game"): two players only, nothing is drawn,
 * decisions are secret; no options, no knowledge, no drawing. scripts/fourth-game lists it in a
 * copy of the source and plays it everywhere.
 *
 * PT-1  The board has nine cells, a1 to c3. Seat 1 marks with x and begins, seat 2 marks with o.
 * PT-2  In turn, a seat secretly tries a cell that it has not marked itself.
 * PT-3  The umpire, who sees all marks, answers aloud. "free": the cell gets the seat's mark, and
 *       the turn ends. "taken": the other seat's mark is there, and the same seat tries again.
 *       "line": the cell was free, and its mark completes a row, a column or a diagonal.
 * PT-4  A seat does not try again where it has found a mark.
 * PT-5  A line is one point and ends the game. So do nine marks: then nobody has won.
 *
 * The answer hangs on a secret, so it is a chance move: in the truth it has one outcome; a view,
 * which cannot know it, lists all that are possible. How many marks there are and how many were
 * found is public, for everybody hears the answers; `ply` tells it anyway. */
#include "game.h"

#include "assert.h"
#include "bits.h"

#include <string.h>

enum { SEATS = 2, SIDE = 3, CELLS = SIDE * SIDE, ALL = (1 << CELLS) - 1 };
enum { NO_CELL = 0, UNKNOWN = CELLS + 1 }; /* cells count from 1 */
enum {
	SETS_MAX = 126,    /* 4 or 5 of 9 cells: 9! / (5! 4!) */
	BOARDS_MAX = 1680, /* 3 x, 3 o and 3 empty cells: 9! / (3! 3! 3!) */
};
enum phase { TRY, ANSWER, DONE };

/* A view has in `marks` those it knows of and in `found` only its own: where fewer are there than
 * are counted, guess() has something to fill in. */
struct phantom {
	struct at_state head;
	uint16_t marks[SEATS]; /* a bit a cell */
	uint16_t found[SEATS]; /* marks of the other that the seat has tried */
	uint8_t marks_count[SEATS];
	uint8_t found_count[SEATS];
	uint8_t tried; /* a cell while the umpire is asked; UNKNOWN to all but who tries it */
	uint8_t line;  /* the seat that has one, from 1 */
	uint8_t spare[2];
};
_Static_assert(sizeof(struct phantom) == 28, "no hidden padding");

static const struct at_field layout[] = {
    AT_FIELD(struct phantom, marks, uint16_t),      AT_FIELD(struct phantom, found, uint16_t),
    AT_FIELD(struct phantom, marks_count, uint8_t), AT_FIELD(struct phantom, found_count, uint8_t),
    AT_FIELD(struct phantom, tried, uint8_t),       AT_FIELD(struct phantom, line, uint8_t),
    AT_FIELD(struct phantom, spare, uint8_t),       {0, 0, 0},
};

static const struct at_option options[] = {{NULL, NULL, {NULL}, 0, 0}};

enum key { KEY_BOARD, KEY_SEAT, KEY_TRIED };
static const struct at_key keys[] = {
    [KEY_BOARD] = {"board", NULL, 0, 0, true},
    [KEY_SEAT] = {"seat", NULL, 0, AT_PER_SEAT, true},
    [KEY_TRIED] = {"tried", NULL, 0, 0, false},
    {NULL, NULL, 0, 0, false},
};

/* A move is its kind in the high half and a cell or an answer below. */
enum kind { MOVE_TRY = 1, MOVE_ANSWER };
enum answer { FREE, TAKEN, LINE, ANSWERS };
static const char *const answer_names[ANSWERS] = {"free", "taken", "line"};

static at_move pack(enum kind kind, int what)
{
	return (at_move)kind << 16 | (at_move)what;
}

static int bit(int cell)
{
	return 1 << (cell - 1);
}

static bool has_line(int marks)
{
	static const uint16_t lines[] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};

	for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if ((marks & lines[i]) == lines[i])
			return true;
	return false;
}

/* Who tries, also while the umpire is asked. */
static int seat_due(const struct phantom *p)
{
	return p->marks_count[0] > p->marks_count[1];
}

static enum answer answer_to(int cell, int own, int others)
{
	if (others & bit(cell))
		return TAKEN;
	return has_line(own | bit(cell)) ? LINE : FREE;
}

/* May these be all marks of the seat, as far as this state knows? */
static bool may_have(const struct phantom *p, int seat, int marks)
{
	return at_count32((uint32_t)marks) == p->marks_count[seat] && !(p->marks[seat] & ~marks) &&
	       !(p->marks[1 - seat] & marks) && has_line(marks) == (p->line == seat + 1);
}

/* All boards that fit what this state knows: one in the truth, several in most views. */
struct boards {
	int count;
	uint16_t marks[BOARDS_MAX][SEATS];
};

static void list_boards(const struct phantom *p, struct boards *out)
{
	uint16_t second[SETS_MAX];
	int n = 0;

	for (int o = p->marks[1]; o <= ALL; o++)
		if (may_have(p, 1, o))
			second[n++] = (uint16_t)o;
	out->count = 0;
	for (int x = p->marks[0]; x <= ALL; x++) {
		if (!may_have(p, 0, x))
			continue;
		for (int i = 0; i < n; i++) {
			if (x & second[i])
				continue;
			out->marks[out->count][0] = (uint16_t)x;
			out->marks[out->count++][1] = second[i];
		}
	}
}

/* The odds of the umpire's answers: all boards that fit are equally likely, and on each of them all
 * cells that may have been tried. */
static void count_answers(const struct phantom *p, uint32_t odds[ANSWERS])
{
	int seat = seat_due(p);
	struct boards boards;

	memset(odds, 0, ANSWERS * sizeof odds[0]);
	list_boards(p, &boards);
	for (int i = 0; i < boards.count; i++) {
		int own = boards.marks[i][seat];
		int others = boards.marks[i][1 - seat];
		uint32_t empty = ALL & ~(uint32_t)(own | others);
		if (p->tried != UNKNOWN) {
			odds[answer_to(p->tried, own, others)]++;
			continue;
		}
		odds[TAKEN] += p->marks_count[1 - seat] - p->found_count[seat]; /* PT-4 */
		while (empty)
			odds[answer_to(at_pop32(&empty) + 1, own, others)]++;
	}
}

static void init(struct at_state *s)
{
	s->first = s->turn = 0; /* PT-1 */
	s->phase = TRY;
}

static int moves(const struct at_state *s, at_move *out)
{
	const struct phantom *p = (const struct phantom *)s;
	uint32_t odds[ANSWERS];
	int n = 0;

	if (s->phase == ANSWER) {
		count_answers(p, odds);
		for (int i = 0; i < ANSWERS; i++)
			if (odds[i])
				out[n++] = pack(MOVE_ANSWER, i);
	} else if (s->phase == TRY && !at_others_decide(s)) {
		for (int cell = 1; cell <= CELLS; cell++)
			if (!((p->marks[s->turn] | p->found[s->turn]) & bit(cell)))
				out[n++] = pack(MOVE_TRY, cell);
	}
	return n;
}

static int weights(const struct at_state *s, uint32_t *out)
{
	uint32_t odds[ANSWERS];
	int n = 0;

	count_answers((const struct phantom *)s, odds);
	for (int i = 0; i < ANSWERS; i++)
		if (odds[i])
			out[n++] = odds[i];
	return n;
}

/* The umpire has spoken. Who does not know which cell was tried only counts. */
static void hear(struct phantom *p, enum answer answer)
{
	struct at_state *s = &p->head;
	int seat = seat_due(p);
	int cell = p->tried == UNKNOWN ? 0 : bit(p->tried);

	p->tried = NO_CELL;
	s->phase = TRY;
	if (answer == TAKEN) {
		p->found[seat] |= (uint16_t)cell;
		p->marks[1 - seat] |= (uint16_t)cell;
		p->found_count[seat]++;
		s->turn = (int8_t)seat;
		return;
	}
	p->marks[seat] |= (uint16_t)cell;
	p->marks_count[seat]++;
	s->turn = (int8_t)(1 - seat);
	if (answer == LINE)
		p->line = (uint8_t)(seat + 1);
	if (answer == LINE || p->marks_count[0] + p->marks_count[1] == CELLS) {
		s->turn = AT_OVER;
		s->phase = DONE;
	}
}

static void apply(struct at_state *s, at_move m)
{
	struct phantom *p = (struct phantom *)s;

	s->ply++;
	if (m >> 16 == MOVE_ANSWER) {
		hear(p, (enum answer)(m & 0xffff));
		return;
	}
	at_assert(m >> 16 == MOVE_TRY);
	p->tried = (uint8_t)(m & 0xffff);
	s->turn = AT_CHANCE;
	s->phase = ANSWER;
}

static int column(int cell)
{
	return 'a' + (cell - 1) % SIDE;
}

static int row(int cell)
{
	return (cell - 1) / SIDE + 1;
}

static enum at_err refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct phantom *p = (const struct phantom *)s;
	at_move list[CELLS];
	int n = moves(s, list);
	int cell = m & 0xffff;

	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return AT_OK;
	if (at_others_decide(s))
		return at_fail(fail, AT_BAD_MOVE, "seat %d decides now", s->turn + 1);
	if (s->turn == AT_OVER)
		return at_fail(fail, AT_BAD_MOVE, "PT-5: the game is over");
	if (s->phase == TRY && m >> 16 == MOVE_TRY && cell >= 1 && cell <= CELLS)
		return at_fail(fail, AT_BAD_MOVE,
			       p->marks[s->turn] & bit(cell)
				   ? "PT-2: your own mark is on %c%d"
				   : "PT-4: you have found a mark on %c%d already",
			       column(cell), row(cell));
	return at_fail(fail, AT_BAD_MOVE, "this is not the move that is due");
}

/* Everything is heard by all but which cell another seat tries. */
static enum at_err refuse_seen(const struct at_state *s, at_move m, struct at_fail *fail)
{
	if (!at_others_decide(s))
		return refuse(s, m, fail);
	if (m != pack(MOVE_TRY, UNKNOWN))
		return at_fail(fail, AT_BAD_MOVE, "PT-2: seat %d tries a cell in secret",
			       s->turn + 1);
	return AT_OK;
}

static void score(const struct at_state *s, int seat, struct at_score *out)
{
	const struct phantom *p = (const struct phantom *)s;

	out->lines[out->line_count++] = (struct at_line){"line", p->line == seat + 1}; /* PT-5 */
}

static void hide(struct at_state *s, int viewer)
{
	struct phantom *p = (struct phantom *)s;

	for (int i = 0; i < SEATS; i++) {
		if (i == viewer)
			continue;
		p->found[i] = 0;
		p->marks[i] = viewer == AT_PUBLIC ? 0 : p->found[viewer];
	}
	if (s->phase == ANSWER && seat_due(p) != viewer)
		p->tried = UNKNOWN;
}

static at_move view_move(const struct at_state *s, at_move m, int viewer)
{
	return m >> 16 == MOVE_TRY && s->turn != viewer ? pack(MOVE_TRY, UNKNOWN) : m;
}

static int pick_cell(uint32_t set, struct at_rng *rng)
{
	for (uint32_t k = at_rng_below(rng, (uint32_t)at_count32(set)); k > 0; k--)
		set &= set - 1;
	return at_low32(set) + 1;
}

/* Nothing says here whose view it was. What is unknown shows by itself: as an UNKNOWN cell, or as
 * fewer cells than are counted. */
static void guess(struct at_state *s, struct at_rng *rng)
{
	struct phantom *p = (struct phantom *)s;
	struct boards boards;
	int seat = seat_due(p);

	list_boards(p, &boards);
	memcpy(p->marks, boards.marks[at_rng_below(rng, (uint32_t)boards.count)], sizeof p->marks);
	for (int i = 0; i < SEATS; i++)
		while (at_count32(p->found[i]) < p->found_count[i]) {
			uint32_t more = p->marks[1 - i] & ~(uint32_t)p->found[i];
			p->found[i] |= (uint16_t)bit(pick_cell(more, rng));
		}
	if (p->tried == UNKNOWN)
		p->tried =
		    (uint8_t)pick_cell(ALL & ~(uint32_t)(p->marks[seat] | p->found[seat]), rng);
}

/* What is known of a seat's marks here, and what it has found. */
static enum at_err check_seat(const struct phantom *p, int i, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int other = 1 - i;
	bool own = at_is_truth(s) || s->viewer == i;
	int known = own ? p->marks_count[i] : s->viewer == other ? p->found_count[other] : 0;

	if (p->marks_count[i] > CELLS || at_count32(p->marks[i]) != known)
		return at_fail(fail, AT_BAD_STATE, "PT-3: %d marks of seat %d must be known here",
			       known, i + 1);
	if (p->found_count[i] > p->marks_count[other] || p->found[i] & ~p->marks[other] ||
	    at_count32(p->found[i]) != (own ? p->found_count[i] : 0))
		return at_fail(fail, AT_BAD_STATE, "PT-3: seat %d cannot have found this", i + 1);
	return AT_OK;
}

static enum at_err check_board(const struct phantom *p, struct at_fail *fail)
{
	int ahead = p->marks_count[0] - p->marks_count[1];
	struct boards boards;

	if ((ahead != 0 && ahead != 1) || p->line > SEATS || (p->line && ahead != (p->line == 1)))
		return at_fail(fail, AT_BAD_STATE, "PT-2: %u marks of seat 1 and %u of seat 2",
			       p->marks_count[0], p->marks_count[1]);
	list_boards(p, &boards);
	if (boards.count == 0)
		return at_fail(fail, AT_BAD_STATE, "PT-3: no board has these marks and lines");
	return AT_OK;
}

static enum at_err check_phase(const struct phantom *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool over = p->line || p->marks_count[0] + p->marks_count[1] == CELLS;
	int turn = s->phase == ANSWER ? AT_CHANCE : seat_due(p);

	if (s->first != 0)
		return at_fail(fail, AT_BAD_STATE, "PT-1: seat 1 begins");
	if (s->phase > DONE || over != (s->phase == DONE) || s->turn != (over ? AT_OVER : turn))
		return at_fail(fail, AT_BAD_STATE,
			       over ? "PT-5: this game is over"
				    : "PT-2: it is not this seat's turn");
	if (p->spare[0] || p->spare[1])
		return at_fail(fail, AT_BAD_STATE, "spare bytes are zero");
	return AT_OK;
}

static enum at_err check_tried(const struct phantom *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int seat = seat_due(p);
	bool known = at_is_truth(s) || s->viewer == seat;

	if ((s->phase == ANSWER) != (p->tried != NO_CELL) || p->tried > UNKNOWN)
		return at_fail(fail, AT_BAD_STATE, "PT-2: no cell is tried now");
	if (p->tried == NO_CELL)
		return AT_OK;
	if (known != (p->tried != UNKNOWN))
		return at_fail(fail, AT_BAD_STATE, "PT-2: who tries a cell knows it, nobody else");
	if (known && (p->marks[seat] | p->found[seat]) & bit(p->tried))
		return at_fail(fail, AT_BAD_STATE, "PT-4: seat %d knows what is there", seat + 1);
	return AT_OK;
}

static enum at_err check(const struct at_state *s, struct at_fail *fail)
{
	const struct phantom *p = (const struct phantom *)s;

	for (int i = 0; i < SEATS; i++)
		if (check_seat(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "seat", i);
	if (check_board(p, fail))
		return at_blame(fail, AT_BAD_STATE, "board", 0);
	if (check_phase(p, fail))
		return at_blame(fail, AT_BAD_STATE, "to-move", 0);
	if (check_tried(p, fail))
		return at_blame(fail, AT_BAD_STATE, "tried", 0);
	return AT_OK;
}

static void print_cell(struct at_text *t, int cell)
{
	if (cell == UNKNOWN)
		at_putc(t, '?');
	else
		at_put(t, "%c%d", column(cell), row(cell));
}

/* A mark on the board that the other seat has found is a capital. */
static void print(const struct at_state *s, struct at_text *t)
{
	const struct phantom *p = (const struct phantom *)s;

	at_puts(t, "board:\n");
	for (int cell = 1; cell <= CELLS; cell++) {
		int mark = '.';
		for (int i = 0; i < SEATS; i++)
			if (p->marks[i] & bit(cell))
				mark = (p->found[1 - i] & bit(cell) ? "XO" : "xo")[i];
		at_put(t, "%s%c%s", cell % SIDE == 1 ? "  " : "", mark, cell % SIDE ? "" : "\n");
	}
	for (int i = 0; i < SEATS; i++)
		at_put(t, "seat %d: marks %u found %u%s\n", i + 1, p->marks_count[i],
		       p->found_count[i], p->line == i + 1 ? " line" : "");
	if (p->tried != NO_CELL) {
		at_puts(t, "tried: ");
		print_cell(t, p->tried);
		at_putc(t, '\n');
	}
}

/* "b2", or "?". */
static enum at_err scan_cell(struct at_scan *scan, int *out)
{
	struct at_word w;

	if (at_scan_need(scan, "a cell", &w))
		return scan->err;
	if (at_word_is(w, "?"))
		*out = UNKNOWN;
	else if (w.len == 2 && w.at[0] >= 'a' && w.at[0] < 'a' + SIDE && w.at[1] >= '1' &&
		 w.at[1] < '1' + SIDE)
		*out = (w.at[1] - '1') * SIDE + w.at[0] - 'a' + 1;
	else
		return at_scan_fail(scan, AT_BAD_VALUE, "PT-1: there is no cell '%s'",
				    at_show(w).s);
	return AT_OK;
}

static enum at_err parse_board(struct phantom *p, struct at_scan *scan)
{
	static const char letters[] = "xoXO";
	struct at_word w;

	at_scan_done(scan);
	for (int cell = 1; cell <= CELLS; cell++) {
		const char *letter;
		int i = 0;
		if (cell % SIDE == 1 &&
		    (!at_scan_row(scan) || at_scan_need(scan, "a row", &w) || w.len != SIDE))
			return at_scan_fail(scan, AT_BAD_TEXT, "PT-1: three rows of three cells");
		letter = w.at + (cell - 1) % SIDE;
		while (letters[i] && letters[i] != *letter)
			i++;
		if (!letters[i] && *letter != '.')
			return at_scan_fail(scan, AT_BAD_TEXT, "a cell is x, o, X, O or '.'");
		if (letters[i])
			p->marks[i % 2] |= (uint16_t)bit(cell);
		if (letters[i] && i >= 2)
			p->found[1 - i % 2] |= (uint16_t)bit(cell);
		if (cell % SIDE == 0)
			at_scan_done(scan);
	}
	return scan->err;
}

static enum at_err parse_seat(struct phantom *p, int seat, struct at_scan *scan)
{
	uint32_t marks = 0;
	uint32_t found = 0;
	struct at_word w;

	if (at_scan_expect(scan, "marks") || at_scan_uint(scan, "marks", 0, CELLS, &marks) ||
	    at_scan_expect(scan, "found") || at_scan_uint(scan, "found", 0, CELLS, &found))
		return scan->err;
	p->marks_count[seat] = (uint8_t)marks;
	p->found_count[seat] = (uint8_t)found;
	if (!at_scan_word(scan, &w))
		return scan->err;
	if (!at_word_is(w, "line") || p->line)
		return at_scan_fail(scan, AT_BAD_TEXT, "PT-5: one seat may have a 'line'");
	p->line = (uint8_t)(seat + 1);
	return AT_OK;
}

static enum at_err parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	struct phantom *p = (struct phantom *)s;
	int cell = NO_CELL;

	if (key == KEY_BOARD)
		return parse_board(p, scan);
	if (key == KEY_SEAT)
		return parse_seat(p, arg, scan);
	scan_cell(scan, &cell);
	p->tried = (uint8_t)cell;
	return scan->err;
}

static enum at_err parse_end(struct at_state *s, struct at_scan *scan)
{
	s->phase = s->turn == AT_OVER ? DONE : s->turn == AT_CHANCE ? ANSWER : TRY;
	return scan->err;
}

static void print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	(void)s;
	if (m >> 16 == MOVE_ANSWER) {
		at_puts(t, answer_names[m & 0xffff]);
		return;
	}
	at_puts(t, "try ");
	print_cell(t, m & 0xffff);
}

static enum at_err parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	struct at_word w;
	int answer;
	int cell;

	(void)s;
	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	answer = at_word_in(w, answer_names, ANSWERS);
	if (answer >= 0)
		*out = pack(MOVE_ANSWER, answer);
	else if (!at_word_is(w, "try"))
		return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	else if (!scan_cell(scan, &cell))
		*out = pack(MOVE_TRY, cell);
	return scan->err;
}

static void facts(const struct at_state *s, struct at_text *t)
{
	(void)s;
	(void)t;
}

const struct at_game at_phantom = {
    .name = "phantom",
    .title = "Phantom",
    .id = 254,
    .version = 1,
    .seats_min = SEATS,
    .seats_max = SEATS,
    .state_size = sizeof(struct phantom),
    .moves_max = CELLS,               /* to try; answers are fewer */
    .plies_max = 2 * (CELLS + CELLS), /* each cell marked once and found once, with its answer */
    .options = options,
    .layout = layout,
    .keys = keys,
    .init = init,
    .moves = moves,
    .weights = weights,
    .apply = apply,
    .refuse = refuse,
    .refuse_seen = refuse_seen,
    .score = score,
    .hide = hide,
    .view_move = view_move,
    .guess = guess,
    .check = check,
    .print = print,
    .parse = parse,
    .parse_end = parse_end,
    .print_move = print_move,
    .parse_move = parse_move,
    .facts = facts,
};
