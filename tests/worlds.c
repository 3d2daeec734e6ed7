/* Two worlds on the wire: two hosts with a table each, which differ in what one viewer may not know
 * and are made to draw alike for its eyes. Whatever this viewer does, and whatever the others do,
 * it is sent the same bytes from both: moves, views, refusals, hints, when it comes back, as a
 * spectator. Each byte that leaves a socket is compared, and what /metrics says; but for what the
 * clock on the wall says.
 *
 *     worlds [GAME|all [SEED]] */
#define _GNU_SOURCE

#include "hosting.h"
#include "play.h"
#include "seen.h"
#include "sha256.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <netinet/tcp.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum {
	PORT = 1,                   /* in the cookie's name */
	PLACES = AT_SEATS_MAX + 1,  /* of the seats, then a spectator's */
	CLIENTS = AT_SEATS_MAX + 2, /* and the viewer once more, without views */
	TERSE = PLACES,
	HEARD = 4 << 20,
	ROUNDS = 8,
	STEPS = 120,
	HELD_UP_MS = 35,  /* TCP's wait for an acknowledgement is 40 */
	PATIENCE = 60000, /* milliseconds until an answer must be there */
};

static const uint8_t table_id[ID_SIZE] = {7, 7, 7}, secret[SECRET_SIZE] = {9, 9};
static uint64_t the_seed = 1;
static int differed, secrets, compared, held_up;

struct client {
	int fd;
	char *heard;
	size_t size;
};

struct world {
	struct event_base *base;
	struct evhttp *http;
	struct at_store *store;
	struct host *host;
	struct hosted *table;
	struct peer peer;
	struct sockaddr_in address;
	uint32_t person[PLACES];
	struct client client[CLIENTS];
};

static struct world worlds[2];

/* --- a client's side --- */

/* Keeps what has come for anybody. */
static void hear(struct world *w)
{
	for (int i = 0; i < CLIENTS; i++) {
		struct client *c = &w->client[i];
		ssize_t n = 1;
		while (c->fd > 0 && n > 0) {
			assert_true(c->size < HEARD);
			n = recv(c->fd, c->heard + c->size, HEARD - c->size, MSG_DONTWAIT);
			assert_true(n > 0 || (n < 0 && errno == EAGAIN));
			c->size += n > 0 ? (size_t)n : 0;
		}
	}
}

static void turn(struct world *w)
{
	at_store_settle(w->store);
	event_base_loop(w->base, EVLOOP_NONBLOCK);
	hear(w);
}

static void until(struct world *w, const struct client *c, const char *text, int times)
{
	int64_t end = host_uptime() + PATIENCE;
	int found = 0;

	while (found < times) {
		turn(w);
		found = 0;
		for (char *at = c->heard;
		     (at = memmem(at, c->size - (size_t)(at - c->heard), text, strlen(text))); at++)
			found++;
		if (found < times && event_base_loop(w->base, EVLOOP_NONBLOCK) == 0)
			usleep(100); /* a bot thinks, or the store */
		if (host_uptime() > end)
			fail_msg("no answer: %s", text);
	}
}

/* Masked with zeros. */
static void send_frame(const struct client *c, const char *text, size_t size)
{
	uint8_t frame[4096] = {0x81, 0xfe, (uint8_t)(size >> 8), (uint8_t)size};
	size_t head = 8;

	if (size < 126) {
		frame[1] = (uint8_t)(0x80 | size);
		frame[2] = frame[3] = 0;
		head = 6;
	}
	assert_true(size + head < sizeof frame);
	memcpy(frame + head, text, size);
	assert_int_equal(send(c->fd, frame, size + head, MSG_NOSIGNAL), size + head);
}

static uint32_t asked; /* the same in both worlds */

/* Asks and waits for the answer. The members come after a comma. */
static void ask(struct world *w, int who, const char *members)
{
	char text[3000], id[40];
	struct at_text t;
	int64_t begin;

	snprintf(id, sizeof id, "\"id\":\"%032x\"", asked);
	at_text_init(&t, text, sizeof text);
	at_put(&t, "{%s,\"table\":\"", id);
	at_puthex(&t, table_id, sizeof table_id);
	at_put(&t, "\"%s}", members);
	assert_false(t.full);
	begin = host_uptime();
	send_frame(&w->client[who], text, t.len);
	until(w, &w->client[who], id, 1);
	held_up += host_uptime() - begin >= HELD_UP_MS;
}

