/* Damaged tables: if a table is not what was stored, it is set aside, so that nothing more happens
 * there, and the administrator is told. A slow background pass checks all tables, once a week. */
#include "aside.h"

#include "basics.h"
#include "due.h"
#include "host.h"
#include "lobby.h"
#include "online.h"
#include "results.h"
#include "says.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum {
	ROUND_S = 7 * 86400,
	PASS_MS = 5,    /* of each second */
	PASS_MOST = 64, /* tables checked in a second, however long that takes */
	SAVE_S = 60,
};

static const char aside[] =
    "what is stored of this table is damaged; whoever runs the host can restore it";

static void put_by(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	if (w->result == AT_STORED) {
		h->damaged++;
		host_log(h, "a table is damaged and was set aside: %s (atoll admin DIR damaged)",
			 w->aside.why);
	}
	free(w);
}

/* As it is now, told to all who look. */
void table_again(struct host *h, const uint8_t *id)
{
	struct online_table *t = table_find(h, id);

	if (!t || t->removed)
		return;
	if (t->writing) { /* its answer comes first */
		t->behind = UINT32_MAX;
		return;
	}
	table_reload(t);
	for (struct watch *w = t->watches; w; w = w->beside) {
		w->viewer = table_viewer(t, w->visitor);
		say_table(w);
	}
	for (int i = 0; i < t->table.opening.seats; i++)
		mine_heard(h, t->table.seat[i].person, id);
	result_keep(t);
	table_do_due(t);
}

const char *host_set_aside(struct host *h, const uint8_t *id)
{
	char why[AT_DAMAGE_BYTES] = "";
	struct at_write *w;

	strncat(why, at_store_trouble(h->store), sizeof why - strlen(why) - 1);
	if (host_is_aside(h, id))
		return aside;
	w = calloc(1, sizeof *w);
	if (!w)
		return aside;
	w->kind = AT_SET_ASIDE;
	w->done = put_by;
	w->context = h;
	w->aside.since = host_date(h);
	memcpy(w->aside.table, id, AT_ID_SIZE);
	memcpy(w->aside.why, why, sizeof why);
	host_write(h, w);
	return aside;
}

const char *host_is_aside(struct host *h, const uint8_t *id)
{
	char why[AT_DAMAGE_BYTES];

	return at_store_damage_of(h->store, id, why) == AT_STORED ? aside : NULL;
}

uint32_t host_damaged(struct host *h)
{
	uint32_t n;

	if (at_store_damages(h->store, &n) == AT_STORED)
		h->damaged = n;
	return h->damaged;
}

/* --- the pass --- */

static uint64_t upper_half(const uint8_t *id)
{
	uint64_t x = 0;

	for (int i = 0; i < 8; i++)
		x = x << 8 | id[i];
	return x >> 1;
}

/* Continues where the pass was left, or begins. */
void pass_start(struct host *h)
{
	struct pass *p = &h->pass;
	uint64_t looked = 0;

	if (at_store_note(h->store, AT_NOTE_ROUND, &p->began) != AT_STORED ||
	    at_store_note(h->store, AT_NOTE_LOOKED, &looked) != AT_STORED)
		looked = 0;
	for (int i = 0; i < 8; i++)
		p->at[i] = (uint8_t)(looked << 1 >> (56 - 8 * i));
	p->going = looked > 0;
	if (!p->going)
		p->began = 0;
}

static void look_at(struct host *h, const uint8_t *id)
{
	if (at_store_check(h->store, id) != AT_STORED_DAMAGED || host_is_aside(h, id))
		return;
	host_set_aside(h, id);
	table_again(h, id);
}

/* Enough tables a second for one round a week, and more if there is time. */
static bool is_enough(const struct host *h, int looked, int64_t from)
{
	int least = (int)(h->kept / ROUND_S) + 1;

	return looked >= (least < PASS_MOST ? least : PASS_MOST) && host_uptime() - from >= PASS_MS;
}

static void go_on(struct host *h)
{
	static uint8_t ids[PASS_MOST][AT_ID_SIZE];
	struct pass *p = &h->pass;
	int64_t from = host_uptime();
	int count = PASS_MOST, i = 0;

	enum at_stored found = at_store_ids(h->store, p->at, ids, &count);
	if (found == AT_STORED_DAMAGED && !p->told) {
		p->told = true;
		host_log(h, "the list of tables is damaged: %s", at_store_trouble(h->store));
	}
	if (found != AT_STORED)
		return;
	while (i < count && !is_enough(h, i, from))
		look_at(h, ids[i++]);
	if (i > 0)
		memcpy(p->at, ids[i - 1], sizeof p->at);
	p->going = count > 0;
	if (!p->going || ++p->steps % SAVE_S == 0)
		host_note(h, AT_NOTE_LOOKED, p->going ? upper_half(p->at) : 0);
}

void pass_step(struct host *h)
{
	struct pass *p = &h->pass;
	uint64_t now = host_date(h);

	if (h->stopping || h->away || !host_has_duty(h, AT_DUTY_CLEAN))
		return;
	if (p->going) {
		go_on(h);
		return;
	}
	/* also if a clock that was ahead was corrected */
	if (p->began <= now && now - p->began < (uint64_t)ROUND_S * 1000)
		return;
	p->began = now;
	p->going = true;
	memset(p->at, 0, sizeof p->at);
	host_note(h, AT_NOTE_ROUND, now);
}
