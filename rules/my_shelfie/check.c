/* My Shelfie: the invariants of every position. */
#include "my_shelfie.h"

#include "bits.h"

static const char *const plurals[MS_TYPES] = {"cats",   "books",    "games",
					      "frames", "trophies", "plants"};

static enum at_err check_phase(const struct ms_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool spare = p->spare[0] || p->spare[1] || p->spare[2];
	int8_t turn = s->phase == MS_DONE ? AT_OVER : AT_CHANCE;

	if (s->phase > MS_DONE || spare || p->free > 1)
		return at_fail(fail, AT_BAD_STATE, "no position has these numbers");
	if (s->phase == MS_TAKE ? s->turn < 0 : s->turn != turn)
		return at_fail(fail, AT_BAD_STATE, "this seat cannot be to move now");
	if ((s->phase <= MS_FIRST) != (s->first == AT_NOBODY))
		return at_fail(fail, AT_BAD_STATE,
			       s->first == AT_NOBODY ? "MS-2.4: somebody must be the first player"
						     : "MS-2.4: the first player is not drawn yet");
	if (p->free && s->turn == AT_CHANCE)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-1.3: nothing is drawn where tiles may float (free: yes)");
	return AT_OK;
}

/* MS-2.1 */
static enum at_err check_goals(const struct ms_state *p, struct at_fail *fail)
{
	int count = ms_goal_count(&p->head);
	int drawn = (p->goals[0] > 0) + (p->goals[1] > 0);

	if (p->goals[0] > MS_COMMON_GOALS || p->goals[1] > MS_COMMON_GOALS ||
	    (p->goals[1] && p->goals[0] == p->goals[1]) || (!p->goals[0] && p->goals[1]))
		return at_fail(fail, AT_BAD_STATE,
			       "MS-2.1: common goals are different numbers from 1 to 12");
	if (drawn > count || (p->head.phase == MS_GOALS ? drawn == count : drawn != count))
		return at_fail(fail, AT_BAD_STATE, "MS-2.1: %d common goals are in play, not %d",
			       count, drawn);
	return AT_OK;
}

/* MS-2.3, MS-8.1 */
static enum at_err check_personal(const struct ms_state *p, int seat, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int personal = p->personal[seat];
	bool open = at_is_truth(s) || seat == s->viewer || p->opened >> seat & 1;
	bool dealt = seat < s->seats && s->phase >= MS_DEAL &&
		     (s->phase > MS_DEAL || seat < ms_next_to_deal(p));

	if (dealt != (personal != 0) || personal > MS_PERSONAL_UNKNOWN)
		return at_fail(fail, AT_BAD_STATE,
			       dealt ? "MS-2.3: seat %d has no personal goal"
				     : "MS-2.3: seat %d cannot have a personal goal",
			       seat + 1);
	if (personal && open != (personal != MS_PERSONAL_UNKNOWN))
		return at_fail(fail, AT_BAD_STATE,
			       open ? "MS-2.3: seat %d's personal goal must be known here"
				    : "MS-8.1: seat %d's personal goal is secret",
			       seat + 1);
	for (int i = 0; i < seat; i++)
		if (personal && open && p->personal[i] == personal)
			return at_fail(fail, AT_BAD_STATE,
				       "MS-2.3: personal goal %d is there twice", personal);
	return AT_OK;
}

/* MS-8.1: seat by seat, at the end. */
static enum at_err check_opened(const struct ms_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;

	if (p->opened & (p->opened + 1) || p->opened >> s->seats ||
	    (s->phase < MS_REVEAL && p->opened) ||
	    (s->phase >= MS_REVEAL && (s->phase == MS_DONE) != (ms_next_to_open(p) == AT_NOBODY)))
		return at_fail(fail, AT_BAD_STATE,
			       "MS-8.1: personal goals are opened at the end, seat by seat");
	return AT_OK;
}

static enum at_err refuse_taken(int seat, int points, struct at_fail *fail)
{
	at_fail(fail, AT_BAD_STATE,
		"MS-2.2: seat %d cannot have a scoring tile of %d from this goal", seat + 1,
		points);
	return at_blame(fail, AT_BAD_STATE, "shelf", seat);
}

