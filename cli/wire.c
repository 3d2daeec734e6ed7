#define _POSIX_C_SOURCE 200809L

#include "wire.h"

#include "accept.h"
#include "clock.h"
#include "command.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum {
	CONTINUED = 0,
	TEXT = 1,
	CLOSE = 8,
	PING = 9,
	PONG = 10,
	HEAD_MAX = 8192,
	MESSAGE_MAX = 16 << 20,
	STUCK_S = 10, /* for connecting and for every send */
};

/* --- links --- */

static bool copy_part(char *out, size_t size, const char *from, size_t len)
{
	if (len >= size)
		return false;
	memcpy(out, from, len);
	out[len] = '\0';
	return true;
}

static bool is_id(const char *text, size_t len)
{
	return len == 32 && strspn(text, "0123456789abcdef") >= 32;
}

static const char *read_fragment(const char *at, struct link *link)
{
	size_t len;

	if (!at || strncmp(at, "#table/", 7) != 0)
		return "a link to a table ends with #table/ and its digits";
	at += 7;
	len = strcspn(at, "/");
	if (!is_id(at, len))
		return "the table's id has 32 digits";
	copy_part(link->table, sizeof link->table, at, len);
	at += len + (at[len] == '/');
	if (*at && !is_id(at, strlen(at)))
		return "the secret of a link has 32 digits: was it cut off?";
	copy_part(link->secret, sizeof link->secret, at, strlen(at));
	return NULL;
}

const char *link_read(const char *text, struct link *link)
{
	static const char host_letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.-_:[]";
	const char *at = text + 7, *colon;
	size_t host, path;

	*link = (struct link){.port = "80"};
	if (strncasecmp(text, "https://", 8) == 0)
		return "only http:// is supported; use a tunnel for https";
	if (strncasecmp(text, "http://", 7) != 0)
		return "a link begins with http://";
	host = *at == '[' ? strcspn(at, "]") + 1 : strcspn(at, ":/#");
	if (host > strlen(at) || !copy_part(link->host, sizeof link->host, at, host) || !host ||
	    link->host[strspn(link->host, host_letters)])
		return "this link names no host";
	colon = at + host;
	at = colon + strcspn(colon, "/#");
	if (*colon == ':') {
		uint64_t port;
		if (!copy_part(link->port, sizeof link->port, colon + 1,
			       (size_t)(at - colon) - 1) ||
		    !parse_number(link->port, 1, 65535, &port))
			return "the port is a number up to 65535";
	} else if (at != colon) {
		return "this link names no host";
	}
	path = strcspn(at, "#");
	if (path + 2 > sizeof link->path || strcspn(at, " \t\r\n?") < path)
		return "the path of this link cannot be used";
	copy_part(link->path, sizeof link->path, path ? at : "/", path ? path : 1);
	if (link->path[strlen(link->path) - 1] != '/')
		memcpy(link->path + strlen(link->path), "/", 2);
	return read_fragment(at[path] ? at + path : NULL, link);
}

/* --- bytes --- */

static bool send_all(struct wire *w, const void *bytes, size_t len)
{
	const char *at = bytes;

	while (len) {
		ssize_t n = send(w->fd, at, len, MSG_NOSIGNAL);
		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return false;
		at += n;
		len -= (size_t)n;
	}
	return true;
}

bool wire_take(struct wire *w)
{
	ssize_t n;

	if (w->room - w->len < 65536) {
		size_t room = w->room + w->len + 65536;
		uint8_t *more = room <= 4 * (size_t)MESSAGE_MAX ? realloc(w->in, room) : NULL;
		if (!more)
			return false;
		w->in = more;
		w->room = room;
	}
	do
		n = recv(w->fd, w->in + w->len, w->room - w->len - 1, 0); /* and a terminator */
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		return false;
	w->len += (size_t)n;
	w->heard = seconds_now();
	return true;
}

static void drop(struct wire *w, size_t n)
{
	w->len -= n;
	memmove(w->in, w->in + n, w->len);
}

/* --- connecting --- */

