/* A fast parser for most commands: an object whose members are words, whole numbers, true, false,
 * null and lists of words, in ASCII without escapes. It takes a fraction of jansson's time.
 * Everything else is left to jansson. */
#ifndef PLAIN_H
#define PLAIN_H

#include "id.h"

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The result of json_loadb() with JSON_REJECT_DUPLICATES, a new reference. NULL if the text is not
 * plain or not JSON, or there is not enough memory. */
json_t *plain_read(const char *text, size_t size);

/* The most frequent command, a move, which needs no object: it has exactly these members of
 * docs/protocol.md, each once. The strings point into the text. */
enum { PLAIN_MOVES = 40 };

struct plain_move {
	uint8_t id[AT_ID_SIZE], table[AT_ID_SIZE];
	uint32_t ply, backs; /* below UINT32_MAX */
	int count;           /* of moves, at least 1 */
	struct {
		const char *text;
		size_t size;
	} move[PLAIN_MOVES];
};

/* False if it is anything else, or an invalid move: then parse it like any other command. */
bool plain_move(const char *text, size_t size, struct plain_move *);

#endif
