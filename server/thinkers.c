#define _GNU_SOURCE

#include "thinkers.h"

#include "assert.h"
#include "queue.h"

#include <event2/event.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* A waiting job, with only as much of the state as its game uses. */
struct thought {
	struct flow flow; /* first; its key is the ticket */
	int level;
	struct at_job job;
};

/* An answer for the loop. Their number is fixed: a thread that finds none free waits until the loop
 * has taken some. */
struct finished {
	struct finished *next;
	uint64_t ticket;
	struct at_answer answer;
};

enum {
	GAMES_MAX = 16,
	LEVELS_MAX = 16,
	ANSWERS_A_THREAD = 2,
	LEARNING = 8,  /* an estimate moves by an eighth of its error */
	NICENESS = 10, /* niceness of long jobs, behind the loop and small jobs */
	GREEDY_US = 1000,
};

struct thinkers {
	pthread_mutex_t lock;
	pthread_cond_t more, /* jobs, or answers to put them into */
	    more_small;
	struct queue waiting;
	struct finished *spare, *ready, **last_ready, *answers;
	/* The expected cost of a job in microseconds of processor time, by game, level, more than
	 * two players or not, and hint or not. */
	uint32_t expected[GAMES_MAX][LEVELS_MAX][2][2];
	_Atomic bool stop;
	int count;
	int wake[2]; /* a byte when the first answer is ready */
	struct event *on_wake;
	thinkers_done *done;
	void *self;
	pthread_t *threads;
};

/* How many bytes of a job its game uses. */
static size_t kept_size(const struct at_job *job)
{
	return offsetof(struct thought, job.state) + at_game_of(&job->state.head)->state_size;
}

/* --- what a job costs --- */

static uint32_t *expected(struct thinkers *p, const struct at_job *job, int level)
{
	const struct at_game *game = at_game_of(&job->state.head);
	int i = 0;

	while (i < at_games() && at_game(i) != game)
		i++;
	return &p->expected[i % GAMES_MAX][level % LEVELS_MAX][job->state.head.seats > 2]
			   [job->kind != AT_JOB_TURN];
}

/* Before the first measurement: an estimate from the level. */
static uint32_t guess(const struct at_job *job, int level)
{
	const struct at_bot_spec *spec =
	    &at_level(at_game_of(&job->state.head), at_level_names[level])->spec;
	uint32_t many = job->state.head.seats > 2 && spec->many ? spec->many : 1;

	return spec->kind == AT_BOT_SEARCH || spec->kind == AT_BOT_FLAT ? spec->ms * 1000 * many
									: GREEDY_US;
}

static uint64_t worked_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (uint64_t)t.tv_sec * 1000000 + (uint64_t)t.tv_nsec / 1000;
}

static void learn(uint32_t *expected, uint64_t us)
{
	uint64_t was = *expected;

	*expected =
	    (uint32_t)(((LEARNING - 1) * was + (us < UINT32_MAX ? us : UINT32_MAX)) / LEARNING);
	*expected += !*expected;
}

static bool is_stopped(void *context)
{
	const struct thinkers *p = context;

	return p->stop;
}

/* There is no clock, so the level's milliseconds are ignored. */
static void think(struct thinkers *p, struct thought *t, void *memory, struct at_choice *choice,
		  struct at_answer *answer)
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
	at_job_do(&t->job, &thinker, choice, answer);
}

/* Takes a job and a free answer; NULL unless there are both. */
static struct thought *take(struct thinkers *p, bool small, struct finished **f)
{
	struct thought *t = p->spare ? (struct thought *)queue_take(&p->waiting, small) : NULL;

	if (t) {
		*f = p->spare;
		p->spare = (*f)->next;
	}
	return t;
}

static void give(struct thinkers *p, struct finished *f)
{
	bool first = !p->ready;

	f->next = NULL;
	*p->last_ready = f;
	p->last_ready = &f->next;
	if (first)
		while (write(p->wake[1], "", 1) < 0)
			;
}

