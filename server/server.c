#include "server.h"

#include "host.h"
#include "listen.h"
#include "page.h"
#include "peers.h"

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
	BODY_MAX = 4 * 1024,         /* nothing here takes one */
	INPUT_MAX = 4 * HEADERS_MAX, /* read ahead of a reply that nobody takes */
	IDLE_SECONDS = 60,           /* a kept-alive connection without a request */
	REQUEST_MS = 10000,          /* from a request's first byte to its last; see on_output() */
	REPLY_MS = 60000,            /* until the client has read its reply */
	CLIENTS_MAX = 16000,         /* also bounded by the file descriptors there are */
	ADDRESSES_MIN = 4,           /* so many addresses find room, however few file descriptors */
	SPARE_FDS = 32,              /* not for clients */
	SWEEP_MS = 500,              /* how often deadlines are looked at */
	STOP_MS = 5000,              /* how long replies in flight may take after SIGTERM */
	STOP_LOOK_MS = 20,
	PAUSE_MS = 200, /* no accepting for a while when out of file descriptors */
};

/* evhttp owns the connection and the bufferevent; it never says when it lets go of them. So a
 * client holds a reference of its own, and the sweep gives it back when evhttp has removed its
 * callbacks. */
struct client {
	struct client *next;
	struct server *server;
	struct bufferevent *bev;
	struct peer *peer; /* its address, once it is let in */
	bool proxied;      /* asks for others */
	bool refused;
	bool is_socket;   /* has no deadlines of HTTP any more */
	bool answered;    /* the reply is on its way; what evhttp says by itself is none */
	int64_t deadline; /* of the request or reply in progress; 0 between them */
};

struct server {
	struct event_base *base;
	struct evhttp *http;
	struct evhttp_bound_socket *bound;
	struct evconnlistener *listener; /* evhttp's, valid while bound is */
	struct event *on_term, *on_int, *admit, *sweep, *resume, *stop_look;
	struct client *fresh, *clients; /* the newest first; fresh: not let in yet */
	int client_count, client_max;
	struct peers peers;
	struct server_options options;
	struct host *host;      /* of tables, or NULL */
	struct evhttp *metrics; /* on an address of their own, or NULL */
	bool answering;         /* inside page_answer() */
	bool stopping;
	int64_t stop_deadline;
	int port;
	char url[128 + SERVER_BASE_MAX];
	char refusal[PAGE_REFUSAL_MAX];
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
	if (info->n_added > 0 && c->deadline == 0 && !c->is_socket)
		c->deadline = now_ms() + REQUEST_MS;
}

/* A reply ends when the client has taken all of it. If the next request has begun by then, it has
 * its time from now on: its first bytes came while the reply before it was on the way, and another
 * may never come. "100 Continue" is no reply: the request goes on, and so does its time. */
static void on_output(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *arg)
{
	struct client *c = arg;

	if (c->is_socket)
		return;
	if (info->n_added > 0 && c->server->answering) {
		c->answered = true;
		c->deadline = now_ms() + REPLY_MS;
	}
	if (c->answered && info->n_deleted > 0 && evbuffer_get_length(buffer) == 0) {
		bool begun = evbuffer_get_length(bufferevent_get_input(c->bev)) > 0;
		c->answered = false;
		c->deadline = begun ? now_ms() + REQUEST_MS : 0;
	}
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
	bufferevent_setwatermark(bev, EV_READ, 0, INPUT_MAX);
	c->server = s;
	c->bev = bev;
	bufferevent_incref(bev);
	evbuffer_add_cb(bufferevent_get_input(bev), on_input, c);
	evbuffer_add_cb(bufferevent_get_output(bev), on_output, c);
	c->next = s->fresh;
	s->fresh = c;
	if (++s->client_count >= s->client_max && s->bound)
		evconnlistener_disable(s->listener);
	event_active(s->admit, EV_TIMEOUT, 0);
	return bev;
}

