/* What lasts: results of games, and recovery codes. */
#include "db.h"

#include "sums.h"

#include <stdlib.h>
#include <string.h>

static int run(sqlite3_stmt *s)
{
	int rc = db_run(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* The statement's first column: 0 if there is no row. */
static int number_of(sqlite3_stmt *s, int64_t *x)
{
	int rc = sqlite3_step(s);

	*x = rc == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* --- Results --- */

static int add_players(struct db *db, int64_t no, const struct at_member *member, int n)
{
	int rc = SQLITE_OK;

	for (int i = 0; i < n && !rc; i++) {
		sqlite3_stmt *s = db_stmt(db, SQL_PLAYER_ADD);
		db_bind_int(s, 1, (uint64_t)no);
		db_bind_int(s, 2, member[i].seat);
		db_bind_int(s, 3, member[i].person);
		rc = run(s);
		if (rc)
			break;
		s = db_stmt(db, SQL_PLAYERS_BOUND);
		db_bind_int(s, 1, member[i].person);
		db_bind_int(s, 2, AT_RESULTS_KEPT);
		rc = run(s);
	}
	return rc;
}

static int add_result(struct db *db, int64_t no, const struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_RESULT_ADD);
	uint8_t *bytes = malloc(AT_SUM_SIZE + w->keep.size);

	if (!bytes)
		return SQLITE_NOMEM;
	sum_put_before(w->keep.table, w->keep.bytes, w->keep.size, bytes);
	db_bind_int(s, 1, (uint64_t)no);
	db_bind_blob(s, 2, bytes, AT_SUM_SIZE + w->keep.size);
	int rc = run(s);
	free(bytes);
	return rc;
}

/* The result of a game that has ended does not change, so the first one stays. */
int db_keep_result(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_NO);
	int64_t no;
	uint64_t ended = 0;

	db_bind_blob(s, 1, w->keep.table, AT_ID_SIZE);
	int rc = sqlite3_step(s);
	no = rc == SQLITE_ROW ? sqlite3_column_int64(s, 0) : 0;
	if (no)
		ended = (uint64_t)sqlite3_column_int64(s, 8);
	db_free(s);
	if (rc != SQLITE_ROW && rc != SQLITE_DONE)
		return rc;
	if (!no || !ended) {
		w->result = AT_STORED_NONE;
		return SQLITE_OK;
	}
	rc = add_result(db, no, w);
	if (!rc && sqlite3_changes(db->handle) == 0) {
		w->result = AT_STORED_BEFORE;
		return SQLITE_OK;
	}
	return rc ? rc : add_players(db, no, w->keep.member, w->keep.members);
}

/* --- Recovery codes --- */

int db_put_code(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_CODE_PUT);

	db_bind_int(s, 1, w->link.person);
	db_bind_blob(s, 2, w->link.hash, AT_TOKEN_SIZE);
	db_bind_int(s, 3, w->link.until);
	int rc = run(s);
	if (!rc && sqlite3_changes(db->handle) == 0)
		w->result = AT_STORED_NONE;
	return rc;
}

/* Checks the code once more: since it was read, its person may have been forgotten. */
int db_adopt(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_CODE);
	int64_t person;

	db_bind_blob(s, 1, w->own.link, AT_TOKEN_SIZE);
	int rc = number_of(s, &person);
	if (rc)
		return rc;
	if (!person || person != w->own.person) {
		w->result = AT_STORED_NONE;
		return SQLITE_OK;
	}
	return db_own_token(db, w, w->own.token, w->own.person, w->own.link);
}
