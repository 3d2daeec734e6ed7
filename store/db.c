/* Opening the file: checks that it is a store, its version and its incarnation. */
#define _GNU_SOURCE
#include "db.h"

#include "sums.h"

#include "assert.h"

#include <string.h>
#include <sys/random.h>

enum { BUSY_MS = 10000 }; /* a visitor writes; the file is never locked for long */

sqlite3_stmt *db_stmt(struct db *db, enum sql which)
{
	return db->stmt[which];
}

void db_free(sqlite3_stmt *s)
{
	sqlite3_reset(s);
	sqlite3_clear_bindings(s);
}

int db_run(sqlite3_stmt *s)
{
	int rc = sqlite3_step(s);

	db_free(s);
	return rc;
}

void db_bind_int(sqlite3_stmt *s, int at, uint64_t x)
{
	at_assert(x <= INT64_MAX);
	sqlite3_bind_int64(s, at, (sqlite3_int64)x);
}

void db_bind_blob(sqlite3_stmt *s, int at, const uint8_t *bytes, size_t size)
{
	sqlite3_bind_blob64(s, at, size ? (const void *)bytes : "", size, SQLITE_STATIC);
}

void db_bind_text(sqlite3_stmt *s, int at, const char *text)
{
	sqlite3_bind_text(s, at, text, -1, SQLITE_STATIC);
}

/* A pragma's one number. */
static int pragma(struct db *db, const char *text, int64_t *x)
{
	sqlite3_stmt *s;
	int rc = sqlite3_prepare_v2(db->handle, text, -1, &s, NULL);

	if (rc)
		return rc;
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW)
		*x = sqlite3_column_int64(s, 0);
	sqlite3_finalize(s);
	return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

