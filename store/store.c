/* Opening, the queue of writes, the thread that carries them out. */
#define _GNU_SOURCE
#include "inner.h"

#include "assert.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

/* --- The queue --- */

static void push(struct list *l, struct at_write *first, struct at_write *last)
{
	*(l->last ? &l->last->next : &l->first) = first;
	l->last = last;
}

static struct at_write *take_all(struct list *l)
{
	struct at_write *first = l->first;

	l->first = l->last = NULL;
	return first;
}

static void ring(struct at_store *store)
{
	uint64_t one = 1;
	ssize_t n = write(store->event, &one, sizeof one);

	at_assert(n == sizeof one || errno == EAGAIN);
}

static void check(const struct at_write *w)
{
	at_assert((unsigned)w->kind < AT_WRITE_KINDS);
	if (w->kind == AT_APPEND)
		at_assert(w->append.count > 0 && w->append.size <= AT_ROW_MAX &&
			  w->append.first <= UINT32_MAX - w->append.count &&
			  w->append.members <= AT_STORE_SEATS);
	if (w->kind == AT_CREATE)
		at_assert(w->create.opening_size <= AT_STORED_OPENING_MAX &&
			  w->create.members <= AT_STORE_SEATS);
	if (w->kind == AT_SAY)
		at_assert(strlen(w->say.text) <= AT_CHAT_BYTES);
	if (w->kind == AT_WELCOME)
		at_assert(strlen(w->welcome.name) <= AT_NAME_BYTES);
	if (w->kind == AT_RENAME)
		at_assert(strlen(w->guest.name) <= AT_NAME_BYTES);
}

void at_store_submit(struct at_store *store, struct at_write *w)
{
	w->next = NULL;
	at_store_submit_all(store, w);
}

void at_store_submit_all(struct at_store *store, struct at_write *list)
{
	struct at_write *last = list;
	int n = 1;

	for (check(list); last->next; n++) {
		last = last->next;
		check(last);
	}
	pthread_mutex_lock(&store->lock);
	bool first = !store->asked.first;
	push(&store->asked, list, last);
	store->waiting += n;
	if (first && store->threaded)
		pthread_cond_signal(&store->work);
	pthread_mutex_unlock(&store->lock);
	if (first && !store->threaded)
		ring(store);
}

/* A file that was lost once is not written any more. */
static void carry_out(struct at_store *store, struct at_write *list)
{
	if (store->broken) {
		for (struct at_write *w = list; w; w = w->next) {
			w->result = AT_STORED_FAILED;
			w->why = store->broken;
		}
		return;
	}
	int rc = db_carry_out(&store->writer, list);
	if (rc)
		store->broken = sqlite3_errstr(rc);
}

static void *write_always(void *arg)
{
	struct at_store *store = arg;

	pthread_mutex_lock(&store->lock);
	for (;;) {
		while (!store->asked.first && !store->stop)
			pthread_cond_wait(&store->work, &store->lock);
		struct at_write *last = store->asked.last, *list = take_all(&store->asked);
		if (!list)
			break;
		pthread_mutex_unlock(&store->lock);
		carry_out(store, list);
		pthread_mutex_lock(&store->lock);
		push(&store->answered, list, last);
		pthread_cond_signal(&store->answers);
		ring(store);
		pthread_mutex_unlock(&store->lock);
		checkpoint_look(&store->checkpoint); /* nobody waits for it */
		pthread_mutex_lock(&store->lock);
	}
	pthread_mutex_unlock(&store->lock);
	return NULL;
}

int at_store_fd(const struct at_store *store)
{
	return store->event;
}

int at_store_deliver(struct at_store *store)
{
	uint64_t rung;
	struct at_write *list;
	int n = 0;

	/* First the bell, then the list: what comes in between rings again. */
	if (read(store->event, &rung, sizeof rung) < 0)
		at_assert(errno == EAGAIN || errno == EINTR);
	pthread_mutex_lock(&store->lock);
	list = take_all(store->threaded ? &store->answered : &store->asked);
	for (struct at_write *w = list; w; w = w->next)
		n++;
	store->waiting -= n;
	pthread_mutex_unlock(&store->lock);
	if (list && !store->threaded)
		carry_out(store, list);
	while (list) {
		struct at_write *w = list;
		list = w->next;
		if (w->done)
			w->done(w);
	}
	return n;
}

int at_store_waiting(struct at_store *store)
{
	pthread_mutex_lock(&store->lock);
	int n = store->waiting;
	pthread_mutex_unlock(&store->lock);
	return n;
}

void at_store_settle(struct at_store *store)
{
	while (at_store_waiting(store) > 0) {
		pthread_mutex_lock(&store->lock);
		while (store->threaded && !store->answered.first)
			pthread_cond_wait(&store->answers, &store->lock);
		pthread_mutex_unlock(&store->lock);
		at_store_deliver(store);
	}
}

uint64_t at_store_incarnation(const struct at_store *store)
{
	return store->incarnation;
}

/* --- Opening --- */

static enum at_err cannot(const char *path, struct at_fail *fail)
{
	char why[100];

	return at_fail(fail, AT_BAD_VALUE, "%s: %s", path, strerror_r(errno, why, sizeof why));
}

static bool path_of(char *path, const char *dir, const char *name, struct at_fail *fail)
{
	if (snprintf(path, STORE_PATH, "%s/%s", dir, name) < STORE_PATH)
		return true;
	at_fail(fail, AT_TOO_LONG, "the name of the directory is too long");
	return false;
}

