/* The SQLite engine, on files or in memory: opening, locks, and carrying out lists of writes. */
#define _GNU_SOURCE
#include "inner.h"
#include "travel.h"

#include "assert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* After a fatal error nothing more is written. */
static void carry_out(struct at_store *store, struct at_write *list)
{
	if (store->files.broken) {
		for (struct at_write *w = list; w; w = w->next) {
			w->result = AT_STORED_FAILED;
			w->why = store->files.broken;
		}
		return;
	}
	int rc = db_carry_out(&store->files.writer, list);
	if (rc)
		store->files.broken = sqlite3_errstr(rc);
}

static void rested(struct at_store *store)
{
	checkpoint_look(&store->files.checkpoint);
}

/* --- Reading --- */

static void bind(sqlite3_stmt *s, int at, const struct cell *c)
{
	if (c->kind == CELL_INT)
		sqlite3_bind_int64(s, at, c->number);
	else if (c->kind == CELL_BLOB)
		db_bind_blob(s, at, c->bytes, c->size);
	else if (c->kind == CELL_TEXT)
		sqlite3_bind_text(s, at, c->bytes, (int)c->size, SQLITE_STATIC);
}

static int next(struct reading *r)
{
	if (!r->answer) {
		r->answer = db_stmt(r->store->files.reader, r->which);
		for (int i = 0; i < r->params; i++)
			bind(r->answer, i + 1, &r->param[i]);
	}
	int rc = sqlite3_step(r->answer);
	if (rc == SQLITE_ROW || rc == SQLITE_DONE)
		return rc == SQLITE_ROW;
	r->store->trouble = sqlite3_errstr(rc);
	r->bad = (rc & 0xff) == SQLITE_CORRUPT;
	return -1;
}

static struct cell cell(struct reading *r, int column)
{
	sqlite3_stmt *s = r->answer;

	switch (sqlite3_column_type(s, column)) {
	case SQLITE_INTEGER:
		return (struct cell){CELL_INT, .number = sqlite3_column_int64(s, column)};
	case SQLITE_BLOB:
	case SQLITE_TEXT: break;
	default: return (struct cell){CELL_NULL};
	}
	struct cell c = {sqlite3_column_type(s, column) == SQLITE_BLOB ? CELL_BLOB : CELL_TEXT};
	c.bytes = c.kind == CELL_BLOB ? sqlite3_column_blob(s, column)
				      : (const void *)sqlite3_column_text(s, column);
	c.size = (size_t)sqlite3_column_bytes(s, column);
	c.bytes = c.bytes ? c.bytes : "";
	return c;
}

static void end(struct reading *r)
{
	if (r->answer)
		db_free(r->answer);
	r->answer = NULL;
}

static void release(struct at_store *store)
{
	checkpoint_release(&store->files.checkpoint);
	db_close(&store->files.own_reader);
	if (store->files.marked && !store->files.broken)
		files_mark(&store->files.writer, false);
	db_close(&store->files.writer); /* the last connection moves the log into the file */
	if (store->files.lock_fd >= 0)
		close(store->files.lock_fd);
}

static const struct engine sqlite = {
    .carry_out = carry_out,
    .apart_us = 3500,
    .rested = rested,
    .next = next,
    .cell = cell,
    .end = end,
    .traveller = &files_traveller,
    .backup = files_backup,
    .release = release,
};

/* --- Opening --- */

static enum at_err cannot(const char *path, struct at_fail *fail)
{
	char why[100];

	return at_fail(fail, AT_BAD_VALUE, "%s: %s", path, strerror_r(errno, why, sizeof why));
}

static bool path_of(char *path, const char *dir, const char *name, struct at_fail *fail)
{
	if (snprintf(path, STORE_PATH, "%s/%s", dir, name) < STORE_PATH)
		return true;
	at_fail(fail, AT_TOO_LONG, "the name of the directory is too long");
	return false;
}

