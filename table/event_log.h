/* What happened at a table, with the memory that it is in: a log that grows. The memory is the
 * caller's, who gives a function like realloc(). */
#ifndef AT_EVENT_LOG_H
#define AT_EVENT_LOG_H

#include "table.h"

#include <stddef.h>

struct at_event_log {
	struct at_events log; /* events, first and count */
	uint32_t room;        /* in log.events, which resize() returned, for this many events */
	void *(*resize)(void *old, size_t size); /* NULL: there is no memory; old is still good */
};

/* Makes room for this many more events. False: there is no memory, and nothing has changed. */
bool at_event_log_room(struct at_event_log *, uint32_t more);

/* Adds events for which there is room. */
void at_event_log_add(struct at_event_log *, const struct at_event *, int count);

/* Carries out a command at a table, or a move of a record (at_table_given()), and adds the events,
 * which are also in *step. If it is refused or there is no memory, nothing has changed. */
enum at_err at_event_log_do(struct at_event_log *, struct at_table *, const struct at_command *,
			    struct at_step *, struct at_fail *);
enum at_err at_event_log_give(struct at_event_log *, struct at_table *, at_move, struct at_step *,
			      struct at_fail *);

#endif
