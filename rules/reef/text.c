/* Reef as text: positions. The grammar is in docs/formats/reef.md. */
#include "reef.h"

enum key {
	KEY_DISPLAY,
	KEY_TOP,
	KEY_NEXT,
	KEY_REEF,
	KEY_HAND,
	KEY_POINTS,
	KEY_DISCARD,
	KEY_SUPPLY,
	KEY_DECK,
	KEY_OUT
};
const struct at_key rf_keys[] = {
    [KEY_DISPLAY] = {"display", NULL, 0, 0, false},
    [KEY_TOP] = {"top", NULL, 0, 0, false},
    [KEY_NEXT] = {"next", NULL, 0, 0, false},
    [KEY_REEF] = {"reef", NULL, 0, AT_PER_SEAT, true},
    [KEY_HAND] = {"hand", NULL, 0, AT_PER_SEAT, true},
    [KEY_POINTS] = {"points", NULL, 0, AT_PER_SEAT, true},
    [KEY_DISCARD] = {"discard", NULL, 0, AT_PER_SEAT, false},
    [KEY_SUPPLY] = {"supply", NULL, 0, 0, false},
    [KEY_DECK] = {"deck", NULL, 0, 0, false},
    [KEY_OUT] = {"out", NULL, 0, 0, false},
    {NULL, NULL, 0, 0, false},
};

/* While a position is read: bit 0 of the deck tells that it was given, missing[0] that the supply
 * was, and next is one more than the seat. rf_parse_end() puts that right. */
enum { GIVEN = 1 };

static void print_cards(uint64_t set, struct at_text *t)
{
	while (set)
		at_put(t, " %d", at_pop64(&set));
}

static void print_display(const struct rf_state *p, struct at_text *t)
{
	if (!p->display[0])
		return;
	at_puts(t, "display:");
	for (int i = 0; i < RF_PLACES && p->display[i]; i++) {
		at_put(t, " %u", p->display[i]);
		if (p->tokens[i])
			at_put(t, "/%u", p->tokens[i]);
	}
	at_puts(t, "\ntop: ");
	if (p->top)
		at_put(t, "%u", p->top);
	else
		at_putc(t, '-');
	at_put(t, " # %d below\n", rf_deck_size(p));
	if (p->head.phase == RF_TURN)
		at_put(t, "next: %u\n", p->next + 1u);
}

/* Four columns wide enough for stacks of four. */
static void print_reef(const struct rf_board *b, struct at_text *t)
{
	for (int space = 0; space < RF_SPACES; space++) {
		int height = rf_height(b, space);
		at_puts(t, space % 4 ? " " : "  ");
		for (int k = 0; k < height; k++)
			at_putc(t, rf_letters[rf_piece(b, space, k)]);
		if (!height)
			at_putc(t, '.');
		if (space % 4 == 3)
			at_putc(t, '\n');
		else
			for (int k = height ? height : 1; k < RF_HEIGHT; k++)
				at_putc(t, ' ');
	}
}

static void print_hand(const struct rf_state *p, int seat, struct at_text *t)
{
	at_put(t, "hand %d:", seat + 1);
	if (!rf_hand_size(p, seat))
		at_puts(t, " -");
	print_cards(p->hand[seat] & ~p->seen[seat], t);
	for (int i = 0; i < p->unknown[seat]; i++)
		at_puts(t, " ?");
	if (p->seen[seat])
		at_puts(t, " seen");
	print_cards(p->seen[seat], t);
	at_putc(t, '\n');
}

void rf_print(const struct at_state *s, struct at_text *t)
{
	const struct rf_state *p = (const struct rf_state *)s;

	print_display(p, t);
	for (int i = 0; i < s->seats; i++) {
		at_put(t, "reef %d:\n", i + 1);
		print_reef(&p->reef[i], t);
	}
	for (int i = 0; i < s->seats; i++)
		print_hand(p, i, t);
	for (int i = 0; i < s->seats; i++)
		at_put(t, "points %d: %u\n", i + 1, p->points[i]);
	for (int i = 0; i < s->seats; i++)
		if (p->discard[i]) {
			at_put(t, "discard %d:", i + 1);
			print_cards(p->discard[i], t);
			at_putc(t, '\n');
		}
	at_puts(t, "supply:");
	for (int i = 0; i < RF_COLOURS; i++)
		at_put(t, " %c%u", rf_letters[i], p->supply[i]);
	at_putc(t, '\n');
	if (p->out) {
		at_puts(t, "out:");
		print_cards(p->out, t);
		at_putc(t, '\n');
	}
}

/* All cards that have a place so far. */
static uint64_t placed_cards(const struct rf_state *p)
{
	uint64_t set = (p->deck & ~(uint64_t)GIVEN) | p->out;

	for (int i = 0; i < AT_SEATS_MAX; i++)
		set |= p->hand[i] | p->discard[i];
	for (int i = 0; i < RF_PLACES; i++)
		if (p->display[i])
			set |= (uint64_t)1 << p->display[i];
	if (p->top)
		set |= (uint64_t)1 << p->top;
	return set;
}

