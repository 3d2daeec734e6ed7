/* The board of My Shelfie for the page:
 *
 *     room      nine rows of nine characters: '-' not in use, '.' empty, or a tile's letter
 *     filling   the cell that is drawn for, or null
 *     end_tile  the seat that has it, or null
 *     seats     [{shelf: six rows of five, the top row first; taken: the points of the scoring
 *               tile taken from each goal, 0: none; scoring: [{type, points, places}], the groups
 *               that are worth something, places counted row by row from 0 at the top left;
 *               personal: the number of the goal if the viewer knows it, else null; wanted: its
 *               six rows of five; open: shown to all}]
 *
 * Goals, groups and the bag are in the game's facts(). */
#include "bits.h"
#include "my_shelfie/my_shelfie.h"
#include "view.h"

static void put_room(const struct ms_state *p, struct at_text *t)
{
	uint64_t in_use = ms_in_use[p->head.seats];

	for (int row = 0; row < MS_ROOM_SIDE; row++) {
		at_puts(t, row ? ",\"" : "\"");
		for (int column = 0; column < MS_ROOM_SIDE; column++) {
			int cell = ms_cell(row, column);
			int type;
			if (cell < 0 || !(in_use >> cell & 1)) {
				at_putc(t, '-');
				continue;
			}
			type = ms_tile(p, cell);
			at_putc(t, type == MS_NONE ? '.' : ms_letters[type]);
		}
		at_putc(t, '"');
	}
}

static void put_filling(const struct ms_state *p, struct at_text *t)
{
	int row, column;

	if (p->head.phase != MS_FILL) {
		at_puts(t, "null");
		return;
	}
	ms_where(ms_order[p->fill], &row, &column);
	at_put(t, "\"%c%d\"", 'a' + column, row + 1);
}

/* The rows of a shelf, or of what a personal goal wants. */
static void put_rows(const char *places, struct at_text *t)
{
	for (int row = 0; row < MS_ROWS; row++) {
		at_puts(t, row ? ",\"" : "\"");
		for (int column = 0; column < MS_COLUMNS; column++)
			at_putc(t, places[ms_place(row, column)]);
		at_putc(t, '"');
	}
}

static void put_shelf(const struct ms_state *p, int seat, struct at_text *t)
{
	char places[MS_ROWS * MS_COLUMNS];

	for (int i = 0; i < MS_ROWS * MS_COLUMNS; i++) {
		int type = ms_at(p, seat, i);
		places[i] = type == MS_NONE ? '.' : ms_letters[type];
	}
	put_rows(places, t);
}

static void put_wanted(int personal, struct at_text *t)
{
	char places[MS_ROWS * MS_COLUMNS];

	for (int i = 0; i < MS_ROWS * MS_COLUMNS; i++)
		places[i] = '.';
	for (int type = 0; type < MS_TYPES; type++)
		places[ms_wanted[personal][type]] = ms_letters[type];
	put_rows(places, t);
}

/* The places of a group, row by row as a reader counts them. */
static void put_places(uint32_t group, struct at_text *t)
{
	const char *comma = "";

	for (int row = 0; row < MS_ROWS; row++)
		for (int column = 0; column < MS_COLUMNS; column++)
			if (group >> ms_place(row, column) & 1) {
				at_put(t, "%s%d", comma, MS_COLUMNS * row + column);
				comma = ",";
			}
}

static void put_scoring(const struct ms_state *p, int seat, struct at_text *t)
{
	const char *comma = "";

	for (int type = 0; type < MS_TYPES; type++) {
		uint32_t left = p->shelf[seat][type];
		while (left) {
			uint32_t group = ms_group(&left);
			int points = ms_group_points(at_count32(group));
			if (!points)
				continue;
			at_put(t, "%s{\"type\":\"%c\",\"points\":%d,\"places\":[", comma,
			       ms_letters[type], points);
			put_places(group, t);
			at_puts(t, "]}");
			comma = ",";
		}
	}
}

static void put_seat(const struct ms_state *p, int seat, struct at_text *t)
{
	int personal = p->personal[seat];

	at_puts(t, "{\"shelf\":[");
	put_shelf(p, seat, t);
	at_put(t, "],\"taken\":[%u", p->taken[seat][0]);
	if (ms_goal_count(&p->head) > 1)
		at_put(t, ",%u", p->taken[seat][1]);
	at_puts(t, "],\"scoring\":[");
	put_scoring(p, seat, t);
	at_putc(t, ']');
	if (personal && personal != MS_PERSONAL_UNKNOWN) {
		at_put(t, ",\"personal\":%d,\"wanted\":[", personal);
		put_wanted(personal, t);
		at_putc(t, ']');
	} else {
		at_puts(t, ",\"personal\":null");
	}
	at_put(t, ",\"open\":%s}", p->opened >> seat & 1 ? "true" : "false");
}

void view_my_shelfie(const struct at_state *s, struct at_text *t)
{
	const struct ms_state *p = (const struct ms_state *)s;

	at_puts(t, "{\"room\":[");
	put_room(p, t);
	at_puts(t, "],\"filling\":");
	put_filling(p, t);
	if (p->end_tile)
		at_put(t, ",\"end_tile\":%u", p->end_tile);
	else
		at_puts(t, ",\"end_tile\":null");
	at_puts(t, ",\"seats\":[");
	for (int seat = 0; seat < s->seats; seat++) {
		at_puts(t, seat ? "," : "");
		put_seat(p, seat, t);
	}
	at_puts(t, "]}");
}
