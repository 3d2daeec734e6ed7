/* The games of a match as records, each in a file of its own: FOLDER/1.record and so on. */
#ifndef AT_MATCH_RECORDS_H
#define AT_MATCH_RECORDS_H

#include "arena.h"

#include "scan.h"
#include "text.h"

enum { AT_SHEET_MAX = 1 << 20 }; /* more than the longest record of any game */

/* Begins the record of a game in this text, with a comment that says who sits where. */
void at_sheet_begin(struct at_text *, const struct at_match *, uint32_t game);

/* Adds a move that is about to be made in this state. */
void at_sheet_add(struct at_text *, const struct at_state *, at_move);

/* Writes it into c->records, a folder that is there. */
enum at_err at_sheet_write(const struct at_text *, const struct at_match *, uint32_t game,
			   struct at_fail *);

#endif
