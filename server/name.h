/* What people call themselves, and what they say: text from outside that others will read. */
#ifndef NAME_H
#define NAME_H

#include <stdbool.h>
#include <stddef.h>

enum {
	NAME_GRAPHEMES = 24,
	NAME_CELLS = 24,     /* as wide as so many letters; a Chinese character is two */
	NAME_MARKS = 2,      /* combining ones in a row */
	NAME_SIZE = 384 + 1, /* bytes of UTF-8, so that nobody piles up marks */
	SAID_GRAPHEMES = 300,
	SAID_SIZE = 1500 + 1,
};

/* A name as it is kept: NFC, no blanks around it, 1 to NAME_GRAPHEMES characters as people count
 * them, NAME_CELLS wide, NAME_MARKS on a letter, no controls, nothing that turns the direction of
 * the text or cannot be seen. False: it is none, and *why says so in one line. */
bool name_read(const char *text, size_t size, char out[NAME_SIZE], const char **why);

/* A line of the chat, by the same rules and of its own length. */
bool said_read(const char *text, size_t size, char out[SAID_SIZE], const char **why);

#endif
