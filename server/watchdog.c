#define _GNU_SOURCE

#include "watchdog.h"

#include <event2/event.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { SIGNS = 3, LEAST_US = 1000 }; /* of life in the time that is allowed */

struct watchdog {
	int fd;
	struct sockaddr_un to;
	socklen_t size;
	struct event *timer; /* or NULL: no signs of life are wanted */
};

static void tell(const struct watchdog *w, const char *state)
{
	/* The watchdog may have gone: that does not matter. */
	(void)!sendto(w->fd, state, strlen(state), MSG_NOSIGNAL | MSG_DONTWAIT,
		      (const struct sockaddr *)&w->to, w->size);
}

static void on_timer(evutil_socket_t fd, short what, void *arg)
{
	(void)fd, (void)what;
	tell(arg, "WATCHDOG=1");
}

/* A path, or (with an @) a name outside the file system. */
static bool read_address(struct watchdog *w, const char *path)
{
	size_t len = strlen(path);

	if ((*path != '/' && *path != '@') || len >= sizeof w->to.sun_path)
		return false;
	w->to.sun_family = AF_UNIX;
	memcpy(w->to.sun_path, path, len + 1);
	if (*path == '@')
		w->to.sun_path[0] = '\0';
	w->size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + len);
	return true;
}

/* In microseconds; 0: this process is not watched. */
static uint64_t allowed(void)
{
	const char *time = getenv("WATCHDOG_USEC"), *pid = getenv("WATCHDOG_PID");

	if (!time || (pid && strtol(pid, NULL, 10) != (long)getpid()))
		return 0;
	return strtoull(time, NULL, 10);
}

static void watch(struct watchdog *w, struct event_base *base)
{
	uint64_t us = allowed() / SIGNS;
	struct timeval often = {(time_t)(us / 1000000), (suseconds_t)(us % 1000000)};

	if (us < LEAST_US)
		return;
	w->timer = event_new(base, -1, EV_PERSIST, on_timer, w);
	if (w->timer)
		event_add(w->timer, &often);
}

struct watchdog *watchdog_new(struct event_base *base)
{
	const char *path = getenv("NOTIFY_SOCKET");
	struct watchdog *w = path ? calloc(1, sizeof *w) : NULL;

	if (!w)
		return NULL;
	w->fd = read_address(w, path) ? socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0) : -1;
	if (w->fd < 0) {
		free(w);
		return NULL;
	}
	watch(w, base);
	unsetenv("NOTIFY_SOCKET");
	unsetenv("WATCHDOG_USEC");
	unsetenv("WATCHDOG_PID");
	tell(w, "READY=1");
	return w;
}

void watchdog_free(struct watchdog *w)
{
	if (!w)
		return;
	tell(w, "STOPPING=1");
	if (w->timer)
		event_free(w->timer);
	close(w->fd);
	free(w);
}
