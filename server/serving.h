/* What the parts of the HTTP server share: server.c (listening, stopping, memory), clients.c,
 * requests.c. Nobody else includes this. */
#ifndef SERVING_H
#define SERVING_H

#include "addresses.h"
#include "page.h"
#include "request.h"
#include "server.h"

#include <event2/util.h>
#include <stdbool.h>
#include <stdint.h>

/* What a connection is doing; each has its time (clients.c). */
enum client_state { CLIENT_IDLE, CLIENT_ASKS, CLIENT_READS, CLIENT_LEAVES, CLIENT_IS_SOCKET };

struct client {
	struct client *next, **at; /* among those that are no sockets */
	struct server *server;
	struct bufferevent *bev; /* NULL: it is a socket now, which has the descriptor */
	int fd;
	struct address *address; /* its address */
	size_t seen;             /* of the head that is coming */
	enum client_state state;
	int64_t deadline;
	bool metrics; /* came where only /metrics is */
	bool proxied; /* asks for others */
	bool ending;  /* the connection goes with the answer that is on its way */
	bool silent;  /* has sent its last byte */
};

struct server {
	struct event_base *base;
	struct evconnlistener *listener, *metrics; /* or NULL */
	struct event *on_term, *on_int, *sweep, *look, *resume, *stop_look;
	struct client *clients; /* the newest first */
	int client_count, client_max;
	int reserve; /* a descriptor, to have one more when there are no others */
	struct addresses addresses;
	struct server_options options;
	struct host *host;      /* of tables, or NULL */
	bool stopping, pressed; /* memory is short */
	int64_t stop_deadline;
	int port;
	char url[128 + SERVER_BASE_MAX];
	char too_many[PAGE_REFUSAL_MAX], full[PAGE_REFUSAL_MAX];
};

int64_t server_ms(void); /* a clock that never jumps */

/* --- clients.c --- */

/* A new connection: let in, or refused at once with a word. */
void client_accept(struct evconnlistener *, evutil_socket_t, struct sockaddr *, int, void *server);

/* There is no descriptor left for the connections that wait: they are refused with the reserve. */
void clients_refuse(struct server *, int listener);

/* Hangs up on those who are too slow. */
void clients_sweep(evutil_socket_t, short, void *server);

/* Hangs up on those who have been sending a request or reading an answer for a second. */
void clients_shed(struct server *);

/* Is a request or an answer on its way? */
bool clients_are_busy(const struct server *);

/* Counts a proxy's connection as its client's: false, and it stays the proxy's, where that one
 * holds too many. */
bool client_follow(struct client *, const struct http *);

int clients_room(void); /* for so many there are file descriptors */
void clients_free(struct server *);

/* --- requests.c --- */

/* Answers it, or makes the connection a socket. */
void request_answer(struct client *, struct request *);

/* Answers what is no request. */
void request_refuse(struct request *, int code);

#endif
