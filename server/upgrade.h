/* A request to open a WebSocket (RFC 6455, 4.2). */
#ifndef UPGRADE_H
#define UPGRADE_H

#include "request.h"

/* The fault of the request, as the text of a 400; NULL if there is none. */
const char *upgrade_refuse(const struct request *);

enum { UPGRADE_MAX = REQUEST_SAID_MAX + 256 };

/* The answer with 101 and the headers that the caller has added (a cookie); returns its size. */
size_t upgrade_answer(const struct request *, char out[UPGRADE_MAX]);

#endif
