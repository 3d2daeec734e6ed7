/* Who sits on the seats: people and bots, by name. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include "command.h"

struct player {
	const char *name; /* "human", "random" */
	bool human;
	struct at_rng rng;
};

/* Reads "NAME,NAME,...", one a seat (NULL: random on all). 0, or EXIT_USAGE after saying what is
 * wrong with `option`. */
int players_read(const struct command *, const char *option, const char *names, int seats,
		 bool humans, struct player *out);

/* A new game: bots with the same seed in the same game choose the same moves. */
void player_begin(struct player *, uint64_t seed, uint64_t game, int seat);

/* A bot's choice for view->state.head.viewer, who is to move. */
at_move player_choose(struct player *, const struct at_view *);

#endif
