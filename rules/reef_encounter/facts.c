/* Reef Encounter: positions as JSON. docs/formats/json.md describes every member. */
#include "reef_encounter.h"

#include "json.h"

static void put_counts(struct at_text *t, const char *name, const uint8_t *counts)
{
	at_json_open(t, name, '{');
	for (int c = 0; c < RE_COLOURS; c++)
		at_json_count(t, re_colour_names[c], counts[c]);
	at_putc(t, '}');
}

/* The colours of a set. */
static void put_colours(struct at_text *t, const char *name, unsigned set)
{
	at_json_open(t, name, '[');
	while (set) {
		at_json_next(t);
		at_json_string(t, re_colour_names[at_pop32(&set)]);
	}
	at_putc(t, ']');
}

/* A colour plus 1; 0 is none. */
static void put_colour(struct at_text *t, const char *name, int colour)
{
	at_json_word(t, name, colour ? re_colour_names[colour - 1] : NULL);
}

static void put_cell(struct at_text *t, int board, int bit)
{
	at_putc(t, '"');
	re_put_cell(t, re_cell(board, bit));
	at_putc(t, '"');
}

static void put_cells(struct at_text *t, const char *name, int board, uint64_t cells)
{
	at_json_open(t, name, '[');
	while (cells) {
		at_json_next(t);
		put_cell(t, board, at_pop64(&cells));
	}
	at_putc(t, ']');
}

static char ground_at(const struct re_state *e, int board, int bit)
{
	uint64_t cell = (uint64_t)1 << bit;

	if (cell == RE_STAR)
		return '*';
	return re_rock(e, board) & cell ? '.' : 'x';
}

static char tile_at(const struct re_state *e, int board, int bit)
{
	int colour = re_colour_at(e, re_cell(board, bit));

	return colour < RE_COLOURS ? re_colour_letters[colour] : '.';
}

static void put_rows(const struct re_state *e, int board, struct at_text *t, const char *name,
		     char (*at)(const struct re_state *, int board, int bit))
{
	char cells[RE_ROWS * RE_COLUMNS];

	for (int i = 0; i < RE_ROWS * RE_COLUMNS; i++)
		cells[i] = at(e, board, i / RE_COLUMNS * 8 + i % RE_COLUMNS);
	at_json_rows(t, name, cells, RE_ROWS, RE_COLUMNS);
}

static void put_reef(const struct re_state *e, int board, struct at_text *t)
{
	at_json_next(t);
	at_put(t, "{\"id\":\"b%d\"", e->board[board] - 1);
	put_rows(e, board, t, "ground", ground_at);
	put_rows(e, board, t, "tiles", tile_at);
	at_json_open(t, "shrimps", '[');
	for (int seat = 0; seat < e->head.seats; seat++)
		for (uint64_t left = e->shrimps[board][seat]; left;) {
			at_json_open(t, NULL, '{');
			at_json_name(t, "cell");
			put_cell(t, board, at_pop64(&left));
			at_json_seat(t, "seat", seat);
			at_putc(t, '}');
		}
	at_puts(t, "]}");
}

static void put_boards(const struct re_state *e, struct at_text *t)
{
	at_json_open(t, "boards", '[');
	for (int b = 0; b < RE_BOARDS && e->board[b]; b++) {
		at_json_next(t);
		at_put(t, "\"b%d\"", e->board[b] - 1);
	}
	at_putc(t, ']');
	at_json_open(t, "reefs", '[');
	for (int b = 0; b < e->head.seats && e->board[b]; b++)
		put_reef(e, b, t);
	at_putc(t, ']');
}

/* Whose shrimp is among these cells. */
static int owner(const struct re_state *e, int board, uint64_t cells)
{
	for (int i = 0; i < e->head.seats; i++)
		if (cells & e->shrimps[board][i])
			return i;
	return AT_NOBODY;
}

static void put_coral(const struct re_state *e, struct at_text *t, int board, int colour,
		      uint64_t coral)
{
	at_json_next(t);
	at_put(t, "{\"board\":\"b%d\",\"colour\":\"%s\",\"size\":%d", e->board[board] - 1,
	       re_colour_names[colour], at_count64(coral));
	put_cells(t, "cells", board, coral);
	at_json_seat(t, "shrimp", owner(e, board, coral));
	put_cells(t, "protected", board, coral & re_protected(e, board));
	at_putc(t, '}');
}

static void put_corals(const struct re_state *e, struct at_text *t)
{
	at_json_open(t, "corals", '[');
	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t left = re_tiles(e, b); left;) {
			int cell = re_cell(b, at_low64(left));
			uint64_t coral = re_coral(e, cell);
			put_coral(e, t, b, re_colour_at(e, cell), coral);
			left &= ~coral;
		}
	at_putc(t, ']');
}

static void put_coral_tiles(const struct re_state *e, struct at_text *t)
{
	at_json_open(t, "coral_tiles", '[');
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile tile = re_tile_shown(e, i);
		at_json_open(t, NULL, '{');
		at_json_count(t, "id", (uint64_t)i + 1);
		at_json_word(t, "side", e->starfish >> i & 1 ? "starfish" : "plain");
		at_json_word(t, "stronger", re_colour_names[tile.stronger]);
		at_json_word(t, "weaker", re_colour_names[tile.weaker]);
		at_json_word(t, "large_alga", re_alga_names[tile.large]);
		at_json_word(t, "small_alga", re_alga_names[tile.small]);
		at_json_word(t, "cylinder", e->fixed >> i & 1 ? re_alga_names[tile.large] : NULL);
		at_putc(t, '}');
	}
	at_putc(t, ']');
	at_json_open(t, "values", '{');
	for (int c = 0; c < RE_COLOURS; c++)
		at_json_count(t, re_colour_names[c], (uint64_t)re_value(e, c));
	at_putc(t, '}');
}

