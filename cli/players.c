#define _POSIX_C_SOURCE 200809L

#include "players.h"

#include "assert.h"
#include "clock.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>

static uint64_t milliseconds(void *context)
{
	(void)context;
	return (uint64_t)(seconds_now() * 1000);
}

static enum at_err read_bot(const struct at_game *game, struct at_word name, struct player *out,
			    struct at_fail *fail)
{
	*out = (struct player){.human = false};
	if (name.len >= sizeof out->name)
		return at_fail(fail, AT_TOO_LONG, "there is no bot '%s'", at_show(name).s);
	memcpy(out->name, name.at, name.len);
	return at_bot_spec_parse(game, name.at, name.len, &out->spec, fail);
}

void player_is(struct player *p, const struct at_game *game, const char *name)
{
	enum at_err err = read_bot(game, (struct at_word){name, strlen(name)}, p, NULL);

	at_assert(!err);
}

int players_read(const struct command *command, const char *option, const char *names,
		 const struct at_game *game, int seats, bool humans, struct player *out)
{
	int n = 0;

	for (int i = 0; i < seats; i++)
		player_is(&out[i], game, "random");
	for (const char *at = names; at; n++) {
		const char *comma = strchr(at, ',');
		struct at_word w = {at, comma ? (size_t)(comma - at) : strlen(at)};
		struct player player = {.name = "human", .human = true};
		struct at_fail fail;
		if (!(humans && at_word_is(w, "human")) && read_bot(game, w, &player, &fail))
			return bad_usage(command, "%s: %s%s", option, fail.why,
					 humans ? "; or human" : "");
		if (n < seats)
			out[n] = player;
		at = comma ? comma + 1 : NULL;
	}
	if (names && n != seats)
		return bad_usage(command, "%s names %d players for %d seats", option, n, seats);
	return 0;
}

void players_release(struct player *players, int seats)
{
	for (int i = 0; i < seats; i++) {
		at_team_free(players[i].team);
		players[i].team = NULL;
	}
}

void player_begin(struct player *p, const struct at_game *game, uint64_t seed)
{
	static const struct at_host host = {.clock = milliseconds};

	if (p->human)
		return;
	at_rng_init(&p->rng, seed, 0);
	if (p->spec.kind == AT_BOT_RANDOM)
		return;
	if (!p->team)
		p->team = at_team_new(game, &p->spec, &host);
	if (!p->team) {
		bad_input("there is not enough memory");
		exit(EXIT_INPUT);
	}
	at_team_begin(p->team, seed);
}

void players_see(struct player *players, const struct at_state *s, at_move m)
{
	for (int i = 0; i < s->seats; i++)
		if (players[i].team)
			at_team_saw(players[i].team, at_view_move(s, m, i));
}

at_move player_choose(struct player *p, const struct at_view *view)
{
	at_move moves[AT_MOVES_MAX];
	int n;

	at_assert(!p->human);
	if (p->team)
		return at_team_choose(p->team, view, NULL);
	n = at_moves(&view->state.head, moves);
	at_assert(n > 0);
	return moves[at_rng_below(&p->rng, (uint32_t)n)];
}

/* A random player has no team. */
static void begin(void *player, uint64_t seed)
{
	at_rng_init(&((struct player *)player)->rng, seed, 0);
}

static at_move choose(void *player, const struct at_view *view, struct at_choice *choice)
{
	(void)choice;
	return player_choose(player, view);
}

struct at_thinker player_thinker(struct player *p, const struct at_game *game)
{
	player_begin(p, game, 0);
	return p->team ? team_thinker(p->team) : (struct at_thinker){p, NULL, begin, choose, NULL};
}
