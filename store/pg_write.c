/* PostgreSQL: writing. All pending writes are sent as one pipeline: BEGIN, a call for each write,
 * one notice to the other nodes, COMMIT; then the answers are read. If the connection is lost, the
 * same list is carried out again on the next one. Writes are idempotent by their id, so a commit
 * whose answer was lost is found, and one that never happened is made now. */
#define _GNU_SOURCE
#include "pg.h"

#include "sums.h"

#include "assert.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { VALUES_MAX = 32, TEXT_MAX = 400, TOGETHER = 512 };

/* The arguments of a call: numbers and bytes in binary, arrays as text. */
struct call {
	const char *value[VALUES_MAX];
	int length[VALUES_MAX], format[VALUES_MAX], count;
	uint64_t number[VALUES_MAX];
	char array[2][TEXT_MAX];
	char *lists[6]; /* of any length; until it is sent */
};

static void put_int(struct call *c, uint64_t x)
{
	at_assert(c->count < VALUES_MAX && x <= INT64_MAX);
	c->number[c->count] = __builtin_bswap64(x);
	c->value[c->count] = (const char *)&c->number[c->count];
	c->length[c->count] = 8;
	c->format[c->count++] = 1;
}

/* Of either sign. */
static void put_sum(struct call *c, int64_t sum)
{
	put_int(c, 0);
	c->number[c->count - 1] = __builtin_bswap64((uint64_t)sum);
}

static void put_list(struct call *c, const char *text)
{
	at_assert(c->count < VALUES_MAX);
	c->value[c->count] = text;
	c->length[c->count] = 0;
	c->format[c->count++] = 0;
}

static void put_bytes(struct call *c, const void *bytes, size_t size)
{
	at_assert(c->count < VALUES_MAX);
	c->value[c->count] = size ? bytes : "";
	c->length[c->count] = (int)size;
	c->format[c->count++] = 1;
}

static void put_text(struct call *c, const char *text)
{
	put_bytes(c, text, strlen(text));
}

/* Persons, then seats; NULL: as before. */
static void put_members(struct call *c, const struct at_member *member, int n)
{
	for (int seats = 0; seats < 2; seats++) {
		char *at = c->array[seats];
		size_t len = 1;
		at[0] = '{';
		for (int i = 0; i < n; i++)
			len += (size_t)snprintf(at + len, TEXT_MAX - len, "%s%u", i ? "," : "",
						seats ? member[i].seat : member[i].person);
		snprintf(at + len, TEXT_MAX - len, "}");
		c->value[c->count] = member || n == 0 ? at : NULL;
		c->length[c->count] = 0;
		c->format[c->count++] = 0;
	}
}

static void put_no_members(struct call *c)
{
	for (int i = 0; i < 2; i++) {
		c->value[c->count] = NULL;
		c->length[c->count] = 0;
		c->format[c->count++] = 0;
	}
}

static void put_status(struct call *c, const struct at_status *s)
{
	const uint64_t all[] = {s->phase,  s->listed,   s->free,  s->flags, s->turn,
				s->active, s->deadline, s->ended, s->notice};

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		put_int(c, all[i]);
}

static void put_head(struct call *c, const struct at_head *x)
{
	put_bytes(c, x->id, AT_ID_SIZE);
	put_int(c, x->game);
	put_int(c, x->seats);
	put_int(c, x->creator);
	put_int(c, x->created);
	put_status(c, &x->status);
}

static void put_create(struct call *c, const struct at_create *x, uint64_t node)
{
	put_head(c, &x->head);
	put_bytes(c, x->opening, x->opening_size);
	put_members(c, x->member, x->members);
	put_int(c, node);
	put_sum(c, sum_of_opening(&x->head, x->opening, x->opening_size));
}

