/* What everybody may know of a table. Every event has a number for every viewer: a masked one where
 * there is something to hide, never a gap. */
#ifndef AT_TABLE_SEEN_H
#define AT_TABLE_SEEN_H

#include "table.h"

/* An event as this viewer sees it, given the table before it. */
void at_event_seen(const struct at_table *before, const struct at_event *, int viewer,
		   struct at_event *out);

/* The opening as this viewer may have it: no seed of bots, a placed position as that seat knows it.
 */
void at_opening_seen(const struct at_opening *, int viewer, struct at_opening *out);

/* Reads a log as a viewer: *r goes along, one event a call. */
struct at_reader {
	struct at_table table; /* the truth, before the event that comes next */
	int viewer;
};

void at_reader_init(struct at_reader *, const struct at_opening *, int viewer);

/* The next event as this viewer sees it; false at the end of the log, which is a good one. */
bool at_reader_next(struct at_reader *, const struct at_events *, struct at_event *out);

/* --- one screen for several people --- */

/* Who looks at a screen that several persons share. With one person at it, it is that one's for
 * good; with several, the one to move gets it, and if that one or the one before knows something
 * that others do not, nobody sees more than the public until the hand-over is confirmed. */
struct at_screen {
	uint8_t persons; /* a bit a seat: those who sit at this screen */
	int8_t viewer;   /* who has the screen; AT_PUBLIC: nobody, or it is being handed over */
	int8_t cover;    /* who has to confirm, or AT_NOBODY */
	uint8_t spare;
};

void at_screen_init(struct at_screen *, const struct at_table *);

/* After the table has changed. */
void at_screen_follow(struct at_screen *, const struct at_table *);

/* The one who has to has the screen now. */
void at_screen_uncover(struct at_screen *);

/* Whose view is shown: a seat's or the public's. */
int at_screen_eyes(const struct at_screen *);

/* Does this seat know anything that the public does not? */
bool at_table_has_secrets(const struct at_table *, int seat);

#endif