/* The viewer asks the same in both worlds. */
static void both_ask(int who, const char *members)
{
	asked++;
	for (int i = 0; i < 2; i++)
		ask(&worlds[i], who, members);
}

static void token_of(int place, uint8_t out[AT_TOKEN_SIZE])
{
	memset(out, place + 1, AT_TOKEN_SIZE);
}

static void come(struct world *w, int who, int place)
{
	struct client *c = &w->client[who];
	uint8_t token[AT_TOKEN_SIZE];
	char text[600];
	struct at_text t;

	token_of(place, token);
	at_text_init(&t, text, sizeof text);
	at_put(&t,
	       "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
	       "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
	       "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nCookie: atoll_%d=",
	       PORT);
	at_puthex(&t, token, sizeof token);
	at_puts(&t, "\r\n\r\n");
	c->fd = socket(AF_INET, SOCK_STREAM, 0);
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &(int){1}, sizeof(int));
	assert_int_equal(connect(c->fd, (struct sockaddr *)&w->address, sizeof w->address), 0);
	assert_int_equal(send(c->fd, text, t.len, MSG_NOSIGNAL), t.len);
	until(w, c, "\"type\":\"hello\"", 1);
	c->size = 0; /* there is a date in it, and the store's incarnation */
}

/* Hangs up and waits until the host has noticed. */
static void leave(struct world *w, int who)
{
	int before = sockets_count(w->host->sockets);

	close(w->client[who].fd);
	w->client[who].fd = 0;
	while (sockets_count(w->host->sockets) == before)
		turn(w);
}

static void open_table(int who, bool views, int last)
{
	char text[200];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_put(&t, ",\"do\":\"open\",\"views\":%s,\"secret\":\"", views ? "true" : "false");
	at_puthex(&t, secret, sizeof secret);
	at_putc(&t, '"');
	if (last >= 0)
		at_put(&t, ",\"last\":%d", last);
	both_ask(who, text);
}

/* --- a world --- */

static void answer(struct evhttp_request *r, void *arg)
{
	struct world *w = arg;
	const char *why;
	int code;

	if (!host_answer(w->host, r, &w->peer, VIA_ANY, &code, &why))
		evhttp_send_error(r, code, why);
}

static void listen_here(struct world *w)
{
	socklen_t size = sizeof w->address;
	struct evhttp_bound_socket *bound;

	w->http = evhttp_new(w->base);
	evhttp_set_gencb(w->http, answer, w);
	bound = evhttp_bind_socket_with_handle(w->http, "127.0.0.1", 0);
	assert_non_null(bound);
	getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&w->address, &size);
}

static void welcome(struct world *w, int place)
{
	struct at_write write = {.kind = AT_WELCOME};
	uint8_t token[AT_TOKEN_SIZE];
	char name[] = "P1";

	name[1] = (char)('1' + place);
	token_of(place, token);
	at_sha256(token, sizeof token, write.welcome.token);
	write.welcome.name = name;
	write.welcome.now = 1000;
	at_store_submit(w->store, &write);
	at_store_settle(w->store);
	assert_int_equal(write.result, AT_STORED);
	w->person[place] = write.person;
}

static void do_here(struct world *w, struct at_command c)
{
	struct ask a = {.host = w->host, .command = c};

	step_do(w->table, &a);
}

static void make_table(struct world *w, const struct at_opening *o)
{
	struct house house = {.spectators = 1, .hints = 1};
	uint8_t bytes[ROW_OPENING_MAX];
	struct at_write write = {.kind = AT_CREATE};

	memcpy(house.watch, secret, sizeof secret);
	memcpy(write.create.head.id, table_id, ID_SIZE);
	write.create.head.game = o->game;
	write.create.head.seats = o->seats;
	write.create.opening = bytes;
	write.create.opening_size = row_put_opening(o, &house, NULL, bytes);
	at_store_submit(w->store, &write);
	at_store_settle(w->store);
	assert_int_equal(write.result, AT_STORED);
	w->table = table_get(w->host, table_id);
	assert_non_null(w->table);
}

