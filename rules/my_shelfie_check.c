/* My Shelfie: why a move is refused, and what holds in every position. */
#include "my_shelfie_parts.h"

#include "bits.h"

static const char *type_plural(int t)
{
	static const char *const names[MS_TYPES] = {"cats",   "books",    "games",
						    "frames", "trophies", "plants"};

	return names[t];
}

/* Where the tiles of a take lie: MS-1.2, MS-3.1, MS-3.2. */
static enum at_err refuse_cells(const struct at_shelfie *p, const struct at_shelfie_take *take,
				struct at_fail *fail)
{
	uint64_t tiles = at_shelfie_tiles(p);
	uint64_t cells = 0;

	for (int i = 0; i < take->count; i++) {
		int cell = take->cells[i];
		if (cell < 0)
			return at_fail(fail, AT_BAD_MOVE, "MS-3.1: a take has one to three cells");
		if (!(at_shelfie_in_use[p->head.seats] >> cell & 1))
			return at_fail(fail, AT_BAD_MOVE,
				       "MS-1.2: %s is not in use with %u players",
				       ms_cell_name(cell).s, p->head.seats);
		if (!(tiles >> cell & 1))
			return at_fail(fail, AT_BAD_MOVE, "MS-3.1: no tile lies on %s",
				       ms_cell_name(cell).s);
		if (cells >> cell & 1)
			return at_fail(fail, AT_BAD_MOVE, "MS-3.1: %s is named twice",
				       ms_cell_name(cell).s);
		cells |= (uint64_t)1 << cell;
	}
	return AT_OK;
}

static enum at_err refuse_take(const struct at_shelfie *p, at_move m, struct at_fail *fail)
{
	struct at_shelfie_take take = at_shelfie_take(m);
	uint64_t tiles = at_shelfie_tiles(p);
	uint32_t shelf = at_shelfie_shelf(p, p->head.turn);
	at_move listed;
	int room;

	if (refuse_cells(p, &take, fail))
		return AT_BAD_MOVE;
	listed = ms_pack_take(p, &take);
	if ((listed >> MS_SHAPE & 7) == MS_NO_LINE)
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-3.1: tiles taken together lie side by side in one line");
	for (int i = 0; i < take.count; i++) {
		int c = take.cells[i];
		uint64_t around =
		    tiles << MS_ACROSS & tiles >> MS_ACROSS & tiles << MS_DOWN & tiles >> MS_DOWN;
		if (around >> c & 1)
			return at_fail(fail, AT_BAD_MOVE, "MS-3.2: the tile on %s has no free side",
				       ms_cell_name(c).s);
	}
	if (take.column >= MS_COLUMNS)
		return at_fail(fail, AT_BAD_MOVE, "MS-1.3: a shelf has columns 1 to 5");
	if (shelf == MS_SHELF_FULL)
		return at_fail(fail, AT_BAD_MOVE, "MS-3.4: a full shelf never moves again");
	room = MS_ROWS - at_count32(shelf >> (MS_ROWS * take.column) & 63);
	if (room < take.count)
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-3.3: column %d has room for %d tiles, not for %d",
			       take.column + 1, room, take.count);
	if (listed != m)
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-3.3: this order gives the same types as a listed one");
	return AT_OK;
}

/* A draw of the right kind that is not among the outcomes. */
static enum at_err refuse_draw(const struct at_shelfie *p, at_move m, struct at_fail *fail)
{
	int who = ms_who(m);
	int number = ms_number(m);
	int cell = at_shelfie_order[p->fill];

	switch (ms_kind(m)) {
	case MS_MOVE_GOAL:
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-2.1: common goals are different numbers from 1 to 12");
	case MS_MOVE_DEAL:
		if (who != ms_next_to_deal(p))
			return at_fail(fail, AT_BAD_MOVE,
				       "MS-2.3: seat %d is dealt a personal goal now",
				       ms_next_to_deal(p) + 1);
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-2.3: personal goals are different numbers from 1 to 12");
	case MS_MOVE_FIRST: return at_fail(fail, AT_BAD_MOVE, "MS-2.4: there is no such seat");
	case MS_MOVE_REVEAL:
		if (who != ms_next_to_open(p))
			return at_fail(fail, AT_BAD_MOVE,
				       "MS-8.1: seat %d's personal goal is opened now",
				       ms_next_to_open(p) + 1);
		return at_fail(fail, AT_BAD_MOVE, "MS-8.1: this is not seat %d's personal goal",
			       who + 1);
	default: break;
	}
	if (who != cell)
		return at_fail(fail, AT_BAD_MOVE, "MS-4.3: a tile for %s is drawn now",
			       ms_cell_name(cell).s);
	if (number >= MS_TYPES)
		return at_fail(fail, AT_BAD_MOVE, "MS-4.3: the bag holds a tile for every cell");
	return at_fail(fail, AT_BAD_MOVE, "MS-1.1: the bag holds no %s",
		       at_shelfie_type_names[number]);
}

/* Something else is due. */
static enum at_err refuse_kind(const struct at_state *s, struct at_fail *fail)
{
	static const char *const due[] = {
	    [MS_GOALS] = "MS-2.1: a common goal is drawn now",
	    [MS_DEAL] = "MS-2.3: a personal goal is dealt now",
	    [MS_FIRST] = "MS-2.4: the first player is drawn now",
	    [MS_FILL] = "MS-4.3: a tile for the living room is drawn now",
	    [MS_REVEAL] = "MS-8.1: a personal goal is opened now",
	    [MS_DONE] = "MS-4.4: the game is over",
	};

