/* The lobby and "my tables": lists of tables, from the indexes of the store. */
#include "lobby.h"

#include "asks.h"
#include "company.h"
#include "forgotten.h"
#include "handlers.h"
#include "json.h"
#include "online.h"
#include "others.h"
#include "own.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

enum { LISTED = 1, LOBBY_OLD_MS = 200 };

static const char *const phases[] = {"gathering", "playing", "finished", "abandoned"};

static void put_head(struct at_text *t, struct host *h, const struct at_head *head)
{
	const struct at_game *game = at_game_with_id(head->game);
	struct at_guest guest;
	bool known = guest_known(h, head->creator, &guest);

	say_hex(t, "table", head->id, AT_ID_SIZE);
	at_json_word(t, "game", game ? game->name : NULL);
	at_json_count(t, "players", head->seats);
	at_json_word(t, "phase", head->status.phase < 4 ? phases[head->status.phase] : NULL);
	at_json_count(t, "free", head->status.free);
	at_json_count(t, "creator", head->creator);
	at_json_word(t, "creator_name", known ? guest.name : NULL);
	at_json_count(t, "creator_picture", known ? guest.picture : 0);
}

static void put_options(struct at_text *t, const struct at_opening *opening,
			const struct terms *terms)
{
	struct at_text options;
	char array[256];

	at_text_init(&options, array, sizeof array);
	at_print_options(at_game_with_id(opening->game), opening->options, &options);
	at_json_word(t, "options", array);
	at_json_flag(t, "clock", opening->clock != AT_CLOCK_NONE);
	at_json_count(t, "base", opening->clock_base);
	at_json_flag(t, "hints", terms->hints);
}

static void put_listed(struct at_text *t, struct host *h, const struct at_head *head)
{
	static uint8_t bytes[AT_STORED_OPENING_MAX];
	struct at_opening opening;
	struct terms terms;
	size_t size;

	if (at_store_opening(h->store, head->id, bytes, &size) != AT_STORED ||
	    row_get_opening(bytes, size, &opening, &terms, NULL, NULL) ||
	    !company_lists(h, head, &opening))
		return;
	at_json_open(t, NULL, '{');
	put_head(t, h, head);
	put_options(t, &opening, &terms);
	at_putc(t, '}');
}

/* The list takes a hundred readings of the store, so it is kept. */
static void keep_lobby(struct host *h, const struct at_text *t)
{
	char *text = realloc(h->lobby_text, t->len);

	if (!text)
		return;
	memcpy(text, t->at, t->len);
	h->lobby_text = text;
	h->lobby_len = t->len;
	h->lobby_made = host_uptime();
}

/* `old`: it need not be new. */
static void put_lobby(struct at_text *t, struct host *h, bool old)
{
	static struct at_head heads[LOBBY_MAX];
	int count = LOBBY_MAX;

	say_begin(h, t, "lobby");
	if (old && h->lobby_text && host_uptime() - h->lobby_made < LOBBY_OLD_MS) {
		at_text_init(t, h->out, sizeof h->out);
		at_putn(t, h->lobby_text, h->lobby_len);
		return;
	}
	at_json_open(t, "tables", '[');
	if (at_store_listed(h->store, LISTED, NULL, heads, &count) == AT_STORED)
		for (int i = 0; i < count; i++)
			put_listed(t, h, &heads[i]);
	at_putc(t, ']');
	keep_lobby(h, t);
}

static void listen_to(struct listener **list, struct listener *l, struct visitor *v, bool stay)
{
	if (stay && !l->at) {
		l->visitor = v;
		l->next = *list;
		l->at = list;
		if (l->next)
			l->next->at = &l->next;
		*list = l;
	} else if (!stay && l->at) {
		*l->at = l->next;
		if (l->next)
			l->next->at = l->at;
		l->at = NULL;
	}
}

void lobby_leave(struct visitor *v)
{
	listen_to(NULL, &v->in_lobby, v, false);
	listen_to(NULL, &v->at_mine, v, false);
}

/* To all subscribers of the lobby, at most twice a second. */
void lobby_tell(struct host *h)
{
	int64_t now = host_uptime();
	struct at_text t;

	if (!h->lobby_changed || !h->lobby || now < h->lobby_next)
		return;
	h->lobby_changed = false;
	h->lobby_next = now + 500;
	put_lobby(&t, h, false);
	at_putc(&t, '}');
	for (struct listener *l = h->lobby; l; l = l->next)
		socket_send(l->visitor->socket, t.at, t.len);
}

