/* A disk for SQLite that can lose its power, fill up, or fail to sync. It lies over the real one
 * and remembers for every file what was synced and what was only written. When the power is cut,
 * writes without a sync are lost, or some of them are kept, in any order: real disks promise
 * nothing about them. */
#ifndef AT_DISK_H
#define AT_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* Makes it SQLite's default for files that are opened from now on. Call disk_remove() when all
 * are closed. */
void disk_install(void);
void disk_remove(void);

/* The power is cut at the n-th write, sync or truncation from now; 0: never. */
void disk_cut_after(uint64_t n);
bool disk_is_cut(void);

/* Call this after everything was closed: the files get the disk's contents, and the power is
 * back. Each write without a sync is kept with probability keep/256. */
void disk_restore(uint32_t keep, uint64_t seed);

/* All files together have at most this many bytes; 0: no limit. */
void disk_room(uint64_t bytes);
uint64_t disk_used(void);

/* The next sync fails, and loses the data that it should have kept. */
void disk_fail_sync(void);

uint64_t disk_syncs(void);

#endif
