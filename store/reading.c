#include "reading.h"

#include "inner.h"

#include "assert.h"

#include <string.h>

struct cell reading_cell(struct reading *r, int column)
{
	return r->store->engine->cell(r, column);
}

static uint64_t number(struct reading *r, int column, uint64_t most)
{
	struct cell c = reading_cell(r, column);

	if (c.kind == CELL_INT && c.number >= 0 && (uint64_t)c.number <= most)
		return (uint64_t)c.number;
	r->bad = true;
	return 0;
}

uint64_t reading_moment(struct reading *r, int column)
{
	return number(r, column, INT64_MAX);
}

uint8_t reading_byte(struct reading *r, int column)
{
	return (uint8_t)number(r, column, UINT8_MAX);
}

uint32_t reading_word(struct reading *r, int column)
{
	return (uint32_t)number(r, column, UINT32_MAX);
}

const uint8_t *reading_blob(struct reading *r, int column, size_t most, size_t *size)
{
	struct cell c = reading_cell(r, column);

	if (c.kind != CELL_BLOB || c.size > most) {
		r->bad = true;
		c = (struct cell){.bytes = ""};
	}
	*size = c.size;
	return c.bytes;
}

void reading_text(struct reading *r, int column, char *array, size_t most)
{
	struct cell c = reading_cell(r, column);

	if (c.kind != CELL_TEXT || c.size > most || memchr(c.bytes, 0, c.size)) {
		r->bad = true;
		c.size = 0;
	}
	if (c.size)
		memcpy(array, c.bytes, c.size);
	array[c.size] = 0;
}

void reading_compare(struct reading *r, int column, int64_t sum)
{
	struct cell c = reading_cell(r, column);

	if (c.kind == CELL_NULL && r->store->pg) {
		r->store->unsummed = true;
		return;
	}
	if (c.kind == CELL_INT && c.number == sum)
		return;
	r->bad = true;
	r->why = "a row is not what was written (its hash is another one)";
}

/* --- How a reading begins and ends --- */

struct reading reading_begin(struct at_store *store, enum sql which)
{
	return (struct reading){.store = store, .which = which};
}

void reading_with_int(struct reading *r, uint64_t x)
{
	at_assert(x <= INT64_MAX && r->params < PARAMS_MAX);
	r->param[r->params++] = (struct cell){CELL_INT, .number = (int64_t)x};
}

void reading_with_text(struct reading *r, const char *text)
{
	at_assert(r->params < PARAMS_MAX);
	r->param[r->params++] = (struct cell){CELL_TEXT, .bytes = text, .size = strlen(text)};
}

void reading_with_blob(struct reading *r, const uint8_t *bytes, size_t size)
{
	at_assert(r->params < PARAMS_MAX);
	r->param[r->params++] = (struct cell){CELL_BLOB, .bytes = bytes, .size = size};
}

struct reading reading_of_table(struct at_store *store, enum sql which, const uint8_t *table)
{
	struct reading r = reading_begin(store, which);

	reading_with_blob(&r, table, AT_ID_SIZE);
	return r;
}

int reading_next(struct reading *r)
{
	return r->store->engine->next(r);
}

enum at_stored reading_ended(struct reading *r, int rc)
{
	r->store->engine->end(r);
	if (r->bad && rc >= 0)
		r->store->trouble = r->why ? r->why : "a value is out of bounds";
	if (r->bad)
		return AT_STORED_DAMAGED;
	return rc < 0 ? AT_STORED_FAILED : AT_STORED;
}

/* One row at most: whether there was one. */
enum at_stored reading_one(struct reading *r, int rc)
{
	enum at_stored done = reading_ended(r, rc);

	return done == AT_STORED && rc == 0 ? AT_STORED_NONE : done;
}

/* A row's one number, or two. */
enum at_stored reading_counted(struct reading *r, uint32_t *a, uint32_t *b)
{
	int rc = reading_next(r);

	if (rc > 0) {
		*a = reading_word(r, 0);
		if (b)
			*b = reading_word(r, 1);
	}
	return reading_one(r, rc);
}

/* --- The head of a table --- */

void reading_head(struct reading *r, struct at_head *out)
{
	size_t size;
	const uint8_t *id = reading_blob(r, 0, AT_ID_SIZE, &size);

	memset(out, 0, sizeof *out);
	if (size == AT_ID_SIZE)
		memcpy(out->id, id, size);
	else
		r->bad = true;
	out->game = reading_byte(r, 1);
	out->seats = reading_byte(r, 2);
	out->creator = reading_word(r, 3);
	out->created = reading_moment(r, 4);
	out->events = reading_word(r, 5);
	out->status = (struct at_status){
	    .phase = reading_byte(r, 6),
	    .listed = reading_byte(r, 7),
	    .free = reading_byte(r, 8),
	    .flags = reading_byte(r, 9),
	    .turn = reading_word(r, 10),
	    .active = reading_moment(r, 11),
	    .deadline = reading_moment(r, 12),
	    .ended = reading_moment(r, 13),
	    .notice = reading_moment(r, 14),
	};
}