/* MS-4.1: the highest tile left is taken. */
static enum at_err refuse_higher(const struct ms_state *p, int seat, int slot, struct at_fail *fail)
{
	int points = p->taken[seat][slot];
	uint32_t higher = points ? ms_tiles_left(p, slot) >> (points + 1) : 0;

	if (!higher)
		return AT_OK;
	at_fail(fail, AT_BAD_STATE,
		"MS-4.1: the highest scoring tile left is taken: seat %d cannot have the %d while "
		"the %d is there",
		seat + 1, points, points + 1 + at_low32(higher));
	return at_blame(fail, AT_BAD_STATE, "shelf", seat);
}

/* MS-2.2 */
static enum at_err check_taken(const struct ms_state *p, struct at_fail *fail)
{
	static const struct ms_state none;
	struct ms_state stack = none;

	stack.head.seats = p->head.seats;
	for (int slot = 0; slot < 2; slot++)
		for (int i = 0; i < AT_SEATS_MAX; i++) {
			int points = p->taken[i][slot];
			if (!points)
				continue;
			if (i >= p->head.seats || !p->goals[slot] || points > 8 ||
			    !(ms_tiles_left(&stack, slot) >> points & 1))
				return refuse_taken(i, points, fail);
			stack.taken[i][slot] = (uint8_t)points;
		}
	for (int i = 0; i < p->head.seats; i++)
		for (int slot = 0; slot < 2; slot++)
			if (refuse_higher(p, i, slot, fail))
				return AT_BAD_STATE;
	return AT_OK;
}

static enum at_err check_shelf(const struct ms_state *p, int seat, struct at_fail *fail)
{
	static const uint32_t lowest = 0x01041041u;
	uint32_t tiles = 0;
	uint32_t floating;

	for (int t = 0; t < MS_TYPES; t++) {
		if (p->shelf[seat][t] & (tiles | ~MS_SHELF_FULL))
			return at_fail(fail, AT_BAD_STATE, "MS-1.3: no shelf has these places");
		tiles |= p->shelf[seat][t];
	}
	floating = tiles & ~lowest & ~(tiles << 1);
	if (floating && !p->free) {
		int place = at_low32(floating);
		return at_fail(fail, AT_BAD_STATE,
			       "MS-1.3: on shelf %d a tile floats in row %d of column %d (write "
			       "'free: yes' to evaluate it all the same)",
			       seat + 1, MS_ROWS - place % MS_ROWS, place / MS_ROWS + 1);
	}
	if (tiles && seat >= p->head.seats)
		return at_fail(fail, AT_BAD_STATE, "MS-2.1: there is no seat %d", seat + 1);
	return AT_OK;
}

/* MS-1.1: every tile is in the bag, in the room or on a shelf. */
static enum at_err check_tiles(const struct ms_state *p, struct at_fail *fail)
{
	uint64_t stray = ms_tiles(p) & ~ms_in_use[p->head.seats];

	if (p->room[0] & p->room[1] & p->room[2])
		return at_fail(fail, AT_BAD_STATE, "MS-1.1: there is no such type of tile");
	if (stray)
		return at_fail(fail, AT_BAD_STATE, "MS-1.2: %s is not in use with %u players",
			       ms_cell_name(at_low64(stray)).s, p->head.seats);
	for (int t = 0; t < MS_TYPES; t++) {
		uint64_t x = ~(uint64_t)0;
		int n = p->bag[t];
		for (int b = 0; b < 3; b++)
			x &= (t + 1) >> b & 1 ? p->room[b] : ~p->room[b];
		n += at_count64(x);
		for (int i = 0; i < p->head.seats; i++)
			n += at_count32(p->shelf[i][t]);
		if (n != MS_TILES)
			return at_fail(fail, AT_BAD_STATE, "MS-1.1: there are %d %s, not %d",
				       MS_TILES, plurals[t], n);
	}
	return AT_OK;
}

