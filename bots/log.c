#define _GNU_SOURCE

#include "log.h"

#include "assert.h"
#include "json.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { VERSION = 1 }; /* another one where games are played with other draws */

/* More than the first line and any other: every byte of what came from outside may be escaped. */
enum { LINE_SIZE = 6 * AT_ARENA_BOT_TEXT * AT_SEATS_MAX + 1000 };

static void put_bots(struct at_text *t, const struct at_contest *c)
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
	if (external)
		at_json_count(t, "ms", c->external_ms);
}

static void put_test(struct at_text *t, const char *name, const struct at_sprt *s)
{
	const double test[] = {s->elo[0], s->elo[1], s->error[0], s->error[1]};

	at_json_numbers(t, name, test, 4);
}

/* The first line without its end: whatever decides what game number g is and when to end, so that
 * nobody sees how a test went and then plays on. */
static void make_head(const struct at_contest *c, struct at_text *t)
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
	at_json_word(t, "seed", seed); /* a string: JSON's numbers may lose some of it */
	put_bots(t, c);
	if (c->sprt)
		put_test(t, "sprt", c->sprt);
	if (c->ceiling)
		put_test(t, "ceiling", c->ceiling);
	at_putc(t, '}');
	at_assert(!t->full);
}

/* Reads a line strictly as it was written; the first surprise makes it bad. */
struct reader {
	const char *at;
	bool bad;
};

static bool skip(struct reader *r, const char *text)
{
	size_t len = strlen(text);

	if (strncmp(r->at, text, len) != 0)
		return false;
	r->at += len;
	return true;
}

static void expect(struct reader *r, const char *text)
{
	r->bad |= !skip(r, text);
}

static double read_number(struct reader *r, double lo, double hi)
{
	char *end;
	double x = strtod(r->at, &end);

	if (end == r->at || !(x >= lo && x <= hi)) { /* neither is true of a NaN */
		r->bad = true;
		return lo;
	}
	r->at = end;
	return x;
}

static void read_array(struct reader *r, const char *name, double *x, int n, double lo, double hi)
{
	expect(r, ",\"");
	expect(r, name);
	expect(r, "\":");
	for (int i = 0; i < n; i++) {
		expect(r, i ? "," : "[");
		x[i] = read_number(r, lo, hi);
	}
	expect(r, "]");
}

static void read_quoted(struct reader *r, char *out, size_t size)
{
	size_t len = 0;

	expect(r, "\"");
	while (!r->bad && *r->at != '"') {
		char c = *r->at++;
		if (c == '\\' && skip(r, "u00")) {
			char hex[3] = {r->at[0], r->at[0] ? r->at[1] : '\0', '\0'};
			char *end;
			c = (char)strtoul(hex, &end, 16);
			r->bad |= end != hex + 2;
			r->at += end - hex;
		} else if (c == '\\') {
			c = *r->at;
			r->at += c != '\0';
		}
		r->bad |= c == '\0';
		if (len + 1 < size)
			out[len++] = c;
	}
	out[len] = '\0';
	expect(r, "\"");
}

static bool read_result(const struct at_contest *c, const char *line, struct at_result *out)
{
	static const double far = 1e6; /* no game has such points, and no luck is like that */
	struct reader r = {.at = line};
	double wins = 0;

	*out = (struct at_result){.forfeit = -1};
	expect(&r, "{\"game\":");
	out->game = (uint32_t)read_number(&r, 1, UINT32_MAX) - 1;
	expect(&r, ",\"plies\":");
	out->plies = (uint32_t)read_number(&r, 0, UINT32_MAX);
	read_array(&r, "win", out->win, c->entrants, 0, 1);
	read_array(&r, "points", out->points, c->entrants, -far, far);
	read_array(&r, "luck", out->luck, c->entrants, -far, far);
	if (skip(&r, ",\"forfeit\":")) {
		out->forfeit = (int8_t)(read_number(&r, 1, c->entrants) - 1);
		expect(&r, ",\"why\":");
		read_quoted(&r, out->why, sizeof out->why);
	}
	expect(&r, "}");
	for (int e = 0; e < c->entrants; e++)
		wins += out->win[e];
	return !r.bad && *r.at == '\0' && wins > 1 - 1e-6 && wins < 1 + 1e-6;
}

/* Where a member's value begins in a first line, or NULL. Quotes inside strings are escaped, so the
 * name in quotes is nowhere else. */
static const char *find_member(const char *line, const char *name)
{
	char key[16];
	const char *at;

	snprintf(key, sizeof key, "\"%s\":", name);
	at = strstr(line, key);
	return at ? at + strlen(key) : NULL;
}

/* A member's value, as text, cut to the array. */
static void copy_value(const char *at, char *out, size_t size)
{
	bool quoted = false, escaped = false;
	size_t len = 0;
	int depth = 0;

	for (; *at && (quoted || depth || (*at != ',' && *at != '}')); at++) {
		if (*at == '"' && !escaped)
			quoted = !quoted;
		escaped = quoted && !escaped && *at == '\\';
		if (!quoted)
			depth += (*at == '[') - (*at == ']');
		if (len + 1 < size)
			out[len++] = *at;
	}
	out[len] = '\0';
}

/* Says in what the log is not this contest's. */
static enum at_err refuse(const struct at_log *log, const char *line, const char *head,
			  struct at_fail *fail)
{
	static const char *const members[] = {"ceiling", "sprt",    "ms",    "bots", "seed",
					      "options", "players", "match", "log"};
	size_t same = 0;