static void work(struct thinkers *p, bool small)
{
	uint64_t *memory = malloc(AT_BOT_MEMORY), from;
	struct at_choice *choice = malloc(sizeof *choice);
	struct thought *whole = malloc(sizeof *whole), *t;
	struct finished *f = NULL;

	pthread_mutex_lock(&p->lock);
	while (memory && choice && whole && !p->stop) {
		t = take(p, small, &f);
		if (!t) {
			pthread_cond_wait(small ? &p->more_small : &p->more, &p->lock);
			continue;
		}
		pthread_mutex_unlock(&p->lock);
		memset(whole, 0, sizeof *whole);
		memcpy(whole, t, kept_size(&t->job));
		f->ticket = t->flow.key;
		free(t);
		from = worked_us();
		think(p, whole, memory, choice, &f->answer);
		from = worked_us() - from;
		pthread_mutex_lock(&p->lock);
		learn(expected(p, &whole->job, whole->level), from);
		give(p, f);
	}
	pthread_mutex_unlock(&p->lock);
	free(memory);
	free(choice);
	free(whole);
}

static void *run(void *arg)
{
	setpriority(PRIO_PROCESS, (id_t)gettid(), NICENESS);
	work(arg, false);
	return NULL;
}

/* One thread is reserved for small jobs, so that expensive ones do not delay them. */
static void *run_small(void *arg)
{
	work(arg, true);
	return NULL;
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	struct thinkers *p = arg;
	struct finished *ready, *f;
	char byte;

	(void)what;
	if (read(fd, &byte, 1) < 0)
		return;
	pthread_mutex_lock(&p->lock);
	ready = p->ready;
	p->ready = NULL;
	p->last_ready = &p->ready;
	pthread_mutex_unlock(&p->lock);
	for (f = ready; f; f = f->next)
		p->done(p->self, f->ticket, &f->answer);
	pthread_mutex_lock(&p->lock);
	while ((f = ready)) {
		ready = f->next;
		f->next = p->spare;
		p->spare = f;
	}
	pthread_cond_broadcast(&p->more);
	pthread_cond_broadcast(&p->more_small);
	pthread_mutex_unlock(&p->lock);
}

static bool make_answers(struct thinkers *p, int count)
{
	p->answers = calloc((size_t)count, sizeof *p->answers);
	for (int i = 0; p->answers && i < count; i++) {
		p->answers[i].next = p->spare;
		p->spare = &p->answers[i];
	}
	return p->answers != NULL;
}

struct thinkers *thinkers_new(struct event_base *base, int threads, thinkers_done *done, void *self)
{
	struct thinkers *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	p->done = done;
	p->self = self;
	p->wake[0] = p->wake[1] = -1;
	p->last_ready = &p->ready;
	queue_init(&p->waiting);
	pthread_mutex_init(&p->lock, NULL);
	pthread_cond_init(&p->more, NULL);
	pthread_cond_init(&p->more_small, NULL);
	p->threads = calloc((size_t)threads + 1, sizeof *p->threads);
	if (pipe2(p->wake, O_CLOEXEC) == 0)
		p->on_wake = event_new(base, p->wake[0], EV_READ | EV_PERSIST, on_wake, p);
	if (!p->threads || !make_answers(p, ANSWERS_A_THREAD * (threads + 1)) || !p->on_wake ||
	    event_add(p->on_wake, NULL)) {
		thinkers_free(p);
		return NULL;
	}
	while (p->count <= threads &&
	       pthread_create(&p->threads[p->count], NULL, p->count ? run : run_small, p) == 0)
		p->count++;
	if (p->count == threads + 1)
		return p;
	thinkers_free(p);
	return NULL;
}

