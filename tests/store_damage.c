/* Damage: changed data is noticed, set aside and restored, in all kinds of stores; and a missing
 * log. */
#define _GNU_SOURCE
#include "store_laws.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { TABLES = 3, ROWS = 4 };

/* --- Laws; *state is the store --- */

static void fill_table(struct at_store *store, uint64_t table, uint32_t rows)
{
	struct at_write w;

	assert_int_equal(create_table(store, table), AT_STORED);
	for (uint32_t i = 0; i < rows; i++) {
		make_append(&w, table, 10 + i, 2 * i, 2);
		w.append.fresh = i % 2;
		assert_int_equal(carry(store, &w), AT_STORED);
	}
}

/* The table ends, and has a result. */
static void fill_result(struct at_store *store, uint64_t table, uint32_t rows)
{
	struct at_write w;

	make_append(&w, table, 99, 2 * rows, 1);
	w.append.status.ended = w.append.status.active = 5000;
	assert_int_equal(carry(store, &w), AT_STORED);
	w = (struct at_write){.kind = AT_RESULT,
			      .keep = {.bytes = (const uint8_t *)"a result", .size = 8}};
	id_of(w.keep.table, table);
	assert_int_equal(carry(store, &w), AT_STORED);
}

static enum at_stored check(struct at_store *store, uint64_t table)
{
	uint8_t id[AT_ID_SIZE];

	id_of(id, table);
	enum at_stored done = at_store_check(store, id);
	at_store_settle(store);
	return done;
}

static void set_aside(struct at_store *store, uint64_t table, enum at_stored should)
{
	struct at_write w = {.kind = AT_SET_ASIDE, .aside = {.since = 5000, .why = "it is torn"}};

	id_of(w.aside.table, table);
	assert_int_equal(carry(store, &w), should);
}

static void listed(void *context, const uint8_t *table, uint64_t since, const char *why)
{
	uint8_t id[AT_ID_SIZE];

	id_of(id, 2);
	assert_memory_equal(table, id, sizeof id);
	assert_int_equal(since, 5000);
	assert_string_equal(why, "it is torn");
	++*(int *)context;
}

void a_damaged_table_is_set_aside(void **state)
{
	struct at_store *store = *state;
	struct at_write w = {.kind = AT_REMOVE};
	char why[AT_DAMAGE_BYTES];
	uint8_t id[AT_ID_SIZE];
	uint32_t damages = 9;
	int count = 0;

	for (uint64_t t = 1; t <= TABLES; t++)
		fill_table(store, t, ROWS);
	id_of(id, 2);
	assert_int_equal(at_store_damage_of(store, id, why), AT_STORED_NONE);
	set_aside(store, 2, AT_STORED);
	set_aside(store, 2, AT_STORED_BEFORE);
	assert_int_equal(at_store_damage_of(store, id, why), AT_STORED);
	assert_string_equal(why, "it is torn");
	assert_int_equal(at_store_damaged(store, listed, &count), AT_STORED);
	assert_int_equal(count, 1);
	assert_int_equal(at_store_damages(store, &damages), AT_STORED);
	assert_int_equal(damages, 1);
	id_of(w.remove.table, 2);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(at_store_damages(store, &damages), AT_STORED);
	assert_int_equal(damages, 0);
}

void numbers_are_kept_for_the_caller(void **state)
{
	struct at_store *store = *state;
	struct at_write w = {.kind = AT_NOTE};
	uint64_t value = 0;

	for (uint64_t round = 1; round <= 2; round++)
		for (int i = 0; i < AT_NOTES; i++) {
			w.note.which = (enum at_note)i;
			w.note.value = 100 * round + (uint64_t)i;
			if (round == 1)
				assert_int_equal(at_store_note(store, w.note.which, &value),
						 AT_STORED_NONE);
			assert_int_equal(carry(store, &w), AT_STORED);
			assert_int_equal(at_store_note(store, w.note.which, &value), AT_STORED);
			assert_int_equal(value, w.note.value);
		}
}

void all_tables_are_found_in_their_order(void **state)
{
	struct at_store *store = *state;
	uint8_t id[40][AT_ID_SIZE], at[AT_ID_SIZE] = {0};
	int found = 0, n = 7;

	for (uint64_t t = 1; t <= 30; t++)
		assert_int_equal(create_table(store, 1000003 * t), AT_STORED);
	do {
		n = 7;
		assert_int_equal(at_store_ids(store, at, id + found, &n), AT_STORED);
		found += n;
		if (n)
			memcpy(at, id[found - 1], sizeof at);
	} while (n > 0 && found < 33);
	assert_int_equal(found, 30);
	for (int i = 1; i < found; i++)
		assert_true(memcmp(id[i - 1], id[i], sizeof at) < 0);
}

