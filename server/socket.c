#define _GNU_SOURCE

#include "socket.h"

#include "frame.h"
#include "memory.h"
#include "out.h"
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
	IN_SIZE = 16 << 10, /* read of one before the others have their turn */
	MANY = 64,          /* that are written together, while they are at hand */
	AT_ONCE = 256,      /* that are read before others have their turn */
	USER = 128,         /* the handler's: what is looked at first */
	TRIM_MS = 3000,     /* between two times that memory is given back to the system, */
	TRIM_MIN = 1 << 20, /* once so much of it was freed */
	SHED_MIN = 64,      /* of those that play nothing, at a time */
	CODES = 16,         /* of a kind: 1000 to 1015, 4000 to 4015 */
	SHED_MS = 1000,     /* that something is unread, or a message not whole */
};

struct socket {
	struct socket *next, **at; /* among all */
	struct socket *due;        /* the next that has something to be written, or is to end */
	struct sockets *all;
	void *user;
	int fd;
	bool is_due;
	bool blocked;   /* the connection is full: it tells when it can be written to */
	bool opened;    /* the handler knows it */
	bool ended;     /* no more messages from it, none to it */
	bool broken;    /* nothing can be said any more */
	bool said_code; /* our close frame is made */
	bool ponging;   /* a ping is to be answered */
	uint8_t pong_len;
	int code; /* to be closed with, while it ends; 0: without one */
	const char *why;
	struct out out;
	int64_t heard, pinged;
	int64_t deadline; /* of the end, after our close frame */
	int64_t begun;    /* when the message began that is not whole, or 0 */
	int64_t unread;   /* since when there is always something that the client has not read */
	uint8_t *early;   /* what came along with the request, until it is read */
	size_t early_len;
	void (*gone)(void *connection);
	void *connection;
	struct frames frames;
	uint8_t pong[FRAME_CONTROL_MAX];
};

struct sockets {
	struct event_base *base;
	struct socket_handler handler;
	struct socket *first, *due;
	int dues;  /* so many are due, or fewer */
	int epoll; /* of those from which something has come */
	struct event *read, *write, *sweep;
	struct spares spares;
	int count;
	size_t freed;              /* in bytes that the system may have back */
	uint64_t closed[2][CODES]; /* by code, from 1000 and from 4000 on */
	int64_t trimmed;
};

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The loop comes to it when the handlers of this round are done. */
static void make_due(struct socket *s)
{
	if (s->is_due)
		return;
	s->is_due = true;
	s->due = s->all->due;
	s->all->due = s;
	s->all->dues++;
	event_active(s->all->write, EV_TIMEOUT, 0);
}

static void break_off(struct socket *s)
{
	s->broken = true;
	make_due(s);
}

static size_t memory_of(const struct socket *s)
{
	return s->out.room + s->frames.room + s->early_len;
}

static size_t unread_of(const struct socket *s)
{
	return s->out.len - s->out.sent;
}

/* --- the end --- */

static void open_up(struct socket *s)
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
	open_up(s); /* also one that ended before its turn came: what it brought is given back */
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
	all->freed += memory_of(s);
	out_drop(&s->out, &all->spares);
	frames_release(&s->frames);
	free(s->early);
	close(s->fd); /* which takes it out of the epoll */
	s->gone(s->connection);
	free(s);
}

/* No more messages come; what was sent before goes first, then this code. */
static void finish(struct socket *s, int code, const char *why)
{
	if (s->ended || s->broken)
		return;
	s->ended = true;
	s->code = code;
	s->why = why;
	make_due(s);
}

/* Nothing is read or sent any more but this code, as far as the client reads it: of what it has not
 * read only the frame stays that it has read a part of. */
static void close_now(struct socket *s, int code, const char *why)
{
	if (s->broken || s->said_code)
		return;
	s->all->closed[code >= 4000][code % CODES]++;
	out_cut(&s->out);
	s->ended = true;
	s->code = code;
	s->why = why;
	make_due(s);
}

/* --- what comes --- */

static void take_frame(struct socket *s, const struct frame *f)
{
	switch (f->kind) {
	case FRAME_TEXT: s->all->handler.message(s->all->handler.self, s, f->text, f->len); break;
	case FRAME_PING:
		memcpy(s->pong, f->text, f->len);
		s->pong_len = (uint8_t)f->len;
		s->ponging = true;
		make_due(s);
		break;
	case FRAME_CLOSE: finish(s, f->code, ""); break;
	case FRAME_BAD: socket_close(s, f->code, f->why); break;
	case FRAME_PONG:
	case FRAME_NOTHING: break;
	}
}

