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
	IN_SIZE = 2 << 10,  /* read of one before the others have their turn */
	MANY = 64,          /* that are written together, while they are at hand */
	AT_ONCE = 256,      /* that are read before others have their turn, */
	AT_ONCE_BUSY = 32,  /* and while some have to wait */
	USER = 128,         /* the handler's: what is looked at first */
	TRIM_MS = 3000,     /* between two times that memory is given back to the system, */
	TRIM_MIN = 1 << 20, /* once so much of it was freed; */
	CALM_MS = 10000,    /* after many have waited what others have freed is given back, too: */
	CALM_AGAIN_MS = 50000, /* tables go later than those who looked at them */
	CALM_LAST_MS = 250000,
	TRIM_BUSY = 6,     /* so many times as much while somebody waits */
	LATER_SIZE = 1024, /* read of one that had to wait, */
	SHARE = 20000, /* the part of the loop's time that one may take as a matter of course, */
	DEBT_US = 30000000, /* and how long what it has taken is remembered */
	MOST_US = 2000,     /* charged at most: the thread may have been asleep */
	LATER_US = 2000,    /* and so long of all of them before others have their turn */
};

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

int64_t sockets_now(void)
{
	return now_us() / 1000;
}

/* What it holds may have changed. */
static void count_memory(struct socket *s)
{
	size_t memory = memory_of(s);

	s->all->held += memory - s->counted;
	s->counted = memory;
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

void socket_break(struct socket *s)
{
	s->broken = true;
	make_due(s);
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

static void take_from_later(struct socket *s)
{
	if (!s->later_at)
		return;
	*s->later_at = s->later;
	if (s->later)
		s->later->later_at = s->later_at;
	else
		s->all->later[s->level].last = s->later_at;
	s->later_at = NULL;
	s->all->waiting--;
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
	all->held -= s->counted;
	take_from_later(s);
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

void socket_cut(struct socket *s, int code, const char *why)
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
	s->all->controls += f->kind == FRAME_PING || f->kind == FRAME_PONG;
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
		socket_cut(s, SOCKET_TOO_SLOW, "too much is unread");
	count_memory(s);
}

static void take(struct socket *s, uint8_t *bytes, size_t size)
{
	const struct socket_handler *h = &s->all->handler;
	int64_t from = now_us(), us;
	struct frame f;

	s->heard = from / 1000;
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
	us = now_us() - from;
	bucket_spend(&s->spent, from, us < MOST_US ? us : MOST_US, SHARE, DEBT_US);
	if (h->took)
		h->took(h->self, s, us < MOST_US ? us : MOST_US);
}

/* 0: it is read at once. Else it has taken more than others lately, alone or with others of its
 * address, and is read when nobody else is who has taken less. */
static int level_of(const struct socket *s, int64_t now)
{
	static const int debts_ms[LEVELS - 1] = {500, 2000, 8000, 20000};
	const struct socket_handler *h = &s->all->handler;
	int64_t debt = (s->spent.full - now) / 1000;
	int level = h->waits && h->waits(h->self, s, now);

	for (int i = 0; i < LEVELS - 1 && debt > debts_ms[i]; i++)
		level++;
	return level < LEVELS ? level : LEVELS - 1;
}

static bool watch(struct socket *s, int how)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = s};

	return epoll_ctl(s->all->epoll, how, s->fd, &e) == 0;
}

/* The others have their turn first. What waits twice is not told again by the system. */
static void put_off(struct socket *s, bool is_last, int level)
{
	struct sockets *all = s->all;

	s->is_last |= is_last;
	if (s->later_at)
		return;
	s->later = NULL;
	s->later_at = all->later[level].last;
	s->level = level;
	*s->later_at = s;
	all->later[level].last = &s->later;
	all->waiting++;
}

/* It is told once (EPOLLET) that there is something, and the end (`is_last`) may come together with
 * the last bytes. Where there may be more, it is told again, behind the others; who had to wait
 * waits again. */
