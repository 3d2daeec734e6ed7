#include "position.h"

#include "assert.h"

#include <string.h>

enum {
	KEYS_MAX = 32,
	ARGUMENTS_MAX = 8, /* more than any key's arguments */
};

enum head_key { KEY_PLY, KEY_FIRST, KEY_TO_MOVE, KEY_VIEWER, HEAD_KEYS };
static const char *const head_keys[HEAD_KEYS] = {"ply", "first", "to-move", "viewer"};

void at_print_setup(const struct at_game *game, const struct at_setup *setup, struct at_text *t)
{
	at_put(t, "game: %s\nplayers: %u\n", game->name, setup->seats);
	if (setup->version)
		at_put(t, "rules: %u\n", setup->version);
	if (setup->options) {
		at_puts(t, "options: ");
		at_print_options(game, setup->options, t);
		at_putc(t, '\n');
	}
}

void at_print_position(const struct at_state *s, struct at_text *t)
{
	const struct at_game *game = at_game_of(s);
	struct at_setup setup = {s->seats, s->options, 0};

	if (s->version != game->version)
		setup.version = s->version;
	at_print_setup(game, &setup, t);
	if (s->viewer == AT_PUBLIC)
		at_puts(t, "viewer: public\n");
	else if (s->viewer >= 0)
		at_put(t, "viewer: %d\n", s->viewer + 1);
	at_put(t, "ply: %u\n", s->ply);
	if (s->first == AT_NOBODY)
		at_puts(t, "first: -\n");
	else
		at_put(t, "first: %d\n", s->first + 1);
	if (s->turn >= 0)
		at_put(t, "to-move: %d\n", s->turn + 1);
	else
		at_put(t, "to-move: %s\n", s->turn == AT_OVER ? "over" : "chance");
	game->print(s, t);
}

/* The lines on which keys stand, 0 where they do not; the keys of the head come first. */
struct lines {
	uint32_t of[HEAD_KEYS + KEYS_MAX][ARGUMENTS_MAX];
};

static enum at_err scan_seat(struct at_scan *scan, const char *what, const struct at_state *s,
			     int8_t *out, const char *special, int8_t value, const char *special2,
			     int8_t value2)
{
	struct at_word w;
	uint32_t seat;

	if (at_scan_need(scan, what, &w))
		return scan->err;
	if (at_word_is(w, special)) {
		*out = value;
	} else if (at_word_is(w, special2)) {
		*out = value2;
	} else if (at_word_uint(w, 1, s->seats, &seat)) {
		*out = (int8_t)(seat - 1);
	} else {
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "%s is a seat from 1 to %u, %s or %s, not '%s'", what, s->seats,
				    special, special2, at_show(w).s);
	}
	return AT_OK;
}

static enum at_err scan_first(struct at_scan *scan, struct at_state *s)
{
	struct at_word w;
	uint32_t seat;

	if (at_scan_need(scan, "first", &w))
		return scan->err;
	if (at_word_is(w, "-"))
		s->first = AT_NOBODY;
	else if (at_word_uint(w, 1, s->seats, &seat))
		s->first = (int8_t)(seat - 1);
	else
		return at_scan_fail(scan, AT_BAD_VALUE,
				    "first is a seat from 1 to %u or '-', not '%s'", s->seats,
				    at_show(w).s);
	return AT_OK;
}

static enum at_err parse_head(struct at_state *s, enum head_key key, struct at_scan *scan)
{
	switch (key) {
	case KEY_PLY: return at_scan_uint(scan, "ply", 0, UINT32_MAX, &s->ply);
	case KEY_FIRST: return scan_first(scan, s);
	case KEY_TO_MOVE:
		return scan_seat(scan, "to-move", s, &s->turn, "chance", AT_CHANCE, "over",
				 AT_OVER);
	default:
		return scan_seat(scan, "viewer", s, &s->viewer, "public", AT_PUBLIC, "truth",
				 AT_TRUTH);
	}
}