/* A table with one row more or less than in the store, as if from a backup. */
struct copy {
	struct at_row row[ROWS + 1];
	struct at_append made[ROWS + 1];
	struct at_member member[2];
};

static void make_restore(struct at_write *w, struct copy *c, uint64_t table, uint32_t rows)
{
	static const uint8_t opening[] = {1, 2, 3, 0, 5};
	struct at_write one;

	for (uint32_t i = 0; i < rows; i++) {
		make_append(&one, table, 50 + i, 3 * i, 3);
		c->made[i] = one.append;
		c->row[i] = (struct at_row){
		    3 * i, 3, 2000 + i, c->made[i].command, one.append.bytes, one.append.size};
	}
	*w = (struct at_write){.kind = AT_RESTORE};
	id_of(w->restore.head.id, table);
	w->restore.head.game = 7;
	w->restore.head.seats = 4;
	w->restore.head.created = 1000;
	w->restore.head.events = 3 * rows;
	w->restore.head.status = (struct at_status){.phase = 2, .turn = 1, .active = 77};
	w->restore.opening = opening;
	w->restore.opening_size = sizeof opening;
	w->restore.row = c->row;
	w->restore.rows = rows;
	w->restore.member = c->member;
	w->restore.members = 2;
}

static bool count_line(void *context, const struct at_chat *line)
{
	(void)line;
	++*(int *)context;
	return true;
}

/* The rows of the copy replace those in the store; chat stays, unknown people lose their seats,
 * and the table can be played. A missing table is made. */
void a_table_becomes_what_a_copy_has_of_it(void **state)
{
	struct at_store *store = *state;
	struct at_write w, say = {.kind = AT_SAY, .say = {.text = "hi"}};
	struct at_member is[AT_STORE_SEATS];
	struct at_head head;
	struct copy copy;
	uint8_t id[AT_ID_SIZE];
	uint32_t damages, ann = welcome(store, 1, "Ann");
	int n = 0;

	for (uint64_t t = 1; t <= TABLES; t++)
		fill_table(store, t, ROWS);
	id_of(say.say.table, 2);
	name_it(say.say.command, AT_ID_SIZE, 9);
	say.say.person = ann;
	assert_int_equal(carry(store, &say), AT_STORED);
	set_aside(store, 2, AT_STORED);
	copy.member[0] = (struct at_member){.person = ann, .seat = 1};
	copy.member[1] = (struct at_member){.person = ann, .seat = 3};
	for (uint64_t t = 2; t <= TABLES + 1; t += 2)
		for (uint32_t rows = ROWS + 1; rows <= ROWS + 1; rows--) {
			make_restore(&w, &copy, t, rows);
			assert_int_equal(carry(store, &w), AT_STORED);
			assert_int_equal(read_back(store, t), 3 * rows);
			assert_int_equal(check(store, t), AT_STORED);
			make_append(&w, t, 99, 3 * rows, 1);
			assert_int_equal(carry(store, &w), AT_STORED);
			assert_int_equal(read_back(store, t), 3 * rows + 1);
		}
	id_of(id, 2);
	assert_int_equal(at_store_head(store, id, &head), AT_STORED);
	assert_int_equal(at_store_members(store, id, is, &n), AT_STORED);
	assert_int_equal(n, 2);
	assert_int_equal(is[1].seat, 3);
	n = 0;
	assert_int_equal(at_store_chat(store, id, 0, count_line, &n), AT_STORED);
	assert_int_equal(n, 1);
	assert_int_equal(at_store_damages(store, &damages), AT_STORED);
	assert_int_equal(damages, 0);
	for (uint64_t t = 1; t <= TABLES; t += 2)
		assert_int_equal(read_back(store, t), 2 * ROWS);
}

/* --- Changed by hand, in a file and in a database --- */

static void sql_in_file(const char *dir, const char *sql)
{
	char path[128], *why = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/atoll.db", dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &why))
		fail_msg("%s: %s", sql, why);
	sqlite3_close(db);
}

static bool count_row(void *context, const struct at_row *row)
{
	*(uint32_t *)context += row->count;
	return true;
}

