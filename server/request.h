/* A request and its answer. Headers are collected; one call then writes the whole answer. */
#ifndef REQUEST_H
#define REQUEST_H

#include "http.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct evbuffer;

enum { REQUEST_SAID_MAX = 2048 };

struct request {
	struct http http;
	char said[REQUEST_SAID_MAX]; /* headers of the answer, whole lines */
	size_t said_len;
	struct evbuffer *out; /* where the answer goes */

	/* For turning the connection into a WebSocket (socket.h): the bytes after the head, and the
	 * function to call when the socket is gone and has closed the descriptor. */
	int fd;
	const uint8_t *early;
	size_t early_len;
	void (*gone)(void *connection);
	void *connection;
};

static inline const char *request_header(const struct request *r, const char *name)
{
	return http_header(&r->http, name);
}

/* Adds a header to the answer. */
void request_say(struct request *, const char *name, const char *value);

/* Writes the answer. The body is not copied and must stay valid. 304 and HEAD get no body. */
void request_reply(struct request *, int code, const char *body, size_t size);

/* The same with a body that is copied. */
void request_reply_copy(struct request *, int code, const char *body, size_t size);

#endif
