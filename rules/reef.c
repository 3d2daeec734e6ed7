/* Reef: set-up, turns, growing, scoring, the end, and who knows which cards. */
#include "reef.h"

#include "assert.h"

#define CARD(c) ((uint64_t)1 << (c))

/* Two deals and four starting pieces a seat, the first player, and four cards turned; then every
 * card leaves the deck once, with a card turned after it, and is played once; two reveals a seat
 * where a typed hand holds more secrets than a dealt one. */
enum { PLIES_MAX = 4 * 2 + 1 + 4 * 4 + 4 + 3 * AT_REEF_CARDS + 4 * 2 };

static const struct at_field layout[] = {
    AT_FIELD(struct at_reef, supply, uint8_t),
    AT_FIELD(struct at_reef, deck, uint64_t),
    AT_FIELD(struct at_reef, out, uint64_t),
    AT_FIELD(struct at_reef, hand, uint64_t),
    AT_FIELD(struct at_reef, seen, uint64_t),
    AT_FIELD(struct at_reef, discard, uint64_t),
    AT_FIELD(struct at_reef, reef, uint16_t),
    AT_FIELD(struct at_reef, points, uint16_t),
    AT_FIELD(struct at_reef, display, uint8_t),
    AT_FIELD(struct at_reef, tokens, uint8_t),
    AT_FIELD(struct at_reef, top, uint8_t),
    AT_FIELD(struct at_reef, next, uint8_t),
    AT_FIELD(struct at_reef, unknown, uint8_t),
    AT_FIELD(struct at_reef, missing, uint8_t),
    {0, 0, 0},
};

