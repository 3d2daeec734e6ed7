/* How well bots play: the levels, the grammar of specs, the mistakes of the lower levels, and
 * games without knowledge files. */
#include "bots_laws.h"

static void levels_exist_and_specs_read(void **state)
{
	static const char *const bad[] = {"",
					  "hardest",
					  "search:nodes",
					  "search:x=1",
					  "flat:ms=",
					  "search:nodes=0",
					  "greedy:noise=a",
					  "search:",
					  "greedy:forget=1.1",
					  "greedy:hasty=2",
					  "greedy:hasty=",
					  "greedy:forgets=0.1"};

	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		struct at_bot_spec spec, again;
		struct at_fail fail;
		for (int i = 0; at_level_names[i]; i++) {
			char text[AT_BOT_NAME_MAX];
			struct at_text t;
			assert_non_null(at_level(game, at_level_names[i]));
			assert_int_equal(at_bot_spec_parse(game, at_level_names[i],
							   strlen(at_level_names[i]), &spec, &fail),
					 AT_OK);
			at_text_init(&t, text, sizeof text);
			at_bot_spec_print(&spec, &t);
			assert_int_equal(at_bot_spec_parse(game, text, t.len, &again, &fail),
					 AT_OK);
			assert_int_equal(spec.kind, again.kind);
			assert_int_equal(spec.nodes, again.nodes);
			assert_int_equal(spec.many, again.many);
			assert_int_equal(spec.ms, again.ms);
			assert_true(fabs(spec.noise - again.noise) < 1e-9);
			assert_true(fabs(spec.forget - again.forget) < 1e-9);
			assert_true(fabs(spec.hasty - again.hasty) < 1e-9);
		}
		for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
			assert_int_not_equal(
			    at_bot_spec_parse(game, bad[i], strlen(bad[i]), &spec, &fail), AT_OK);
	}
}

/* More time does not turn a level into another; a search with a time limit has no limit of
 * nodes. */
static void a_level_with_another_clock_keeps_its_nodes(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		struct at_bot_spec master = at_level(game, "master")->spec, spec;
		assert_int_equal(at_bot_spec_parse(game, "master:ms=60000", 15, &spec, NULL),
				 AT_OK);
		assert_int_equal(spec.ms, 60000);
		assert_int_equal(spec.nodes, master.nodes);
		assert_int_equal(spec.many, master.many);
		assert_int_equal(at_bot_spec_parse(game, "master:nodes=7", 14, &spec, NULL), AT_OK);
		assert_int_equal(spec.ms, 0);
		assert_int_equal(spec.nodes, 7);
		assert_int_equal(at_bot_spec_parse(game, "search:ms=7", 11, &spec, NULL), AT_OK);
		assert_int_equal(spec.ms, 7);
		assert_int_equal(spec.nodes, 0);
	}
}

/* What people are told takes at least hard's effort for a turn, for any number of players. */
static void who_judges_thinks_as_hard_does_or_longer(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		struct at_bot_spec hard = at_level(game, "hard")->spec;
		struct at_bot_spec judge = at_judge_spec(game);
		assert_int_equal(judge.kind, AT_BOT_SEARCH);
		assert_true(judge.nodes >= hard.nodes);
		assert_true(judge.nodes * (judge.many ? judge.many : 1) >=
			    hard.nodes * (hard.many ? hard.many : 1));
	}
}

/* Levels may make mistakes; a search or a report never has the mistakes of hard. */
static void searches_and_who_judges_make_no_mistakes(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		struct at_bot_spec judge = at_judge_spec(game), search;
		struct at_fail fail;
		assert_int_equal(at_bot_spec_parse(game, "search", 6, &search, &fail), AT_OK);
		assert_true(judge.noise <= 0 && judge.forget <= 0);
		assert_true(search.noise <= 0 && search.forget <= 0);
	}
}

/* If planning takes all nodes, mistakes are made in the rating of the planned turns. */
static void a_search_misjudges_turns_that_it_has_no_time_for(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *plain = make_bot(game, "search:nodes=200", 0);
	struct at_bot *noisy = make_bot(game, "search:nodes=200:noise=30", 0);
	int others = 0;

	(void)state;
	for (int i = 0; i < 20; i++) {
		struct at_setup setup = {2, 0};
		struct at_view view;
		struct at_rng rng;
		union at_any any;
		at_rng_init(&rng, 22, (uint64_t)i);
		at_init(game, &setup, &any.head, NULL);
		play_some(game, &any.head, &rng, 80 + 4 * i);
		if (any.head.turn < 0)
			continue;
		at_view(&any.head, any.head.turn, &view);
		at_bot_begin(plain, 0);
		at_bot_begin(noisy, 0);
		others += at_bot_choose(plain, &view, NULL) != at_bot_choose(noisy, &view, NULL);
	}
	assert_true(others > 3);
	free(plain);
	free(noisy);
}