void thinkers_free(struct thinkers *p)
{
	struct flow *t;

	if (!p)
		return;
	pthread_mutex_lock(&p->lock);
	p->stop = true;
	pthread_cond_broadcast(&p->more);
	pthread_cond_broadcast(&p->more_small);
	pthread_mutex_unlock(&p->lock);
	for (int i = 0; i < p->count; i++)
		pthread_join(p->threads[i], NULL);
	while ((t = queue_take(&p->waiting, false)))
		free(t);
	queue_release(&p->waiting);
	if (p->on_wake)
		event_free(p->on_wake);
	for (int i = 0; i < 2; i++)
		if (p->wake[i] >= 0)
			close(p->wake[i]);
	pthread_mutex_destroy(&p->lock);
	pthread_cond_destroy(&p->more);
	pthread_cond_destroy(&p->more_small);
	free(p->answers);
	free(p->threads);
	free(p);
}

/* --- from the loop --- */

static struct thought *keep(const struct at_job *job, int level)
{
	size_t size = kept_size(job);
	struct thought *t = malloc(size);

	if (t) {
		memcpy(&t->job, job, size - offsetof(struct thought, job));
		t->level = level;
	}
	return t;
}

/* Makes room for one more: drops a job of the client with the most jobs in the queue. Returns
 * its ticket, or 0. */
static uint64_t clear(struct thinkers *p, uint64_t address)
{
	struct flow *surplus = queue_surplus(&p->waiting, address);
	uint64_t ticket = surplus ? surplus->key : 0;

	if (surplus) {
		queue_remove(&p->waiting, surplus);
		free(surplus);
	}
	return ticket;
}

/* Under the lock. */
static bool add(struct thinkers *p, const struct thinkers_for *whose, uint64_t ticket,
		struct thought *t)
{
	uint32_t cost = *expected(p, &t->job, t->level);
	enum lane lane = t->job.kind != AT_JOB_TURN ? LANE_LAST : LANE_LARGE;
	struct flow *before = queue_find(&p->waiting, ticket);

	if (!cost)
		cost = *expected(p, &t->job, t->level) = guess(&t->job, t->level);
	if (lane == LANE_LARGE && cost < THINKERS_SMALL_MS * 1000)
		lane = LANE_SMALL;
	if (before) {
		queue_remove(&p->waiting, before);
		free(before);
	}
	if (!queue_add(&p->waiting, &t->flow, lane, whose->address, whose->person, ticket, cost))
		return false;
	pthread_cond_signal(&p->more);
	if (lane == LANE_SMALL)
		pthread_cond_signal(&p->more_small);
	return true;
}

bool thinkers_add(struct thinkers *p, const struct thinkers_for *whose, uint64_t ticket,
		  const struct at_job *job, int level)
{
	struct thought *t = keep(job, level);
	uint64_t gone = 0;
	bool room, added;

	if (!t)
		return false;
	pthread_mutex_lock(&p->lock);
	room = queue_jobs(&p->waiting) < THINKERS_JOBS_MAX;
	if (!room)
		gone = clear(p, whose->address);
	added = (room || gone) && add(p, whose, ticket, t);
	pthread_mutex_unlock(&p->lock);
	if (gone)
		p->done(p->self, gone, NULL);
	if (!added)
		free(t);
	return added;
}

bool thinkers_drop(struct thinkers *p, uint64_t ticket)
{
	struct flow *f;

	pthread_mutex_lock(&p->lock);
	f = queue_find(&p->waiting, ticket);
	if (f)
		queue_remove(&p->waiting, f);
	pthread_mutex_unlock(&p->lock);
	free(f);
	return f != NULL;
}

int thinkers_before(struct thinkers *p, uint64_t ticket)
{
	const struct flow *f;
	int n;

	pthread_mutex_lock(&p->lock);
	f = queue_find(&p->waiting, ticket);
	n = f ? queue_before(f) : 0;
	pthread_mutex_unlock(&p->lock);
	return n;
}

int thinkers_of(struct thinkers *p, uint64_t address)
{
	int n;

	pthread_mutex_lock(&p->lock);
	n = queue_of(&p->waiting, address);
	pthread_mutex_unlock(&p->lock);
	return n;
}

int thinkers_waiting(struct thinkers *p)
{
	int n;

	pthread_mutex_lock(&p->lock);
	n = queue_jobs(&p->waiting);
	pthread_mutex_unlock(&p->lock);
	return n;
}
