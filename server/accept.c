#include "accept.h"

#include <stdint.h>
#include <string.h>

static const char magic[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";

static uint32_t turn(uint32_t x, int n)
{
	return x << n | x >> (32 - n);
}

/* One block of FIPS 180-4, 6.1.2. */
static void mix(uint32_t h[5], const uint8_t block[64])
{
	static const uint32_t k[4] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
	uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	for (int i = 0; i < 16; i++)
		w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
		       (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (int i = 16; i < 80; i++)
		w[i] = turn(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
	for (int i = 0; i < 80; i++) {
		uint32_t f = i < 20   ? (b & c) | (~b & d)
			     : i < 40 ? b ^ c ^ d
			     : i < 60 ? (b & c) | (b & d) | (c & d)
				      : b ^ c ^ d;
		uint32_t next = turn(a, 5) + f + e + k[i / 20] + w[i];
		e = d;
		d = c;
		c = turn(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

static void base64(const uint8_t *bytes, int n, char *out)
{
	static const char digits[] =
	    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

	for (int i = 0; i < n; i += 3) {
		uint32_t three = (uint32_t)bytes[i] << 16 |
				 (i + 1 < n ? (uint32_t)bytes[i + 1] << 8 : 0) |
				 (i + 2 < n ? (uint32_t)bytes[i + 2] : 0);
		*out++ = digits[three >> 18];
		*out++ = digits[three >> 12 & 63];
		*out++ = i + 1 < n ? digits[three >> 6 & 63] : '=';
		*out++ = i + 2 < n ? digits[three & 63] : '=';
	}
	*out = '\0';
}

void accept_key(const char *key, char out[ACCEPT_SIZE])
{
	enum { LENGTH = ACCEPT_KEY + sizeof magic - 1 };
	uint32_t h[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
	uint8_t blocks[128] = {0}, hash[20];

	memcpy(blocks, key, ACCEPT_KEY);
	memcpy(blocks + ACCEPT_KEY, magic, sizeof magic - 1);
	blocks[LENGTH] = 0x80;
	blocks[126] = LENGTH * 8 >> 8;
	blocks[127] = (uint8_t)(LENGTH * 8);
	mix(h, blocks);
	mix(h, blocks + 64);
	for (int i = 0; i < 20; i++)
		hash[i] = (uint8_t)(h[i / 4] >> (24 - i % 4 * 8));
	base64(hash, sizeof hash, out);
}
