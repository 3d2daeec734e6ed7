/* Connections: accepted or refused by address, read, answered, and closed if they are too slow.
 * A request is answered after the answer before it has been sent. */
#define _GNU_SOURCE

#include "serving.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	INPUT_MAX = HTTP_HEAD_MAX, /* bytes that are read while an answer waits to be sent */
	IDLE_MS = 60000,           /* without a request */
	REQUEST_MS = 10000,        /* from a request's first byte to its last */
	REPLY_MS = 60000,          /* until the client has read its answer */
	LEAVE_MS = 2000,           /* to read the last answer, before a reset could cost it */
	CLIENTS_MAX = 16000,       /* also bounded by the file descriptors there are */
	SPARE_FDS = 32,            /* not for clients */
	REFUSE_AT_ONCE = 64,
	SHED_MS = 1000,
	AT_ONCE = 32,    /* connections let in before others have their turn */
	TURN_US = 2000,  /* of a turn for requests; the others wait until the next */
	ACCEPT_US = 100, /* of the host's time: a connection, */
	REQUEST_US = 30, /* a request */
	HELD_MIN = 2 << 10,
	HELD_MAX = 32 << 20,     /* bytes of requests that are not whole, of all clients */
	SEND_BUFFER = 128 << 10, /* of the system's, for each connection */
};

static const int time_of[] = {[CLIENT_IDLE] = IDLE_MS,
			      [CLIENT_ASKS] = REQUEST_MS,
			      [CLIENT_READS] = REPLY_MS,
			      [CLIENT_LEAVES] = LEAVE_MS,
			      [CLIENT_IS_SOCKET] = 0};

static void begin(struct client *c, enum client_state state)
{
	c->state = state;
	c->deadline = server_ms() + time_of[state];
}

/* The analyzer does not see that `at` may be the head of the list, and takes those that were
 * hung up for members of it. */
static void unlist(struct client *c)
{
	*c->at = c->next;
	if (c->next)
		c->next->at = c->at; /* NOLINT(clang-analyzer-unix.Malloc) */
}

/* A socket is gone, or a connection that has become none. */
static void forget(void *arg)
{
	struct client *c = arg;

	if (c->address)
		addresses_leave(&c->server->addresses, c->address);
	c->server->client_count--;
	free(c);
}

static void not_later(struct client *c)
{
	struct server *s = c->server;

	if (!c->later_at)
		return;
	*c->later_at = c->later;
	if (c->later)
		c->later->later_at = c->later_at;
	else
		s->last_later = c->later_at;
	c->later_at = NULL;
}

static void hang_up(struct client *c)
{
	unlist(c);
	not_later(c);
	bufferevent_free(c->bev);
	close(c->fd);
	forget(c);
}

/* The last answer has been sent: further bytes are not read. */
static void leave(struct client *c)
{
	shutdown(c->fd, SHUT_WR);
	begin(c, CLIENT_LEAVES);
}

/* The connection is a socket's now. */
static void let_go(struct client *c)
{
	unlist(c);
	not_later(c);
	bufferevent_disable(c->bev, EV_READ | EV_WRITE);
	bufferevent_free(c->bev);
	c->bev = NULL;
}

/* --- requests --- */

/* The head is cut out of the input; false: it is not whole. *code: of what is no request. */
static bool take_head(struct client *c, char head[HTTP_HEAD_MAX], struct http *out, int *code)
{
	struct evbuffer *in = bufferevent_get_input(c->bev);
	size_t len = evbuffer_get_length(in);
	const char *bytes;
	int size;

	if (len > HTTP_HEAD_MAX)
		len = HTTP_HEAD_MAX;
	bytes = (const char *)evbuffer_pullup(in, (ev_ssize_t)len);
	size = bytes ? http_find(bytes, len, &c->seen) : 0;
	if (size == 0)
		return false;
	*out = (struct http){.path = "/", .method = HTTP_OTHER};
	*code = -size;
	if (size > 0) {
		evbuffer_remove(in, head, (size_t)size);
		*code = http_read(head, (size_t)size, out);
	}
	c->seen = 0;
	return true;
}

static void answer(struct client *c, struct request *r, int code)
{
	struct evbuffer *in = bufferevent_get_input(c->bev);

	r->out = bufferevent_get_output(c->bev);
	r->fd = c->fd;
	r->early_len = evbuffer_get_length(in);
	r->early = r->early_len ? evbuffer_pullup(in, -1) : NULL;
	r->gone = forget;
	r->connection = c;
	if (c->server->stopping)
		r->http.keep = false;
	begin(c, CLIENT_READS);
	if (code)
		request_refuse(r, code);
	else
		request_answer(c, r);
	c->ending = !r->http.keep;
}

