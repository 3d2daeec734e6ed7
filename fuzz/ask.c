/* Clients' messages, in lines of text: each comes from one of three visitors to a host that is
 * complete except for sockets and thinking bots. Every message is answered, every answer is JSON,
 * and the host's memory agrees with its store.
 *
 * The first character of a line says who sends it. In the rest these characters stand for things
 * that a fuzzer cannot guess: # a new id; @ the id of the last table; ! its secret for playing;
 * ~ a promise; % its ply; ^ a move that is legal there. */
#include "addresses.h"
#include "basics.h"
#include "fuzz.h"
#include "guests.h"
#include "host.h"
#include "job.h"
#include "laws.h"
#include "online.h"
#include "plain.h"
#include "row.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "thinkers.h"
#include "visitor.h"

#include <event2/event.h>
#include <stdlib.h>
#include <string.h>

enum { VISITORS = 3, LINES = 60, LINE_MAX = 8192 };

static struct visitor *visitors[VISITORS];
static struct socket {
	struct visitor *user;
	int told; /* messages */
	bool closed;
} sockets[VISITORS];
static struct address address;
static struct socket_handler handler;
static uint8_t last_table[AT_ID_SIZE];
static uint32_t ids;

/* --- in place of socket.c --- */

struct sockets *sockets_new(struct event_base *base, const struct socket_handler *h)
{
	(void)base;
	handler = *h;
	return (struct sockets *)sockets;
}

void sockets_free(struct sockets *all)
{
	(void)all;
}

void sockets_drop(struct sockets *all)
{
	(void)all;
}

void sockets_sizes(const struct sockets *all, size_t *memory, size_t *unread)
{
	(void)all;
	*memory = *unread = 0;
}

int sockets_shed(struct sockets *all, size_t bytes)
{
	(void)all;
	(void)bytes;
	return 0;
}

uint64_t sockets_closed(const struct sockets *all, int code)
{
	(void)all;
	(void)code;
	return 0;
}

uint64_t sockets_controls(const struct sockets *all)
{
	(void)all;
	return 0;
}

bool socket_is_spent(const struct socket *s)
{
	(void)s;
	return false;
}

int sockets_count(const struct sockets *all)
{
	(void)all;
	return 0;
}

void sockets_close(struct sockets *all, int code, const char *why)
{
	(void)all;
	(void)code;
	(void)why;
}

void sockets_relieve(struct sockets *all)
{
	(void)all;
}

struct socket *sockets_next(const struct sockets *all, const struct socket *s)
{
	(void)all;
	(void)s;
	return NULL;
}

void socket_attend(struct socket *s)
{
	(void)s;
}

void socket_prefetch(const struct socket *s)
{
	(void)s;
}

struct socket *socket_open(struct sockets *all, struct request *r, void *user)
{
	(void)all;
	(void)r;
	(void)user;
	return NULL;
}

void *socket_user(const struct socket *s)
{
	return s->user;
}

void socket_send(struct socket *s, const char *text, size_t size)
{
	json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	const char *table = json_string_value(json_object_get(json, "table"));

	law(json_is_object(json) && json_is_string(json_object_get(json, "type")),
	    "a message is a JSON object with a type", NULL);
	if (table)
		host_hex(table, last_table, AT_ID_SIZE);
	s->told++;
	json_decref(json);
}

void sockets_send(struct sockets *all, const char *text, size_t size)
{
	(void)all;
	for (int i = 0; i < VISITORS; i++)
		if (sockets[i].user && !sockets[i].closed)
			socket_send(&sockets[i], text, size);
}

void socket_close(struct socket *s, int code, const char *why)
{
	(void)code;
	(void)why;
	s->closed = true;
}

/* --- instead of thinkers.c: the first legal move --- */

static struct {
	thinkers_done *done;
	void *self;
	struct at_job job;
	uint64_t ticket;
	bool waits;
} mind;

struct thinkers *thinkers_new(struct event_base *base, int threads, thinkers_done *done, void *self)
{
	(void)base;
	(void)threads;
	mind.done = done;
	mind.self = self;
	mind.waits = false;
	return (struct thinkers *)&mind;
}

void thinkers_free(struct thinkers *t)
{
	(void)t;
}

bool thinkers_drop(struct thinkers *p, uint64_t ticket)
{
	(void)p;
	(void)ticket;
	return false;
}

int thinkers_before(struct thinkers *t, uint64_t ticket)
{
	(void)t;
	return mind.waits && mind.ticket == ticket ? 1 : 0;
}

int thinkers_of(struct thinkers *t, uint64_t address)
{
	(void)t;
	(void)address;
	return mind.waits;
}

int thinkers_waiting(struct thinkers *t)
{
	(void)t;
	return mind.waits;
}

bool thinkers_add(struct thinkers *t, const struct thinkers_for *whose, uint64_t ticket,
		  const struct at_job *job, int level)
{
	int levels = 0;

	(void)t;
	(void)whose;
	while (at_level_names[levels])
		levels++;
	law(level >= 0 && level < levels, "a bot has a level that there is", &job->state.head);
	if (mind.waits)
		return false;
	mind.job = *job;
	mind.ticket = ticket;
	return mind.waits = true;
}

static at_move first_move(const struct at_state *view)
{
	at_move list[AT_MOVES_MAX];
	struct at_view v;
	union at_any world;
	struct at_rng rng;

	memset(&v, 0, sizeof v);
	memcpy(&v.state, view, sizeof v.state);
	at_rng_init(&rng, 1, 1);
	at_guess(&v, &rng, &world.head);
	return at_moves(&world.head, list) > 0 ? list[0] : 0;
}

