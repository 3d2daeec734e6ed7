/* A table in the company of everybody who looks at it. Every command goes through house_do(), which
 * holds what must hold of all of them:
 *
 *   - nobody does what is for others to do;
 *   - a command that is refused changes nothing and says why;
 *   - its events, applied to another table of the same opening, give the same bytes;
 *   - each viewer's stream alone makes a table that is the truth's without what this viewer may not
 *     know, after every event;
 *   - time does not run backwards, and the ceilings hold.
 *
 * What is broken goes to broken(), which the program brings: a test fails, a fuzzer aborts. */
#ifndef AT_TESTS_HOUSE_H
#define AT_TESTS_HOUSE_H

#include "fair.h"
#include "job.h"
#include "line.h"
#include "seen.h"

enum { HOUSE_EVENTS = 1 << 14, VIEWERS = AT_SEATS_MAX + 1 };

struct looker {
	struct at_table table;
	struct at_event log[HOUSE_EVENTS];
};

struct house {
	const struct at_game *game;
	struct at_table table;
	struct at_table again; /* the same by its events */
	struct at_event log[HOUSE_EVENTS];
	struct looker lookers[VIEWERS]; /* of AT_PUBLIC, then of the seats */
	struct at_step step;            /* of the last command */
	struct at_fail fail;
};

void broken(const struct house *, const char *what);

/* Structs of the table have no padding: equal ones have equal bytes. */
bool same_bytes(const void *, const void *, size_t);

void house_init(struct house *, const struct at_opening *);

static inline struct at_log house_log(const struct house *h)
{
	return (struct at_log){h->log, h->table.events};
}

static inline const struct at_state *house_now(const struct house *h)
{
	return &h->table.state.head;
}

/* Is there room for the events of one more command? */
bool house_has_room(const struct house *);

enum at_err house_do(struct house *, const struct at_command *);
enum at_err house_give(struct house *, at_move, uint64_t now);

/* The laws of a log as a whole: readers give the same streams, from any number on; the record of
 * what stands leads to the same state. */
void house_close(struct house *, struct at_rng *);

/* --- commands --- */

/* The person on seat i, where one sits there. */
enum { PERSON = 100 };

/* The number that a person brings to a fair table, and with AT_HOST the host's half. */
void house_number(uint32_t person, uint8_t out[AT_SEED_SIZE]);
void house_hash(uint32_t person, uint8_t out[AT_SHA256_SIZE]);

/* Makes the opening that of a fair table. */
void house_promise(struct at_opening *);

/* Everybody sits down: persons where the bits say so, else bots of level 3. Then the start; at a
 * fair table some are silent, and the others open their numbers before it. */
void house_sit(struct house *, uint8_t persons);
void house_start(struct house *, enum at_draws, bool held, struct at_rng *);

/* A decision by whoever has to make it, in this very moment. */
struct at_command house_move(const struct house *, at_move);

/* Any command: mostly one that makes sense here, often one that does not quite. */
struct at_command house_any(const struct house *, struct at_rng *);

#endif
