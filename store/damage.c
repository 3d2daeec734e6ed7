/* Damage: compares data with its hashes (sums.h), and keeps a list of damaged tables. */
#define _GNU_SOURCE
#include "inner.h"
#include "parts.h"
#include "sums.h"

#include "assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- One table --- */

/* Hashes that are not there yet, as lists for PostgreSQL: "{1,2" */
struct filling {
	struct at_store *store;
	const uint8_t *table;
	char *text[2];
	size_t len, room;
	bool full; /* no memory: another time */
};

static void add(struct filling *f, const struct at_row *row)
{
	enum { NUMBER = 24 };

	if (f->len + NUMBER > f->room) {
		size_t room = f->room ? 2 * f->room : 1024;
		for (int i = 0; i < 2; i++) {
			char *more = realloc(f->text[i], room);
			f->full |= !more;
			f->text[i] = more ? more : f->text[i];
		}
		if (f->full)
			return;
		f->room = room;
	}
	/* Both lists are padded to one length. */
	int a = snprintf(f->text[0] + f->len, NUMBER, "%c%22u", f->len ? ',' : '{', row->first);
	snprintf(f->text[1] + f->len, NUMBER, "%c%22lld", f->len ? ',' : '{',
		 (long long)sum_of_row(f->table, row));
	f->len += (size_t)a;
}

static bool take_sum(void *context, const struct at_row *row)
{
	add(context, row);
	return true;
}

static bool take_nothing(void *context, const struct at_row *row)
{
	(void)context, (void)row;
	return true;
}

static void filled(struct at_write *w)
{
	free(w->fill.first);
	free(w->fill.sum);
	free(w);
}

static void close_list(struct filling *f)
{
	for (int i = 0; i < 2; i++)
		snprintf(f->text[i] + f->len, 3, f->len ? "}" : "{}");
}

/* Adds missing hashes; if that fails, it is done another time. */
static void fill(struct at_store *store, const uint8_t *table, int64_t opening)
{
	struct filling f = {.store = store, .table = table, .room = 64};
	struct at_write *w = calloc(1, sizeof *w);

	f.text[0] = malloc(f.room);
	f.text[1] = malloc(f.room);
	if (!w || !f.text[0] || !f.text[1] ||
	    at_store_rows(store, table, 0, take_sum, &f) != AT_STORED || f.full) {
		free(w);
		free(f.text[0]);
		free(f.text[1]);
		return;
	}
	close_list(&f);
	w->kind = AT_FILL;
	memcpy(w->fill.table, table, AT_ID_SIZE);
	w->fill.opening = opening;
	w->fill.first = f.text[0];
	w->fill.sum = f.text[1];
	w->done = filled;
	at_store_submit(store, w);
}

enum at_stored at_store_check(struct at_store *all, const uint8_t *table)
{
	static _Thread_local uint8_t bytes[AT_STORED_OPENING_MAX];
	struct at_store *store = part_of_table(all, table);
	enum at_stored done;
	struct at_head head;
	size_t size;

	done = at_store_head(store, table, &head);
	if (done != AT_STORED)
		return done;
	store->unsummed = false;
	done = at_store_opening(store, table, bytes, &size);
	if (done == AT_STORED)
		done = at_store_rows(store, table, 0, take_nothing, NULL);
	if (done == AT_STORED && at_store_result(store, table, NULL, NULL) == AT_STORED_DAMAGED)
		return AT_STORED_DAMAGED;
	if (done == AT_STORED && store->unsummed)
		fill(store, table, sum_of_opening(&head, bytes, size));
	/* gone in the middle of it */
	if (done == AT_STORED_NONE && at_store_head(store, table, &head) == AT_STORED) {
		store->trouble = "its beginning is missing";
		done = AT_STORED_DAMAGED;
	}
	return done;
}

/* --- All tables, some at a time --- */

static enum at_stored ids_of(struct at_store *store, const uint8_t *after,
			     uint8_t (*out)[AT_ID_SIZE], int *count)
{
	struct reading r = reading_begin(store, SQL_IDS);
	int rc = 0, n = 0;

	reading_with_blob(&r, after, AT_ID_SIZE);
	reading_with_int(&r, (uint64_t)*count);
	while (n < *count && (rc = reading_next(&r)) > 0) {
		size_t size;
		const uint8_t *id = reading_blob(&r, 0, AT_ID_SIZE, &size);
		if (size == AT_ID_SIZE)
			memcpy(out[n++], id, size);
	}
	*count = n;
	return reading_ended(&r, rc);
}

static int by_id(const void *a, const void *b)
{
	return memcmp(a, b, AT_ID_SIZE);
}

