#define _POSIX_C_SOURCE 200809L

#include "listen.h"

#include <errno.h>
#include <event2/listener.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The system would keep megabytes of what a client sends and we do not read yet; its memory counts
 * as ours (memory.max). A connection has this from its listener. */
enum { BACKLOG = 1024, RECEIVE_BUFFER = 32 << 10 };

bool listen_split(const char *listen, char host[LISTEN_HOST_MAX], const char **port)
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
	if (len == 0 || len >= LISTEN_HOST_MAX)
		return false;
	memcpy(host, begin, len);
	host[len] = '\0';
	*port = colon + 1;
	for (const char *c = *port; *c; c++)
		if (*c < '0' || *c > '9')
			return false;
	return strlen(*port) <= 5 && strtol(*port, NULL, 10) <= 65535;
}

/* Resolves the text to an address, which the caller frees. NULL on failure, with the reason in why.
 */
static struct addrinfo *look_up(const char *listen, char host[LISTEN_HOST_MAX], char *why,
				size_t size)
{
	struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE};
	struct addrinfo *found = NULL;
	const char *port;
	int err;

	if (!listen_split(listen, host, &port)) {
		snprintf(why, size, "'%s' is no ADDR:PORT such as 127.0.0.1:7700", listen);
		return NULL;
	}
	err = getaddrinfo(host, port, &hints, &found);
	if (err) {
		snprintf(why, size, "the address '%s' is unknown: %s", host, gai_strerror(err));
		return NULL;
	}
	return found;
}

struct evconnlistener *listen_bind(struct event_base *base, const char *listen,
				   char host[LISTEN_HOST_MAX], char *why, size_t size)
{
	struct addrinfo *found = look_up(listen, host, why, size);
	struct evconnlistener *listener;
	int err, buffer = RECEIVE_BUFFER;

	if (!found)
		return NULL;
	errno = 0;
	listener = evconnlistener_new_bind(
	    base, NULL, NULL, LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC | LEV_OPT_REUSEABLE,
	    BACKLOG, found->ai_addr, (int)found->ai_addrlen);
	err = errno;
	freeaddrinfo(found);
	if (listener)
		setsockopt(evconnlistener_get_fd(listener), SOL_SOCKET, SO_RCVBUF, &buffer,
			   sizeof buffer);
	if (!listener)
		snprintf(
		    why, size,
		    err == EADDRINUSE
			? "%s is in use by another program; try --listen %.60s:0 for a free port"
			: "cannot listen on %s: %.60s",
		    listen, err == EADDRINUSE ? host : strerror(err));
	return listener;
}

bool listen_check(const char *listen, char *why, size_t size)
{
	char host[LISTEN_HOST_MAX];
	struct addrinfo *found = look_up(listen, host, why, size);
	int fd, err = 0;

	if (!found)
		return false;
	fd = socket(found->ai_family, SOCK_STREAM, 0);
	if (fd < 0 || bind(fd, found->ai_addr, found->ai_addrlen))
		err = errno;
	if (fd >= 0)
		close(fd);
	freeaddrinfo(found);
	if (err && err != EADDRINUSE)
		snprintf(why, size, "cannot listen on %s: %.60s", listen, strerror(err));
	return !err || err == EADDRINUSE;
}
