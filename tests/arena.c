/* The arena: results repeat, misbehaving programs lose and are reported, the command reports
 * everything. */
#include "matches.h"
#include "my_shelfie/my_shelfie.h"
#include "reef/reef.h"

#include <pthread.h>
#include <sys/wait.h>
#include <time.h>

/* A program that the environment names. */
static const char *given(const char *name)
{
	const char *value = getenv(name);

	if (!value)
		fail_msg("%s is not set; `meson test` sets it", name);
	return value;
}

static void threads_do_not_matter(void **state)
{
	struct at_match a = match("search:nodes=200,greedy", 20);
	struct at_match b = match("search:nodes=200,greedy", 20);

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
	struct at_match c = match("greedy,greedy", 40);
	struct at_verdict v;

	(void)state;
	run(&c);
	at_match_verdict(&c, 0, &v);
	assert_int_equal(v.games, 40);
	assert_true(v.share.mean == 0.5); /* the same draws, with the seats swapped */
	free(c.results);
}

/* The n-th card is the same whoever takes it, even if the two games take different courses. */
static void a_set_has_one_deck(void **state)
{
	char *name = new_log();
	char bots[100];
	struct at_match c;
	struct text seen;
	char *first, *second;
	size_t same = 0;

	(void)state;
	snprintf(bots, sizeof bots, "exec:sh tests/bot.sh spy %s,random", name);
	c = match(bots, 2);
	c.game = &at_reef;
	run(&c);
	assert_int_not_equal(c.results[0].plies, c.results[1].plies);
	free(c.results);
	seen = read_text(name);
	unlink(name);
	first = strstr(seen.s, "game\n");
	second = first ? strstr(first + 5, "game\n") : NULL;
	assert_true(first && second);
	*second = '\0';
	while (first[5 + same] && first[5 + same] == second[5 + same])
		same++;
	assert_true(same > 40);
	assert_true(first[5 + same] == '\0' || second[5 + same] == '\0');
}

/* The report about a bot that misbehaves from its third move on. */
static void misbehave(const char *mode, const char *why)
{
	char bots[100];
	struct at_match c;
	struct at_verdict v;

	snprintf(bots, sizeof bots, "exec:sh tests/bot.sh %s,greedy", mode);
	c = match(bots, 2);
	if (why && strstr(why, "700 ms"))
		c.timeout_ms = 700;
	run(&c);
	at_match_verdict(&c, 0, &v);
	assert_int_equal(v.games, 2);
	if (!why) {
		assert_int_equal(v.forfeits, 0);
	} else {
		assert_int_equal(v.forfeits, 2);
		assert_int_equal(v.ended, 0);
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
	misbehave("late", NULL);
	misbehave("deaf", "wrote 'best take 1' when nothing was asked");
	misbehave("bare", "within 700 ms; it wrote 'take 1', not 'best MOVE'");
	misbehave("cut", "within 700 ms; it wrote 'best take 1' without a newline");
	misbehave("heir", "ended with exit code 3");
	misbehave("confused", "within 700 ms; it said: this bot plays my-shelfie");
}

static void programs_must_start(void **state)
{
	static const char *const bots[] = {"exec:/nonexistent/bot,greedy",
					   "exec:sh tests/bot.sh silent,greedy", "exec:cat,greedy"};
	char *name = new_log();

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct at_match c = match(bots[i], 2);
		c.timeout_ms = 200;
		c.log = name;
		write_text(name, "");
		refused(&c, "did not start");
		assert_int_equal(c.done, 0);
		assert_true(is_bare(name));
	}
	unlink(name);
}

static void quotes_protect_commas(void **state)
{
	struct at_match c = match("exec:a 'b,c' \"d,\\\",e\" f\\,g,greedy", 2);

	(void)state;
	assert_string_equal(at_entrant_command(&c.entrant[0]), "a 'b,c' \"d,\\\",e\" f\\,g");
	assert_string_equal(c.entrant[1].text, "greedy");
	assert_int_equal(at_bot_count("exec:a 'b,c',greedy,random"), 3);
	assert_int_equal(at_bot_count("greedy"), 1);
}

