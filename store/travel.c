/* The export file: one line for each row, then the hash of all lines.
 *
 *     atoll export 2
 *     persons 17
 *     guests 1 t416e6e 1731700000000 1731700000000 0
 *     ...
 *     sha256 9f86d0...
 *
 * Numbers are decimal; x means bytes, t text, both in hexadecimal digits; - is NULL. The order is
 * that of the keys, so the same rows give the same file and the same hash in any database. */
#define _GNU_SOURCE
#include "gather.h"

#include "sha256.h"

#include <stdlib.h>
#include <string.h>

const struct relation relations[] = {
    {"guests", "person, name, created, seen, picture", "person", "itiii"},
    {"tokens", "hash, person, link", "hash", "xiX"},
    {"links", "hash, person, until", "hash", "xii"},
    {"tables",
     "no, id, game, seats, creator, created, events, phase, listed, free, flags, turn, active, "
     "deadline, ended, notice",
     "no", "ixiiiiiiiiiiiiii"},
    {"openings", "table_no, bytes", "table_no", "ix"},
    {"commands", "table_no, first, count, command, time, bytes", "table_no, first", "iiixix"},
    {"members", "table_no, seat, person", "table_no, seat", "iii"},
    {"chat", "table_no, number, person, time, text, command", "table_no, number", "iiiiTX"},
    {"results", "table_no, bytes", "table_no", "ix"},
    {"players", "table_no, seat, person, ended", "table_no, seat", "iiii"},
    {"codes", "person, hash, made", "person", "ixi"},
};
const int relation_count = sizeof relations / sizeof *relations;

/* The second version has results and codes. A file of the first is one without them. */
static const char *const titles[] = {"atoll export 1\n", "atoll export 2\n"};
enum { TITLES = sizeof titles / sizeof *titles };

/* Lines on their way, out of a store. */
struct lines {
	FILE *out; /* NULL: only their hash is wanted */
	struct at_sha256 hash;
	struct at_travel *sum;
	bool bad; /* the file cannot be written */
};

static void put(struct lines *l, const char *text, size_t n)
{
	at_sha256_add(&l->hash, (const uint8_t *)text, n);
	if (l->out && fwrite(text, 1, n, l->out) != n)
		l->bad = true;
}

static void put_hex(struct lines *l, const uint8_t *bytes, size_t size)
{
	static const char digits[] = "0123456789abcdef";
	char piece[512];

	while (size > 0) {
		size_t n = size < sizeof piece / 2 ? size : sizeof piece / 2;
		for (size_t i = 0; i < n; i++) {
			piece[2 * i] = digits[bytes[i] >> 4];
			piece[2 * i + 1] = digits[bytes[i] & 15];
		}
		put(l, piece, 2 * n);
		bytes += n;
		size -= n;
	}
}

static void put_cell(struct lines *l, char kind, const struct cell *c)
{
	char number[32];

	put(l, " ", 1);
	switch (c->kind) {
	case CELL_NULL: put(l, "-", 1); break;
	case CELL_INT:
		put(l, number,
		    (size_t)snprintf(number, sizeof number, "%lld", (long long)c->number));
		break;
	default:
		put(l, kind == 't' || kind == 'T' ? "t" : "x", 1);
		put_hex(l, c->bytes, c->size);
		break;
	}
}

static void put_row(struct lines *l, const struct relation *r, const struct cell *cells)
{
	put(l, r->name, strlen(r->name));
	for (int i = 0; r->kinds[i]; i++)
		put_cell(l, r->kinds[i], &cells[i]);
	put(l, "\n", 1);
	l->sum->rows++;
	l->sum->tables += strcmp(r->name, "tables") == 0;
	l->sum->guests += strcmp(r->name, "guests") == 0;
}

static bool write_relation(struct gather *g, struct lines *l, const struct relation *r,
			   struct at_fail *fail)
{
	struct cell cells[COLUMNS_MAX];
	int got = gather_ask(g, r, fail) ? 1 : -1;

