/* Several nodes on one database: each learns what the others write, and no table forks. */
#define _GNU_SOURCE
#include "store_laws.h"

#include <libpq-fe.h>
#include <poll.h>

static const char *uri;

/* SQL from outside, as with the program psql. */
static void meddle(const char *sql)
{
	PGconn *c = PQconnectdb(uri);
	PGresult *r = PQexec(c, sql);

	if (PQresultStatus(r) == PGRES_FATAL_ERROR || PQstatus(c) != CONNECTION_OK)
		fail_msg("%s: %s", sql, PQerrorMessage(c));
	PQclear(r);
	PQfinish(c);
}

void meddle_database(const char *at, const char *sql)
{
	uri = at;
	meddle(sql);
}

void empty_database(const char *at)
{
	uri = at;
	meddle("TRUNCATE tables, openings, commands, guests, tokens, links, members, chat, nodes, "
	       "duties, "
	       "watching, files, gone, damaged, results, players, codes RESTART IDENTITY; DELETE "
	       "FROM meta WHERE key IN "
	       "('beat', "
	       "'doubts', 'date', 'spare', 'round', 'looked', 'kept'); UPDATE meta SET value = 1 "
	       "WHERE key "
	       "= 'least'; "
	       "UPDATE meta SET value = 6 WHERE key = 'version'");
}

static int end(void **state)
{
	(void)state;
	empty_database(uri);
	return 0;
}

/* --- news --- */

struct heard {
	struct at_change change[200];
	int count;
};

static void note(void *context, const struct at_change *c)
{
	struct heard *h = context;

	if (h->count < 200)
		h->change[h->count++] = *c;
}

static const struct at_change *find(const struct heard *h, enum at_change_kind kind)
{
	for (int i = 0; i < h->count; i++)
		if (h->change[i].kind == kind)
			return &h->change[i];
	return NULL;
}

/* Waits for a change of this kind. */
static const struct at_change *wait_for(struct at_store *store, struct heard *h,
					enum at_change_kind kind)
{
	struct pollfd fd = {.fd = at_store_fd(store), .events = POLLIN};

	for (int i = 0; i < 6000 && !find(h, kind); i++) {
		poll(&fd, 1, 100);
		at_store_deliver(store);
	}
	if (!find(h, kind))
		fail_msg("change %d never came", (int)kind);
	return find(h, kind);
}

static void what_one_does_the_other_hears(void **state)
{
	struct at_store *a = open_store(uri), *b = open_store(uri);
	struct heard heard = {.count = 0};
	struct at_write w;
	uint8_t id[AT_ID_SIZE];

	(void)state;
	at_store_listen(b, note, &heard);
	wait_for(b, &heard, AT_CHANGE_MAYBE); /* it listens from here on */
	id_of(id, 1);
	uint32_t ann = welcome(a, 1, "Ann");
	create_table(a, 1);
	make_append(&w, 1, 10, 0, 3);
	w.append.listing = true;
	w.append.whose[0] = ann;
	assert_int_equal(carry(a, &w), AT_STORED);
	const struct at_change *c = wait_for(b, &heard, AT_CHANGE_TABLE);
	assert_memory_equal(c->table, id, sizeof id);
	assert_int_equal(c->number, 3);
	assert_int_equal(read_back(b, 1), 3);
	assert_int_equal(wait_for(b, &heard, AT_CHANGE_MINE)->person, ann);
	wait_for(b, &heard, AT_CHANGE_LISTS);
	wait_for(b, &heard, AT_CHANGE_TOKEN);
	w = (struct at_write){.kind = AT_SAY, .say = {.person = ann, .text = "hello"}};
	id_of(w.say.table, 1);
	assert_int_equal(carry(a, &w), AT_STORED);
	wait_for(b, &heard, AT_CHANGE_SAID);
	w = (struct at_write){.kind = AT_FORGET, .guest.person = ann};
	assert_int_equal(carry(a, &w), AT_STORED);
	assert_int_equal(wait_for(b, &heard, AT_CHANGE_GUEST)->person, ann);
	w = (struct at_write){.kind = AT_TELL};
	id_of(w.tell.table, 1);
	assert_int_equal(carry(a, &w), AT_STORED);
	wait_for(b, &heard, AT_CHANGE_TOLD);
	w = (struct at_write){.kind = AT_REMOVE};
	id_of(w.remove.table, 1);
	assert_int_equal(carry(a, &w), AT_STORED);
	wait_for(b, &heard, AT_CHANGE_REMOVED);
	at_store_close(a);
	at_store_close(b);
}

