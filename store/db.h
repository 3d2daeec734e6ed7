/* Inside the store: one connection to SQLite with its statements. A connection belongs to one
 * thread at a time. */
#ifndef AT_DB_H
#define AT_DB_H

#include "recent.h"
#include "sql.h"
#include "store.h"

#include <sqlite3.h>

/* The names of the store's numbers that hold the key, eight bytes each. */
#define AT_STORE_KEY_NAMES                                                                         \
	{                                                                                          \
		"key-0", "key-1", "key-2", "key-3"                                                 \
	}

struct db {
	sqlite3 *handle;
	sqlite3_stmt *stmt[SQL_COUNT];
	struct recent *recent; /* of the owner's writing connection; else NULL */
};

/* What the lock file says about the owner's last opening. */
struct db_past {
	bool known;
	uint64_t openings;
};

/* Connects to a file or to ":memory:". With `make`, creates or migrates the schema; otherwise
 * checks that the file is a store of this version. */
enum at_err db_open(struct db *, const char *path, bool make, struct at_fail *);
void db_close(struct db *);

/* The owner's part of opening: counts the openings, and takes a new incarnation if the file is a
 * copy or older than the past knows. Reads the store's key; creates it if it is missing. */
enum at_err db_own(struct db *, struct db_past *, uint64_t *incarnation,
		   uint8_t key[AT_STORE_KEY_SIZE], struct at_fail *);
int db_incarnation(struct db *, uint64_t *);
int db_meta_put(struct db *, const char *key, int64_t);

/* A statement to bind and step. Always call db_free() after the last step: an open statement keeps
 * its snapshot. */
sqlite3_stmt *db_stmt(struct db *, enum sql);
void db_free(sqlite3_stmt *);

/* Runs a statement that returns no rows, and frees it: SQLITE_DONE or an error. */
int db_run(sqlite3_stmt *);

/* Bind parameters in the order of their numbers, from ?1. */
void db_bind_int(sqlite3_stmt *, int at, uint64_t);
void db_bind_blob(sqlite3_stmt *, int at, const uint8_t *, size_t);
void db_bind_text(sqlite3_stmt *, int at, const char *);

/* Carries out one write inside a transaction: SQLITE_OK, with the answer in w, or SQLite's error;
 * then the transaction must be rolled back. */
int db_write(struct db *, struct at_write *w);

/* Parts of writes: add a row after the one with number `before`, add the head of a table, update
 * its status. */
int db_add_row(struct db *, int64_t no, int64_t before, const uint8_t *table, const struct at_row *,
	       bool fresh);
int db_add_table(struct db *, const struct at_head *, int64_t *no);
int db_renew_table(struct db *, int64_t no, const struct at_status *);

/* Gives the token to this person, unless it has an owner: then the answer says by which link. */
int db_own_token(struct db *, struct at_write *, const uint8_t *token, uint32_t person,
		 const uint8_t *link);

/* mend.c: kinds of writes. */
int db_set_aside(struct db *, struct at_write *);
int db_note(struct db *, struct at_write *);
int db_restore(struct db *, struct at_write *);

/* lasting.c: kinds of writes. */
int db_keep_result(struct db *, struct at_write *);
int db_put_code(struct db *, struct at_write *);
int db_adopt(struct db *, struct at_write *);

/* Carries out a list of writes in as few transactions as possible. Returns an error if the file can
 * no longer be used; every write gets an answer in any case. */
int db_carry_out(struct db *, struct at_write *list);

#endif
