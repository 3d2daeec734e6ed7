/* Frames of WebSockets (RFC 6455). Nearly all that come from clients are plain: a whole message of
 * ASCII text. Those are opened here in a fraction of the time that wslay takes, which keeps each
 * message and looks at it byte by byte; all others are wslay's. To clients all messages go in one
 * frame each, which is a head and the text. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct frame {
	size_t size;      /* in all */
	const char *text; /* of a plain one, without its mask; else NULL */
	size_t len;
};

/* The frame that the bytes begin with, if it is whole and no part of a longer message. Where it is
 * not plain, the bytes are as they were. */
bool frame_find(uint8_t *bytes, size_t size, struct frame *);

enum { FRAME_HEAD_MAX = 10 };

/* The head of a text message of this length to a client; returns its size. */
size_t frame_head(size_t len, uint8_t head[FRAME_HEAD_MAX]);

#endif
