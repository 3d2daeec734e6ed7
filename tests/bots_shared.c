/* What the tests of bots share. */
#include "bots_laws.h"

enum { MEMORY = 4 << 20 };

const struct at_game *game_number(int i)
{
	return i < at_games() ? at_game(i) : &at_template;
}

struct at_bot *make_bot(const struct at_game *game, const char *text, int garbage)
{
	void *memory = malloc(MEMORY);
	struct at_bot_spec spec;
	struct at_fail fail;

	memset(memory, garbage, MEMORY);
	if (at_bot_spec_parse(game, text, strlen(text), &spec, &fail))
		fail_msg("%s: %s", text, fail.why);
	return at_bot_init(memory, MEMORY, game, &spec, NULL);
}

struct at_bot *make_stranger(const struct at_game *game, const char *text, int garbage)
{
	struct at_bot *bot = make_bot(game, text, garbage);

	bot->know = &at_know_any; /* as at_bot_init() sets it if there is no other */
	bot->weights = at_know_any.weights;
	return bot;
}

maker *const makers[MAKERS] = {make_bot, make_stranger};

uint8_t some_seats(const struct at_game *game, uint64_t i)
{
	return (uint8_t)(game->seats_min + i % (game->seats_max - game->seats_min + 1u));
}

void play_some(const struct at_game *game, struct at_state *s, struct at_rng *rng, int plies)
{
	at_move moves[AT_MOVES_MAX];

	while (s->turn != AT_OVER && (plies-- > 0 || s->turn == AT_CHANCE)) {
		if (s->turn == AT_CHANCE)
			game->apply(s, at_draw(game, s, rng));
		else
			game->apply(s, moves[at_rng_below(rng, (uint32_t)game->moves(s, moves))]);
	}
}

at_move ask(struct at_bot *bot, const struct at_state *s, uint64_t seed)
{
	struct at_view view;

	at_view(s, s->turn, &view);
	at_bot_begin(bot, seed);
	return at_bot_choose(bot, &view, NULL);
}
