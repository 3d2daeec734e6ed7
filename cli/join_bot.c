#define _POSIX_C_SOURCE 200809L

#include "joined.h"

#include "clock.h"
#include "interrupt.h"

#include <string.h>

enum { EXTERNAL_MS = 40000, EXTERNAL_THINK_MS = 2000 };

static uint64_t milliseconds(void *context)
{
	(void)context;
	return (uint64_t)(seconds_now() * 1000);
}

static bool interrupted(void *context)
{
	(void)context;
	return atomic_load(interrupt_flag());
}

static const struct at_host host = {.clock = milliseconds, .stop = interrupted};

static void make_bot(struct join *j)
{
	const struct at_game *game = at_table_game(join_table(j));
	struct at_bot_spec spec;
	struct at_fail fail;

	if (strncmp(j->bot, "exec:", 5) == 0) {
		j->external = at_external_new(j->bot + 5, EXTERNAL_MS, &host, &fail);
		if (!j->external)
			join_fail(j, "%s: %s", j->bot, fail.why);
	} else if (at_bot_spec_parse(game, j->bot, strlen(j->bot), &spec, &fail)) {
		join_fail(j, "--bot: %s", fail.why);
	} else if (spec.kind != AT_BOT_RANDOM) {
		j->team = at_team_new(game, &spec, &host);
		if (!j->team)
			join_fail(j, "there is not enough memory");
	}
}

void join_bot_begin(struct join *j)
{
	const struct at_state *s = join_now(j);
	struct at_setup setup = {s->seats, s->options};
	uint8_t random[AT_SEED_SIZE];
	struct at_fail fail;
	uint64_t seed;

	if (!j->bot_ready)
		make_bot(j);
	j->bot_ready = true;
	random_seed(random);
	memcpy(&seed, random, sizeof seed);
	at_rng_init(&j->dice, seed, 0);
	if (j->team)
		at_team_begin(j->team, seed);
	else if (j->external &&
		 at_external_begin(j->external, at_game_of(s), &setup, j->you, seed, &fail))
		join_fail(j, "%s: %s", j->bot, fail.why);
}

void join_bot_saw(struct join *j, const struct at_state *before, at_move m)
{
	struct at_fail fail;

	if (j->team)
		at_team_saw(j->team, m);
	else if (j->external && at_external_saw(j->external, before, m, &fail))
		join_fail(j, "%s: %s", j->bot, fail.why);
}

void join_bot_move(struct join *j)
{
	static const struct at_external_time time = {.turn = EXTERNAL_THINK_MS};
	at_move moves[AT_MOVES_MAX];
	struct at_view view;
	struct at_fail fail;
	at_move m;

	memset(&view, 0, sizeof view);
	at_view(join_now(j), j->you, &view);
	if (j->external) {
		if (at_external_choose(j->external, &view, &time, &m, &fail)) {
			join_fail(j, "%s: %s", j->bot, fail.why);
			return;
		}
	} else if (j->team) {
		m = at_team_choose(j->team, &view, NULL);
	} else {
		int n = at_moves(join_now(j), moves);
		m = moves[at_rng_below(&j->dice, (uint32_t)n)];
	}
	join_move(j, m);
}

void join_bot_free(struct join *j)
{
	at_team_free(j->team);
	if (j->external)
		at_external_free(j->external);
}
