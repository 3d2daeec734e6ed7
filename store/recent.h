/* Inside the store: what the connection that writes knows of tables, so that an append need not
 * look its table up each time. It knows only what it has written itself, and only as long as nobody
 * else writes: every transaction begins with recent_begin(), and whatever changes tables otherwise,
 * or gives a transaction up, calls recent_forget(). */
#ifndef AT_RECENT_H
#define AT_RECENT_H

#include "store.h"

/* A table in the middle of a write. */
struct found {
	uint8_t id[AT_TABLE_ID_SIZE];
	int64_t no; /* 0: there is none */
	uint32_t events;
	int64_t last;            /* the number of its last row, or 0 */
	struct at_status status; /* but for turn and active */
};

struct recent;

/* NULL: there is no memory; then nothing is known, which is as good. */
struct recent *recent_new(void);
void recent_free(struct recent *); /* or NULL, as in all that follows */

/* The file's data version as this transaction sees it: changes with what others write. */
void recent_begin(struct recent *, int64_t version);
void recent_forget(struct recent *);

const struct found *recent_find(const struct recent *, const uint8_t *id); /* or NULL */
void recent_keep(struct recent *, const struct found *);

#endif
