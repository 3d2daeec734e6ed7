/* A batch on a GPU: kernels do what batch.c does with threads of the processor. The arrays of
 * struct at_envs are in the GPU's memory. Every call waits until it is done. */
#ifndef AT_BATCH_GPU_H
#define AT_BATCH_GPU_H

#include "envs.h"
#include "gpu.h"

struct batch_gpu;

/* envs is complete except for the picks. No game has begun yet. NULL: see *fail. */
struct batch_gpu *batch_gpu_new(struct at_gpu *, const struct at_envs *, struct at_fail *fail);
void batch_gpu_free(struct batch_gpu *); /* or NULL */

enum at_err batch_gpu_begin(struct batch_gpu *, uint64_t seed, struct at_fail *fail);

/* The actions, of 4 or 8 bytes, are in the GPU's memory. *bad is the first environment with an
 * illegal action, and then no game has moved; or the number of environments. */
enum at_err batch_gpu_step(struct batch_gpu *, const void *actions, bool wide, bool ahead,
			   uint32_t *bad, struct at_fail *fail);

enum at_err batch_gpu_random(struct batch_gpu *, int32_t *actions, bool picked,
			     struct at_fail *fail);

/* Writes masks, observations and turns again and forgets the picks. */
enum at_err batch_gpu_look(struct batch_gpu *, struct at_fail *fail);

/* A copy of one environment, until the next call. NULL: see *fail. */
const struct at_slot *batch_gpu_slot(struct batch_gpu *, uint32_t i, struct at_fail *fail);

#endif
