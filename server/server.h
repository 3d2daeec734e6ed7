/* The HTTP server: listens, answers, keeps clients within limits, stops when asked to. */
#ifndef SERVER_H
#define SERVER_H

#include <stddef.h>

struct server;

/* Listens on "ADDR:PORT" ("[::1]:7700", "localhost:0"). NULL on failure with the reason, one line,
 * in why. */
struct server *server_new(const char *listen, char *why, size_t size);

/* Where it listens, as http://ADDR:PORT/. */
const char *server_url(const struct server *);

/* Serves until SIGTERM or SIGINT: then no new connections, replies in flight are finished, within
 * seconds. Returns 0. */
int server_run(struct server *);

void server_free(struct server *);

#endif
