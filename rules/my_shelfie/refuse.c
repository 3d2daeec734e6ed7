/* My Shelfie: the reasons for refusing a move. */
#include "my_shelfie.h"

#include "bits.h"

/* Conditions on the tiles of a take: MS-1.2, MS-3.1, MS-3.2. */
static enum at_err refuse_cells(const struct ms_state *p, const struct ms_take *take,
				struct at_fail *fail)
{
	uint64_t tiles = ms_tiles(p);
	uint64_t cells = 0;

	for (int i = 0; i < take->count; i++) {
		int cell = take->cells[i];
		if (cell < 0)
			return at_fail(fail, AT_BAD_MOVE, "MS-3.1: a take has one to three cells");
		if (!(ms_in_use[p->head.seats] >> cell & 1))
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

static enum at_err refuse_take(const struct ms_state *p, at_move m, struct at_fail *fail)
{
	struct ms_take take = ms_take(m);
	uint64_t tiles = ms_tiles(p);
	uint32_t shelf = ms_shelf(p, p->head.turn);
	int room;

	if (ms_is_listed_take(p, m))
		return AT_OK;
	if (refuse_cells(p, &take, fail))
		return AT_BAD_MOVE;
	if ((ms_pack_take(p, &take) >> MS_SHAPE & 7) == MS_NO_LINE)
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
	return at_fail(fail, AT_BAD_MOVE,
		       "MS-3.3: this order gives the same types as a listed one");
}

/* A draw of the right kind that is not among the outcomes. */
static enum at_err refuse_draw(const struct ms_state *p, at_move m, struct at_fail *fail)
{
	int who = ms_who(m);
	int number = ms_number(m);
	int cell = ms_order[p->fill];

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
	return at_fail(fail, AT_BAD_MOVE, "MS-1.1: the bag holds no %s", ms_type_names[number]);
}

/* Another kind of move is due. */
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

/* Conditions that are the same for all viewers. */
static enum at_err refuse_open(const struct at_state *s, at_move m, struct at_fail *fail)
{
	static const uint8_t due[] = {[MS_GOALS] = MS_MOVE_GOAL,
				      [MS_DEAL] = MS_MOVE_DEAL,
				      [MS_FIRST] = MS_MOVE_FIRST,
				      [MS_FILL] = MS_MOVE_DRAW,
				      [MS_TAKE] = MS_MOVE_TAKE,
				      [MS_REVEAL] = MS_MOVE_REVEAL,
				      [MS_DONE] = 0};
	const struct ms_state *p = (const struct ms_state *)s;
	at_move list[MS_PERSONAL_GOALS];
	int n;

	if (s->phase == MS_FILL && !p->free && ms_is_outcome(p, m)) /* most moves of a game */
		return AT_OK;
	if (m == 0 || ms_kind(m) != due[s->phase])
		return refuse_kind(s, fail);
	if (p->free)
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-1.3: tiles may float here (free: yes), so nobody moves");
	if (s->phase == MS_TAKE)
		return refuse_take(p, m, fail);
	if (s->phase == MS_FILL)
		return refuse_draw(p, m, fail);
	n = ms_moves(s, list);
	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return AT_OK;
	return refuse_draw(p, m, fail);
}

enum at_err ms_refuse(const struct at_state *s, at_move m, struct at_fail *fail)
{
	if (at_others_decide(s))
		return refuse_kind(s, fail);
	return refuse_open(s, m, fail);
}

enum at_err ms_refuse_seen(const struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct ms_state *p = (const struct ms_state *)s;

	if (s->phase != MS_DEAL || s->viewer == ms_next_to_deal(p))
		return refuse_open(s, m, fail);
	if (p->free || m != ms_move(MS_MOVE_DEAL, ms_next_to_deal(p), MS_PERSONAL_UNKNOWN))
		return at_fail(fail, AT_BAD_MOVE,
			       "MS-2.3: seat %d is dealt a personal goal that only that seat sees",
			       ms_next_to_deal(p) + 1);
	return AT_OK;
}
