/* Reef Encounter: facts about a position as JSON. */
#include "reef_encounter.h"

static void put_counts(struct at_text *t, const char *name, const uint8_t *counts)
{
	at_put(t, "\"%s\":{", name);
	for (int c = 0; c < RE_COLOURS; c++)
		at_put(t, "%s\"%s\":%u", c ? "," : "", re_colour_names[c], counts[c]);
	at_putc(t, '}');
}

static void put_cells(struct at_text *t, const char *name, int board, uint64_t cells)
{
	const char *gap = "";

	at_put(t, "\"%s\":[", name);
	while (cells) {
		at_put(t, "%s\"", gap);
		re_put_cell(t, re_cell(board, at_pop64(&cells)));
		at_putc(t, '"');
		gap = ",";
	}
	at_putc(t, ']');
}

static void put_coral(const struct re_state *e, struct at_text *t, int board, int colour,
		      uint64_t coral)
{
	at_put(t, "{\"board\":\"b%d\",\"colour\":\"%s\",\"size\":%d,", e->board[board] - 1,
	       re_colour_names[colour], at_count64(coral));
	put_cells(t, "cells", board, coral);
	at_puts(t, ",\"shrimp\":");
	if (coral & re_shrimps(e, board))
		for (int i = 0; i < e->head.seats; i++) {
			if (coral & e->shrimps[board][i])
				at_put(t, "%d", i + 1);
		}
	else
		at_puts(t, "null");
	at_putc(t, ',');
	put_cells(t, "protected", board, coral & re_protected(e, board));
	at_putc(t, '}');
}

static void put_corals(const struct re_state *e, struct at_text *t)
{
	const char *gap = "";

	at_puts(t, "\"corals\":[");
	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t left = re_tiles(e, b); left;) {
			int cell = re_cell(b, at_low64(left));
			uint64_t coral = re_coral(e, cell);
			at_puts(t, gap);
			put_coral(e, t, b, re_colour_at(e, cell), coral);
			left &= ~coral;
			gap = ",";
		}
	at_puts(t, "],");
}

static void put_coral_tiles(const struct re_state *e, struct at_text *t)
{
	at_puts(t, "\"coral_tiles\":[");
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		struct re_coral_tile tile = re_tile_shown(e, i);
		at_put(t,
		       "%s{\"id\":%d,\"side\":\"%s\",\"stronger\":\"%s\",\"weaker\":\"%s\","
		       "\"large_alga\":\"%s\",\"small_alga\":\"%s\",\"cylinder\":",
		       i ? "," : "", i + 1, e->starfish >> i & 1 ? "starfish" : "plain",
		       re_colour_names[tile.stronger], re_colour_names[tile.weaker],
		       re_alga_names[tile.large], re_alga_names[tile.small]);
		if (e->fixed >> i & 1)
			at_put(t, "\"%s\"}", re_alga_names[tile.large]);
		else
			at_puts(t, "null}");
	}
	at_puts(t, "],\"values\":{");
	for (int c = 0; c < RE_COLOURS; c++)
		at_put(t, "%s\"%s\":%d", c ? "," : "", re_colour_names[c], re_value(e, c));
	at_puts(t, "},");
}

static void put_algae(const struct re_state *e, struct at_text *t)
{
	at_puts(t, "\"alga_space\":");
	if (e->alga)
		at_put(t, "\"%s\"", re_alga_names[e->alga - 1]);
	else
		at_puts(t, "null");
	at_puts(t, ",\"cylinders\":{");
	for (int a = 0; a < RE_ALGAE; a++)
		at_put(t, "%s\"%s\":%d", a ? "," : "", re_alga_names[a], re_cylinders_left(e, a));
	at_puts(t, "},");
}

static void put_set(struct at_text *t, const char *name, unsigned set)
{
	const char *gap = "";

	at_put(t, "\"%s\":[", name);
	while (set) {
		at_put(t, "%s\"%s\"", gap, re_colour_names[at_pop32(&set)]);
		gap = ",";
	}
	at_putc(t, ']');
}

