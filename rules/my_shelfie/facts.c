/* My Shelfie: positions as JSON. docs/formats/json.md describes every member. */
#include "my_shelfie.h"

#include "bits.h"
#include "json.h"

#include <string.h>

static const char *const phase_names[] = {
    [MS_GOALS] = "goals", [MS_DEAL] = "deal",     [MS_FIRST] = "first", [MS_FILL] = "fill",
    [MS_TAKE] = "take",   [MS_REVEAL] = "reveal", [MS_DONE] = "over",
};

static void put_filling(const struct ms_state *p, struct at_text *t)
{
	bool filling = p->head.phase == MS_FILL;

	at_json_word(t, "filling", filling ? ms_cell_name(ms_order[p->fill]).s : NULL);
	at_json_seat(t, "next", filling ? p->mover : AT_NOBODY);
}

/* A place of a shelf, counted row by row from 0 at the top left. */
static int from_top(int place)
{
	return MS_COLUMNS * (MS_ROWS - 1 - place % MS_ROWS) + place / MS_ROWS;
}

static void put_personal(int personal, struct at_text *t)
{
	char wanted[MS_SHELF_PLACES];

	at_json_name(t, "personal");
	if (personal == MS_PERSONAL_UNKNOWN)
		at_puts(t, "\"?\"");
	if (!personal)
		at_puts(t, "null");
	if (!personal || personal == MS_PERSONAL_UNKNOWN)
		return;
	at_put(t, "%d", personal);
	memset(wanted, '.', sizeof wanted);
	for (int type = 0; type < MS_TYPES; type++)
		wanted[from_top(ms_wanted[personal][type])] = ms_letters[type];
	at_json_rows(t, "wanted", wanted, MS_ROWS, MS_COLUMNS);
}

static void put_seat(const struct ms_state *p, int seat, struct at_text *t)
{
	char cells[MS_SHELF_PLACES];

	at_json_open(t, NULL, '{');
	ms_draw_shelf(p, seat, cells);
	at_json_rows(t, "shelf", cells, MS_ROWS, MS_COLUMNS);
	at_json_name(t, "taken");
	at_put(t, "[%u", p->taken[seat][0]);
	if (ms_goal_count(&p->head) > 1)
		at_put(t, ",%u", p->taken[seat][1]);
	at_putc(t, ']');
	put_personal(p->personal[seat], t);
	at_json_flag(t, "open", p->opened >> seat & 1);
	at_putc(t, '}');
}

static void put_places(uint32_t group, struct at_text *t)
{
	uint64_t set = 0;

	while (group)
		set |= (uint64_t)1 << from_top(at_pop32(&group));
	at_json_set(t, "places", set);
}

static void put_groups(const struct ms_state *p, int seat, struct at_text *t)
{
	at_json_open(t, NULL, '[');
	for (int type = 0; type < MS_TYPES; type++)
		for (uint32_t left = p->shelf[seat][type]; left;) {
			uint32_t group = ms_group(&left);
			int tiles = at_count32(group);
			at_json_next(t);
			at_put(t, "{\"type\":\"%s\",\"tiles\":%d,\"points\":%d",
			       ms_type_names[type], tiles, ms_group_points(tiles));
			put_places(group, t);
			at_putc(t, '}');
		}
	at_putc(t, ']');
}

static void put_goals_met(const struct ms_state *p, int seat, struct at_text *t)
{
	uint64_t met = 0;

	for (int n = 1; n <= MS_COMMON_GOALS; n++)
		met |= (uint64_t)ms_goal_met(p->shelf[seat], n, ms_any_squares(&p->head)) << n;
	at_json_set(t, NULL, met);
}

/* The common goals in play, with the scoring tiles that are left, highest first. */
static void put_goals(const struct ms_state *p, struct at_text *t)
{
	at_json_open(t, "goals", '[');
	for (int i = 0; i < 2 && p->goals[i]; i++) {
		at_json_next(t);
		at_put(t, "{\"goal\":%u,\"left\":[", p->goals[i]);
		for (int points = 8; points > 0; points--)
			if (ms_tiles_left(p, i) >> points & 1) {
				at_json_next(t);
				at_put(t, "%d", points);
			}
		at_puts(t, "]}");
	}
	at_putc(t, ']');
}

/* A list with what put() prints of each seat. */
static void put_each(const struct ms_state *p, struct at_text *t, const char *name,
		     void (*put)(const struct ms_state *, int seat, struct at_text *))
{
	at_json_open(t, name, '[');
	for (int seat = 0; seat < p->head.seats; seat++)
		put(p, seat, t);
	at_putc(t, ']');
}

void ms_facts(const struct at_state *s, struct at_text *t)
{
	const struct ms_state *p = (const struct ms_state *)s;
	char cells[MS_ROOM_PLACES];

	at_json_word(t, "phase", phase_names[s->phase]);
	ms_draw_room(p, cells);
	at_json_rows(t, "room", cells, MS_ROOM_SIDE, MS_ROOM_SIDE);
	put_filling(p, t);
	put_each(p, t, "seats", put_seat);
	at_json_seat(t, "end_tile", p->end_tile - 1);
	put_goals(p, t);
	put_each(p, t, "goals_met", put_goals_met);
	put_each(p, t, "groups", put_groups);
	at_json_open(t, "bag", '{');
	for (int i = 0; i < MS_TYPES; i++)
		at_json_count(t, ms_type_names[i], p->bag[i]);
	at_putc(t, '}');
	at_json_flag(t, "free", p->free);
}
