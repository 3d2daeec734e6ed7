/* What makes a good reef and a good hand: what the cards in hand score on the reef as it is, and
 * what they would score with one or two pieces more. */
#include "knowledge.h"

#include "real.h"
#include "reef/reef.h"
#include "weights_reef.h"

#include <string.h>

enum feature {
	POINTS,
	NOW,       /* what all cards in hand score as the reef is */
	NOW_LATER, /* the same, times what is left of the game */
	BEST,      /* the best of them */
	NEAR_OWN,  /* patterns that lack one piece, of a colour that a card in hand brings */
	NEAR_OWN_LATER,
	NEAR,    /* of a colour that is still to be found */
	FAR_OWN, /* patterns that lack two pieces */
	FAR_OWN_LATER,
	FAR,
	PRINTED_LATER, /* printed values of the hand */
	MATCHED_LATER, /* pieces in hand that other cards in hand ask for, times their values */
	CARDS_LATER,   /* how many cards */
	CARDS_SQUARED_LATER,
	ALIKE_LATER, /* how many tops have one colour: squares of the counts */
	TALL_2_LATER,
	TALL_3_LATER,
	COVERED_LATER,
	LEFT,
	LEFT_SQUARED,
	AT_MOVE_LATER,
	LAST_TURN,      /* with one turn to come: the best card now, the others once */
	LAST_TURN_NEAR, /* and what one piece more brings */
	FINAL,          /* with none: every card once (RF-6.3) */
	FEATURES
};
_Static_assert((int)FEATURES == (int)REEF_FEATURES, "a weight for each");

static const char *const names[FEATURES] = {
    "points",         "now",
    "now later",      "best",
    "near own",       "near own later",
    "near",           "far own",
    "far own later",  "far",
    "printed later",  "matched later",
    "cards later",    "cards squared later",
    "alike later",    "tall 2 later",
    "tall 3 later",   "covered later",
    "left",           "left squared",
    "at move later",  "last turn",
    "last turn near", "final",
};

enum { BOARD = 0xffff };

/* Each shape's turns: its cells as shifts, and the corners where it lies on the board. */
struct turned {
	uint8_t cells[4];
	uint16_t corners;
};
struct shape {
	int size, turns;
	struct turned turned[4];
};
static const struct shape shapes[] = {
    [RF_PAIR] = {2, 2, {{{0, 1}, 0x7777}, {{0, 4}, 0x0fff}}},
    [RF_DIAGONAL] = {2, 2, {{{0, 5}, 0x0777}, {{1, 4}, 0x0777}}},
    [RF_LINE] = {3, 2, {{{0, 1, 2}, 0x3333}, {{0, 4, 8}, 0x00ff}}},
    [RF_STAIRS] = {3, 2, {{{0, 5, 10}, 0x0033}, {{2, 5, 8}, 0x0033}}},
    [RF_CORNER] =
	{3,
	 4,
	 {{{0, 4, 5}, 0x0777}, {{0, 1, 4}, 0x0777}, {{0, 1, 5}, 0x0777}, {{1, 4, 5}, 0x0777}}},
    [RF_SQUARE] = {4, 1, {{{0, 1, 4, 5}, 0x0777}}},
};

/* The stacks that satisfy a cell of a pattern, and those that would with one piece more. */
struct fit {
	uint32_t now, soon;
};

static struct fit fit(const struct rf_board *b, const struct rf_need *need)
{
	uint32_t tops = need->colour == RF_ANY ? b->tall[0] : b->top[need->colour];
	uint32_t open = BOARD & ~(uint32_t)b->tall[3];
	struct fit f = {tops, open};

	if (need->height) {
		int n = need->height;
		uint32_t at_least = n > 1 ? b->tall[n - 2] : BOARD;
		f.now &= b->tall[n - 1];
		f.soon &= at_least;
		if (!need->or_more) {
			f.now &= n < RF_HEIGHT ? ~(uint32_t)b->tall[n] : BOARD;
			f.soon &= ~(uint32_t)b->tall[n - 1];
		}
	}
	f.soon &= ~f.now;
	return f;
}

/* How many pieces a card's pattern lacks somewhere: bit 1 for one, bit 2 for two. Occurrences that
 * are there already do not lend their stacks. */
