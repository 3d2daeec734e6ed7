#define _GNU_SOURCE
#include "world.h"

#include "server.h"
#include "sha256.h"
#include "socket.h"
#include "steps.h"
#include "tables.h"
#include "uptime.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <netinet/tcp.h>
#include <unistd.h>

enum {
	PORT = 1, /* in the cookie's name */
	HEARD = 4 << 20,
	PATIENCE = 60000, /* milliseconds until an answer must be there */
};

static const uint8_t table_id[AT_ID_SIZE] = {7, 7, 7};
const uint8_t watch_secret[SECRET_SIZE] = {9, 9};

/* Collects the messages for all clients. */
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

void turn(struct world *w)
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
			usleep(100); /* a bot or the store is busy */
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

int64_t ask(struct world *w, int who, uint32_t number, const char *members)
{
	char text[3000], id[40];
	struct at_text t;
	int64_t begin;

	snprintf(id, sizeof id, "\"id\":\"%032x\"", number);
	at_text_init(&t, text, sizeof text);
	at_put(&t, "{%s,\"table\":\"", id);
	at_puthex(&t, table_id, sizeof table_id);
	at_put(&t, "\"%s}", members);
	assert_false(t.full);
	begin = host_uptime();
	send_frame(&w->client[who], text, t.len);
	until(w, &w->client[who], id, 1);
	return host_uptime() - begin;
}

static void token_of(int place, uint8_t out[AT_TOKEN_SIZE])
{
	memset(out, place + 1, AT_TOKEN_SIZE);
}

void come(struct world *w, int who, int place)
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
	c->size = 0; /* it contains a date, and the store's incarnation */
}

void leave(struct world *w, int who)
{
	int before = sockets_count(w->host->sockets);

	close(w->client[who].fd);
	w->client[who].fd = 0;
	while (sockets_count(w->host->sockets) == before)
		turn(w);
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

void do_here(struct world *w, struct at_command c)
{
	struct ask a = {.host = w->host, .command = c};

	step_do(w->table, &a);
}

static void make_table(struct world *w, const struct at_opening *o)
{
	struct terms terms = {.spectators = 1, .hints = 1};
	uint8_t bytes[ROW_OPENING_MAX];
	struct at_write write = {.kind = AT_CREATE};

	memcpy(terms.watch, watch_secret, sizeof watch_secret);
	memcpy(write.create.head.id, table_id, AT_ID_SIZE);
	write.create.head.game = o->game;
	write.create.head.seats = o->seats;
	write.create.opening = bytes;
	write.create.opening_size = row_put_opening(o, &terms, NULL, bytes);
	at_store_submit(w->store, &write);
	at_store_settle(w->store);
	assert_int_equal(write.result, AT_STORED);
	w->table = table_get(w->host, table_id);
	assert_non_null(w->table);
}

void world_begin(struct world *w, const struct at_opening *o)
{
	struct host_options options = {
	    .threads = 1, .per_second = 1000000, .grace_ms = 600000, .port = PORT};
	struct server_options serving = {
	    .listen = "127.0.0.1:0", .per_address = SERVER_PER_ADDRESS, .base = ""};
	char why[200];

	w->server = server_new(&serving, why, sizeof why);
	assert_non_null(w->server);
	w->base = server_base(w->server);
	w->address = (struct sockaddr_in){.sin_family = AF_INET,
					  .sin_addr.s_addr = htonl(INADDR_LOOPBACK),
					  .sin_port = htons((uint16_t)server_port(w->server))};
	w->store = at_store_open("memory:", AT_STORE_OWNER, NULL);
	w->host = host_new(w->base, w->store, &options, why, sizeof why);
	server_host(w->server, w->host);
	for (int i = 0; i < PLACES; i++)
		welcome(w, i);
	make_table(w, o);
	for (int i = 0; i < CLIENTS; i++)
		w->client[i] = (struct client){0, malloc(HEARD), 0};
	/* The start waits until all seats are taken, so that the host does not start earlier with a
	 * seed. */
	for (int i = 0; i < o->seats; i++)
		do_here(w, (struct at_command){
			       .kind = AT_SIT, .seat = (int8_t)i, .person = w->person[i]});
	do_here(w, (struct at_command){.kind = AT_START, .draws = AT_DRAWS_FORCED});
	turn(w);
	turn(w);
	assert_int_equal(w->table->table.phase, AT_PLAYING);
}

void world_end(struct world *w)
{
	for (int i = 0; i < CLIENTS; i++) {
		if (w->client[i].fd > 0)
			leave(w, i);
		free(w->client[i].heard);
	}
	server_free(w->server);
	at_store_close(w->store);
	memset(w, 0, sizeof *w);
}
