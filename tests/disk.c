#define _GNU_SOURCE
#include "disk.h"

#include "assert.h"
#include "rng.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES = 8, PATH = 512 };

/* Written but not synced; a truncation has no bytes. */
struct pending {
	struct pending *next;
	uint64_t at;
	size_t size;
	uint8_t bytes[];
};

struct kept {
	char path[PATH]; /* "": free */
	uint8_t *bytes;  /* as synced */
	uint64_t size, room;
	uint64_t now; /* its size with what is pending */
	struct pending *first, **last;
};

struct disk_file {
	sqlite3_file base;
	struct kept *kept; /* NULL: nobody uses it */
	sqlite3_file *real;
};

static struct {
	pthread_mutex_t lock;
	sqlite3_vfs vfs, *real;
	struct kept files[FILES];
	uint64_t left; /* operations until the cut */
	bool cut, sync_fails;
	uint64_t room, syncs;
} disk = {.lock = PTHREAD_MUTEX_INITIALIZER};

/* --- The contents of the disk --- */

static void forget(struct kept *k)
{
	while (k->first) {
		struct pending *p = k->first;
		k->first = p->next;
		free(p);
	}
	k->last = &k->first;
}

static void resize(struct kept *k, uint64_t size)
{
	if (size > k->room) {
		k->room = size * 2;
		k->bytes = realloc(k->bytes, k->room);
		at_assert(k->bytes);
	}
	if (size > k->size)
		memset(k->bytes + k->size, 0, size - k->size);
	k->size = size;
}

static void settle(struct kept *k, const struct pending *p)
{
	if (p->size == 0) {
		resize(k, p->at);
		return;
	}
	if (p->at + p->size > k->size)
		resize(k, p->at + p->size);
	memcpy(k->bytes + p->at, p->bytes, p->size);
}

static void remember(struct kept *k, uint64_t at, const void *bytes, size_t size)
{
	struct pending *p = malloc(sizeof *p + size);

	at_assert(p);
	*p = (struct pending){.at = at, .size = size};
	if (size)
		memcpy(p->bytes, bytes, size);
	*k->last = p;
	k->last = &p->next;
	k->now = size ? (at + size > k->now ? at + size : k->now) : at;
}

/* The entry of a path; the contents of a file when it is first met count as synced. */
static struct kept *find(const char *path)
{
	struct kept *k = NULL;

	for (int i = FILES - 1; i >= 0; i--) {
		if (strcmp(disk.files[i].path, path) == 0)
			return &disk.files[i];
		if (!disk.files[i].path[0])
			k = &disk.files[i];
	}
	at_assert(k && strlen(path) < PATH);
	memcpy(k->path, path, strlen(path) + 1);
	k->last = &k->first;
	FILE *f = fopen(path, "rb");
	if (f) {
		fseek(f, 0, SEEK_END);
		resize(k, (uint64_t)ftell(f));
		rewind(f);
		at_assert(fread(k->bytes, 1, k->size, f) == k->size);
		fclose(f);
	}
	k->now = k->size;
	return k;
}

static void drop(struct kept *k)
{
	forget(k);
	free(k->bytes);
	memset(k, 0, sizeof *k);
}

/* Counts an operation; false: the power is off. */
static bool powered(void)
{
	if (disk.left && --disk.left == 0)
		disk.cut = true;
	return !disk.cut;
}

static uint64_t used(void)
{
	uint64_t sum = 0;

	for (int i = 0; i < FILES; i++)
		sum += disk.files[i].now;
	return sum;
}

/* --- Files as SQLite sees them --- */

static sqlite3_file *real(sqlite3_file *f)
{
	return ((struct disk_file *)f)->real;
}

static struct kept *kept(sqlite3_file *f)
{
	return ((struct disk_file *)f)->kept;
}

static int disk_close(sqlite3_file *f)
{
	return real(f)->pMethods ? real(f)->pMethods->xClose(real(f)) : SQLITE_OK;
}

static int disk_read(sqlite3_file *f, void *to, int n, sqlite3_int64 at)
{
	return real(f)->pMethods->xRead(real(f), to, n, at);
}

