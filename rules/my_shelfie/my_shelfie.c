/* My Shelfie: the table of the game, its options, its components and its set-up. */
#include "my_shelfie.h"

const char *const ms_type_names[MS_TYPES + 1] = {"cat",    "book",  "game", "frame",
						 "trophy", "plant", "none"};
const char ms_letters[MS_TYPES + 1] = "CBGFTP";

/* clang-format off */
const uint8_t ms_order[MS_ROOM_CELLS] = {
	                0,  5,
	                6, 11, 16,
	            7, 12, 17, 22, 27,
	        8, 13, 18, 23, 28, 33, 38, 43,
	    9, 14, 19, 24, 29, 34, 39, 44, 49,
	   15, 20, 25, 30, 35, 40, 45, 50,
	           31, 36, 41, 46, 51,
	               42, 47, 52,
	                   53, 58,
};
/* clang-format on */

const uint64_t ms_in_use[AT_SEATS_MAX + 1] = {
    [2] = 0x0010f3de73de7840, [3] = 0x0418fbdefbdef8c1, [4] = 0x043effdefbdffbe1};

const struct at_option ms_options[] = {
    {"first-game", "one common goal instead of two", {"no", "yes"}, .shift = 0, .bits = 1},
    {"squares",
     "the two squares of common goal 4: of the same type, or of any",
     {"same", "any"},
     .shift = 1,
     .bits = 1},
    {NULL, NULL, {NULL}, 0, 0},
};

static const struct at_field layout[] = {
    AT_FIELD(struct ms_state, bag, uint8_t),
    AT_FIELD(struct ms_state, goals, uint8_t),
    AT_FIELD(struct ms_state, personal, uint8_t),
    AT_FIELD(struct ms_state, taken, uint8_t),
    AT_FIELD(struct ms_state, end_tile, uint8_t),
    AT_FIELD(struct ms_state, opened, uint8_t),
    AT_FIELD(struct ms_state, fill, uint8_t),
    AT_FIELD(struct ms_state, mover, uint8_t),
    AT_FIELD(struct ms_state, free, uint8_t),
    AT_FIELD(struct ms_state, spare, uint8_t),
    AT_FIELD(struct ms_state, shelf, uint32_t),
    AT_FIELD(struct ms_state, room, uint64_t),
    {0, 0, 0},
};

int ms_goal_count(const struct at_state *s)
{
	return at_option_value(s, &ms_options[0]) ? 1 : 2;
}

bool ms_any_squares(const struct at_state *s)
{
	return at_option_value(s, &ms_options[1]);
}

static void init(struct at_state *s)
{
	struct ms_state *p = (struct ms_state *)s;

	for (int t = 0; t < MS_TYPES; t++)
		p->bag[t] = MS_TILES;
	s->turn = AT_CHANCE;
	s->phase = MS_GOALS;
}

const struct at_game at_my_shelfie = {
    .name = "my-shelfie",
    .title = "My Shelfie",
    .id = 3,
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .minutes = {15, 30},
    .state_size = sizeof(struct ms_state),
    /* At most 45 single tiles. A tile with a free side has at most three neighbours, so there are
     * at most 45 * 3 / 2 = 67 twos, each in two orders. The middle one of three has its free side
     * across them, so it is the middle of one three only, and 16 cells end both a row and a column
     * of the board: at most 29 threes, each in six orders. All of it into five columns. */
    .moves_max = (45 + 67 * 2 + 29 * 6) * MS_COLUMNS,
    /* Goals, deals, first player; each tile is drawn once, and only the last refill leaves cells
     * empty; at least one tile a turn; reveals. */
    .plies_max = 2 + 4 + 1 + MS_TYPES * MS_TILES + MS_ROOM_CELLS + 4 * 30 + 4,
    .options = ms_options,
    .layout = layout,
    .init = init,
    AT_ROLES_OF(ms),
};
