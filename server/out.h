/* Frames to be sent, nearly all of which are gone at the end of the round. Data that a client does
 * not read stays here, up to a limit that the caller sets. */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUT_FIRST = 1024, OUT_SPARES = 1024 };

struct out {
	uint8_t *bytes;
	size_t len, room;
	size_t sent;  /* of len */
	size_t frame; /* the beginning of a frame, not after `sent` */
};

/* Free blocks: the last one written is reused first. */
struct spares {
	uint8_t *room[OUT_SPARES];
	int count;
};

/* Makes room for this many more bytes, at most `most` in all; false if that is exceeded or there
 * is not enough memory. */
bool out_room(struct out *, size_t more, size_t most, struct spares *);

/* After out_room(). */
void out_put(struct out *, const uint8_t *bytes, size_t size);

/* This many more bytes were sent. If nothing is left, the memory is released. */
void out_sent(struct out *, size_t n, struct spares *);

/* Drops all frames of which nothing was sent. */
void out_cut(struct out *);

void out_drop(struct out *, struct spares *);
void spares_free(struct spares *);

#endif
