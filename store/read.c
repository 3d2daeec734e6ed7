/* Reading a table, and the seats watched through other nodes. */
#include "inner.h"
#include "parts.h"
#include "sums.h"

#include "assert.h"

#include <stdlib.h>
#include <string.h>

/* --- Tables --- */

enum at_stored at_store_head(struct at_store *store, const uint8_t *table, struct at_head *out)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_HEAD, table);
	struct at_head head;
	int rc = reading_next(&r);

	if (rc > 0)
		reading_head(&r, &head);
	enum at_stored done = reading_one(&r, rc);
	if (done == AT_STORED)
		*out = head;
	return done;
}

static void check_opening(struct reading *r, const uint8_t *table, const uint8_t *bytes,
			  size_t size)
{
	struct at_head head = {.game = reading_byte(r, 2),
			       .seats = reading_byte(r, 3),
			       .created = reading_moment(r, 4)};

	memcpy(head.id, table, sizeof head.id);
	reading_compare(r, 1, sum_of_opening(&head, bytes, size));
}

enum at_stored at_store_opening(struct at_store *store, const uint8_t *table, uint8_t *array,
				size_t *size)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_OPENING, table);
	int rc = reading_next(&r);

	if (rc > 0) {
		const uint8_t *at = reading_blob(&r, 0, AT_STORED_OPENING_MAX, size);
		memcpy(array, at, *size);
		check_opening(&r, table, array, *size);
	}
	return reading_one(&r, rc);
}

enum at_stored at_store_result(struct at_store *store, const uint8_t *table, uint8_t *array,
			       size_t *size)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_RESULT, table);
	int rc = reading_next(&r);
	size_t n;

	if (rc > 0) {
		const uint8_t *at = reading_blob(&r, 0, AT_SUM_SIZE + AT_RESULT_MAX, &n);
		int64_t sum = 0;
		for (int i = 0; i < AT_SUM_SIZE && n > AT_SUM_SIZE; i++)
			sum |= (int64_t)((uint64_t)at[i] << 8 * i);
		if (n <= AT_SUM_SIZE ||
		    sum != sum_of_result(table, at + AT_SUM_SIZE, n - AT_SUM_SIZE)) {
			r.bad = true;
			r.why = "a result is not what was written (its hash is another one)";
		} else if (array) {
			*size = n - AT_SUM_SIZE;
			memcpy(array, at + AT_SUM_SIZE, *size);
		}
	}
	return reading_one(&r, rc);
}

static bool read_row(struct reading *r, const uint8_t *table, uint64_t expected, struct at_row *row)
{
	size_t command;

	*row = (struct at_row){
	    .first = reading_word(r, 0), .count = reading_word(r, 1), .time = reading_moment(r, 3)};
	row->command = reading_blob(r, 2, AT_ID_SIZE, &command);
	row->bytes = reading_blob(r, 4, AT_ROW_MAX, &row->size);
	if (command != AT_ID_SIZE || row->count == 0 ||
	    (uint64_t)row->first + row->count > UINT32_MAX ||
	    (expected != UINT64_MAX && row->first != expected))
		r->bad = true;
	if (!r->bad)
		reading_compare(r, 5, sum_of_row(table, row));
	return !r->bad;
}

static void spoil(struct reading *r, const char *why)
{
	if (!r->bad)
		r->why = why;
	r->bad = true;
}

/* For a table without events, or no table. Events may have been added since nothing was found; then
 * they are found now. */
static enum at_stored no_rows(struct at_store *store, const uint8_t *table)
{
	struct at_head head;
	enum at_stored done = at_store_head(store, table, &head);

	if (done != AT_STORED || head.events == 0)
		return done;
	struct reading r = reading_of_table(store, SQL_ROWS, table);
	reading_with_int(&r, 0);
	int rc = reading_next(&r);
	if (rc == 0)
		spoil(&r, "rows are missing");
	return reading_ended(&r, rc);
}

enum at_stored at_store_rows(struct at_store *store, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_row *), void *context)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_ROWS, table);
	uint64_t none = from ? UINT64_MAX : 0, expected = none;
	uint32_t events = 0;
	struct at_row row;
	bool all = true;
	int rc;

	reading_with_int(&r, from);
	while ((rc = reading_next(&r)) > 0 && read_row(&r, table, expected, &row)) {
		expected = (uint64_t)row.first + row.count;
		events = reading_word(&r, 6);
		all = expected <= from || each(context, &row);
		if (!all)
			break;
	}
	if (rc == 0 && all && expected != none && expected != events)
		spoil(&r, "rows are missing");
	enum at_stored done = reading_ended(&r, rc);
	return done == AT_STORED && expected == none ? no_rows(store, table) : done;
}

enum at_stored at_store_command(struct at_store *store, const uint8_t *table,
				const uint8_t *command, uint32_t *first, uint32_t *count)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_COMMAND_AT, table);

	reading_with_blob(&r, command, AT_ID_SIZE);
	return reading_counted(&r, first, count);
}

