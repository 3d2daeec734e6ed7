/* Reef Encounter: positions written as text. docs/formats/reef-encounter.md has the grammar. */
#include "reef_encounter.h"

#include <string.h>

static void put_counts(struct at_text *t, const uint8_t *counts, unsigned always)
{
	bool any = false;

	for (int c = 0; c < RE_COLOURS; c++)
		if (counts[c] || always >> c & 1) {
			at_put(t, " %c%u", re_colour_letters[c], counts[c]);
			any = true;
		}
	if (!any)
		at_puts(t, " -");
}

static void put_letters(struct at_text *t, unsigned set)
{
	at_putc(t, ' ');
	if (!set)
		at_putc(t, '-');
	while (set)
		at_putc(t, re_colour_letters[at_pop32(&set)]);
}

static void print_board(const struct re_state *e, int board, struct at_text *t)
{
	at_put(t, "board b%d:\n", e->board[board] - 1);
	for (int row = 0; row < RE_ROWS; row++) {
		at_puts(t, "  ");
		for (int column = 0; column < RE_COLUMNS; column++) {
			int cell = re_cell(board, row * 8 + column);
			int colour = re_colour_at(e, cell);
			if (colour != RE_NONE)
				at_putc(t, (char)(re_colour_letters[colour] | 0x20));
			else if (!(re_rock(e, board) & re_cell_bit(cell)))
				at_putc(t, 'x');
			else
				at_putc(t, re_cell_bit(cell) == RE_STAR ? '*' : '.');
		}
		at_putc(t, '\n');
	}
}

static void print_boards(const struct re_state *e, struct at_text *t)
{
	bool any = false;

	at_puts(t, "boards:");
	for (int b = 0; b < RE_BOARDS && e->board[b]; b++, any = true)
		at_put(t, " b%d", e->board[b] - 1);
	at_puts(t, any ? "\n" : " -\n");
	for (int b = 0; b < e->head.seats && e->head.phase > RE_DRAW_BOARDS; b++)
		print_board(e, b, t);
	at_puts(t, "shrimps:");
	any = false;
	for (int b = 0; b < e->head.seats; b++)
		for (uint64_t on = re_shrimps(e, b); on; any = true) {
			int cell = re_cell(b, at_pop64(&on));
			at_putc(t, ' ');
			re_put_cell(t, cell);
			for (int i = 0; i < e->head.seats; i++)
				if (e->shrimps[b][i] & re_cell_bit(cell))
					at_put(t, "=%d", i + 1);
		}
	at_puts(t, any ? "\n" : " -\n");
}

static void print_sea_board(const struct re_state *e, struct at_text *t)
{
	at_puts(t, "tiles:");
	for (int i = 0; i < RE_CORAL_TILES; i++) {
		at_put(t, " %d%s", i + 1, e->starfish >> i & 1 ? "*" : "");
		if (e->fixed >> i & 1)
			at_put(t, "=%s", re_alga_names[re_tile_shown(e, i).large]);
	}
	at_put(t, "\nalga: %s\nsea:", e->alga ? re_alga_names[e->alga - 1] : "-");
	for (int c = 0; c < RE_COLOURS; c++) {
		at_put(t, " %s ", re_colour_names[c]);
		for (int k = 0; k < RE_COLOURS; k++)
			for (int n = 0; n < e->sea[c][k]; n++)
				at_putc(t, re_colour_letters[k]);
		if (re_sum(e->sea[c]) == 0)
			at_putc(t, '-');
	}
	at_putc(t, '\n');
}

static void print_stock(const struct re_state *e, struct at_text *t)
{
	unsigned empty = ~(unsigned)e->bag_has & ((1 << RE_COLOURS) - 1);

	at_puts(t, "supply:");
	put_counts(t, e->supply, 0);
	at_puts(t, "\nbonus:");
	if (e->growth_over)
		at_puts(t, " ended");
	else
		put_letters(t, e->bonus);
	at_puts(t, "\nbag:");
	if (at_is_truth(&e->head)) {
		put_counts(t, e->bag, 0);
	} else {
		at_put(t, " %u", e->bag_size);
		if (empty) {
			at_puts(t, " without");
			put_letters(t, empty);
		}
		at_puts(t, "\npool:");
		put_counts(t, e->bag, 0);
	}
	at_putc(t, '\n');
	if (e->counted) {
		at_puts(t, "counted:");
		put_counts(t, e->hidden, e->counted);
		at_putc(t, '\n');
	}
}

static void print_seat(const struct re_state *e, int i, struct at_text *t)
{
	const struct re_seat *p = &e->seat[i];
	re_counts fish;

	at_put(t, "hand %d: seen", i + 1);
	put_counts(t, p->seen, 0);
	at_puts(t, " unseen");
	if (re_knows(e, i))
		put_counts(t, p->unseen, 0);
	else
		at_put(t, " ?%u", p->unseen_count);
	at_puts(t, " cubes");
	put_counts(t, p->cubes, 0);
	at_put(t, "\nfront %d:", i + 1);
	put_counts(t, p->consumed, 0);
	at_put(t, "\nfish %d: first ", i + 1);
	memcpy(fish, p->fish, sizeof fish);
	if (p->first_tile < RE_COLOURS)
		at_puts(t, re_colour_names[p->first_tile]);
	else
		at_putc(t, p->first_tile == RE_UNKNOWN ? '?' : '-');
	if (e->opened >> i & 1) {
		at_puts(t, " open");
		fish[p->first_tile]--;
	}
	at_puts(t, " eaten");
	put_counts(t, fish, 0);
	at_put(t, " shrimps %u\n", p->eaten);
}

static void print_turn(const struct re_state *e, struct at_text *t)
{
	if (!e->acted)
		return;
	at_puts(t, "turn: acted");
	if (e->cubes_played)
		at_put(t, " cubes %u", e->cubes_played);
	if (e->placing)
		at_put(t, " placing %s %u", re_colour_names[e->placing - 1], e->screen_left);
	if (e->brought)
		at_puts(t, " shrimp");
	if (e->shrimp_moves)
		at_put(t, " moves %u", e->shrimp_moves);
	if (e->fixed_one)
		at_puts(t, " cylinder");
	at_putc(t, '\n');
}

void re_print(const struct at_state *s, struct at_text *t)
{
	const struct re_state *e = (const struct re_state *)s;

	at_put(t, "phase: %s\n", re_phase_names[s->phase]);
	if (e->end)
		at_put(t, "end: %u by %u\n", e->end, e->ender);
	at_put(t, "turns: %u\n", e->turns);
	print_turn(e, t);
	if (e->first_space)
		at_put(t, "first-space: %s\n", re_colour_names[e->first_space - 1]);
	if (e->refill) {
		at_puts(t, "refill:");
		for (unsigned set = e->refill; set;)
			at_put(t, " %s", re_colour_names[at_pop32(&set)]);
		at_putc(t, '\n');
	}
	print_boards(e, t);
	print_sea_board(e, t);
	print_stock(e, t);
	for (int i = 0; i < s->seats; i++)
		print_seat(e, i, t);
}
