/* Fair queueing: the order in which jobs are taken, counted in jobs and never in seconds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "queue.h"

#include <stdlib.h>
#include <string.h>

enum { MASTER = 4000000, HARD = 900000, EASY = 1000, HINT = 900000 }; /* what the jobs cost */
enum { STRANGER = 66, GUESTS = 4, TABLES = 368 };

static struct queue q;
static uint64_t serial;

static int begin(void **state)
{
	(void)state;
	queue_init(&q);
	serial = 0;
	return 0;
}

static int end(void **state)
{
	struct flow *f;

	(void)state;
	while ((f = queue_take(&q, false)))
		free(f);
	assert_int_equal(queue_jobs(&q), 0);
	for (int i = 0; i < QUEUE_BUCKETS; i++)
		assert_null(q.bucket[i]); /* an address without jobs is forgotten */
	queue_release(&q);
	return 0;
}

static uint64_t add(enum lane lane, uint64_t address, uint64_t guest, uint32_t cost)
{
	struct flow *job = calloc(1, sizeof *job);

	assert_non_null(job);
	assert_true(queue_add(&q, job, lane, address, guest, ++serial, cost));
	assert_ptr_equal(queue_find(&q, serial), job);
	return serial;
}

/* How many are taken before this one. */
static int taken_before(uint64_t ticket, bool small)
{
	for (int n = 0;; n++) {
		struct flow *f = queue_take(&q, small);
		bool found;
		assert_non_null(f);
		found = f->key == ticket;
		free(f);
		if (found)
			return n;
	}
}

/* The attack: one address, four guests, 368 tables of masters. */
static void flood(void)
{
	for (int i = 0; i < TABLES; i++)
		add(LANE_LARGE, STRANGER, (uint64_t)(i % GUESTS), MASTER);
}

static void an_address_with_hundreds_of_masters_delays_nobody_elsewhere(void **state)
{
	(void)state;
	flood();
	free(queue_take(&q, false));
	assert_int_equal(taken_before(add(LANE_SMALL, 1, 1, EASY), true), 0);
	assert_true(taken_before(add(LANE_SMALL, 1, 1, EASY), false) <= 1);
	assert_true(taken_before(add(LANE_LARGE, 1, 1, HARD), false) <= 1);
	assert_true(taken_before(add(LANE_LARGE, 1, 1, MASTER), false) <= 1);
}

static void who_comes_again_and_again_gets_no_more_than_who_waits(void **state)
{
	uint64_t again;
	int got = 0;

	(void)state;
	for (int i = 0; i < 40; i++)
		add(LANE_LARGE, 1, 1, MASTER);
	again = add(LANE_LARGE, 2, 2, MASTER);
	for (int i = 0; i < 40;
	     i++) { /* the second one has one job at a time, and always has one */
		struct flow *f = queue_take(&q, false);
		if (f->key == again) {
			again = add(LANE_LARGE, 2, 2, MASTER);
			got++;
		}
		free(f);
	}
	assert_in_range(got, 19, 21);
}

static void turns_are_worth_what_they_cost(void **state)
{
	int dear = 0, cheap = 0;

	(void)state;
	for (int i = 0; i < 50; i++) {
		add(LANE_LARGE, 1, 1, MASTER);
		for (int k = 0; k < 10; k++)
			add(LANE_LARGE, 2, 2, MASTER / 10);
	}
	for (int i = 0; i < 110; i++) {
		struct flow *f = queue_take(&q, false);
		*(f->cost == MASTER ? &dear : &cheap) += 1;
		free(f);
	}
	assert_in_range(dear, 9, 11); /* equal shares of a thread: one to ten */
	assert_in_range(cheap, 99, 101);
}

static void guests_of_one_address_take_turns(void **state)
{
	uint64_t ticket;

	(void)state;
	for (int i = 0; i < 100; i++)
		add(LANE_LARGE, 1, 1, HARD);
	ticket = add(LANE_LARGE, 1, 2, HARD);
	assert_true(taken_before(ticket, false) <= 1);
}