enum at_stored at_store_members(struct at_store *store, const uint8_t *table, struct at_member *out,
				int *count)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_MEMBERS, table);
	int rc, n = 0;

	while ((rc = reading_next(&r)) > 0 && !r.bad) {
		if (n == AT_STORE_SEATS) {
			r.bad = true;
			break;
		}
		out[n++] =
		    (struct at_member){.person = reading_word(&r, 0), .seat = reading_byte(&r, 1)};
	}
	*count = r.bad ? 0 : n;
	return reading_ended(&r, rc);
}

/* --- Others --- */

bool at_store_is_shared(const struct at_store *store)
{
	return store->pg || store->parts;
}

enum at_stored at_store_watched(struct at_store *store, const uint8_t *table, uint32_t *seats)
{
	store = part_of_table(store, table);
	struct reading r = reading_of_table(store, SQL_WATCHED, table);

	*seats = 0;
	if (!store->pg)
		return AT_STORED;
	reading_with_int(&r, store->node);
	return reading_counted(&r, seats, NULL);
}

static size_t size_of(const struct cell *c)
{
	return c->kind == CELL_NULL ? 0 : c->size + 1;
}

/* Appends a cell's bytes and a terminator. */
static const char *keep(char **at, const struct cell *c)
{
	char *here = *at;

	if (c->kind == CELL_NULL)
		return NULL;
	memcpy(here, c->bytes, c->size);
	here[c->size] = 0;
	*at += c->size + 1;
	return here;
}

enum at_stored at_store_file(struct at_store *store, const char *path, struct at_file *out,
			     void **memory)
{
	store = store->parts ? store->part[0] : store;
	struct reading r = reading_begin(store, SQL_FILE);
	struct cell cells[2 + AT_FILE_BODIES] = {{CELL_NULL}};
	size_t size = strlen(path) + 1;
	int rc;

	if (!store->pg)
		return AT_STORED_NONE;
	r.param[r.params++] = (struct cell){CELL_TEXT, .bytes = path, .size = strlen(path)};
	rc = reading_next(&r);
	for (int i = 0; rc > 0 && i < 2 + AT_FILE_BODIES; i++) {
		cells[i] = reading_cell(&r, i);
		size += size_of(&cells[i]);
	}
	if (rc > 0 && (*memory = malloc(size))) {
		char *at = *memory;
		out->path = keep(&at, &r.param[0]);
		out->type = keep(&at, &cells[0]);
		out->etag = keep(&at, &cells[1]);
		for (int i = 0; i < AT_FILE_BODIES; i++) {
			out->body[i].bytes = (const uint8_t *)keep(&at, &cells[2 + i]);
			out->body[i].size = cells[2 + i].size;
		}
		r.bad = !out->type || !out->etag || !out->body[0].bytes;
		if (r.bad)
			free(*memory);
	}
	return reading_one(&r, rc);
}

static enum at_stored numbers_of(struct at_store *store, const uint8_t *tables, int n,
				 void (*each)(void *context, const uint8_t *table, uint32_t events,
					      uint32_t lines),
				 void *context)
{
	struct reading r = reading_begin(store, SQL_NUMBERS);
	int rc = 0;

	reading_with_blob(&r, tables, (size_t)n * AT_ID_SIZE);
	while ((rc = reading_next(&r)) > 0) {
		size_t size;
		const uint8_t *id = reading_blob(&r, 0, AT_ID_SIZE, &size);
		uint32_t events = reading_word(&r, 1), lines = reading_word(&r, 2);
		if (r.bad || size != AT_ID_SIZE)
			break;
		each(context, id, events, lines);
	}
	return reading_ended(&r, rc);
}

enum at_stored at_store_numbers(struct at_store *store, const uint8_t *tables, int n,
				void (*each)(void *context, const uint8_t *table, uint32_t events,
					     uint32_t lines),
				void *context)
{
	uint8_t ids[AT_NUMBERS_MAX][AT_ID_SIZE];
	enum at_stored done = AT_STORED;

	at_assert(n <= AT_NUMBERS_MAX);
	if (store->pg)
		return numbers_of(store, tables, n, each, context);
	for (int part = 0; part < store->parts && done == AT_STORED; part++) {
		int m = 0;
		for (int i = 0; i < n; i++)
			if (part_of_table(store, tables + i * AT_ID_SIZE) == store->part[part])
				memcpy(ids[m++], tables + i * AT_ID_SIZE, AT_ID_SIZE);
		if (m)
			done = numbers_of(store->part[part], ids[0], m, each, context);
	}
	return done;
}

const char *at_store_trouble(const struct at_store *store)
{
	const char *why = store->parts && store->last ? store->last->trouble : store->trouble;

	return why ? why : "";
}
