/* SHA-256 (FIPS 180-4): commits to a seed before the match whose draws it gives. */
#ifndef AT_SHA256_H
#define AT_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { AT_SHA256_SIZE = 32 };

void at_sha256(const uint8_t *bytes, size_t size, uint8_t out[AT_SHA256_SIZE]);

#endif
