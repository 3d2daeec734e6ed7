/* The host of online tables. It keeps them in a store, identifies people by a cookie, speaks the
 * protocol of docs/protocol.md over sockets, and runs bots on threads.
 *
 * Nothing is acknowledged or shown to anybody before it is stored. */
#ifndef HOST_H
#define HOST_H

#include "proxy.h"

#include <stddef.h>
#include <stdint.h>

struct at_store;
struct event_base;
struct host;
struct address;
struct request;

struct host_options {
	int threads;             /* for bots */
	const char *top_level;   /* the strongest bots that people may ask for; NULL: any */
	int per_second;          /* commands from one address */
	int tables;              /* most in the store; 0: any number */
	int grace_ms;            /* how long somebody who is away still counts as here */
	int keep_days;           /* remove tables after this many days without activity; 0: never */
	const char *notify;      /* the command to run when a turn has waited, or NULL */
	int notify_after;        /* seconds */
	int port;                /* part of the cookie's name */
	const char *base;        /* the path below which people reach it, "" or "/PATH" */
	const char *const *name; /* further names of the host (--host), besides addresses and
				    localhost */
	int names;
	const char *version; /* of the program, for /metrics */
	int log_json;        /* the log is lines of JSON, with the way of every command */
};

/* NULL on failure, with the reason in one line in why. The store stays the caller's. */
struct host *host_new(struct event_base *, struct at_store *, const struct host_options *,
		      char *why, size_t size);

/* Tells everybody to reconnect later, and accepts no more commands. */
void host_stop(struct host *);

/* Whether everything is stored and everybody is disconnected. */
int host_is_done(struct host *);

/* A file of the page of another version of the program, or NULL. Valid until the host is freed. */
struct asset;
const struct asset *host_page_file(struct host *, const char *path);

/* Whether the database is unreachable. A load balancer then sends people elsewhere. */
int host_is_waiting(const struct host *);

/* This many bytes of memory must be released; 0: no longer. Closes the connections of clients that
 * do not read, then those on which nobody plays, and lets nobody new in until it is over. `half`:
 * more than half of the memory is used, and what is made is limited by address, too. */
void host_press(struct host *, size_t bytes, int half);

/* The number of tables that are damaged and set aside. */
uint32_t host_damaged(struct host *);

/* Whether it stopped because a newer version has changed the database. */
int host_is_outdated(const struct host *);

/* Writes a line to the log. */
void host_say(const struct host *, const char *line);

/* Call it after the HTTP server is freed. */
void host_free(struct host *);

enum { HOST_METRICS_MAX = 16384 };

/* What the HTTP server knows of its connections, sockets among them, since it was started. */
struct host_connections {
	uint64_t open, made, refused;
	uint64_t slow; /* hung up on: their request or their reading of the answer took too long */
	uint64_t memory_limit;
};

/* The metrics, in the text format of Prometheus. */
void host_metrics(struct host *, const struct host_connections *, char *out, size_t size);

/* A request for /ws from this address. 1: it is a socket now. 0: it was not answered; code and why
 * say how to refuse it. */
int host_answer(struct host *, struct request *, struct address *, enum via, int *code,
		const char **why);

#endif
