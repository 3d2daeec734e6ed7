/* Batches: many environments, divided among threads that wait between calls. */
#define _POSIX_C_SOURCE 200809L

#include "batch_gpu.h"
#include "envs.h"
#include "facade.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { THREADS_MAX = 256 };

struct worker {
	struct at_batch *batch;
	pthread_t thread;
	uint32_t from, to; /* its environments */
	uint32_t bad;      /* the first with an illegal action; n: none */
	struct at_fail fail;
};

typedef void task(struct worker *);

struct at_batch {
	struct at_batch_spec spec;
	struct at_numbers own;
	struct at_envs envs;
	struct batch_gpu *gpu; /* NULL: on the processor */
	bool picked;           /* all picks are those of at_batch_random() */
	bool ahead;            /* random actions were requested, and probably will be again */
	bool broken;           /* the states were found to be invalid ... */
	struct at_fail lost;   /* ... or the GPU failed, and why */

	/* The current call. */
	const void *actions;
	bool wide; /* they are of 8 bytes, not 4 */
	int32_t *chosen;
	task *task;

	/* Threads other than the caller's. */
	pid_t owner; /* the process that has them */
	pthread_mutex_t mutex;
	pthread_cond_t begin, end;
	uint32_t round, busy;
	bool stop;
	uint32_t workers;
	struct worker worker[];
};

/* --- threads --- */

static void *run(void *arg)
{
	struct worker *me = arg;
	struct at_batch *b = me->batch;
	uint32_t round = 0;

	pthread_mutex_lock(&b->mutex);
	for (;;) {
		while (!b->stop && b->round == round)
			pthread_cond_wait(&b->begin, &b->mutex);
		if (b->stop)
			break;
		round = b->round;
		pthread_mutex_unlock(&b->mutex);
		b->task(me);
		pthread_mutex_lock(&b->mutex);
		if (--b->busy == 0)
			pthread_cond_signal(&b->end);
	}
	pthread_mutex_unlock(&b->mutex);
	return NULL;
}

/* A process has only the thread that called fork(): the others, and the GPU, stay behind. */
static bool is_forked(const struct at_batch *b)
{
	return getpid() != b->owner;
}

/* Runs it on every worker; the caller is the first, and in a forked process all of them. */
static void do_all(struct at_batch *b, task *work)
{
	if (b->workers > 1 && is_forked(b)) {
		for (uint32_t i = 0; i < b->workers; i++)
			work(&b->worker[i]);
		return;
	}
	b->task = work;
	if (b->workers > 1) {
		pthread_mutex_lock(&b->mutex);
		b->busy = b->workers - 1;
		b->round++;
		pthread_cond_broadcast(&b->begin);
		pthread_mutex_unlock(&b->mutex);
	}
	work(&b->worker[0]);
	if (b->workers > 1) {
		pthread_mutex_lock(&b->mutex);
		while (b->busy)
			pthread_cond_wait(&b->end, &b->mutex);
		pthread_mutex_unlock(&b->mutex);
	}
}

static void stop_threads(struct at_batch *b, uint32_t started)
{
	pthread_mutex_lock(&b->mutex);
	b->stop = true;
	pthread_cond_broadcast(&b->begin);
	pthread_mutex_unlock(&b->mutex);
	for (uint32_t i = 1; i < started; i++)
		pthread_join(b->worker[i].thread, NULL);
}

static bool start_threads(struct at_batch *b)
{
	uint64_t n = b->spec.n;

	for (uint32_t i = 0; i < b->workers; i++) {
		struct worker *w = &b->worker[i];
		w->batch = b;
		w->from = (uint32_t)(n * i / b->workers);
		w->to = (uint32_t)(n * (i + 1) / b->workers);
		if (i > 0 && pthread_create(&w->thread, NULL, run, w)) {
			stop_threads(b, i);
			return false;
		}
	}
	return true;
}

/* --- work --- */

static void begin_games(struct worker *w)
{
	for (uint32_t i = w->from; i < w->to; i++)
		at_env_begin(&w->batch->envs, i);
}

static void check_actions(struct worker *w)
{
	const struct at_batch *b = w->batch;

	w->bad = b->spec.n;
	for (uint32_t i = w->from; i < w->to; i++)
		if (!at_env_check(&b->envs, i, at_env_action(b->actions, b->wide, i), &w->fail)) {
			w->bad = i;
			return;
		}
}