static void open_quotes_are_named(void **state)
{
	static const char *const lists[][2] = {
	    {"exec:a 'b,greedy", "the quote ' in exec:a 'b,greedy is not closed"},
	    {"greedy,exec:a \"b\\\",random", "the quote \" in exec:a"},
	};

	(void)state;
	for (int i = 0; i < 2; i++) {
		struct at_match c = match("greedy", 2);
		struct at_fail fail;
		assert_int_not_equal(at_match_bots(&c, lists[i][0], &fail), AT_OK);
		if (!strstr(fail.why, lists[i][1]))
			fail_msg("%s", fail.why);
	}
}

static void namesakes_have_numbers(void **state)
{
	struct at_match c = match("greedy,random", 2);
	struct at_fail fail;

	(void)state;
	assert_string_equal(c.entrant[0].name, "greedy");
	c.setup.seats = 4;
	assert_int_equal(at_match_bots(&c, "greedy,random,greedy,easy", &fail), AT_OK);
	assert_string_equal(c.entrant[0].name, "greedy #1");
	assert_string_equal(c.entrant[1].name, "random");
	assert_string_equal(c.entrant[2].name, "greedy #2");
	assert_int_equal(at_match_bots(&c, "greedy,easy", &fail), AT_OK);
	assert_string_equal(c.entrant[3].name, "easy #3");
	assert_string_equal(c.entrant[3].text, "easy");
}

/* A match is a value: a copy does not depend on where it was made. */
static void matchs_can_be_copied(void **state)
{
	struct at_match c = match("exec:first,exec:second", 2);
	struct at_match copy = c;

	(void)state;
	memset(&c, 'x', sizeof c);
	assert_string_equal(at_entrant_command(&copy.entrant[0]), "first");
	assert_string_equal(at_entrant_command(&copy.entrant[1]), "second");
}

struct stop {
	const char *file; /* that a bot makes before it hangs; NULL: this bot makes none */
	atomic_bool now;
};

static void *stop_when_it_hangs(void *arg)
{
	struct stop *s = arg;
	clock_t begin = clock(); /* processors */

	while (s->file ? access(s->file, F_OK) != 0 : clock() - begin < CLOCKS_PER_SEC / 5)
		usleep(1000);
	atomic_store(&s->now, true);
	return NULL;
}

/* When the arena is stopped, running games end at once and are not counted. */
static void stopping_drops_the_game(void **state)
{
	static const char *const modes[] = {"hang", "silent", NULL};
	char *name = new_log(), hung[60], text[120];

	(void)state;
	snprintf(hung, sizeof hung, "%s.hung", name);
	for (int i = 0; i < 3; i++) {
		struct stop stop = {.file = modes[i] ? hung : NULL};
		struct at_match c;
		pthread_t thread;
		snprintf(text, sizeof text, "exec:sh tests/bot.sh %s %s,greedy",
			 modes[i] ? modes[i] : "", hung);
		c = match(modes[i] ? text : "search:ms=600000,greedy", 40);
		if (!modes[i])
			c.game = &at_reef;
		c.threads = 2;
		c.stop = &stop.now;
		c.log = name;
		write_text(name, "");
		assert_int_equal(pthread_create(&thread, NULL, stop_when_it_hangs, &stop), 0);
		run(&c);
		pthread_join(thread, NULL);
		assert_int_equal(c.done, 0);
		assert_true(is_bare(name));
		free(c.results);
		unlink(hung);
	}
	unlink(name);
}

/* The command's output on both streams, and its exit code. */
static int command(const char *args, struct text *out)
{
	char line[2000];
	FILE *f;
	int status;

	*out = (struct text){{0}};
	snprintf(line, sizeof line, "exec 2>&1; atoll=%s; %s", given("ATOLL"), args);
	f = popen(line, "r");
	assert_non_null(f);
	assert_true(fread(out->s, 1, sizeof out->s - 1, f) < sizeof out->s - 1);
	status = pclose(f);
	return WEXITSTATUS(status);
}

static void says(const char *args, int code, const char *text)
{
	struct text out;
	int got = command(args, &out);

	if (got != code || !strstr(out.s, text))
		fail_msg("%s: exit code %d, not %d with '%s':\n%s", args, got, code, text, out.s);
}

