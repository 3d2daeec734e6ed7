/* Who may not sit down any more (barred.c). */
#ifndef HOST_BARRED_H
#define HOST_BARRED_H

#include "row.h"

#include <stdbool.h>
#include <stdint.h>

struct at_event;
struct online_table;

/* The secret of the link to play, as it is now. */
void bar_secret(const struct online_table *, uint8_t out[SECRET_SIZE]);

/* Was this person removed by whoever made the table? */
bool bar_removed(const struct online_table *, uint32_t person);

/* After each event of a table that gathers: who looks by a link that is no longer good may not sit
 * down any more. */
void bar_links(struct online_table *, const struct at_event *);

#endif
