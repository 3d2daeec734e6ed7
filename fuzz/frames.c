/* Bytes from a socket. For any bytes our reader agrees with wslay, in one piece or in many; the
 * handler is told once when a socket opens and once when it is gone, and gets text that is UTF-8
 * and not too long.
 *
 * The first byte says how the rest is cut, and how much of it arrived with the request. */
#include "fuzz.h"
#include "laws.h"
#include "readers.h"
#include "request.h"
#include "socket.h"

#include <errno.h>
#include <event2/event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE = 2000 };

static struct event_base *base;
static struct sockets *all;
static int opened, closed, gone;

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
	law(size <= FRAMES_MESSAGE_MAX, "a message is not too long", NULL);
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

static void on_gone(void *connection)
{
	(void)connection;
	gone++;
}

static void begin(void)
{
	struct socket_handler handler = {
	    .opened = on_opened, .message = on_message, .closed = on_closed};

	base = event_base_new();
	all = sockets_new(base, &handler);
	if (!all)
		abort();
}

static void turn(void)
{
	event_base_loop(base, EVLOOP_NONBLOCK);
}

/* Reads everything; false: the host has closed. */
static bool hear(int fd)
{
	char heard[4096];
	ssize_t n = recv(fd, heard, sizeof heard, MSG_DONTWAIT);

	return n > 0 || (n < 0 && errno == EAGAIN);
}

static void compare_readers(const struct bytes *b, unsigned how)
{
	static struct said whole, cut, theirs;
	struct at_rng rng;

	if (b->left > READERS_MAX)
		return;
	at_rng_init(&rng, how, 0);
	readers_ours(b->at, b->left, &whole, READERS_MAX, &rng);
	readers_ours(b->at, b->left, &cut, how % 64 + 1, &rng);
	law(readers_are_equal(&whole, &cut), "pieces make no difference", NULL);
	readers_wslay(b->at, b->left, &theirs);
	law(readers_agree(&whole, &theirs), "wslay says the same", NULL);
}

/* The rest in pieces. */
static void send_all(int fd, struct bytes *b, unsigned how)
{
	for (size_t n; b->left > 0; b->at += n, b->left -= n) {
		n = how & 2 && b->left > how >> 2 ? (how >> 2) + 1 : b->left;
		if (n > b->left)
			n = b->left;
		if (send(fd, b->at, n, MSG_NOSIGNAL | MSG_DONTWAIT) != (ssize_t)n)
			break;
		turn();
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct request request = {
	    .http.field = {{"Sec-WebSocket-Key", "AAAAAAAAAAAAAAAAAAAAAA=="}}, .http.fields = 1};
	struct bytes b = {data, size};
	unsigned how = take_byte(&b);
	size_t early = how & 1 ? b.left / 2 : 0;
	int fd[2];

	if (!base)
		begin();
	compare_readers(&b, how);
	opened = closed = gone = 0;
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, fd))
		abort();
	request.fd = fd[0];
	request.early = b.at;
	request.early_len = early;
	request.gone = on_gone;
	if (!socket_open(all, &request, NULL))
		abort();
	b.at += early;
	b.left -= early;
	send_all(fd[1], &b, how);
	shutdown(fd[1], SHUT_WR);
	for (int i = 0; i < PATIENCE && hear(fd[1]); i++)
		turn();
	close(fd[1]);
	for (int i = 0; i < PATIENCE && sockets_count(all) > 0; i++)
		turn();
	law(sockets_count(all) == 0, "who has hung up is gone", NULL);
	law(opened == 1 && closed == 1 && gone == 1, "opened once, closed once", NULL);
	return 0;
}