	while (got > 0 && !l->bad && (got = gather_next(g, cells, fail)) > 0)
		put_row(l, r, cells);
	gather_done(g);
	return got >= 0;
}

static bool write_all(struct gather *g, const char *title, FILE *out, struct at_travel *sum,
		      struct at_fail *fail)
{
	struct lines l = {.out = out, .sum = sum};
	char text[128];
	uint64_t persons = 0;
	bool ok;

	memset(sum, 0, sizeof *sum);
	at_sha256_init(&l.hash);
	ok = gather_persons(g, &persons, fail);
	put(&l, title, strlen(title));
	put(&l, text,
	    (size_t)snprintf(text, sizeof text, "persons %llu\n", (unsigned long long)persons));
	for (int i = 0; i < relation_count && ok; i++)
		ok = write_relation(g, &l, &relations[i], fail);
	if (l.bad)
		ok = !at_fail(fail, AT_BAD_VALUE, "the file cannot be written");
	at_sha256_end(&l.hash, sum->hash);
	return ok;
}

enum at_err at_store_export(struct at_store *store, FILE *out, struct at_travel *sum,
			    struct at_fail *fail)
{
	struct gather g;

	fail->err = AT_OK;
	bool ok = gather_begin(&g, store, false, fail) &&
		  write_all(&g, titles[TITLES - 1], out, sum, fail);
	if (ok) {
		fputs("sha256 ", out);
		for (int i = 0; i < AT_SHA256_SIZE; i++)
			fprintf(out, "%02x", sum->hash[i]);
		ok = fputc('\n', out) != EOF && fflush(out) == 0;
		if (!ok)
			at_fail(fail, AT_BAD_VALUE, "the file cannot be written");
	}
	gather_end(&g, false, NULL);
	return fail->err;
}

/* --- Into a store --- */

