#define _GNU_SOURCE

#include "journal.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

bool at_skip(struct at_reader *r, const char *text)
{
	size_t len = strlen(text);

	if (strncmp(r->at, text, len) != 0)
		return false;
	r->at += len;
	return true;
}

void at_expect(struct at_reader *r, const char *text)
{
	r->bad |= !at_skip(r, text);
}

double at_read_number(struct at_reader *r, double lo, double hi)
{
	char *end;
	double x = strtod(r->at, &end);

	if (end == r->at || !(x >= lo && x <= hi)) { /* neither comparison holds for a NaN */
		r->bad = true;
		return lo;
	}
	r->at = end;
	return x;
}

void at_read_array(struct at_reader *r, const char *name, double *x, int n, double lo, double hi)
{
	at_expect(r, ",\"");
	at_expect(r, name);
	at_expect(r, "\":");
	for (int i = 0; i < n; i++) {
		at_expect(r, i ? "," : "[");
		x[i] = at_read_number(r, lo, hi);
	}
	at_expect(r, "]");
}

void at_read_quoted(struct at_reader *r, char *out, size_t size)
{
	size_t len = 0;

	at_expect(r, "\"");
	while (!r->bad && *r->at != '"') {
		char c = *r->at++;
		if (c == '\\' && at_skip(r, "u00")) {
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
	at_expect(r, "\"");
}

/* Where a member's value begins in a head line, or NULL. Quotes inside strings are escaped, so
 * the quoted name cannot occur anywhere else. */
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

/* Describes how the log differs from this run. */
static enum at_err refuse(const struct at_journal *j, const char *line, const char *head,
			  struct at_fail *fail)
{
	static const char *const members[] = {"ceiling", "sprt",     "ms",       "games",   "bots",
					      "seed",    "options",  "players",  "bot",     "stray",
					      "match",   "simulate", "selfplay", "dataset", "log"};
	const char *what = find_member(head, "match")      ? "match"
			   : find_member(head, "selfplay") ? "run of self-play"
			   : find_member(head, "dataset")  ? "dataset"
							   : "simulation";
	size_t same = 0;

	if (find_member(line, "match") && !find_member(head, "sprt") != !find_member(line, "sprt"))
		return at_fail(fail, AT_BAD_VALUE,
			       "the log %s is of another match: %s a sequential test", j->name,
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
				       "the log %s is of another %s: its \"%s\" differ", j->name,
				       what, members[i]);
		return at_fail(fail, AT_BAD_VALUE,
			       "the log %s is of another %s: its \"%s\" is %s, not %s", j->name,
			       what, members[i], was, is);
	}
	return at_fail(fail, AT_BAD_VALUE, "%s is not the log of a %s", j->name, what);
}

static enum at_err cannot(const struct at_journal *j, const char *what, struct at_fail *fail)
{
	return at_fail(fail, AT_BAD_VALUE, "the log %s cannot be %s: %s", j->name, what,
		       strerror(errno));
}

static enum at_err flush(struct at_journal *j, struct at_fail *fail)
{
	return fflush(j->file) || ferror(j->file) ? cannot(j, "written", fail) : AT_OK;
}

/* The line last read, without its end. */
struct line {
	char *text;
	size_t room, len;
	uint32_t number;
	bool ended; /* with a newline; only the last one may lack it */
};

static bool next_line(struct at_journal *j, struct line *l)
{
	ssize_t n;

	if (l->number && !l->ended)
		return false;
	n = getline(&l->text, &l->room, j->file);
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

static enum at_err read_lines(struct at_journal *j, const struct at_lines *lines, struct line *l,
			      off_t *good, struct at_fail *fail)
{
	while (next_line(j, l)) {
		if (l->ended)
			*good += (off_t)l->len + 1;
		if (is_whole(l) && !lines->take(lines->context, l->text))
			return at_fail(fail, AT_BAD_VALUE, "line %u of the log %s is damaged",
				       l->number, j->name);
	}
	return AT_OK;
}

/* Reads the existing lines and leaves a file of whole lines that begins with the head. */
static enum at_err take_up(struct at_journal *j, const char *head, const struct at_lines *lines,
			   struct line *l, struct at_fail *fail)
{
	size_t len = strlen(head);
	off_t good = 0; /* bytes in lines that have an end */

	if (next_line(j, l)) {
		bool cut = !l->ended && l->len < len;
		if (l->len > len || memcmp(l->text, head, l->len) != 0 || (l->len < len && !cut))
			return refuse(j, l->text, head, fail);
		good = l->ended ? (off_t)len + 1 : 0;
	}
	if (read_lines(j, lines, l, &good, fail))
		return fail->err;
	if (ferror(j->file))
		return cannot(j, "read", fail);
	if (!l->ended && ftruncate(fileno(j->file), good))
		return cannot(j, "written", fail);
	fseek(j->file, 0, SEEK_END);
	if (good == 0)
		fprintf(j->file, "%s\n", head);
	else if (!l->ended && is_whole(l))
		fprintf(j->file, "%s\n", l->text);
	return flush(j, fail);
}

enum at_err at_journal_open(struct at_journal *j, const char *name, const char *head,
			    const struct at_lines *lines, struct at_fail *fail)
{
	int fd = open(name, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
	struct line line = {0};
	enum at_err err;
	struct stat st;

	*j = (struct at_journal){.name = name};
	j->file = fd < 0 ? NULL : fdopen(fd, "a+");
	if (!j->file || fstat(fd, &st))
		return cannot(j, "opened", fail);
	if (!S_ISREG(st.st_mode)) {
		fprintf(j->file, "%s\n", head);
		err = flush(j, fail);
	} else if (flock(fd, LOCK_EX | LOCK_NB) && errno == EWOULDBLOCK) {
		err = at_fail(fail, AT_BAD_VALUE, "the log %s is in use by another run", name);
	} else {
		err = take_up(j, head, lines, &line, fail);
	}
	free(line.text);
	return err;
}

enum at_err at_journal_add(struct at_journal *j, const char *line, struct at_fail *fail)
{
	fprintf(j->file, "%s\n", line);
	return flush(j, fail);
}

enum at_err at_journal_close(struct at_journal *j, struct at_fail *fail)
{
	bool written = !j->file || fclose(j->file) == 0;

	j->file = NULL;
	return written ? AT_OK : cannot(j, "written", fail);
}