static void think(void)
{
	struct at_answer a = {.ply = mind.job.ply,
			      .backs = mind.job.backs,
			      .kind = mind.job.kind,
			      .seat = mind.job.seat,
			      .count = 1};

	mind.waits = false;
	a.moves[0] = first_move(&mind.job.state.head);
	mind.done(mind.self, mind.ticket, &a);
}

/* --- a host and its visitors --- */

/* Waits until nothing is under way. Bots play only a few more moves. */
static void settle(struct host *h)
{
	int thoughts = 0;

	do {
		host_flush(h);
		at_store_settle(h->store);
		if (mind.waits && thoughts++ < 8)
			think();
	} while (h->writes > 0 || (mind.waits && thoughts < 8));
	event_base_loop(h->base, EVLOOP_NONBLOCK);
}

static void come(struct host *h, int i)
{
	uint8_t token[AT_TOKEN_SIZE] = {(uint8_t)(i + 1)};
	struct visitor *v = calloc(1, sizeof *v);

	v->host = h;
	v->address = &address;
	v->guest = guest_find(h, token);
	v->guest->sockets++;
	sockets[i] = (struct socket){.user = v};
	v->socket = &sockets[i];
	visitors[i] = v;
	handler.opened(h, v->socket);
}

static void put_legal(struct at_text *t, const struct online_table *table)
{
	struct at_view view;
	at_move list[AT_MOVES_MAX];
	const struct at_state *s = &table->table.state.head;
	int mover = at_table_mover(&table->table);

	if (mover < 0 || at_moves(s, list) == 0)
		return;
	at_view(s, mover, &view);
	at_print_move(&view.state.head, list[s->ply % (uint32_t)at_moves(s, list)], t);
}

static void put_meant(struct at_text *t, struct host *h, char c)
{
	const struct online_table *table = table_find(h, last_table);
	uint8_t id[AT_ID_SIZE] = {(uint8_t)ids, (uint8_t)(ids >> 8), 1}, promise[32] = {7};

	if (c == '#') {
		ids++;
		at_puthex(t, id, sizeof id);
	} else if (c == '@') {
		at_puthex(t, last_table, sizeof last_table);
	} else if (c == '~') {
		at_puthex(t, promise, sizeof promise);
	} else if (c == '!' && table) {
		at_puthex(t, table->terms.play, SECRET_SIZE);
	} else if (c == '%' && table) {
		at_put(t, "%u", table->table.state.head.ply);
	} else if (c == '^' && table) {
		put_legal(t, table);
	}
}

/* jansson reads the same as the fast reader of plain commands. */
static void check_plain(const char *text, size_t size)
{
	json_t *plain = plain_read(text, size);
	json_t *json = plain ? json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL) : NULL;

	struct plain_move move;

	law(!plain || json_equal(plain, json), "plain commands are read alike", NULL);
	law(!plain_move(text, size, &move) ||
		(json_object_size(json) == 6 &&
		 json_integer_value(json_object_get(json, "ply")) == move.ply &&
		 json_integer_value(json_object_get(json, "backs")) == move.backs &&
		 json_array_size(json_object_get(json, "moves")) == (size_t)move.count),
	    "plain moves are read alike", NULL);
	json_decref(plain);
	json_decref(json);
}

static void say_line(struct host *h, const char *line, size_t size)
{
	char text[LINE_MAX];
	struct socket *s = &sockets[(unsigned char)line[0] % VISITORS];
	struct at_text t;
	int told = s->told;

	at_text_init(&t, text, sizeof text);
	for (size_t i = 1; i < size; i++)
		if (strchr("#@!~%^", line[i]) && line[i])
			put_meant(&t, h, line[i]);
		else
			at_putc(&t, line[i]);
	if (t.full || s->closed)
		return;
	check_plain(text, t.len);
	handler.message(h, s, text, t.len);
	settle(h);
	law(s->told > told, "every message is answered", NULL);
}

static void laws_of_tables(struct host *h)
{
	for (int i = 0; i < TABLE_BUCKETS; i++)
		for (struct online_table *t = h->tables[i]; t; t = t->next) {
			struct at_table was = t->table;
			if (t->read_only)
				continue;
			table_reload(t);
			law(!t->read_only && memcmp(&was, &t->table, sizeof was) == 0,
			    "a table is what is stored of it", &was.state.head);
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct host_options options = {.threads = 1, .per_second = 100000, .port = 1};
	struct event_base *base = event_base_new();
	struct at_store *store = at_store_open("memory:", AT_STORE_OWNER, NULL);
	char why[200];
	struct host *h = host_new(base, store, &options, why, sizeof why);
	const char *at = (const char *)data, *end = at + size;

	ids = 0;
	memset(last_table, 0, sizeof last_table);
	memset(&address, 0, sizeof address);
	for (int i = 0; i < VISITORS; i++)
		come(h, i);
	for (int i = 0; i < LINES && at < end; i++) {
		const char *stop = memchr(at, '\n', (size_t)(end - at));
		size_t n = (size_t)((stop ? stop : end) - at);
		if (n > 0)
			say_line(h, at, n);
		at += n + 1;
	}
	settle(h);
	laws_of_tables(h);
	mind.waits = false;
	for (int i = 0; i < VISITORS; i++)
		handler.closed(h, &sockets[i]);
	host_free(h);
	at_store_close(store);
	event_base_free(base);
	return 0;
}
