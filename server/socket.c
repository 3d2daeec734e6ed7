#include "socket.h"

#include "fetch.h"
#include "frame.h"
#include "out.h"
#include "upgrade.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include <wslay/wslay.h>

enum {
	SWEEP_MS = 1000,
	IN_SIZE = 64 << 10,
	MANY = 64,     /* that are written together, while they are at hand */
	AT_ONCE = 256, /* that are read before others have their turn */
	FRAMES = 256,  /* of wslay's context, and of */
	USER = 128,    /* the handler's: what is looked at first */
};

struct socket {
	struct socket *next, **at; /* among all */
	struct socket *due;        /* the next that has something to be written, or is to end */
	struct sockets *all;
	struct evhttp_connection *connection;
	struct bufferevent *bev;
	wslay_event_context_ptr frames;
	struct out out;
	int fd;
	void *user;
	int64_t heard, pinged;
	int64_t deadline; /* of the end, after our close frame */
	int code;         /* to be closed with, or 0 */
	const char *why;
	bool is_due;
	bool control; /* wslay may have frames to be written */
	bool behind;  /* the bufferevent may have something that is to be read or written */
	bool inside;  /* of a frame or a message: wslay knows, and gets everything */
	bool opened;  /* the handler knows it */
	bool ended;   /* no more messages from it, none to it */
	bool broken;  /* nothing can be said any more */
};

struct sockets {
	struct event_base *base;
	struct socket_handler handler;
	struct socket *first, *due;
	int dues;  /* so many are due, or fewer */
	int epoll; /* of those from which something has come */
	struct event *read, *write, *sweep;
	const uint8_t *in; /* what has come from the socket that is being read */
	size_t in_len;
	struct spares spares;
	int count;
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

/* --- wslay's side --- */

static ssize_t on_take(wslay_event_context_ptr frames, uint8_t *out, size_t size, int flags,
		       void *arg)
{
	struct sockets *all = ((struct socket *)arg)->all;

	(void)flags;
	if (size > all->in_len)
		size = all->in_len;
	if (size == 0) {
		wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
		return -1;
	}
	memcpy(out, all->in, size);
	all->in += size;
	all->in_len -= size;
	return (ssize_t)size;
}

/* Control frames, of which wslay keeps a queue for every socket. */
static ssize_t on_give(wslay_event_context_ptr frames, const uint8_t *bytes, size_t size, int flags,
		       void *arg)
{
	struct socket *s = arg;

	(void)flags;
	if (out_put(&s->out, bytes, size, &s->all->spares))
		return (ssize_t)size;
	wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
	return -1;
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *m,
		       void *arg)
{
	struct socket *s = arg;
	const struct socket_handler *h = &s->all->handler;

	(void)frames;
	if (s->ended || wslay_is_ctrl_frame(m->opcode))
		return;
	if (m->opcode == WSLAY_TEXT_FRAME)
		h->message(h->self, s, (const char *)m->msg, m->msg_length);
	else
		socket_close(s, SOCKET_TEXT_ONLY, "text only");
}

/* --- the connection's side --- */

static void open_up(struct socket *s)
{
	if (s->opened)
		return;
	s->opened = true;
	s->all->handler.opened(s->all->handler.self, s);
}

/* evhttp has let go of the connection, because it ended or because we said so. */
static void on_gone(struct evhttp_connection *connection, void *arg)
{
	struct socket *s = arg;
	struct sockets *all = s->all;

	(void)connection;
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
	epoll_ctl(all->epoll, EPOLL_CTL_DEL, s->fd, NULL);
	out_drop(&s->out, &all->spares);
	wslay_event_context_free(s->frames);
	free(s);
}

static void give(struct socket *s, const uint8_t *bytes, size_t size)
{
	s->all->in = bytes;
	s->all->in_len = size;
	if (wslay_event_recv(s->frames)) {
		s->ended = wslay_event_want_write(s->frames); /* the code is still to be said */
		s->broken = !s->ended;
	} else if (!wslay_event_want_read(s->frames)) {
		s->ended = true; /* the client has closed */
	}
	s->all->in_len = 0;
	s->control |= wslay_event_want_write(s->frames);
	if (s->control || s->ended || s->broken)
		make_due(s);
}

/* wslay gets the frames that are not plain one by one, and from the first on that is not whole all
 * the rest: it knows then what it is in. What comes after our close frame is not for us. */
static void take(struct socket *s, uint8_t *bytes, size_t size)
{
	struct frame f;

	s->heard = now_ms();
	open_up(s);
	for (; size > 0 && !s->ended && !s->broken; bytes += f.size, size -= f.size) {
		s->inside = s->inside || !frame_find(bytes, size, &f);
		if (s->inside)
			f = (struct frame){.size = size};
		if (f.text)
			s->all->handler.message(s->all->handler.self, s, f.text, f.len);
		else
			give(s, bytes, f.size);
	}
}

/* Past the bufferevent, which would ask how much there is, and keep it, before it gives it. All
 * that there is: it is told once (EPOLLET), the end too, which may come together with the last
 * bytes (`is_last`). */
static void read_in(struct socket *s, bool is_last)
{
	static uint8_t bytes[IN_SIZE];
	ssize_t n;

	do {
		n = recv(s->fd, bytes, sizeof bytes, 0);
		if (n > 0)
			take(s, bytes, (size_t)n);
	} while (n == sizeof bytes || (n > 0 && is_last) || (n < 0 && errno == EINTR));
	if (n == 0 || (n < 0 && errno != EAGAIN)) {
		s->broken = true;
		make_due(s);
	}
}

/* What the next ones need is fetched while this one is read, one thing after the other: each says
 * where the next is. */
static void look_ahead(const struct sockets *all, const struct epoll_event *events, int count)
{
	if (count > 3)
		socket_fetch(events[3].data.ptr);
	if (count > 2) {
		const struct socket *s = events[2].data.ptr;
		at_fetch(s->frames, FRAMES);
		at_fetch(s->user, USER);
	}
	if (count > 1 && all->handler.soon)
		all->handler.soon(all->handler.self, events[1].data.ptr);
}

/* Past libevent too, which shows them one by one. No socket goes while others are read: they end in
 * attend(). */
static void on_read(evutil_socket_t fd, short what, void *arg)
{
	struct epoll_event events[AT_ONCE];
	int n = epoll_wait(fd, events, AT_ONCE, 0);

	(void)what;
	for (int i = 0; i < n; i++) {
		look_ahead(arg, events + i, n - i);
		read_in(events[i].data.ptr,
			(events[i].events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR)) != 0);
	}
}