/* Answers what can be answered now. The client may be gone afterwards. */
static void look(struct client *c)
{
	static char head[HTTP_HEAD_MAX]; /* the buffer that a request points into */
	static struct request r;
	struct evbuffer *in = bufferevent_get_input(c->bev);
	int code;

	if (c->state == CLIENT_READS || c->state == CLIENT_LEAVES) {
		if (c->ending)
			evbuffer_drain(in, evbuffer_get_length(in));
		if (c->state == CLIENT_LEAVES && c->silent)
			hang_up(c);
		return;
	}
	r.said_len = 0;
	if (take_head(c, head, &r.http, &code)) {
		answer(c, &r, code);
		if (c->state == CLIENT_IS_SOCKET)
			let_go(c);
	} else if (c->silent) {
		hang_up(c);
	} else if (evbuffer_get_length(in) > 0 && c->state == CLIENT_IDLE) {
		begin(c, CLIENT_ASKS);
	}
}

/* Those who play wait for the loop, too: of each of its turns requests have a part. */
static void look_soon(struct client *c)
{
	struct server *s = c->server;
	struct timeval at_once = {0, 0};
	int64_t now = server_us();

	if (!s->turn) {
		s->turn = now;
		event_add(s->on_turn, &at_once);
	}
	if (now - s->turn < TURN_US && !s->later) {
		look(c);
	} else if (!c->later_at) {
		c->later = NULL;
		c->later_at = s->last_later;
		*s->last_later = c;
		s->last_later = &c->later;
	}
}

void clients_turn(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	struct timeval at_once = {0, 0};

	(void)fd;
	(void)what;
	s->turn = server_us();
	for (struct client *c; (c = s->later) && server_us() - s->turn < TURN_US;) {
		not_later(c); /* NOLINT(clang-analyzer-unix.Malloc): as above */
		look(c);
	}
	if (s->later)
		event_add(s->on_turn, &at_once);
	else
		s->turn = 0;
}

/* Whose address takes much of the host's time is read again when the clock says so
 * (clients_sweep). Of a proxy's clients none is known by what it sends. */
static void on_read(struct bufferevent *bev, void *arg)
{
	struct client *c = arg;
	int64_t now = server_us();

	address_spend(&c->address->spent, now, REQUEST_US);
	if (!c->proxied && address_is_spent(&c->address->spent, now)) {
		c->rests = true;
		bufferevent_disable(bev, EV_READ);
	}
	look_soon(c);
}

/* All of an answer has gone. If the next request has begun by then, it has its time from now on. */
static void on_written(struct bufferevent *bev, void *arg)
{
	struct client *c = arg;
	bool more = evbuffer_get_length(bufferevent_get_input(bev)) > 0;

	if (c->state != CLIENT_READS)
		return;
	if (c->ending)
		leave(c);
	else
		begin(c, more ? CLIENT_ASKS : CLIENT_IDLE);
	look_soon(c);
}

static void on_event(struct bufferevent *bev, short what, void *arg)
{
	struct client *c = arg;

	(void)bev;
	if (what & BEV_EVENT_ERROR) {
		hang_up(c);
	} else if (what & BEV_EVENT_EOF) {
		c->silent = true;
		look_soon(c);
	}
}

/* --- connections --- */

/* Best effort: the client may still be sending. Its bytes are read, because otherwise the reset
 * could arrive before the answer. */
static void refuse(struct server *s, int fd, const char *words)
{
	char sent[1024];

	s->refused++;
	send(fd, words, strlen(words), MSG_DONTWAIT | MSG_NOSIGNAL);
	shutdown(fd, SHUT_WR);
	while (recv(fd, sent, sizeof sent, MSG_DONTWAIT) == sizeof sent)
		;
	close(fd);
}