static void put_stock(const struct re_state *e, struct at_text *t)
{
	at_puts(t, "\"sea\":{");
	for (int c = 0; c < RE_COLOURS; c++) {
		at_puts(t, c ? "," : "");
		put_counts(t, re_colour_names[c], e->sea[c]);
	}
	at_puts(t, "},");
	put_counts(t, "larva_supply", e->supply);
	at_put(t, ",\"bag_size\":%u,", e->bag_size);
	put_set(t, "bag_holds", e->bag_has);
	at_putc(t, ',');
	put_counts(t, at_is_truth(&e->head) ? "bag" : "pool", e->bag);
	at_putc(t, ',');
	put_set(t, "bonus", e->bonus);
	at_putc(t, ',');
}

static void put_seat(const struct re_state *e, struct at_text *t, int i)
{
	const struct re_seat *p = &e->seat[i];

	at_put(t, "{\"seat\":%d,\"colour\":\"%s\",\"screen\":%d,", i + 1, re_shrimp_names[i],
	       re_sum(p->seen) + p->unseen_count);
	put_counts(t, "seen", p->seen);
	at_puts(t, ",\"unseen\":");
	if (re_knows(e, i)) {
		at_putc(t, '{');
		for (int c = 0; c < RE_COLOURS; c++)
			at_put(t, "%s\"%s\":%u", c ? "," : "", re_colour_names[c], p->unseen[c]);
		at_putc(t, '}');
	} else {
		at_put(t, "%u", p->unseen_count);
	}
	at_putc(t, ',');
	put_counts(t, "consumed", p->consumed);
	at_putc(t, ',');
	put_counts(t, "cubes", p->cubes);
	at_putc(t, ',');
	put_counts(t, "fish", p->fish);
	at_puts(t, ",\"first_tile\":");
	if (p->first_tile < RE_COLOURS)
		at_put(t, "\"%s\"", re_colour_names[p->first_tile]);
	else
		at_puts(t, p->first_tile == RE_UNKNOWN ? "\"?\"" : "null");
	at_put(t,
	       ",\"fish_size\":%d,\"shrimps\":{\"home\":%d,\"boards\":%d,\"sea\":%d,\"fish\":%d}}",
	       re_fish_size(e, i), re_shrimps_home(e, i), re_shrimps_out(e, i), p->eaten > 0,
	       p->eaten > 0 ? p->eaten - 1 : 0);
}

static void put_turn(const struct re_state *e, struct at_text *t)
{
	at_put(t,
	       "\"phase\":\"%s\",\"turns\":%u,\"end\":%u,\"ender\":", re_phase_names[e->head.phase],
	       e->turns, e->end);
	if (e->ender)
		at_put(t, "%u", e->ender);
	else
		at_puts(t, "null");
	at_put(t, ",\"turn\":{\"acted\":%s,\"cubes_played\":%u,\"placing\":",
	       e->acted ? "true" : "false", e->cubes_played);
	if (e->placing)
		at_put(t, "\"%s\"", re_colour_names[e->placing - 1]);
	else
		at_puts(t, "null");
	at_put(t,
	       ",\"screen_left\":%u,\"shrimp_brought\":%s,\"shrimp_moves\":%u,"
	       "\"cylinder_on_tile\":%s}",
	       e->screen_left, e->brought ? "true" : "false", e->shrimp_moves,
	       e->fixed_one ? "true" : "false");
}

void re_facts(const struct at_state *s, struct at_text *t)
{
	const struct re_state *e = (const struct re_state *)s;

	at_puts(t, "\"boards\":[");
	for (int b = 0; b < RE_BOARDS && e->board[b]; b++)
		at_put(t, "%s\"b%d\"", b ? "," : "", e->board[b] - 1);
	at_puts(t, "],");
	put_corals(e, t);
	put_coral_tiles(e, t);
	put_algae(e, t);
	put_stock(e, t);
	at_puts(t, "\"seats\":[");
	for (int i = 0; i < s->seats; i++) {
		at_puts(t, i ? "," : "");
		put_seat(e, t, i);
	}
	at_puts(t, "],");
	put_turn(e, t);
}