void ask_lobby(struct call *c)
{
	struct visitor *v = c->visitor;
	struct at_text t;
	bool stay = true;

	if (!read_flag(c, "stay", &stay))
		return;
	listen_to(&c->host->lobby, &v->in_lobby, v, stay);
	/* While others wait, a client that asks without end gets the list that was sent to somebody
	 * just now. */
	put_lobby(&t, c->host, socket_is_spent(v->socket));
	say_hex(&t, "id", c->id, AT_ID_SIZE);
	say_end(v, &t);
}

/* --- one's own --- */

static void put_mine(struct at_text *t, struct host *h, const struct at_head *head, uint32_t person,
		     bool details)
{
	at_json_open(t, NULL, '{');
	put_head(t, h, head);
	at_json_count(t, "active", head->status.active);
	at_json_flag(t, "your_turn", head->status.turn == person);
	if (details)
		own_say(t, h, head);
	at_putc(t, '}');
}

static struct listener **mine_of(struct host *h, uint32_t person)
{
	return &h->mine[person % MINE_BUCKETS];
}

void ask_mine(struct call *c)
{
	static struct at_head heads[LOBBY_MAX];
	struct visitor *v = c->visitor;
	uint32_t person = v->guest->person;
	int count = LOBBY_MAX;
	struct at_text t;
	bool stay = v->at_mine.at != NULL, details = false;

	if (!read_flag(c, "stay", &stay) || !read_flag(c, "details", &details))
		return;
	listen_to(mine_of(c->host, person), &v->at_mine, v, stay);
	say_begin(c->host, &t, "mine");
	say_hex(&t, "id", c->id, AT_ID_SIZE);
	at_json_open(&t, "tables", '[');
	if (person && at_store_tables_of(c->host->store, person, NULL, heads, &count) == AT_STORED)
		for (int i = 0; i < count; i++)
			put_mine(&t, c->host, &heads[i], person, details);
	at_putc(&t, ']');
	say_end(v, &t);
}

static bool is_theirs(const struct online_table *h, const struct at_table *t, uint32_t person)
{
	return person && (h->terms.creator == person || at_table_seat_of(t, person) >= 0);
}

void mine_moved(struct host *h, const struct guest *g, uint32_t was)
{
	struct listener *l = *mine_of(h, was), *next;

	for (; l; l = next) {
		struct visitor *v = l->visitor;
		next = l->next;
		if (v->guest != g)
			continue;
		listen_to(NULL, l, v, false);
		listen_to(mine_of(h, g->person), l, v, true);
	}
}

/* Only this table: whole lists at every turn would be most of the host's work. */
static void tell_of(struct online_table *h, uint32_t person, bool theirs)
{
	struct at_head head = {.creator = h->terms.creator,
			       .game = h->table.opening.game,
			       .seats = h->table.opening.seats,
			       .status = table_status(h, &h->table)};
	struct at_text t;

	memcpy(head.id, h->id, AT_ID_SIZE);
	say_begin(h->host, &t, "mine");
	at_json_flag(&t, "part", true);
	at_json_open(&t, theirs ? "tables" : "gone", '[');
	put_mine(&t, h->host, &head, person, true);
	at_puts(&t, "]}");
	for (struct listener *l = *mine_of(h->host, person); l; l = l->next)
		if (l->visitor->guest->person == person)
			socket_send(l->visitor->socket, t.at, t.len);
}

static bool is_looked_at(struct host *h, uint32_t person)
{
	for (const struct listener *l = *mine_of(h, person); l; l = l->next)
		if (l->visitor->guest->person == person)
			return true;
	return false;
}

void mine_heard(struct host *h, uint32_t person, const uint8_t *table)
{
	struct online_table *t = is_looked_at(h, person) ? table_get(h, table) : NULL;

	if (t)
		tell_of(t, person, is_theirs(t, &t->table, person));
}

/* Everybody who sits here, sat here before, or made the table, once each. */
void mine_tell(struct online_table *h, const struct at_table *was)
{
	uint32_t all[1 + 2 * AT_SEATS_MAX] = {h->terms.creator};
	int n = 1;

	for (int i = 0; i < h->table.opening.seats; i++) {
		all[n++] = h->table.seat[i].person;
		all[n++] = was->seat[i].person;
	}
	for (int i = 0; i < n; i++) {
		bool again = all[i] == 0;
		for (int j = 0; j < i; j++)
			again |= all[j] == all[i];
		if (!again && is_looked_at(h->host, all[i]))
			tell_of(h, all[i], is_theirs(h, &h->table, all[i]));
	}
}
