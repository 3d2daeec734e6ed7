/* Inside the store: everything that is kept, as rows that go from one database to another. */
#ifndef AT_TRAVEL_H
#define AT_TRAVEL_H

#include "reading.h"

enum { COLUMNS_MAX = 16 };

/* A table of the schema. What it is filled in is the order of the list: no row hangs on a later
 * one. */
struct relation {
	const char *name, *columns, *order;
	const char *kinds; /* a letter a column: i, x bytes, t text; X and T may be missing */
};

extern const struct relation relations[];
extern const int relation_count;

/* All rows of a relation, on their way out of one database. */
struct rows {
	struct at_store *store;
	const struct relation *of;
	void *answer; /* the database's */
	int at, count;
};

/* What a database does for it. All in one transaction, in which nobody else's writes show. Reasons
 * are in *fail. */
struct traveller {
	bool (*begin)(struct at_store *, bool writing, struct at_fail *);
	/* Rows in their order: 1, and the cells are there until the next call; 0 after the last; -1
	 * if it failed. done() also after a failure. */
	bool (*ask)(struct rows *, struct at_fail *);
	int (*next)(struct rows *, struct cell *, struct at_fail *);
	void (*done)(struct rows *);
	bool (*open)(struct at_store *, const struct relation *, struct at_fail *);
	bool (*put)(struct at_store *, const struct relation *, const struct cell *,
		    struct at_fail *);
	bool (*close)(struct at_store *, const struct relation *, struct at_fail *);
	/* The highest number of a person that was ever given: none is given twice. */
	bool (*persons)(struct at_store *, uint64_t *, struct at_fail *);
	bool (*set_persons)(struct at_store *, uint64_t, struct at_fail *);
	bool (*end)(struct at_store *, bool keep, struct at_fail *);
};

extern const struct traveller files_traveller;
extern const struct traveller pg_traveller;

#endif
