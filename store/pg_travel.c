/* PostgreSQL: everything as rows. */
#define _GNU_SOURCE
#include "travel.h"

#include "pg.h"

#include <stdlib.h>
#include <string.h>

enum { AT_ONCE = 1000 };

static PGconn *link_of(struct at_store *store)
{
	return store->pg->reader;
}

/* The database's error message. */
static bool says(struct at_store *store, struct at_fail *fail)
{
	char why[150];

	snprintf(why, sizeof why, "%s", PQerrorMessage(link_of(store)));
	why[strcspn(why, "\n")] = 0;
	if (fail)
		at_fail(fail, AT_BAD_VALUE, "the database: %s", why);
	return false;
}

static bool run(struct at_store *store, const char *sql, struct at_fail *fail)
{
	return pg_run(link_of(store), sql, NULL, 0) || says(store, fail);
}

static bool begin(struct at_store *store, bool writing, struct at_fail *fail)
{
	return run(store,
		   writing ? "SET idle_in_transaction_session_timeout = 0; BEGIN"
			   : "SET idle_in_transaction_session_timeout = 0; "
			     "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
		   fail);
}

static bool ask(struct rows *rows, struct at_fail *fail)
{
	const struct relation *r = rows->of;
	char sql[400];

	/* a redeemed link is kept only for the device that redeemed it */
	snprintf(sql, sizeof sql, "DECLARE rows CURSOR FOR SELECT %s FROM %s%s ORDER BY %s",
		 r->columns, r->name, strcmp(r->name, "links") == 0 ? " WHERE token IS NULL" : "",
		 r->order);
	return run(rows->store, sql, fail);
}

/* As many rows as fit into memory at once: 1, 0 if there are none left, or -1. */
static int fetch(struct rows *rows, struct at_fail *fail)
{
	char sql[40];

	if (rows->answer && rows->count < AT_ONCE)
		return 0;
	snprintf(sql, sizeof sql, "FETCH %d FROM rows", AT_ONCE);
	PQclear(rows->answer);
	rows->answer = PQexecParams(link_of(rows->store), sql, 0, NULL, NULL, NULL, NULL, 1);
	if (PQresultStatus(rows->answer) != PGRES_TUPLES_OK) {
		says(rows->store, fail);
		return -1;
	}
	rows->at = 0;
	rows->count = PQntuples(rows->answer);
	return rows->count > 0;
}

static int next(struct rows *rows, struct cell *cells, struct at_fail *fail)
{
	struct reading reading = {.store = rows->store};

	if (rows->at == rows->count) {
		int got = fetch(rows, fail);
		if (got <= 0)
			return got;
	}
	reading.answer = rows->answer;
	reading.row = rows->at++;
	for (int i = 0; rows->of->kinds[i]; i++)
		cells[i] = pg_cell(&reading, i);
	return 1;
}

static void done(struct rows *rows)
{
	PQclear(rows->answer);
	rows->answer = NULL;
	run(rows->store, "CLOSE rows", NULL);
}

/* --- In --- */

static bool open(struct at_store *store, const struct relation *r, struct at_fail *fail)
{
	char sql[400];

	snprintf(sql, sizeof sql, "COPY %s (%s) FROM STDIN", r->name, r->columns);
	PGresult *began = PQexec(link_of(store), sql);
	bool ok = PQresultStatus(began) == PGRES_COPY_IN;
	PQclear(began);
	return ok || says(store, fail);
}

/* Text for COPY: its special characters get a backslash. */
static size_t put_text(char *out, const struct cell *c)
{
	size_t len = 0;

	for (size_t i = 0; i < c->size; i++) {
		char x = ((const char *)c->bytes)[i];
		if (x == '\\' || x == '\n' || x == '\r' || x == '\t')
			out[len++] = '\\';
		out[len++] = x == '\n' ? 'n' : x == '\r' ? 'r' : x == '\t' ? 't' : x;
	}
	return len;
}

