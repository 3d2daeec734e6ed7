/* PostgreSQL: opening, the schema, the end. */
#define _GNU_SOURCE
#include "pg.h"
#include "travel.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

/* Everybody can read command lines, so a password there is refused. */
static enum at_err check_uri(const char *uri, struct at_fail *fail)
{
	char *bad = NULL;
	PQconninfoOption *all = PQconninfoParse(uri, &bad);
	enum at_err err = AT_OK;

	if (!all)
		err = at_fail(fail, AT_BAD_VALUE, "%s", bad ? bad : "no memory");
	for (const PQconninfoOption *o = all; o && o->keyword; o++)
		if (o->val &&
		    (strcmp(o->keyword, "password") == 0 || strcmp(o->keyword, "sslpassword") == 0))
			err = at_fail(
			    fail, AT_BAD_VALUE,
			    "a password does not belong into the address: everybody on this "
			    "machine reads it; put it into PGPASSWORD, or into a file "
			    "(PGPASSFILE, ~/.pgpass)");
	PQconninfoFree(all);
	PQfreemem(bad);
	return err;
}

static enum at_err cannot(PGconn *c, struct at_fail *fail)
{
	char line[200];

	snprintf(line, sizeof line, "%s", PQerrorMessage(c));
	line[strcspn(line, "\n")] = 0;
	return at_fail(fail, AT_BAD_VALUE, "the database: %s", line);
}

/* --- The schema --- */

