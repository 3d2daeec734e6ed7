/* A table in the company of everybody who looks at it. Every command goes through watched_do(),
 * which holds what must hold of all of them:
 *
 *   - nobody does what is for others to do;
 *   - a command that is refused changes nothing and says why;
 *   - its events, applied to another table of the same opening, give the same bytes;
 *   - the client of each viewer (client.h), which hears what the protocol says of the table
 * (told.h) and nothing else, says the very same of its own after every event, byte for byte, and
 * knows no more than its viewer may;
 *   - a client that opens in the middle of the game has the same table as one that was always
 * there;
 *   - time does not run backwards, and the ceilings hold.
 *
 * What is broken goes to broken(), which the program brings: a test fails, a fuzzer aborts. */
#ifndef AT_TESTS_WATCHED_H
#define AT_TESTS_WATCHED_H

#include "client.h"
#include "fair.h"
#include "job.h"
#include "line.h"
#include "seen.h"

enum { WATCHED_EVENTS = 1 << 14, VIEWERS = AT_SEATS_MAX + 1 };

struct looker {
	struct at_client client; /* present from the beginning */
	struct at_client late;   /* opens again now and then */
	struct at_event log[WATCHED_EVENTS], late_log[WATCHED_EVENTS];
};

struct watched {
	const struct at_game *game;
	struct at_table table;
	struct at_table again; /* the same, built from its events */
	struct at_event log[WATCHED_EVENTS];
	struct looker lookers[VIEWERS]; /* AT_PUBLIC, then the seats */
	struct at_step step;            /* of the last command */
	struct at_fail fail;
};

void broken(const struct watched *, const char *what);

/* Structs of the table have no padding: equal ones have equal bytes. */
bool same_bytes(const void *, const void *, size_t);

void watched_init(struct watched *, const struct at_opening *);

/* A client with room for WATCHED_EVENTS events. */
struct at_client watched_client(struct at_event *log);

static inline struct at_events watched_log(const struct watched *h)
{
	return (struct at_events){(struct at_event *)h->log, h->table.events};
}

static inline const struct at_state *watched_now(const struct watched *h)
{
	return &h->table.state.head;
}

/* Is there room for the events of one more command? */
bool watched_has_room(const struct watched *);

enum at_err watched_do(struct watched *, const struct at_command *);
enum at_err watched_give(struct watched *, at_move, uint64_t now);

/* The laws of a log as a whole: the record of what stands leads to the same state, and all clients
 * verify it. */
void watched_close(struct watched *);

/* A `table` message for this viewer; the text is valid until the next one. */
struct at_word watched_tell(const struct watched *, int viewer);

/* The promises that this viewer's device has kept. */
struct at_kept watched_kept(const struct watched *, int viewer);

/* --- commands --- */

/* The person in seat i, if there is one. */
enum { PERSON = 100 };

/* The number that a person brings to a fair table; for AT_HOST the host's half. */
void watched_number(uint32_t person, uint8_t out[AT_SEED_SIZE]);
void watched_hash(uint32_t person, uint8_t out[AT_SHA256_SIZE]);

/* Makes the opening that of a fair table. */
void watched_promise(struct at_opening *);

/* Everybody sits down: persons if the bits say so, else bots of level 3. Then the start; at a
 * fair table some are silent, and the others reveal their numbers before it. */
void watched_sit(struct watched *, uint8_t persons);
void watched_start(struct watched *, enum at_draws, bool held, struct at_rng *);

/* A decision by the seat to move, at this time. */
struct at_command watched_move(const struct watched *, at_move);

/* Any command: mostly a sensible one, often one that is not quite right. */
struct at_command watched_any(const struct watched *, struct at_rng *);

#endif
