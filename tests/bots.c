/* Bots: they choose legal moves, only from what a seat knows, and the same ones again; levels and
 * specs; the luck of draws. */
#include "inside.h"
#include "luck.h"
#include "my_shelfie/my_shelfie.h"
#include "play.h"
#include "reef/reef.h"
#include "reef_encounter/reef_encounter.h"
#include "sit.h"

#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const char *const specs[] = {"random",         "greedy",
				    "flat:nodes=300", "search:nodes=300",
				    "greedy:noise=2", "search:nodes=200:noise=2"};
enum { SPECS = sizeof specs / sizeof specs[0], MEMORY = 4 << 20 };

/* For bots that play on to the end of the game from every node. */
static const char *const short_specs[SPECS] = {"random",         "greedy",
					       "flat:nodes=60",  "search:nodes=20",
					       "greedy:noise=2", "search:nodes=20:noise=2"};

static const struct at_game *game_number(int i)
{
	return i < at_games() ? at_game(i) : &at_template;
}

static struct at_bot *make(const struct at_game *game, const char *text, int garbage)
{
	void *memory = malloc(MEMORY);
	struct at_bot_spec spec;
	struct at_fail fail;

	memset(memory, garbage, MEMORY);
	if (at_bot_spec_parse(game, text, strlen(text), &spec, &fail))
		fail_msg("%s: %s", text, fail.why);
	return at_bot_init(memory, MEMORY, game, &spec, NULL);
}

/* One that has never heard of this game. */
static struct at_bot *make_stranger(const struct at_game *game, const char *text, int garbage)
{
	struct at_bot *bot = make(game, text, garbage);

	bot->know = &at_know_any; /* as at_bot_init() has it where there is no other */
	bot->weights = at_know_any.weights;
	return bot;
}

typedef struct at_bot *maker(const struct at_game *, const char *text, int garbage);
static maker *const makers[] = {make, make_stranger};
enum { MAKERS = 2 };

/* Every number of players that the game has, over and over. */
static uint8_t some_seats(const struct at_game *game, uint64_t i)
{
	return (uint8_t)(game->seats_min + i % (game->seats_max - game->seats_min + 1u));
}

/* Plays on with random moves for a while; ends where a seat is to move, or at the end. */
static void play_some(const struct at_game *game, struct at_state *s, struct at_rng *rng, int plies)
{
	at_move moves[AT_MOVES_MAX];

	while (s->turn != AT_OVER && (plies-- > 0 || s->turn == AT_CHANCE)) {
		if (s->turn == AT_CHANCE)
			game->apply(s, at_draw(game, s, rng));
		else
			game->apply(s, moves[at_rng_below(rng, (uint32_t)game->moves(s, moves))]);
	}
}

static at_move ask(struct at_bot *bot, const struct at_state *s, uint64_t seed)
{
	struct at_view view;

	at_view(s, s->turn, &view);
	at_bot_begin(bot, seed);
	return at_bot_choose(bot, &view, NULL);
}

/* Two truths that look the same to the mover. */
static void secrets_change_nothing_for(const struct at_game *game, maker *make_one,
				       const char *spec)
{
	struct at_bot *bot = make_one(game, spec, 0xaa);
	struct at_bot *other = make_one(game, spec, 0x55);

	for (uint64_t i = 0; i < 6; i++) {
		struct at_setup setup = {some_seats(game, i), 0};
		struct at_rng rng;
		struct at_view view;
		union at_any truth, twin;
		at_rng_init(&rng, 77, i);
		at_init(game, &setup, &truth.head, NULL);
		play_some(game, &truth.head, &rng, (int)(10 + 9 * i));
		if (truth.head.turn < 0)
			continue;
		at_view(&truth.head, truth.head.turn, &view);
		at_guess(&view, &rng, &twin.head);
		assert_int_equal(ask(bot, &truth.head, i), ask(other, &twin.head, i));
	}
	free(bot);
	free(other);
}

static void secrets_change_nothing(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++)
		for (int k = 0; k < SPECS; k++)
			for (int m = 0; m < MAKERS; m++)
				secrets_change_nothing_for(game_number(g), makers[m],
							   m ? short_specs[k] : specs[k]);
}

static void bot_begin(void *bot, uint64_t seed)
{
	at_bot_begin(bot, seed);
}

static at_move bot_choose(void *bot, const struct at_view *view)
{
	return at_bot_choose(bot, view, NULL);
}

static void bot_saw(void *bot, at_move m)
{
	at_bot_saw(bot, m);
}