/* Both append at the presumed end, many at once, and in orders in which they would deadlock. */
static void no_table_forks(void **state)
{
	enum { TABLES = 6, ROUNDS = 25 };
	struct at_store *node[2] = {open_store(uri), open_store(uri)};
	struct at_write w[2][TABLES];
	uint32_t done[TABLES] = {0}, next[2][TABLES] = {{0}};
	uint64_t command = 1;

	(void)state;
	for (uint64_t t = 0; t < TABLES; t++)
		create_table(node[0], t);
	for (int round = 0; round < ROUNDS; round++) {
		for (int k = 0; k < 2; k++)
			for (int i = 0; i < TABLES; i++) {
				int t = k ? TABLES - 1 - i : i;
				make_append(&w[k][t], (uint64_t)t, command++, next[k][t], 1);
				at_store_submit(node[k], &w[k][t]);
			}
		at_store_settle(node[0]);
		at_store_settle(node[1]);
		for (int k = 0; k < 2; k++)
			for (int t = 0; t < TABLES; t++) {
				bool stored = w[k][t].result == AT_STORED;
				assert_true(stored || w[k][t].result == AT_STORED_TAKEN);
				next[k][t] = w[k][t].first + (stored ? 1 : 0);
				done[t] += stored;
			}
	}
	for (uint64_t t = 0; t < TABLES; t++) {
		assert_int_equal(read_back(node[0], t), done[t]);
		assert_true(done[t] >= ROUNDS);
	}
	at_store_close(node[0]);
	at_store_close(node[1]);
}

/* --- leases --- */

static enum at_stored lease(struct at_store *store, uint64_t table)
{
	struct at_write w = {.kind = AT_LEASE};

	id_of(w.lease.table, table);
	return carry(store, &w);
}

static void beat(struct at_store *store, uint32_t person, struct at_write *w)
{
	*w = (struct at_write){
	    .kind = AT_BEAT,
	    .beat = {.person = person, .now = 1, .wants = 1 << AT_DUTY_CLEAN, .reads = 2}};
	assert_int_equal(carry(store, w), AT_STORED);
}

/* An old node, which passes what it knows, reads the least as long as it lives. */
static void nothing_new_is_written_beside_a_node_of_before(void **state)
{
	struct at_store *a = open_store(uri);
	struct at_write w;

	(void)state;
	uint32_t clock = welcome(a, 1, "");
	beat(a, clock, &w);
	assert_int_equal(w.reads, 2);
	meddle("SELECT atoll_beat(1, 777, 0)");
	beat(a, clock, &w);
	assert_int_equal(w.reads, 0);
	meddle("UPDATE nodes SET until = 1 WHERE id = 777");
	beat(a, clock, &w);
	assert_int_equal(w.reads, 2);
	at_store_close(a);
}

