#define _GNU_SOURCE

#include "control.h"

#include "aside.h"
#include "basics.h"
#include "guests.h"
#include "host.h"
#include "online.h"
#include "order.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "talk.h"
#include "visitor.h"

#include <errno.h>
#include <event2/buffer.h>
#include <event2/bufferevent.h>
#include <event2/event.h>
#include <event2/listener.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PATIENCE_S = 10, BACKLOG = 8 };

/* Somebody who gives an order. */
struct talk {
	struct talk *next;
	struct control *control;
	struct host *host;
	struct bufferevent *bev; /* NULL: it has hung up while the store is still working */
	struct at_write write;
	bool writing;
};

struct control {
	struct host *host;
	struct evconnlistener *listener;
	struct talk *talks;
	int dir;
};

/* The path of a socket has at most 107 bytes, so it is addressed through the open directory, whose
 * path may be longer. */
static int name_socket(const char *dir, struct sockaddr_un *out)
{
	int fd = open(dir, O_PATH | O_DIRECTORY | O_CLOEXEC);

	memset(out, 0, sizeof *out);
	out->sun_family = AF_UNIX;
	snprintf(out->sun_path, sizeof out->sun_path, "/proc/self/fd/%d/control", fd);
	return fd;
}

/* --- orders --- */

static void end(struct talk *t)
{
	struct talk **at = &t->control->talks;

	if (t->bev)
		bufferevent_free(t->bev);
	t->bev = NULL;
	if (t->writing)
		return;
	while (*at != t)
		at = &(*at)->next;
	*at = t->next;
	free(t);
}

static void on_written(struct bufferevent *bev, void *talk)
{
	(void)bev;
	end(talk);
}

static void on_event(struct bufferevent *bev, short what, void *talk)
{
	(void)bev;
	(void)what;
	end(talk);
}

static void answer(struct talk *t, const char *why)
{
	if (!t->bev) {
		end(t);
		return;
	}
	bufferevent_disable(t->bev, EV_READ);
	bufferevent_setcb(t->bev, NULL, on_written, on_event, t);
	evbuffer_add_printf(bufferevent_get_output(t->bev), why ? "no %s\n" : "ok\n", why);
}

/* Tells the viewers, and removes it from memory when nothing is pending. */
static void drop_table(struct host *h, const uint8_t *id)
{
	struct online_table *t = table_find(h, id);

	if (t)
		table_drop(t);
	h->lobby_changed = true;
}

static const char *const orders[AT_WRITE_KINDS] = {
    [AT_REMOVE] = "table", [AT_FORGET] = "guest", [AT_UNSAY] = "chat"};

static void carried_out(struct at_write *w)
{
	struct talk *t = w->context;
	struct host *h = t->host;
	const char *why = order_failed(w);

	h->writes--;
	t->writing = false;
	host_log(h, "admin: %s %s", orders[w->kind], why ? why : "removed");
	if (!why && w->kind == AT_REMOVE) {
		h->kept -= h->kept > 0;
		drop_table(h, w->remove.table);
	}
	if (!why && w->kind == AT_FORGET)
		guest_expel(h, w->guest.person);
	if (!why && w->kind == AT_UNSAY)
		talk_removed(h, w->unsay.table, w->unsay.first, w->unsay.count);
	answer(t, why);
}

/* A table was restored in the store. */
static const char *again(struct host *h, const char *hex)
{
	uint8_t id[AT_ID_SIZE];

	if (!host_hex(hex, id, sizeof id))
		return "a table is named by 32 hexadecimal digits";
	table_again(h, id);
	host_damaged(h);
	h->lobby_changed = true;
	host_log(h, "admin: table restored");
	return NULL;
}

