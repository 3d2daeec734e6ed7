/* Finds the database among the hosts of the address, and refuses an outdated one. */
#define _GNU_SOURCE
#include "pg.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool pg_run(PGconn *c, const char *sql, char *why, size_t size)
{
	PGresult *r = PQexec(c, sql);
	ExecStatusType status = PQresultStatus(r);
	bool ok = status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;

	if (!ok && why)
		snprintf(why, size, "%s", PQerrorMessage(c));
	PQclear(r);
	return ok;
}

static int64_t now_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

bool pg_await(PGconn *c, int ms)
{
	int64_t end = now_ms() + ms;

	for (;;) {
		int flushed = PQflush(c);
		if (flushed < 0)
			return false;
		if (!flushed && !PQisBusy(c))
			return true;
		struct pollfd fd = {.fd = PQsocket(c),
				    .events = (short)(POLLIN | (flushed ? POLLOUT : 0))};
		int64_t left = end - now_ms();
		if (left <= 0)
			return false;
		int n = poll(&fd, 1, (int)left);
		if (n < 0 && errno != EINTR)
			return false;
		if (n > 0 && fd.revents & ~POLLOUT && !PQconsumeInput(c))
			return false;
	}
}

PGresult *pg_take(PGconn *c, int ms)
{
	return pg_await(c, ms) ? PQgetResult(c) : NULL;
}

/* --- One of the hosts --- */

/* The parameters for libpq: the address as given, reduced to one host. */
struct place {
	const char *key[48], *value[48];
	int count;
};

static void with(struct place *p, const char *key, const char *value)
{
	for (int i = 0; i < p->count; i++)
		if (strcmp(p->key[i], key) == 0) {
			p->value[i] = value;
			return;
		}
	p->key[p->count] = key;
	p->value[p->count++] = value;
}

static const char *given(const PQconninfoOption *all, const char *key)
{
	for (const PQconninfoOption *o = all; o->keyword; o++)
		if (strcmp(o->keyword, key) == 0)
			return o->val;
	return NULL;
}

/* Element i of a comma-separated list; a single element holds for all. */
static bool part(const char *list, int i, char *out, size_t size)
{
	const char *at = list;

	if (!list || !strchr(list, ','))
		i = 0;
	for (; i > 0 && at; i--) {
		at = strchr(at, ',');
		at = at ? at + 1 : NULL;
	}
	if (!at)
		return false;
	snprintf(out, size, "%.*s", (int)strcspn(at, ","), at);
	return true;
}

static int parts(const char *list)
{
	int n = 1;

	for (const char *at = list; at && *at; at++)
		n += *at == ',';
	return n;
}

static void no_word(void *arg, const PGresult *r)
{
	(void)arg, (void)r; /* nothing on anybody's terminal */
}

static PGconn *connect_to(const PQconninfoOption *all, int i)
{
	/* A broken network is noticed within seconds. */
	static const char *const usual[][2] = {
	    {"connect_timeout", "3"},     {"keepalives_idle", "2"},
	    {"keepalives_interval", "2"}, {"keepalives_count", "2"},
	    {"tcp_user_timeout", "6000"}, {"application_name", "atoll"},
	    {"client_encoding", "UTF8"},
	};
	char host[256], address[64], port[16];
	struct place p = {.count = 0};

	for (size_t k = 0; k < sizeof usual / sizeof *usual; k++)
		with(&p, usual[k][0], usual[k][1]);
	for (const PQconninfoOption *o = all; o->keyword && p.count < 40; o++)
		if (o->val)
			with(&p, o->keyword, o->val);
	if (part(given(all, "host"), i, host, sizeof host))
		with(&p, "host", host);
	if (part(given(all, "hostaddr"), i, address, sizeof address))
		with(&p, "hostaddr", address);
	if (part(given(all, "port"), i, port, sizeof port))
		with(&p, "port", port);
	with(&p, "target_session_attrs", "read-write");
	p.key[p.count] = p.value[p.count] = NULL;
	PGconn *c = PQconnectdbParams(p.key, p.value, 0);
	PQsetNoticeReceiver(c, no_word, NULL);
	return c;
}

/* The cluster's identifier and its timeline. */
static bool identify(PGconn *c, uint64_t *system, uint32_t *timeline)
{
	PGresult *r = PQexec(c, "SELECT system_identifier, "
				"left(pg_walfile_name(pg_current_wal_lsn()), 8) "
				"FROM pg_control_system()");
	bool ok = PQresultStatus(r) == PGRES_TUPLES_OK && PQntuples(r) == 1;

	if (ok) {
		*system = strtoull(PQgetvalue(r, 0, 0), NULL, 10);
		*timeline = (uint32_t)strtoul(PQgetvalue(r, 0, 1), NULL, 16);
	}
	PQclear(r);
	return ok;
}

