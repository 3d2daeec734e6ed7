#include "calibration.h"

#include "exact_math.h"

#include <string.h>

/* The mean of differences and its spread over games. One observation is a game's sum of
 * differences minus the mean: D is the sum of differences over their count, and a game with many
 * forecasts weighs more. The sums of squares are kept in a form that does not need the mean yet. */
struct spread {
	uint32_t game, games;
	double n, sum;     /* of this game */
	double nn, ns, ss; /* over earlier games */
	double all, said, came;
};

static void end_game(struct spread *s)
{
	s->games += s->n > 0;
	s->nn += s->n * s->n;
	s->ns += s->n * s->sum;
	s->ss += s->sum * s->sum;
	s->n = s->sum = 0;
}

static void add(struct spread *s, uint32_t game, double said, double came)
{
	if (s->game != game)
		end_game(s);
	s->game = game;
	s->n++;
	s->sum += said - came;
	s->all++;
	s->said += said;
	s->came += came;
}

static struct at_bin bin_of(struct spread *s)
{
	static const double z = 1.96;
	struct at_bin bin = {.count = (uint32_t)s->all};
	double mean, square;

	end_game(s);
	if (s->all == 0)
		return bin;
	bin.said = s->said / s->all;
	bin.came = s->came / s->all;
	mean = bin.said - bin.came;
	square = s->ss - 2 * mean * s->ns + mean * mean * s->nn;
	if (s->games > 1)
		square *= (double)s->games / (s->games - 1);
	bin.half = s->games > 1 ? z * at_sqrt(square > 0 ? square : 0) / s->all : 1;
	return bin;
}

static int tenth(double share)
{
	int i = (int)(share * AT_BINS);

	return i < 0 ? 0 : i < AT_BINS ? i : AT_BINS - 1;
}

/* The same seat's previous forecast in the same game; NULL if this is its first. */
static const struct at_said *before(const struct at_said *first, const struct at_said *x)
{
	for (const struct at_said *y = x; y-- > first && y->game == x->game;)
		if (y->seat == x->seat)
			return y;
	return NULL;
}

void at_calibrate(const struct at_said *list, uint32_t count, struct at_calibration *out)
{
	struct spread bins[AT_BINS] = {{0}}, parts[AT_PARTS] = {{0}}, all = {0}, change = {0};
	struct at_bin pairs;

	memset(out, 0, sizeof *out);
	for (uint32_t i = 0; i < count; i++) {
		const struct at_said *x = &list[i];
		const struct at_said *old = before(list, x);
		double said = x->win[x->seat], came = x->came[x->seat];
		add(&bins[tenth(said)], x->game, said, came);
		add(&parts[x->turn * AT_PARTS / x->turns], x->game, said, came);
		add(&all, x->game, said, came);
		out->brier += (said - came) * (said - came) / count;
		out->points += at_abs(x->points[x->seat] - x->scored[x->seat]) / count;
		if (old) {
			add(&change, x->game, said, old->win[x->seat]);
			out->jump += at_abs(said - old->win[x->seat]);
		}
	}
	for (int i = 0; i < AT_BINS; i++)
		out->bin[i] = bin_of(&bins[i]);
	for (int i = 0; i < AT_PARTS; i++)
		out->part[i] = bin_of(&parts[i]);
	out->all = bin_of(&all);
	out->games = all.games;
	out->count = count;
	pairs = bin_of(&change);
	out->pairs = pairs.count;
	out->change = pairs.said - pairs.came;
	out->change_half = pairs.half;
	out->jump = pairs.count ? out->jump / pairs.count : 0;
}

bool at_bin_is_true(const struct at_bin *bin)
{
	double most = bin->half > 0.04 ? bin->half : 0.04;

	return bin->count == 0 || at_abs(bin->said - bin->came) <= most;
}
