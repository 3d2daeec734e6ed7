/* Reading. Whatever comes from the file is checked for its bounds: a file may have been edited,
 * damaged or made by somebody else. */
#include "inner.h"
#include "parts.h"

#include "assert.h"

#include <stdlib.h>
#include <string.h>

static struct cell cell(struct reading *r, int column)
{
	return r->store->engine->cell(r, column);
}

static uint64_t number(struct reading *r, int column, uint64_t most)
{
	struct cell c = cell(r, column);

	if (c.kind == CELL_INT && c.number >= 0 && (uint64_t)c.number <= most)
		return (uint64_t)c.number;
	r->bad = true;
	return 0;
}

static uint64_t moment(struct reading *r, int column)
{
	return number(r, column, INT64_MAX);
}

static uint8_t byte(struct reading *r, int column)
{
	return (uint8_t)number(r, column, UINT8_MAX);
}

static uint32_t word(struct reading *r, int column)
{
	return (uint32_t)number(r, column, UINT32_MAX);
}

static const uint8_t *blob(struct reading *r, int column, size_t most, size_t *size)
{
	struct cell c = cell(r, column);

	if (c.kind != CELL_BLOB || c.size > most) {
		r->bad = true;
		c = (struct cell){.bytes = ""};
	}
	*size = c.size;
	return c.bytes;
}

static void text(struct reading *r, int column, char *array, size_t most)
{
	struct cell c = cell(r, column);

	if (c.kind != CELL_TEXT || c.size > most || memchr(c.bytes, 0, c.size)) {
		r->bad = true;
		c.size = 0;
	}
	if (c.size)
		memcpy(array, c.bytes, c.size);
	array[c.size] = 0;
}

/* --- How a reading begins and ends --- */

static struct reading begin(struct at_store *store, enum sql which)
{
	return (struct reading){.store = store, .which = which};
}

static void with_int(struct reading *r, uint64_t x)
{
	at_assert(x <= INT64_MAX && r->params < PARAMS_MAX);
	r->param[r->params++] = (struct cell){CELL_INT, .number = (int64_t)x};
}

static void with_blob(struct reading *r, const uint8_t *bytes, size_t size)
{
	at_assert(r->params < PARAMS_MAX);
	r->param[r->params++] = (struct cell){CELL_BLOB, .bytes = bytes, .size = size};
}

static struct reading of_table(struct at_store *store, enum sql which, const uint8_t *table)
{
	struct reading r = begin(store, which);

	with_blob(&r, table, AT_TABLE_ID_SIZE);
	return r;
}

static int next(struct reading *r)
{
	return r->store->engine->next(r);
}

static enum at_stored ended(struct reading *r, int rc)
{
	r->store->engine->end(r);
	if (rc < 0)
		return AT_STORED_FAILED;
	if (r->bad)
		r->store->trouble = "the file holds a value that is out of bounds";
	return r->bad ? AT_STORED_FAILED : AT_STORED;
}

/* One row at most: whether there was one. */
static enum at_stored one(struct reading *r, int rc)
{
	enum at_stored done = ended(r, rc);

	return done == AT_STORED && rc == 0 ? AT_STORED_NONE : done;
}

/* A row's one number, or two. */
static enum at_stored counted(struct reading *r, uint32_t *a, uint32_t *b)
{
	int rc = next(r);

	if (rc > 0) {
		*a = word(r, 0);
		if (b)
			*b = word(r, 1);
	}
	return one(r, rc);
}

/* --- Tables --- */

static void read_head(struct reading *r, struct at_head *out)
{
	size_t size;
	const uint8_t *id = blob(r, 0, AT_TABLE_ID_SIZE, &size);

	memset(out, 0, sizeof *out);
	if (size == AT_TABLE_ID_SIZE)
		memcpy(out->id, id, size);
	else
		r->bad = true;
	out->game = byte(r, 1);
	out->seats = byte(r, 2);
	out->creator = word(r, 3);
	out->created = moment(r, 4);
	out->events = word(r, 5);
	out->status = (struct at_status){
	    .phase = byte(r, 6),
	    .listed = byte(r, 7),
	    .free = byte(r, 8),
	    .flags = byte(r, 9),
	    .turn = word(r, 10),
	    .active = moment(r, 11),
	    .deadline = moment(r, 12),
	    .ended = moment(r, 13),
	    .notice = moment(r, 14),
	};
}

