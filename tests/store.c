/* The laws of the store, for all kinds: in memory, in files, and in PostgreSQL if
 * ATOLL_TEST_STORE is the address of an empty database (tests/on_postgresql.py starts one). */
#define _GNU_SOURCE
#include "store_laws.h"

#include "rng.h"

#include <poll.h>
#include <unistd.h>

/* --- The laws; *state is the store --- */

static void a_table_is_what_it_was_made_as(void **state)
{
	struct at_store *store = *state;
	uint8_t id[AT_ID_SIZE], opening[AT_STORED_OPENING_MAX];
	struct at_head head;
	size_t size;

	id_of(id, 1);
	assert_int_equal(at_store_head(store, id, &head), AT_STORED_NONE);
	assert_int_equal(at_store_opening(store, id, opening, &size), AT_STORED_NONE);
	assert_int_equal(create_table(store, 1), AT_STORED);
	assert_int_equal(create_table(store, 1), AT_STORED_BEFORE);
	assert_int_equal(at_store_head(store, id, &head), AT_STORED);
	assert_memory_equal(head.id, id, sizeof id);
	assert_int_equal(head.game, 7);
	assert_int_equal(head.seats, 4);
	assert_int_equal(head.created, 1000);
	assert_int_equal(head.events, 0);
	assert_int_equal(at_store_opening(store, id, opening, &size), AT_STORED);
	assert_int_equal(size, 5);
	assert_memory_equal(opening, "\1\2\3\0\5", 5);
	assert_int_equal(read_back(store, 1), 0);
}

static void an_append_is_at_the_expected_number_or_fails(void **state)
{
	struct at_store *store = *state;
	struct at_write w;

	make_append(&w, 1, 10, 0, 3);
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	create_table(store, 1);
	make_append(&w, 1, 10, 0, 3);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(w.first, 0);
	assert_int_equal(w.count, 3);
	for (uint32_t first = 0; first < 8; first++) {
		if (first == 3)
			continue;
		make_append(&w, 1, 11, first, 2);
		assert_int_equal(carry(store, &w), AT_STORED_TAKEN);
		assert_int_equal(w.first, 3);
	}
	make_append(&w, 1, 11, 3, 2);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(read_back(store, 1), 5);
}

/* --- delivery: writes in batches, small ones soon, with the number of writes before them --- */

static char delivered[32];

static void note(const struct at_write *w, char what)
{
	size_t n = strlen(delivered);

	assert_true(n + 1 < sizeof delivered);
	delivered[n] = (char)(what + *(const int *)w->context);
}

static void note_soon(const struct at_write *w, int ahead)
{
	size_t n;

	note(w, 'a');
	n = strlen(delivered);
	assert_true(n + 1 < sizeof delivered);
	delivered[n] = (char)('0' + ahead);
}

static void note_done(struct at_write *w)
{
	note(w, 'A');
}

static void what_is_answered_next_is_told_before(void **state)
{
	struct at_store *store = *state;
	int number[4];
	struct at_write w[4];

	create_table(store, 1);
	memset(delivered, 0, sizeof delivered);
	for (int i = 0; i < 4; i++) {
		make_append(&w[i], 1, 10 + (uint64_t)i, (uint32_t)i, 1);
		number[i] = i;
		w[i].context = &number[i];
		w[i].done = note_done;
		w[i].soon = i == 2 ? NULL : note_soon;
		w[i].next = i < 3 ? &w[i + 1] : NULL;
	}
	at_store_submit_all(store, w);
	at_store_settle(store);
	assert_string_equal(delivered, "b1Ad2Bd1CD");
}

static void of_two_at_once_one_is_first(void **state)
{
	struct at_store *store = *state;
	struct at_write a, b, c;

	create_table(store, 1);
	make_append(&a, 1, 10, 0, 3);
	make_append(&b, 1, 11, 0, 2);
	make_append(&c, 1, 12, 3, 1);
	at_store_submit(store, &a);
	at_store_submit(store, &b);
	at_store_submit(store, &c);
	at_store_settle(store);
	assert_int_equal(a.result, AT_STORED);
	assert_int_equal(b.result, AT_STORED_TAKEN);
	assert_int_equal(b.first, 3);
	assert_int_equal(c.result, AT_STORED);
	assert_int_equal(read_back(store, 1), 4);
}