static bool one_number(PGconn *c, const char *sql, int64_t *out)
{
	PGresult *r = PQexec(c, sql);
	bool ok = PQresultStatus(r) == PGRES_TUPLES_OK;

	*out = 0;
	if (ok && PQntuples(r) == 1)
		*out = strtoll(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	return ok;
}

/* Applies the steps after a version, and all functions. */
static bool take_steps(PGconn *c, int64_t version)
{
	for (int64_t i = version; i < PG_VERSION; i++)
		if (!pg_run(c, pg_steps[i], NULL, 0))
			return false;
	for (int i = 0; pg_functions[i]; i++)
		if (!pg_run(c, pg_functions[i], NULL, 0))
			return false;
	return true;
}

static bool make_schema(const struct at_store *store, PGconn *c)
{
	char text[300];
	int64_t id = 0;

	if (!take_steps(c, 0))
		return false;
	while (id == 0)
		if (getrandom(&id, sizeof id, 0) != sizeof id)
			return false;
	snprintf(text, sizeof text,
		 "INSERT INTO meta VALUES ('atoll', 1), ('version', %d), ('least', %d), "
		 "('incarnation', %lld), ('parts', %d), ('part', %d); "
		 "ALTER SEQUENCE guests_person_seq INCREMENT BY %d START WITH %d RESTART",
		 PG_VERSION, PG_LEAST, (long long)id, store->places, store->place + 1,
		 store->places, store->place + 1);
	return pg_run(c, text, NULL, 0);
}

/* Migrates an older schema; leaves a newer one as it is. */
static bool renew_schema(PGconn *c, int64_t version)
{
	char text[200];

	if (version >= PG_VERSION)
		return true;
	snprintf(text, sizeof text,
		 "UPDATE meta SET value = %d WHERE key = 'version'; "
		 "UPDATE meta SET value = greatest(value, %d) WHERE key = 'least'",
		 PG_VERSION, PG_LEAST);
	return take_steps(c, version) && pg_run(c, text, NULL, 0);
}

/* The numbers of persons depend on the part, so a database keeps its part for ever. */
static enum at_err check_part(struct at_store *store, bool owner, PGconn *c, struct at_fail *fail)
{
	int64_t parts = 0, part = 0;

	if (!one_number(c, "SELECT value FROM meta WHERE key = 'parts'", &parts) ||
	    !one_number(c, "SELECT value FROM meta WHERE key = 'part'", &part))
		return cannot(c, fail);
	store->is_part_of = (int)parts;
	if (parts == store->places && part == store->place + 1)
		return AT_OK;
	if (!owner && store->places == 1) /* a visitor may read a single one */
		return AT_OK;
	return at_fail(
	    fail, AT_BAD_VALUE,
	    "this database is part %d of %d: give all of them with --store, in their order",
	    (int)part, (int)parts);
}

/* The first node creates it; older nodes do not know it. */
static bool make_key(PGconn *c)
{
	static const char *const names[] = AT_STORE_KEY_NAMES;
	char text[120];
	int64_t part;

	for (int i = 0; i < AT_STORE_KEY_SIZE / 8; i++) {
		if (getrandom(&part, sizeof part, 0) != sizeof part)
			return false;
		snprintf(text, sizeof text,
			 "INSERT INTO meta VALUES ('%s', %lld) ON CONFLICT DO NOTHING", names[i],
			 (long long)part);
		if (!pg_run(c, text, NULL, 0))
			return false;
	}
	return true;
}

static bool read_key(struct at_store *store, PGconn *c)
{
	static const char *const names[] = AT_STORE_KEY_NAMES;
	char text[80];
	int64_t part;

	for (int i = 0; i < AT_STORE_KEY_SIZE / 8; i++) {
		snprintf(text, sizeof text, "SELECT value FROM meta WHERE key = '%s'", names[i]);
		if (!one_number(c, text, &part))
			return false;
		memcpy(store->key + 8 * i, &part, sizeof part);
	}
	return true;
}

/* The first node creates or migrates it; the others wait. */
static enum at_err check_schema(struct at_store *store, PGconn *c, bool owner, struct at_fail *fail)
{
	int64_t there = 0, version = 0;
	enum at_err err = AT_OK;

	if (!pg_run(c,
		    "BEGIN; SET LOCAL lock_timeout = 0; SELECT pg_advisory_xact_lock(1098149740)",
		    NULL, 0) ||
	    !one_number(c, "SELECT (to_regclass('meta') IS NOT NULL)::int", &there))
		err = cannot(c, fail);
	else if (!there && !owner)
		err = at_fail(fail, AT_BAD_STATE, "there is no store in this database");
	else if (!there && !make_schema(store, c))
		err = cannot(c, fail);
	else if (!one_number(c, "SELECT value FROM meta WHERE key = 'version'", &version) ||
		 version < 1)
		err = at_fail(fail, AT_BAD_VALUE, "this database is not a store of Atoll");
	else if (!owner && version < PG_VERSION)
		err = at_fail(fail, AT_BAD_STATE,
			      "this database was written by an older Atoll: start `atoll serve` of "
			      "this one on it first");
	else if (!(err = check_part(store, owner, c, fail)) && owner &&
		 (!renew_schema(c, version) || !make_key(c)))
		err = cannot(c, fail);
	if (err) {
		pg_run(c, "ROLLBACK", NULL, 0);
		return err;
	}
	return pg_run(c, "COMMIT", NULL, 0) ? AT_OK : cannot(c, fail);
}

static enum at_err read_incarnation(struct at_store *store, PGconn *c, struct at_fail *fail)
{
	int64_t id;

	if (!one_number(c, "SELECT value FROM meta WHERE key = 'incarnation'", &id))
		return cannot(c, fail);
	store->incarnation = (uint64_t)id;
	return read_key(store, c) ? AT_OK : cannot(c, fail);
}

/* --- From the beginning to the end --- */

static enum at_err no_backup(struct at_store *store, const char *file, struct at_fail *fail)
{
	(void)store;
	return at_fail(
	    fail, AT_BAD_VALUE,
	    "%s: a database has its own backups (pg_dump, pg_basebackup); `atoll export` "
	    "writes everything into one file",
	    file);
}

/* Running nodes have already read the incarnation, so there must be none. */
static enum at_err restored(struct at_store *store, struct at_fail *fail)
{
	PGconn *c = store->pg->reader;
	int64_t nodes = 0, id = 0;
	char text[120];

	if (!one_number(c, "SELECT count(*) FROM nodes WHERE until > atoll_ms()", &nodes))
		return cannot(c, fail);
	if (nodes)
		return at_fail(fail, AT_BAD_VALUE,
			       "%d nodes are at work on this database, or were seconds ago: stop "
			       "them first",
			       (int)nodes);
	while (id == 0)
		if (getrandom(&id, sizeof id, 0) != sizeof id)
			return at_fail(fail, AT_BAD_VALUE, "there is no randomness");
	snprintf(text, sizeof text, "UPDATE meta SET value = %lld WHERE key = 'incarnation'",
		 (long long)id);
	return pg_run(c, text, NULL, 0) ? AT_OK : cannot(c, fail);
}

/* Signs off, so that other nodes need not wait until this one counts as dead. */
static void leave(struct at_store *store)
{
	char text[200];

	snprintf(text, sizeof text,
		 "DELETE FROM watching WHERE node = %llu; DELETE FROM nodes WHERE id = %llu; "
		 "DELETE FROM duties WHERE node = %llu",
		 (unsigned long long)store->node, (unsigned long long)store->node,
		 (unsigned long long)store->node);
	if (store->pg->writer && PQstatus(store->pg->writer) == CONNECTION_OK)
		pg_run(store->pg->writer, text, NULL, 0);
}

static void release(struct at_store *store)
{
	struct pg *pg = store->pg;

	pg_stop_keeper(store);
	leave(store);
	PQfinish(pg->writer);
	PQfinish(pg->reader);
	PQfinish(pg->lost);
	PQfinish(pg->fresh);
	if (pg->wake >= 0)
		close(pg->wake);
	pthread_mutex_destroy(&pg->lock);
	free(pg->uri);
	free(pg);
}

static const struct engine postgresql = {
    .carry_out = pg_carry_out,
    .next = pg_next,
    .cell = pg_cell,
    .end = pg_end,
    .traveller = &pg_traveller,
    .backup = no_backup,
    .restored = restored,
    .release = release,
};

static enum at_err open_links(struct at_store *store, bool owner, struct at_fail *fail)
{
	struct pg *pg = store->pg;
	char why[300] = "";
	enum at_err err;

	pg->reader = pg_connect(pg, why, sizeof why);
	if (!pg->reader) {
		why[strcspn(why, "\n")] = 0;
		return at_fail(fail, AT_BAD_VALUE, "the database: %s", why);
	}
	if ((err = check_schema(store, pg->reader, owner, fail)) ||
	    (err = read_incarnation(store, pg->reader, fail)))
		return err;
	if (!pg_prepare_reads(pg->reader) || PQsetnonblocking(pg->reader, 1))
		return cannot(pg->reader, fail);
	return AT_OK;
}

enum at_err open_postgresql(struct at_store *store, const char *uri, bool owner,
			    struct at_fail *fail)
{
	enum at_err err = check_uri(uri, fail);

	if (err)
		return err;
	store->pg = calloc(1, sizeof *store->pg);
	if (!store->pg)
		return at_fail(fail, AT_TOO_LONG, "no memory");
	store->engine = &postgresql;
	store->pg->wake = -1;
	pthread_mutex_init(&store->pg->lock, NULL);
	store->pg->uri = strdup(uri);
	while (store->node == 0) {
		if (getrandom(&store->node, sizeof store->node, 0) != sizeof store->node)
			return at_fail(fail, AT_BAD_VALUE, "there is no randomness");
		store->node >>= 1;
	}
	if ((err = open_links(store, owner, fail)) || (err = store_start(store, fail)))
		return err;
	if (owner && !pg_start_keeper(store))
		return at_fail(fail, AT_BAD_VALUE, "no thread can be started");
	return AT_OK;
}