/* Each change is noticed when the table is read and by the check, and in no other table. */
static void is_noticed(const char *uri, void (*meddle)(const char *, const char *), const char *sql)
{
	struct at_store *store = open_store(uri);
	uint8_t id[AT_ID_SIZE], opening[AT_STORED_OPENING_MAX];
	uint32_t next = 0;
	size_t size;

	for (uint64_t t = 1; t <= TABLES; t++)
		fill_table(store, t, ROWS);
	if (strstr(sql, "results"))
		fill_result(store, 2, ROWS);
	at_store_close(store);
	meddle(uri, sql);
	store = open_store(uri);
	id_of(id, 2);
	enum at_stored found = check(store, 2);
	if (found != AT_STORED_DAMAGED && found != AT_STORED_NONE)
		fail_msg("%s is not noticed", sql);
	if (strstr(sql, "commands"))
		assert_int_equal(at_store_rows(store, id, 0, count_row, &next), AT_STORED_DAMAGED);
	if (strstr(sql, "results"))
		assert_int_equal(at_store_result(store, id, NULL, NULL), AT_STORED_DAMAGED);
	if (strstr(sql, "UPDATE openings"))
		assert_int_equal(at_store_opening(store, id, opening, &size), AT_STORED_DAMAGED);
	for (uint64_t t = 1; t <= TABLES; t += 2)
		assert_int_equal(check(store, t), AT_STORED);
	at_store_close(store);
}

#define SECOND                                                                                     \
	"table_no = (SELECT table_no FROM (SELECT no AS table_no FROM tables ORDER BY no LIMIT 1 " \
	"OFFSET 1) x)"

static void every_change_is_noticed(const char *uri, bool files,
				    void (*meddle)(const char *, const char *),
				    void (*anew)(const char *))
{
	static const char *const both[] = {
	    "UPDATE commands SET time = time + 1 WHERE first = 2 AND " SECOND,
	    "UPDATE commands SET count = count + 1 WHERE first = 2 AND " SECOND,
	    "UPDATE commands SET first = 3 WHERE first = 2 AND " SECOND,
	    "UPDATE commands SET first = 7 WHERE first = 6 AND " SECOND,
	    "UPDATE commands SET hash = hash + 1 WHERE first = 6 AND " SECOND,
	    "UPDATE openings SET hash = hash + 1 WHERE " SECOND,
	    "DELETE FROM commands WHERE first = 0 AND " SECOND,
	    "DELETE FROM commands WHERE first = 4 AND " SECOND,
	    "DELETE FROM commands WHERE first = 6 AND " SECOND,
	    "DELETE FROM openings WHERE " SECOND,
	    "UPDATE results SET bytes = substr(bytes, 1, 15) WHERE " SECOND,
	    "UPDATE results SET bytes = substr(bytes, 1, 8) WHERE " SECOND,
	    "UPDATE tables SET game = 8 WHERE no IN (SELECT no FROM tables ORDER BY no LIMIT 1 "
	    "OFFSET 1)",
	    "UPDATE tables SET seats = 5 WHERE no IN (SELECT no FROM tables ORDER BY no LIMIT 1 "
	    "OFFSET 1)",
	    "UPDATE tables SET created = 5 WHERE no IN (SELECT no FROM tables ORDER BY no LIMIT 1 "
	    "OFFSET 1)",
	};
	static const char *const sqlite[] = {
	    "UPDATE commands SET bytes = x'00' WHERE first = 0 AND " SECOND,
	    "UPDATE commands SET command = zeroblob(16) WHERE first = 0 AND " SECOND,
	    "UPDATE openings SET bytes = x'0102030006' WHERE " SECOND,
	    "UPDATE commands SET before = before - 1 WHERE first = 4 AND " SECOND,
	    "UPDATE commands SET table_no = 100 WHERE first = 4 AND " SECOND,
	    "UPDATE commands SET no = no + 100 WHERE first = 6 AND " SECOND,
	    "UPDATE moments SET last = last - 1 WHERE " SECOND,
	    "UPDATE moments SET last = 0 WHERE " SECOND,
	    "UPDATE moments SET events = events - 2 WHERE " SECOND,
	    "DELETE FROM moments WHERE " SECOND,
	};

	for (size_t i = 0; i < sizeof both / sizeof *both; i++) {
		is_noticed(uri, meddle, both[i]);
		anew(uri);
	}
	for (size_t i = 0; files && i < sizeof sqlite / sizeof *sqlite; i++) {
		is_noticed(uri, meddle, sqlite[i]);
		anew(uri);
	}
}

static int new_dir(void **state)
{
	char *dir = calloc(1, 64);

	make_dir(dir, 64);
	*state = dir;
	return 0;
}

static int end_dir(void **state)
{
	remove_dir(*state);
	free(*state);
	return 0;
}

