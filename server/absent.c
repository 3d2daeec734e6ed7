/* Handlers of commands about people who are apart in time (absence.h). */
#include "host_inner.h"

/* About this seat, which stands in the command; else about the sender's. */
static void ask_about(struct call *c, int kind)
{
	struct at_command command = {.kind = (uint8_t)kind, .person = c->visitor->guest->person};
	int seat = c->seat, level = 1;

	if (!read_seat(c, "seat", &seat) || !read_level(c, "level", &level))
		return;
	command.seat = (int8_t)seat;
	command.level = (uint8_t)level;
	step_ask(c, &command);
}

void ask_resign(struct call *c)
{
	ask_about(c, AT_RESIGN);
}

void ask_nudge(struct call *c)
{
	ask_about(c, AT_NUDGE);
}

void ask_give_time(struct call *c)
{
	ask_about(c, AT_GIVE_TIME);
}

void ask_end_absent(struct call *c)
{
	ask_about(c, AT_END_ABSENT);
}

void ask_ready(struct call *c)
{
	if (!company_waits(c->table)) {
		refuse_call(c, "not-now", "nobody waits for this");
		return;
	}
	company_is_ready(c->table, c->seat);
	say_done(c->visitor, c->id, c->table, c->table->table.events, 0);
}
