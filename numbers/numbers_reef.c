/* Reef as numbers. */
#include "numbers.h"
#include "reef/reef.h"
#include "spread.h"

/* --- actions --- */

enum { SIDES = RF_SPACES + 1 }; /* spaces, and RF_NOWHERE */
enum {
	PAIRS = SIDES * SIDES,
	TAKE = 0,
	DECK = TAKE + RF_PLACES,
	START = DECK + RF_PLACES,
	PLAY = START + RF_COLOURS * RF_SPACES,
	STACK = PLAY + RF_HAND_MAX * PAIRS,
	ACTIONS = STACK + RF_HAND_MAX * RF_SPACES,
};
_Static_assert((int)ACTIONS <= (int)AT_ACTIONS_MAX, "the bound of all games");

static const struct at_part action_parts[] = {
    {"take", "a card of the display: its place, from the left", TAKE, {RF_PLACES}, 1},
    {"deck", "the deck's top card; the place that gets the point paid", DECK, {RF_PLACES}, 1},
    {"start",
     "a starting piece: its colour (red, yellow, green, purple); its space: a1, b1, ... d4",
     START,
     {RF_COLOURS, RF_SPACES},
     1},
    {"play",
     "a card of the hand, by number in ascending order; the space of its first piece and that of "
     "its second, 16: it is not placed. Two on one space: the second piece is on top; of equal "
     "pieces the first has the lower space",
     PLAY,
     {RF_HAND_MAX, SIDES, SIDES},
     1},
    {"stack",
     "a card of the hand; the space on which its second piece is put first and the other on top",
     STACK,
     {RF_HAND_MAX, RF_SPACES},
     1},
    {NULL, NULL, 0, {0}, 0},
};

static int slot_of(const struct rf_state *p, int card)
{
	return at_count64(p->hand[p->head.turn] & (((uint64_t)1 << card) - 1));
}

static uint32_t reef_index(const struct at_state *s, at_move m)
{
	int slot;

	switch (rf_kind(m)) {
	case RF_MOVE_TAKE: return (uint32_t)(TAKE + rf_c(m));
	case RF_MOVE_DECK: return (uint32_t)(DECK + rf_c(m));
	case RF_MOVE_START: return (uint32_t)(START + rf_a(m) * RF_SPACES + rf_c(m));
	default: break;
	}
	slot = slot_of((const struct rf_state *)s, rf_a(m));
	if (m & RF_REVERSED)
		return (uint32_t)(STACK + slot * RF_SPACES + rf_space(m, 0));
	return (uint32_t)(PLAY + slot * PAIRS + rf_space(m, 0) * SIDES + rf_space(m, 1));
}

/* The card in a slot of the mover's hand, or 0. */
static int card_in(const struct rf_state *p, uint32_t slot)
{
	uint64_t hand = p->hand[p->head.turn];

	while (hand && slot--)
		hand &= hand - 1;
	return hand ? at_low64(hand) : 0;
}

static at_move reef_move(const struct at_state *s, uint32_t index)
{
	const struct rf_state *p = (const struct rf_state *)s;
	uint32_t at;
	int card;

	if (index < DECK)
		return rf_move(RF_MOVE_TAKE, 0, 0, (int)(index - TAKE));
	if (index < START)
		return rf_move(RF_MOVE_DECK, 0, 0, (int)(index - DECK));
	if (index < PLAY) {
		at = index - START;
		return rf_move(RF_MOVE_START, (int)(at / RF_SPACES), 0, (int)(at % RF_SPACES));
	}
	if (index < STACK) {
		at = (index - PLAY) % PAIRS;
		card = card_in(p, (index - PLAY) / PAIRS);
		return card ? rf_move(RF_MOVE_PLAY, card, (int)(at / SIDES), (int)(at % SIDES)) : 0;
	}
	at = (index - STACK) % RF_SPACES;
	card = card_in(p, (index - STACK) / RF_SPACES);
	return card ? rf_move(RF_MOVE_PLAY, card, (int)at, (int)at) | RF_REVERSED : 0;
}

