#include "stats.h"

#include "real.h"

static const double Z = 1.959963984540054; /* 95 % of a normal lie within */

static struct at_estimate around(double mean, double variance_of_mean)
{
	double half = Z * at_sqrt(variance_of_mean > 0 ? variance_of_mean : 0);

	return (struct at_estimate){mean, mean - half, mean + half};
}

static double variance(double sum, double squares, uint32_t n)
{
	return (squares - sum * sum / n) / (n - 1);
}

struct at_estimate at_mean(const struct at_sums *s)
{
	if (s->n < 2)
		return (struct at_estimate){s->n ? s->x : 0, -1e9, 1e9};
	return around(s->x / s->n, variance(s->x, s->xx, s->n) / s->n);
}

struct at_estimate at_share(const struct at_sums *s, uint32_t games)
{
	double p, worth, centre, half;

	if (s->n == 0)
		return (struct at_estimate){0.5, 0, 1};
	p = s->x / s->n;
	worth = games;
	if (s->n > 1 && p > 0 && p < 1) {
		double v = variance(s->x, s->xx, s->n) / s->n;
		if (v > 0)
			worth = p * (1 - p) / v;
		if (worth > 4.0 * games)
			worth = 4.0 * games;
	}
	centre = (p + Z * Z / (2 * worth)) / (1 + Z * Z / worth);
	half = Z * at_sqrt(p * (1 - p) / worth + Z * Z / (4 * worth * worth)) / (1 + Z * Z / worth);
	return (struct at_estimate){p, centre - half < 0 ? 0 : centre - half,
				    centre + half > 1 ? 1 : centre + half};
}

struct at_estimate at_adjusted(const struct at_sums *s)
{
	double vx, vy, cov, beta, rest;

	if (s->n < 4)
		return at_mean(s);
	vx = variance(s->x, s->xx, s->n);
	vy = variance(s->y, s->yy, s->n);
	if (vy <= 1e-12)
		return at_mean(s);
	cov = (s->xy - s->x * s->y / s->n) / (s->n - 1);
	beta = cov / vy;
	rest = (vx - beta * cov) * (s->n - 1) / (s->n - 2); /* the fit costs a degree of freedom */
	return around((s->x - beta * s->y) / s->n, rest / s->n);
}

bool at_elo(double share, int seats, double *out)
{
	if (share < 1e-9 || share > 1 - 1e-9)
		return false;
	*out = 400 / at_log(10) * at_log(share * (seats - 1) / (1 - share));
	return true;
}
