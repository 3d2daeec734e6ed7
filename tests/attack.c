/* attack PORT ADDRESSES EACH [KIND...]: attackers for siege.py. ADDRESSES addresses of
 * 127.1.0.0/16 hold EACH connections to the host on this port of 127.0.0.1, and reconnect
 * whenever they are dropped. Each connection is of one kind (the table below; without names: all
 * of them, in turn). The program prints "ready" when all connections have been tried once,
 * continues until its input ends, and then reports the results of each kind. It uses nothing but
 * docs/protocol.md. */
#include "attack.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	CONNECTIONS_MAX = 16000,
	ID = 32,
	AT_ONCE = 256,
	PIECE = 16 << 10, /* bytes of one connection before the others get their turn */
	AGAIN_MS = 100,   /* before a dropped connection comes back, */
	REFUSED_MS = 1000,
	DRIP_MS = 1000, /* between two bytes of slow connections */
	OPENING = 512,  /* connections at a time */
};

enum state { AWAY, CONNECTING, ASKING, OPEN };

struct connection {
	int fd, nth;
	enum state state;
	bool tried;
	const struct kind *kind;
	size_t at;     /* in what its kind sends */
	int step;      /* of a conversation */
	int64_t again; /* time of the next action */
	char table[ID + 1];
};

/* What a connection of this kind does once it is a WebSocket: it sends the same bytes again and
 * again, or holds a conversation. */
struct kind {
	const char *name;
	void (*make)(struct bytes *);      /* what is sent */
	bool (*talk)(struct connection *); /* sends the next message; false: it ends here */
	bool plain;                        /* no WebSocket */
	bool once, drips, reads, resets;
	bool deafens; /* reads until its table is open, and then never again */
};

static struct bytes payload[32];

static struct {
	uint64_t connected, refused, ended, bytes, said;
} done[32];

static struct connection all[CONNECTIONS_MAX];
static int count, loop, port, each, opening;
static uint64_t serial;

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* --- conversations --- */

static bool say(struct connection *c, const char *text)
{
	uint8_t frame[1200];
	size_t size = strlen(text), n = attack_frame(frame, 0x81, size);

	memcpy(frame + n, text, size);
	return send(c->fd, frame, n + size, MSG_NOSIGNAL) == (ssize_t)(n + size);
}

static bool ask(struct connection *c, const char *name, const char *members)
{
	char text[1000];

	snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%08x%024llx\"%s}", name,
		 (unsigned)getpid(), (unsigned long long)++serial, members);
	return say(c, text);
}

static bool be_somebody(struct connection *c)
{
	c->step++;
	return ask(c, "name", ",\"name\":\"Eve\"");
}

static bool ask_at(struct connection *c, const char *name, const char *more)
{
	char members[400];

	snprintf(members, sizeof members, ",\"table\":\"%s\"%s", c->table, more);
	return ask(c, name, members);
}

/* One new guest after another: each costs the host a row. */
static bool talk_guests(struct connection *c)
{
	return c->step == 0 && be_somebody(c);
}

/* Tables of the most expensive bots, which move first. */
static bool talk_tables(struct connection *c)
{
	return c->step == 0 ? be_somebody(c)
			    : ask(c, "create",
				  ",\"game\":\"reef\",\"seats\":[\"master\",\"me\",\"master\","
				  "\"master\"],\"first\":1,\"fair\":false");
}

/* The same, open in the lobby and never started. */
static bool talk_lobby(struct connection *c)
{
	return c->step == 0 ? be_somebody(c)
			    : ask(c, "create",
				  ",\"game\":\"my-shelfie\",\"seats\":[\"me\",\"person\"],"
				  "\"open\":true,\"fair\":false");
}

static bool talk_devices(struct connection *c)
{
	return c->step == 0 ? be_somebody(c) : ask(c, "device", "");
}

