/* Inside the store: a query and its result, row by row, for any kind of database. All of them use
 * the same statements and parameters (sql.h). */
#ifndef AT_READING_H
#define AT_READING_H

#include "sql.h"
#include "store.h"

enum { PARAMS_MAX = 6 };

enum cell_kind { CELL_NULL, CELL_INT, CELL_BLOB, CELL_TEXT };

struct cell {
	enum cell_kind kind;
	int64_t number;
	const void *bytes; /* valid until the next row */
	size_t size;
};

struct reading {
	struct at_store *store;
	enum sql which;
	struct cell param[PARAMS_MAX]; /* from ?1 */
	int params;
	bool bad;        /* a value was out of bounds */
	const char *why; /* or NULL */
	void *answer;    /* the engine's */
	int row;
};

/* Begin a query, then add its parameters in the order of their numbers. */
struct reading reading_begin(struct at_store *, enum sql);
struct reading reading_of_table(struct at_store *, enum sql, const uint8_t *table); /* ?1 */
void reading_with_int(struct reading *, uint64_t);
void reading_with_blob(struct reading *, const uint8_t *, size_t);
void reading_with_text(struct reading *, const char *);

/* The next row, like engine.next(). */
int reading_next(struct reading *);

/* The columns of a row. All values are checked, because the file may have been edited, damaged or
 * made by somebody else. A value out of bounds makes the query `bad`. */
struct cell reading_cell(struct reading *, int column);
uint64_t reading_moment(struct reading *, int column);
uint32_t reading_word(struct reading *, int column);
uint8_t reading_byte(struct reading *, int column);
const uint8_t *reading_blob(struct reading *, int column, size_t most, size_t *size);
void reading_text(struct reading *, int column, char *array, size_t most);
/* A column that must be this hash. If it is empty, because a node of an older version wrote the
 * row, the store becomes `unsummed`. */
void reading_compare(struct reading *, int column, int64_t sum);
void reading_head(struct reading *, struct at_head *); /* of a table, from the first column on */

/* End a query, given the result of the last reading_next(). _ended: did all go well? _one: was
 * there a row, of at most one? _counted: reads the one or two numbers of a single row. */
enum at_stored reading_ended(struct reading *, int rc);
enum at_stored reading_one(struct reading *, int rc);
enum at_stored reading_counted(struct reading *, uint32_t *a, uint32_t *b);

/* The operations of a database. */
struct engine {
	/* Answers every write of the list. Called by the writing thread or, without one, by
	 * at_store_deliver(). */
	void (*carry_out)(struct at_store *, struct at_write *list);
	int apart_us; /* the time between commits under load, so that more writes share one; 0:
			 no pause */
	void (*rested)(struct at_store *); /* called when idle, for housekeeping; or NULL */

	/* 1: there is a row; 0: no more rows; -1: failure, with the reason in store->trouble. */
	int (*next)(struct reading *);
	struct cell (*cell)(struct reading *, int column);
	void (*end)(struct reading *);
	const struct traveller *traveller; /* travel.h */
	enum at_err (*backup)(struct at_store *, const char *file, struct at_fail *);
	enum at_err (*restored)(struct at_store *,
				struct at_fail *); /* or NULL: it notices by itself */
	void (*release)(struct at_store *);        /* also if opening has failed */
};

#endif
