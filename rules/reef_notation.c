/* Reef: moves as text. The grammar is in docs/formats/reef.md. */
#include "reef.h"

static const char *const kind_names[AT_REEF_KINDS] = {"",     "deal", "first", "start", "turn",
						      "take", "deck", "play",  "reveal"};

static void put_space(struct at_text *t, int space)
{
	if (space == AT_REEF_NOWHERE)
		at_puts(t, " -");
	else
		at_put(t, " %c%d", 'a' + space % 4, space / 4 + 1);
}

void at_reef_print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	int a = at_reef_a(m);
	int c = at_reef_c(m);

	(void)s;
	at_puts(t, kind_names[at_reef_kind(m)]);
	switch (at_reef_kind(m)) {
	case AT_REEF_MOVE_DEAL:
		at_put(t, " %d", a + 1);
		if (c)
			at_put(t, " %d", c);
		else
			at_puts(t, " ?");
		break;
	case AT_REEF_MOVE_FIRST: at_put(t, " %d", a + 1); break;
	case AT_REEF_MOVE_START:
		at_put(t, " %c", at_reef_letters[a]);
		put_space(t, c);
		break;
	case AT_REEF_MOVE_TURN: at_put(t, " %d", c); break;
	case AT_REEF_MOVE_TAKE: at_put(t, " %d", c + 1); break;
	case AT_REEF_MOVE_DECK: at_put(t, " onto %d", c + 1); break;
	case AT_REEF_MOVE_PLAY:
		at_put(t, " %d", a);
		put_space(t, at_reef_space(m, 0));
		put_space(t, at_reef_space(m, 1));
		if (m & AT_REEF_REVERSED)
			at_puts(t, " reversed");
		break;
	case AT_REEF_MOVE_REVEAL:
		at_put(t, " %d %d", a + 1, at_reef_b(m));
		if (c)
			at_put(t, " %d", c);
		break;
	default: break;
	}
}

static enum at_err scan_card(struct at_scan *scan, uint32_t *card)
{
	return at_scan_uint(scan, "a card", 1, AT_REEF_CARDS, card);
}

static enum at_err scan_place(struct at_scan *scan, uint32_t *place)
{
	at_scan_uint(scan, "a place of the display", 1, AT_REEF_PLACES, place);
	*place -= !scan->err;
	return scan->err;
}

/* A space from a1 to d4; '-' where a piece may stay away. */
static enum at_err scan_space(struct at_scan *scan, bool may_be_nowhere, uint32_t *space)
{
	struct at_word w;

	if (at_scan_need(scan, "a space", &w))
		return scan->err;
	if (may_be_nowhere && at_word_is(w, "-")) {
		*space = AT_REEF_NOWHERE;
		return AT_OK;
	}
	if (w.len != 2 || w.at[0] < 'a' || w.at[0] > 'd' || w.at[1] < '1' || w.at[1] > '4')
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no space from a1 to d4",
				    at_show(w).s);
	*space = (uint32_t)(4 * (w.at[1] - '1') + (w.at[0] - 'a'));
	return AT_OK;
}

/* Equal colours come out with the spaces in order: both spellings are the same move. */
static enum at_err scan_play(struct at_scan *scan, at_move *out)
{
	uint32_t card, first, second;
	struct at_word w;

	if (scan_card(scan, &card) || scan_space(scan, true, &first) ||
	    scan_space(scan, true, &second))
		return scan->err;
	if (at_reef_same_pieces((int)card) && first > second) {
		uint32_t lower = second;
		second = first;
		first = lower;
	}
	*out = at_reef_move(AT_REEF_MOVE_PLAY, (int)card, (int)first, (int)second);
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "reversed"))
			return at_scan_fail(scan, AT_BAD_TEXT, "expected 'reversed', not '%s'",
					    at_show(w).s);
		if (first != second || first == AT_REEF_NOWHERE || at_reef_same_pieces((int)card))
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "RF-4.1: only two colours on one stack can be "
					    "reversed");
		*out |= AT_REEF_REVERSED;
	}
	return scan->err;
}

static enum at_err scan_deal(struct at_scan *scan, uint32_t seats, at_move *out)
{
	struct at_word w;
	uint32_t seat;
	uint32_t card = 0;

	if (at_scan_uint(scan, "a seat", 1, seats, &seat) || at_scan_need(scan, "a card", &w))
		return scan->err;
	if (!at_word_is(w, "?") && !at_word_uint(w, 1, AT_REEF_CARDS, &card))
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no card from 1 to %d",
				    at_show(w).s, AT_REEF_CARDS);
	*out = at_reef_move(AT_REEF_MOVE_DEAL, (int)seat - 1, 0, (int)card);
	return AT_OK;
}

static enum at_err scan_reveal(struct at_scan *scan, uint32_t seats, at_move *out)
{
	struct at_word w;
	uint32_t seat, low;
	uint32_t high = 0;

	if (at_scan_uint(scan, "a seat", 1, seats, &seat) || scan_card(scan, &low))
		return scan->err;
	if (at_scan_word(scan, &w)) {
		if (!at_word_uint(w, 1, AT_REEF_CARDS, &high) || high == low)
			return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no other card",
					    at_show(w).s);
		if (high < low) {
			uint32_t lower = high;
			high = low;
			low = lower;
		}
	}
	*out = at_reef_move(AT_REEF_MOVE_REVEAL, (int)seat - 1, (int)low, (int)high);
	return scan->err;
}

static enum at_err scan_start(struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t space;
	int colour;

	if (at_scan_need(scan, "a colour", &w))
		return scan->err;
	colour = w.len == 1 ? at_reef_colour(w.at[0]) : -1;
	if (colour < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no colour: R Y G or P",
				    at_show(w).s);
	if (scan_space(scan, false, &space))
		return scan->err;
	*out = at_reef_move(AT_REEF_MOVE_START, colour, 0, (int)space);
	return AT_OK;
}

enum at_err at_reef_parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t x = 0;
	int kind;

	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	kind = at_word_in(w, kind_names, AT_REEF_KINDS);
	switch (kind) {
	case AT_REEF_MOVE_DEAL: return scan_deal(scan, s->seats, out);
	case AT_REEF_MOVE_FIRST:
		if (!at_scan_uint(scan, "a seat", 1, s->seats, &x))
			*out = at_reef_move(AT_REEF_MOVE_FIRST, (int)x - 1, 0, 0);
		return scan->err;
	case AT_REEF_MOVE_START: return scan_start(scan, out);
	case AT_REEF_MOVE_TURN:
		if (!scan_card(scan, &x))
			*out = at_reef_move(AT_REEF_MOVE_TURN, 0, 0, (int)x);
		return scan->err;
	case AT_REEF_MOVE_TAKE:
		if (!scan_place(scan, &x))
			*out = at_reef_move(AT_REEF_MOVE_TAKE, 0, 0, (int)x);
		return scan->err;
	case AT_REEF_MOVE_DECK:
		if (!at_scan_expect(scan, "onto") && !scan_place(scan, &x))
			*out = at_reef_move(AT_REEF_MOVE_DECK, 0, 0, (int)x);
		return scan->err;
	case AT_REEF_MOVE_PLAY: return scan_play(scan, out);
	case AT_REEF_MOVE_REVEAL: return scan_reveal(scan, s->seats, out);
	default: return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	}
}
