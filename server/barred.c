/* Who was removed from a table by whoever made it: they do not come in again by the same link. Each
 * removal gives the table a new secret for the link to play; whoever is given that may sit down. */
#include "barred.h"

#include "hmac.h"
#include "online.h"
#include "row.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "visitor.h"

#include <string.h>

static bool is_removal(const struct at_event *e)
{
	return e->kind == AT_STOOD_UP && e->what == AT_REMOVED;
}

void bar_secret(const struct online_table *t, uint8_t out[SECRET_SIZE])
{
	uint8_t hash[AT_SHA256_SIZE], count = 0;

	for (uint32_t i = 0; i < t->history.log.count; i++)
		count = (uint8_t)(count + is_removal(at_event_of(&t->history.log, i)));
	memcpy(out, t->terms.play, SECRET_SIZE);
	if (!count)
		return;
	at_hmac(t->terms.play, SECRET_SIZE, &count, sizeof count, hash);
	memcpy(out, hash, SECRET_SIZE);
}

bool bar_removed(const struct online_table *t, uint32_t person)
{
	uint32_t sits[AT_SEATS_MAX] = {0};
	bool removed = false;

	for (uint32_t i = 0; i < t->history.log.count && person; i++) {
		const struct at_event *e = at_event_of(&t->history.log, i);
		if (e->kind == AT_SAT)
			sits[e->seat] = e->what;
		removed |= is_removal(e) && sits[e->seat] == person;
		if (e->kind == AT_STARTED)
			break;
	}
	return removed;
}

void bar_links(struct online_table *t, const struct at_event *e)
{
	if (!is_removal(e))
		return;
	for (struct watch *w = t->watches; w; w = w->beside)
		w->plays = table_viewer(t, w->visitor) >= 0 ||
			   w->visitor->guest->person == t->terms.creator ||
			   (t->terms.open && !bar_removed(t, w->visitor->guest->person));
}
