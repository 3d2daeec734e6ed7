/* The HTTP server: listens, answers, keeps clients within limits, stops when asked to. */
#ifndef SERVER_H
#define SERVER_H

#include "proxy.h"

#include <stdbool.h>
#include <stddef.h>

struct event_base;
struct host;
struct server;

enum { SERVER_PER_ADDRESS = 256, SERVER_BASE_MAX = 128 };

struct server_options {
	const char *listen; /* "ADDR:PORT" such as "[::1]:7700" or "localhost:0" */
	int per_address;    /* connections one address (addresses.h) may hold, and never more than a
			       quarter of those there can be; the next one is told 503 and hung up on
			       at once */
	const char *base;  /* below this path, "" or "/PATH", lies what is here; a proxy may take it
			      away before it asks */
	size_t memory;     /* bytes that the process may have, as far as connections decide it; 0:
			      memory_limit() */
	bool metrics;      /* /metrics is beside the page */
	const char *legal; /* what whoever runs it has to say, at /legal; or NULL: nothing yet */
	struct proxies
	    proxies; /* that say for whom they ask: their clients are counted, not they */
};

/* Is it "" or "/PATH" of plain characters? */
bool server_is_base(const char *);

/* NULL on failure with the reason, one line, in why. */
struct server *server_new(const struct server_options *, char *why, size_t size);

/* Tables are here too, at /ws. The host is the server's from now on. Its loop, and where it
 * listens, for whoever makes one. */
void server_host(struct server *, struct host *);

/* /metrics is answered there, and nothing else. false: why says the reason. */
bool server_metrics(struct server *, const char *listen, char *why, size_t size);
struct event_base *server_base(struct server *);
int server_port(const struct server *);

/* Where it listens, as http://ADDR:PORT/ with the base behind it. */
const char *server_url(const struct server *);

/* Serves until SIGTERM or SIGINT: then no new connections, replies in flight are finished, within
 * seconds. Returns 0. */
int server_run(struct server *);

void server_free(struct server *);

#endif