static void the_command_reports(void **state)
{
	(void)state;
	says("$atoll match template --bots greedy,random --games 2 --luck", 0, "in 1 set of");
	says("$atoll match template --bots greedy,random --games 2 --luck", 0, "too few sets");
	says("$atoll match template --bots greedy,greedy --games 40 --luck", 0, "no narrower");
	says("$atoll match template --bots greedy,greedy --games 40", 0, "Elo 0 (from");
	says("$atoll match template --bots greedy,greedy --games 2 --quiet", 0, "\ngreedy #2 ");
	says("$atoll match template --bots \"exec:sh 'a,greedy\" --games 2", 2,
	     "--bots: the quote ' in exec:sh 'a,greedy is not closed");
	says("$atoll lab ladder template --bots 'greedy,exec:\"a' --games 2", 2,
	     "--bots: the quote \" in exec:");
	says("$atoll match template --bots 'exec:sh tests/bot.sh crash,greedy' --games 12", 0,
	     "... and 7 more (--json has all)");
	says("$atoll match template --bots 'exec:sh tests/bot.sh crash,greedy' --games 2 --json", 0,
	     "\"points\": null");
	says("$atoll match template --bots \"exec:sh tests/bot.sh well ',',greedy\" --games 2", 0,
	     "in 1 set of");
	says("$atoll match template --bots greedy,random --games 2 --ms 500 --timeout 500", 2,
	     "not above --ms");
	says("$atoll match template --bots exec:/nonexistent/x,random --games 2", 1,
	     "did not start");
	says("cd $(mktemp -d) && $atoll match template --bots greedy,random --games 2 --log l 2>&- "
	     ">&-; wc -l <l; rm -r $PWD",
	     0, "3");
}

static void the_command_can_be_interrupted(void **state)
{
	static const char hang[] = "$atoll match template --games 40 --threads 1 --quiet "
				   "--bots 'exec:exec sh tests/bot.sh interrupts,greedy' ";
	char line[300];

	(void)state;
	says(hang, 130, "no set of games is complete");
	says(hang, 130, "interrupted after 0 of 40 games; with --log");
	snprintf(line, sizeof line, "%s --json", hang);
	says(line, 130, "\"interrupted\": true");
	says(line, 130, "\"win_share\": null");
}

static void the_command_tests_in_sequence(void **state)
{
	(void)state;
	says("$atoll match template --bots greedy,random --games 900 --sprt 0,50 --quiet", 0,
	     ": H1 accepted\n");
	says("$atoll match template --bots greedy,greedy --games 900 --sprt 0,50,.01,.01", 0,
	     "SPRT of greedy #1: H0 Elo 0 or less, H1 Elo 50 or more; wrongly H1 1 %, wrongly H0 "
	     "1 %\nLLR -4.6");
	says("$atoll match template --bots greedy,random --games 4 --sprt=-10,10 --quiet", 0,
	     "after 2 sets: undecided\n");
	says(
	    "$atoll match template --bots greedy,random --players 4 --games 900 --sprt 0,50 --json",
	    0, "\"accepted\": \"H1\"");
	says("$atoll match template --bots greedy,random --games 4 --sprt 0,50", 0, "LLR 0.");
	for (int i = 0; i < 8; i++) {
		static const char *const wrong[] = {"0",      "0,x",      "0,5,0.1",   "5,5",
						    "0,1001", "0,5,0,.1", "0,5,.1,.5", "nan,5"};
		char line[200];
		snprintf(line, sizeof line,
			 "$atoll match template --bots greedy,random --games 4 --sprt %s",
			 wrong[i]);
		says(line, 2, "atoll match: --sprt");
	}
}

