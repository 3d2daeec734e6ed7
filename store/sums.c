#include "sums.h"

#include "hash.h"

#include <string.h>

/* The hashes are stored, so none of these functions may ever change. */
static const uint64_t row_seed = 0x61746f6c6c2d726f, opening_seed = 0x61746f6c6c2d6f70,
		      result_seed = 0x61746f6c6c2d7265;

static void put(uint8_t *out, uint64_t x, int bytes)
{
	for (int i = 0; i < bytes; i++)
		out[i] = (uint8_t)(x >> 8 * i);
}

int64_t sum_of_row(const uint8_t *table, const struct at_row *row)
{
	uint8_t head[48];

	memcpy(head, table, AT_ID_SIZE);
	memcpy(head + 16, row->command, AT_ID_SIZE);
	put(head + 32, row->first, 4);
	put(head + 36, row->count, 4);
	put(head + 40, row->time, 8);
	return (int64_t)at_hash(at_hash(row_seed, head, sizeof head), row->bytes, row->size);
}

int64_t sum_of_result(const uint8_t *table, const uint8_t *bytes, size_t size)
{
	return (int64_t)at_hash(at_hash(result_seed, table, AT_ID_SIZE), bytes, size);
}

void sum_put_before(const uint8_t *table, const uint8_t *bytes, size_t size, uint8_t *out)
{
	put(out, (uint64_t)sum_of_result(table, bytes, size), AT_SUM_SIZE);
	memcpy(out + AT_SUM_SIZE, bytes, size);
}

/* Of the head what never changes. */
int64_t sum_of_opening(const struct at_head *x, const uint8_t *bytes, size_t size)
{
	uint8_t head[32] = {0};

	memcpy(head, x->id, AT_ID_SIZE);
	head[16] = x->game;
	head[17] = x->seats;
	put(head + 24, x->created, 8);
	return (int64_t)at_hash(at_hash(opening_seed, head, sizeof head), bytes, size);
}