/* Stored tables hold the numbers, so those of the first four never change; the ladder has every
 * name once. */
static void levels_keep_their_numbers(void **state)
{
	static const char *const first[] = {"easy", "normal", "hard", "master"};
	int rungs = 0, levels = 0;

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_string_equal(at_level_names[i], first[i]);
	while (at_level_names[levels])
		levels++;
	for (; at_ladder[rungs]; rungs++) {
		int times = 0;
		for (int i = 0; i < levels; i++)
			times += strcmp(at_ladder[rungs], at_level_names[i]) == 0;
		assert_int_equal(times, 1);
	}
	assert_int_equal(rungs, levels);
}

/* A game without a knowledge file has all levels. */
static void every_game_has_levels(void **state)
{
	struct at_game unheard_of = at_template;

	(void)state;
	unheard_of.id = 254;
	assert_ptr_equal(at_knowledge_of(&unheard_of), &at_know_any);
	for (int i = 0; at_level_names[i]; i++) {
		const struct at_level *level = at_level(&unheard_of, at_level_names[i]);
		assert_non_null(level);
		assert_string_equal(level->name, at_level_names[i]);
	}
	assert_null(at_level(&unheard_of, "grand master"));
}

static double shares_won_among(const struct at_game *game, struct at_bot *bot, struct at_bot *other,
			       int games, int seats)
{
	double sum = 0;

	for (int i = 0; i < games; i++) {
		int seat = i % seats;
		struct at_setup setup = {(uint8_t)seats, 0};
		struct at_score scores[AT_SEATS_MAX];
		double wins[AT_SEATS_MAX];
		struct at_rng rng;
		union at_any any;
		at_rng_init(&rng, 12, (uint64_t)(i / seats));
		at_init(game, &setup, &any.head, NULL);
		at_bot_begin(bot, (uint64_t)i);
		at_bot_begin(other, (uint64_t)i);
		while (any.head.turn != AT_OVER) {
			struct at_view view;
			if (any.head.turn == AT_CHANCE) {
				game->apply(&any.head, at_draw(game, &any.head, &rng));
				continue;
			}
			at_view(&any.head, any.head.turn, &view);
			game->apply(&any.head, at_bot_choose(any.head.turn == seat ? bot : other,
							     &view, NULL));
		}
		at_judge(&any.head, scores, wins);
		sum += wins[seat];
	}
	return sum;
}

static double shares_won(const struct at_game *game, struct at_bot *bot, struct at_bot *other,
			 int games)
{
	return shares_won_among(game, bot, other, games, game->seats_min);
}

/* With four players a search of few nodes does little more than choose the turns that it looks
 * at: with ratings worse than greedy's it wins 5 of these 40 games. */
static void search_holds_its_own_with_four(void **state)
{
	struct at_bot *search = make_bot(&at_my_shelfie, "search:nodes=600", 0);
	struct at_bot *greedy = make_bot(&at_my_shelfie, "greedy", 0);

	(void)state;
	assert_true(shares_won_among(&at_my_shelfie, search, greedy, 40, 4) > 8);
	free(search);
	free(greedy);
}

/* Each level that thinks quickly against the one below; the upper ones are measured elsewhere
 * (docs/strength.md). */
static void the_lower_rungs_rise(void **state)
{
	const struct at_game *game = &at_my_shelfie;

	(void)state;
	for (int i = 0; strcmp(at_ladder[i], "hard") != 0; i++) {
		struct at_bot *below = make_bot(game, i ? at_ladder[i - 1] : "random", 0);
		struct at_bot *bot = make_bot(game, at_ladder[i], 0);
		assert_true(shares_won(game, bot, below, 40) > 22);
		free(bot);
		free(below);
	}
}

static int score_after(const struct at_state *s, at_move m)
{
	struct at_score score;
	union at_any after;

	memcpy(&after, s, at_game_of(s)->state_size);
	at_game_of(s)->apply(&after.head, m);
	at_score(&after.head, s->turn, &score);
	return score.total;
}

