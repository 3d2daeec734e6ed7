/* Teams: several threads choose legal moves, the same ones every time, with the effort of one; a
 * team of one is a bot. */
#include "team.h"
#include "my_shelfie/my_shelfie.h"
#include "reef/reef.h"

#include "play.h"
#include "sit.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct at_bot_spec read_spec(const struct at_game *game, const char *text)
{
	struct at_bot_spec spec;
	struct at_fail fail;

	if (at_bot_spec_parse(game, text, strlen(text), &spec, &fail))
		fail_msg("%s: %s", text, fail.why);
	return spec;
}

static struct at_team *make(const struct at_game *game, const char *text,
			    const struct at_host *host)
{
	struct at_bot_spec spec = read_spec(game, text);
	struct at_team *team = at_team_new(game, &spec, host);

	assert_non_null(team);
	return team;
}

static void team_begin(void *team, uint64_t seed)
{
	at_team_begin(team, seed);
}

static at_move team_choose(void *team, const struct at_view *view)
{
	return at_team_choose(team, view, NULL);
}

static void team_saw(void *team, at_move m)
{
	at_team_saw(team, m);
}

/* The two teams play the first decisions of a game, in turn if it has more seats. */
static uint64_t play(const struct at_game *game, struct at_team **teams, int decisions)
{
	struct sitters x = {
	    .seats = game->seats_min, .begin = team_begin, .choose = team_choose, .saw = team_saw};

	for (int i = 0; i < x.seats; i++)
		x.who[i] = teams[i % 2];
	return sit_and_play(game, &x, 8, decisions);
}

static void games_are_legal_and_repeat(void **state)
{
	(void)state;
	for (int g = 0; g < at_games(); g++) {
		const struct at_game *game = at_game(g);
		struct at_team *a[2] = {make(game, "search:nodes=3000:threads=3", NULL),
					make(game, "flat:nodes=600:threads=2", NULL)};
		struct at_team *b[2] = {make(game, "search:nodes=3000:threads=3", NULL),
					make(game, "flat:nodes=600:threads=2", NULL)};
		assert_int_equal(play(game, a, 60), play(game, b, 60));
		for (int i = 0; i < 2; i++) {
			at_team_free(a[i]);
			at_team_free(b[i]);
		}
	}
}

/* The first decision of a new game. */
static void first_view(const struct at_game *game, struct at_view *out)
{
	struct at_setup setup = {2, 0};
	struct at_rng rng;
	union at_any any;

	at_rng_init(&rng, 4, 0);
	at_init(game, &setup, &any.head, NULL);
	while (any.head.turn < 0)
		game->apply(&any.head, at_draw(game, &any.head, &rng));
	at_view(&any.head, any.head.turn, out);
}

static void one_is_a_bot(void **state)
{
	struct at_bot_spec spec = read_spec(&at_my_shelfie, "search:nodes=2000");
	struct at_team *team = make(&at_my_shelfie, "search:nodes=2000", NULL);
	void *memory = malloc(AT_BOT_MEMORY);
	struct at_bot *bot = at_bot_init(memory, AT_BOT_MEMORY, &at_my_shelfie, &spec, NULL);
	struct at_choice own, teams;
	struct at_view view;

	(void)state;
	first_view(&at_my_shelfie, &view);
	at_bot_begin(bot, 6);
	at_team_begin(team, 6);
	at_bot_choose(bot, &view, &own);
	at_team_choose(team, &view, &teams);
	assert_memory_equal(&own, &teams, sizeof own);
	at_team_free(team);
	free(memory);
}

static void the_effort_is_shared(void **state)
{
	struct at_team *team = make(&at_my_shelfie, "search:nodes=4000:threads=4", NULL);
	struct at_choice choice;
	struct at_view view;
	uint64_t visits = 0;

	(void)state;
	first_view(&at_my_shelfie, &view);
	at_team_begin(team, 1);
	at_team_ask(team, &view, NULL, 0, &choice);
	assert_true(choice.nodes >= 4000 && choice.nodes < 4100);
	for (int i = 0; i < choice.count; i++) {
		visits += choice.list[i].visits;
		assert_true(i == 0 || choice.list[i].visits <= choice.list[i - 1].visits);
	}
	assert_true(visits > 3000);
	at_team_free(team);
}

static bool stop(void *context)
{
	++*(int *)context;
	return true;
}

static void all_stop_when_one_is_told(void **state)
{
	int asked = 0;
	struct at_host host = {.stop = stop, .context = &asked};
	struct at_team *team = make(&at_reef, "search:nodes=1000000000:threads=3", &host);
	struct at_choice choice;
	struct at_view view;

	(void)state;
	first_view(&at_reef, &view);
	at_team_begin(team, 1);
	at_team_choose(team, &view, &choice);
	assert_true(asked >= 1);
	assert_true(choice.nodes < 100000000);
	at_team_free(team);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(games_are_legal_and_repeat),
	    cmocka_unit_test(one_is_a_bot),
	    cmocka_unit_test(the_effort_is_shared),
	    cmocka_unit_test(all_stop_when_one_is_told),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
