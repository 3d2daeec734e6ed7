/* The kernels, run on the processor thread by thread, and all steps of a program that runs them
 * on a GPU, with a libcuda that pretends to have one (fake_cuda.c). */
#define _GNU_SOURCE

#include "gpu.h"
#include "driver.h"
#include "facade.h"

#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The size that the fake expects of a module; one of them calls by pointers. */
#define ENTRIES                                                                                    \
	".entry gpu_simulate .entry gpu_begin .entry gpu_check .entry gpu_step .entry gpu_random " \
	".entry gpu_look"
const struct gpu_module gpu_modules[] = {
    {"reef", (const unsigned char *)ENTRIES},
    {"my-shelfie", (const unsigned char *)ENTRIES " .callprototype"},
    {"reef-encounter", (const unsigned char *)ENTRIES},
    {NULL, NULL},
};

/* The fake's count of unreleased resources; the fake stays loaded, so that it remembers. */
static int (*live)(void);

static int hold_library(void **unused)
{
	void *library = dlopen("libcuda.so.1", RTLD_NOW);
	(void)unused;

	if (library)
		*(void **)(void *)&live = dlsym(library, "fake_cuda_live");
	return live ? 0 : -1;
}

/* --- thread by thread --- */

static void threads_add_up_to_what_the_processor_plays(void **unused)
{
	enum { CHUNK = 7, CHUNKS = 5, GAMES = CHUNK * CHUNKS - 3, FROM = 100 };
	(void)unused;

	for (int g = 0; g < at_games(); g++)
		for (uint8_t seats = 2; seats <= 4; seats++)
			for (uint64_t threads = 1; threads <= 64; threads *= 4) {
				struct gpu_tally tallies[CHUNKS] = {{0}};
				struct gpu_run job = {.seed = 77 + seats,
						      .from = FROM,
						      .count = GAMES,
						      .chunk = CHUNK,
						      .tallies = tallies,
						      .setup = {.seats = seats},
						      .game = at_game(g)->id};
				for (uint64_t i = threads; i-- > 0;)
					gpu_thread(GPU_SIMULATE, &job, i, threads);
				for (int c = 0; c < CHUNKS; c++) {
					uint64_t count = c < CHUNKS - 1 ? CHUNK : CHUNK - 3;
					struct at_tally right = {0};
					at_simulate(at_game(g), &job.setup, job.seed,
						    FROM + (uint64_t)c * CHUNK, count, &right);
					assert_int_equal(tallies[c].signature, right.signature);
					assert_int_equal(tallies[c].games, count);
					assert_int_equal(tallies[c].decisions, right.decisions);
					assert_int_equal(tallies[c].chance_moves,
							 right.chance_moves);
					assert_int_equal(tallies[c].moves_listed,
							 right.moves_listed);
					for (int k = 0; k < seats; k++) {
						assert_int_equal(tallies[c].points[k],
								 right.points[k]);
						assert_int_equal(tallies[c].twelfths[k],
								 right.wins[k] * 12 + 0.5);
					}
				}
			}
}

/* --- a batch on a GPU beside one on the processor --- */

enum { N = 40 };

struct array {
	size_t offset; /* in the spec */
	size_t size;
};

/* The arrays of a batch of N, and their lengths. */
static void sizes(const struct at_batch_spec *spec, struct array out[7])
{
	struct array all[7] = {
	    {offsetof(struct at_batch_spec, states), N * at_batch_state_size(spec->game)},
	    {offsetof(struct at_batch_spec, masks), N * (size_t)at_actions(spec->game)},
	    {offsetof(struct at_batch_spec, observations), N * at_observation_size(spec->game)},
	    {offsetof(struct at_batch_spec, turns), N},
	    {offsetof(struct at_batch_spec, rewards), N * spec->seats * sizeof(float)},
	    {offsetof(struct at_batch_spec, done), N},
	    {offsetof(struct at_batch_spec, points), N * spec->seats * sizeof(int32_t)},
	};
	memcpy(out, all, sizeof all);
}

static void **place(struct at_batch_spec *spec, const struct array *a)
{
	return (void **)(void *)((char *)spec + a->offset);
}

