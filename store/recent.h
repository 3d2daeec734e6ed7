/* Inside the store: the writing connection's cache of tables, so that an append need not look up
 * its table each time. It contains only what this connection has written, and only as long as
 * nobody else writes: every transaction begins with recent_begin(), and any other change of tables,
 * or a rollback, calls recent_forget(). */
#ifndef AT_RECENT_H
#define AT_RECENT_H

#include "store.h"

/* A table in the middle of a write. */
struct found {
	uint8_t id[AT_ID_SIZE];
	int64_t no; /* 0: there is none */
	uint32_t events;
	int64_t last;            /* the number of its last row, or 0 */
	struct at_status status; /* except for turn and active */
};

struct recent;

/* NULL: out of memory; then nothing is cached, which is fine. */
struct recent *recent_new(void);
void recent_free(struct recent *); /* or NULL, as in all functions below */

/* The file's data version in this transaction, which changes when others write. */
void recent_begin(struct recent *, int64_t version);
void recent_forget(struct recent *);

const struct found *recent_find(const struct recent *, const uint8_t *id); /* or NULL */
void recent_keep(struct recent *, const struct found *);

#endif
