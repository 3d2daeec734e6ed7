/* Restores a damaged table from a backup. */
#ifndef RESTORE_H
#define RESTORE_H

#include "store.h"

/* `from` is a file of atoll backup, a host's data directory, or the address of a database. Events
 * after the backup are kept if they are intact. True on success, with a description in why. */
bool restore_table(struct at_store *, const char *id, const char *from, char *why, size_t size);

#endif
