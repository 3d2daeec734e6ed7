/* How a game at this host ended, as one line of JSON without names, and its record: what the store
 * keeps of it (AT_RESULT) and what is told of it later. */
#ifndef RESULT_H
#define RESULT_H

#include "table.h"

enum { RESULT_RECORD_MAX = 64 << 10, RESULT_SIZE = 100 << 10 };

/* The place of each seat, from 1, or 0: the game ended before it was over, and nobody won. Seats
 * that resigned come after those that did not. */
void result_places(const struct at_table *, struct at_score *scores, int *places);

/* The line, a newline and the record, which is empty if it is too long. False: the log is not that
 * of the table, or there is no memory. */
bool result_print(const struct at_table *, const struct at_events *, struct at_text *);

#endif
