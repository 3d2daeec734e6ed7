/* The kernels that run on a GPU, and their arguments: the caller fills one of these structs.
 *
 * A module has the kernels of one game, compiled to PTX from kernels.c and the unchanged rules.
 * The same file is compiled for the processor, where gpu_thread() does the work of one GPU
 * thread: this is how the kernels are tested without a GPU. */
#ifndef GPU_KERNELS_H
#define GPU_KERNELS_H

#include "envs.h"
#include "play.h"

enum gpu_kernel {
	GPU_SIMULATE, /* struct gpu_run; the others struct gpu_batch */
	GPU_BEGIN,    /* begins all environments */
	GPU_CHECK,    /* checks the actions and finds the first illegal one */
	GPU_STEP,     /* makes the actions if all are legal */
	GPU_RANDOM,   /* random legal actions */
	GPU_LOOK,     /* writes masks, observations and turns again */
	GPU_KERNELS
};

/* Their names in a module, in this order. */
#define GPU_KERNEL_NAMES                                                                           \
	{                                                                                          \
		"gpu_simulate", "gpu_begin", "gpu_check", "gpu_step", "gpu_random", "gpu_look"     \
	}

/* The sums over some games of random play. Wins are in twelfths, so the sum does not depend on
 * the order in which the threads add. */
struct gpu_tally {
	uint64_t games, decisions, chance_moves, moves_listed, signature;
	uint64_t points[AT_SEATS_MAX]; /* signed; modulo 2^64 */
	uint64_t twelfths[AT_SEATS_MAX];
};

/* Games from..from+count-1 of a seed. A tally has `chunk` of them. The tallies and *begun, which
 * counts the games handed to threads that finished one, must be zero before. */
struct gpu_run {
	uint64_t seed, from, count, chunk;
	struct gpu_tally *tallies;
	struct at_setup setup;
	uint8_t game;
};

/* A batch whose arrays are in the GPU's memory. The pointers to tables in envs.rules are not
 * valid there; the kernel sets its own. */
struct gpu_batch {
	struct at_envs envs;
	void *actions; /* one each */
	uint32_t *bad; /* n, or the first environment with an illegal action */
	uint8_t game;
	bool wide; /* actions are of 8 bytes, not 4 */
	bool ahead, picked;
};

/* The work of the thread with this number, out of this many. */
void gpu_thread(enum gpu_kernel, const void *job, uint64_t thread, uint64_t threads);

#endif