/* A message that is not whole has its time, and its room. */
static void look_inside(struct socket *s)
{
	if (!frames_are_inside(&s->frames)) {
		s->begun = 0;
		s->all->freed += s->frames.room;
		frames_rest(&s->frames);
	} else if (s->begun == 0) {
		s->begun = s->heard;
	}
	if (memory_of(s) > SOCKET_MEMORY_MAX)
		close_now(s, SOCKET_TOO_SLOW, "too much is unread");
}

static void take(struct socket *s, uint8_t *bytes, size_t size)
{
	struct frame f;

	s->heard = now_ms();
	open_up(s);
	while (size > 0 && !s->ended && !s->broken) {
		size_t n = frames_take(&s->frames, bytes, size, &f);
		bytes += n;
		size -= n;
		if (f.kind)
			take_frame(s, &f);
	}
	if (s->frames.text || s->begun || frames_are_inside(&s->frames))
		look_inside(s);
}

static bool watch(struct socket *s, int how)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = s};

	return epoll_ctl(s->all->epoll, how, s->fd, &e) == 0;
}

/* It is told once (EPOLLET) that there is something, and the end (`is_last`) may come together with
 * the last bytes. Where there may be more, it is told again, behind the others. */
static void read_in(struct socket *s, bool is_last)
{
	static uint8_t bytes[IN_SIZE];
	ssize_t n = recv(s->fd, bytes, sizeof bytes, 0);

	if (n > 0)
		take(s, bytes, (size_t)n);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		break_off(s);
	else if ((n == sizeof bytes || is_last || (n < 0 && errno == EINTR)) &&
		 !watch(s, EPOLL_CTL_MOD))
		break_off(s);
}

/* What the next ones need is fetched while this one is read, one thing after the other: each says
 * where the next is. */
static void look_ahead(const struct sockets *all, const struct epoll_event *events, int count)
{
	if (count > 3)
		socket_prefetch(events[3].data.ptr);
	if (count > 2) {
		const struct socket *s = events[2].data.ptr;
		at_prefetch(s->user, USER);
	}
	if (count > 1 && all->handler.soon)
		all->handler.soon(all->handler.self, events[1].data.ptr);
}

/* Past libevent, which shows them one by one. No socket goes while others are read: they end in
 * attend(). */
static void on_read(evutil_socket_t fd, short what, void *arg)
{
	struct epoll_event events[AT_ONCE];
	int n = epoll_wait(fd, events, AT_ONCE, 0);

	(void)what;
	for (int i = 0; i < n; i++) {
		struct socket *s = events[i].data.ptr;
		uint32_t last = events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
		look_ahead(arg, events + i, n - i);
		if (s->blocked && events[i].events & EPOLLOUT)
			make_due(s);
		if (last || events[i].events & EPOLLIN)
			read_in(s, last != 0);
	}
}

/* --- what goes --- */

/* Most of what is said fits into the connection at once. */
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
		s->unread = now_ms();
}

/* A control frame, behind what is to be sent. */
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

/* After our close frame the client has a moment to read it: to hang up at once could cost it the
 * code. */
static void hang_up(struct socket *s)
{
	if (!s->deadline)
		s->deadline = now_ms() + SOCKET_CLOSE_MS;
	if (!s->blocked)
		shutdown(s->fd, SHUT_WR);
}

static void take_early(struct socket *s)
{
	uint8_t *early = s->early;

	s->early = NULL;
	if (!s->broken)
		take(s, early, s->early_len);
	s->early_len = 0;
	free(early);
}

