#include "stats.h"

#include "exact_math.h"

static const double Z = 1.959963984540054; /* 95 % of a normal lie within */

/* 95 % of Student's distribution lie within. */
static double student(uint32_t freedom)
{
	static const double table[] = {
	    12.7062, 4.3027, 3.1824, 2.7764, 2.5706, 2.4469, 2.3646, 2.3060, 2.2622, 2.2281,
	    2.2010,  2.1788, 2.1604, 2.1448, 2.1314, 2.1199, 2.1098, 2.1009, 2.0930, 2.0860,
	    2.0796,  2.0739, 2.0687, 2.0639, 2.0595, 2.0555, 2.0518, 2.0484, 2.0452, 2.0423};
	enum { ROWS = sizeof table / sizeof table[0] };
	double z = Z, n = freedom;

	if (freedom <= ROWS)
		return table[freedom - 1];
	return z + (z * z + 1) * z / (4 * n) +
	       ((5 * z * z + 16) * z * z + 3) * z / (96 * n * n); /* Cornish and Fisher */
}

static struct at_estimate around(double mean, double variance_of_mean, uint32_t freedom)
{
	double half = student(freedom) * at_sqrt(variance_of_mean > 0 ? variance_of_mean : 0);

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
	return around(s->x / s->n, variance(s->x, s->xx, s->n) / s->n, s->n - 1);
}

enum { FEW_SETS = 8 };

struct at_estimate at_share(const struct at_sums *s, uint32_t games)
{
	double most = (s->n < FEW_SETS ? 1.0 : 4.0) * games;
	double p, worth, centre, half;

	if (s->n == 0)
		return (struct at_estimate){0.5, 0, 1};
	p = s->x / s->n;
	worth = games;
	if (s->n > 1 && p > 0 && p < 1) {
		double v = variance(s->x, s->xx, s->n) / s->n;
		if (v > 0)
			worth = p * (1 - p) / v;
		if (worth > most)
			worth = most;
	}
	centre = (p + Z * Z / (2 * worth)) / (1 + Z * Z / worth);
	half = Z * at_sqrt(p * (1 - p) / worth + Z * Z / (4 * worth * worth)) / (1 + Z * Z / worth);
	return (struct at_estimate){p, centre - half < 0 ? 0 : centre - half,
				    centre + half > 1 ? 1 : centre + half};
}

bool at_adjusted(const struct at_sums *s, struct at_estimate *out)
{
	static const double nothing = 1e-12; /* variances below this are rounding errors */
	double vx, vy, cov, beta, rest;

	if (s->n < AT_ADJUSTED_SETS)
		return false;
	vx = variance(s->x, s->xx, s->n);
	vy = variance(s->y, s->yy, s->n);
	if (vx <= nothing || vy <= nothing)
		return false;
	cov = (s->xy - s->x * s->y / s->n) / (s->n - 1);
	beta = cov / vy;
	rest = (vx - beta * cov) * (s->n - 1) / (s->n - 2); /* the fit costs one degree of freedom
							     */
	if (rest <= nothing)
		return false;
	*out = around((s->x - beta * s->y) / s->n, rest / s->n, s->n - 2);
	return true;
}

bool at_elo(double share, int seats, double *out)
{
	if (share < 1e-9 || share > 1 - 1e-9)
		return false;
	*out = 400 / at_log(10) * at_log(share * (seats - 1) / (1 - share));
	return true;
}

double at_share_of_elo(double elo, int seats)
{
	double odds = at_exp(elo * at_log(10) / 400) / (seats - 1);

	return odds / (1 + odds);
}

void at_set_counts_add(struct at_set_counts *c, double wins)
{
	c->count[(int)(wins * AT_WIN_PARTS + 0.5)]++;
	c->sets++;
}

/* The results that occurred, as shares, and how often. */
struct shares {
	int count;
	double share[AT_SET_SUMS], times[AT_SET_SUMS];
};

static void list_shares(const struct at_set_counts *c, struct shares *out)
{
	/* 0 and 1 are always possible, even if they never occurred: otherwise no distribution
	 * might have the required mean. */
	static const double trace = 0.001;
	int last = c->seats * AT_WIN_PARTS;

	out->count = 0;
	for (int i = 0; i <= last; i++) {
		double times = c->count[i] + (i == 0 || i == last ? trace : 0);
		if (times == 0)
			continue;
		out->share[out->count] = (double)i / last;
		out->times[out->count++] = times;
	}
}

/* Among all distributions over the observed shares with this mean, the likeliest one gives share
 * x its observed frequency divided by 1 + t (x - mean). This finds t by bisection: the
 * derivative of the likelihood is monotonic. */
static double tilt(const struct shares *s, double mean)
{
	double low = -1 / (1 - mean), high = 1 / mean;

	for (int step = 0; step < 60; step++) {
		double t = (low + high) / 2;
		double slope = 0;
		for (int i = 0; i < s->count; i++) {
			double x = s->share[i] - mean;
			slope += s->times[i] * x / (1 + t * x);
		}
		if (slope > 0)
			low = t;
		else
			high = t;
	}
	return (low + high) / 2;
}

double at_sprt_ratio(const struct at_sprt *test, const struct at_set_counts *c)
{
	double mean[2], t[2], sum = 0;
	struct shares s;

	list_shares(c, &s);
	for (int h = 0; h < 2; h++) {
		mean[h] = at_share_of_elo(test->elo[h], c->seats);
		t[h] = tilt(&s, mean[h]);
	}
	for (int i = 0; i < s.count; i++)
		sum += s.times[i] * at_log((1 + t[0] * (s.share[i] - mean[0])) /
					   (1 + t[1] * (s.share[i] - mean[1])));
	return sum;
}

void at_sprt_bounds(const struct at_sprt *test, double *low, double *high)
{
	*low = at_log(test->error[1] / (1 - test->error[0]));
	*high = at_log((1 - test->error[1]) / test->error[0]);
}
