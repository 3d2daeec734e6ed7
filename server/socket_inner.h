/* What socket.c, socket_read.c and shed.c share; nobody else includes this. */
#ifndef SOCKET_INNER_H
#define SOCKET_INNER_H

#include "frame.h"
#include "limit.h"
#include "out.h"
#include "socket.h"

#include <event2/util.h>

enum {
	CODES = 16, /* of a kind: 1000 to 1015, 4000 to 4015 */
	LEVELS = 5,
};

struct socket {
	struct socket *next, **at; /* among all */
	struct socket *due;        /* the next that has something to be written, or is to end */
	struct sockets *all;
	int level;                        /* of those that wait */
	struct socket *later, **later_at; /* among those that have to wait to be read */
	bool is_last;                     /* nothing more comes after what waits there */
	struct bucket spent;              /* of the loop's time */
	size_t counted;                   /* of what all hold */
	void *user;
	int fd;
	bool is_due;
	bool blocked;   /* the connection is full: it tells when it can be written to */
	bool opened;    /* the handler knows it */
	bool ended;     /* no more messages from it, none to it */
	bool broken;    /* nothing can be said any more */
	bool said_code; /* our close frame is made */
	bool ponging;   /* a ping is to be answered */
	bool attended;  /* others are to notice its silence soon */
	uint8_t pong_len;
	int code; /* to be closed with, while it ends; 0: without one */
	const char *why;
	struct out out;
	int64_t heard, pinged;
	int64_t deadline; /* of the end, after our close frame */
	int64_t begun;    /* when the message began that is not whole, or 0 */
	int64_t unread;   /* since when there is always something that the client has not read */
	uint8_t *early;   /* what came along with the request, until it is read */
	size_t early_len;
	void (*gone)(void *connection);
	void *connection;
	struct frames frames;
	uint8_t pong[FRAME_CONTROL_MAX];
};

struct sockets {
	struct event_base *base;
	struct socket_handler handler;
	struct socket *first, *due;
	int dues;  /* so many are due, or fewer */
	int epoll; /* of those from which something has come */
	struct event *read, *write, *sweep, *again;
	/* Those that have to wait, by what they have taken; of each the longest waiting first. */
	struct {
		struct socket *first, **last;
	} later[LEVELS];
	int waiting; /* in all of them */
	size_t held; /* in bytes, by all */
	struct spares spares;
	int count;
	size_t freed;              /* in bytes that the system may have back */
	uint64_t closed[2][CODES]; /* by code, from 1000 and from 4000 on */
	uint64_t controls;         /* pings and pongs that came */
	int64_t trimmed;
	int64_t swept; /* when it was looked at all of them last */
	int64_t upset,
	    calm_ms; /* when somebody last had to wait; so long after it is trimmed next */
};

static inline size_t memory_of(const struct socket *s)
{
	return s->out.room + s->frames.room + s->early_len;
}

int64_t sockets_now(void); /* in milliseconds */
int64_t sockets_us(void);

/* What it holds may have changed. */
void socket_count(struct socket *);

/* The loop comes to it when the handlers of this round are done. */
void socket_make_due(struct socket *);

/* The handler hears of it, before anything else. */
void socket_open_up(struct socket *);

/* No more messages come; what was sent before goes first, then this code. */
void socket_finish(struct socket *, int code, const char *why);

/* Ends it without a word, when the handlers of this round are done. */
void socket_break(struct socket *);

/* Nothing is read or sent any more but this code, as far as the client reads it: of what it has not
 * read only the frame stays that it has read a part of. */
void socket_cut(struct socket *, int code, const char *why);

/* --- socket_read.c --- */

/* Begins to watch it (EPOLL_CTL_ADD), or asks again what there is (EPOLL_CTL_MOD). */
bool socket_watch(struct socket *, int how);

/* Takes bytes that came. */
void socket_take(struct socket *, uint8_t *bytes, size_t size);

/* 0: it is read at once. Else it has taken more than others lately, alone or with others of its
 * address, and is read when nobody else is who has taken less. The time is in microseconds. */
int socket_level(const struct socket *, int64_t now);

/* It does not wait to be read any more. */
void socket_not_later(struct socket *);

/* The loop: something has come for some of them; those that had to wait have their turn. */
void sockets_on_read(evutil_socket_t epoll, short what, void *sockets);
void sockets_on_again(evutil_socket_t, short what, void *sockets);

/* --- shed.c --- */

/* All sockets together hold more than they may. */
void sockets_shed_held(struct sockets *);

#endif
