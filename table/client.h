/* A table of a host, as a client has it: what the protocol says of it (docs/protocol.md; told.h
 * writes what is read here) becomes events, and a viewer's struct at_table follows them. What a
 * screen asks is answered from that table by the same functions as anywhere: whose turn it is
 * (at_table_mover()), who sits where, the question, the clocks (at_table_time_left()), what
 * happened (the event). Names, and who is here, are the caller's to keep.
 *
 *     at_client_hear(&c, message, now, &fail)       a `table` message: how it stands
 *     at_client_open(&c)                            begins right there, in the middle of the game
 *     at_client_follow(&c, event, now, &e, &fail)   an event of an `events` message
 *     at_client_settle(&c, message, now, &fail)     after the last one: do host and client agree?
 *
 * A client that opens in the middle knows nothing of what was before. Where it cannot follow (a
 * move taken back that it has not seen, a gap, a host that came back from a backup) it asks for a
 * `table` message and opens again. One that wants the whole game begins with at_client_begin() and
 * asks for all events. Either way the table is the same, byte for byte, but for what can be taken
 * back from it (opening.start, turn, mark) and for the seed, which only an event tells.
 *
 * The protocol tells no times of events: they happen when they are heard, by the caller's clock.
 * What only a host counts is 0 here: spare_events, turn_backs, top, full, given, draws, held. */
#ifndef AT_TABLE_CLIENT_H
#define AT_TABLE_CLIENT_H

#include "event_log.h"
#include "members.h"
#include "table.h"

struct at_client {
	struct at_table table; /* the table that was followed; opening.version 0: none yet */
	struct at_table told;  /* the last `table` message, or what came after it; until all its
				  events are here it is ahead of the other */
	uint32_t given;        /* this many moves came from a record: nobody promised their draws */
	struct at_event_log history; /* of the table; set its resize() first */
};

/* Reads a `table` message into `told`. Refused, and nothing has changed, if it is none, or has no
 * game of these rules. */
enum at_err at_client_hear(struct at_client *, struct at_word message, uint64_t now,
			   struct at_fail *);

/* Can this many events lead from the followed table to the one that was told? */
bool at_client_goes_on(const struct at_client *, uint32_t most);

/* Continues from the table that was told; or from the start of the game: event 0 comes next. */
void at_client_open(struct at_client *);
void at_client_begin(struct at_client *);

/* Takes an event; *e is the event, as far as it can be read, even if it is refused because it
 * cannot follow. Then nothing has changed. */
enum at_err at_client_follow(struct at_client *, struct at_word event, uint64_t now,
			     struct at_event *e, struct at_fail *);

/* All events of the message have come (length 0: the last `table` message): takes the state that
 * events do not carry, the clocks. Refused if the host's table is another one: open again. */
enum at_err at_client_settle(struct at_client *, struct at_word message, uint64_t now,
			     struct at_fail *);

/* --- the record --- */

/* The promises that a device has kept since they were made, as JSON: "commitment" and "fair",
 * and once all were made "promises" (one for each seat, or null), the own "seat" and the
 * "number" behind its promise. */
struct at_kept {
	bool was_there, fair, has_promises, has_number;
	int8_t seat;
	uint8_t promised; /* a bit a seat */
	uint8_t commitment[AT_SHA256_SIZE];
	uint8_t promise[AT_SEATS_MAX][AT_SHA256_SIZE];
	uint8_t number[AT_SEED_SIZE];
};

void at_read_kept(struct at_word json, struct at_kept *);

enum at_verdict {
	AT_HOLDS,
	AT_NO_RECORD,    /* it contradicts itself, or the events here */
	AT_HOST_BROKE,   /* the host's promise differs, or was not kept */
	AT_PERSON_BROKE, /* a seat's promise differs */
	AT_OWN_BROKE,    /* the own number differs */
};

/* The findings about a record. */
struct at_found {
	enum at_verdict verdict;
	uint32_t moves;
	bool has_seed, is_fair; /* the source of the draws is in it; persons contributed to it */
	uint8_t opened, silent; /* a bit a seat */
};

/* Compares a record of the whole game, as the host gives it at the end, with the promises and
 * the events seen. The record is read with all its proofs; its moves pass through the view with
 * which the client began, and must be the moves that the client saw, as far as they were
 * visible, up to the last one; the promises must be those of the table and those that were kept.
 * *fail has the first difference, with its line. */
enum at_verdict at_client_verify(const struct at_client *, const struct at_kept *,
				 const char *record, size_t len, struct at_found *,
				 struct at_fail *);

#endif
