/* The JSON of the protocol (docs/protocol.md) about a table, as one viewer may see it; client.h
 * reads it. The table knows persons as numbers only: the caller supplies their names and whether
 * they are here. */
#ifndef AT_TABLE_TOLD_H
#define AT_TABLE_TOLD_H

#include "json.h"
#include "table.h"

/* The protocol's words, by their enums, each list with its length. */
enum { AT_PHASES = AT_ABANDONED + 1, AT_CLOCKS = AT_CLOCK_GAME + 1, AT_ASKS = AT_ASK_ABSENT + 1 };
extern const char *const at_event_names[AT_EVENT_KINDS];
extern const char *const at_phase_names[AT_PHASES];
extern const char *const at_clock_names[AT_CLOCKS];
extern const char *const at_ask_names[AT_ASKS];
extern const char *const at_seat_names[AT_SEAT_BOT + 1];
extern const char *const at_stand_in_names[AT_FORGOTTEN + 1];
extern const char *const at_ending_names[AT_ENDING_ABANDONED + 1];

/* Members about a person: "person", "name", "picture"; for a seat at the table also "here". The
 * table is the one before the event that tells of them. */
struct at_people {
	void (*put_person)(struct at_text *, const struct at_table *, uint32_t person,
			   const void *context);
	void (*put_here)(struct at_text *, int seat, const void *context);
	const void *context;
};

/* How it was set up: "game" to "clock". */
void at_tell_opening(struct at_text *, const struct at_table *);

/* Its current state: "number" to "left". The mover has been thinking for `waited` milliseconds. */
void at_tell_moment(struct at_text *, const struct at_table *, uint64_t now, uint64_t waited);
void at_tell_clocks(struct at_text *, const struct at_table *, uint64_t now);

/* "seats": who sits where. */
void at_tell_seats(struct at_text *, const struct at_table *, const struct at_people *);

/* The viewer's view: "view" for people and programs; "bytes", if wanted, and "hash" for those who
 * compute with the rules themselves. */
void at_tell_view(struct at_text *, const struct at_table *, int viewer);
void at_tell_bytes(struct at_text *, const struct at_table *, int viewer, bool bytes);

/* An event as this viewer sees it, on the table before it. */
void at_tell_event(struct at_text *, const struct at_table *before, const struct at_event *,
		   int viewer, const struct at_people *);

#endif
