/* What bots believe and forecast: guesses that use what was seen, calibrated win probabilities,
 * and the statistics of forecasts. */
#include "calibration.h"
#include "knowledge.h"
#include "my_shelfie/my_shelfie.h"
#include "play.h"
#include "reef/reef.h"
#include "reef_encounter/reef_encounter.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A position after this many moves of random play, or a little later, when a seat decides. */
static void some_position(const struct at_game *game, int seats, struct at_rng *rng, int plies,
			  struct at_state *s)
{
	struct at_setup setup = {(uint8_t)seats, 0};
	at_move moves[AT_MOVES_MAX];

	assert_int_equal(at_init(game, &setup, s, NULL), AT_OK);
	while (s->turn != AT_OVER && (plies-- > 0 || s->turn == AT_CHANCE)) {
		if (s->turn == AT_CHANCE)
			game->apply(s, at_draw(game, s, rng));
		else
			game->apply(s, moves[at_rng_below(rng, (uint32_t)game->moves(s, moves))]);
	}
}

/* A world sampled from the view, by a belief in memory with old contents. */
static void guess_with(const struct at_view *view, int garbage, uint64_t seed, union at_any *out)
{
	const struct at_knowledge *know = at_knowledge_of(at_game_of(&view->state.head));
	struct at_belief belief;
	struct at_rng rng;

	memset(&belief, garbage, sizeof belief);
	memset(out, garbage, sizeof *out);
	at_rng_init(&rng, seed, 0);
	at_know_listen(know, view, &belief);
	at_know_guess(know, view, &belief, &rng, &out->head);
}

static void guesses_fit_and_see_no_more_than_the_view(void **state)
{
	(void)state;
	for (int g = 0; g < at_games(); g++)
		for (uint64_t i = 0; i < 60; i++) {
			const struct at_game *game = at_game(g);
			union at_any truth, twin, one, two;
			struct at_view view, again;
			struct at_fail fail;
			struct at_rng rng;
			at_rng_init(&rng, 14, i);
			some_position(game, 2 + (int)i % 3, &rng, (int)i * 3, &truth.head);
			if (truth.head.turn < 0)
				continue;
			at_view(&truth.head, truth.head.turn, &view);
			at_guess(&view, &rng, &twin.head);
			guess_with(&view, 0x55, i, &one);
			if (at_check(&one.head, &fail))
				fail_msg("%s: %s", game->name, fail.why);
			at_view(&one.head, truth.head.turn, &again);
			assert_memory_equal(&view.state, &again.state, game->state_size);
			/* the same to the mover, whatever the other seats hide */
			at_view(&twin.head, truth.head.turn, &again);
			guess_with(&again, 0xaa, i, &two);
			assert_memory_equal(&one, &two, game->state_size);
		}
}

/* A game of My Shelfie in which seat 1's shelf holds these cells of a goal and nothing else. */
static void show_goal(struct ms_state *p, int goal, int cells)
{
	struct at_rng rng;

	at_rng_init(&rng, 3, 0);
	some_position(&at_my_shelfie, 2, &rng, 0, &p->head);
	p->personal[0] = 1;
	p->personal[1] = (uint8_t)goal;
	for (int t = 0; t < cells; t++)
		p->shelf[1][t] |= 1u << ms_wanted[goal][t];
}

/* In how many of the guesses seat 0 takes this for seat 1's goal. */
static int believed(const struct ms_state *p, int goal, int guesses)
{
	struct at_view view;
	union at_any world;
	int n = 0;

	at_view(&p->head, 0, &view);
	for (int i = 0; i < guesses; i++) {
		guess_with(&view, 0, (uint64_t)i, &world);
		n += ((struct ms_state *)&world)->personal[1] == goal;
	}
	return n;
}

static void a_shelf_shows_its_goal(void **state)
{
	union at_any any;
	struct ms_state *p = (struct ms_state *)&any;

	(void)state;
	for (int goal = 2; goal <= MS_PERSONAL_GOALS; goal++) {
		int before = 0;
		show_goal(p, goal, 5);
		assert_true(believed(p, goal, 100) > 90);
		/* more cells make it more certain, but only once there is something to see */
		for (int cells = 0; cells <= 3; cells++) {
			int now;
			show_goal(p, goal, cells);
			now = believed(p, goal, 400);
			assert_true(cells > 0 || (now > 5 && now < 80));
			assert_true(now >= before);
			before = now;
		}
	}
}

