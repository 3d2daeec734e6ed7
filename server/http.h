/* Requests of HTTP/1.1, read as strictly as RFC 9112 allows: what two programs could read in two
 * ways is refused. No sockets in it: bytes come in pieces of any size, and any split gives the same
 * result. Nothing here takes a body. */
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
	bool keep;        /* the connection, for another request */
	const char *path; /* begins with '/', as it was sent, without what is behind '?'; or "*" */
	int minor;        /* of the version */
	int fields;
	struct http_field field[HTTP_FIELDS_MAX];
};

/* The size of the head that the bytes begin with. 0: it is not whole yet. Less: it cannot become
 * one, and the code of the answer is this without the minus. *seen, 0 at first, is how far was
 * looked. */
int http_find(const char *bytes, size_t size, size_t *seen);

/* Reads a head that was found, whose bytes are changed and must stay. 0, or the code of the answer;
 * http->keep is false then. */
int http_read(char *head, size_t size, struct http *);

/* The value of the first field of this name, or NULL. */
const char *http_header(const struct http *, const char *name);

/* Is this word in one of the comma-separated lists of this name? */
bool http_lists(const struct http *, const char *name, const char *word);

/* What a code means, in the words of RFC 9110. */
const char *http_reason(int code);

#endif
