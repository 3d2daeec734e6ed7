/* components-GAME: what a game is made of, as the tables and pictures of docs/rules/GAME.md. All of
 * it is read from the rules themselves; scripts/rules-tables puts it into the page, or tells where
 * they differ.
 *
 * Each table stands between two comments, the first of which has its name. The table of the options
 * is made for every game; the rest is put_components(), in the game's own file here. */
#ifndef COMPONENTS_H
#define COMPONENTS_H

#include "game.h"

void put_components(void);

void begin_table(const char *name);
void end_table(void);

/* A table by players: its head, and a row with a label and a number for each of 2, 3 and 4. */
void head_by_players(void);
void row_by_players(const char *label, const int numbers[AT_SEATS_MAX + 1]);

/* A game whose set-up is over: the state in which this phase first begins. */
void set_up(const struct at_game *, int seats, int options, int phase, union at_any *out);

#endif
