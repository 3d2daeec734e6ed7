/* Reef Encounter: the parts of a position that its text may omit, because they follow from the
 * rest. */
#include "text_parse.h"

#include <string.h>

static enum at_err place_boards(struct re_state *e, struct at_scan *scan)
{
	uint64_t drawn[RE_BOARDS][RE_COLOURS];
	unsigned left = e->spare[RE_NOTED_BOARDS];

	memcpy(drawn, e->polyps, sizeof drawn);
	memset(e->polyps, 0, sizeof e->polyps);
	for (int b = 0; b < RE_BOARDS && e->board[b] && e->head.phase > RE_DRAW_BOARDS; b++) {
		int id = e->board[b] - 1;
		if (!(left >> id & 1)) {
			at_scan_fail(scan, AT_BAD_TEXT, "'board b%d:' is missing", id);
			return at_blame(scan->fail, scan->err, "boards", 0);
		}
		left &= ~(1u << id);
		memcpy(e->polyps[b], drawn[id], sizeof drawn[id]);
	}
	if (left) {
		at_scan_fail(scan, AT_BAD_VALUE, "RE-2.1: board b%d is not in play",
			     at_low32(left));
		return at_blame(scan->fail, scan->err, "board", at_low32(left));
	}
	return AT_OK;
}

static void default_phase(struct re_state *e)
{
	struct at_state *s = &e->head;

	if (!re_noted(e, RE_NOTED_PHASE))
		s->phase = s->turn >= 0 ? RE_TURN : s->turn == AT_OVER ? RE_DONE : RE_REFILL;
	if (s->phase == RE_DONE)
		for (int i = 0; i < s->seats; i++)
			if (e->seat[i].first_tile < RE_COLOURS)
				e->opened |= (uint8_t)(1u << i);
	for (int i = 0; i < s->seats; i++)
		if (e->opened >> i & 1)
			e->seat[i].fish[e->seat[i].first_tile]++;
}

static bool sea_space_empty(const struct re_state *e)
{
	for (int c = 0; c < RE_COLOURS; c++)
		if (re_sum(e->sea[c]) == 0)
			return true;
	return false;
}

/* The reason for the end of a game that is over, if the text does not give it: by the visible
 * conditions, or by the turns. */
static void default_end(struct re_state *e)
{
	if (e->head.phase < RE_EXTRA || re_noted(e, RE_NOTED_END))
		return;
	e->ender = 1;
	for (int i = 0; i < e->head.seats; i++)
		if (e->seat[i].eaten == RE_SHRIMPS)
			e->ender = (uint8_t)(i + 1);
	if (e->fixed == (1 << RE_CORAL_TILES) - 1)
		e->end = RE_END_FIXED;
	else if (e->seat[e->ender - 1].eaten == RE_SHRIMPS)
		e->end = RE_END_SHRIMPS;
	else if (re_boards_full(e))
		e->end = RE_END_FULL;
	else if (sea_space_empty(e))
		e->end = RE_END_SEA;
	else
		e->end = RE_END_TURNS;
	if (e->end == RE_END_TURNS && !re_noted(e, RE_NOTED_TURNS))
		e->turns = RE_TURNS;
}

/* The first player follows from the turns made and the seat to move, or the other way round. */
static void default_first(struct re_state *e)
{
	struct at_state *s = &e->head;
	int n = s->seats;
	int now = s->turn >= 0 && s->phase == RE_TURN ? s->turn : 0;

	if (s->phase <= RE_DRAW_FIRST)
		return;
	if (s->first == AT_NOBODY)
		s->first = (int8_t)((now + n * RE_TURNS - e->turns) % n);
	else if (s->phase == RE_TURN && !re_noted(e, RE_NOTED_TURNS))
		e->turns = (uint8_t)((now - s->first + n) % n);
}

static enum at_err default_bag(struct re_state *e, struct at_scan *scan)
{
	bool view = !at_is_truth(&e->head);
	bool given = re_noted(e, view ? RE_NOTED_POOL : RE_NOTED_BAG);

	if (re_noted(e, RE_NOTED_BAG) && view != (e->spare[RE_NOTED_BAG_SIZE] != 0)) {
		at_scan_fail(scan, AT_BAD_TEXT,
			     view ? "in a view 'bag:' is the number of its tiles"
				  : "'bag:' needs the counts of its colours");
		return at_blame(scan->fail, scan->err, "bag", 0);
	}
	if (re_noted(e, RE_NOTED_POOL) && !view) {
		at_scan_fail(scan, AT_BAD_TEXT, "'pool:' is for views");
		return at_blame(scan->fail, scan->err, "pool", 0);
	}
	for (int c = 0; c < RE_COLOURS; c++) {
		int rest = RE_TILES - re_tiles_visible(e, c);
		if (!re_noted(e, RE_NOTED_BONUS) && re_growth_possible(e) &&
		    rest > (given ? e->bag[c] : 0)) {
			e->bonus |= (uint8_t)(1u << c);
			rest--;
		}
		if (!given && rest < 0) {
			at_scan_fail(scan, AT_BAD_STATE, "RE-1.1: %d %s tiles instead of 40",
				     RE_TILES - rest, re_colour_names[c]);
			return at_blame(scan->fail, scan->err, "boards", 0);
		}
		if (!given)
			e->bag[c] = (uint8_t)rest;
	}
	return AT_OK;
}

/* The size of the bag, which colours it holds, and what can be counted for that. */
static void default_knowledge(struct re_state *e)
{
	bool view = !at_is_truth(&e->head);
	int hidden_slots = 0;

	for (int i = 0; i < e->head.seats; i++) {
		hidden_slots += e->seat[i].unseen_count - re_sum(e->seat[i].unseen);
		hidden_slots += e->seat[i].first_tile == RE_UNKNOWN;
	}
	if (!re_noted(e, RE_NOTED_BAG) || !view)
		e->bag_size = (uint8_t)(re_sum(e->bag) - hidden_slots);
	for (int c = 0; c < RE_COLOURS; c++) {
		if (e->bag[c] && !(e->spare[RE_NOTED_BAG_EMPTY] >> c & 1)) {
			e->bag_has |= (uint8_t)(1u << c);
			continue;
		}
		if (e->counted >> c & 1)
			continue;
		e->counted |= (uint8_t)(1u << c);
		e->hidden[c] = (uint8_t)(re_hidden_known(e, c) + (view ? e->bag[c] : 0));
	}
}

enum at_err re_parse_end(struct at_state *s, struct at_scan *scan)
{
	struct re_state *e = (struct re_state *)s;

	default_phase(e);
	if (place_boards(e, scan))
		return scan->err;
	default_end(e);
	default_first(e);
	if (default_bag(e, scan))
		return scan->err;
	default_knowledge(e);
	for (int c = 0; c < RE_COLOURS && !re_noted(e, RE_NOTED_SUPPLY); c++) {
		int cubes = RE_CUBES - 1;
		for (int i = 0; i < s->seats; i++)
			cubes -= e->seat[i].cubes[c];
		if (cubes < 0) {
			at_scan_fail(scan, AT_BAD_STATE, "RE-1.1: more than ten %s larva cubes",
				     re_colour_names[c]);
			return at_blame(scan->fail, scan->err, "hand", 0);
		}
		e->supply[c] = (uint8_t)cubes;
	}
	memset(e->spare, 0, sizeof e->spare);
	return scan->err;
}
