/* A table with its log, for `play`, `replay`, `analyse` and `simulate --records`. */
#ifndef SITTING_H
#define SITTING_H

#include "event_log.h"
#include "files.h"
#include "line.h"
#include "record.h"

#include <stdio.h>

struct sitting {
	struct at_table table;
	struct at_event_log history;
	struct at_step step;   /* the effects of the last command */
	struct at_fail fail;   /* why it was refused */
	struct at_record head; /* of the record that it began with */
};

/* An empty table with this opening. The caller releases it. */
void sitting_init(struct sitting *, const struct at_opening *);
void sitting_release(struct sitting *);

/* The players. Persons are numbered by their seat; bots have their seat as level. */
struct seating {
	uint8_t persons; /* a bit a seat */
	uint64_t bot_seed;
	uint8_t seed[AT_SEED_SIZE]; /* of the draws to come where a record has none */
};

/* Everybody sits down at a table of this game, which is held for moves to come (AT_RESUME). */
void sitting_start(struct sitting *, const struct at_record *, const struct seating *);

/* Carries out a command and appends its events. AT_OK, or the refusal is in fail. */
enum at_err sitting_do(struct sitting *, const struct at_command *);

/* Adds a legal move while the table is held. */
enum at_err sitting_give(struct sitting *, at_move);

/* Reads and checks a record's first `to` moves (UINT64_MAX: all) into a table that is held. 0,
 * or EXIT_INPUT after reporting the error; then there is nothing to release. */
int sitting_read(struct sitting *, const struct file *, uint64_t to, const struct seating *);

/* The game as a record; false where it could not be written. */
bool sitting_print(const struct sitting *, FILE *);

static inline const struct at_state *sitting_now(const struct sitting *s)
{
	return at_table_now(&s->table);
}

/* The number of valid moves, draws included. */
static inline uint32_t sitting_moves(const struct sitting *s)
{
	return sitting_now(s)->ply - s->table.opening.start.head.ply;
}

#endif
