/* New guests and tables wait here while too many are being stored (makings.c). */
#ifndef HOST_MAKINGS_H
#define HOST_MAKINGS_H

#include <stdbool.h>

struct call;
struct host;

/* Has this command, which makes a guest or a table, to wait? Then it is handled again later. */
bool making_waits(struct call *, void (*handle)(struct call *));
void makings_go_on(struct host *); /* those that waited, as far as there is room */
void makings_free(struct host *);

#endif
