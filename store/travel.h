/* Inside the store: export and import, which carry all rows from one database to another. */
#ifndef AT_TRAVEL_H
#define AT_TRAVEL_H

#include "reading.h"

enum { COLUMNS_MAX = 16 };

/* A table of the schema. The list is in the order of filling: no row refers to a later relation. */
struct relation {
	const char *name, *columns, *order;
	const char *kinds; /* a letter a column: i, x bytes, t text; X and T may be missing */
};

extern const struct relation relations[];
extern const int relation_count;

/* All rows of a relation, being read. */
struct rows {
	struct at_store *store;
	const struct relation *of;
	void *answer; /* the database's */
	int at, count;
};

/* What a kind of database must provide. Everything happens in one transaction that does not see the
 * writes of others. Reasons of failures are in *fail. */
struct traveller {
	bool (*begin)(struct at_store *, bool writing, struct at_fail *);
	/* The rows in order. next() returns 1 for a row, whose cells are valid until the next call,
	 * 0 after the last, -1 on failure. Call done() in all cases. */
	bool (*ask)(struct rows *, struct at_fail *);
	int (*next)(struct rows *, struct cell *, struct at_fail *);
	void (*done)(struct rows *);
	bool (*open)(struct at_store *, const struct relation *, struct at_fail *);
	bool (*put)(struct at_store *, const struct relation *, const struct cell *,
		    struct at_fail *);
	bool (*close)(struct at_store *, const struct relation *, struct at_fail *);
	/* The highest number that a person ever had: no number is used twice. */
	bool (*persons)(struct at_store *, uint64_t *, struct at_fail *);
	bool (*set_persons)(struct at_store *, uint64_t, struct at_fail *);
	bool (*end)(struct at_store *, bool keep, struct at_fail *);
};

extern const struct traveller files_traveller;
extern const struct traveller pg_traveller;

#endif
