/* Reef: every invariant of a state, of the truth or of a view. */
#include "reef.h"

#include <string.h>

/* The key of the position text that is to blame, and why. */
static enum at_err bad(struct at_fail *fail, const char *key, const char *why)
{
	at_fail(fail, AT_BAD_STATE, "%s", why);
	return at_blame(fail, AT_BAD_STATE, key, 0);
}

static bool display_full(const struct rf_state *p)
{
	return p->display[RF_PLACES - 1] != 0;
}

/* Nobody has had a turn yet: everything must be as the set-up makes it. */
static bool setting_up(const struct rf_state *p)
{
	return p->head.phase <= RF_START || !display_full(p);
}

/* Turn, first player and face-up cards: each phase allows only some combinations. */
static enum at_err check_phase(const struct rf_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool decides = s->phase == RF_START || s->phase == RF_PLAY;
	bool turning = s->phase == RF_TURN;
	int deck = rf_deck_size(p);

	if (s->phase > RF_DONE || decides != (s->turn >= 0) ||
	    (s->phase == RF_DONE) != (s->turn == AT_OVER))
		return bad(fail, "to-move", "this seat cannot be to move now");
	if (s->phase <= RF_FIRST && s->first != AT_NOBODY)
		return bad(fail, "first",
			   "RF-2.7: the first player is drawn after the deal, not before");
	if (s->phase > RF_FIRST && s->first == AT_NOBODY)
		return bad(fail, "first", "RF-2.3: the first player is missing");
	if (s->phase <= RF_START && (p->display[0] || p->top))
		return bad(fail, "display",
			   "RF-2.7: the display is turned up after the starting pieces");
	if (s->phase >= RF_PLAY && !display_full(p))
		return bad(fail, "display", "RF-2.6: the display has three cards");
	if (s->phase == RF_PLAY && !p->top)
		return bad(fail, "top",
			   "RF-6.2: the deck's top card is missing, and without a deck the "
			   "game is over");
	if (turning ? p->top || deck <= 0 : s->phase >= RF_REVEAL && !p->top && deck > 0)
		return bad(fail, "top", "RF-3.1: the deck's top card does not fit what is to come");
	if (p->next >= s->seats || (!turning && p->next) ||
	    (turning && !display_full(p) && p->next != s->first))
		return bad(fail, "next", "RF-2.3: this seat cannot be next");
	if (turning && !display_full(p) && rf_last_round(p))
		return bad(fail, "supply", "RF-2.2: no supply is empty before the first turn");
	/* A first player who is next has no turn: after the last one a card may be due, RF-3.1. */
	if (s->phase == RF_PLAY && s->turn == s->first && rf_last_round(p))
		return bad(fail, "to-move",
			   "RF-6.1: a supply is empty, so the game ended before the first player");
	if (s->phase >= RF_REVEAL && !rf_last_round(p) && p->top)
		return bad(fail, "to-move",
			   "RF-6.1: the game ends when a supply is empty (or the deck, RF-6.2), "
			   "and none is");
	return AT_OK;
}

static enum at_err check_display(const struct rf_state *p, struct at_fail *fail)
{
	for (int i = 0; i < RF_PLACES; i++) {
		if (p->display[i] > RF_CARDS || p->top > RF_CARDS)
			return bad(fail, "display", "RF-1.1: the cards are numbered 1 to 60");
		if (i && p->display[i] && !p->display[i - 1])
			return bad(fail, "display",
				   "RF-2.6: the display fills from the first place on");
		if (p->tokens[i] && !p->display[i])
			return bad(fail, "display", "RF-3.2: tokens lie on cards");
		if (p->tokens[i] && !display_full(p))
			return bad(fail, "display",
				   "RF-3.2: no tokens lie on the display before the first "
				   "turn");
	}
	return AT_OK;
}

/* Every token came from somebody who took a card off the deck. */
static enum at_err check_tokens(const struct rf_state *p, struct at_fail *fail)
{
	int tokens = 0;
	int taken = at_count64(p->out);

	for (int i = 0; i < RF_PLACES; i++)
		tokens += p->tokens[i];
	for (int i = 0; i < p->head.seats; i++)
		taken += rf_hand_size(p, i) + at_count64(p->discard[i]);
	if (tokens <= taken)
		return AT_OK;
	at_fail(
	    fail, AT_BAD_STATE,
	    "RF-3.2: a token comes with each card taken off the deck, and there are more tokens "
	    "(%d) than such cards (%d)",
	    tokens, taken);
	return at_blame(fail, AT_BAD_STATE, "display", 0);
}

/* Adds a set of cards to those met so far. */
static enum at_err add_cards(uint64_t *all, uint64_t set, struct at_fail *fail)
{
	if (set & ~RF_ALL_CARDS)
		return bad(fail, "display", "RF-1.1: the cards are numbered 1 to 60");
	if (*all & set)
		return at_fail(fail, AT_BAD_STATE, "RF-1.1: card %d is there twice",
			       at_low64(*all & set));
	*all |= set;
	return AT_OK;
}

