/* SQLite: everything as rows. */
#include "travel.h"

#include "inner.h"

#include <stdio.h>
#include <string.h>

static sqlite3 *handle(struct at_store *store)
{
	return store->files.writer.handle;
}

static bool fails(struct at_store *store, struct at_fail *fail)
{
	if (fail)
		at_fail(fail, AT_BAD_VALUE, "%s", sqlite3_errmsg(handle(store)));
	return false;
}

static bool run(struct at_store *store, const char *sql, struct at_fail *fail)
{
	return sqlite3_exec(handle(store), sql, NULL, NULL, NULL) == SQLITE_OK ||
	       fails(store, fail);
}

static bool begin(struct at_store *store, bool writing, struct at_fail *fail)
{
	return run(store, writing ? "BEGIN IMMEDIATE" : "BEGIN", fail);
}

static struct cell cell(sqlite3_stmt *s, int column)
{
	struct cell c = {CELL_NULL};

	switch (sqlite3_column_type(s, column)) {
	case SQLITE_INTEGER:
		return (struct cell){CELL_INT, .number = sqlite3_column_int64(s, column)};
	case SQLITE_BLOB:
		c.kind = CELL_BLOB;
		c.bytes = sqlite3_column_blob(s, column);
		break;
	case SQLITE_TEXT:
		c.kind = CELL_TEXT;
		c.bytes = sqlite3_column_text(s, column);
		break;
	default: return c;
	}
	c.size = (size_t)sqlite3_column_bytes(s, column);
	return c;
}

/* The data of a table is in two SQL tables here: rows arrive as one and are split at the end. */
static bool is_parted(const struct relation *r)
{
	return strcmp(r->name, "tables") == 0;
}

static const char together[] =
    "CREATE TEMP TABLE coming AS SELECT * FROM tables JOIN moments ON table_no = no WHERE 0";
static const char part[] =
    "INSERT INTO tables (no, id, game, seats, creator, created, phase, listed, free, flags, shown,"
    " deadline, ended, notice) SELECT no, id, game, seats, creator, created, phase, listed, free,"
    " flags, active, deadline, ended, notice FROM coming;"
    "INSERT INTO moments SELECT no, 0, events, turn, active FROM coming;"
    "DROP TABLE coming";

static bool ask(struct rows *rows, struct at_fail *fail)
{
	const struct relation *r = rows->of;
	sqlite3_stmt *s = NULL;
	char sql[400];

	snprintf(sql, sizeof sql, "SELECT %s FROM %s ORDER BY %s", r->columns,
		 is_parted(r) ? "tables JOIN moments ON table_no = no" : r->name, r->order);
	if (sqlite3_prepare_v2(handle(rows->store), sql, -1, &s, NULL) != SQLITE_OK)
		return fails(rows->store, fail);
	rows->answer = s;
	return true;
}

static int next(struct rows *rows, struct cell *cells, struct at_fail *fail)
{
	int rc = sqlite3_step(rows->answer);

	for (int i = 0; rc == SQLITE_ROW && rows->of->kinds[i]; i++)
		cells[i] = cell(rows->answer, i);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		fails(rows->store, fail);
	return rc == SQLITE_ROW ? 1 : rc == SQLITE_DONE ? 0 : -1;
}

static void done(struct rows *rows)
{
	sqlite3_finalize(rows->answer);
	rows->answer = NULL;
}

/* Commands are chained: each refers to the previous one of its table, and the status to the
 * last. They came table by table, in order. */
static const char chain[] =
    "UPDATE commands SET before = no - 1 WHERE table_no ="
    " (SELECT other.table_no FROM commands AS other WHERE other.no = commands.no - 1);"
    "UPDATE moments SET last = found.last FROM"
    " (SELECT table_no, max(no) AS last FROM commands GROUP BY table_no) AS found"
    " WHERE found.table_no = moments.table_no";

static bool is_chained(const struct relation *r)
{
	return strcmp(r->name, "commands") == 0;
}

static bool close(struct at_store *store, const struct relation *r, struct at_fail *fail)
{
	return (!is_chained(r) || (run(store, chain, fail) && run(store, SQL_FILL_ROWS, fail))) &&
	       (strcmp(r->name, "openings") != 0 || run(store, SQL_FILL_OPENINGS, fail)) &&
	       (!is_parted(r) || run(store, part, fail));
}

static bool open(struct at_store *store, const struct relation *r, struct at_fail *fail)
{
	return !is_parted(r) || run(store, together, fail);
}

static bool put(struct at_store *store, const struct relation *r, const struct cell *cells,
		struct at_fail *fail)
{
	sqlite3_stmt *s = NULL;
	char sql[400];
	int len = snprintf(sql, sizeof sql, "INSERT INTO %s (%s%s) VALUES (",
			   is_parted(r) ? "coming" : r->name, r->columns,
			   is_chained(r) ? ", before, fresh" : "");

	for (int i = 0; r->kinds[i]; i++)
		len += snprintf(sql + len, sizeof sql - (size_t)len, i ? ",?%d" : "?%d", i + 1);
	snprintf(sql + len, sizeof sql - (size_t)len, is_chained(r) ? ",0,0)" : ")");
	int rc = sqlite3_prepare_v2(handle(store), sql, -1, &s, NULL);
	for (int i = 0; !rc && r->kinds[i]; i++) {
		const struct cell *c = &cells[i];
		if (c->kind == CELL_INT)
			sqlite3_bind_int64(s, i + 1, c->number);
		else if (c->kind == CELL_BLOB)
			db_bind_blob(s, i + 1, c->bytes, c->size);
		else if (c->kind == CELL_TEXT)
			sqlite3_bind_text(s, i + 1, c->bytes, (int)c->size, SQLITE_STATIC);
	}
	bool ok = !rc && sqlite3_step(s) == SQLITE_DONE;
	ok = ok || fails(store, fail);
	sqlite3_finalize(s);
	return ok;
}

static bool persons(struct at_store *store, uint64_t *out, struct at_fail *fail)
{
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_prepare_v2(handle(store),
				    "SELECT max(seq) FROM sqlite_sequence WHERE name = 'guests'",
				    -1, &s, NULL);

	rc = rc ? rc : sqlite3_step(s);
	if (rc == SQLITE_ROW)
		*out = (uint64_t)sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return rc == SQLITE_ROW || fails(store, fail);
}

static bool set_persons(struct at_store *store, uint64_t n, struct at_fail *fail)
{
	char sql[200];

	snprintf(sql, sizeof sql,
		 "DELETE FROM sqlite_sequence WHERE name = 'guests';"
		 "INSERT INTO sqlite_sequence VALUES ('guests', %llu)",
		 (unsigned long long)n);
	return run(store, sql, fail);
}

static bool end(struct at_store *store, bool keep, struct at_fail *fail)
{
	return run(store, keep ? "COMMIT" : "ROLLBACK", fail);
}

const struct traveller files_traveller = {
    .begin = begin,
    .ask = ask,
    .next = next,
    .done = done,
    .open = open,
    .put = put,
    .close = close,
    .persons = persons,
    .set_persons = set_persons,
    .end = end,
};
