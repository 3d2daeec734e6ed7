/* Redaction: what each viewer may know of a table. Every viewer gets every event, with the same
 * numbers; where there is something to hide, the event is masked. There are no gaps. */
#ifndef AT_TABLE_SEEN_H
#define AT_TABLE_SEEN_H

#include "table.h"

/* An event as this viewer sees it, given the table before it. */
void at_event_seen(const struct at_table *before, const struct at_event *, int viewer,
		   struct at_event *out);

/* --- several people on one device --- */

/* Whose view a shared screen shows. If only one person uses it, it always shows that person's view.
 * With several, it is handed to the one who is to move. If that person or the one before knows a
 * secret, the screen shows the public view until the hand-over is confirmed. */
struct at_screen {
	uint8_t persons; /* one bit for each seat at this screen */
	int8_t viewer;   /* who uses the screen; AT_PUBLIC: nobody, or it is being handed over */
	int8_t cover;    /* the seat that has to confirm, or AT_NOBODY */
	uint8_t spare;
};

void at_screen_init(struct at_screen *, const struct at_table *);

/* Call this after the table has changed. */
void at_screen_follow(struct at_screen *, const struct at_table *);

/* The hand-over is confirmed. */
void at_screen_uncover(struct at_screen *);

/* The view that is shown: a seat's, or AT_PUBLIC. */
int at_screen_eyes(const struct at_screen *);

/* Does this seat know anything that the public does not? */
bool at_table_has_secrets(const struct at_table *, int seat);

#endif