static void no_goal_is_ruled_out(void **state)
{
	union at_any any;
	struct ms_state *p = (struct ms_state *)&any;
	struct at_belief belief;
	struct at_view view;

	(void)state;
	show_goal(p, 2, MS_TYPES);
	p->shelf[1][0] |= MS_SHELF_FULL & ~ms_shelf(p, 1);
	at_view(&p->head, 0, &view);
	at_know_listen(&at_know_my_shelfie, &view, &belief);
	for (int goal = 1; goal <= MS_PERSONAL_GOALS; goal++)
		assert_true(belief.odds[1][goal] > 0);
}

/* The mean odds of the cards that score nothing on a reef, and how many of the cards that score
 * are likelier than that. */
static void compare_cards(const struct rf_state *p, int seat, const struct at_belief *belief,
			  int *scoring, int *likelier)
{
	double mean = 0;
	int useless = 0;

	for (uint64_t set = p->deck; set;) {
		int card = at_pop64(&set);
		assert_true(belief->odds[seat][card] > 0);
		if (rf_occurrences(&p->reef[seat], card) == 0) {
			mean += belief->odds[seat][card];
			useless++;
		}
	}
	for (uint64_t set = p->deck; set;) {
		int card = at_pop64(&set);
		if (rf_card[card].value * rf_occurrences(&p->reef[seat], card) < 4)
			continue;
		++*scoring;
		*likelier += belief->odds[seat][card] * useless > mean;
	}
}

/* Cards of the first deal were kept for the present reef. */
static void a_reef_shows_its_cards(void **state)
{
	int scoring = 0, likelier = 0;

	(void)state;
	for (uint64_t i = 0; i < 20; i++) {
		union at_any any;
		struct rf_state *p = (struct rf_state *)&any;
		struct at_belief belief;
		struct at_view view;
		struct at_rng rng;
		int other;
		at_rng_init(&rng, 5, i);
		some_position(&at_reef, 2, &rng, 0, &any.head);
		other = !any.head.turn;
		for (int k = 0; k < 14; k++) {
			int space = (int)at_rng_below(&rng, RF_SPACES);
			if (rf_height(&p->reef[other], space) < RF_HEIGHT)
				rf_place(&p->reef[other], space,
					 (int)at_rng_below(&rng, RF_COLOURS));
		}
		at_view(&any.head, any.head.turn, &view);
		at_know_listen(&at_know_reef, &view, &belief);
		compare_cards((const struct rf_state *)&view.state, other, &belief, &scoring,
			      &likelier);
	}
	assert_true(scoring > 20 && likelier * 10 > scoring * 9);
}

/* A calibrated win probability is again between 0 and 1, grows with the raw value, and is never
 * certain. */
/* The larger the found and seen values, the larger the reported probability; it is never
 * certain. */
static void makes_shares(const struct at_trust *trust, int seats)
{
	const double points[AT_SEATS_MAX] = {30, 40, 35, 20};

	for (int left = 0; left <= 10; left++) {
		double before = 0;
		for (int i = 0; i <= 20; i++) {
			double win[AT_SEATS_MAX], first[AT_SEATS_MAX], sum = 0;
			for (int k = 0; k < seats; k++)
				first[k] = k ? (1 - i / 20.0) / (seats - 1) : i / 20.0;
			memcpy(win, first, sizeof win);
			at_trust_shares(trust, seats, 0, left / 10.0, win, first, points);
			for (int k = 0; k < seats; k++)
				sum += win[k];
			assert_true(fabs(sum - 1) < 1e-9);
			assert_true(win[0] > before && win[0] < 1);
			before = win[0];
		}
	}
}

static void trust_makes_shares(void **state)
{
	(void)state;
	for (int g = 0; g < at_games(); g++)
		for (int seats = 2; seats <= 4; seats++) {
			const struct at_knowledge *know = at_knowledge_of(at_game(g));
			if (know->trust)
				makes_shares(&know->trust[seats - 2], seats);
			if (know->net_trust)
				makes_shares(&know->net_trust[seats - 2], seats);
		}
}

