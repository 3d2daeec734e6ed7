/* JSON: views, positions, scores and moves for other programs, for the page and for logs. Everybody
 * who writes JSON about a game does it with these; docs/formats/json.md describes every member.
 *
 * The functions print one value each, without blanks, and need neither a tree nor memory. Commas
 * take care of themselves: at_json_name() and at_json_next() write one unless an object, a list or
 * the text begins here, or there is one already. */
#ifndef AT_JSON_H
#define AT_JSON_H

#include "game.h"

enum { AT_JSON_MAX = 1 << 18 }; /* more than any position with its legal moves */

/* The name of the next member, and what stands before the next element of a list. */
void at_json_name(struct at_text *, const char *name);
void at_json_next(struct at_text *);

/* The bracket that opens a list or an object: a member, or (name NULL) an element. Closing it is
 * one at_putc(). */
void at_json_open(struct at_text *, const char *name, char bracket);

/* A string. Control characters are written as \u00XX, and so is a byte that is no part of a UTF-8
 * character, so that what comes out is always JSON. */
void at_json_string(struct at_text *, const char *);

/* The members that most objects have: a name and a string (NULL: null), a number, a yes or no, a
 * seat from 0 (people count from 1; less than 0: null). */
void at_json_word(struct at_text *, const char *name, const char *value);
void at_json_count(struct at_text *, const char *name, uint64_t value);
void at_json_flag(struct at_text *, const char *name, bool value);
void at_json_seat(struct at_text *, const char *name, int seat);

/* Bytes as hexadecimal digits, and a number as 16 of them. */
void at_json_hex(struct at_text *, const char *name, const uint8_t *, size_t);
void at_json_digits(struct at_text *, const char *name, uint64_t);

/* A list of the numbers whose bits are set. */
void at_json_set(struct at_text *, const char *name, uint64_t set);

/* A drawn board as a list of strings, one a row; cells has its characters row by row. */
void at_json_rows(struct at_text *, const char *name, const char *cells, int rows, int columns);

/* The one form of all numbers that are not whole: at most nine decimals, zeros at the end left out,
 * and none from 10^9 on; null for what is no number or has more than 18 digits. */
void at_json_number(struct at_text *, double);
void at_json_numbers(struct at_text *, const char *name, const double *, int n);

/* A move's text, the texts of all legal moves, and the scores of all seats. */
void at_json_move(struct at_text *, const struct at_state *, at_move);
void at_json_moves(struct at_text *, const struct at_state *);
void at_json_scores(struct at_text *, const struct at_state *);

/* The members of a position or a view, without the braces around them, so that the caller can add
 * more: what all games have, with the legal moves and the odds of draws if wanted, and the game's
 * own (facts() in game.h). at_json_position() is the whole object. */
void at_json_members(struct at_text *, const struct at_state *, bool legal);
void at_json_position(struct at_text *, const struct at_state *);

/* The members of a game's description: its name, how many play it, its options. */
void at_json_game(struct at_text *, const struct at_game *);

#endif