/* The number of a key's argument: 0-based for seats. -1 where it is not allowed. */
static int argument(const struct at_key *key, const struct at_state *s, struct at_word arg)
{
	uint32_t x;

	if (key->count == 0)
		return arg.len == 0 ? 0 : -1;
	if (key->count == AT_PER_SEAT)
		return at_word_uint(arg, 1, s->seats, &x) ? (int)x - 1 : -1;
	for (const char *p = key->prefix; p && *p; p++, arg.at++, arg.len--)
		if (arg.len == 0 || *arg.at != *p)
			return -1;
	return at_word_uint(arg, key->low, key->low + key->count - 1u, &x) ? (int)x : -1;
}

/* The index of a key in struct lines, or -1. */
static int find_key(const struct at_game *game, struct at_word name)
{
	int key = at_word_in(name, head_keys, HEAD_KEYS);

	if (key >= 0)
		return key;
	for (int i = 0; game->keys[i].name; i++)
		if (at_word_is(name, game->keys[i].name))
			return HEAD_KEYS + i;
	return -1;
}

static enum at_err parse_key(const struct at_game *game, struct at_state *s, struct lines *lines,
			     struct at_scan *scan)
{
	struct at_word name, arg;
	const char *gap;
	int number = 0;
	int key;

	if (at_scan_indented(scan))
		return at_scan_fail(scan, AT_BAD_TEXT, "this row belongs to no drawn board");
	if (at_scan_key(scan, &name, &arg))
		return scan->err;
	gap = arg.len ? " " : "";
	key = find_key(game, name);
	if (key < 0)
		return at_scan_fail(scan, AT_BAD_TEXT, "%s has no key '%s'", game->name,
				    at_show(name).s);
	if (key >= HEAD_KEYS)
		number = argument(&game->keys[key - HEAD_KEYS], s, arg);
	else if (arg.len)
		number = -1;
	if (number < 0)
		return at_scan_fail(scan, AT_BAD_VALUE, "'%s%s%s:' is no such thing here",
				    at_show(name).s, gap, at_show(arg).s);
	at_assert(number < ARGUMENTS_MAX);
	if (lines->of[key][number])
		return at_scan_fail(scan, AT_BAD_TEXT, "'%s%s%s:' stands on line %u already",
				    at_show(name).s, gap, at_show(arg).s, lines->of[key][number]);
	lines->of[key][number] = scan->line;
	if (key < HEAD_KEYS)
		parse_head(s, (enum head_key)key, scan);
	else
		game->parse(s, key - HEAD_KEYS, number, scan);
	return at_scan_done(scan);
}

static enum at_err require_keys(const struct at_game *game, const struct at_state *s,
				const struct lines *lines, struct at_scan *scan)
{
	if (!lines->of[KEY_TO_MOVE][0])
		return at_scan_fail(scan, AT_BAD_TEXT, "'to-move:' is missing");
	for (int k = 0; game->keys[k].name; k++) {
		const struct at_key *key = &game->keys[k];
		const uint32_t *line = lines->of[HEAD_KEYS + k];
		if (!key->required)
			continue;
		if (key->count != AT_PER_SEAT) {
			if (!line[0])
				return at_scan_fail(scan, AT_BAD_TEXT, "'%s:' is missing",
						    key->name);
			continue;
		}
		for (unsigned seat = 0; seat < s->seats; seat++)
			if (!line[seat])
				return at_scan_fail(scan, AT_BAD_TEXT, "'%s %u:' is missing",
						    key->name, seat + 1);
	}
	return AT_OK;
}

static bool same_text(const char *a, const char *b)
{
	while (*a && *a == *b)
		a++, b++;
	return *a == *b;
}

