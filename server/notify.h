/* Notifying people of their turn (notify.c). */
#ifndef HOST_NOTIFY_H
#define HOST_NOTIFY_H

#include <stdint.h>

struct at_table;
struct host;
struct notify;
struct online_table;

/* NULL: there is not enough memory. */
struct notify *notify_new(struct host *, const char *command, int seconds);
void notify_free(struct notify *); /* or NULL */

/* When to notify the person who is to move at this table, which is not stored yet. */
uint64_t notify_when(const struct online_table *, const struct at_table *);

#endif
