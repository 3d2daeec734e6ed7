/* Addresses to listen on, as text. */
#ifndef LISTEN_H
#define LISTEN_H

#include <stdbool.h>
#include <stddef.h>

struct evconnlistener;
struct event_base;

enum { LISTEN_HOST_MAX = 80 };

/* Splits "ADDR:PORT", where an IPv6 address has brackets: gives the address without them, and where
 * the port begins. */
bool listen_split(const char *listen, char host[LISTEN_HOST_MAX], const char **port);

/* Listens there. NULL on failure, with the reason in one line in why. */
struct evconnlistener *listen_bind(struct event_base *, const char *listen,
				   char host[LISTEN_HOST_MAX], char *why, size_t size);

/* Whether this program could listen there, even if a program does so already. If not, the reason is
 * in one line in why. */
bool listen_check(const char *listen, char *why, size_t size);

#endif