enum at_stored at_store_head(struct at_store *store, const uint8_t *table, struct at_head *out)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_HEAD, table);
	struct at_head head;
	int rc = next(&r);

	if (rc > 0)
		read_head(&r, &head);
	enum at_stored done = one(&r, rc);
	if (done == AT_STORED)
		*out = head;
	return done;
}

enum at_stored at_store_opening(struct at_store *store, const uint8_t *table, uint8_t *array,
				size_t *size)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_OPENING, table);
	int rc = next(&r);

	if (rc > 0) {
		const uint8_t *at = blob(&r, 0, AT_STORED_OPENING_MAX, size);
		memcpy(array, at, *size);
	}
	return one(&r, rc);
}

static bool read_row(struct reading *r, uint64_t expected, struct at_row *row)
{
	size_t command;

	*row = (struct at_row){.first = word(r, 0), .count = word(r, 1), .time = moment(r, 3)};
	row->command = blob(r, 2, AT_COMMAND_ID_SIZE, &command);
	row->bytes = blob(r, 4, AT_ROW_MAX, &row->size);
	if (command != AT_COMMAND_ID_SIZE || row->count == 0 ||
	    (uint64_t)row->first + row->count > UINT32_MAX ||
	    (expected != UINT64_MAX && row->first != expected))
		r->bad = true;
	return !r->bad;
}

enum at_stored at_store_rows(struct at_store *store, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_row *), void *context)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_ROWS, table);
	uint64_t none = from ? UINT64_MAX : 0, expected = none;
	struct at_row row;
	struct at_head head;
	int rc;

	with_int(&r, from);
	while ((rc = next(&r)) > 0 && read_row(&r, expected, &row)) {
		expected = (uint64_t)row.first + row.count;
		if (expected > from && !each(context, &row))
			break;
	}
	enum at_stored done = ended(&r, rc);
	/* nothing: of a table without events, or of none */
	return done == AT_STORED && expected == none ? at_store_head(store, table, &head) : done;
}

enum at_stored at_store_command(struct at_store *store, const uint8_t *table,
				const uint8_t *command, uint32_t *first, uint32_t *count)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_COMMAND_AT, table);

	with_blob(&r, command, AT_COMMAND_ID_SIZE);
	return counted(&r, first, count);
}

enum at_stored at_store_members(struct at_store *store, const uint8_t *table, struct at_member *out,
				int *count)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_MEMBERS, table);
	int rc, n = 0;

	while ((rc = next(&r)) > 0 && !r.bad) {
		if (n == AT_STORE_SEATS) {
			r.bad = true;
			break;
		}
		out[n++] = (struct at_member){.person = word(&r, 0), .seat = byte(&r, 1)};
	}
	*count = r.bad ? 0 : n;
	return ended(&r, rc);
}

/* --- Lists --- */

/* The place in the order is ?1 and ?2: that of `after`, or before everything. */
static void with_place(struct reading *r, const struct at_head *after, uint64_t when, uint64_t none)
{
	with_int(r, after ? when : none);
	with_blob(r, after ? after->id : NULL, after ? AT_TABLE_ID_SIZE : 0);
}

static enum at_stored list(struct reading *r, struct at_head *out, int *count)
{
	int rc = 0, n = 0;

	while (n < *count && (rc = next(r)) > 0 && !r->bad)
		read_head(r, &out[n++]);
	*count = r->bad ? 0 : n;
	return ended(r, rc);
}

/* What a list is asked for, of each part. */
struct ask {
	uint32_t which;
	const struct at_head *after;
};

static enum at_stored listed_of(struct at_store *store, void *context, struct at_head *out,
				int *count)
{
	const struct ask *a = context;

	return at_store_listed(store, (uint8_t)a->which, a->after, out, count);
}

static enum at_stored tables_of(struct at_store *store, void *context, struct at_head *out,
				int *count)
{
	const struct ask *a = context;

	return at_store_tables_of(store, a->which, a->after, out, count);
}

static enum at_stored deadlines_of(struct at_store *store, void *context, struct at_head *out,
				   int *count)
{
	const struct ask *a = context;

	return at_store_deadlines(store, a->after, out, count);
}

static enum at_stored notices_of(struct at_store *store, void *context, struct at_head *out,
				 int *count)
{
	(void)context;
	return at_store_notices(store, out, count);
}

