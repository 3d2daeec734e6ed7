/* Inside the store: reads and writes all rows of one database, or of several as if they were one
 * (parts.h). Rows are read from all parts in a single order, and each is written to its part. Each
 * part has its own transaction. */
#ifndef AT_GATHER_H
#define AT_GATHER_H

#include "parts.h"
#include "travel.h"

/* The row numbers of tables, which every part assigns itself. */
struct numbering {
	struct number {
		int64_t part_s, all_s; /* in the part; among all */
		int part;
	} * number;
	size_t count, room;
};

struct gather {
	struct at_store *part[PARTS_MAX];
	int parts;
	const struct relation *of; /* the relation that is read or written now */

	struct rows rows[PARTS_MAX];
	struct cell cells[PARTS_MAX][COLUMNS_MAX];
	int has[PARTS_MAX]; /* as the next() of the traveller returned it */
	int taken;          /* the part whose row was returned last, or -1 */

	struct numbering tables;
	size_t at[PARTS_MAX]; /* each part's place in it */
	int64_t last;         /* its number among all that were returned */
};

/* gather_end() also if it failed. */
bool gather_begin(struct gather *, struct at_store *, bool writing, struct at_fail *);
bool gather_end(struct gather *, bool keep, struct at_fail *);

/* Like the functions of a traveller. */
bool gather_ask(struct gather *, const struct relation *, struct at_fail *);
int gather_next(struct gather *, struct cell *, struct at_fail *);
void gather_done(struct gather *);

bool gather_open(struct gather *, const struct relation *, struct at_fail *);
bool gather_put(struct gather *, const struct cell *, struct at_fail *);
bool gather_close(struct gather *, struct at_fail *);

bool gather_persons(struct gather *, uint64_t *, struct at_fail *);
bool gather_set_persons(struct gather *, uint64_t, struct at_fail *);

#endif