static int meta_get(struct db *db, const char *key, int64_t *x)
{
	sqlite3_stmt *s = db_stmt(db, SQL_META_GET);
	int rc;

	*x = 0;
	db_bind_text(s, 1, key);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW)
		*x = sqlite3_column_int64(s, 0);
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int db_meta_put(struct db *db, const char *key, int64_t x)
{
	sqlite3_stmt *s = db_stmt(db, SQL_META_PUT);

	db_bind_text(s, 1, key);
	sqlite3_bind_int64(s, 2, x);
	int rc = db_run(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static enum at_err cannot(struct db *db, const char *path, struct at_fail *fail)
{
	return at_fail(fail, AT_BAD_VALUE, "%s: %s", path, sqlite3_errmsg(db->handle));
}

static const uint8_t *blob_of(sqlite3_value *v, size_t *size)
{
	const uint8_t *bytes = sqlite3_value_blob(v);

	*size = (size_t)sqlite3_value_bytes(v);
	return bytes ? bytes : (const uint8_t *)"";
}

/* atoll_row(id, first, count, command, time, bytes); 0 for rows without a table. */
static void sum_row(sqlite3_context *context, int n, sqlite3_value **v)
{
	struct at_row row = {.first = (uint32_t)sqlite3_value_int64(v[1]),
			     .count = (uint32_t)sqlite3_value_int64(v[2]),
			     .time = (uint64_t)sqlite3_value_int64(v[4])};
	size_t id_size, command_size;
	const uint8_t *id = blob_of(v[0], &id_size);

	(void)n;
	row.command = blob_of(v[3], &command_size);
	row.bytes = blob_of(v[5], &row.size);
	bool good = id_size == AT_ID_SIZE && command_size == AT_ID_SIZE;
	sqlite3_result_int64(context, good ? sum_of_row(id, &row) : 0);
}

/* atoll_opening(id, game, seats, created, bytes) */
static void sum_opening(sqlite3_context *context, int n, sqlite3_value **v)
{
	struct at_head head = {.game = (uint8_t)sqlite3_value_int64(v[1]),
			       .seats = (uint8_t)sqlite3_value_int64(v[2]),
			       .created = (uint64_t)sqlite3_value_int64(v[3])};
	size_t id_size, size;
	const uint8_t *id = blob_of(v[0], &id_size), *bytes = blob_of(v[4], &size);

	(void)n;
	if (id_size == AT_ID_SIZE)
		memcpy(head.id, id, AT_ID_SIZE);
	sqlite3_result_int64(context, sum_of_opening(&head, bytes, size));
}

static int add_functions(struct db *db)
{
	int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_DIRECTONLY;
	int rc =
	    sqlite3_create_function(db->handle, "atoll_row", 6, flags, NULL, sum_row, NULL, NULL);

	return rc ? rc
		  : sqlite3_create_function(db->handle, "atoll_opening", 5, flags, NULL,
					    sum_opening, NULL, NULL);
}

/* Migrates from this version (0: an empty file) to ours, completely or not at all. */
static int renew_schema(struct db *db, int64_t version)
{
	char text[80];

	sqlite3_snprintf(sizeof text, text,
			 "PRAGMA application_id=%d; PRAGMA user_version=%d; COMMIT",
			 SQL_APPLICATION, AT_STORE_VERSION);
	int rc = sqlite3_exec(db->handle, "BEGIN IMMEDIATE", NULL, NULL, NULL);
	for (; version < AT_STORE_VERSION && !rc; version++)
		rc = sqlite3_exec(db->handle, sql_schema[version], NULL, NULL, NULL);
	return rc ? rc : sqlite3_exec(db->handle, text, NULL, NULL, NULL);
}

/* An empty file belongs to nobody yet. */
static enum at_err check_schema(struct db *db, const char *path, bool make, struct at_fail *fail)
{
	int64_t application = 0, version = 0, things = 0;

	if (pragma(db, "PRAGMA application_id", &application) ||
	    pragma(db, "PRAGMA user_version", &version) ||
	    pragma(db, "SELECT count(*) FROM sqlite_schema", &things))
		return sqlite3_errcode(db->handle) == SQLITE_NOTADB
			   ? at_fail(fail, AT_BAD_VALUE, "%s is not a store of Atoll", path)
			   : cannot(db, path, fail);
	if (make && application == 0 && version == 0 && things == 0)
		return renew_schema(db, 0) ? cannot(db, path, fail) : AT_OK;
	if (application != SQL_APPLICATION || version < 1)
		return at_fail(fail, AT_BAD_VALUE, "%s is not a store of Atoll", path);
	if (version > AT_STORE_VERSION)
		return at_fail(
		    fail, AT_BAD_VALUE,
		    "%s was written by a newer Atoll (its format is %d, this one knows %d)", path,
		    (int)version, AT_STORE_VERSION);
	if (version == AT_STORE_VERSION)
		return AT_OK;
	if (!make) /* an older server may be using it */
		return at_fail(
		    fail, AT_BAD_VALUE,
		    "%s was written by an older Atoll: start `atoll serve` of this one on "
		    "it first",
		    path);
	return renew_schema(db, version) ? cannot(db, path, fail) : AT_OK;
}

/* FULL: a commit is on the disk before it returns. Nothing in the file is ever executed, because it
 * may come from elsewhere. The cache has room for the upper pages of a million tables; the system
 * has the others in its own, and takes them back when it needs to. */
static int prepare(struct db *db)
{
	int rc = sqlite3_exec(db->handle,
			      "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;"
			      "PRAGMA foreign_keys=ON; PRAGMA trusted_schema=OFF;"
			      "PRAGMA cache_size=-4000",
			      NULL, NULL, NULL);

	for (int i = 0; i < SQL_COUNT && !rc; i++)
		rc = !sql_text[i]
			 ? SQLITE_OK
			 : sqlite3_prepare_v3(db->handle, sql_text[i], -1,
					      SQLITE_PREPARE_PERSISTENT, &db->stmt[i], NULL);
	return rc;
}

enum at_err db_open(struct db *db, const char *path, bool make, struct at_fail *fail)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE |
		    (make ? SQLITE_OPEN_CREATE : 0);
	int keeps = !make;
	enum at_err err;

	memset(db, 0, sizeof *db);
	/* SQLite need not count its memory, which takes a lock each time. */
	sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
	if (sqlite3_open_v2(path, &db->handle, flags, NULL)) {
		err = cannot(db, path, fail);
		db_close(db);
		return err;
	}
	sqlite3_busy_timeout(db->handle, BUSY_MS);
	sqlite3_db_config(db->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	/* The owner deletes the log (closed.c). */
	sqlite3_file_control(db->handle, "main", SQLITE_FCNTL_PERSIST_WAL, &keeps);
	err = add_functions(db) ? cannot(db, path, fail) : check_schema(db, path, make, fail);
	if (!err && make && sqlite3_exec(db->handle, sql_index, NULL, NULL, NULL))
		err = cannot(db, path, fail);
	if (!err && prepare(db))
		err = cannot(db, path, fail);
	if (err)
		db_close(db);
	else if (make)
		db->recent = recent_new();
	return err;
}

void db_close(struct db *db)
{
	for (int i = 0; i < SQL_COUNT; i++)
		sqlite3_finalize(db->stmt[i]);
	sqlite3_close(db->handle);
	recent_free(db->recent);
	memset(db, 0, sizeof *db);
}

int db_incarnation(struct db *db, uint64_t *out)
{
	int64_t x;
	int rc = meta_get(db, "incarnation", &x);

	*out = (uint64_t)x;
	return rc;
}

static int own(struct db *db, struct db_past *past, uint64_t *incarnation)
{
	int64_t copy, openings, id;
	int rc = meta_get(db, "copy", &copy);

	rc = rc ? rc : meta_get(db, "openings", &openings);
	rc = rc ? rc : meta_get(db, "incarnation", &id);
	if (rc)
		return rc;
	/* If the lock file is missing, the file was moved here alone. */
	bool older = past->known ? (uint64_t)openings < past->openings : openings > 0;
	if (copy || older)
		id = 0;
	while (id == 0)
		if (getrandom(&id, sizeof id, 0) != sizeof id)
			return SQLITE_IOERR;
	/* A number above all earlier ones, so that an old file is noticed again. */
	if (past->known && (uint64_t)openings < past->openings)
		openings = (int64_t)past->openings;
	openings++;
	rc = db_meta_put(db, "copy", 0);
	rc = rc ? rc : db_meta_put(db, "incarnation", id);
	rc = rc ? rc : db_meta_put(db, "openings", openings);
	past->known = true;
	past->openings = (uint64_t)openings;
	*incarnation = (uint64_t)id;
	return rc;
}

/* It is stored as numbers, which every version of the schema supports. */
static int own_key(struct db *db, uint8_t key[AT_STORE_KEY_SIZE])
{
	static const char *const names[] = AT_STORE_KEY_NAMES;
	int rc = SQLITE_OK;

	for (int i = 0; i < AT_STORE_KEY_SIZE / 8 && !rc; i++) {
		int64_t part;
		rc = meta_get(db, names[i], &part);
		if (rc || part == 0) {
			while (part == 0)
				if (getrandom(&part, sizeof part, 0) != sizeof part)
					return SQLITE_IOERR;
			rc = rc ? rc : db_meta_put(db, names[i], part);
		}
		memcpy(key + 8 * i, &part, sizeof part);
	}
	return rc;
}

enum at_err db_own(struct db *db, struct db_past *past, uint64_t *incarnation,
		   uint8_t key[AT_STORE_KEY_SIZE], struct at_fail *fail)
{
	const char *path = sqlite3_db_filename(db->handle, "main");
	int rc = db_run(db_stmt(db, SQL_BEGIN));

	if (rc == SQLITE_DONE && own(db, past, incarnation) == SQLITE_OK &&
	    own_key(db, key) == SQLITE_OK && db_run(db_stmt(db, SQL_COMMIT)) == SQLITE_DONE)
		return AT_OK;
	enum at_err err = cannot(db, path, fail);
	db_run(db_stmt(db, SQL_ROLLBACK));
	return err;
}
