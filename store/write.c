/* The kinds of writes. A write checks everything before it changes anything, so any answer except
 * AT_STORED leaves the transaction unchanged. What it cannot check is SQLite's error, and then the
 * whole transaction is rolled back (transact.c). */
#include "db.h"

#include "sums.h"

#include "assert.h"

#include <string.h>

static int find_table(struct db *db, const uint8_t *id, struct found *f)
{
	const struct found *known = recent_find(db->recent, id);
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_NO);
	int rc;

	if (known) {
		*f = *known;
		return SQLITE_OK;
	}
	*f = (struct found){0};
	memcpy(f->id, id, sizeof f->id);
	db_bind_blob(s, 1, id, AT_ID_SIZE);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW) {
		f->no = sqlite3_column_int64(s, 0);
		f->events = (uint32_t)sqlite3_column_int64(s, 1);
		if (sqlite3_column_int64(s, 2) > 0)
			f->last = sqlite3_column_int64(s, 2);
		f->status.phase = (uint8_t)sqlite3_column_int(s, 3);
		f->status.listed = (uint8_t)sqlite3_column_int(s, 4);
		f->status.free = (uint8_t)sqlite3_column_int(s, 5);
		f->status.flags = (uint8_t)sqlite3_column_int(s, 6);
		f->status.deadline = (uint64_t)sqlite3_column_int64(s, 7);
		f->status.ended = (uint64_t)sqlite3_column_int64(s, 8);
		f->status.notice = (uint64_t)sqlite3_column_int64(s, 9);
		rc = SQLITE_DONE;
	}
	db_free(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Runs s and answers AT_STORED if it changed something, else AT_STORED_NONE. */
static int change(struct db *db, struct at_write *w, sqlite3_stmt *s)
{
	int rc = db_run(s);

	if (rc != SQLITE_DONE)
		return rc;
	w->count = (uint32_t)sqlite3_changes(db->handle);
	w->result = w->count ? AT_STORED : AT_STORED_NONE;
	return SQLITE_OK;
}

static int run(sqlite3_stmt *s)
{
	int rc = db_run(s);
	return rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* Without the moment. */
static void bind_status(sqlite3_stmt *s, int at, const struct at_status *x)
{
	db_bind_int(s, at, x->phase);
	db_bind_int(s, at + 1, x->listed);
	db_bind_int(s, at + 2, x->free);
	db_bind_int(s, at + 3, x->flags);
	db_bind_int(s, at + 4, x->active);
	db_bind_int(s, at + 5, x->deadline);
	db_bind_int(s, at + 6, x->ended);
	db_bind_int(s, at + 7, x->notice);
}

static int add_members(struct db *db, int64_t no, const struct at_member *member, int n)
{
	for (int i = 0; i < n; i++) {
		sqlite3_stmt *s = db_stmt(db, SQL_MEMBER_ADD);
		db_bind_int(s, 1, (uint64_t)no);
		db_bind_int(s, 2, member[i].seat);
		db_bind_int(s, 3, member[i].person);
		int rc = run(s);
		if (rc)
			return rc;
	}
	return SQLITE_OK;
}

int db_add_table(struct db *db, const struct at_head *x, int64_t *no)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_ADD);

	db_bind_blob(s, 1, x->id, AT_ID_SIZE);
	db_bind_int(s, 2, x->game);
	db_bind_int(s, 3, x->seats);
	db_bind_int(s, 4, x->creator);
	db_bind_int(s, 5, x->created);
	bind_status(s, 6, &x->status);
	int rc = run(s);
	*no = sqlite3_last_insert_rowid(db->handle);
	return rc;
}

static int create(struct db *db, struct at_write *w)
{
	const struct at_create *x = &w->create;
	struct found found;
	int64_t no;
	int rc = find_table(db, x->head.id, &found);

	if (rc)
		return rc;
	if (found.no) {
		w->result = AT_STORED_BEFORE;
		return SQLITE_OK;
	}
	rc = db_add_table(db, &x->head, &no);
	if (rc)
		return rc;
	sqlite3_stmt *s = db_stmt(db, SQL_MOMENT_ADD);
	db_bind_int(s, 1, (uint64_t)no);
	db_bind_int(s, 2, x->head.status.turn);
	db_bind_int(s, 3, x->head.status.active);
	rc = run(s);
	if (rc)
		return rc;
	s = db_stmt(db, SQL_OPENING_ADD);
	db_bind_int(s, 1, (uint64_t)no);
	db_bind_blob(s, 2, x->opening, x->opening_size);
	sqlite3_bind_int64(s, 3, sum_of_opening(&x->head, x->opening, x->opening_size));
	rc = run(s);
	return rc ? rc : add_members(db, no, x->member, x->members);
}

