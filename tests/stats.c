/* Statistics: the exponential function and the logarithm, means and proportions with their
 * intervals. */
#include "stats.h"
#include "exact_math.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void close_to(double x, double y, double within)
{
	if (fabs(x - y) > within)
		fail_msg("%.12g is not %.12g", x, y);
}

static void exp_and_log_are_right(void **state)
{
	(void)state;
	for (int i = 0; i < 216; i++) {
		double x = -40 + 0.37 * i;
		close_to(at_exp(x) / exp(x), 1, 1e-13);
		close_to(at_log(exp(x)), x, 1e-12);
	}
	close_to(at_exp(1000) / exp(700), 1, 1e-12);
}

static void shares_have_wilsons_interval(void **state)
{
	struct at_sums sums = {0};
	struct at_estimate e;
	double elo;

	(void)state;
	for (int i = 0; i < 10; i++)
		at_sums_add(&sums, 1, 0);
	e = at_share(&sums, 10);
	close_to(e.mean, 1, 0);
	close_to(e.low, 0.7225, 1e-3); /* 10 of 10 */
	assert_true(at_elo(0.75, 2, &elo));
	close_to(elo, 190.8485, 1e-3);
	assert_true(at_elo(0.25, 4, &elo));
	close_to(elo, 0, 1e-9);
	assert_false(at_elo(1, 2, &elo));
}

/* Three equal sets by chance do not make six games worth more than six. */
static void few_sets_are_worth_their_games(void **state)
{
	struct at_sums sums = {0};
	struct at_estimate few, many;

	(void)state;
	for (int i = 0; i < 3; i++)
		at_sums_add(&sums, i ? 0.5 : 0.49, 0);
	few = at_share(&sums, 6);
	close_to(few.low, 0.1850, 1e-3); /* half of 6 games */
	for (int i = 0; i < 5; i++)
		at_sums_add(&sums, i % 2 ? 0.5 : 0.49, 0);
	many = at_share(&sums, 16);
	close_to(many.high - many.low, 0.2380, 1e-3); /* half of 64 */
}

static void means_have_students_interval(void **state)
{
	struct at_sums sums = {0};
	struct at_estimate e;

	(void)state;
	for (int i = 0; i < 5; i++) /* 1..5: deviation 1.5811, 4 degrees of freedom */
		at_sums_add(&sums, i + 1, 0);
	e = at_mean(&sums);
	close_to(e.mean, 3, 1e-12);
	close_to(e.high, 3 + 2.7764 * 0.70711, 1e-3);

	sums = (struct at_sums){0};
	for (int i = 0; i < 32; i++) /* deviation of the mean 1/sqrt(31), 31 degrees of freedom */
		at_sums_add(&sums, i % 2 ? 1 : -1, 0);
	e = at_mean(&sums);
	close_to(e.high, 2.0395 * 0.179605, 1e-4);
}

static void luck_explains_a_part(void **state)
{
	struct at_sums sums = {0};
	struct at_estimate plain, adjusted;

	(void)state;
	for (int i = 0; i < 100; i++) { /* nearly all of the spread is luck */
		double luck = (i % 10 - 4.5) / 10;
		at_sums_add(&sums, 0.6 + 2 * luck + (i % 20 < 10 ? 0.01 : -0.01), luck);
	}
	plain = at_mean(&sums);
	assert_true(at_adjusted(&sums, &adjusted));
	close_to(adjusted.mean, 0.6, 1e-9);
	close_to(adjusted.high - adjusted.low, 2 * 1.9845 * 0.01 / sqrt(98), 1e-5);
	assert_true(adjusted.high - adjusted.low < 0.1 * (plain.high - plain.low));
}

static void luck_may_say_nothing(void **state)
{
	struct at_sums few = {0}, won = {0}, unmeasured = {0}, explained = {0};
	struct at_estimate e;

	(void)state;
	for (int i = 0; i < 10; i++) {
		double luck = (i % 5 - 2) / 10.0;
		if (i < 3)
			at_sums_add(&few, i % 2, luck);
		at_sums_add(&won, 1, luck);
		at_sums_add(&unmeasured, i % 2, 0);
		at_sums_add(&explained, 0.5 + luck, luck);
	}
	assert_false(at_adjusted(&few, &e));
	assert_false(at_adjusted(&won, &e));
	assert_false(at_adjusted(&unmeasured, &e));
	assert_false(at_adjusted(&explained, &e));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(exp_and_log_are_right),
	    cmocka_unit_test(shares_have_wilsons_interval),
	    cmocka_unit_test(few_sets_are_worth_their_games),
	    cmocka_unit_test(means_have_students_interval),
	    cmocka_unit_test(luck_explains_a_part),
	    cmocka_unit_test(luck_may_say_nothing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
