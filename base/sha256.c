#include "sha256.h"

#include <string.h>

enum { BLOCK = 64, ROUNDS = 64, WORDS = 8 };

static const uint32_t round_constants[ROUNDS] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

static uint32_t rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void add_block(uint32_t hash[WORDS], const uint8_t *block)
{
	uint32_t w[ROUNDS];
	uint32_t a = hash[0], b = hash[1], c = hash[2], d = hash[3];
	uint32_t e = hash[4], f = hash[5], g = hash[6], h = hash[7];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < ROUNDS; i++) {
		uint32_t x = w[i - 15];
		uint32_t y = w[i - 2];
		w[i] = w[i - 16] + (rotate(x, 7) ^ rotate(x, 18) ^ x >> 3) + w[i - 7] +
		       (rotate(y, 17) ^ rotate(y, 19) ^ y >> 10);
	}
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t t = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
			     ((e & f) ^ (~e & g)) + round_constants[i] + w[i];
		uint32_t u =
		    (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
		h = g, g = f, f = e, e = d + t;
		d = c, c = b, b = a, a = t + u;
	}
	hash[0] += a, hash[1] += b, hash[2] += c, hash[3] += d;
	hash[4] += e, hash[5] += f, hash[6] += g, hash[7] += h;
}

void at_sha256_init(struct at_sha256 *s)
{
	static const uint32_t start[WORDS] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					      0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};

	memcpy(s->hash, start, sizeof start);
	s->size = 0;
}

void at_sha256_add(struct at_sha256 *s, const uint8_t *bytes, size_t size)
{
	while (size > 0) {
		size_t at = s->size % BLOCK, n = BLOCK - at < size ? BLOCK - at : size;
		if (n == BLOCK) {
			add_block(s->hash, bytes);
		} else {
			memcpy(s->rest + at, bytes, n);
			if (at + n == BLOCK)
				add_block(s->hash, s->rest);
		}
		s->size += n;
		bytes += n;
		size -= n;
	}
}

void at_sha256_end(struct at_sha256 *s, uint8_t out[AT_SHA256_SIZE])
{
	uint8_t last[2 * BLOCK] = {0x80};
	size_t at = s->size % BLOCK, n = (at + 9 > BLOCK ? 2 * BLOCK : BLOCK) - at;
	uint64_t bits = s->size * 8;

	for (size_t i = 0; i < 8; i++)
		last[n - 1 - i] = (uint8_t)(bits >> (8 * i));
	at_sha256_add(s, last, n);
	for (size_t i = 0; i < AT_SHA256_SIZE; i++)
		out[i] = (uint8_t)(s->hash[i / 4] >> (24 - 8 * (i % 4)));
}

void at_sha256(const uint8_t *bytes, size_t size, uint8_t out[AT_SHA256_SIZE])
{
	struct at_sha256 s;

	at_sha256_init(&s);
	at_sha256_add(&s, bytes, size);
	at_sha256_end(&s, out);
}
