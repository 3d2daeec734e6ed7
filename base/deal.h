/* The draws of a real game. Draw n is a function of a secret 32-byte seed and the ply: undo cannot
 * re-roll it, and once the seed is published anybody can verify the whole deal.
 *
 * The function: ChaCha20 (RFC 8439) with the seed as the key, the nonce LE32(ply) || "atoll v1" and
 * the block counter from 0 gives a stream of little-endian 64-bit words. The draw below n is w mod
 * n for the first word w that is less than the largest multiple of n not above 2^64. */
#ifndef AT_DEAL_H
#define AT_DEAL_H

#include <stdint.h>

enum { AT_SEED_SIZE = 32 };

/* One ChaCha20 block, RFC 8439 section 2.3. */
void at_chacha20(const uint8_t key[32], uint32_t counter, const uint8_t nonce[12], uint8_t out[64]);

/* The draw of this ply: uniform in 0..n-1, n > 0. */
uint32_t at_deal_below(const uint8_t seed[AT_SEED_SIZE], uint32_t ply, uint32_t n);

#endif
