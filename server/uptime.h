/* The host's time and date, its beat among other nodes, and its duties (time.c). */
#ifndef HOST_UPTIME_H
#define HOST_UPTIME_H

#include "store.h"

#include <stdbool.h>
#include <stdint.h>

struct host;

/* The host's time: it advances only while a node runs, and never goes back. Tables use no other. */
uint64_t host_now(const struct host *);
/* The date: the calendar's at the start, from then on without its jumps. Used for lists, for links
 * that expire and for what is removed after days. Nodes use the database's. */
uint64_t host_date(const struct host *);
int64_t host_uptime(void);

void time_start(struct host *);
void time_beat(struct host *); /* stores the time, and tells other nodes that this one is alive */

/* Does this node have this duty? */
bool host_has_duty(const struct host *, enum at_duty);

#endif
