/* Inside the store: PostgreSQL. Three connections a node:
 *
 *     writer   the store's thread: many writes go out together and are committed together
 *     reader   the caller's thread
 *     ear      the keeper's thread, which hears what other nodes did; when the reader or the ear is
 *              lost, it looks for a new one
 */
#ifndef AT_PG_H
#define AT_PG_H

#include "inner.h"

#include <libpq-fe.h>

enum {
	PG_LEAST = 1, /* the oldest version that can work with it, side by side */
	PG_HOSTS = 16,
	PG_PAYLOAD = 7900, /* bytes of one notice, below PostgreSQL's 8000 */
	PG_READ_MS = 2000, /* nobody waits longer for a reading */
	PG_WRITE_MS = 10000,
	PG_RETRY_MS = 300,
};

extern const char *const pg_steps[PG_VERSION]; /* in this order, */
extern const char *const pg_functions[];       /* and then these, up to NULL */
const char *pg_own_text(enum sql);             /* or NULL */

struct pg {
	char *uri;
	PGconn *writer;
	PGconn *reader; /* NULL: there is none now */
	PGconn *lost;   /* a reader that is to be closed */
	bool doubt;     /* the answer to the last commit was lost */
	bool warned;    /* what the last commit was answered is not to be relied on */
	char why[200];  /* of readings */

	pthread_t thread; /* the keeper's */
	bool threaded;
	int wake;             /* the keeper's bell */
	pthread_mutex_t lock; /* guards what follows */
	bool stop;
	PGconn *fresh; /* a reader from the keeper */
	int moves;     /* how often a newer timeline was seen; */
	int reader_moves,
	    fresh_moves;   /* and when these connections were made: older ones are left */
	bool wanted;       /* the caller has no reader, and there is no fresh one */
	uint32_t timeline; /* the newest that was seen */
	uint64_t system;   /* which cluster it is */
	bool outdated, away;
};

/* --- pg_link.c --- */

/* A connection to the host that takes writes and has the newest timeline, or NULL and why. Takes at
 * most about three seconds for each host that does not answer. */
PGconn *pg_connect(struct pg *, char *why, size_t size);

/* Runs a statement without parameters; false: *why, where it is not NULL. */
bool pg_run(PGconn *, const char *sql, char *why, size_t size);

/* Sends everything and waits until there is a result to take, for so many ms: false, and the
 * connection is not to be used any more. */
bool pg_await(PGconn *, int ms);

/* The next result of the pipeline, or NULL: the connection is lost. */
PGresult *pg_take(PGconn *, int ms);

bool pg_is_outdated(struct pg *);
int pg_moves(struct pg *);

/* --- pg_write.c --- */

void pg_carry_out(struct at_store *, struct at_write *list);
bool pg_prepare_writes(PGconn *);

/* --- pg_read.c --- */

int pg_next(struct reading *);
struct cell pg_cell(struct reading *, int column);
void pg_end(struct reading *);
bool pg_prepare_reads(PGconn *);

/* --- pg_hear.c --- */

bool pg_start_keeper(struct at_store *);
void pg_stop_keeper(struct at_store *);

/* --- news.c: a notice is the node's number, then words --- */

struct news {
	char text[PG_PAYLOAD + 1];
	size_t len;
};

void news_begin(struct news *, uint64_t node);

/* Adds what others have to know about this write; false: there is no room for it any more. */
bool news_add(struct news *, const struct at_write *);
bool news_is_empty(const struct news *);

/* Calls each() with every change of a notice; nothing for one's own, or for what nobody wrote. */
void news_read(const char *text, uint64_t node, void (*each)(void *, const struct at_change *),
	       void *context);

#endif