/* The event numbers of this command from its first time. */
static int find_command(struct db *db, int64_t no, struct at_write *w, bool *found)
{
	sqlite3_stmt *s = db_stmt(db, SQL_COMMAND);
	int rc;

	db_bind_int(s, 1, (uint64_t)no);
	db_bind_blob(s, 2, w->append.command, AT_ID_SIZE);
	rc = sqlite3_step(s);
	*found = rc == SQLITE_ROW;
	if (*found) {
		w->first = (uint32_t)sqlite3_column_int64(s, 0);
		w->count = (uint32_t)sqlite3_column_int64(s, 1);
		w->result = AT_STORED_BEFORE;
	}
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int db_add_row(struct db *db, int64_t no, int64_t before, const uint8_t *table,
	       const struct at_row *x, bool fresh)
{
	sqlite3_stmt *s = db_stmt(db, SQL_ROW_ADD);

	db_bind_int(s, 1, (uint64_t)before);
	db_bind_int(s, 2, (uint64_t)no);
	db_bind_int(s, 3, x->first);
	db_bind_int(s, 4, x->count);
	db_bind_blob(s, 5, x->command, AT_ID_SIZE);
	db_bind_int(s, 6, fresh);
	db_bind_int(s, 7, x->time);
	db_bind_blob(s, 8, x->bytes, x->size);
	sqlite3_bind_int64(s, 9, sum_of_row(table, x));
	return run(s);
}

/* Between the first move and the last, most columns of a table stay the same. In a list, its place
 * may change. */
static bool stays(const struct at_status *a, const struct at_status *b)
{
	return !b->listed && a->phase == b->phase && a->listed == b->listed && a->free == b->free &&
	       a->flags == b->flags && a->deadline == b->deadline && a->ended == b->ended &&
	       a->notice == b->notice;
}

/* After db_add_row(). */
static int renew_moment(struct db *db, const struct found *f, const struct at_append *x)
{
	struct found after = {.no = f->no, .events = x->first + x->count, .status = x->status};
	sqlite3_stmt *s = db_stmt(db, SQL_MOMENT);
	int rc;

	memcpy(after.id, x->table, sizeof after.id);
	after.last = sqlite3_last_insert_rowid(db->handle);
	db_bind_int(s, 1, (uint64_t)f->no);
	db_bind_int(s, 2, (uint64_t)after.last);
	db_bind_int(s, 3, after.events);
	db_bind_int(s, 4, x->status.turn);
	db_bind_int(s, 5, x->status.active);
	rc = run(s);
	if (!rc)
		recent_keep(db->recent, &after);
	return rc;
}

int db_renew_table(struct db *db, int64_t no, const struct at_status *status)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_RENEW);

	db_bind_int(s, 1, (uint64_t)no);
	bind_status(s, 2, status);
	return run(s);
}

static int renew(struct db *db, const struct found *f, const struct at_append *x)
{
	int rc = renew_moment(db, f, x);

	if (!rc && !stays(&f->status, &x->status))
		rc = db_renew_table(db, f->no, &x->status);
	if (rc || !x->member)
		return rc;
	sqlite3_stmt *s = db_stmt(db, SQL_MEMBERS_REMOVE);
	db_bind_int(s, 1, (uint64_t)f->no);
	rc = run(s);
	return rc ? rc : add_members(db, f->no, x->member, x->members);
}

static int append(struct db *db, struct at_write *w)
{
	const struct at_append *x = &w->append;
	struct found f;
	bool found;
	int rc = find_table(db, x->table, &f);

	if (rc || !f.no) {
		w->result = AT_STORED_NONE;
		return rc;
	}
	/* If the number fits, inserting the row detects a repeated command, which saves a lookup in
	 * the usual case. */
	if (f.events == x->first) {
		const struct at_row row = {x->first,   x->count, x->time,
					   x->command, x->bytes, x->size};
		rc = db_add_row(db, f.no, f.last, f.id, &row, x->fresh);
		if (rc == SQLITE_OK) {
			w->first = x->first;
			w->count = x->count;
			return renew(db, &f, x);
		}
		if (rc != SQLITE_CONSTRAINT_UNIQUE)
			return rc;
	}
	rc = find_command(db, f.no, w, &found);
	if (rc || found)
		return rc;
	w->first = f.events;
	w->result = AT_STORED_TAKEN;
	return SQLITE_OK;
}