static void on_read(struct bufferevent *bev, void *talk)
{
	struct talk *t = talk;
	struct host *h = t->host;
	char *line = evbuffer_readln(bufferevent_get_input(bev), NULL, EVBUFFER_EOL_LF);
	const char *why = "the order is too long";

	if (!line && evbuffer_get_length(bufferevent_get_input(bev)) <= ORDER_MAX)
		return;
	if (line && strncmp(line, "again ", 6) == 0) {
		why = again(h, line + 6);
		answer(t, why);
	} else if (!line || !order_read(h->store, line, &t->write, &why)) {
		answer(t, why);
	} else {
		bufferevent_disable(bev, EV_READ);
		t->writing = true;
		t->write.done = carried_out;
		t->write.context = t;
		host_write(h, &t->write);
	}
	free(line);
}

static void on_accept(struct evconnlistener *listener, evutil_socket_t fd, struct sockaddr *from,
		      int len, void *control)
{
	struct control *c = control;
	struct talk *t = calloc(1, sizeof *t);
	struct timeval patience = {PATIENCE_S, 0};

	(void)listener;
	(void)from;
	(void)len;
	if (t)
		t->bev = bufferevent_socket_new(c->host->base, fd, BEV_OPT_CLOSE_ON_FREE);
	if (!t || !t->bev) {
		close(fd);
		free(t);
		return;
	}
	t->control = c;
	t->host = c->host;
	t->next = c->talks;
	c->talks = t;
	bufferevent_setcb(t->bev, on_read, NULL, on_event, t);
	bufferevent_set_timeouts(t->bev, &patience, &patience);
	bufferevent_enable(t->bev, EV_READ | EV_WRITE);
}

struct control *control_new(struct host *h, const char *dir, char *why, size_t size)
{
	struct control *c = calloc(1, sizeof *c);
	struct sockaddr_un name;
	mode_t mask;

	snprintf(why, size, "there is not enough memory");
	if (!c)
		return NULL;
	c->host = h;
	c->dir = name_socket(dir, &name);
	unlinkat(c->dir, "control", 0); /* left by a host that was killed: this one has the lock */
	mask = umask(0177);
	c->listener = evconnlistener_new_bind(h->base, on_accept, c,
					      LEV_OPT_CLOSE_ON_FREE | LEV_OPT_CLOSE_ON_EXEC,
					      BACKLOG, (struct sockaddr *)&name, sizeof name);
	umask(mask);
	if (c->listener)
		return c;
	snprintf(why, size, "%.200s/control: %s", dir, strerror(errno));
	control_free(c);
	return NULL;
}

/* Without an answer: the host stops. Pending orders are still carried out. */
void control_free(struct control *c)
{
	if (!c)
		return;
	at_store_settle(c->host->store);
	for (struct talk *t = c->talks, *next; t; t = next) {
		next = t->next;
		if (t->bev)
			bufferevent_free(t->bev);
		free(t);
	}
	if (c->listener) {
		evconnlistener_free(c->listener);
		unlinkat(c->dir, "control", 0);
	}
	if (c->dir >= 0)
		close(c->dir);
	free(c);
}

/* --- the other side --- */

static bool exchange(int fd, const char *line, char answer[CONTROL_LINE])
{
	size_t len = 0, left = strlen(line);
	ssize_t n = 1;

	if (send(fd, line, left, MSG_NOSIGNAL) != (ssize_t)left ||
	    send(fd, "\n", 1, MSG_NOSIGNAL) != 1)
		return false;
	while (n > 0 && len < CONTROL_LINE - 1) {
		n = recv(fd, answer + len, CONTROL_LINE - 1 - len, 0);
		len += n > 0 ? (size_t)n : 0;
	}
	answer[len] = '\0';
	answer[strcspn(answer, "\n")] = '\0';
	return len > 0;
}

int control_ask(const char *dir, const char *line, char answer[CONTROL_LINE])
{
	struct sockaddr_un name;
	int at = name_socket(dir, &name);
	int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
	int result = 0;

	if (at >= 0 && fd >= 0 && connect(fd, (struct sockaddr *)&name, sizeof name) == 0)
		result = exchange(fd, line, answer) ? 1 : -1;
	if (fd >= 0)
		close(fd);
	if (at >= 0)
		close(at);
	return result;
}
