#define _GNU_SOURCE
#include "restore.h"

#include "basics.h"
#include "store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- the backup as a store --- */

/* A file is copied into a directory of its own, so that it stays as it is, and may be one of an
 * older version. */
struct backup {
	struct at_store *store;
	char dir[64];
};

static bool copy(const char *from, const char *to)
{
	static char bytes[1 << 16];
	FILE *in = fopen(from, "rb"), *out = in ? fopen(to, "wb") : NULL;
	bool good = in && out;
	size_t n;

	while (good && (n = fread(bytes, 1, sizeof bytes, in)) > 0)
		good = fwrite(bytes, 1, n, out) == n;
	good = good && !ferror(in);
	if (in)
		fclose(in);
	return out && fclose(out) == 0 && good;
}

static bool open_backup(struct backup *b, const char *from, struct at_fail *fail)
{
	struct stat about;
	char path[96];

	b->dir[0] = 0;
	if (stat(from, &about) || !S_ISREG(about.st_mode)) {
		b->store = at_store_open(from, AT_STORE_VISITOR, fail);
		return b->store;
	}
	b->store = NULL;
	snprintf(b->dir, sizeof b->dir, "/tmp/atoll-restore-XXXXXX");
	if (!mkdtemp(b->dir))
		return !at_fail(fail, AT_BAD_VALUE, "there is no room in /tmp");
	snprintf(path, sizeof path, "%s/atoll.db", b->dir);
	if (!copy(from, path))
		return !at_fail(fail, AT_BAD_VALUE, "%s cannot be copied to /tmp", from);
	b->store = at_store_open(b->dir, AT_STORE_OWNER, fail);
	return b->store;
}

static void close_backup(struct backup *b)
{
	static const char *const names[] = {"atoll.db", "atoll.db-wal", "atoll.db-shm",
					    "atoll.lock"};
	char path[96];

	at_store_close(b->store);
	for (int i = 0; i < 4 && b->dir[0]; i++) {
		snprintf(path, sizeof path, "%s/%s", b->dir, names[i]);
		unlink(path);
	}
	if (b->dir[0])
		rmdir(b->dir);
}

/* --- the table --- */

struct rows {
	struct at_row *row;
	uint32_t count, room, next;
	bool bad;
};

static bool take(void *context, const struct at_row *row)
{
	struct rows *r = context;
	uint8_t *bytes = malloc(AT_ID_SIZE + row->size);

	if (r->count == r->room) {
		uint32_t room = r->room ? 2 * r->room : 256;
		struct at_row *more = realloc(r->row, room * sizeof *more);
		r->bad = !more;
		r->row = more ? more : r->row;
		r->room = more ? room : r->room;
	}
	r->bad = r->bad || !bytes || row->first != r->next;
	if (r->bad) {
		free(bytes);
		return false;
	}
	memcpy(bytes, row->command, AT_ID_SIZE);
	memcpy(bytes + AT_ID_SIZE, row->bytes, row->size);
	r->row[r->count] = *row;
	r->row[r->count].command = bytes;
	r->row[r->count++].bytes = bytes + AT_ID_SIZE;
	r->next = row->first + row->count;
	return true;
}

static void drop(struct rows *r, uint32_t count)
{
	while (r->count > count)
		free((uint8_t *)r->row[--r->count].command);
}

/* The store's own events after the backup: all of them, or none. */
static bool add_later(struct at_store *store, const uint8_t *id, struct rows *r,
		      struct at_restore *x)
{
	uint32_t count = r->count;
	struct at_head head;

	if (at_store_head(store, id, &head) == AT_STORED && head.events >= x->head.events &&
	    at_store_rows(store, id, r->next, take, r) == AT_STORED && !r->bad &&
	    r->next == head.events) {
		x->head.status = head.status;
		x->head.events = head.events;
		return true;
	}
	drop(r, count);
	return false;
}

static bool read_table(struct at_store *backup, const uint8_t *id, struct rows *r,
		       struct at_restore *x)
{
	static uint8_t opening[AT_STORED_OPENING_MAX];
	static struct at_member member[AT_STORE_SEATS];

	x->opening = opening;
	x->member = member;
	return at_store_check(backup, id) == AT_STORED &&
	       at_store_head(backup, id, &x->head) == AT_STORED &&
	       at_store_opening(backup, id, opening, &x->opening_size) == AT_STORED &&
	       at_store_members(backup, id, member, &x->members) == AT_STORED &&
	       at_store_rows(backup, id, 0, take, r) == AT_STORED && !r->bad &&
	       r->next == x->head.events;
}

static bool put(struct at_store *store, struct at_store *backup, const uint8_t *id, char *why,
		size_t size)
{
	static struct at_member member[AT_STORE_SEATS];
	struct at_write w = {.kind = AT_RESTORE};
	struct rows rows = {.count = 0};
	uint32_t first;
	bool done = false, later;
	int members;

	snprintf(why, size, "the backup does not have this table, or not whole");
	if (read_table(backup, id, &rows, &w.restore)) {
		first = w.restore.head.events;
		later = add_later(store, id, &rows, &w.restore);
		if (later && at_store_members(store, id, member, &members) == AT_STORED) {
			w.restore.member = member;
			w.restore.members = members;
		}
		w.restore.row = rows.row;
		w.restore.rows = rows.count;
		at_store_submit(store, &w);
		at_store_settle(store);
		done = w.result == AT_STORED;
		snprintf(why, size,
			 done ? "restored: %u events of the backup, and %u that came later%s"
			      : "it cannot be stored",
			 first, w.restore.head.events - first,
			 later ? "" : "; what came later is damaged, too, and lost");
	}
	drop(&rows, 0);
	free(rows.row);
	return done;
}

bool restore_table(struct at_store *store, const char *hex, const char *from, char *why,
		   size_t size)
{
	uint8_t id[AT_ID_SIZE];
	struct at_fail fail = {0};
	struct backup backup;
	bool done = false;

	if (!host_hex(hex, id, sizeof id)) {
		snprintf(why, size, "a table is named by 32 hexadecimal digits");
		return false;
	}
	if (open_backup(&backup, from, &fail))
		done = put(store, backup.store, id, why, size);
	else
		snprintf(why, size, "%s", fail.why);
	close_backup(&backup);
	return done;
}
