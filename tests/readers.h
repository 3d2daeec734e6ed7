/* Two readers of the same frames, ours and wslay, and their results. */
#ifndef AT_READERS_H
#define AT_READERS_H

#include "frame.h"
#include "rng.h"

enum {
	READERS_FRAME_MAX = 70000,
	READERS_FRAMES = 6,
	READERS_MAX = READERS_FRAMES * (READERS_FRAME_MAX + 20), /* bytes */
};

/* The results of a reader, one after the other. */
struct said {
	uint8_t bytes[READERS_MAX];
	size_t size;
	int messages;
	bool ended;  /* it reads no more */
	bool inside; /* of a frame or a message, at the end of the bytes */
	int code;    /* that it would close with; 0: none */
};

/* In pieces of at most this size. */
void readers_ours(const uint8_t *bytes, size_t size, struct said *, uint32_t piece,
		  struct at_rng *);

void readers_wslay(const uint8_t *bytes, size_t size, struct said *);

/* Are the results of the pieces the same? */
bool readers_are_equal(const struct said *, const struct said *);

/* Do they agree? We refuse binary messages at once, and messages in tiny fragments, which wslay
 * accepts. If the bytes end inside a frame, one reader may have refused what the other still
 * waits for. */
bool readers_agree(const struct said *ours, const struct said *theirs);

#endif
