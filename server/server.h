/* The HTTP server: listens, answers, limits clients, and stops when asked. */
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
	int per_address;    /* most connections of one address (addresses.h), and never more than a
			       quarter of all that are possible; further ones get 503 and are closed */
	const char *base;   /* the path below which everything is served, "" or "/PATH"; a proxy may
			       strip it */
	size_t memory;     /* limit for the process in bytes, above which connections are closed; 0:
			      memory_limit() */
	bool metrics;      /* serve /metrics beside the page */
	const char *legal; /* the administrator's text at /legal, or NULL */
	struct proxies proxies; /* trusted proxies, whose clients are counted instead of them */
};

/* Whether this is "" or "/PATH" of plain characters. */
bool server_is_base(const char *);

/* NULL on failure, with the reason in one line in why. */
struct server *server_new(const struct server_options *, char *why, size_t size);

/* Serves tables, too, at /ws. The server owns the host from now on. server_base() and server_port()
 * are what a host is made with. */
void server_host(struct server *, struct host *);

/* Serves /metrics, and nothing else, at this address. false on failure, with the reason in why. */
bool server_metrics(struct server *, const char *listen, char *why, size_t size);
struct event_base *server_base(struct server *);
int server_port(const struct server *);

/* The address as http://ADDR:PORT/ followed by the base. */
const char *server_url(const struct server *);

/* Serves until SIGTERM or SIGINT. Then it accepts no connections and finishes pending replies
 * within seconds. Returns 0. */
int server_run(struct server *);

void server_free(struct server *);

#endif
