#include "promise.h"

#include "assert.h"

#include <string.h>

static const char tag[] = "atoll seed mix 1";
enum { TAG_SIZE = sizeof tag - 1, HEAD_SIZE = TAG_SIZE + AT_ID_SIZE + AT_SEED_SIZE };

bool at_any_byte(const uint8_t *bytes, int n)
{
	uint8_t any = 0;

	for (int i = 0; i < n; i++)
		any |= bytes[i];
	return any;
}

bool at_promise_fits(const uint8_t hash[AT_SHA256_SIZE], const uint8_t number[AT_SEED_SIZE])
{
	uint8_t right[AT_SHA256_SIZE];

	at_sha256(number, AT_SEED_SIZE, right);
	return memcmp(hash, right, sizeof right) == 0;
}

bool at_promise_all(const struct at_promise *p, int seats)
{
	for (int i = 0; i < seats; i++)
		if (p[i].state == AT_PROMISE_MADE)
			return false;
	return true;
}

void at_promise_mix(const uint8_t table[AT_ID_SIZE], const uint8_t half[AT_SEED_SIZE],
		    const struct at_promise *p, int seats, uint8_t seed[AT_SEED_SIZE])
{
	uint8_t bytes[HEAD_SIZE + AT_PROMISE_SEATS_MAX * AT_SEED_SIZE] = {0};
	uint8_t *at = bytes + HEAD_SIZE;

	at_assert(seats <= AT_PROMISE_SEATS_MAX && at_promise_all(p, seats));
	memcpy(bytes, tag, TAG_SIZE);
	memcpy(bytes + TAG_SIZE, table, AT_ID_SIZE);
	memcpy(bytes + TAG_SIZE + AT_ID_SIZE, half, AT_SEED_SIZE);
	for (int i = 0; i < seats; i++, at += AT_SEED_SIZE) {
		if (p[i].state == AT_PROMISE_OPENED)
			memcpy(at, p[i].number, AT_SEED_SIZE);
		if (p[i].state == AT_PROMISE_SILENT)
			memcpy(at, p[i].hash, AT_SEED_SIZE);
	}
	at_sha256(bytes, (size_t)(at - bytes), seed);
}
