/* Logs of matches: they are continued, repaired and locked, and name their match. */
#include "matches.h"

#include <sys/file.h>

static void logs_are_continued(void **state)
{
	char *name = new_log();
	struct at_match whole = match("greedy,random", 20);
	struct at_match part = match("greedy,random", 8);
	struct at_match rest = match("greedy,random", 20);
	struct at_match other = match("greedy,random", 20);
	struct text text;

	(void)state;
	run(&whole);
	part.log = rest.log = other.log = name;
	run(&part);
	text = read_text(name); /* a line that a kill truncated */
	strncat(text.s, "{\"game\":9,\"plies\":1", 100);
	write_text(name, text.s);
	run(&rest);
	assert_int_equal(rest.done, 20);
	assert_true(same(&whole, &rest, 20));
	text = read_text(name);
	assert_null(strstr(text.s, "1{")); /* it was removed */
	assert_null(strstr(text.s, "1\n"));
	other.seed = 12;
	refused(&other, "of another match: its \"seed\" is \"11\", not \"12\"");
	unlink(name);
	free(whole.results);
	free(part.results);
	free(rest.results);
}

/* The log of a run of four games, after the log had this text. */
static struct text continued(const char *name, const char *text)
{
	struct at_match c = match("greedy,random", 4);

	write_text(name, text);
	c.log = name;
	run(&c);
	assert_int_equal(c.done, 4);
	free(c.results);
	return read_text(name);
}

static void logs_cut_anywhere_are_mended(void **state)
{
	char *name = new_log();
	struct text whole = continued(name, "");

	(void)state;
	for (size_t i = 0; i < strlen(whole.s); i++) {
		struct text part = whole;
		part.s[i] = '\0';
		assert_string_equal(continued(name, part.s).s, whole.s);
	}
	unlink(name);
}

static void damaged_logs_are_refused(void **state)
{
	static const char *const lines[] = {
	    "1,\"plies\":9,\"win\":[2,-1],\"points\":[1,2],\"luck\":[0,0]}",
	    "1,\"plies\":9,\"win\":[1,1],\"points\":[1,2],\"luck\":[0,0]}",
	    "1,\"plies\":9,\"win\":[1,0],\"points\":[nan,2],\"luck\":[0,0]}",
	    "1,\"plies\":9,\"win\":[1,0],\"points\":[1e7,2],\"luck\":[0,0]}",
	    "1,\"plies\":9,\"win\":[1,0],\"points\":[1,2],\"luck\":[0,inf]}",
	    "0,\"plies\":9,\"win\":[1,0],\"points\":[1,2],\"luck\":[0,0]}",
	    "1,\"plies\":9,\"win\":[1],\"points\":[1,2],\"luck\":[0,0]}",
	    "1,\"win\":[1,0],\"luck\":[0,0],\"forfeit\":1,\"why\":\"\"}",
	    "1,\"plies\":9,\"win\":[1,0],\"points\":[1,2],\"luck\":[0,0],\"forfeit\":3}",
	    "1}",
	};
	char *name = new_log();
	struct at_match c = match("greedy,random", 4);
	struct text head = continued(name, "");

	(void)state;
	c.log = name;
	*(strchr(head.s, '\n') + 1) = '\0';
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
		struct text text = head;
		strncat(text.s, "{\"game\":", 20);
		strncat(text.s, lines[i], 200);
		strncat(text.s, "\n", 2);
		write_text(name, text.s);
		refused(&c, "line 2 of the log");
		assert_string_equal(read_text(name).s, text.s);
	}
	write_text(name, "\n");
	refused(&c, "is not the log of a match");
	unlink(name);
}

/* An earlier version wrote numbers with exponents; bytes of other programs are kept as they are. */
static void older_logs_are_read(void **state)
{
	static const char line[] =
	    "{\"game\":1,\"plies\":9,\"win\":[1,0],\"points\":[1.25e+01,-3],\"luck\":[1.5e-05,"
	    "-0.333333333],\"forfeit\":2,\"why\":\"\xff \\u0009\"}\n";
	char *name = new_log();
	struct at_match c = match("greedy,random", 4);
	struct text text = continued(name, "");

	(void)state;
	c.log = name;
	*(strchr(text.s, '\n') + 1) = '\0';
	strncat(text.s, line, 300);
	write_text(name, text.s);
	run(&c);
	assert_int_equal(c.results[0].plies, 9);
	assert_true(c.results[0].points[0] == 12.5 && c.results[0].luck[0] == 1.5e-05);
	assert_string_equal(c.results[0].why, "\xff \t");
	unlink(name);
	free(c.results);
}

