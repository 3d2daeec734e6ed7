/* Real numbers with the same results everywhere: only additions, multiplications, divisions and
 * square roots, which IEEE 754 defines to the last bit, and no fused multiply-add (the whole
 * project is built with -ffp-contract=off). */
#ifndef AT_EXACT_MATH_H
#define AT_EXACT_MATH_H

#include "rng.h"

#include <stdint.h>

static inline double at_from_bits(uint64_t bits)
{
	union {
		uint64_t bits;
		double x;
	} u = {bits};
	return u.x;
}

static inline uint64_t at_to_bits(double x)
{
	union {
		double x;
		uint64_t bits;
	} u = {x};
	return u.bits;
}

static inline double at_sqrt(double x)
{
	return __builtin_sqrt(x);
}

static inline double at_abs(double x)
{
	return x < 0 ? -x : x;
}

/* e to the x, with a relative error below 1e-14; x is cut to -700..700. */
static inline double at_exp(double x)
{
	double y, r, sum;
	int64_t n;

	x = x > 700 ? 700 : x < -700 ? -700 : x;
	y = x * 1.4426950408889634;
	n = (int64_t)(y < 0 ? y - 0.5 : y + 0.5);
	r = x - (double)n * 6.93147180369123816490e-01; /* ln 2 in two parts */
	r = r - (double)n * 1.90821492927058770002e-10;
	sum = 1.0;
	for (int k = 13; k > 0; k--) /* |r| < 0.35: Taylor's series, from the small end */
		sum = 1.0 + r * sum / k;
	return sum * at_from_bits((uint64_t)(n + 1023) << 52);
}

/* The natural logarithm of a normal x > 0, with a relative error below 1e-14. */
static inline double at_log(double x)
{
	uint64_t bits = at_to_bits(x);
	int64_t e = (int64_t)(bits >> 52 & 0x7ff) - 1023;
	double m = at_from_bits((bits & 0x000fffffffffffffu) | 0x3ff0000000000000u);
	double s, sum;

	if (m > 1.4142135623730951) {
		m *= 0.5;
		e++;
	}
	s = (m - 1) / (m + 1); /* ln m = 2 atanh s */
	sum = 0;
	for (int k = 21; k > 0; k -= 2)
		sum = sum * s * s + 1.0 / k;
	return 2 * s * sum + (double)e * 0.69314718055994531;
}

/* Uniform in 0..1; and about normal with mean 0 and deviation 1 (a sum of twelve uniforms). */
static inline double at_uniform(struct at_rng *rng)
{
	return (double)(at_rng_next(rng) >> 11) * (1.0 / 9007199254740992.0);
}

static inline double at_normal(struct at_rng *rng)
{
	double sum = -6;

	for (int i = 0; i < 12; i++)
		sum += at_uniform(rng);
	return sum;
}

#endif
