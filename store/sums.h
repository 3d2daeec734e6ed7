/* Inside the store: hashes of rows, at_hash() with 64 bits over the table's id, the number, the
 * bytes and all other columns. They find errors of a disk or a cable, not manipulation by an
 * attacker. They are stored as signed numbers. */
#ifndef AT_SUMS_H
#define AT_SUMS_H

#include "store.h"

int64_t sum_of_row(const uint8_t *table, const struct at_row *);
int64_t sum_of_result(const uint8_t *table, const uint8_t *bytes, size_t size);
/* A result's hash, little-endian, and its bytes: as they are stored. */
enum { AT_SUM_SIZE = 8 };
void sum_put_before(const uint8_t *table, const uint8_t *bytes, size_t size, uint8_t *out);
int64_t sum_of_opening(const struct at_head *, const uint8_t *bytes, size_t size);

#endif
