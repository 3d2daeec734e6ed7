#define _POSIX_C_SOURCE 200809L

#include "tally_log.h"

#include "assert.h"
#include "command.h"
#include "json.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

enum { LINE_SIZE = 600 };

/* Wins are kept in twelfths, so that they are whole: a share is a half, a third or a quarter. */
enum { TWELFTHS = 12 };

static const double most = 9007199254740992.0; /* 2^53: whole numbers up to here are exact */

static uint64_t read_count(struct at_reader *r, const char *name)
{
	at_expect(r, ",\"");
	at_expect(r, name);
	at_expect(r, "\":");
	return (uint64_t)at_read_number(r, 0, most);
}

static bool read_tally(const char *line, int seats, uint64_t *from, struct at_tally *t)
{
	double points[AT_SEATS_MAX], wins[AT_SEATS_MAX];
	struct at_reader r = {.at = line};
	char signature[20], *end;

	at_expect(&r, "{\"from\":");
	*from = (uint64_t)at_read_number(&r, 0, most);
	t->games = read_count(&r, "games");
	t->decisions = read_count(&r, "decisions");
	t->chance_moves = read_count(&r, "chance_moves");
	t->moves_listed = read_count(&r, "moves_listed");
	at_read_array(&r, "points", points, seats, -most, most);
	at_read_array(&r, "twelfths", wins, seats, 0, most);
	at_expect(&r, ",\"signature\":");
	at_read_quoted(&r, signature, sizeof signature);
	at_expect(&r, "}");
	if (r.bad || *r.at)
		return false;
	for (int i = 0; i < seats; i++) {
		t->points[i] = (int64_t)points[i];
		t->wins[i] = wins[i] / TWELFTHS;
	}
	t->signature = strtoull(signature, &end, 16);
	return end == signature + 16 && !*end;
}

static bool take_tally(void *context, const char *line)
{
	struct tally_log *log = context;
	struct at_tally t = {0};
	uint64_t from, left, i;

	if (!read_tally(line, log->seats, &from, &t) || from % log->chunk || from >= log->games)
		return false;
	left = log->games - from;
	i = from / log->chunk;
	if (t.games != (left < log->chunk ? left : log->chunk))
		return false;
	if (!log->has[i] && (!log->shards || i % log->shards == log->shard))
		at_tally_add(&log->sum, &t);
	log->has[i] = true;
	return true;
}

bool tally_log_open(struct tally_log *log, const char *name, const char *head)
{
	struct at_lines lines = {take_tally, log};
	struct at_fail fail;

	pthread_mutex_init(&log->lock, NULL);
	log->has = calloc((size_t)(log->games / log->chunk + 1), sizeof *log->has);
	if (!log->has)
		bad_input("there is not enough memory");
	else if (at_journal_open(&log->journal, name, head, &lines, &fail))
		bad_input("atoll lab simulate: %s", fail.why);
	else
		return true;
	return false;
}

bool tally_log_has(const struct tally_log *log, uint64_t from)
{
	return log->has[from / log->chunk];
}

bool tally_log_add(struct tally_log *log, uint64_t from, const struct at_tally *t)
{
	double points[AT_SEATS_MAX], wins[AT_SEATS_MAX];
	char line[LINE_SIZE], signature[17];
	struct at_fail fail;
	struct at_text out;
	enum at_err err;

	for (int i = 0; i < log->seats; i++) {
		points[i] = (double)t->points[i];
		wins[i] = round(t->wins[i] * TWELFTHS);
	}
	snprintf(signature, sizeof signature, "%016" PRIx64, t->signature);
	at_text_init(&out, line, sizeof line);
	at_putc(&out, '{');
	at_json_count(&out, "from", from);
	at_json_count(&out, "games", t->games);
	at_json_count(&out, "decisions", t->decisions);
	at_json_count(&out, "chance_moves", t->chance_moves);
	at_json_count(&out, "moves_listed", t->moves_listed);
	at_json_numbers(&out, "points", points, log->seats);
	at_json_numbers(&out, "twelfths", wins, log->seats);
	at_json_word(&out, "signature", signature);
	at_putc(&out, '}');
	at_assert(!out.full);
	pthread_mutex_lock(&log->lock);
	err = at_journal_add(&log->journal, line, &fail);
	pthread_mutex_unlock(&log->lock);
	if (err)
		bad_input("atoll lab simulate: %s", fail.why);
	return !err;
}

bool tally_log_close(struct tally_log *log)
{
	struct at_fail fail;
	enum at_err err = at_journal_close(&log->journal, &fail);

	pthread_mutex_destroy(&log->lock);
	free(log->has);
	if (err)
		bad_input("atoll lab simulate: %s", fail.why);
	return !err;
}
