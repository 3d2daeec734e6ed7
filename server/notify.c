/* Runs the host's command when somebody's turn has waited (--notify): once a turn. A turn begins
 * when a person is to move and ends when somebody else is; tables may sleep meanwhile. */
#define _GNU_SOURCE

#include "hosting.h"

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
	BUCKETS = 4096,
	RUNNING = 4,
	PATIENCE_MS = 30000,
	VALUE = AT_NAME_BYTES + 40,
	VARIABLES = 7
};

/* Somebody is to move at a table. */
struct turn {
	struct turn *next;  /* in its bucket, until the turn is over */
	struct turn *later; /* in the queue, until it is due */
	uint8_t table[ID_SIZE];
	uint32_t person;
	int64_t begin;
	bool queued, over;
};

struct child {
	pid_t pid; /* 0: none */
	int64_t until;
};

struct notify {
	struct host *host;
	const char *command;
	int64_t after; /* ms */
	struct event *look;
	struct turn *bucket[BUCKETS], *first, **last;
	struct child child[RUNNING];
};

/* --- turns --- */

static struct turn **find(struct notify *n, const uint8_t *table)
{
	struct turn **at = &n->bucket[(table[0] | table[1] << 8) % BUCKETS];

	while (*at && memcmp((*at)->table, table, ID_SIZE) != 0)
		at = &(*at)->next;
	return at;
}

static void finish(struct turn **at)
{
	struct turn *t = *at;

	*at = t->next;
	t->over = true;
	if (!t->queued)
		free(t);
}

void notify_look(const struct hosted *h)
{
	struct notify *n = h->host->notify;
	int mover = at_table_mover(&h->table);
	bool waits = mover >= 0 && h->table.phase == AT_PLAYING && !at_table_bot_moves(&h->table);
	uint32_t person = waits ? h->table.seat[mover].person : 0;
	struct turn **at, *t;

	if (!n)
		return;
	at = find(n, h->id);
	if (*at && (*at)->person == person)
		return;
	if (*at)
		finish(at);
	t = person ? calloc(1, sizeof *t) : NULL;
	if (!t)
		return;
	at = find(n, h->id);
	*at = t;
	memcpy(t->table, h->id, ID_SIZE);
	t->person = person;
	t->begin = host_uptime();
	t->queued = true;
	*n->last = t;
	n->last = &t->later;
}

/* --- the command --- */

/* What it is told: nothing that lets anybody in. false: nobody is waited for any more. */
static bool tell(const struct notify *n, const struct turn *t, char value[VARIABLES][VALUE])
{
	struct at_member member[AT_STORE_SEATS];
	struct at_store *store = n->host->store;
	const struct at_game *game;
	struct at_guest guest;
	struct at_head head;
	struct at_text id;
	char hex[2 * ID_SIZE + 1];
	int count = 0, seat = 0;

	if (at_store_head(store, t->table, &head) != AT_STORED || head.status.turn != t->person ||
	    at_store_guest(store, t->person, &guest) != AT_STORED)
		return false;
	at_store_members(store, t->table, member, &count);
	for (int i = 0; i < count; i++)
		seat = member[i].person == t->person ? member[i].seat + 1 : seat;
	game = at_game_with_id(head.game);
	at_text_init(&id, hex, sizeof hex);
	at_puthex(&id, t->table, ID_SIZE);
	snprintf(value[0], VALUE, "ATOLL_TABLE=%s", hex);
	snprintf(value[1], VALUE, "ATOLL_LINK=#table/%s", hex);
	snprintf(value[2], VALUE, "ATOLL_GAME=%s", game ? game->name : "");
	snprintf(value[3], VALUE, "ATOLL_PERSON=%u", t->person);
	snprintf(value[4], VALUE, "ATOLL_NAME=%s", guest.name);
	snprintf(value[5], VALUE, "ATOLL_SEAT=%d", seat);
	snprintf(value[6], VALUE, "ATOLL_WAITED=%d", (int)((host_uptime() - t->begin) / 1000));
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

static void run(struct notify *n, const struct turn *t, struct child *child)
{
	static char value[VARIABLES][VALUE];
	size_t count = 0, i = 0;
	char **env;

	if (!tell(n, t, value))
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
		host_log("notify: the command cannot be started");
	free(env);
}

static void reap(struct child *child)
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
		host_log("notify: the command failed (%d)", status);
}

/* Those that are due, as long as a command can be started; the others have to wait a little. */
static void on_look(evutil_socket_t fd, short what, void *arg)
{
	struct notify *n = arg;
	struct turn *t;

	(void)fd;
	(void)what;
	for (int i = 0; i < RUNNING; i++) {
		reap(&n->child[i]);
		while (!n->child[i].pid && (t = n->first) &&
		       (t->over || host_uptime() >= t->begin + n->after)) {
			n->first = t->later;
			if (!n->first)
				n->last = &n->first;
			t->queued = false;
			if (t->over)
				free(t);
			else
				run(n, t, &n->child[i]);
		}
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
	n->after = (int64_t)seconds * 1000;
	n->last = &n->first;
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
	for (struct turn *t = n->first, *later; t; t = later) {
		later = t->later;
		t->queued = false;
		if (t->over)
			free(t);
	}
	for (int i = 0; i < BUCKETS; i++)
		while (n->bucket[i])
			finish(&n->bucket[i]);
	if (n->look)
		event_free(n->look);
	free(n);
}