static int disk_write(sqlite3_file *f, const void *from, int n, sqlite3_int64 at)
{
	struct kept *k = kept(f);
	int rc = SQLITE_OK;

	if (k) {
		uint64_t end = (uint64_t)at + (uint64_t)n;
		pthread_mutex_lock(&disk.lock);
		if (!powered())
			rc = SQLITE_IOERR_WRITE;
		else if (disk.room && end > k->now && used() + end - k->now > disk.room)
			rc = SQLITE_FULL;
		else
			remember(k, (uint64_t)at, from, (size_t)n);
		pthread_mutex_unlock(&disk.lock);
	}
	return rc ? rc : real(f)->pMethods->xWrite(real(f), from, n, at);
}

static int disk_truncate(sqlite3_file *f, sqlite3_int64 size)
{
	struct kept *k = kept(f);
	bool on = true;

	if (k) {
		pthread_mutex_lock(&disk.lock);
		if ((on = powered()))
			remember(k, (uint64_t)size, NULL, 0);
		pthread_mutex_unlock(&disk.lock);
	}
	return on ? real(f)->pMethods->xTruncate(real(f), size) : SQLITE_IOERR_TRUNCATE;
}

/* The real disk need not sync: its power stays. */
static int disk_sync(sqlite3_file *f, int flags)
{
	struct kept *k = kept(f);
	bool on;

	(void)flags;
	if (!k)
		return SQLITE_OK;
	pthread_mutex_lock(&disk.lock);
	on = powered() && !disk.sync_fails;
	if (on)
		for (struct pending *p = k->first; p; p = p->next)
			settle(k, p);
	if (on || disk.sync_fails)
		forget(k);
	disk.sync_fails = false;
	disk.syncs++;
	pthread_mutex_unlock(&disk.lock);
	return on ? SQLITE_OK : SQLITE_IOERR_FSYNC;
}

static int disk_size(sqlite3_file *f, sqlite3_int64 *size)
{
	return real(f)->pMethods->xFileSize(real(f), size);
}

static int disk_lock(sqlite3_file *f, int level)
{
	return real(f)->pMethods->xLock(real(f), level);
}

static int disk_unlock(sqlite3_file *f, int level)
{
	return real(f)->pMethods->xUnlock(real(f), level);
}

static int disk_reserved(sqlite3_file *f, int *out)
{
	return real(f)->pMethods->xCheckReservedLock(real(f), out);
}

static int disk_control(sqlite3_file *f, int op, void *arg)
{
	return real(f)->pMethods->xFileControl(real(f), op, arg);
}

static int disk_sector(sqlite3_file *f)
{
	return real(f)->pMethods->xSectorSize(real(f));
}

/* Promises nothing that the real disk does not: pages may be torn. */
static int disk_character(sqlite3_file *f)
{
	(void)f;
	return 0;
}

static int disk_shm_map(sqlite3_file *f, int page, int size, int extend, void volatile **at)
{
	return real(f)->pMethods->xShmMap(real(f), page, size, extend, at);
}

static int disk_shm_lock(sqlite3_file *f, int offset, int n, int flags)
{
	return real(f)->pMethods->xShmLock(real(f), offset, n, flags);
}

static void disk_shm_barrier(sqlite3_file *f)
{
	real(f)->pMethods->xShmBarrier(real(f));
}

static int disk_shm_unmap(sqlite3_file *f, int remove_it)
{
	return real(f)->pMethods->xShmUnmap(real(f), remove_it);
}

