/* The files of a store: access, versions, copies, and damage. */
#define _GNU_SOURCE
#include "store_laws.h"

#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int new_dir(void **state)
{
	*state = malloc(64);
	make_dir(*state, 64);
	return 0;
}

static int end_dir(void **state)
{
	remove_dir(*state);
	free(*state);
	return 0;
}

/* Opening is refused, and the reason has this in it. */
static void refused(const char *dir, enum at_store_as as, const char *why)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, as, &fail);

	if (store)
		fail_msg("opened, though: %s", why);
	if (!strstr(fail.why, why))
		fail_msg("\"%s\" does not say: %s", fail.why, why);
}

/* SQL from outside, as with the program sqlite3. */
static void meddle(const char *dir, const char *sql)
{
	char path[128], *why = NULL;
	sqlite3 *db;

	snprintf(path, sizeof path, "%s/atoll.db", dir);
	assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
	if (sqlite3_exec(db, sql, NULL, NULL, &why))
		fail_msg("%s: %s", sql, why);
	sqlite3_close(db);
}

static void copy_file(const char *from, const char *to)
{
	char bytes[4096];
	size_t n;
	FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");

	assert_true(in && out);
	while ((n = fread(bytes, 1, sizeof bytes, in)) > 0)
		assert_int_equal(fwrite(bytes, 1, n, out), n);
	fclose(in);
	fclose(out);
}

static void one_owner_at_a_time(void **state)
{
	const char *dir = *state;
	struct at_store *store = open_store(dir);
	char who[40];
	int status;

	snprintf(who, sizeof who, "another server (process %d)", (int)getpid());
	refused(dir, AT_STORE_OWNER, who);
	pid_t child = fork();
	if (child == 0) {
		struct at_fail fail;
		_exit(at_store_open(dir, AT_STORE_OWNER, &fail) ? 1 : 0);
	}
	waitpid(child, &status, 0);
	assert_int_equal(status, 0);
	assert_int_equal(create_table(store, 1), AT_STORED); /* the writer continues undisturbed */
	at_store_close(store);
	at_store_close(open_store(dir));
}

static void a_visitor_reads_and_writes_beside_the_owner(void **state)
{
	const char *dir = *state;
	struct at_fail fail;
	struct at_write w;

	refused(dir, AT_STORE_VISITOR, "there is no store");
	struct at_store *store = open_store(dir);
	struct at_store *visitor = at_store_open(dir, AT_STORE_VISITOR, &fail);
	assert_non_null(visitor);
	assert_int_equal(at_store_incarnation(visitor), at_store_incarnation(store));
	create_table(store, 1);
	make_append(&w, 1, 1, 0, 2);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(read_back(visitor, 1), 2);
	/* the race of two processes: one comes first, the other is told */
	make_append(&w, 1, 2, 2, 1);
	assert_int_equal(carry(visitor, &w), AT_STORED);
	make_append(&w, 1, 3, 2, 1);
	assert_int_equal(carry(store, &w), AT_STORED_TAKEN);
	assert_int_equal(w.first, 3);
	w = (struct at_write){.kind = AT_REMOVE};
	name_it(w.remove.table, AT_ID_SIZE, 1);
	assert_int_equal(carry(visitor, &w), AT_STORED);
	make_append(&w, 1, 4, 3, 1);
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	at_store_close(visitor);
	at_store_close(store);
}

/* After a commit of several writes the next commit waits for 3.5 ms, so that others can share it.
 * This checks no speed: only that the commit does not come earlier. */
