/* Messages to clients: writes each one into the host's single buffer and sends it at once.
 * Everything about a game comes from the recipient's view. */
#include "says.h"

#include "absence.h"
#include "alike.h"
#include "assert.h"
#include "barred.h"
#include "basics.h"
#include "changes.h"
#include "company.h"
#include "fair.h"
#include "json.h"
#include "line.h"
#include "online.h"
#include "others.h"
#include "row.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "told.h"
#include "uptime.h"
#include "visitor.h"

#include <string.h>

struct at_text *say_begin(struct host *h, struct at_text *t, const char *type)
{
	at_text_init(t, h->out, sizeof h->out);
	at_json_open(t, NULL, '{');
	at_json_word(t, "type", type);
	return t;
}

void say_end(struct visitor *v, struct at_text *t)
{
	at_putc(t, '}');
	at_assert(!t->full);
	log_answer(v->host, t);
	if (v->socket)
		socket_send(v->socket, t->at, t->len);
}

void say_all(struct online_table *h, const struct at_text *t)
{
	at_assert(!t->full);
	for (struct watch *w = h->watches; w; w = w->beside)
		socket_send(w->socket, t->at, t->len);
}

void say_hex(struct at_text *t, const char *name, const uint8_t *bytes, size_t n)
{
	at_json_hex(t, name, bytes, n);
}

void say_person(struct at_text *t, struct host *h, uint32_t person)
{
	struct at_guest guest;
	bool known = guest_known(h, person, &guest);

	at_json_count(t, "person", person);
	at_json_word(t, "name", known ? guest.name : NULL);
	at_json_count(t, "picture", known ? guest.picture : 0);
}

/* How many persons at the table have a lower number and a name that looks like this one. */
static int namesakes(struct host *h, const struct at_table *table, uint32_t person,
		     const char *name)
{
	struct at_guest other;
	int n = 0;

	for (int i = 0; i < table->opening.seats; i++) {
		const struct at_seat *s = &table->seat[i];
		if (s->kind == AT_SEAT_PERSON && s->person < person &&
		    guest_known(h, s->person, &other))
			n += names_alike(other.name, name);
	}
	return n;
}

void say_person_at(struct at_text *t, struct host *h, const struct at_table *table, uint32_t person)
{
	struct at_guest guest;
	struct at_text name;
	char array[sizeof guest.name + 16];
	int before;

	if (!guest_known(h, person, &guest) ||
	    !(before = namesakes(h, table, person, guest.name))) {
		say_person(t, h, person);
		return;
	}
	at_text_init(&name, array, sizeof array);
	at_put(&name, "%s (%d)", guest.name, before + 1);
	at_json_count(t, "person", person);
	at_json_word(t, "name", array);
	at_json_count(t, "picture", guest.picture);
}

/* --- hello --- */