/* Columns of rows as arrays: numbers, then bytes. */
static void put_rows(struct call *c, const struct at_restore *x)
{
	for (int column = 0; column < 6; column++) {
		FILE *f;
		size_t size;
		c->lists[column] = NULL;
		f = open_memstream(&c->lists[column], &size);
		for (uint32_t i = 0; f && i < x->rows; i++) {
			const struct at_row *row = &x->row[i];
			const int64_t numbers[] = {row->first, row->count, (int64_t)row->time,
						   sum_of_row(x->head.id, row)};
			const uint8_t *bytes = column == 4 ? row->command : row->bytes;
			size_t n = column == 4 ? AT_ID_SIZE : row->size;
			fputc(i ? ',' : '{', f);
			if (column < 4)
				fprintf(f, "%lld", (long long)numbers[column]);
			else
				fputs("\"\\\\x", f);
			for (size_t k = 0; column >= 4 && k < n; k++)
				fprintf(f, "%02x", bytes[k]);
			fputs(column >= 4 ? "\"" : "", f);
		}
		if (f) {
			fputs(x->rows ? "}" : "{}", f);
			fclose(f);
		}
		at_assert(c->lists[column]);
		put_list(c, c->lists[column]);
	}
}

static void put_restore(struct call *c, const struct at_restore *x, uint64_t node)
{
	put_head(c, &x->head);
	put_bytes(c, x->opening, x->opening_size);
	put_members(c, x->member, x->members);
	put_int(c, node);
	put_sum(c, sum_of_opening(&x->head, x->opening, x->opening_size));
	put_int(c, x->head.events);
	put_rows(c, x);
}

static void put_append(struct call *c, const struct at_append *x, uint64_t node)
{
	put_bytes(c, x->table, AT_ID_SIZE);
	put_bytes(c, x->command, AT_ID_SIZE);
	put_int(c, x->first);
	put_int(c, x->count);
	put_int(c, x->time);
	put_bytes(c, x->bytes, x->size);
	put_status(c, &x->status);
	if (x->member)
		put_members(c, x->member, x->members);
	else
		put_no_members(c);
	put_int(c, node);
	put_sum(c, sum_of_row(x->table, &(struct at_row){x->first, x->count, x->time, x->command,
							 x->bytes, x->size}));
}

static void put_guest(struct call *c, const struct at_write *w)
{
	switch (w->kind) {
	case AT_WELCOME:
		put_bytes(c, w->welcome.token, AT_TOKEN_SIZE);
		put_text(c, w->welcome.name);
		put_int(c, w->welcome.picture);
		put_int(c, w->welcome.now);
		break;
	case AT_LINK:
		put_bytes(c, w->link.hash, AT_TOKEN_SIZE);
		put_int(c, w->link.person);
		put_int(c, w->link.until);
		break;
	case AT_OWN_TOKEN:
		put_bytes(c, w->own.token, AT_TOKEN_SIZE);
		put_int(c, w->own.person);
		put_bytes(c, w->own.link, AT_TOKEN_SIZE);
		break;
	case AT_TAKE_LINK:
	case AT_REDEEM:
		put_bytes(c, w->redeem.hash, AT_TOKEN_SIZE);
		put_bytes(c, w->redeem.token, AT_TOKEN_SIZE);
		put_int(c, w->redeem.now);
		break;
	case AT_FADE:
		put_int(c, w->fade.seen_before);
		put_int(c, AT_FADE_MAX);
		break;
	default: /* rename, seen, forget */
		put_int(c, w->guest.person);
		if (w->kind == AT_RENAME) {
			put_text(c, w->guest.name);
			put_int(c, w->guest.picture);
		}
		if (w->kind == AT_SEEN)
			put_int(c, w->guest.now);
		break;
	}
}

static void put_talk(struct call *c, const struct at_write *w)
{
	put_bytes(c, w->kind == AT_SAY ? w->say.table : w->unsay.table, AT_ID_SIZE);
	if (w->kind == AT_SAY) {
		put_bytes(c, w->say.command, AT_ID_SIZE);
		put_int(c, w->say.person);
		put_int(c, w->say.time);
		put_text(c, w->say.text);
	} else {
		put_int(c, w->unsay.first);
		put_int(c, (uint64_t)w->unsay.first + w->unsay.count);
		put_int(c, w->unsay.person);
	}
}

static void put_file(struct call *c, const struct at_file *f)
{
	put_text(c, f->path);
	put_text(c, f->type);
	put_text(c, f->etag);
	for (int i = 0; i < AT_FILE_BODIES; i++) {
		put_bytes(c, f->body[i].bytes, f->body[i].size);
		if (!f->body[i].bytes)
			c->value[c->count - 1] = NULL;
	}
}

