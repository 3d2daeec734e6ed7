#define _GNU_SOURCE

#include "socket_inner.h"

#include "memory.h"
#include "prefetch.h"
#include "upgrade.h"

#include <errno.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum {
	SWEEP_MS = 1000,
	STALL_MS = 4000, /* between two sweeps: the loop has stood still */
	SEND_BUFFER = 32 << 10,
	MANY = 64,          /* that are written together, while they are at hand */
	TRIM_MS = 3000,     /* between two times that memory is given back to the system, */
	TRIM_MIN = 1 << 20, /* once so much of it was freed; */
	CALM_MS = 10000,    /* after many have waited what others have freed is given back, too: */
	CALM_AGAIN_MS = 50000, /* tables go later than those who looked at them */
	CALM_LAST_MS = 900000,
	TRIM_BUSY = 6, /* so many times as much while somebody waits */
};

int64_t sockets_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t sockets_now(void)
{
	return sockets_us() / 1000;
}

void socket_count(struct socket *s)
{
	size_t memory = memory_of(s);

	s->all->held += memory - s->counted;
	s->counted = memory;
}

void socket_make_due(struct socket *s)
{
	if (s->is_due)
		return;
	s->is_due = true;
	s->due = s->all->due;
	s->all->due = s;
	s->all->dues++;
	event_active(s->all->write, EV_TIMEOUT, 0);
}

void socket_break(struct socket *s)
{
	s->broken = true;
	socket_make_due(s);
}

static size_t unread_of(const struct socket *s)
{
	return s->out.len - s->out.sent;
}

/* --- the end --- */

void socket_open_up(struct socket *s)
{
	if (s->opened)
		return;
	s->opened = true;
	s->all->handler.opened(s->all->handler.self, s);
}

static void end(struct socket *s)
{
	struct sockets *all = s->all;

	s->broken = true;
	socket_open_up(s); /* also if it ended before its turn came */
	all->handler.closed(all->handler.self, s);
	for (struct socket **at = &all->due; *at && s->is_due;)
		if (*at == s) {
			*at = s->due;
			s->is_due = false;
		} else {
			at = &(*at)->due;
		}
	*s->at = s->next;
	if (s->next)
		s->next->at = s->at;
	all->count--;
	all->held -= s->counted;
	socket_not_later(s);
	all->freed += memory_of(s);
	out_drop(&s->out, &all->spares);
	frames_release(&s->frames);
	free(s->early);
	close(s->fd); /* which takes it out of the epoll */
	s->gone(s->connection);
	free(s);
}

void socket_finish(struct socket *s, int code, const char *why)
{
	if (s->ended || s->broken)
		return;
	s->ended = true;
	s->code = code;
	s->why = why;
	socket_make_due(s);
}

void socket_cut(struct socket *s, int code, const char *why)
{
	if (s->broken || s->said_code)
		return;
	s->all->closed[code >= 4000][code % CODES]++;
	out_cut(&s->out);
	s->ended = true;
	s->code = code;
	s->why = why;
	socket_make_due(s);
}

/* --- sending --- */

/* Most messages fit into the connection at once. */
static void write_out(struct socket *s)
{
	size_t left = s->out.len - s->out.sent, room = s->out.room;
	ssize_t n;

	if (left == 0)
		return;
	n = send(s->fd, s->out.bytes + s->out.sent, left, MSG_NOSIGNAL | MSG_DONTWAIT);
	if (n < 0 && errno != EAGAIN && errno != EINTR) {
		s->broken = true;
		return;
	}
	s->blocked = n < 0 || (size_t)n < left;
	if (n > 0)
		out_sent(&s->out, (size_t)n, &s->all->spares);
	if (room > OUT_FIRST && !s->out.room)
		s->all->freed += room;
	if (!s->blocked)
		s->unread = 0;
	else if (!s->unread)
		s->unread = sockets_now();
}

/* A control frame, after the queued bytes. */
static void put_control(struct socket *s, const uint8_t *bytes, size_t size)
{
	if (out_room(&s->out, size, SOCKET_MEMORY_MAX + FRAME_CONTROL_MAX + 2, &s->all->spares))
		out_put(&s->out, bytes, size);
	else
		s->broken = true;
}

static void say_code(struct socket *s)
{
	uint8_t bytes[FRAME_CONTROL_MAX + 2];

	s->said_code = true;
	put_control(s, bytes, frame_close(s->code, s->why, bytes));
}

static void say_pong(struct socket *s)
{
	uint8_t bytes[FRAME_CONTROL_MAX + 2];

	s->ponging = false;
	put_control(s, bytes, frame_control(FRAME_PONG, s->pong, s->pong_len, bytes));
	write_out(s);
}

