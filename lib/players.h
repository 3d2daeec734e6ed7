/* A bot of atoll.h, shared by the files behind it. */
#ifndef AT_PLAYERS_H
#define AT_PLAYERS_H

#include "facade.h"
#include "team.h"

struct thought; /* think.c */

struct at_player {
	const struct at_game *game;
	struct at_bot_spec spec;
	struct at_team *team;
	struct thought *thought; /* the last one; NULL: none yet */

	/* while it thinks: the function to ask whether to stop, and its answer */
	bool (*stop)(void *);
	void *context;
	bool stopped;
};

/* The host's stop() of a player. */
bool at_player_stopped(void *player);

/* The view of the seat to move, or an error if it has nothing to decide. */
enum at_err at_player_look(const struct at_player *, const struct at_state *, struct at_view *out,
			   struct at_error *error);

#endif
