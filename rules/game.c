#include "game.h"

#include "assert.h"
#include "games_list.h" /* AT_GAMES(X), AT_UNLISTED(X), made from games.list by the build */
#include "hash.h"

#include <string.h>

#define DECLARE(name) extern const struct at_game at_##name;
AT_GAMES(DECLARE)

/* The template comes last: it is never listed. */
#define TABLE(name) &at_##name,
static const struct at_game *const games[] = {AT_GAMES(TABLE) AT_UNLISTED(TABLE)};
#define ONE(name) +1
enum { LISTED = 0 AT_GAMES(ONE), ALL = sizeof games / sizeof games[0] };

int at_games(void)
{
	return LISTED;
}

const struct at_game *at_game(int index)
{
	at_assert(index >= 0 && index < LISTED);
	return games[index];
}

const struct at_game *at_game_named(struct at_word name)
{
	for (int i = 0; i < ALL; i++)
		if (at_word_is(name, games[i]->name))
			return games[i];
	return NULL;
}

const struct at_game *at_game_with_id(int id)
{
	if (id >= 1 && id <= LISTED && games[id - 1]->id == id) /* so far all are in this order */
		return games[id - 1];
	for (int i = 0; i < ALL; i++)
		if (games[i]->id == id)
			return games[i];
	return NULL;
}

const struct at_game *at_game_of(const struct at_state *s)
{
	const struct at_game *game = at_game_with_id(s->game);

	at_assert(game);
	return game;
}

static bool options_valid(const struct at_game *game, uint8_t options)
{
	for (const struct at_option *o = game->options; o->name; o++) {
		int mask = (1 << o->bits) - 1;
		int value = options >> o->shift & mask;
		if (value >= 4 || !o->values[value])
			return false;
		options &= (uint8_t) ~(mask << o->shift);
	}
	return options == 0;
}

/* A wrong number of players: err, with the allowed numbers. */
static enum at_err bad_seats(const struct at_game *game, unsigned seats, enum at_err err,
			     struct at_fail *fail)
{
	if (game->seats_min == game->seats_max)
		return at_fail(fail, err, "%s is for %u player%s, not %u", game->name,
			       game->seats_max, game->seats_max == 1 ? "" : "s", seats);
	return at_fail(fail, err, "%s is for %u to %u players, not %u", game->name, game->seats_min,
		       game->seats_max, seats);
}

static enum at_err bad_version(const struct at_game *game, unsigned version, enum at_err err,
			       struct at_fail *fail)
{
	return at_fail(fail, err, "%s has rules of version 1 to %u here, not %u", game->name,
		       game->version, version);
}

enum at_err at_init(const struct at_game *game, const struct at_setup *setup, struct at_state *out,
		    struct at_fail *fail)
{
	if (setup->seats < game->seats_min || setup->seats > game->seats_max)
		return bad_seats(game, setup->seats, AT_BAD_VALUE, fail);
	if (!options_valid(game, setup->options))
		return at_fail(fail, AT_BAD_VALUE, "%s has no options %u", game->name,
			       setup->options);
	if (setup->version > game->version)
		return bad_version(game, setup->version, AT_BAD_VALUE, fail);
	if (setup->first > setup->seats)
		return at_fail(fail, AT_BAD_VALUE, "there is no seat %u to be first, only 1 to %u",
			       setup->first, setup->seats);
	memset(out, 0, game->state_size);
	out->game = game->id;
	out->version = setup->version ? setup->version : game->version;
	out->seats = setup->seats;
	out->options = setup->options;
	out->viewer = AT_TRUTH;
	out->first = AT_NOBODY;
	game->init(out);
	if (setup->first && out->first != AT_NOBODY)
		return at_fail(fail, AT_BAD_VALUE, "nobody chooses the first player of %s",
			       game->name);
	return AT_OK;
}

int at_moves(const struct at_state *s, at_move *out)
{
	const struct at_game *game = at_game_of(s);
	int n = game->moves(s, out);

	at_assert(n >= 0 && (uint32_t)n <= game->moves_max);
	return n;
}

