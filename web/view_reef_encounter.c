/* Reef Encounter's reef boards for the page; everything else a screen draws is among the facts.
 *
 *     {"reefs":[{"id":"b1","ground":[6 rows],"tiles":[6 rows],"shrimps":[{"cell":"C4","seat":1}]}]}
 *
 * ground: x sand, . rock, * rock with the starfish of extra growth; tiles: the colour's letter or
 * a dot. Rows of 7 characters from the top. */
#include "view.h"

#include "reef_encounter/reef_encounter.h"

static char ground_at(const struct re_state *e, int board, uint64_t bit)
{
	if (bit == RE_STAR)
		return '*';
	return re_rock(e, board) & bit ? '.' : 'x';
}

static char tile_at(const struct re_state *e, int board, int bit)
{
	int colour = re_colour_at(e, re_cell(board, bit));

	return colour < RE_COLOURS ? re_colour_letters[colour] : '.';
}

static void put_rows(const struct re_state *e, int board, bool tiles, struct at_text *t)
{
	at_put(t, ",\"%s\":[", tiles ? "tiles" : "ground");
	for (int row = 0; row < RE_ROWS; row++) {
		at_puts(t, row ? ",\"" : "\"");
		for (int column = 0; column < RE_COLUMNS; column++) {
			int bit = row * 8 + column;
			at_putc(t, tiles ? tile_at(e, board, bit)
					 : ground_at(e, board, (uint64_t)1 << bit));
		}
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

static void put_shrimps(const struct re_state *e, int board, struct at_text *t)
{
	const char *gap = "";

	at_puts(t, ",\"shrimps\":[");
	for (int seat = 0; seat < e->head.seats; seat++)
		for (uint64_t left = e->shrimps[board][seat]; left;) {
			at_put(t, "%s{\"cell\":\"", gap);
			re_put_cell(t, re_cell(board, at_pop64(&left)));
			at_put(t, "\",\"seat\":%d}", seat + 1);
			gap = ",";
		}
	at_putc(t, ']');
}

void view_reef_encounter(const struct at_state *s, struct at_text *t)
{
	const struct re_state *e = (const struct re_state *)s;

	at_puts(t, "{\"reefs\":[");
	for (int board = 0; board < s->seats && e->board[board]; board++) {
		at_put(t, "%s{\"id\":\"b%d\"", board ? "," : "", e->board[board] - 1);
		put_rows(e, board, false, t);
		put_rows(e, board, true, t);
		put_shrimps(e, board, t);
		at_putc(t, '}');
	}
	at_puts(t, "]}");
}
