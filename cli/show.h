/* Output for people: moves in columns, scores, a position as a drawing or as text. */
#ifndef SHOW_H
#define SHOW_H

#include "game.h"

#include <stdio.h>

void show_position(const struct at_state *, FILE *); /* as text that can be read again */

/* Prints the output of print as comments of the text format, so that a position before it stays
 * readable. Empty lines stay empty. */
void show_comments(void (*print)(const void *context, FILE *), const void *context, FILE *);

/* The legal moves whose text begins with the prefix, numbered by their place in the whole list,
 * in columns on lines `width` wide, at most `rows` lines (0: all); the rest is counted. Returns
 * how many moves have the prefix. */
int show_moves(const struct at_state *, const char *prefix, int width, int rows, FILE *);

/* A column for each seat: what the points are for ('?' if secret or hidden), the total, tie-
 * breaks (higher wins), the rank. */
void show_scores(const struct at_state *, FILE *);

/* The move's text into an array of AT_MOVE_TEXT_MAX bytes, which is returned. */
const char *move_text(const struct at_state *, at_move, char *text);

/* Room for what json.h prints (AT_JSON_MAX holds a position), and two more kinds of members. */
struct at_text json_room(size_t size);
void put_number(struct at_text *, const char *name, double);
void put_bytes(struct at_text *, const char *name, const uint8_t *, size_t n);

/* Prints the value in the room, indented, and frees the room. */
void show_json(struct at_text *, FILE *);

#endif
