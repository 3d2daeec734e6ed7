#define _GNU_SOURCE

#include "host.h"

#include "addresses.h"
#include "age.h"
#include "aside.h"
#include "asks.h"
#include "basics.h"
#include "bot.h"
#include "budgets.h"
#include "due.h"
#include "guests.h"
#include "lobby.h"
#include "makings.h"
#include "notify.h"
#include "others.h"
#include "page_files.h"
#include "queue.h"
#include "request.h"
#include "results.h"
#include "says.h"
#include "sha256.h"
#include "sizes.h"
#include "socket.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "thinkers.h"
#include "tokens.h"
#include "upgrade.h"
#include "uptime.h"
#include "visitor.h"

#include <event2/event.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum {
	BEAT_MS = 5000,
	WAKE_MS = 20000,
	WAKE_SHARED_MS = 3000, /* how soon the unfinished work of another node is found */
	KEEP_S = 600,
};

/* --- chance --- */

/* Secrets depend on it, so the program stops if it fails. */
void host_random(void *out, size_t size)
{
	if (getrandom(out, size, 0) != (ssize_t)size)
		abort();
}

bool host_hex(const char *text, uint8_t *out, size_t n)
{
	if (strlen(text) != 2 * n)
		return false;
	for (size_t i = 0; i < 2 * n; i++) {
		char c = text[i];
		int digit = c >= '0' && c <= '9'   ? c - '0'
			    : c >= 'a' && c <= 'f' ? c - 'a' + 10
						   : -1;
		if (digit < 0)
			return false;
		out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | digit : digit << 4);
	}
	return true;
}

/* --- the store --- */

static void on_store(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;

	(void)fd;
	(void)what;
	at_store_deliver(h->store);
	makings_go_on(h);
	lobby_tell(h);
}

void host_write(struct host *h, struct at_write *w)
{
	h->writes++;
	w->next = NULL;
	*h->last_asked = w;
	h->last_asked = &w->next;
	event_active(h->on_asked, EV_TIMEOUT, 0);
}

void host_flush(struct host *h)
{
	struct at_write *list = h->asked;

	h->asked = NULL;
	h->last_asked = &h->asked;
	if (list)
		at_store_submit_all(h->store, list);
}