static uint64_t whole_game(const struct at_game *game, int seats, struct at_bot **bots)
{
	struct sitters x = {
	    .seats = seats, .begin = bot_begin, .choose = bot_choose, .saw = bot_saw};

	for (int i = 0; i < seats; i++)
		x.who[i] = bots[i];
	return sit_and_play(game, &x, 5, INT_MAX);
}

static void games_repeat(const struct at_game *game, int seats, maker *make_one,
			 const char *const *names)
{
	struct at_bot *bots[2][AT_SEATS_MAX];

	for (int i = 0; i < seats; i++)
		for (int twice = 0; twice < 2; twice++)
			bots[twice][i] =
			    make_one(game, names[(i + seats) % SPECS], twice ? 0xff : 0);
	assert_int_equal(whole_game(game, seats, bots[0]), whole_game(game, seats, bots[1]));
	for (int i = 0; i < seats; i++) {
		free(bots[0][i]);
		free(bots[1][i]);
	}
}

static void games_are_legal_and_repeat(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = game_number(g);
		for (int seats = game->seats_min; seats <= game->seats_max; seats++)
			games_repeat(game, seats, make, specs);
		games_repeat(game, game->seats_min, make_stranger, short_specs);
	}
}

/* A later decision of the same turn costs nothing but what the first one left. */
static void the_budget_is_for_a_turn(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *bot = make(game, "search:nodes=20000", 0);
	struct at_setup setup = {2, 0};
	struct at_choice choice;
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;
	uint64_t turn_nodes = 0;
	int decisions = 0;
	int seat;

	(void)state;
	at_rng_init(&rng, 3, 0);
	at_init(game, &setup, s, NULL);
	while (s->phase != RE_TURN || ((struct re_state *)s)->acted || s->ply < 60)
		play_some(game, s, &rng, 1);
	seat = s->turn;
	at_bot_begin(bot, 1);
	while (s->turn == seat) {
		struct at_view view;
		at_view(s, seat, &view);
		game->apply(s, at_bot_choose(bot, &view, &choice));
		turn_nodes += choice.nodes;
		decisions++;
	}
	assert_true(decisions > 2);
	assert_true(turn_nodes > 5000 && turn_nodes < 40000);
	free(bot);
}

static uint64_t nodes_spent(struct at_bot *bot, int seats)
{
	struct at_setup setup = {(uint8_t)seats, 0};
	struct at_choice choice;
	struct at_view view;
	struct at_rng rng;
	union at_any any;

	at_rng_init(&rng, 3, 0);
	at_init(&at_my_shelfie, &setup, &any.head, NULL);
	while (any.head.turn < 0)
		play_some(&at_my_shelfie, &any.head, &rng, 1);
	at_view(&any.head, any.head.turn, &view);
	at_bot_begin(bot, 1);
	at_bot_choose(bot, &view, &choice);
	return choice.nodes;
}

/* A level may have more with three and four players; who says a number means it. */
static void many_players_may_have_more_nodes(void **state)
{
	struct at_bot *bot = make(&at_my_shelfie, "search:nodes=300:many=3", 0);
	struct at_bot *given = make(&at_my_shelfie, "master:nodes=300", 0);

	(void)state;
	assert_int_equal(nodes_spent(bot, 2), 300);
	assert_int_equal(nodes_spent(bot, 3), 900);
	assert_int_equal(nodes_spent(bot, 4), 900);
	at_bot_budget(bot, 100, 300); /* a clock more or less changes nothing */
	assert_int_equal(nodes_spent(bot, 3), 900);
	at_bot_budget(bot, 0, 200);
	assert_int_equal(nodes_spent(bot, 3), 200);
	assert_int_equal(nodes_spent(given, 3), 300);
	free(bot);
	free(given);
}

/* Turns that are rated alike count once, so that they do not push the others out of the list. */
static void equal_turns_count_once(void **state)
{
	struct at_bot *bot = make(&at_reef, "search:nodes=100", 0);
	struct at_setup setup = {2, 0};
	at_move moves[AT_MOVES_MAX];
	struct at_rng rng;
	union at_any any;
	int all, n;

	(void)state;
	at_rng_init(&rng, 6, 0);
	at_init(&at_reef, &setup, &any.head, NULL);
	do {
		play_some(&at_reef, &any.head, &rng, 1);
		all = at_reef.moves(&any.head, moves);
	} while (all < 300);
	n = at_find_plans(bot, &any.head, bot->know->root);
	assert_true(n > 10);
	for (int i = 1; i < n; i++)
		assert_true(bot->plans[i].value < bot->plans[i - 1].value);
	free(bot);
}

