/* Many connections at once, as cheap as possible: WebSockets to 127.0.0.1, text only, non-
 * blocking. Outgoing frames are masked with zeros: nobody needs the protection here. */
#ifndef CABLE_H
#define CABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cable {
	int fd; /* -1: closed */
	uint8_t *in;
	size_t len, room; /* of a frame that is not whole yet */
	int code;         /* with which the server closed it, or 0 */
	char cookie[128]; /* who one is, also with the next connection */
};

/* Connects from a separate address for every 200 connections (127.0.1.1, 127.0.1.2, ...), as
 * people in many places would, with the cookie of the connection before. All zero at the first
 * time. False: the server refused. */
bool cable_open(struct cable *, int port, int nth);
void cable_close(struct cable *);

void cable_send(struct cable *, const char *text, size_t size);

/* Reads what has arrived and passes every complete message to `each`. False: the server has
 * closed. */
bool cable_take(struct cable *, void (*each)(void *context, const char *text, size_t size),
		void *context);

#endif