static enum at_err check_cards(const struct rf_state *p, struct at_fail *fail)
{
	uint64_t all = 0;

	for (int i = 0; i < AT_SEATS_MAX; i++)
		if (add_cards(&all, p->hand[i], fail) || add_cards(&all, p->discard[i], fail))
			return AT_BAD_STATE;
	for (int i = 0; i < RF_PLACES; i++)
		if (p->display[i] && add_cards(&all, (uint64_t)1 << p->display[i], fail))
			return AT_BAD_STATE;
	if ((p->top && add_cards(&all, (uint64_t)1 << p->top, fail)) ||
	    add_cards(&all, p->deck, fail) || add_cards(&all, p->out, fail))
		return AT_BAD_STATE;
	if (all != RF_ALL_CARDS)
		return at_fail(fail, AT_BAD_STATE, "RF-1.1: card %d is nowhere",
			       at_low64(RF_ALL_CARDS & ~all));
	if (rf_deck_size(p) < 0)
		return bad(fail, "hand",
			   "RF-7.1: there are fewer unseen cards than unknown ones in hands");
	return AT_OK;
}

static enum at_err check_hand(const struct rf_state *p, int seat, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int size = rf_hand_size(p, seat);

	if (p->unknown[seat] > RF_HAND_MAX || size > RF_HAND_MAX)
		return at_fail(fail, AT_BAD_STATE,
			       "RF-3.3: seat %d has more than four cards in hand", seat + 1);
	if (rf_secrets(p, seat) > 2)
		return at_fail(fail, AT_BAD_STATE,
			       "RF-7.1: only the two cards dealt to seat %d can be secret, not %d",
			       seat + 1, rf_secrets(p, seat));
	if (p->seen[seat] & ~p->hand[seat])
		return at_fail(fail, AT_BAD_STATE, "seat %d shows a card that it does not have",
			       seat + 1);
	if ((at_is_truth(s) || s->viewer == seat) && p->unknown[seat])
		return at_fail(fail, AT_BAD_STATE, "the hand of seat %d must be known here",
			       seat + 1);
	if (!at_is_truth(s) && s->viewer != seat && p->hand[seat] != p->seen[seat])
		return at_fail(fail, AT_BAD_STATE,
			       "RF-7.1: this viewer cannot know the secret cards of seat %d",
			       seat + 1);
	if (setting_up(p)) {
		if (p->seen[seat] || p->discard[seat])
			return at_fail(fail, AT_BAD_STATE,
				       "RF-2.2: before the first turn nobody knows the cards of "
				       "seat %d and none is played",
				       seat + 1);
		if (s->phase >= RF_FIRST && size != 2)
			return at_fail(fail, AT_BAD_STATE, "RF-2.2: seat %d is dealt two cards",
				       seat + 1);
	}
	return AT_OK;
}

static enum at_err check_points(const struct rf_state *p, int seat, struct at_fail *fail)
{
	if (setting_up(p) && p->points[seat] != 3)
		return at_fail(fail, AT_BAD_STATE, "RF-2.2: seat %d starts with 3 points",
			       seat + 1);
	return AT_OK;
}

/* Points have no limit (RF-1.1), but their type has: no continuation may reach it. */
static enum at_err check_all_points(const struct rf_state *p, struct at_fail *fail)
{
	int points = 0;
	int cards = RF_CARDS - at_count64(p->out);
	int most = 0;

	for (int i = 0; i < RF_PLACES; i++)
		points += p->tokens[i];
	for (int i = 0; i < p->head.seats; i++) {
		points += p->points[i];
		cards -= at_count64(p->discard[i]);
		if (p->points[i] > p->points[most])
			most = i;
	}
	if (points + cards * RF_GAIN_MAX <= RF_POINTS_MAX)
		return AT_OK;
	at_fail(fail, AT_BAD_STATE,
		"RF-1.1: points are counted up to %d, and with these the %d cards not played yet "
		"could bring more",
		RF_POINTS_MAX, cards);
	return at_blame(fail, AT_BAD_STATE, "points", most);
}

/* The deal goes round: a seat has as many cards as the one before it, or one fewer. */
static enum at_err check_deal(const struct rf_state *p, struct at_fail *fail)
{
	int most = rf_hand_size(p, 0);
	int last = rf_hand_size(p, p->head.seats - 1);

	for (int i = 1; i < p->head.seats; i++)
		if (rf_hand_size(p, i) > rf_hand_size(p, i - 1))
			return bad(fail, "hand", "RF-2.2: the deal goes round from seat 1 on");
	if (most > 2 || most - last > 1 || last == 2)
		return bad(fail, "hand", "RF-2.2: two cards are dealt, one a round");
	return AT_OK;
}