static void a_command_is_carried_out_once(void **state)
{
	struct at_store *store = *state;
	struct at_write w, v;
	uint8_t table[AT_ID_SIZE];
	uint32_t first, count;

	create_table(store, 1);
	create_table(store, 2);
	make_append(&w, 1, 10, 0, 3);
	carry(store, &w);
	/* again at the old number, at the new one, beyond, and twice in one transaction */
	for (uint32_t at = 0; at < 6; at++) {
		make_append(&w, 1, 10, at, 2);
		assert_int_equal(carry(store, &w), AT_STORED_BEFORE);
		assert_int_equal(w.first, 0);
		assert_int_equal(w.count, 3);
	}
	make_append(&w, 1, 11, 3, 1);
	make_append(&v, 1, 11, 4, 1);
	at_store_submit(store, &w);
	at_store_submit(store, &v);
	at_store_settle(store);
	assert_int_equal(w.result, AT_STORED);
	assert_int_equal(v.result, AT_STORED_BEFORE);
	assert_int_equal(v.first, 3);
	/* ... but at each table */
	make_append(&w, 2, 10, 0, 1);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(read_back(store, 1), 4);
	assert_int_equal(read_back(store, 2), 1);
	id_of(table, 1);
	assert_int_equal(at_store_command(store, table, v.append.command, &first, &count),
			 AT_STORED);
	assert_int_equal(first, 3);
	assert_int_equal(count, 1);
	name_it(v.append.command, AT_ID_SIZE, 99);
	assert_int_equal(at_store_command(store, table, v.append.command, &first, &count),
			 AT_STORED_NONE);
}

/* An append whose number fits can be stored without a search for an earlier copy; if the number
 * does not fit, the earlier copy is found among others. */
static void what_fits_once_is_found(void **state)
{
	struct at_store *store = *state;
	struct at_write w;
	uint8_t table[AT_ID_SIZE];
	uint32_t first, count;

	for (uint64_t t = 1; t <= 2; t++)
		create_table(store, t);
	for (uint32_t i = 0; i < 10; i++)
		for (uint64_t t = 1; t <= 2; t++) {
			make_append(&w, t, 10 + i, 2 * i, 2);
			w.append.fresh = i % 3 > 0;
			assert_int_equal(carry(store, &w), AT_STORED);
		}
	for (uint32_t i = 0; i < 10; i++) {
		make_append(&w, 1, 10 + i, i < 5 ? 2 * i : 100 * i, 2);
		w.append.fresh = i % 3 > 0;
		assert_int_equal(carry(store, &w), AT_STORED_BEFORE);
		assert_int_equal(w.first, 2 * i);
		id_of(table, 2);
		assert_int_equal(at_store_command(store, table, w.append.command, &first, &count),
				 AT_STORED);
		assert_int_equal(first, 2 * i);
		assert_int_equal(count, 2);
	}
	make_append(&w, 1, 30, 18, 2);
	w.append.fresh = true;
	assert_int_equal(carry(store, &w), AT_STORED_TAKEN);
	assert_int_equal(w.first, 20);
	assert_int_equal(read_back(store, 1), 20);
	assert_int_equal(read_back(store, 2), 20);
}

struct range {
	uint32_t first, rows, most;
};

static bool count_rows(void *context, const struct at_row *row)
{
	struct range *x = context;

	if (x->rows++ == 0)
		x->first = row->first;
	return x->rows < x->most;
}

static void rows_begin_with_the_one_that_holds_the_number(void **state)
{
	struct at_store *store = *state;
	uint8_t id[AT_ID_SIZE];
	struct at_write w;

	create_table(store, 1);
	for (uint32_t i = 0; i < 10; i++) {
		make_append(&w, 1, i, 3 * i, 3);
		assert_int_equal(carry(store, &w), AT_STORED);
	}
	id_of(id, 1);
	for (uint32_t from = 0; from < 40; from++) {
		struct range x = {.most = 100};
		assert_int_equal(at_store_rows(store, id, from, count_rows, &x), AT_STORED);
		assert_int_equal(x.rows, from < 30 ? 10 - from / 3 : 0);
		if (x.rows)
			assert_int_equal(x.first, from / 3 * 3);
	}
	struct range x = {.most = 2};
	assert_int_equal(at_store_rows(store, id, 5, count_rows, &x), AT_STORED);
	assert_int_equal(x.rows, 2);
	id_of(id, 2);
	assert_int_equal(at_store_rows(store, id, 0, count_rows, &x), AT_STORED_NONE);
}

/* An unknown person among the members: neither the row nor the head nor the members change, and
 * appends in the same commit are not harmed. */
static void an_append_is_there_whole_or_not_at_all(void **state)
{
	struct at_store *store = *state;
	struct at_member member[2] = {{.person = welcome(store, 1, "Ann")},
				      {.person = 999, .seat = 1}};
	struct at_member is[AT_STORE_SEATS];
	struct at_write before, bad, after;
	struct at_head head;
	uint8_t id[AT_ID_SIZE];
	int n;

	create_table(store, 1);
	make_append(&before, 1, 10, 0, 1);
	before.append.member = member, before.append.members = 1;
	make_append(&bad, 1, 11, 1, 1);
	bad.append.member = member, bad.append.members = 2;
	make_append(&after, 1, 12, 1, 1);
	after.append.status.phase = 3;
	at_store_submit(store, &before);
	at_store_submit(store, &bad);
	at_store_submit(store, &after);
	at_store_settle(store);
	assert_int_equal(before.result, AT_STORED);
	assert_int_equal(bad.result, AT_STORED_NONE);
	assert_int_equal(after.result, AT_STORED);
	assert_int_equal(read_back(store, 1), 2);
	id_of(id, 1);
	assert_int_equal(at_store_head(store, id, &head), AT_STORED);
	assert_int_equal(head.status.phase, 3);
	assert_int_equal(at_store_members(store, id, is, &n), AT_STORED);
	assert_int_equal(n, 1);
	assert_int_equal(is[0].person, member[0].person);
}

