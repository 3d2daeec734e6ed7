/* A seed that nobody can choose: the host and every person at a table contribute to it.
 *
 *   1. When the table is made, the host draws its half, 32 random bytes, and publishes the SHA-256.
 *   2. Each person who sits down draws a number, 32 random bytes, and publishes the SHA-256.
 *   3. When all seats are taken, everybody reveals their number. A person who does not do so in
 *      time is silent: the hash takes the number's place.
 *   4. The seed is the SHA-256 of these 64 + 32 * seats bytes, without anything between them:
 *
 *          16  the letters "atoll seed mix 1"
 *          16  the table's id
 *          32  the host's half
 *          32  for each seat in order: the revealed number; the hash of a silent person; all zeros
 *              for a bot
 *
 *   5. The host's half stays secret until the game is over. Then everybody can check everything.
 *
 * docs/fair-draws.md says what this proves and what it does not, with test vectors. */
#ifndef AT_PROMISE_H
#define AT_PROMISE_H

#include "deal.h"
#include "id.h"
#include "sha256.h"

#include <stdbool.h>

enum { AT_PROMISE_SEATS_MAX = 4 };

enum at_promise_state {
	AT_PROMISE_NONE, /* no person contributes here */
	AT_PROMISE_MADE, /* the hash is known, the number is not */
	AT_PROMISE_OPENED,
	AT_PROMISE_SILENT,
};

/* The contribution of a seat. What is not known yet is 0. */
struct at_promise {
	uint8_t hash[AT_SHA256_SIZE];
	uint8_t number[AT_SEED_SIZE];
	uint8_t state; /* enum at_promise_state */
	uint8_t spare[3];
};

/* Whether this number, or half, matches the hash that was published for it. */
bool at_promise_fits(const uint8_t hash[AT_SHA256_SIZE], const uint8_t number[AT_SEED_SIZE]);

/* Whether everybody has revealed a number or is silent. */
bool at_promise_all(const struct at_promise *, int seats);

/* The seed, once everybody has revealed a number or is silent. */
void at_promise_mix(const uint8_t table[AT_ID_SIZE], const uint8_t half[AT_SEED_SIZE],
		    const struct at_promise *, int seats, uint8_t seed[AT_SEED_SIZE]);

/* Whether any byte is not 0. An id, a hash or a commitment of zeros means there is none. */
bool at_any_byte(const uint8_t *, int n);

#endif