static void remake(const char *dir)
{
	remove_dir(dir);
	assert_int_equal(mkdir(dir, 0700), 0);
}

static void a_change_in_a_file_is_noticed(void **state)
{
	every_change_is_noticed(*state, true, sql_in_file, remake);
}

static char *database;

static void a_change_in_a_database_is_noticed(void **state)
{
	(void)state;
	every_change_is_noticed(database, false, meddle_database, empty_database);
}

/* Rows written by old nodes have no hash: they are read, and get one. */
static void what_has_no_hash_gets_one(void **state)
{
	struct at_store *store = open_store(database);

	(void)state;
	for (uint64_t t = 1; t <= TABLES; t++)
		fill_table(store, t, t == 3 ? 0 : ROWS);
	meddle_database(database, "UPDATE commands SET hash = NULL WHERE first <> 2; "
				  "UPDATE openings SET hash = NULL");
	for (uint64_t t = 1; t <= TABLES; t++) {
		assert_int_equal(read_back(store, t), t == 3 ? 0 : 2 * ROWS);
		assert_int_equal(check(store, t), AT_STORED);
	}
	meddle_database(database, "DO $$ BEGIN ASSERT 0 = (SELECT count(*) FROM commands WHERE "
				  "hash IS NULL); ASSERT 0 = (SELECT count(*) FROM openings "
				  "WHERE hash IS NULL); END $$");
	for (uint64_t t = 1; t <= TABLES; t++)
		assert_int_equal(check(store, t), AT_STORED);
	at_store_close(store);
	empty_database(database);
}

/* An old node's call: with one value less. */
static void nodes_of_before_go_on(void **state)
{
	struct at_store *store = open_store(database);

	(void)state;
	meddle_database(database,
			"SELECT atoll_create(decode('01000000000000005a5a5a5a5a5a5a5a', 'hex'), "
			"7, 4, 0, 1000, 0, 0, 0, 0, 0, 0, 0, 0, 0, '\\x0102030005', '{}', '{}', 1);"
			"SELECT atoll_append(decode('01000000000000005a5a5a5a5a5a5a5a', 'hex'), "
			"decode('0a000000000000005a5a5a5a5a5a5a5a', 'hex'), 0, 1, 2000, "
			"decode('0a0000000000000000000000', 'hex'), 1, 0, 0, 0, 0, 2000, 0, 0, 0, "
			"NULL, NULL, 1)");
	assert_int_equal(read_back(store, 1), 1);
	assert_int_equal(check(store, 1), AT_STORED);
	at_store_close(store);
	empty_database(database);
}

/* --- Bits of a file --- */

static uint8_t *read_file(const char *path, size_t *size)
{
	FILE *f = fopen(path, "rb");
	uint8_t *bytes;

	assert_non_null(f);
	fseek(f, 0, SEEK_END);
	*size = (size_t)ftell(f);
	rewind(f);
	bytes = malloc(*size);
	assert_int_equal(fread(bytes, 1, *size, f), *size);
	fclose(f);
	return bytes;
}

static void write_file(const char *path, const uint8_t *bytes, size_t size)
{
	FILE *f = fopen(path, "wb");

	assert_int_equal(fwrite(bytes, 1, size, f), size);
	fclose(f);
}

static void hear(void *context, const char *why)
{
	(void)why;
	*(bool *)context = true;
}

/* Does the file report a mistake, if it opens at all? */
static bool complains(const char *dir)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, AT_STORE_VISITOR, &fail);
	bool heard = !store;

	for (uint64_t t = 1; store && t <= TABLES && !heard; t++)
		heard = check(store, t) != AT_STORED;
	if (store && !heard && at_store_look(store, hear, &heard) != AT_STORED)
		heard = true;
	at_store_close(store);
	return heard;
}

/* As it was written, to the last byte. */
static void all_is_there(const char *dir)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, AT_STORE_VISITOR, &fail);
	uint8_t id[AT_ID_SIZE], opening[AT_STORED_OPENING_MAX];
	size_t size;

	assert_non_null(store);
	for (uint64_t t = 1; t <= TABLES; t++) {
		id_of(id, t);
		assert_int_equal(read_back(store, t), 2);
		assert_int_equal(at_store_opening(store, id, opening, &size), AT_STORED);
		assert_int_equal(size, 5);
		assert_memory_equal(opening, "\1\2\3\0\5", 5);
	}
	at_store_close(store);
}

/* Every bit of a row of events and of an opening with its head, wherever they are. Some change
 * nothing: SQLite does not read a row's own number among its columns, and nothing precedes the
 * first row of a table. */