static void read_in(struct socket *s, bool is_last, bool waited)
{
	static uint8_t bytes[IN_SIZE];
	size_t size = waited ? LATER_SIZE : IN_SIZE;
	ssize_t n = recv(s->fd, bytes, size, 0);
	bool more = n == (ssize_t)size || (n < 0 && errno == EINTR);

	if (n > 0)
		take(s, bytes, (size_t)n);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		socket_break(s);
	else if (more || (waited && is_last && n > 0))
		put_off(s, is_last, level_of(s, now_us()));
	else if (is_last && !watch(s, EPOLL_CTL_MOD))
		socket_break(s);
}

static struct socket *first_later(const struct sockets *all)
{
	int i = 0;

	while (i < LEVELS - 1 && !all->later[i].first)
		i++;
	return all->later[i].first;
}

/* Some of those that have to wait; the rest after a look at the others. */
static void read_later(struct sockets *all)
{
	struct timeval at_once = {0, 0};
	int64_t until = now_us() + LATER_US;
	struct socket *s;

	while ((s = first_later(all)) && now_us() < until) {
		bool is_last = s->is_last;
		take_from_later(s);
		s->is_last = false;
		if (!s->broken)
			read_in(s, is_last, true);
	}
	if (all->waiting)
		event_add(all->again, &at_once);
}

static void on_again(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	read_later(arg);
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
	struct sockets *all = arg;
	struct epoll_event events[AT_ONCE];
	int n = epoll_wait(fd, events, all->waiting ? AT_ONCE_BUSY : AT_ONCE, 0);
	int64_t now = now_us();

	(void)what;
	for (int i = 0; i < n; i++) {
		struct socket *s = events[i].data.ptr;
		uint32_t last = events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
		look_ahead(all, events + i, n - i);
		if (s->blocked && events[i].events & EPOLLOUT)
			make_due(s);
		if (!last && !(events[i].events & EPOLLIN))
			continue;
		int level = s->later_at ? s->level : level_of(s, now);
		if (level)
			put_off(s, last != 0, level);
		else
			read_in(s, last != 0, false);
	}
	if (all->waiting)
		read_later(all);
	if (all->held > SOCKETS_MEMORY_MAX)
		sockets_shed_held(all);
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
		s->unread = sockets_now();
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
		s->deadline = sockets_now() + SOCKET_CLOSE_MS;
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
	count_memory(s);
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
		socket_break(s);
	else if (s->ended)
		return;
	else if (s->begun && now - s->begun > SOCKET_MESSAGE_MS)
		socket_cut(s, FRAME_POLICY, "a message takes too long");
	else if (s->unread && now - s->unread > SOCKET_UNREAD_MS)
		socket_cut(s, SOCKET_TOO_SLOW, "too much is unread");
	else if (now - s->pinged > SOCKET_PING_MS && !s->blocked)
		ping(s, now);
}

/* What was freed lies between what is not: the allocator keeps it until it is asked. */
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
	all->again = event_new(base, -1, 0, on_again, all);
	for (int i = 0; i < LEVELS; i++)
		all->later[i].last = &all->later[i].first;
	all->sweep = event_new(base, -1, EV_PERSIST, on_sweep, all);
	if (!all->write || !all->sweep || !all->again || all->epoll < 0 || !all->read ||
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
	if (all->again)
		event_free(all->again);
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
	s->heard = s->pinged = sockets_now();
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

bool socket_is_spent(const struct socket *s)
{
	return s->all->waiting > 0 && level_of(s, now_us()) > 0;
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
		socket_cut(s, SOCKET_TOO_SLOW, "too much is unread");
		return;
	}
	out_put(&s->out, head, frame_head(size, head));
	out_put(&s->out, (const uint8_t *)text, size);
	count_memory(s);
	make_due(s);
}

void socket_close(struct socket *s, int code, const char *why)
{
	s->all->closed[code >= 4000][code % CODES] += !s->ended && !s->broken;
	finish(s, code, why);
}
