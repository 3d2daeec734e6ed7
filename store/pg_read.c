/* PostgreSQL: reading, on the caller's thread. Results are fetched completely, with a short time
 * limit. */
#define _GNU_SOURCE
#include "pg.h"

#include "assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { OID_BYTEA = 17, OID_INT8 = 20, OID_TEXT = 25 };

/* The statement with $1 for ?1. */
static void text_of(enum sql which, char *out, size_t size)
{
	const char *own = pg_own_text(which), *text = own ? own : sql_text[which];

	snprintf(out, size, "%s", text);
	for (char *at = out; (at = strchr(at, '?'));)
		*at = '$';
}

bool pg_prepare_reads(PGconn *c)
{
	char name[16], text[1000];
	int n = 0;
	bool ok = PQenterPipelineMode(c);

	for (int i = SQL_HEAD; i < SQL_COUNT && ok; i++, n++) {
		snprintf(name, sizeof name, "r%d", i);
		text_of((enum sql)i, text, sizeof text);
		ok = PQsendPrepare(c, name, text, 0, NULL);
	}
	ok = ok && PQpipelineSync(c);
	for (; ok && n >= 0; n--) {
		PGresult *r = pg_take(c, PG_WRITE_MS);
		ok = PQresultStatus(r) == PGRES_COMMAND_OK ||
		     PQresultStatus(r) == PGRES_PIPELINE_SYNC;
		PQclear(r);
		if (ok && n > 0)
			PQclear(pg_take(c, PG_WRITE_MS)); /* the end of each */
	}
	return ok && PQexitPipelineMode(c);
}

/* --- Asking --- */

static void lose(struct at_store *store, const char *why)
{
	struct pg *pg = store->pg;
	uint64_t one = 1;

	store->trouble = why;
	if (!pg->reader)
		return;
	pthread_mutex_lock(&pg->lock);
	PGconn *lost = pg->reader;
	pg->reader = NULL;
	if (pg->lost)
		PQfinish(pg->lost);
	pg->lost = lost;
	pg->wanted = true;
	pthread_mutex_unlock(&pg->lock);
	if (write(pg->wake, &one, sizeof one) < 0)
		return;
}

/* Whether the reader is connected to an outdated database. */
static bool take_fresh(struct pg *pg)
{
	pthread_mutex_lock(&pg->lock);
	if (pg->fresh) {
		PQfinish(pg->reader);
		pg->reader = pg->fresh;
		pg->reader_moves = pg->fresh_moves;
		pg->fresh = NULL;
	}
	bool left = pg->reader && pg->reader_moves < pg->moves;
	pthread_mutex_unlock(&pg->lock);
	return left;
}

static PGresult *ask(struct pg *pg, const struct reading *r)
{
	const char *value[PARAMS_MAX];
	int length[PARAMS_MAX], format[PARAMS_MAX];
	uint64_t number[PARAMS_MAX];
	char name[16];

	for (int i = 0; i < r->params; i++) {
		const struct cell *c = &r->param[i];
		format[i] = 1;
		number[i] = __builtin_bswap64((uint64_t)c->number);
		value[i] = c->kind == CELL_INT ? (const char *)&number[i] : c->size ? c->bytes : "";
		length[i] = c->kind == CELL_INT ? 8 : (int)c->size;
	}
	snprintf(name, sizeof name, "r%d", (int)r->which);
	if (!PQsendQueryPrepared(pg->reader, name, r->params, value, length, format, 1))
		return NULL;
	PGresult *answer = pg_take(pg->reader, PG_READ_MS);
	while (answer) {
		PGresult *end = pg_await(pg->reader, PG_READ_MS) ? PQgetResult(pg->reader) : NULL;
		if (!end)
			break;
		PQclear(end);
	}
	return answer;
}

int pg_next(struct reading *r)
{
	struct pg *pg = r->store->pg;

	if (r->answer)
		return ++r->row < PQntuples(r->answer);
	if (take_fresh(pg) || !pg->reader) {
		lose(r->store, "the database is away");
		return -1;
	}
	r->answer = ask(pg, r);
	r->row = 0;
	if (PQresultStatus(r->answer) == PGRES_TUPLES_OK)
		return PQntuples(r->answer) > 0;
	if (r->answer && PQstatus(pg->reader) == CONNECTION_OK) {
		snprintf(pg->why, sizeof pg->why, "%s", PQresultErrorMessage(r->answer));
		/* refused by a database that is stopping: a new connection is needed */
		lose(r->store, pg->why);
	} else {
		lose(r->store, "the database does not answer");
	}
	return -1;
}

struct cell pg_cell(struct reading *r, int column)
{
	PGresult *a = r->answer;

	if (PQgetisnull(a, r->row, column))
		return (struct cell){CELL_NULL};
	struct cell c = {.bytes = PQgetvalue(a, r->row, column),
			 .size = (size_t)PQgetlength(a, r->row, column)};
	switch (PQftype(a, column)) {
	case OID_INT8: {
		uint64_t x;
		memcpy(&x, c.bytes, sizeof x);
		return (struct cell){CELL_INT, .number = (int64_t)__builtin_bswap64(x)};
	}
	case OID_BYTEA: c.kind = CELL_BLOB; break;
	case OID_TEXT: c.kind = CELL_TEXT; break;
	default: c.kind = CELL_NULL; break;
	}
	return c;
}

void pg_end(struct reading *r)
{
	PQclear(r->answer);
	r->answer = NULL;
}
