/* Detects a missing log. Until the owner closes the file, its last changes are in the log beside it
 * (atoll.db-wal); a file that was not closed has lost them if its log is missing. So the owner
 * marks the file as open, in the file itself, and removes the mark when it closes it; a backup has
 * no mark. The log survives any end of the owner. A marked file without a log means that somebody
 * deleted the log or moved the file alone. */
#define _GNU_SOURCE
#include "inner.h"

#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static bool is_there(const char *path)
{
	struct stat about;

	return stat(path, &about) == 0 && about.st_size > 0;
}

/* Uses a connection of its own, which is closed before others open. An unreadable file counts as
 * not marked; opening it will report what is wrong. */
static bool is_marked(const char *path)
{
	sqlite3 *db;
	sqlite3_stmt *s = NULL;
	bool marked = false;

	if (!sqlite3_open_v2(path, &db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) &&
	    !sqlite3_busy_timeout(db, 10000) &&
	    !sqlite3_prepare_v2(db, "SELECT value FROM meta WHERE key = 'open'", -1, &s, NULL))
		marked = sqlite3_step(s) == SQLITE_ROW && sqlite3_column_int(s, 0) == 1;
	sqlite3_finalize(s);
	sqlite3_close(db);
	return marked;
}

bool files_are_whole(const char *path, struct at_fail *fail)
{
	char log[STORE_PATH + 8];

	snprintf(log, sizeof log, "%s-wal", path);
	if (is_there(log) || !is_there(path) || !is_marked(path))
		return true;
	at_fail(fail, AT_BAD_VALUE,
		"%s was not closed, and %s, which holds its last changes, is missing: put it back "
		"beside it; if it is lost, `atoll backup` makes a copy of what is there, which can "
		"be served, or serve your last backup",
		path, log);
	return false;
}

/* Must be in the file itself, because the log may get lost. */
int files_mark(struct db *db, bool open)
{
	int rc = db_meta_put(db, "open", open);

	if (!rc && open)
		sqlite3_wal_checkpoint_v2(db->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
	return rc;
}
