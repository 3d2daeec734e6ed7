/* A host in this process, with one table, and clients that talk to it through real sockets.
 * It does nothing but in turn(). */
#ifndef AT_WORLD_H
#define AT_WORLD_H

#include "host_inner.h"

#include <netinet/in.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	PLACES = AT_SEATS_MAX + 1, /* of the seats, then a spectator's */
	CLIENTS = PLACES + 2,      /* and the viewer twice more, without views and with changes */
};

struct client {
	int fd; /* 0: not here */
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

/* A host whose table has been started, with a person on every seat; draws are forced. */
void world_begin(struct world *, const struct at_opening *);
void world_end(struct world *);

/* Lets the host do what is due, and keeps what has come for anybody. */
void turn(struct world *);

/* A command at the table that comes over no wire. */
void do_here(struct world *, struct at_command);

/* A client comes as the person of this place; hangs up, and waits until the host has noticed. */
void come(struct world *, int who, int place);
void leave(struct world *, int who);

/* Asks and waits for the answer: how many milliseconds. The members come after a comma. */
int64_t ask(struct world *, int who, uint32_t number, const char *members);

#endif