/* A table of its own, and then the same command there for ever. */
static bool at_own_table(struct connection *c, const char *name, const char *more)
{
	if (c->step == 0)
		return be_somebody(c);
	if (!c->table[0]) /* also sent again while the name is not known yet */
		return ask(c, "create",
			   ",\"game\":\"reef\",\"seats\":[\"me\",\"easy\"],\"first\":1,"
			   "\"fair\":false,\"hints\":true");
	if (c->step++ == 1)
		return ask_at(c, "open", "");
	return ask_at(c, name, more);
}

static bool talk_hints(struct connection *c)
{
	return at_own_table(c, "hint", "");
}

static bool talk_chat(struct connection *c)
{
	return at_own_table(c, "chat", ",\"text\":\"buy buy buy buy buy buy buy buy\"");
}

static bool talk_views(struct connection *c)
{
	return at_own_table(c, "open", ",\"views\":true");
}

static const struct kind kinds[] = {
    {.name = "pings", .make = attack_pings},
    {.name = "pongs", .make = attack_pongs},
    {.name = "bytes", .make = attack_bytes, .reads = true},
    {.name = "parts", .make = attack_parts, .once = true},
    {.name = "long", .make = attack_long, .once = true},
    {.name = "huge", .make = attack_huge, .reads = true},
    {.name = "tiny", .make = attack_tiny, .reads = true},
    {.name = "deep", .make = attack_deep, .reads = true},
    {.name = "junk", .make = attack_junk, .reads = true},
    {.name = "commands", .make = attack_commands, .reads = true},
    {.name = "deaf", .make = attack_questions},
    {.name = "reset", .make = attack_questions, .once = true, .resets = true},
    {.name = "drip", .make = attack_commands, .drips = true, .reads = true},
    {.name = "requests", .make = attack_requests, .plain = true},
    {.name = "head", .make = attack_head, .plain = true, .once = true},
    {.name = "drip-head", .make = attack_head, .plain = true, .drips = true},
    {.name = "mute", .make = attack_nothing, .plain = true, .once = true},
    {.name = "guests", .talk = talk_guests, .reads = true},
    {.name = "tables", .talk = talk_tables, .reads = true},
    {.name = "lobby", .talk = talk_lobby, .reads = true},
    {.name = "devices", .talk = talk_devices, .reads = true},
    {.name = "hints", .talk = talk_hints, .reads = true},
    {.name = "chat", .talk = talk_chat, .reads = true},
    {.name = "views", .talk = talk_views, .reads = true, .deafens = true},
    {.name = "idle", .make = attack_nothing, .once = true, .reads = true},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

/* --- connections --- */

static int kind_of(const struct connection *c)
{
	return (int)(c->kind - kinds);
}

static void watch(struct connection *c, uint32_t events, int how)
{
	struct epoll_event e = {.events = events, .data.ptr = c};

	epoll_ctl(loop, how, c->fd, &e);
}

static void end(struct connection *c, int64_t wait)
{
	struct linger hard = {1, 0};

	c->tried = true;
	if (c->kind->resets)
		setsockopt(c->fd, SOL_SOCKET, SO_LINGER, &hard, sizeof hard);
	close(c->fd);
	if (c->state == CONNECTING || c->state == ASKING) {
		opening--;
		done[kind_of(c)].refused++;
	} else {
		done[kind_of(c)].ended++;
	}
	c->state = AWAY;
	c->again = now_ms() + wait;
}

/* Sockets that nobody reads have small buffers: the host's fill soon. */
static void begin(struct connection *c)
{
	struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
	int on = 1, small = 4096, address = c->nth / each;

	c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (c->fd < 0)
		attack_die("there are no descriptors");
	from.sin_addr.s_addr =
	    htonl((127u << 24 | 1u << 16) + (uint32_t)(address / 250 * 256 + address % 250 + 1));
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	to.sin_port = htons((uint16_t)port);
	setsockopt(c->fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
	setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	if (!c->kind->reads || c->kind->deafens)
		setsockopt(c->fd, SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
	c->at = 0;
	c->step = 0;
	c->table[0] = '\0';
	c->state = CONNECTING;
	opening++;
	if (bind(c->fd, (struct sockaddr *)&from, sizeof from) ||
	    (connect(c->fd, (struct sockaddr *)&to, sizeof to) && errno != EINPROGRESS)) {
		end(c, REFUSED_MS);
		return;
	}
	c->again = now_ms() + 10 * REFUSED_MS; /* by then it has been answered */
	watch(c, EPOLLOUT, EPOLL_CTL_ADD);
}

/* From now on it does its kind's work. */
static void be_open(struct connection *c)
{
	const struct kind *k = c->kind;
	bool busy = !k->drips && !k->talk;

	c->state = OPEN;
	c->tried = true;
	c->again = 0;
	opening--;
	done[kind_of(c)].connected++;
	watch(c, (k->reads ? EPOLLIN : 0) | EPOLLRDHUP | (busy ? EPOLLOUT : 0), EPOLL_CTL_MOD);
}

static void connected(struct connection *c)
{
	char text[300];
	int error = 0;
	socklen_t size = sizeof error;
	int n = snprintf(text, sizeof text,
			 "GET /ws HTTP/1.1\r\nHost: localhost:%d\r\nUpgrade: websocket\r\n"
			 "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
			 "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
			 port);

	getsockopt(c->fd, SOL_SOCKET, SO_ERROR, &error, &size);
	if (error) {
		end(c, REFUSED_MS);
		return;
	}
	if (c->kind->plain) {
		be_open(c);
		return;
	}
	c->state = ASKING;
	if (send(c->fd, text, (size_t)n, MSG_NOSIGNAL) != n)
		end(c, REFUSED_MS);
	else
		watch(c, EPOLLIN | EPOLLRDHUP, EPOLL_CTL_MOD);
}

static void speak(struct connection *c)
{
	done[kind_of(c)].said++;
	if (!c->kind->talk(c))
		end(c, AGAIN_MS);
}

static void answered(struct connection *c)
{
	char text[1024];
	ssize_t n = recv(c->fd, text, sizeof text, 0);

	if (n < 12 || memcmp(text, "HTTP/1.1 101", 12) != 0) {
		end(c, REFUSED_MS);
		return;
	}
	be_open(c);
	if (c->kind->talk)
		speak(c);
}

/* --- one turn of one connection --- */

static void pour(struct connection *c)
{
	const struct bytes *p = &payload[kind_of(c)];
	size_t left = p->size - c->at, most = c->kind->drips ? 1 : PIECE;
	ssize_t n =
	    left ? send(c->fd, p->bytes + c->at, left < most ? left : most, MSG_NOSIGNAL) : 0;

	if (n < 0 && errno != EAGAIN) {
		end(c, AGAIN_MS);
		return;
	}
	c->at += n > 0 ? (size_t)n : 0;
	done[kind_of(c)].bytes += n > 0 ? (size_t)n : 0;
	if (c->at < p->size)
		return;
	if (c->kind->resets)
		end(c, AGAIN_MS);
	else if (c->kind->once)
		watch(c, (c->kind->reads ? EPOLLIN : 0) | EPOLLRDHUP, EPOLL_CTL_MOD);
	else
		c->at = 0;
}

/* Every answer continues a conversation; only the name of a new table is read from it. */
static void hear(struct connection *c)
{
	static char text[1 << 16];
	ssize_t n = recv(c->fd, text, sizeof text, 0);
	const char *at;

	if (n == 0 || (n < 0 && errno != EAGAIN)) {
		end(c, AGAIN_MS);
		return;
	}
	if (n < 0 || !c->kind->talk)
		return;
	at = memmem(text, (size_t)n, "\"table\":\"", 9);
	if (at && at + 9 + ID < text + n && !c->table[0])
		memcpy(c->table, at + 9, ID);
	speak(c);
	if (c->kind->deafens && c->step > 2 && c->state == OPEN)
		watch(c, EPOLLRDHUP, EPOLL_CTL_MOD);
}

static void attend(int ms)
{
	struct epoll_event events[AT_ONCE];
	int n = epoll_wait(loop, events, AT_ONCE, ms);

	for (int i = 0; i < n; i++) {
		struct connection *c = events[i].data.ptr;
		if (c->state == CONNECTING)
			connected(c);
		else if (c->state == ASKING)
			answered(c);
		else if (c->state == OPEN && events[i].events & (EPOLLERR | EPOLLHUP | EPOLLRDHUP))
			end(c, AGAIN_MS);
		else if (c->state == OPEN && events[i].events & EPOLLIN)
			hear(c);
		if (c->state == OPEN && events[i].events & EPOLLOUT)
			pour(c);
	}
}

/* What falls due: connections that come back, slow ones, ones without an answer. */
static void look_around(void)
{
	static int first; /* so that all come back in the same way */
	int64_t now = now_ms();
	int from = first;

	for (int i = 0; i < count; i++) {
		struct connection *c = &all[(from + i) % count];
		if (now < c->again)
			continue;
		if (c->state == AWAY && opening < OPENING) {
			begin(c);
			first = (from + i + 1) % count;
		} else if (c->state == AWAY) {
			continue;
		} else if (c->state == CONNECTING || c->state == ASKING)
			end(c, REFUSED_MS);
		else if (c->state == OPEN &&
			 (c->kind->drips || (c->kind->deafens && c->step > 2))) {
			c->again = now + (c->kind->drips ? DRIP_MS : 10);
			if (c->kind->talk)
				speak(c);
			else
				pour(c);
		}
	}
}

static bool all_tried(void)
{
	for (int i = 0; i < count; i++)
		if (!all[i].tried)
			return false;
	return true;
}

static bool goes_on(void)
{
	char byte;

	return read(STDIN_FILENO, &byte, 1) < 0 && errno == EAGAIN;
}

static void report(void)
{
	for (int i = 0; i < KINDS; i++)
		if (done[i].connected || done[i].refused)
			printf("%s connected %llu refused %llu ended %llu bytes %llu said %llu\n",
			       kinds[i].name, (unsigned long long)done[i].connected,
			       (unsigned long long)done[i].refused,
			       (unsigned long long)done[i].ended, (unsigned long long)done[i].bytes,
			       (unsigned long long)done[i].said);
}

/* --- from the beginning --- */

static const struct kind *kind_named(const char *name)
{
	for (int i = 0; i < KINDS; i++)
		if (strcmp(kinds[i].name, name) == 0)
			return &kinds[i];
	attack_die("there is no such kind");
	return NULL;
}

static void prepare(int argc, char **argv)
{
	struct rlimit files;

	port = (int)strtol(argv[1], NULL, 10);
	each = (int)strtol(argv[3], NULL, 10);
	count = (int)strtol(argv[2], NULL, 10) * each;
	if (count < 1 || count > CONNECTIONS_MAX)
		attack_die("so many connections there are not");
	getrlimit(RLIMIT_NOFILE, &files);
	files.rlim_cur = files.rlim_max;
	setrlimit(RLIMIT_NOFILE, &files);
	for (int i = 0; i < KINDS; i++) {
		if (kinds[i].make)
			kinds[i].make(&payload[i]);
	}
	/* Every address has some of all kinds; those that only sit there must be named. */
	for (int i = 0; i < count; i++)
		all[i] = (struct connection){.nth = i,
					     .kind = argc > 4 ? kind_named(argv[4 + i % (argc - 4)])
							      : &kinds[i % (KINDS - 1)]};
	loop = epoll_create1(EPOLL_CLOEXEC);
	fcntl(STDIN_FILENO, F_SETFL, O_NONBLOCK);
}

int main(int argc, char **argv)
{
	bool ready = false;
	int64_t looked = 0;

	if (argc < 4)
		attack_die("attack PORT ADDRESSES EACH [KIND...]");
	prepare(argc, argv);
	while (goes_on()) {
		attend(1);
		if (now_ms() - looked >= 10) {
			look_around();
			looked = now_ms();
		}
		if (!ready && all_tried()) {
			printf("ready\n");
			fflush(stdout);
			ready = true;
		}
	}
	report();
	return 0;
}
