/* Reef Encounter in the terminal: the reef boards side by side, who is stronger than whom, the sea
 * board, what lies behind and before the screens, and what the turn still allows. */
#include "draw.h"

#include "reef_encounter/reef_encounter.h"

#include <stdarg.h>

struct pen {
	FILE *f;
	bool colour;
};

/* Terminal colours of the corals as ground, of the players' shrimps, and of the algae. */
static const char *const ground[RE_COLOURS] = {"30;107", "30;103", "30;48;5;208", "30;48;5;218",
					       "97;100"};
static const char *const alga_ink[RE_ALGAE] = {"94", "92", "95", "91"};

static void put(const struct pen *pen, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put(const struct pen *pen, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vfprintf(pen->f, format, args);
	va_end(args);
}

static void paint(const struct pen *pen, const char *how, const char *text)
{
	if (pen->colour)
		put(pen, "\033[%sm%s\033[0m", how, text);
	else
		put(pen, "%s", text);
}

static void heading(const struct pen *pen, const char *text)
{
	char padded[16];

	snprintf(padded, sizeof padded, "%-9s", text);
	paint(pen, "1", padded);
}

/* --- boards --- */

static int shrimp_at(const struct re_state *e, int cell)
{
	for (int i = 0; i < e->head.seats; i++)
		if (e->shrimps[re_cell_board(cell)][i] & re_cell_bit(cell))
			return i;
	return AT_NOBODY;
}

/* Three columns: a capital where a shrimp protects the tile, then the owner of a shrimp. */
static void draw_cell(const struct pen *pen, const struct re_state *e, int cell)
{
	int board = re_cell_board(cell);
	int colour = re_colour_at(e, cell);
	int shrimp = shrimp_at(e, cell);
	char text[4] = "   ";

	if (shrimp != AT_NOBODY)
		text[2] = (char)('1' + shrimp);
	if (colour != RE_NONE) {
		bool safe = re_protected(e, board) & re_cell_bit(cell);
		text[1] = (char)(re_colour_letters[colour] | (safe ? 0 : 0x20));
		paint(pen, ground[colour], text);
	} else if (re_rock(e, board) & re_cell_bit(cell)) {
		text[1] = re_cell_bit(cell) == RE_STAR ? '*' : '.';
		paint(pen, shrimp == AT_NOBODY ? "2" : "1", text);
	} else {
		put(pen, "   ");
	}
}

static void draw_boards(const struct pen *pen, const struct re_state *e)
{
	int boards = e->head.phase > RE_DRAW_BOARDS ? e->head.seats : 0;

	for (int b = 0; b < boards; b++) {
		char title[40];
		snprintf(title, sizeof title, "%sb%d  A  B  C  D  E  F  G", b ? "  " : "",
			 e->board[b] - 1);
		paint(pen, "2", title);
	}
	for (int row = 0; row < RE_ROWS && boards; row++)
		for (int b = 0; b < boards; b++) {
			char number[8];
			snprintf(number, sizeof number, "%s%2d", b ? "  " : "\n",
				 b * RE_ROWS + row + 1);
			paint(pen, "2", number);
			for (int column = 0; column < RE_COLUMNS; column++)
				draw_cell(pen, e, re_cell(b, row * 8 + column));
		}
	put(pen, "\n\n");
}

/* --- the sea board --- */

static void draw_strength(const struct pen *pen, const struct re_state *e)
{
	heading(pen, "stronger");
	for (int c = 0; c < RE_COLOURS; c++) {
		char letter[4] = {' ', re_colour_letters[c], ' ', '\0'};
		paint(pen, ground[c], letter);
		put(pen, " > ");
		for (unsigned set = re_weaker(e, c); set;)
			put(pen, "%c", re_colour_letters[at_pop32(&set)]);
		put(pen, "%s worth %d", re_weaker(e, c) ? "" : "-", re_value(e, c));
		put(pen, c + 1 < RE_COLOURS ? "   " : "\n");
	}
	heading(pen, "tiles");
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile t = re_tile_shown(e, i);
		char alga[16];
		put(pen, "%2d%c %c>%c ", i + 1, e->starfish >> i & 1 ? '*' : ' ',
		    re_colour_letters[t.stronger], re_colour_letters[t.weaker]);
		snprintf(alga, sizeof alga, "%-6s", re_alga_names[t.large]);
		paint(pen, alga_ink[t.large], alga);
		put(pen, "%s", e->fixed >> i & 1 ? " fix" : "    ");
		put(pen, i == 4 ? "\n         " : i + 1 < RE_CORAL_TILES ? " " : "\n");
	}
}