static unsigned lacks(const struct rf_board *b, const struct rf_card *card)
{
	const struct shape *shape = &shapes[card->shape];
	struct fit one = fit(b, &card->need[0]);
	struct fit two = one;
	unsigned found = 0;
	bool even = true;

	if (shape->size == 2) {
		two = fit(b, &card->need[1]);
		even = card->need[0].colour == card->need[1].colour &&
		       card->need[0].height == card->need[1].height;
	}
	for (int i = 0; i < shape->turns; i++) {
		const struct turned *t = &shape->turned[i];
		for (int side = 0; side < (even ? 1 : 2); side++) {
			uint32_t possible = t->corners;
			uint32_t odd = 0, more = 0; /* how many are missing, in two bits */
			for (int k = 0; k < shape->size; k++) {
				const struct fit *f =
				    shape->size == 2 && (k ^ side) == 1 ? &two : &one;
				uint32_t missing = f->soon >> t->cells[k];
				possible &= f->now >> t->cells[k] | missing;
				more |= odd & missing;
				odd ^= missing;
			}
			found |= (possible & odd & ~more) ? 1u : 0;
			found |= (possible & more & ~odd) ? 2u : 0;
		}
	}
	return found;
}

/* A stack's neighbours that could be topped with B beside a tallest A: roughly. */
static unsigned lacks_neighbours(const struct rf_board *b, const struct rf_card *card)
{
	uint32_t from = b->top[card->need[0].colour];
	uint32_t open = BOARD & ~(uint32_t)b->tall[3] & ~b->top[card->need[1].colour];

	for (int k = RF_HEIGHT - 1; k > 0; k--)
		if (from & b->tall[k]) {
			from &= b->tall[k];
			break;
		}
	from |= (from & 0x7777) << 1 | (from & 0xeeee) >> 1;
	from |= from << 4 | from >> 4;
	return from & open ? 1u : 0;
}

/* Pieces of the colours that a card asks for among `pieces` (a count a colour). */
static int asked_for(const struct rf_card *card, const int *pieces)
{
	int first = card->need[0].colour;
	int second = card->need[1].colour;
	int n;

	if (first == RF_ANY)
		return pieces[0] + pieces[1] + pieces[2] + pieces[3];
	if (card->shape == RF_TALLEST)
		return pieces[second];
	n = pieces[first];
	if ((card->shape == RF_PAIR || card->shape == RF_DIAGONAL) && second != first)
		n += second == RF_ANY ? 0 : pieces[second];
	return n;
}

/* A hand, added up. */
struct hand {
	int cards, pieces[RF_COLOURS];
	double now, once, best, best_once, near_own, near, far_own, far, printed, matched;
};

static void see_card(const struct rf_board *b, int number, struct hand *h)
{
	const struct rf_card *card = &rf_card[number];
	int value = card->value;
	int count = rf_occurrences(b, number);
	int now = value * count;
	int asked = asked_for(card, h->pieces);
	unsigned lack;

	if (card->shape == RF_ONE)
		lack = fit(b, &card->need[0]).soon ? 1u : 0;
	else if (card->shape == RF_TALLEST)
		lack = lacks_neighbours(b, card);
	else
		lack = lacks(b, card);
	h->now += now;
	h->once += count ? value : 0;
	if (now > h->best) {
		h->best = now;
		h->best_once = value;
	}
	if (lack & 1) {
		h->near_own += asked >= 1 ? value : 0;
		h->near += asked >= 1 ? 0 : value;
	}
	if (lack & 2) {
		h->far_own += asked >= 2 ? value : 0;
		h->far += asked >= 2 ? 0 : value;
	}
	h->printed += value;
	h->matched += value * (asked > 3 ? 3 : asked);
}

static void see_hand(const struct rf_state *p, int seat, struct hand *h)
{
	memset(h, 0, sizeof *h);
	for (uint64_t set = p->hand[seat]; set;) {
		const struct rf_card *card = &rf_card[at_pop64(&set)];
		h->cards++;
		h->pieces[card->pieces[0]]++;
		h->pieces[card->pieces[1]]++;
	}
	for (uint64_t set = p->hand[seat]; set;)
		see_card(&p->reef[seat], at_pop64(&set), h);
}

static double left(const struct at_state *s)
{
	const struct rf_state *p = (const struct rf_state *)s;
	int least = p->supply[0];
	double by_deck = (double)rf_deck_size(p) / 53;
	double by_supply;

	for (int i = 1; i < RF_COLOURS; i++)
		least = p->supply[i] < least ? p->supply[i] : least;
	by_supply = (double)least / rf_pieces(s->seats);
	return by_deck < by_supply ? by_deck : by_supply;
}

/* Who decides next, or AT_NOBODY once nobody does. */
static int mover(const struct rf_state *p)
{
	if (p->head.turn >= 0)
		return p->head.turn;
	return p->head.phase == RF_TURN ? p->next : AT_NOBODY;
}

