/* Sets as bytes: bit i of a word becomes byte i, 0 or 1. */
#ifndef AT_SPREAD_H
#define AT_SPREAD_H

#include <stdint.h>
#include <string.h>

/* Writes eight bytes. */
static inline void at_put8(uint8_t *out, uint64_t bytes)
{
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
	bytes = __builtin_bswap64(bytes);
#endif
	memcpy(out, &bytes, 8);
}

/* The lowest seven bits of a set as eight bytes, the last of them 0. The factor has a bit at
 * every 7k, so bit i gets to 8i with k = i and no two products overlap. */
static inline uint64_t at_spread7(uint64_t set)
{
	return ((set & 0x7f) * 0x0002040810204081u) & 0x0101010101010101u;
}

static inline uint64_t at_spread8(uint64_t set)
{
	return at_spread7(set) | (set & 0x80) << 49;
}

static inline void at_spread16(uint8_t *out, uint32_t set)
{
	at_put8(out, at_spread8(set));
	at_put8(out + 8, at_spread8(set >> 8));
}

#endif
