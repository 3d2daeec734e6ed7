/* Tables that are being made, from nothing or from a record (seats.c, records.c). */
#ifndef HOST_SEATS_H
#define HOST_SEATS_H

#include "game.h"
#include "id.h"
#include "row.h"
#include "sha256.h"
#include "store.h"
#include "table.h"

#include <stdbool.h>
#include <stdint.h>

struct at_opening;
struct call;
struct host;
struct online_table;
struct visitor;

/* A table that is being made. */
struct making {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	uint8_t id[AT_ID_SIZE]; /* of the command */
	uint32_t person;
	int seat; /* of the maker, or AT_NOBODY */
	bool fair;
	uint8_t promise[AT_SHA256_SIZE]; /* the maker's */
	struct at_opening opening;
	struct terms terms;
	struct given given;
	at_move moves[ROW_GIVEN_MAX]; /* from here on uninitialised */
	uint8_t bytes[ROW_OPENING_MAX];
};

/* Reads the record of a command, with its set-up for this many seats. */
bool read_record(const struct call *, int seats, struct making *);

void rematch_heard(struct online_table *);

#endif