static int connect_to(const struct link *link, char *why, size_t size)
{
	struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found = NULL;
	struct timeval stuck = {.tv_sec = STUCK_S};
	char name[sizeof link->host];
	int one = 1, fd = -1, err;

	snprintf(name, sizeof name, "%s", link->host + (link->host[0] == '['));
	name[strcspn(name, "]")] = '\0';
	err = getaddrinfo(name, link->port, &want, &found);
	if (err) {
		snprintf(why, size, "%s: %s", link->host, gai_strerror(err));
		return -1;
	}
	for (struct addrinfo *a = found; a && fd < 0; a = a->ai_next) {
		fd = socket(a->ai_family, a->ai_socktype | SOCK_CLOEXEC, a->ai_protocol);
		if (fd < 0)
			continue;
		setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &stuck, sizeof stuck);
		setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &stuck, sizeof stuck);
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
		if (connect(fd, a->ai_addr, a->ai_addrlen) == 0)
			break;
		err = errno;
		close(fd);
		fd = -1;
	}
	freeaddrinfo(found);
	if (fd < 0)
		snprintf(why, size, "%s:%s: %s", link->host, link->port, strerror(err));
	return fd;
}

/* The value after "name:" in a line of the answer, up to one of the ends; "" if it is missing. */
static void field(const char *head, const char *name, const char *ends, char *out, size_t size)
{
	size_t len = strlen(name);

	out[0] = '\0';
	for (const char *line = strstr(head, "\r\n"); line; line = strstr(line + 2, "\r\n"))
		if (strncasecmp(line + 2, name, len) == 0 && line[2 + len] == ':') {
			const char *at = line + 3 + len;
			at += strspn(at, " \t");
			if (!copy_part(out, size, at, strcspn(at, ends)))
				out[0] = '\0';
			return;
		}
}

