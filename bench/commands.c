#include "commands.h"

#include "assert.h"
#include "play.h"

#include <string.h>

bool at_commands_init(struct at_commands *c, const struct at_game *game,
		      const struct at_setup *setup, uint64_t seed)
{
	at_move list[AT_MOVES_MAX];
	struct at_state *s = &c->state.head;
	struct at_rng rng;

	memset(c, 0, sizeof *c);
	at_rng_init(&rng, seed, 0);
	for (int i = 0; i < AT_SEED_SIZE; i++)
		c->seed[i] = (uint8_t)at_rng_next(&rng);
	if (at_opening_init(&c->opening, game, setup, 1, NULL))
		return false;
	c->opening.clock = AT_CLOCK_GAME;
	c->opening.clock_base = 3600000;
	c->state = c->opening.start;
	while (s->turn != AT_OVER && s->ply + 64 < AT_GAME_EVENTS) {
		at_move m = s->turn == AT_CHANCE
				? at_deal(game, s, c->seed)
				: list[at_rng_below(&rng, (uint32_t)game->moves(s, list))];
		if (s->turn != AT_CHANCE)
			c->moves[c->count++] = m;
		game->apply(s, m);
	}
	return s->turn == AT_OVER && c->count > 0;
}

static void command(struct at_commands *c, const struct at_command *what)
{
	struct at_events log = {c->log, c->table.events};
	enum at_err err = at_table_command(&c->table, &log, what, &c->step, NULL);

	at_assert(!err);
	memcpy(c->log + log.count, c->step.events, (size_t)c->step.count * sizeof *c->log);
}

void at_commands_by_table(struct at_commands *c)
{
	struct at_command what = {.kind = AT_SIT};

	at_table_init(&c->table, &c->opening, AT_TRUTH);
	for (int i = 0; i < c->opening.seats; i++) {
		what.seat = (int8_t)i;
		what.person = (uint32_t)i + 1;
		command(c, &what);
	}
	what = (struct at_command){.kind = AT_START};
	memcpy(what.seed, c->seed, sizeof what.seed);
	command(c, &what);
	what = (struct at_command){.kind = AT_MOVE, .count = 1};
	for (uint32_t i = 0; i < c->count; i++) {
		what.seat = c->table.state.head.turn;
		what.person = (uint32_t)what.seat + 1;
		what.ply = c->table.state.head.ply;
		what.now++;
		what.moves[0] = c->moves[i];
		command(c, &what);
	}
	at_assert(c->table.phase == AT_FINISHED);
}

void at_commands_by_rules(struct at_commands *c)
{
	const struct at_game *game = at_game_with_id(c->opening.game);
	struct at_state *s = &c->state.head;
	uint32_t next = 0;

	c->state = c->opening.start;
	while (s->turn != AT_OVER) {
		at_move m = s->turn == AT_CHANCE ? at_deal(game, s, c->seed) : c->moves[next++];
		enum at_err err = at_apply(s, m, NULL);
		at_assert(!err);
	}
}
