/* A request and its answer in the making: headers are collected, one call writes all of it. */
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

	/* For whoever makes a socket of the connection (socket.h): what came behind the head, and
	 * who is told when the socket is gone, which closes the descriptor. */
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

/* A header of the answer. */
void request_say(struct request *, const char *name, const char *value);

/* The whole answer. The body is not copied: it stays for ever. No body goes with 304 or to HEAD. */
void request_reply(struct request *, int code, const char *body, size_t size);

/* The same with a body that is copied. */
void request_reply_copy(struct request *, int code, const char *body, size_t size);

#endif