static bool begin_read(struct socket *s)
{
	struct epoll_event e = {.events = EPOLLIN | EPOLLRDHUP | EPOLLET, .data.ptr = s};

	return epoll_ctl(s->all->epoll, EPOLL_CTL_ADD, s->fd, &e) == 0;
}

static void on_written(struct bufferevent *bev, void *arg)
{
	(void)bev;
	make_due(arg);
}

static void on_event(struct bufferevent *bev, short what, void *arg)
{
	struct socket *s = arg;

	(void)bev;
	if (what & (BEV_EVENT_EOF | BEV_EVENT_ERROR | BEV_EVENT_TIMEOUT)) {
		s->broken = true;
		make_due(s);
	}
}

/* wslay sends a close frame before everything that waits: so it is queued when nothing does. */
static bool say_code(struct socket *s)
{
	uint16_t code = (uint16_t)s->code;

	s->code = 0;
	wslay_event_shutdown_read(s->frames);
	return !wslay_event_queue_close(s->frames, code, (const uint8_t *)s->why, strlen(s->why)) &&
	       !wslay_event_send(s->frames);
}

/* Most of what is said fits into the connection at once: then nobody has to wait until it can be
 * written to. The rest is the bufferevent's. */
static void write_out(struct socket *s)
{
	ssize_t n = 0;

	if (s->out.len == 0)
		return;
	if (!s->behind)
		n = send(s->fd, s->out.bytes, s->out.len, MSG_NOSIGNAL);
	if (n < 0)
		n = 0; /* if it is more than a full connection, the next to write will notice */
	if ((size_t)n < s->out.len) {
		s->behind = true;
		if (evbuffer_add(bufferevent_get_output(s->bev), s->out.bytes + n,
				 s->out.len - (size_t)n))
			s->broken = true;
	}
	out_drop(&s->out, &s->all->spares);
}

/* Frames that came along with the request are the bufferevent's. */
static void take_early(struct socket *s)
{
	struct evbuffer *early = bufferevent_get_input(s->bev);
	size_t n = evbuffer_get_length(early);

	if (n == 0 || s->broken)
		return;
	take(s, evbuffer_pullup(early, -1), n);
	evbuffer_drain(early, n);
}

static void write_control(struct socket *s)
{
	s->control = false;
	if (wslay_event_send(s->frames) || (s->code && !say_code(s)))
		s->broken = true;
}

/* After our close frame the client has a moment to read it: to hang up at once could cost it the
 * code. */
