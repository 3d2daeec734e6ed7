/* The knowledge of Reef, for reefs and hands: what the cards in hand score on the current reef,
 * and what they would score with one or two more pieces (look_reef.h). */
#include "knowledge.h"

#include "exact_math.h"
#include "look_reef.h"
#include "net_reef.h"
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
	FEATURES,

	/* What only a net sees: the same things as they are, not times what is left. Time: */
	AT_MOVE = FEATURES, /* 1: decides next */
	ORDER,              /* who comes later in a round has the last turn */
	LEAST,              /* pieces of the scarcest colour, and of the next */
	LEAST_SECOND,
	SUPPLY,    /* pieces of all colours, in eights */
	LEAST_OWN, /* pieces of the scarcest colour in hand: who may end the game */
	ONE_TURN,
	NO_TURN,
	/* the hand: */
	CARDS,
	NONE, /* it must take ... */
	FULL, /* ... or play */
	SECOND_NOW,
	THIRD_NOW,
	ONCE,
	SELF,      /* the best card with its own pieces put where they complete its pattern */
	TWO_PLAYS, /* the best two cards, the second with the pieces of the first */
	PROSPECT,  /* the best card with all pieces in hand, and the next */
	PROSPECT_SECOND,
	/* what lies open, with the tokens on it: */
	OPEN_NOW, /* the card that scores most on this reef, and the next */
	OPEN_NOW_SECOND,
	OPEN_ONCE,
	OPEN_PROSPECT,
	OPEN_TWO_PLAYS, /* with a card in hand */
	TOP_PROSPECT,   /* of the deck */
	TOP_TWO_PLAYS,
	TOKENS,
	/* the reef: */
	ALIKE_1, /* tops of the most frequent colour, of the next, ... */
	ALIKE_2,
	ALIKE_3,
	ALIKE_4,
	TALL_1, /* stacks of one piece and more, of two and more, ... */
	TALL_2,
	TALL_3,
	TALL_4,
	/* the hand again: */
	MATCHED,
	PRINTED,
	TOTAL, /* all cards with all pieces in hand */
	ALL_FEATURES
};
_Static_assert((int)FEATURES == (int)REEF_FEATURES, "a weight for each");

static const char *const names[ALL_FEATURES] = {
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
    "at move",        "order",
    "least",          "least second",
    "supply",         "least own",
    "one turn",       "no turn",
    "cards",          "none",
    "full",           "second now",
    "third now",      "once",
    "self",           "two plays",
    "prospect",       "prospect second",
    "open now",       "open now second",
    "open once",      "open prospect",
    "open two plays", "top prospect",
    "top two plays",  "tokens",
    "alike 1",        "alike 2",
    "alike 3",        "alike 4",
    "tall 1",         "tall 2",
    "tall 3",         "tall 4",
    "matched",        "printed",
    "total",
};

/* A hand: how its cards look on the reef, and the sums over them. */
struct hand {
	int cards, pieces[RF_COLOURS];
	struct reef_look look[RF_HAND_MAX];
	double now, once, best, best_once, near_own, near, far_own, far, printed, matched;
};

static void add_card(struct hand *h, const struct reef_look *l)
{
	int value = l->card->value;

	h->now += l->now;
	h->once += l->count ? value : 0;
	if (l->now > h->best) {
		h->best = l->now;
		h->best_once = value;
	}
	if (l->lack.holes[0] | l->lack.holes[1]) {
		h->near_own += l->asked >= 1 ? value : 0;
		h->near += l->asked >= 1 ? 0 : value;
	}
	if (l->lack.two) {
		h->far_own += l->asked >= 2 ? value : 0;
		h->far += l->asked >= 2 ? 0 : value;
	}
	h->printed += value;
	h->matched += value * (l->asked > 3 ? 3 : l->asked);
}

