/* Where to listen, as people write it. */
#ifndef LISTEN_H
#define LISTEN_H

#include <stdbool.h>
#include <stddef.h>

struct evconnlistener;
struct event_base;

enum { LISTEN_HOST_MAX = 80 };

/* "ADDR:PORT" with brackets around an IPv6 address: the address without them, and where the port
 * begins. */
bool listen_split(const char *listen, char host[LISTEN_HOST_MAX], const char **port);

/* Listens there. NULL with the reason, one line, in why. */
struct evconnlistener *listen_bind(struct event_base *, const char *listen,
				   char host[LISTEN_HOST_MAX], char *why, size_t size);

/* Could this program listen there? That somebody, perhaps the same program, does already is no
 * hindrance. false with the reason, one line, in why. */
bool listen_check(const char *listen, char *why, size_t size);

#endif
