/* Sequential tests: the statistic is the likelihood ratio, errors are as rare as stated, and a
 * match ends with the deciding set in whatever order sets were played. */
#include "exact_math.h"
#include "matches.h"

#include <sys/stat.h>

static const struct at_sprt TWENTIETH = {{0, 50}, {0.05, 0.05}};

static void assert_near(double x, double y, double far)
{
	if (at_abs(x - y) > far)
		fail_msg("%g is not %g", x, y);
}

static void bounds_follow_from_the_errors(void **state)
{
	static const struct at_sprt uneven = {{0, 50}, {0.01, 0.1}};
	double low, high;

	(void)state;
	at_sprt_bounds(&TWENTIETH, &low, &high);
	assert_near(low, -2.944439, 1e-6);
	assert_near(high, 2.944439, 1e-6);
	at_sprt_bounds(&uneven, &low, &high);
	assert_near(low, -2.292535, 1e-6); /* ln(0.1 / 0.99) */
	assert_near(high, 4.499810, 1e-6); /* ln(0.9 / 0.01) */
}

static void ratings_are_shares(void **state)
{
	double elo;

	(void)state;
	assert_near(at_share_of_elo(0, 2), 0.5, 1e-12);
	assert_near(at_share_of_elo(400, 2), 10.0 / 11, 1e-12);
	assert_near(at_share_of_elo(0, 4), 0.25, 1e-12);
	for (int seats = 2; seats <= 4; seats++) {
		assert_true(at_elo(at_share_of_elo(-77, seats), seats, &elo));
		assert_near(elo, -77, 1e-9);
	}
}

/* Sets that are won or lost as a whole are coin tosses: the classical test. */
static void two_results_are_a_coin(void **state)
{
	struct at_set_counts c = {.seats = 2};
	double p = at_share_of_elo(50, 2);

	(void)state;
	for (int i = 0; i < 30; i++)
		at_set_counts_add(&c, i % 3 ? 2 : 0);
	assert_near(at_sprt_ratio(&TWENTIETH, &c),
		    20 * at_log(p / 0.5) + 10 * at_log((1 - p) / 0.5), 0.001);
}

/* The best likelihood of n[0] losses, n[1] halves and n[2] wins with this mean: a search over
 * the only free probability. */
static double likelihood(const double n[3], double mean)
{
	double best = -1e9;

	for (int i = 1; i < 200000; i++) {
		double win = i / 200000.0, half = 2 * (mean - win), loss = 1 - win - half;
		double l;
		if (half <= 0 || loss <= 0)
			continue;
		l = n[0] * at_log(loss) + n[1] * at_log(half) + n[2] * at_log(win);
		best = l > best ? l : best;
	}
	return best;
}

static void three_results_are_explained_as_well_as_can_be(void **state)
{
	static const double counts[][3] = {{10, 60, 30}, {30, 50, 20}, {1, 97, 2}, {40, 5, 55}};

	(void)state;
	for (int i = 0; i < 4; i++) {
		struct at_set_counts c = {.seats = 2};
		for (int k = 0; k < 3; k++)
			for (int n = 0; n < (int)counts[i][k]; n++)
				at_set_counts_add(&c, k);
		assert_near(at_sprt_ratio(&TWENTIETH, &c),
			    likelihood(counts[i], at_share_of_elo(50, 2)) -
				likelihood(counts[i], 0.5),
			    0.01);
	}
}

/* A set of games, each won with this probability: all alike, or independent. */
static double draw_set(struct at_rng *rng, int seats, double win, bool alike)
{
	double wins = 0;

	if (alike)
		return at_uniform(rng) < win ? seats : 0;
	for (int i = 0; i < seats; i++)
		wins += at_uniform(rng) < win;
	return wins;
}

/* How often in a thousand runs the test of a bot of this strength ends with H1. */
static int count_h1(const struct at_sprt *test, double elo, int seats, bool alike)
{
	double win = at_share_of_elo(elo, seats), low, high;
	struct at_rng rng;
	int h1 = 0;

	at_rng_init(&rng, 10, (uint64_t)seats * 2 + alike);
	at_sprt_bounds(test, &low, &high);
	for (int i = 0; i < 1000; i++) {
		struct at_set_counts c = {.seats = seats};
		double ratio = 0;
		while (ratio > low && ratio < high) {
			at_set_counts_add(&c, draw_set(&rng, seats, win, alike));
			ratio = at_sprt_ratio(test, &c);
		}
		h1 += ratio >= high;
	}
	return h1;
}

static void errors_are_as_rare_as_stated(void **state)
{
	static const struct at_sprt tests[] = {
	    {{0, 120}, {0.05, 0.05}}, {{-60, 60}, {0.02, 0.1}}, {{200, 400}, {0.05, 0.05}}};

	(void)state;
	for (int i = 0; i < 3; i++)
		for (int seats = 2; seats <= 4; seats += 2)
			for (int alike = 0; alike < 2; alike++) {
				const struct at_sprt *t = &tests[i];
				int wrong = count_h1(t, t->elo[0], seats, alike);
				int right = count_h1(t, t->elo[1], seats, alike);
				if (wrong > 1000 * t->error[0] + 25)
					fail_msg("H1 %d times, Elo %g", wrong, t->elo[0]);
				if (1000 - right > 1000 * t->error[1] + 25)
					fail_msg("H0 %d times, Elo %g", 1000 - right, t->elo[1]);
			}
}