/* One owner at a time: the lock goes with the process, however it ends. The file tells a person who
 * has it, and the next owner how often the store had been opened. */
static enum at_err take_lock(struct at_store *store, const char *dir, struct db_past *past,
			     struct at_fail *fail)
{
	char path[STORE_PATH], text[64] = "";
	unsigned long long openings;
	int process = 0;

	if (!path_of(path, dir, "atoll.lock", fail))
		return fail->err;
	store->lock_fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
	if (store->lock_fd < 0)
		return cannot(path, fail);
	bool taken = flock(store->lock_fd, LOCK_EX | LOCK_NB) != 0;
	if (taken && errno != EWOULDBLOCK)
		return cannot(path, fail);
	if (pread(store->lock_fd, text, sizeof text - 1, 0) < 0)
		return cannot(path, fail);
	past->known = sscanf(text, "%d %llu", &process, &openings) == 2;
	past->openings = past->known ? openings : 0;
	if (taken)
		return at_fail(fail, AT_BAD_VALUE,
			       "%s is in use by another server (process %d): one at a time", dir,
			       process);
	return AT_OK;
}

static enum at_err write_lock(struct at_store *store, const char *dir, const struct db_past *past,
			      struct at_fail *fail)
{
	char text[64];
	int n = snprintf(text, sizeof text, "%-10d %-20llu\n", (int)getpid(),
			 (unsigned long long)past->openings);

	return pwrite(store->lock_fd, text, (size_t)n, 0) == n && fdatasync(store->lock_fd) == 0
		   ? AT_OK
		   : cannot(dir, fail);
}

/* The file is for nobody else's eyes: it holds seeds. */
static enum at_err make_file(const char *path, struct at_fail *fail)
{
	int fd = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);

	return fd < 0 || close(fd) ? cannot(path, fail) : AT_OK;
}

static enum at_err open_dir(struct at_store *store, const char *dir, bool owner,
			    struct at_fail *fail)
{
	struct db_past past = {0};
	enum at_err err;

	if (!path_of(store->path, dir, "atoll.db", fail))
		return fail->err;
	if (owner && mkdir(dir, 0700) && errno != EEXIST)
		return cannot(dir, fail);
	if (owner &&
	    ((err = take_lock(store, dir, &past, fail)) || (err = make_file(store->path, fail))))
		return err;
	if (!owner && access(store->path, R_OK))
		return at_fail(fail, AT_BAD_VALUE, "there is no store in %s", dir);
	if ((err = db_open(&store->writer, store->path, owner, fail)))
		return err;
	if (owner && ((err = db_own(&store->writer, &past, &store->incarnation, fail)) ||
		      (err = write_lock(store, dir, &past, fail))))
		return err;
	if (db_incarnation(&store->writer, &store->incarnation))
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be read", store->path);
	if ((err = db_open(&store->own_reader, store->path, false, fail)))
		return err;
	store->reader = &store->own_reader;
	if (!checkpoint_init(&store->checkpoint, store->writer.handle, store->path))
		return at_fail(fail, AT_BAD_VALUE, "%s cannot be opened", store->path);
	if (pthread_create(&store->thread, NULL, write_always, store))
		return at_fail(fail, AT_BAD_VALUE, "no thread can be started");
	store->threaded = true;
	return AT_OK;
}

static enum at_err open_memory(struct at_store *store, struct at_fail *fail)
{
	struct db_past past = {0};
	enum at_err err = db_open(&store->writer, ":memory:", true, fail);

	store->reader = &store->writer;
	return err ? err : db_own(&store->writer, &past, &store->incarnation, fail);
}

static void release(struct at_store *store)
{
	if (store->threaded) {
		pthread_mutex_lock(&store->lock);
		store->stop = true;
		pthread_cond_signal(&store->work);
		pthread_mutex_unlock(&store->lock);
		pthread_join(store->thread, NULL);
	}
	checkpoint_release(&store->checkpoint);
	db_close(&store->own_reader);
	db_close(&store->writer); /* the last one: it moves what the log holds into the file */
	pthread_cond_destroy(&store->work);
	pthread_cond_destroy(&store->answers);
	pthread_mutex_destroy(&store->lock);
	if (store->event >= 0)
		close(store->event);
	if (store->lock_fd >= 0)
		close(store->lock_fd);
	free(store);
}

struct at_store *at_store_open(const char *uri, enum at_store_as as, struct at_fail *fail)
{
	struct at_store *store = calloc(1, sizeof *store);
	enum at_err err = AT_OK;

	if (!store) {
		at_fail(fail, AT_TOO_LONG, "no memory");
		return NULL;
	}
	store->lock_fd = -1;
	pthread_mutex_init(&store->lock, NULL);
	pthread_cond_init(&store->work, NULL);
	pthread_cond_init(&store->answers, NULL);
	store->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	if (store->event < 0)
		err = cannot("eventfd", fail);
	else if (strcmp(uri, "memory:") == 0)
		err = open_memory(store, fail);
	else
		err = open_dir(store, uri, as == AT_STORE_OWNER, fail);
	if (!err)
		return store;
	release(store);
	return NULL;
}

void at_store_close(struct at_store *store)
{
	if (!store)
		return;
	at_store_settle(store);
	release(store);
}
