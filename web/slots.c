/* States through the door, in slots: what tests and timings ask of the rules. */
#include "door.h"

#include "assert.h"
#include "bot.h"
#include "json.h"
#include "play.h"
#include "position.h"
#include "view.h"

#include <string.h>

_Static_assert(DOOR_BUFFER > AT_JSON_MAX + 6 * AT_TEXT_MAX, "a view with its text fits");

static union at_any slots[DOOR_SLOTS];
static uint8_t seed[AT_SEED_SIZE];

struct at_state *door_slot(int index)
{
	at_assert(index >= 0 && index < DOOR_SLOTS);
	return &slots[index].head;
}

void door_text(struct at_text *t)
{
	at_text_init(t, (char *)door_io, DOOR_BUFFER);
}

int door_said(const struct at_text *t)
{
	at_assert(!t->full);
	return (int)t->len;
}

int door_refused(const struct at_fail *fail)
{
	struct at_text t;

	door_text(&t);
	if (fail->line)
		at_put(&t, "line %u: ", (unsigned)fail->line);
	at_puts(&t, fail->why);
	return -(int)fail->err;
}

static int viewer_of(int viewer)
{
	return viewer > 0 ? viewer - 1 : AT_PUBLIC;
}

static enum at_err read_move(const struct at_state *s, int length, at_move *out,
			     struct at_fail *fail)
{
	return at_parse_move(s, (const char *)door_io, (size_t)length, out, fail);
}

static void put_game(struct at_text *t, const struct at_game *g, bool listed)
{
	at_json_open(t, NULL, '{');
	at_json_game(t, g);
	at_json_flag(t, "listed", listed);
	at_putc(t, '}');
}

int door_list(void)
{
	struct at_text t;

	door_text(&t);
	at_puts(&t, "{\"levels\":[");
	for (int i = 0; at_level_names[i]; i++) {
		at_json_next(&t);
		at_json_string(&t, at_level_names[i]);
	}
	at_puts(&t, "],\"games\":[");
	for (int i = 0; i < at_games(); i++)
		put_game(&t, at_game(i), true);
	put_game(&t, &at_template, false);
	at_puts(&t, "]}");
	return door_said(&t);
}

int door_seed(void)
{
	memcpy(seed, door_io, sizeof(seed));
	return 0;
}

int door_start(int to, int game, int seats, int options)
{
	const struct at_game *g = at_game_with_id(game);
	struct at_setup setup = {.seats = (uint8_t)seats, .options = (uint8_t)options};
	struct at_fail fail = {0};

	if (!g) {
		at_fail(&fail, AT_BAD_VALUE, "there is no such game");
		return door_refused(&fail);
	}
	return at_init(g, &setup, door_slot(to), &fail) ? door_refused(&fail) : 0;
}

int door_copy(int from, int to)
{
	memmove(door_slot(to), door_slot(from), sizeof(slots[0]));
	return 0;
}

int door_look(int from, int viewer, int to)
{
	struct at_view view;

	at_view(door_slot(from), viewer_of(viewer), &view);
	memcpy(door_slot(to), &view.state, sizeof(view.state));
	return 0;
}

int door_turn(int at)
{
	int t = door_slot(at)->turn;

	return t >= 0 ? t + 1 : t == AT_CHANCE ? 0 : -1;
}

int door_ply(int at)
{
	return (int)door_slot(at)->ply;
}

int door_show(int at, int with_legal)
{
	struct at_text t;

	door_text(&t);
	view_print(door_slot(at), with_legal, &t);
	return door_said(&t);
}

int door_legal(int at)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(door_slot(at), list);
	struct at_text t;

	door_text(&t);
	for (int i = 0; i < n; i++) {
		at_print_move(door_slot(at), list[i], &t);
		at_putc(&t, '\n');
	}
	return door_said(&t);
}

int door_apply(int at, int length)
{
	struct at_state *s = door_slot(at);
	struct at_fail fail = {0};
	at_move m;

	if (read_move(s, length, &m, &fail) ||
	    (at_is_truth(s) ? at_apply(s, m, &fail) : at_follow(s, m, &fail)))
		return door_refused(&fail);
	return 0;
}

int door_seen_as(int at, int viewer, int length)
{
	struct at_fail fail = {0};
	struct at_text t;
	at_move m;

	if (read_move(door_slot(at), length, &m, &fail))
		return door_refused(&fail);
	door_text(&t);
	at_print_move(door_slot(at), at_view_move(door_slot(at), m, viewer_of(viewer)), &t);
	return door_said(&t);
}

int door_deal(int at)
{
	const struct at_state *s = door_slot(at);
	struct at_text t;

	door_text(&t);
	at_print_move(s, at_deal(at_game_of(s), s, seed), &t);
	return door_said(&t);
}

int door_position(int at)
{
	struct at_text t;

	door_text(&t);
	at_print_position(door_slot(at), &t);
	return door_said(&t);
}

int door_position_read(int to, int length)
{
	struct at_fail fail = {0};

	return at_parse_position((const char *)door_io, (size_t)length, door_slot(to), &fail)
		   ? door_refused(&fail)
		   : 0;
}

int door_encode(int at)
{
	struct at_view view;

	memcpy(&view.state, door_slot(at), sizeof(view.state));
	return (int)at_view_encode(&view, door_io);
}

int door_decode(int to, int length)
{
	struct at_fail fail = {0};
	struct at_view view;

	if (at_view_decode(door_io, (size_t)length, &view, &fail))
		return door_refused(&fail);
	memcpy(door_slot(to), &view.state, sizeof(view.state));
	return 0;
}

uint64_t door_hash(int at)
{
	return at_state_hash(door_slot(at));
}