static void hints_come_last_and_come(void **state)
{
	uint64_t hint, ticket;

	(void)state;
	hint = add(LANE_LAST, 1, 1, HINT);
	ticket = add(LANE_LARGE, 1, 1, HARD);
	assert_int_equal(taken_before(ticket, false), 0);
	assert_int_equal(taken_before(hint, false), 0);
	flood();
	hint = add(LANE_LAST, 1, 1, HINT);
	assert_in_range(taken_before(hint, false), 2, QUEUE_LAST_EVERY);
}

static void a_thread_for_small_jobs_takes_nothing_else(void **state)
{
	(void)state;
	flood();
	add(LANE_LAST, 1, 1, HINT);
	assert_null(queue_take(&q, true));
}

static void it_is_said_how_many_come_before(void **state)
{
	uint64_t first, other;

	(void)state;
	first = add(LANE_LARGE, STRANGER, 0, MASTER);
	assert_int_equal(queue_before(queue_find(&q, first)), 0);
	for (int i = 1; i < TABLES; i++)
		add(LANE_LARGE, STRANGER, (uint64_t)(i % GUESTS), MASTER);
	assert_int_equal(queue_before(queue_find(&q, serial)), TABLES - 1);
	other = add(LANE_LARGE, 1, 1, MASTER);
	assert_int_equal(queue_before(queue_find(&q, other)), 1);
	other = add(LANE_SMALL, 1, 1, EASY);
	assert_int_equal(queue_before(queue_find(&q, other)), 0);
}

static void who_has_most_loses_one_when_there_is_no_room(void **state)
{
	struct flow *gone;

	(void)state;
	flood();
	add(LANE_LARGE, 1, 1, MASTER);
	assert_null(queue_surplus(&q, STRANGER));
	gone = queue_surplus(&q, 1);
	assert_non_null(gone);
	assert_int_equal(gone->parent->parent->key, STRANGER);
	queue_remove(&q, gone);
	assert_null(queue_find(&q, gone->key));
	free(gone);
	assert_int_equal(queue_jobs(&q), TABLES);
}

/* With any adding and taking: every job comes out once, and none waits for ever. */
static void what_goes_in_comes_out_once(void **state)
{
	uint64_t random = 1;
	int in = 0, out = 0;
	char *seen = calloc(20001, 1);

	(void)state;
	assert_non_null(seen);
	for (int i = 0; i < 40000; i++) {
		random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
		unsigned r = (unsigned)(random >> 33);
		if (r % 2 && in < 20000) {
			add((enum lane)(r / 2 % LANES), r / 8 % 7, r / 64 % 5, 1 + r / 512 % 1000);
			in++;
			continue;
		}
		struct flow *f = r / 2 % 5 ? queue_take(&q, r / 16 % 3 == 0)
					   : queue_find(&q, 1 + r / 16 % (unsigned)(in + 1));
		if (!f)
			continue;
		if (f->parent)
			queue_remove(&q, f);
		assert_false(seen[f->key]++);
		free(f);
		out++;
		assert_int_equal(queue_jobs(&q), in - out);
	}
	free(seen);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test_setup_teardown(
		an_address_with_hundreds_of_masters_delays_nobody_elsewhere, begin, end),
	    cmocka_unit_test_setup_teardown(who_comes_again_and_again_gets_no_more_than_who_waits,
					    begin, end),
	    cmocka_unit_test_setup_teardown(turns_are_worth_what_they_cost, begin, end),
	    cmocka_unit_test_setup_teardown(guests_of_one_address_take_turns, begin, end),
	    cmocka_unit_test_setup_teardown(hints_come_last_and_come, begin, end),
	    cmocka_unit_test_setup_teardown(a_thread_for_small_jobs_takes_nothing_else, begin, end),
	    cmocka_unit_test_setup_teardown(it_is_said_how_many_come_before, begin, end),
	    cmocka_unit_test_setup_teardown(who_has_most_loses_one_when_there_is_no_room, begin,
					    end),
	    cmocka_unit_test_setup_teardown(what_goes_in_comes_out_once, begin, end),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