enum at_stored at_store_ids(struct at_store *store, const uint8_t *after,
			    uint8_t (*out)[AT_ID_SIZE], int *count)
{
	uint8_t(*more)[AT_ID_SIZE];
	enum at_stored done = AT_STORED;
	int most = *count, n = 0;

	if (!store->parts)
		return ids_of(store, after, out, count);
	more = malloc(sizeof *more * (size_t)most * (size_t)store->parts);
	*count = 0;
	if (!more)
		return AT_STORED_FAILED;
	for (int i = 0; i < store->parts && done == AT_STORED; i++) {
		int m = most;
		store->last = store->part[i];
		done = ids_of(store->part[i], after, more + n, &m);
		n += m;
	}
	qsort(more, (size_t)n, sizeof *more, by_id);
	*count = done != AT_STORED ? 0 : n < most ? n : most;
	memcpy(out, more, sizeof *more * (size_t)*count);
	free(more);
	return done;
}

/* --- What was set aside --- */

static enum at_stored damaged_of(struct at_store *store,
				 void (*each)(void *context, const uint8_t *table, uint64_t since,
					      const char *why),
				 void *context)
{
	struct reading r = reading_begin(store, SQL_DAMAGED);
	char why[AT_DAMAGE_BYTES];
	int rc;

	while ((rc = reading_next(&r)) > 0) {
		size_t size;
		const uint8_t *id = reading_blob(&r, 0, AT_ID_SIZE, &size);
		uint64_t since = reading_moment(&r, 1);
		reading_text(&r, 2, why, sizeof why - 1);
		if (!r.bad && size == AT_ID_SIZE)
			each(context, id, since, why);
		r.bad = false; /* the others are there all the same */
	}
	return reading_ended(&r, rc);
}

enum at_stored at_store_damaged(struct at_store *store,
				void (*each)(void *context, const uint8_t *table, uint64_t since,
					     const char *why),
				void *context)
{
	enum at_stored done = AT_STORED;

	if (!store->parts)
		return damaged_of(store, each, context);
	for (int i = 0; i < store->parts && done == AT_STORED; i++) {
		store->last = store->part[i];
		done = damaged_of(store->part[i], each, context);
	}
	return done;
}

enum at_stored at_store_damage_of(struct at_store *all, const uint8_t *table, char *why)
{
	struct at_store *store = part_of_table(all, table);
	struct reading r = reading_of_table(store, SQL_DAMAGE_OF, table);
	int rc = reading_next(&r);

	if (rc > 0)
		reading_text(&r, 0, why, AT_DAMAGE_BYTES - 1);
	return reading_one(&r, rc);
}

static enum at_stored damages_of(struct at_store *store, void *context, uint32_t *tables,
				 uint32_t *none)
{
	struct reading r = reading_begin(store, SQL_DAMAGES);

	(void)context;
	*none = 0;
	return reading_counted(&r, tables, NULL);
}

enum at_stored at_store_damages(struct at_store *store, uint32_t *tables)
{
	uint32_t none = 0;

	return store->parts ? parts_sum(store, tables, &none, damages_of, NULL)
			    : damages_of(store, NULL, tables, &none);
}

/* --- Numbers of the caller's --- */

const char *note_name(enum at_note which)
{
	static const char *const names[AT_NOTES] = {"date", "spare", "round", "looked",
						    "hour", "aged",  "kept"};

	return names[which];
}

enum at_stored at_store_note(struct at_store *store, enum at_note which, uint64_t *value)
{
	struct reading r;
	int rc;

	store = store->parts ? store->last = store->part[0] : store;
	r = reading_begin(store, SQL_META_GET);
	reading_with_text(&r, note_name(which));
	rc = reading_next(&r);
	if (rc > 0)
		*value = reading_moment(&r, 0);
	return reading_one(&r, rc);
}

/* --- The whole file --- */

enum at_stored at_store_look(struct at_store *store, void (*each)(void *context, const char *why),
			     void *context)
{
	sqlite3_stmt *s;
	int rc;

	if (store->pg || store->parts)
		return AT_STORED;
	rc = sqlite3_prepare_v2(store->files.reader->handle, "PRAGMA integrity_check(20)", -1, &s,
				NULL);
	while (!rc && (rc = sqlite3_step(s)) == SQLITE_ROW) {
		const char *line = (const char *)sqlite3_column_text(s, 0);
		rc = SQLITE_OK;
		if (line && strcmp(line, "ok") != 0)
			each(context, line);
	}
	if (rc != SQLITE_DONE)
		store->trouble = sqlite3_errstr(rc);
	sqlite3_finalize(s);
	return rc == SQLITE_DONE ? AT_STORED : AT_STORED_FAILED;
}