static void hang_up(struct socket *s)
{
	if (s->deadline || s->behind || wslay_event_want_write(s->frames) ||
	    (!wslay_event_get_close_sent(s->frames) && wslay_event_want_read(s->frames)))
		return;
	s->deadline = now_ms() + SOCKET_CLOSE_MS;
	shutdown(s->fd, SHUT_WR);
}

/* Writes what is queued. Most sockets have nothing but messages: they are not asked for more. */
static void attend(struct socket *s)
{
	if (!s->broken)
		open_up(s);
	if (s->behind)
		take_early(s);
	if (!s->broken && (s->control || s->code))
		write_control(s);
	write_out(s);
	if (s->behind)
		s->behind = evbuffer_get_length(bufferevent_get_output(s->bev)) > 0;
	if (s->ended && !s->broken)
		hang_up(s);
	if (s->broken) {
		/* The server may hold the bufferevent longer than we have the descriptor. */
		bufferevent_disable(s->bev, EV_READ | EV_WRITE);
		evhttp_connection_free(s->connection); /* ends in on_gone() */
	}
}

static void write_all(struct sockets *all)
{
	struct socket *s;

	while ((s = all->due)) {
		all->due = s->due;
		s->is_due = false;
		if (s->due)
			socket_fetch(s->due);
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

static void on_sweep(evutil_socket_t fd, short what, void *arg)
{
	struct sockets *all = arg;
	struct wslay_event_msg ping = {.opcode = WSLAY_PING};
	int64_t now = now_ms();

	(void)fd;
	(void)what;
	for (struct socket *s = all->first; s; s = s->next) {
		if (now - s->heard > SOCKET_DEAD_MS || (s->deadline && now > s->deadline)) {
			s->broken = true;
			make_due(s);
		} else if (now - s->pinged > SOCKET_PING_MS && !s->ended) {
			s->pinged = now;
			if (wslay_event_queue_msg(s->frames, &ping))
				s->broken = true;
			s->control = true;
			make_due(s);
		}
	}
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

static bool init_frames(struct socket *s)
{
	static const struct wslay_event_callbacks calls = {
	    .recv_callback = on_take,
	    .send_callback = on_give,
	    .on_msg_recv_callback = on_message,
	};

	if (wslay_event_context_server_init(&s->frames, &calls, s))
		return false;
	wslay_event_config_set_max_recv_msg_length(s->frames, SOCKET_MESSAGE_MAX);
	return true;
}

/* Messages are short and somebody waits for each: one is not held back until the one before it is
 * acknowledged. */
static void hurry(struct bufferevent *bev)
{
	int on = 1;

	setsockopt(bufferevent_getfd(bev), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

struct socket *socket_open(struct sockets *all, struct evhttp_request *r, void *user)
{
	struct socket *s = calloc(1, sizeof *s);

	if (!s)
		return NULL;
	s->all = all;
	s->user = user;
	s->connection = evhttp_request_get_connection(r);
	s->bev = evhttp_connection_get_bufferevent(s->connection);
	s->fd = bufferevent_getfd(s->bev);
	s->behind = true;
	if (!init_frames(s)) {
		free(s);
		return NULL;
	}
	s->heard = s->pinged = now_ms();
	hurry(s->bev);
	upgrade_answer(r);
	evhttp_connection_set_closecb(s->connection, on_gone, s);
	bufferevent_setcb(s->bev, NULL, on_written, on_event, s);
	bufferevent_set_timeouts(s->bev, NULL, NULL);
	bufferevent_disable(s->bev, EV_READ);
	bufferevent_enable(s->bev, EV_WRITE);
	s->broken = !begin_read(s);
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

void socket_fetch(const struct socket *s)
{
	at_fetch(s, sizeof *s);
}

/* A frame, made at once. */
void socket_send(struct socket *s, const char *text, size_t size)
{
	struct spares *spares = &s->all->spares;
	uint8_t head[FRAME_HEAD_MAX];
	size_t waiting = s->out.len;

	if (s->behind)
		waiting += evbuffer_get_length(bufferevent_get_output(s->bev));
	if (s->ended || s->broken)
		return;
	if (waiting > SOCKET_OUT_MAX || !out_room(&s->out, size + FRAME_HEAD_MAX, spares) ||
	    !out_put(&s->out, head, frame_head(size, head), spares) ||
	    !out_put(&s->out, (const uint8_t *)text, size, spares))
		s->broken = true;
	make_due(s);
}

void socket_close(struct socket *s, int code, const char *why)
{
	if (s->ended || s->broken)
		return;
	s->ended = true;
	s->code = code;
	s->why = why;
	make_due(s);
}
