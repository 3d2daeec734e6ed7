#include "hash.h"

uint64_t at_hash(uint64_t h, const void *bytes, size_t size)
{
	const uint8_t *p = bytes;

	for (; size >= 8; p += 8, size -= 8) {
		uint64_t x = 0;
		for (int i = 0; i < 8; i++)
			x |= (uint64_t)p[i] << (8 * i);
		h = at_mix(h, x);
	}
	for (; size > 0; p++, size--)
		h = at_mix(h, *p);
	return h;
}
