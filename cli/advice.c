#define _POSIX_C_SOURCE 200809L

#include "advice.h"

#include "players.h"

void advise(const struct at_view *view, struct at_choice *out)
{
	const struct at_game *game = at_game_of(&view->state.head);
	struct player adviser;

	player_is(&adviser, game, "master");
	player_begin(&adviser, game, view->state.head.ply);
	at_team_ask(adviser.team, view, NULL, 0, out);
	players_release(&adviser, 1);
}
