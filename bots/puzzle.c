#include "puzzle.h"

#include "hash.h"
#include "knowledge.h"
#include "play.h"

#include <string.h>

struct at_bot *at_puzzle_bot(void *memory, size_t size, const struct at_game *game)
{
	struct at_bot_spec spec = at_level(game, "casual")->spec;

	spec.ms = 0; /* the game depends on the seed, not on the speed of the machine */
	return at_bot_init(memory, size, game, &spec, NULL);
}

void at_puzzle_begin(struct at_puzzle_game *g, struct at_bot *bot, uint32_t seed)
{
	const struct at_game *game = at_bot_game(bot);
	struct at_setup setup = {.seats = AT_PUZZLE_SEATS};

	if (setup.seats < game->seats_min)
		setup.seats = game->seats_min;
	g->bot = bot;
	memset(g->seed, 0, sizeof g->seed);
	for (int i = 0; i < 4; i++)
		g->seed[i] = (uint8_t)(seed >> 8 * i);
	memset(&g->state, 0, sizeof g->state);
	at_init(game, &setup, &g->state.head, NULL);
	at_bot_begin(bot, at_mix(seed, 0));
}

at_move at_puzzle_next(struct at_puzzle_game *g)
{
	const struct at_state *s = &g->state.head;
	struct at_view view;

	if (s->turn == AT_CHANCE)
		return at_deal(at_game_of(s), s, g->seed);
	at_view(s, s->turn, &view);
	return at_bot_choose(g->bot, &view, NULL);
}

bool at_puzzle_is_clear(const struct at_state *s, const struct at_choice *choice, double margin)
{
	const struct at_candidate *best = &choice->list[0];
	uint64_t visits = 0;
	double win = best->win[s->turn];

	if (choice->move != best->move || best->move == choice->asked.move)
		return false;
	if (choice->asked.visits && choice->asked.win[s->turn] > win - margin)
		return false;
	for (int i = 0; i < choice->count; i++)
		visits += choice->list[i].visits;
	for (int i = 1; i < choice->count; i++) {
		const struct at_candidate *c = &choice->list[i];
		bool known = c->visits * 50 > visits; /* with fewer visits it is unknown */
		if (known && c->win[s->turn] > win - margin)
			return false;
	}
	return best->visits * 2 > visits;
}

bool at_puzzle_is_unique(const struct at_view *view, at_move answer)
{
	const struct at_state *s = &view->state.head;
	const struct at_game *game = at_game_of(s);
	const struct at_knowledge *know = at_knowledge_of(game);
	at_move moves[AT_MOVES_MAX];
	struct at_rng rng;
	union at_any world, after;
	double points;
	int n = at_moves(s, moves);

	if (!know->root.distinct)
		return true; /* the search distinguishes them */
	at_rng_init(&rng, s->ply, 0);
	at_guess(view, &rng, &world.head);
	memcpy(&after, &world, game->state_size);
	game->apply(&after.head, answer);
	points = at_know_points(know, know->weights, &after.head, s->turn);
	for (int i = 0; i < n; i++) {
		double apart;
		if (moves[i] == answer)
			continue;
		memcpy(&after, &world, game->state_size);
		game->apply(&after.head, moves[i]);
		apart = at_know_points(know, know->weights, &after.head, s->turn) - points;
		if (apart < 1e-9 && apart > -1e-9)
			return false;
	}
	return true;
}
