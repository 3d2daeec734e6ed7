/* Counts the connections of each address. An IPv6 /64 network, as a household gets it, counts as
 * one address. Link-local addresses count one by one. An IPv4 address inside IPv6 counts as that
 * IPv4 address. */
#ifndef ADDRESSES_H
#define ADDRESSES_H

#include "limit.h"

#include <stdint.h>
#include <sys/socket.h>

struct address {
	struct address *next;
	uint64_t key; /* see addresses.c; no two addresses of different owners share it */
	int held;
	struct bucket commands; /* shared by all its sockets */
	struct bucket made[BUDGETS];
	struct bucket spent; /* of the host's time */
};

enum {
	ADDRESSES_BUCKETS = 4096,
	ADDRESSES_RESTING = 1 << 16, /* most addresses remembered without a connection */
};

struct addresses {
	uint64_t salt;
	struct address *bucket[ADDRESSES_BUCKETS];
	int resting;
};

void addresses_init(struct addresses *);

/* Counts one more connection from this address. NULL, and nothing is counted, if it has `most`
 * already or there is not enough memory. */
struct address *addresses_join(struct addresses *, const struct sockaddr *, int most);

/* That connection has ended. An address without connections is forgotten once its budgets are as
 * full as those of a new one. */
void addresses_leave(struct addresses *, struct address *);

void addresses_release(struct addresses *);

#endif
