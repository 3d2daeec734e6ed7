/* Reef: the legal moves, listed. refuse.c says the same of a single move, with the reason. */
#include "reef.h"

#include "list.h"

/* Of one card, both pieces: two colours give 16 * 15 ordered pairs of spaces and 16 stacks in two
 * orders, RF-4.1. */
enum { PLAYS_MAX = 16 * 15 + 2 * 16 };
_Static_assert(RF_MOVES_MAX >= RF_HAND_MAX * PLAYS_MAX, "four cards to play are fewer");

unsigned rf_lowest_places(const struct rf_state *p)
{
	int least = rf_card[p->display[0]].value;
	unsigned places = 0;

	for (int i = 1; i < RF_PLACES; i++)
		if (rf_card[p->display[i]].value < least)
			least = rf_card[p->display[i]].value;
	for (int i = 0; i < RF_PLACES; i++)
		if (rf_card[p->display[i]].value == least)
			places |= 1u << i;
	return places;
}

uint32_t rf_start_spaces(const struct rf_state *p, int seat)
{
	switch (rf_expert_start(&p->head)) {
	case RF_EXPERT_ANY: return RF_BOARD;
	case RF_EXPERT_OUTER: return RF_BOARD & ~RF_CENTRE;
	default: return RF_CENTRE & ~(uint32_t)p->reef[seat].tall[0]; /* RF-2.4: one on each */
	}
}

unsigned rf_start_colours(const struct rf_state *p, int seat)
{
	unsigned colours = 0;

	for (int i = 0; i < RF_COLOURS; i++)
		if (!rf_on_board(&p->reef[seat], i))
			colours |= 1u << i;
	return colours;
}

struct rf_growth rf_growth(const struct rf_state *p, int seat, int card)
{
	const uint8_t *pieces = rf_card[card].pieces;
	const struct rf_board *b = &p->reef[seat];
	bool same = pieces[0] == pieces[1];
	struct rf_growth g = {.have = {p->supply[pieces[0]] > 0, p->supply[pieces[1]] > same}};

	g.placed = g.have[0] + g.have[1];
	if ((RF_BOARD & ~b->tall[2]) == 0) { /* every stack has 3 or 4: room is the threes */
		int room = at_count32(RF_BOARD & ~(uint32_t)b->tall[3]);
		if (g.placed > room)
			g.placed = room;
	}
	return g;
}

/* The spaces with room, as a list: it serves all cards of a hand. */
struct spaces {
	int count;
	uint32_t space[RF_SPACES];
	bool single[RF_SPACES]; /* room for one piece only */
};

static inline void find_spaces(const struct rf_board *b, struct spaces *out)
{
	uint32_t open = RF_BOARD & ~(uint32_t)b->tall[3];

	out->count = 0;
	while (open) {
		int space = at_pop32(&open);
		out->single[out->count] = b->tall[2] >> space & 1;
		out->space[out->count++] = (uint32_t)space;
	}
}

/* Both pieces of equal colours: the first space is not behind the second. */
AT_LISTS void list_pairs(const struct spaces *s, at_move move, struct at_list *l)
{
	for (int i = 0; i < s->count; i++) {
		at_move first = move | s->space[i] << 8;
		for (int j = i + s->single[i]; j < s->count; j++)
			at_list_put(l, first | s->space[j]);
	}
}

/* Two colours: ordered pairs, and stacks that take them the other way round. */
AT_LISTS void list_ordered(const struct spaces *s, at_move move, struct at_list *l)
{
	for (int i = 0; i < s->count; i++) {
		at_move first = move | s->space[i] << 8;
		for (int j = 0; j < i; j++)
			at_list_put(l, first | s->space[j]);
		for (int j = i + s->single[i]; j < s->count; j++)
			at_list_put(l, first | s->space[j]);
	}
	for (int i = 0; i < s->count; i++)
		if (!s->single[i])
			at_list_put(l, move | RF_REVERSED | s->space[i] << 8 | s->space[i]);
}

/* One piece or none: RF-4.2, and RF-4.3 where both are there and the player chooses. */
AT_LISTS void list_short(const struct spaces *s, const struct rf_growth *g, bool same, at_move move,
			 struct at_list *l)
{
	if (!g->placed) {
		at_list_put(l, move | RF_NOWHERE << 8 | RF_NOWHERE);
		return;
	}
	if (g->have[0])
		for (int i = 0; i < s->count; i++)
			at_list_put(l, move | s->space[i] << 8 | RF_NOWHERE);
	if (g->have[1] && !same)
		for (int i = 0; i < s->count; i++)
			at_list_put(l, move | RF_NOWHERE << 8 | s->space[i]);
}

AT_LISTS void list_plays(const struct rf_state *p, int seat, struct at_list *l)
{
	struct spaces spaces;

	find_spaces(&p->reef[seat], &spaces);
	for (uint64_t hand = p->hand[seat]; hand;) {
		int card = at_pop64(&hand);
		at_move move = rf_move(RF_MOVE_PLAY, card, 0, 0);
		struct rf_growth g = rf_growth(p, seat, card);
		bool same = rf_same_pieces(card);
		if (g.placed < 2)
			list_short(&spaces, &g, same, move, l);
		else if (same)
			list_pairs(&spaces, move, l);
		else
			list_ordered(&spaces, move, l);
	}
}

