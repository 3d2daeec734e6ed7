/* Draws that nobody can choose: a table whose seed the host and all persons make together
 * (promise.h; what it proves is in docs/fair-draws.md).
 *
 * A table is a fair one if its opening has an id; then the commitment is that of the host's half.
 * The order of what happens keeps everybody from choosing late:
 *
 *   - whoever sits down brings a hash;
 *   - numbers are opened when all seats are taken, and from the first one on nobody sits down or
 *     stands up: a new hash could be made to suit the numbers that are known;
 *   - who has not opened AT_OPEN_MS after the last seat was taken may be called silent by the host;
 *   - the host starts with its half when everybody has opened or is silent. No draws are forced.
 *
 * Numbers are shown to everybody as they are opened. That helps nobody: without the host's half,
 * which is opened at the end, they tell nothing about the seed.
 *
 * A table without an id has a seed that the host alone brings, as before. */
#ifndef AT_TABLE_FAIR_H
#define AT_TABLE_FAIR_H

#include "record.h"
#include "table.h"

enum { AT_OPEN_MS = 10000 };

/* Makes it the opening of a fair table. The id is not all 0 and of this table alone. */
void at_opening_promise(struct at_opening *, const uint8_t id[AT_PROMISE_ID_SIZE],
			const uint8_t commitment[AT_SHA256_SIZE]);

bool at_table_is_fair(const struct at_table *);

/* A bit a seat: whose number is waited for, now that all seats are taken. */
uint8_t at_table_unopened(const struct at_table *);

/* Holds a record of the whole game, as the host gives it at the end, against what this table's
 * owner was promised and has seen of it: the same commitments and numbers, and every move that
 * stands is the one that was seen, as far as it was. at_record_next() has the draws verified.
 * Refused where anything differs; then *fail, which is not NULL, has the line. The table has its
 * seed (AT_OPENED). */
enum at_err at_table_compare(const struct at_table *, const struct at_log *, const char *record,
			     size_t len, struct at_fail *);

/* --- for the table itself: what its events do --- */

/* Somebody has sat down or stood up. */
enum at_err at_fair_seat(struct at_table *, const struct at_event *, struct at_fail *);
/* AT_NUMBER_OPENED, AT_WAS_SILENT */
enum at_err at_fair_number(struct at_table *, const struct at_event *, struct at_fail *);
/* The seed of AT_STARTED and of AT_OPENED. */
enum at_err at_fair_start(struct at_table *, const struct at_event *, struct at_fail *);
enum at_err at_fair_open(struct at_table *, const struct at_event *, struct at_fail *);
/* Seed, commitment and promises of the table's record, as far as they are known. */
void at_fair_head(const struct at_table *, struct at_record *);

#endif
