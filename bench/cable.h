/* Connections of many at once, as cheap as they can be made: WebSockets to 127.0.0.1, in text, that
 * never wait. What is sent is masked with zeros: nobody has to be protected from it here. */
#ifndef CABLE_H
#define CABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct cable {
	int fd; /* -1: closed */
	uint8_t *in;
	size_t len, room; /* of a frame that is not whole yet */
};

/* Connects from an address of its own for every 200 connections (127.0.1.1, 127.0.1.2, ...), as
 * people in many places would. False: the server refused. */
bool cable_open(struct cable *, int port, int nth);
void cable_close(struct cable *);

void cable_send(struct cable *, const char *text, size_t size);

/* Takes what has come and gives every whole message to `each`. False: the server has closed. */
bool cable_take(struct cable *, void (*each)(void *context, const char *text, size_t size),
		void *context);

#endif
