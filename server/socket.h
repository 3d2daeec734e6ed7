/* WebSockets (RFC 6455): frames by frame.h, the loop by libevent. All that touches a connection is
 * in this file's pair; whoever handles messages appends answers, and the loop writes them when the
 * handler is done.
 *
 * What a socket holds in memory is counted together: the message that is being read, and what its
 * client has not read. Above SOCKET_MEMORY_MAX it is closed, with a word as far as the client reads
 * it. Of pings only the newest is answered, when all that was sent before has gone. A socket is
 * pinged when it is silent, and dropped when it stays silent. */
#ifndef SOCKET_H
#define SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SOCKET_MEMORY_MAX = 2 << 20,
	SOCKET_PING_MS = 25000,
	SOCKET_DEAD_MS = 60000,    /* without a byte from the client */
	SOCKET_MESSAGE_MS = 30000, /* from the first byte of a message to its last */
	SOCKET_UNREAD_MS = 60000,  /* in which the client has never read all there was */
	SOCKET_CLOSE_MS = 2000,    /* between our close frame and the end of the connection */
};

/* The close codes of the protocol, besides those that frame.h knows. */
enum {
	SOCKET_GOING_AWAY = 1001, /* the server stops or starts again: come back */
	SOCKET_TRY_LATER = 1013,  /* the server is short of memory */
	SOCKET_TOO_FAST = 4001,
	SOCKET_TOO_SLOW = 4003,
};

struct request;
struct socket;
struct sockets;

/* Who handles them. closed() is the last call for a socket, and comes once for every opened(). */
struct socket_handler {
	void *self;
	void (*opened)(void *self, struct socket *);
	void (*message)(void *self, struct socket *, const char *text, size_t size);
	void (*closed)(void *self, struct socket *);
	/* Or NULL: something is about to come from it; only to prefetch (prefetch.h). */
	void (*soon)(void *self, const struct socket *);
	/* Or NULL: does somebody play there? Such sockets are the last to be shed. */
	bool (*plays)(void *self, const struct socket *);
};

struct event_base;

/* NULL: there is not enough memory. */
struct sockets *sockets_new(struct event_base *, const struct socket_handler *);

/* Hangs up on all of them: the handler hears of it. */
void sockets_drop(struct sockets *);

/* After sockets_drop(), or when all are gone. */
void sockets_free(struct sockets *);

/* How many are open. */
int sockets_count(const struct sockets *);

/* What they hold in memory and what their clients have not read, in bytes. */
void sockets_sizes(const struct sockets *, size_t *memory, size_t *unread);

/* How many were ended by us with this code of frame.h or of those above. */
uint64_t sockets_closed(const struct sockets *, int code);

/* Tells all clients this code and ends their connections. */
void sockets_close(struct sockets *, int code, const char *why);

/* Memory is short by so many bytes: ends those whose clients do not read or leave a message
 * unfinished, those that hold most first, and if that is not enough some on which nobody plays, the
 * newest first. Returns how many. */
int sockets_shed(struct sockets *, size_t bytes);

/* The same message to everybody. */
void sockets_send(struct sockets *, const char *text, size_t size);

/* Writes what is queued at once where that is much, so that it goes while it is at hand: for
 * whoever queues very much from one handler, between one thing and the next. Sockets may end. */
void sockets_relieve(struct sockets *);

/* Answers the request with 101 and makes its connection a socket, which has the descriptor from now
 * on. Headers that the caller has added (a cookie) are sent along. `user` is the caller's. NULL:
 * there is not enough memory, and the request is still to be answered. The handler's opened() comes
 * later, from the loop. */
struct socket *socket_open(struct sockets *, struct request *, void *user);

void *socket_user(const struct socket *);

/* Something will be sent to it soon (prefetch.h). */
void socket_prefetch(const struct socket *);

/* One text message. */
void socket_send(struct socket *, const char *text, size_t size);

/* Ends it with this code, after what was sent before. No more messages come from it. The text is a
 * constant. */
void socket_close(struct socket *, int code, const char *why);

#endif
