/* Draws that nobody can choose: the host and all persons make the seed of a table together
 * (promise.h; docs/fair-draws.md says what this proves).
 *
 * A table is fair if its opening has an id; then the commitment is that of the host's half. The
 * order of events keeps everybody from choosing late:
 *
 *   - a person who sits down brings a hash;
 *   - numbers are revealed when all seats are taken, and from the first one on nobody sits down or
 *     stands up: a new hash could be chosen to suit the known numbers;
 *   - the host may declare silent whoever has not revealed at_table_open_ms() after the last seat
 *     was taken;
 *   - the host starts with its half when everybody has revealed or is silent. No draws are forced.
 *
 * Everybody sees the numbers as they are revealed. That helps nobody: without the host's half,
 * which is revealed at the end, they say nothing about the seed.
 *
 * A table without an id has a seed from the host alone. */
#ifndef AT_TABLE_FAIR_H
#define AT_TABLE_FAIR_H

#include "record.h"
#include "table.h"

enum { AT_OPEN_MS = 10000 };

/* Its opening has an id, which must be unique. */
bool at_table_is_fair(const struct at_table *);

/* How long the table waits for numbers: AT_OPEN_MS, or a day if people are apart for days. */
uint64_t at_table_open_ms(const struct at_table *);

/* One bit for each seat whose number is awaited, once all seats are taken. */
uint8_t at_table_unopened(const struct at_table *);

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
