/* WebSockets (RFC 6455), with frame.h for the frames and libevent for the loop. Only socket.c
 * touches connections. A handler appends answers, and the loop writes them when the handler has
 * returned.
 *
 * The memory of a socket is counted: the message that is being read, plus what its client has not
 * read. Above SOCKET_MEMORY_MAX it is closed, with a reason if the client reads it; so are the
 * largest while all together hold more than SOCKETS_MEMORY_MAX. Only the newest ping is answered,
 * after everything that was sent before. A silent socket is pinged, and dropped if it stays silent;
 * sooner where others wait for it.
 */
#ifndef SOCKET_H
#define SOCKET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	SOCKET_MEMORY_MAX = 2 << 20,
	SOCKETS_MEMORY_MAX = 96 << 20, /* of all together; then those that hold most go, */
	SOCKETS_SHED_MIN = 4 << 10,    /* but nobody who holds less than this */
	SOCKET_PING_MS = 25000,
	SOCKET_DEAD_MS = 60000, /* without a byte from the client */
	/* Of those whose silence others are to notice (socket_attend()): pinged after so long
	 * without a byte, dropped after so long, give or take the second of a sweep. */
	SOCKET_SILENT_MS = 10000,
	SOCKET_ABSENT_MS = 18000,
	SOCKET_MESSAGE_MS = 30000, /* from the first byte of a message to its last */
	SOCKET_UNREAD_MS = 60000,  /* during which the client has never caught up */
	SOCKET_CLOSE_MS = 2000,    /* between our close frame and the end of the connection */
};

/* The close codes of the protocol, besides those that frame.h knows. */
enum {
	SOCKET_GOING_AWAY = 1001, /* the server stops or restarts: reconnect */
	SOCKET_TRY_LATER = 1013,  /* the server is short of memory */
	SOCKET_TOO_FAST = 4001,
	SOCKET_TOO_SLOW = 4003,
};

struct request;
struct socket;
struct sockets;

/* The handler. closed() is the last call for a socket; there is one for every opened(). */
struct socket_handler {
	void *self;
	void (*opened)(void *self, struct socket *);
	void (*message)(void *self, struct socket *, const char *text, size_t size);
	void (*closed)(void *self, struct socket *);
	/* Or NULL: a message of this socket comes soon; for prefetching (prefetch.h). */
	void (*soon)(void *self, const struct socket *);
	/* Or NULL: does somebody play on it? Such sockets are shed last. */
	bool (*plays)(void *self, const struct socket *);
	/* Or NULL, both. What came from it took so long, in microseconds. And: has it to wait,
	 * because it has taken more than others? Then it is read when nobody else is, or in small
	 * parts. */
	void (*took)(void *self, const struct socket *, int64_t us);
	bool (*waits)(void *self, const struct socket *, int64_t now_us);
	/* Or NULL. Has the handler so much to do that it is better not to ask it for more? Those
	 * who have taken most are not read meanwhile. */
	bool (*full)(void *self);
};

struct event_base;

/* NULL: there is not enough memory. */
struct sockets *sockets_new(struct event_base *, const struct socket_handler *);

/* Closes all of them; the handler is told. */
void sockets_drop(struct sockets *);

/* After sockets_drop(), or when all are gone. */
void sockets_free(struct sockets *);

/* How many are open. */
int sockets_count(const struct sockets *);

/* The one after this, or the first of all (NULL); NULL: there is none. */
struct socket *sockets_next(const struct sockets *, const struct socket *);

/* What they hold in memory and what their clients have not read, in bytes. */
void sockets_sizes(const struct sockets *, size_t *memory, size_t *unread);

/* The number of pings and pongs received. */
uint64_t sockets_controls(const struct sockets *);

/* How many we have closed with this code of frame.h or of those above. */
uint64_t sockets_closed(const struct sockets *, int code);

/* Sends this code to all clients and closes the connections. */
void sockets_close(struct sockets *, int code, const char *why);

/* Releases this many bytes: closes the sockets whose clients do not read or leave a message
 * unfinished, the largest first; if that is not enough, also some on which nobody plays, the newest
 * first. Returns their number. */
int sockets_shed(struct sockets *, size_t bytes);

/* Sends the same message to everybody. */
void sockets_send(struct sockets *, const char *text, size_t size);

/* Writes large queues at once, while they are in the cache. For handlers that queue very much, to
 * be called in between. Sockets may be closed. */
void sockets_relieve(struct sockets *);

/* Answers the request with 101 and turns its connection into a socket, which owns the descriptor
 * from now on. Headers that the caller has added (a cookie) are sent, too. `user` is the caller's.
 * NULL if there is not enough memory; then the request must still be answered. The loop calls the
 * handler's opened() later. */
struct socket *socket_open(struct sockets *, struct request *, void *user);

void *socket_user(const struct socket *);

/* Whether it has used more of the loop's time than others lately, while others like it wait. */
bool socket_is_spent(const struct socket *);

/* Others want to know soon if it is gone: from now on it has less time to be silent. */
void socket_attend(struct socket *);

/* Prefetches it, because something will be sent to it soon (prefetch.h). */
void socket_prefetch(const struct socket *);

/* Sends one text message. */
void socket_send(struct socket *, const char *text, size_t size);

/* Closes it with this code, after what was sent before. It delivers no more messages. The text must
 * be a constant. */
void socket_close(struct socket *, int code, const char *why);

#endif