/* One bot may play for several seats: a turn that follows another one's has a budget of its own. */
static void another_seat_is_another_turn(void **state)
{
	const struct at_game *game = &at_my_shelfie;
	struct at_bot *bot = make(game, "search:nodes=500", 0);
	struct at_setup setup = {2, 0};
	struct at_rng rng;
	union at_any any;

	(void)state;
	at_rng_init(&rng, 3, 0);
	at_init(game, &setup, &any.head, NULL);
	play_some(game, &any.head, &rng, 0);
	at_bot_begin(bot, 1);
	for (int i = 0; i < 4; i++) {
		struct at_choice choice;
		struct at_view view;
		at_view(&any.head, any.head.turn, &view);
		game->apply(&any.head, at_bot_choose(bot, &view, &choice));
		assert_true(any.head.turn >= 0);
		assert_int_equal(choice.nodes, 500);
	}
	free(bot);
}

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

/* Tables are stored with the numbers, so those of the first four stand for good; the ladder has
 * every name once. */
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

static void advice_lists_what_was_asked_of(struct at_bot *bot, const struct at_state *s)
{
	at_move moves[AT_MOVES_MAX];
	struct at_choice choice;
	struct at_view view;
	int n = at_moves(s, moves);

	at_view(s, s->turn, &view);
	at_bot_ask(bot, &view, &moves[n - 1], 1, &choice);
	assert_true(choice.count > 0);
	for (int i = 0; i < choice.count; i++) {
		double sum = 0;
		for (int k = 0; k < s->seats; k++)
			sum += choice.list[i].win[k];
		assert_true(fabs(sum - 1) < 1e-6);
	}
	assert_true(choice.asked.move == moves[n - 1] && choice.asked.visits > 0);
}

static void advice_lists_what_was_asked(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++)
		for (int m = 0; m < MAKERS; m++) {
			const struct at_game *game = game_number(g);
			struct at_bot *bot =
			    makers[m](game, m ? short_specs[3] : "search:nodes=2000", 0);
			struct at_setup setup = {game->seats_min, 0};
			struct at_rng rng;
			union at_any any;
			int plies = 14; /* fewer, where a game is shorter */
			do {
				at_rng_init(&rng, 9, 0);
				at_init(game, &setup, &any.head, NULL);
				play_some(game, &any.head, &rng, plies--);
			} while (any.head.turn < 0);
			advice_lists_what_was_asked_of(bot, &any.head);
			free(bot);
		}
}

/* A game that nobody has told the bots about has all levels. */
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

/* With four a search of few nodes comes to little else than which turns it looks at: ratings that
 * are worse than greedy's win 5 of these 40 games. */
static void search_holds_its_own_with_four(void **state)
{
	struct at_bot *search = make(&at_my_shelfie, "search:nodes=600", 0);
	struct at_bot *greedy = make(&at_my_shelfie, "greedy", 0);

	(void)state;
	assert_true(shares_won_among(&at_my_shelfie, search, greedy, 40, 4) > 8);
	free(search);
	free(greedy);
}

/* Each rung that thinks quickly against the one below; the upper ones are measured elsewhere
 * (docs/strength.md). */