static void see_hand(const struct rf_state *p, int seat, struct hand *h)
{
	memset(h, 0, sizeof *h);
	for (uint64_t set = p->hand[seat]; set;) {
		const struct rf_card *card = &rf_card[at_pop64(&set)];
		h->pieces[card->pieces[0]]++;
		h->pieces[card->pieces[1]]++;
	}
	for (uint64_t set = p->hand[seat]; set;) {
		struct reef_look *l = &h->look[h->cards++];
		*l = reef_look(&p->reef[seat], at_pop64(&set), h->pieces);
		add_card(h, l);
	}
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

/* Who decides next; AT_NOBODY once the game is over. */
static int mover(const struct rf_state *p)
{
	if (p->head.turn >= 0)
		return p->head.turn;
	return p->head.phase == RF_TURN ? p->next : AT_NOBODY;
}

/* The turns that this seat has left: 0, 1, or more. */
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

/* The features with weights. */
static void see_weighed(const struct rf_state *p, int seat, const struct hand *h, double *f)
{
	const struct rf_board *b = &p->reef[seat];
	int turns = turns_left(p, seat);
	double l = left(&p->head);

	memset(f, 0, FEATURES * sizeof *f);
	f[POINTS] = p->points[seat];
	if (turns == 0) {
		f[FINAL] = h->once;
		return;
	}
	if (turns == 1) {
		f[LAST_TURN] = h->best + h->once - h->best_once;
		f[LAST_TURN_NEAR] = h->near_own;
		return;
	}
	f[NOW] = h->now;
	f[NOW_LATER] = h->now * l;
	f[BEST] = h->best;
	f[NEAR_OWN] = h->near_own;
	f[NEAR_OWN_LATER] = h->near_own * l;
	f[NEAR] = h->near;
	f[FAR_OWN] = h->far_own;
	f[FAR_OWN_LATER] = h->far_own * l;
	f[FAR] = h->far;
	f[PRINTED_LATER] = h->printed * l;
	f[MATCHED_LATER] = h->matched * l;
	f[CARDS_LATER] = h->cards * l;
	f[CARDS_SQUARED_LATER] = h->cards * h->cards * l;
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

static void see(const struct at_state *s, int seat, double *f)
{
	const struct rf_state *p = (const struct rf_state *)s;
	struct hand h;

	see_hand(p, seat, &h);
	see_weighed(p, seat, &h, f);
}

/* Keeps the n largest values, the largest first. */
static void keep_largest(double *list, int n, double x)
{
	for (int i = 0; i < n; i++)
		if (x > list[i]) {
			double y = list[i];
			list[i] = x;
			x = y;
		}
}

/* The most that this card and one of the first n in hand score, played one after the other. */
static double two_plays(const struct hand *h, int n, const struct reef_look *l)
{
	double best = l->now;

	for (int i = 0; i < n; i++) {
		const struct reef_look *own = &h->look[i];
		keep_largest(&best, 1, l->now + reef_prospect_after(own, l->card));
		keep_largest(&best, 1, own->now + reef_prospect_after(l, own->card));
	}
	return best;
}

static void see_time(const struct rf_state *p, int seat, const struct hand *h, double *f)
{
	int turns = turns_left(p, seat);
	double least[2] = {-99, -99};
	int scarce = 0;

	for (int i = 0; i < RF_COLOURS; i++) {
		keep_largest(least, 2, -p->supply[i]);
		f[SUPPLY] += p->supply[i] * 0.125;
		scarce = p->supply[i] < p->supply[scarce] ? i : scarce;
	}
	f[LEAST] = -least[0];
	f[LEAST_SECOND] = -least[1];
	f[LEAST_OWN] = h->pieces[scarce];
	f[AT_MOVE] = mover(p) == seat;
	f[ORDER] = (seat - p->head.first + p->head.seats) % p->head.seats;
	f[ONE_TURN] = turns == 1;
	f[NO_TURN] = turns == 0;
}

static void see_cards(const struct hand *h, double *f)
{
	double now[3] = {0};

	f[CARDS] = h->cards;
	f[NONE] = h->cards == 0;
	f[FULL] = h->cards == RF_HAND_MAX;
	f[ONCE] = h->once;
	f[MATCHED] = h->matched * 0.25;
	f[PRINTED] = h->printed;
	for (int i = 0; i < h->cards; i++) {
		const struct reef_look *l = &h->look[i];
		int prospect = reef_prospect(l, h->pieces);
		keep_largest(now, 3, l->now);
		keep_largest(f + PROSPECT, 2, prospect);
		keep_largest(f + SELF, 1, reef_prospect_after(l, l->card));
		keep_largest(f + TWO_PLAYS, 1, two_plays(h, i, l));
		f[TOTAL] += prospect;
	}
	f[SECOND_NOW] = now[1];
	f[THIRD_NOW] = now[2];
}

/* The open cards: for the seat to move next, and what it leaves to the others. */
static void see_open(const struct rf_state *p, int seat, const struct hand *h, double *f)
{
	for (int i = 0; i < RF_PLACES; i++) {
		int tokens = p->tokens[i];
		struct reef_look l;
		if (!p->display[i])
			continue;
		l = reef_look(&p->reef[seat], p->display[i], h->pieces);
		keep_largest(f + OPEN_NOW, 2, l.now + tokens);
		keep_largest(f + OPEN_ONCE, 1, (l.count ? l.card->value : 0) + tokens);
		keep_largest(f + OPEN_PROSPECT, 1, reef_prospect(&l, h->pieces) + tokens);
		keep_largest(f + OPEN_TWO_PLAYS, 1, two_plays(h, h->cards, &l) + tokens);
		f[TOKENS] += tokens;
	}
	if (p->top) {
		struct reef_look l = reef_look(&p->reef[seat], p->top, h->pieces);
		f[TOP_PROSPECT] = reef_prospect(&l, h->pieces);
		f[TOP_TWO_PLAYS] = two_plays(h, h->cards, &l);
	}
}

static void see_reef(const struct rf_board *b, double *f)
{
	for (int c = 0; c < RF_COLOURS; c++)
		keep_largest(f + ALIKE_1, RF_COLOURS, at_count32(b->top[c]));
	for (int k = 0; k < RF_HEIGHT; k++)
		f[TALL_1 + k] = at_count32(b->tall[k]);
}

static void see_more(const struct at_state *s, int seat, double *f)
{
	const struct rf_state *p = (const struct rf_state *)s;
	struct hand h;

	see_hand(p, seat, &h);
	see_weighed(p, seat, &h, f);
	memset(f + FEATURES, 0, (ALL_FEATURES - FEATURES) * sizeof *f);
	see_time(p, seat, &h, f);
	see_cards(&h, f);
	see_open(p, seat, &h, f);
	see_reef(&p->reef[seat], f);
}

/* Cards that nobody saw are those of the first deal, kept for later: the reef was built to fit
 * them. Fitted to the hands of hard bots (docs/strength.md). */
static double kept_odds(const struct rf_board *b, int number)
{
	enum { MOST = 16 }; /* points now: a card worth more would have been played */
	static const double value = 0.40, scores = 0.44, near = 0.21, far = -0.12;
	struct hand h = {0};
	struct reef_look l;

	l = reef_look(b, number, h.pieces);
	add_card(&h, &l);
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

/* In the last round of RF-6.1 a card is turned up once more after the last turn. */
static bool decided(const struct at_state *s)
{
	const struct rf_state *p = (const struct rf_state *)s;
	bool last = s->phase == RF_TURN && p->next == s->first && rf_last_round(p);

	return last || s->phase == RF_REVEAL || s->phase == RF_DONE;
}

/* RF-6.3: the secret cards are the best of those that nobody has seen. */
static int hidden_points(const struct at_state *s, int seat)
{
	const struct rf_state *p = (const struct rf_state *)s;
	int best[RF_HAND_MAX] = {0};
	int points = 0;

	for (uint64_t left = p->unknown[seat] ? p->deck : 0; left;) {
		int card = at_pop64(&left);
		int value = rf_occurrences(&p->reef[seat], card) ? rf_card[card].value : 0;
		for (int i = 0; i < RF_HAND_MAX; i++)
			if (value > best[i]) {
				int less = best[i];
				best[i] = value;
				value = less;
			}
	}
	for (int i = 0; i < p->unknown[seat] && i < RF_HAND_MAX; i++)
		points += best[i];
	return points;
}

/* Nodes define a level; milliseconds only limit it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 2.2, .forget = 0.2, .hasty = 0.28}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.66, .forget = 0.15, .hasty = 0.21}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.19, .forget = 0.108, .hasty = 0.15}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.66, .forget = 0.06, .hasty = 0.083}},
    {"skilled", {.kind = AT_BOT_SEARCH, .ms = 200, .nodes = 90}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 900, .nodes = 1000, .many = 2}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 72000}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_reef = {
    .game = &at_reef,
    .features = FEATURES,
    .more = ALL_FEATURES - FEATURES,
    .names = names,
    .weights = at_weights_reef,
    .trust = at_trust_reef,
    .nets = at_net_reef,
    .net_trust = at_net_trust_reef,
    .greedy = at_greedy_reef,
    .levels = levels,
    .judge_nodes = 2000,
    .root = {.want = AT_PLANS_USUAL, .distinct = true},
    .reply = {.want = 24, .distinct = true},
    .expand_after = 24,
    .explore = 0.6,
    .settled = 0.25,
    .prior_scale = 1.5,
    .wish_per_point = 0.03,
    .sample = 40,
    .see = see,
    .see_more = see_more,
    .left = left,
    .listens_for_advice = true,
    .listen = listen,
    .guess = guess,
    .decided = decided,
    .hidden_points = hidden_points,
};
