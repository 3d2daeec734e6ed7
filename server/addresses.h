/* How many connections each address holds. IPv6 counts by the network of 64 bits that one household
 * is given, so that whoever has one cannot be many; neighbours on the same link count one by one,
 * and an IPv4 address is the same inside IPv6. */
#ifndef ADDRESSES_H
#define ADDRESSES_H

#include "limit.h"

#include <stdint.h>
#include <sys/socket.h>

struct address {
	struct address *next;
	uint64_t key; /* see addresses.c; no two addresses of different owners share it */
	int held;
	struct bucket commands; /* of all its sockets together */
	struct bucket made[BUDGETS];
};

enum {
	ADDRESSES_BUCKETS = 4096,
	ADDRESSES_RESTING = 1 << 16, /* remembered at most of those that hold no connection */
};

struct addresses {
	uint64_t salt;
	struct address *bucket[ADDRESSES_BUCKETS];
	int resting;
};

void addresses_init(struct addresses *);

/* One connection more from this address. NULL, and nothing counted, if it holds `most` already or
 * memory is out. */
struct address *addresses_join(struct addresses *, const struct sockaddr *, int most);

/* That connection has ended. An address that holds none is forgotten once it may make
 * as much as anybody who is new. */
void addresses_leave(struct addresses *, struct address *);

void addresses_release(struct addresses *);

#endif