static void the_lower_rungs_rise(void **state)
{
	const struct at_game *game = &at_my_shelfie;

	(void)state;
	for (int i = 0; strcmp(at_ladder[i], "hard") != 0; i++) {
		struct at_bot *below = make(game, i ? at_ladder[i - 1] : "random", 0);
		struct at_bot *bot = make(game, at_ladder[i], 0);
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

/* Who is hasty takes what brings points now, who forgets something often chooses another turn, and
 * who makes no mistakes always the same. */
static void mistakes_are_as_described(void **state)
{
	enum { PLAIN, FORGETFUL, HASTY, KINDS };
	static const char *const names[] = {"greedy", "greedy:forget=0.4", "greedy:hasty=1"};
	const struct at_game *game = &at_reef;
	struct at_bot *bot[KINDS];
	int others[KINDS] = {0}, richer = 0;

	(void)state;
	for (int k = 0; k < KINDS; k++)
		bot[k] = make(game, names[k], 0);
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

/* With no more than the rules. */
static void strangers_play_better_than_chance(void **state)
{
	static const char *const bots[] = {"greedy", "flat:nodes=600", "search:nodes=100"};
	const struct at_game *game = &at_my_shelfie;

	(void)state;
	for (int i = 0; i < 3; i++) {
		struct at_bot *bot = make_stranger(game, bots[i], 0);
		struct at_bot *random = make(game, "random", 0);
		assert_true(shares_won(game, bot, random, 12) > 10);
		free(bot);
		free(random);
	}
}

/* What random games come to is what a stranger expects of the first position. */
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

static bool is_among(const struct at_plan *plans, int n, at_move m)
{
	for (int i = 0; i < n; i++)
		if (plans[i].moves[0] == m)
			return true;
	return false;
}

/* However few turns the position has besides: eight in all are as many as other nodes begin with,
 * before they get more; the root's must stay as they are. */
static void the_answer_is_about_what_was_asked(void **state)
{
	struct at_bot *bot = make(&at_reef, "search:nodes=600", 0);
	int asked = 0;

	(void)state;
	for (uint64_t i = 0; asked < 12; i++) {
		struct at_setup setup = {2, 0};
		at_move moves[AT_MOVES_MAX];
		struct at_choice choice;
		struct at_view view;
		struct at_rng rng;
		union at_any any;
		int n;
		at_rng_init(&rng, 8, i);
		at_init(&at_reef, &setup, &any.head, NULL);
		play_some(&at_reef, &any.head, &rng, (int)(20 + i % 90));
		if (any.head.turn < 0 || at_find_plans(bot, &any.head, bot->know->root) != 7)
			continue;
		n = at_reef.moves(&any.head, moves);
		while (n > 0 && is_among(bot->plans, 7, moves[n - 1]))
			n--;
		if (n == 0)
			continue;
		asked++;
		at_view(&any.head, any.head.turn, &view);
		at_bot_begin(bot, i);
		at_bot_ask(bot, &view, &moves[n - 1], 1, &choice);
		assert_true(choice.asked.move == moves[n - 1]);
		assert_true(choice.asked.visits * 2 > choice.list[0].visits);
		assert_true(fabs(choice.asked.win[0] + choice.asked.win[1] - 1) < 1e-6);
	}
	free(bot);
}

/* The best turn, asked about move by move, is the best turn; after another first move the bot goes
 * on as it likes. */
static void whole_turns_can_be_asked_about(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *bot = make(game, "search:nodes=5000", 0);
	struct at_setup setup = {2, 0};
	struct at_choice free_choice, choice;
	at_move moves[AT_MOVES_MAX];
	struct at_view view;
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;

	(void)state;
	at_rng_init(&rng, 3, 0);
	at_init(game, &setup, s, NULL);
	while (s->phase != RE_TURN || ((struct re_state *)s)->acted || s->ply < 60)
		play_some(game, s, &rng, 1);
	at_view(s, s->turn, &view);
	at_bot_begin(bot, 1);
	at_bot_ask(bot, &view, NULL, 0, &free_choice);
	assert_true(free_choice.length > 1 && free_choice.asked.visits == 0);
	assert_true(free_choice.turn[0] == free_choice.move);
	at_bot_begin(bot, 1);
	at_bot_ask(bot, &view, free_choice.turn, free_choice.length, &choice);
	assert_true(choice.asked.move == choice.move);
	assert_int_equal(choice.asked.visits, choice.list[0].visits);
	assert_true(choice.asked.win[s->turn] == choice.list[0].win[s->turn]);
	for (int i = 0, n = game->moves(s, moves); i < n; i++) {
		at_bot_begin(bot, 1);
		at_bot_ask(bot, &view, &moves[i], 1, &choice);
		assert_true(choice.asked.move == moves[i]);
		assert_true(choice.asked.visits * 2 > choice.list[0].visits);
	}
	free(bot);
}

/* What is foretold has the order of what was judged, and is the score once the game is over. */
static void forecasts_agree_with_judgements(void **state)
{
	(void)state;
	for (int seats = 2; seats <= 4; seats++) {
		const struct at_knowledge *know = &at_know_reef_encounter;
		struct at_setup setup = {(uint8_t)seats, 0};
		struct at_rng rng;
		union at_any any;
		struct at_state *s = &any.head;
		at_rng_init(&rng, 4, (uint64_t)seats);
		at_init(know->game, &setup, s, NULL);
		while (s->turn != AT_OVER) {
			double judged[AT_SEATS_MAX], points[AT_SEATS_MAX], win[AT_SEATS_MAX];
			double sum = 0;
			play_some(know->game, s, &rng, 20);
			at_know_judge(know, know->weights, s, win, judged);
			memcpy(points, judged, sizeof points);
			at_know_foretell(know, s, points);
			for (int i = 0; i < seats; i++) {
				struct at_score score;
				at_score(s, i, &score);
				sum += win[i];
				assert_true(s->turn != AT_OVER || points[i] == score.total);
				for (int k = 0; k < i; k++)
					assert_true(
					    (judged[i] - judged[k]) * (points[i] - points[k]) >= 0);
			}
			assert_true(fabs(sum - 1) < 1e-9);
		}
	}
}

/* What Reef's hidden cards may be is heard by who gives advice, and does not change who plays. */
static void reef_listens_for_advice_alone(void **state)
{
	struct at_bot *bot = make(&at_reef, "search:nodes=100", 0);
	struct at_bot *deaf = make(&at_reef, "search:nodes=100", 0);
	struct at_knowledge know = at_know_reef;
	int heard = 0;

	(void)state;
	know.listen = NULL;
	know.guess = NULL;
	deaf->know = &know;
	for (uint64_t i = 0; i < 8; i++) {
		static struct at_choice one, other;
		struct at_setup setup = {2, 0};
		struct at_view view;
		struct at_rng rng;
		union at_any any;
		at_rng_init(&rng, 8, i);
		at_init(&at_reef, &setup, &any.head, NULL);
		play_some(&at_reef, &any.head, &rng, (int)i);
		at_view(&any.head, any.head.turn, &view);
		assert_int_equal(ask(bot, &any.head, i), ask(deaf, &any.head, i));
		at_bot_begin(bot, i);
		at_bot_ask(bot, &view, NULL, 0, &one);
		at_bot_begin(deaf, i);
		at_bot_ask(deaf, &view, NULL, 0, &other);
		heard += one.list[0].points[0] != other.list[0].points[0];
	}
	assert_true(heard > 4);
	free(bot);
	free(deaf);
}

/* Weighted by the odds, the luck of all outcomes of a draw is nothing. */
static double luck_of_all(struct at_bot *bot, const struct at_state *s, const at_move *moves, int n)
{
	uint32_t odds[AT_MOVES_MAX];
	double sum = 0;

	at_game_of(s)->weights(s, odds);
	for (int k = 0; k < n; k++) {
		struct at_luck luck = {0};
		at_bot_begin(bot, 1);
		at_luck_look(bot, s, moves[k], &luck);
		sum += odds[k] * luck.win[s->seats - 1];
	}
	return sum;
}

static void luck_has_no_favourites_in(const struct at_game *game, maker *make_one)
{
	struct at_bot *bot = make_one(game, "greedy", 0);
	struct at_setup setup = {some_seats(game, 1), 0};
	struct at_rng rng;
	union at_any any;

	at_rng_init(&rng, 4, 0);
	at_init(game, &setup, &any.head, NULL);
	for (int i = 0; i < 60 && any.head.turn != AT_OVER; i++) {
		at_move moves[AT_MOVES_MAX];
		int n = game->moves(&any.head, moves);
		if (any.head.turn == AT_CHANCE)
			assert_true(fabs(luck_of_all(bot, &any.head, moves, n)) < 1e-6);
		game->apply(&any.head, moves[at_rng_below(&rng, (uint32_t)n)]);
	}
	free(bot);
}

static void luck_has_no_favourites(void **state)
{
	(void)state;
	for (int g = 0; g <= at_games(); g++)
		for (int m = 0; m < MAKERS; m++)
			luck_has_no_favourites_in(game_number(g), makers[m]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(secrets_change_nothing),
	    cmocka_unit_test(games_are_legal_and_repeat),
	    cmocka_unit_test(the_budget_is_for_a_turn),
	    cmocka_unit_test(many_players_may_have_more_nodes),
	    cmocka_unit_test(equal_turns_count_once),
	    cmocka_unit_test(another_seat_is_another_turn),
	    cmocka_unit_test(levels_exist_and_specs_read),
	    cmocka_unit_test(levels_keep_their_numbers),
	    cmocka_unit_test(the_lower_rungs_rise),
	    cmocka_unit_test(search_holds_its_own_with_four),
	    cmocka_unit_test(mistakes_are_as_described),
	    cmocka_unit_test(every_game_has_levels),
	    cmocka_unit_test(strangers_play_better_than_chance),
	    cmocka_unit_test(strangers_learn_how_a_game_goes),
	    cmocka_unit_test(advice_lists_what_was_asked),
	    cmocka_unit_test(the_answer_is_about_what_was_asked),
	    cmocka_unit_test(whole_turns_can_be_asked_about),
	    cmocka_unit_test(forecasts_agree_with_judgements),
	    cmocka_unit_test(reef_listens_for_advice_alone),
	    cmocka_unit_test(luck_has_no_favourites),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
