/* HMAC-SHA256 (RFC 2104): a hash that only somebody with the key can have made. */
#ifndef AT_HMAC_H
#define AT_HMAC_H

#include "sha256.h"

enum { AT_HMAC_KEY_MAX = 64 }; /* a longer one is its hash: the caller's work */

void at_hmac(const uint8_t *key, size_t key_size, const uint8_t *bytes, size_t size,
	     uint8_t out[AT_SHA256_SIZE]);

#endif
