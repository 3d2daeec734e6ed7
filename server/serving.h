/* Shared by the parts of the HTTP server, which alone include this: server.c (listening, stopping,
 * memory), clients.c and requests.c. */
#ifndef SERVING_H
#define SERVING_H

#include "addresses.h"
#include "page.h"
#include "request.h"
#include "server.h"

#include <event2/util.h>
#include <stdbool.h>
#include <stdint.h>

/* What a connection is doing; each state has a time limit (clients.c). */
enum client_state { CLIENT_IDLE, CLIENT_ASKS, CLIENT_READS, CLIENT_LEAVES, CLIENT_IS_SOCKET };

struct client {
	struct client *next, **at;        /* the list of those that are not WebSockets */
	struct client *later, **later_at; /* of those that are looked at in the next turn */
	struct server *server;
	struct bufferevent *bev; /* NULL: it is a WebSocket now, which owns the descriptor */
	int fd;
	struct address *address;
	size_t seen; /* bytes of the incoming head */
	enum client_state state;
	int64_t deadline;
	bool metrics; /* connected to the address for /metrics */
	bool proxied; /* a proxy's connection */
	bool ending;  /* to be closed after the current answer */
	bool silent;  /* the client has shut down its side */
	bool rests;   /* not read for a moment: its address uses much of the server's time */
};

struct server {
	struct event_base *base;
	struct evconnlistener *listener, *metrics; /* or NULL */
	struct event *on_term, *on_int, *sweep, *look, *resume, *stop_look, *on_turn;
	struct client *clients;             /* the newest first */
	struct client *later, **last_later; /* the longest waiting first */
	int64_t turn; /* since when requests are looked at in this turn of the loop, in us; or 0 */
	int client_count, client_max;
	int reserve; /* a spare descriptor for when there are no others */
	struct addresses addresses;
	struct server_options options;
	struct host *host;            /* or NULL */
	bool stopping, pressed;       /* memory is short */
	int accepted;                 /* connections since the others had their turn */
	uint64_t made, refused, slow; /* connections, for /metrics (host.h) */
	int64_t stop_deadline;
	int port;
	char url[128 + SERVER_BASE_MAX];
	char too_many[PAGE_REFUSAL_MAX], full[PAGE_REFUSAL_MAX];
};

int64_t server_ms(void), server_us(void); /* a clock that never jumps */

/* Others have their turn before more connections are let in. */
void server_rest(struct server *, struct evconnlistener *);

/* --- clients.c --- */

/* Accepts a new connection, or refuses it at once with a reason. */
void client_accept(struct evconnlistener *, evutil_socket_t, struct sockaddr *, int, void *server);

/* Refuses waiting connections with the help of the reserve, if no descriptor is left. */
void clients_refuse(struct server *, int listener);

/* The next turn of the loop: looks at those that have waited for it. */
void clients_turn(evutil_socket_t, short what, void *server);

/* Closes connections that are too slow. */
void clients_sweep(evutil_socket_t, short, void *server);

/* Closes connections that have been sending a request or reading an answer for a second. */
void clients_shed(struct server *);

/* Whether a request or an answer is pending. */
bool clients_are_busy(const struct server *);

/* Counts a proxy's connection as its client's. False if that client has too many; then it stays the
 * proxy's. */
bool client_follow(struct client *, const struct http *);

int clients_room(void); /* for how many connections there are descriptors */
void clients_free(struct server *);

/* --- requests.c --- */

/* Answers it, or turns the connection into a WebSocket. */
void request_answer(struct client *, struct request *);

/* Answers an invalid request. */
void request_refuse(struct request *, int code);

#endif