static void step_games(struct worker *w)
{
	for (uint32_t i = w->from; i < w->to; i++)
		at_env_step(&w->batch->envs, i, w->batch->ahead);
}

static void choose_randomly(struct worker *w)
{
	const struct at_batch *b = w->batch;

	for (uint32_t i = w->from; i < w->to; i++)
		b->chosen[i] = at_env_random(&b->envs, i, b->picked);
}

static void look_again(struct worker *w)
{
	for (uint32_t i = w->from; i < w->to; i++)
		at_env_look_again(&w->batch->envs, i);
}

/* --- the functions of atoll.h --- */

size_t at_batch_state_size(const struct at_game *game)
{
	return at_slot_size(game);
}

/* Members that a program compiled against an older header does not have are 0. */
static bool read_spec(const struct at_batch_spec *given, struct at_batch_spec *out)
{
	if (given->size != sizeof *out && given->size != offsetof(struct at_batch_spec, gpu) &&
	    given->size != offsetof(struct at_batch_spec, last_observations))
		return false;
	*out = (struct at_batch_spec){0};
	memcpy(out, given, given->size);
	return true;
}

static enum at_err check_spec(const struct at_batch_spec *spec, struct at_error *error)
{
	struct at_setup setup = {spec->seats, spec->options};
	union at_any any;
	struct at_fail fail;

	if (!spec->game || !spec->states || (uintptr_t)spec->states % sizeof(uint64_t))
		return at_facade_error(error, AT_BAD_VALUE,
				       "a batch needs a game, and states aligned for a uint64_t");
	if (spec->n == 0 || spec->first > UINT32_MAX || spec->first + spec->n > UINT32_MAX)
		return at_facade_error(error, AT_BAD_VALUE,
				       "environments are numbered from 0 to 2^32 - 2");
	if (at_init(spec->game, &setup, &any.head, &fail))
		return at_facade_fail(error, &fail);
	return AT_OK;
}

/* The arrays that a step writes. */
static void set_arrays(struct at_envs *e, const struct at_batch_spec *spec)
{
	e->masks = spec->masks;
	e->observations = spec->observations;
	e->turns = spec->turns;
	e->rewards = spec->rewards;
	e->done = spec->done;
	e->points = spec->points;
	e->last_observations = spec->last_observations;
	e->last_turns = spec->last_turns;
}

static void set_envs(struct at_batch *b)
{
	const struct at_batch_spec *spec = &b->spec;

	b->envs = (struct at_envs){
	    .rules = {.game = spec->game,
		      .numbers = at_numbers_of(spec->game, &b->own),
		      .setup = {spec->seats, spec->options},
		      .limit = spec->limit,
		      .seed = spec->seed},
	    .slot_size = at_slot_size(spec->game),
	    .first = (uint32_t)spec->first,
	    .n = spec->n,
	    .states = spec->states,
	};
	set_arrays(&b->envs, spec);
}

/* Prepares the workers: threads, or the GPU. */
static enum at_err begin_work(struct at_batch *b, struct at_error *error)
{
	struct at_fail fail;

	b->owner = getpid();
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->begin, NULL);
	pthread_cond_init(&b->end, NULL);
	if (b->spec.gpu) {
		b->gpu = batch_gpu_new(b->spec.gpu, &b->envs, &fail);
		if (!b->gpu || batch_gpu_begin(b->gpu, b->spec.seed, &fail))
			return at_facade_fail(error, &fail);
		return AT_OK;
	}
	b->envs.picks = calloc(b->spec.n, sizeof *b->envs.picks);
	if (!b->envs.picks)
		return at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
	if (!start_threads(b))
		return at_facade_error(error, AT_TOO_LONG, "there are not so many threads");
	do_all(b, begin_games);
	return AT_OK;
}

static void end_work(struct at_batch *b)
{
	free(b->envs.picks);
	if (!is_forked(b)) { /* threads that stayed behind may seem to wait for these */
		batch_gpu_free(b->gpu);
		pthread_cond_destroy(&b->end);
		pthread_cond_destroy(&b->begin);
		pthread_mutex_destroy(&b->mutex);
	}
	free(b);
}

struct at_batch *at_batch_new(const struct at_batch_spec *given, struct at_error *error)
{
	struct at_batch_spec spec;
	struct at_batch *b;
	uint32_t workers;

