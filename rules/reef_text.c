/* Reef as text: positions and facts. The grammar is in docs/formats/reef.md. */
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
const struct at_key at_reef_keys[] = {
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
 * was, and next is one more than the seat. at_reef_parse_end() puts that right. */
enum { GIVEN = 1 };

static void print_cards(uint64_t set, struct at_text *t)
{
	while (set)
		at_put(t, " %d", at_pop64(&set));
}

static void print_display(const struct at_reef *p, struct at_text *t)
{
	if (!p->display[0])
		return;
	at_puts(t, "display:");
	for (int i = 0; i < AT_REEF_PLACES && p->display[i]; i++) {
		at_put(t, " %u", p->display[i]);
		if (p->tokens[i])
			at_put(t, "/%u", p->tokens[i]);
	}
	at_puts(t, "\ntop: ");
	if (p->top)
		at_put(t, "%u", p->top);
	else
		at_putc(t, '-');
	at_put(t, " # %d below\n", at_reef_deck_size(p));
	if (p->head.phase == AT_REEF_TURN)
		at_put(t, "next: %u\n", p->next + 1u);
}

/* Four columns wide enough for stacks of four. */
static void print_reef(const struct at_reef_board *b, struct at_text *t)
{
	for (int space = 0; space < AT_REEF_SPACES; space++) {
		int height = at_reef_height(b, space);
		at_puts(t, space % 4 ? " " : "  ");
		for (int k = 0; k < height; k++)
			at_putc(t, at_reef_letters[at_reef_piece(b, space, k)]);
		if (!height)
			at_putc(t, '.');
		if (space % 4 == 3)
			at_putc(t, '\n');
		else
			for (int k = height ? height : 1; k < AT_REEF_HEIGHT; k++)
				at_putc(t, ' ');
	}
}

static void print_hand(const struct at_reef *p, int seat, struct at_text *t)
{
	at_put(t, "hand %d:", seat + 1);
	if (!at_reef_hand_size(p, seat))
		at_puts(t, " -");
	print_cards(p->hand[seat] & ~p->seen[seat], t);
	for (int i = 0; i < p->unknown[seat]; i++)
		at_puts(t, " ?");
	if (p->seen[seat])
		at_puts(t, " seen");
	print_cards(p->seen[seat], t);
	at_putc(t, '\n');
}

void at_reef_print(const struct at_state *s, struct at_text *t)
{
	const struct at_reef *p = (const struct at_reef *)s;

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
	for (int i = 0; i < AT_REEF_COLOURS; i++)
		at_put(t, " %c%u", at_reef_letters[i], p->supply[i]);
	at_putc(t, '\n');
	if (p->out) {
		at_puts(t, "out:");
		print_cards(p->out, t);
		at_putc(t, '\n');
	}
}

/* All cards that have a place so far. */
static uint64_t placed_cards(const struct at_reef *p)
{
	uint64_t set = (p->deck & ~(uint64_t)GIVEN) | p->out;

	for (int i = 0; i < AT_SEATS_MAX; i++)
		set |= p->hand[i] | p->discard[i];
	for (int i = 0; i < AT_REEF_PLACES; i++)
		if (p->display[i])
			set |= (uint64_t)1 << p->display[i];
	if (p->top)
		set |= (uint64_t)1 << p->top;
	return set;
}

/* The word is a card that has no place yet. */
static enum at_err read_card(const struct at_reef *p, struct at_scan *scan, struct at_word w,
			     int *card)
{
	uint32_t x;

	if (!at_word_uint(w, 1, AT_REEF_CARDS, &x))
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RF-1.1: '%s' is no card: they are numbered 1 to %d",
				    at_show(w).s, AT_REEF_CARDS);
	if (placed_cards(p) >> x & 1)
		return at_scan_fail(scan, AT_BAD_VALUE, "RF-1.1: card %u is there twice", x);
	*card = (int)x;
	return AT_OK;
}

/* Cards up to the end of the line, or '-' for none. */
static enum at_err parse_cards(const struct at_reef *p, struct at_scan *scan, uint64_t *set)
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

static enum at_err parse_hand(struct at_reef *p, int seat, struct at_scan *scan)
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
		if (n > AT_REEF_HAND_MAX)
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

