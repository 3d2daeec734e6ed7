#include "hmac.h"

#include "assert.h"

static void begin(struct at_sha256 *s, const uint8_t *key, size_t size, uint8_t with)
{
	uint8_t block[AT_HMAC_KEY_MAX];

	for (size_t i = 0; i < sizeof block; i++)
		block[i] = (uint8_t)((i < size ? key[i] : 0) ^ with);
	at_sha256_init(s);
	at_sha256_add(s, block, sizeof block);
}

void at_hmac(const uint8_t *key, size_t key_size, const uint8_t *bytes, size_t size,
	     uint8_t out[AT_SHA256_SIZE])
{
	enum { INNER = 0x36, OUTER = 0x5c };
	struct at_sha256 s;

	at_assert(key_size <= AT_HMAC_KEY_MAX);
	begin(&s, key, key_size, INNER);
	at_sha256_add(&s, bytes, size);
	at_sha256_end(&s, out);
	begin(&s, key, key_size, OUTER);
	at_sha256_add(&s, out, AT_SHA256_SIZE);
	at_sha256_end(&s, out);
}