/* 16 random bytes in base64: 22 letters of which the last has four bits. */
static void make_key(char key[ACCEPT_KEY + 1])
{
	static const char letters[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint8_t bytes[AT_SEED_SIZE];

	random_seed(bytes);
	for (int i = 0; i < ACCEPT_KEY; i++)
		key[i] = i < 21 ? letters[bytes[i] & 63] : i == 21 ? letters[bytes[i] & 48] : '=';
	key[ACCEPT_KEY] = '\0';
}

static bool upgrade(struct wire *w, const struct link *link, char *cookie, char *why, size_t size)
{
	char key[ACCEPT_KEY + 1], wanted[ACCEPT_SIZE], given[ACCEPT_SIZE], text[1200];
	char set[WIRE_COOKIE_MAX];
	char *end = NULL;
	int n;

	make_key(key);
	accept_key(key, wanted);
	n = snprintf(text, sizeof text,
		     "GET %sws HTTP/1.1\r\nHost: %s:%s\r\nUpgrade: websocket\r\n"
		     "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
		     "Sec-WebSocket-Key: %s\r\n%s%s%s\r\n",
		     link->path, link->host, link->port, key, *cookie ? "Cookie: " : "", cookie,
		     *cookie ? "\r\n" : "");
	snprintf(why, size, "%s:%s: the connection was lost", link->host, link->port);
	if (!send_all(w, text, (size_t)n))
		return false;
	while (!end) {
		if (w->len >= HEAD_MAX || !wire_take(w))
			return false;
		w->in[w->len] = '\0';
		end = strstr((char *)w->in, "\r\n\r\n");
	}
	end[2] = '\0';
	field((char *)w->in, "Sec-WebSocket-Accept", "\r\n \t", given, sizeof given);
	if (strncmp((char *)w->in, "HTTP/1.1 101", 12) != 0 || strcmp(given, wanted) != 0) {
		w->in[strcspn((char *)w->in, "\r\n")] = '\0';
		snprintf(why, size, "%s:%s: this is not an Atoll server (%.60s)", link->host,
			 link->port, (char *)w->in);
		return false;
	}
	field((char *)w->in, "Set-Cookie", ";\r\n", set, sizeof set);
	if (strncmp(set, "atoll_", 6) == 0)
		memcpy(cookie, set, sizeof set);
	drop(w, (size_t)((uint8_t *)end - w->in) + 4);
	return true;
}

bool wire_open(struct wire *w, const struct link *link, char cookie[WIRE_COOKIE_MAX], char *why,
	       size_t size)
{
	*w = (struct wire){.fd = connect_to(link, why, size)};
	if (w->fd >= 0 && upgrade(w, link, cookie, why, size))
		return true;
	wire_close(w);
	return false;
}

void wire_close(struct wire *w)
{
	int code = w->code;

	if (w->fd >= 0)
		close(w->fd);
	free(w->in);
	free(w->message);
	*w = (struct wire){.fd = -1, .code = code};
}

/* --- frames --- */

static bool send_frame(struct wire *w, int opcode, const void *data, size_t len)
{
	uint8_t random[AT_SEED_SIZE];
	uint8_t *frame = malloc(len + 14);
	size_t n = 2;
	bool sent;

	if (!frame)
		return false;
	random_seed(random);
	frame[0] = (uint8_t)(0x80 | opcode);
	frame[1] = (uint8_t)(0x80 | (len < 126 ? len : len < 65536 ? 126 : 127));
	for (int bytes = len < 126 ? 0 : len < 65536 ? 2 : 8; bytes > 0; bytes--)
		frame[n++] = (uint8_t)((uint64_t)len >> 8 * (bytes - 1));
	memcpy(frame + n, random, 4);
	n += 4;
	for (size_t i = 0; i < len; i++)
		frame[n + i] = ((const uint8_t *)data)[i] ^ random[i % 4];
	sent = send_all(w, frame, n + len);
	free(frame);
	return sent;
}

bool wire_send(struct wire *w, const json_t *message)
{
	char *text = json_dumps(message, JSON_COMPACT);
	bool sent = text && send_frame(w, TEXT, text, strlen(text));

	free(text);
	return sent;
}

bool wire_ping(struct wire *w)
{
	return send_frame(w, PING, "", 0);
}

/* The length of a frame's head, or 0 while it is incomplete. */
static size_t frame_head(const struct wire *w, uint64_t *size)
{
	size_t more = w->len < 2 ? 0 : w->in[1] == 126 ? 2 : w->in[1] == 127 ? 8 : 0;

	if (w->len < 2 + more)
		return 0;
	*size = more ? 0 : w->in[1] < 126 ? w->in[1] : UINT64_MAX; /* servers mask nothing */
	for (size_t i = 0; i < more; i++)
		*size = *size << 8 | w->in[2 + i];
	return 2 + more;
}

static bool add_part(struct wire *w, const uint8_t *data, size_t len)
{
	char *more;

	if (w->message_len + len > MESSAGE_MAX)
		return false;
	more = realloc(w->message, w->message_len + len + 1);
	if (!more)
		return false;
	w->message = more;
	memcpy(more + w->message_len, data, len);
	w->message_len += len;
	return true;
}

static bool take_frame(struct wire *w, const uint8_t *data, size_t len, json_t **out)
{
	int opcode = w->in[0] & 15;

	if (opcode == PING)
		return send_frame(w, PONG, data, len);
	if (opcode == CLOSE && len >= 2)
		w->code = data[0] << 8 | data[1];
	if (opcode == PONG) {
		w->ponged = seconds_now();
		return true;
	}
	if ((opcode != TEXT && opcode != CONTINUED) || !add_part(w, data, len))
		return false;
	if (!(w->in[0] & 0x80))
		return true;
	*out = json_loadb(w->message, w->message_len, JSON_REJECT_DUPLICATES, NULL);
	w->message_len = 0;
	if (json_is_object(*out))
		return true;
	json_decref(*out);
	*out = NULL;
	return false;
}

bool wire_next(struct wire *w, json_t **out)
{
	uint64_t size;
	size_t head;

	*out = NULL;
	while (!*out && (head = frame_head(w, &size))) {
		bool good;
		if (size > MESSAGE_MAX)
			return false;
		if (w->len - head < size)
			break;
		good = take_frame(w, w->in + head, (size_t)size, out);
		drop(w, head + (size_t)size);
		if (!good)
			return false;
	}
	return true;
}