static void put_sea_board(const struct re_state *e, struct at_text *t)
{
	at_json_word(t, "alga_space", e->alga ? re_alga_names[e->alga - 1] : NULL);
	at_json_open(t, "cylinders", '{');
	for (int a = 0; a < RE_ALGAE; a++)
		at_json_count(t, re_alga_names[a], (uint64_t)re_cylinders_left(e, a));
	at_putc(t, '}');
	at_json_open(t, "sea", '{');
	for (int c = 0; c < RE_COLOURS; c++)
		put_counts(t, re_colour_names[c], e->sea[c]);
	at_putc(t, '}');
	put_colour(t, "first_space", e->first_space);
	put_colours(t, "refill", e->refill);
}

static void put_stock(const struct re_state *e, struct at_text *t)
{
	put_counts(t, "larva_supply", e->supply);
	at_json_count(t, "bag_size", e->bag_size);
	put_colours(t, "bag_holds", e->bag_has);
	put_counts(t, at_is_truth(&e->head) ? "bag" : "pool", e->bag);
	at_json_open(t, "counted", '{');
	for (int c = 0; c < RE_COLOURS; c++)
		if (e->counted >> c & 1)
			at_json_count(t, re_colour_names[c], e->hidden[c]);
	at_putc(t, '}');
	put_colours(t, "bonus", e->bonus);
	at_json_flag(t, "growth_over", e->growth_over);
}

/* The pieces behind a screen. */
static void put_screen(const struct re_state *e, struct at_text *t, int i)
{
	const struct re_seat *p = &e->seat[i];

	at_json_count(t, "screen", (uint64_t)re_sum(p->seen) + p->unseen_count);
	put_counts(t, "seen", p->seen);
	if (re_knows(e, i))
		put_counts(t, "unseen", p->unseen);
	else
		at_json_count(t, "unseen", p->unseen_count);
	put_counts(t, "cubes", p->cubes);
}

static void put_fish(const struct re_state *e, struct at_text *t, int i)
{
	int tile = e->seat[i].first_tile;

	put_counts(t, "fish", e->seat[i].fish);
	at_json_word(t, "first_tile",
		     tile < RE_COLOURS    ? re_colour_names[tile]
		     : tile == RE_UNKNOWN ? "?"
					  : NULL);
	at_json_flag(t, "open", e->opened >> i & 1);
	at_json_count(t, "fish_size", (uint64_t)re_fish_size(e, i));
}

static void put_shrimps(const struct re_state *e, struct at_text *t, int i, bool hidden)
{
	int eaten = e->seat[i].eaten;

	at_json_open(t, "shrimps", '{');
	if (!hidden)
		at_json_count(t, "home", (uint64_t)re_shrimps_home(e, i));
	at_json_count(t, "boards", (uint64_t)re_shrimps_out(e, i));
	at_json_count(t, "sea", eaten > 0);
	if (!hidden)
		at_json_count(t, "fish", eaten > 0 ? (uint64_t)eaten - 1 : 0);
	at_putc(t, '}');
}

/* If the option hides the screen from the viewer (RE-14.3) its members are left out. */
static void put_seat(const struct re_state *e, struct at_text *t, int i)
{
	bool hidden = re_screen_hidden(&e->head, i);

	at_json_open(t, NULL, '{');
	at_json_seat(t, "seat", i);
	at_json_word(t, "colour", re_shrimp_names[i]);
	at_json_flag(t, "hidden", hidden);
	if (!hidden)
		put_screen(e, t, i);
	put_counts(t, "consumed", e->seat[i].consumed);
	if (!hidden)
		put_fish(e, t, i);
	put_shrimps(e, t, i, hidden);
	at_putc(t, '}');
}

static void put_turn(const struct re_state *e, struct at_text *t)
{
	at_json_word(t, "phase", re_phase_names[e->head.phase]);
	at_json_count(t, "turns", e->turns);
	at_json_count(t, "end", e->end);
	at_json_seat(t, "ender", e->ender - 1);
	at_json_open(t, "turn", '{');
	at_json_flag(t, "acted", e->acted);
	at_json_count(t, "cubes_played", e->cubes_played);
	put_colour(t, "placing", e->placing);
	at_json_count(t, "screen_left", e->screen_left);
	at_json_flag(t, "shrimp_brought", e->brought);
	at_json_count(t, "shrimp_moves", e->shrimp_moves);
	at_json_flag(t, "cylinder_on_tile", e->fixed_one);
	at_putc(t, '}');
}

void re_facts(const struct at_state *s, struct at_text *t)
{
	const struct re_state *e = (const struct re_state *)s;

	put_boards(e, t);
	put_corals(e, t);
	put_coral_tiles(e, t);
	put_sea_board(e, t);
	put_stock(e, t);
	at_json_open(t, "seats", '[');
	for (int i = 0; i < s->seats; i++)
		put_seat(e, t, i);
	at_putc(t, ']');
	put_turn(e, t);
}