static int remove_table(struct db *db, struct at_write *w)
{
	static const enum sql both[] = {SQL_ROWS_REMOVE, SQL_TABLE_REMOVE};
	int rc = SQLITE_OK;

	recent_forget(db->recent);
	for (int i = 0; i < 2 && !rc; i++) {
		sqlite3_stmt *s = db_stmt(db, both[i]);
		db_bind_blob(s, 1, w->remove.table, AT_ID_SIZE);
		rc = change(db, w, s);
	}
	return rc;
}

/* The rows first, because they are found through their table. */
static int prune(struct db *db, struct at_write *w)
{
	static const enum sql what[] = {SQL_ROWS_ENDED, SQL_PRUNE_ENDED, SQL_ROWS_IDLE,
					SQL_PRUNE_IDLE};
	uint64_t before[2] = {w->prune.ended_before, w->prune.idle_before};
	uint32_t most = w->prune.most, removed = 0;

	recent_forget(db->recent);
	for (int i = 0; i < 4; i++) {
		sqlite3_stmt *s = db_stmt(db, what[i]);
		db_bind_int(s, 1, before[i / 2]);
		db_bind_int(s, 2, most - removed);
		int rc = run(s);
		if (rc)
			return rc;
		if (i % 2)
			removed += (uint32_t)sqlite3_changes(db->handle);
	}
	w->count = removed;
	return SQLITE_OK;
}

static int thin(struct db *db, struct at_write *w)
{
	static const enum sql what[] = {SQL_ROWS_THIN, SQL_THIN};

	recent_forget(db->recent);
	for (int i = 0; i < 2; i++) {
		sqlite3_stmt *s = db_stmt(db, what[i]);
		db_bind_int(s, 1, w->thin.made_before);
		db_bind_int(s, 2, w->thin.nobodys_before);
		db_bind_int(s, 3, w->thin.strangers_before);
		db_bind_int(s, 4, w->thin.most);
		int rc = run(s);
		if (rc)
			return rc;
	}
	w->count = (uint32_t)sqlite3_changes(db->handle);
	return SQLITE_OK;
}

static int told(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TABLE_TOLD);

	recent_forget(db->recent);
	db_bind_blob(s, 1, w->told.table, AT_ID_SIZE);
	db_bind_int(s, 2, w->told.notice);
	return change(db, w, s);
}

/* Stores the statement's number in w->first, if there is a row. */
static int first_of(sqlite3_stmt *s, struct at_write *w, bool *found)
{
	int rc = sqlite3_step(s);

	*found = rc == SQLITE_ROW;
	if (*found)
		w->first = (uint32_t)sqlite3_column_int64(s, 0);
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

static int say(struct db *db, struct at_write *w)
{
	struct found f;
	bool found;
	int rc = find_table(db, w->say.table, &f);

	if (rc || !f.no) {
		w->result = AT_STORED_NONE;
		return rc;
	}
	sqlite3_stmt *s = db_stmt(db, SQL_SAID);
	db_bind_int(s, 1, (uint64_t)f.no);
	db_bind_blob(s, 2, w->say.command, AT_ID_SIZE);
	rc = first_of(s, w, &found);
	w->count = 1;
	if (found)
		w->result = AT_STORED_BEFORE;
	if (rc || found)
		return rc;
	s = db_stmt(db, SQL_CHAT_NEXT);
	db_bind_int(s, 1, (uint64_t)f.no);
	rc = first_of(s, w, &found);
	if (rc)
		return rc;
	s = db_stmt(db, SQL_CHAT_ADD);
	db_bind_int(s, 1, (uint64_t)f.no);
	db_bind_int(s, 2, w->first);
	db_bind_int(s, 3, w->say.person);
	db_bind_int(s, 4, w->say.time);
	db_bind_text(s, 5, w->say.text);
	db_bind_blob(s, 6, w->say.command, AT_ID_SIZE);
	return run(s);
}

static int unsay(struct db *db, struct at_write *w)
{
	struct found f;
	int rc = find_table(db, w->unsay.table, &f);

	if (rc || !f.no) {
		w->result = AT_STORED_NONE;
		return rc;
	}
	sqlite3_stmt *s = db_stmt(db, SQL_CHAT_REMOVE);
	db_bind_int(s, 1, (uint64_t)f.no);
	db_bind_int(s, 2, w->unsay.first);
	db_bind_int(s, 3, (uint64_t)w->unsay.first + w->unsay.count);
	db_bind_int(s, 4, w->unsay.person);
	return change(db, w, s);
}

static int find_token(struct db *db, const uint8_t *token, uint32_t *person)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TOKEN);
	int rc;

	*person = 0;
	db_bind_blob(s, 1, token, AT_TOKEN_SIZE);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW)
		*person = (uint32_t)sqlite3_column_int64(s, 0);
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