static void under_load_commits_are_apart(void **state)
{
	enum { ROUNDS = 20, APART_US = 3500 };
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(*state, AT_STORE_OWNER, &fail);
	struct timespec begin, end;
	struct at_write a, b;

	assert_non_null(store);
	create_table(store, 1);
	clock_gettime(CLOCK_MONOTONIC, &begin);
	for (uint32_t i = 0; i < ROUNDS; i++) {
		make_append(&a, 1, 3 * i, 3 * i, 1);
		make_append(&b, 1, 3 * i + 1, 3 * i + 1, 1);
		a.next = &b;
		at_store_submit_all(store, &a);
		at_store_settle(store);
		make_append(&a, 1, 3 * i + 2, 3 * i + 2, 1);
		assert_int_equal(carry(store, &a), AT_STORED);
	}
	clock_gettime(CLOCK_MONOTONIC, &end);
	assert_int_equal(read_back(store, 1), 3 * ROUNDS);
	assert_true((end.tv_sec - begin.tv_sec) * 1000 + (end.tv_nsec - begin.tv_nsec) / 1000000 >=
		    ROUNDS * APART_US / 1000);
	at_store_close(store);
}

static void files_are_for_the_owners_eyes(void **state)
{
	static const char *const names[] = {"atoll.db", "atoll.db-wal", "atoll.lock"};
	struct stat st;
	char path[128];
	mode_t old = umask(0);

	snprintf(path, sizeof path, "%s/new", (char *)*state);
	struct at_store *store = open_store(path);
	umask(old);
	assert_int_equal(stat(path, &st), 0);
	assert_int_equal(st.st_mode & 0777, 0700);
	for (int i = 0; i < 3; i++) {
		snprintf(path, sizeof path, "%s/new/%s", (char *)*state, names[i]);
		assert_int_equal(stat(path, &st), 0);
		assert_int_equal(st.st_mode & 0777, 0600);
	}
	at_store_close(store);
}

static void newer_and_foreign_files_are_refused(void **state)
{
	const char *dir = *state;
	char path[128];

	at_store_close(open_store(dir));
	meddle(dir, "PRAGMA user_version=7");
	refused(dir, AT_STORE_OWNER,
		"written by a newer Atoll (its format is 7, this one knows 6)");
	refused(dir, AT_STORE_VISITOR, "newer Atoll");
	meddle(dir, "PRAGMA user_version=6");
	at_store_close(open_store(dir));
	meddle(dir, "PRAGMA application_id=5");
	refused(dir, AT_STORE_OWNER, "is not a store of Atoll");
	snprintf(path, sizeof path, "%s/atoll.db", dir);
	FILE *f = fopen(path, "wb");
	for (int i = 0; i < 1000; i++)
		fprintf(f, "These are my notes, not a store.\n");
	fclose(f);
	refused(dir, AT_STORE_OWNER, "is not a store of Atoll");
	remove(path);
	meddle(dir, "CREATE TABLE notes (text)");
	refused(dir, AT_STORE_OWNER, "is not a store of Atoll");
	refused("/proc/no/such/place", AT_STORE_OWNER, "/proc/no/such/place");
}

/* The same incarnation through closing and opening; a new one if the file is an older one, or
 * was copied alone. */
static void the_incarnation_tells_a_restored_store(void **state)
{
	static const uint8_t none[AT_STORE_KEY_SIZE];
	uint8_t key[AT_STORE_KEY_SIZE], same[AT_STORE_KEY_SIZE];
	const char *dir = *state;
	char db[128], old[128], lock[128];
	uint64_t first, second, third;

	snprintf(db, sizeof db, "%s/atoll.db", dir);
	snprintf(old, sizeof old, "%s/old", dir);
	snprintf(lock, sizeof lock, "%s/atoll.lock", dir);
	struct at_store *store = open_store(dir);
	first = at_store_incarnation(store);
	at_store_key(store, key);
	assert_true(memcmp(key, none, sizeof key) != 0);
	assert_true(first != 0);
	at_store_close(store);
	copy_file(db, old);
	store = open_store(dir);
	assert_int_equal(at_store_incarnation(store), first);
	at_store_key(store, same);
	assert_memory_equal(same, key, sizeof key);
	create_table(store, 1);
	at_store_close(store);
	for (int again = 0; again < 2; again++) { /* the same old file, twice */
		copy_file(old, db);
		store = open_store(dir);
		second = at_store_incarnation(store);
		assert_true(second != first);
		at_store_close(store);
		store = open_store(dir);
		assert_true(at_store_incarnation(store) == second);
		at_store_close(store);
		first = second;
	}
	remove(lock);
	store = open_store(dir);
	third = at_store_incarnation(store);
	assert_true(third != second);
	at_store_close(store);
}

