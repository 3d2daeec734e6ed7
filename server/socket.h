/* WebSockets (RFC 6455) on connections of the HTTP server: frames by wslay, the loop by libevent.
 * All that touches a connection is in this file's pair; whoever handles messages appends answers,
 * and the loop writes them when the handler is done.
 *
 * A socket never holds more than SOCKET_OUT_MAX bytes that its client has not read: then it is cut
 * off. It is pinged when it is silent, and dropped when it stays silent. */
#ifndef SOCKET_H
#define SOCKET_H

#include <event2/http.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SOCKET_MESSAGE_MAX = 64 << 10, /* that a client may send; more closes with 1009 */
	SOCKET_OUT_MAX = 1 << 20,      /* that a client may leave unread */
	SOCKET_PING_MS = 25000,
	SOCKET_DEAD_MS = 60000, /* without a byte from the client */
	SOCKET_CLOSE_MS = 2000, /* between our close frame and the end of the connection */
};

/* The close codes of the protocol, besides those of RFC 6455. */
enum {
	SOCKET_GOING_AWAY = 1001, /* the server stops or starts again: come back */
	SOCKET_TEXT_ONLY = 1003,
	SOCKET_TOO_FAST = 4001,
	SOCKET_TOO_MANY = 4002,
};

struct socket;
struct sockets;

/* Who handles them. closed() is the last call for a socket, and comes once for every opened(). */
struct socket_handler {
	void *self;
	void (*opened)(void *self, struct socket *);
	void (*message)(void *self, struct socket *, const char *text, size_t size);
	void (*closed)(void *self, struct socket *);
	/* Or NULL: something is about to come from it; only to fetch (fetch.h). */
	void (*soon)(void *self, const struct socket *);
};

struct event_base;

/* NULL: there is not enough memory. */
struct sockets *sockets_new(struct event_base *, const struct socket_handler *);

/* After all of them are closed, or with the HTTP server gone. */
void sockets_free(struct sockets *);

/* How many are open. */
int sockets_count(const struct sockets *);

/* Tells all clients this code and ends their connections. */
void sockets_close(struct sockets *, int code, const char *why);

/* The same message to everybody. */
void sockets_send(struct sockets *, const char *text, size_t size);

/* Writes what is queued at once where that is much, so that it goes while it is at hand: for
 * whoever queues very much from one handler, between one thing and the next. Sockets may end. */
void sockets_relieve(struct sockets *);

/* Answers the request with 101 and makes it a socket. Headers that the caller has added (a cookie)
 * are sent along. `user` is the caller's. NULL: there is not enough memory, and the request is
 * still to be answered. The handler's opened() comes later, from the loop. */
struct socket *socket_open(struct sockets *, struct evhttp_request *, void *user);

void *socket_user(const struct socket *);

/* Something will be sent to it soon (fetch.h). */
void socket_fetch(const struct socket *);

/* One text message. */
void socket_send(struct socket *, const char *text, size_t size);

/* Ends it with this code, after what was sent before. No more messages come from it. The text is a
 * constant. */
void socket_close(struct socket *, int code, const char *why);

#endif
