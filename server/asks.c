/* Commands from clients: reads each one, checks who may ask it, and calls its handler. */
#include "asks.h"

#include "addresses.h"
#include "basics.h"
#include "bot.h"
#include "handlers.h"
#include "json.h"
#include "limit.h"
#include "metrics.h"
#include "plain.h"
#include "prefetch.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <string.h>

enum {
	PERSON = 1, /* a guest with a name */
	TABLE = 2,  /* a table that exists */
	SEAT = 4,   /* on which the guest sits */
	MAKER = 8,  /* the one who made the table */
	SIGHT = 16, /* a table that this socket has opened */
};

static void ask_ping(struct call *);

static const struct {
	const char *name;
	void (*handle)(struct call *);
	int needs;
} commands[] = {
    {"move", ask_move, TABLE | SEAT},
    {"open", ask_open, TABLE},
    {"close", ask_close, TABLE},
    {"events", ask_events, TABLE | SIGHT},
    {"chat", ask_chat, TABLE | PERSON | SIGHT},
    {"unchat", ask_unchat, TABLE | PERSON | SIGHT},
    {"chats", ask_chats, TABLE | SIGHT},
    {"sit", ask_sit, TABLE | PERSON},
    {"leave", ask_leave, TABLE | SEAT},
    {"remove", ask_remove, TABLE | MAKER},
    {"fill", ask_fill, TABLE | MAKER},
    {"reveal", ask_reveal, TABLE | SEAT},
    {"back", ask_back, TABLE | SEAT},
    {"agree", ask_agree, TABLE | SEAT},
    {"decline", ask_decline, TABLE | SEAT},
    {"end", ask_end, TABLE | SEAT},
    {"stand-in", ask_stand_in, TABLE | SEAT},
    {"return", ask_return, TABLE | SEAT},
    {"resign", ask_resign, TABLE | SEAT},
    {"nudge", ask_nudge, TABLE | SEAT},
    {"give-time", ask_give_time, TABLE | SEAT},
    {"end-absent", ask_end_absent, TABLE | SEAT},
    {"ready", ask_ready, TABLE | SEAT | SIGHT},
    {"hint", ask_hint, TABLE | SEAT},
    {"record", ask_record, TABLE | SIGHT},
    {"rematch", ask_rematch, TABLE | SEAT},
    {"create", ask_create, PERSON},
    {"name", ask_name, 0},
    {"device", ask_device, PERSON},
    {"redeem", ask_redeem, 0},
    {"forget", ask_forget, 0},
    {"code", ask_code, PERSON},
    {"recover", ask_recover, 0},
    {"ping", ask_ping, 0},
    {"lobby", ask_lobby, 0},
    {"mine", ask_mine, 0},
    {"results", ask_results, 0},
};

void refuse(struct visitor *v, const uint8_t *id, const char *code, const char *why)
{
	struct at_text t;

	metrics_refused(v->host, code);
	say_begin(v->host, &t, "refused");
	if (id)
		say_hex(&t, "id", id, AT_ID_SIZE);
	else
		at_json_word(&t, "id", NULL);
	at_json_word(&t, "code", code);
	at_json_word(&t, "why", why);
	say_end(v, &t);
}

/* --- members --- */

static bool wrong(const struct call *c, const char *name)
{
	struct at_text t;
	char why[100];

	at_text_init(&t, why, sizeof why);
	at_put(&t, "'%s' is missing or wrong", name);
	refuse_call(c, "bad-message", why);
	return false;
}

bool read_number(const struct call *c, const char *name, uint32_t most, uint32_t *out)
{
	const json_t *j = json_object_get(c->json, name);

	if (!j)
		return true;
	if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) > most)
		return wrong(c, name);
	*out = (uint32_t)json_integer_value(j);
	return true;
}

bool read_seat(const struct call *c, const char *name, int *seat)
{
	uint32_t n = (uint32_t)(*seat + 1);

	if (!read_number(c, name, AT_SEATS_MAX, &n))
		return false;
	*seat = (int)n - 1;
	return true;
}