enum at_stored at_store_listed(struct at_store *store, uint8_t which, const struct at_head *after,
			       struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_ACTIVE, out, count, listed_of,
				  &(struct ask){which, after});
	struct reading r = begin(store, SQL_LISTED);

	with_place(&r, after, after ? after->status.active : 0, INT64_MAX);
	with_int(&r, which);
	with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

enum at_stored at_store_tables_of(struct at_store *store, uint32_t person,
				  const struct at_head *after, struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_ACTIVE, out, count, tables_of,
				  &(struct ask){person, after});
	struct reading r = begin(store, SQL_TABLES_OF);

	with_place(&r, after, after ? after->status.active : 0, INT64_MAX);
	with_int(&r, person);
	with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

enum at_stored at_store_deadlines(struct at_store *store, const struct at_head *after,
				  struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_DEADLINE, out, count, deadlines_of,
				  &(struct ask){0, after});
	struct reading r = begin(store, SQL_DEADLINES);

	with_place(&r, after, after ? after->status.deadline : 0, 0);
	with_int(&r, (uint64_t)*count);
	with_int(&r, store->node);
	return list(&r, out, count);
}

enum at_stored at_store_notices(struct at_store *store, struct at_head *out, int *count)
{
	if (store->parts)
		return parts_list(store, PARTS_NOTICE, out, count, notices_of, NULL);
	struct reading r = begin(store, SQL_NOTICES);

	with_int(&r, (uint64_t)*count);
	return list(&r, out, count);
}

static enum at_stored made_by(struct at_store *store, void *context, uint32_t *a, uint32_t *b)
{
	*b = 0;
	return at_store_made_by(store, *(const uint32_t *)context, a);
}

static enum at_stored counts_of(struct at_store *store, void *context, uint32_t *a, uint32_t *b)
{
	(void)context;
	return at_store_counts(store, a, b);
}

enum at_stored at_store_made_by(struct at_store *store, uint32_t person, uint32_t *tables)
{
	uint32_t none;

	if (store->parts)
		return parts_sum(store, tables, &none, made_by, &person);
	struct reading r = begin(store, SQL_MADE_BY);

	with_int(&r, person);
	return counted(&r, tables, NULL);
}

enum at_stored at_store_counts(struct at_store *store, uint32_t *tables, uint32_t *guests)
{
	if (store->parts)
		return parts_sum(store, tables, guests, counts_of, NULL);
	struct reading r = begin(store, SQL_COUNTS);

	return counted(&r, tables, guests);
}

/* --- Guests, links, chat --- */

static enum at_stored read_guest(struct reading *r, struct at_guest *out)
{
	int rc = next(r);

	if (rc > 0) {
		out->person = word(r, 0);
		text(r, 1, out->name, AT_NAME_BYTES);
		out->created = moment(r, 2);
		out->seen = moment(r, 3);
		out->picture = byte(r, 4);
	}
	return one(r, rc);
}

enum at_stored at_store_guest(struct at_store *store, uint32_t person, struct at_guest *out)
{
	store = part_of_person(store, person);
	struct reading r = begin(store, SQL_GUEST);

	with_int(&r, person);
	return read_guest(&r, out);
}

enum at_stored at_store_token(struct at_store *store, const uint8_t *token, struct at_guest *out)
{
	struct at_store *part = part_of_token(store, token);
	struct reading r = begin(part, store->parts ? SQL_OWNER : SQL_TOKEN);
	uint32_t person = 0;

	with_blob(&r, token, AT_TOKEN_SIZE);
	if (!store->parts)
		return read_guest(&r, out);
	/* the token of another device: its person may be in another part */
	enum at_stored done = counted(&r, &person, NULL);
	return done == AT_STORED ? at_store_guest(store, person, out) : done;
}

enum at_stored read_long_gone(struct at_store *part, uint64_t before, uint32_t after, uint32_t *out,
			      int *count)
{
	struct reading r = begin(part, SQL_LONG_GONE);
	int rc = 0, n = 0;

	with_int(&r, before);
	with_int(&r, after);
	with_int(&r, (uint64_t)*count);
	while (n < *count && (rc = next(&r)) > 0)
		out[n++] = word(&r, 0);
	*count = n;
	return ended(&r, rc);
}

