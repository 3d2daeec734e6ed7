/* What the parts of the HTTP server share: server.c (listening, stopping), clients.c, requests.c.
 * Nobody else includes this. */
#ifndef SERVING_H
#define SERVING_H

#include "page.h"
#include "peers.h"
#include "server.h"

#include <event2/http.h>
#include <event2/util.h>
#include <stdbool.h>
#include <stdint.h>

enum { HEADERS_MAX = 16 * 1024, FDS = 1 << 15 };

/* evhttp owns the connection and the bufferevent; it never says when it lets go of them. So a
 * client holds a reference of its own, and the sweep gives it back when evhttp has removed its
 * callbacks. */
struct client {
	struct client *next;
	struct server *server;
	struct bufferevent *bev;
	int fd;            /* its connection, once it is let in, or -1 */
	struct peer *peer; /* its address, likewise */
	bool proxied;      /* asks for others */
	bool refused;
	bool is_socket;   /* has no deadlines of HTTP any more */
	bool answered;    /* the reply is on its way; what evhttp says by itself is none */
	int64_t deadline; /* of the request or reply in progress; 0 between them */
};

struct server {
	struct event_base *base;
	struct evhttp *http;
	struct evhttp_bound_socket *bound;
	struct evconnlistener *listener; /* evhttp's, valid while bound is */
	struct event *on_term, *on_int, *admit, *sweep, *resume, *stop_look;
	struct client *fresh, *clients; /* the newest first; fresh: not let in yet */
	struct client *with_fd[FDS];    /* who was let in last with which, by its remainder */
	int client_count, client_max;
	struct peers peers;
	struct server_options options;
	struct host *host;      /* of tables, or NULL */
	struct evhttp *metrics; /* on an address of their own, or NULL */
	bool answering;         /* inside page_answer() */
	bool stopping;
	int64_t stop_deadline;
	int port;
	char url[128 + SERVER_BASE_MAX];
	char refusal[PAGE_REFUSAL_MAX];
};

int64_t server_ms(void); /* a clock that never jumps */

/* --- clients.c --- */

/* A new connection gets its bufferevent; whose it is is known a moment later, in clients_admit().
 */
struct bufferevent *client_connect(struct event_base *, void *server);
void clients_admit(evutil_socket_t, short, void *server);

/* Gives back those who are gone and hangs up on those who are too slow. */
void clients_sweep(evutil_socket_t, short, void *server);

/* Takes more of them, unless there is no room or the listener rests. */
void clients_accept(struct server *);

/* Who asks, or NULL. */
struct client *client_of(struct server *, struct evhttp_request *);

/* Counts a proxy's connection as its client's: false, and it stays the proxy's, where that one
 * holds too many. */
bool client_follow(struct server *, struct client *, struct evhttp_request *);

int clients_room(void); /* for so many there are file descriptors */
void clients_free(struct server *);

/* --- requests.c --- */

void request_answer(struct evhttp_request *, void *server);
void request_metrics(struct evhttp_request *, void *server); /* on the address of their own */

#endif
