/* The arena: results repeat, logs are continued, programs that misbehave lose and are reported. */
#include "arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static struct at_contest contest(const char *bots, uint32_t games)
{
	struct at_contest c = {.game = &at_template,
			       .setup = {2, 0},
			       .games = games,
			       .seed = 11,
			       .threads = 1,
			       .timeout_ms = 700,
			       .external_ms = 100,
			       .luck = true};
	struct at_fail fail;

	if (at_contest_bots(&c, bots, &fail))
		fail_msg("%s", fail.why);
	return c;
}

static void run(struct at_contest *c)
{
	struct at_fail fail;

	if (at_contest_run(c, &fail))
		fail_msg("%s", fail.why);
}

static bool same(const struct at_contest *a, const struct at_contest *b, uint32_t games)
{
	for (uint32_t i = 0; i < games; i++)
		for (int e = 0; e < 2; e++)
			if (a->results[i].win[e] != b->results[i].win[e] ||
			    a->results[i].points[e] != b->results[i].points[e])
				return false;
	return true;
}

static void threads_do_not_matter(void **state)
{
	struct at_contest a = contest("search:nodes=200,greedy", 20);
	struct at_contest b = contest("search:nodes=200,greedy", 20);

	(void)state;
	b.threads = 3;
	run(&a);
	run(&b);
	assert_true(same(&a, &b, 20));
	free(a.results);
	free(b.results);
}

static void equals_are_equal(void **state)
{
	struct at_contest c = contest("greedy,greedy", 40);
	struct at_verdict v;

	(void)state;
	run(&c);
	at_contest_verdict(&c, 0, &v);
	assert_int_equal(v.games, 40);
	assert_true(v.share.mean == 0.5); /* the same draws, both ways round */
	free(c.results);
}

static void logs_are_continued(void **state)
{
	char name[] = "/tmp/atoll-log-XXXXXX";
	struct at_contest whole = contest("greedy,random", 20);
	struct at_contest part = contest("greedy,random", 8);
	struct at_contest rest = contest("greedy,random", 20);
	struct at_contest other = contest("greedy,random", 20);
	struct at_fail fail;
	int fd = mkstemp(name);
	FILE *f;

	(void)state;
	assert_true(fd >= 0);
	run(&whole);
	part.log = rest.log = other.log = name;
	run(&part);
	f = fopen(name, "a"); /* a line that a kill cut short */
	fputs("{\"game\":9,\"plies\":1", f);
	fclose(f);
	run(&rest);
	assert_true(same(&whole, &rest, 20));
	other.seed = 12;
	assert_int_not_equal(at_contest_run(&other, &fail), AT_OK);
	assert_non_null(strstr(fail.why, "another match"));
	close(fd);
	unlink(name);
	free(whole.results);
	free(part.results);
	free(rest.results);
	free(other.results);
}

/* What the report says of a bot that misbehaves from its third move on. */
static void misbehave(const char *mode, const char *why)
{
	char bots[100];
	struct at_contest c;
	struct at_verdict v;

	snprintf(bots, sizeof bots, "exec:sh tests/bot.sh %s,greedy", mode);
	c = contest(bots, 4);
	run(&c);
	at_contest_verdict(&c, 0, &v);
	assert_int_equal(v.games, 4);
	if (!why) {
		assert_int_equal(v.forfeits, 0);
	} else {
		assert_int_equal(v.forfeits, 4);
		assert_true(v.wins == 0);
		if (!strstr(c.results[0].why, why))
			fail_msg("%s: %s", mode, c.results[0].why);
	}
	free(c.results);
}

static void programs_may_misbehave(void **state)
{
	(void)state;
	misbehave("well", NULL);
	misbehave("crash", "exit code 3");
	misbehave("killed", "signal 9");
	misbehave("hang", "did not answer within 700 ms");
	misbehave("illegal", "take 9 9 9");
	misbehave("long", "4095 bytes");
	misbehave("nul", "answered 'take 1?'");
	misbehave("twice", NULL);
	misbehave("confused", "within 700 ms; it said: this bot plays my-shelfie");
}

static void programs_must_start(void **state)
{
	static const char *const bots[] = {"exec:/nonexistent/bot,greedy",
					   "exec:sh tests/bot.sh silent,greedy", "exec:cat,greedy"};

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct at_contest c = contest(bots[i], 20);
		struct at_fail fail;
		c.timeout_ms = 200;
		assert_int_not_equal(at_contest_run(&c, &fail), AT_OK);
		assert_non_null(strstr(fail.why, "did not start"));
		free(c.results);
	}
}

/* Our own bot through the protocol is the same player. */
static void the_protocol_changes_nothing(void **state)
{
	static const struct at_game *const games[] = {&at_template, &at_reef, &at_reef_encounter,
						      &at_my_shelfie};
	const char *atoll = getenv("ATOLL");

	(void)state;
	if (!atoll)
		skip();
	for (int i = 0; i < 4; i++) {
		struct at_contest a = contest("random,random", 2);
		struct at_contest b = contest("random,random", 2);
		struct at_fail fail;
		char bots[1000];
		a.game = b.game = games[i];
		a.external_ms = b.external_ms = 60000;
		a.timeout_ms = b.timeout_ms = 60000;
		snprintf(bots, sizeof bots, "exec:%s bot %s --bot search:nodes=300,greedy", atoll,
			 games[i]->name);
		assert_int_equal(at_contest_bots(&a, "search:nodes=300,greedy", &fail), AT_OK);
		assert_int_equal(at_contest_bots(&b, bots, &fail), AT_OK);
		run(&a);
		run(&b);
		assert_true(same(&a, &b, 2));
		free(a.results);
		free(b.results);
	}
}

static void examples_play(void **state)
{
	const char *example = getenv("EXAMPLE_BOT");
	char bots[2][1000] = {"exec:python3 examples/bot.py,random"};

	(void)state;
	if (!example)
		skip();
	snprintf(bots[1], sizeof bots[1], "exec:%s,random", example);
	for (int i = 0; i < 2; i++) {
		struct at_contest c = contest("random,random", 4);
		struct at_verdict v;
		struct at_fail fail;
		c.game = &at_my_shelfie;
		c.timeout_ms = 60000;
		assert_int_equal(at_contest_bots(&c, bots[i], &fail), AT_OK);
		run(&c);
		at_contest_verdict(&c, 0, &v);
		assert_int_equal(v.forfeits, 0);
		free(c.results);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_do_not_matter), cmocka_unit_test(equals_are_equal),
	    cmocka_unit_test(logs_are_continued),    cmocka_unit_test(programs_may_misbehave),
	    cmocka_unit_test(programs_must_start),   cmocka_unit_test(the_protocol_changes_nothing),
	    cmocka_unit_test(examples_play),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