/* The sets of a board must be those of stacks. */
static bool is_board(const struct rf_board *b)
{
	uint32_t tops = 0;

	for (int k = 0; k < RF_HEIGHT; k++) {
		if (k && b->tall[k] & ~b->tall[k - 1])
			return false;
		if ((b->bits[k][0] | b->bits[k][1]) & ~b->tall[k])
			return false;
	}
	for (int i = 0; i < RF_COLOURS; i++) {
		uint32_t top = 0;
		for (int k = 0; k < RF_HEIGHT; k++) {
			uint32_t above = k + 1 < RF_HEIGHT ? b->tall[k + 1] : 0;
			top |= rf_level(b, k, i) & ~above;
		}
		if (top != b->top[i])
			return false;
		tops |= top;
	}
	return tops == b->tall[0];
}

/* Before the display is turned up a reef holds starting pieces and nothing else. */
static enum at_err check_start(const struct rf_state *p, int seat, struct at_fail *fail)
{
	static const uint32_t allowed[] = {RF_CENTRE, RF_BOARD, RF_BOARD & ~RF_CENTRE};
	const struct at_state *s = &p->head;
	const struct rf_board *b = &p->reef[seat];
	int expert = rf_expert_start(s);
	int pieces = 0;
	int turns = 0;

	for (int i = 0; i < RF_COLOURS; i++) {
		if (rf_on_board(b, i) > 1)
			return at_fail(fail, AT_BAD_STATE,
				       "RF-2.2: seat %d starts with one piece of each colour",
				       seat + 1);
		pieces += rf_on_board(b, i);
	}
	if (b->tall[0] & ~allowed[expert] || (expert == RF_STANDARD && b->tall[1]))
		return at_fail(fail, AT_BAD_STATE,
			       "%s: the starting pieces of seat %d are on spaces not allowed",
			       expert ? "RF-2.5" : "RF-2.4", seat + 1);
	if (s->phase < RF_START)
		return pieces ? bad(fail, "reef", "RF-2.7: the starting pieces come after the deal")
			      : AT_OK;
	if (s->phase == RF_START) {
		turns = (seat - s->first + s->seats) % s->seats -
			(s->turn - s->first + s->seats) % s->seats;
		if (turns > 0 ? pieces > 0 : turns < 0 ? pieces < 4 : pieces == 4)
			return bad(fail, "reef",
				   "RF-2.7: starting pieces are put down one seat after "
				   "another from the first player on");
	} else if (pieces != 4) {
		return at_fail(fail, AT_BAD_STATE, "RF-2.2: seat %d starts with four pieces",
			       seat + 1);
	}
	return AT_OK;
}

static enum at_err check_pieces(const struct rf_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool start = setting_up(p);
	int all = rf_pieces(s->seats);

	for (int i = 0; i < RF_COLOURS; i++) {
		int count = p->supply[i] + p->missing[i];
		for (int seat = 0; seat < s->seats; seat++)
			count += start ? 1 : rf_on_board(&p->reef[seat], i);
		if (count != all || (start && p->missing[i]))
			return at_fail(fail, AT_BAD_STATE,
				       "RF-2.1: %d %s pieces where %d players have %d",
				       count - p->missing[i], rf_colour_names[i], s->seats, all);
	}
	if (start)
		for (int seat = 0; seat < s->seats; seat++)
			if (check_start(p, seat, fail))
				return at_blame(fail, AT_BAD_STATE, "reef", seat);
	return AT_OK;
}

static bool is_empty_seat(const struct rf_state *p, int seat)
{
	static const struct rf_board empty;

	return !p->hand[seat] && !p->seen[seat] && !p->discard[seat] && !p->points[seat] &&
	       !p->unknown[seat] && !memcmp(&p->reef[seat], &empty, sizeof empty);
}

enum at_err rf_check(const struct at_state *s, struct at_fail *fail)
{
	const struct rf_state *p = (const struct rf_state *)s;

	for (int i = 0; i < AT_SEATS_MAX; i++) {
		if (i >= s->seats && !is_empty_seat(p, i))
			return at_fail(fail, AT_BAD_STATE, "there is no seat %d", i + 1);
		if (!is_board(&p->reef[i]))
			return at_fail(fail, AT_BAD_STATE,
				       "RF-1.2: the reef of seat %d is no board", i + 1);
	}
	if (check_display(p, fail) || check_cards(p, fail) || check_phase(p, fail) ||
	    check_tokens(p, fail))
		return AT_BAD_STATE;
	for (int i = 0; i < s->seats; i++) {
		if (check_hand(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "hand", i);
		if (check_points(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "points", i);
	}
	if (check_all_points(p, fail) || (s->phase == RF_DEAL && check_deal(p, fail)))
		return AT_BAD_STATE;
	if (p->out && setting_up(p))
		return bad(fail, "out", "RF-1.1: the game starts with all sixty cards");
	if (check_pieces(p, fail))
		return AT_BAD_STATE;
	if ((s->phase == RF_REVEAL && rf_next_to_open(p) == AT_NOBODY) ||
	    (s->phase == RF_DONE && rf_next_to_open(p) != AT_NOBODY))
		return bad(fail, "to-move",
			   "RF-6.3: the secret cards left in hand are opened before the game "
			   "is over");
	return AT_OK;
}
