/* The host: tables online. It keeps them in a store, lets people in by a cookie, speaks the
 * protocol of docs/protocol.md over sockets, and has bots think.
 *
 * Nothing is acknowledged, and nothing shown to anybody, before the store has it. */
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
	int threads;             /* that think */
	const char *top_level;   /* the best of bots that people may ask for; NULL: any */
	int per_second;          /* commands from one address */
	int tables;              /* that are kept, at most; 0: any number */
	int grace_ms;            /* away for so long is still here */
	int keep_days;           /* then tables in which nothing happens are removed; 0: never */
	const char *notify;      /* run when a turn has waited, or NULL */
	int notify_after;        /* so many seconds */
	int port;                /* where people come: a part of the cookie's name */
	const char *base;        /* and below which path, "" or "/PATH" */
	const char *const *name; /* by which the host may be called (--host), besides addresses and
				    localhost */
	int names;
	const char *version; /* of the program, for /metrics */
};

/* NULL on failure with the reason, one line, in why. The store stays the caller's. */
struct host *host_new(struct event_base *, struct at_store *, const struct host_options *,
		      char *why, size_t size);

/* Tells everybody to come back later, and takes no more commands. */
void host_stop(struct host *);

/* Is everything stored and everybody gone? */
int host_is_done(struct host *);

/* A file of a page that another version of the program brought, or NULL: good until the host is
 * freed. */
struct asset;
const struct asset *host_page_file(struct host *, const char *path);

/* Is there no connection to the database? Then whatever leads people here leads them elsewhere. */
int host_is_waiting(const struct host *);

/* Memory is short by so many bytes; 0: it is not any more. Those who do not read go first, then
 * strangers; until it is over nobody new comes in. */
void host_press(struct host *, size_t bytes);

/* How many tables are damaged and set aside. */
uint32_t host_damaged(struct host *);

/* Was it stopped because a newer version has changed the database? */
int host_is_outdated(const struct host *);

/* The HTTP server is gone already. */
void host_free(struct host *);

enum { HOST_METRICS_MAX = 16384 };

/* How it is doing, in the text format of Prometheus. */
void host_metrics(struct host *, char *out, size_t size);

/* A request for /ws from this address. 1: it is a socket now. 0: nothing was answered, and what is
 * wrong stands in why, with the code for it. */
int host_answer(struct host *, struct request *, struct address *, enum via, int *code,
		const char **why);

#endif
