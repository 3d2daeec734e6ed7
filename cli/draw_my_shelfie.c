/* My Shelfie for the terminal, 80 columns wide: the living room beside the common goals, below it
 * the shelves side by side. */
#include "draw.h"

#include "my_shelfie/my_shelfie.h"

#include <string.h>

enum { GAP = 3, WORDS_WIDTH = 38, WORDS_LINES = 2 };

struct pen {
	FILE *f;
	bool colour;
};

/* 256-colour backgrounds of the tiles, as on the real ones: green, white, yellow, dark blue, light
 * blue, pink; and what can be read on them. */
static const struct {
	int paper, ink;
} tints[MS_TYPES] = {{71, 16}, {230, 16}, {220, 16}, {25, 231}, {80, 16}, {211, 16}};

static void bold(const struct pen *pen, bool on)
{
	if (pen->colour)
		fputs(on ? "\033[1m" : "\033[0m", pen->f);
}

static void dim(const struct pen *pen, const char *text)
{
	fprintf(pen->f, pen->colour ? "\033[2m%s\033[0m" : "%s", text);
}

static void tile(const struct pen *pen, int type, char letter, char mark)
{
	if (pen->colour)
		fprintf(pen->f, "\033[48;5;%d;38;5;%dm %c%c\033[0m", tints[type].paper,
			tints[type].ink, letter, mark);
	else
		fprintf(pen->f, " %c%c", letter, mark);
}

/* A cell without a tile; hint is the type that the personal goal wants there, in lower case, or
 * ' '. */
static void no_tile(const struct pen *pen, int wanted)
{
	dim(pen, " .");
	if (wanted == MS_NONE)
		fputc(' ', pen->f);
	else if (pen->colour)
		fprintf(pen->f, "\033[38;5;%dm%c\033[0m", tints[wanted].paper,
			ms_letters[wanted] | 0x20);
	else
		fputc(ms_letters[wanted] | 0x20, pen->f);
}

static bool walled_in(uint64_t tiles, int cell)
{
	uint64_t around =
	    tiles << MS_ACROSS & tiles >> MS_ACROSS & tiles << MS_DOWN & tiles >> MS_DOWN;

	return around >> cell & 1;
}

static void room_row(const struct pen *pen, const struct ms_state *p, int row)
{
	fprintf(pen->f, "%3d ", row + 1);
	for (int column = 0; column < MS_ROOM_SIDE; column++) {
		int cell = ms_cell(row, column);
		int type = cell < 0 ? MS_NONE : ms_tile(p, cell);
		if (cell < 0 || !(ms_in_use[p->head.seats] >> cell & 1))
			fputs("   ", pen->f);
		else if (type == MS_NONE)
			no_tile(pen, MS_NONE);
		else if (walled_in(ms_tiles(p), cell))
			tile(pen, type, (char)(ms_letters[type] | 0x20), ' ');
		else
			tile(pen, type, ms_letters[type], ' ');
	}
}

/* Breaks words into lines of at most WORDS_WIDTH; returns their number. */
static int wrap(const char *words, const char *lines[], int lens[])
{
	int n = 0;

	while (*words && n < WORDS_LINES) {
		int len = (int)strlen(words);
		if (len > WORDS_WIDTH)
			for (len = WORDS_WIDTH; words[len] != ' ';)
				len--;
		lines[n] = words;
		lens[n++] = len;
		words += len;
		words += strspn(words, " ");
	}
	return n;
}

/* The text beside the living room, line by line. */
struct side {
	char lines[MS_ROOM_SIDE + 2][80];
	int count;
};

static char *side_line(struct side *side, const char *text)
{
	char *line = side->lines[side->count++];

	snprintf(line, sizeof side->lines[0], "%s", text);
	return line;
}

static void side_goal(struct side *side, const struct ms_state *p, int slot)
{
	const char *lines[WORDS_LINES];
	int lens[WORDS_LINES];
	int n = wrap(ms_goal_words(&p->head, p->goals[slot]), lines, lens);
	uint32_t left = ms_tiles_left(p, slot);
	char *end;

	for (int i = 0; i < n; i++) {
		char number[8] = "";
		if (i == 0)
			snprintf(number, sizeof number, "%u", p->goals[slot]);
		snprintf(side->lines[side->count++], sizeof side->lines[0], "%2s  %.*s", number,
			 lens[i], lines[i]);
	}
	end = side_line(side, left ? "    scoring tiles left:" : "    no scoring tile is left");
	for (int points = 8; points > 0; points--)
		if (left >> points & 1)
			snprintf(end + strlen(end), 4, " %d", points);
}

static void fill_side(struct side *side, const struct ms_state *p)
{
	char *line;

	*side = (struct side){.count = 0};
	side_line(side, "COMMON GOALS");
	for (int i = 0; i < 2 && p->goals[i]; i++)
		side_goal(side, p, i);
	if (!p->goals[0])
		side_line(side, "    not drawn yet");
	side->count++;
	line = side_line(side, "In the bag:");
	for (int t = 0; t < MS_TYPES; t++)
		snprintf(line + strlen(line), 8, " %u%c", p->bag[t], ms_letters[t]);
	if (p->end_tile)
		snprintf(side->lines[side->count++], sizeof side->lines[0],
			 "Seat %u has the end-of-game tile", p->end_tile);
}

