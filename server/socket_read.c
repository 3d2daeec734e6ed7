/* Reading from the sockets, and whose turn it is: connections that have taken little of the
 * loop's time lately are read first, and a turn of the loop is short in any case. */
#include "socket_inner.h"

#include "memory.h"
#include "prefetch.h"

#include <errno.h>
#include <event2/event.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>

enum {
	IN_SIZE = 2 << 10, /* read from one before the others have their turn */
	AT_ONCE = 256,     /* that the system reports at a time */
	READ_US = 4000,    /* of a turn: later ones wait until the next */
	LATER_US = 2000,   /* and so long for all that had to wait, */
	LATER_SIZE = 1024, /* so much of each, */
	LEVEL_MUCH = 2,    /* and of these nothing while the handler has much to do: */
	FULL_US = 1000,    /* it is asked again after so long */
	USER = 128,        /* the handler's: what is looked at first */
	SHARE = 20000, /* the part of the loop's time that one may take as a matter of course, */
	DEBT_US = 30000000, /* and how long what it has taken is remembered */
	MOST_US = 2000,     /* charged at most: the thread may have been asleep */
};

static void take_frame(struct socket *s, const struct frame *f)
{
	s->all->controls += f->kind == FRAME_PING || f->kind == FRAME_PONG;
	switch (f->kind) {
	case FRAME_TEXT: s->all->handler.message(s->all->handler.self, s, f->text, f->len); break;
	case FRAME_PING:
		memcpy(s->pong, f->text, f->len);
		s->pong_len = (uint8_t)f->len;
		s->ponging = true;
		socket_make_due(s);
		break;
	case FRAME_CLOSE: socket_finish(s, f->code, ""); break;
	case FRAME_BAD: socket_close(s, f->code, f->why); break;
	case FRAME_PONG:
	case FRAME_NOTHING: break;
	}
}

/* An incomplete message has a time limit, and a limit of memory. */
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
	socket_count(s);
}

void socket_take(struct socket *s, uint8_t *bytes, size_t size)
{
	const struct socket_handler *h = &s->all->handler;
	int64_t from = sockets_us(), us;
	struct frame f;

	s->heard = from / 1000;
	socket_open_up(s);
	while (size > 0 && !s->ended && !s->broken) {
		size_t n = frames_take(&s->frames, bytes, size, &f);
		bytes += n;
		size -= n;
		if (f.kind)
			take_frame(s, &f);
	}
	if (s->frames.text || s->begun || frames_are_inside(&s->frames))
		look_inside(s);
	us = sockets_us() - from;
	bucket_spend(&s->spent, from, us < MOST_US ? us : MOST_US, SHARE, DEBT_US);
	if (h->took)
		h->took(h->self, s, us < MOST_US ? us : MOST_US);
}

int socket_level(const struct socket *s, int64_t now)
{
	static const int debts_ms[LEVELS - 1] = {500, 2000, 8000, 20000};
	const struct socket_handler *h = &s->all->handler;
	int64_t debt = (s->spent.full - now) / 1000;
	int level = h->waits && h->waits(h->self, s, now);

	for (int i = 0; i < LEVELS - 1 && debt > debts_ms[i]; i++)
		level++;
	return level < LEVELS ? level : LEVELS - 1;
}

bool socket_watch(struct socket *s, int how)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLET, .data.ptr = s};

	return epoll_ctl(s->all->epoll, how, s->fd, &e) == 0;
}

void socket_not_later(struct socket *s)
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

/* The others have their turn first. The system does not report twice what already waits. */
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
		socket_take(s, bytes, (size_t)n);
	if (n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR))
		socket_break(s);
	else if (more || (waited && is_last && n > 0))
		put_off(s, is_last, socket_level(s, sockets_us()));
	else if (is_last && !socket_watch(s, EPOLL_CTL_MOD))
		socket_break(s);
}

static struct socket *first_later(const struct sockets *all)
{
	int i = 0;

	while (i < LEVELS - 1 && !all->later[i].first)
		i++;
	return all->later[i].first;
}

/* Commands of those who have taken most wait as well while the handler has enough to do. */
static bool may_be_read(const struct sockets *all, const struct socket *s)
{
	const struct socket_handler *h = &all->handler;

	return s->level < LEVEL_MUCH || !h->full || !h->full(h->self);
}

/* Some of those that have to wait; the rest after a look at the others. */
static void read_later(struct sockets *all)
{
	struct timeval soon = {0, 0};
	int64_t until = sockets_us() + LATER_US;
	struct socket *s;

	while ((s = first_later(all)) && sockets_us() < until) {
		bool is_last = s->is_last;
		if (!may_be_read(all, s)) {
			soon.tv_usec = FULL_US;
			break;
		}
		socket_not_later(s);
		s->is_last = false;
		if (!s->broken)
			read_in(s, is_last, true);
	}
	if (all->waiting)
		event_add(all->again, &soon);
}

void sockets_on_again(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	read_later(arg);
}

/* Prefetches memory for the next ones while this one is read, step by step: each pointer leads
 * to the next. */
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

/* A socket with bytes to read: it is read now, or waits. */
static void come_to(struct socket *s, uint32_t events, int64_t *now, int64_t until)
{
	uint32_t last = events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR);
	int level;

	if (s->blocked && events & EPOLLOUT)
		socket_make_due(s);
	if (!last && !(events & EPOLLIN))
		return;
	level = s->later_at ? s->level : socket_level(s, *now);
	if (level || *now > until) {
		put_off(s, last != 0, level);
		return;
	}
	read_in(s, last != 0, false);
	*now = sockets_us();
}

/* Past libevent, which shows them one by one. All that have something are seen in each turn, so
 * that nobody waits behind many who have taken more; what is read takes a part of it. No socket
 * goes while others are read: they end in attend(). */
void sockets_on_read(evutil_socket_t fd, short what, void *arg)
{
	struct sockets *all = arg;
	struct epoll_event events[AT_ONCE];
	int64_t now = sockets_us(), until = now + READ_US;
	int n, rounds = all->count / AT_ONCE + 1;

	(void)what;
	do {
		n = epoll_wait(fd, events, AT_ONCE, 0);
		for (int i = 0; i < n; i++) {
			look_ahead(all, events + i, n - i);
			come_to(events[i].data.ptr, events[i].events, &now, until);
		}
	} while (n == AT_ONCE && --rounds > 0);
	if (all->waiting)
		read_later(all);
	if (all->held > SOCKETS_MEMORY_MAX)
		sockets_shed_held(all);
}
