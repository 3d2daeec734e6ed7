/* The laws for people who are apart in time: an opening of version AT_TABLE_APART has them, one of
 * version 1 keeps those of before.
 *
 *   - Silence never agrees. Asked are all persons but those who left by their own wish, resigned or
 *     deleted their data, whether they are here or not. A question that nobody answers lapses. Each
 *     person asks once a turn.
 *   - Taking back is free within one's own turn while nothing was drawn. Otherwise everybody who
 *     is asked must agree, and everybody whose move would go.
 *   - A bot moves for somebody who is away: without a clock when others let it, after a grace that
 *     the host counts (AT_REPLACED); with one when the time is up (AT_OUT_OF_TIME). Who is here but
 *     has not moved for AT_IDLE_MS and leaves AT_NUDGES nudges unmoved counts as away.
 *   - Resigning always works. With two seats it ends the game; with more a bot plays on.
 *   - Bots do not play alone: where nobody is here a table pauses, and its clocks do. A table of
 *     days, whose people are seldom here, pauses when a bot moves for every person. */
#ifndef AT_TABLE_APART_H
#define AT_TABLE_APART_H

#include "table.h"

enum {
	AT_DAYS_MS = 6 * 3600 * 1000, /* a clock with this base or more is one of days */
	AT_DAY_MS = 24 * 3600 * 1000,
	AT_IDLE_MS = 600 * 1000,
	AT_NUDGE_MS = 60 * 1000, /* from one nudge to the next, and to what follows from the last */
	AT_NUDGES = 2,
};
#define AT_ABANDON_MS ((uint64_t)60 * AT_DAY_MS) /* a table that pauses so long ends */

static inline bool at_table_is_apart(const struct at_table *t)
{
	return t->opening.version >= AT_TABLE_APART;
}

bool at_table_is_days(const struct at_table *);

/* A bit a seat: persons who are asked, who is a person of this table still (did not resign or
 * delete their data), and for whom a bot does not move. */
uint8_t at_table_asked(const struct at_table *);
uint8_t at_table_persons(const struct at_table *);
uint8_t at_table_players(const struct at_table *);

/* Is the mover here but does not move? */
bool at_table_is_idle(const struct at_table *, uint64_t now);

/* May the host make the table pause, or go on, when these look? `stayed`: for a while. */
bool at_table_may_pause(const struct at_table *, uint8_t here);
bool at_table_may_go_on(const struct at_table *, uint8_t here, bool stayed);

/* When the question lapses or a paused table is abandoned; 0: nothing of it is to come. */
uint64_t at_table_lapses(const struct at_table *);

/* --- for the table itself: what its events do --- */

enum at_err at_apart_take(struct at_table *, const struct at_event *, struct at_fail *);

/* After a move, and after AT_ASKED. */
void at_apart_moved(struct at_table *, const struct at_event *);
void at_apart_asked(struct at_table *, const struct at_event *);

/* Somebody leaves by their own wish: is asked no more. */
void at_apart_unask(struct at_table *, int seat);

#endif
