/* The fast generator of simulations and bots: xoshiro256**, seeded through splitmix64. It is not
 * used for the draws of a real game, which are a function of a secret seed and the ply (deal.h). */
#ifndef AT_RNG_H
#define AT_RNG_H

#include <stdint.h>

struct at_rng {
	uint64_t s[4];
};

/* Different (seed, stream) pairs give independent sequences. */
void at_rng_init(struct at_rng *, uint64_t seed, uint64_t stream);

static inline uint64_t at_rng_next(struct at_rng *r)
{
	uint64_t *s = r->s;
	uint64_t x = s[1] * 5;
	uint64_t out = ((x << 7) | (x >> 57)) * 9;
	uint64_t t = s[1] << 17;

	s[2] ^= s[0];
	s[3] ^= s[1];
	s[1] ^= s[2];
	s[0] ^= s[3];
	s[2] ^= t;
	s[3] = (s[3] << 45) | (s[3] >> 19);
	return out;
}

/* Uniform in 0..n-1, n > 0, without bias: Lemire's multiplication with rejection. */
static inline uint32_t at_rng_below(struct at_rng *r, uint32_t n)
{
	uint64_t m = (at_rng_next(r) >> 32) * n;

	if ((uint32_t)m < n) {
		uint32_t least = -n % n;
		while ((uint32_t)m < least)
			m = (at_rng_next(r) >> 32) * n;
	}
	return (uint32_t)(m >> 32);
}

#endif