AT_LISTS void list_decisions(const struct rf_state *p, int seat, struct at_list *l)
{
	if (rf_hand_size(p, seat) < RF_HAND_MAX) {
		for (int i = 0; i < RF_PLACES; i++)
			at_list_put(l, rf_move(RF_MOVE_TAKE, 0, 0, i));
		if (p->points[seat])
			for (uint32_t places = rf_lowest_places(p); places;)
				at_list_put(l, rf_move(RF_MOVE_DECK, 0, 0, at_pop32(&places)));
	}
	list_plays(p, seat, l);
}

AT_LISTS void list_starts(const struct rf_state *p, int seat, struct at_list *l)
{
	for (uint32_t colours = rf_start_colours(p, seat); colours;) {
		int colour = at_pop32(&colours);
		for (uint32_t spaces = rf_start_spaces(p, seat); spaces;)
			at_list_put(l, rf_move(RF_MOVE_START, colour, 0, at_pop32(&spaces)));
	}
}

/* The cards that may be a seat's secret ones; of unknown ones a view lists whatever it may be. */
static uint64_t reveal_pool(const struct rf_state *p, int seat)
{
	return p->unknown[seat] ? p->deck : p->hand[seat] & ~p->seen[seat];
}

/* A seat's secret cards, one or two (RF-7.1), are opened together. */
static int count_reveals(const struct rf_state *p)
{
	int seat = rf_next_to_open(p);
	int cards = at_count64(reveal_pool(p, seat));

	return rf_secrets(p, seat) == 1 ? cards : cards * (cards - 1) / 2;
}

AT_LISTS void list_reveals(const struct rf_state *p, struct at_list *l)
{
	int seat = rf_next_to_open(p);
	uint64_t pool = reveal_pool(p, seat);
	bool one = rf_secrets(p, seat) == 1;

	while (pool) {
		int card = at_pop64(&pool);
		if (one)
			at_list_put(l, rf_move(RF_MOVE_REVEAL, seat, card, 0));
		for (uint64_t rest = one ? 0 : pool; rest;)
			at_list_put(l, rf_move(RF_MOVE_REVEAL, seat, card, at_pop64(&rest)));
	}
}

AT_LISTS void list_draws(uint64_t deck, at_move move, struct at_list *l)
{
	while (deck)
		at_list_put(l, move | (at_move)at_pop64(&deck));
}

AT_LISTS void list_all(const struct rf_state *p, struct at_list *l)
{
	const struct at_state *s = &p->head;

	switch (s->phase) {
	case RF_DEAL:
		list_draws(p->deck, rf_move(RF_MOVE_DEAL, rf_next_to_deal(p), 0, 0), l);
		break;
	case RF_FIRST:
		for (int i = 0; i < s->seats; i++)
			at_list_put(l, rf_move(RF_MOVE_FIRST, i, 0, 0));
		break;
	case RF_START: list_starts(p, s->turn, l); break;
	case RF_TURN: list_draws(p->deck, rf_move(RF_MOVE_TURN, 0, 0, 0), l); break;
	case RF_PLAY: list_decisions(p, s->turn, l); break;
	case RF_REVEAL: list_reveals(p, l); break;
	default: break;
	}
}

int rf_moves(const struct at_state *s, at_move *out)
{
	struct at_list l = {.writes = true, .next = out};

	if (s->turn >= 0 && !at_is_truth(s) && s->viewer != s->turn)
		return 0;
	list_all((const struct rf_state *)s, &l);
	return (int)(l.next - out);
}

/* Apart, each: threads of a GPU that have parted meet again. */
static AT_NOINLINE uint32_t count_decisions(const struct rf_state *p)
{
	struct at_list l = {0};

	list_all(p, &l);
	return l.passed;
}

static AT_NOINLINE at_move nth_decision(const struct rf_state *p, uint32_t n)
{
	struct at_list l = {.wanted = n};

	list_all(p, &l);
	return l.found;
}

at_move rf_any(const struct at_state *s, struct at_rng *rng, uint32_t *count)
{
	const struct rf_state *p = (const struct rf_state *)s;

	*count = count_decisions(p);
	return nth_decision(p, at_rng_below(rng, *count));
}

/* All draws are even: cards have no copies. */
int rf_weights(const struct at_state *s, uint32_t *out)
{
	const struct rf_state *p = (const struct rf_state *)s;
	int n = at_count64(p->deck);

	if (s->phase == RF_FIRST)
		n = s->seats;
	if (s->phase == RF_REVEAL)
		n = count_reveals(p);
	for (int i = 0; i < n; i++)
		out[i] = 1;
	return n;
}

uint32_t rf_lots(const struct at_state *s)
{
	const struct rf_state *p = (const struct rf_state *)s;

	switch (s->phase) {
	case RF_FIRST: return s->seats;
	case RF_REVEAL: return 1;
	default: return (uint32_t)at_count64(p->deck);
	}
}

at_move rf_lot(const struct at_state *s, uint32_t r)
{
	const struct rf_state *p = (const struct rf_state *)s;
	at_move list[AT_SEATS_MAX]; /* of seats, or of the one reveal */

	switch (s->phase) {
	case RF_DEAL:
		return rf_move(RF_MOVE_DEAL, rf_next_to_deal(p), 0, at_nth64(p->deck, (int)r));
	case RF_TURN: return rf_move(RF_MOVE_TURN, 0, 0, at_nth64(p->deck, (int)r));
	default: rf_moves(s, list); return list[r];
	}
}
