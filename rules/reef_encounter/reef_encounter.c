/* Reef Encounter: the table of the game, its options and its set-up. */
#include "reef_encounter.h"

static const struct at_field layout[] = {
    AT_FIELD(struct re_state, starfish, uint16_t),
    AT_FIELD(struct re_state, fixed, uint16_t),
    AT_FIELD(struct re_state, polyps, uint64_t),
    AT_FIELD(struct re_state, shrimps, uint64_t),
    AT_FIELD(struct re_state, seat, uint8_t),
    AT_FIELD(struct re_state, sea, uint8_t),
    AT_FIELD(struct re_state, supply, uint8_t),
    AT_FIELD(struct re_state, bag, uint8_t),
    AT_FIELD(struct re_state, hidden, uint8_t),
    AT_FIELD(struct re_state, board, uint8_t),
    AT_FIELD(struct re_state, bag_size, uint8_t),
    AT_FIELD(struct re_state, bag_has, uint8_t),
    AT_FIELD(struct re_state, counted, uint8_t),
    AT_FIELD(struct re_state, bonus, uint8_t),
    AT_FIELD(struct re_state, growth_over, uint8_t),
    AT_FIELD(struct re_state, alga, uint8_t),
    AT_FIELD(struct re_state, turns, uint8_t),
    AT_FIELD(struct re_state, first_space, uint8_t),
    AT_FIELD(struct re_state, refill, uint8_t),
    AT_FIELD(struct re_state, opened, uint8_t),
    AT_FIELD(struct re_state, end, uint8_t),
    AT_FIELD(struct re_state, ender, uint8_t),
    AT_FIELD(struct re_state, acted, uint8_t),
    AT_FIELD(struct re_state, cubes_played, uint8_t),
    AT_FIELD(struct re_state, placing, uint8_t),
    AT_FIELD(struct re_state, screen_left, uint8_t),
    AT_FIELD(struct re_state, brought, uint8_t),
    AT_FIELD(struct re_state, shrimp_moves, uint8_t),
    AT_FIELD(struct re_state, fixed_one, uint8_t),
    AT_FIELD(struct re_state, spare, uint8_t),
    {0, 0, 0},
};

enum { OPTION_ADVANCED, OPTION_HIDDEN_SCORES };
static const struct at_option options[] = {
    [OPTION_ADVANCED] = {"advanced",
			 "no extra growth; five tiles go back to the bag when a coral is eaten",
			 {"no", "yes"},
			 .shift = 0,
			 .bits = 1},
    [OPTION_HIDDEN_SCORES] = {"hidden-scores",
			      "what others have behind their screens and in their fishes is not "
			      "shown until the end",
			      {"no", "yes"},
			      .shift = 1,
			      .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

bool re_screen_hidden(const struct at_state *s, int seat)
{
	return !at_is_truth(s) && s->viewer != seat && s->turn != AT_OVER &&
	       at_option_value(s, &options[OPTION_HIDDEN_SCORES]);
}

static void init(struct at_state *s)
{
	struct re_state *e = (struct re_state *)s;

	s->turn = AT_CHANCE;
	s->phase = RE_DRAW_BOARDS;
	e->bonus = re_advanced(e) ? 0 : (1 << RE_COLOURS) - 1;
	e->bag_has = (1 << RE_COLOURS) - 1;
	for (int c = 0; c < RE_COLOURS; c++) {
		e->bag[c] = RE_TILES - (e->bonus >> c & 1);
		e->bag_size += e->bag[c];
		e->supply[c] = RE_CUBES - 1; /* the other lies on its sea space */
	}
	for (int i = 0; i < s->seats; i++)
		e->seat[i].first_tile = RE_NONE;
}

/* While tiles are placed: a tile from behind the screen or a consumed one on each of 33 rock cells
 * of four boards, a move of each of four shrimps to another of them or home, and stop. Outside:
 * a meal of each shrimp, 5 cubes, four shrimps that move or come in, 5 swaps for a cube, 5 tiles
 * paid for 4 algae on the space or one alga on each of ten coral tiles, 5 swaps for a tile, 5 sea
 * spaces: fewer. */
enum {
	CELLS = 33 * RE_BOARDS,
	MOVES_PLACING = 2 * CELLS + RE_SHRIMPS * CELLS + 1,
	MOVES_TURN = RE_SHRIMPS + 5 + RE_SHRIMPS * CELLS + 5 + 5 * (4 + 10) + 5 + 5,
	MOVES_MAX = MOVES_PLACING,
};
_Static_assert((int)MOVES_TURN <= (int)MOVES_PLACING, "the longer list");

/* A turn: one meal, two cubes and two stops. For a cube four tiles come from behind the screen and
 * at most 40 are consumed ones, for what is won while placing has another colour: 88 placements,
 * each winning at most one tile. A shrimp comes in and 16 moves. Tiles in front of the screen leave
 * by swaps for cubes and cylinders: at most the 200 there are and the 88 won. Cubes leave by swaps
 * for tiles: at most the 50 there are and 288 won. Then a sea space and at most five draws. */
enum {
	PLACEMENTS = 2 * (RE_SCREEN_LIMIT + RE_TILES),
	SWAPS = RE_TILES * RE_COLOURS + PLACEMENTS,
	CUBE_SWAPS = RE_CUBES * RE_COLOURS + SWAPS,
	TURN_PLIES = 1 + 2 + 2 + PLACEMENTS + 1 + RE_SHRIMP_MOVES + SWAPS + CUBE_SWAPS + 1 + 5,
	/* boards, side, first space, 12 sea tiles, first player, 30 tiles, fish tiles, larvae */
	SET_UP_PLIES = 4 + 1 + 1 + 12 + 1 + 30 + 4 + 8,
	PLIES_MAX = SET_UP_PLIES + RE_TURNS * TURN_PLIES + 3 + 4, /* extra turns, reveals */
};

const struct at_game at_reef_encounter = {
    .name = "reef-encounter",
    .title = "Reef Encounter",
    .id = 2,
    .version = 2, /* 1: only a sea that could not be refilled ended a game, RE-10.1 */
    .seats_min = 2,
    .seats_max = 4,
    .minutes = {40, 90},
    .state_size = sizeof(struct re_state),
    .moves_max = MOVES_MAX,
    .plies_max = PLIES_MAX,
    .options = options,
    .layout = layout,
    .init = init,
    AT_ROLES_OF(re),
};
