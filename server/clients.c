/* Who is connected: let in or refused by address, and hung up on when too slow. */
#include "serving.h"

#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
	INPUT_MAX = 4 * HEADERS_MAX, /* read ahead of a reply that nobody takes */
	REQUEST_MS = 10000,          /* from a request's first byte to its last; see on_output() */
	REPLY_MS = 60000,            /* until the client has read its reply */
	CLIENTS_MAX = 16000,         /* also bounded by the file descriptors there are */
	SPARE_FDS = 32,              /* not for clients */
};

/* A request begins with the first byte after silence. */
static void on_input(struct evbuffer *buffer, const struct evbuffer_cb_info *info, void *arg)
{
	struct client *c = arg;

	(void)buffer;
	if (info->n_added > 0 && c->deadline == 0 && !c->is_socket)
		c->deadline = server_ms() + REQUEST_MS;
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
		c->deadline = server_ms() + REPLY_MS;
	}
	if (c->answered && info->n_deleted > 0 && evbuffer_get_length(buffer) == 0) {
		bool begun = evbuffer_get_length(bufferevent_get_input(c->bev)) > 0;
		c->answered = false;
		c->deadline = begun ? server_ms() + REQUEST_MS : 0;
	}
}

struct bufferevent *client_connect(struct event_base *base, void *arg)
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
	c->fd = -1;
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
void clients_accept(struct server *s)
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

/* A descriptor is used again at once, while the bufferevent that had it before, which the sweep has
 * not given back yet, still reads from it: what comes on the new connection would be lost there. */
static void take_over(struct server *s, struct client *c)
{
	struct client **at;

	c->fd = bufferevent_getfd(c->bev);
	if (c->fd < 0)
		return;
	at = &s->with_fd[c->fd % FDS];
	if (*at && (*at)->fd == c->fd)
		bufferevent_disable((*at)->bev, EV_READ | EV_WRITE);
	*at = c;
}

static void admit(struct server *s, struct client *c)
{
	struct sockaddr_storage storage;
	struct sockaddr *from = (struct sockaddr *)&storage;
	socklen_t len = sizeof storage;

	take_over(s, c);
	if (getpeername(c->fd, from, &len) == 0) {
		c->proxied = proxies_trust(&s->options.proxies, from);
		c->peer = peers_join(&s->peers, from,
				     c->proxied ? s->client_max : s->options.per_address);
	}
	if (!c->peer)
		refuse(s, c);
}

/* evhttp gives a connection its socket after client_connect(): only here it is known whose it is.
 * Who came first is let in first. */
void clients_admit(evutil_socket_t fd, short what, void *arg)
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
	clients_accept(s);
}

static void client_free(struct server *s, struct client *c)
{
	if (c->fd >= 0 && s->with_fd[c->fd % FDS] == c)
		s->with_fd[c->fd % FDS] = NULL;
	if (c->peer)
		peers_leave(&s->peers, c->peer);
	if (!c->refused)
		s->client_count--;
	bufferevent_decref(c->bev);
	free(c);
}

/* Gives back those who are gone and hangs up on those who are too slow: evhttp sees the end of the
 * connection and frees it. */
void clients_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	int64_t now = server_ms();

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
	clients_accept(s);
}

/* Who asks; the newest stand in front. */
struct client *client_of(struct server *s, struct evhttp_request *r)
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
bool client_follow(struct server *s, struct client *c, struct evhttp_request *r)
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

static void free_all(struct server *s, struct client *list)
{
	while (list) {
		struct client *c = list;
		list = c->next;
		client_free(s, c);
	}
}

void clients_free(struct server *s)
{
	free_all(s, s->fresh);
	free_all(s, s->clients);
}
