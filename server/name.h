/* Names and lines of chat: text from outside that others will read. */
#ifndef NAME_H
#define NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
	NAME_GRAPHEMES = 24,
	NAME_CELLS = 24,     /* width in letters; a Chinese character has two */
	NAME_MARKS = 2,      /* combining ones in a row */
	NAME_SIZE = 384 + 1, /* bytes of UTF-8, which limits combining marks */
	SAID_GRAPHEMES = 300,
	SAID_SIZE = 1500 + 1,
};

/* Normalises a name: NFC, no blanks around it, 1 to NAME_GRAPHEMES characters as people count them,
 * at most NAME_CELLS wide, at most NAME_MARKS on a letter, no control characters, nothing
 * invisible, and nothing that changes the direction of text. False if it is not allowed, with the
 * reason in *why. */
bool name_read(const char *text, size_t size, char out[NAME_SIZE], const char **why);

/* A line of chat: the same rules, but its own length. */
bool said_read(const char *text, size_t size, char out[SAID_SIZE], const char **why);

#endif
