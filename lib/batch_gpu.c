#include "batch_gpu.h"

#include <stdlib.h>
#include <string.h>

struct batch_gpu {
	struct at_gpu *gpu;
	struct gpu_game *kernels;
	struct gpu_batch job;
	union {
		struct at_slot slot;
		uint8_t bytes[sizeof(struct at_slot) + AT_STATE_MAX + 64];
	} copy;
};

struct batch_gpu *batch_gpu_new(struct at_gpu *gpu, const struct at_envs *envs,
				struct at_fail *fail)
{
	struct batch_gpu *b = calloc(1, sizeof *b);

	if (!b) {
		at_fail(fail, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	b->gpu = gpu;
	b->job = (struct gpu_batch){.envs = *envs, .game = envs->rules.game->id};
	b->kernels = gpu_load(gpu, envs->rules.game, fail);
	if (b->kernels)
		b->job.envs.picks = gpu_memory(gpu, envs->n * sizeof(struct at_pick), fail);
	if (b->job.envs.picks)
		b->job.bad = gpu_memory(gpu, sizeof *b->job.bad, fail);
	if (b->job.bad)
		return b;
	batch_gpu_free(b);
	return NULL;
}

void batch_gpu_free(struct batch_gpu *b)
{
	if (!b)
		return;
	gpu_release(b->gpu, b->job.bad);
	gpu_release(b->gpu, b->job.envs.picks);
	gpu_unload(b->kernels);
	free(b);
}

static enum at_err start(struct batch_gpu *b, enum gpu_kernel kernel, struct at_fail *fail)
{
	return gpu_start(b->kernels, kernel, &b->job, b->job.envs.n, fail);
}

static enum at_err run(struct batch_gpu *b, enum gpu_kernel kernel, struct at_fail *fail)
{
	enum at_err err = start(b, kernel, fail);

	return err ? err : gpu_wait(b->gpu, fail);
}

enum at_err batch_gpu_begin(struct batch_gpu *b, uint64_t seed, struct at_fail *fail)
{
	b->job.envs.rules.seed = seed;
	return run(b, GPU_BEGIN, fail);
}

enum at_err batch_gpu_step(struct batch_gpu *b, const void *actions, bool wide, bool ahead,
			   uint32_t *bad, struct at_fail *fail)
{
	enum at_err err;

	b->job.actions = (void *)(uintptr_t)actions;
	b->job.wide = wide;
	b->job.ahead = ahead;
	*bad = b->job.envs.n;
	/* Work on any stream may still write actions or read observations. */
	err = gpu_wait(b->gpu, fail);
	if (!err)
		err = gpu_copy(b->gpu, b->job.bad, bad, sizeof *bad, fail);
	if (!err)
		err = start(b, GPU_CHECK, fail);
	if (!err) /* the kernel checks the actions itself: no need to wait in between */
		err = start(b, GPU_STEP, fail);
	if (!err)
		err = gpu_copy(b->gpu, bad, b->job.bad, sizeof *bad, fail);
	return err;
}

enum at_err batch_gpu_random(struct batch_gpu *b, int32_t *actions, bool picked,
			     struct at_fail *fail)
{
	b->job.actions = actions;
	b->job.picked = picked;
	return run(b, GPU_RANDOM, fail);
}

enum at_err batch_gpu_look(struct batch_gpu *b, struct at_fail *fail)
{
	return run(b, GPU_LOOK, fail);
}

const struct at_slot *batch_gpu_slot(struct batch_gpu *b, uint32_t i, struct at_fail *fail)
{
	const struct at_envs *e = &b->job.envs;
	const void *from = (const char *)e->states + i * e->slot_size;

	return gpu_copy(b->gpu, b->copy.bytes, from, e->slot_size, fail) ? NULL : &b->copy.slot;
}
