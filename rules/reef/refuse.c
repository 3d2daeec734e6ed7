/* Reef: why a move cannot be made, in words for the player. */
#include "reef.h"

/* A space as text. */
struct name {
	char s[3];
};

static struct name space_name(int space)
{
	return (struct name){{(char)('a' + space % 4), (char)('1' + space / 4), 0}};
}

static enum at_err not_due(const struct rf_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;

	switch (s->phase) {
	case RF_DEAL:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.2: cards are dealt now, the next to seat %d",
			       rf_next_to_deal(p) + 1);
	case RF_FIRST: return at_fail(fail, AT_BAD_MOVE, "RF-2.3: the first player is drawn now");
	case RF_START:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.7: seat %d puts down the four starting pieces now",
			       s->turn + 1);
	case RF_TURN:
		return at_fail(fail, AT_BAD_MOVE, "%s: a card of the deck is turned up now",
			       p->display[RF_PLACES - 1] ? "RF-3.1" : "RF-2.6");
	case RF_PLAY:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.1 to RF-3.4: seat %d takes a card or plays one now",
			       s->turn + 1);
	case RF_REVEAL:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-6.3: the cards left in hand are opened now, next those of "
			       "seat %d",
			       rf_next_to_open(p) + 1);
	default: return at_fail(fail, AT_BAD_MOVE, "the game is over");
	}
}

static enum at_err refuse_deal(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int seat = rf_a(m);
	int card = rf_c(m);

	if (seat != rf_next_to_deal(p))
		return not_due(p, fail);
	if (!card)
		return at_fail(fail, AT_BAD_MOVE, "RF-2.2: the card dealt to seat %d must be named",
			       seat + 1);
	if (rf_b(m) || card > RF_CARDS || !(p->deck >> card & 1))
		return at_fail(fail, AT_BAD_MOVE, "RF-2.2: card %d is not in the deck", card);
	return AT_OK;
}

static enum at_err refuse_turn(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	uint32_t card = m & 0xffffff;

	if (card > RF_CARDS || !(p->deck >> card & 1))
		return at_fail(fail, AT_BAD_MOVE, "RF-2.6: card %u is not in the deck", card);
	return AT_OK;
}

static enum at_err refuse_start(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	int colour = rf_a(m);
	int space = rf_c(m);

	if (rf_b(m) || colour >= RF_COLOURS || space >= RF_SPACES)
		return not_due(p, fail);
	if (!(rf_start_colours(p, seat) >> colour & 1))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.2: seat %d has put down its %s starting piece already",
			       seat + 1, rf_colour_names[colour]);
	if (rf_start_spaces(p, seat) >> space & 1)
		return AT_OK;
	if (rf_expert_start(&p->head) == RF_EXPERT_OUTER)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.5: with expert-start=outer %s, a central space, stays free",
			       space_name(space).s);
	return at_fail(fail, AT_BAD_MOVE,
		       "RF-2.4: one piece goes on each of the central spaces b2 c2 b3 c3");
}

static enum at_err refuse_take(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	uint32_t place = m & 0xffffff;
	bool deck = rf_kind(m) == RF_MOVE_DECK;

	if (place >= RF_PLACES)
		return not_due(p, fail);
	if (rf_hand_size(p, seat) >= RF_HAND_MAX)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.3: with four cards in hand seat %d can only play one",
			       seat + 1);
	if (!deck)
		return AT_OK;
	if (!p->points[seat])
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.2: the deck's top card costs 1 point and seat %d has none",
			       seat + 1);
	if (!(rf_lowest_places(p) >> place & 1))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.2: the token goes on a display card of the lowest value, "
			       "and card %u has value %u",
			       p->display[place], rf_card[p->display[place]].value);
	return AT_OK;
}

/* Do the spaces have room for what is put on them? */
static enum at_err refuse_spaces(const struct rf_board *b, at_move m, struct at_fail *fail)
{
	int first = rf_space(m, 0);
	int second = rf_space(m, 1);

	for (int i = 0; i < 2; i++) {
		int space = rf_space(m, i);
		if (space != RF_NOWHERE && rf_height(b, space) == RF_HEIGHT)
			return at_fail(fail, AT_BAD_MOVE,
				       "RF-4.1: the stack on %s has four pieces already",
				       space_name(space).s);
	}
	if (first == second && first != RF_NOWHERE && rf_height(b, first) == RF_HEIGHT - 1)
		return at_fail(fail, AT_BAD_MOVE, "RF-4.1: %s has room for one piece only",
			       space_name(first).s);
	return AT_OK;
}

