/* Inside the store: moving what the log holds into the file, so that the log does not grow for
 * ever. Most of it is moved by a thread, while writes go on; only what was written meanwhile is
 * moved between two writes, and then the log begins anew. */
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

/* For this connection; all zero before. False: no thread or no connection could be had. */
bool checkpoint_init(struct checkpoint *, sqlite3 *writer, const char *path);
void checkpoint_release(struct checkpoint *); /* also one that is all zero */

/* After a commit, by the thread that writes. */
void checkpoint_look(struct checkpoint *);

#endif
