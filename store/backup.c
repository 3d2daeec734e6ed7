/* A copy of a running store, by SQLite's VACUUM INTO: one consistent file without deleted
 * data. It is marked, so that it gets a new incarnation when it is opened as a store. */
#define _GNU_SOURCE
#include "inner.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static enum at_err cannot(const char *file, const char *why, struct at_fail *fail)
{
	return at_fail(fail, AT_BAD_VALUE, "%s: %s", file, why);
}

/* Writes the copy under a temporary name; it is renamed when it is complete and on the disk. */
static int copy(struct at_store *store, const char *part)
{
	sqlite3 *db;
	sqlite3_stmt *s = NULL;
	int rc = sqlite3_open_v2(store->files.path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX,
				 NULL);

	rc = rc ? rc : sqlite3_busy_timeout(db, 10000);
	rc = rc ? rc : sqlite3_prepare_v2(db, "VACUUM INTO ?1", -1, &s, NULL);
	if (!rc) {
		sqlite3_bind_text(s, 1, part, -1, SQLITE_STATIC);
		rc = sqlite3_step(s);
		rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
	}
	sqlite3_finalize(s);
	sqlite3_close(db);
	return rc;
}

static int mark(const char *part)
{
	sqlite3 *db;
	int rc = sqlite3_open_v2(part, &db, SQLITE_OPEN_READWRITE, NULL);

	rc = rc ? rc
		: sqlite3_exec(db, "INSERT OR REPLACE INTO meta VALUES ('copy', 1), ('open', 0)",
			       NULL, NULL, NULL);
	sqlite3_close(db);
	return rc;
}

/* Syncs and renames it, unless a file with that name exists. */
static int keep(const char *part, const char *file)
{
	int fd = open(part, O_RDWR | O_CLOEXEC);
	int bad = fd < 0 || fchmod(fd, 0600) || fsync(fd);

	if (fd >= 0)
		close(fd);
	return bad || link(part, file) ? errno : 0;
}

enum at_err files_backup(struct at_store *store, const char *file, struct at_fail *fail)
{
	char part[STORE_PATH], why[100];
	int rc;

	if (!store->files.path[0])
		return cannot(file, "a store in memory has no backups", fail);
	if (snprintf(part, sizeof part, "%s.part", file) >= (int)sizeof part)
		return cannot(file, "the name is too long", fail);
	if (access(file, F_OK) == 0)
		return cannot(file, "is there already", fail);
	unlink(part);
	rc = copy(store, part);
	rc = rc ? rc : mark(part);
	if (rc) {
		unlink(part);
		return cannot(file, sqlite3_errstr(rc), fail);
	}
	rc = keep(part, file);
	unlink(part);
	return rc ? cannot(file, strerror_r(rc, why, sizeof why), fail) : AT_OK;
}
