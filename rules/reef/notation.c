/* Reef: moves as text. The grammar is in docs/formats/reef.md. */
#include "reef.h"

static const char *const kind_names[RF_KINDS] = {"",     "deal", "first", "start", "turn",
						 "take", "deck", "play",  "reveal"};

static void put_space(struct at_text *t, int space)
{
	if (space == RF_NOWHERE)
		at_puts(t, " -");
	else
		at_put(t, " %c%d", 'a' + space % 4, space / 4 + 1);
}

void rf_print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	int a = rf_a(m);
	int c = rf_c(m);

	(void)s;
	at_puts(t, kind_names[rf_kind(m)]);
	switch (rf_kind(m)) {
	case RF_MOVE_DEAL:
		at_put(t, " %d", a + 1);
		if (c)
			at_put(t, " %d", c);
		else
			at_puts(t, " ?");
		break;
	case RF_MOVE_FIRST: at_put(t, " %d", a + 1); break;
	case RF_MOVE_START:
		at_put(t, " %c", rf_letters[a]);
		put_space(t, c);
		break;
	case RF_MOVE_TURN: at_put(t, " %d", c); break;
	case RF_MOVE_TAKE: at_put(t, " %d", c + 1); break;
	case RF_MOVE_DECK: at_put(t, " onto %d", c + 1); break;
	case RF_MOVE_PLAY:
		at_put(t, " %d", a);
		put_space(t, rf_space(m, 0));
		put_space(t, rf_space(m, 1));
		if (m & RF_REVERSED)
			at_puts(t, " reversed");
		break;
	case RF_MOVE_REVEAL:
		at_put(t, " %d %d", a + 1, rf_b(m));
		if (c)
			at_put(t, " %d", c);
		break;
	default: break;
	}
}

static enum at_err scan_card(struct at_scan *scan, uint32_t *card)
{
	return at_scan_uint(scan, "a card", 1, RF_CARDS, card);
}

static enum at_err scan_place(struct at_scan *scan, uint32_t *place)
{
	at_scan_uint(scan, "a place of the display", 1, RF_PLACES, place);
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
		*space = RF_NOWHERE;
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
	if (rf_same_pieces((int)card) && first > second) {
		uint32_t lower = second;
		second = first;
		first = lower;
	}
	*out = rf_move(RF_MOVE_PLAY, (int)card, (int)first, (int)second);
	if (at_scan_word(scan, &w)) {
		if (!at_word_is(w, "reversed"))
			return at_scan_fail(scan, AT_BAD_TEXT, "expected 'reversed', not '%s'",
					    at_show(w).s);
		if (first != second || first == RF_NOWHERE || rf_same_pieces((int)card))
			return at_scan_fail(scan, AT_BAD_TEXT,
					    "RF-4.1: only two colours on one stack can be "
					    "reversed");
		*out |= RF_REVERSED;
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
	if (!at_word_is(w, "?") && !at_word_uint(w, 1, RF_CARDS, &card))
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no card from 1 to %d",
				    at_show(w).s, RF_CARDS);
	*out = rf_move(RF_MOVE_DEAL, (int)seat - 1, 0, (int)card);
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
		if (!at_word_uint(w, 1, RF_CARDS, &high) || high == low)
			return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no other card",
					    at_show(w).s);
		if (high < low) {
			uint32_t lower = high;
			high = low;
			low = lower;
		}
	}
	*out = rf_move(RF_MOVE_REVEAL, (int)seat - 1, (int)low, (int)high);
	return scan->err;
}

static enum at_err scan_start(struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t space;
	int colour;

	if (at_scan_need(scan, "a colour", &w))
		return scan->err;
	colour = w.len == 1 ? rf_colour(w.at[0]) : -1;
	if (colour < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s' is no colour: R Y G or P",
				    at_show(w).s);
	if (scan_space(scan, false, &space))
		return scan->err;
	*out = rf_move(RF_MOVE_START, colour, 0, (int)space);
	return AT_OK;
}

enum at_err rf_parse_move(const struct at_state *s, struct at_scan *scan, at_move *out)
{
	struct at_word w;
	uint32_t x = 0;
	int kind;

	if (at_scan_need(scan, "a move", &w))
		return scan->err;
	kind = at_word_in(w, kind_names, RF_KINDS);
	switch (kind) {
	case RF_MOVE_DEAL: return scan_deal(scan, s->seats, out);
	case RF_MOVE_FIRST:
		if (!at_scan_uint(scan, "a seat", 1, s->seats, &x))
			*out = rf_move(RF_MOVE_FIRST, (int)x - 1, 0, 0);
		return scan->err;
	case RF_MOVE_START: return scan_start(scan, out);
	case RF_MOVE_TURN:
		if (!scan_card(scan, &x))
			*out = rf_move(RF_MOVE_TURN, 0, 0, (int)x);
		return scan->err;
	case RF_MOVE_TAKE:
		if (!scan_place(scan, &x))
			*out = rf_move(RF_MOVE_TAKE, 0, 0, (int)x);
		return scan->err;
	case RF_MOVE_DECK:
		if (!at_scan_expect(scan, "onto") && !scan_place(scan, &x))
			*out = rf_move(RF_MOVE_DECK, 0, 0, (int)x);
		return scan->err;
	case RF_MOVE_PLAY: return scan_play(scan, out);
	case RF_MOVE_REVEAL: return scan_reveal(scan, s->seats, out);
	default: return at_scan_fail(scan, AT_BAD_TEXT, "there is no move '%s'", at_show(w).s);
	}
}
