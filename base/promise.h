/* A seed that nobody can choose: the host and every person at a table have a part in it.
 *
 *   1. When the table is made the host draws its half, 32 random bytes, and shows the SHA-256.
 *   2. Whoever sits down draws a number, 32 random bytes, and shows the SHA-256.
 *   3. When all seats are taken everybody opens their number. Who does not in time is silent: the
 *      hash takes the number's place.
 *   4. The seed is the SHA-256 of these bytes, 64 + 32 * seats of them, without anything between:
 *
 *          16  the letters "atoll seed mix 1"
 *          16  the table's id
 *          32  the host's half
 *          32  for each seat in order: the number that was opened; the hash of a silent person; all
 *              zeros where a bot sits
 *
 *   5. The host's half stays secret until the game is over. Then everybody can check all of it.
 *
 * docs/fair-draws.md says what this proves and what not, with test vectors. */
#ifndef AT_PROMISE_H
#define AT_PROMISE_H

#include "deal.h"
#include "sha256.h"

#include <stdbool.h>

enum { AT_PROMISE_ID_SIZE = 16, AT_PROMISE_SEATS_MAX = 4 };

enum at_promise_state {
	AT_PROMISE_NONE, /* no person takes part here */
	AT_PROMISE_MADE, /* the hash is known, the number is not */
	AT_PROMISE_OPENED,
	AT_PROMISE_SILENT,
};

/* What a seat brings. What is not known yet is 0. */
struct at_promise {
	uint8_t hash[AT_SHA256_SIZE];
	uint8_t number[AT_SEED_SIZE];
	uint8_t state; /* enum at_promise_state */
	uint8_t spare[3];
};

/* Does this number, or half, fit the hash that was shown for it? */
bool at_promise_fits(const uint8_t hash[AT_SHA256_SIZE], const uint8_t number[AT_SEED_SIZE]);

/* Has everybody opened, or is silent? */
bool at_promise_all(const struct at_promise *, int seats);

/* The seed. Everybody has opened or is silent. */
void at_promise_mix(const uint8_t table[AT_PROMISE_ID_SIZE], const uint8_t half[AT_SEED_SIZE],
		    const struct at_promise *, int seats, uint8_t seed[AT_SEED_SIZE]);

/* Is anything in these bytes? An id, a hash or a commitment that is all 0 is none. */
bool at_any_byte(const uint8_t *, int n);

#endif
