/* Two readers of the same frames, ours and wslay, and what they say about them. */
#ifndef AT_READERS_H
#define AT_READERS_H

#include "frame.h"
#include "rng.h"

enum {
	READERS_FRAME_MAX = 70000,
	READERS_FRAMES = 6,
	READERS_MAX = READERS_FRAMES * (READERS_FRAME_MAX + 20), /* bytes */
};

/* What a reader has said, one thing after the other. */
struct said {
	uint8_t bytes[READERS_MAX];
	size_t size;
	int messages;
	bool ended;  /* reads no more */
	bool inside; /* of a frame or a message, at the end of the bytes */
	int code;    /* that it would close with; 0: it would not */
};

/* In pieces of at most this size. */
void readers_ours(const uint8_t *bytes, size_t size, struct said *, uint32_t piece,
		  struct at_rng *);

void readers_wslay(const uint8_t *bytes, size_t size, struct said *);

/* Is what was said in pieces the same? */
bool readers_are_equal(const struct said *, const struct said *);

/* Do they agree? We refuse binary messages at once, and crumbs, which wslay takes. Where the bytes
 * end inside a frame, one may have refused what the other is still waiting for. */
bool readers_agree(const struct said *ours, const struct said *theirs);

#endif