static void one_node_does_what_is_due(void **state)
{
	struct at_store *a = open_store(uri), *b = open_store(uri);
	struct at_write w, v;
	struct at_head page[4];
	int n = 4;

	(void)state;
	uint32_t clock = welcome(a, 1, "");
	beat(a, clock, &w);
	beat(b, clock, &v);
	assert_int_equal(w.duties, 1 << AT_DUTY_CLEAN);
	assert_int_equal(v.duties, 0);
	assert_int_not_equal(w.nodes, v.nodes);
	create_table(a, 1);
	make_append(&w, 1, 10, 0, 1);
	w.append.status.deadline = 500;
	assert_int_equal(carry(a, &w), AT_STORED);
	assert_int_equal(lease(a, 1), AT_STORED);
	assert_int_equal(lease(b, 1), AT_STORED_TAKEN);
	assert_int_equal(lease(b, 2), AT_STORED_NONE);
	assert_int_equal(at_store_deadlines(b, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 0);
	n = 4;
	assert_int_equal(at_store_deadlines(a, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 1);
	/* a counts as dead, by the database's clock */
	meddle("UPDATE nodes SET until = 1; UPDATE duties SET until = 1");
	beat(b, clock, &v);
	assert_int_equal(v.duties, 1 << AT_DUTY_CLEAN);
	n = 4;
	assert_int_equal(at_store_deadlines(b, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 1);
	assert_int_equal(lease(b, 1), AT_STORED);
	beat(a, clock, &w); /* woken */
	assert_int_equal(w.duties, 0);
	assert_int_equal(lease(a, 1), AT_STORED_TAKEN);
	/* done twice it does no harm */
	make_append(&w, 1, 11, 1, 1);
	make_append(&v, 1, 12, 1, 1);
	assert_int_equal(carry(b, &w), AT_STORED);
	assert_int_equal(carry(a, &v), AT_STORED_TAKEN);
	at_store_close(a);
	at_store_close(b);
}

static void time_is_the_same_at_all_nodes_and_stands_still_without_one(void **state)
{
	struct at_store *a = open_store(uri), *b = open_store(uri);
	struct at_write w, v;

	(void)state;
	uint32_t clock = welcome(a, 1, "");
	beat(a, clock, &w);
	beat(b, clock, &v);
	assert_true(v.time >= w.time && v.time - w.time <= v.date - w.date);
	meddle("UPDATE meta SET value = value - 3600000 WHERE key = 'beat'"); /* an hour ago */
	beat(a, clock, &w);
	assert_true(w.time >= v.time && w.time - v.time <= AT_STILL_MS);
	at_store_close(a);
	at_store_close(b);
}

static void who_looks_elsewhere_is_known(void **state)
{
	struct at_store *a = open_store(uri), *b = open_store(uri);
	struct at_write w = {.kind = AT_WATCH, .watch.seats = 5}, v;
	uint8_t id[AT_ID_SIZE];
	uint32_t seats = 9;

	(void)state;
	id_of(id, 1);
	id_of(w.watch.table, 1);
	uint32_t clock = welcome(a, 1, "");
	beat(a, clock, &v);
	create_table(a, 1);
	assert_int_equal(carry(a, &w), AT_STORED);
	assert_int_equal(at_store_watched(a, id, &seats), AT_STORED);
	assert_int_equal(seats, 0);
	assert_int_equal(at_store_watched(b, id, &seats), AT_STORED);
	assert_int_equal(seats, 5);
	w.watch.seats = 0;
	assert_int_equal(carry(a, &w), AT_STORED);
	assert_int_equal(at_store_watched(b, id, &seats), AT_STORED);
	assert_int_equal(seats, 0);
	w.watch.seats = 2;
	assert_int_equal(carry(a, &w), AT_STORED);
	at_store_close(a); /* a node that leaves reads no more */
	assert_int_equal(at_store_watched(b, id, &seats), AT_STORED);
	assert_int_equal(seats, 0);
	at_store_close(b);
}

static void collect(void *context, const uint8_t *table, uint32_t events, uint32_t lines)
{
	uint32_t *sum = context;

	(void)table;
	sum[0] += events;
	sum[1] += lines;
	sum[2]++;
}

static void what_was_missed_is_found_by_numbers(void **state)
{
	struct at_store *a = open_store(uri);
	uint8_t ids[3][AT_ID_SIZE];
	struct at_write w;
	uint32_t sum[3] = {0};

	(void)state;
	for (uint64_t t = 0; t < 3; t++)
		id_of(ids[t], t);
	for (uint64_t t = 0; t < 2; t++) {
		create_table(a, t);
		make_append(&w, t, 1, 0, 2 + (uint32_t)t);
		carry(a, &w);
	}
	assert_int_equal(at_store_numbers(a, ids[0], 3, collect, sum), AT_STORED);
	assert_int_equal(sum[0], 5);
	assert_int_equal(sum[1], 0);
	assert_int_equal(sum[2], 2);
	at_store_close(a);
}

/* Every node serves the pages of all of them. */
static void a_file_of_one_version_is_there_for_the_other(void **state)
{
	struct at_store *a = open_store(uri), *b = open_store(uri);
	struct at_write w = {
	    .kind = AT_FILE,
	    .file = {.path = "/app-0123456789.js", .type = "text/javascript", .etag = "e1"}};
	struct at_file file;
	void *memory = NULL;

	(void)state;
	w.file.body[0].bytes = (const uint8_t *)"a\0b";
	w.file.body[0].size = 3;
	w.file.body[2].bytes = (const uint8_t *)"";
	assert_int_equal(carry(a, &w), AT_STORED);
	assert_int_equal(carry(b, &w), AT_STORED_BEFORE);
	assert_int_equal(at_store_file(b, "/app-9999999999.js", &file, &memory), AT_STORED_NONE);
	assert_int_equal(at_store_file(b, "/app-0123456789.js", &file, &memory), AT_STORED);
	assert_string_equal(file.path, "/app-0123456789.js");
	assert_string_equal(file.type, "text/javascript");
	assert_string_equal(file.etag, "e1");
	assert_int_equal(file.body[0].size, 3);
	assert_memory_equal(file.body[0].bytes, "a\0b", 3);
	assert_null(file.body[1].bytes);
	assert_non_null(file.body[2].bytes);
	free(memory);
	at_store_close(a);
	at_store_close(b);
}

/* --- Several databases --- */

/* The number of rows of this kind in a database. */
static int rows_of(const char *at, const char *relation)
{
	PGconn *c = PQconnectdb(at);
	char sql[100];
	int n;

	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", relation);
	PGresult *r = PQexec(c, sql);
	assert_int_equal(PQresultStatus(r), PGRES_TUPLES_OK);
	n = (int)strtol(PQgetvalue(r, 0, 0), NULL, 10);
	PQclear(r);
	PQfinish(c);
	return n;
}

enum { PEOPLE = 6, TABLES = 12 };

/* An event of table t that gives seats to these two. */
static enum at_stored seat(struct at_store *store, uint64_t t, uint32_t first, uint32_t a,
			   uint32_t b)
{
	struct at_member seats[2] = {{a, 0}, {b, 1}};
	struct at_write w;

	make_append(&w, t, 1 + first, first, 1);
	w.append.member = seats, w.append.members = 2;
	w.append.status = (struct at_status){.listed = 1, .active = 5000 + t};
	return carry(store, &w);
}

/* Each pair of guests and tables. */
static void fill_both(struct at_store *store, uint32_t person[PEOPLE])
{
	for (uint64_t i = 0; i < PEOPLE; i++)
		person[i] = welcome(store, i, "Ann");
	for (uint64_t t = 0; t < TABLES; t++) {
		struct at_write w = {.kind = AT_SAY, .say = {.person = person[0], .text = "hello"}};
		create_table(store, t);
		assert_int_equal(seat(store, t, 0, person[t % PEOPLE], person[(t + 1) % PEOPLE]),
				 AT_STORED);
		id_of(w.say.table, t);
		assert_int_equal(carry(store, &w), AT_STORED);
	}
}

static void lists_are_merged(struct at_store *store, const uint32_t person[PEOPLE])
{
	struct at_head page[TABLES];
	uint32_t tables, guests;
	int n = 5;

	assert_int_equal(at_store_counts(store, &tables, &guests), AT_STORED);
	assert_int_equal(tables, TABLES);
	assert_int_equal(guests, PEOPLE);
	assert_int_equal(at_store_listed(store, 1, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 5);
	for (int i = 0; i < n; i++)
		assert_int_equal(page[i].status.active, 5000 + TABLES - 1 - i);
	for (int i = 0; i < PEOPLE; i++) {
		n = TABLES;
		assert_int_equal(at_store_tables_of(store, person[i], NULL, page, &n), AT_STORED);
		assert_int_equal(n, 4);
	}
}

/* A link in either database, to a device in either. */
static void devices_join(struct at_store *store, uint32_t person)
{
	struct at_guest guest;

	for (uint64_t i = 0; i < 4; i++) {
		struct at_write link = {.kind = AT_LINK, .link = {.person = person, .until = 900}};
		struct at_write in = {.kind = AT_REDEEM, .redeem.now = 800};
		name_it(link.link.hash, AT_TOKEN_SIZE, 100 + i % 2);
		link.link.hash[9] = (uint8_t)i;
		memcpy(in.redeem.hash, link.link.hash, AT_TOKEN_SIZE);
		name_it(in.redeem.token, AT_TOKEN_SIZE, 200 + i / 2);
		in.redeem.token[9] = (uint8_t)i;
		assert_int_equal(carry(store, &link), AT_STORED);
		assert_int_equal(carry(store, &in), AT_STORED);
		assert_int_equal(in.person, person);
		assert_int_equal(carry(store, &in), AT_STORED_BEFORE);
		assert_int_equal(at_store_token(store, in.redeem.token, &guest), AT_STORED);
		assert_int_equal(guest.person, person);
		in.redeem.token[10] ^= 1; /* another device */
		assert_int_equal(carry(store, &in), AT_STORED_NONE);
	}
}

/* And gets no seat any more, in either. */
static void forgotten_everywhere(struct at_store *store, const char *const both[2],
				 const uint32_t person[PEOPLE])
{
	struct at_write w = {.kind = AT_FORGET, .guest.person = person[1]};
	struct at_head page[TABLES];
	int n = TABLES;

	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(at_store_tables_of(store, person[1], NULL, page, &n), AT_STORED);
	assert_int_equal(n, 0);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(rows_of(both[i], "members WHERE person % 2 = 0"), 4);
		assert_int_equal(rows_of(both[i], "tokens"), i ? 2 : 3);
	}
	for (uint64_t t = 0; t < 2; t++) {
		assert_int_equal(seat(store, t, 1, person[1], person[2]), AT_STORED_NONE);
		assert_int_equal(seat(store, t, 1, person[0], person[2]), AT_STORED);
	}
}

/* Guests and tables of both: adding a device, seats, chat, lists, erasing. */
void two_databases_share_people_and_tables(void **state)
{
	struct at_store *store = *state;
	const char *both[] = {getenv("ATOLL_TEST_STORE_2"), getenv("ATOLL_TEST_STORE_3")};
	uint32_t person[PEOPLE];

	fill_both(store, person);
	for (int i = 0; i < 2; i++) { /* each has a part */
		assert_int_equal(rows_of(both[i], "tables"), TABLES / 2);
		assert_int_equal(rows_of(both[i], "guests"), PEOPLE / 2);
	}
	lists_are_merged(store, person);
	devices_join(store, person[1]);
	forgotten_everywhere(store, both, person);
}

static void a_part_is_always_the_same(void **state)
{
	const char *both[] = {getenv("ATOLL_TEST_STORE_3"), getenv("ATOLL_TEST_STORE_2")};
	struct at_fail fail = {0};

	(void)state;
	assert_null(at_store_open_all(both, 2, AT_STORE_OWNER, &fail));
	assert_non_null(strstr(fail.why, "part 2 of 2"));
	assert_null(at_store_open_all(both, 1, AT_STORE_OWNER, &fail));
	assert_non_null(strstr(fail.why, "part 2 of 2"));
	both[0] = uri;
	assert_null(at_store_open_all(both, 2, AT_STORE_OWNER, &fail));
	assert_non_null(strstr(fail.why, "part 1 of 1"));
}

/* --- The database --- */

/* All connections are cut while writes are under way: the writes wait, and each is stored once. */
static void a_lost_connection_loses_and_doubles_nothing(void **state)
{
	enum { ROUNDS = 6, AT_ONCE = 30 };
	struct at_store *a = open_store(uri);
	struct at_write w[AT_ONCE];
	struct heard heard = {.count = 0};
	uint32_t next = 0;

	(void)state;
	at_store_listen(a, note, &heard);
	wait_for(a, &heard, AT_CHANGE_MAYBE);
	create_table(a, 1);
	for (int round = 0; round < ROUNDS; round++) {
		for (int i = 0; i < AT_ONCE; i++) {
			make_append(&w[i], 1, next, next, 1);
			next++;
			at_store_submit(a, &w[i]);
		}
		meddle("SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
		       "WHERE application_name = 'atoll' AND datname = current_database()");
		at_store_settle(a);
		for (int i = 0; i < AT_ONCE; i++) {
			assert_int_equal(w[i].result, AT_STORED);
			assert_int_equal(w[i].first, next - AT_ONCE + (uint32_t)i);
		}
	}
	wait_for(a, &heard, AT_CHANGE_AWAY);
	wait_for(a, &heard, AT_CHANGE_BACK);
	/* reads fail as long as there is no connection, and succeed afterwards */
	struct at_head head;
	uint8_t id[AT_ID_SIZE];
	id_of(id, 1);
	for (int i = 0; i < 12000 && at_store_head(a, id, &head) != AT_STORED; i++)
		poll(NULL, 0, 50);
	assert_int_equal(read_back(a, 1), next);
	at_store_close(a);
}

/* Opening is refused, and the reason has this in it. */
static void refused_as(const char *at, enum at_store_as as, const char *why)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(at, as, &fail);

	if (store)
		fail_msg("opened, though: %s", why);
	if (!strstr(fail.why, why))
		fail_msg("\"%s\" does not say: %s", fail.why, why);
}

static void refused(const char *at, const char *why)
{
	refused_as(at, AT_STORE_OWNER, why);
}

static void a_password_does_not_stand_in_the_address(void **state)
{
	(void)state;
	refused("postgresql://ann:secret@127.0.0.1/x", "PGPASSWORD");
	refused("postgresql://127.0.0.1/x?password=secret", "PGPASSWORD");
	refused("postgresql://127.0.0.1:1/x", "database");
}

/* As the first version left it: the first node that opens it migrates it, and readers are told
 * to wait for that. A node that was there before, and knows nothing of it, continues. */
static void an_older_schema_is_renewed(void **state)
{
	struct at_store *before = open_store(uri);

	(void)state;
	create_table(before, 1);
	meddle("DROP TABLE gone, damaged, results, players, codes; ALTER TABLE commands DROP "
	       "COLUMN hash; "
	       "ALTER TABLE openings DROP COLUMN hash; "
	       "ALTER TABLE nodes DROP COLUMN reads; UPDATE meta SET value = 1 WHERE key = "
	       "'version'; "
	       "CREATE OR REPLACE FUNCTION atoll_unknown (p_persons bigint[]) RETURNS boolean "
	       "LANGUAGE sql AS $$ SELECT true $$");
	refused_as(uri, AT_STORE_VISITOR, "was written by an older Atoll");
	assert_int_equal(rows_of(uri, "meta WHERE key = 'version' AND value = 1"), 1);
	at_store_close(open_store(uri));
	assert_int_equal(rows_of(uri, "meta WHERE key = 'version' AND value = 6"), 1);
	assert_int_equal(rows_of(uri, "gone"), 0);
	assert_int_equal(seat(before, 1, 0, welcome(before, 1, "Ann"), welcome(before, 2, "Ben")),
			 AT_STORED);
	at_store_close(before);
}

static void a_version_that_is_too_old_says_so(void **state)
{
	struct at_store *a = open_store(uri);
	struct heard heard = {.count = 0};

	(void)state;
	at_store_listen(a, note, &heard);
	meddle("UPDATE meta SET value = 98 WHERE key = 'version'");
	at_store_close(open_store(uri)); /* the next version, if this one can work with it */
	assert_int_equal(rows_of(uri, "meta WHERE key = 'version' AND value = 98"), 1);
	assert_null(find(&heard, AT_CHANGE_OUTDATED));
	meddle("UPDATE meta SET value = 99 WHERE key = 'least'");
	refused(uri, "newer Atoll");
	wait_for(a, &heard, AT_CHANGE_OUTDATED);
	at_store_close(a);
}

int store_nodes_tests(const char *at)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_teardown(what_one_does_the_other_hears, end),
	    cmocka_unit_test_teardown(no_table_forks, end),
	    cmocka_unit_test_teardown(one_node_does_what_is_due, end),
	    cmocka_unit_test_teardown(nothing_new_is_written_beside_a_node_of_before, end),
	    cmocka_unit_test_teardown(time_is_the_same_at_all_nodes_and_stands_still_without_one,
				      end),
	    cmocka_unit_test_teardown(who_looks_elsewhere_is_known, end),
	    cmocka_unit_test_teardown(what_was_missed_is_found_by_numbers, end),
	    cmocka_unit_test_teardown(a_file_of_one_version_is_there_for_the_other, end),
	    cmocka_unit_test(a_part_is_always_the_same),
	    cmocka_unit_test_teardown(a_lost_connection_loses_and_doubles_nothing, end),
	    cmocka_unit_test_teardown(a_password_does_not_stand_in_the_address, end),
	    cmocka_unit_test_teardown(an_older_schema_is_renewed, end),
	    cmocka_unit_test_teardown(a_version_that_is_too_old_says_so, end),
	};

	uri = at;
	return cmocka_run_group_tests_name("nodes", tests, NULL, NULL);
}