/* The word is a card that has no place yet. */
static enum at_err read_card(const struct rf_state *p, struct at_scan *scan, struct at_word w,
			     int *card)
{
	uint32_t x;

	if (!at_word_uint(w, 1, RF_CARDS, &x))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RF-1.1: '%s' is no card: they are numbered 1 to %d",
				    at_show(w).s, RF_CARDS);
	if (placed_cards(p) >> x & 1)
		return at_scan_fail(scan, AT_BAD_VALUE, "RF-1.1: card %u is there twice", x);
	*card = (int)x;
	return AT_OK;
}

/* Cards up to the end of the line, or '-' for none. */
static enum at_err parse_cards(const struct rf_state *p, struct at_scan *scan, uint64_t *set)
{
	struct at_word w;
	int card;

	for (int n = 0; at_scan_word(scan, &w); n++) {
		if (n == 0 && at_word_is(w, "-"))
			break;
		if (read_card(p, scan, w, &card))
			return scan->err;
		*set |= (uint64_t)1 << card;
	}
	return scan->err;
}

static enum at_err parse_hand(struct rf_state *p, int seat, struct at_scan *scan)
{
	struct at_word w;
	bool seen = false;
	int card;

	for (int n = 0; at_scan_word(scan, &w); n++) {
		if (n == 0 && at_word_is(w, "-"))
			break;
		if (at_word_is(w, "seen") && !seen) {
			seen = true;
			continue;
		}
		if (n > RF_HAND_MAX)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RF-3.3: a hand has at most four cards");
		if (at_word_is(w, "?") && !seen) {
			p->unknown[seat]++;
			continue;
		}
		if (read_card(p, scan, w, &card))
			return scan->err;
		p->hand[seat] |= (uint64_t)1 << card;
		if (seen)
			p->seen[seat] |= (uint64_t)1 << card;
	}
	return scan->err;
}

/* Cuts "40/1" at the slash; returns the part behind it, starting at NUL if there is none. */
static struct at_word cut_tokens(struct at_word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if (w->at[i] == '/') {
			struct at_word tokens = {w->at + i + 1, w->len - i - 1};
			w->len = i;
			return tokens;
		}
	return (struct at_word){NULL, 0};
}

static enum at_err parse_display(struct rf_state *p, struct at_scan *scan)
{
	struct at_word w;
	uint32_t x = 0;
	int card;

	for (int n = 0; at_scan_word(scan, &w); n++) {
		struct at_word tokens = cut_tokens(&w);
		if (n == 0 && at_word_is(w, "-") && !tokens.at)
			break;
		if (n == RF_PLACES)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RF-2.6: the display has three places");
		if (read_card(p, scan, w, &card))
			return scan->err;
		if (tokens.at && !at_word_uint(tokens, 0, RF_CARDS, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RF-3.2: '%s' is no number of tokens from 0 to %d",
					    at_show(tokens).s, RF_CARDS);
		p->display[n] = (uint8_t)card;
		p->tokens[n] = tokens.at ? (uint8_t)x : 0;
	}
	return scan->err;
}

static enum at_err parse_top(struct rf_state *p, struct at_scan *scan)
{
	struct at_word w;
	int card;

	if (at_scan_need(scan, "a card or '-'", &w))
		return scan->err;
	if (at_word_is(w, "-"))
		return AT_OK;
	if (read_card(p, scan, w, &card))
		return scan->err;
	p->top = (uint8_t)card;
	return AT_OK;
}

static enum at_err parse_supply(struct rf_state *p, struct at_scan *scan)
{
	struct at_word w;
	unsigned given = 0;
	uint32_t x;

	for (int n = 0; n < RF_COLOURS; n++) {
		int colour;
		if (at_scan_need(scan, "a supply, as in 'R16'", &w))
			return scan->err;
		colour = rf_colour(w.at[0]);
		w.at++;
		w.len--;
		if (colour < 0 || given >> colour & 1 || !at_word_uint(w, 0, 28, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "a supply is one of R Y G P, each once, and a number "
					    "from 0 to 28 (RF-1.1), as in 'R16'");
		given |= 1u << colour;
		p->supply[colour] = (uint8_t)x;
	}
	p->missing[0] = GIVEN;
	return scan->err;
}

static enum at_err parse_stack(struct rf_board *b, int space, struct at_word w,
			       struct at_scan *scan)
{
	if (at_word_is(w, "."))
		return AT_OK;
	if (w.len > RF_HEIGHT)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RF-1.2: '%s' is no stack of at most four pieces",
				    at_show(w).s);
	for (size_t i = 0; i < w.len; i++) {
		int colour = rf_colour(w.at[i]);
		if (colour < 0)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "'%s' is no stack: '.' or pieces R Y G P, bottom first",
					    at_show(w).s);
		rf_place(b, space, colour);
	}
	return AT_OK;
}

