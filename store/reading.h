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
	bool bad;        /* a value was out of bounds, or else: */
	const char *why; /* or NULL */
	void *answer;    /* the engine's */
	int row;
};

/* A question, then its parameters in the order of their numbers. */
struct reading reading_begin(struct at_store *, enum sql);
struct reading reading_of_table(struct at_store *, enum sql, const uint8_t *table); /* ?1 */
void reading_with_int(struct reading *, uint64_t);
void reading_with_blob(struct reading *, const uint8_t *, size_t);
void reading_with_text(struct reading *, const char *);

/* The next row: as the engine's. */
int reading_next(struct reading *);

/* The columns of a row. Whatever comes from the file is checked for its bounds: a file may have
 * been edited, damaged or made by somebody else. What is out of bounds makes the reading bad. */
struct cell reading_cell(struct reading *, int column);
uint64_t reading_moment(struct reading *, int column);
uint32_t reading_word(struct reading *, int column);
uint8_t reading_byte(struct reading *, int column);
const uint8_t *reading_blob(struct reading *, int column, size_t most, size_t *size);
void reading_text(struct reading *, int column, char *array, size_t most);
/* A column that has to be this hash. Empty, in a database that nodes of before have written to as
 * well, makes the store `unsummed`. */
void reading_compare(struct reading *, int column, int64_t sum);
void reading_head(struct reading *, struct at_head *); /* of a table, from the first column on */

/* The end, with what the last reading_next() said: whether all went well; with _one, of one row at
 * most, whether there was one; with _counted, of a row's one number or two, which it reads. */
enum at_stored reading_ended(struct reading *, int rc);
enum at_stored reading_one(struct reading *, int rc);
enum at_stored reading_counted(struct reading *, uint32_t *a, uint32_t *b);

/* What a database does for the store. */
struct engine {
	/* Every write of the list gets its answer: by the thread that writes, or where there is
	 * none by whoever delivers. */
	void (*carry_out)(struct at_store *, struct at_write *list);
	int apart_us; /* under load commits are so far apart: each costs so much that it is better
			 shared; 0: they follow one another */
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
