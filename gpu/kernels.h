/* What runs on a GPU, and what it is told: whoever starts a kernel fills one of these structs.
 *
 * A module has the kernels of one game, compiled to PTX from kernels.c and the rules as they are.
 * The same file is compiled for the processor, where gpu_thread() does what one thread of a GPU
 * does: that is how the kernels are tested where there is none. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "envs.h"
#include "play.h"

enum gpu_kernel {
	GPU_SIMULATE, /* struct gpu_run; the others struct gpu_batch */
	GPU_BEGIN,    /* begins all environments */
	GPU_CHECK,    /* are the actions legal? finds the first that is not */
	GPU_STEP,     /* makes them, if all are */
	GPU_RANDOM,   /* legal actions by chance */
	GPU_LOOK,     /* masks, observations and turns again */
	GPU_KERNELS
};

/* Their names in a module, in this order. */
#define GPU_KERNEL_NAMES                                                                           \
	{                                                                                          \
		"gpu_simulate", "gpu_begin", "gpu_check", "gpu_step", "gpu_random", "gpu_look"     \
	}

/* What some games of random play added up to. Wins are in twelfths, so that the sum is the same in
 * whatever order the threads add. */
struct gpu_tally {
	uint64_t games, decisions, chance_moves, moves_listed, signature;
	uint64_t points[AT_SEATS_MAX]; /* signed; modulo 2^64 */
	uint64_t twelfths[AT_SEATS_MAX];
};

/* Games from..from+count-1 of a seed. A tally has `chunk` of them; they and *begun, which counts
 * the games that were given to whoever had ended one, are zero before. */
struct gpu_run {
	uint64_t seed, from, count, chunk;
	struct gpu_tally *tallies;
	struct at_setup setup;
	uint8_t game;
};

/* A batch whose arrays are in the GPU's memory. The pointers to tables in envs.rules mean nothing
 * there: the kernel puts in its own. */
struct gpu_batch {
	struct at_envs envs;
	void *actions; /* one each */
	uint32_t *bad; /* n, or the first environment with an illegal action */
	uint8_t game;
	bool wide; /* actions are of 8 bytes, not 4 */
	bool ahead, picked;
};

/* What the thread with this number does, of so many. */
void gpu_thread(enum gpu_kernel, const void *job, uint64_t thread, uint64_t threads);

#endif
