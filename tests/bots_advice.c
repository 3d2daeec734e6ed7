/* What bots report besides their moves: advice, forecasts, the luck of draws. */
#include "bots_laws.h"

#include "luck.h"

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
			    makers[m](game, m ? "search:nodes=20" : "search:nodes=2000", 0);
			struct at_setup setup = {game->seats_min, 0};
			struct at_rng rng;
			union at_any any;
			int plies = 14; /* fewer, if a game is shorter */
			do {
				at_rng_init(&rng, 9, 0);
				at_init(game, &setup, &any.head, NULL);
				play_some(game, &any.head, &rng, plies--);
			} while (any.head.turn < 0);
			advice_lists_what_was_asked_of(bot, &any.head);
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

/* The root starts with eight turns however many there are, as other nodes do before they get
 * more; it must stay so. */
static void the_answer_is_about_what_was_asked(void **state)
{
	struct at_bot *bot = make_bot(&at_reef, "search:nodes=600", 0);
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

/* The best turn, given move by move as a question, is the best turn again; after another first
 * move the bot continues as it likes. */
static void whole_turns_can_be_asked_about(void **state)
{
	const struct at_game *game = &at_reef_encounter;
	struct at_bot *bot = make_bot(game, "search:nodes=5000", 0);
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

/* Forecasts are ordered as the judged values, and are the score once the game is over. */
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

/* The belief about Reef's hidden cards is used for advice, and does not change moves. */
static void reef_listens_for_advice_alone(void **state)
{
	struct at_bot *bot = make_bot(&at_reef, "search:nodes=100", 0);
	struct at_bot *deaf = make_bot(&at_reef, "search:nodes=100", 0);
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

/* Weighted by the odds, the luck of all outcomes of a draw sums to zero. */
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

int bots_advice_tests(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(advice_lists_what_was_asked),
	    cmocka_unit_test(the_answer_is_about_what_was_asked),
	    cmocka_unit_test(whole_turns_can_be_asked_about),
	    cmocka_unit_test(forecasts_agree_with_judgements),
	    cmocka_unit_test(reef_listens_for_advice_alone),
	    cmocka_unit_test(luck_has_no_favourites),
	};

	return cmocka_run_group_tests_name("advice", tests, NULL, NULL);
}
