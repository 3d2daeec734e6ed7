/* A disk for SQLite that can lose its power, fill up, or fail to sync. It lies over the real one
 * and remembers of every file what was synced and what was only written; when the power is cut,
 * what was only written is forgotten, or some of it, in any order, is kept: disks promise nothing
 * about it. */
#ifndef AT_DISK_H
#define AT_DISK_H

#include <stdbool.h>
#include <stdint.h>

/* Makes it SQLite's default; what is opened from now on lies on it. disk_remove() when all is
 * closed. */
void disk_install(void);
void disk_remove(void);

/* The power goes at the n-th write, sync or truncation from now; 0: it stays. */
void disk_cut_after(uint64_t n);
bool disk_is_cut(void);

/* After everything was closed: the files become what the disk had, and the power is back. Of what
 * was not synced each write is kept with probability keep/256. */
void disk_restore(uint32_t keep, uint64_t seed);

/* No file grows beyond so many bytes in all; 0: there is room. */
void disk_room(uint64_t bytes);
uint64_t disk_used(void);

/* The next sync fails, and loses what it should have kept. */
void disk_fail_sync(void);

uint64_t disk_syncs(void);

#endif