enum { OPTION_EXPERT_START, OPTION_HIDDEN_SCORES };
static const struct at_option options[] = {
    [OPTION_EXPERT_START] = {"expert-start",
			     "starting pieces on any spaces, or any but the central ones",
			     {"none", "any", "outer"},
			     .shift = 0,
			     .bits = 2},
    [OPTION_HIDDEN_SCORES] = {"hidden-scores",
			      "others' points are not shown until the end",
			      {"no", "yes"},
			      .shift = 2,
			      .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

int at_reef_expert_start(const struct at_state *s)
{
	return at_option_value(s, &options[OPTION_EXPERT_START]);
}

static void init(struct at_state *s)
{
	struct at_reef *p = (struct at_reef *)s;

	for (int i = 0; i < AT_REEF_COLOURS; i++) /* RF-2.2: one piece for each player */
		p->supply[i] = (uint8_t)(at_reef_pieces(s->seats) - s->seats);
	for (int i = 0; i < s->seats; i++)
		p->points[i] = 3; /* RF-2.2 */
	p->deck = AT_REEF_ALL_CARDS;
	s->turn = AT_CHANCE;
	s->phase = AT_REEF_DEAL;
}

/* The first card to every seat, then the second. */
int at_reef_next_to_deal(const struct at_reef *p)
{
	for (int round = 0; round < 2; round++) /* RF-2.2 */
		for (int i = 0; i < p->head.seats; i++)
			if (at_reef_hand_size(p, i) <= round)
				return i;
	return AT_NOBODY;
}

int at_reef_next_to_open(const struct at_reef *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (at_reef_secrets(p, i))
			return i;
	return AT_NOBODY;
}

static void add_points(struct at_reef *p, int seat, int points)
{
	int sum = p->points[seat] + points;

	p->points[seat] = (uint16_t)(sum < AT_REEF_POINTS_MAX ? sum : AT_REEF_POINTS_MAX);
}

/* Hands are opened only where there is something to open. */
static void finish(struct at_reef *p)
{
	bool secrets = at_reef_next_to_open(p) != AT_NOBODY;

	p->head.turn = secrets ? AT_CHANCE : AT_OVER;
	p->head.phase = secrets ? AT_REEF_REVEAL : AT_REEF_DONE;
}

static int seat_after(const struct at_state *s, int seat)
{
	return seat + 1 < s->seats ? seat + 1 : 0;
}

/* RF-6.1: the last round ends before the first player. */
static void begin_turn(struct at_reef *p, int seat)
{
	if (seat == p->head.first && at_reef_last_round(p)) {
		finish(p);
		return;
	}
	p->head.turn = (int8_t)seat;
	p->head.phase = AT_REEF_PLAY;
}

/* After the deck gave its top card: RF-6.2 if it was the last. */
static void refill_top(struct at_reef *p, int seat)
{
	p->top = 0;
	if (at_reef_deck_size(p) == 0) {
		finish(p);
		return;
	}
	p->head.turn = AT_CHANCE;
	p->head.phase = AT_REEF_TURN;
	p->next = (uint8_t)seat_after(&p->head, seat);
}

static void give(struct at_reef *p, int seat, int card)
{
	p->hand[seat] |= CARD(card);
	p->seen[seat] |= CARD(card); /* RF-7.1 */
}

static void deal(struct at_reef *p, int seat, int card)
{
	if (card && (at_is_truth(&p->head) || p->head.viewer == seat)) {
		p->hand[seat] |= CARD(card);
		p->deck &= ~CARD(card);
	} else {
		p->unknown[seat]++;
	}
	if (at_reef_next_to_deal(p) == AT_NOBODY)
		p->head.phase = AT_REEF_FIRST;
}

static void start(struct at_reef *p, int colour, int space)
{
	int seat = p->head.turn;

	at_reef_place(&p->reef[seat], space, colour);
	if (at_reef_start_colours(p, seat))
		return;
	seat = seat_after(&p->head, seat);
	p->head.turn = (int8_t)seat;
	if (seat == p->head.first) {
		p->head.turn = AT_CHANCE;
		p->head.phase = AT_REEF_TURN;
		p->next = (uint8_t)seat;
	}
}

static void turn_up(struct at_reef *p, int card)
{
	p->deck &= ~CARD(card);
	for (int i = 0; i < AT_REEF_PLACES; i++)
		if (!p->display[i]) {
			p->display[i] = (uint8_t)card;
			return;
		}
	p->top = (uint8_t)card;
	begin_turn(p, p->next);
	p->next = 0;
}

static void take(struct at_reef *p, int place)
{
	int seat = p->head.turn;

	give(p, seat, p->display[place]);
	add_points(p, seat, p->tokens[place]);
	p->tokens[place] = 0;
	p->display[place] = p->top;
	refill_top(p, seat);
}

static void take_top(struct at_reef *p, int place)
{
	int seat = p->head.turn;

	give(p, seat, p->top);
	p->points[seat]--;
	if (p->tokens[place] < AT_REEF_TOKENS_MAX)
		p->tokens[place]++;
	refill_top(p, seat);
}

static void play(struct at_reef *p, at_move m)
{
	int seat = p->head.turn;
	int card = at_reef_a(m);
	int reversed = (m & AT_REEF_REVERSED) != 0;
	struct at_reef_board *b = &p->reef[seat];

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
		int space = at_reef_space(m, piece);
		int colour = at_reef_card[card].pieces[piece];
		if (space == AT_REEF_NOWHERE)
			continue;
		p->supply[colour]--;
		at_reef_place(b, space, colour);
	}
	add_points(p, seat, at_reef_card[card].value * at_reef_occurrences(b, card));
	begin_turn(p, seat_after(&p->head, seat));
}

static void reveal(struct at_reef *p, int seat, int card)
{
	if (!card)
		return;
	if (!(p->hand[seat] >> card & 1)) {
		p->unknown[seat]--;
		p->deck &= ~CARD(card);
	}
	give(p, seat, card);
}

static void apply(struct at_state *s, at_move m)
{
	struct at_reef *p = (struct at_reef *)s;
	int a = at_reef_a(m);
	int c = at_reef_c(m);

	s->ply++;
	switch (at_reef_kind(m)) {
	case AT_REEF_MOVE_DEAL: deal(p, a, c); break;
	case AT_REEF_MOVE_FIRST:
		s->first = s->turn = (int8_t)a;
		s->phase = AT_REEF_START;
		break;
	case AT_REEF_MOVE_START: start(p, a, c); break;
	case AT_REEF_MOVE_TURN: turn_up(p, c); break;
	case AT_REEF_MOVE_TAKE: take(p, c); break;
	case AT_REEF_MOVE_DECK: take_top(p, c); break;
	case AT_REEF_MOVE_PLAY: play(p, m); break;
	case AT_REEF_MOVE_REVEAL:
		reveal(p, a, at_reef_b(m));
		reveal(p, a, c);
		finish(p);
		break;
	default: at_assert(false);
	}
}

/* RF-6.3: every card left in hand, at most once. */
static int hand_points(const struct at_reef *p, int seat)
{
	int points = 0;

	for (uint64_t hand = p->hand[seat]; hand;) {
		int card = at_pop64(&hand);
		if (at_reef_occurrences(&p->reef[seat], card))
			points += at_reef_card[card].value;
	}
	return points;
}

static void score(const struct at_state *s, int seat, struct at_score *out)
{
	const struct at_reef *p = (const struct at_reef *)s;
	const struct at_reef_board *b = &p->reef[seat];

	out->lines[out->line_count++] = (struct at_line){"points", p->points[seat]};
	if (s->turn == AT_OVER)
		out->lines[out->line_count++] =
		    (struct at_line){"cards in hand", hand_points(p, seat)};
	out->ties[out->tie_count++] =
	    (struct at_line){"covered spaces", at_count32(b->tall[0])}; /* RF-6.4 */
	out->ties[out->tie_count++] = (struct at_line){"stacks of four", at_count32(b->tall[3])};
}

static void hide(struct at_state *s, int viewer)
{
	struct at_reef *p = (struct at_reef *)s;

	for (int i = 0; i < s->seats; i++) {
		uint64_t secret = p->hand[i] & ~p->seen[i];
		if (i == viewer)
			continue;
		p->unknown[i] = (uint8_t)at_count64(secret);
		p->hand[i] &= p->seen[i];
		p->deck |= secret;
	}
}

static at_move view_move(const struct at_state *s, at_move m, int viewer)
{
	(void)s;
	if (at_reef_kind(m) == AT_REEF_MOVE_DEAL && at_reef_a(m) != viewer)
		return at_reef_move(AT_REEF_MOVE_DEAL, at_reef_a(m), 0, 0);
	return m;
}

static void guess(struct at_state *s, struct at_rng *rng)
{
	struct at_reef *p = (struct at_reef *)s;

	for (int i = 0; i < s->seats; i++)
		for (; p->unknown[i]; p->unknown[i]--) {
			uint64_t left = p->deck;
			uint32_t k = at_rng_below(rng, (uint32_t)at_count64(left));
			while (k--)
				left &= left - 1;
			p->hand[i] |= left & -left;
			p->deck &= ~(left & -left);
		}
}

const struct at_game at_reef = {
    .name = "reef",
    .title = "Reef",
    .id = 1,
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .state_size = sizeof(struct at_reef),
    .moves_max = AT_REEF_MOVES_MAX,
    .plies_max = PLIES_MAX,
    .options = options,
    .layout = layout,
    .keys = at_reef_keys,
    .init = init,
    .moves = at_reef_moves,
    .weights = at_reef_weights,
    .apply = apply,
    .refuse = at_reef_refuse,
    .score = score,
    .hide = hide,
    .view_move = view_move,
    .guess = guess,
    .check = at_reef_check,
    .print = at_reef_print,
    .parse = at_reef_parse,
    .parse_end = at_reef_parse_end,
    .print_move = at_reef_print_move,
    .parse_move = at_reef_parse_move,
    .facts = at_reef_facts,
};
