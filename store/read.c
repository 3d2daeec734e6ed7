/* Reading. Whatever comes from the file is checked for its bounds: a file may have been edited,
 * damaged or made by somebody else. */
#include "inner.h"

#include <string.h>

/* A row as it is read: the first value out of bounds spoils it. */
struct reading {
	sqlite3_stmt *s;
	bool bad;
};

static uint64_t number(struct reading *r, int column, uint64_t most)
{
	int64_t x = sqlite3_column_int64(r->s, column);

	if (sqlite3_column_type(r->s, column) == SQLITE_INTEGER && x >= 0 && (uint64_t)x <= most)
		return (uint64_t)x;
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
	const void *at = sqlite3_column_blob(r->s, column);

	*size = (size_t)sqlite3_column_bytes(r->s, column);
	if (sqlite3_column_type(r->s, column) == SQLITE_BLOB && *size <= most && (at || *size == 0))
		return at ? at : (const void *)"";
	r->bad = true;
	*size = 0;
	return (const void *)"";
}

static void text(struct reading *r, int column, char *array, size_t most)
{
	const unsigned char *at = sqlite3_column_text(r->s, column);
	size_t n = (size_t)sqlite3_column_bytes(r->s, column);

	if (!at || n > most || memchr(at, 0, n)) {
		r->bad = true;
		n = 0;
	}
	if (n)
		memcpy(array, at, n);
	array[n] = 0;
}

/* --- How a reading ends --- */

static enum at_stored failed(struct at_store *store, const char *why)
{
	store->trouble = why;
	return AT_STORED_FAILED;
}

static enum at_stored ended(struct at_store *store, const struct reading *r, int rc)
{
	if (rc != SQLITE_DONE && rc != SQLITE_ROW)
		return failed(store, sqlite3_errstr(rc));
	return r->bad ? failed(store, "the file holds a value that is out of bounds") : AT_STORED;
}

/* One row at most: whether there was one. */
static enum at_stored one(struct at_store *store, struct reading *r, int rc)
{
	enum at_stored done = ended(store, r, rc);

	return done == AT_STORED && rc == SQLITE_DONE ? AT_STORED_NONE : done;
}

static struct reading begin(struct at_store *store, enum sql which)
{
	return (struct reading){.s = db_stmt(store->reader, which)};
}

static struct reading of_table(struct at_store *store, enum sql which, const uint8_t *table)
{
	struct reading r = begin(store, which);

	db_bind_blob(r.s, 1, table, AT_TABLE_ID_SIZE);
	return r;
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
	struct reading r = of_table(store, SQL_HEAD, table);
	struct at_head head;
	int rc = sqlite3_step(r.s);

	if (rc == SQLITE_ROW)
		read_head(&r, &head);
	db_free(r.s);
	enum at_stored done = one(store, &r, rc);
	if (done == AT_STORED)
		*out = head;
	return done;
}

enum at_stored at_store_opening(struct at_store *store, const uint8_t *table, uint8_t *array,
				size_t *size)
{
	struct reading r = of_table(store, SQL_OPENING, table);
	int rc = sqlite3_step(r.s);

	if (rc == SQLITE_ROW) {
		const uint8_t *at = blob(&r, 0, AT_STORED_OPENING_MAX, size);
		memcpy(array, at, *size);
	}
	db_free(r.s);
	return one(store, &r, rc);
}

/* The table's number inside. */
static enum at_stored find(struct at_store *store, const uint8_t *table, uint64_t *no)
{
	struct reading r = of_table(store, SQL_TABLE_NO, table);
	int rc = sqlite3_step(r.s);

	if (rc == SQLITE_ROW)
		*no = moment(&r, 0);
	db_free(r.s);
	return one(store, &r, rc);
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
	uint64_t no, expected = UINT64_MAX;
	enum at_stored done = find(store, table, &no);
	struct at_row row;
	int rc;

	if (done)
		return done;
	struct reading r = begin(store, SQL_ROWS);
	db_bind_int(r.s, 1, no);
	db_bind_int(r.s, 2, from);
	while ((rc = sqlite3_step(r.s)) == SQLITE_ROW && read_row(&r, expected, &row)) {
		expected = (uint64_t)row.first + row.count;
		if (expected > from && !each(context, &row))
			break;
	}
	db_free(r.s);
	return ended(store, &r, rc);
}

enum at_stored at_store_command(struct at_store *store, const uint8_t *table,
				const uint8_t *command, uint32_t *first, uint32_t *count)
{
	uint64_t no;
	enum at_stored done = find(store, table, &no);

	if (done)
		return done;
	struct reading r = begin(store, SQL_COMMAND);
	db_bind_int(r.s, 1, no);
	db_bind_blob(r.s, 2, command, AT_COMMAND_ID_SIZE);
	int rc = sqlite3_step(r.s);
	if (rc == SQLITE_ROW) {
		*first = word(&r, 0);
		*count = word(&r, 1);
	}
	db_free(r.s);
	return one(store, &r, rc);
}

enum at_stored at_store_members(struct at_store *store, const uint8_t *table, struct at_member *out,
				int *count)
{
	struct reading r = of_table(store, SQL_MEMBERS, table);
	int rc, n = 0;

	while ((rc = sqlite3_step(r.s)) == SQLITE_ROW && !r.bad) {
		if (n == AT_STORE_SEATS) {
			r.bad = true;
			break;
		}
		out[n++] = (struct at_member){.person = word(&r, 0), .seat = byte(&r, 1)};
	}
	db_free(r.s);
	*count = r.bad ? 0 : n;
	return ended(store, &r, rc);
}

/* --- Lists --- */

