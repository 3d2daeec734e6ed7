/* The tables of a person who deletes their data (forgotten.c). */
#ifndef HOST_FORGOTTEN_H
#define HOST_FORGOTTEN_H

#include "id.h"

#include <stdint.h>

struct host;

/* The tables at which somebody plays who deletes their data: nobody waits for them there. */
enum { THEIRS_MAX = 400 };
struct theirs {
	int count;
	uint8_t table[THEIRS_MAX][AT_ID_SIZE];
};
void theirs_find(struct host *, uint32_t person, struct theirs *);
void theirs_close(struct host *, uint32_t person, const struct theirs *); /* see them no more */
void theirs_leave(struct host *, uint32_t person, const struct theirs *);

#endif
