/* The moves of a game without those that were taken back. A log keeps these, too; the valid move of
 * ply p is its last event with that ply before the next ply begins. */
#ifndef AT_TABLE_LINE_H
#define AT_TABLE_LINE_H

#include "table.h"

/* Steps through the valid moves, with the state before each. The table's own state does not
 * change. */
struct at_walk {
	union at_any state;
	uint32_t next; /* the event to look at */
	uint32_t from, end;
	uint64_t stands[AT_EVENTS_MAX / 64]; /* one bit for each event, beginning with `from` */
};

/* From the start of the game up to this ply (UINT32_MAX: the table's). Refused if the log does
 * not have one move for every ply; events that the table does not have yet are ignored. */
enum at_err at_walk_begin(struct at_walk *, const struct at_table *, const struct at_events *,
			  uint32_t ply, struct at_fail *);

/* The next valid move, or NULL at the end. The state is the one before it; at_walk_step() then
 * applies it. */
const struct at_event *at_walk_move(struct at_walk *, const struct at_events *);
enum at_err at_walk_step(struct at_walk *, const struct at_event *, struct at_fail *);

/* Sets the table's state back to this ply. */
enum at_err at_table_rewind(struct at_table *, const struct at_events *, uint32_t ply,
			    struct at_fail *);

/* Like at_table_apply(), for callers with a copy: an event that is refused leaves the table
 * unusable. */
enum at_err at_table_take(struct at_table *, const struct at_events *, const struct at_event *,
			  struct at_fail *);

/* Applies a move to the truth, checked against the list as well, or to a view, as that viewer sees
 * it. */
enum at_err at_table_play(struct at_state *, at_move, struct at_fail *);

/* Prints the valid moves up to this ply (UINT32_MAX: all), draws included, as a record. */
enum at_err at_table_print_record(const struct at_table *, const struct at_events *, uint32_t ply,
				  struct at_text *, struct at_fail *);

static inline bool at_is_move(const struct at_event *e)
{
	return e->kind == AT_DECIDED || e->kind == AT_DREW;
}

#endif
