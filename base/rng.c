#include "rng.h"

static uint64_t splitmix(uint64_t *x)
{
	uint64_t z = *x += 0x9e3779b97f4a7c15u;
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

void at_rng_init(struct at_rng *r, uint64_t seed, uint64_t stream)
{
	uint64_t a = seed;
	uint64_t b = stream ^ 0x6a09e667f3bcc908u;

	for (int i = 0; i < 4; i++)
		r->s[i] = splitmix(&a) ^ splitmix(&b);
	r->s[0] |= !(r->s[0] | r->s[1] | r->s[2] | r->s[3]);
}
