/* Reef: facts about a position as JSON. */
#include "reef.h"

static void put_list(struct at_text *t, const char *name, uint64_t set)
{
	const char *gap = "";

	at_put(t, "\"%s\":[", name);
	while (set) {
		at_put(t, "%s%d", gap, at_pop64(&set));
		gap = ",";
	}
	at_putc(t, ']');
}

/* One seat: its stacks row by row, hand, discards and how often every pattern is there. */
static void put_seat(const struct rf_state *p, int seat, struct at_text *t)
{
	const struct rf_board *b = &p->reef[seat];

	at_puts(t, seat ? ",{\"reef\":[" : "{\"reef\":[");
	for (int space = 0; space < RF_SPACES; space++) {
		at_puts(t, space ? ",\"" : "\"");
		for (int k = 0; k < rf_height(b, space); k++)
			at_putc(t, rf_letters[rf_piece(b, space, k)]);
		at_putc(t, '"');
	}
	at_puts(t, "],\"points\":");
	if (rf_score_hidden(&p->head, seat))
		at_puts(t, "null");
	else
		at_put(t, "%u", p->points[seat]);
	at_put(t, ",\"unknown_cards\":%u,", p->unknown[seat]);
	put_list(t, "hand", p->hand[seat]);
	at_putc(t, ',');
	put_list(t, "seen", p->seen[seat]);
	at_putc(t, ',');
	put_list(t, "discard", p->discard[seat]);
	at_putc(t, '}');
}

void rf_facts(const struct at_state *s, struct at_text *t)
{
	const struct rf_state *p = (const struct rf_state *)s;

	at_puts(t, "\"occurrences\":[");
	for (int i = 0; i < s->seats; i++)
		for (int card = 1; card <= RF_CARDS; card++)
			at_put(t, "%s%d%s",
			       card > 1 ? ","
			       : i      ? ",["
					: "[",
			       rf_occurrences(&p->reef[i], card), card == RF_CARDS ? "]" : "");
	at_puts(t, "],\"seats\":[");
	for (int i = 0; i < s->seats; i++)
		put_seat(p, i, t);
	at_puts(t, "],\"display\":[");
	for (int i = 0; i < RF_PLACES && p->display[i]; i++)
		at_put(t, "%s{\"card\":%u,\"tokens\":%u}", i ? "," : "", p->display[i],
		       p->tokens[i]);
	at_puts(t, "],\"top\":");
	if (p->top)
		at_put(t, "%u", p->top);
	else
		at_puts(t, "null");
	at_put(t, ",\"deck_size\":%d,\"supply\":{", rf_deck_size(p));
	for (int i = 0; i < RF_COLOURS; i++)
		at_put(t, "%s\"%c\":%u", i ? "," : "", rf_letters[i], p->supply[i]);
	at_put(t, "},\"last_round\":%s", rf_last_round(p) ? "true" : "false");
}
