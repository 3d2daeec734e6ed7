#define _GNU_SOURCE

#include "journal.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A finished piece of work, and which journal has it. */
struct piece {
	char *line;
	const char *from;
	uint64_t number;
};

struct merger {
	char *head;
	const char *first; /* the journal that the head comes from */
	struct piece *pieces;
	size_t count, room;
};

/* {"game":12,... and {"from":640,... are numbers 12 and 640. */
static bool number_of(const char *line, uint64_t *out)
{
	const char *at = strchr(line, ':');
	char *end;

	if (line[0] != '{' || !at || at[1] < '0' || at[1] > '9')
		return false;
	*out = strtoull(at + 1, &end, 10);
	return *end == ',';
}

static enum at_err add_piece(struct merger *m, const char *from, const char *text,
			     struct at_fail *f)
{
	struct piece p = {.from = from};

	if (!number_of(text, &p.number))
		return at_fail(f, AT_BAD_VALUE, "the log %s is damaged", from);
	if (m->count == m->room) {
		size_t room = m->room ? 2 * m->room : 1024;
		struct piece *more = realloc(m->pieces, room * sizeof *more);
		if (!more)
			return at_fail(f, AT_BAD_VALUE, "there is not enough memory");
		m->pieces = more;
		m->room = room;
	}
	p.line = strdup(text);
	if (!p.line)
		return at_fail(f, AT_BAD_VALUE, "there is not enough memory");
	m->pieces[m->count++] = p;
	return AT_OK;
}

static enum at_err add_line(struct merger *m, const char *from, char *text, bool is_head,
			    struct at_fail *f)
{
	size_t len = strlen(text);

	if (len && text[len - 1] == '\n')
		text[--len] = '\0';
	if (!len || text[len - 1] != '}')
		return AT_OK; /* cut short by a kill */
	if (!is_head)
		return add_piece(m, from, text, f);
	if (strncmp(text, "{\"log\":", 7) != 0)
		return at_fail(f, AT_BAD_VALUE, "%s is no log", from);
	if (!m->head) {
		m->head = strdup(text);
		m->first = from;
		return m->head ? AT_OK : at_fail(f, AT_BAD_VALUE, "there is not enough memory");
	}
	if (strcmp(m->head, text) == 0)
		return AT_OK;
	return at_fail(f, AT_BAD_VALUE, "the logs %s and %s are of different runs", m->first, from);
}

static enum at_err add_file(struct merger *m, const char *from, struct at_fail *f)
{
	FILE *file = fopen(from, "r");
	enum at_err err = AT_OK;
	char *text = NULL;
	size_t room = 0;

	if (!file)
		return at_fail(f, AT_BAD_VALUE, "the log %s cannot be opened: %s", from,
			       strerror(errno));
	for (bool head = true; !err && getline(&text, &room, file) > 0; head = false)
		err = add_line(m, from, text, head, f);
	if (!err && ferror(file))
		err = at_fail(f, AT_BAD_VALUE, "the log %s cannot be read", from);
	free(text);
	fclose(file);
	return err;
}

static int by_number(const void *a, const void *b)
{
	const struct piece *x = a, *y = b;

	return (x->number > y->number) - (x->number < y->number);
}

static enum at_err contradict(const struct piece *a, const struct piece *b, struct at_fail *f)
{
	char number[24];

	snprintf(number, sizeof number, "%" PRIu64, a->number);
	return at_fail(f, AT_BAD_VALUE, "the logs %s and %s tell different things of number %s",
		       a->from, b->from, number);
}

/* Writes every piece once. */
static enum at_err write_pieces(const struct merger *m, FILE *out, struct at_fail *f)
{
	fprintf(out, "%s\n", m->head);
	for (size_t i = 0; i < m->count; i++) {
		const struct piece *p = &m->pieces[i];
		const struct piece *last = i ? p - 1 : NULL;
		if (!last || last->number != p->number)
			fprintf(out, "%s\n", p->line);
		else if (strcmp(last->line, p->line) != 0)
			return contradict(last, p, f);
	}
	return AT_OK;
}

static enum at_err write_file(const struct merger *m, const char *into, struct at_fail *f)
{
	char name[4096];
	enum at_err err;
	FILE *out;
	bool good;

	snprintf(name, sizeof name, "%s.new", into);
	out = fopen(name, "w");
	if (!out)
		return at_fail(f, AT_BAD_VALUE, "%s cannot be written: %s", name, strerror(errno));
	err = write_pieces(m, out, f);
	good = !ferror(out) && fflush(out) == 0 && fsync(fileno(out)) == 0;
	good &= fclose(out) == 0;
	if (!err && (!good || rename(name, into)))
		err = at_fail(f, AT_BAD_VALUE, "%s cannot be written: %s", into, strerror(errno));
	if (err)
		unlink(name);
	return err;
}

enum at_err at_journal_merge(const char *into, const char *const *from, int count,
			     struct at_fail *fail)
{
	struct merger m = {0};
	enum at_err err = AT_OK;

	for (int i = 0; i < count && !err; i++)
		err = add_file(&m, from[i], fail);
	if (!err && !m.head)
		err = at_fail(fail, AT_BAD_VALUE, "there is nothing to put together");
	if (!err && m.count)
		qsort(m.pieces, m.count, sizeof *m.pieces, by_number);
	if (!err)
		err = write_file(&m, into, fail);
	for (size_t i = 0; i < m.count; i++)
		free(m.pieces[i].line);
	free(m.pieces);
	free(m.head);
	return err;
}
