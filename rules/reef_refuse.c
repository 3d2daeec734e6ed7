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

static enum at_err not_due(const struct at_reef *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;

	switch (s->phase) {
	case AT_REEF_DEAL:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.2: cards are dealt now, the next to seat %d",
			       at_reef_next_to_deal(p) + 1);
	case AT_REEF_FIRST:
		return at_fail(fail, AT_BAD_MOVE, "RF-2.3: the first player is drawn now");
	case AT_REEF_START:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.7: seat %d puts down the four starting pieces now",
			       s->turn + 1);
	case AT_REEF_TURN:
		return at_fail(fail, AT_BAD_MOVE, "%s: a card of the deck is turned up now",
			       p->display[AT_REEF_PLACES - 1] ? "RF-3.1" : "RF-2.6");
	case AT_REEF_PLAY:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.1 to RF-3.4: seat %d takes a card or plays one now",
			       s->turn + 1);
	case AT_REEF_REVEAL:
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-6.3: the cards left in hand are opened now, next those of "
			       "seat %d",
			       at_reef_next_to_open(p) + 1);
	default: return at_fail(fail, AT_BAD_MOVE, "the game is over");
	}
}

static enum at_err refuse_deal(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int seat = at_reef_a(m);
	int card = at_reef_c(m);
	bool masked = !card && !at_is_truth(&p->head) && seat != p->head.viewer;

	if (seat != at_reef_next_to_deal(p))
		return not_due(p, fail);
	if (!card && !masked)
		return at_fail(fail, AT_BAD_MOVE, "RF-2.2: the card dealt to seat %d must be named",
			       seat + 1);
	if (at_reef_b(m) || card > AT_REEF_CARDS || (!masked && !(p->deck >> card & 1)))
		return at_fail(fail, AT_BAD_MOVE, "RF-2.2: card %d is not in the deck", card);
	return AT_OK;
}

static enum at_err refuse_turn(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	uint32_t card = m & 0xffffff;

	if (card > AT_REEF_CARDS || !(p->deck >> card & 1))
		return at_fail(fail, AT_BAD_MOVE, "RF-2.6: card %u is not in the deck", card);
	return AT_OK;
}

static enum at_err refuse_start(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	int colour = at_reef_a(m);
	int space = at_reef_c(m);

	if (at_reef_b(m) || colour >= AT_REEF_COLOURS || space >= AT_REEF_SPACES)
		return not_due(p, fail);
	if (!(at_reef_start_colours(p, seat) >> colour & 1))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.2: seat %d has put down its %s starting piece already",
			       seat + 1, at_reef_colour_names[colour]);
	if (at_reef_start_spaces(p, seat) >> space & 1)
		return AT_OK;
	if (at_reef_expert_start(&p->head) == AT_REEF_EXPERT_OUTER)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-2.5: with expert-start=outer %s, a central space, stays free",
			       space_name(space).s);
	return at_fail(fail, AT_BAD_MOVE,
		       "RF-2.4: one piece goes on each of the central spaces b2 c2 b3 c3");
}

static enum at_err refuse_take(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	uint32_t place = m & 0xffffff;
	bool deck = at_reef_kind(m) == AT_REEF_MOVE_DECK;

	if (place >= AT_REEF_PLACES)
		return not_due(p, fail);
	if (at_reef_hand_size(p, seat) >= AT_REEF_HAND_MAX)
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.3: with four cards in hand seat %d can only play one",
			       seat + 1);
	if (!deck)
		return AT_OK;
	if (!p->points[seat])
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.2: the deck's top card costs 1 point and seat %d has none",
			       seat + 1);
	if (!(at_reef_lowest_places(p) >> place & 1))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.2: the token goes on a display card of the lowest value, "
			       "and card %u has value %u",
			       p->display[place], at_reef_card[p->display[place]].value);
	return AT_OK;
}

/* Do the spaces have room for what is put on them? */
static enum at_err refuse_spaces(const struct at_reef_board *b, at_move m, struct at_fail *fail)
{
	int first = at_reef_space(m, 0);
	int second = at_reef_space(m, 1);

	for (int i = 0; i < 2; i++) {
		int space = at_reef_space(m, i);
		if (space != AT_REEF_NOWHERE && at_reef_height(b, space) == AT_REEF_HEIGHT)
			return at_fail(fail, AT_BAD_MOVE,
				       "RF-4.1: the stack on %s has four pieces already",
				       space_name(space).s);
	}
	if (first == second && first != AT_REEF_NOWHERE &&
	    at_reef_height(b, first) == AT_REEF_HEIGHT - 1)
		return at_fail(fail, AT_BAD_MOVE, "RF-4.1: %s has room for one piece only",
			       space_name(first).s);
	return AT_OK;
}

