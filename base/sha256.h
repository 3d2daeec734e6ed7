/* SHA-256 (FIPS 180-4): commits to a seed before the match whose draws it gives. */
#ifndef AT_SHA256_H
#define AT_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { AT_SHA256_SIZE = 32 };

void at_sha256(const uint8_t *bytes, size_t size, uint8_t out[AT_SHA256_SIZE]);

/* The same for input in pieces: init, add as often as needed, end. */
struct at_sha256 {
	uint32_t hash[8];
	uint64_t size;
	uint8_t rest[64]; /* the last size % 64 bytes, not a whole block yet */
};

void at_sha256_init(struct at_sha256 *);
void at_sha256_add(struct at_sha256 *, const uint8_t *bytes, size_t size);
void at_sha256_end(struct at_sha256 *, uint8_t out[AT_SHA256_SIZE]);

#endif
