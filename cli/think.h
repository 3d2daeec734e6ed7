/* A bot that thinks for people: hints and analysis. */
#ifndef THINK_H
#define THINK_H

#include "bot.h"
#include "command.h"

#include <jansson.h>

struct thinker {
	const struct at_game *game;
	struct at_bot_spec spec;
	int threads;
	struct at_bot *bots[16];
	void *memory[16];
};

/* name NULL: the search of the level hard. 0, or an exit code after saying what is wrong; then
 * there is nothing to release. */
int thinker_init(struct thinker *, const struct command *, const struct at_game *, const char *name,
		 int threads);
void thinker_release(struct thinker *);

/* The candidates of a position, best first; asked (0: none) is among them. Several threads share
 * the budget: each searches its part of it by itself and what they found is added up, so the same
 * number of threads gives the same answer. */
void think(struct thinker *, const struct at_view *, uint64_t seed, at_move asked,
	   struct at_choice *out);

/* {move, visits, win [a seat], points [a seat]} */
json_t *report_candidate(const struct at_state *, const struct at_candidate *);

#endif