static void ladders_are_tables(void **state)
{
	(void)state;
	says("$atoll lab ladder template --bots random,greedy --games 40 --quiet", 0,
	     "| game | players | bot | against | games | wins | 95 % | Elo | points ahead |\n"
	     "|---|---|---|---|---|---|---|---|---|\n| ");
	says("$atoll lab ladder template --bots random,greedy --games 40 --quiet", 0,
	     " | 2 | greedy | random | 40 | ");
	says(
	    "$atoll lab ladder template --bots 'random,exec:sh tests/bot.sh well' --games 4 --json",
	    0, "\"forfeits\": 0");
	says("$atoll lab ladder template --bots random,greedy,nobody --games 4", 2, "nobody");
	says("$atoll lab ladder template --bots random,greedy --games 2000 --band 40,99 --quiet", 0,
	     " | points ahead | 40 to 99 % |\n");
	says("$atoll lab ladder template --bots random,greedy --games 2000 --band 40,99 --json", 0,
	     "\"band\": \"within\"");
	says("$atoll lab ladder template --bots random,greedy --games 2000 --band 1,40 --quiet", 1,
	     " | above |\n");
	says("$atoll lab ladder template --bots greedy,random --games 2000 --band 60,90 --quiet", 1,
	     " | below |\n");
	says("$atoll lab ladder template --bots greedy,greedy --games 2 --band 40,60 --quiet", 0,
	     " | undecided |\n");
	says("$atoll lab ladder template --bots random,greedy --games 4 --band 60,62", 2,
	     "--band is");
	says("$atoll lab ladder template --bots random,greedy --games 4 --band 60,62,63", 2,
	     "--band is");
	says("$atoll lab ladder template --bots random --games 4", 2, "at least two bots");
	says("cd $(mktemp -d) && $atoll lab ladder template --bots random,greedy:noise=1 --games 4 "
	     "--log l && rm l-greedy_noise=1-random.log && rmdir $PWD",
	     0, "greedy");
}

/* Our own bot through the protocol is the same player. */
static void the_protocol_changes_nothing(void **state)
{
	const char *atoll = given("ATOLL");

	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = g < at_games() ? at_game(g) : &at_template;
		struct at_match a = match("random,random", 2);
		struct at_match b = match("random,random", 2);
		struct at_fail fail;
		char bots[1000];
		a.game = b.game = game;
		a.setup.seats = b.setup.seats = game->seats_min;
		a.external_time.turn = b.external_time.turn = 60000;
		snprintf(bots, sizeof bots, "exec:%s bot %s --bot search:nodes=300,greedy", atoll,
			 game->name);
		assert_int_equal(at_match_bots(&a, "search:nodes=300,greedy", &fail), AT_OK);
		assert_int_equal(at_match_bots(&b, bots, &fail), AT_OK);
		run(&a);
		run(&b);
		assert_true(same(&a, &b, 2));
		free(a.results);
		free(b.results);
	}
}

static void examples_play(void **state)
{
	const char *example = given("EXAMPLE_BOT");
	char bots[2][1000] = {"exec:python3 examples/bot.py,random"};

	(void)state;
	snprintf(bots[1], sizeof bots[1], "exec:%s,random", example);
	for (int i = 0; i < 2; i++) {
		struct at_match c = match("random,random", 4);
		struct at_verdict v;
		struct at_fail fail;
		c.game = &at_my_shelfie;
		assert_int_equal(at_match_bots(&c, bots[i], &fail), AT_OK);
		run(&c);
		at_match_verdict(&c, 0, &v);
		assert_int_equal(v.forfeits, 0);
		free(c.results);
	}
}

/* A yardstick that a few lines of Python can beat is worth nothing. */
static void greedy_beats_a_plain_bot(void **state)
{
	struct at_match c = match("random,random", 40);
	struct at_verdict v;
	struct at_fail fail;

	(void)state;
	c.game = &at_my_shelfie;
	c.luck = false;
	assert_int_equal(at_match_bots(&c, "greedy,exec:python3 examples/plain.py", &fail), AT_OK);
	run(&c);
	at_match_verdict(&c, 0, &v);
	assert_int_equal(v.forfeits, 0);
	assert_true(v.share.mean > 0.5);
	free(c.results);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(threads_do_not_matter),
	    cmocka_unit_test(equals_are_equal),
	    cmocka_unit_test(a_set_has_one_deck),
	    cmocka_unit_test(programs_may_misbehave),
	    cmocka_unit_test(programs_must_start),
	    cmocka_unit_test(quotes_protect_commas),
	    cmocka_unit_test(open_quotes_are_named),
	    cmocka_unit_test(namesakes_have_numbers),
	    cmocka_unit_test(matchs_can_be_copied),
	    cmocka_unit_test(stopping_drops_the_game),
	    cmocka_unit_test(the_command_reports),
	    cmocka_unit_test(the_command_can_be_interrupted),
	    cmocka_unit_test(the_command_tests_in_sequence),
	    cmocka_unit_test(ladders_are_tables),
	    cmocka_unit_test(the_protocol_changes_nothing),
	    cmocka_unit_test(examples_play),
	    cmocka_unit_test(greedy_beats_a_plain_bot),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
