#include "event_log.h"

#include <string.h>

enum { ROOM_FIRST = 64 };

bool at_event_log_room(struct at_event_log *h, uint32_t more)
{
	uint32_t held = h->log.count - h->log.first, room = h->room ? h->room : ROOM_FIRST;
	struct at_event *events;

	if (h->room - held >= more)
		return true;
	while (room - held < more)
		room *= 2;
	events = h->resize(h->log.events, room * sizeof *events);
	if (!events)
		return false;
	h->log.events = events;
	h->room = room;
	return true;
}

void at_event_log_add(struct at_event_log *h, const struct at_event *e, int count)
{
	memcpy(&h->log.events[h->log.count - h->log.first], e, (size_t)count * sizeof *e);
	h->log.count += (uint32_t)count;
}

/* Room is made before the table changes, so that nothing can fail afterwards. */
static enum at_err make_room(struct at_event_log *h, uint32_t more, struct at_fail *fail)
{
	if (!at_event_log_room(h, more))
		return at_fail(fail, AT_TOO_LONG, "there is no room for more events");
	return AT_OK;
}

enum at_err at_event_log_do(struct at_event_log *h, struct at_table *t, const struct at_command *c,
			    struct at_step *step, struct at_fail *fail)
{
	enum at_err err = make_room(h, AT_STEP_MAX, fail);

	if (!err)
		err = at_table_command(t, &h->log, c, step, fail);
	if (!err)
		at_event_log_add(h, step->events, step->count);
	return err;
}

enum at_err at_event_log_give(struct at_event_log *h, struct at_table *t, at_move m,
			      struct at_step *step, struct at_fail *fail)
{
	enum at_err err = make_room(h, 1, fail);

	if (!err)
		err = at_table_given(t, &h->log, m, 0, step, fail);
	if (!err)
		at_event_log_add(h, step->events, step->count);
	return err;
}
