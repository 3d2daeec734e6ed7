/* Collects forecasts: before every decision of many games, asks a bot for the mover's win
 * probability. */
#ifndef FORETOLD_H
#define FORETOLD_H

#include "bot.h"
#include "calibration.h"

struct foretold {
	const struct at_game *game;
	struct at_setup setup;   /* of games that are played */
	struct at_bot_spec spec; /* the bot that is asked; it also plays all seats */
	uint64_t seed;
	uint32_t games; /* how many to play; with records: their number */
	int threads;
	const char *records; /* their text, instead of playing: each begins with the line game: and
				ends before a line that begins with = or the next */
	size_t records_len;

	struct at_said *said; /* the forecasts, game by game; the caller frees it */
	uint32_t count;
};

/* Fills in said and count (and games, with records). 0, or EXIT_INPUT after reporting the error;
 * after an interrupt there are fewer games. */
int foretold_ask(struct foretold *);

#endif
