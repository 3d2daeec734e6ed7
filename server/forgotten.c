#include "forgotten.h"

#include "company.h"
#include "online.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "visitor.h"

#include <string.h>

enum { PAGE = 50 };

void theirs_find(struct host *h, uint32_t person, struct theirs *out)
{
	static struct at_head page[PAGE];
	struct at_head last;
	int count = PAGE;

	out->count = 0;
	for (bool first = true; count == PAGE; first = false) {
		if (at_store_tables_of(h->store, person, first ? NULL : &last, page, &count) !=
		    AT_STORED)
			return;
		for (int i = 0; i < count && out->count < THEIRS_MAX; i++)
			if (page[i].status.phase < AT_FINISHED)
				memcpy(out->table[out->count++], page[i].id, AT_ID_SIZE);
		if (count > 0)
			last = page[count - 1];
	}
}

static void close_watches(struct online_table *t, uint32_t person)
{
	for (struct watch *w = t->watches, *beside; w; w = beside) {
		beside = w->beside;
		if (w->visitor->guest->person == person)
			watch_end(w);
	}
}

void theirs_close(struct host *h, uint32_t person, const struct theirs *theirs)
{
	for (int i = 0; i < theirs->count; i++) {
		struct online_table *t = table_find(h, theirs->table[i]);
		if (t)
			close_watches(t, person);
	}
}

void theirs_leave(struct host *h, uint32_t person, const struct theirs *theirs)
{
	for (int i = 0; i < theirs->count; i++) {
		struct online_table *t = table_get(h, theirs->table[i]);
		if (t)
			company_forget(t, person);
	}
}