/* A level's place on the ladder. */
static int rung_of(int level)
{
	int i = 0;

	while (at_ladder[i] && strcmp(at_ladder[i], at_level_names[level]) != 0)
		i++;
	return i;
}

bool level_allowed(const struct host *h, int level)
{
	return rung_of(level) <= h->top;
}

int level_at_most(const struct host *h, int level)
{
	int top = 0;

	while (strcmp(at_level_names[top], at_ladder[h->top]) != 0)
		top++;
	return level_allowed(h, level) ? level : top;
}

bool refuse_level(const struct call *c)
{
	struct at_text t;
	char why[100];

	at_text_init(&t, why, sizeof why);
	at_put(&t, "the best bots of this host are '%s'", at_ladder[c->host->top]);
	refuse_call(c, "not-allowed", why);
	return false;
}

bool read_level(const struct call *c, const char *name, int *level)
{
	const json_t *j = json_object_get(c->json, name);

	if (!j) {
		*level = level_at_most(c->host, *level);
		return true;
	}
	for (int i = 0; json_is_string(j) && at_level_names[i]; i++)
		if (strcmp(json_string_value(j), at_level_names[i]) == 0) {
			*level = i;
			return level_allowed(c->host, i) || refuse_level(c);
		}
	return wrong(c, name);
}

bool read_flag(const struct call *c, const char *name, bool *out)
{
	const json_t *j = json_object_get(c->json, name);

	if (!j)
		return true;
	if (!json_is_boolean(j))
		return wrong(c, name);
	*out = json_is_true(j);
	return true;
}

bool read_hex(const struct call *c, const char *name, uint8_t *out, size_t n, bool *given)
{
	const json_t *j = json_object_get(c->json, name);

	*given = j && !json_is_null(j);
	if (!*given)
		return true;
	if (!json_is_string(j) || !host_hex(json_string_value(j), out, n))
		return wrong(c, name);
	return true;
}

/* For clients that cannot see pings. */
static void ask_ping(struct call *c)
{
	struct at_text t;

	say_begin(c->host, &t, "done");
	say_hex(&t, "id", c->id, AT_ID_SIZE);
	say_end(c->visitor, &t);
}

/* --- limits --- */

static bool is_too_fast(struct visitor *v, int64_t now)
{
	int rate = v->host->options.per_second;

	int guest = rate / 5 + 1, socket = rate / 8 + 1;

	return !bucket_take(&v->commands, now, socket, BURST * socket) ||
	       !bucket_take(&v->guest->commands, now, guest, BURST * guest) ||
	       !bucket_take(&v->address->commands, now, rate, BURST * rate);
}

static void refuse_fast(struct visitor *v, const uint8_t *id)
{
	refuse(v, id, "too-fast", "not so many at once; wait a moment");
	if (++v->refused > FORGIVEN)
		socket_close(v->socket, SOCKET_TOO_FAST, "too many commands");
}

/* --- finding --- */

/* Looks the table up without creating anything. */
static bool find_table(struct call *c)
{
	uint8_t id[AT_ID_SIZE];
	bool given = c->move;

	if (given)
		memcpy(id, c->move->table, sizeof id);
	else if (!read_hex(c, "table", id, sizeof id, &given))
		return false;
	c->table = given ? table_get(c->host, id) : NULL;
	if (!c->table && given && c->host->unread) {
		refuse_call(c, "store", "the host waits for its database; try again in a moment");
		return false;
	}
	if (!c->table && given && c->host->spoilt) {
		refuse_call(c, "read-only", c->host->spoilt);
		return false;
	}
	if (!c->table) {
		refuse_call(c, "unknown-table", "there is no such table");
		return false;
	}
	c->seat = c->visitor->guest->person
		      ? at_table_seat_of(&c->table->table, c->visitor->guest->person)
		      : AT_NOBODY;
	return true;
}