static void draw_room(const struct pen *pen, const struct ms_state *p)
{
	struct side side;

	fill_side(&side, p);
	for (int row = -1; row < MS_ROOM_SIDE || row + 1 < side.count; row++) {
		const char *beside = row + 1 < side.count ? side.lines[row + 1] : "";
		if (row < 0)
			dim(pen, "     a  b  c  d  e  f  g  h  i ");
		else if (row < MS_ROOM_SIDE)
			room_row(pen, p, row);
		else
			fprintf(pen->f, "%31s", "");
		if (*beside) {
			fprintf(pen->f, "%*s", GAP, "");
			if (row < 0)
				bold(pen, true);
			fputs(beside, pen->f);
			if (row < 0)
				bold(pen, false);
		}
		fputc('\n', pen->f);
	}
}

/* The type that the seat's personal goal wants in this cell, if it is known. */
static int wanted_at(const struct ms_state *p, int seat, int place)
{
	int personal = p->personal[seat];

	if (personal == 0 || personal == MS_PERSONAL_UNKNOWN)
		return MS_NONE;
	for (int t = 0; t < MS_TYPES; t++)
		if (ms_wanted[personal][t] == place)
			return t;
	return MS_NONE;
}

static void shelf_row(const struct pen *pen, const struct ms_state *p, int seat, int row)
{
	dim(pen, "|");
	for (int column = 0; column < MS_COLUMNS; column++) {
		int place = ms_place(row, column);
		int type = ms_at(p, seat, place);
		int wanted = wanted_at(p, seat, place);
		char mark = ' ';
		if (wanted != MS_NONE)
			mark = (char)(type == wanted ? '*' : ms_letters[wanted] | 0x20);
		if (type == MS_NONE)
			no_tile(pen, wanted);
		else
			tile(pen, type, ms_letters[type], mark);
	}
	dim(pen, "|");
}

/* Lines of the table under the shelves. */
enum figure { POINTS, COMMON, PERSONAL, GROUPS, END, FIGURES };

static void figure(char text[32], const struct ms_state *p, int seat, enum figure which)
{
	int personal = p->personal[seat];
	struct at_score score;

	text[0] = '\0';
	switch (which) {
	case POINTS:
		at_score(&p->head, seat, &score);
		snprintf(text, 32, "%d points", (int)score.total);
		break;
	case COMMON: snprintf(text, 32, "common %d", p->taken[seat][0] + p->taken[seat][1]); break;
	case PERSONAL:
		if (personal == MS_PERSONAL_UNKNOWN) {
			snprintf(text, 32, "personal ?");
		} else if (personal) {
			int cells = ms_personal_cells(p->shelf[seat], personal);
			snprintf(text, 32, "personal %d (%d/6)", ms_personal_points(cells), cells);
		}
		break;
	case GROUPS: snprintf(text, 32, "groups %d", ms_groups(p->shelf[seat])); break;
	default:
		if (p->end_tile == seat + 1)
			snprintf(text, 32, "end of game 1");
		break;
	}
}

static void draw_heads(const struct pen *pen, const struct at_state *s)
{
	for (int i = 0; i < s->seats; i++) {
		char head[40];
		bool moves = s->turn == i;
		snprintf(head, sizeof head, "%sSEAT %d%s%s", moves ? "> " : "", i + 1,
			 i == s->viewer ? " you" : "", i == s->first ? " first" : "");
		if (moves)
			bold(pen, true);
		fprintf(pen->f, " %-18.18s", head);
		if (moves)
			bold(pen, false);
		fputs(i + 1 < s->seats ? " " : "\n", pen->f);
	}
}

static void draw_shelves(const struct pen *pen, const struct ms_state *p)
{
	int seats = p->head.seats;

	draw_heads(pen, &p->head);
	for (int row = 0; row < MS_ROWS; row++)
		for (int i = 0; i < seats; i++) {
			fputc(' ', pen->f);
			shelf_row(pen, p, i, row);
			fputs(i + 1 < seats ? "  " : "\n", pen->f);
		}
	for (int i = 0; i < seats; i++) {
		dim(pen, "   1  2  3  4  5   ");
		fputs(i + 1 < seats ? " " : "\n", pen->f);
	}
	for (int which = 0; which < (p->end_tile ? FIGURES : END); which++)
		for (int i = 0; i < seats; i++) {
			char text[32];
			figure(text, p, i, (enum figure)which);
			if (which == POINTS)
				bold(pen, true);
			fprintf(pen->f, " %-17s", text);
			if (which == POINTS)
				bold(pen, false);
			fputs(i + 1 < seats ? "  " : "\n", pen->f);
		}
}

void draw_my_shelfie(const struct at_state *s, FILE *f, bool colour)
{
	const struct ms_state *p = (const struct ms_state *)s;
	struct pen pen = {f, colour};

	draw_room(&pen, p);
	fputc('\n', f);
	draw_shelves(&pen, p);
	dim(&pen,
	    "C cat, B book, G game, F frame, T trophy, P plant. In the room a small letter\n"
	    "has no free side; on a shelf it is what a personal goal wants there, * is right.\n");
}