/* Cuts "40/1" at the slash; what follows is returned, at NULL where there is none. */
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

static enum at_err parse_display(struct at_reef *p, struct at_scan *scan)
{
	struct at_word w;
	uint32_t x = 0;
	int card;

	for (int n = 0; at_scan_word(scan, &w); n++) {
		struct at_word tokens = cut_tokens(&w);
		if (n == 0 && at_word_is(w, "-") && !tokens.at)
			break;
		if (n == AT_REEF_PLACES)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "RF-2.6: the display has three places");
		if (read_card(p, scan, w, &card))
			return scan->err;
		if (tokens.at && !at_word_uint(tokens, 0, AT_REEF_TOKENS_MAX, &x))
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "'%s' is no number of tokens from 0 to %d",
					    at_show(tokens).s, AT_REEF_TOKENS_MAX);
		p->display[n] = (uint8_t)card;
		p->tokens[n] = tokens.at ? (uint8_t)x : 0;
	}
	return scan->err;
}

static enum at_err parse_top(struct at_reef *p, struct at_scan *scan)
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

static enum at_err parse_supply(struct at_reef *p, struct at_scan *scan)
{
	struct at_word w;
	unsigned given = 0;
	uint32_t x;

	for (int n = 0; n < AT_REEF_COLOURS; n++) {
		int colour;
		if (at_scan_need(scan, "a supply, as in 'R16'", &w))
			return scan->err;
		colour = at_reef_colour(w.at[0]);
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

static enum at_err parse_stack(struct at_reef_board *b, int space, struct at_word w,
			       struct at_scan *scan)
{
	if (at_word_is(w, "."))
		return AT_OK;
	if (w.len > AT_REEF_HEIGHT)
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "RF-1.2: '%s' is no stack of at most four pieces",
				    at_show(w).s);
	for (size_t i = 0; i < w.len; i++) {
		int colour = at_reef_colour(w.at[i]);
		if (colour < 0)
			return at_scan_fail(scan, AT_BAD_VALUE,
					    "'%s' is no stack: '.' or pieces R Y G P, bottom first",
					    at_show(w).s);
		at_reef_place(b, space, colour);
	}
	return AT_OK;
}

static enum at_err parse_reef(struct at_reef_board *b, struct at_scan *scan)
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

enum at_err at_reef_parse(struct at_state *s, int key, int arg, struct at_scan *scan)
{
	struct at_reef *p = (struct at_reef *)s;
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
		at_scan_uint(scan, "points", 0, AT_REEF_POINTS_MAX, &x);
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
static void complete_cards(struct at_reef *p)
{
	bool given = p->deck & GIVEN;
	uint64_t rest = AT_REEF_ALL_CARDS & ~placed_cards(p);

	p->deck &= ~(uint64_t)GIVEN;
	if (given)
		p->out |= rest;
	else
		p->deck = rest;
}

static void complete_phase(struct at_reef *p)
{
	struct at_state *s = &p->head;
	bool dealt = at_reef_next_to_deal(p) == AT_NOBODY;

	if (s->turn >= 0)
		s->phase = p->display[0] || p->top ? AT_REEF_PLAY : AT_REEF_START;
	else if (s->turn == AT_OVER)
		s->phase = AT_REEF_DONE;
	else if (s->first == AT_NOBODY)
		s->phase = dealt ? AT_REEF_FIRST : AT_REEF_DEAL;
	else if (p->display[AT_REEF_PLACES - 1] && (p->top || at_reef_deck_size(p) <= 0))
		s->phase = AT_REEF_REVEAL;
	else
		s->phase = AT_REEF_TURN;
}

/* RF-2.1. Fewer pieces than the game has are merely unusual; more cannot be. */
static enum at_err complete_supply(struct at_reef *p, struct at_scan *scan)
{
	const struct at_state *s = &p->head;
	bool given = p->missing[0] == GIVEN;
	bool held = s->phase <= AT_REEF_START; /* starting pieces: placed or in the hand */