static void trust_is_what_it_says(void **state)
{
	const struct at_trust plain = {.sure = {1, 1, 1}};
	const struct at_trust twice = {
	    .sure = {2, 2, 2}, .lead = {0, 0.1, 0}, .turn = {0, 0, -1}, .doubt = {0.1, 0.1, 0.1}};
	const struct at_trust both = {.sure = {1, 1, 1}, .first = {0, 0.5, 3}};
	double win[2] = {0.75, 0.25};
	const double first[2] = {0.2, 0.8};
	const double points[2] = {12, 10};

	(void)state;
	at_trust_shares(&plain, 2, 0, 0.3, win, first, points);
	assert_true(fabs(win[0] - 0.75) < 1e-9);
	/* 0.725 and 0.275 squared, e^0.2 for two points in the middle of the game */
	at_trust_shares(&twice, 2, 0, 0.5, win, first, points);
	assert_true(fabs(win[0] / win[1] - 0.525625 * exp(0.2) / 0.075625) < 1e-6);
	/* at the start it is a disadvantage to move first */
	win[0] = win[1] = 0.5;
	at_trust_shares(&twice, 2, 1, 1, win, first, points);
	assert_true(fabs(win[0] / win[1] - exp(1)) < 1e-6);
	/* the first move's value has a weight: the power of 1/4 after three quarters of the game */
	win[0] = win[1] = 0.5;
	at_trust_shares(&both, 2, 0, 0.25, win, first, points);
	assert_true(fabs(win[0] / win[1] - pow(0.25, 0.25)) < 1e-6);
}

/* A reported probability combines what the search found with what was seen right after the turn;
 * both are probabilities. */
static void what_is_told_says_what_it_is_made_of(void **state)
{
	static struct at_choice choice;
	void *memory = malloc(AT_BOT_MEMORY);

	(void)state;
	for (int g = 0; g < at_games(); g++)
		for (int seats = 2; seats <= 4; seats++) {
			const struct at_game *game = at_game(g);
			const struct at_knowledge *know = at_knowledge_of(game);
			struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = 3000};
			struct at_bot *bot = at_bot_init(memory, AT_BOT_MEMORY, game, &spec, NULL);
			double win[AT_SEATS_MAX], found = 0, first = 0;
			const struct at_candidate *c = &choice.list[0];
			const struct at_state *s;
			struct at_view view;
			struct at_rng rng;
			union at_any any;
			at_rng_init(&rng, 7, (uint64_t)seats);
			some_position(game, seats, &rng, 60, &any.head);
			s = &any.head;
			at_view(s, s->turn, &view);
			at_bot_ask(bot, &view, NULL, 0, &choice);
			for (int i = 0; i < seats; i++) {
				found += c->found[i];
				first += c->first[i];
			}
			assert_true(fabs(found - 1) < 1e-9 && fabs(first - 1) < 1e-9);
			memcpy(win, c->found, sizeof win);
			at_trust_shares(at_know_trust(know, &spec, seats), seats, s->turn,
					at_know_left(know, s), win, c->first, c->points);
			for (int i = 0; i < seats; i++)
				assert_true(fabs(win[i] - c->win[i]) < 1e-9);
		}
	free(memory);
}

/* A second analysis differs by about the error that was reported. */
static void errors_are_honest(void **state)
{
	static const struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = 800};
	static struct at_choice choice;
	void *memory = malloc(AT_BOT_MEMORY);
	double spread = 0, error = 0;

	(void)state;
	for (uint64_t i = 0; i < 8; i++) {
		struct at_bot *bot =
		    at_bot_init(memory, AT_BOT_MEMORY, &at_my_shelfie, &spec, NULL);
		double sum = 0, squares = 0;
		struct at_view view;
		struct at_rng rng;
		union at_any any;
		at_rng_init(&rng, 6, i);
		some_position(&at_my_shelfie, 2, &rng, 40 + 4 * (int)i, &any.head);
		at_view(&any.head, any.head.turn, &view);
		for (uint64_t k = 0; k < 6; k++) {
			double win;
			at_bot_begin(bot, 100 + k);
			at_bot_ask(bot, &view, NULL, 0, &choice);
			win = choice.list[0].win[any.head.turn];
			sum += win;
			squares += win * win;
			error += choice.list[0].error * choice.list[0].error / 6;
		}
		spread += (squares - sum * sum / 6) / 5;
	}
	assert_true(sqrt(spread) < 2 * sqrt(error) && sqrt(spread) > 0.2 * sqrt(error));
	free(memory);
}

