/* Inside the store: moves the content of the log into the file, so that the log does not grow for
 * ever. A thread moves most of it while writes go on; only the rest is moved between two writes,
 * and then the log starts again. */
#ifndef AT_CHECKPOINT_H
#define AT_CHECKPOINT_H

#include <pthread.h>
#include <sqlite3.h>
#include <stdbool.h>

enum checkpoint_state { CHECKPOINT_NONE, CHECKPOINT_ASKED, CHECKPOINT_MOVED };

struct checkpoint {
	sqlite3 *writer, *mover;
	int pages; /* in the log, as of the last commit */
	pthread_t thread;
	bool threaded;
	pthread_mutex_t lock; /* guards what follows */
	pthread_cond_t work;
	enum checkpoint_state state;
	bool stop;
};

/* Starts it for this connection; the struct must be zero. False: no thread or no connection. */
bool checkpoint_init(struct checkpoint *, sqlite3 *writer, const char *path);
void checkpoint_release(struct checkpoint *); /* also one that is all zero */

/* Called after a commit, by the writing thread. */
void checkpoint_look(struct checkpoint *);

#endif