static void put_tiles(const struct pen *pen, const uint8_t *counts)
{
	for (int c = 0; c < RE_COLOURS; c++)
		for (int n = 0; n < counts[c]; n++)
			put(pen, "%c", re_colour_letters[c]);
}

/* "W2 P1", or '-'. */
static void put_counts(const struct pen *pen, const uint8_t *counts)
{
	const char *gap = "";

	for (int c = 0; c < RE_COLOURS; c++)
		if (counts[c]) {
			put(pen, "%s%c%u", gap, re_colour_letters[c], counts[c]);
			gap = " ";
		}
	if (!re_sum(counts))
		put(pen, "-");
}

static void draw_sea(const struct pen *pen, const struct re_state *e)
{
	heading(pen, "sea");
	for (int c = 0; c < RE_COLOURS; c++) {
		paint(pen, ground[c], re_colour_names[c]);
		put(pen, " ");
		put_tiles(pen, e->sea[c]);
		put(pen, "%s%s", re_sum(e->sea[c]) ? "" : "-", c + 1 < RE_COLOURS ? "   " : "\n");
	}
	heading(pen, "supply");
	put(pen, "cubes ");
	put_counts(pen, e->supply);
	put(pen, "   bag %u", e->bag_size);
	for (int c = 0; c < RE_COLOURS; c++)
		if (!(e->bag_has >> c & 1))
			put(pen, " no %s", re_colour_names[c]);
	if (re_growth_possible(e)) {
		put(pen, "   bonus ");
		for (int c = 0; c < RE_COLOURS; c++)
			put(pen, "%c", e->bonus >> c & 1 ? re_colour_letters[c] : '-');
	}
	put(pen, "\n");
	heading(pen, "algae");
	for (int a = 0; a < RE_ALGAE; a++) {
		paint(pen, alga_ink[a], re_alga_names[a]);
		put(pen, " %d   ", re_cylinders_left(e, a));
	}
	put(pen, "on the space: %s\n\n", e->alga ? re_alga_names[e->alga - 1] : "none");
}

/* --- players --- */

static void draw_screen(const struct pen *pen, const struct re_state *e, int seat)
{
	const struct re_seat *p = &e->seat[seat];
	re_counts all;

	put(pen, "   screen ");
	if (re_knows(e, seat)) {
		for (int c = 0; c < RE_COLOURS; c++)
			all[c] = (uint8_t)(p->seen[c] + p->unseen[c]);
		put_counts(pen, all);
		if (p->unseen_count) {
			put(pen, " (secret ");
			put_counts(pen, p->unseen);
			put(pen, ")");
		}
	} else {
		put_counts(pen, p->seen);
		if (p->unseen_count)
			put(pen, " and %u unknown", p->unseen_count);
	}
	put(pen, "   cubes ");
	put_counts(pen, p->cubes);
	put(pen, "   in front ");
	put_counts(pen, p->consumed);
	put(pen, "\n");
}

/* A seat whose screen is hidden (RE-14.3): the pieces in front of it and on the boards. */
static void draw_hidden(const struct pen *pen, const struct re_state *e, int seat)
{
	const struct re_seat *p = &e->seat[seat];

	put(pen, "   screen and fish hidden   in front ");
	put_counts(pen, p->consumed);
	put(pen, "\n   shrimps on boards %d, on the sea board %d\n", re_shrimps_out(e, seat),
	    p->eaten > 0);
}

static void draw_fish(const struct pen *pen, const struct re_state *e, int seat)
{
	const struct re_seat *p = &e->seat[seat];

	put(pen, "   fish ");
	put_counts(pen, p->fish);
	if (p->first_tile < RE_COLOURS && !(e->opened >> seat & 1))
		put(pen, " and first %s", re_colour_names[p->first_tile]);
	else if (p->first_tile == RE_UNKNOWN)
		put(pen, " and 1 unknown");
	put(pen, "   shrimps home %d, on boards %d, on the sea board %d, in the fish %d\n",
	    re_shrimps_home(e, seat), re_shrimps_out(e, seat), p->eaten > 0,
	    p->eaten > 0 ? p->eaten - 1 : 0);
}

