/* My Shelfie: the effects of a move. */
#include "my_shelfie.h"

#include "assert.h"
#include "bits.h"
#include "noinline.h"

int ms_next_to_deal(const struct ms_state *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!p->personal[i])
			return i;
	return AT_NOBODY;
}

int ms_next_to_open(const struct ms_state *p)
{
	for (int i = 0; i < p->head.seats; i++)
		if (!(p->opened >> i & 1))
			return i;
	return AT_NOBODY;
}

/* The next empty cell to be drawn for, from `from` on; MS_ROOM_CELLS: none. */
static int next_to_fill(const struct ms_state *p, int from)
{
	uint64_t empty = ms_empty_cells(p);

	while (from < MS_ROOM_CELLS && !(empty >> ms_order[from] & 1))
		from++;
	return from;
}

static void begin_fill(struct ms_state *p, int mover)
{
	p->head.turn = AT_CHANCE;
	p->head.phase = MS_FILL;
	p->fill = (uint8_t)next_to_fill(p, 0);
	p->mover = (uint8_t)mover;
}

static void apply_draw(struct ms_state *p, int cell, int type)
{
	p->fill = (uint8_t)next_to_fill(p, p->fill + 1);
	if (type != MS_NONE) {
		p->bag[type]--;
		for (int i = 0; i < 3; i++)
			p->room[i] |= (uint64_t)((type + 1) >> i & 1) << cell;
	}
	if (p->fill == MS_ROOM_CELLS) {
		p->head.turn = (int8_t)p->mover;
		p->head.phase = MS_TAKE;
		p->fill = p->mover = 0;
	}
}

uint32_t ms_tiles_left(const struct ms_state *p, int slot)
{
	static const uint16_t stacks[AT_SEATS_MAX + 1] = {
	    [2] = 1 << 8 | 1 << 4,
	    [3] = 1 << 8 | 1 << 6 | 1 << 4,
	    [4] = 1 << 8 | 1 << 6 | 1 << 4 | 1 << 2,
	};
	uint32_t left = stacks[p->head.seats];

	for (int i = 0; i < p->head.seats; i++)
		left &= ~(1u << p->taken[i][slot]);
	return left;
}

/* MS-4.1. A goal has as many tiles as there are seats, so one is left for this seat. */
static void claim_goals(struct ms_state *p, int seat)
{
	bool any_squares = ms_any_squares(&p->head);

	for (int i = 0; i < 2; i++)
		if (p->goals[i] && !p->taken[seat][i] &&
		    ms_goal_met(p->shelf[seat], p->goals[i], any_squares))
			p->taken[seat][i] = (uint8_t)(31 - __builtin_clz(ms_tiles_left(p, i)));
}

/* Is any tile of the room next to another? MS-4.3 */
static bool has_neighbours(uint64_t tiles)
{
	return (tiles & tiles >> MS_ACROSS) || (tiles & tiles >> MS_DOWN);
}

/* MS-4.1 to MS-4.4, in this order. */
static void end_turn(struct ms_state *p)
{
	struct at_state *s = &p->head;
	int seat = s->turn;
	int next = seat + 1 == s->seats ? 0 : seat + 1;

	claim_goals(p, seat);
	if (!p->end_tile && ms_shelf(p, seat) == MS_SHELF_FULL)
		p->end_tile = (uint8_t)(seat + 1);
	s->turn = (int8_t)next;
	/* MS-4.4; by MS-3.4 a full shelf never moves again, which only typed positions can ask. */
	if ((p->end_tile && next == s->first) || ms_shelf(p, next) == MS_SHELF_FULL) {
		s->turn = AT_CHANCE;
		s->phase = MS_REVEAL;
	} else if (!has_neighbours(ms_tiles(p)) && ms_bag_size(p) > 0) {
		begin_fill(p, next);
	}
}

/* Always three steps, because the number of tiles in a take cannot be predicted by the
 * processor: missing ones are replaced by the first one, put nowhere. */
static AT_NOINLINE void apply_take(struct ms_state *p, at_move m)
{
	struct ms_take take = ms_take(m);
	uint32_t *shelf = p->shelf[p->head.turn];
	int column = MS_ROWS * take.column;
	uint32_t lowest = 1u << column << at_low32(~(ms_shelf(p, p->head.turn) >> column));
	uint64_t taken = 0;

	for (int i = 0; i < 3; i++) {
		bool there = i < take.count;
		int cell = there ? take.cells[i] : take.cells[0];
		shelf[ms_tile(p, cell)] |= there * lowest << i;
		taken |= (uint64_t)1 << cell;
	}
	for (int b = 0; b < 3; b++)
		p->room[b] &= ~taken;
	end_turn(p);
}

void ms_apply(struct at_state *s, at_move m)
{
	struct ms_state *p = (struct ms_state *)s;
	int who = ms_who(m);
	uint8_t number = (uint8_t)ms_number(m);

	s->ply++;
	switch (ms_kind(m)) {
	case MS_MOVE_TAKE: apply_take(p, m); break;
	case MS_MOVE_DRAW: apply_draw(p, who, number); break;
	case MS_MOVE_GOAL:
		p->goals[p->goals[0] != 0] = number;
		if (p->goals[ms_goal_count(s) - 1])
			s->phase = MS_DEAL;
		break;
	case MS_MOVE_DEAL: /* MS-2.3: a view of another seat does not learn the number */
		p->personal[who] =
		    at_is_truth(s) || s->viewer == who ? number : MS_PERSONAL_UNKNOWN;
		if (ms_next_to_deal(p) == AT_NOBODY)
			s->phase = MS_FIRST;
		break;
	case MS_MOVE_FIRST: /* MS-2.4, MS-2.5 */
		s->first = (int8_t)who;
		begin_fill(p, who);
		break;
	case MS_MOVE_REVEAL:
		p->personal[who] = number;
		p->opened |= (uint8_t)(1 << who);
		if (ms_next_to_open(p) == AT_NOBODY) {
			s->turn = AT_OVER;
			s->phase = MS_DONE;
		}
		break;
	default: at_assert(!"a move of this game");
	}
}
