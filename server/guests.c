#include "guests.h"

#include "alike.h"
#include "asks.h"
#include "basics.h"
#include "budgets.h"
#include "forgotten.h"
#include "handlers.h"
#include "json.h"
#include "limit.h"
#include "lobby.h"
#include "makings.h"
#include "name.h"
#include "others.h"
#include "row.h"
#include "says.h"
#include "seats.h"
#include "sha256.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum { DAY_MS = 86400000 };

static struct guest **bucket_of(struct host *h, const uint8_t *token)
{
	return &h->guests[(token[0] | token[1] << 8) % GUEST_BUCKETS];
}

static void was_seen(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

void guest_seen(struct host *h, struct guest *g)
{
	uint64_t now = host_date(h);
	struct at_write *w = g->person && g->seen + DAY_MS < now ? calloc(1, sizeof *w) : NULL;

	if (!w)
		return;
	g->seen = now;
	w->kind = AT_SEEN;
	w->guest.person = g->person;
	w->guest.now = now;
	w->done = was_seen;
	w->context = h;
	host_write(h, w);
}

void guests_check(struct host *h)
{
	struct at_guest known;

	for (int i = 0; i < GUEST_BUCKETS; i++)
		for (struct guest *g = h->guests[i]; g; g = g->next)
			if (g->person &&
			    at_store_guest(h->store, g->person, &known) == AT_STORED_NONE)
				guest_expel(h, g->person);
}

void guests_seen(struct host *h)
{
	for (int i = 0; i < GUEST_BUCKETS; i++)
		for (struct guest *g = h->guests[i]; g; g = g->next)
			guest_seen(h, g);
}

void guest_be(struct guest *g, const struct at_guest *known)
{
	g->person = known->person;
	g->seen = known->seen;
	g->picture = known->picture;
	memcpy(g->name, known->name, sizeof g->name);
}

struct guest *guest_find(struct host *h, const uint8_t *token)
{
	struct guest **bucket = bucket_of(h, token), *g;
	struct at_guest known;

	for (g = *bucket; g; g = g->next)
		if (memcmp(g->token, token, AT_TOKEN_SIZE) == 0)
			return g;
	g = calloc(1, sizeof *g);
	if (!g)
		return NULL;
	memcpy(g->token, token, AT_TOKEN_SIZE);
	switch (at_store_token(h->store, token, &known)) {
	case AT_STORED: guest_be(g, &known); break;
	case AT_STORED_NONE: break;
	default: /* if the store cannot be read, nobody is treated as unknown */
		free(g);
		return NULL;
	}
	g->next = *bucket;
	*bucket = g;
	return g;
}

void guest_leave(struct host *h, struct guest *g)
{
	g->sockets--;
	guest_forget(h, g);
}

void guest_forget(struct host *h, struct guest *g)
{
	struct guest **at = bucket_of(h, g->token);

	if (g->sockets > 0 || g->welcoming)
		return;
	while (*at != g)
		at = &(*at)->next;
	*at = g->next;
	free(g);
}

/* --- a name --- */

struct naming {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	struct guest *guest;
	uint8_t id[AT_ID_SIZE];
	uint8_t picture;
	char name[NAME_SIZE];
};

static void say_named(struct naming *n)
{
	struct visitor *v = n->visitor;
	struct at_text t;

	if (v->gone)
		return;
	if (n->write.result != AT_STORED && n->write.result != AT_STORED_BEFORE) {
		refuse(v, n->id, "store", "this cannot be kept now; try again later");
		return;
	}
	say_begin(n->host, &t, "done");
	say_hex(&t, "id", n->id, AT_ID_SIZE);
	at_json_count(&t, "person", n->guest->person);
	at_json_word(&t, "name", n->guest->name);
	at_json_count(&t, "picture", n->guest->picture);
	say_end(v, &t);
}

/* All connected devices of the person. */
static void rename_all(const struct naming *n)
{
	guest_unknow(n->host, n->guest->person);
	for (int i = 0; i < GUEST_BUCKETS; i++)
		for (struct guest *g = n->host->guests[i]; g; g = g->next)
			if (g->person == n->guest->person) {
				g->picture = n->picture;
				memcpy(g->name, n->name, sizeof n->name);
			}
}

void guest_heard(struct host *h, uint32_t person)
{
	struct at_guest known;
	enum at_stored found;

	guest_unknow(h, person);
	if (!person) {
		guests_check(h);
		return;
	}
	found = at_store_guest(h->store, person, &known);
	if (found == AT_STORED_NONE)
		guest_expel(h, person);
	for (int i = 0; i < GUEST_BUCKETS && found == AT_STORED; i++)
		for (struct guest *g = h->guests[i]; g; g = g->next)
			if (g->person == person)
				guest_be(g, &known);
}

/* The link that they show somewhere has been used. */
static void tell_used(struct host *h, uint32_t person, const struct visitor *but)
{
	for (struct socket *s = NULL; (s = sockets_next(h->sockets, s));) {
		struct visitor *v = socket_user(s);
		struct at_text t;
		if (v == but || v->guest->person != person)
			continue;
		say_begin(h, &t, "device");
		at_json_flag(&t, "used", true);
		say_end(v, &t);
	}
}

/* Somebody has identified themselves at another node. */
void token_heard(struct host *h, const uint8_t *token)
{
	struct guest *g = *bucket_of(h, token);
	struct at_guest known;

	while (g && memcmp(g->token, token, AT_TOKEN_SIZE) != 0)
		g = g->next;
	if (at_store_token(h->store, token, &known) != AT_STORED)
		return;
	tell_used(h, known.person, NULL);
	if (!g || g->person)
		return;
	guest_be(g, &known);
	mine_moved(h, g, 0);
}

static void named(struct at_write *w)
{
	struct naming *n = w->context;
	struct guest *g = n->guest;
	struct visitor *v = n->visitor;

	n->host->writes--;
	n->host->making--;
	g->welcoming = false;
	if (w->result == AT_STORED || w->result == AT_STORED_BEFORE) {
		if (w->kind == AT_WELCOME) {
			n->host->welcomed += w->result == AT_STORED;
			g->person = w->person;
			g->seen = w->welcome.now;
			mine_moved(n->host, g, 0);
		}
		rename_all(n);
	}
	say_named(n);
	g->sockets++; /* somebody may be waiting for just this */
	guest_leave(n->host, g);
	if (--v->asks == 0 && v->gone)
		free(v);
	free(n);
}

/* With the first name, a guest is stored. */
void ask_name(struct call *c)
{
	const json_t *name = json_object_get(c->json, "name");
	struct guest *g = c->visitor->guest;
	const char *why = "a name is missing";
	uint32_t picture = g->picture;
	struct naming *n;

	if (!g->person && making_waits(c, ask_name))
		return;
	n = calloc(1, sizeof *n);
	if (!read_number(c, "picture", PICTURES - 1, &picture)) {
		free(n);
		return;
	}
	if (!n || !json_is_string(name) ||
	    !name_read(json_string_value(name), json_string_length(name), n->name, &why)) {
		refuse_call(c, "bad-name", why);
		free(n);
		return;
	}
	if (strcmp(g->name, n->name) != 0 &&
	    (name_is_numbered(n->name) ||
	     name_is_reserved(n->name, c->host->options.name, c->host->options.names))) {
		refuse_call(c, "bad-name", "others would take it for the host's or for another's");
		free(n);
		return;
	}
	if (g->welcoming) {
		refuse_call(c, "busy", "one name at a time");
		free(n);
		return;
	}
	if (!g->person && !budget_take(c, BUDGET_GUESTS)) {
		free(n);
		return;
	}
	n->host = c->host;
	n->visitor = c->visitor;
	n->guest = g;
	memcpy(n->id, c->id, AT_ID_SIZE);
	n->picture = (uint8_t)picture;
	n->write.done = named;
	n->write.context = n;
	if (g->person) {
		n->write.kind = AT_RENAME;
		n->write.guest.person = g->person;
		n->write.guest.name = n->name;
		n->write.guest.picture = n->picture;
		n->write.guest.now = host_date(c->host);
	} else {
		n->write.kind = AT_WELCOME;
		memcpy(n->write.welcome.token, g->token, sizeof g->token);
		n->write.welcome.name = n->name;
		n->write.welcome.picture = n->picture;
		n->write.welcome.now = host_date(c->host);
	}
	g->welcoming = true;
	c->visitor->asks++;
	c->host->making++;
	host_write(c->host, &n->write);
}

/* --- another device, and being forgotten --- */

enum { LINK_MS = 10 * 60 * 1000 };

struct moving {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	struct guest *guest;
	uint8_t id[AT_ID_SIZE], secret[AT_TOKEN_SIZE];
	struct theirs theirs; /* of the deleted person */
};

static void answer_moving(struct moving *m)
{
	struct visitor *v = m->visitor;
	struct at_text t;

	say_begin(m->host, &t, m->write.kind == AT_LINK ? "device" : "done");
	say_hex(&t, "id", m->id, AT_ID_SIZE);
	if (m->write.kind == AT_LINK) {
		at_json_name(&t, "link");
		at_puts(&t, "\"#device/");
		at_puthex(&t, m->secret, sizeof m->secret);
		at_putc(&t, '"');
	} else {
		at_json_count(&t, "person", m->guest->person);
		at_json_word(&t, "name", m->guest->person ? m->guest->name : NULL);
		at_json_count(&t, "picture", m->guest->picture);
	}
	say_end(v, &t);
}

/* Connected devices of this person become strangers again. */
static void forget_all(struct host *h, uint32_t person)
{
	guest_unknow(h, person);
	for (int i = 0; i < GUEST_BUCKETS; i++)
		for (struct guest *g = h->guests[i]; g; g = g->next)
			if (g->person == person) {
				g->person = 0;
				g->picture = 0;
				g->name[0] = '\0';
				mine_moved(h, g, person);
			}
}

/* All their connections but one: of who asked for it. */
static void close_all(struct host *h, uint32_t person, const struct visitor *but)
{
	for (struct socket *s = NULL; (s = sockets_next(h->sockets, s));) {
		const struct visitor *v = socket_user(s);
		if (v != but && v->guest->person == person)
			socket_close(s, SOCKET_GOING_AWAY, "you have been forgotten here");
	}
}

void guest_expel(struct host *h, uint32_t person)
{
	close_all(h, person, NULL);
	forget_all(h, person);
}

static void moved(struct at_write *w)
{
	struct moving *m = w->context;
	struct visitor *v = m->visitor;
	struct at_guest known;

	m->host->writes--;
	m->guest->welcoming = false;
	if (w->result <= AT_STORED_BEFORE && w->kind == AT_REDEEM &&
	    at_store_guest(m->host->store, w->person, &known) == AT_STORED) {
		guest_be(m->guest, &known);
		tell_used(m->host, known.person, v);
		mine_moved(m->host, m->guest, 0);
	}
	if (w->result == AT_STORED && w->kind == AT_FORGET) {
		theirs_close(m->host, w->guest.person, &m->theirs);
		close_all(m->host, w->guest.person, v);
		forget_all(m->host, w->guest.person);
		theirs_leave(m->host, w->guest.person, &m->theirs);
	}
	if (!v->gone && w->result <= AT_STORED_BEFORE)
		answer_moving(m);
	else if (!v->gone && w->result == AT_STORED_TAKEN)
		refuse(v, m->id, "not-now", "this device has a name already");
	else if (!v->gone)
		refuse(v, m->id, w->result == AT_STORED_NONE ? "not-allowed" : "store",
		       w->result == AT_STORED_NONE ? "this link is not good any more"
						   : "this cannot be kept now; try again later");
	m->guest->sockets++;
	guest_leave(m->host, m->guest);
	if (--v->asks == 0 && v->gone)
		free(v);
	free(m);
}

static struct moving *move(struct call *c, int kind)
{
	struct moving *m = c->visitor->guest->welcoming ? NULL : calloc(1, sizeof *m);

	if (!m) {
		refuse_call(c, "busy", "one at a time");
		return NULL;
	}
	m->host = c->host;
	m->visitor = c->visitor;
	m->guest = c->visitor->guest;
	memcpy(m->id, c->id, AT_ID_SIZE);
	m->write.kind = (enum at_write_kind)kind;
	m->write.done = moved;
	m->write.context = m;
	return m;
}

static void submit(struct call *c, struct moving *m)
{
	m->guest->welcoming = true;
	c->visitor->asks++;
	host_write(c->host, &m->write);
}

/* The store has only the secret's hash; the secret is sent once. */
void ask_device(struct call *c)
{
	struct moving *m = budget_take(c, BUDGET_LINKS) ? move(c, AT_LINK) : NULL;

	if (!m)
		return;
	host_random(m->secret, sizeof m->secret);
	at_sha256(m->secret, sizeof m->secret, m->write.link.hash);
	m->write.link.person = m->guest->person;
	m->write.link.until = host_date(c->host) + LINK_MS;
	submit(c, m);
}

void ask_redeem(struct call *c)
{
	uint8_t secret[AT_TOKEN_SIZE] = {0};
	struct moving *m;
	bool given;

	if (!read_hex(c, "secret", secret, sizeof secret, &given))
		return;
	m = move(c, AT_REDEEM);
	if (!m)
		return;
	at_sha256(secret, sizeof secret, m->write.redeem.hash);
	memcpy(m->write.redeem.token, m->guest->token, sizeof m->guest->token);
	m->write.redeem.now = host_date(c->host);
	submit(c, m);
}

/* Unknown persons are deleted already. */
void ask_forget(struct call *c)
{
	struct moving *m = move(c, AT_FORGET);

	if (!m)
		return;
	if (!m->guest->person) {
		answer_moving(m);
		free(m);
		return;
	}
	m->write.guest.person = m->guest->person;
	theirs_find(c->host, m->guest->person, &m->theirs);
	submit(c, m);
}
