/* Inside the store: a question to the database and its answer, row by row, whichever database it
 * is. Statements and their parameters are the same for all of them (sql.h). */
#ifndef AT_READING_H
#define AT_READING_H

#include "sql.h"
#include "store.h"

enum { PARAMS_MAX = 6 };

enum cell_kind { CELL_NULL, CELL_INT, CELL_BLOB, CELL_TEXT };

struct cell {
	enum cell_kind kind;
	int64_t number;
	const void *bytes; /* good until the next row */
	size_t size;
};

struct reading {
	struct at_store *store;
	enum sql which;
	struct cell param[PARAMS_MAX]; /* from ?1 */
	int params;
	bool bad;     /* a value was out of bounds */
	void *answer; /* the engine's */
	int row;
};

/* What a database does for the store. */
struct engine {
	/* Every write of the list gets its answer: by the thread that writes, or where there is
	 * none by whoever delivers. */
	void (*carry_out)(struct at_store *, struct at_write *list);
	int apart_us; /* under load commits are at least so far apart: each costs so much that it
			 is better shared; 0: they follow one another */
	void (*rested)(struct at_store *); /* nobody waits: the time for housekeeping; or NULL */

	/* 1: here is a row. 0: that was the last. -1: it failed, and store->trouble says why. */
	int (*next)(struct reading *);
	struct cell (*cell)(struct reading *, int column);
	void (*end)(struct reading *);
	const struct traveller *traveller; /* travel.h */
	enum at_err (*backup)(struct at_store *, const char *file, struct at_fail *);
	enum at_err (*restored)(struct at_store *, struct at_fail *); /* or NULL: it notices */
	void (*release)(struct at_store *); /* also one that was opened halfway */
};

#endif