/* Random appends, valid and invalid, many at once, compared with a list of the expected events. */
static void many_at_once_keep_the_order(void **state)
{
	enum { TABLES = 5, AT_ONCE = 40, ROUNDS = 30 };
	struct at_store *store = *state;
	struct at_write *w = calloc(AT_ONCE, sizeof *w);
	uint32_t next[TABLES] = {0};
	uint64_t command = 0;
	struct at_rng rng;

	at_rng_init(&rng, 12, 0);
	for (uint64_t t = 0; t < TABLES; t++)
		create_table(store, t);
	for (int round = 0; round < ROUNDS; round++) {
		enum at_stored should[AT_ONCE];
		for (int i = 0; i < AT_ONCE; i++) {
			uint32_t t = at_rng_below(&rng, TABLES), count = 1 + at_rng_below(&rng, 4);
			uint32_t odd = at_rng_below(&rng, 10) ? 0 : 1 + at_rng_below(&rng, 3);
			make_append(&w[i], t, command++, next[t] + odd, count);
			should[i] = odd ? AT_STORED_TAKEN : AT_STORED;
			next[t] += odd ? 0 : count;
			at_store_submit(store, &w[i]);
		}
		at_store_settle(store);
		for (int i = 0; i < AT_ONCE; i++)
			assert_int_equal(w[i].result, should[i]);
	}
	for (uint64_t t = 0; t < TABLES; t++)
		assert_int_equal(read_back(store, t), next[t]);
	free(w);
}

struct chain {
	struct at_write w;
	struct at_store *store;
	uint32_t left;
};

static void go_on(struct at_write *w)
{
	struct chain *x = w->context;

	assert_int_equal(w->result, AT_STORED);
	if (--x->left == 0)
		return;
	make_append(w, 1, x->left, w->first + w->count, 1);
	w->done = go_on;
	w->context = x;
	at_store_submit(x->store, w);
}

/* Nothing is waiting. A shared store may report others' news at any time. */
static void assert_silent(struct at_store *store, struct pollfd *fd)
{
	if (!at_store_is_shared(store))
		assert_int_equal(poll(fd, 1, 0), 0);
}

static void answers_come_when_the_descriptor_says_so(void **state)
{
	struct chain x = {.store = *state, .left = 20};
	struct pollfd fd = {.fd = at_store_fd(x.store), .events = POLLIN};

	create_table(x.store, 1);
	at_store_deliver(x.store);
	assert_silent(x.store, &fd);
	make_append(&x.w, 1, 1000, 0, 1);
	x.w.done = go_on;
	x.w.context = &x;
	at_store_submit(x.store, &x.w);
	while (x.left) {
		assert_int_equal(poll(&fd, 1, -1), 1);
		at_store_deliver(x.store);
	}
	assert_int_equal(at_store_waiting(x.store), 0);
	assert_silent(x.store, &fd);
	assert_int_equal(read_back(x.store, 1), 20);
}

static void a_removed_table_leaves_nothing(void **state)
{
	struct at_store *store = *state;
	struct at_member ann = {.person = welcome(store, 1, "Ann")};
	struct at_write w = {.kind = AT_REMOVE};
	struct at_head page[2];
	struct range x = {.most = 9};
	uint8_t id[AT_ID_SIZE];
	int n = 2;

	id_of(id, 1);
	create_table(store, 1);
	make_append(&w, 1, 1, 0, 1);
	w.append.member = &ann, w.append.members = 1;
	carry(store, &w);
	w = (struct at_write){.kind = AT_REMOVE};
	id_of(w.remove.table, 1);
	assert_int_equal(carry(store, &w), AT_STORED);
	assert_int_equal(carry(store, &w), AT_STORED_NONE);
	assert_int_equal(at_store_rows(store, id, 0, count_rows, &x), AT_STORED_NONE);
	assert_int_equal(at_store_tables_of(store, ann.person, NULL, page, &n), AT_STORED);
	assert_int_equal(n, 0);
	/* and its id is free again */
	assert_int_equal(create_table(store, 1), AT_STORED);
	assert_int_equal(read_back(store, 1), 0);
}

/* --- All kinds --- */