static enum at_err parse_reef(struct rf_board *b, struct at_scan *scan)
{
	struct at_word w;

	for (int row = 0; row < 4; row++) {
		if (at_scan_done(scan))
			return scan->err;
		if (!at_scan_row(scan))
			return at_scan_fail(scan, AT_BAD_TEXT, "RF-1.2: a reef has four rows");
		for (int column = 0; column < 4; column++)
			if (at_scan_need(scan, "four stacks in a row", &w) ||
			    parse_stack(b, 4 * row + column, w, scan))
				return scan->err;
	}
	return scan->err;
}

enum at_err rf_parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	struct rf_state *p = (struct rf_state *)s;
	uint64_t set = 0;
	uint32_t x = 0;

	switch ((enum key)key) {
	case KEY_DISPLAY: return parse_display(p, scan);
	case KEY_TOP: return parse_top(p, scan);
	case KEY_NEXT:
		at_scan_uint(scan, "the seat that is next", 1, s->seats, &x);
		p->next = (uint8_t)x;
		return scan->err;
	case KEY_REEF: return parse_reef(&p->reef[arg], scan);
	case KEY_HAND: return parse_hand(p, arg, scan);
	case KEY_POINTS:
		at_scan_uint(scan, "points", 0, RF_POINTS_MAX, &x);
		p->points[arg] = (uint16_t)x;
		return scan->err;
	case KEY_DISCARD: return parse_cards(p, scan, &p->discard[arg]);
	case KEY_SUPPLY: return parse_supply(p, scan);
	case KEY_DECK:
		parse_cards(p, scan, &set);
		p->deck = set | GIVEN;
		return scan->err;
	case KEY_OUT: return parse_cards(p, scan, &p->out);
	}
	return scan->err;
}

/* Cards that are listed nowhere: the deck, or out of the game where the deck was given. */
static void complete_cards(struct rf_state *p)
{
	bool given = p->deck & GIVEN;
	uint64_t rest = RF_ALL_CARDS & ~placed_cards(p);

	p->deck &= ~(uint64_t)GIVEN;
	if (given)
		p->out |= rest;
	else
		p->deck = rest;
}

static void complete_phase(struct rf_state *p)
{
	struct at_state *s = &p->head;
	bool dealt = rf_next_to_deal(p) == AT_NOBODY;

	if (s->turn >= 0)
		s->phase = p->display[0] || p->top ? RF_PLAY : RF_START;
	else if (s->turn == AT_OVER)
		s->phase = RF_DONE;
	else if (s->first == AT_NOBODY)
		s->phase = dealt ? RF_FIRST : RF_DEAL;
	else if (p->display[RF_PLACES - 1] && (p->top || rf_deck_size(p) <= 0))
		s->phase = RF_REVEAL;
	else
		s->phase = RF_TURN;
}

/* RF-2.1. Fewer pieces than the game has are merely unusual; more cannot be. */
static enum at_err complete_supply(struct rf_state *p, struct at_scan *scan)
{
	const struct at_state *s = &p->head;
	bool given = p->missing[0] == GIVEN;
	bool held = s->phase <= RF_START; /* starting pieces: placed or in the hand */

	p->missing[0] = 0;
	for (int i = 0; i < RF_COLOURS; i++) {
		int left = rf_pieces(s->seats) - p->supply[i];
		for (int seat = 0; seat < s->seats; seat++)
			left -= held ? 1 : rf_on_board(&p->reef[seat], i);
		if (left < 0) {
			at_scan_fail(scan, AT_BAD_STATE,
				     "RF-2.1: %d %s pieces where %d players have %d",
				     rf_pieces(s->seats) - left, rf_colour_names[i], s->seats,
				     rf_pieces(s->seats));
			return at_blame(scan->fail, scan->err, given ? "supply" : "reef", 0);
		}
		if (given)
			p->missing[i] = (uint8_t)left;
		else
			p->supply[i] = (uint8_t)left;
	}
	return AT_OK;
}

enum at_err rf_parse_end(struct at_state *s, struct at_scan *scan)
{
	struct rf_state *p = (struct rf_state *)s;
	int next = p->next;

	p->next = 0;
	complete_cards(p);
	complete_phase(p);
	if (s->phase == RF_TURN) {
		if (!next && p->display[RF_PLACES - 1]) {
			at_scan_fail(scan, AT_BAD_TEXT,
				     "'next:' is missing: who plays after the card is turned up");
			return at_blame(scan->fail, scan->err, "to-move", 0);
		}
		p->next = (uint8_t)(next ? next - 1 : s->first);
	} else if (next) {
		at_scan_fail(scan, AT_BAD_TEXT, "'next:' is only for chance to turn up a card");
		return at_blame(scan->fail, scan->err, "next", 0);
	}
	if (s->phase == RF_DONE) /* RF-6.3: every hand has been opened */
		for (int i = 0; i < s->seats; i++)
			p->seen[i] = p->hand[i];
	return complete_supply(p, scan);
}