/* A card's plays, counted in the order of the list (rules/reef/moves.c). */
struct plays {
	uint32_t open, single; /* spaces with room, and those with room for one piece only */
	uint32_t rooms, doubles;
	bool same;
	struct rf_growth growth;
};

static uint32_t count_plays(const struct plays *c)
{
	uint32_t n = c->rooms;

	if (c->growth.placed == 0)
		return 1;
	if (c->growth.placed == 1)
		return n * c->growth.have[0] + n * (c->growth.have[1] && !c->same);
	return c->same ? n * (n - 1) / 2 + c->doubles : n * (n - 1) + 2 * c->doubles;
}

static at_move nth_pair(const struct plays *c, at_move move, uint32_t n)
{
	for (uint32_t left = c->open; left;) {
		int space = at_pop32(&left);
		uint32_t second = c->same ? c->open >> space << space : c->open;
		uint32_t count;
		second &= ~(c->single & 1u << space);
		count = (uint32_t)at_count32(second);
		if (n < count)
			return move | (at_move)space << 8 | (at_move)at_nth64(second, n);
		n -= count;
	}
	n = (uint32_t)at_nth64(c->open & ~c->single, n);
	return move | RF_REVERSED | n << 8 | n;
}

static at_move nth_play(const struct plays *c, at_move move, uint32_t n)
{
	if (c->growth.placed == 2)
		return nth_pair(c, move, n);
	if (c->growth.placed == 0)
		return move | RF_NOWHERE << 8 | RF_NOWHERE;
	if (c->growth.have[0] && n < c->rooms)
		return move | (at_move)at_nth64(c->open, n) << 8 | RF_NOWHERE;
	n -= c->growth.have[0] ? c->rooms : 0;
	return move | RF_NOWHERE << 8 | (at_move)at_nth64(c->open, n);
}

static at_move pick_start(const struct rf_state *p, uint32_t r)
{
	unsigned colours = rf_start_colours(p, p->head.turn);
	uint32_t spaces = rf_start_spaces(p, p->head.turn);
	uint32_t each = (uint32_t)at_count32(spaces);
	uint32_t n = (uint32_t)((uint64_t)r * (each * (uint32_t)at_count32(colours)) >> 32);

	return rf_move(RF_MOVE_START, at_nth64(colours, n / each), 0, at_nth64(spaces, n % each));
}

static at_move reef_pick(const struct at_state *s, uint32_t r)
{
	const struct rf_state *p = (const struct rf_state *)s;
	const struct rf_board *b = &p->reef[s->turn];
	struct plays c = {.open = RF_BOARD & ~(uint32_t)b->tall[3]};
	bool room = rf_hand_size(p, s->turn) < RF_HAND_MAX;
	unsigned deck = room && p->points[s->turn] ? rf_lowest_places(p) : 0;
	uint32_t count[RF_HAND_MAX + 1] = {room ? RF_PLACES + (uint32_t)at_count32(deck) : 0};
	uint32_t all = count[0];
	int card[RF_HAND_MAX + 1] = {0};
	struct plays of[RF_HAND_MAX + 1];
	uint32_t n;
	int i = 0;

	if (s->phase == RF_START)
		return pick_start(p, r);
	c.single = b->tall[2] & c.open;
	c.rooms = (uint32_t)at_count32(c.open);
	c.doubles = (uint32_t)at_count32(c.open & ~c.single);
	for (uint64_t hand = p->hand[s->turn]; hand;) {
		card[++i] = at_pop64(&hand);
		c.same = rf_same_pieces(card[i]);
		c.growth = rf_growth(p, s->turn, card[i]);
		of[i] = c;
		all += count[i] = count_plays(&c);
	}
	n = (uint32_t)((uint64_t)r * all >> 32);
	for (i = 0; n >= count[i]; i++)
		n -= count[i];
	if (i > 0)
		return nth_play(&of[i], rf_move(RF_MOVE_PLAY, card[i], 0, 0), n);
	return n < RF_PLACES ? rf_move(RF_MOVE_TAKE, 0, 0, (int)n)
			     : rf_move(RF_MOVE_DECK, 0, 0, at_nth64(deck, n - RF_PLACES));
}