/* The line of what is to blame, or that of "to-move:" where it was left out. */
static uint32_t line_of(const struct at_game *game, const struct lines *lines,
			const struct at_fail *fail)
{
	int key = 0;

	if (!fail->part)
		return 0;
	while (key < HEAD_KEYS && !same_text(fail->part, head_keys[key]))
		key++;
	if (key == HEAD_KEYS)
		while (game->keys[key - HEAD_KEYS].name &&
		       !same_text(fail->part, game->keys[key - HEAD_KEYS].name))
			key++;
	at_assert(key < HEAD_KEYS || game->keys[key - HEAD_KEYS].name);
	at_assert(fail->number >= 0 && fail->number < ARGUMENTS_MAX);
	if (!lines->of[key][fail->number])
		return lines->of[KEY_TO_MOVE][0];
	return lines->of[key][fail->number];
}

/* Does the line begin with "KEY:"? Then the scan moves behind it. */
static bool next_key_is(struct at_scan *scan, const char *key)
{
	struct at_scan before = *scan;
	struct at_word name, arg;
	struct at_fail ignored;

	before.fail = &ignored;
	if (at_scan_key(&before, &name, &arg) || !at_word_is(name, key))
		return false;
	if (arg.len)
		at_scan_fail(scan, AT_BAD_TEXT, "expected '%s:'", key);
	else
		scan->at = before.at;
	return true;
}

enum at_err at_scan_setup(struct at_scan *scan, const struct at_game **game, struct at_setup *setup,
			  bool *at_line)
{
	struct at_word name, arg, value;
	uint32_t seats;

	if (!at_scan_line(scan))
		return at_scan_fail(scan, AT_BAD_TEXT, "the text is empty");
	if (at_scan_key(scan, &name, &arg))
		return scan->err;
	if (!at_word_is(name, "game") || arg.len)
		return at_scan_fail(scan, AT_BAD_TEXT, "the first line must be 'game: NAME'");
	if (at_scan_need(scan, "the name of a game", &value) || at_scan_done(scan))
		return scan->err;
	*game = at_game_named(value);
	if (!*game)
		return at_scan_fail(scan, AT_BAD_VALUE, "there is no game '%s'", at_show(value).s);

	if (!at_scan_line(scan) || at_scan_key(scan, &name, &arg) || !at_word_is(name, "players") ||
	    arg.len)
		return at_scan_fail(scan, AT_BAD_TEXT, "after 'game:' comes 'players: N'");
	if (at_scan_uint(scan, "players", (*game)->seats_min, (*game)->seats_max, &seats) ||
	    at_scan_done(scan))
		return scan->err;
	*setup = (struct at_setup){.seats = (uint8_t)seats};

	*at_line = at_scan_line(scan);
	if (*at_line && next_key_is(scan, "rules")) {
		uint32_t version;
		if (at_scan_uint(scan, "rules", 1, (*game)->version, &version) ||
		    at_scan_done(scan))
			return scan->err;
		setup->version = (uint8_t)version;
		*at_line = at_scan_line(scan);
	}
	if (*at_line && next_key_is(scan, "options")) {
		if (at_scan_options(*game, scan, &setup->options))
			return scan->err;
		*at_line = at_scan_line(scan);
	}
	return scan->err;
}

enum at_err at_parse_position(const char *text, size_t len, struct at_state *out,
			      struct at_fail *fail)
{
	const struct at_game *game;
	struct at_setup setup;
	struct at_scan scan;
	union at_any any;
	struct at_state *s = &any.head;
	struct lines lines = {0};
	bool more;

	at_scan_init(&scan, text, len, fail);
	if (at_scan_setup(&scan, &game, &setup, &more))
		return scan.err;
	memset(&any, 0, sizeof any);
	s->game = game->id;
	s->version = setup.version ? setup.version : game->version;
	s->seats = setup.seats;
	s->options = setup.options;
	s->first = AT_NOBODY;
	s->viewer = AT_TRUTH;
	for (; more; more = at_scan_line(&scan))
		if (parse_key(game, s, &lines, &scan))
			return scan.err;
	if (scan.err || require_keys(game, s, &lines, &scan))
		return scan.err;
	if (game->parse_end(s, &scan) || at_check(s, fail)) {
		fail->line = line_of(game, &lines, fail);
		return fail->err;
	}
	memcpy(out, s, game->state_size);
	return AT_OK;
}
