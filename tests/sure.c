/* Certain wins are taken: a checker that knows nothing of the search finds turns after which the
 * mover is alone in first place in every world that it samples; then the levels that search, and
 * the bots that judge, must play such a turn.
 *
 *     sure            some positions of each game
 *     sure 2000       this many of each
 *     sure 2000 7     others, from another seed
 */
#include "bots_laws.h"
#include "position.h"

#include <stdio.h>

enum {
	FEW_WORLDS = 24,
	MANY_WORLDS = 3000,
	DECISIONS = 3, /* of the turns that the checker tries */
	LOOKS = 20000, /* the greatest number of turns that it tries */
};

static const double LATE = 0.25; /* the part of a game that is left when it begins */

static int wanted = 6; /* positions of each game */
static uint64_t seed = 34;

struct checker {
	const struct at_game *game;
	struct at_view view;
	struct at_rng rng;
	int seat, looks;
	bool found;
};

/* Is the seat alone in first place at the end of this world? If somebody else decides before:
 * no. */
static bool wins_in(const struct checker *c, const union at_any *after, struct at_rng *rng)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];
	union at_any end = *after;

	while (end.head.turn == AT_CHANCE)
		c->game->apply(&end.head, at_draw(c->game, &end.head, rng));
	if (end.head.turn != AT_OVER)
		return false;
	at_judge(&end.head, scores, wins);
	return wins[c->seat] >= 1;
}

/* Does this turn win in this many worlds that fit the view? */
static bool wins_always(struct checker *c, const at_move *turn, int n, int worlds)
{
	union at_any world;

	for (int i = 0; i < worlds; i++) {
		at_guess(&c->view, &c->rng, &world.head);
		for (int k = 0; k < n; k++)
			if (at_apply(&world.head, turn[k], NULL))
				return false;
		if (!wins_in(c, &world, &c->rng))
			return false;
	}
	return true;
}

/* Tries every turn of a few decisions, in one world, and each winning one in many. */
static void try_turns(struct checker *c, const union at_any *world, at_move *turn, int n)
{
	at_move moves[AT_MOVES_MAX];
	int count = c->game->moves(&world->head, moves);

	for (int i = 0; i < count && !c->found && c->looks++ < LOOKS; i++) {
		union at_any after = *world;
		turn[n] = moves[i];
		c->game->apply(&after.head, moves[i]);
		if (after.head.turn == c->seat && n + 1 < DECISIONS)
			try_turns(c, &after, turn, n + 1);
		else if (wins_in(c, &after, &c->rng))
			c->found = wins_always(c, turn, n + 1, FEW_WORLDS) &&
				   wins_always(c, turn, n + 1, MANY_WORLDS);
	}
}

static bool has_sure_win(struct checker *c, const struct at_game *game, const struct at_state *s)
{
	at_move turn[DECISIONS];
	union at_any world;

	c->game = game;
	c->seat = s->turn;
	c->looks = 0;
	c->found = false;
	at_view(s, s->turn, &c->view);
	at_guess(&c->view, &c->rng, &world.head);
	try_turns(c, &world, turn, 0);
	return c->found;
}

/* The bot's moves until its turn is over. */
static int whole_turn(struct at_bot *bot, const struct at_state *s, at_move *turn)
{
	union at_any world;
	struct at_view view;
	int n = 0;

	memcpy(&world, s, at_bot_game(bot)->state_size);
	at_bot_begin(bot, s->ply);
	while (world.head.turn == s->turn && n < AT_PLAN_MAX) {
		at_view(&world.head, s->turn, &view);
		turn[n] = at_bot_choose(bot, &view, NULL);
		at_bot_game(bot)->apply(&world.head, turn[n++]);
	}
	return n;
}

static void must_take(struct checker *c, struct at_bot *bot, const char *who,
		      const struct at_state *s)
{
	at_move turn[AT_PLAN_MAX];
	int n = whole_turn(bot, s, turn);
	char text[AT_TEXT_MAX];
	struct at_text t;

	if (wins_always(c, turn, n, MANY_WORLDS))
		return;
	at_text_init(&t, text, sizeof text);
	at_print_position(s, &t);
	fail_msg("%s does not take a certain win of %s:\n%s", who, c->game->name, text);
}

/* A hint lists the winning turn first, as certain. */
static void must_tell(struct at_bot *bot, const struct checker *c)
{
	struct at_choice choice;

	at_bot_begin(bot, 1);
	at_bot_ask(bot, &c->view, NULL, 0, &choice);
	assert_true(choice.count > 0);
	assert_int_equal(choice.list[0].move, choice.move);
	assert_true(choice.list[0].win[c->seat] >= 1);
}

/* Late positions of games between quick bots. */
static void certain_wins_are_taken(const struct at_game *game)
{
	static const char *const takers[] = {"skilled", "hard", "master:nodes=300"};
	struct at_bot *player = make_bot(game, "normal", 0);
	struct at_bot *bots[3];
	struct checker c;
	int found = 0, turns = 0;

	at_rng_init(&c.rng, seed, game->id);
	for (int i = 0; i < 3; i++)
		bots[i] = make_bot(game, takers[i], 0);
	for (uint64_t i = seed; found < wanted; i++) {
		struct at_setup setup = {.seats = some_seats(game, i)};
		union at_any any;
		struct at_state *s = &any.head;
		int before = AT_CHANCE;
		assert_int_equal(at_init(game, &setup, s, NULL), AT_OK);
		while (s->turn != AT_OVER && found < wanted) {
			play_some(game, s, &c.rng, 0);
			if (s->turn == AT_OVER)
				break;
			if (s->turn != before && at_know_left(player->know, s) < LATE && ++turns &&
			    has_sure_win(&c, game, s)) {
				found++;
				for (int k = 0; k < 3; k++)
					must_take(&c, bots[k], takers[k], s);
				must_tell(bots[1], &c);
			}
			before = s->turn;
			game->apply(s, ask(player, s, c.rng.s[0]));
		}
	}
	print_message("%s: %d certain wins in %d turns\n", game->name, found, turns);
	free(player);
	for (int i = 0; i < 3; i++)
		free(bots[i]);
}

static void my_shelfie_takes_certain_wins(void **state)
{
	(void)state;
	certain_wins_are_taken(&at_my_shelfie);
}

static void reef_takes_certain_wins(void **state)
{
	(void)state;
	certain_wins_are_taken(&at_reef);
}

static void reef_encounter_takes_certain_wins(void **state)
{
	(void)state;
	certain_wins_are_taken(&at_reef_encounter);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(my_shelfie_takes_certain_wins),
	    cmocka_unit_test(reef_takes_certain_wins),
	    cmocka_unit_test(reef_encounter_takes_certain_wins),
	};

	wanted = argc > 1 ? (int)strtol(argv[1], NULL, 10) : wanted;
	seed = argc > 2 ? strtoull(argv[2], NULL, 10) : seed;
	return cmocka_run_group_tests(tests, NULL, NULL);
}