static void noted(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

void host_note(struct host *h, enum at_note which, uint64_t value)
{
	struct at_write *w = calloc(1, sizeof *w);

	if (!w)
		return;
	w->kind = AT_NOTE;
	w->note.which = which;
	w->note.value = value;
	w->done = noted;
	w->context = h;
	host_write(h, w);
}

static void on_asked(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	host_flush(arg);
}

static void on_beat(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	time_beat(arg);
}

static void on_wake(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	tables_wake(arg);
}

static void on_keep(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;
	uint32_t guests;

	(void)fd;
	(void)what;
	guests_seen(h);
	if (h->shared)
		at_store_counts(h->store, &h->kept, &guests);
	page_files_keep(h);
	age_step(h);
}

static void on_check(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	others_check(arg);
}

static void on_pass(evutil_socket_t fd, short what, void *arg)
{
	struct host *h = arg;

	(void)fd;
	(void)what;
	age_say(h);
	if (h->waking)
		tables_wake(h);
	pass_step(h);
	results_step(h);
}

static void on_lobby(evutil_socket_t fd, short what, void *arg)
{
	(void)fd;
	(void)what;
	lobby_tell(arg);
}

/* --- visitors --- */

static void on_opened(void *self, struct socket *socket)
{
	(void)self;
	say_hello(socket_user(socket));
}

static void on_closed(void *self, struct socket *socket)
{
	struct visitor *v = socket_user(socket);

	(void)self;
	while (v->watches)
		watch_end(v->watches);
	lobby_leave(v);
	hints_forget(v);
	guest_leave(v->host, v->guest);
	v->guest = NULL;
	v->socket = NULL;
	v->gone = true;
	if (v->asks == 0)
		free(v);
}

/* People who look from a seat are playing. */
static bool plays(void *self, const struct socket *socket)
{
	const struct visitor *v = socket_user(socket);

	(void)self;
	for (const struct watch *w = v->watches; w; w = w->next)
		if (w->viewer != AT_PUBLIC)
			return true;
	return false;
}

/* An address or localhost cannot be a foreign name that points here. */
static bool is_own_name(const struct host *h, const char *authority)
{
	char host[256];
	size_t len = strcspn(authority, ":");

	if (authority[0] == '[')
		return true;
	if (len == 0 || len >= sizeof host)
		return false;
	memcpy(host, authority, len);
	host[len] = '\0';
	if (strspn(host, "0123456789.") == len || strcasecmp(host, "localhost") == 0)
		return true;
	for (int i = 0; i < h->options.names; i++)
		if (strcasecmp(host, h->options.name[i]) == 0)
			return true;
	return false;
}

static bool is_same_origin(const char *origin, const char *host, enum via via)
{
	static const char *const schemes[] = {[VIA_HTTP] = "http", [VIA_HTTPS] = "https"};
	const char *authority = strstr(origin, "://");

	if (!authority || strcasecmp(authority + 3, host) != 0)
		return false;
	return via == VIA_ANY || (strlen(schemes[via]) == (size_t)(authority - origin) &&
				  strncasecmp(origin, schemes[via], strlen(schemes[via])) == 0);
}

/* A foreign page must not act in the name of its visitors. */
static const char *refuse_origin(const struct host *h, struct request *r, enum via via)
{
	const char *host = request_header(r, "Host"), *origin = request_header(r, "Origin");

	if (!host || !is_own_name(h, host))
		return "This host is not known by that name (--host).\n";
	if (origin && !is_same_origin(origin, host, via))
		return "Pages from elsewhere cannot speak here.\n";
	return NULL;
}

/* While memory is short, only people with a name here are let in. */
static bool is_unmet(struct host *h, struct guest *g)
{
	if (!h->pressed || g->person)
		return false;
	h->unmet++;
	return true;
}

int host_answer(struct host *h, struct request *r, struct address *address, enum via via, int *code,
		const char **why)
{
	uint8_t token[AT_TOKEN_SIZE];
	const char *too_many;
	struct visitor *v;

	*code = 400;
	*why = upgrade_refuse(r);
	if (*why)
		return 0;
	*code = 403;
	*why = refuse_origin(h, r, via);
	if (*why)
		return 0;
	*code = 503;
	*why = "There is no room for more.\n";
	v = h->stopping ? NULL : calloc(1, sizeof *v);
	if (!v)
		return 0;
	v->host = h;
	v->address = address;
	v->guest = token_read(h, r, via, token) ? guest_find(h, token) : NULL;
	if (!v->guest && h->shared)
		*why = "The host waits for its database. Come back in a moment.\n";
	if (v->guest && is_unmet(h, v->guest))
		*why = "The host is short of memory. Come back in a moment.\n";
	else if (v->guest && (too_many = budget_open(v)))
		*code = 429, *why = too_many;
	else if (v->guest && v->guest->sockets < GUEST_SOCKETS)
		v->socket = socket_open(h->sockets, r, v);
	if (v->socket) {
		v->guest->sockets++;
		guest_seen(h, v->guest);
		return 1;
	}
	if (v->guest)
		guest_forget(h, v->guest);
	free(v);
	return 0;
}

/* --- from the beginning to the end --- */

static bool make_events(struct host *h)
{
	struct timeval beats = {(h->shared ? AT_BEAT_MS : BEAT_MS) / 1000, 0};
	struct timeval wakes = {(h->shared ? WAKE_SHARED_MS : WAKE_MS) / 1000, 0};
	struct timeval lobbies = {0, 500000}, keeps = {KEEP_S, 0}, checks = {1, 0};

	h->on_store = event_new(h->base, at_store_fd(h->store), EV_READ | EV_PERSIST, on_store, h);
	h->on_asked = event_new(h->base, -1, 0, on_asked, h);
	h->on_beat = event_new(h->base, -1, EV_PERSIST, on_beat, h);
	h->on_wake = event_new(h->base, -1, EV_PERSIST, on_wake, h);
	h->on_lobby = event_new(h->base, -1, EV_PERSIST, on_lobby, h);
	h->on_keep = event_new(h->base, -1, EV_PERSIST, on_keep, h);
	h->on_check = event_new(h->base, -1, EV_PERSIST, on_check, h);
	h->on_pass = event_new(h->base, -1, EV_PERSIST, on_pass, h);
	return h->on_pass && event_add(h->on_pass, &checks) == 0 && h->on_check &&
	       (!h->shared || event_add(h->on_check, &checks) == 0) && h->on_store && h->on_asked &&
	       h->on_beat && h->on_wake && h->on_lobby && h->on_keep &&
	       event_add(h->on_keep, &keeps) == 0 && event_add(h->on_store, NULL) == 0 &&
	       event_add(h->on_beat, &beats) == 0 && event_add(h->on_wake, &wakes) == 0 &&
	       event_add(h->on_lobby, &lobbies) == 0;
}

struct host *host_new(struct event_base *base, struct at_store *store,
		      const struct host_options *options, char *why, size_t size)
{
	struct host *h = calloc(1, sizeof *h);
	struct socket_handler handler = {h,     on_opened, asks_message, on_closed, asks_soon,
					 plays, asks_took, asks_wait,    asks_full};
	uint32_t guests;

	snprintf(why, size, "there is not enough memory");
	if (!h)
		return NULL;
	h->base = base;
	h->store = store;
	h->options = *options;
	h->last_asked = &h->asked;
	queue_init(&h->makings);
	if (!h->options.base)
		h->options.base = "";
	while (at_ladder[h->top + 1] &&
	       (!options->top_level || strcmp(at_ladder[h->top], options->top_level) != 0))
		h->top++;
	h->shared = at_store_is_shared(store);
	/* All nodes use the same cookie; separate hosts on one machine have their own. */
	snprintf(h->cookie, sizeof h->cookie, h->shared ? "atoll" : "atoll_%d", options->port);
	at_store_key(store, h->key);
	h->sockets = sockets_new(base, &handler);
	h->thinkers = thinkers_new(base, options->threads, tables_thought, h);
	if (options->notify)
		h->notify = notify_new(h, options->notify, options->notify_after);
	if (!h->sockets || !h->thinkers || !make_events(h) || (options->notify && !h->notify)) {
		host_free(h);
		return NULL;
	}
	at_store_counts(store, &h->kept, &guests);
	others_listen(h);
	time_start(h);
	pass_start(h);
	age_start(h);
	host_damaged(h);
	page_files_put(h);
	age_step(h);
	host_flush(h);
	if (h->shared) /* the page's files must be stored before anybody sees the page */
		at_store_settle(store);
	tables_wake(h);
	return h;
}

void host_stop(struct host *h)
{
	if (h->stopping)
		return;
	h->stopping = true;
	time_beat(h);
	sockets_close(h->sockets, SOCKET_GOING_AWAY, "come back in a moment");
}

void host_press(struct host *h, size_t bytes, int half)
{
	int gone = bytes ? sockets_shed(h->sockets, bytes) : 0;

	if (h->pressed != (bytes > 0))
		host_log(h, bytes ? "memory is short: nobody new is let in"
				  : "there is enough memory again");
	h->pressed = bytes > 0;
	h->half_used = half != 0;
	h->shed += (uint64_t)gone;
}

int host_is_waiting(const struct host *h)
{
	return h->away != 0;
}

int host_is_outdated(const struct host *h)
{
	return h->outdated;
}

int host_is_done(struct host *h)
{
	return sockets_count(h->sockets) == 0 && h->writes == 0;
}

void host_free(struct host *h)
{
	struct event *events[] = {h->on_store, h->on_asked, h->on_beat,  h->on_wake,
				  h->on_lobby, h->on_keep,  h->on_check, h->on_pass};

	h->stopping = true;
	if (h->sockets)
		sockets_drop(h->sockets);
	makings_free(h);
	thinkers_free(h->thinkers);
	host_flush(h);
	at_store_hurry(h->store);
	at_store_settle(h->store);
	at_store_listen(h->store, NULL, NULL);
	for (size_t i = 0; i < sizeof events / sizeof *events; i++)
		if (events[i])
			event_free(events[i]);
	for (int i = 0; i < TABLE_BUCKETS; i++)
		while (h->tables[i])
			table_free(h->tables[i]);
	if (h->sockets)
		sockets_free(h->sockets);
	notify_free(h->notify);
	page_files_free(h);
	steps_free(h);
	free(h->lobby_text);
	free(h);
}