static char dir[64];

static int open_memory(void **state)
{
	*state = open_store("memory:");
	return 0;
}

static int open_files(void **state)
{
	make_dir(dir, sizeof dir);
	*state = open_store(dir);
	return 0;
}

/* A database is emptied for each law: tests that share it take turns. */
static int open_database(void **state)
{
	*state = open_store(getenv("ATOLL_TEST_STORE"));
	return 0;
}

static int close_database(void **state)
{
	at_store_close(*state);
	empty_database(getenv("ATOLL_TEST_STORE"));
	return 0;
}

static int open_both(void **state)
{
	const char *both[] = {getenv("ATOLL_TEST_STORE_2"), getenv("ATOLL_TEST_STORE_3")};
	struct at_fail fail = {0};

	*state = at_store_open_all(both, 2, AT_STORE_OWNER, &fail);
	if (!*state)
		fail_msg("%s", fail.why);
	return 0;
}

static int close_both(void **state)
{
	at_store_close(*state);
	empty_database(getenv("ATOLL_TEST_STORE_2"));
	empty_database(getenv("ATOLL_TEST_STORE_3"));
	return 0;
}

static int close_any(void **state)
{
	at_store_close(*state);
	if (dir[0])
		remove_dir(dir);
	dir[0] = 0;
	return 0;
}

#define LAWS(X)                                                                                    \
	X(a_table_is_what_it_was_made_as)                                                          \
	X(an_append_is_at_the_expected_number_or_fails)                                            \
	X(of_two_at_once_one_is_first)                                                             \
	X(a_command_is_carried_out_once)                                                           \
	X(what_fits_once_is_found)                                                                 \
	X(rows_begin_with_the_one_that_holds_the_number)                                           \
	X(many_at_once_keep_the_order)                                                             \
	X(answers_come_when_the_descriptor_says_so)                                                \
	X(lists_have_what_stands_in_them)                                                          \
	X(the_nearest_deadline_is_first)                                                           \
	X(a_guest_finds_its_tables)                                                                \
	X(old_tables_go)                                                                           \
	X(tables_that_never_began_go)                                                              \
	X(a_removed_table_leaves_nothing)                                                          \
	X(guests_are_known_by_their_token)                                                         \
	X(chat_has_its_own_numbers)                                                                \
	X(a_guest_can_be_forgotten)                                                                \
	X(guests_fade_who_sit_nowhere_and_do_not_come)                                             \
	X(notices_are_given_once)                                                                  \
	X(a_damaged_table_is_set_aside)                                                            \
	X(numbers_are_kept_for_the_caller)                                                         \
	X(all_tables_are_found_in_their_order)                                                     \
	X(a_table_becomes_what_a_copy_has_of_it)                                                   \
	X(a_result_is_kept_once)                                                                   \
	X(results_are_their_peoples)                                                               \
	X(a_code_brings_its_person_back)

/* With several databases, none knows all guests, so unknown ones are not noticed; and questions
 * asked together may be answered apart. */
#define LAWS_OF_ONE(X)                                                                             \
	X(what_is_answered_next_is_told_before)                                                    \
	X(an_append_is_there_whole_or_not_at_all)                                                  \
	X(a_link_is_good_once_and_for_a_while)                                                     \
	X(a_persons_results_are_bounded)

#define IN_MEMORY(law) {"in memory: " #law, law, open_memory, close_any, NULL},
#define IN_FILES(law)  {"in files: " #law, law, open_files, close_any, NULL},

#define IN_POSTGRESQL(law) {"in PostgreSQL: " #law, law, open_database, close_database, NULL},

#define IN_TWO_DATABASES(law) {"in two databases: " #law, law, open_both, close_both, NULL},

int main(int argc, char **argv)
{
	const struct CMUnitTest laws[] = {LAWS(IN_MEMORY) LAWS_OF_ONE(IN_MEMORY) LAWS(IN_FILES)
					      LAWS_OF_ONE(IN_FILES)};
	const struct CMUnitTest shared[] = {LAWS(IN_POSTGRESQL) LAWS_OF_ONE(IN_POSTGRESQL) LAWS(
	    IN_TWO_DATABASES){"two databases share people and tables",
			      two_databases_share_people_and_tables, open_both, close_both, NULL}};

	if (argc == 3 && strcmp(argv[1], "--make") == 0) {
		make_kept(argv[2]);
		return 0;
	}
	if (getenv("ATOLL_TEST_STORE"))
		return cmocka_run_group_tests_name("shared", shared, NULL, NULL) +
		       store_nodes_tests(getenv("ATOLL_TEST_STORE")) + store_damage_tests();
	int failed = cmocka_run_group_tests_name("laws", laws, NULL, NULL);
	failed += store_file_tests();
	failed += store_damage_tests();
	failed += store_loss_tests();
	return failed;
}