static void a_backup_is_a_store_of_its_own(void **state)
{
	const char *dir = *state;
	char elsewhere[96], file[128];
	struct at_store *store = open_store(dir);
	struct at_fail fail = {0};
	struct at_write w[40];
	uint32_t next = 0;

	create_table(store, 1);
	make_append(&w[0], 1, 1, 0, 3);
	carry(store, &w[0]);
	snprintf(elsewhere, sizeof elsewhere, "%s/b", dir);
	snprintf(file, sizeof file, "%s/b/atoll.db", dir);
	assert_int_equal(mkdir(elsewhere, 0700), 0);
	for (uint32_t i = 0; i < 40; i++) { /* during writes */
		make_append(&w[i], 1, 100 + i, 3 + i, 1);
		at_store_submit(store, &w[i]);
	}
	if (at_store_backup(store, file, &fail))
		fail_msg("%s", fail.why);
	assert_int_not_equal(at_store_backup(store, file, &fail), AT_OK);
	assert_non_null(strstr(fail.why, "is there already"));
	at_store_settle(store);
	uint64_t incarnation = at_store_incarnation(store);
	assert_int_equal(read_back(store, 1), 43);
	at_store_close(store);
	store = open_store(elsewhere);
	assert_true(at_store_incarnation(store) != incarnation);
	incarnation = at_store_incarnation(store);
	next = read_back(store, 1);
	assert_in_range(next, 3, 43);
	make_append(&w[0], 1, 200, next, 1);
	assert_int_equal(carry(store, &w[0]), AT_STORED);
	at_store_close(store);
	store = open_store(elsewhere);
	assert_true(at_store_incarnation(store) == incarnation);
	at_store_close(store);
	store = open_store("memory:");
	assert_int_not_equal(at_store_backup(store, "/tmp/no", &fail), AT_OK);
	at_store_close(store);
}

static bool take(void *context, const struct at_row *row)
{
	(void)row;
	++*(int *)context;
	return true;
}

static bool hear(void *context, const struct at_chat *line)
{
	(void)line;
	++*(int *)context;
	return true;
}

/* Values that no store writes: reading reports them, and reveals nothing of them. */
static void what_is_out_of_bounds_is_not_read(void **state)
{
	static const struct {
		const char *sql;
		int head, rows, chat, guest, members;
	} cases[] = {
	    {"UPDATE tables SET seats = 300", 1, 0, 0, 0, 0},
	    {"UPDATE moments SET events = -1", 1, 1, 0, 0, 0},
	    {"UPDATE tables SET deadline = -5", 1, 0, 0, 0, 0},
	    {"UPDATE tables SET notice = -5", 1, 0, 0, 0, 0},
	    {"UPDATE guests SET picture = 256", 0, 0, 0, 1, 0},
	    {"UPDATE commands SET first = 1 + first WHERE first > 0", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET first = 5000000000 + first WHERE first > 0", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET count = 4294967295 WHERE first > 0", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET bytes = zeroblob(1048577)", 0, 1, 0, 0, 0},
	    {"PRAGMA ignore_check_constraints=1; UPDATE commands SET command = x'01' WHERE first = "
	     "0",
	     0, 1, 0, 0, 0},
	    {"PRAGMA ignore_check_constraints=1; UPDATE commands SET count = 0", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET before = 0", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET before = no + 1", 0, 1, 0, 0, 0},
	    {"UPDATE commands SET before = no", 0, 1, 0, 0, 0},
	    {"UPDATE chat SET text = printf('%.5000c', 'x')", 0, 0, 1, 0, 0},
	    {"UPDATE chat SET text = 'a' || char(0) || 'b'", 0, 0, 1, 0, 0},
	    {"UPDATE guests SET name = printf('%.600c', 'x')", 0, 0, 0, 1, 0},
	    {"UPDATE members SET seat = 256 + seat", 0, 0, 0, 0, 1},
	};
	struct at_member who[AT_STORE_SEATS];
	struct at_guest guest;
	struct at_head head;
	uint8_t id[AT_ID_SIZE];
	int n;

	name_it(id, sizeof id, 1);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char dir[96];
		snprintf(dir, sizeof dir, "%s/%zu", (char *)*state, i);
		make_kept(dir);
		meddle(dir, cases[i].sql);
		struct at_store *store = open_store(dir);
		assert_int_equal(at_store_head(store, id, &head) == AT_STORED_DAMAGED,
				 cases[i].head);
		n = 0;
		assert_int_equal(at_store_rows(store, id, 0, take, &n) == AT_STORED_DAMAGED,
				 cases[i].rows);
		assert_true(n <= 3);
		assert_int_equal(at_store_chat(store, id, 0, hear, &n) == AT_STORED_DAMAGED,
				 cases[i].chat);
		assert_int_equal(at_store_guest(store, 1, &guest) == AT_STORED_DAMAGED,
				 cases[i].guest);
		assert_int_equal(at_store_members(store, id, who, &n) == AT_STORED_DAMAGED,
				 cases[i].members);
		assert_string_not_equal(at_store_trouble(store), "");
		at_store_close(store);
	}
}

