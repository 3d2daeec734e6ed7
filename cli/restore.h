/* A damaged table becomes again what a backup has of it. */
#ifndef RESTORE_H
#define RESTORE_H

#include "store.h"

/* `from`: a file of atoll backup, the data of a host, or the address of a database. What came after
 * the backup stays where it is whole. True: it is done, and why says how. */
bool restore_table(struct at_store *, const char *id, const char *from, char *why, size_t size);

#endif
