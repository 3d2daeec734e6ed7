/* Inside the table: a command while it is carried out. */
#ifndef AT_TABLE_WORK_H
#define AT_TABLE_WORK_H

#include "table.h"

/* A table under change, and the events so far. */
struct work {
	struct at_table *t;
	const struct at_events *log;
	const struct at_command *c;
	uint64_t now;
	struct at_step *step;
};

enum { FOR_RETURNS = 256 }; /* events for people who come back, however much others have talked */

/* This event happens; or one of this kind to the command's seat. */
enum at_err at_work_event(struct work *, struct at_event, struct at_fail *);
enum at_err at_work_on(struct work *, int kind, uint32_t what, struct at_fail *);

/* Does the sender sit on the command's seat, or is it the host? */
enum at_err at_work_sender(const struct work *, struct at_fail *);

/* Limits the number of questions and take-backs; a game that only moves never reaches the limit. */
enum at_err at_work_room(const struct work *, uint32_t more, struct at_fail *);

/* --- absence.c: commands only where people are apart in time, and what others do there --- */

enum at_err at_apart_resign(struct work *, struct at_fail *);
enum at_err at_apart_reseat(struct work *, struct at_fail *);
enum at_err at_apart_erase(struct work *, struct at_fail *);
enum at_err at_apart_nudge(struct work *, struct at_fail *);
enum at_err at_apart_give_time(struct work *, struct at_fail *);
enum at_err at_apart_end_absent(struct work *, struct at_fail *);
enum at_err at_apart_pause(struct work *, struct at_fail *);
enum at_err at_apart_go_on(struct work *, struct at_fail *);

/* AT_ASK_TO_END, AT_STAND_IN by another person, and AT_TICK when no clock has run out. */
enum at_err at_apart_ask_to_end(struct work *, struct at_fail *);
enum at_err at_apart_replace(struct work *, struct at_fail *);
enum at_err at_apart_tick(struct work *, struct at_fail *);

#endif