/* No foreign key leads from a row to its table: they are removed by hand, all of them. */
static void rows_go_with_their_table(void **state)
{
	struct at_write w = {.kind = AT_REMOVE};

	make_kept(*state);
	struct at_store *store = open_store(*state);
	name_it(w.remove.table, AT_ID_SIZE, 1);
	assert_int_equal(carry(store, &w), AT_STORED);
	at_store_close(store);
	meddle(*state, "CREATE TEMP TABLE seven (n CHECK (n = 7));"
		       "INSERT INTO seven SELECT count(*) FROM commands;"
		       "UPDATE tables SET ended = 7 WHERE no = 2");
	store = open_store(*state);
	w = (struct at_write){.kind = AT_PRUNE,
			      .prune = {.ended_before = 6000, .idle_before = 1u << 30, .most = 9}};
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.count, 3);
	at_store_close(store);
	meddle(*state, "CREATE TEMP TABLE none (n CHECK (n = 0));"
		       "INSERT INTO none SELECT count(*) FROM commands;"
		       "INSERT INTO none SELECT count(*) FROM moments;"
		       "INSERT INTO none SELECT count(*) FROM results;"
		       "INSERT INTO none SELECT count(*) FROM players");
}

/* --- kept stores of older versions --- */

enum { KEPT_TABLES = 3, KEPT_ROWS = 3 };

/* A table that has ended, its result, and a recovery code. */
static void keep_lasting(struct at_store *store, const struct at_member *seats)
{
	struct at_write w;

	assert_int_equal(create_table(store, KEPT_TABLES + 1), AT_STORED);
	make_append(&w, KEPT_TABLES + 1, 1, 0, 1);
	w.append.status = (struct at_status){.phase = 2, .active = 5000, .ended = 5000};
	w.append.member = seats, w.append.members = 2;
	assert_int_equal(carry(store, &w), AT_STORED);
	w = (struct at_write){.kind = AT_RESULT,
			      .keep = {.bytes = (const uint8_t *)"over", .size = 4}};
	name_it(w.keep.table, AT_ID_SIZE, KEPT_TABLES + 1);
	w.keep.member = seats, w.keep.members = 2;
	assert_int_equal(carry(store, &w), AT_STORED);
	w = (struct at_write){.kind = AT_CODE, .link = {.person = 2, .until = 4000}};
	name_it(w.link.hash, AT_TOKEN_SIZE, 80);
	assert_int_equal(carry(store, &w), AT_STORED);
}

