/* Bots: their moves are legal, depend only on the seat's view and can be repeated; and the cost
 * of a turn. */
#include "bots_laws.h"
#include "sit.h"

#include <limits.h>

static const char *const specs[] = {"random",         "greedy",
				    "flat:nodes=300", "search:nodes=300",
				    "greedy:noise=2", "search:nodes=200:noise=2"};
enum { SPECS = sizeof specs / sizeof specs[0] };

/* For bots that play every node to the end of the game. */
static const char *const short_specs[SPECS] = {"random",         "greedy",
					       "flat:nodes=60",  "search:nodes=20",
					       "greedy:noise=2", "search:nodes=20:noise=2"};

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
			games_repeat(game, seats, make_bot, specs);
		games_repeat(game, game->seats_min, make_stranger, short_specs);
	}
}

/* A later decision of the same turn may use only what the first one left. */
static void the_budget_is_for_a_turn(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *bot = make_bot(game, "search:nodes=20000", 0);
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

/* A level may get more nodes with three and four players; a spec with a number gets exactly
 * that. */
static void many_players_may_have_more_nodes(void **state)
{
	struct at_bot *bot = make_bot(&at_my_shelfie, "search:nodes=300:many=3", 0);
	struct at_bot *given = make_bot(&at_my_shelfie, "master:nodes=300", 0);

	(void)state;
	assert_int_equal(nodes_spent(bot, 2), 300);
	assert_int_equal(nodes_spent(bot, 3), 900);
	assert_int_equal(nodes_spent(bot, 4), 900);
	at_bot_budget(bot, 100, 300); /* the clock changes nothing */
	assert_int_equal(nodes_spent(bot, 3), 900);
	at_bot_budget(bot, 0, 200);
	assert_int_equal(nodes_spent(bot, 3), 200);
	assert_int_equal(nodes_spent(given, 3), 300);
	free(bot);
	free(given);
}

/* The work that takes a slow device a few seconds does not grow with the number of players. */
static void by_nodes_none_has_more_than_a_slow_device_can(void **state)
{
	static const struct {
		uint32_t nodes, many, left;
	} cases[] = {{7000, 14, 14}, {100000, 3, 2}, {400000, 3, 1}};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
		struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .ms = 900};
		spec.nodes = cases[i].nodes;
		spec.many = cases[i].many;
		at_bot_by_nodes(&spec);
		assert_int_equal(spec.ms, 0);
		assert_int_equal(spec.many, cases[i].left);
	}
}

/* Turns with equal ratings count once, so that they do not push others out of the list. */
static void equal_turns_count_once(void **state)
{
	struct at_bot *bot = make_bot(&at_reef, "search:nodes=100", 0);
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

/* The mover's win probability at the end of a plan, by the net. */
static double win_after(const struct at_bot *bot, const struct at_state *s,
			const struct at_plan *plan)
{
	const struct at_bot_spec any = {.kind = AT_BOT_SEARCH};
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	union at_any after;

	memcpy(&after, s, bot->game->state_size);
	for (int i = 0; i < plan->length; i++)
		bot->game->apply(&after.head, plan->moves[i]);
	at_know_judge_by(at_know_net(bot->know, &any, s->seats), bot->know, bot->weights,
			 &after.head, win, points);
	return win[s->turn];
}

/* How many plans the net rates better than all plans before them. */
static int plans_out_of_order(const struct at_bot *bot, const struct at_state *s)
{
	int count = 0;

	for (int i = 1; i < bot->plan_count; i++)
		count += win_after(bot, s, &bot->plans[i]) > win_after(bot, s, &bot->plans[i - 1]);
	return count;
}

/* The weighted sum finds turns; the net decides which of them are tried first. */
static void long_turns_are_tried_in_the_order_of_the_net(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *bot = make_bot(game, "search:nodes=5000", 0);
	struct at_bot *linear = make_bot(game, "search:nodes=5000:net=off", 0);
	struct at_setup setup = {2, 0};
	struct at_rng rng;
	union at_any any;
	int n;

	(void)state;
	at_rng_init(&rng, 11, 0);
	at_init(game, &setup, &any.head, NULL);
	do {
		play_some(game, &any.head, &rng, 1);
		n = at_find_plans(bot, &any.head, at_root_effort(bot));
	} while (n <= 30);
	at_rate_plans(bot, &any.head);
	assert_int_equal(bot->plan_count, n);
	assert_int_equal(plans_out_of_order(bot, &any.head), 0);
	assert_int_equal(at_find_plans(linear, &any.head, at_root_effort(linear)), n);
	at_rate_plans(linear, &any.head);
	assert_true(plans_out_of_order(linear, &any.head) > 0);
	free(bot);
	free(linear);
}

/* One bot may play for several seats: a turn right after another seat's has its own budget. */
static void another_seat_is_another_turn(void **state)
{
	const struct at_game *game = &at_my_shelfie;
	struct at_bot *bot = make_bot(game, "search:nodes=500", 0);
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

/* In Reef the search for a move stops when the best turn leads by a quarter of the rest; a
 * search for advice uses all of its budget. */
static void a_turn_that_is_settled_is_played(void **state)
{
	enum { NODES = 2000 };
	const struct at_game *game = &at_reef;
	struct at_bot *bot = make_bot(game, "search:nodes=2000", 0);
	struct at_setup setup = {2, 0};
	int early = 0;
	struct at_rng rng;
	union at_any any;

	(void)state;
	at_rng_init(&rng, 3, 0);
	at_init(game, &setup, &any.head, NULL);
	at_bot_begin(bot, 1);
	for (int i = 0; i < 12; i++) {
		struct at_choice choice, other;
		struct at_view view;
		while (any.head.turn < 0)
			play_some(game, &any.head, &rng, 1);
		at_view(&any.head, any.head.turn, &view);
		at_bot_ask(bot, &view, NULL, 0, &other);
		game->apply(&any.head, at_bot_choose(bot, &view, &choice));
		if (other.count == 1)
			continue; /* only one choice */
		assert_int_equal(other.nodes, NODES);
		if (choice.nodes == NODES)
			continue;
		assert_true(4 * (choice.list[0].visits - choice.list[1].visits) >
			    NODES - choice.nodes);
		early++;
	}
	assert_in_range(early, 4, 12);
	free(bot);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(secrets_change_nothing),
	    cmocka_unit_test(games_are_legal_and_repeat),
	    cmocka_unit_test(the_budget_is_for_a_turn),
	    cmocka_unit_test(many_players_may_have_more_nodes),
	    cmocka_unit_test(by_nodes_none_has_more_than_a_slow_device_can),
	    cmocka_unit_test(equal_turns_count_once),
	    cmocka_unit_test(long_turns_are_tried_in_the_order_of_the_net),
	    cmocka_unit_test(another_seat_is_another_turn),
	    cmocka_unit_test(a_turn_that_is_settled_is_played),
	};

	int failed = cmocka_run_group_tests_name("bots", tests, NULL, NULL);
	failed += bots_level_tests();
	failed += bots_advice_tests();
	return failed;
}