static void put_lasting(struct call *c, const struct at_write *w)
{
	if (w->kind == AT_RESULT) {
		uint8_t *bytes = malloc(AT_SUM_SIZE + w->keep.size);
		at_assert(bytes);
		sum_put_before(w->keep.table, w->keep.bytes, w->keep.size, bytes);
		c->lists[0] = (char *)bytes;
		put_bytes(c, w->keep.table, AT_ID_SIZE);
		put_bytes(c, bytes, AT_SUM_SIZE + w->keep.size);
		put_members(c, w->keep.member, w->keep.members);
		put_int(c, AT_RESULTS_KEPT);
	} else if (w->kind == AT_CODE) {
		put_int(c, w->link.person);
		put_bytes(c, w->link.hash, AT_TOKEN_SIZE);
		put_int(c, w->link.until);
	} else {
		put_bytes(c, w->own.token, AT_TOKEN_SIZE);
		put_int(c, w->own.person);
		put_bytes(c, w->own.link, AT_TOKEN_SIZE);
	}
}

static void put_write(struct call *c, const struct at_write *w, uint64_t node)
{
	switch (w->kind) {
	case AT_CREATE: put_create(c, &w->create, node); break;
	case AT_APPEND: put_append(c, &w->append, node); break;
	case AT_REMOVE: put_bytes(c, w->remove.table, AT_ID_SIZE); break;
	case AT_PRUNE:
		put_int(c, w->prune.ended_before);
		put_int(c, w->prune.idle_before);
		put_int(c, w->prune.most);
		break;
	case AT_THIN:
		put_int(c, w->thin.made_before);
		put_int(c, w->thin.nobodys_before);
		put_int(c, w->thin.strangers_before);
		put_int(c, w->thin.most);
		break;
	case AT_TOLD:
		put_bytes(c, w->told.table, AT_ID_SIZE);
		put_int(c, w->told.notice);
		break;
	case AT_SAY:
	case AT_UNSAY: put_talk(c, w); break;
	case AT_BEAT:
		put_int(c, w->beat.person);
		put_int(c, node);
		put_int(c, w->beat.wants);
		put_int(c, w->beat.reads);
		break;
	case AT_FILE: put_file(c, &w->file); break;
	case AT_SET_ASIDE:
		put_bytes(c, w->aside.table, AT_ID_SIZE);
		put_int(c, w->aside.since);
		put_text(c, w->aside.why);
		break;
	case AT_RESTORE: put_restore(c, &w->restore, node); break;
	case AT_NOTE:
		put_text(c, note_name(w->note.which));
		put_int(c, w->note.value);
		break;
	case AT_FILL:
		put_bytes(c, w->fill.table, AT_ID_SIZE);
		put_sum(c, w->fill.opening);
		put_list(c, w->fill.first);
		put_list(c, w->fill.sum);
		break;
	case AT_RESULT:
	case AT_CODE:
	case AT_ADOPT: put_lasting(c, w); break;
	case AT_LEASE:
		put_bytes(c, w->lease.table, AT_ID_SIZE);
		put_int(c, node);
		break;
	case AT_WATCH:
		put_bytes(c, w->watch.table, AT_ID_SIZE);
		put_int(c, node);
		put_int(c, w->watch.seats);
		break;
	default: put_guest(c, w); break;
	}
}

/* --- Statements --- */

static const struct {
	const char *name;
	int values;
} functions[AT_WRITE_KINDS] = {
    [AT_CREATE] = {"create", 19}, [AT_APPEND] = {"append", 19},  [AT_REMOVE] = {"remove", 1},
    [AT_PRUNE] = {"prune", 3},    [AT_TOLD] = {"told", 2},       [AT_SAY] = {"say", 5},
    [AT_UNSAY] = {"unsay", 4},    [AT_WELCOME] = {"welcome", 4}, [AT_RENAME] = {"rename", 3},
    [AT_SEEN] = {"seen", 2},      [AT_FORGET] = {"forget", 1},   [AT_LINK] = {"link", 3},
    [AT_REDEEM] = {"redeem", 3},  [AT_FADE] = {"fade", 2},       [AT_BEAT] = {"beat", 4},
    [AT_LEASE] = {"lease", 2},    [AT_WATCH] = {"watch", 3},     [AT_FILE] = {"file", 6},
    [AT_TAKE_LINK] = {"take", 3}, [AT_OWN_TOKEN] = {"own", 3},   [AT_SET_ASIDE] = {"aside", 3},
    [AT_NOTE] = {"note", 2},      [AT_FILL] = {"fill", 4},       [AT_RESTORE] = {"restore", 26},
    [AT_THIN] = {"thin", 4},      [AT_RESULT] = {"result", 5},   [AT_CODE] = {"code", 3},
    [AT_ADOPT] = {"adopt", 3},
};

