#include "server.h"

#include "page.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/http.h>
#include <event2/listener.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	HEADERS_MAX = 16 * 1024,
	BODY_MAX = 4 * 1024, /* nothing here takes one */
	IDLE_SECONDS = 60,   /* a kept-alive connection without a request */
	REQUEST_MS = 10000,  /* from a request's first byte to its last */
	REPLY_MS = 60000,    /* until the client has read its reply */
	CLIENTS_MAX = 10000, /* also bounded by the file descriptors there are */
	SPARE_FDS = 32,      /* not for clients */
	SWEEP_MS = 500,      /* how often deadlines are looked at */
	STOP_MS = 5000,      /* how long replies in flight may take after SIGTERM */
	STOP_LOOK_MS = 20,
	PAUSE_MS = 200, /* no accepting for a while when out of file descriptors */
	BACKLOG = 1024,
};

/* evhttp owns the connection and the bufferevent; it never says when it lets go of them. So a
 * client holds a reference of its own, and the sweep gives it back when evhttp has removed its
 * callbacks. */
struct client {
	struct client *next;
	struct bufferevent *bev;
	int64_t deadline; /* of the request or reply in progress; 0 between them */
};

struct server {
	struct event_base *base;
	struct evhttp *http;
	struct evhttp_bound_socket *bound;
	struct evconnlistener *listener; /* evhttp's, valid while bound is */
	struct event *on_term, *on_int, *sweep, *resume, *stop_look;
	struct client *clients;
	int client_count, client_max;
	bool stopping;
	int64_t stop_deadline;
	char url[128];
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static struct timeval ms(int n)
{
	return (struct timeval){n / 1000, n % 1000 * 1000};
}

/* A request begins with the first byte after silence. */
static void on_input(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *arg)
{
	struct client *c = arg;

	(void)buffer;
	if (info->n_added > 0 && c->deadline == 0)
		c->deadline = now_ms() + REQUEST_MS;
}

static void on_output(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *arg)
{
	struct client *c = arg;

	if (info->n_added > 0)
		c->deadline = now_ms() + REPLY_MS;
	if (info->n_deleted > 0 && evbuffer_get_length(buffer) == 0)
		c->deadline = 0;
}

static struct bufferevent *on_connect(struct event_base *base, void *arg)
{
	struct server *s = arg;
	struct bufferevent *bev = bufferevent_socket_new(base, -1, 0);
	struct client *c = calloc(1, sizeof *c);

	if (!bev || !c) {
		free(c);
		return bev;
	}
	c->bev = bev;
	bufferevent_incref(bev);
	evbuffer_add_cb(bufferevent_get_input(bev), on_input, c);
	evbuffer_add_cb(bufferevent_get_output(bev), on_output, c);
	c->next = s->clients;
	s->clients = c;
	if (++s->client_count >= s->client_max && s->bound)
		evconnlistener_disable(s->listener);
	return bev;
}

static bool is_gone(const struct client *c)
{
	bufferevent_event_cb on_event = NULL;

	bufferevent_getcb(c->bev, NULL, NULL, &on_event, NULL);
	return !on_event;
}

/* Gives back those who are gone and hangs up on those who are too slow: evhttp sees the end of the
 * connection and frees it. */
static void on_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	int64_t now = now_ms();

	(void)fd;
	(void)what;
	for (struct client **at = &s->clients; *at;) {
		struct client *c = *at;
		if (is_gone(c)) {
			*at = c->next;
			bufferevent_decref(c->bev);
			free(c);
			s->client_count--;
			continue;
		}
		if (c->deadline && now >= c->deadline)
			shutdown(bufferevent_getfd(c->bev), SHUT_RDWR);
		at = &c->next;
	}
	if (s->bound && !s->stopping && s->client_count < s->client_max &&
	    !event_pending(s->resume, EV_TIMEOUT, NULL))
		evconnlistener_enable(s->listener);
}

static void on_request(struct evhttp_request *r, void *arg)
{
	const struct server *s = arg;

	page_answer(r, s->stopping);
}

/* Out of file descriptors the listener would spin: it rests. */
static void on_accept_error(struct evconnlistener *listener, void *arg)
{
	struct server *s = arg;
	struct timeval pause = ms(PAUSE_MS);

	evconnlistener_disable(listener);
	event_add(s->resume, &pause);
}

static void on_resume(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;

	(void)fd;
	(void)what;
	if (s->bound && !s->stopping)
		evconnlistener_enable(s->listener);
}

static void on_stop_look(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	bool busy = false;

	on_sweep(fd, what, s);
	for (const struct client *c = s->clients; c && !busy; c = c->next)
		busy = c->deadline != 0;
	if (!busy || now_ms() >= s->stop_deadline)
		event_base_loopbreak(s->base);
}

static void on_signal(evutil_socket_t number, short what, void *arg)
{
	struct server *s = arg;
	struct timeval often = ms(STOP_LOOK_MS);

	(void)number;
	(void)what;
	if (s->stopping) { /* asked twice: at once */
		event_base_loopbreak(s->base);
		return;
	}
	s->stopping = true;
	s->stop_deadline = now_ms() + STOP_MS;
	evhttp_del_accept_socket(s->http, s->bound);
	s->bound = NULL;
	s->listener = NULL;
	event_add(s->stop_look, &often);
}

