/* Numbers for /metrics (metrics.c). */
#ifndef HOST_METRICS_H
#define HOST_METRICS_H

#include "state.h"

#include <stdint.h>

void metrics_took(struct host *, enum timing, int64_t ms);
void metrics_refused(struct host *, const char *code); /* one of docs/protocol.md */

#endif