static bool is_gone(const struct client *c)
{
	bufferevent_event_cb on_event = NULL;

	bufferevent_getcb(c->bev, NULL, NULL, &on_event, NULL);
	return !on_event;
}

/* Unless there is no room, or the listener rests. */
static void accept_again(struct server *s)
{
	if (s->bound && !s->stopping && s->client_count < s->client_max &&
	    !event_pending(s->resume, EV_TIMEOUT, NULL))
		evconnlistener_enable(s->listener);
}

/* Answers at once and hangs up, so that a refused connection takes nobody's room. Best effort: the
 * client may be sending still. */
static void refuse(struct server *s, struct client *c)
{
	int fd = bufferevent_getfd(c->bev);

	send(fd, s->refusal, strlen(s->refusal), MSG_DONTWAIT | MSG_NOSIGNAL);
	shutdown(fd, SHUT_RDWR);
	c->refused = true;
	s->client_count--;
}

static void admit(struct server *s, struct client *c)
{
	struct sockaddr_storage storage;
	struct sockaddr *from = (struct sockaddr *)&storage;
	socklen_t len = sizeof storage;

	if (getpeername(bufferevent_getfd(c->bev), from, &len) == 0) {
		c->proxied = proxies_trust(&s->options.proxies, from);
		c->peer = peers_join(&s->peers, from,
				     c->proxied ? s->client_max : s->options.per_address);
	}
	if (!c->peer)
		refuse(s, c);
}

/* evhttp gives a connection its socket after on_connect(): only here it is known whose it is. Who
 * came first is let in first. */
static void on_admit(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	struct client *in_order = NULL, *c;

	(void)fd;
	(void)what;
	while ((c = s->fresh)) {
		s->fresh = c->next;
		c->next = in_order;
		in_order = c;
	}
	while ((c = in_order)) {
		in_order = c->next;
		c->next = s->clients;
		s->clients = c;
		if (!is_gone(c))
			admit(s, c);
	}
	accept_again(s);
}

static void client_free(struct server *s, struct client *c)
{
	if (c->peer)
		peers_leave(&s->peers, c->peer);
	if (!c->refused)
		s->client_count--;
	bufferevent_decref(c->bev);
	free(c);
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
			client_free(s, c);
			continue;
		}
		if (c->deadline && now >= c->deadline)
			shutdown(bufferevent_getfd(c->bev), SHUT_RDWR);
		at = &c->next;
	}
	accept_again(s);
}

/* Who asks; the newest stand in front. */
static struct client *client_of(struct server *s, struct evhttp_request *r)
{
	struct evhttp_connection *connection = evhttp_request_get_connection(r);
	struct bufferevent *bev = connection ? evhttp_connection_get_bufferevent(connection) : NULL;
	struct client *c = s->clients;

	while (c && c->bev != bev)
		c = c->next;
	return c;
}

/* Counts a proxy's connection as its client's: false, and it stays the proxy's, where that one
 * holds too many. */
static bool count_client(struct server *s, struct client *c, struct evhttp_request *r)
{
	struct sockaddr_storage proxy, from;
	socklen_t len = sizeof proxy;

	if (getpeername(bufferevent_getfd(c->bev), (struct sockaddr *)&proxy, &len))
		return false;
	from = proxy;
	proxies_follow(&s->options.proxies, r, &from);
	peers_leave(&s->peers, c->peer);
	c->peer = peers_join(&s->peers, (struct sockaddr *)&from, s->options.per_address);
	if (c->peer)
		return true;
	c->peer = peers_join(&s->peers, (struct sockaddr *)&proxy, s->client_max);
	return false;
}

/* A socket from now on, or what is wrong with it. */
static void answer_socket(struct server *s, struct evhttp_request *r)
{
	struct client *c = client_of(s, r);
	const char *why = "There is no room for more.\n";
	int code = 503;

	if (c && c->peer && (!c->proxied || count_client(s, c, r))) {
		c->is_socket = true;
		c->deadline = 0;
		if (host_answer(s->host, r, c->peer, c->proxied ? proxies_via(r) : VIA_ANY, &code,
				&why))
			return;
		c->is_socket = false;
	}
	s->answering = true;
	page_refuse(r, code, why);
	s->answering = false;
}

