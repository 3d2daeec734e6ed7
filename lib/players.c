/* atoll.h: bots. */
#define _POSIX_C_SOURCE 200809L

#include "players.h"
#include "facade.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

static uint64_t milliseconds(void *context)
{
	struct timespec t;

	(void)context;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
}

struct at_player *at_player_new(const struct at_game *game, const char *name, uint64_t seed,
				struct at_error *error)
{
	struct at_host host = {.clock = milliseconds, .stop = at_player_stopped};
	struct at_player *p;
	struct at_bot_spec spec;
	struct at_fail fail;

	if (at_bot_spec_parse(game, name, strlen(name), &spec, &fail)) {
		at_facade_fail(error, &fail);
		return NULL;
	}
	p = calloc(1, sizeof *p);
	host.context = p;
	if (p)
		p->team = at_team_new(game, &spec, &host);
	if (!p || !p->team) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		free(p);
		return NULL;
	}
	p->game = game;
	p->spec = spec;
	at_team_begin(p->team, seed);
	return p;
}

void at_player_free(struct at_player *p)
{
	if (!p)
		return;
	at_team_free(p->team);
	free(p->thought);
	free(p);
}

void at_player_begin(struct at_player *p, uint64_t seed)
{
	at_team_begin(p->team, seed);
}

void at_player_saw(struct at_player *p, at_move seen)
{
	at_team_saw(p->team, seen);
}

enum at_err at_player_look(const struct at_player *p, const struct at_state *s, struct at_view *out,
			   struct at_error *error)
{
	if (at_game_of(s) != p->game)
		return at_facade_error(error, AT_BAD_VALUE, "this bot plays %s", p->game->name);
	if (s->turn < 0 || at_others_decide(s))
		return at_facade_error(error, AT_BAD_VALUE, "there is nothing to decide here");
	at_view(s, s->turn, out);
	return AT_OK;
}

enum at_err at_player_choose(struct at_player *p, const struct at_state *s, at_move *out,
			     struct at_error *error)
{
	struct at_view view;

	if (at_player_look(p, s, &view, error))
		return AT_BAD_VALUE;
	*out = at_team_choose(p->team, &view, NULL);
	return AT_OK;
}
