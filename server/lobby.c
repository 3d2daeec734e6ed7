/* Lists of tables, from the indexes of the store. */
#include "hosting.h"

#include <event2/event.h>
#include <string.h>

enum { LISTED = 1 };

static const char *const phases[] = {"gathering", "playing", "finished", "abandoned"};

static void put_head(struct at_text *t, struct host *h, const struct at_head *head)
{
	const struct at_game *game = at_game_with_id(head->game);
	struct at_guest guest;

	say_hex(t, "table", head->id, ID_SIZE);
	at_json_word(t, "game", game ? game->name : NULL);
	at_json_count(t, "players", head->seats);
	at_json_word(t, "phase", head->status.phase < 4 ? phases[head->status.phase] : NULL);
	at_json_count(t, "free", head->status.free);
	at_json_count(t, "creator", head->creator);
	at_json_word(t, "creator_name",
		     at_store_guest(h->store, head->creator, &guest) == AT_STORED ? guest.name
										  : NULL);
}

static void put_options(struct at_text *t, struct host *h, const struct at_head *head)
{
	static uint8_t bytes[AT_STORED_OPENING_MAX];
	struct at_opening opening;
	struct at_text options;
	struct house house;
	char array[256];
	size_t size;

	at_text_init(&options, array, sizeof array);
	if (at_store_opening(h->store, head->id, bytes, &size) == AT_STORED &&
	    !row_get_opening(bytes, size, &opening, &house, NULL, NULL)) {
		at_print_options(at_game_with_id(opening.game), opening.options, &options);
		at_json_word(t, "options", array);
		at_json_flag(t, "clock", opening.clock != AT_CLOCK_NONE);
		at_json_flag(t, "hints", house.hints);
	}
}

static void put_lobby(struct at_text *t, struct host *h)
{
	static struct at_head heads[LOBBY_MAX];
	int count = LOBBY_MAX;

	say_begin(h, t, "lobby");
	at_json_open(t, "tables", '[');
	if (at_store_listed(h->store, LISTED, NULL, heads, &count) == AT_STORED)
		for (int i = 0; i < count; i++) {
			at_json_open(t, NULL, '{');
			put_head(t, h, &heads[i]);
			put_options(t, h, &heads[i]);
			at_putc(t, '}');
		}
	at_putc(t, ']');
}

/* To all who look at the lobby, at most twice a second. */
void lobby_tell(struct host *h)
{
	int64_t now = host_uptime();
	struct at_text t;

	if (!h->lobby_changed || !h->lobby || now < h->lobby_next)
		return;
	h->lobby_changed = false;
	h->lobby_next = now + 500;
	put_lobby(&t, h);
	at_putc(&t, '}');
	for (struct visitor *v = h->lobby; v; v = v->next)
		socket_send(v->socket, t.at, t.len);
}

void ask_lobby(struct call *c)
{
	struct visitor *v = c->visitor;
	struct at_text t;
	bool stay = true;

	if (!read_flag(c, "stay", &stay))
		return;
	if (stay && !v->in_lobby) {
		v->next = c->host->lobby;
		v->at = &c->host->lobby;
		if (v->next)
			v->next->at = &v->next;
		c->host->lobby = v;
	} else if (!stay && v->in_lobby) {
		*v->at = v->next;
		if (v->next)
			v->next->at = v->at;
	}
	v->in_lobby = stay;
	put_lobby(&t, c->host);
	say_hex(&t, "id", c->id, ID_SIZE);
	say_end(v, &t);
}

void ask_mine(struct call *c)
{
	static struct at_head heads[LOBBY_MAX];
	uint32_t person = c->visitor->guest->person;
	int count = LOBBY_MAX;
	struct at_text t;

	say_begin(c->host, &t, "mine");
	say_hex(&t, "id", c->id, ID_SIZE);
	at_json_open(&t, "tables", '[');
	if (person && at_store_tables_of(c->host->store, person, NULL, heads, &count) == AT_STORED)
		for (int i = 0; i < count; i++) {
			at_json_open(&t, NULL, '{');
			put_head(&t, c->host, &heads[i]);
			at_json_flag(&t, "your_turn", heads[i].status.turn == person);
			at_putc(&t, '}');
		}
	at_putc(&t, ']');
	say_end(c->visitor, &t);
}