/* The turns this seat has yet: 0, 1, or more. */
static int turns_left(const struct rf_state *p, int seat)
{
	const struct at_state *s = &p->head;
	int now = mover(p);

	if (s->phase >= RF_REVEAL)
		return 0;
	if (!rf_last_round(p))
		return 2;
	return (seat - s->first + s->seats) % s->seats >= (now - s->first + s->seats) % s->seats;
}

static void see(const struct at_state *s, int seat, double *f)
{
	const struct rf_state *p = (const struct rf_state *)s;
	const struct rf_board *b = &p->reef[seat];
	int turns = turns_left(p, seat);
	double l = left(s);
	struct hand h;

	memset(f, 0, FEATURES * sizeof *f);
	see_hand(p, seat, &h);
	f[POINTS] = p->points[seat];
	if (turns == 0) {
		f[FINAL] = h.once;
		return;
	}
	if (turns == 1) {
		f[LAST_TURN] = h.best + h.once - h.best_once;
		f[LAST_TURN_NEAR] = h.near_own;
		return;
	}
	f[NOW] = h.now;
	f[NOW_LATER] = h.now * l;
	f[BEST] = h.best;
	f[NEAR_OWN] = h.near_own;
	f[NEAR_OWN_LATER] = h.near_own * l;
	f[NEAR] = h.near;
	f[FAR_OWN] = h.far_own;
	f[FAR_OWN_LATER] = h.far_own * l;
	f[FAR] = h.far;
	f[PRINTED_LATER] = h.printed * l;
	f[MATCHED_LATER] = h.matched * l;
	f[CARDS_LATER] = h.cards * l;
	f[CARDS_SQUARED_LATER] = h.cards * h.cards * l;
	for (int c = 0; c < RF_COLOURS; c++) {
		int n = at_count32(b->top[c]);
		f[ALIKE_LATER] += n * n * l;
	}
	f[TALL_2_LATER] = at_count32(b->tall[1]) * l;
	f[TALL_3_LATER] = at_count32(b->tall[2]) * l;
	f[COVERED_LATER] = at_count32(b->tall[0]) * l;
	f[LEFT] = l;
	f[LEFT_SQUARED] = l * l;
	f[AT_MOVE_LATER] = mover(p) == seat ? l : 0;
}

/* Cards that nobody saw are those of the first deal, kept for later: they fit the reef that was
 * grown for them. Fitted to the hands of hard bots (docs/strength.md). */
static double kept_odds(const struct rf_board *b, int number)
{
	enum { MOST = 16 }; /* points now: beyond it, it would have been played */
	static const double value = 0.40, scores = 0.44, near = 0.21, far = -0.12;
	struct hand h = {0};

	see_card(b, number, &h);
	return at_exp(value * h.printed + scores * (h.now < MOST ? h.now : MOST) +
		      near * (h.near_own + h.near) + far * (h.far_own + h.far));
}

static void listen(const struct at_state *s, struct at_belief *out)
{
	const struct rf_state *p = (const struct rf_state *)s;

	for (int i = 0; i < s->seats; i++)
		for (uint64_t left = p->unknown[i] ? p->deck : 0; left;) {
			int card = at_pop64(&left);
			out->odds[i][card] = kept_odds(&p->reef[i], card);
		}
}

static void guess(struct at_state *s, const struct at_belief *belief, struct at_rng *rng)
{
	struct rf_state *p = (struct rf_state *)s;

	for (int i = 0; i < s->seats; i++)
		for (; p->unknown[i]; p->unknown[i]--) {
			int card = at_draw_by_odds(belief->odds[i], p->deck, rng);
			p->hand[i] |= (uint64_t)1 << card;
			p->deck &= ~((uint64_t)1 << card);
		}
}

/* Nodes are what makes a level; milliseconds only cap it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 2.2, .forget = 0.2, .hasty = 0.28}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.66, .forget = 0.15, .hasty = 0.21}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.19, .forget = 0.108, .hasty = 0.15}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.79, .forget = 0.072, .hasty = 0.1}},
    {"skilled", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.28, .forget = 0.026, .hasty = 0.036}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 900, .nodes = 2000}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 48000}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_reef = {
    .game = &at_reef,
    .features = FEATURES,
    .names = names,
    .weights = at_weights_reef,
    .trust = at_trust_reef,
    .greedy = at_greedy_reef,
    .levels = levels,
    .root = {.want = AT_PLANS_USUAL, .distinct = true},
    .reply = {.want = 24, .distinct = true},
    .expand_after = 24,
    .explore = 0.6,
    .prior_scale = 1.5,
    .wish_per_point = 0.03,
    .sample = 40,
    .see = see,
    .left = left,
    .listens_for_advice = true,
    .listen = listen,
    .guess = guess,
};