/* "ADDR:PORT" with brackets around an IPv6 address. */
static bool split(const char *listen, char *host, size_t size, const char **port)
{
	const char *colon = strrchr(listen, ':');
	const char *begin = listen;
	size_t len;

	if (!colon || !colon[1])
		return false;
	len = (size_t)(colon - listen);
	if (len >= 2 && listen[0] == '[' && colon[-1] == ']') {
		begin++;
		len -= 2;
	}
	if (len == 0 || len >= size)
		return false;
	memcpy(host, begin, len);
	host[len] = '\0';
	*port = colon + 1;
	for (const char *c = *port; *c; c++)
		if (*c < '0' || *c > '9')
			return false;
	return strlen(*port) <= 5 && strtol(*port, NULL, 10) <= 65535;
}

static bool name_self(struct server *s, const char *host)
{
	struct sockaddr_storage addr;
	socklen_t len = sizeof addr;
	char port[8];

	if (getsockname(evconnlistener_get_fd(s->listener), (struct sockaddr *)&addr, &len) ||
	    getnameinfo((struct sockaddr *)&addr, len, NULL, 0, port, sizeof port, NI_NUMERICSERV))
		return false;
	snprintf(s->url, sizeof s->url, strchr(host, ':') ? "http://[%s]:%s/" : "http://%s:%s/",
		 host, port);
	return true;
}

static bool listen_at(struct server *s, const char *listen, char *why, size_t size)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	struct addrinfo *found = NULL;
	const char *port;
	char host[80];
	int err;

	if (!split(listen, host, sizeof host, &port)) {
		snprintf(why, size, "'%s' is no ADDR:PORT such as 127.0.0.1:7700", listen);
		return false;
	}
	err = getaddrinfo(host, port, &hints, &found);
	if (err) {
		snprintf(why, size, "the address '%s' is unknown: %s", host, gai_strerror(err));
		return false;
	}
	errno = 0;
	s->listener = evconnlistener_new_bind(
	    s->base, NULL, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
	    BACKLOG, found->ai_addr, (int)found->ai_addrlen);
	err = errno;
	freeaddrinfo(found);
	if (!s->listener) {
		snprintf(
		    why, size,
		    err == EADDRINUSE
			? "%s is in use by another program; try --listen %.60s:0 for a free port"
			: "cannot listen on %s: %.60s",
		    listen, err == EADDRINUSE ? host : strerror(err));
		return false;
	}
	s->bound = evhttp_bind_listener(s->http, s->listener);
	if (!s->bound || !name_self(s, host)) {
		snprintf(why, size, "cannot listen on %s", listen);
		return false;
	}
	evconnlistener_set_error_cb(s->listener, on_accept_error);
	return true;
}

/* As many clients as file descriptors allow. */
static int room_for_clients(void)
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

static bool make_events(struct server *s)
{
	s->on_term = evsignal_new(s->base, SIGTERM, on_signal, s);
	s->on_int = evsignal_new(s->base, SIGINT, on_signal, s);
	s->sweep = event_new(s->base, -1, EV_PERSIST, on_sweep, s);
	s->resume = event_new(s->base, -1, 0, on_resume, s);
	s->stop_look = event_new(s->base, -1, EV_PERSIST, on_stop_look, s);
	return s->on_term && s->on_int && s->sweep && s->resume && s->stop_look;
}

struct server *server_new(const char *listen, char *why, size_t size)
{
	struct server *s = calloc(1, sizeof *s);
	struct timeval often = ms(SWEEP_MS);

	snprintf(why, size, "out of memory");
	if (!s)
		return NULL;
	s->client_max = room_for_clients();
	s->base = event_base_new();
	s->http = s->base ? evhttp_new(s->base) : NULL;
	if (!s->http || !make_events(s)) {
		server_free(s);
		return NULL;
	}
	evhttp_set_max_headers_size(s->http, HEADERS_MAX);
	evhttp_set_max_body_size(s->http, BODY_MAX);
	evhttp_set_timeout(s->http, IDLE_SECONDS);
	evhttp_set_allowed_methods(s->http, EVHTTP_REQ_GET | EVHTTP_REQ_HEAD | EVHTTP_REQ_POST |
						EVHTTP_REQ_PUT | EVHTTP_REQ_DELETE |
						EVHTTP_REQ_OPTIONS | EVHTTP_REQ_PATCH);
	evhttp_set_bevcb(s->http, on_connect, s);
	evhttp_set_gencb(s->http, on_request, s);
	if (!listen_at(s, listen, why, size)) {
		server_free(s);
		return NULL;
	}
	event_add(s->on_term, NULL);
	event_add(s->on_int, NULL);
	event_add(s->sweep, &often);
	return s;
}

const char *server_url(const struct server *s)
{
	return s->url;
}

int server_run(struct server *s)
{
	signal(SIGPIPE, SIG_IGN);
	event_base_dispatch(s->base);
	return 0;
}

void server_free(struct server *s)
{
	struct event *events[] = {s->on_term, s->on_int, s->sweep, s->resume, s->stop_look};

	if (s->http)
		evhttp_free(s->http);
	while (s->clients) {
		struct client *c = s->clients;
		s->clients = c->next;
		bufferevent_decref(c->bev);
		free(c);
	}
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i])
			event_free(events[i]);
	if (s->base)
		event_base_free(s->base);
	free(s);
}
