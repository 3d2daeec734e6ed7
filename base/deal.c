#include "deal.h"

#include <string.h>

static uint32_t load32(const uint8_t *p)
{
	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static void store32(uint8_t *p, uint32_t x)
{
	for (int i = 0; i < 4; i++)
		p[i] = (uint8_t)(x >> (8 * i));
}

static uint32_t rotl(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

static void quarter(uint32_t *a, uint32_t *b, uint32_t *c, uint32_t *d)
{
	*a += *b, *d = rotl(*d ^ *a, 16);
	*c += *d, *b = rotl(*b ^ *c, 12);
	*a += *b, *d = rotl(*d ^ *a, 8);
	*c += *d, *b = rotl(*b ^ *c, 7);
}

void at_chacha20(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12], uint8_t out[64])
{
	uint32_t in[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
	uint32_t x[16];

	for (int i = 0; i < 8; i++)
		in[4 + i] = load32(key + 4 * i);
	in[12] = counter;
	for (int i = 0; i < 3; i++)
		in[13 + i] = load32(nonce + 4 * i);

	memcpy(x, in, sizeof x);
	for (int i = 0; i < 10; i++) {
		for (int c = 0; c < 4; c++)
			quarter(&x[c], &x[4 + c], &x[8 + c], &x[12 + c]);
		for (int c = 0; c < 4; c++)
			quarter(&x[c], &x[4 + (c + 1) % 4], &x[8 + (c + 2) % 4],
				&x[12 + (c + 3) % 4]);
	}
	for (int i = 0; i < 16; i++)
		store32(out + 4 * i, x[i] + in[i]);
}

uint32_t at_deal_below(const uint8_t seed[AT_SEED_SIZE], uint32_t ply, uint32_t n)
{
	uint64_t spill = (0 - (uint64_t)n) % n; /* 2^64 mod n */
	uint8_t nonce[12] = {0, 0, 0, 0, 'a', 't', 'o', 'l', 'l', ' ', 'v', '1'};
	uint8_t block[64];

	store32(nonce, ply);
	for (uint32_t counter = 0;; counter++) {
		at_chacha20(seed, counter, nonce, block);
		for (int i = 0; i < 64; i += 8) {
			uint64_t w = load32(block + i) | (uint64_t)load32(block + i + 4) << 32;
			if (w <= UINT64_MAX - spill)
				return (uint32_t)(w % n);
		}
	}
}
