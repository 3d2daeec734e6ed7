/* A game that is being played, with its whole history: what can be taken back, saved and loaded. */
#ifndef MATCH_H
#define MATCH_H

#include "files.h"
#include "record.h"

#include <stdio.h>

struct match {
	struct at_record record;
	uint32_t count;       /* moves made, draws included */
	at_move *moves;       /* count of them */
	union at_any *states; /* count + 1: states[i] is before moves[i] */
};

/* A new game with this head, which has a seed. The caller releases it. */
void match_init(struct match *, const struct at_record *);
void match_release(struct match *);

static inline const struct at_state *match_now(const struct match *m)
{
	return &m->states[m->count].head;
}

/* Is the move legal now? The truth is asked: say why it is not in the words of the mover's view. */
bool match_allows(const struct match *, at_move);

/* Makes a legal move. */
void match_apply(struct match *, at_move);

/* The game as record text. */
void match_print(const struct match *, FILE *);

/* Reads and checks a record's first `to` moves (UINT64_MAX: all). 0, or EXIT_INPUT after saying
 * what is wrong; then there is nothing to release. */
int match_read(struct match *, const struct file *, uint64_t to);

/* The seed of game number i of a run: four words of the fast generator, little-endian. */
void match_seed(uint64_t run, uint64_t i, uint8_t seed[AT_SEED_SIZE]);

#endif
