/* Sets of small numbers in machine words. */
#ifndef AT_BITS_H
#define AT_BITS_H

#include <stdint.h>

/* How many bits are set. Written out: on plain x86-64 the compiler's builtin is a library call. */
static inline int at_count64(uint64_t x)
{
	x -= (x >> 1) & 0x5555555555555555u;
	x = (x & 0x3333333333333333u) + ((x >> 2) & 0x3333333333333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
	return (int)((x * 0x0101010101010101u) >> 56);
}

static inline int at_count32(uint32_t x)
{
	x -= (x >> 1) & 0x55555555u;
	x = (x & 0x33333333u) + ((x >> 2) & 0x33333333u);
	x = (x + (x >> 4)) & 0x0f0f0f0fu;
	return (int)((x * 0x01010101u) >> 24);
}

/* The number of the lowest set bit; x is not 0. */
static inline int at_low64(uint64_t x)
{
	return __builtin_ctzll(x);
}

static inline int at_low32(uint32_t x)
{
	return __builtin_ctz(x);
}

/* Clears the lowest set bit of *x and returns its number; *x is not 0. */
static inline int at_pop64(uint64_t *x)
{
	int i = at_low64(*x);
	*x &= *x - 1;
	return i;
}

static inline int at_pop32(uint32_t *x)
{
	int i = at_low32(*x);
	*x &= *x - 1;
	return i;
}

/* The number of the set bit that has n set bits below it; it must exist. Counts the bits of all
 * bytes in parallel, then goes bit by bit within one byte. */
static inline int at_nth64(uint64_t x, int n)
{
	const uint64_t each = 0x0101010101010101u;
	uint64_t sums = x - ((x >> 1) & 0x5555555555555555u);
	uint64_t passed; /* the top bit of every byte that ends at or below the bit sought */
	int at;

	sums = (sums & 0x3333333333333333u) + ((sums >> 2) & 0x3333333333333333u);
	sums = ((sums + (sums >> 4)) & 0x0f0f0f0f0f0f0f0fu) * each; /* up to and with each byte */
	passed = (((uint64_t)n | 0x80) * each - sums) & (0x80 * each);
	at = (int)((passed >> 7) * each >> 56) * 8;
	x >>= at;
	for (n -= (int)(sums << 8 >> at & 0xff); n > 0; n--)
		x &= x - 1;
	return at + at_low64(x);
}

#endif
