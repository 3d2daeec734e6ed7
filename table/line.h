/* The line of play that stands. A log also keeps what was taken back; the standing move of ply p
 * is the last event of that ply before the next ply's. */
#ifndef AT_TABLE_LINE_H
#define AT_TABLE_LINE_H

#include "table.h"

/* A walk over the standing moves, with the state before each. It does not change the table's own
 * state. */
struct at_walk {
	union at_any state;
	uint32_t next; /* the event to look at */
	uint32_t from, end;
	uint64_t stands[AT_EVENTS_MAX / 64]; /* a bit an event from `from` on */
};

/* From the start of the game up to this ply (UINT32_MAX: the table's). Refused if the log does
 * not have one move for every ply; events that the table does not have yet are ignored. */
enum at_err at_walk_begin(struct at_walk *, const struct at_table *, const struct at_events *,
			  uint32_t ply, struct at_fail *);

/* The next standing move, or NULL at the end. The state is the one before it; at_walk_step()
 * then passes it. */
const struct at_event *at_walk_move(struct at_walk *, const struct at_events *);
enum at_err at_walk_step(struct at_walk *, const struct at_event *, struct at_fail *);

/* Sets the table's state back to this ply. */
enum at_err at_table_rewind(struct at_table *, const struct at_events *, uint32_t ply,
			    struct at_fail *);

/* at_table_apply() for whoever has a copy: an event that cannot follow leaves the table spoilt. */
enum at_err at_table_take(struct at_table *, const struct at_events *, const struct at_event *,
			  struct at_fail *);

/* Applies a move to the truth, checked against the list as well, or to a view, as that viewer sees it. */
enum at_err at_table_play(struct at_state *, at_move, struct at_fail *);

/* The table as a record, draws included, up to this ply (UINT32_MAX: all): what stands. */
enum at_err at_table_print_record(const struct at_table *, const struct at_events *, uint32_t ply,
				  struct at_text *, struct at_fail *);

static inline bool at_is_move(const struct at_event *e)
{
	return e->kind == AT_DECIDED || e->kind == AT_DREW;
}

#endif
