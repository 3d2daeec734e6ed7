/* Frames that are made and not yet read: nearly always gone by the end of the round. What a client
 * leaves unread stays here, within the ceiling that the caller gives. */
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
	size_t frame; /* where a frame begins, at `sent` or before it */
};

/* Room that was used and is free: what was written last is the first to be filled again. */
struct spares {
	uint8_t *room[OUT_SPARES];
	int count;
};

/* Room for so many bytes more, `most` in all; false: that is too little, or there is not enough
 * memory. */
bool out_room(struct out *, size_t more, size_t most, struct spares *);

/* After out_room(). */
void out_put(struct out *, const uint8_t *bytes, size_t size);

/* So many bytes more were sent. All of them: what it held is given back. */
void out_sent(struct out *, size_t n, struct spares *);

/* Forgets all frames of which nothing was sent. */
void out_cut(struct out *);

void out_drop(struct out *, struct spares *);
void spares_free(struct spares *);

#endif