static void logs_know_their_programs(void **state)
{
	static const char *const bots[] = {"exec:sh tests/bot.sh well '\"\\,\t',greedy",
					   "exec:sh tests/bot.sh well '\"\\',greedy"};
	char *name = new_log();
	struct at_match a = match(bots[0], 2);
	struct at_match again = match(bots[0], 2);
	struct at_match slow = match(bots[0], 2);
	struct at_match other = match(bots[1], 2);
	static const char expected[] = "\"bots\":[\"exec:sh tests/bot.sh well "
				       "'\\\"\\\\,\\u0009'\",\"greedy\"],\"ms\":100}\n";

	(void)state;
	a.log = again.log = slow.log = other.log = name;
	run(&a);
	if (!strstr(read_text(name).s, expected))
		fail_msg("%s", read_text(name).s);
	run(&again);
	slow.external_time.turn = 200;
	refused(&slow, "its \"ms\" is 100, not 200");
	refused(&other, "its \"bots\"");
	unlink(name);
	free(a.results);
	free(again.results);
}

static void logs_know_why_a_game_was_lost(void **state)
{
	char *name = new_log();
	struct at_match a = match("exec:sh tests/bot.sh crash,greedy", 2);
	struct at_match b = match("exec:sh tests/bot.sh crash,greedy", 2);

	(void)state;
	a.log = b.log = name;
	run(&a);
	run(&b);
	assert_int_equal(b.results[0].forfeit, 0);
	assert_string_equal(b.results[0].why, "ended with exit code 3");
	assert_string_equal(a.results[1].why, b.results[1].why);
	unlink(name);
	free(a.results);
	free(b.results);
}

static void logs_must_be_written(void **state)
{
	struct at_match full = match("greedy,random", 4);
	struct at_match nowhere = match("greedy,random", 4);

	(void)state;
	full.log = "/dev/full";
	refused(&full, "cannot be written: No space left");
	nowhere.log = "/nonexistent/log";
	refused(&nowhere, "cannot be opened: No such file");
}

static void logs_have_one_run(void **state)
{
	char *name = new_log();
	struct at_match c = match("greedy,random", 4);
	FILE *f = fopen(name, "r");

	(void)state;
	assert_int_equal(flock(fileno(f), LOCK_EX), 0);
	c.log = name;
	refused(&c, "in use by another run");
	fclose(f);
	run(&c);
	free(c.results);
	unlink(name);
}

/* Games that a log has from a run without --luck say nothing about luck. */
static void only_measured_luck_counts(void **state)
{
	char *name = new_log();
	struct at_match part = match("greedy,random", 8);
	struct at_match rest = match("greedy,random", 20);
	struct at_verdict v;

	(void)state;
	part.log = rest.log = name;
	part.luck = false;
	run(&part);
	run(&rest);
	at_match_verdict(&part, 0, &v);
	assert_int_equal(v.measured, 0);
	assert_false(v.has_adjusted);
	at_match_verdict(&rest, 0, &v);
	assert_int_equal(v.sets, 10);
	assert_int_equal(v.measured, 6);
	unlink(name);
	free(part.results);
	free(rest.results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(logs_are_continued),
	    cmocka_unit_test(logs_cut_anywhere_are_mended),
	    cmocka_unit_test(damaged_logs_are_refused),
	    cmocka_unit_test(older_logs_are_read),
	    cmocka_unit_test(logs_know_their_programs),
	    cmocka_unit_test(logs_know_why_a_game_was_lost),
	    cmocka_unit_test(logs_must_be_written),
	    cmocka_unit_test(logs_have_one_run),
	    cmocka_unit_test(only_measured_luck_counts),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
