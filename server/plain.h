/* Most commands are plain: one object of short names with words, whole numbers, true, false, null
 * and lists of words, nothing escaped and all of it ASCII. Those are read here in a fraction of the
 * time that jansson takes to look at every character; all else is jansson's. */
#ifndef PLAIN_H
#define PLAIN_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What json_loadb() with JSON_REJECT_DUPLICATES would give, a new reference; NULL: this is not
 * plain, or no JSON, or there is not enough memory. */
json_t *plain_read(const char *text, size_t size);

/* The commonest command, a move, for which no object is made: one with exactly these members, each
 * once, as docs/protocol.md has them. The words are where they were, in the text. */
enum { PLAIN_ID = 16, PLAIN_MOVES = 40 };

struct plain_move {
	uint8_t id[PLAIN_ID], table[PLAIN_ID];
	uint32_t ply, backs; /* below UINT32_MAX */
	int count;           /* of moves, at least 1 */
	struct {
		const char *text;
		size_t size;
	} move[PLAIN_MOVES];
};

/* False: it is something else, also a move that is wrong somehow: read it as any other command. */
bool plain_move(const char *text, size_t size, struct plain_move *);

#endif