/* After our close frame the client has a moment to read it: closing at once could cost it the
 * code. */
static void hang_up(struct socket *s)
{
	if (!s->deadline)
		s->deadline = sockets_now() + SOCKET_CLOSE_MS;
	if (!s->blocked)
		shutdown(s->fd, SHUT_WR);
}

static void take_early(struct socket *s)
{
	uint8_t *early = s->early;

	s->early = NULL;
	if (!s->broken)
		socket_take(s, early, s->early_len);
	s->early_len = 0;
	free(early);
}

/* Writes what is queued. Most sockets have nothing but messages. */
static void attend(struct socket *s)
{
	if (!s->broken)
		socket_open_up(s);
	if (s->early)
		take_early(s);
	if (s->ended && !s->said_code && !s->broken)
		say_code(s);
	if (!s->broken)
		write_out(s);
	if (s->ponging && !s->blocked && !s->ended && !s->broken)
		say_pong(s);
	if (s->ended && !s->broken)
		hang_up(s);
	socket_count(s);
	if (s->broken)
		end(s);
}

static void write_all(struct sockets *all)
{
	struct socket *s;

	while ((s = all->due)) {
		all->due = s->due;
		s->is_due = false;
		if (s->due)
			socket_prefetch(s->due);
		attend(s);
	}
	all->dues = 0;
}

static void on_write(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	write_all(arg);
}

/* --- timers --- */

static void ping(struct socket *s, int64_t now)
{
	uint8_t bytes[2];

	s->pinged = now;
	put_control(s, bytes, frame_control(FRAME_PING, NULL, 0, bytes));
	socket_make_due(s);
}

/* Whose client has spoken needs no ping, if it is looked at closely. */
static bool is_to_ping(const struct socket *s, int64_t now)
{
	if (s->attended)
		return now - s->heard > SOCKET_SILENT_MS && now - s->pinged > SOCKET_SILENT_MS;
	return now - s->pinged > SOCKET_PING_MS;
}

/* What still waits to be read is no silence. */
static bool is_dead(const struct socket *s, int64_t now)
{
	int64_t most = s->attended ? SOCKET_ABSENT_MS : SOCKET_DEAD_MS;

	return now - s->heard > most && !s->later_at;
}

static void look_at(struct socket *s, int64_t now)
{
	if (is_dead(s, now) || (s->deadline && now > s->deadline))
		socket_break(s);
	else if (s->ended)
		return;
	else if (s->begun && now - s->begun > SOCKET_MESSAGE_MS)
		socket_cut(s, FRAME_POLICY, "a message takes too long");
	else if (s->unread && now - s->unread > SOCKET_UNREAD_MS)
		socket_cut(s, SOCKET_TOO_SLOW, "too much is unread");
	else if (is_to_ping(s, now) && !s->blocked)
		ping(s, now);
}

/* Freed memory lies between used memory: the allocator keeps it until it is asked to release it. */
static void give_back(struct sockets *all, int64_t now)
{
	int times = all->waiting ? TRIM_BUSY : 1; /* it takes long, and everybody waits */

	if (all->waiting) {
		all->upset = now;
		all->calm_ms = CALM_MS;
	} else if (all->upset && now - all->upset > all->calm_ms) {
		memory_give_back();
		all->calm_ms += CALM_AGAIN_MS;
		all->upset = all->calm_ms > CALM_LAST_MS ? 0 : all->upset;
	}
	if (all->freed < (size_t)times * TRIM_MIN || now - all->trimmed < times * TRIM_MS)
		return;
	memory_give_back();
	all->freed = 0;
	all->trimmed = now;
}

static void on_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct sockets *all = arg;
	int64_t now = sockets_now();
	bool stood = now - all->swept > STALL_MS;

	(void)fd;
	(void)what;
	all->swept = now;
	if (stood) /* what came meanwhile is read first */
		return;
	for (struct socket *s = all->first; s; s = s->next)
		look_at(s, now);
	give_back(all, now);
}

/* --- the handler's side --- */

struct sockets *sockets_new(struct event_base *base, const struct socket_handler *handler)
{
	struct sockets *all = calloc(1, sizeof *all);
	struct timeval often = {SWEEP_MS / 1000, SWEEP_MS % 1000 * 1000};

	if (!all)
		return NULL;
	all->base = base;
	all->handler = *handler;
	all->epoll = epoll_create1(EPOLL_CLOEXEC);
	all->read = event_new(base, all->epoll, EV_READ | EV_PERSIST, sockets_on_read, all);
	all->write = event_new(base, -1, 0, on_write, all);
	all->again = event_new(base, -1, 0, sockets_on_again, all);
	for (int i = 0; i < LEVELS; i++)
		all->later[i].last = &all->later[i].first;
	all->sweep = event_new(base, -1, EV_PERSIST, on_sweep, all);
	if (!all->write || !all->sweep || !all->again || all->epoll < 0 || !all->read ||
	    event_add(all->read, NULL)) {
		sockets_free(all);
		return NULL;
	}
	event_add(all->sweep, &often);
	all->swept = sockets_now();
	return all;
}

