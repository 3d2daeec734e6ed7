/* The clocks of a table, as its events move them. */
#ifndef AT_TABLE_CLOCK_H
#define AT_TABLE_CLOCK_H

#include "table.h"

enum {
	AT_SHOWN_MS = 400,      /* how long a move is shown before the clock runs ... */
	AT_SHOWN_MS_MAX = 2000, /* ... and the most for all moves together */
	AT_BACK_MS = 10000,     /* a person who comes back has at least this, once a turn */
};

void at_clock_begin(struct at_table *, uint64_t time);

/* Charges the mover for the time until now. */
void at_clock_charge(struct at_table *, uint64_t time);

/* A move was made: adds the time for showing it, and passes the clock on with the turn. */
void at_clock_moved(struct at_table *, uint64_t time);

/* Starts the clock of the seat to move with what it has: at the start, after coming back. */
void at_clock_restart(struct at_table *, uint64_t time);

/* The same after taking back. `was` was to move: the time it spent on the turn that is gone is
 * returned. */
void at_clock_back(struct at_table *, int was, uint64_t time);

/* Somebody has come back. */
void at_clock_help(struct at_table *, int seat);

/* Time has passed that is charged to nobody. */
void at_clock_pause(struct at_table *, uint64_t spent);

/* Whether the mover's time has run out at this time. */
bool at_clock_is_out(const struct at_table *, uint64_t time);

#endif
