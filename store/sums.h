/* Inside the store: hashes of what is kept, 64 bits of at_hash, over the table's id, the number and
 * the bytes, and whatever else stands in the row. They find what a disk or a cable changed, not
 * what an enemy did. As they are stored: a number of either sign. */
#ifndef AT_SUMS_H
#define AT_SUMS_H

#include "store.h"

int64_t sum_of_row(const uint8_t *table, const struct at_row *);
int64_t sum_of_opening(const struct at_head *, const uint8_t *bytes, size_t size);

#endif
