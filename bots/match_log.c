#include "match_log.h"

#include "assert.h"
#include "json.h"

#include <stdio.h>

enum { VERSION = 1 }; /* a new number when games are played with other draws */

/* Longer than the head and any other line: every byte of outside text may be escaped. */
enum { LINE_SIZE = 6 * AT_ARENA_BOT_TEXT * AT_SEATS_MAX + 1000 };

static void put_bots(struct at_text *t, const struct at_match *c)
{
	char spec[AT_ARENA_BOT_TEXT];
	bool external = false;

	at_json_open(t, "bots", '[');
	for (int e = 0; e < c->entrants; e++) {
		at_entrant_spec(&c->entrant[e], spec);
		at_json_next(t);
		at_json_string(t, spec);
		external |= at_entrant_command(&c->entrant[e]) != NULL;
	}
	at_putc(t, ']');
	if (!external)
		return;
	at_json_count(t, "ms", c->external_time.turn);
	if (c->external_time.clock) {
		at_json_count(t, "clock", c->external_time.clock);
		at_json_count(t, "increment", c->external_time.increment);
	}
}

static void put_test(struct at_text *t, const char *name, const struct at_sprt *s)
{
	const double test[] = {s->elo[0], s->elo[1], s->error[0], s->error[1]};

	at_json_numbers(t, name, test, 4);
}

/* The head without its end: everything that decides what game number g is and when to stop, so
 * that a run cannot be continued with another test after its result was seen. */
static void make_head(const struct at_match *c, struct at_text *t)
{
	char options[200], seed[24];
	struct at_text words;

	at_text_init(&words, options, sizeof options);
	at_print_options(c->game, c->setup.options, &words);
	snprintf(seed, sizeof seed, "%llu", (unsigned long long)c->seed);
	at_putc(t, '{');
	at_json_count(t, "log", VERSION);
	at_json_word(t, "match", c->game->name);
	at_json_count(t, "players", c->setup.seats);
	at_json_word(t, "options", options);
	at_json_word(t, "seed", seed); /* a string: JSON's numbers may lose digits */
	put_bots(t, c);
	if (c->sprt)
		put_test(t, "sprt", c->sprt);
	if (c->ceiling)
		put_test(t, "ceiling", c->ceiling);
	at_putc(t, '}');
	at_assert(!t->full);
}

static bool read_result(const struct at_match *c, const char *line, struct at_result *out)
{
	static const double far = 1e6; /* no game has such points, and no luck is that large */
	struct at_reader r = {.at = line};
	double wins = 0;

	*out = (struct at_result){.forfeit = -1};
	at_expect(&r, "{\"game\":");
	out->game = (uint32_t)at_read_number(&r, 1, UINT32_MAX) - 1;
	at_expect(&r, ",\"plies\":");
	out->plies = (uint32_t)at_read_number(&r, 0, UINT32_MAX);
	at_read_array(&r, "win", out->win, c->entrants, 0, 1);
	at_read_array(&r, "points", out->points, c->entrants, -far, far);
	at_read_array(&r, "luck", out->luck, c->entrants, -far, far);
	if (at_skip(&r, ",\"forfeit\":")) {
		out->forfeit = (int8_t)(at_read_number(&r, 1, c->entrants) - 1);
		at_expect(&r, ",\"why\":");
		at_read_quoted(&r, out->why, sizeof out->why);
	}
	at_expect(&r, "}");
	for (int e = 0; e < c->entrants; e++)
		wins += out->win[e];
	return !r.bad && *r.at == '\0' && wins > 1 - 1e-6 && wins < 1 + 1e-6;
}

static bool take_result(void *context, const char *line)
{
	struct at_match *c = context;
	struct at_result r;

	if (!read_result(c, line, &r))
		return false;
	if (r.game < c->games)
		c->results[r.game] = r;
	return true;
}

enum at_err at_match_log_open(struct at_journal *log, struct at_match *c, struct at_fail *fail)
{
	struct at_lines lines = {take_result, c};
	char head[LINE_SIZE];
	struct at_text t;

	at_text_init(&t, head, sizeof head);
	make_head(c, &t);
	return at_journal_open(log, c->log, head, &lines, fail);
}

enum at_err at_match_log_add(struct at_journal *log, const struct at_match *c,
			     const struct at_result *r, struct at_fail *fail)
{
	char line[LINE_SIZE];
	struct at_text t;

	at_text_init(&t, line, sizeof line);
	at_putc(&t, '{');
	at_json_count(&t, "game", r->game + 1);
	at_json_count(&t, "plies", r->plies);
	at_json_numbers(&t, "win", r->win, c->entrants);
	at_json_numbers(&t, "points", r->points, c->entrants);
	at_json_numbers(&t, "luck", r->luck, c->entrants);
	if (r->forfeit >= 0) {
		at_json_seat(&t, "forfeit", r->forfeit);
		at_json_word(&t, "why", r->why);
	}
	at_putc(&t, '}');
	at_assert(!t.full);
	return at_journal_add(log, line, fail);
}
