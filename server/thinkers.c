#define _GNU_SOURCE

#include "thinkers.h"

#include "assert.h"

#include <event2/event.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct thought {
	struct thought *next;
	uint64_t ticket;
	int level;
	struct at_job job;
	struct at_answer answer;
};

/* The oldest first. */
struct line {
	struct thought *first, **last;
	int count;
};

struct thinkers {
	pthread_mutex_t lock;
	pthread_cond_t more;
	struct line waiting, ready;
	_Atomic bool stop;
	int count;
	int wake[2]; /* a byte when the first answer is ready */
	struct event *on_wake;
	thinkers_done *done;
	void *self;
	pthread_t *threads;
};

static void put(struct line *l, struct thought *t)
{
	t->next = NULL;
	*l->last = t;
	l->last = &t->next;
	l->count++;
}

static struct thought *take(struct line *l)
{
	struct thought *t = l->first;

	if (!t)
		return NULL;
	l->first = t->next;
	if (!l->first)
		l->last = &l->first;
	l->count--;
	return t;
}

static bool is_stopped(void *context)
{
	const struct thinkers *p = context;

	return p->stop;
}

/* No clock is lent, so the level's milliseconds are not looked at. */
static void think(struct thinkers *p, struct thought *t, void *memory, struct at_choice *choice)
{
	struct at_host host = {.stop = is_stopped, .context = p};
	const struct at_game *game = at_game_of(&t->job.state.head);
	struct at_bot_spec spec = at_level(game, at_level_names[t->level])->spec;
	struct at_bot *bot;
	struct at_thinker thinker;

	spec.ms = 0;
	spec.threads = 0;
	bot = at_bot_init(memory, AT_BOT_MEMORY, game, &spec, &host);
	at_assert(bot);
	thinker = at_bot_thinker(bot);
	at_job_do(&t->job, &thinker, choice, &t->answer);
}

static void *run(void *arg)
{
	struct thinkers *p = arg;
	uint64_t *memory = malloc(AT_BOT_MEMORY);
	struct at_choice *choice = malloc(sizeof *choice);
	struct thought *t;

	pthread_mutex_lock(&p->lock);
	while (memory && choice && !p->stop) {
		t = take(&p->waiting);
		if (!t) {
			pthread_cond_wait(&p->more, &p->lock);
			continue;
		}
		pthread_mutex_unlock(&p->lock);
		think(p, t, memory, choice);
		pthread_mutex_lock(&p->lock);
		put(&p->ready, t);
		if (p->ready.count == 1)
			while (write(p->wake[1], "", 1) < 0)
				;
	}
	pthread_mutex_unlock(&p->lock);
	free(memory);
	free(choice);
	return NULL;
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	struct thinkers *p = arg;
	struct line ready;
	struct thought *t;
	char byte;

	(void)what;
	if (read(fd, &byte, 1) < 0)
		return;
	pthread_mutex_lock(&p->lock);
	ready = p->ready;
	p->ready = (struct line){NULL, &p->ready.first, 0};
	pthread_mutex_unlock(&p->lock);
	while ((t = ready.first)) {
		ready.first = t->next;
		p->done(p->self, t->ticket, &t->answer);
		free(t);
	}
}

struct thinkers *thinkers_new(struct event_base *base, int threads, thinkers_done *done, void *self)
{
	struct thinkers *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->done = done;
	p->self = self;
	p->wake[0] = p->wake[1] = -1;
	p->waiting.last = &p->waiting.first;
	p->ready.last = &p->ready.first;
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	p->threads = calloc((size_t)threads, sizeof *p->threads);
	if (pipe2(p->wake, O_CLOEXEC) == 0)
		p->on_wake = event_new(base, p->wake[0], EV_READ | EV_PERSIST, on_wake, p);
	if (!p->threads || !p->on_wake || event_add(p->on_wake, NULL)) {
		thinkers_free(p);
		return NULL;
	}
	while (p->count < threads && pthread_create(&p->threads[p->count], NULL, run, p) == 0)
		p->count++;
	if (p->count == threads)
		return p;
	thinkers_free(p);
	return NULL;
}

static void drop(struct line *l)
{
	struct thought *t;

	while ((t = take(l)))
		free(t);
}

void thinkers_free(struct thinkers *p)
{
	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_broadcast(&p->more);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->count; i++)
		pthread_join(p->threads[i], NULL);
	drop(&p->waiting);
	drop(&p->ready);
	if (p->on_wake)
		event_free(p->on_wake);
	for (int i = 0; i < 2; i++)
		if (p->wake[i] >= 0)
			close(p->wake[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	free(p->threads);
	free(p);
}

bool thinkers_add(struct thinkers *p, uint64_t ticket, const struct at_job *job, int level)
{
	struct thought *t = calloc(1, sizeof *t);
	bool room;

	if (!t)
		return false;
	t->ticket = ticket;
	t->level = level;
	t->job = *job;
	pthread_mutex_lock(&p->lock);
	room = p->waiting.count < THINKERS_JOBS_MAX;
	if (room) {
		put(&p->waiting, t);
		pthread_cond_signal(&p->more);
	}
	pthread_mutex_unlock(&p->lock);
	if (!room)
		free(t);
	return room;
}