/* A hasty bot takes what brings points now, a forgetful one often chooses another turn, and one
 * without mistakes always chooses the same. */
static void mistakes_are_as_described(void **state)
{
	enum { PLAIN, FORGETFUL, HASTY, KINDS };
	static const char *const names[] = {"greedy", "greedy:forget=0.4", "greedy:hasty=1"};
	const struct at_game *game = &at_reef;
	struct at_bot *bot[KINDS];
	int others[KINDS] = {0}, richer = 0;

	(void)state;
	for (int k = 0; k < KINDS; k++)
		bot[k] = make_bot(game, names[k], 0);
	for (int i = 0; i < 40; i++) {
		struct at_setup setup = {2, 0};
		struct at_view view;
		struct at_rng rng;
		union at_any any;
		at_move best, m[KINDS];
		at_rng_init(&rng, 21, (uint64_t)i);
		at_init(game, &setup, &any.head, NULL);
		play_some(game, &any.head, &rng, 20 + i);
		if (any.head.turn < 0)
			continue;
		at_view(&any.head, any.head.turn, &view);
		at_bot_begin(bot[PLAIN], 0);
		best = at_bot_choose(bot[PLAIN], &view, NULL);
		for (int k = 0; k < KINDS; k++) {
			at_bot_begin(bot[k], (uint64_t)i + 1);
			m[k] = at_bot_choose(bot[k], &view, NULL);
			others[k] += m[k] != best;
		}
		assert_true(score_after(&any.head, m[HASTY]) >= score_after(&any.head, best));
		richer += score_after(&any.head, m[HASTY]) > score_after(&any.head, best);
	}
	assert_int_equal(others[PLAIN], 0);
	assert_true(others[FORGETFUL] > 5 && richer > 5);
	for (int k = 0; k < KINDS; k++)
		free(bot[k]);
}

/* With the rules alone. */
static void strangers_play_better_than_chance(void **state)
{
	static const char *const bots[] = {"greedy", "flat:nodes=600", "search:nodes=100"};
	const struct at_game *game = &at_my_shelfie;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct at_bot *bot = make_stranger(game, bots[i], 0);
		struct at_bot *random = make_bot(game, "random", 0);
		assert_true(shares_won(game, bot, random, 12) > 10);
		free(bot);
		free(random);
	}
}

/* Without knowledge, the expectation for the first position is the mean of random games. */
static void strangers_learn_how_a_game_goes(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		struct at_bot *bot = make_stranger(game, "greedy:noise=1", 0);
		struct at_setup setup = {game->seats_min, 0};
		double points[AT_SEATS_MAX], win[AT_SEATS_MAX];
		struct at_tally tally = {0};
		struct at_rng rng;
		union at_any any;
		double mean;
		at_rng_init(&rng, 1, 2);
		at_simulate(game, &setup, 5, 0, 100, &tally);
		mean = (double)(tally.points[0] + tally.points[1]) / 200;
		at_init(game, &setup, &any.head, NULL);
		play_some(game, &any.head, &rng, 0);
		at_bot_learn(bot, &any.head);
		assert_true(bot->noise > 0 && bot->know->plies <= game->plies_max);
		at_know_judge(bot->know, bot->weights, &any.head, win, points);
		at_know_foretell(bot->know, &any.head, points);
		assert_true(fabs(points[0] - mean) <= 2 + mean / 3);
		assert_true(at_know_left(bot->know, &any.head) > 0.5);
		free(bot);
	}
}

int bots_level_tests(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(levels_exist_and_specs_read),
	    cmocka_unit_test(a_level_with_another_clock_keeps_its_nodes),
	    cmocka_unit_test(who_judges_thinks_as_hard_does_or_longer),
	    cmocka_unit_test(searches_and_who_judges_make_no_mistakes),
	    cmocka_unit_test(a_search_misjudges_turns_that_it_has_no_time_for),
	    cmocka_unit_test(levels_keep_their_numbers),
	    cmocka_unit_test(the_lower_rungs_rise),
	    cmocka_unit_test(search_holds_its_own_with_four),
	    cmocka_unit_test(mistakes_are_as_described),
	    cmocka_unit_test(every_game_has_levels),
	    cmocka_unit_test(strangers_play_better_than_chance),
	    cmocka_unit_test(strangers_learn_how_a_game_goes),
	};

	return cmocka_run_group_tests_name("levels", tests, NULL, NULL);
}
