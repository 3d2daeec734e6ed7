/* Transactions: many writes with one sync, and how errors are handled. */
#include "db.h"

#include "prefetch.h"

static int give_up(struct db *db, int rc)
{
	recent_forget(db->recent);
	if (!sqlite3_get_autocommit(db->handle))
		db_run(db_stmt(db, SQL_ROLLBACK));
	return rc;
}

static int begin(struct db *db)
{
	sqlite3_stmt *version = db_stmt(db, SQL_DATA_VERSION);
	int rc = db_run(db_stmt(db, SQL_BEGIN));

	if (rc != SQLITE_DONE)
		return rc;
	rc = sqlite3_step(version);
	if (rc == SQLITE_ROW)
		recent_begin(db->recent, sqlite3_column_int64(version, 0));
	db_free(version);
	return rc == SQLITE_ROW ? SQLITE_OK : rc;
}

/* All from `list` up to `end` in one transaction: SQLITE_OK, or none of them. */
static int together(struct db *db, struct at_write *list, const struct at_write *end)
{
	int rc = begin(db);

	if (rc)
		return give_up(db, rc);
	for (struct at_write *w = list; w != end; w = w->next) {
		if (w->next)
			at_prefetch(w->next, 2 * sizeof *w);
		rc = db_write(db, w);
		if (rc)
			return give_up(db, rc);
	}
	rc = db_run(db_stmt(db, SQL_COMMIT));
	return rc == SQLITE_DONE ? SQLITE_OK : give_up(db, rc);
}

static void answer(struct at_write *w, enum at_stored result, const char *why)
{
	w->result = result;
	w->why = why;
	w->first = w->count = w->person = 0;
}

/* The result of a single write. A missing person or an existing key counts as an answer, not as a
 * failure; such cases are too rare to be checked first. */
static void explain(struct at_write *w, int rc)
{
	switch (rc) {
	case SQLITE_CONSTRAINT_FOREIGNKEY: answer(w, AT_STORED_NONE, NULL); break;
	case SQLITE_CONSTRAINT_PRIMARYKEY:
	case SQLITE_CONSTRAINT_UNIQUE: answer(w, AT_STORED_BEFORE, NULL); break;
	case SQLITE_FULL: answer(w, AT_STORED_FULL, "the disk is full"); break;
	default: answer(w, AT_STORED_FAILED, sqlite3_errstr(rc)); break;
	}
}

/* A disk that failed to store data may have lost more than this, so its later answers cannot be
 * trusted. */
static bool fatal(int rc)
{
	return rc == SQLITE_IOERR_FSYNC || rc == SQLITE_IOERR_DIR_FSYNC ||
	       (rc & 0xff) == SQLITE_CORRUPT || (rc & 0xff) == SQLITE_NOTADB;
}

int db_carry_out(struct db *db, struct at_write *list)
{
	int rc = together(db, list, NULL);

	if (rc == SQLITE_OK)
		return rc;
	/* One of them is the cause, or there is room for some of them only. */
	bool each = list->next && ((rc & 0xff) == SQLITE_CONSTRAINT || rc == SQLITE_FULL);
	for (struct at_write *w = list; w; w = w->next) {
		if (each && !fatal(rc))
			rc = together(db, w, w->next);
		if (rc)
			explain(w, rc);
	}
	return fatal(rc) ? rc : SQLITE_OK;
}
