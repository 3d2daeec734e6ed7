#define _GNU_SOURCE

#include "server.h"

#include "host.h"
#include "listen.h"
#include "memory.h"
#include "serving.h"

#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	ADDRESSES_MIN = 4, /* find room, however few file descriptors there are */
	SWEEP_MS = 500,    /* how often deadlines are looked at */
	STOP_MS = 5000,    /* how long replies in flight may take after SIGTERM */
	STOP_LOOK_MS = 20,
	LOOK_MS = 1000, /* how often memory is looked at */
	RELIEF = 16,    /* it is short until this part of it is free again */
	PAUSE_MS = 200, /* no accepting for a while when out of file descriptors */
};

int64_t server_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t server_ms(void)
{
	return server_us() / 1000;
}

static struct timeval ms(int n)
{
	return (struct timeval){n / 1000, n % 1000 * 1000};
}

void server_rest(struct server *s, struct evconnlistener *listener)
{
	struct timeval at_once = ms(0);

	evconnlistener_disable(listener);
	event_add(s->resume, &at_once);
}

/* Out of file descriptors the listener would spin: it refuses who waits, and rests. */
static void on_accept_error(struct evconnlistener *listener, void *arg)
{
	struct server *s = arg;
	struct timeval pause = ms(PAUSE_MS);

	clients_refuse(s, evconnlistener_get_fd(listener));
	evconnlistener_disable(listener);
	event_add(s->resume, &pause);
}

static void on_resume(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;

	(void)fd;
	(void)what;
	s->accepted = 0;
	if (s->listener)
		evconnlistener_enable(s->listener);
	if (s->metrics)
		evconnlistener_enable(s->metrics);
}

static void on_stop_look(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	bool busy = (s->host && !host_is_done(s->host)) || clients_are_busy(s);

	(void)fd;
	(void)what;
	if (!busy || server_ms() >= s->stop_deadline)
		event_base_loopbreak(s->base);
}

/* No new clients are accepted. */
static void stop_listening(struct server *s)
{
	if (s->listener)
		evconnlistener_free(s->listener);
	if (s->metrics)
		evconnlistener_free(s->metrics);
	s->listener = s->metrics = NULL;
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
	s->stop_deadline = server_ms() + STOP_MS;
	stop_listening(s);
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
	if (!name_self(s, host)) {
		snprintf(why, size, "cannot listen on %s", listen);
		return false;
	}
	evconnlistener_set_cb(s->listener, client_accept, s);
	evconnlistener_set_error_cb(s->listener, on_accept_error);
	return true;
}

bool server_metrics(struct server *s, const char *listen, char *why, size_t size)
{
	char host[LISTEN_HOST_MAX];

	s->metrics = listen_bind(s->base, listen, host, why, size);
	if (!s->metrics)
		return false;
	evconnlistener_set_cb(s->metrics, client_accept, s);
	evconnlistener_set_error_cb(s->metrics, on_accept_error);
	return true;
}

/* Unused memory is released before any connection is closed. */
static void on_look(evutil_socket_t fd, short what, void *arg)
{
	struct server *s = arg;
	size_t used = memory_used(), most = s->options.memory;
	size_t enough = s->pressed ? most - most / RELIEF : most;

	(void)fd;
	(void)what;
	if (used > enough) {
		memory_give_back();
		used = memory_used();
	}
	s->pressed = used > enough;
	if (s->pressed)
		clients_shed(s);
	if (s->host)
		host_press(s->host, s->pressed ? used - enough : 0, used > most / 2);
}

static bool make_events(struct server *s)
{
	s->on_term = evsignal_new(s->base, SIGTERM, on_signal, s);
	s->on_int = evsignal_new(s->base, SIGINT, on_signal, s);
	s->sweep = event_new(s->base, -1, EV_PERSIST, clients_sweep, s);
	s->look = event_new(s->base, -1, EV_PERSIST, on_look, s);
	s->resume = event_new(s->base, -1, 0, on_resume, s);
	s->on_turn = event_new(s->base, -1, 0, clients_turn, s);
	s->stop_look = event_new(s->base, -1, EV_PERSIST, on_stop_look, s);
	return s->on_term && s->on_int && s->sweep && s->look && s->resume && s->on_turn &&
	       s->stop_look;
}

struct server *server_new(const struct server_options *options, char *why, size_t size)
{
	struct server *s = calloc(1, sizeof *s);
	struct timeval often = ms(SWEEP_MS), looks = ms(LOOK_MS);

	snprintf(why, size, "out of memory");
	if (!s)
		return NULL;
	addresses_init(&s->addresses);
	s->last_later = &s->later;
	s->client_max = clients_room();
	s->options = *options;
	if (!s->options.memory)
		s->options.memory = memory_limit("/proc/self", "/sys/fs/cgroup");
	if (s->options.per_address > s->client_max / ADDRESSES_MIN)
		s->options.per_address = s->client_max / ADDRESSES_MIN;
	page_refusal("Your address has too many connections here. Try again later.\n", s->too_many);
	page_refusal("There is no room for more connections here. Try again later.\n", s->full);
	s->reserve = open("/dev/null", O_RDONLY | O_CLOEXEC);
	s->base = event_base_new();
	if (!s->base || !make_events(s)) {
		server_free(s);
		return NULL;
	}
	if (!listen_at(s, options->listen, why, size)) {
		server_free(s);
		return NULL;
	}
	event_add(s->on_term, NULL);
	event_add(s->on_int, NULL);
	event_add(s->sweep, &often);
	event_add(s->look, &looks);
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

void server_free(struct server *s)
{
	struct event *events[] = {s->on_term, s->on_int,    s->sweep,  s->look,
				  s->resume,  s->stop_look, s->on_turn};

	stop_listening(s);
	clients_free(s);
	if (s->host)
		host_free(s->host);
	addresses_release(&s->addresses);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i])
			event_free(events[i]);
	if (s->base)
		event_base_free(s->base);
	if (s->reserve >= 0)
		close(s->reserve);
	free(s);
}
