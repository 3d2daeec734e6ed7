/* Statistics of a run of games: means with 95 % intervals, Elo, and the luck-adjusted mean.
 *
 * Games come in sets: the same seed with every rotation of the seats. Sets are independent; the
 * games of one set are not, so the spread is measured between sets. */
#ifndef AT_STATS_H
#define AT_STATS_H

#include <stdbool.h>
#include <stdint.h>

struct at_estimate {
	double mean, low, high; /* low..high: 95 % */
};

/* One number for a set, and a second one that is related to it by chance alone (its expectation
 * is 0). */
struct at_sums {
	uint32_t n;
	double x, xx, y, yy, xy;
};

static inline void at_sums_add(struct at_sums *s, double x, double y)
{
	s->n++;
	s->x += x;
	s->xx += x * x;
	s->y += y;
	s->yy += y * y;
	s->xy += x * y;
}

/* The mean of x with Student's interval; with n < 2 the interval covers everything. */
struct at_estimate at_mean(const struct at_sums *);

/* A mean of shares between 0 and 1, over `games` games in s->n sets: Wilson's interval with an
 * effective number of games that follows from the spread between sets, and never exceeds the
 * number played. It is also valid at 0 and 1. */
struct at_estimate at_share(const struct at_sums *, uint32_t games);

/* The mean of x without the part that y explains: a control variate whose coefficient is fitted
 * to the same sets. False where the sets do not suffice: fewer than AT_ADJUSTED_SETS, no luck, x
 * constant, or nothing left to explain. */
enum { AT_ADJUSTED_SETS = 4 };
bool at_adjusted(const struct at_sums *, struct at_estimate *out);

/* The difference in rating that gives this share against seats - 1 equal opponents. False if the
 * share is 0 or 1: no finite rating does. */
bool at_elo(double share, int seats, double *out);

/* The expected share for this difference in rating. */
double at_share_of_elo(double elo, int seats);

/* A sequential test: games are played until the results decide between two claims, and no
 * longer. This is the generalised SPRT that chess engines are tested with: it compares the
 * likelihoods of the sets' results under the best distribution with the mean of each claim. It
 * assumes nothing about how games of a set are related. */
struct at_sprt {
	double elo[2];   /* H0: it is stronger by at most the first; H1: by at least the second */
	double error[2]; /* error probabilities: accepting H1 although H0 holds, and H0 although
			  * H1 holds */
};

/* Results of sets: how often each sum of wins occurred. A win may be shared by two, three or
 * four players, so sums are in twelfths. */
enum { AT_WIN_PARTS = 12, AT_SET_SUMS = 4 * AT_WIN_PARTS + 1 };
struct at_set_counts {
	int seats; /* 2 to 4 */
	uint32_t sets;
	uint32_t count[AT_SET_SUMS];
};

void at_set_counts_add(struct at_set_counts *, double wins);

/* The log-likelihood ratio and its bounds: H0 is accepted at low or below, H1 at high or above. */
double at_sprt_ratio(const struct at_sprt *, const struct at_set_counts *);
void at_sprt_bounds(const struct at_sprt *, double *low, double *high);

#endif