	p->missing[0] = 0;
	for (int i = 0; i < AT_REEF_COLOURS; i++) {
		int left = at_reef_pieces(s->seats) - p->supply[i];
		for (int seat = 0; seat < s->seats; seat++)
			left -= held ? 1 : at_reef_on_board(&p->reef[seat], i);
		if (left < 0) {
			at_scan_fail(scan, AT_BAD_STATE,
				     "RF-2.1: %d %s pieces where %d players have %d",
				     at_reef_pieces(s->seats) - left, at_reef_colour_names[i],
				     s->seats, at_reef_pieces(s->seats));
			return at_blame(scan->fail, scan->err, given ? "supply" : "reef", 0);
		}
		if (given)
			p->missing[i] = (uint8_t)left;
		else
			p->supply[i] = (uint8_t)left;
	}
	return AT_OK;
}

enum at_err at_reef_parse_end(struct at_state *s, struct at_scan *scan)
{
	struct at_reef *p = (struct at_reef *)s;
	int next = p->next;

	p->next = 0;
	complete_cards(p);
	complete_phase(p);
	if (s->phase == AT_REEF_TURN) {
		if (!next && p->display[AT_REEF_PLACES - 1]) {
			at_scan_fail(scan, AT_BAD_TEXT,
				     "'next:' is missing: who plays after the card is turned up");
			return at_blame(scan->fail, scan->err, "to-move", 0);
		}
		p->next = (uint8_t)(next ? next - 1 : s->first);
	} else if (next) {
		at_scan_fail(scan, AT_BAD_TEXT, "'next:' is only for chance to turn up a card");
		return at_blame(scan->fail, scan->err, "next", 0);
	}
	if (s->phase == AT_REEF_DONE) /* RF-6.3: every hand has been opened */
		for (int i = 0; i < s->seats; i++)
			p->seen[i] = p->hand[i];
	return complete_supply(p, scan);
}

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
static void put_seat(const struct at_reef *p, int seat, struct at_text *t)
{
	const struct at_reef_board *b = &p->reef[seat];

	at_puts(t, seat ? ",{\"reef\":[" : "{\"reef\":[");
	for (int space = 0; space < AT_REEF_SPACES; space++) {
		at_puts(t, space ? ",\"" : "\"");
		for (int k = 0; k < at_reef_height(b, space); k++)
			at_putc(t, at_reef_letters[at_reef_piece(b, space, k)]);
		at_putc(t, '"');
	}
	at_put(t, "],\"points\":%u,\"unknown_cards\":%u,", p->points[seat], p->unknown[seat]);
	put_list(t, "hand", p->hand[seat]);
	at_putc(t, ',');
	put_list(t, "seen", p->seen[seat]);
	at_putc(t, ',');
	put_list(t, "discard", p->discard[seat]);
	at_putc(t, '}');
}

void at_reef_facts(const struct at_state *s, struct at_text *t)
{
	const struct at_reef *p = (const struct at_reef *)s;

	at_puts(t, "\"occurrences\":[");
	for (int i = 0; i < s->seats; i++)
		for (int card = 1; card <= AT_REEF_CARDS; card++)
			at_put(t, "%s%d%s",
			       card > 1 ? ","
			       : i      ? ",["
					: "[",
			       at_reef_occurrences(&p->reef[i], card),
			       card == AT_REEF_CARDS ? "]" : "");
	at_puts(t, "],\"seats\":[");
	for (int i = 0; i < s->seats; i++)
		put_seat(p, i, t);
	at_puts(t, "],\"display\":[");
	for (int i = 0; i < AT_REEF_PLACES && p->display[i]; i++)
		at_put(t, "%s{\"card\":%u,\"tokens\":%u}", i ? "," : "", p->display[i],
		       p->tokens[i]);
	at_puts(t, "],\"top\":");
	if (p->top)
		at_put(t, "%u", p->top);
	else
		at_puts(t, "null");
	at_put(t, ",\"deck_size\":%d,\"supply\":{", at_reef_deck_size(p));
	for (int i = 0; i < AT_REEF_COLOURS; i++)
		at_put(t, "%s\"%c\":%u", i ? "," : "", at_reef_letters[i], p->supply[i]);
	at_put(t, "},\"last_round\":%s", at_reef_last_round(p) ? "true" : "false");
}