/* The place in the order is ?1 and ?2: that of `after`, or before everything. */
static void bind_place(sqlite3_stmt *s, const struct at_head *after, uint64_t when, uint64_t none)
{
	db_bind_int(s, 1, after ? when : none);
	db_bind_blob(s, 2, after ? after->id : NULL, after ? AT_TABLE_ID_SIZE : 0);
}

static enum at_stored list(struct at_store *store, struct reading *r, struct at_head *out,
			   int *count)
{
	int rc = SQLITE_DONE, n = 0;

	while (n < *count && (rc = sqlite3_step(r->s)) == SQLITE_ROW && !r->bad)
		read_head(r, &out[n++]);
	db_free(r->s);
	*count = r->bad ? 0 : n;
	return ended(store, r, rc);
}

enum at_stored at_store_listed(struct at_store *store, uint8_t which, const struct at_head *after,
			       struct at_head *out, int *count)
{
	struct reading r = begin(store, SQL_LISTED);

	bind_place(r.s, after, after ? after->status.active : 0, INT64_MAX);
	db_bind_int(r.s, 3, which);
	db_bind_int(r.s, 4, (uint64_t)*count);
	return list(store, &r, out, count);
}

enum at_stored at_store_tables_of(struct at_store *store, uint32_t person,
				  const struct at_head *after, struct at_head *out, int *count)
{
	struct reading r = begin(store, SQL_TABLES_OF);

	bind_place(r.s, after, after ? after->status.active : 0, INT64_MAX);
	db_bind_int(r.s, 3, person);
	db_bind_int(r.s, 4, (uint64_t)*count);
	return list(store, &r, out, count);
}

enum at_stored at_store_deadlines(struct at_store *store, const struct at_head *after,
				  struct at_head *out, int *count)
{
	struct reading r = begin(store, SQL_DEADLINES);

	bind_place(r.s, after, after ? after->status.deadline : 0, 0);
	db_bind_int(r.s, 3, (uint64_t)*count);
	return list(store, &r, out, count);
}

enum at_stored at_store_notices(struct at_store *store, struct at_head *out, int *count)
{
	struct reading r = begin(store, SQL_NOTICES);

	db_bind_int(r.s, 1, (uint64_t)*count);
	return list(store, &r, out, count);
}

static enum at_stored counted(struct at_store *store, struct reading *r, uint32_t *a, uint32_t *b)
{
	int rc = sqlite3_step(r->s);

	if (rc == SQLITE_ROW) {
		*a = word(r, 0);
		if (b)
			*b = word(r, 1);
	}
	db_free(r->s);
	return one(store, r, rc);
}

enum at_stored at_store_made_by(struct at_store *store, uint32_t person, uint32_t *tables)
{
	struct reading r = begin(store, SQL_MADE_BY);

	db_bind_int(r.s, 1, person);
	return counted(store, &r, tables, NULL);
}

enum at_stored at_store_counts(struct at_store *store, uint32_t *tables, uint32_t *guests)
{
	struct reading r = begin(store, SQL_COUNTS);

	return counted(store, &r, tables, guests);
}

/* --- Guests, links, chat --- */

static enum at_stored read_guest(struct at_store *store, struct reading *r, struct at_guest *out)
{
	int rc = sqlite3_step(r->s);

	if (rc == SQLITE_ROW) {
		out->person = word(r, 0);
		text(r, 1, out->name, AT_NAME_BYTES);
		out->created = moment(r, 2);
		out->seen = moment(r, 3);
		out->picture = byte(r, 4);
	}
	db_free(r->s);
	return one(store, r, rc);
}

enum at_stored at_store_guest(struct at_store *store, uint32_t person, struct at_guest *out)
{
	struct reading r = begin(store, SQL_GUEST);

	db_bind_int(r.s, 1, person);
	return read_guest(store, &r, out);
}

enum at_stored at_store_token(struct at_store *store, const uint8_t *token, struct at_guest *out)
{
	struct reading r = begin(store, SQL_TOKEN);

	db_bind_blob(r.s, 1, token, AT_TOKEN_SIZE);
	return read_guest(store, &r, out);
}

enum at_stored at_store_link(struct at_store *store, const uint8_t *hash, uint64_t now,
			     uint32_t *person)
{
	struct reading r = begin(store, SQL_LINK);

	db_bind_blob(r.s, 1, hash, AT_TOKEN_SIZE);
	db_bind_int(r.s, 2, now);
	return counted(store, &r, person, NULL);
}

enum at_stored at_store_chat(struct at_store *store, const uint8_t *table, uint32_t from,
			     bool (*each)(void *context, const struct at_chat *), void *context)
{
	struct reading r = of_table(store, SQL_CHAT, table);
	struct at_chat line;
	int rc;

	db_bind_int(r.s, 2, from);
	while ((rc = sqlite3_step(r.s)) == SQLITE_ROW) {
		line.number = word(&r, 0);
		line.person = word(&r, 1);
		line.time = moment(&r, 2);
		line.deleted = sqlite3_column_type(r.s, 3) == SQLITE_NULL;
		line.text[0] = 0;
		if (!line.deleted)
			text(&r, 3, line.text, AT_CHAT_BYTES);
		if (r.bad || !each(context, &line))
			break;
	}
	db_free(r.s);
	return ended(store, &r, rc);
}

enum at_stored at_store_said(struct at_store *store, const uint8_t *table, const uint8_t *command,
			     uint32_t *number)
{
	uint64_t no;
	enum at_stored done = find(store, table, &no);

	if (done)
		return done;
	struct reading r = begin(store, SQL_SAID);
	db_bind_int(r.s, 1, no);
	db_bind_blob(r.s, 2, command, AT_COMMAND_ID_SIZE);
	return counted(store, &r, number, NULL);
}

const char *at_store_trouble(const struct at_store *store)
{
	return store->trouble ? store->trouble : "";
}