void make_kept(const char *dir)
{
	struct at_store *store = open_store(dir);
	struct at_member seats[2] = {{.person = welcome(store, 1, "Ann"), .seat = 0},
				     {.person = welcome(store, 2, "Bérénice"), .seat = 2}};
	struct at_write w = {.kind = AT_LINK,
			     .link = {.person = seats[0].person, .until = 1u << 30}};

	name_it(w.link.hash, AT_TOKEN_SIZE, 70);
	assert_int_equal(carry(store, &w), AT_STORED);
	w = (struct at_write){.kind = AT_RENAME,
			      .guest = {.person = 2, .name = "Bérénice", .picture = 12}};
	assert_int_equal(carry(store, &w), AT_STORED);
	for (uint64_t t = 1; t <= KEPT_TABLES; t++) {
		assert_int_equal(create_table(store, t), AT_STORED);
		for (uint32_t i = 0; i < KEPT_ROWS; i++) {
			make_append(&w, t, i, i * (i + 1) / 2, i + 1);
			w.append.status = (struct at_status){.phase = 1,
							     .listed = (uint8_t)t,
							     .free = 2,
							     .flags = 9,
							     .turn = seats[0].person,
							     .active = 5000 + t,
							     .deadline = 6000 + t,
							     .notice = 8000 + t};
			w.append.member = seats, w.append.members = 2;
			assert_int_equal(carry(store, &w), AT_STORED);
		}
	}
	for (int i = 0; i < 2; i++) {
		w = (struct at_write){.kind = AT_SAY,
				      .say = {.person = seats[i].person,
					      .time = 7000,
					      .text = i ? "grüß dich" : "hi"}};
		name_it(w.say.table, AT_ID_SIZE, 1);
		name_it(w.say.command, AT_ID_SIZE, 1 + (uint64_t)i);
		assert_int_equal(carry(store, &w), AT_STORED);
	}
	keep_lasting(store, seats);
	at_store_close(store);
}

static bool greeting(void *context, const struct at_chat *line)
{
	assert_string_equal(line->text, line->number ? "grüß dich" : "hi");
	assert_int_equal(line->time, 7000);
	++*(int *)context;
	return true;
}

static void kept_tables_are_whole(struct at_store *store)
{
	struct at_member who[AT_STORE_SEATS];
	struct at_head page[8];
	uint8_t id[AT_ID_SIZE], opening[AT_STORED_OPENING_MAX];
	size_t size;
	int n = 8;

	assert_int_equal(at_store_deadlines(store, NULL, page, &n), AT_STORED);
	assert_int_equal(n, KEPT_TABLES);
	for (uint64_t t = 1; t <= KEPT_TABLES; t++) {
		name_it(id, sizeof id, t);
		assert_memory_equal(page[t - 1].id, id, sizeof id);
		assert_int_equal(read_back(store, t), 6);
		assert_int_equal(at_store_opening(store, id, opening, &size), AT_STORED);
		assert_memory_equal(opening, "\1\2\3\0\5", 5);
		assert_int_equal(at_store_members(store, id, who, &n), AT_STORED);
		assert_int_equal(n, 2);
		assert_int_equal(who[1].seat, 2);
		assert_int_equal(page[t - 1].status.flags, 9);
		n = 8;
		assert_int_equal(at_store_listed(store, (uint8_t)t, NULL, page + 3, &n), AT_STORED);
		assert_int_equal(n, 1);
	}
}

/* Additions of the sixth version. */
static void sixth_is_whole(struct at_store *store)
{
	static uint8_t bytes[AT_RESULT_MAX];
	uint8_t id[AT_ID_SIZE], hash[AT_TOKEN_SIZE];
	struct at_head head;
	size_t size;
	uint32_t person;
	int n = 1;

	assert_int_equal(at_store_results_of(store, 2, NULL, &head, &n), AT_STORED);
	assert_int_equal(n, 1);
	name_it(id, sizeof id, KEPT_TABLES + 1);
	assert_memory_equal(head.id, id, sizeof id);
	assert_int_equal(at_store_result(store, id, bytes, &size), AT_STORED);
	assert_int_equal(size, 4);
	assert_memory_equal(bytes, "over", 4);
	assert_int_equal(at_store_check(store, id), AT_STORED);
	name_it(hash, sizeof hash, 80);
	assert_int_equal(at_store_code(store, hash, &person), AT_STORED);
	assert_int_equal(person, 2);
}