/* Are as many pieces put down as there are, and find room? */
static enum at_err refuse_growth(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int card = at_reef_a(m);
	struct at_reef_growth g = at_reef_growth(p, p->head.turn, card);
	int count = 0;

	for (int i = 0; i < 2; i++) {
		if (at_reef_space(m, i) == AT_REEF_NOWHERE)
			continue;
		count++;
		if (!g.have[i])
			return at_fail(fail, AT_BAD_MOVE,
				       "RF-4.2: the supply has no %s piece for this: write '-'",
				       at_reef_colour_names[at_reef_card[card].pieces[i]]);
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
	int card = at_reef_a(m);
	int first = at_reef_space(m, 0);
	int second = at_reef_space(m, 1);

	if (card < 1 || card > AT_REEF_CARDS || first > AT_REEF_NOWHERE || second > AT_REEF_NOWHERE)
		return false;
	if (m & (0xe0e0 & ~AT_REEF_REVERSED))
		return false;
	if (at_reef_same_pieces(card))
		return !(m & AT_REEF_REVERSED) && first <= second;
	return !(m & AT_REEF_REVERSED) || (first == second && first != AT_REEF_NOWHERE);
}

static enum at_err refuse_play(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int seat = p->head.turn;
	int card = at_reef_a(m);
	bool maybe;

	if (!well_formed_play(m))
		return not_due(p, fail);
	maybe = p->unknown[seat] && p->deck >> card & 1; /* in a view */
	if (!at_reef_hand_size(p, seat))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-3.3: seat %d has no card to play and must take one", seat + 1);
	if (!(p->hand[seat] >> card & 1) && !maybe)
		return at_fail(fail, AT_BAD_MOVE, "RF-3.4: card %d is not in seat %d's hand", card,
			       seat + 1);
	if (refuse_growth(p, m, fail) || refuse_spaces(&p->reef[seat], m, fail))
		return AT_BAD_MOVE;
	return AT_OK;
}

static enum at_err refuse_reveal(const struct at_reef *p, at_move m, struct at_fail *fail)
{
	int seat = at_reef_next_to_open(p);
	int low = at_reef_b(m);
	int high = at_reef_c(m);
	bool two = at_reef_secrets(p, seat) > 1;
	uint64_t pool = p->hand[seat] & ~p->seen[seat];

	if (at_reef_a(m) != seat)
		return not_due(p, fail);
	if (p->unknown[seat]) {
		pool = p->deck;
	} else if (two) { /* the two lowest of those that are known */
		uint64_t rest = pool & (pool - 1);
		pool = (pool ^ rest) | (rest & -rest);
	}
	if (low > AT_REEF_CARDS || high > AT_REEF_CARDS || !(pool >> low & 1) ||
	    (two ? high <= low || !(pool >> high & 1) : high))
		return at_fail(fail, AT_BAD_MOVE,
			       "RF-6.3: these are not the secret cards of seat %d", seat + 1);
	return AT_OK;
}

enum at_err at_reef_refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct at_reef *p = (const struct at_reef *)s;
	enum at_reef_kind kind = at_reef_kind(m);

	switch (s->phase) {
	case AT_REEF_DEAL:
		if (kind == AT_REEF_MOVE_DEAL)
			return refuse_deal(p, m, fail);
		break;
	case AT_REEF_FIRST:
		if (kind == AT_REEF_MOVE_FIRST && at_reef_a(m) < s->seats && !(m & 0xffff))
			return AT_OK;
		break;
	case AT_REEF_START:
		if (kind == AT_REEF_MOVE_START)
			return refuse_start(p, m, fail);
		break;
	case AT_REEF_TURN:
		if (kind == AT_REEF_MOVE_TURN)
			return refuse_turn(p, m, fail);
		break;
	case AT_REEF_PLAY:
		if (kind == AT_REEF_MOVE_TAKE || kind == AT_REEF_MOVE_DECK)
			return refuse_take(p, m, fail);
		if (kind == AT_REEF_MOVE_PLAY)
			return refuse_play(p, m, fail);
		break;
	case AT_REEF_REVEAL:
		if (kind == AT_REEF_MOVE_REVEAL)
			return refuse_reveal(p, m, fail);
		break;
	default: break;
	}
	return not_due(p, fail);
}
