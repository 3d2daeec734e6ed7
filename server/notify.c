/* Runs the command of --notify when somebody's turn has waited, once a turn. A turn begins when a
 * person is to move and ends when somebody else is. The store knows when to notify each person, so
 * nobody is forgotten when a table leaves memory or the program stops. */
#define _GNU_SOURCE

#include "notify.h"

#include "basics.h"
#include "online.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <event2/event.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
	RUNNING = 4,
	PATIENCE_MS = 30000,
	REST_AFTER_MS = 60000, /* the pause if the store cannot record a notice */
	VALUE = AT_NAME_BYTES + 40,
	VARIABLES = 8,
	LOOKED = 64, /* that are due: some may be for people who look */
};

struct child {
	pid_t pid; /* 0: none */
	int64_t until;
};

struct notify {
	struct host *host;
	const char *command;
	uint64_t after; /* ms */
	struct event *look;
	struct child child[RUNNING];
	int marking; /* writes on their way */
	int64_t rest;
};

/* --- turns --- */

/* The person that is waited for, or 0. */
static uint32_t waits_for(const struct at_table *t)
{
	int mover = at_table_mover(t);

	return mover >= 0 && t->phase == AT_PLAYING && !at_table_bot_moves(t)
		   ? t->seat[mover].person
		   : 0;
}

uint64_t notify_when(const struct online_table *h, const struct at_table *t)
{
	const struct notify *n = h->host->notify;
	uint32_t person = waits_for(t);

	if (!n || !person)
		return 0;
	return person == waits_for(&h->table) ? h->notice : host_now(h->host) + n->after;
}

static void marked(struct at_write *w)
{
	struct notify *n = w->context;
	struct online_table *t = table_find(n->host, w->told.table);

	n->host->writes--;
	n->marking--;
	if (t && t->notice == w->told.notice)
		t->notice = 0;
	if (w->result == AT_STORED_FULL || w->result == AT_STORED_FAILED)
		n->rest = host_uptime() + REST_AFTER_MS;
	free(w);
}

/* This turn is not told again. */
static void mark(struct notify *n, const struct at_head *head)
{
	struct at_write *w = calloc(1, sizeof *w);

	if (!w)
		return;
	w->kind = AT_TOLD;
	memcpy(w->told.table, head->id, AT_ID_SIZE);
	w->told.notice = head->status.notice;
	w->done = marked;
	w->context = n;
	n->marking++;
	host_write(n->host, w);
}

/* --- the command --- */

/* The command's environment, which contains no secret. false: the person is gone. */
static bool tell(const struct notify *n, const struct at_head *head, char value[VARIABLES][VALUE])
{
	struct at_member member[AT_STORE_SEATS];
	struct at_store *store = n->host->store;
	const struct at_game *game = at_game_with_id(head->game);
	uint64_t waited = host_now(n->host) - head->status.notice + n->after;
	struct at_guest guest;
	struct at_text id;
	char hex[2 * AT_ID_SIZE + 1];
	int count = 0, seat = 0;

	if (at_store_guest(store, head->status.turn, &guest) != AT_STORED)
		return false;
	at_store_members(store, head->id, member, &count);
	for (int i = 0; i < count; i++)
		seat = member[i].person == guest.person ? member[i].seat + 1 : seat;
	at_text_init(&id, hex, sizeof hex);
	at_puthex(&id, head->id, AT_ID_SIZE);
	snprintf(value[0], VALUE, "ATOLL_TABLE=%s", hex);
	snprintf(value[1], VALUE, "ATOLL_LINK=#table/%s", hex);
	snprintf(value[2], VALUE, "ATOLL_GAME=%s", game ? game->name : "");
	snprintf(value[3], VALUE, "ATOLL_PERSON=%u", guest.person);
	snprintf(value[4], VALUE, "ATOLL_NAME=%s", guest.name);
	snprintf(value[5], VALUE, "ATOLL_SEAT=%d", seat);
	snprintf(value[6], VALUE, "ATOLL_WAITED=%d", (int)(waited / 1000));
	snprintf(value[7], VALUE, "ATOLL_KIND=turn");
	return true;
}

