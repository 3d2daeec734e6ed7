/* Frames that are made and not yet written: nearly always gone by the end of the round. */
#ifndef OUT_H
#define OUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { OUT_FIRST = 1024, OUT_SPARES = 1024 };

struct out {
	uint8_t *bytes;
	size_t len, room;
};

/* Room that was used and is free: what was written last is the first to be filled again. */
struct spares {
	uint8_t *room[OUT_SPARES];
	int count;
};

/* Room for so many bytes more; false: there is not enough memory. */
bool out_room(struct out *, size_t more, struct spares *);

/* It takes all that it is offered: who sends looks at the ceiling. */
bool out_put(struct out *, const uint8_t *bytes, size_t size, struct spares *);
void out_drop(struct out *, struct spares *);
void spares_free(struct spares *);

#endif
