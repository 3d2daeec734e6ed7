/* Inside the store: the struct itself. */
#ifndef AT_STORE_INNER_H
#define AT_STORE_INNER_H

#include "checkpoint.h"
#include "db.h"
#include "reading.h"

#include <pthread.h>

enum {
	STORE_PATH = 4096,
	PG_VERSION = 6, /* of PostgreSQL's schema: its number of steps */
};

struct pg;
struct change;

/* Writes in order, chained by their next. */
struct list {
	struct at_write *first, *last;
	int count;
};

/* SQLite's part. */
struct files {
	struct db writer;     /* the thread's; without one, the caller's */
	struct db own_reader; /* the caller's, if there is a thread */
	struct db *reader;
	struct checkpoint checkpoint;
	char path[STORE_PATH];
	int lock_fd;
	bool marked;        /* as open (closed.c) */
	const char *broken; /* why nothing is written any more, or NULL */
};

struct at_store {
	const struct engine *engine;
	struct files files;
	struct pg *pg;             /* PostgreSQL's part, or NULL */
	uint64_t node;             /* this process among those that share the store, below 2^63 */
	struct at_store *part[16]; /* several databases as one (parts.h) */
	int parts;                 /* their number; 0: this is one */
	int parts_away;
	uint32_t faded[16];    /* of each part: the last guest that was checked */
	int rounds;            /* writes under way that concern several */
	struct at_store *last; /* the part that was read last */
	int place, places;     /* which part of how many this one is */
	int is_part_of;        /* how many, as the database itself says */
	uint64_t incarnation;
	uint8_t key[AT_STORE_KEY_SIZE]; /* an owner's; see at_store_key() */
	const char *trouble;            /* of the last reading */
	bool unsummed;                  /* a row without a hash was read */
	void (*changed)(void *, const struct at_change *);
	void *changed_context;

	bool threaded;
	pthread_t thread;
	int event;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t work, answers;
	struct list asked, answered;
	struct change *news, **last_news; /* what others did, to be delivered */
	int waiting;
	bool stop, hurry;
};

/* A change by others, on its way to the caller. */
struct change {
	struct change *next;
	struct at_change what;
};

/* damage.c: where a number of the caller's is kept. */
const char *note_name(enum at_note);

/* Rings at_store_fd(). */
void store_ring(struct at_store *);

/* Queues a change for delivery; any thread may call it. */
void store_tell(struct at_store *, const struct at_change *);

/* Starts the thread that writes. */
enum at_err store_start(struct at_store *, struct at_fail *);

/* Opening: the result is in the store, even after a failure; the caller calls release(). */
enum at_err open_files(struct at_store *, const char *dir, enum at_store_as, struct at_fail *);
enum at_err open_memory(struct at_store *, struct at_fail *);
/* at_store_backup() of files. */
enum at_err files_backup(struct at_store *, const char *file, struct at_fail *);

/* closed.c: a file that was not closed lies beside its log. False: the log is missing, *fail says
 * what to do. Asked before anybody opens the file. */
bool files_are_whole(const char *path, struct at_fail *);
/* Marks it as open, or as closed. */
int files_mark(struct db *, bool open);

enum at_err open_postgresql(struct at_store *, const char *uri, bool owner, struct at_fail *);

#endif
