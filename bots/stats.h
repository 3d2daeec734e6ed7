/* What a run of games says: means with 95 % intervals, Elo, and the luck-adjusted mean.
 *
 * Games come in sets: the same seed with every rotation of the seats. The sets are independent, the
 * games of one set are not, so the spread is measured between sets. */
#ifndef AT_STATS_H
#define AT_STATS_H

#include <stdbool.h>
#include <stdint.h>

struct at_estimate {
	double mean, low, high; /* low..high: 95 % */
};

/* One number a set, and one that goes with it by chance alone (its expectation is 0). */
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

/* The mean of x with Student's interval; with n < 2 the interval is all there is. */
struct at_estimate at_mean(const struct at_sums *);

/* A mean of shares between 0 and 1, over `games` games in s->n sets: Wilson's interval with as many
 * games as the spread between sets is worth, which the spread of a few sets cannot show to be more
 * than were played. It behaves at 0 and 1, too. */
struct at_estimate at_share(const struct at_sums *, uint32_t games);

/* The mean of x with the part that y explains taken out: a control variate with the coefficient
 * fitted to the same sets. False where these say nothing about what is left unexplained: fewer than
 * AT_ADJUSTED_SETS, no luck, x always the same, or nothing left. */
enum { AT_ADJUSTED_SETS = 4 };
bool at_adjusted(const struct at_sums *, struct at_estimate *out);

/* The difference in rating that gives this share against seats - 1 equal opponents. False where the
 * share is 0 or 1: then there is no number. */
bool at_elo(double share, int seats, double *out);

/* The share that this difference in rating gives. */
double at_share_of_elo(double elo, int seats);

/* A sequential test: games are played until what was found decides between two claims, and not one
 * game longer. The generalised SPRT of those who test chess engines: the likelihoods of the sets'
 * results under the best distribution whose mean is the one claim's share, and the other's. Nothing
 * is assumed of how the games of a set hang together. */
struct at_sprt {
	double elo[2];   /* H0: it is stronger by this, or less; H1: by that, or more */
	double error[2]; /* how often H1 is accepted though H0 holds, and H0 though H1 does */
};

/* Results of sets: how often each sum of wins came. A victory is shared by two, three or four, so
 * sums are in twelfths. */
enum { AT_WIN_PARTS = 12, AT_SET_SUMS = 4 * AT_WIN_PARTS + 1 };
struct at_set_counts {
	int seats; /* 2 to 4 */
	uint32_t sets;
	uint32_t count[AT_SET_SUMS];
};

void at_set_counts_add(struct at_set_counts *, double wins);

/* The logarithm of the ratio of the likelihoods, and the bounds: at or below low H0 is accepted, at
 * or above high H1. */
double at_sprt_ratio(const struct at_sprt *, const struct at_set_counts *);
void at_sprt_bounds(const struct at_sprt *, double *low, double *high);

#endif