/* Writes what is queued. Most sockets have nothing but messages. */
static void attend(struct socket *s)
{
	if (!s->broken)
		open_up(s);
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

/* --- what time brings --- */

static void ping(struct socket *s, int64_t now)
{
	uint8_t bytes[2];

	s->pinged = now;
	put_control(s, bytes, frame_control(FRAME_PING, NULL, 0, bytes));
	make_due(s);
}

static void look_at(struct socket *s, int64_t now)
{
	if (now - s->heard > SOCKET_DEAD_MS || (s->deadline && now > s->deadline))
		break_off(s);
	else if (s->ended)
		return;
	else if (s->begun && now - s->begun > SOCKET_MESSAGE_MS)
		close_now(s, FRAME_POLICY, "a message takes too long");
	else if (s->unread && now - s->unread > SOCKET_UNREAD_MS)
		close_now(s, SOCKET_TOO_SLOW, "too much is unread");
	else if (now - s->pinged > SOCKET_PING_MS && !s->blocked)
		ping(s, now);
}

/* What was freed lies between what is not: the allocator keeps it until it is asked. */
static void give_back(struct sockets *all, int64_t now)
{
	if (all->freed < TRIM_MIN || now - all->trimmed < TRIM_MS)
		return;
	memory_give_back();
	all->freed = 0;
	all->trimmed = now;
}

static void on_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct sockets *all = arg;
	int64_t now = now_ms();

	(void)fd;
	(void)what;
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
	all->read = event_new(base, all->epoll, EV_READ | EV_PERSIST, on_read, all);
	all->write = event_new(base, -1, 0, on_write, all);
	all->sweep = event_new(base, -1, EV_PERSIST, on_sweep, all);
	if (!all->write || !all->sweep || all->epoll < 0 || !all->read ||
	    event_add(all->read, NULL)) {
		sockets_free(all);
		return NULL;
	}
	event_add(all->sweep, &often);
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
	spares_free(&all->spares);
	free(all);
}

int sockets_count(const struct sockets *all)
{
	return all->count;
}

void sockets_sizes(const struct sockets *all, size_t *memory, size_t *unread)
{
	*memory = *unread = 0;
	for (const struct socket *s = all->first; s; s = s->next) {
		*memory += sizeof *s + memory_of(s);
		*unread += unread_of(s);
	}
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
 * acknowledged. */
static void hurry(int fd)
{
	int on = 1;

	setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

/* The first that goes over it: there is always room for so much. */
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
	s->heard = s->pinged = now_ms();
	hurry(s->fd);
	s->broken = !answer(s, r) || !watch(s, EPOLL_CTL_ADD);
	s->next = all->first;
	s->at = &all->first;
	if (s->next)
		s->next->at = &s->next;
	all->first = s;
	all->count++;
	make_due(s);
	return s;
}

void *socket_user(const struct socket *s)
{
	return s->user;
}

void socket_prefetch(const struct socket *s)
{
	at_prefetch(s, offsetof(struct socket, frames.control));
}

/* A frame, made at once. */
void socket_send(struct socket *s, const char *text, size_t size)
{
	uint8_t head[FRAME_HEAD_MAX];
	size_t most = SOCKET_MEMORY_MAX - s->frames.room - s->early_len;

	if (s->ended || s->broken)
		return;
	if (!out_room(&s->out, size + FRAME_HEAD_MAX, most, &s->all->spares)) {
		close_now(s, SOCKET_TOO_SLOW, "too much is unread");
		return;
	}
	out_put(&s->out, head, frame_head(size, head));
	out_put(&s->out, (const uint8_t *)text, size);
	make_due(s);
}

void socket_close(struct socket *s, int code, const char *why)
{
	s->all->closed[code >= 4000][code % CODES] += !s->ended && !s->broken;
	finish(s, code, why);
}

/* --- shedding --- */

static int by_memory(const void *a, const void *b)
{
	size_t x = memory_of(*(struct socket *const *)a), y = memory_of(*(struct socket *const *)b);

	return (x < y) - (x > y);
}

/* Whoever does not read hears no word. */
static void shed(struct socket *s)
{
	if (s->blocked)
		break_off(s);
	else
		close_now(s, SOCKET_TRY_LATER, "the host is short of memory");
}

/* Those that hold memory for a second and more, the largest first. */
static int shed_idle(struct sockets *all, size_t *bytes)
{
	struct socket **list = malloc((size_t)all->count * sizeof *list + 1);
	int64_t before = now_ms() - SHED_MS;
	int count = 0, gone = 0;

	for (struct socket *s = all->first; s && list; s = s->next)
		if (!s->broken &&
		    ((s->unread && s->unread <= before) || (s->begun && s->begun <= before)))
			list[count++] = s;
	if (list)
		qsort(list, (size_t)count, sizeof *list, by_memory);
	for (; gone<count && * bytes> 0; gone++) {
		size_t held = memory_of(list[gone]);
		*bytes -= held < *bytes ? held : *bytes;
		shed(list[gone]);
	}
	free(list);
	return gone;
}

int sockets_shed(struct sockets *all, size_t bytes)
{
	const struct socket_handler *h = &all->handler;
	int gone = shed_idle(all, &bytes), most = all->count / 8 + SHED_MIN;

	for (struct socket *s = all->first; s && bytes > 0 && most > 0; s = s->next)
		if (!s->broken && !s->ended && !(h->plays && h->plays(h->self, s))) {
			shed(s);
			gone++;
			most--;
		}
	return gone;
}