/* The plays of one card with room for both pieces. */
static void mask_pairs(uint32_t open, uint32_t single, bool same, uint8_t *pairs, uint8_t *stacks)
{
	uint8_t row[RF_SPACES];

	at_spread16(row, open);
	for (uint32_t left = open; left;) {
		int space = at_pop32(&left);
		uint8_t *to = pairs + space * SIDES;
		if (same)
			at_spread16(to, open >> space << space);
		else
			memcpy(to, row, RF_SPACES);
		to[space] = !(single >> space & 1);
	}
	if (!same)
		at_spread16(stacks, open & ~single);
}

/* The plays of a card of which one piece, or none, can be placed. */
static void mask_short(uint32_t open, const struct rf_growth *g, bool same, uint8_t *pairs)
{
	if (!g->placed) {
		pairs[RF_NOWHERE * SIDES + RF_NOWHERE] = 1;
		return;
	}
	for (uint32_t left = g->have[0] ? open : 0; left;)
		pairs[at_pop32(&left) * SIDES + RF_NOWHERE] = 1;
	if (g->have[1] && !same)
		at_spread16(pairs + RF_NOWHERE * SIDES, open);
}

static void mask_turn(const struct rf_state *p, uint8_t *out)
{
	int seat = p->head.turn;
	const struct rf_board *b = &p->reef[seat];
	uint32_t open = RF_BOARD & ~(uint32_t)b->tall[3];
	uint8_t *pairs = out + PLAY;
	uint8_t *stacks = out + STACK;

	if (rf_hand_size(p, seat) < RF_HAND_MAX) {
		memset(out + TAKE, 1, RF_PLACES);
		if (p->points[seat])
			for (uint32_t places = rf_lowest_places(p); places;)
				out[DECK + at_pop32(&places)] = 1;
	}
	for (uint64_t hand = p->hand[seat]; hand; pairs += PAIRS, stacks += RF_SPACES) {
		int card = at_pop64(&hand);
		struct rf_growth g = rf_growth(p, seat, card);
		if (g.placed < 2)
			mask_short(open, &g, rf_same_pieces(card), pairs);
		else
			mask_pairs(open, b->tall[2] & open, rf_same_pieces(card), pairs, stacks);
	}
}

static void reef_mask(const struct at_state *s, uint8_t *out)
{
	const struct rf_state *p = (const struct rf_state *)s;

	memset(out, 0, ACTIONS);
	if (s->phase == RF_PLAY)
		mask_turn(p, out);
	for (unsigned set = s->phase == RF_START ? rf_start_colours(p, s->turn) : 0; set;)
		at_spread16(out + START + at_pop32(&set) * RF_SPACES, rf_start_spaces(p, s->turn));
}

/* --- observations --- */

enum {
	PHASE = AT_COMMON_SIZE,
	TOP = PHASE + 2,
	TALL = TOP + AT_SEATS_MAX * RF_COLOURS * RF_SPACES,
	POINTS = TALL + AT_SEATS_MAX * RF_HEIGHT * RF_SPACES,
	UNKNOWN = POINTS + AT_SEATS_MAX,
	SUPPLY = UNKNOWN + AT_SEATS_MAX,
	TOKENS = SUPPLY + RF_COLOURS,
	DECK_SIZE = TOKENS + RF_PLACES,
	HAND = DECK_SIZE + 1,
	SEEN = HAND + RF_HAND_MAX * RF_CARDS,
	DISPLAY = SEEN + AT_SEATS_MAX * RF_CARDS,
	DECK_TOP = DISPLAY + RF_PLACES * RF_CARDS,
	UNSEEN = DECK_TOP + RF_CARDS,
	SIZE = UNSEEN + RF_CARDS,
};

