/* Reef: positions as JSON. docs/formats/json.md describes every member. */
#include "reef.h"

#include "json.h"

static const char *const phase_names[] = {
    [RF_DEAL] = "deal", [RF_FIRST] = "first",   [RF_START] = "start", [RF_TURN] = "turn",
    [RF_PLAY] = "play", [RF_REVEAL] = "reveal", [RF_DONE] = "over",
};

static void put_reef(const struct rf_board *b, struct at_text *t)
{
	at_json_open(t, "reef", '[');
	for (int space = 0; space < RF_SPACES; space++) {
		at_json_open(t, NULL, '"');
		for (int k = 0; k < rf_height(b, space); k++)
			at_putc(t, rf_letters[rf_piece(b, space, k)]);
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

static void put_seat(const struct rf_state *p, int seat, struct at_text *t)
{
	bool hidden = rf_score_hidden(&p->head, seat);

	at_json_open(t, NULL, '{');
	put_reef(&p->reef[seat], t);
	if (hidden)
		at_json_word(t, "points", NULL);
	else
		at_json_count(t, "points", p->points[seat]);
	at_json_count(t, "unknown_cards",
		      (uint64_t)(hidden ? rf_hand_size(p, seat) : p->unknown[seat]));
	at_json_set(t, "hand", hidden ? 0 : p->hand[seat]);
	at_json_set(t, "seen", hidden ? 0 : p->seen[seat]);
	at_json_set(t, "discard", p->discard[seat]);
	at_putc(t, '}');
}

/* How often the pattern of every card is on the seat's reef. */
static void put_occurrences(const struct rf_state *p, int seat, struct at_text *t)
{
	at_json_open(t, NULL, '[');
	for (int card = 1; card <= RF_CARDS; card++) {
		at_json_next(t);
		at_put(t, "%d", rf_occurrences(&p->reef[seat], card));
	}
	at_putc(t, ']');
}

static void put_cards(const struct rf_state *p, struct at_text *t)
{
	at_json_open(t, "display", '[');
	for (int i = 0; i < RF_PLACES && p->display[i]; i++) {
		at_json_next(t);
		at_put(t, "{\"card\":%u,\"tokens\":%u}", p->display[i], p->tokens[i]);
	}
	at_putc(t, ']');
	at_json_name(t, "top");
	if (p->top)
		at_put(t, "%u", p->top);
	else
		at_puts(t, "null");
	at_json_count(t, "deck_size", (uint64_t)rf_deck_size(p));
	at_json_set(t, at_is_truth(&p->head) ? "deck" : "pool", p->deck);
	at_json_set(t, "out", p->out);
}

void rf_facts(const struct at_state *s, struct at_text *t)
{
	const struct rf_state *p = (const struct rf_state *)s;

	at_json_word(t, "phase", phase_names[s->phase]);
	at_json_seat(t, "next", s->phase == RF_TURN ? p->next : AT_NOBODY);
	at_json_open(t, "seats", '[');
	for (int i = 0; i < s->seats; i++)
		put_seat(p, i, t);
	at_putc(t, ']');
	put_cards(p, t);
	at_json_open(t, "supply", '{');
	for (int i = 0; i < RF_COLOURS; i++) {
		const char name[] = {rf_letters[i], '\0'};
		at_json_count(t, name, p->supply[i]);
	}
	at_putc(t, '}');
	at_json_flag(t, "last_round", rf_last_round(p));
	at_json_open(t, "occurrences", '[');
	for (int i = 0; i < s->seats; i++)
		put_occurrences(p, i, t);
	at_putc(t, ']');
}
