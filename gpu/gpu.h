/* A GPU, through NVIDIA's driver alone: libcuda is looked for when it is asked for, so nothing of
 * it is needed to build the program or to run it without one.
 *
 * Functions that can fail return an error, or NULL, and say why in *fail, in one line. What was
 * begun before a failure may have changed the GPU's memory, nothing else. Any thread may call, one
 * at a time on the same struct. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "kernels.h"

/* GPU number `number`, from 0. Programs that use CUDA themselves (PyTorch) share its memory: this
 * is the context that they have, too. */
struct at_gpu;
struct at_gpu *gpu_open(int number, struct at_fail *fail);
void gpu_close(struct at_gpu *); /* or NULL; its memory and games are let go before */

const char *gpu_name(const struct at_gpu *);

/* Memory on the GPU, all zeros. Only kernels and gpu_copy() may touch it. */
void *gpu_memory(struct at_gpu *, size_t size, struct at_fail *fail);
void gpu_release(struct at_gpu *, void *); /* or NULL */

/* Copies from or to the GPU, or within it, after everything that was started there has ended. */
enum at_err gpu_copy(struct at_gpu *, void *to, const void *from, size_t size,
		     struct at_fail *fail);

/* The kernels of a game on a GPU. The first time that a driver sees them it compiles them, which
 * takes some seconds; it keeps what it made. */
struct gpu_game;
struct gpu_game *gpu_load(struct at_gpu *, const struct at_game *, struct at_fail *fail);
void gpu_unload(struct gpu_game *); /* or NULL */

/* How many threads of a kernel a GPU has room for at once, all its processors together; 0 is a
 * failure. */
uint64_t gpu_threads(struct gpu_game *, enum gpu_kernel, struct at_fail *fail);

/* Starts a kernel on at least so many threads and does not wait: kernels run one after the other.
 */
enum at_err gpu_start(struct gpu_game *, enum gpu_kernel, const void *job, uint64_t threads,
		      struct at_fail *fail);

/* Waits until everything has ended; what went wrong in a kernel is said here. */
enum at_err gpu_wait(struct at_gpu *, struct at_fail *fail);

/* The modules of this build, as PTX (a text that ends with 0); the last has no game. There are none
 * where no compiler for GPUs was found. */
struct gpu_module {
	const char *game;
	const unsigned char *text;
};
extern const struct gpu_module gpu_modules[];

#endif