/* Only a typed position can be so late. */
static enum at_err refuse_late(const struct at_game *game, const struct at_state *s,
			       struct at_fail *fail)
{
	return s->ply < game->plies_max
		   ? AT_OK
		   : at_fail(fail, AT_BAD_MOVE, "no game has more than %u moves", game->plies_max);
}

enum at_err at_apply(struct at_state *s, at_move m, struct at_fail *fail)
{
	const struct at_game *game = at_game_of(s);
	enum at_err err = game->refuse(s, m, fail);

	if (!err && !at_is_truth(s) && s->turn == AT_CHANCE)
		err = at_fail(fail, AT_BAD_MOVE, "a view makes no draws, it follows them");
	if (!err)
		err = refuse_late(game, s, fail);
	if (err)
		return err;
	game->apply(s, m);
	return AT_OK;
}

enum at_err at_follow(struct at_state *view, at_move seen, struct at_fail *fail)
{
	const struct at_game *game = at_game_of(view);
	enum at_err err;

	at_assert(!at_is_truth(view));
	err = game->refuse_seen(view, seen, fail);
	if (!err)
		err = refuse_late(game, view, fail);
	if (!err)
		game->apply(view, seen);
	return err;
}

void at_view(const struct at_state *s, int viewer, struct at_view *out)
{
	const struct at_game *game = at_game_of(s);

	at_assert(viewer == AT_PUBLIC || (viewer >= 0 && viewer < s->seats));
	at_assert(at_is_truth(s) || s->viewer == viewer);
	memcpy(&out->state, s, game->state_size);
	if (!at_is_truth(s))
		return;
	out->state.head.viewer = (int8_t)viewer;
	game->hide(&out->state.head, viewer);
}

at_move at_view_move(const struct at_state *s, at_move m, int viewer)
{
	at_assert(at_is_truth(s));
	return at_game_of(s)->view_move(s, m, viewer);
}

void at_guess(const struct at_view *view, struct at_rng *rng, struct at_state *out)
{
	const struct at_game *game = at_game_of(&view->state.head);

	memcpy(out, &view->state, game->state_size);
	out->viewer = AT_TRUTH;
	game->guess(out, rng);
}

void at_score(const struct at_state *s, int seat, struct at_score *out)
{
	*out = (struct at_score){0};
	at_game_of(s)->score(s, seat, out);
	for (int i = 0; i < out->line_count; i++)
		out->total += out->lines[i].points;
}

/* Above 0 where a is ahead of b. */
static int compare(const struct at_score *a, const struct at_score *b)
{
	if (a->total != b->total)
		return a->total > b->total ? 1 : -1;
	for (int i = 0; i < a->tie_count; i++)
		if (a->ties[i].points != b->ties[i].points)
			return a->ties[i].points > b->ties[i].points ? 1 : -1;
	return 0;
}

void at_rank(const struct at_state *s, struct at_score *scores, int *places)
{
	bool hidden = false;

	for (int i = 0; i < s->seats; i++) {
		at_score(s, i, &scores[i]);
		hidden |= scores[i].hidden;
	}
	for (int i = 0; i < s->seats; i++) {
		places[i] = !hidden;
		for (int j = 0; j < s->seats && !hidden; j++)
			places[i] += compare(&scores[j], &scores[i]) > 0;
	}
}

void at_judge(const struct at_state *s, struct at_score *scores, double *wins)
{
	int places[AT_SEATS_MAX];
	int winners = 0;

	at_rank(s, scores, places);
	for (int i = 0; i < s->seats; i++)
		winners += places[i] == 1;
	for (int i = 0; i < s->seats; i++)
		wins[i] = places[i] == 1 ? 1.0 / winners : 0;
}

enum at_err at_check(const struct at_state *s, struct at_fail *fail)
{
	const struct at_game *game = at_game_with_id(s->game);

