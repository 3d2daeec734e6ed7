/* Inside the store: PostgreSQL. Three connections a node:
 *
 *     writer   used by the store's thread: many writes are sent and committed together
 *     reader   used by the caller's thread
 *     ear      used by the keeper, a thread that listens for changes by other nodes
 *
 * The keeper also replaces the reader or the ear when one is lost. */
#ifndef AT_PG_H
#define AT_PG_H

#include "inner.h"

#include <libpq-fe.h>

enum {
	PG_LEAST = 1, /* the oldest version that can run beside this one */
	PG_HOSTS = 16,
	PG_PAYLOAD = 7900, /* bytes of one notice, below PostgreSQL's 8000 */
	PG_READ_MS = 2000, /* the longest wait for a read */
	PG_WRITE_MS = 10000,
	PG_RETRY_MS = 300,
};

extern const char *const pg_steps[PG_VERSION]; /* applied in this order, */
extern const char *const pg_functions[];       /* followed by these, up to NULL */
const char *pg_own_text(enum sql);             /* or NULL */

struct pg {
	char *uri;
	PGconn *writer;
	PGconn *reader; /* NULL: none at the moment */
	PGconn *lost;   /* a reader to be closed */
	bool doubt;     /* the answer to the last commit was lost */
	bool warned;    /* the answer to the last commit cannot be relied on */
	char why[200];  /* of reads */

	pthread_t thread; /* the keeper's */
	bool threaded;
	int wake;             /* wakes the keeper */
	pthread_mutex_t lock; /* guards what follows */
	bool stop;
	PGconn *fresh; /* a new reader, made by the keeper */
	int moves;     /* how often a newer timeline was seen; */
	int reader_moves,
	    fresh_moves;   /* its value when these were made: older connections are dropped */
	bool wanted;       /* the caller has no reader, and there is no fresh one */
	uint32_t timeline; /* the newest seen */
	uint64_t system;   /* identifies the cluster */
	bool outdated, away;
};

/* --- pg_link.c --- */

/* Connects to the host that accepts writes and has the newest timeline. NULL on failure, with the
 * reason in why. Takes up to about three seconds for each host that does not answer. */
PGconn *pg_connect(struct pg *, char *why, size_t size);

/* Runs a statement without parameters. false on failure, with the reason in *why if it is not NULL.
 */
bool pg_run(PGconn *, const char *sql, char *why, size_t size);

/* Sends everything and waits up to `ms` for a result. If it returns false, the connection must not
 * be used any more. */
bool pg_await(PGconn *, int ms);

/* The next result of the pipeline; NULL: the connection is lost. */
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

/* --- news.c: the text of a notice is the node's number and words --- */

struct news {
	char text[PG_PAYLOAD + 1];
	size_t len;
};

void news_begin(struct news *, uint64_t node);

/* Adds what other nodes must know about this write; false: it has no room. */
bool news_add(struct news *, const struct at_write *);
bool news_is_empty(const struct news *);

/* Calls each() with every change of a notice. Own notices and invalid ones are ignored. */
void news_read(const char *text, uint64_t node, void (*each)(void *, const struct at_change *),
	       void *context);

#endif