static void world_begin(struct world *w, const struct at_opening *o)
{
	struct host_options options = {
	    .threads = 1, .per_second = 1000000, .grace_ms = 600000, .port = PORT};
	char why[200];

	w->base = event_base_new();
	w->store = at_store_open("memory:", AT_STORE_OWNER, NULL);
	w->host = host_new(w->base, w->store, &options, why, sizeof why);
	listen_here(w);
	for (int i = 0; i < PLACES; i++)
		welcome(w, i);
	make_table(w, o);
	for (int i = 0; i < CLIENTS; i++)
		w->client[i] = (struct client){0, malloc(HEARD), 0};
	/* The start waits behind the seats, so that the host does not come before it with a seed.
	 */
	for (int i = 0; i < o->seats; i++)
		do_here(w, (struct at_command){
			       .kind = AT_SIT, .seat = (int8_t)i, .person = w->person[i]});
	do_here(w, (struct at_command){.kind = AT_START, .draws = AT_DRAWS_FORCED});
	turn(w);
	turn(w);
	assert_int_equal(w->table->table.phase, AT_PLAYING);
}

static void world_end(struct world *w)
{
	for (int i = 0; i < CLIENTS; i++) {
		if (w->client[i].fd > 0)
			leave(w, i);
		free(w->client[i].heard);
	}
	evhttp_free(w->http);
	host_free(w->host);
	at_store_close(w->store);
	event_base_free(w->base);
	memset(w, 0, sizeof *w);
}

/* --- the law --- */

static const struct at_state *now_in(int world)
{
	return &worlds[world].table->table.state.head;
}

static void show(const struct client *c, size_t from)
{
	size_t begin = from > 200 ? from - 200 : 0;

	print_error("... ");
	for (size_t i = begin; i < c->size && i < from + 200; i++)
		print_error("%c", c->heard[i] >= ' ' ? c->heard[i] : '.');
	print_error("\n");
}

/* The numbers behind this text are matters of time: they are taken out. */
static void blot(char *heard, size_t *size, const char *text)
{
	for (char *at = heard;
	     (at = memmem(at, *size - (size_t)(at - heard), text, strlen(text)));) {
		size_t n = 0, rest;
		at += strlen(text);
		rest = *size - (size_t)(at - heard);
		while (n < rest && at[n] >= '0' && at[n] <= '9')
			n++;
		memmove(at, at + n, rest - n);
		*size -= n;
	}
}

/* Frames as their opcodes and what is in them: their lengths follow from that. */
static void unframe(struct client *c)
{
	size_t in = 0, out = 0;

	while (in + 2 <= c->size) {
		const uint8_t *head = (const uint8_t *)c->heard + in;
		size_t skip = head[1] == 127 ? 10 : head[1] == 126 ? 4 : 2, len = head[1];
		if (skip > 2)
			len = 0;
		for (size_t i = 2; i < skip; i++)
			len = len << 8 | head[i];
		assert_true(in + skip + len <= c->size);
		c->heard[out++] = (char)head[0];
		memmove(c->heard + out, c->heard + in + skip, len);
		out += len;
		in += skip + len;
	}
	c->size = out;
}

static void compare_metrics(void)
{
	char said[2][HOST_METRICS_MAX];
	size_t size[2];

	for (int i = 0; i < 2; i++) {
		host_metrics(worlds[i].host, said[i], sizeof said[i]);
		size[i] = strlen(said[i]);
		blot(said[i], &size[i], "\natoll_up_seconds ");
		blot(said[i], &size[i], "\natoll_store_write_milliseconds ");
	}
	assert_int_equal(size[0], size[1]);
	assert_memory_equal(said[0], said[1], size[0]);
}

/* All that this client was sent since the last time. */
static void compare(int who)
{
	struct client *a = &worlds[0].client[who], *b = &worlds[1].client[who];
	size_t i = 0;

	if (a->fd <= 0)
		return;
	both_ask(who, ",\"do\":\"nothing\""); /* behind everything */
	for (int w = 0; w < 2; w++) {
		struct client *c = &worlds[w].client[who];
		unframe(c);
		blot(c->heard, &c->size, "\"active\":");
		blot(c->heard, &c->size, "\"waited\":");
	}
	while (i < a->size && i < b->size && a->heard[i] == b->heard[i])
		i++;
	if (i < a->size || i < b->size) {
		show(a, i);
		show(b, i);
		fail_msg("%s, ply %u: a viewer is sent what it may not know",
			 at_game_of(now_in(0))->name, now_in(0)->ply);
	}
	compared += (int)(i > 0);
	a->size = b->size = 0;
}