static pid_t spawn(const char *command, char *const env[])
{
	char *argv[] = {"sh", "-c", (char *)(uintptr_t)command, NULL};
	posix_spawn_file_actions_t files;
	posix_spawnattr_t how;
	sigset_t signals;
	pid_t pid = 0;

	sigemptyset(&signals);
	sigaddset(&signals, SIGPIPE);
	posix_spawnattr_init(&how);
	posix_spawnattr_setsigdefault(&how, &signals);
	posix_spawnattr_setpgroup(&how, 0);
	posix_spawnattr_setflags(&how, POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP);
	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_addclosefrom_np(&files, 3);
	if (posix_spawn(&pid, "/bin/sh", &files, &how, argv, env))
		pid = 0;
	posix_spawn_file_actions_destroy(&files);
	posix_spawnattr_destroy(&how);
	return pid;
}

static void run(struct notify *n, const struct at_head *head, struct child *child)
{
	static char value[VARIABLES][VALUE];
	size_t count = 0, i = 0;
	char **env;

	if (!tell(n, head, value))
		return;
	while (environ[count])
		count++;
	env = calloc(count + VARIABLES + 1, sizeof *env);
	if (!env)
		return;
	for (; i < VARIABLES; i++)
		env[i] = value[i];
	memcpy(env + i, environ, count * sizeof *env);
	child->pid = spawn(n->command, env);
	child->until = host_uptime() + PATIENCE_MS;
	if (!child->pid)
		host_log(n->host, "notify: the command cannot be started");
	free(env);
}

static void reap(const struct host *h, struct child *child)
{
	int status;

	if (!child->pid)
		return;
	if (waitpid(child->pid, &status, WNOHANG) == 0) {
		if (host_uptime() > child->until)
			kill(-child->pid, SIGKILL);
		return;
	}
	child->pid = 0;
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		host_log(h, "notify: the command failed (%d)", status);
}

static struct child *idle_child(struct notify *n)
{
	for (int i = 0; i < RUNNING; i++)
		if (!n->child[i].pid)
			return &n->child[i];
	return NULL;
}

/* Whoever looks at the table sees that it is their turn; if they go they are told after all. */
static bool looks(const struct notify *n, const struct at_head *head)
{
	const struct online_table *t = table_find(n->host, head->id);
	struct at_member member[AT_STORE_SEATS];
	uint32_t elsewhere = 0;
	int count = 0;

	if (!t)
		at_store_watched(n->host->store, head->id, &elsewhere);
	at_store_members(n->host->store, head->id, member, &count);
	for (int i = 0; i < count; i++)
		if (member[i].person == head->status.turn &&
		    (t ? !t->away[member[i].seat] : elsewhere >> member[i].seat & 1))
			return true;
	return false;
}

/* Notifies those that are due, as long as a command can be started; the others come later. A table
 * that is being stored is skipped, because it may be somebody else's turn afterwards. */
static void on_look(evutil_socket_t fd, short what, void *arg)
{
	struct notify *n = arg;
	static struct at_head due[LOOKED];
	struct child *child;
	int count = LOOKED;

	(void)fd;
	(void)what;
	for (int i = 0; i < RUNNING; i++)
		reap(n->host, &n->child[i]);
	if (n->host->stopping || !host_has_duty(n->host, AT_DUTY_NOTIFY) || n->marking ||
	    host_uptime() < n->rest || !idle_child(n) ||
	    at_store_notices(n->host->store, due, &count) != AT_STORED)
		return;
	for (int i = 0; i < count && due[i].status.notice <= host_now(n->host); i++) {
		const struct online_table *t = table_find(n->host, due[i].id);
		if ((t && t->writing) || looks(n, &due[i]) || !(child = idle_child(n)))
			continue;
		run(n, &due[i], child);
		mark(n, &due[i]);
	}
}

struct notify *notify_new(struct host *h, const char *command, int seconds)
{
	struct notify *n = calloc(1, sizeof *n);
	struct timeval often = {0, 500000};

	if (!n)
		return NULL;
	n->host = h;
	n->command = command;
	n->after = (uint64_t)seconds * 1000;
	n->look = event_new(h->base, -1, EV_PERSIST, on_look, n);
	if (n->look && event_add(n->look, &often) == 0)
		return n;
	notify_free(n);
	return NULL;
}

void notify_free(struct notify *n)
{
	if (!n)
		return;
	if (n->look)
		event_free(n->look);
	free(n);
}
