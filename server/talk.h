/* The chat of tables (talk.c). */
#ifndef HOST_TALK_H
#define HOST_TALK_H

#include <stdint.h>

struct host;
struct online_table;

/* Reads new lines from the store and sends them. */
void talk_catch_up(struct online_table *);

/* Tells everybody at the table that these lines were removed from the store. */
void talk_removed(struct host *, const uint8_t *table, uint32_t first, uint32_t count);

#endif