/* Allows one owner at a time; the lock ends with the process, however it ends. The lock file tells
 * people who the owner is, and the next owner how often the store was opened. */
static enum at_err take_lock(struct at_store *store, const char *dir, struct db_past *past,
			     struct at_fail *fail)
{
	char path[STORE_PATH], text[64] = "";
	unsigned long long openings;
	int process = 0;

	if (!path_of(path, dir, "atoll.lock", fail))
		return fail->err;
	store->files.lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (store->files.lock_fd < 0)
		return cannot(path, fail);
	bool taken = flock(store->files.lock_fd, LOCK_EX | LOCK_NB) != 0;
	if (taken && errno != EWOULDBLOCK)
		return cannot(path, fail);
	if (pread(store->files.lock_fd, text, sizeof text - 1, 0) < 0)
		return cannot(path, fail);
	past->known = sscanf(text, "%d %llu", &process, &openings) == 2;
	past->openings = past->known ? openings : 0;
	if (taken)
		return at_fail(fail, AT_BAD_VALUE,
			       "%s is in use by another server (process %d): one at a time", dir,
			       process);
	return AT_OK;
}

static enum at_err write_lock(struct at_store *store, const char *dir, const struct db_past *past,
			      struct at_fail *fail)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%-10d %-20llu\n", (int)getpid(),
			 (unsigned long long)past->openings);

	return pwrite(store->files.lock_fd, text, (size_t)n, 0) == n &&
		       fdatasync(store->files.lock_fd) == 0
		   ? AT_OK
		   : cannot(dir, fail);
}

/* Only the owner may read the file, because it contains seeds. */
static enum at_err make_file(const char *path, struct at_fail *fail)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	return fd < 0 || close(fd) ? cannot(path, fail) : AT_OK;
}

enum at_err open_files(struct at_store *store, const char *dir, enum at_store_as as,
		       struct at_fail *fail)
{
	bool owner = as == AT_STORE_OWNER;
	struct db_past past = {0};
	enum at_err err;

	store->engine = &sqlite;
	store->files.lock_fd = -1;
	if (!path_of(store->files.path, dir, "atoll.db", fail))
		return fail->err;
	if (owner && mkdir(dir, 0700) && errno != EEXIST)
		return cannot(dir, fail);
	if (owner && ((err = take_lock(store, dir, &past, fail)) ||
		      (err = make_file(store->files.path, fail))))
		return err;
	if (!owner && access(store->files.path, R_OK))
		return at_fail(fail, AT_BAD_VALUE, "there is no store in %s", dir);
	if (as != AT_STORE_VISITOR && !files_are_whole(store->files.path, fail))
		return fail->err;
	if ((err = db_open(&store->files.writer, store->files.path, owner, fail)))
		return err;
	if (owner &&
	    ((err = db_own(&store->files.writer, &past, &store->incarnation, store->key, fail)) ||
	     (err = write_lock(store, dir, &past, fail))))
		return err;
	if (owner && files_mark(&store->files.writer, true))
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be written", store->files.path);
	store->files.marked = owner;
	if (db_incarnation(&store->files.writer, &store->incarnation))
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be read", store->files.path);
	if ((err = db_open(&store->files.own_reader, store->files.path, false, fail)))
		return err;
	store->files.reader = &store->files.own_reader;
	if (!checkpoint_init(&store->files.checkpoint, store->files.writer.handle,
			     store->files.path))
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be opened", store->files.path);
	return store_start(store, fail);
}

enum at_err open_memory(struct at_store *store, struct at_fail *fail)
{
	struct db_past past = {0};
	enum at_err err;

	store->engine = &sqlite;
	store->files.lock_fd = -1;
	err = db_open(&store->files.writer, ":memory:", true, fail);

	store->files.reader = &store->files.writer;
	return err ? err
		   : db_own(&store->files.writer, &past, &store->incarnation, store->key, fail);
}