static void answer_metrics(struct server *s, struct evhttp_request *r)
{
	char text[HOST_METRICS_MAX];

	host_metrics(s->host, text, sizeof text);
	page_text(r, "text/plain; version=0.0.4; charset=utf-8", text);
}

/* The page leads here whether there is something to say or not. */
static void answer_legal(const struct server *s, struct evhttp_request *r)
{
	page_text(r, "text/plain; charset=utf-8",
		  s->options.legal ? s->options.legal
				   : "Whoever runs this host has not said who they are.\n");
}

bool server_is_base(const char *base)
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~./";
	size_t len = strlen(base);

	return len == 0 ||
	       (base[0] == '/' && base[len - 1] != '/' && len < SERVER_BASE_MAX &&
		strspn(base, letters) == len && !strstr(base, "//") && !strstr(base, "/."));
}

/* The path as if there were no base; "": the base itself, without the slash behind it. */
static const char *path_of(const struct server *s, struct evhttp_request *r)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;
	size_t len = strlen(s->options.base);

	if (!path || !*path)
		return "/";
	if (len && strncmp(path, s->options.base, len) == 0 && (!path[len] || path[len] == '/'))
		path += len;
	return path;
}

/* What belongs to a page that came from a node of another version. */
static const struct asset *other_version(struct server *s, struct evhttp_request *r,
					 const char *path)
{
	enum evhttp_cmd_type command = evhttp_request_get_command(r);

	return s->host && (command == EVHTTP_REQ_GET || command == EVHTTP_REQ_HEAD) &&
		       !page_has(path)
		   ? host_page_file(s->host, path)
		   : NULL;
}

static void on_request(struct evhttp_request *r, void *arg)
{
	struct server *s = arg;
	const char *path = path_of(s, r);
	const struct asset *other;

	if (s->host && strcmp(path, "/ws") == 0) {
		answer_socket(s, r);
		return;
	}
	s->answering = true;
	if (s->host && strcmp(path, "/healthz") == 0 && host_is_waiting(s->host))
		page_refuse(r, 503, "waiting for the database\n");
	else if (!*path)
		page_move(r, s->options.base);
	else if (s->host && !s->metrics && strcmp(path, "/metrics") == 0 &&
		 evhttp_request_get_command(r) == EVHTTP_REQ_GET)
		answer_metrics(s, r);
	else if (s->host && strcmp(path, "/legal") == 0 &&
		 evhttp_request_get_command(r) == EVHTTP_REQ_GET)
		answer_legal(s, r);
	else if ((other = other_version(s, r, path)))
		page_other(r, other, s->stopping);
	else
		page_answer(r, path, s->stopping);
	s->answering = false;
}

static void on_metrics(struct evhttp_request *r, void *arg)
{
	const struct evhttp_uri *uri = evhttp_request_get_evhttp_uri(r);
	const char *path = uri ? evhttp_uri_get_path(uri) : NULL;

	if (path && strcmp(path, "/metrics") == 0)
		answer_metrics(arg, r);
	else
		page_refuse(r, 404, "Only /metrics is here.\n");
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
	accept_again(s);
}

static void on_stop_look(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	bool busy = s->host && !host_is_done(s->host);

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
	if (s->host)
		host_stop(s->host);
	event_add(s->stop_look, &often);
}