static int digit(char c)
{
	return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* Decodes in place: the bytes replace their digits. */
static bool read_bytes(char *word, struct cell *c)
{
	size_t n = strlen(word + 1) / 2;

	if (strlen(word + 1) % 2)
		return false;
	for (size_t i = 0; i < n; i++) {
		int high = digit(word[1 + 2 * i]), low = digit(word[2 + 2 * i]);
		if (high < 0 || low < 0)
			return false;
		word[i] = (char)(high << 4 | low);
	}
	c->bytes = word;
	c->size = n;
	return true;
}

static bool read_cell(char *word, char kind, struct cell *c)
{
	char *end;

	*c = (struct cell){CELL_NULL};
	if (strcmp(word, "-") == 0)
		return kind == 'X' || kind == 'T';
	if (kind == 'i') {
		c->kind = CELL_INT;
		c->number = strtoll(word, &end, 10);
		return *word && *end == 0 && c->number >= 0;
	}
	c->kind = kind == 't' || kind == 'T' ? CELL_TEXT : CELL_BLOB;
	return word[0] == (c->kind == CELL_TEXT ? 't' : 'x') && read_bytes(word, c);
}

static bool read_line(char *line, const struct relation *r, struct cell *cells)
{
	char *rest = line, *word = strsep(&rest, " ");

	if (!word || strcmp(word, r->name) != 0)
		return false;
	for (int i = 0; r->kinds[i]; i++) {
		word = strsep(&rest, " ");
		if (!word || !read_cell(word, r->kinds[i], &cells[i]))
			return false;
	}
	return rest == NULL;
}

/* A file on its way in, a line ahead. */
struct import {
	FILE *in;
	char *line;
	size_t room;
	ssize_t len; /* without its end; -1: there is none */
	const char *title;
	struct at_sha256 hash;
};

static void next_line(struct import *x)
{
	x->len = getline(&x->line, &x->room, x->in);
	if (x->len > 0 && x->line[x->len - 1] == '\n')
		x->line[--x->len] = 0;
	else
		x->len = -1;
}

/* Adds it to the hash. */
static void take_line(struct import *x)
{
	at_sha256_add(&x->hash, (const uint8_t *)x->line, (size_t)x->len);
	at_sha256_add(&x->hash, (const uint8_t *)"\n", 1);
}

static bool is_of(const struct import *x, const struct relation *r)
{
	size_t n = strlen(r->name);

	return x->len > (ssize_t)n && strncmp(x->line, r->name, n) == 0 && x->line[n] == ' ';
}

static bool read_relation(struct gather *g, struct import *x, const struct relation *r,
			  struct at_fail *fail)
{
	struct cell cells[COLUMNS_MAX];
	bool ok = gather_open(g, r, fail);

	for (; ok && is_of(x, r); next_line(x)) {
		take_line(x);
		if (!read_line(x->line, r, cells))
			ok = !at_fail(fail, AT_BAD_VALUE, "a line of %s is wrong", r->name);
		ok = ok && gather_put(g, cells, fail);
	}
	return ok && gather_close(g, fail);
}

static bool read_head(struct import *x, uint64_t *persons, struct at_fail *fail)
{
	unsigned long long n = 0;

	at_sha256_init(&x->hash);
	next_line(x);
	for (int i = 0; i < TITLES; i++)
		if (x->len >= 0 && strlen(titles[i]) == (size_t)x->len + 1 &&
		    strncmp(x->line, titles[i], (size_t)x->len) == 0)
			x->title = titles[i];
	if (!x->title)
		return !at_fail(fail, AT_BAD_VALUE,
				"this is no file of atoll export, or of a newer one");
	take_line(x);
	next_line(x);
	if (x->len < 0 || sscanf(x->line, "persons %llu", &n) != 1 || n > UINT32_MAX)
		return !at_fail(fail, AT_BAD_VALUE, "the file is damaged");
	take_line(x);
	next_line(x);
	*persons = n;
	return true;
}

static bool read_all(struct gather *g, struct import *x, struct at_fail *fail)
{
	uint8_t hash[AT_SHA256_SIZE];
	char text[2 * AT_SHA256_SIZE + 8] = "sha256 ";
	uint64_t persons = 0;

	if (!read_head(x, &persons, fail))
		return false;
	for (int i = 0; i < relation_count; i++)
		if (!read_relation(g, x, &relations[i], fail))
			return false;
	at_sha256_end(&x->hash, hash);
	for (int i = 0; i < AT_SHA256_SIZE; i++)
		snprintf(text + 7 + 2 * i, 3, "%02x", hash[i]);
	if (x->len < 0 || strcmp(x->line, text) != 0)
		return !at_fail(fail, AT_BAD_VALUE, "the file is damaged: its hash is another one");
	return gather_set_persons(g, persons, fail);
}

/* The data is kept only if it has the file's hash when it is read back. */
enum at_err at_store_import(struct at_store *store, FILE *in, struct at_travel *sum,
			    struct at_fail *fail)
{
	struct import x = {.in = in};
	struct gather g;
	uint32_t tables = 1, guests = 1;
	char had[2 * AT_SHA256_SIZE + 8];

	fail->err = AT_OK;
	if (at_store_counts(store, &tables, &guests) != AT_STORED || tables || guests)
		return at_fail(fail, AT_BAD_VALUE, "the store is not empty");
	bool ok = gather_begin(&g, store, true, fail) && read_all(&g, &x, fail) &&
		  write_all(&g, x.title, NULL, sum, fail);
	for (int i = 0; ok && i < AT_SHA256_SIZE; i++)
		snprintf(had + 2 * i, 3, "%02x", sum->hash[i]);
	if (ok && strcmp(had, x.line + 7) != 0)
		ok = !at_fail(fail, AT_BAD_VALUE, "what was stored is not what the file has");
	ok = gather_end(&g, ok, ok ? fail : NULL) && ok;
	free(x.line);
	return ok ? AT_OK : fail->err;
}
