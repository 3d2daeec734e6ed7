/* How many connections each address holds. IPv6 counts by the network of 64 bits that one household
 * is given, so that whoever has one cannot be many; neighbours on the same link count one by one,
 * and an IPv4 address is the same inside IPv6. */
#ifndef PEERS_H
#define PEERS_H

#include "limit.h"

#include <stdint.h>
#include <sys/socket.h>

struct peer {
	struct peer *next;
	uint64_t address; /* see peers.c; no two addresses of different owners share it */
	int held;
	struct bucket commands; /* of all its sockets together */
	struct bucket made[BUDGETS];
};

enum {
	PEERS_BUCKETS = 4096,
	PEERS_RESTING = 1 << 16, /* remembered at most of those that hold no connection */
};

struct peers {
	uint64_t salt;
	struct peer *bucket[PEERS_BUCKETS];
	int resting;
};

void peers_init(struct peers *);

/* One connection more from this address. NULL, and nothing counted, if it holds `most` already or
 * memory is out. */
struct peer *peers_join(struct peers *, const struct sockaddr *, int most);

/* That connection has ended. An address that holds none is forgotten once it may make
 * as much as anybody who is new. */
void peers_leave(struct peers *, struct peer *);

void peers_release(struct peers *);

#endif
