/* Reef: the table of the game, its options and its set-up. */
#include "reef.h"

/* Two deals and four starting pieces a seat, the first player, and four cards turned; then every
 * card leaves the deck once, with a card turned after it, and is played once; two reveals a seat
 * where a typed hand holds more secrets than a dealt one. */
enum { PLIES_MAX = 4 * 2 + 1 + 4 * 4 + 4 + 3 * RF_CARDS + 4 * 2 };

static const struct at_field layout[] = {
    AT_FIELD(struct rf_state, supply, uint8_t),
    AT_FIELD(struct rf_state, deck, uint64_t),
    AT_FIELD(struct rf_state, out, uint64_t),
    AT_FIELD(struct rf_state, hand, uint64_t),
    AT_FIELD(struct rf_state, seen, uint64_t),
    AT_FIELD(struct rf_state, discard, uint64_t),
    AT_FIELD(struct rf_state, reef, uint16_t),
    AT_FIELD(struct rf_state, points, uint16_t),
    AT_FIELD(struct rf_state, display, uint8_t),
    AT_FIELD(struct rf_state, tokens, uint8_t),
    AT_FIELD(struct rf_state, top, uint8_t),
    AT_FIELD(struct rf_state, next, uint8_t),
    AT_FIELD(struct rf_state, unknown, uint8_t),
    AT_FIELD(struct rf_state, missing, uint8_t),
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
			      "others' points and cards in hand are not shown until the end",
			      {"no", "yes"},
			      .shift = 2,
			      .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

int rf_expert_start(const struct at_state *s)
{
	return at_option_value(s, &options[OPTION_EXPERT_START]);
}

bool rf_score_hidden(const struct at_state *s, int seat)
{
	return !at_is_truth(s) && s->viewer != seat && s->turn != AT_OVER &&
	       at_option_value(s, &options[OPTION_HIDDEN_SCORES]);
}

static void init(struct at_state *s)
{
	struct rf_state *p = (struct rf_state *)s;

	for (int i = 0; i < RF_COLOURS; i++) /* RF-2.2: one piece for each player */
		p->supply[i] = (uint8_t)(rf_pieces(s->seats) - s->seats);
	for (int i = 0; i < s->seats; i++)
		p->points[i] = 3; /* RF-2.2 */
	p->deck = RF_ALL_CARDS;
	s->turn = AT_CHANCE;
	s->phase = RF_DEAL;
}

const struct at_game at_reef = {
    .name = "reef",
    .title = "Reef",
    .id = 1,
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .minutes = {20, 40},
    .state_size = sizeof(struct rf_state),
    .moves_max = RF_MOVES_MAX,
    .plies_max = PLIES_MAX,
    .options = options,
    .layout = layout,
    .init = init,
    AT_ROLES_OF(rf),
};
