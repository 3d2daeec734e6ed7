/* Work to be timed: the same loops natively and in wasm, without a clock. The caller measures. */
#ifndef AT_WORK_H
#define AT_WORK_H

#include "game.h"

enum { AT_SAMPLE = 256 };

enum at_work { AT_WORK_VIEW, AT_WORK_GUESS, AT_WORK_ENCODE, AT_WORK_DECODE, AT_WORKS };

/* States from random games, spread over their whole length, with a view and the bytes of each. */
struct at_sample {
	const struct at_game *game;
	union at_any states[AT_SAMPLE];
	struct at_view views[AT_SAMPLE];
	uint8_t bytes[AT_SAMPLE][AT_BYTES_MAX];
	size_t sizes[AT_SAMPLE];
};

/* The name of a kind of work, for tables. */
const char *at_work_name(enum at_work);

void at_sample(struct at_sample *, const struct at_game *, const struct at_setup *, uint64_t seed);

/* Does this work rounds times for every state of the sample; the result depends on all of it,
 * and is the same everywhere. */
uint64_t at_work(const struct at_sample *, enum at_work, uint32_t rounds);

#endif