static at_move any_move(const struct at_state *s, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	assert_true(n > 0);
	return s->turn == AT_CHANCE ? at_draw(at_game_of(s), s, rng)
				    : list[at_rng_below(rng, (uint32_t)n)];
}

/* A move of the other world that looks like m to the viewer: another one if there is any. */
static at_move twin(at_move m, int viewer, struct at_rng *rng)
{
	at_move list[AT_MOVES_MAX], alike[AT_MOVES_MAX];
	at_move seen = at_view_move(now_in(0), m, viewer);
	int n = at_moves(now_in(1), list);
	uint32_t k = 0;

	for (int i = 0; i < n; i++)
		if (at_view_move(now_in(1), list[i], viewer) == seen)
			alike[k++] = list[i];
	return k ? alike[at_rng_below(rng, k)] : 0;
}

static void make_move(struct world *w, at_move m)
{
	const struct at_table *t = &w->table->table;
	int seat = t->state.head.turn;
	struct at_command c = {.kind = seat == AT_CHANCE ? AT_DRAW : AT_MOVE,
			       .ply = t->state.head.ply,
			       .backs = t->backs,
			       .count = 1,
			       .moves = {m}};
	uint32_t events = t->events;

	if (seat != AT_CHANCE) {
		c.seat = (int8_t)seat;
		c.person = w->person[seat];
	}
	do_here(w, c);
	turn(w);
	assert_true(t->events > events);
}

/* The viewer's own move, as it would write it; or a wrong one. */
static void try_move(int viewer, at_move m, int ply_more, const char *instead)
{
	const struct at_table *t = &worlds[0].table->table;
	char text[AT_MOVE_TEXT_MAX + 200];
	struct at_view view;
	struct at_text out;

	at_text_init(&out, text, sizeof text);
	at_put(&out, ",\"do\":\"move\",\"ply\":%d,\"backs\":%u,\"moves\":[\"",
	       (int)t->state.head.ply + ply_more, t->backs);
	at_view(&t->state.head, viewer >= 0 ? viewer : AT_PUBLIC, &view);
	if (instead)
		at_puts(&out, instead);
	else
		at_print_move(&view.state.head, m, &out);
	at_puts(&out, "\"]");
	both_ask(viewer >= 0 ? viewer : AT_SEATS_MAX, text);
}

/* The move that is due, in both worlds; false where no pair is found. */
static bool go_on(int viewer, struct at_rng *rng)
{
	for (int tries = 0; tries < 20; tries++) {
		at_move m = any_move(now_in(0), rng), n;
		if (viewer >= 0 && now_in(0)->turn == viewer) {
			try_move(viewer, m, 0, NULL);
			return true;
		}
		n = twin(m, viewer, rng);
		if (!n)
			continue;
		make_move(&worlds[0], m);
		make_move(&worlds[1], n);
		return true;
	}
	return false;
}

/* The viewer goes away and comes back. */
static void come_back(int viewer, int who, struct at_rng *rng)
{
	int number = (int)worlds[0].table->table.events;

	for (int i = 0; i < 2; i++) {
		leave(&worlds[i], who);
		come(&worlds[i], who, who);
	}
	open_table(who, true, viewer >= 0 ? number / 2 : (int)at_rng_below(rng, 5));
}

/* Something that the viewer tries in both worlds. */
static void try_as(int viewer, int who, struct at_rng *rng)
{
	static const char *const others[] = {
	    "events", "record",  "chats",  "mine",     "end",  "decline", "back",    "agree",
	    "return", "rematch", "remove", "stand-in", "fill", "decline", "no-such",
	};
	enum { OTHERS = sizeof others / sizeof others[0] };
	uint32_t what = at_rng_below(rng, OTHERS + 6);
	char text[100];

	if (what < OTHERS) {
		bool leaves = strcmp(others[what], "stand-in") == 0;
		snprintf(text, sizeof text, ",\"do\":\"%s\"%s", others[what],
			 leaves ? ",\"seat\":1" : "");
		if (!leaves || viewer != 0) /* a bot would move */
			both_ask(who, text);
	} else if (what == OTHERS) {
		come_back(viewer, who, rng);
	} else if (what == OTHERS + 1) {
		open_table(who, true, -1);
	} else if (what == OTHERS + 2) {
		try_move(viewer, 0, 0, "take z9");
	} else if (what == OTHERS + 3) {
		try_move(viewer, 0, 1, "take 1");
	} else if (now_in(0)->turn != AT_CHANCE) { /* a good one, at the wrong time or not theirs */
		try_move(viewer, any_move(now_in(0), rng), (int)at_rng_below(rng, 2), NULL);
	}
}