static struct at_match sequential(const char *bots, uint32_t games)
{
	struct at_match c = match(bots, games);

	c.sprt = &TWENTIETH;
	c.luck = false;
	return c;
}

static void matches_end_when_it_is_decided(void **state)
{
	static const struct {
		const char *bots;
		enum at_claim accepted;
	} rows[] = {{"greedy,random", AT_H1}, {"random,greedy", AT_H0}, {"greedy,greedy", AT_H0}};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct at_match c = sequential(rows[i].bots, 4000);
		struct at_verdict v;
		run(&c);
		assert_int_equal(c.test.accepted, rows[i].accepted);
		assert_true(c.games < 400 && c.done == c.games);
		assert_int_equal(c.test.counts.sets * 2, c.games);
		at_match_verdict(&c, 0, &v);
		assert_int_equal(v.sets, c.test.counts.sets);
		free(c.results);
	}
}

/* A band ends the match when both of its tests are decided, or one of them says that it is
 * missed. */
static void bands_are_found(void **state)
{
	static const struct {
		struct at_sprt low, high;
		enum at_claim floor, ceiling;
	} rows[] = {{{{-100, 0}, {0.05, 0.05}}, {{900, 1000}, {0.05, 0.05}}, AT_H1, AT_H0},
		    {{{-400, -300}, {0.05, 0.05}}, {{-100, 0}, {0.05, 0.05}}, AT_H1, AT_H1},
		    {{{800, 900}, {0.05, 0.05}}, {{950, 1000}, {0.05, 0.05}}, AT_H0, AT_UNDECIDED}};

	(void)state;
	for (int i = 0; i < 3; i++)
		for (int threads = 1; threads < 4; threads += 2) {
			struct at_match c = sequential("greedy,random", 4000);
			c.sprt = &rows[i].low;
			c.ceiling = &rows[i].high;
			c.threads = threads;
			run(&c);
			assert_true(at_match_decided(&c));
			assert_int_equal(c.test.accepted, rows[i].floor);
			if (rows[i].ceiling)
				assert_int_equal(c.ceiling_test.accepted, rows[i].ceiling);
			assert_int_equal(c.games, c.tested * 2);
			assert_true(c.tested == c.test.counts.sets ||
				    c.tested == c.ceiling_test.counts.sets);
			free(c.results);
		}
}

static void few_games_leave_it_undecided(void **state)
{
	struct at_match c = sequential("greedy,random", 4);

	(void)state;
	run(&c);
	assert_int_equal(c.test.accepted, AT_UNDECIDED);
	assert_true(c.done == 4 && c.test.counts.sets == 2 && c.test.ratio > 0);
	free(c.results);
}

static void assert_same_end(const struct at_match *a, const struct at_match *b)
{
	assert_int_equal(a->test.accepted, b->test.accepted);
	assert_int_equal(a->games, b->games);
	assert_true(a->test.ratio == b->test.ratio);
	assert_true(same(a, b, a->games));
}

static void the_order_of_sets_decides(void **state)
{
	struct at_match one = sequential("greedy,random", 4000);

	(void)state;
	run(&one);
	for (int threads = 2; threads < 6; threads++) {
		struct at_match many = sequential("greedy,random", 4000);
		many.threads = threads;
		run(&many);
		assert_same_end(&one, &many);
		free(many.results);
	}
	free(one.results);
}

static off_t size_of(const char *name)
{
	struct stat about;

	assert_int_equal(stat(name, &about), 0);
	return about.st_size;
}

static void tests_go_on_from_their_logs(void **state)
{
	char *name = new_log();
	struct at_match whole = sequential("greedy,random", 4000);
	struct at_match part = sequential("greedy,random", 10);
	struct at_match rest = sequential("greedy,random", 4000);
	struct at_match again = sequential("greedy,random", 4000);
	struct at_match plain = match("greedy,random", 4000);
	off_t size;

	(void)state;
	part.log = rest.log = again.log = plain.log = name;
	run(&whole);
	run(&part);
	assert_int_equal(part.test.accepted, AT_UNDECIDED);
	rest.threads = 3;
	run(&rest);
	assert_same_end(&whole, &rest);
	size = size_of(name);
	run(&again); /* nobody continues */
	assert_same_end(&whole, &again);
	assert_int_equal(size_of(name), size);
	refused(&plain, "of another match: with a sequential test");
	write_text(name, "");
	plain = match("greedy,random", 4);
	plain.log = name;
	run(&plain);
	free(again.results);
	refused(&again, "of another match: without a sequential test");
	unlink(name);
	free(whole.results);
	free(part.results);
	free(rest.results);
	free(plain.results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(bounds_follow_from_the_errors),
	    cmocka_unit_test(ratings_are_shares),
	    cmocka_unit_test(two_results_are_a_coin),
	    cmocka_unit_test(three_results_are_explained_as_well_as_can_be),
	    cmocka_unit_test(errors_are_as_rare_as_stated),
	    cmocka_unit_test(matches_end_when_it_is_decided),
	    cmocka_unit_test(bands_are_found),
	    cmocka_unit_test(few_games_leave_it_undecided),
	    cmocka_unit_test(the_order_of_sets_decides),
	    cmocka_unit_test(tests_go_on_from_their_logs),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