struct pair {
	struct at_batch_spec here, there;
	struct at_batch *on_cpu, *on_gpu;
	struct array arrays[7];
	int32_t actions[N];
	int32_t *gpu_actions;
	int64_t *gpu_wide;
};

static void begin_pair(struct pair *p, struct at_gpu *gpu, const struct at_game *game, int seats)
{
	*p = (struct pair){.here = {.size = offsetof(struct at_batch_spec, gpu), /* as of old */
				    .game = game,
				    .n = N,
				    .seats = (uint8_t)seats,
				    .limit = seats == 3 ? 20 : 0,
				    .first = 5,
				    .seed = 11}};
	p->there = p->here;
	p->there.size = sizeof p->there;
	p->there.gpu = gpu;
	sizes(&p->here, p->arrays);
	for (int i = 0; i < 7; i++) {
		*place(&p->here, &p->arrays[i]) = calloc(1, p->arrays[i].size + 8);
		*place(&p->there, &p->arrays[i]) = at_gpu_memory(gpu, p->arrays[i].size, NULL);
		assert_non_null(*place(&p->there, &p->arrays[i]));
	}
	p->gpu_actions = at_gpu_memory(gpu, sizeof p->actions, NULL);
	p->gpu_wide = at_gpu_memory(gpu, N * sizeof *p->gpu_wide, NULL);
	p->on_cpu = at_batch_new(&p->here, NULL);
	p->on_gpu = at_batch_new(&p->there, NULL);
	assert_non_null(p->on_cpu);
	assert_non_null(p->on_gpu);
}

static void end_pair(struct pair *p)
{
	at_batch_free(p->on_cpu);
	at_batch_free(p->on_gpu);
	for (int i = 0; i < 7; i++) {
		free(*place(&p->here, &p->arrays[i]));
		at_gpu_release(p->there.gpu, *place(&p->there, &p->arrays[i]));
	}
	at_gpu_release(p->there.gpu, p->gpu_actions);
	at_gpu_release(p->there.gpu, p->gpu_wide);
}

static void same(struct pair *p)
{
	for (int i = 0; i < 7; i++) {
		size_t size = p->arrays[i].size;
		void *copy = malloc(size);
		assert_int_equal(
		    at_gpu_copy(p->there.gpu, copy, *place(&p->there, &p->arrays[i]), size, NULL),
		    AT_OK);
		assert_memory_equal(copy, *place(&p->here, &p->arrays[i]), size);
		free(copy);
	}
}

static void step_both(struct pair *p, bool wide)
{
	int32_t copy[N];
	int64_t stretched[N];

	at_batch_random(p->on_cpu, p->actions);
	at_batch_random(p->on_gpu, p->gpu_actions);
	assert_int_equal(at_gpu_copy(p->there.gpu, copy, p->gpu_actions, sizeof copy, NULL), AT_OK);
	assert_memory_equal(copy, p->actions, sizeof copy);
	for (int i = 0; i < N; i++)
		stretched[i] = copy[i];
	assert_int_equal(at_gpu_copy(p->there.gpu, p->gpu_wide, stretched, sizeof stretched, NULL),
			 AT_OK);
	assert_int_equal(at_batch_step(p->on_cpu, p->actions, NULL), AT_OK);
	assert_int_equal(wide ? at_batch_step_wide(p->on_gpu, p->gpu_wide, NULL)
			      : at_batch_step(p->on_gpu, p->gpu_actions, NULL),
			 AT_OK);
}

static void batches_are_the_same_bit_for_bit(void **unused)
{
	struct at_gpu *gpu = at_gpu_open(0, NULL);
	(void)unused;

	assert_non_null(gpu);
	assert_string_equal(at_gpu_name(gpu), "a GPU in disguise");
	for (int g = 0; g < at_game_count(); g++)
		for (int seats = 2; seats <= 4; seats++) {
			struct pair p;
			begin_pair(&p, gpu, at_game_number(g), seats);
			same(&p);
			for (int i = 0; i < 60; i++) {
				step_both(&p, i % 3 == 0);
				if (i % 20 == 19)
					same(&p);
			}
			assert_int_equal(at_batch_episode(p.on_cpu, 7),
					 at_batch_episode(p.on_gpu, 7));
			assert_memory_equal(at_batch_state(p.on_gpu, 7),
					    at_batch_state(p.on_cpu, 7),
					    at_state_size(p.here.game));
			assert_null(at_batch_state(p.on_gpu, N));
			at_batch_reset(p.on_cpu, 99);
			at_batch_reset(p.on_gpu, 99);
			step_both(&p, false);
			same(&p);
			end_pair(&p);
		}
	at_gpu_close(gpu);
	assert_int_equal(live(), 0);
}