static bool has(struct call *c, int needs)
{
	const struct guest *g = c->visitor->guest;

	if (needs & TABLE && !find_table(c))
		return false;
	if (needs & PERSON && !g->person)
		refuse_call(c, "name-needed", "say who you are first");
	else if (needs & SIGHT && !watch_of(c->visitor, c->table))
		refuse_call(c, "not-open", "open the table first");
	else if (needs & SEAT && c->seat < 0)
		refuse_call(c, "not-yours", "you do not sit at this table");
	else if (needs & MAKER && (!g->person || c->table->terms.creator != g->person))
		refuse_call(c, "not-yours", "only who made the table does this");
	else
		return true;
	return false;
}

static void handle(struct call *c)
{
	const char *name = c->move ? "move" : json_string_value(json_object_get(c->json, "do"));
	size_t i = 0, n = sizeof commands / sizeof *commands;

	while (i < n && name && strcmp(commands[i].name, name) != 0)
		i++;
	if (name && i < n)
		log_way(c->host, "read", c->id, "do", name);
	if (!name || i == n)
		refuse_call(c, "unknown-command", "there is no such command");
	else if (c->host->stopping)
		refuse_call(c, "stopping", "come back in a moment");
	else if (c->host->writes > STORE_QUEUE)
		refuse_call(c, "busy", "too much is going on; try again in a moment");
	else if (has(c, commands[i].needs))
		commands[i].handle(c);
}

/* Reads the command's id. False, and refused, if it has none. */
static bool read_id(struct call *c)
{
	const char *id = json_string_value(json_object_get(c->json, "id"));

	if (id && host_hex(id, c->id, sizeof c->id))
		return true;
	if (is_too_fast(c->visitor, c->from))
		refuse_fast(c->visitor, NULL);
	else
		refuse(c->visitor, NULL, "bad-message",
		       json_is_object(c->json)
			   ? "'id' has to be 32 hexadecimal digits in lower case"
			   : "this is no JSON object");
	return false;
}

void asks_soon(void *self, const struct socket *socket)
{
	const struct visitor *v = socket_user(socket);

	(void)self;
	at_prefetch(&v->guest->commands, sizeof v->guest->commands);
	at_prefetch(&v->address->commands, sizeof v->address->commands);
	if (v->watches)
		at_prefetch(v->watches, sizeof *v->watches);
}

/* Besides what can be measured here a message costs its answer and its way to the disk. */
enum { MESSAGE_US = 20 };

void asks_took(void *self, const struct socket *socket, int64_t us)
{
	const struct visitor *v = socket_user(socket);

	(void)self;
	address_spend(&v->address->spent, host_uptime() * 1000, us + MESSAGE_US);
}

bool asks_wait(void *self, const struct socket *socket, int64_t now_us)
{
	const struct visitor *v = socket_user(socket);

	(void)self;
	return address_is_spent(&v->address->spent, now_us);
}

/* A move's way to the disk is as long as what goes there with it. */
bool asks_full(void *self)
{
	const struct host *h = self;

	return h->writes >= STORE_MANY;
}

void asks_message(void *self, struct socket *socket, const char *text, size_t size)
{
	struct call c = {.host = self, .visitor = socket_user(socket), .seat = AT_NOBODY};
	struct plain_move move;

	c.host->messages++;
	c.from = host_uptime();
	if (c.visitor->watches) /* most commands are about the table that was opened last */
		table_prefetch(c.visitor->watches->table);
	if (plain_move(text, size, &move)) {
		c.move = &move;
		memcpy(c.id, move.id, sizeof c.id);
	} else {
		c.json = plain_read(text, size);
		if (!c.json)
			c.json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	}
	if (c.move || read_id(&c)) {
		if (is_too_fast(c.visitor, c.from))
			refuse_fast(c.visitor, c.id);
		else
			handle(&c);
	}
	json_decref(c.json);
}