enum at_stored read_sits(struct at_store *part, uint32_t person, uint32_t *seats)
{
	struct reading r = begin(part, SQL_SITS);

	with_int(&r, person);
	return counted(&r, seats, NULL);
}

enum at_stored at_store_link(struct at_store *store, const uint8_t *hash, uint64_t now,
			     uint32_t *person)
{
	store = part_of_token(store, hash);
	struct reading r = begin(store, SQL_LINK);

	with_blob(&r, hash, AT_TOKEN_SIZE);
	with_int(&r, now);
	return counted(&r, person, NULL);
}

enum at_stored at_store_chat(struct at_store *store, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_chat *), void *context)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_CHAT, table);
	struct at_chat line;
	int rc;

	with_int(&r, from);
	while ((rc = next(&r)) > 0) {
		line.number = word(&r, 0);
		line.person = word(&r, 1);
		line.time = moment(&r, 2);
		line.deleted = cell(&r, 3).kind == CELL_NULL;
		line.text[0] = 0;
		if (!line.deleted)
			text(&r, 3, line.text, AT_CHAT_BYTES);
		if (r.bad || !each(context, &line))
			break;
	}
	return ended(&r, rc);
}

enum at_stored at_store_said(struct at_store *store, const uint8_t *table, const uint8_t *command,
			     uint32_t *number)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_SAID_AT, table);

	with_blob(&r, command, AT_COMMAND_ID_SIZE);
	return counted(&r, number, NULL);
}

/* --- Others --- */

bool at_store_is_shared(const struct at_store *store)
{
	return store->pg || store->parts;
}

enum at_stored at_store_watched(struct at_store *store, const uint8_t *table, uint32_t *seats)
{
	store = part_of_table(store, table);
	struct reading r = of_table(store, SQL_WATCHED, table);

	*seats = 0;
	if (!store->pg)
		return AT_STORED;
	with_int(&r, store->node);
	return counted(&r, seats, NULL);
}

static size_t size_of(const struct cell *c)
{
	return c->kind == CELL_NULL ? 0 : c->size + 1;
}

/* A cell's bytes behind those before, with an end. */
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
	struct reading r = begin(store, SQL_FILE);
	struct cell cells[2 + AT_FILE_BODIES] = {{CELL_NULL}};
	size_t size = strlen(path) + 1;
	int rc;

	if (!store->pg)
		return AT_STORED_NONE;
	r.param[r.params++] = (struct cell){CELL_TEXT, .bytes = path, .size = strlen(path)};
	rc = next(&r);
	for (int i = 0; rc > 0 && i < 2 + AT_FILE_BODIES; i++) {
		cells[i] = cell(&r, i);
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
	return one(&r, rc);
}

static enum at_stored numbers_of(struct at_store *store, const uint8_t *tables, int n,
				 void (*each)(void *context, const uint8_t *table, uint32_t events,
					      uint32_t lines),
				 void *context)
{
	struct reading r = begin(store, SQL_NUMBERS);
	int rc = 0;

	with_blob(&r, tables, (size_t)n * AT_TABLE_ID_SIZE);
	while ((rc = next(&r)) > 0) {
		size_t size;
		const uint8_t *id = blob(&r, 0, AT_TABLE_ID_SIZE, &size);
		uint32_t events = word(&r, 1), lines = word(&r, 2);
		if (r.bad || size != AT_TABLE_ID_SIZE)
			break;
		each(context, id, events, lines);
	}
	return ended(&r, rc);
}

enum at_stored at_store_numbers(struct at_store *store, const uint8_t *tables, int n,
				void (*each)(void *context, const uint8_t *table, uint32_t events,
					     uint32_t lines),
				void *context)
{
	uint8_t ids[AT_NUMBERS_MAX][AT_TABLE_ID_SIZE];
	enum at_stored done = AT_STORED;

	at_assert(n <= AT_NUMBERS_MAX);
	if (store->pg)
		return numbers_of(store, tables, n, each, context);
	for (int part = 0; part < store->parts && done == AT_STORED; part++) {
		int m = 0;
		for (int i = 0; i < n; i++)
			if (part_of_table(store, tables + i * AT_TABLE_ID_SIZE) ==
			    store->part[part])
				memcpy(ids[m++], tables + i * AT_TABLE_ID_SIZE, AT_TABLE_ID_SIZE);
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
