/* A small 64-bit hash for signatures and hash tables: fast and the same everywhere, but not
 * secure against an attacker. */
#ifndef AT_HASH_H
#define AT_HASH_H

#include <stddef.h>
#include <stdint.h>

static inline uint64_t at_mix(uint64_t h, uint64_t x)
{
	h = (h ^ x) * 0x9fb21c651e98df25u;
	return h ^ (h >> 32);
}

uint64_t at_hash(uint64_t h, const void *bytes, size_t size);

#endif
