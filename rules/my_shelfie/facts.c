/* My Shelfie: positions as JSON. docs/formats/json.md describes every member. */
#include "my_shelfie.h"

#include "bits.h"
#include "json.h"

static const char *const phase_names[] = {
    [MS_GOALS] = "goals", [MS_DEAL] = "deal",     [MS_FIRST] = "first", [MS_FILL] = "fill",
    [MS_TAKE] = "take",   [MS_REVEAL] = "reveal", [MS_DONE] = "over",
};

static char letter(int type)
{
	return type == MS_NONE ? '.' : ms_letters[type];
}

static void put_room(const struct ms_state *p, struct at_text *t)
{
	uint64_t in_use = ms_in_use[p->head.seats];

	at_json_open(t, "room", '[');
	for (int row = 0; row < MS_ROOM_SIDE; row++) {
		at_json_next(t);
		at_putc(t, '"');
		for (int column = 0; column < MS_ROOM_SIDE; column++) {
			int cell = ms_cell(row, column);
			if (cell >= 0 && in_use >> cell & 1)
				at_putc(t, letter(ms_tile(p, cell)));
			else
				at_putc(t, '-');
		}
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

static void put_filling(const struct ms_state *p, struct at_text *t)
{
	bool filling = p->head.phase == MS_FILL;

	at_json_word(t, "filling", filling ? ms_cell_name(ms_order[p->fill]).s : NULL);
	at_json_seat(t, "next", filling ? p->mover : AT_NOBODY);
}

/* The rows of a shelf, or of what a personal goal wants. */
static void put_rows(struct at_text *t, const char *name, const char *places)
{
	at_json_open(t, name, '[');
	for (int row = 0; row < MS_ROWS; row++) {
		at_json_next(t);
		at_putc(t, '"');
		for (int column = 0; column < MS_COLUMNS; column++)
			at_putc(t, places[ms_place(row, column)]);
		at_putc(t, '"');
	}
	at_putc(t, ']');
}

static void put_shelf(const struct ms_state *p, int seat, struct at_text *t)
{
	char places[MS_ROWS * MS_COLUMNS];

	for (int i = 0; i < MS_ROWS * MS_COLUMNS; i++)
		places[i] = letter(ms_at(p, seat, i));
	put_rows(t, "shelf", places);
}

static void put_personal(int personal, struct at_text *t)
{
	char places[MS_ROWS * MS_COLUMNS];

	at_json_name(t, "personal");
	if (personal == MS_PERSONAL_UNKNOWN)
		at_puts(t, "\"?\"");
	if (!personal)
		at_puts(t, "null");
	if (!personal || personal == MS_PERSONAL_UNKNOWN)
		return;
	at_put(t, "%d", personal);
	for (int i = 0; i < MS_ROWS * MS_COLUMNS; i++)
		places[i] = '.';
	for (int type = 0; type < MS_TYPES; type++)
		places[ms_wanted[personal][type]] = ms_letters[type];
	put_rows(t, "wanted", places);
}

static void put_seat(const struct ms_state *p, int seat, struct at_text *t)
{
	at_json_open(t, NULL, '{');
	put_shelf(p, seat, t);
	at_json_name(t, "taken");
	at_put(t, "[%u", p->taken[seat][0]);
	if (ms_goal_count(&p->head) > 1)
		at_put(t, ",%u", p->taken[seat][1]);
	at_putc(t, ']');
	put_personal(p->personal[seat], t);
	at_json_flag(t, "open", p->opened >> seat & 1);
	at_putc(t, '}');
}

/* Places of a shelf, counted row by row from 0 at the top left. */
static void put_places(uint32_t group, struct at_text *t)
{
	uint64_t set = 0;

	for (int row = 0; row < MS_ROWS; row++)
		for (int column = 0; column < MS_COLUMNS; column++)
			if (group >> ms_place(row, column) & 1)
				set |= (uint64_t)1 << (MS_COLUMNS * row + column);
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
	at_json_open(t, NULL, '[');
	for (int n = 1; n <= MS_COMMON_GOALS; n++)
		if (ms_goal_met(p->shelf[seat], n, ms_any_squares(&p->head))) {
			at_json_next(t);
			at_put(t, "%d", n);
		}
	at_putc(t, ']');
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

	at_json_word(t, "phase", phase_names[s->phase]);
	put_room(p, t);
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