static void every_flipped_bit_of_a_row_is_noticed(void **state)
{
	/* from the row's own head to its hash behind the bytes, which end here */
	static const struct {
		uint8_t bytes[12];
		size_t size, before, after;
	} places[] = {{"\12\0\0\0\0\0\0\0\1\0\0\0", 12, 45, 8}, {"\1\2\3\0\5", 5, 6, 8}};
	char path[128];
	size_t size;
	struct at_store *store = open_store(*state);

	for (uint64_t t = 1; t <= TABLES; t++)
		fill_table(store, t, 1);
	at_store_close(store);
	snprintf(path, sizeof path, "%s/atoll.db", (char *)*state);
	uint8_t *good = read_file(path, &size), *bad = malloc(size);
	assert_false(complains(*state));
	for (int p = 0; p < 2; p++) {
		const uint8_t *at = memmem(good, size, places[p].bytes, places[p].size);
		assert_non_null(at);
		size_t from = (size_t)(at - good) - places[p].before;
		size_t to = (size_t)(at - good) + places[p].size + places[p].after;
		for (size_t bit = 8 * from; bit < 8 * to; bit++) {
			if (bit / 8 - from ==
			    3) /* SQLite does not read it: the number itself is used */
				continue;
			memcpy(bad, good, size);
			bad[bit / 8] ^= (uint8_t)(1 << bit % 8);
			write_file(path, bad, size);
			if (!complains(*state))
				all_is_there(*state);
		}
	}
	free(good);
	free(bad);
}

/* --- The log beside the file --- */

/* A process that has stored something, and ended without closing. */
static void store_and_die(const char *dir)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		struct at_store *store = open_store(dir);
		fill_table(store, 1, ROWS);
		_exit(0);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_int_equal(status, 0);
}

static void is_refused(const char *dir, enum at_store_as as)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, as, &fail);

	assert_null(store);
	assert_non_null(strstr(fail.why, "atoll.db-wal, which holds its last changes, is missing"));
	assert_non_null(strstr(fail.why, "atoll backup"));
}

static void a_missing_log_is_refused(void **state)
{
	char log[128], copy[128], elsewhere[100];
	struct at_fail fail = {0};
	struct at_store *store;

	snprintf(log, sizeof log, "%s/atoll.db-wal", (char *)*state);
	snprintf(elsewhere, sizeof elsewhere, "%s/b", (char *)*state);
	snprintf(copy, sizeof copy, "%s/atoll.db", elsewhere);
	store_and_die(*state);
	/* a reader leaves it there */
	store = at_store_open(*state, AT_STORE_VISITOR, &fail);
	assert_int_equal(read_back(store, 1), 2 * ROWS);
	at_store_close(store);
	store = open_store(*state);
	assert_int_equal(read_back(store, 1), 2 * ROWS);
	at_store_close(store);
	assert_int_equal(access(log, F_OK), -1); /* closed: it is not needed */
	at_store_close(open_store(*state));
	remake(*state);
	store_and_die(*state);
	assert_int_equal(remove(log), 0);
	is_refused(*state, AT_STORE_OWNER);
	is_refused(*state, AT_STORE_CHECKER);
	is_refused(*state, AT_STORE_OWNER); /* reading has not made one */
	/* a copy of the data can be served */
	store = at_store_open(*state, AT_STORE_VISITOR, &fail);
	assert_non_null(store);
	assert_int_equal(mkdir(elsewhere, 0700), 0);
	assert_int_equal(at_store_backup(store, copy, &fail), AT_OK);
	at_store_close(store);
	at_store_close(open_store(elsewhere));
	is_refused(*state, AT_STORE_OWNER);
}

int store_damage_tests(void)
{
	const struct CMUnitTest files[] = {
	    cmocka_unit_test_setup_teardown(a_change_in_a_file_is_noticed, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(every_flipped_bit_of_a_row_is_noticed, new_dir,
					    end_dir),
	    cmocka_unit_test_setup_teardown(a_missing_log_is_refused, new_dir, end_dir),
	};
	const struct CMUnitTest shared[] = {
	    cmocka_unit_test(a_change_in_a_database_is_noticed),
	    cmocka_unit_test(what_has_no_hash_gets_one),
	    cmocka_unit_test(nodes_of_before_go_on),
	};

	database = getenv("ATOLL_TEST_STORE");
	return database ? cmocka_run_group_tests_name("damage", shared, NULL, NULL)
			: cmocka_run_group_tests_name("damage", files, NULL, NULL);
}
