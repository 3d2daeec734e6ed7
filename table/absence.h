/* The rules for people who do not play at the same time. They apply to openings of version
 * AT_TABLE_APART; those of version 1 keep the older rules.
 *
 *   - Silence is not consent. A question goes to all persons, here or not, except those who left by
 *     their own wish, resigned or deleted their data. If it is not answered it lapses. Each person
 *     may ask once a turn.
 *   - Within one's own turn, undo is free as long as nothing was drawn. Otherwise everybody who is
 *     asked must agree, and so must everybody whose moves would be undone.
 *   - A bot can move for somebody who is away. Without a clock, the others may let it, after a
 * grace period that the host measures (AT_REPLACED); with a clock, it does when the time is up
 *     (AT_OUT_OF_TIME). A person who is here counts as away after AT_IDLE_MS without a move and
 *     AT_NUDGES nudges.
 *   - Resigning is always possible. With two seats it ends the game; with more, a bot continues.
 *   - Bots do not play alone: a table pauses, with its clocks, while nobody is here. A table with a
 *     clock of days, where people are seldom present, pauses while bots move for all persons. */
#ifndef AT_TABLE_APART_H
#define AT_TABLE_APART_H

#include "table.h"

enum {
	AT_DAYS_MS = 6 * 3600 * 1000, /* a clock with this base or more is one of days */
	AT_DAY_MS = 24 * 3600 * 1000,
	AT_IDLE_MS = 600 * 1000,
	AT_NUDGE_MS = 60 * 1000, /* between nudges, and after the last one */
	AT_NUDGES = 2,
};
#define AT_ABANDON_MS ((uint64_t)60 * AT_DAY_MS) /* a table that has paused for this long ends */

static inline bool at_table_is_apart(const struct at_table *t)
{
	return t->opening.version >= AT_TABLE_APART;
}

bool at_table_is_days(const struct at_table *);

/* One bit for each seat: the persons who are asked; those who still belong to the table (did not
 * resign or delete their data); those for whom no bot moves. */
uint8_t at_table_asked(const struct at_table *);
uint8_t at_table_persons(const struct at_table *);
uint8_t at_table_players(const struct at_table *);

/* Is the mover here without moving? */
bool at_table_is_idle(const struct at_table *, uint64_t now);

/* May the host make the table pause, or go on, when these look? `stayed`: for a while. */
bool at_table_may_pause(const struct at_table *, uint8_t here);
bool at_table_may_go_on(const struct at_table *, uint8_t here, bool stayed);

/* When the question lapses or the paused table is abandoned; 0: never. */
uint64_t at_table_lapses(const struct at_table *);

/* --- for the table itself: what its events do --- */

enum at_err at_apart_take(struct at_table *, const struct at_event *, struct at_fail *);

/* After a move, and after AT_ASKED. */
void at_apart_moved(struct at_table *, const struct at_event *);
void at_apart_asked(struct at_table *, const struct at_event *);

/* Somebody leaves by their own wish and is not asked any more. */
void at_apart_unask(struct at_table *, int seat);

#endif