static struct client *connect_client(struct server *s, int fd, const struct sockaddr *from,
				     bool metrics)
{
	struct client *c = calloc(1, sizeof *c);
	int buffer = SEND_BUFFER;

	if (!c)
		return NULL;
	c->server = s;
	c->fd = fd;
	c->metrics = metrics;
	c->proxied = proxies_trust(&s->options.proxies, from);
	c->address = addresses_join(&s->addresses, from,
				    c->proxied ? s->client_max : s->options.per_address);
	c->bev = c->address ? bufferevent_socket_new(s->base, fd, 0) : NULL;
	if (!c->bev) {
		if (c->address)
			addresses_leave(&s->addresses, c->address);
		free(c);
		return NULL;
	}
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
	bufferevent_setwatermark(c->bev, EV_READ, 0, INPUT_MAX);
	bufferevent_setcb(c->bev, on_read, on_written, on_event, c);
	bufferevent_enable(c->bev, EV_READ | EV_WRITE);
	begin(c, CLIENT_IDLE);
	return c;
}

void client_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
		   int len, void *arg)
{
	struct server *s = arg;
	struct client *c;

	(void)len;
	if (++s->accepted >= AT_ONCE)
		server_rest(s, listener);
	if (s->client_count >= s->client_max) {
		refuse(s, fd, s->full);
		return;
	}
	c = connect_client(s, fd, from, listener == s->metrics);
	if (!c) {
		refuse(s, fd, s->too_many);
		return;
	}
	s->client_count++;
	s->made++;
	address_spend(&c->address->spent, server_us(), ACCEPT_US);
	c->next = s->clients;
	c->at = &s->clients;
	if (c->next)
		c->next->at = &c->next;
	s->clients = c;
}

void clients_refuse(struct server *s, int listener)
{
	int fd = 0;

	for (int i = 0; i < REFUSE_AT_ONCE && fd >= 0 && s->reserve >= 0; i++) {
		close(s->reserve);
		fd = accept(listener, NULL, NULL);
		if (fd >= 0)
			refuse(s, fd, s->full);
		s->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
	}
}

void clients_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	int64_t now = server_ms();
	size_t held = 0;

	(void)fd;
	(void)what;
	for (struct client *c = s->clients, *next; c; c = next) {
		next = c->next;
		if (now >= c->deadline) {
			s->slow += c->state != CLIENT_LEAVES;
			hang_up(c);
			continue;
		}
		held += evbuffer_get_length(bufferevent_get_input(c->bev));
		if (c->rests)
			bufferevent_enable(c->bev, EV_READ);
		c->rests = false;
	}
	for (struct client *c = s->clients, *next; c && held > HELD_MAX; c = next) {
		/* NOLINTNEXTLINE(clang-analyzer-unix.Malloc): as above */
		size_t own = evbuffer_get_length(bufferevent_get_input(c->bev));
		next = c->next;
		if (own < HELD_MIN || c->state != CLIENT_ASKS)
			continue;
		held -= own;
		s->slow++;
		hang_up(c);
	}
}

void clients_shed(struct server *s)
{
	int64_t before = server_ms() - SHED_MS;

	for (struct client *c = s->clients, *next; c; c = next) {
		next = c->next;
		if (c->state != CLIENT_IDLE && c->deadline - time_of[c->state] <= before)
			hang_up(c);
	}
}

bool clients_are_busy(const struct server *s)
{
	for (const struct client *c = s->clients; c; c = c->next)
		if (c->state == CLIENT_ASKS || c->state == CLIENT_READS)
			return true;
	return false;
}

bool client_follow(struct client *c, const struct http *r)
{
	struct server *s = c->server;
	struct sockaddr_storage proxy, from;
	socklen_t len = sizeof proxy;

	if (getpeername(c->fd, (struct sockaddr *)&proxy, &len))
		return false;
	from = proxy;
	proxies_follow(&s->options.proxies, r, &from);
	addresses_leave(&s->addresses, c->address);
	c->address =
	    addresses_join(&s->addresses, (struct sockaddr *)&from, s->options.per_address);
	if (c->address)
		return true;
	c->address = addresses_join(&s->addresses, (struct sockaddr *)&proxy, s->client_max);
	return false;
}

/* As many clients as file descriptors allow. */
int clients_room(void)
{
	struct rlimit limit;
	rlim_t room;

	if (getrlimit(RLIMIT_NOFILE, &limit))
		return CLIENTS_MAX;
	limit.rlim_cur = limit.rlim_max;
	setrlimit(RLIMIT_NOFILE, &limit);
	getrlimit(RLIMIT_NOFILE, &limit);
	room = limit.rlim_cur > 2 * SPARE_FDS ? limit.rlim_cur - SPARE_FDS : SPARE_FDS;
	return room < CLIENTS_MAX ? (int)room : CLIENTS_MAX;
}

void clients_free(struct server *s)
{
	for (struct client *next, *c = s->clients; c; c = next) {
		next = c->next;
		hang_up(c);
	}
}
