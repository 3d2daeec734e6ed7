/* Positions drawn for the terminal, with symbols and, where wanted, colour. Each game has its own
 * file, draw_<game>.c; add its function here and a row to the table in draw.c. */
#ifndef DRAW_H
#define DRAW_H

#include "game.h"

#include <stdio.h>

/* Draws a view (or the truth) as its game's function does; one that has none is printed as text. */
void draw_position(const struct at_state *, FILE *, bool colour);

void draw_reef(const struct at_state *, FILE *, bool colour);
void draw_reef_encounter(const struct at_state *, FILE *, bool colour);
void draw_my_shelfie(const struct at_state *, FILE *, bool colour);

#endif
