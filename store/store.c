/* Opening, the queue of writes, the thread that carries them out. */
#define _GNU_SOURCE
#include "inner.h"
#include "parts.h"

#include "assert.h"
#include "prefetch.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

/* --- The queue --- */

static void push(struct list *l, struct at_write *first, struct at_write *last, int count)
{
	*(l->last ? &l->last->next : &l->first) = first;
	l->last = last;
	l->count += count;
}

static struct at_write *take_all(struct list *l, int *count)
{
	struct at_write *first = l->first;

	*count = l->count;
	*l = (struct list){0};
	return first;
}

void store_ring(struct at_store *store)
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
	if (w->kind == AT_RESULT)
		at_assert(w->keep.size > 0 && w->keep.size <= AT_RESULT_MAX &&
			  w->keep.members <= AT_STORE_SEATS);
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

	if (store->parts) {
		parts_submit(store, list);
		return;
	}

	for (check(list); last->next; n++) {
		last = last->next;
		check(last);
	}
	pthread_mutex_lock(&store->lock);
	bool first = !store->asked.first;
	push(&store->asked, list, last, n);
	store->waiting += n;
	if (first && store->threaded)
		pthread_cond_signal(&store->work);
	pthread_mutex_unlock(&store->lock);
	if (first && !store->threaded)
		store_ring(store);
}

static struct timespec later(int us)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	t.tv_nsec += us * 1000L;
	t.tv_sec += t.tv_nsec / 1000000000;
	t.tv_nsec %= 1000000000;
	return t;
}

/* After several writes that came together, the next commit waits a moment, so that more writes
 * share it. A longer pause than engines ask for would not pay: more writes would share a commit,
 * but everybody would wait and then come at once, and waking all of them costs more than a commit.
 * A single write does not wait: 0. */
static int apart_us(const struct at_store *store, const struct at_write *list)
{
	return list->next ? store->engine->apart_us : 0;
}

static void wait_for_more(struct at_store *store, const struct timespec *until)
{
	while (!store->stop &&
	       pthread_cond_timedwait(&store->work, &store->lock, until) != ETIMEDOUT)
		;
}

static void *write_always(void *arg)
{
	struct at_store *store = arg;
	struct timespec until;
	int apart = 0, count;

	pthread_mutex_lock(&store->lock);
	for (;;) {
		while (!store->asked.first && !store->stop)
			pthread_cond_wait(&store->work, &store->lock);
		if (apart)
			wait_for_more(store, &until);
		struct at_write *last = store->asked.last, *list = take_all(&store->asked, &count);
		if (!list)
			break;
		apart = apart_us(store, list);
		pthread_mutex_unlock(&store->lock);
		store->engine->carry_out(store, list);
		if (apart)
			until = later(apart);
		pthread_mutex_lock(&store->lock);
		push(&store->answered, list, last, count);
		pthread_cond_signal(&store->answers);
		store_ring(store);
		pthread_mutex_unlock(&store->lock);
		if (store->engine->rested)
			store->engine->rested(store);
		pthread_mutex_lock(&store->lock);
	}
	pthread_mutex_unlock(&store->lock);
	return NULL;
}

static void deliver_news(struct at_store *);

int at_store_fd(const struct at_store *store)
{
	return store->event;
}

/* Prefetches the memory of the next ones while this one is answered, including the caller's memory
 * behind the write. */
static void look_ahead(const struct at_write *list)
{
	if (list && list->soon)
		list->soon(list, 1);
	list = list ? list->next : NULL;
	if (list && list->soon)
		list->soon(list, 2);
	list = list ? list->next : NULL;
	if (list)
		at_prefetch(list, 2 * sizeof *list);
}

int at_store_deliver(struct at_store *store)
{
	uint64_t rung;
	struct at_write *list;
	int n;

	/* Reads the bell before the list, so that anything that comes in between rings again. */
	if (read(store->event, &rung, sizeof rung) < 0)
		at_assert(errno == EAGAIN || errno == EINTR);
	pthread_mutex_lock(&store->lock);
	if (store->parts) {
		pthread_mutex_unlock(&store->lock);
		return parts_deliver(store);
	}
	list = take_all(store->threaded ? &store->answered : &store->asked, &n);
	store->waiting -= n;
	pthread_mutex_unlock(&store->lock);
	if (list && !store->threaded)
		store->engine->carry_out(store, list);
	while (list) {
		struct at_write *w = list;
		list = w->next;
		look_ahead(list);
		if (w->done)
			w->done(w);
	}
	deliver_news(store);
	return n;
}

int at_store_schema(const struct at_store *store)
{
	return at_store_is_shared(store) ? PG_VERSION : AT_STORE_VERSION;
}

int at_store_waiting(struct at_store *store)
{
	if (store->parts)
		return parts_waiting(store);
	pthread_mutex_lock(&store->lock);
	int n = store->waiting;
	pthread_mutex_unlock(&store->lock);
	return n;
}