/* Compares them with everything seen before. If they are accepted, they are remembered. */
static bool accept_it(struct pg *pg, uint64_t system, uint32_t timeline, char *why, size_t size)
{
	bool ok;

	pthread_mutex_lock(&pg->lock);
	ok = !pg->system || (system == pg->system && timeline >= pg->timeline);
	if (!ok && system != pg->system)
		snprintf(why, size, "this is another database than before");
	else if (!ok)
		snprintf(why, size,
			 "the database was left behind: its timeline is %u, and %u was seen",
			 timeline, pg->timeline);
	if (ok) {
		/* readers of the previous one would not notice that it is outdated */
		pg->moves += pg->system && timeline > pg->timeline;
		pg->system = system;
		pg->timeline = timeline;
	}
	pthread_mutex_unlock(&pg->lock);
	return ok;
}

int pg_moves(struct pg *pg)
{
	pthread_mutex_lock(&pg->lock);
	int moves = pg->moves;
	pthread_mutex_unlock(&pg->lock);
	return moves;
}

/* The schema says which versions it supports. */
static bool is_for_us(struct pg *pg, PGconn *c, char *why, size_t size)
{
	PGresult *r = PQexec(c, "SELECT value FROM meta WHERE key = 'least'");
	bool ok = PQresultStatus(r) != PGRES_TUPLES_OK || PQntuples(r) != 1 ||
		  strtol(PQgetvalue(r, 0, 0), NULL, 10) <= PG_VERSION;

	if (!ok) {
		snprintf(why, size,
			 "the database was changed by a newer Atoll (it wants format %s, this one "
			 "knows %d)",
			 PQgetvalue(r, 0, 0), PG_VERSION);
		pthread_mutex_lock(&pg->lock);
		pg->outdated = true;
		pthread_mutex_unlock(&pg->lock);
	}
	PQclear(r);
	return ok;
}

bool pg_is_outdated(struct pg *pg)
{
	pthread_mutex_lock(&pg->lock);
	bool outdated = pg->outdated;
	pthread_mutex_unlock(&pg->lock);
	return outdated;
}

/* Appended to the reasons of other hosts, which may be more specific. */
static void add_reason(char *why, size_t size, const char *reason)
{
	size_t len = strlen(why);

	snprintf(why + len, size - len, "%s%.*s", len ? "; " : "", (int)strcspn(reason, "\n"),
		 reason);
}

/* Asks every host: if two accept writes, the one with the newer timeline is right. */
static PGconn *choose(const PQconninfoOption *all, uint64_t *system, uint32_t *timeline, char *why,
		      size_t size)
{
	int hosts = parts(given(all, given(all, "hostaddr") ? "hostaddr" : "host"));
	PGconn *best = NULL;

	*why = 0;
	for (int i = 0; i < hosts && i < PG_HOSTS; i++) {
		PGconn *c = connect_to(all, i);
		uint64_t its_system = 0;
		uint32_t its_timeline = 0;
		if (PQstatus(c) != CONNECTION_OK || !identify(c, &its_system, &its_timeline)) {
			add_reason(why, size, PQerrorMessage(c));
		} else if (!best || its_timeline > *timeline) {
			PQfinish(best);
			best = c;
			*system = its_system;
			*timeline = its_timeline;
			continue;
		}
		PQfinish(c);
	}
	return best;
}

PGconn *pg_connect(struct pg *pg, char *why, size_t size)
{
	char *bad = NULL;
	PQconninfoOption *all = PQconninfoParse(pg->uri, &bad);
	uint64_t system = 0;
	uint32_t timeline = 0;
	PGconn *c = all ? choose(all, &system, &timeline, why, size) : NULL;

	if (!all)
		snprintf(why, size, "%s", bad ? bad : "no memory");
	PQfreemem(bad);
	PQconninfoFree(all);
	if (!c)
		return NULL;
	/* There must be no statement timeout: it would end a commit's wait for the standby and
	 * report it as committed. */
	if (accept_it(pg, system, timeline, why, size) && is_for_us(pg, c, why, size) &&
	    pg_run(c,
		   "SET lock_timeout = 5000; SET statement_timeout = 0; "
		   "SET idle_in_transaction_session_timeout = 20000; "
		   "SELECT set_config('synchronous_commit', 'on', false) "
		   "WHERE current_setting('synchronous_commit') IN ('off', 'local')",
		   why, size))
		return c;
	PQfinish(c);
	return NULL;
}