	if (!read_spec(given, &spec)) {
		at_facade_error(error, AT_BAD_VALUE, "size is not that of struct at_batch_spec");
		return NULL;
	}
	if (check_spec(&spec, error))
		return NULL;
	workers = spec.threads && !spec.gpu ? spec.threads : 1;
	workers = workers < spec.n ? workers : spec.n;
	workers = workers < THREADS_MAX ? workers : THREADS_MAX;
	b = calloc(1, sizeof *b + workers * sizeof b->worker[0]);
	if (!b) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	b->spec = spec;
	b->workers = workers;
	set_envs(b);
	if (!begin_work(b, error))
		return b;
	end_work(b);
	return NULL;
}

void at_batch_free(struct at_batch *b)
{
	if (!b)
		return;
	if (!b->gpu && !is_forked(b))
		stop_threads(b, b->workers);
	end_work(b);
}

static enum at_err refuse_forked(const struct at_batch *b, struct at_fail *fail)
{
	if (!b->gpu || !is_forked(b))
		return AT_OK;
	return at_fail(fail, AT_BAD_VALUE, "a batch on a GPU ends with fork(): make another");
}

/* An error on the GPU in a function that cannot fail is reported by the next one that can. */
static void remember(struct at_batch *b, enum at_err err)
{
	if (err)
		b->broken = true;
	else
		b->lost.why[0] = '\0';
}

void at_batch_reset(struct at_batch *b, uint64_t seed)
{
	b->envs.rules.seed = seed;
	b->broken = b->picked = false;
	if (refuse_forked(b, &b->lost))
		b->broken = true;
	else if (b->gpu)
		remember(b, batch_gpu_begin(b->gpu, seed, &b->lost));
	else
		do_all(b, begin_games);
}

static enum at_err refuse_broken(const struct at_batch *b, struct at_error *error)
{
	if (!b->broken)
		return AT_OK;
	return at_facade_error(
	    error, AT_BAD_STATE, "%s",
	    b->lost.why[0] ? b->lost.why : "the states were found to be wrong: reset the batch");
}

static enum at_err refuse_action(uint32_t i, int32_t action, const struct at_fail *fail,
				 struct at_error *error)
{
	struct at_error why;

	at_facade_refuse(&why, fail);
	return at_facade_error(error, AT_BAD_MOVE, "environment %u, action %d: %s", i, action,
			       why.why);
}

/* Finds the reason, which a GPU does not give. */
static enum at_err refuse_on_gpu(struct at_batch *b, uint32_t i, struct at_error *error)
{
	size_t width = b->wide ? sizeof(int64_t) : sizeof(int32_t);
	const void *from = (const char *)b->actions + i * width;
	union {
		int32_t narrow;
		int64_t wide;
	} given;
	struct at_fail fail;
	struct at_pick pick;
	const struct at_slot *slot;
	int32_t action;

	if (gpu_copy(b->spec.gpu, &given, from, width, &fail))
		return at_facade_fail(error, &fail);
	slot = batch_gpu_slot(b->gpu, i, &fail);
	if (!slot)
		return at_facade_fail(error, &fail);
	action = at_env_action(&given, b->wide, 0);
	at_slot_choose(&b->envs.rules, slot, action, &pick, &fail);
	return refuse_action(i, action, &fail, error);
}

static enum at_err step_on_gpu(struct at_batch *b, struct at_error *error)
{
	struct at_fail fail;
	uint32_t bad;

	if (batch_gpu_step(b->gpu, b->actions, b->wide, b->ahead, &bad, &fail))
		return at_facade_fail(error, &fail);
	return bad < b->spec.n ? refuse_on_gpu(b, bad, error) : AT_OK;
}

static enum at_err step_on_threads(struct at_batch *b, struct at_error *error)
{
	do_all(b, check_actions);
	for (uint32_t i = 0; i < b->workers; i++) {
		const struct worker *w = &b->worker[i];
		if (w->bad < b->spec.n)
			return refuse_action(w->bad, at_env_action(b->actions, b->wide, w->bad),
					     &w->fail, error);
	}
	do_all(b, step_games);
	return AT_OK;
}

static enum at_err step(struct at_batch *b, const void *actions, bool wide, struct at_error *error)
{
	struct at_fail fail;
	enum at_err err;

