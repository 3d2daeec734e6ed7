/* Uniformly random games on a GPU. */
#ifndef ON_GPU_H
#define ON_GPU_H

#include "play.h"

/* A run of games in chunks, as the log has them; the last may be shorter. */
struct gpu_plan {
	const struct at_game *game;
	struct at_setup setup;
	uint64_t seed, games, chunk;

	/* Is the chunk that begins with this game to be played? And what it added up to; false
	 * ends the run after saying why. */
	bool (*wants)(void *context, uint64_t from);
	bool (*took)(void *context, uint64_t from, const struct at_tally *);
	void *context;
};

/* Plays them. When `ready` is called with the GPU's name, the driver has compiled the kernels.
 * An exit code, after reporting the error. */
int play_on_gpu(const struct gpu_plan *, void (*ready)(void *context, const char *name));

#endif
