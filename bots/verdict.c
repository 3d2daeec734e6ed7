#include "arena.h"

/* The statistics of an entrant: one number for each set. */
struct sums {
	struct at_sums share, adjusted, lead, points;
};

/* The rest of a forfeited game says nothing about luck. */
static bool is_measured(const struct at_match *c, const struct at_result *r)
{
	bool measured = r->forfeit >= 0;

	for (int e = 0; e < c->entrants; e++)
		measured |= r->luck[e] != 0;
	return measured;
}

/* An incomplete set says nothing about seats. */
static bool is_whole(const struct at_match *c, const struct at_result *set)
{
	for (int i = 0; i < c->entrants; i++)
		if (set[i].game == UINT32_MAX)
			return false;
	return true;
}

static void add_set(const struct at_match *c, const struct at_result *set, int e, struct sums *sums,
		    struct at_verdict *out)
{
	double win = 0, luck = 0, ahead = 0, own = 0;
	bool measured = true;
	int counted = 0;

	for (int i = 0; i < c->entrants; i++) {
		const struct at_result *r = &set[i];
		double others = 0;
		win += r->win[e];
		luck += r->luck[e];
		measured &= is_measured(c, r);
		out->forfeits += r->forfeit == e;
		if (r->forfeit >= 0)
			continue;
		for (int k = 0; k < c->entrants; k++)
			others += k == e ? 0 : r->points[k];
		ahead += r->points[e] - others / (c->entrants - 1);
		own += r->points[e];
		counted++;
	}
	out->wins += win;
	at_sums_add(&sums->share, win / c->entrants, 0);
	if (measured)
		at_sums_add(&sums->adjusted, win / c->entrants, luck / c->entrants);
	if (counted) {
		at_sums_add(&sums->lead, ahead / counted, 0);
		at_sums_add(&sums->points, own / counted, 0);
	}
}

static void begin_test(const struct at_match *c, const struct at_sprt *sprt, struct at_test *t)
{
	at_sprt_bounds(sprt, &t->low, &t->high);
	t->counts.seats = c->entrants;
}

static void add_to_test(const struct at_sprt *sprt, struct at_test *t, double wins)
{
	if (t->accepted)
		return;
	at_set_counts_add(&t->counts, wins);
	t->ratio = at_sprt_ratio(sprt, &t->counts);
	if (t->ratio >= t->high)
		t->accepted = AT_H1;
	else if (t->ratio <= t->low)
		t->accepted = AT_H0;
}

bool at_match_decided(const struct at_match *c)
{
	if (!c->ceiling)
		return c->test.accepted;
	if (c->test.accepted == AT_H0 || c->ceiling_test.accepted == AT_H1)
		return true;
	return c->test.accepted && c->ceiling_test.accepted;
}

void at_match_test(struct at_match *c)
{
	uint32_t seats = (uint32_t)c->entrants;

	begin_test(c, c->sprt, &c->test);
	if (c->ceiling)
		begin_test(c, c->ceiling, &c->ceiling_test);
	while (!at_match_decided(c) && (c->tested + 1) * seats <= c->games) {
		const struct at_result *set = &c->results[c->tested * seats];
		double wins = 0;
		if (!is_whole(c, set))
			return;
		for (uint32_t i = 0; i < seats; i++)
			wins += set[i].win[0];
		c->tested++;
		add_to_test(c->sprt, &c->test, wins);
		if (c->ceiling)
			add_to_test(c->ceiling, &c->ceiling_test, wins);
	}
}

void at_match_verdict(const struct at_match *c, int e, struct at_verdict *out)
{
	struct sums sums = {0};

	*out = (struct at_verdict){0};
	for (uint32_t i = 0; i + (uint32_t)c->entrants <= c->games; i += (uint32_t)c->entrants)
		if (is_whole(c, &c->results[i]))
			add_set(c, &c->results[i], e, &sums, out);
	out->sets = sums.share.n;
	out->games = out->sets * (uint32_t)c->entrants;
	out->ended = sums.lead.n;
	out->measured = sums.adjusted.n;
	out->share = at_share(&sums.share, out->games);
	out->has_adjusted = at_adjusted(&sums.adjusted, &out->adjusted);
	if (out->adjusted.low < 0)
		out->adjusted.low = 0;
	if (out->adjusted.high > 1)
		out->adjusted.high = 1;
	out->lead = at_mean(&sums.lead);
	out->points = at_mean(&sums.points);
	out->elo = out->share.mean > 0.5 ? 1e9 : -1e9;
	out->elo_low = -1e9;
	out->elo_high = 1e9;
	at_elo(out->share.mean, c->entrants, &out->elo);
	at_elo(out->share.low, c->entrants, &out->elo_low);
	at_elo(out->share.high, c->entrants, &out->elo_high);
}