/* link: by which it came, or NULL */
static int add_token(struct db *db, const uint8_t *token, uint32_t person, const uint8_t *link)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TOKEN_ADD);

	db_bind_blob(s, 1, token, AT_TOKEN_SIZE);
	db_bind_int(s, 2, person);
	if (link)
		db_bind_blob(s, 3, link, AT_TOKEN_SIZE);
	return run(s);
}

static int welcome(struct db *db, struct at_write *w)
{
	int rc = find_token(db, w->welcome.token, &w->person);

	if (rc)
		return rc;
	if (w->person) {
		w->result = AT_STORED_BEFORE;
		return SQLITE_OK;
	}
	sqlite3_stmt *s = db_stmt(db, SQL_GUEST_ADD);
	db_bind_text(s, 1, w->welcome.name);
	db_bind_int(s, 2, w->welcome.now);
	db_bind_int(s, 3, w->welcome.picture);
	rc = run(s);
	if (rc)
		return rc;
	w->person = (uint32_t)sqlite3_last_insert_rowid(db->handle);
	return add_token(db, w->welcome.token, w->person, NULL);
}

static int rename_guest(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_GUEST_RENAME);

	db_bind_int(s, 1, w->guest.person);
	db_bind_text(s, 2, w->guest.name);
	db_bind_int(s, 3, w->guest.picture);
	return change(db, w, s);
}

static int seen(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_GUEST_SEEN);

	db_bind_int(s, 1, w->guest.person);
	db_bind_int(s, 2, w->guest.now);
	return change(db, w, s);
}

static int forget_person(struct db *db, struct at_write *w, uint32_t person)
{
	static const enum sql then[] = {SQL_GUEST_SILENCE, SQL_GUEST_MADE_NOTHING};
	sqlite3_stmt *s = db_stmt(db, SQL_GUEST_REMOVE);

	db_bind_int(s, 1, person);
	int rc = change(db, w, s);
	for (int i = 0; i < 2 && !rc && w->result == AT_STORED; i++) {
		s = db_stmt(db, then[i]);
		db_bind_int(s, 1, person);
		rc = run(s);
	}
	return rc;
}

static int forget(struct db *db, struct at_write *w)
{
	return forget_person(db, w, w->guest.person);
}

static int fade(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_GUESTS_FADED);
	uint32_t person[AT_FADE_MAX], count = 0;
	int rc;

	db_bind_int(s, 1, w->fade.seen_before);
	db_bind_int(s, 2, AT_FADE_MAX);
	while ((rc = sqlite3_step(s)) == SQLITE_ROW)
		person[count++] = (uint32_t)sqlite3_column_int64(s, 0);
	db_free(s);
	rc = rc == SQLITE_DONE ? SQLITE_OK : rc;
	for (uint32_t i = 0; i < count && !rc; i++)
		rc = forget_person(db, w, person[i]);
	w->result = AT_STORED;
	w->count = count;
	return rc;
}

static int add_link(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_LINK_ADD);

	db_bind_blob(s, 1, w->link.hash, AT_TOKEN_SIZE);
	db_bind_int(s, 2, w->link.person);
	db_bind_int(s, 3, w->link.until);
	return run(s);
}

