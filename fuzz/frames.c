/* What comes over a connection: a request to become a WebSocket, and frames. Whatever it is, the
 * handler hears of a socket once when it opens and once when it is gone, and gets text that is
 * UTF-8 and not too long.
 *
 * The first byte says whether a good request goes before the rest, and how the rest is cut. */
#include "fuzz.h"
#include "laws.h"
#include "socket.h"
#include "upgrade.h"

#include <arpa/inet.h>
#include <errno.h>
#include <event2/event.h>
#include <event2/http.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PATIENCE = 2000 };

static const char request[] = "GET /ws HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\n"
			      "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
			      "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n";

static struct event_base *base;
static struct sockets *all;
static struct sockaddr_in address = {.sin_family = AF_INET};
static int opened, closed;

static void on_opened(void *self, struct socket *s)
{
	(void)self;
	opened++;
	socket_send(s, "{}", 2);
}

static bool is_utf8(const uint8_t *s, size_t n)
{
	for (size_t i = 0; i < n;) {
		int more = s[i] < 0x80       ? 0
			   : s[i] >> 5 == 6  ? 1
			   : s[i] >> 4 == 14 ? 2
			   : s[i] >> 3 == 30 ? 3
					     : -1;
		if (more < 0 || n - i <= (size_t)more)
			return false;
		for (i++; more > 0; more--, i++)
			if (s[i] >> 6 != 2)
				return false;
	}
	return true;
}

static void on_message(void *self, struct socket *s, const char *text, size_t size)
{
	(void)self;
	law(size <= SOCKET_MESSAGE_MAX, "a message is not too long", NULL);
	law(is_utf8((const uint8_t *)text, size), "a message is UTF-8", NULL);
	law(opened == closed + 1, "who speaks is there", NULL);
	socket_send(s, text, size);
	if (size == 3)
		socket_close(s, SOCKET_TOO_FAST, "three bytes");
}

static void on_closed(void *self, struct socket *s)
{
	(void)self;
	(void)s;
	closed++;
}

static void answer(struct evhttp_request *r, void *arg)
{
	(void)arg;
	if (upgrade_refuse(r) || !socket_open(all, r, NULL))
		evhttp_send_error(r, 400, NULL);
}

static void begin(void)
{
	struct socket_handler handler = {NULL, on_opened, on_message, on_closed, NULL};
	struct evhttp_bound_socket *bound;
	struct evhttp *http;
	socklen_t size = sizeof address;

	base = event_base_new();
	all = sockets_new(base, &handler);
	http = evhttp_new(base);
	evhttp_set_gencb(http, answer, NULL);
	evhttp_set_max_headers_size(http, 8192);
	evhttp_set_max_body_size(http, 8192);
	bound = evhttp_bind_socket_with_handle(http, "127.0.0.1", 0);
	if (!bound ||
	    getsockname(evhttp_bound_socket_get_fd(bound), (struct sockaddr *)&address, &size))
		abort();
}

static void turn(void)
{
	event_base_loop(base, EVLOOP_NONBLOCK);
}

/* Reads what there is; false: the host has hung up. */
static bool hear(int fd)
{
	char heard[4096];
	ssize_t n = recv(fd, heard, sizeof heard, MSG_DONTWAIT);

	return n != 0 && (n > 0 || errno == EAGAIN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	unsigned how = take_byte(&b);
	int fd = socket(AF_INET, SOCK_STREAM, 0);

	if (!base)
		begin();
	opened = closed = 0;
	while (connect(fd, (struct sockaddr *)&address, sizeof address))
		if (errno != EADDRNOTAVAIL || usleep(1000)) /* ports are free again after a while */
			abort();
	if (how & 1)
		send(fd, request, sizeof request - 1, MSG_NOSIGNAL);
	for (size_t n; b.left > 0; b.at += n, b.left -= n) {
		n = how & 2 && b.left > how >> 2 ? (how >> 2) + 1 : b.left;
		if (n > b.left)
			n = b.left;
		if (send(fd, b.at, n, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)n)
			break;
		turn();
	}
	shutdown(fd, SHUT_WR);
	for (int i = 0; i < PATIENCE && hear(fd); i++)
		turn();
	close(fd);
	for (int i = 0; i < PATIENCE && sockets_count(all) > 0; i++)
		turn();
	law(sockets_count(all) == 0, "who has hung up is gone", NULL);
	law(opened == closed && opened <= 1, "opened once, closed once", NULL);
	return 0;
}