bool pg_prepare_writes(PGconn *c)
{
	bool ok = true;

	for (int i = 0; i < AT_WRITE_KINDS && ok; i++) {
		char text[250];
		if (!functions[i].name)
			continue;
		int len = snprintf(text, sizeof text, "PREPARE w%d AS SELECT * FROM atoll_%s(", i,
				   functions[i].name);
		for (int k = 1; k <= functions[i].values; k++)
			len += snprintf(text + len, sizeof text - (size_t)len, "%s$%d",
					k > 1 ? "," : "", k);
		snprintf(text + len, sizeof text - (size_t)len, ")");
		ok = pg_run(c, text, NULL, 0);
	}
	return ok && pg_run(c, "PREPARE lock AS SELECT atoll_lock($1)", NULL, 0) &&
	       pg_run(c, "PREPARE tell AS SELECT pg_notify('atoll', $1)", NULL, 0) &&
	       PQsetnonblocking(c, 1) == 0;
}

/* --- A transaction --- */

enum came { CAME_THROUGH, CAME_BACK /* refused: nothing was done */, CAME_LOST };

static bool send_plain(PGconn *c, const char *sql)
{
	return PQsendQueryParams(c, sql, 0, NULL, NULL, NULL, NULL, 1);
}

static const uint8_t *table_of(const struct at_write *w)
{
	switch (w->kind) {
	case AT_APPEND: return w->append.table;
	case AT_REMOVE: return w->remove.table;
	case AT_TOLD: return w->told.table;
	case AT_SAY: return w->say.table;
	case AT_UNSAY: return w->unsay.table;
	case AT_LEASE: return w->lease.table;
	case AT_SET_ASIDE: return w->aside.table;
	case AT_RESTORE: return w->restore.head.id;
	case AT_FILL: return w->fill.table;
	case AT_RESULT: return w->keep.table;
	default: return NULL;
	}
}

/* Rows are locked in a fixed order first, so that two nodes cannot deadlock. */
static bool send_lock(PGconn *c, const struct at_write *list, const struct at_write *end, int *sent)
{
	static _Thread_local uint8_t ids[TOGETHER * AT_ID_SIZE];
	struct call call = {.count = 0};
	size_t n = 0;

	for (const struct at_write *w = list; w != end; w = w->next)
		if (table_of(w))
			memcpy(ids + AT_ID_SIZE * n++, table_of(w), AT_ID_SIZE);
	if (n < 2)
		return true;
	put_bytes(&call, ids, n * AT_ID_SIZE);
	++*sent;
	return PQsendQueryPrepared(c, "lock", 1, call.value, call.length, call.format, 1);
}

static bool send_write(PGconn *c, const struct at_write *w, uint64_t node)
{
	struct call call = {.count = 0};
	char name[16];

	put_write(&call, w, node);
	at_assert(call.count == functions[w->kind].values);
	snprintf(name, sizeof name, "w%d", (int)w->kind);
	bool sent =
	    PQsendQueryPrepared(c, name, call.count, call.value, call.length, call.format, 1);
	for (int i = 0; i < 6; i++)
		free(call.lists[i]);
	return sent;
}

static bool send_news(PGconn *c, const struct news *news, int *sent)
{
	struct call call = {.count = 0};

	if (news_is_empty(news))
		return true;
	put_text(&call, news->text);
	++*sent;
	return PQsendQueryPrepared(c, "tell", 1, call.value, call.length, call.format, 1);
}

static uint64_t answer_at(const PGresult *r, int column)
{
	uint64_t x = 0;

	if (!PQgetisnull(r, 0, column) && PQgetlength(r, 0, column) == 8)
		memcpy(&x, PQgetvalue(r, 0, column), 8);
	return __builtin_bswap64(x);
}

static void answer(struct at_write *w, enum at_stored result, const char *why)
{
	w->result = result;
	w->why = why;
	w->first = w->count = w->person = w->duties = w->nodes = w->reads = 0;
	w->time = w->date = 0;
}

