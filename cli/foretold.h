/* Asking a bot, before every decision of many games, what it would tell whoever decides. */
#ifndef FORETOLD_H
#define FORETOLD_H

#include "bot.h"
#include "calibration.h"

struct foretold {
	const struct at_game *game;
	struct at_setup setup;   /* of games that are played */
	struct at_bot_spec spec; /* of the bot that is asked; it also plays, as all seats */
	uint64_t seed;
	uint32_t games; /* how many to play; with records: how many there are */
	int threads;
	const char *records; /* their text, instead of playing: each begins with the line game: and
				ends before a line that begins with = or the next */
	size_t records_len;

	struct at_said *said; /* what was foretold, the games in their order; the caller frees it */
	uint32_t count;
};

/* Fills in said and count (and games, with records). 0, or EXIT_INPUT after saying what is wrong;
 * after an interrupt fewer games are told of. */
int foretold_ask(struct foretold *);

#endif
