/* A GPU, through NVIDIA's driver alone. libcuda is looked up at run time, so it is not needed to
 * build the program, nor to run it without a GPU.
 *
 * Functions that can fail return an error, or NULL, and give the reason in *fail, in one line. A
 * call that fails half-way may have changed the GPU's memory, nothing else. Any thread may call,
 * but only one at a time on the same struct. */
#ifndef GPU_GPU_H
#define GPU_GPU_H

#include "kernels.h"

/* GPU number `number`, from 0. Programs that use CUDA themselves (PyTorch) share its memory:
 * this uses the same context as they do. */
struct at_gpu;
struct at_gpu *gpu_open(int number, struct at_fail *fail);
void gpu_close(struct at_gpu *); /* or NULL; release its memory and games before */

const char *gpu_name(const struct at_gpu *);

/* Memory on the GPU, all zeros. Only kernels and gpu_copy() may touch it. */
void *gpu_memory(struct at_gpu *, size_t size, struct at_fail *fail);
void gpu_release(struct at_gpu *, void *); /* or NULL */

/* Copies to, from or within the GPU, after all work started there has finished. */
enum at_err gpu_copy(struct at_gpu *, void *to, const void *from, size_t size,
		     struct at_fail *fail);

/* The kernels of a game on a GPU. A driver compiles them when it first sees them, which takes
 * some seconds, and caches the result. */
struct gpu_game;
struct gpu_game *gpu_load(struct at_gpu *, const struct at_game *, struct at_fail *fail);
void gpu_unload(struct gpu_game *); /* or NULL */

/* How many threads of a kernel fit on a GPU at once, on all its processors together; 0 is a
 * failure. */
uint64_t gpu_threads(struct gpu_game *, enum gpu_kernel, struct at_fail *fail);

/* Starts a kernel on at least this many threads without waiting for it. Kernels run one after
 * the other. */
enum at_err gpu_start(struct gpu_game *, enum gpu_kernel, const void *job, uint64_t threads,
		      struct at_fail *fail);

/* Waits for all work to finish and reports errors of the kernels. */
enum at_err gpu_wait(struct at_gpu *, struct at_fail *fail);

/* The modules of this build, as PTX (text that ends with 0); the last one has no game. Empty if
 * no compiler for GPUs was found. */
struct gpu_module {
	const char *game;
	const unsigned char *text;
};
extern const struct gpu_module gpu_modules[];

#endif