static const sqlite3_io_methods methods = {
    .iVersion = 2,
    .xClose = disk_close,
    .xRead = disk_read,
    .xWrite = disk_write,
    .xTruncate = disk_truncate,
    .xSync = disk_sync,
    .xFileSize = disk_size,
    .xLock = disk_lock,
    .xUnlock = disk_unlock,
    .xCheckReservedLock = disk_reserved,
    .xFileControl = disk_control,
    .xSectorSize = disk_sector,
    .xDeviceCharacteristics = disk_character,
    .xShmMap = disk_shm_map,
    .xShmLock = disk_shm_lock,
    .xShmBarrier = disk_shm_barrier,
    .xShmUnmap = disk_shm_unmap,
};

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *f, int flags, int *out)
{
	struct disk_file *file = (struct disk_file *)f;
	int asked = SQLITE_OPEN_MAIN_DB | SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL;

	(void)vfs;
	memset(file, 0, sizeof *file);
	file->real = (sqlite3_file *)(file + 1);
	if (path && (flags & asked)) {
		pthread_mutex_lock(&disk.lock);
		file->kept = find(path);
		pthread_mutex_unlock(&disk.lock);
	}
	int rc = disk.real->xOpen(disk.real, path, file->real, flags, out);
	f->pMethods = file->real->pMethods ? &methods : NULL;
	return rc;
}

/* A deletion is durable at once. */
static int disk_delete(sqlite3_vfs *vfs, const char *path, int sync_dir)
{
	bool on;

	(void)vfs;
	pthread_mutex_lock(&disk.lock);
	on = !disk.cut;
	for (int i = 0; i < FILES && on; i++)
		if (strcmp(disk.files[i].path, path) == 0)
			drop(&disk.files[i]);
	pthread_mutex_unlock(&disk.lock);
	return on ? disk.real->xDelete(disk.real, path, sync_dir) : SQLITE_IOERR_DELETE;
}

/* --- For the tests --- */

void disk_install(void)
{
	disk.real = sqlite3_vfs_find(NULL);
	disk.vfs = *disk.real;
	disk.vfs.zName = "atoll-disk";
	disk.vfs.szOsFile = (int)sizeof(struct disk_file) + disk.real->szOsFile;
	disk.vfs.xOpen = disk_open;
	disk.vfs.xDelete = disk_delete;
	sqlite3_vfs_register(&disk.vfs, 1);
}

void disk_remove(void)
{
	sqlite3_vfs_unregister(&disk.vfs);
	sqlite3_vfs_register(disk.real, 1);
	for (int i = 0; i < FILES; i++)
		drop(&disk.files[i]);
	disk.cut = disk.sync_fails = false;
	disk.left = disk.room = 0;
}

void disk_cut_after(uint64_t n)
{
	disk.left = n;
}

bool disk_is_cut(void)
{
	pthread_mutex_lock(&disk.lock);
	bool cut = disk.cut;
	pthread_mutex_unlock(&disk.lock);
	return cut;
}

void disk_restore(uint32_t keep, uint64_t seed)
{
	struct at_rng rng;

	at_rng_init(&rng, seed, 0);
	disk.cut = false;
	disk.left = 0;
	for (int i = 0; i < FILES; i++) {
		struct kept *k = &disk.files[i];
		char shm[PATH + 8];
		if (!k->path[0])
			continue;
		for (struct pending *p = k->first; p; p = p->next)
			if (at_rng_below(&rng, 256) < keep)
				settle(k, p);
		FILE *f = fopen(k->path, "wb");
		at_assert(f && fwrite(k->bytes, 1, k->size, f) == k->size);
		fclose(f);
		snprintf(shm, sizeof shm, "%s-shm", k->path);
		unlink(shm);
		drop(k);
	}
}

void disk_room(uint64_t bytes)
{
	pthread_mutex_lock(&disk.lock);
	disk.room = bytes;
	pthread_mutex_unlock(&disk.lock);
}

uint64_t disk_used(void)
{
	pthread_mutex_lock(&disk.lock);
	uint64_t n = used();
	pthread_mutex_unlock(&disk.lock);
	return n;
}

void disk_fail_sync(void)
{
	pthread_mutex_lock(&disk.lock);
	disk.sync_fails = true;
	pthread_mutex_unlock(&disk.lock);
}

uint64_t disk_syncs(void)
{
	pthread_mutex_lock(&disk.lock);
	uint64_t n = disk.syncs;
	pthread_mutex_unlock(&disk.lock);
	return n;
}
