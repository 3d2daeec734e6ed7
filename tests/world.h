/* A host in this process, with one table, and clients that talk to it through real sockets. It
 * works only inside turn(). */
#ifndef AT_WORLD_H
#define AT_WORLD_H

#include "addresses.h"
#include "online.h"
#include "row.h"
#include "state.h"
#include "store.h"

#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	PLACES = AT_SEATS_MAX + 1, /* of the seats, then a spectator's */
	CLIENTS = PLACES + 2,      /* and two more of the viewer, without views and with changes */
};

struct client {
	int fd; /* 0: not connected */
	char *heard;
	size_t size;
};

struct world {
	struct event_base *base;
	struct server *server;
	struct at_store *store;
	struct host *host;
	struct online_table *table;
	struct sockaddr_in address;
	uint32_t person[PLACES];
	struct client client[CLIENTS];
};

extern const uint8_t watch_secret[SECRET_SIZE]; /* with which spectators open the table */

/* A host whose table has been started, with a person in every seat; draws are forced. */
void world_begin(struct world *, const struct at_opening *);
void world_end(struct world *);

/* Lets the host do its due work, and collects the messages for all clients. */
void turn(struct world *);

/* A command at the table that does not come from a client. */
void do_here(struct world *, struct at_command);

/* A client connects as the person of this place; a client closes, and waits until the host has
 * noticed. */
void come(struct world *, int who, int place);
void leave(struct world *, int who);

/* Sends a command and waits for the answer; returns the milliseconds. The members follow a
 * comma. */
int64_t ask(struct world *, int who, uint32_t number, const char *members);

#endif
