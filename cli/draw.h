/* Positions drawn for the terminal, with symbols and optional colour. A game's drawing is
 * draw_GAME() in draw_GAME.c; the build finds which games have one. */
#ifndef DRAW_H
#define DRAW_H

#include "drawn_list.h" /* AT_DRAWN(X), made by the build */
#include "game.h"

#include <stdio.h>

/* Draws a view (or the truth) with its game's function; without one it is printed as text. */
void draw_position(const struct at_state *, FILE *, bool colour);

/* The default: colour on a terminal, unless NO_COLOR is set. */
bool draw_in_colour(void);

#define AT_DECLARE_DRAWING(name) void draw_##name(const struct at_state *, FILE *, bool colour);
AT_DRAWN(AT_DECLARE_DRAWING)

#endif