static void gather(int viewer, int seats)
{
	int who = viewer >= 0 ? viewer : AT_SEATS_MAX;

	for (int i = 0; i < 2; i++) {
		for (int k = 0; k < seats; k++)
			come(&worlds[i], k, k);
		if (viewer < 0)
			come(&worlds[i], who, who);
		come(&worlds[i], TERSE, who);
	}
	/* The viewer comes last: how long somebody has been away is a matter of time. */
	for (int k = 0; k < seats; k++)
		if (k != who)
			open_table(k, true, -1);
	open_table(who, true, 0);
	open_table(TERSE, false, -1);
}

static void two_worlds_from(const struct at_game *game, struct at_rng *rng, bool hint)
{
	struct at_setup setup = {0};
	struct at_opening o;
	int viewer, who;

	setup.seats =
	    (uint8_t)(game->seats_min + at_rng_below(rng, game->seats_max - game->seats_min + 1u));
	viewer = (int)at_rng_below(rng, setup.seats + 1u) - 1;
	who = viewer >= 0 ? viewer : AT_SEATS_MAX;
	assert_int_equal(at_opening_init(&o, game, &setup, 77, NULL), AT_OK);
	asked = 0;
	for (int i = 0; i < 2; i++)
		world_begin(&worlds[i], &o);
	gather(viewer, setup.seats);
	for (int k = 0; k < STEPS && worlds[0].table->table.phase == AT_PLAYING; k++) {
		bool draw = now_in(0)->turn == AT_CHANCE;
		if (!draw && at_rng_below(rng, 3) == 0)
			try_as(viewer, who, rng);
		else if (!go_on(viewer, rng))
			break;
		if (hint && now_in(0)->turn == viewer) {
			both_ask(who, ",\"do\":\"hint\"");
			hint = false;
		}
		compare(who);
		compare(TERSE);
		compare_metrics();
		differed += memcmp(now_in(0), now_in(1), sizeof(union at_any)) != 0;
		for (int i = 0; i < setup.seats; i++)
			secrets += at_table_has_secrets(&worlds[0].table->table, i);
	}
	for (int i = 0; i < 2; i++)
		world_end(&worlds[i]);
}

static void two_worlds_send_the_same_bytes(void **state)
{
	const struct at_game *game = *state;
	struct at_rng rng;

	differed = secrets = compared = held_up = 0;
	for (int i = 0; i < ROUNDS; i++) {
		at_rng_init(&rng, the_seed, (uint64_t)i);
		two_worlds_from(game, &rng, i < 3);
	}
	print_message("# %s: %d comparisons, %d in worlds that differ\n", game->name, compared,
		      differed);
	assert_int_equal(differed > 0, secrets > 0); /* else the test would show nothing */
	assert_true(compared > 100);
	assert_true(held_up < compared / 4); /* no message waits for the one before it to arrive */
}

int main(int argc, char **argv)
{
	static char names[32][96];
	static struct CMUnitTest tests[32];
	size_t n = 0;

	if (argc > 2)
		the_seed = strtoull(argv[2], NULL, 10);
	for (int g = 0; g < at_games() && n < 32; g++) {
		const struct at_game *game = at_game(g);
		if (argc > 1 && strcmp(argv[1], "all") != 0 && strcmp(argv[1], game->name) != 0)
			continue;
		snprintf(names[n], sizeof names[n], "%s: two_worlds_send_the_same_bytes",
			 game->name);
		tests[n] = (struct CMUnitTest){.name = names[n],
					       .test_func = two_worlds_send_the_same_bytes,
					       .initial_state = (void *)(uintptr_t)game};
		n++;
	}
	return _cmocka_run_group_tests("worlds", tests, n, NULL, NULL);
}