	if (s->phase == MS_TAKE)
		return at_fail(fail, AT_BAD_MOVE, "MS-3.1: seat %d takes tiles now", s->turn + 1);
	return at_fail(fail, AT_BAD_MOVE, "%s", due[s->phase]);
}

enum at_err at_shelfie_refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	static const uint8_t due[] = {[MS_GOALS] = MS_MOVE_GOAL,
				      [MS_DEAL] = MS_MOVE_DEAL,
				      [MS_FIRST] = MS_MOVE_FIRST,
				      [MS_FILL] = MS_MOVE_DRAW,
				      [MS_TAKE] = MS_MOVE_TAKE,
				      [MS_REVEAL] = MS_MOVE_REVEAL,
				      [MS_DONE] = 0};
	const struct at_shelfie *p = (const struct at_shelfie *)s;
	at_move list[MS_PERSONAL_GOALS];
	int n;

	if (m == 0 || ms_kind(m) != due[s->phase])
		return refuse_kind(s, fail);
	if (p->free)
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-1.3: tiles may float here (free: yes), so nobody moves");
	if (s->phase == MS_TAKE)
		return refuse_take(p, m, fail);
	n = at_shelfie_moves(s, list);
	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return AT_OK;
	if (s->phase == MS_DEAL && !at_is_truth(s) && s->viewer != ms_next_to_deal(p) &&
	    m == ms_pack(MS_MOVE_DEAL, ms_next_to_deal(p), MS_PERSONAL_UNKNOWN))
		return AT_OK;
	return refuse_draw(p, m, fail);
}

static enum at_err check_phase(const struct at_shelfie *p, struct at_fail *fail)
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
static enum at_err check_goals(const struct at_shelfie *p, struct at_fail *fail)
{
	int count = at_shelfie_goal_count(&p->head);
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
static enum at_err check_personal(const struct at_shelfie *p, int seat, struct at_fail *fail)
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
static enum at_err check_opened(const struct at_shelfie *p, struct at_fail *fail)
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

/* MS-2.2 */
static enum at_err check_taken(const struct at_shelfie *p, struct at_fail *fail)
{
	static const struct at_shelfie none;
	struct at_shelfie stack = none;

	stack.head.seats = p->head.seats;
	for (int slot = 0; slot < 2; slot++)
		for (int i = 0; i < AT_SEATS_MAX; i++) {
			int points = p->taken[i][slot];
			if (!points)
				continue;
			if (i >= p->head.seats || !p->goals[slot] || points > 8 ||
			    !(at_shelfie_tiles_left(&stack, slot) >> points & 1))
				return refuse_taken(i, points, fail);
			stack.taken[i][slot] = (uint8_t)points;
		}
	return AT_OK;
}

static enum at_err check_shelf(const struct at_shelfie *p, int seat, struct at_fail *fail)
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
static enum at_err check_tiles(const struct at_shelfie *p, struct at_fail *fail)
{
	uint64_t stray = at_shelfie_tiles(p) & ~at_shelfie_in_use[p->head.seats];

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
				       MS_TILES, type_plural(t), n);
	}
	return AT_OK;
}

/* MS-4.3: the draw that is due, and cells that were left empty on the way there. */
static enum at_err check_fill(const struct at_shelfie *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	uint64_t empty = ms_empty_cells(p);
	int left;

	if (s->phase != MS_FILL) {
		if (p->fill || p->mover)
			return at_fail(fail, AT_BAD_STATE, "MS-4.3: nothing is filled now");
		return AT_OK;
	}
	if (p->fill >= MS_ROOM_CELLS || !(empty >> at_shelfie_order[p->fill] & 1) ||
	    p->mover >= s->seats)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.3: a tile is drawn for an empty cell in use");
	left = ms_cells_to_fill(p);
	if (at_count64(empty) > left && ms_bag_size(p) > left)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.3: a cell was left empty though the bag held enough tiles");
	return AT_OK;
}

/* MS-4.2, MS-4.4 */
static enum at_err check_end(const struct at_shelfie *p, struct at_fail *fail)
{
	const struct at_state *s = &p->head;
	bool full = false;

	if (p->end_tile > s->seats) {
		at_fail(fail, AT_BAD_STATE, "MS-4.2: there is no seat %u", p->end_tile);
		return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
	}
	if (p->free)
		return AT_OK;
	if (p->end_tile && at_shelfie_shelf(p, p->end_tile - 1) != MS_SHELF_FULL) {
		at_fail(fail, AT_BAD_STATE,
			"MS-4.2: seat %u has the end-of-game tile, but no full shelf", p->end_tile);
		return at_blame(fail, AT_BAD_STATE, "end-tile", 0);
	}
	for (int i = 0; i < s->seats; i++)
		full |= at_shelfie_shelf(p, i) == MS_SHELF_FULL;
	if (s->phase >= MS_REVEAL && !full)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-4.4: the game does not end before a shelf is full");
	return AT_OK;
}

/* MS-2.5 */
static enum at_err check_begun(const struct at_shelfie *p, struct at_fail *fail)
{
	bool begun = p->end_tile || at_shelfie_tiles(p);

	for (int i = 0; i < AT_SEATS_MAX; i++)
		begun |= at_shelfie_shelf(p, i) || p->taken[i][0] || p->taken[i][1];
	if (begun && p->head.phase <= MS_FIRST)
		return at_fail(fail, AT_BAD_STATE,
			       "MS-2.5: no tile is drawn before the first player is known");
	return AT_OK;
}

enum at_err at_shelfie_check(const struct at_state *s, struct at_fail *fail)
{
	const struct at_shelfie *p = (const struct at_shelfie *)s;

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
