/* Damaged tables: set aside, and found by a background check of all tables (aside.c). */
#ifndef HOST_ASIDE_H
#define HOST_ASIDE_H

#include <stdint.h>

struct host;

/* Sets a table aside with the reason of at_store_trouble(), which it returns. */
const char *host_set_aside(struct host *, const uint8_t *id);
const char *host_is_aside(struct host *, const uint8_t *id); /* the reason, or NULL */
void table_again(struct host *, const uint8_t *id); /* reads it again, if it is in memory */
void pass_start(struct host *);
void pass_step(struct host *); /* each second */

#endif
