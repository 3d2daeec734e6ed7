/* Inside the store: the struct itself. */
#ifndef AT_STORE_INNER_H
#define AT_STORE_INNER_H

#include "checkpoint.h"
#include "db.h"

#include <pthread.h>

enum { STORE_PATH = 4096 };

/* Writes in order, chained by their next. */
struct list {
	struct at_write *first, *last;
};

struct at_store {
	struct db writer;     /* the thread's; without a thread, whoever delivers writes */
	struct db own_reader; /* the caller's, where there is a thread */
	struct db *reader;
	struct checkpoint checkpoint;
	uint64_t incarnation;
	char path[STORE_PATH];
	int lock_fd;
	const char *broken;  /* why nothing is written any more, or NULL */
	const char *trouble; /* of the last reading */

	bool threaded;
	pthread_t thread;
	int event;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t work, answers;
	struct list asked, answered;
	int waiting;
	bool stop;
};

#endif