void say_hello(struct visitor *v)
{
	struct at_text t;

	say_begin(v->host, &t, "hello");
	at_json_count(&t, "protocol", PROTOCOL_VERSION);
	at_json_digits(&t, "incarnation", at_store_incarnation(v->host->store));
	at_json_open(&t, "games", '[');
	for (int i = 0; i < at_games(); i++) {
		at_json_open(&t, NULL, '{');
		at_json_game(&t, at_game(i));
		at_json_count(&t, "rules", at_game(i)->version);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	at_json_open(&t, "levels", '[');
	for (int i = 0; i <= v->host->top; i++) {
		at_json_next(&t);
		at_json_string(&t, at_ladder[i]);
	}
	at_putc(&t, ']');
	at_json_count(&t, "person", v->guest->person);
	at_json_word(&t, "name", v->guest->person ? v->guest->name : NULL);
	at_json_count(&t, "picture", v->guest->picture);
	say_end(v, &t);
}

void say_done(struct visitor *v, const uint8_t *id, const struct online_table *h, uint32_t first,
	      uint32_t count)
{
	struct at_text t;

	say_begin(v->host, &t, "done");
	say_hex(&t, "id", id, AT_ID_SIZE);
	say_hex(&t, "table", h->id, AT_ID_SIZE);
	at_json_count(&t, "first", first);
	at_json_count(&t, "count", count);
	say_end(v, &t);
}

/* --- a table --- */

static void put_here(struct at_text *t, int seat, const void *table)
{
	const struct online_table *h = table;
	at_json_flag(t, "here", !h->away[seat]);
	company_say(t, h, seat);
}

static void put_person(struct at_text *t, const struct at_table *before, uint32_t person,
		       const void *table)
{
	say_person_at(t, ((const struct online_table *)table)->host, before, person);
}

static struct at_people people_of(const struct online_table *h)
{
	return (struct at_people){put_person, put_here, h};
}

static void put_rules(struct at_text *t, const struct online_table *h)
{
	at_tell_opening(t, &h->table);
	at_json_flag(t, "open", h->terms.open);
	at_json_flag(t, "spectators", h->terms.spectators);
	at_json_flag(t, "hints", h->terms.hints);
	at_json_count(t, "creator", h->terms.creator);
	at_json_count(t, "given", h->given.count);
	at_json_hex(t, "commitment", h->table.opening.commitment,
		    sizeof h->table.opening.commitment);
	at_json_flag(t, "fair", at_table_is_fair(&h->table));
	at_json_flag(t, "apart", at_table_is_apart(&h->table));
}

/* How long the mover has been thinking. */
static uint64_t waited(const struct online_table *h)
{
	const struct at_event *events = h->history.log.events;
	uint32_t i = h->table.events;
	uint64_t now = host_now(h->host), since = now;

	while (i > 0 && !at_is_move(&events[i - 1]) && events[i - 1].kind != AT_TOOK_BACK &&
	       events[i - 1].kind != AT_STARTED && events[i - 1].kind != AT_WENT_ON)
		i--;
	if (i > 0)
		since = events[i - 1].time;
	return now > since ? now - since : 0;
}

static void put_moment(struct at_text *t, const struct online_table *h)
{
	at_tell_moment(t, &h->table, host_now(h->host),
		       h->table.phase == AT_PLAYING ? waited(h) : 0);
	company_say_moment(t, h);
}

static void put_link(struct at_text *t, const char *name, const struct online_table *h,
		     const uint8_t *secret)
{
	at_json_name(t, name);
	at_puts(t, "\"#table/");
	at_puthex(t, h->id, AT_ID_SIZE);
	at_putc(t, '/');
	at_puthex(t, secret, SECRET_SIZE);
	at_putc(t, '"');
}

/* The links, for people at the table, to invite others. */
void say_links(struct at_text *t, const struct online_table *h)
{
	uint8_t play[SECRET_SIZE];

	bar_secret(h, play);
	put_link(t, "play_link", h, play);
	if (h->terms.spectators)
		put_link(t, "watch_link", h, h->terms.watch);
}

void say_table(const struct watch *w)
{
	const struct online_table *h = w->table;
	const struct at_people people = people_of(h);
	struct visitor *v = w->visitor;
	struct at_text t;

	say_begin(v->host, &t, "table");
	say_hex(&t, "table", h->id, AT_ID_SIZE);
	put_rules(&t, h);
	put_moment(&t, h);
	at_json_seat(&t, "you", w->viewer);
	if (h->table.phase == AT_GATHERING && w->viewer < 0 && bar_removed(h, v->guest->person))
		at_json_flag(&t, "removed", true);
	at_json_flag(&t, "may_sit", w->plays && w->viewer < 0 && h->table.phase == AT_GATHERING);
	at_tell_seats(&t, &h->table, &people);
	at_json_count(&t, "chats", h->said);
	at_json_word(&t, "read_only", h->read_only);
	at_json_count(&t, "before", (uint64_t)h->before);
	if (w->viewer >= 0 || h->terms.creator == v->guest->person)
		say_links(&t, h);
	at_tell_bytes(&t, &h->table, w->viewer, true);
	if (w->views != VIEWS_NONE)
		at_tell_view(&t, &h->table, w->viewer);
	say_end(v, &t);
}

/* --- events --- */

static void begin_events(struct at_text *t, const struct online_table *h, bool old)
{
	say_begin(h->host, t, "events");
	say_hex(t, "table", h->id, AT_ID_SIZE);
	at_json_flag(t, "old", old);
	at_json_open(t, "events", '[');
}

void say_events(const struct watch *w, uint32_t from, uint32_t to)
{
	static struct at_table walk;
	const struct online_table *h = w->table;
	const struct at_people people = people_of(h);
	struct at_events log = h->history.log;
	struct at_text t;

	at_table_init(&walk, &h->table.opening, AT_TRUTH);
	begin_events(&t, h, true);
	for (uint32_t i = 0; i < to && i < h->table.events; i++) {
		log.count = i;
		if (i >= from)
			at_tell_event(&t, &walk, &log.events[i], w->viewer, &people);
		if (at_table_take(&walk, &log, &log.events[i], NULL))
			break;
	}
	at_putc(&t, ']');
	say_end(w->visitor, &t);
}

enum { HASH_EVERY = 8 };

static bool is_looked_at(const struct online_table *h, int viewer, enum views views)
{
	for (const struct watch *w = h->watches; w; w = w->beside)
		if (w->viewer == viewer && w->views == views)
			return true;
	return false;
}

/* Watchers already have the previous view: from the first message or from the last step. */
static void put_changes(struct at_text *t, const struct at_table *before,
			const struct at_table *after, int viewer)
{
	static char text[2][AT_JSON_MAX];
	const struct at_table *of[2] = {before, after};

	for (int i = 0; i < 2; i++) {
		struct at_view view;
		struct at_text out;
		memset(&view, 0, sizeof view);
		at_text_init(&out, text[i], sizeof text[i]);
		at_view(&of[i]->state.head, viewer, &view);
		at_json_position(&out, &view.state.head);
		at_assert(!out.full);
	}
	at_tell_changes(t, "changes", text[0], text[1]);
}

/* One message for all watchers with the same viewer and form. before[i] is the table before the
 * step's event i; the state after all of them is the same for everybody. */
static void say_step_to(struct online_table *h, const struct at_table *before, uint32_t from,
			const struct at_text *moment, int viewer, enum views views)
{
	const struct at_people people = people_of(h);
	struct at_text t;

	if (!is_looked_at(h, viewer, views))
		return;
	begin_events(&t, h, false);
	for (uint32_t i = from; i < h->table.events; i++)
		at_tell_event(&t, &before[i - from], at_event_of(&h->history.log, i), viewer,
			      &people);
	at_putn(&t, moment->at, moment->len);
	if (views == VIEWS_WHOLE)
		at_tell_view(&t, &h->table, viewer);
	else if (views == VIEWS_CHANGED)
		put_changes(&t, &before[0], &h->table, viewer);
	else if (from / HASH_EVERY != h->table.events / HASH_EVERY)
		at_tell_bytes(&t, &h->table, viewer, false);
	at_putc(&t, '}');
	at_assert(!t.full);
	for (struct watch *w = h->watches; w; w = w->beside)
		if (w->viewer == viewer && w->views == views)
			socket_send(w->socket, t.at, t.len);
}

void say_step(struct online_table *h, const struct at_table *before)
{
	uint32_t from = before[0].events;
	struct at_text moment;
	char array[1024];

	at_text_init(&moment, array, sizeof array);
	at_putc(&moment, ']');
	put_moment(&moment, h);
	at_assert(!moment.full);
	for (int viewer = AT_PUBLIC; viewer < h->table.opening.seats; viewer++)
		for (int views = 0; views < VIEWS; views++)
			say_step_to(h, before, from, &moment, viewer, (enum views)views);
}

void say_thinking(struct online_table *h)
{
	struct at_text t;

	say_begin(h->host, &t, "thinking");
	say_hex(&t, "table", h->id, AT_ID_SIZE);
	at_json_seat(&t, "seat", at_table_mover(&h->table));
	at_json_count(&t, "before", (uint64_t)h->before);
	at_putc(&t, '}');
	say_all(h, &t);
}

void say_presence(struct online_table *h)
{
	struct at_text t;

	if (!h->watches)
		return;
	say_begin(h->host, &t, "presence");
	say_hex(&t, "table", h->id, AT_ID_SIZE);
	at_json_open(&t, "seats", '[');
	for (int i = 0; i < h->table.opening.seats; i++) {
		if (h->table.seat[i].kind != AT_SEAT_PERSON)
			continue;
		at_json_open(&t, NULL, '{');
		at_json_seat(&t, "seat", i);
		put_here(&t, i, h);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	company_say_ready(&t, h);
	at_tell_clocks(&t, &h->table, host_now(h->host));
	at_putc(&t, '}');
	say_all(h, &t);
}