static void take_answer(struct at_write *w, const PGresult *r)
{
	answer(w, (enum at_stored)answer_at(r, 0), NULL);
	w->first = (uint32_t)answer_at(r, 1);
	w->count = (uint32_t)answer_at(r, 2);
	w->person = (uint32_t)answer_at(r, 3);
	w->time = answer_at(r, 4);
	w->date = answer_at(r, 5);
	if (w->kind == AT_BEAT) {
		w->duties = w->count;
		w->nodes = w->first;
		w->reads = w->person;
	}
}

/* Takes a result of the pipeline and the NULL behind it. state gets the SQLSTATE of an error. */
static enum came take(PGconn *c, struct at_write *w, char state[6])
{
	PGresult *r = pg_take(c, PG_WRITE_MS);
	ExecStatusType status = PQresultStatus(r);
	enum came came = CAME_BACK;

	if (!r) {
		came = CAME_LOST;
	} else if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK) {
		came = CAME_THROUGH;
		if (w)
			take_answer(w, r);
	} else if (status == PGRES_FATAL_ERROR) {
		const char *code = PQresultErrorField(r, PG_DIAG_SQLSTATE);
		snprintf(state, 6, "%s", code ? code : "08000");
	}
	PQclear(r);
	if (came != CAME_LOST) {
		if (!pg_await(c, PG_WRITE_MS))
			return CAME_LOST;
		PQclear(PQgetResult(c));
	}
	return PQstatus(c) == CONNECTION_OK ? came : CAME_LOST;
}

/* Sends everything up to the commit; false if the connection is lost. */
static bool send_all(struct at_store *store, PGconn *c, struct at_write *list,
		     const struct at_write *end, const struct news *news, int *before, int *after)
{
	bool ok = PQenterPipelineMode(c) && send_plain(c, "BEGIN");

	*before = 1;
	*after = 1;
	ok = ok && send_lock(c, list, end, before);
	if (store->pg->doubt && ok) {
		/* A write that must reach the standby, too: then everything found to be done
		 * is there as well. */
		ok = send_plain(c, "INSERT INTO meta VALUES ('doubts', 1) ON CONFLICT (key) "
				   "DO UPDATE SET value = meta.value + 1");
		++*before;
	}
	for (const struct at_write *w = list; w != end && ok; w = w->next)
		if (functions[w->kind].name)
			ok = send_write(c, w, store->node);
	return ok && send_news(c, news, after) && send_plain(c, "COMMIT") && PQpipelineSync(c);
}

static enum came together(struct at_store *store, struct at_write *list, const struct at_write *end,
			  const struct news *news, char state[6])
{
	PGconn *c = store->pg->writer;
	enum came came = CAME_THROUGH, all = CAME_THROUGH;
	int before, after;

	if (!send_all(store, c, list, end, news, &before, &after))
		return CAME_LOST;
	for (; before > 0 && all != CAME_LOST; before--)
		if ((came = take(c, NULL, state)))
			all = came == CAME_LOST || !all ? came : all;
	for (struct at_write *w = list; w != end && all != CAME_LOST; w = w->next) {
		if (!functions[w->kind].name) {
			answer(w, AT_STORED, NULL);
			continue;
		}
		if ((came = take(c, w, state)))
			all = came == CAME_LOST || !all ? came : all;
	}
	for (; after > 0 && all != CAME_LOST; after--)
		if ((came = take(c, NULL, state)))
			all = came == CAME_LOST || !all ? came : all;
	PGresult *sync = all == CAME_LOST ? NULL : pg_take(c, PG_WRITE_MS);
	if (PQresultStatus(sync) != PGRES_PIPELINE_SYNC)
		all = CAME_LOST;
	PQclear(sync);
	if (all == CAME_LOST || !PQexitPipelineMode(c))
		return CAME_LOST;
	if (all == CAME_BACK && PQtransactionStatus(c) != PQTRANS_IDLE &&
	    !pg_run(c, "ROLLBACK", NULL, 0))
		return CAME_LOST;
	return all;
}

/* --- The connection --- */

static void on_warning(void *arg, const PGresult *r)
{
	const char *state = PQresultErrorField(r, PG_DIAG_SQLSTATE);

	/* "... has already committed locally, but might not have been replicated to the standby" is
	 * not a reliable answer. */
	if (state && strncmp(state, "57", 2) == 0)
		*(bool *)arg = true;
}