static bool name_self(struct server *s, const char *host)
{
	struct sockaddr_storage addr;
	socklen_t len = sizeof addr;
	char port[8];

	if (getsockname(evconnlistener_get_fd(s->listener), (struct sockaddr *)&addr, &len) ||
	    getnameinfo((struct sockaddr *)&addr, len, NULL, 0, port, sizeof port, NI_NUMERICSERV))
		return false;
	s->port = (int)strtol(port, NULL, 10);
	snprintf(s->url, sizeof s->url, strchr(host, ':') ? "http://[%s]:%s%s/" : "http://%s:%s%s/",
		 host, port, s->options.base);
	return true;
}

static bool listen_at(struct server *s, const char *listen, char *why, size_t size)
{
	char host[LISTEN_HOST_MAX];

	s->listener = listen_bind(s->base, listen, host, why, size);
	if (!s->listener)
		return false;
	s->bound = evhttp_bind_listener(s->http, s->listener);
	if (!s->bound || !name_self(s, host)) {
		snprintf(why, size, "cannot listen on %s", listen);
		return false;
	}
	evconnlistener_set_error_cb(s->listener, on_accept_error);
	return true;
}

bool server_metrics(struct server *s, const char *listen, char *why, size_t size)
{
	const char *port;
	char host[LISTEN_HOST_MAX];

	if (!listen_split(listen, host, &port)) {
		snprintf(why, size, "'%s' is no ADDR:PORT such as 127.0.0.1:9100", listen);
		return false;
	}
	s->metrics = evhttp_new(s->base);
	if (!s->metrics || evhttp_bind_socket(s->metrics, host, (uint16_t)strtol(port, NULL, 10))) {
		snprintf(why, size, "cannot listen on %s for metrics", listen);
		return false;
	}
	evhttp_set_allowed_methods(s->metrics, EVHTTP_REQ_GET);
	evhttp_set_max_headers_size(s->metrics, HEADERS_MAX);
	evhttp_set_max_body_size(s->metrics, 0);
	evhttp_set_timeout(s->metrics, IDLE_SECONDS);
	evhttp_set_gencb(s->metrics, on_metrics, s);
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
	s->admit = event_new(s->base, -1, 0, on_admit, s);
	s->sweep = event_new(s->base, -1, EV_PERSIST, on_sweep, s);
	s->resume = event_new(s->base, -1, 0, on_resume, s);
	s->stop_look = event_new(s->base, -1, EV_PERSIST, on_stop_look, s);
	return s->on_term && s->on_int && s->admit && s->sweep && s->resume && s->stop_look;
}

struct server *server_new(const struct server_options *options, char *why, size_t size)
{
	struct server *s = calloc(1, sizeof *s);
	struct timeval often = ms(SWEEP_MS);

	snprintf(why, size, "out of memory");
	if (!s)
		return NULL;
	peers_init(&s->peers);
	s->client_max = room_for_clients();
	s->options = *options;
	if (s->options.per_address > s->client_max / ADDRESSES_MIN)
		s->options.per_address = s->client_max / ADDRESSES_MIN;
	page_refusal(s->refusal);
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
	if (!listen_at(s, options->listen, why, size)) {
		server_free(s);
		return NULL;
	}
	event_add(s->on_term, NULL);
	event_add(s->on_int, NULL);
	event_add(s->sweep, &often);
	return s;
}

struct event_base *server_base(struct server *s)
{
	return s->base;
}

int server_port(const struct server *s)
{
	return s->port;
}

void server_host(struct server *s, struct host *host)
{
	s->host = host;
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

static void free_all(struct server *s, struct client *list)
{
	while (list) {
		struct client *c = list;
		list = c->next;
		client_free(s, c);
	}
}

void server_free(struct server *s)
{
	struct event *events[] = {s->on_term, s->on_int, s->admit,
				  s->sweep,   s->resume, s->stop_look};

	if (s->http)
		evhttp_free(s->http);
	if (s->metrics)
		evhttp_free(s->metrics);
	if (s->host)
		host_free(s->host);
	free_all(s, s->fresh);
	free_all(s, s->clients);
	peers_release(&s->peers);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i])
			event_free(events[i]);
	if (s->base)
		event_base_free(s->base);
	free(s);
}
