/* Batches: many environments, shared out among threads that wait between the calls. */
#include "facade.h"
#include "step.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

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
	struct at_play_rules rules;
	size_t slot_size;
	struct at_pick *picks; /* one an environment: what is known to be legal there */
	bool picked;           /* all of them are those of at_batch_random() */
	bool ahead;            /* random actions were asked for: they are likely to be again */
	bool broken;           /* the states were found to be wrong */

	/* The present call. */
	const int32_t *actions;
	int32_t *chosen;
	task *task;

	/* Threads other than the caller's. */
	pthread_mutex_t mutex;
	pthread_cond_t begin, end;
	uint32_t round, busy;
	bool stop;
	uint32_t workers;
	struct worker worker[];
};

static struct at_slot *slot_at(const struct at_batch *b, uint32_t i)
{
	return (struct at_slot *)(void *)((char *)b->spec.states + i * b->slot_size);
}

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

/* Lets every worker do it; the caller is the first. */
static void do_all(struct at_batch *b, task *work)
{
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

/* --- what is done --- */

static void look(struct at_batch *b, uint32_t i)
{
	const struct at_batch_spec *spec = &b->spec;
	const struct at_slot *slot = slot_at(b, i);

	if (spec->turns)
		spec->turns[i] = at_slot_state(slot)->turn;
	if (spec->masks || spec->observations)
		at_slot_look(&b->rules, slot,
			     spec->masks ? spec->masks + (size_t)i * b->rules.numbers->actions
					 : NULL,
			     spec->observations
				 ? spec->observations + (size_t)i * b->rules.numbers->observation
				 : NULL);
}

static float *rewards_of(const struct at_batch *b, uint32_t i)
{
	return b->spec.rewards ? b->spec.rewards + (size_t)i * b->spec.seats : NULL;
}

static int32_t *points_of(const struct at_batch *b, uint32_t i)
{
	return b->spec.points ? b->spec.points + (size_t)i * b->spec.seats : NULL;
}

static void begin_games(struct worker *w)
{
	struct at_batch *b = w->batch;

	for (uint32_t i = w->from; i < w->to; i++) {
		float *rewards = rewards_of(b, i);
		int32_t *points = points_of(b, i);
		at_slot_begin(&b->rules, slot_at(b, i), (uint32_t)b->spec.first + i, 0);
		b->picks[i].move = 0;
		for (int k = 0; rewards && k < b->spec.seats; k++)
			rewards[k] = 0;
		for (int k = 0; points && k < b->spec.seats; k++)
			points[k] = 0;
		if (b->spec.done)
			b->spec.done[i] = 0;
		look(b, i);
	}
}

static void check_actions(struct worker *w)
{
	struct at_batch *b = w->batch;

	w->bad = b->spec.n;
	for (uint32_t i = w->from; i < w->to; i++) {
		struct at_pick *pick = &b->picks[i];
		if (pick->move && pick->action == b->actions[i])
			continue;
		if (at_slot_choose(&b->rules, slot_at(b, i), b->actions[i], pick, &w->fail)) {
			w->bad = i;
			return;
		}
	}
}

static void step_games(struct worker *w)
{
	struct at_batch *b = w->batch;

	for (uint32_t i = w->from; i < w->to; i++) {
		uint8_t done = at_slot_step(&b->rules, slot_at(b, i), b->picks[i].move,
					    rewards_of(b, i), points_of(b, i));
		if (b->ahead) /* while the state is at hand */
			b->picks[i] = at_slot_random(&b->rules, slot_at(b, i));
		else
			b->picks[i].move = 0;
		if (b->spec.done)
			b->spec.done[i] = done;
		look(b, i);
	}
}

static void choose_randomly(struct worker *w)
{
	struct at_batch *b = w->batch;

	for (uint32_t i = w->from; i < w->to; i++) {
		if (!b->picked)
			b->picks[i] = at_slot_random(&b->rules, slot_at(b, i));
		b->chosen[i] = b->picks[i].action;
	}
}

static void look_again(struct worker *w)
{
	for (uint32_t i = w->from; i < w->to; i++)
		look(w->batch, i);
}

/* --- the functions of atoll.h --- */

size_t at_batch_state_size(const struct at_game *game)
{
	return at_slot_size(game);
}

static enum at_err check_spec(const struct at_batch_spec *spec, struct at_error *error)
{
	struct at_setup setup = {spec->seats, spec->options};
	union at_any any;
	struct at_fail fail;

	if (spec->size != sizeof *spec)
		return at_facade_error(error, AT_BAD_VALUE,
				       "size is not that of struct at_batch_spec");
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

struct at_batch *at_batch_new(const struct at_batch_spec *spec, struct at_error *error)
{
	uint32_t workers = spec->threads ? spec->threads : 1;
	struct at_batch *b;

	if (check_spec(spec, error))
		return NULL;
	workers = workers < spec->n ? workers : spec->n;
	workers = workers < THREADS_MAX ? workers : THREADS_MAX;
	b = calloc(1, sizeof *b + workers * sizeof b->worker[0]);
	if (b)
		b->picks = calloc(spec->n, sizeof *b->picks);
	if (!b || !b->picks) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		free(b);
		return NULL;
	}
	b->spec = *spec;
	b->workers = workers;
	b->slot_size = at_slot_size(spec->game);
	b->rules = (struct at_play_rules){
	    .game = spec->game,
	    .numbers = at_numbers_of(spec->game, &b->own),
	    .setup = {spec->seats, spec->options},
	    .limit = spec->limit,
	    .seed = spec->seed,
	};
	pthread_mutex_init(&b->mutex, NULL);
	pthread_cond_init(&b->begin, NULL);
	pthread_cond_init(&b->end, NULL);
	if (!start_threads(b)) {
		at_facade_error(error, AT_TOO_LONG, "there are not so many threads");
		free(b->picks);
		free(b);
		return NULL;
	}
	do_all(b, begin_games);
	return b;
}

void at_batch_free(struct at_batch *b)
{
	if (!b)
		return;
	stop_threads(b, b->workers);
	pthread_cond_destroy(&b->end);
	pthread_cond_destroy(&b->begin);
	pthread_mutex_destroy(&b->mutex);
	free(b->picks);
	free(b);
}

void at_batch_reset(struct at_batch *b, uint64_t seed)
{
	b->rules.seed = seed;
	b->broken = b->picked = false;
	do_all(b, begin_games);
}

static enum at_err refuse_broken(const struct at_batch *b, struct at_error *error)
{
	return b->broken ? at_facade_error(error, AT_BAD_STATE,
					   "the states were found to be wrong: reset the batch")
			 : AT_OK;
}

enum at_err at_batch_step(struct at_batch *b, const int32_t *actions, struct at_error *error)
{
	if (refuse_broken(b, error))
		return AT_BAD_STATE;
	b->actions = actions;
	b->picked = false;
	do_all(b, check_actions);
	for (uint32_t i = 0; i < b->workers; i++) {
		struct worker *w = &b->worker[i];
		if (w->bad < b->spec.n)
			return at_facade_error(error, AT_BAD_MOVE, "environment %u, action %d: %s",
					       w->bad, actions[w->bad], w->fail.why);
	}
	do_all(b, step_games);
	b->picked = b->ahead;
	b->ahead = false;
	return AT_OK;
}

void at_batch_random(struct at_batch *b, int32_t *actions)
{
	if (b->broken) {
		memset(actions, 0, b->spec.n * sizeof *actions);
		return;
	}
	b->chosen = actions;
	do_all(b, choose_randomly);
	b->picked = b->ahead = true;
}

static enum at_err check_slot(const struct at_batch *b, uint32_t i, struct at_error *error)
{
	const struct at_slot *slot = slot_at(b, i);
	const struct at_state *s = at_slot_state(slot);
	const uint64_t *rng = slot->rng.s;
	struct at_fail fail;

	b->picks[i].move = 0;
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
	b->broken = true;
	b->picked = false;
	for (uint32_t i = 0; i < b->spec.n; i++)
		if (check_slot(b, i, error))
			return AT_BAD_STATE;
	b->broken = false;
	do_all(b, look_again);
	return AT_OK;
}

const struct at_state *at_batch_state(const struct at_batch *b, uint32_t environment)
{
	return environment < b->spec.n ? at_slot_state(slot_at(b, environment)) : NULL;
}

uint32_t at_batch_episode(const struct at_batch *b, uint32_t environment)
{
	return environment < b->spec.n ? slot_at(b, environment)->episode : 0;
}
