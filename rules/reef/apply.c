/* Reef: the effects of a move: set-up, turns, growing, the end. */
#include "reef.h"

#include "assert.h"

#define CARD(c) ((uint64_t)1 << (c))

/* The first card to every seat, then the second. */
int rf_next_to_deal(const struct rf_state *p)
{
	for (int round = 0; round < 2; round++) /* RF-2.2 */
		for (int i = 0; i < p->head.seats; i++)
			if (rf_hand_size(p, i) <= round)
				return i;
	return AT_NOBODY;
}

int rf_next_to_open(const struct rf_state *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (rf_secrets(p, i))
			return i;
	return AT_NOBODY;
}

/* Hands are opened only where there is something to open. */
static void finish(struct rf_state *p)
{
	bool secrets = rf_next_to_open(p) != AT_NOBODY;

	p->head.turn = secrets ? AT_CHANCE : AT_OVER;
	p->head.phase = secrets ? RF_REVEAL : RF_DONE;
}

static int seat_after(const struct at_state *s, int seat)
{
	return seat + 1 < s->seats ? seat + 1 : 0;
}

/* RF-6.1: the last round ends before the first player. */
static void begin_turn(struct rf_state *p, int seat)
{
	if (seat == p->head.first && rf_last_round(p)) {
		finish(p);
		return;
	}
	p->head.turn = (int8_t)seat;
	p->head.phase = RF_PLAY;
}

/* After the deck gave its top card: RF-6.2 if it was the last. */
static void refill_top(struct rf_state *p, int seat)
{
	p->top = 0;
	if (rf_deck_size(p) == 0) {
		finish(p);
		return;
	}
	p->head.turn = AT_CHANCE;
	p->head.phase = RF_TURN;
	p->next = (uint8_t)seat_after(&p->head, seat);
}

static void give(struct rf_state *p, int seat, int card)
{
	p->hand[seat] |= CARD(card);
	p->seen[seat] |= CARD(card); /* RF-7.1 */
}

static void deal(struct rf_state *p, int seat, int card)
{
	if (card && (at_is_truth(&p->head) || p->head.viewer == seat)) {
		p->hand[seat] |= CARD(card);
		p->deck &= ~CARD(card);
	} else {
		p->unknown[seat]++;
	}
	if (rf_next_to_deal(p) == AT_NOBODY)
		p->head.phase = RF_FIRST;
}

/* RF-2.4, RF-2.7: one seat after the other; after the last the display is turned up. */
static void start(struct rf_state *p, int colour, int space)
{
	int seat = p->head.turn;

	rf_place(&p->reef[seat], space, colour);
	if (rf_start_colours(p, seat))
		return;
	seat = seat_after(&p->head, seat);
	p->head.turn = (int8_t)seat;
	if (seat == p->head.first) {
		p->head.turn = AT_CHANCE;
		p->head.phase = RF_TURN;
		p->next = (uint8_t)seat;
	}
}

static void turn_up(struct rf_state *p, int card)
{
	p->deck &= ~CARD(card);
	for (int i = 0; i < RF_PLACES; i++)
		if (!p->display[i]) {
			p->display[i] = (uint8_t)card;
			return;
		}
	p->top = (uint8_t)card;
	begin_turn(p, p->next);
	p->next = 0;
}

/* RF-3.1 */
static void take(struct rf_state *p, int place)
{
	int seat = p->head.turn;

	give(p, seat, p->display[place]);
	p->points[seat] += p->tokens[place];
	p->tokens[place] = 0;
	p->display[place] = p->top;
	refill_top(p, seat);
}

/* RF-3.2 */
static void take_top(struct rf_state *p, int place)
{
	int seat = p->head.turn;

	give(p, seat, p->top);
	p->points[seat]--;
	p->tokens[place]++;
	refill_top(p, seat);
}

/* RF-3.4, RF-4.1; what the card brings is always scored, RF-5.6. */
static void play(struct rf_state *p, at_move m)
{
	int seat = p->head.turn;
	int card = rf_a(m);
	int reversed = (m & RF_REVERSED) != 0;
	struct rf_board *b = &p->reef[seat];

	if (p->hand[seat] >> card & 1) {
		p->hand[seat] &= ~CARD(card);
		p->seen[seat] &= ~CARD(card);
	} else { /* somebody else's secret card, in a view */
		p->unknown[seat]--;
		p->deck &= ~CARD(card);
	}
	p->discard[seat] |= CARD(card);
	for (int i = 0; i < 2; i++) {
		int piece = i ^ reversed;
		int space = rf_space(m, piece);
		int colour = rf_card[card].pieces[piece];
		if (space == RF_NOWHERE)
			continue;
		p->supply[colour]--;
		rf_place(b, space, colour);
	}
	p->points[seat] += (uint16_t)(rf_card[card].value * rf_occurrences(b, card));
	begin_turn(p, seat_after(&p->head, seat));
}

static void reveal(struct rf_state *p, int seat, int card)
{
	if (!card)
		return;
	if (!(p->hand[seat] >> card & 1)) {
		p->unknown[seat]--;
		p->deck &= ~CARD(card);
	}
	give(p, seat, card);
}

void rf_apply(struct at_state *s, at_move m)
{
	struct rf_state *p = (struct rf_state *)s;
	int a = rf_a(m);
	int c = rf_c(m);

	s->ply++;
	switch (rf_kind(m)) {
	case RF_MOVE_DEAL: deal(p, a, c); break;
	case RF_MOVE_FIRST: /* RF-2.3 */
		s->first = s->turn = (int8_t)a;
		s->phase = RF_START;
		break;
	case RF_MOVE_START: start(p, a, c); break;
	case RF_MOVE_TURN: turn_up(p, c); break;
	case RF_MOVE_TAKE: take(p, c); break;
	case RF_MOVE_DECK: take_top(p, c); break;
	case RF_MOVE_PLAY: play(p, m); break;
	case RF_MOVE_REVEAL:
		reveal(p, a, rf_b(m));
		reveal(p, a, c);
		finish(p);
		break;
	default: at_assert(false);
	}
}
