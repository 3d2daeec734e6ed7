/* Tables as bytes, for the store: the opening of a table, and the events of a command. Numbers are
 * little-endian. All later versions read what this one writes; other bytes are refused. */
#ifndef ROW_H
#define ROW_H

#include "table.h"

enum {
	ROW_VERSION = 1,
	SECRET_SIZE = 16,
	ROW_GIVEN_MAX = 12000, /* moves of a record that is continued */
	ROW_OPENING_MAX = 256 + AT_BYTES_MAX + 4 * ROW_GIVEN_MAX,
	ROW_EVENT_MAX = 12 + AT_SEED_SIZE,
	ROW_MAX = 3 + AT_STEP_MAX * ROW_EVENT_MAX,
};

/* The planned player of a seat. */
enum { PLAN_PERSON = 0 }; /* else a level plus 1 */

/* The settings of a host's table, besides its opening. */
struct terms {
	uint32_t creator;
	uint8_t open; /* listed in the lobby, and anybody may sit down; else only with the link */
	uint8_t spectators; /* may watch */
	uint8_t hints;
	uint8_t draws; /* enum at_draws: untold if a record without a seed is continued */
	uint8_t plan[AT_SEATS_MAX];
	uint8_t play[SECRET_SIZE], watch[SECRET_SIZE]; /* of the links */
	uint8_t half[AT_SEED_SIZE];                    /* the host's part of the seed */
	uint8_t before[16]; /* the table that this one follows, or all 0 */
};

/* The moves of a record that is continued, or none. */
struct given {
	uint32_t count;
	at_move *moves;
};

/* out has room for ROW_OPENING_MAX; returns the bytes used. given may be NULL. */
size_t row_put_opening(const struct at_opening *, const struct terms *, const struct given *,
		       uint8_t *out);

/* given->moves has room for ROW_GIVEN_MAX; given may be NULL. */
enum at_err row_get_opening(const uint8_t *, size_t, struct at_opening *, struct terms *,
			    struct given *, struct at_fail *);

/* The events of one command. They have the same time, which the store keeps. */
size_t row_put(const struct at_event *, int count, uint8_t *out);

/* At most AT_STEP_MAX events, numbered from `first`. */
enum at_err row_get(const uint8_t *, size_t, uint32_t first, uint64_t time, struct at_event *,
		    int *count, struct at_fail *);

#endif