static void illegal_actions_are_refused_in_the_same_words(void **unused)
{
	struct at_gpu *gpu = at_gpu_open(0, NULL);
	struct at_error here, there;
	struct pair p;
	int64_t far[N];
	(void)unused;

	begin_pair(&p, gpu, at_game_find("reef"), 2);
	step_both(&p, false);
	at_batch_random(p.on_cpu, p.actions);
	for (int action = 0; action < (int)at_actions(p.here.game); action += 37) {
		p.actions[9] = p.actions[30] = action;
		at_gpu_copy(gpu, p.gpu_actions, p.actions, sizeof p.actions, NULL);
		assert_int_equal(at_batch_step(p.on_cpu, p.actions, &here),
				 at_batch_step(p.on_gpu, p.gpu_actions, &there));
		assert_string_equal(here.why, there.why);
		same(&p);
	}
	for (int i = 0; i < N; i++)
		far[i] = ((int64_t)1 << 32) + p.actions[i];
	at_gpu_copy(gpu, p.gpu_wide, far, sizeof far, NULL);
	assert_int_equal(at_batch_step_wide(p.on_gpu, p.gpu_wide, &there), AT_BAD_MOVE);
	assert_int_equal(at_batch_step_wide(p.on_cpu, far, &here), AT_BAD_MOVE);
	assert_string_equal(here.why, there.why);
	same(&p);
	end_pair(&p);
	at_gpu_close(gpu);
}

static void states_are_put_back_and_checked(void **unused)
{
	struct at_gpu *gpu = at_gpu_open(0, NULL);
	struct at_error error;
	struct pair p;
	size_t size;
	uint8_t *kept;
	(void)unused;

	begin_pair(&p, gpu, at_game_find("my-shelfie"), 4);
	size = p.arrays[0].size;
	kept = malloc(size);
	at_gpu_copy(gpu, kept, p.there.states, size, NULL);
	step_both(&p, false);
	step_both(&p, false);
	memcpy(p.here.states, kept, size);
	at_gpu_copy(gpu, p.there.states, kept, size, NULL);
	assert_int_equal(at_batch_refresh(p.on_cpu, NULL), AT_OK);
	assert_int_equal(at_batch_refresh(p.on_gpu, NULL), AT_OK);
	for (int i = 0; i < 5; i++)
		step_both(&p, false);
	same(&p);
	kept[0] ^= 1;
	memset(kept + size - 100, 0xff, 100);
	at_gpu_copy(gpu, p.there.states, kept, size, NULL);
	assert_int_equal(at_batch_refresh(p.on_gpu, &error), AT_BAD_STATE);
	assert_int_equal(at_batch_step(p.on_gpu, p.gpu_actions, &error), AT_BAD_STATE);
	at_batch_reset(p.on_gpu, 1);
	at_batch_random(p.on_gpu, p.gpu_actions);
	assert_int_equal(at_batch_step(p.on_gpu, p.gpu_actions, &error), AT_OK);
	free(kept);
	end_pair(&p);
	at_gpu_close(gpu);
	assert_int_equal(live(), 0);
}

/* --- what can go wrong --- */