static const struct at_part planes[] = {
    AT_COMMON_PLANES,
    {"phase", "starting pieces are put down; turns are taken", PHASE, {2}, 1},
    {"top",
     "reefs: seat; colour (red, yellow, green, purple) of the top piece; space: a1, b1, ... d4",
     TOP,
     {AT_SEATS_MAX, RF_COLOURS, RF_SPACES},
     1},
    {"tall",
     "reefs: seat; more than 0, 1, 2, 3 pieces; space",
     TALL,
     {AT_SEATS_MAX, RF_HEIGHT, RF_SPACES},
     1},
    {"points", "by seat, 255 for more; 0 where they are hidden", POINTS, {AT_SEATS_MAX}, 255},
    {"unknown",
     "cards of each hand that the viewer does not know",
     UNKNOWN,
     {AT_SEATS_MAX},
     RF_HAND_MAX},
    {"supply", "pieces left of each colour", SUPPLY, {RF_COLOURS}, 28},
    {"tokens", "points on each place of the display", TOKENS, {RF_PLACES}, 255},
    {"deck size", "cards below the deck's top card", DECK_SIZE, {1}, RF_CARDS},
    {"hand", "own hand: slot, in ascending order; card, from 1", HAND, {RF_HAND_MAX, RF_CARDS}, 1},
    {"seen",
     "hands as far as everybody has seen them: seat; card",
     SEEN,
     {AT_SEATS_MAX, RF_CARDS},
     1},
    {"display", "place, from the left; card", DISPLAY, {RF_PLACES, RF_CARDS}, 1},
    {"deck top", "card", DECK_TOP, {RF_CARDS}, 1},
    {"unseen",
     "cards of the deck and of hands that the viewer has not seen",
     UNSEEN,
     {RF_CARDS},
     1},
    {NULL, NULL, 0, {0}, 0},
};

/* Cards count from 1; for no card nothing is written. */
static void put_card(uint8_t *out, int card)
{
	if (card)
		out[card - 1] = 1;
}

static void observe_seat(const struct rf_state *p, int away, uint8_t *out)
{
	int seat = at_relative(&p->head, away);
	const struct rf_board *b = &p->reef[seat];
	uint8_t *top = out + TOP + away * RF_COLOURS * RF_SPACES;
	uint8_t *tall = out + TALL + away * RF_HEIGHT * RF_SPACES;

	for (int i = 0; i < 4; i++) {
		at_spread16(top + i * RF_SPACES, b->top[i]);
		at_spread16(tall + i * RF_SPACES, b->tall[i]);
	}
	if (!rf_score_hidden(&p->head, seat))
		out[POINTS + away] = at_byte(p->points[seat]);
	out[UNKNOWN + away] = p->unknown[seat];
	for (uint64_t seen = p->seen[seat]; seen;)
		put_card(out + SEEN + away * RF_CARDS, at_pop64(&seen));
}

static void reef_observe(const struct at_state *view, uint8_t *out)
{
	const struct rf_state *p = (const struct rf_state *)view;
	uint64_t unseen = p->deck >> 1;
	int slot = 0;

	memset(out, 0, SIZE - RF_CARDS);
	at_observe_common(view, out);
	out[PHASE] = view->phase == RF_START;
	out[PHASE + 1] = view->phase == RF_PLAY;
	for (int i = 0; i < view->seats; i++)
		observe_seat(p, i, out);
	memcpy(out + SUPPLY, p->supply, RF_COLOURS);
	memcpy(out + TOKENS, p->tokens, RF_PLACES);
	out[DECK_SIZE] = (uint8_t)rf_deck_size(p);
	for (uint64_t hand = p->hand[view->viewer]; hand; slot++)
		put_card(out + HAND + slot * RF_CARDS, at_pop64(&hand));
	for (int i = 0; i < RF_PLACES; i++)
		put_card(out + DISPLAY + i * RF_CARDS, p->display[i]);
	put_card(out + DECK_TOP, p->top);
	for (int i = 0; i + 8 < RF_CARDS; i += 8)
		at_put8(out + UNSEEN + i, at_spread8(unseen >> i));
	at_put8(out + SIZE - 8, at_spread8(unseen >> (RF_CARDS - 8)));
}

const struct at_numbers at_numbers_reef = {
    .version = 1,
    .actions = ACTIONS,
    .observation = SIZE,
    .action_parts = action_parts,
    .planes = planes,
    .index = reef_index,
    .move = reef_move,
    .pick = reef_pick,
    .mask = reef_mask,
    .observe = reef_observe,
};
