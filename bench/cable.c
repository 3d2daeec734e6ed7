#define _GNU_SOURCE
#include "cable.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { AN_ADDRESS = 200, SEND_MAX = 1024, TAKE = 1 << 16 };
enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10, LAST = 0x80, MASKED = 0x80 };

static bool connect_from(int fd, int port, int nth)
{
	struct sockaddr_in from = {.sin_family = AF_INET}, to = {.sin_family = AF_INET};
	uint32_t place = (uint32_t)(nth / AN_ADDRESS);
	int on = 1;

	from.sin_addr.s_addr = htonl(INADDR_LOOPBACK + 256 + place);
	to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
	to.sin_port = htons((uint16_t)port);
	setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &on, sizeof on);
	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	return bind(fd, (struct sockaddr *)&from, sizeof from) == 0 &&
	       connect(fd, (struct sockaddr *)&to, sizeof to) == 0;
}

static void keep(struct cable *l, const uint8_t *bytes, size_t n)
{
	if (n > l->room) {
		l->in = realloc(l->in, n);
		l->room = n;
		if (!l->in)
			abort();
	}
	if (n) /* there may be no buffer yet */
		memmove(l->in, bytes, n);
	l->len = n;
}

/* Of the answer: NAME=VALUE. */
static void keep_cookie(struct cable *l, const char *text)
{
	static const char field[] = "Set-Cookie: ";
	const char *at = strcasestr(text, field);
	size_t n = at ? strcspn(at + sizeof field - 1, ";\r\n") : sizeof l->cookie;

	if (n < sizeof l->cookie) {
		memcpy(l->cookie, at + sizeof field - 1, n);
		l->cookie[n] = '\0';
	}
}

static bool shake_hands(struct cable *l, int port)
{
	char text[2048];
	const char *end;
	int n =
	    snprintf(text, sizeof text,
		     "GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
		     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
		     "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n%s%s%s\r\n",
		     port, l->cookie[0] ? "Cookie: " : "", l->cookie, l->cookie[0] ? "\r\n" : "");
	size_t len = 0;
	ssize_t got;

	if (send(l->fd, text, (size_t)n, 0) != n)
		return false;
	do {
		got = recv(l->fd, text + len, sizeof text - 1 - len, 0);
		if (got <= 0)
			return false;
		len += (size_t)got;
		text[len] = '\0';
		end = memmem(text, len, "\r\n\r\n", 4);
	} while (!end && len < sizeof text - 1);
	if (!end || strncmp(text, "HTTP/1.1 101", 12) != 0)
		return false;
	keep_cookie(l, text);
	keep(l, (const uint8_t *)end + 4, len - (size_t)(end + 4 - text));
	return true;
}

bool cable_open(struct cable *l, int port, int nth)
{
	l->code = 0;
	l->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
	if (l->fd < 0)
		return false;
	if (connect_from(l->fd, port, nth) && shake_hands(l, port) &&
	    fcntl(l->fd, F_SETFL, O_NONBLOCK) == 0)
		return true;
	cable_close(l);
	return false;
}

void cable_close(struct cable *l)
{
	if (l->fd >= 0)
		close(l->fd);
	free(l->in);
	l->in = NULL;
	l->len = l->room = 0;
	l->fd = -1;
}

static void send_frame(struct cable *l, int kind, const void *bytes, size_t size)
{
	uint8_t frame[SEND_MAX + 8] = {(uint8_t)(LAST | kind)};
	size_t head = size < 126 ? 2 : 4;

	if (size > SEND_MAX)
		abort();
	frame[1] = (uint8_t)(MASKED | (size < 126 ? size : 126));
	if (size >= 126) {
		frame[2] = (uint8_t)(size >> 8);
		frame[3] = (uint8_t)size;
	}
	memset(frame + head, 0, 4);
	memcpy(frame + head + 4, bytes, size);
	size += head + 4;
	/* Answers are awaited, so there is always room for what is under way. */
	if (l->fd >= 0 && send(l->fd, frame, size, MSG_NOSIGNAL) != (ssize_t)size)
		shutdown(l->fd, SHUT_RDWR); /* which cable_take() hears */
}

void cable_send(struct cable *l, const char *text, size_t size)
{
	send_frame(l, TEXT, text, size);
}

/* The length of the first frame with its head, or 0 while it is incomplete. */
static size_t whole(const uint8_t *at, size_t len, size_t *head, size_t *size)
{
	if (len < 2)
		return 0;
	*size = at[1] & 127u;
	*head = *size < 126 ? 2 : *size == 126 ? 4 : 10;
	if (len < *head)
		return 0;
	if (*head > 2)
		*size = 0;
	for (size_t i = 2; i < *head; i++)
		*size = *size << 8 | at[i];
	return len - *head >= *size ? *head + *size : 0;
}

bool cable_take(struct cable *l, void (*each)(void *context, const char *text, size_t size),
		void *context)
{
	static uint8_t bytes[2 * TAKE + (1 << 20)];
	size_t len = l->len, at = 0, head, size, n;
	ssize_t got;

	memcpy(bytes, l->in ? l->in : bytes, len);
	got = recv(l->fd, bytes + len, TAKE, 0);
	if (got == 0 || (got < 0 && errno != EAGAIN))
		return false;
	len += got > 0 ? (size_t)got : 0;
	l->len = 0;
	while ((n = whole(bytes + at, len - at, &head, &size)) > 0) {
		const uint8_t *body = bytes + at + head;
		int kind = bytes[at] & 15;
		if (kind == CLOSE) {
			l->code = size >= 2 ? body[0] << 8 | body[1] : 0;
			return false;
		}
		if (kind == PING)
			send_frame(l, PONG, body, size);
		else if (kind == TEXT)
			each(context, (const char *)body, size);
		at += n;
	}
	keep(l, bytes + at, len - at);
	return l->fd >= 0;
}