/* Opens, loads, plays; if anything fails, everything is released. True if nothing failed. */
static bool try_all(struct at_error *error)
{
	struct at_gpu *gpu = at_gpu_open(0, error);
	const struct at_game *game = at_game_find("my-shelfie");
	struct at_batch_spec spec = {.size = sizeof spec, .game = game, .n = 3, .seats = 2};
	struct at_batch *b = NULL;
	int32_t *actions = NULL;
	bool good = false;

	if (!gpu)
		return false;
	spec.gpu = gpu;
	spec.states = at_gpu_memory(gpu, 3 * at_batch_state_size(game), error);
	if (spec.states)
		actions = at_gpu_memory(gpu, 3 * sizeof *actions, error);
	if (actions)
		b = at_batch_new(&spec, error);
	if (b) {
		at_batch_random(b, actions);
		good = at_batch_step(b, actions, error) == AT_OK;
		at_batch_free(b);
	}
	at_gpu_release(gpu, actions);
	at_gpu_release(gpu, spec.states);
	at_gpu_close(gpu);
	return good;
}

static void whatever_fails_is_told_and_given_back(void **unused)
{
#define NAME(name, parameters) #name,
	static const char *const names[] = {CU_FUNCTIONS(NAME)};
	struct at_error error;
	int failed = 0, kept = 0;
	(void)unused;

	assert_true(try_all(&error));
	for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
		for (int times = 1; times <= 12; times++) {
			char plan[80];
			snprintf(plan, sizeof plan, "%s:%d", names[i], times);
			setenv("FAKE_CUDA_FAIL", plan, 1);
			error.why[0] = '\0';
			if (!try_all(&error)) {
				failed++;
				assert_true(strstr(error.why, "GPU"));
			}
			unsetenv("FAKE_CUDA_FAIL");
			/* Without a context nothing can be released. */
			if (strcmp(names[i], "cuCtxPushCurrent_v2") == 0)
				kept = live();
			assert_int_equal(live(), kept);
		}
	assert_in_range(failed, 30, 12 * (sizeof names / sizeof names[0]));
}

static void said_after(const char *variable, const char *value, int number, char *out)
{
	struct at_error error;
	struct at_gpu *gpu;

	setenv(variable, value, 1);
	gpu = at_gpu_open(number, &error);
	unsetenv(variable);
	assert_null(gpu);
	memcpy(out, error.why, sizeof error.why);
}

static void a_missing_gpu_is_one_clear_line(void **unused)
{
	char why[200];
	struct at_error error;
	(void)unused;

	said_after("FAKE_CUDA_DEVICES", "0", 0, why);
	assert_string_equal(why, "there is no GPU: NVIDIA's driver finds none");
	said_after("FAKE_CUDA_FAIL", "cuInit", 0, why);
	assert_string_equal(why, "there is no GPU: NVIDIA's driver finds none");
	said_after("FAKE_CUDA_DEVICES", "2", 2, why);
	assert_string_equal(why, "there is no GPU 2: they are 0 to 1");
	setenv("FAKE_CUDA_FAIL", "cuModuleLoadDataEx", 1);
	assert_false(try_all(&error));
	unsetenv("FAKE_CUDA_FAIL");
	assert_string_equal(error.why, "the GPU's driver does not take the kernels: "
				       "ptxas: line 7: no such instruction");
	setenv("FAKE_CUDA_FAIL", "cuMemAlloc_v2", 1);
	assert_false(try_all(&error));
	unsetenv("FAKE_CUDA_FAIL");
	assert_string_equal(error.why, "the GPU failed: cuMemAlloc_v2: out of memory (2)");
}

static void a_game_without_kernels_is_refused(void **unused)
{
	struct at_fail fail;
	struct at_gpu *gpu = gpu_open(0, &fail);
	(void)unused;

	assert_null(gpu_load(gpu, &at_template, &fail));
	assert_string_equal(fail.why, "Pearls has no kernels for GPUs");
	gpu_close(gpu);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_add_up_to_what_the_processor_plays),
	    cmocka_unit_test(batches_are_the_same_bit_for_bit),
	    cmocka_unit_test(illegal_actions_are_refused_in_the_same_words),
	    cmocka_unit_test(states_are_put_back_and_checked),
	    cmocka_unit_test(whatever_fails_is_told_and_given_back),
	    cmocka_unit_test(a_missing_gpu_is_one_clear_line),
	    cmocka_unit_test(a_game_without_kernels_is_refused),
	};

	return cmocka_run_group_tests(tests, hold_library, NULL);
}