	if (find_member(line, "match") && !find_member(head, "sprt") != !find_member(line, "sprt"))
		return at_fail(fail, AT_BAD_VALUE,
			       "the log %s is of another match: %s a sequential test", log->name,
			       find_member(head, "sprt") ? "without" : "with");
	while (line[same] && line[same] == head[same])
		same++;
	for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
		const char *ours = find_member(head, members[i]);
		const char *theirs = find_member(line, members[i]);
		char was[60], is[60];
		if (!ours || !theirs || ours > head + same)
			continue;
		copy_value(theirs, was, sizeof was);
		copy_value(ours, is, sizeof is);
		if (strcmp(was, is) == 0) /* as far as we show it */
			return at_fail(fail, AT_BAD_VALUE,
				       "the log %s is of another match: its \"%s\" differ",
				       log->name, members[i]);
		return at_fail(fail, AT_BAD_VALUE,
			       "the log %s is of another match: its \"%s\" is %s, not %s",
			       log->name, members[i], was, is);
	}
	return at_fail(fail, AT_BAD_VALUE, "%s is not the log of a match", log->name);
}

static enum at_err cannot(const struct at_log *log, const char *what, struct at_fail *fail)
{
	return at_fail(fail, AT_BAD_VALUE, "the log %s cannot be %s: %s", log->name, what,
		       strerror(errno));
}

static enum at_err flush(struct at_log *log, struct at_fail *fail)
{
	return fflush(log->file) || ferror(log->file) ? cannot(log, "written", fail) : AT_OK;
}

/* The line last read, without its end. */
struct line {
	char *text;
	size_t room, len;
	uint32_t number;
	bool ended; /* with a newline; only the last one may lack it */
};

static bool next_line(struct at_log *log, struct line *l)
{
	ssize_t n;

	if (l->number && !l->ended)
		return false;
	n = getline(&l->text, &l->room, log->file);
	if (n <= 0)
		return false;
	l->len = (size_t)n;
	l->number++;
	l->ended = l->text[l->len - 1] == '\n';
	if (l->ended)
		l->text[--l->len] = '\0';
	return true;
}

/* A line without its closing brace was cut short by a kill. */
static bool is_whole(const struct line *l)
{
	return l->len > 0 && l->text[l->len - 1] == '}';
}

static enum at_err read_games(struct at_log *log, struct at_contest *c, struct line *l, off_t *good,
			      struct at_fail *fail)
{
	struct at_result r;

	while (next_line(log, l)) {
		if (l->ended)
			*good += (off_t)l->len + 1;
		if (!is_whole(l))
			continue;
		if (!read_result(c, l->text, &r))
			return at_fail(fail, AT_BAD_VALUE, "line %u of the log %s is damaged",
				       l->number, log->name);
		if (r.game < c->games)
			c->results[r.game] = r;
	}
	return AT_OK;
}

/* Reads what there is and leaves a file of whole lines, of which the head is the first. */
static enum at_err take_up(struct at_log *log, struct at_contest *c, struct line *l,
			   const char *head, struct at_fail *fail)
{
	size_t len = strlen(head);
	off_t good = 0; /* bytes in lines that have an end */

	if (next_line(log, l)) {
		bool cut = !l->ended && l->len < len;
		if (l->len > len || memcmp(l->text, head, l->len) != 0 || (l->len < len && !cut))
			return refuse(log, l->text, head, fail);
		good = l->ended ? (off_t)len + 1 : 0;
	}
	if (read_games(log, c, l, &good, fail))
		return fail->err;
	if (ferror(log->file))
		return cannot(log, "read", fail);
	if (!l->ended && ftruncate(fileno(log->file), good))
		return cannot(log, "written", fail);
	fseek(log->file, 0, SEEK_END);
	if (good == 0)
		fprintf(log->file, "%s\n", head);
	else if (!l->ended && is_whole(l))
		fprintf(log->file, "%s\n", l->text);
	return flush(log, fail);
}

enum at_err at_log_open(struct at_log *log, struct at_contest *c, struct at_fail *fail)
{
	int fd = open(c->log, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	struct line line = {0};
	enum at_err err;
	struct stat st;
	char head[LINE_SIZE];
	struct at_text t;

	at_text_init(&t, head, sizeof head);
	make_head(c, &t);
	*log = (struct at_log){.name = c->log};
	log->file = fd < 0 ? NULL : fdopen(fd, "a+");
	if (!log->file || fstat(fd, &st))
		return cannot(log, "opened", fail);
	if (!S_ISREG(st.st_mode)) {
		fprintf(log->file, "%s\n", head);
		err = flush(log, fail);
	} else if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
		err = at_fail(fail, AT_BAD_VALUE, "the log %s is in use by another run", c->log);
	} else {
		err = take_up(log, c, &line, head, fail);
	}
	free(line.text);
	return err;
}

enum at_err at_log_add(struct at_log *log, const struct at_contest *c, const struct at_result *r,
		       struct at_fail *fail)
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
	at_puts(&t, "}\n");
	at_assert(!t.full);
	fputs(line, log->file);
	return flush(log, fail);
}

enum at_err at_log_close(struct at_log *log, struct at_fail *fail)
{
	bool written = !log->file || fclose(log->file) == 0;

	log->file = NULL;
	return written ? AT_OK : cannot(log, "written", fail);
}