	if (refuse_forked(b, &fail))
		return at_facade_fail(error, &fail);
	if (refuse_broken(b, error))
		return AT_BAD_STATE;
	b->actions = actions;
	b->wide = wide;
	b->picked = false;
	err = b->gpu ? step_on_gpu(b, error) : step_on_threads(b, error);
	if (err)
		return err;
	b->picked = b->ahead;
	b->ahead = false;
	return AT_OK;
}

enum at_err at_batch_step(struct at_batch *b, const int32_t *actions, struct at_error *error)
{
	return step(b, actions, false, error);
}

enum at_err at_batch_step_wide(struct at_batch *b, const int64_t *actions, struct at_error *error)
{
	return step(b, actions, true, error);
}

void at_batch_random(struct at_batch *b, int32_t *actions)
{
	if (b->broken || refuse_forked(b, NULL)) {
		if (!b->gpu)
			memset(actions, 0, b->spec.n * sizeof *actions);
		return;
	}
	b->chosen = actions;
	if (b->gpu)
		remember(b, batch_gpu_random(b->gpu, actions, b->picked, &b->lost));
	else
		do_all(b, choose_randomly);
	b->picked = b->ahead = true;
}

enum at_err at_batch_arrays(struct at_batch *b, const struct at_batch_spec *given,
			    struct at_error *error)
{
	struct at_batch_spec spec;

	if (!read_spec(given, &spec))
		return at_facade_error(error, AT_BAD_VALUE,
				       "size is not that of struct at_batch_spec");
	if (b->gpu)
		return at_facade_error(error, AT_BAD_VALUE, "a batch on a GPU keeps its arrays");
	set_arrays(&b->envs, &spec);
	return AT_OK;
}

static const struct at_slot *slot_at(const struct at_batch *b, uint32_t i, struct at_fail *fail)
{
	return b->gpu ? batch_gpu_slot(b->gpu, i, fail) : at_env_slot(&b->envs, i);
}

static enum at_err check_slot(const struct at_batch *b, uint32_t i, const struct at_slot *slot,
			      struct at_error *error)
{
	const struct at_state *s = at_slot_state(slot);
	const uint64_t *rng = slot->rng.s;
	struct at_fail fail;

	if (slot->environment != b->spec.first + i || s->game != b->spec.game->id ||
	    s->seats != b->spec.seats || s->options != b->spec.options || s->turn < 0 ||
	    !at_is_truth(s) || (b->spec.limit && slot->decisions >= b->spec.limit))
		return at_facade_error(error, AT_BAD_STATE,
				       "environment %u: these states are not of this batch", i);
	if (!(rng[0] | rng[1] | rng[2] | rng[3]))
		return at_facade_error(error, AT_BAD_STATE,
				       "environment %u: no generator is all zeros", i);
	if (at_check(s, &fail))
		return at_facade_error(error, AT_BAD_STATE, "environment %u: %s", i, fail.why);
	return AT_OK;
}

enum at_err at_batch_refresh(struct at_batch *b, struct at_error *error)
{
	struct at_fail fail;

	if (refuse_forked(b, &fail))
		return at_facade_fail(error, &fail);
	b->broken = true;
	b->picked = false;
	b->lost.why[0] = '\0';
	for (uint32_t i = 0; i < b->spec.n; i++) {
		const struct at_slot *slot = slot_at(b, i, &fail);
		if (!slot)
			return at_facade_fail(error, &fail);
		if (check_slot(b, i, slot, error))
			return AT_BAD_STATE;
	}
	if (b->gpu) {
		if (batch_gpu_look(b->gpu, &fail))
			return at_facade_fail(error, &fail);
	} else {
		do_all(b, look_again);
	}
	b->broken = false;
	return AT_OK;
}

/* NULL: there is no such environment, or it cannot be copied. */
static const struct at_slot *any_slot(const struct at_batch *b, uint32_t environment)
{
	if (environment >= b->spec.n || refuse_forked(b, NULL))
		return NULL;
	return slot_at(b, environment, NULL);
}

const struct at_state *at_batch_state(const struct at_batch *b, uint32_t environment)
{
	const struct at_slot *slot = any_slot(b, environment);

	return slot ? at_slot_state(slot) : NULL;
}

uint32_t at_batch_episode(const struct at_batch *b, uint32_t environment)
{
	const struct at_slot *slot = any_slot(b, environment);

	return slot ? slot->episode : 0;
}
