/* The connection to a host: the address of a table, and one WebSocket (docs/protocol.md) with
 * JSON messages over it. Nothing about tables is known here. */
#ifndef WIRE_H
#define WIRE_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WIRE_COOKIE_MAX = 128 };

/* http://HOST[:PORT][/PATH]#table/ID[/SECRET] */
struct link {
	char host[256]; /* as written, with the brackets of IPv6 */
	char port[6];
	char path[256]; /* begins and ends with / */
	char table[33];
	char secret[33]; /* "": none */
};

/* NULL, or what is wrong with the text. */
const char *link_read(const char *text, struct link *);

struct wire {
	int fd; /* -1: not connected */
	uint8_t *in;
	size_t len, room; /* of what came and is not read yet */
	char *message;    /* the parts of a message that is not whole yet */
	size_t message_len;
	double heard;  /* when something last arrived, */
	double ponged; /* and an answer to a ping */
	int code;      /* of the server's close frame; 0: none */
};

/* Connects. Sends the cookie, "" for none, and replaces it if the server sets another one. False
 * with the reason. */
bool wire_open(struct wire *, const struct link *, char cookie[WIRE_COOKIE_MAX], char *why,
	       size_t size);
void wire_close(struct wire *);

/* False if the connection is lost. */
bool wire_send(struct wire *, const json_t *);

/* Asks for a sign of life. False if the connection is lost. */
bool wire_ping(struct wire *);

/* Reads once what has arrived; call it when the socket is readable. False if the connection is
 * lost. */
bool wire_take(struct wire *);

/* The next complete message, as a new reference, or NULL if there is none yet. False if the
 * server has closed or violates the protocol. Answers pings. */
bool wire_next(struct wire *, json_t **);

#endif