void at_store_settle(struct at_store *store)
{
	if (store->parts) {
		parts_settle(store);
		return;
	}
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

void at_store_key(const struct at_store *store, uint8_t out[AT_STORE_KEY_SIZE])
{
	memcpy(out, store->parts ? store->part[0]->key : store->key, AT_STORE_KEY_SIZE);
}

enum at_err store_start(struct at_store *store, struct at_fail *fail)
{
	if (pthread_create(&store->thread, NULL, write_always, store))
		return at_fail(fail, AT_BAD_VALUE, "no thread can be started");
	store->threaded = true;
	return AT_OK;
}

void at_store_hurry(struct at_store *store)
{
	if (store->parts)
		parts_hurry(store);
	pthread_mutex_lock(&store->lock);
	store->hurry = true;
	pthread_mutex_unlock(&store->lock);
}

/* --- What others did --- */

void at_store_listen(struct at_store *store, void (*changed)(void *, const struct at_change *),
		     void *context)
{
	store->changed = changed;
	store->changed_context = context;
	if (store->parts)
		parts_listen(store);
}

void store_tell(struct at_store *store, const struct at_change *what)
{
	struct change *c = calloc(1, sizeof *c);

	if (!c) /* found by numbers later */
		return;
	c->what = *what;
	pthread_mutex_lock(&store->lock);
	*store->last_news = c;
	store->last_news = &c->next;
	store_ring(store);
	pthread_mutex_unlock(&store->lock);
}

static void deliver_news(struct at_store *store)
{
	pthread_mutex_lock(&store->lock);
	struct change *news = store->news;
	store->news = NULL;
	store->last_news = &store->news;
	pthread_mutex_unlock(&store->lock);
	while (news) {
		struct change *c = news;
		news = c->next;
		if (store->changed)
			store->changed(store->changed_context, &c->what);
		free(c);
	}
}

/* --- Opening --- */

static void release(struct at_store *store)
{
	if (store->threaded) {
		pthread_mutex_lock(&store->lock);
		store->stop = true;
		pthread_cond_signal(&store->work);
		pthread_mutex_unlock(&store->lock);
		pthread_join(store->thread, NULL);
	}
	parts_release(store);
	if (store->engine)
		store->engine->release(store);
	store->changed = NULL;
	deliver_news(store);
	pthread_cond_destroy(&store->work);
	pthread_cond_destroy(&store->answers);
	pthread_mutex_destroy(&store->lock);
	if (store->event >= 0)
		close(store->event);
	free(store);
}

static bool is_postgresql(const char *uri)
{
	return strncmp(uri, "postgresql:", 11) == 0 || strncmp(uri, "postgres:", 9) == 0;
}

/* bell: of the store that this is a part of, or -1 */
static struct at_store *new_store(int bell, struct at_fail *fail)
{
	struct at_store *store = calloc(1, sizeof *store);
	pthread_condattr_t clock;

	if (!store) {
		at_fail(fail, AT_TOO_LONG, "no memory");
		return NULL;
	}
	pthread_mutex_init(&store->lock, NULL);
	pthread_condattr_init(&clock);
	pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
	pthread_cond_init(&store->work, &clock);
	pthread_condattr_destroy(&clock);
	pthread_cond_init(&store->answers, NULL);
	store->last_news = &store->news;
	store->places = 1;
	store->event =
	    bell < 0 ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : fcntl(bell, F_DUPFD_CLOEXEC, 0);
	if (store->event >= 0)
		return store;
	at_fail(fail, AT_BAD_VALUE, "there are no file descriptors left");
	release(store);
	return NULL;
}

struct at_store *at_store_open(const char *uri, enum at_store_as as, struct at_fail *fail)
{
	struct at_store *store = new_store(-1, fail);
	enum at_err err;

	if (!store)
		return NULL;
	if (strcmp(uri, "memory:") == 0)
		err = open_memory(store, fail);
	else if (is_postgresql(uri))
		err = open_postgresql(store, uri, as == AT_STORE_OWNER, fail);
	else
		err = open_files(store, uri, as, fail);
	if (!err)
		return store;
	release(store);
	return NULL;
}

/* They share one bell and are one node. */
static bool open_part(struct at_store *all, const char *uri, int count, enum at_store_as as,
		      struct at_fail *fail)
{
	struct at_store *part = new_store(all->event, fail);

	if (!part)
		return false;
	part->place = all->parts;
	part->places = count;
	part->node = all->node;
	if (!is_postgresql(uri))
		at_fail(fail, AT_BAD_VALUE, "only PostgreSQL can be one of several stores");
	if (!is_postgresql(uri) || open_postgresql(part, uri, as == AT_STORE_OWNER, fail)) {
		release(part);
		return false;
	}
	all->node = part->node;
	all->incarnation = all->incarnation * 31 + part->incarnation;
	all->part[all->parts++] = part;
	return true;
}

struct at_store *at_store_open_all(const char *const *uri, int count, enum at_store_as as,
				   struct at_fail *fail)
{
	struct at_store *all;

	if (count == 1) {
		all = at_store_open(uri[0], as, fail);
		if (!all || all->is_part_of <= 1)
			return all;
		at_fail(fail, AT_BAD_VALUE,
			"this database is one of %d: give all of them, in their order",
			all->is_part_of);
		at_store_close(all);
		return NULL;
	}
	if (count < 1 || count > PARTS_MAX) {
		at_fail(fail, AT_BAD_VALUE, "there are 1 to %d parts of a store", PARTS_MAX);
		return NULL;
	}
	all = new_store(-1, fail);
	for (int i = 0; i < count && all; i++)
		if (!open_part(all, uri[i], count, as, fail)) {
			release(all);
			return NULL;
		}
	return all;
}

void at_store_close(struct at_store *store)
{
	if (!store)
		return;
	at_store_settle(store);
	release(store);
}

enum at_err at_store_backup(struct at_store *store, const char *file, struct at_fail *fail)
{
	return store->engine->backup(store, file, fail);
}

enum at_err at_store_restored(struct at_store *store, struct at_fail *fail)
{
	enum at_err err = AT_OK;

	for (int i = 0; i < store->parts && !err; i++)
		err = at_store_restored(store->part[i], fail);
	if (store->parts)
		return err;
	if (!store->engine->restored)
		return at_fail(fail, AT_BAD_VALUE,
			       "a directory notices by itself that it was restored");
	return store->engine->restored(store, fail);
}
