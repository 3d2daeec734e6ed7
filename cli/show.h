/* What commands print for people: moves in columns, scores, a position drawn or as text. */
#ifndef SHOW_H
#define SHOW_H

#include "game.h"

#include <jansson.h>
#include <stdio.h>

void show_position(const struct at_state *, FILE *); /* as text that can be read again */

/* What print writes, as comments of the text format: behind a position they leave it readable.
 * Empty lines stay empty. */
void show_comments(void (*print)(const void *context, FILE *), const void *context, FILE *);

/* The legal moves whose text begins with the prefix, numbered in the order of the whole list, in
 * columns of a line `width` wide, at most `rows` lines (0: all), the rest counted. Returns how many
 * fit the prefix. */
int show_moves(const struct at_state *, const char *prefix, int width, int rows, FILE *);

/* A column a seat: what the points are for ('?' where that is secret or hidden), the total,
 * tie-breaks (higher wins), the place. */
void show_scores(const struct at_state *, FILE *);

/* The move's text into an array of AT_MOVE_TEXT_MAX bytes, which is returned. */
const char *move_text(const struct at_state *, at_move, char *text);

/* Room for what json.h prints; that as a tree, which frees the room; and a whole position at once.
 * A tree can be added to, and is shown with indents. New references. */
struct at_text json_room(void);
json_t *json_tree(struct at_text *);
json_t *json_position(const struct at_state *);

/* Prints and frees. */
void show_json(json_t *, FILE *);

#endif
