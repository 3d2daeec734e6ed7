/* What the tests of bots share. */
#ifndef AT_BOTS_LAWS_H
#define AT_BOTS_LAWS_H

#include "bot_inner.h"
#include "my_shelfie/my_shelfie.h"
#include "play.h"
#include "reef/reef.h"
#include "reef_encounter/reef_encounter.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The games; number at_games() is the template. */
const struct at_game *game_number(int i);

/* A bot by its spec, in memory that was filled with this garbage; free() ends it. */
typedef struct at_bot *maker(const struct at_game *, const char *text, int garbage);
maker make_bot;
maker make_stranger; /* a spec that does not know this game */

enum { MAKERS = 2 };
extern maker *const makers[MAKERS];

/* The game's numbers of players, in rotation. */
uint8_t some_seats(const struct at_game *, uint64_t i);

/* Plays random moves for a while; stops when a seat is to move, or at the end. */
void play_some(const struct at_game *, struct at_state *, struct at_rng *, int plies);

/* The bot's move, from the mover's knowledge. */
at_move ask(struct at_bot *, const struct at_state *, uint64_t seed);

/* Run the tests of the other files; each returns the number of failures. */
int bots_level_tests(void);
int bots_advice_tests(void);

#endif