static size_t put_bytes(char *out, const struct cell *c)
{
	static const char digits[] = "0123456789abcdef";
	size_t len = 0;

	memcpy(out, "\\\\x", 3);
	for (size_t i = 0; i < c->size; i++) {
		uint8_t byte = ((const uint8_t *)c->bytes)[i];
		out[3 + len++] = digits[byte >> 4];
		out[3 + len++] = digits[byte & 15];
	}
	return 3 + len;
}

static size_t put_cell(char *out, const struct cell *c)
{
	switch (c->kind) {
	case CELL_INT: return (size_t)snprintf(out, 24, "%lld", (long long)c->number);
	case CELL_TEXT: return put_text(out, c);
	case CELL_BLOB: return put_bytes(out, c);
	default: memcpy(out, "\\N", 2); return 2;
	}
}

static bool put(struct at_store *store, const struct relation *r, const struct cell *cells,
		struct at_fail *fail)
{
	size_t room = 64 * COLUMNS_MAX, len = 0;
	char *line;
	int sent;

	for (int i = 0; r->kinds[i]; i++)
		room += 2 * cells[i].size;
	line = malloc(room);
	if (!line)
		return !at_fail(fail, AT_TOO_LONG, "no memory");
	for (int i = 0; r->kinds[i]; i++) {
		len += put_cell(line + len, &cells[i]);
		line[len++] = r->kinds[i + 1] ? '\t' : '\n';
	}
	while ((sent = PQputCopyData(link_of(store), line, (int)len)) == 0)
		if (!pg_await(link_of(store), PG_WRITE_MS))
			break;
	free(line);
	return sent == 1 || !at_fail(fail, AT_BAD_VALUE, "the database: the connection is lost");
}

static bool close_(struct at_store *store, const struct relation *r, struct at_fail *fail)
{
	PGconn *c = link_of(store);
	char sql[200];
	bool ok = true;
	int sent;

	while ((sent = PQputCopyEnd(c, NULL)) == 0)
		if (!pg_await(c, PG_WRITE_MS))
			break;
	for (PGresult *end; (end = PQgetResult(c)); PQclear(end))
		ok = ok && PQresultStatus(end) == PGRES_COMMAND_OK;
	if (sent != 1 || !ok)
		return says(store, fail);
	if (strcmp(r->name, "tables") != 0)
		return true;
	snprintf(sql, sizeof sql,
		 "SELECT setval(pg_get_serial_sequence('tables', 'no'), "
		 "(SELECT coalesce(max(no), 0) + 1 FROM tables), false)");
	return run(store, sql, fail);
}

static bool persons(struct at_store *store, uint64_t *out, struct at_fail *fail)
{
	PGresult *r =
	    PQexec(link_of(store), "SELECT CASE WHEN is_called THEN last_value ELSE 0 END "
				   "FROM guests_person_seq");
	bool ok = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;

	if (ok)
		*out = strtoull(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	return ok || says(store, fail);
}

/* Each part gives the numbers of one remainder: the next one is above n. */
static bool set_persons(struct at_store *store, uint64_t n, struct at_fail *fail)
{
	uint64_t first = (uint64_t)store->place + 1, step = (uint64_t)store->places;
	uint64_t last = n < first ? first : n - (n - first) % step;
	char sql[200];

	snprintf(sql, sizeof sql, "SELECT setval('guests_person_seq', %llu, %s)",
		 (unsigned long long)last, n < first ? "false" : "true");
	return run(store, sql, fail);
}

static bool end(struct at_store *store, bool keep, struct at_fail *fail)
{
	return run(store, keep ? "COMMIT" : "ROLLBACK", fail);
}

const struct traveller pg_traveller = {
    .begin = begin,
    .ask = ask,
    .next = next,
    .done = done,
    .open = open,
    .put = put,
    .close = close_,
    .persons = persons,
    .set_persons = set_persons,
    .end = end,
};
