/* PostgreSQL: the keeper's thread. It listens for changes by other nodes and replaces lost
 * connections. It tells the caller when the database is unreachable and when it is back. */
#define _GNU_SOURCE
#include "pg.h"

#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum { PULSE_MS = 2000 }; /* how often a silent connection is tested */

static bool stops(struct pg *pg)
{
	pthread_mutex_lock(&pg->lock);
	bool stop = pg->stop;
	pthread_mutex_unlock(&pg->lock);
	return stop;
}

static void say(struct at_store *store, enum at_change_kind kind)
{
	store_tell(store, &(struct at_change){.kind = kind});
}

static void set_away(struct at_store *store, bool away)
{
	struct pg *pg = store->pg;

	pthread_mutex_lock(&pg->lock);
	bool changed = pg->away != away;
	pg->away = away;
	pthread_mutex_unlock(&pg->lock);
	if (changed)
		say(store, away ? AT_CHANGE_AWAY : AT_CHANGE_BACK);
	if (!away)
		say(store, AT_CHANGE_MAYBE);
}

static void pause_a_little(struct pg *pg)
{
	struct pollfd fd = {.fd = pg->wake, .events = POLLIN};

	poll(&fd, 1, PG_RETRY_MS);
}

static void heard(void *store, const struct at_change *change)
{
	store_tell(store, change);
}

static void hear(struct at_store *store, PGconn *ear)
{
	PGnotify *n;

	while ((n = PQnotifies(ear))) {
		news_read(n->extra, store->node, heard, store);
		PQfreemem(n);
	}
}

/* Whether the database still answers and still accepts this version. */
static bool pulse(struct at_store *store, PGconn *ear)
{
	PGresult *r = NULL;
	bool ok = PQsendQuery(ear, "SELECT value FROM meta WHERE key = 'least'") &&
		  (r = pg_take(ear, PG_READ_MS)) && PQresultStatus(r) == PGRES_TUPLES_OK;

	if (ok && PQntuples(r) == 1 && strtol(PQgetvalue(r, 0, 0), NULL, 10) > PG_VERSION) {
		pthread_mutex_lock(&store->pg->lock);
		store->pg->outdated = true;
		pthread_mutex_unlock(&store->pg->lock);
		say(store, AT_CHANGE_OUTDATED);
	}
	PQclear(r);
	while (ok && pg_await(ear, PG_READ_MS) && (r = PQgetResult(ear)))
		PQclear(r);
	return ok && PQstatus(ear) == CONNECTION_OK;
}

/* A new reader for the caller that has lost its own. It must repeat the reads that failed. */
static bool lend(struct at_store *store, bool anyway)
{
	struct pg *pg = store->pg;
	char why[300];

	pthread_mutex_lock(&pg->lock);
	PGconn *lost = pg->lost;
	bool wanted = anyway || pg->wanted;
	pg->lost = NULL;
	pthread_mutex_unlock(&pg->lock);
	PQfinish(lost);
	if (!wanted)
		return true;
	int moves = pg_moves(pg);
	PGconn *c = pg_connect(pg, why, sizeof why);
	if (c && (!pg_prepare_reads(c) || PQsetnonblocking(c, 1))) {
		PQfinish(c);
		c = NULL;
	}
	if (!c)
		return false;
	pthread_mutex_lock(&pg->lock);
	PGconn *before = pg->fresh;
	pg->fresh = c;
	pg->fresh_moves = moves;
	pg->wanted = false;
	pthread_mutex_unlock(&pg->lock);
	PQfinish(before);
	say(store, AT_CHANGE_MAYBE);
	return true;
}

static PGconn *open_ear(struct at_store *store)
{
	struct pg *pg = store->pg;
	char why[300];
	PGconn *ear = pg_connect(pg, why, sizeof why);

	if (ear && (!pg_run(ear, "LISTEN atoll", NULL, 0) || PQsetnonblocking(ear, 1))) {
		PQfinish(ear);
		ear = NULL;
	}
	if (!ear && pg_is_outdated(pg))
		say(store, AT_CHANGE_OUTDATED);
	return ear;
}

/* Listens until the connection is lost. */
static void listen_on(struct at_store *store, PGconn *ear, int moves)
{
	struct pg *pg = store->pg;
	uint64_t rung;

	while (!stops(pg) && pg_moves(pg) == moves) {
		struct pollfd fd[] = {{.fd = PQsocket(ear), .events = POLLIN},
				      {.fd = pg->wake, .events = POLLIN}};
		int n = poll(fd, 2, PULSE_MS);
		if (fd[1].revents && read(pg->wake, &rung, sizeof rung) > 0 && !lend(store, false))
			return;
		if (n == 0 && !pulse(store, ear))
			return;
		if (!PQconsumeInput(ear))
			return;
		hear(store, ear);
	}
}

static void *keep(void *arg)
{
	struct at_store *store = arg;
	struct pg *pg = store->pg;
	bool first = true;

	while (!stops(pg)) {
		int moves = pg_moves(pg);
		PGconn *ear = open_ear(store);
		if (!ear) {
			set_away(store, true);
			pause_a_little(pg);
			continue;
		}
		/* The reader has probably lost its connection, too, without noticing yet. */
		if (first || lend(store, true)) {
			set_away(store, false);
			listen_on(store, ear, moves);
		}
		first = false;
		PQfinish(ear);
		if (!stops(pg))
			set_away(store, true);
	}
	return NULL;
}

bool pg_start_keeper(struct at_store *store)
{
	struct pg *pg = store->pg;

	pg->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
	pg->threaded = pg->wake >= 0 && pthread_create(&pg->thread, NULL, keep, store) == 0;
	return pg->threaded;
}

void pg_stop_keeper(struct at_store *store)
{
	struct pg *pg = store->pg;
	uint64_t one = 1;

	if (!pg->threaded)
		return;
	pthread_mutex_lock(&pg->lock);
	pg->stop = true;
	pthread_mutex_unlock(&pg->lock);
	if (write(pg->wake, &one, sizeof one) > 0)
		pthread_join(pg->thread, NULL);
	pg->threaded = false;
}
