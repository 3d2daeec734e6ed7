#include "checkpoint.h"

enum { PAGES = 4000 }; /* 16 MB, so that pages that are written often are moved once */

static int committed(void *context, sqlite3 *db, const char *name, int pages)
{
	struct checkpoint *x = context;

	(void)db, (void)name;
	x->pages = pages;
	return SQLITE_OK;
}

static void move(sqlite3 *db)
{
	/* What cannot be moved now stays in the log and is moved later. */
	sqlite3_wal_checkpoint_v2(db, NULL, SQLITE_CHECKPOINT_PASSIVE, NULL, NULL);
}

static void *move_always(void *arg)
{
	struct checkpoint *x = arg;

	pthread_mutex_lock(&x->lock);
	while (!x->stop) {
		if (x->state != CHECKPOINT_ASKED) {
			pthread_cond_wait(&x->work, &x->lock);
			continue;
		}
		pthread_mutex_unlock(&x->lock);
		move(x->mover);
		pthread_mutex_lock(&x->lock);
		x->state = CHECKPOINT_MOVED;
	}
	pthread_mutex_unlock(&x->lock);
	return NULL;
}

bool checkpoint_init(struct checkpoint *x, sqlite3 *writer, const char *path)
{
	int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;

	pthread_mutex_init(&x->lock, NULL);
	pthread_cond_init(&x->work, NULL);
	x->writer = writer;
	if (sqlite3_open_v2(path, &x->mover, flags, NULL) ||
	    sqlite3_exec(x->mover, "PRAGMA synchronous=FULL", NULL, NULL, NULL))
		return false;
	sqlite3_wal_hook(writer, committed, x);
	x->threaded = pthread_create(&x->thread, NULL, move_always, x) == 0;
	return x->threaded;
}

void checkpoint_release(struct checkpoint *x)
{
	if (!x->writer)
		return;
	if (x->threaded) {
		pthread_mutex_lock(&x->lock);
		x->stop = true;
		pthread_cond_signal(&x->work);
		pthread_mutex_unlock(&x->lock);
		pthread_join(x->thread, NULL);
	}
	sqlite3_close(x->mover);
	pthread_cond_destroy(&x->work);
	pthread_mutex_destroy(&x->lock);
}

void checkpoint_look(struct checkpoint *x)
{
	bool rest = false;

	if (x->pages < PAGES)
		return;
	pthread_mutex_lock(&x->lock);
	if (x->state == CHECKPOINT_NONE) {
		x->state = CHECKPOINT_ASKED;
		pthread_cond_signal(&x->work);
	} else if (x->state == CHECKPOINT_MOVED) {
		x->state = CHECKPOINT_NONE;
		rest = true;
	}
	pthread_mutex_unlock(&x->lock);
	if (rest) {
		move(x->writer);
		x->pages = 0;
	}
}