/* MS-4.3: the draw that is due, and cells that were left empty on the way there. */
static enum at_err check_fill(const struct ms_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	uint64_t empty = ms_empty_cells(p);
	int left;

	if (s->phase != MS_FILL) {
		if (p->fill || p->mover)
			return at_fail(fail, AT_BAD_STATE, "MS-4.3: nothing is filled now");
		return AT_OK;
	}
	if (p->fill >= MS_ROOM_CELLS || !(empty >> ms_order[p->fill] & 1) || p->mover >= s->seats)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.3: a tile is drawn for an empty cell in use");
	left = ms_cells_to_fill(p);
	if (at_count64(empty) > left && ms_bag_size(p) > left)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.3: a cell was left empty though the bag held enough tiles");
	return AT_OK;
}

/* MS-4.4: in the last round only the seats between that with the end-of-game tile and the first
 * player still move. */
static enum at_err check_last_round(const struct ms_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	int holder = (p->end_tile - 1 - s->first + s->seats) % s->seats;
	int mover = s->phase == MS_FILL ? p->mover : s->turn;

	if (!p->end_tile || (s->phase != MS_TAKE && s->phase != MS_FILL) ||
	    (mover - s->first + s->seats) % s->seats > holder)
		return AT_OK;
	at_fail(fail, AT_BAD_STATE,
		"MS-4.4: seat %u has the end-of-game tile: in this round, which seat %d began, "
		"seat %d does not move after it",
		p->end_tile, s->first + 1, mover + 1);
	return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
}

/* MS-4.2, MS-4.4 */
static enum at_err check_end(const struct ms_state *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool full = false;

	if (p->end_tile > s->seats) {
		at_fail(fail, AT_BAD_STATE, "MS-4.2: there is no seat %u", p->end_tile);
		return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
	}
	if (p->free)
		return AT_OK;
	if (p->end_tile && ms_shelf(p, p->end_tile - 1) != MS_SHELF_FULL) {
		at_fail(fail, AT_BAD_STATE,
			"MS-4.2: seat %u has the end-of-game tile, but no full shelf", p->end_tile);
		return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
	}
	for (int i = 0; i < s->seats; i++)
		full |= ms_shelf(p, i) == MS_SHELF_FULL;
	if (full && !p->end_tile) {
		at_fail(fail, AT_BAD_STATE,
			"MS-4.2: whoever fills a shelf first has the end-of-game tile, and nobody "
			"does");
		return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
	}
	if (s->phase >= MS_REVEAL && !full)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.4: the game does not end before a shelf is full");
	return check_last_round(p, fail);
}

/* MS-2.5 */
static enum at_err check_begun(const struct ms_state *p, struct at_fail *fail)
{
	bool begun = p->end_tile || ms_tiles(p);

	for (int i = 0; i < AT_SEATS_MAX; i++)
		begun |= ms_shelf(p, i) || p->taken[i][0] || p->taken[i][1];
	if (begun && p->head.phase <= MS_FIRST)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-2.5: no tile is drawn before the first player is known");
	return AT_OK;
}

enum at_err ms_check(const struct at_state *s, struct at_fail *fail)
{
	const struct ms_state *p = (const struct ms_state *)s;

	if (check_phase(p, fail))
		return at_blame(fail, AT_BAD_STATE, "to-move", 0);
	if (check_goals(p, fail))
		return at_blame(fail, AT_BAD_STATE, "goals", 0);
	for (int i = 0; i < AT_SEATS_MAX; i++)
		if (check_personal(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "shelf", i);
	if (check_opened(p, fail))
		return at_blame(fail, AT_BAD_STATE, "to-move", 0);
	if (check_taken(p, fail))
		return AT_BAD_STATE;
	if (check_tiles(p, fail))
		return at_blame(fail, AT_BAD_STATE, "room", 0);
	if (check_fill(p, fail))
		return at_blame(fail, AT_BAD_STATE, "filling", 0);
	for (int i = 0; i < AT_SEATS_MAX; i++)
		if (check_shelf(p, i, fail))
			return at_blame(fail, AT_BAD_STATE, "shelf", i);
	if (check_begun(p, fail) || check_end(p, fail))
		return at_blame(fail, AT_BAD_STATE, "to-move", 0);
	return AT_OK;
}
