/* Writes about damage: set a table aside, or restore it from a backup. */
#include "inner.h"
#include "sums.h"

#include <string.h>

static int run(sqlite3_stmt *s)
{
	int rc = db_run(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* A statement with a table's number alone. */
static int run_of(struct db *db, enum sql which, int64_t no)
{
	sqlite3_stmt *s = db_stmt(db, which);

	db_bind_int(s, 1, (uint64_t)no);
	return run(s);
}

int db_set_aside(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_DAMAGE_ADD);

	db_bind_blob(s, 1, w->aside.table, AT_ID_SIZE);
	db_bind_int(s, 2, w->aside.since);
	db_bind_text(s, 3, w->aside.why);
	int rc = run(s);
	if (!rc && sqlite3_changes(db->handle) == 0)
		w->result = AT_STORED_BEFORE;
	return rc;
}

int db_note(struct db *db, struct at_write *w)
{
	return db_meta_put(db, note_name(w->note.which), (int64_t)w->note.value);
}

/* --- A table as it was --- */

/* The row number of the existing table, or 0. Its constant columns are corrected. */
static int mend_table(struct db *db, const struct at_head *x, int64_t *no)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_MEND);
	int rc;

	*no = 0;
	db_bind_blob(s, 1, x->id, AT_ID_SIZE);
	db_bind_int(s, 2, x->game);
	db_bind_int(s, 3, x->seats);
	db_bind_int(s, 4, x->created);
	while ((rc = sqlite3_step(s)) == SQLITE_ROW)
		*no = sqlite3_column_int64(s, 0);
	db_free(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Writes its rows one after the other; returns the number of the last. */
static int add_rows(struct db *db, int64_t no, const struct at_restore *x)
{
	int64_t last = 0;
	int rc = SQLITE_OK;

	for (uint32_t i = 0; i < x->rows && !rc; i++) {
		rc = db_add_row(db, no, last, x->head.id, &x->row[i], false);
		last = sqlite3_last_insert_rowid(db->handle);
	}
	if (rc)
		return rc;
	sqlite3_stmt *s = db_stmt(db, SQL_MOMENT_MEND);
	db_bind_int(s, 1, (uint64_t)no);
	db_bind_int(s, 2, (uint64_t)last);
	db_bind_int(s, 3, x->head.events);
	db_bind_int(s, 4, x->head.status.turn);
	db_bind_int(s, 5, x->head.status.active);
	return run(s);
}

static int add_opening(struct db *db, int64_t no, const struct at_restore *x)
{
	sqlite3_stmt *s = db_stmt(db, SQL_OPENING_MEND);

	db_bind_int(s, 1, (uint64_t)no);
	db_bind_blob(s, 2, x->opening, x->opening_size);
	sqlite3_bind_int64(s, 3, sum_of_opening(&x->head, x->opening, x->opening_size));
	return run(s);
}

static int add_members(struct db *db, int64_t no, const struct at_restore *x)
{
	int rc = SQLITE_OK;

	for (int i = 0; i < x->members && !rc; i++) {
		sqlite3_stmt *s = db_stmt(db, SQL_MEMBER_MEND);
		db_bind_int(s, 1, (uint64_t)no);
		db_bind_int(s, 2, x->member[i].seat);
		db_bind_int(s, 3, x->member[i].person);
		rc = run(s);
	}
	return rc;
}

int db_restore(struct db *db, struct at_write *w)
{
	static const enum sql drops[] = {SQL_ROWS_DROP, SQL_MEMBERS_REMOVE, SQL_DAMAGE_REMOVE,
					 SQL_RESULT_DROP};
	const struct at_restore *x = &w->restore;
	int64_t no;
	int rc = mend_table(db, &x->head, &no);

	recent_forget(db->recent);
	if (!rc && !no)
		rc = db_add_table(db, &x->head, &no);
	for (int i = 0; i < 4 && !rc; i++)
		rc = run_of(db, drops[i], no);
	rc = rc ? rc : db_renew_table(db, no, &x->head.status);
	rc = rc ? rc : add_opening(db, no, x);
	rc = rc ? rc : add_members(db, no, x);
	return rc ? rc : add_rows(db, no, x);
}