static void put_points(const struct pen *pen, const struct re_state *e, int seat)
{
	struct at_score score;

	at_score(&e->head, seat, &score);
	if (score.hidden)
		put(pen, ": points hidden\n");
	else
		put(pen, ": %d point%s%s\n", (int)score.total, score.total == 1 ? "" : "s",
		    e->seat[seat].first_tile == RE_UNKNOWN ? " and the unknown tile" : "");
}

static void draw_players(const struct pen *pen, const struct re_state *e)
{
	const struct at_state *s = &e->head;

	for (int i = 0; i < s->seats; i++) {
		char name[60];
		snprintf(name, sizeof name, "%s player %d, %s%s%s", s->turn == i ? ">" : " ", i + 1,
			 re_shrimp_names[i], s->viewer == i ? " (you)" : "",
			 s->first == i ? ", began" : "");
		paint(pen, s->turn == i ? "1" : "0", name);
		put_points(pen, e, i);
		if (re_screen_hidden(s, i)) {
			draw_hidden(pen, e, i);
			continue;
		}
		draw_screen(pen, e, i);
		draw_fish(pen, e, i);
	}
}

/* --- the turn --- */

static void draw_turn(const struct pen *pen, const struct re_state *e)
{
	int seat = e->head.turn;

	heading(pen, "turn");
	if (re_screen_hidden(&e->head, seat)) { /* hidden pieces decide what is possible */
		put(pen, "player %d is to move\n", seat + 1);
		return;
	}
	if (e->placing) {
		put(pen, "player %d places %s: %u more from behind the screen, %u consumed, stop",
		    seat + 1, re_colour_names[e->placing - 1], e->screen_left,
		    e->seat[seat].consumed[e->placing - 1]);
		put(pen, "; %d shrimp moves left\n", RE_SHRIMP_MOVES - e->shrimp_moves);
		return;
	}
	put(pen, "player %d may still:", seat + 1);
	if (!e->acted)
		put(pen, " eat,");
	if (e->cubes_played < 2)
		put(pen, " play %d cube%s,", 2 - e->cubes_played, e->cubes_played ? "" : "s");
	if (!e->brought && re_shrimps_home(e, seat))
		put(pen, " bring in a shrimp,");
	if (re_shrimps_out(e, seat))
		put(pen, " move shrimps %d times,", RE_SHRIMP_MOVES - e->shrimp_moves);
	if (re_sum(e->seat[seat].consumed))
		put(pen, " swap-larva, alga%s,",
		    e->seat[seat].eaten && !e->fixed_one ? " (once on a coral tile)" : "");
	if (re_sum(e->seat[seat].cubes))
		put(pen, " swap-tile,");
	if (re_shrimps_on_rock(e, seat))
		put(pen, " and must leave\n         the bare rock before the turn ends\n");
	else
		put(pen, "\n         take a sea space, which ends the turn\n");
}

static void draw_phase(const struct pen *pen, const struct re_state *e)
{
	static const char *const ends[] = {"",
					   "every coral tile has a cylinder",
					   "all shrimps of a player are eaten",
					   "no rock cell is free",
					   "the sea board cannot be refilled",
					   "200 turns were made"};

	switch (e->head.phase) {
	case RE_FISH:
		put(pen, "player %d feeds the parrotfish a first tile\n", e->head.turn + 1);
		break;
	case RE_LARVA: put(pen, "player %d chooses a larva cube\n", e->head.turn + 1); break;
	case RE_TURN: draw_turn(pen, e); break;
	case RE_EXTRA:
		put(pen, "additional turns, for %s: player %d may eat, or pass\n", ends[e->end],
		    e->head.turn + 1);
		break;
	case RE_REVEAL:
	case RE_DONE: put(pen, "the game has ended: %s\n", ends[e->end]); break;
	default: break;
	}
}

void draw_reef_encounter(const struct at_state *s, FILE *f, bool colour)
{
	const struct re_state *e = (const struct re_state *)s;
	struct pen pen = {f, colour};

	draw_boards(&pen, e);
	draw_strength(&pen, e);
	draw_sea(&pen, e);
	draw_players(&pen, e);
	draw_phase(&pen, e);
	paint(
	    &pen, "2",
	    "W white Y yellow O orange P pink G grey; a capital on a board: protected; the number\n"
	    "beside it: the player whose shrimp stands there; * grows; fix: has a cylinder\n");
}
