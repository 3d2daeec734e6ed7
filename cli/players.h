/* The players in the seats: people and bots, by name. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "command.h"
#include "job.h"
#include "team.h"

struct player {
	char name[AT_BOT_NAME_MAX]; /* "human", "random", "hard", "search:nodes=500" */
	bool human;
	struct at_bot_spec spec;
	struct at_rng rng;    /* of a random player, which needs no more */
	struct at_team *team; /* made by player_begin() */
};

/* Reads "NAME,NAME,...", one for each seat (NULL: all random). 0, or EXIT_USAGE after reporting
 * the error of `option`. */
int players_read(const struct command *, const char *option, const char *names,
		 const struct at_game *, int seats, bool humans, struct player *out);
void players_release(struct player *, int seats);

/* The same for one player that is not a person; name is a bot that this game has. */
void player_is(struct player *, const struct at_game *, const char *name);

/* A new game, or one that went back: with the same seed, bots choose the same moves. */
void player_begin(struct player *, const struct at_game *, uint64_t seed);

/* Tells all bots a move that is about to be made. */
void players_see(struct player *, const struct at_state *, at_move);

/* A bot that carries out jobs of this game; the player stays the caller's. */
struct at_thinker player_thinker(struct player *, const struct at_game *);

/* A bot's choice for view->state.head.viewer, who is to move. */
at_move player_choose(struct player *, const struct at_view *);

#endif