/* Are as many pieces put down as there are, and find room? */
static enum at_err refuse_growth(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int card = rf_a(m);
	struct rf_growth g = rf_growth(p, p->head.turn, card);
	int count = 0;

	for (int i = 0; i < 2; i++) {
		if (rf_space(m, i) == RF_NOWHERE)
			continue;
		count++;
		if (!g.have[i])
			return at_fail(fail, AT_BAD_MOVE,
				       "RF-4.2: the supply has no %s piece for this: write '-'",
				       rf_colour_names[rf_card[card].pieces[i]]);
	}
	if (count > g.placed)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-4.3: the reef has room for %d of these pieces: write '-'",
			       g.placed);
	if (count < g.placed)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-4.1: %s of card %d can be placed, so %s placed",
			       g.placed == 2 ? "both pieces" : "a piece", card,
			       g.placed == 2 ? "both are" : "it is");
	return AT_OK;
}

/* Is the move spelt as moves() lists it? Text is always read that way; bytes may be anything. */
static bool well_formed_play(at_move m)
{
	int card = rf_a(m);
	int first = rf_space(m, 0);
	int second = rf_space(m, 1);

	if (card < 1 || card > RF_CARDS || first > RF_NOWHERE || second > RF_NOWHERE)
		return false;
	if (m & (0xe0e0 & ~RF_REVERSED))
		return false;
	if (rf_same_pieces(card))
		return !(m & RF_REVERSED) && first <= second;
	return !(m & RF_REVERSED) || (first == second && first != RF_NOWHERE);
}

static enum at_err refuse_play(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	int card = rf_a(m);
	bool maybe;

	if (!well_formed_play(m))
		return not_due(p, fail);
	maybe = p->unknown[seat] && p->deck >> card & 1; /* in a view */
	if (!rf_hand_size(p, seat))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.3: seat %d has no card to play and must take one", seat + 1);
	if (!(p->hand[seat] >> card & 1) && !maybe)
		return at_fail(fail, AT_BAD_MOVE, "RF-3.4: card %d is not in seat %d's hand", card,
			       seat + 1);
	if (refuse_growth(p, m, fail) || refuse_spaces(&p->reef[seat], m, fail))
		return AT_BAD_MOVE;
	return AT_OK;
}

static enum at_err refuse_reveal(const struct rf_state *p, at_move m, struct at_fail *fail)
{
	int seat = rf_next_to_open(p);
	int low = rf_b(m);
	int high = rf_c(m);
	bool two = rf_secrets(p, seat) > 1;
	uint64_t pool = p->hand[seat] & ~p->seen[seat];

	if (rf_a(m) != seat)
		return not_due(p, fail);
	if (p->unknown[seat])
		pool = p->deck;
	if (low > RF_CARDS || high > RF_CARDS || !(pool >> low & 1) ||
	    (two ? high <= low || !(pool >> high & 1) : high))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-6.3: these are not the secret cards of seat %d", seat + 1);
	return AT_OK;
}

/* Conditions that are the same for all viewers. */
static enum at_err refuse_open(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct rf_state *p = (const struct rf_state *)s;
	enum rf_kind kind = rf_kind(m);

	switch (s->phase) {
	case RF_DEAL:
		if (kind == RF_MOVE_DEAL)
			return refuse_deal(p, m, fail);
		break;
	case RF_FIRST:
		if (kind == RF_MOVE_FIRST && rf_a(m) < s->seats && !(m & 0xffff))
			return AT_OK;
		break;
	case RF_START:
		if (kind == RF_MOVE_START)
			return refuse_start(p, m, fail);
		break;
	case RF_TURN:
		if (kind == RF_MOVE_TURN)
			return refuse_turn(p, m, fail);
		break;
	case RF_PLAY:
		if (kind == RF_MOVE_TAKE || kind == RF_MOVE_DECK)
			return refuse_take(p, m, fail);
		if (kind == RF_MOVE_PLAY)
			return refuse_play(p, m, fail);
		break;
	case RF_REVEAL:
		if (kind == RF_MOVE_REVEAL)
			return refuse_reveal(p, m, fail);
		break;
	default: break;
	}
	return not_due(p, fail);
}

enum at_err rf_refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	if (at_others_decide(s))
		return not_due((const struct rf_state *)s, fail);
	return refuse_open(s, m, fail);
}

enum at_err rf_refuse_seen(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct rf_state *p = (const struct rf_state *)s;

	if (s->phase != RF_DEAL || s->viewer == rf_next_to_deal(p))
		return refuse_open(s, m, fail);
	if (m != rf_move(RF_MOVE_DEAL, rf_next_to_deal(p), 0, 0))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-7.1: the card dealt to seat %d is known to that seat alone",
			       rf_next_to_deal(p) + 1);
	return AT_OK;
}
