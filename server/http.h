/* A parser for HTTP/1.1 requests, as strict as RFC 9112 allows: a request that two programs could
 * read differently is refused. It knows no sockets: bytes come in pieces of any size, and any split
 * gives the same result. Bodies are not supported. */
#ifndef HTTP_H
#define HTTP_H

#include <stdbool.h>
#include <stddef.h>

enum {
	HTTP_HEAD_MAX = 16 << 10, /* bytes, from the request line to the empty line */
	HTTP_FIELDS_MAX = 64,
};

enum http_method { HTTP_GET, HTTP_HEAD, HTTP_OTHER };

struct http_field {
	const char *name, *value;
};

struct http {
	enum http_method method;
	bool keep; /* keep the connection for another request */
	const char
	    *path; /* begins with '/', as it was sent, without '?' and what follows; or "*" */
	int minor; /* of the version */
	int fields;
	struct http_field field[HTTP_FIELDS_MAX];
};

/* The size of the head at the beginning of the bytes; 0: it is not complete yet; negative: it
 * cannot be valid, and the absolute value is the code of the answer. *seen, at first 0, says how
 * far the bytes were searched. */
int http_find(const char *bytes, size_t size, size_t *seen);

/* Parses a head that http_find() has found. Its bytes are changed and must stay valid. 0, or the
 * code of the answer; then http->keep is false. */
int http_read(char *head, size_t size, struct http *);

/* The value of the first field of this name, or NULL. */
const char *http_header(const struct http *, const char *name);

/* Whether this word is in one of the comma-separated lists of this name. */
bool http_lists(const struct http *, const char *name, const char *word);

/* The reason phrase of a code, as in RFC 9110. */
const char *http_reason(int code);

#endif