	if (!game)
		return at_fail(fail, AT_BAD_STATE, "no game has the number %u", s->game);
	if (s->version == 0 || s->version > game->version)
		return bad_version(game, s->version, AT_BAD_STATE, fail);
	if (s->seats < game->seats_min || s->seats > game->seats_max)
		return bad_seats(game, s->seats, AT_BAD_STATE, fail);
	if (!options_valid(game, s->options))
		return at_fail(fail, AT_BAD_STATE, "%s has no options %u", game->name, s->options);
	if (s->turn < AT_OVER || s->turn >= s->seats)
		return at_fail(fail, AT_BAD_STATE, "there is no seat %d to move", s->turn + 1);
	if (s->viewer < AT_TRUTH || s->viewer >= s->seats)
		return at_fail(fail, AT_BAD_STATE, "there is no seat %d to look", s->viewer + 1);
	if (s->first < AT_NOBODY || s->first >= s->seats)
		return at_fail(fail, AT_BAD_STATE, "there is no seat %d to be first", s->first + 1);
	if (s->ply > game->plies_max) {
		at_fail(fail, AT_BAD_STATE, "no game has %u plies: at most %u", s->ply,
			game->plies_max);
		return at_blame(fail, AT_BAD_STATE, "ply", 0);
	}
	return game->check(s, fail);
}

void at_print_move(const struct at_state *s, at_move m, struct at_text *t)
{
	at_game_of(s)->print_move(s, m, t);
}

enum at_err at_parse_move(const struct at_state *s, const char *text, size_t len, at_move *out,
			  struct at_fail *fail)
{
	struct at_scan scan;
	at_move m;

	at_scan_init(&scan, text, len, fail);
	if (!at_scan_line(&scan))
		return at_scan_fail(&scan, AT_BAD_TEXT, "expected a move");
	if (at_game_of(s)->parse_move(s, &scan, &m) || at_scan_done(&scan))
		return scan.err;
	if (at_scan_line(&scan))
		return at_scan_fail(&scan, AT_BAD_TEXT, "expected one move, not several lines");
	if (scan.err)
		return scan.err;
	*out = m;
	return AT_OK;
}

static bool is_switch(const struct at_option *o)
{
	return at_word_is((struct at_word){"no", 2}, o->values[0]);
}

void at_print_options(const struct at_game *game, uint8_t options, struct at_text *t)
{
	const char *gap = "";

	for (const struct at_option *o = game->options; o->name; o++) {
		int value = options >> o->shift & ((1 << o->bits) - 1);
		if (value == 0)
			continue;
		at_put(t, "%s%s", gap, o->name);
		if (!is_switch(o))
			at_put(t, "=%s", o->values[value]);
		gap = " ";
	}
}

/* Splits "name=value"; value has length 0 and no position where there is no '='. */
static struct at_word split(struct at_word *w)
{
	for (size_t i = 0; i < w->len; i++)
		if (w->at[i] == '=') {
			struct at_word value = {w->at + i + 1, w->len - i - 1};
			w->len = i;
			return value;
		}
	return (struct at_word){NULL, 0};
}

enum at_err at_scan_options(const struct at_game *game, struct at_scan *scan, uint8_t *out)
{
	struct at_word name, value;
	uint8_t options = 0;
	uint8_t seen = 0;

	while (at_scan_word(scan, &name)) {
		const struct at_option *o = game->options;
		int v = 0;
		value = split(&name);
		while (o->name && !at_word_is(name, o->name))
			o++;
		if (!o->name)
			return at_scan_fail(scan, AT_BAD_VALUE, "%s has no option '%s'", game->name,
					    at_show(name).s);
		if (!value.at && is_switch(o))
			v = 1;
		else
			while (v < 4 && o->values[v] && !at_word_is(value, o->values[v]))
				v++;
		if (v == 4 || !o->values[v])
			return at_scan_fail(scan, AT_BAD_VALUE, "option %s has no value '%s'",
					    o->name, at_show(value).s);
		if (seen >> (o - game->options) & 1)
			return at_scan_fail(scan, AT_BAD_TEXT, "option %s is given twice", o->name);
		seen |= (uint8_t)(1 << (o - game->options));
		options |= (uint8_t)(v << o->shift);
	}
	if (scan->err)
		return scan->err;
	*out = options;
	return AT_OK;
}