void sockets_drop(struct sockets *all)
{
	while (all->first)
		end(all->first);
}

void sockets_free(struct sockets *all)
{
	if (all->read)
		event_free(all->read);
	if (all->epoll >= 0)
		close(all->epoll);
	if (all->write)
		event_free(all->write);
	if (all->sweep)
		event_free(all->sweep);
	if (all->again)
		event_free(all->again);
	spares_free(&all->spares);
	free(all);
}

int sockets_count(const struct sockets *all)
{
	return all->count;
}

struct socket *sockets_next(const struct sockets *all, const struct socket *s)
{
	return s ? s->next : all->first;
}

void sockets_sizes(const struct sockets *all, size_t *memory, size_t *unread)
{
	*memory = *unread = 0;
	for (const struct socket *s = all->first; s; s = s->next) {
		*memory += sizeof *s + memory_of(s);
		*unread += unread_of(s);
	}
}

uint64_t sockets_controls(const struct sockets *all)
{
	return all->controls;
}

uint64_t sockets_closed(const struct sockets *all, int code)
{
	return all->closed[code >= 4000][code % CODES];
}

void sockets_close(struct sockets *all, int code, const char *why)
{
	for (struct socket *s = all->first; s; s = s->next)
		socket_close(s, code, why);
}

void sockets_send(struct sockets *all, const char *text, size_t size)
{
	for (struct socket *s = all->first, *next; s; s = next) {
		next = s->next;
		socket_send(s, text, size);
	}
}

void sockets_relieve(struct sockets *all)
{
	if (all->dues >= MANY)
		write_all(all);
}

/* Messages are short and somebody waits for each: one is not held back until the one before it is
 * acknowledged. So the system needs less room for them than for the page's files. */
static void hurry(int fd)
{
	int on = 1, buffer = SEND_BUFFER;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
	setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &buffer, sizeof buffer);
}

/* The first request on the connection: there is always room for this much. */
static bool answer(struct socket *s, const struct request *r)
{
	char text[UPGRADE_MAX];
	size_t size = upgrade_answer(r, text);

	return send(s->fd, text, size, MSG_NOSIGNAL | MSG_DONTWAIT) == (ssize_t)size;
}

static bool keep_early(struct socket *s, const struct request *r)
{
	if (r->early_len == 0)
		return true;
	s->early = malloc(r->early_len);
	if (!s->early)
		return false;
	memcpy(s->early, r->early, r->early_len);
	s->early_len = r->early_len;
	return true;
}

struct socket *socket_open(struct sockets *all, struct request *r, void *user)
{
	struct socket *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->all = all;
	s->user = user;
	s->fd = r->fd;
	s->gone = r->gone;
	s->connection = r->connection;
	if (!keep_early(s, r)) {
		free(s);
		return NULL;
	}
	s->heard = s->pinged = sockets_now();
	hurry(s->fd);
	s->broken = !answer(s, r) || !socket_watch(s, EPOLL_CTL_ADD);
	s->next = all->first;
	s->at = &all->first;
	if (s->next)
		s->next->at = &s->next;
	all->first = s;
	all->count++;
	socket_make_due(s);
	return s;
}

void *socket_user(const struct socket *s)
{
	return s->user;
}

bool socket_is_spent(const struct socket *s)
{
	return s->all->waiting > 0 && socket_level(s, sockets_us()) > 0;
}

void socket_attend(struct socket *s)
{
	s->attended = true;
}

void socket_prefetch(const struct socket *s)
{
	at_prefetch(s, offsetof(struct socket, frames.control));
}

/* A frame in one piece. */
void socket_send(struct socket *s, const char *text, size_t size)
{
	uint8_t head[FRAME_HEAD_MAX];
	size_t most = SOCKET_MEMORY_MAX - s->frames.room - s->early_len;

	if (s->ended || s->broken)
		return;
	if (!out_room(&s->out, size + FRAME_HEAD_MAX, most, &s->all->spares)) {
		socket_cut(s, SOCKET_TOO_SLOW, "too much is unread");
		return;
	}
	out_put(&s->out, head, frame_head(size, head));
	out_put(&s->out, (const uint8_t *)text, size);
	socket_count(s);
	socket_make_due(s);
}

void socket_close(struct socket *s, int code, const char *why)
{
	s->all->closed[code >= 4000][code % CODES] += !s->ended && !s->broken;
	socket_finish(s, code, why);
}