/* Whether the token belongs to somebody already, and by this link. */
static int find_redeemed(struct db *db, struct at_write *w, const uint8_t *token,
			 const uint8_t *link)
{
	sqlite3_stmt *s = db_stmt(db, SQL_TOKEN_LINK);
	int rc;

	db_bind_blob(s, 1, token, AT_TOKEN_SIZE);
	db_bind_blob(s, 2, link, AT_TOKEN_SIZE);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW) {
		w->person = (uint32_t)sqlite3_column_int64(s, 0);
		w->result = sqlite3_column_int(s, 1) ? AT_STORED_BEFORE : AT_STORED_TAKEN;
	}
	db_free(s);
	return rc == SQLITE_ROW || rc == SQLITE_DONE ? SQLITE_OK : rc;
}

int db_own_token(struct db *db, struct at_write *w, const uint8_t *token, uint32_t person,
		 const uint8_t *link)
{
	int rc = find_redeemed(db, w, token, link);

	if (rc || w->result != AT_STORED)
		return rc;
	w->person = person;
	return add_token(db, token, person, link);
}

/* Removes the link and adds the token in one step, so that a link used on two devices works once.
 */
static int redeem(struct db *db, struct at_write *w)
{
	int rc = find_redeemed(db, w, w->redeem.token, w->redeem.hash);
	sqlite3_stmt *s = db_stmt(db, SQL_LINKS_EXPIRE);

	if (rc || w->result != AT_STORED)
		return rc;
	db_bind_int(s, 1, w->redeem.now);
	rc = run(s);
	if (rc)
		return rc;
	s = db_stmt(db, SQL_LINK_TAKE);
	db_bind_blob(s, 1, w->redeem.hash, AT_TOKEN_SIZE);
	db_bind_int(s, 2, w->redeem.now);
	rc = sqlite3_step(s);
	if (rc == SQLITE_ROW) {
		w->person = (uint32_t)sqlite3_column_int64(s, 0);
		rc = sqlite3_step(s);
	}
	db_free(s);
	if (rc != SQLITE_DONE)
		return rc;
	if (w->person == 0) {
		w->result = AT_STORED_NONE;
		return SQLITE_OK;
	}
	return add_token(db, w->redeem.token, w->person, w->redeem.hash);
}

/* This process alone has the store, so its time counts and all duties are its own. */
static int beat(struct db *db, struct at_write *w)
{
	sqlite3_stmt *s = db_stmt(db, SQL_GUEST_SEEN);

	db_bind_int(s, 1, w->beat.person);
	db_bind_int(s, 2, w->beat.now);
	w->time = w->beat.now;
	w->duties = w->beat.wants;
	w->reads = w->beat.reads;
	return change(db, w, s);
}

static int nothing(struct db *db, struct at_write *w)
{
	(void)db, (void)w;
	return SQLITE_OK;
}

int db_write(struct db *db, struct at_write *w)
{
	static int (*const kinds[AT_WRITE_KINDS])(struct db *, struct at_write *) = {
	    [AT_CREATE] = create,
	    [AT_APPEND] = append,
	    [AT_REMOVE] = remove_table,
	    [AT_PRUNE] = prune,
	    [AT_THIN] = thin,
	    [AT_TOLD] = told,
	    [AT_SAY] = say,
	    [AT_UNSAY] = unsay,
	    [AT_WELCOME] = welcome,
	    [AT_RENAME] = rename_guest,
	    [AT_SEEN] = seen,
	    [AT_FORGET] = forget,
	    [AT_LINK] = add_link,
	    [AT_REDEEM] = redeem,
	    [AT_FADE] = fade,
	    [AT_BEAT] = beat,
	    [AT_LEASE] = nothing,
	    [AT_WATCH] = nothing,
	    [AT_TELL] = nothing,
	    [AT_FILE] = nothing,
	    [AT_TAKE_LINK] = nothing,
	    [AT_OWN_TOKEN] = nothing,
	    [AT_FILL] = nothing,
	    [AT_SET_ASIDE] = db_set_aside,
	    [AT_NOTE] = db_note,
	    [AT_RESTORE] = db_restore,
	    [AT_RESULT] = db_keep_result,
	    [AT_CODE] = db_put_code,
	    [AT_ADOPT] = db_adopt,
	};

	at_assert((unsigned)w->kind < AT_WRITE_KINDS);
	w->result = AT_STORED;
	w->why = NULL;
	w->first = w->count = w->person = w->duties = w->nodes = w->reads = 0;
	w->time = w->date = 0;
	return kinds[w->kind](db, w);
}