/* Three forecasts in two games: 0.8 and it came true, 0.3 and it did not; 0.6 and it did not. */
static void calibration_adds_up(void **state)
{
	static const struct at_said said[] = {
	    {.game = 0,
	     .turn = 0,
	     .turns = 2,
	     .seat = 0,
	     .seats = 2,
	     .win = {0.8, 0.2},
	     .came = {1, 0},
	     .points = {10, 0},
	     .scored = {12, 0}},
	    {.game = 0,
	     .turn = 1,
	     .turns = 2,
	     .seat = 0,
	     .seats = 2,
	     .win = {0.9, 0.1},
	     .came = {1, 0},
	     .points = {12, 0},
	     .scored = {12, 0}},
	    {.game = 1,
	     .turn = 0,
	     .turns = 1,
	     .seat = 1,
	     .seats = 2,
	     .win = {0.14, 0.86},
	     .came = {1, 0},
	     .points = {0, 10},
	     .scored = {0, 9}},
	};
	struct at_calibration c;
	double d, first, second;

	(void)state;
	at_calibrate(said, 3, &c);
	assert_int_equal(c.games, 2);
	assert_int_equal(c.count, 3);
	assert_int_equal(c.bin[8].count, 2);
	assert_int_equal(c.bin[9].count, 1);
	assert_int_equal(c.bin[0].count, 0);
	assert_true(fabs(c.bin[8].said - 0.83) < 1e-9 && fabs(c.bin[8].came - 0.5) < 1e-9);
	assert_true(fabs(c.brier - (0.04 + 0.01 + 0.7396) / 3) < 1e-9);
	assert_true(fabs(c.points - (2 + 0 + 1) / 3.0) < 1e-9);
	assert_int_equal(c.part[0].count, 2);
	assert_int_equal(c.part[4].count, 1);
	/* the mean of all differences, and each game's sum of differences from it */
	d = (-0.2 - 0.1 + 0.86) / 3;
	first = -0.2 - 0.1 - 2 * d;
	second = 0.86 - d;
	assert_true(fabs(c.all.said - c.all.came - d) < 1e-9);
	assert_true(fabs(c.all.half - 1.96 * sqrt(2 * (first * first + second * second)) / 3) <
		    1e-9);
	/* one seat decided twice */
	assert_int_equal(c.pairs, 1);
	assert_true(fabs(c.change - 0.1) < 1e-9 && fabs(c.jump - 0.1) < 1e-9);
}

static void bins_may_differ_a_little(void **state)
{
	(void)state;
	assert_true(at_bin_is_true(&(struct at_bin){.count = 9, .said = 0.54, .came = 0.505}));
	assert_false(at_bin_is_true(&(struct at_bin){.count = 9, .said = 0.55, .came = 0.5}));
	assert_true(
	    at_bin_is_true(&(struct at_bin){.count = 9, .said = 0.55, .came = 0.5, .half = 0.06}));
	assert_true(at_bin_is_true(&(struct at_bin){0}));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(guesses_fit_and_see_no_more_than_the_view),
	    cmocka_unit_test(a_shelf_shows_its_goal),
	    cmocka_unit_test(no_goal_is_ruled_out),
	    cmocka_unit_test(a_reef_shows_its_cards),
	    cmocka_unit_test(trust_makes_shares),
	    cmocka_unit_test(trust_is_what_it_says),
	    cmocka_unit_test(what_is_told_says_what_it_is_made_of),
	    cmocka_unit_test(errors_are_honest),
	    cmocka_unit_test(calibration_adds_up),
	    cmocka_unit_test(bins_may_differ_a_little),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