static bool reconnect(struct at_store *store)
{
	struct pg *pg = store->pg;
	char why[300];

	PQfinish(pg->writer);
	pg->writer = pg_connect(pg, why, sizeof why);
	if (!pg->writer)
		return false;
	PQsetNoticeReceiver(pg->writer, on_warning, &pg->warned);
	if (pg_prepare_writes(pg->writer))
		return true;
	PQfinish(pg->writer);
	pg->writer = NULL;
	return false;
}

static bool gives_up(struct at_store *store)
{
	pthread_mutex_lock(&store->lock);
	bool hurry = store->hurry;
	pthread_mutex_unlock(&store->lock);
	return hurry || pg_is_outdated(store->pg);
}

/* Waits for a connection; false if waiting was given up. */
static bool wait_for_it(struct at_store *store)
{
	struct timespec while_ = {0, PG_RETRY_MS * 1000000L};

	while (!gives_up(store)) {
		if (reconnect(store))
			return true;
		nanosleep(&while_, NULL);
	}
	return false;
}

/* A repeated write finds the result of its first time. */
static void recognise(struct at_write *w)
{
	bool repeats = w->kind == AT_REMOVE || w->kind == AT_FORGET || w->kind == AT_TOLD;

	if (w->result == AT_STORED_BEFORE && (w->kind != AT_APPEND || w->first == w->append.first))
		w->result = AT_STORED;
	if (repeats && w->result == AT_STORED_NONE) {
		w->result = AT_STORED;
		w->count = 1;
	}
}

static void fail_all(struct at_write *list, const struct at_write *end, const char *why)
{
	for (struct at_write *w = list; w != end; w = w->next)
		answer(w, AT_STORED_FAILED, why);
}

/* The refusal of one write. */
static void explain(struct at_write *w, const char *state)
{
	if (strcmp(state, "53100") == 0)
		answer(w, AT_STORED_FULL, "the disk of the database is full");
	else
		answer(w, AT_STORED_FAILED, "the database refused it");
}

/* Carries the writes out as one transaction, on as many connections as necessary. */
static enum came carry(struct at_store *store, struct at_write *list, const struct at_write *end,
		       const struct news *news, char state[6])
{
	struct pg *pg = store->pg;

	for (bool again = false;; again = true) {
		if (!pg->writer && !wait_for_it(store)) {
			fail_all(list, end, "the database is away");
			return CAME_LOST;
		}
		pg->warned = false;
		enum came came = together(store, list, end, news, state);
		/* 57: the database stops, 08: the connection, 25: it takes no writes any more */
		if (pg->warned || (came == CAME_BACK &&
				   (strncmp(state, "57", 2) == 0 || strncmp(state, "08", 2) == 0 ||
				    strncmp(state, "25", 2) == 0)))
			came = CAME_LOST;
		if (came != CAME_LOST) {
			if (again && came == CAME_THROUGH) {
				for (struct at_write *w = list; w != end; w = w->next)
					recognise(w);
				pg->doubt = false;
			}
			return came;
		}
		pg->doubt = true;
		PQfinish(pg->writer);
		pg->writer = NULL;
	}
}

/* All up to `end` in one transaction; if one of them fails, each in its own. */
static void carry_some(struct at_store *store, struct at_write *list, const struct at_write *end,
		       const struct news *news)
{
	char state[6] = "";
	struct news one;

	if (carry(store, list, end, news, state) != CAME_BACK)
		return;
	for (struct at_write *w = list; w != end; w = w->next) {
		/* 23: two nodes did the same; 40, 55: they conflicted */
		for (int tries = 0; tries < 5; tries++) {
			news_begin(&one, store->node);
			news_add(&one, w);
			if (carry(store, w, w->next, &one, state) != CAME_BACK)
				break;
			explain(w, state);
			if (strncmp(state, "23", 2) != 0 && strncmp(state, "40", 2) != 0 &&
			    strncmp(state, "55", 2) != 0)
				break;
		}
	}
}

void pg_carry_out(struct at_store *store, struct at_write *list)
{
	while (list) {
		struct news news;
		struct at_write *end = list;
		int n = 0;
		news_begin(&news, store->node);
		for (; end && n < TOGETHER && news_add(&news, end); end = end->next)
			n++;
		carry_some(store, list, end, &news);
		list = end;
	}
}