/* Additions of the second version. */
static void second_is_whole(struct at_store *store)
{
	struct at_guest guest;
	struct at_head page[8];
	uint8_t id[AT_ID_SIZE], command[AT_ID_SIZE];
	uint32_t number;
	int n = 8;

	assert_int_equal(at_store_guest(store, 2, &guest), AT_STORED);
	assert_int_equal(guest.picture, 12);
	assert_int_equal(at_store_notices(store, page, &n), AT_STORED);
	assert_int_equal(n, KEPT_TABLES);
	assert_int_equal(page[0].status.notice, 8001);
	name_it(id, sizeof id, 1);
	name_it(command, sizeof command, 2);
	assert_int_equal(at_store_said(store, id, command, &number), AT_STORED);
	assert_int_equal(number, 1);
}

static void kept_store_goes_on(const char *dir, int version)
{
	char db[128], kept[64];
	struct at_write w;
	struct at_guest guest;
	uint8_t id[AT_ID_SIZE], token[AT_TOKEN_SIZE];
	int lines = 0;

	snprintf(db, sizeof db, "%s/atoll.db", dir);
	snprintf(kept, sizeof kept, "tests/kept/store-%d.db", version);
	copy_file(kept, db);
	if (version < AT_STORE_VERSION)
		refused(dir, AT_STORE_VISITOR, "was written by an older Atoll");
	struct at_store *store = open_store(dir);
	kept_tables_are_whole(store);
	if (version >= 2)
		second_is_whole(store);
	if (version >= 6)
		sixth_is_whole(store);
	for (uint64_t t = 1; t <= KEPT_TABLES; t++) {
		name_it(id, sizeof id, t);
		assert_int_equal(at_store_check(store, id), AT_STORED);
	}
	name_it(token, sizeof token, 2);
	assert_int_equal(at_store_token(store, token, &guest), AT_STORED);
	assert_string_equal(guest.name, "Bérénice");
	name_it(token, sizeof token, 70);
	w = (struct at_write){.kind = AT_REDEEM, .redeem.now = 1000};
	memcpy(w.redeem.hash, token, sizeof token);
	name_it(w.redeem.token, sizeof token, 71);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.person, 1);
	name_it(id, sizeof id, 1);
	assert_int_equal(at_store_chat(store, id, 0, greeting, &lines), AT_STORED);
	assert_int_equal(lines, 2);
	/* and it goes on */
	make_append(&w, 1, 1, 6, 1);
	assert_int_equal(carry(store, &w), AT_STORED_BEFORE);
	assert_int_equal(w.first, 1);
	make_append(&w, 1, 100, 6, 4);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(read_back(store, 1), 10);
	w = (struct at_write){.kind = AT_SAY, .say = {.person = 1, .time = 7000, .text = "hi"}};
	name_it(w.say.table, AT_ID_SIZE, 1);
	name_it(w.say.command, AT_ID_SIZE, 3);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.first, 2);
	assert_int_equal(welcome(store, 9, "Cem"), 3);
	at_store_close(store);
	at_store_close(open_store(dir));
}

static void a_store_of_any_version_is_read_by_all_later_ones(void **state)
{
	for (int version = 1; version <= AT_STORE_VERSION; version++) {
		char dir[96];
		snprintf(dir, sizeof dir, "%s/%d", (char *)*state, version);
		assert_int_equal(mkdir(dir, 0700), 0);
		kept_store_goes_on(dir, version);
	}
}

int store_file_tests(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(one_owner_at_a_time, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(a_visitor_reads_and_writes_beside_the_owner, new_dir,
					    end_dir),
	    cmocka_unit_test_setup_teardown(under_load_commits_are_apart, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(files_are_for_the_owners_eyes, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(newer_and_foreign_files_are_refused, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(the_incarnation_tells_a_restored_store, new_dir,
					    end_dir),
	    cmocka_unit_test_setup_teardown(a_backup_is_a_store_of_its_own, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(what_is_out_of_bounds_is_not_read, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(rows_go_with_their_table, new_dir, end_dir),
	    cmocka_unit_test_setup_teardown(a_store_of_any_version_is_read_by_all_later_ones,
					    new_dir, end_dir),
	};

	return cmocka_run_group_tests_name("files", tests, NULL, NULL);
}
