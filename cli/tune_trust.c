#include "tune.h"

#include "command.h"
#include "foretold.h"
#include "interrupt.h"
#include "real.h"

#include <stdlib.h>
#include <string.h>

enum { SURE, LEAD = 3, TURN = 6, DOUBT = 9, NUMBERS };

/* A trust as a row of numbers, for the walk. */
static void numbers_of(const struct at_trust *t, double x[NUMBERS])
{
	memcpy(x + SURE, t->sure, sizeof t->sure);
	memcpy(x + LEAD, t->lead, sizeof t->lead);
	memcpy(x + TURN, t->turn, sizeof t->turn);
	x[DOUBT] = t->doubt;
}

static struct at_trust trust_of(const double x[NUMBERS])
{
	struct at_trust t = {.doubt = x[DOUBT]};

	memcpy(t.sure, x + SURE, sizeof t.sure);
	memcpy(t.lead, x + LEAD, sizeof t.lead);
	memcpy(t.turn, x + TURN, sizeof t.turn);
	return t;
}

static double along(const double triple[3], double left)
{
	return left < 0.5 ? triple[0] + (triple[1] - triple[0]) * 2 * left
			  : triple[1] + (triple[2] - triple[1]) * (2 * left - 1);
}

/* The shares that the search found, from what they were taken to mean. */
static void undo(const struct at_trust *t, struct at_said *x)
{
	double sum = 0;

	for (int i = 0; i < x->seats; i++) {
		double power = at_log(x->win[i] > 1e-12 ? x->win[i] : 1e-12);
		power -= along(t->lead, x->left) * (x->points[i] - x->points[0]);
		power -= i == x->seat ? along(t->turn, x->left) : 0;
		x->win[i] = at_exp(power / along(t->sure, x->left));
		sum += x->win[i];
	}
	for (int i = 0; i < x->seats; i++) {
		x->win[i] = (x->win[i] / sum - t->doubt / x->seats) / (1 - t->doubt);
		x->win[i] = x->win[i] > 0 ? x->win[i] : 0;
	}
}

/* How surprising the results are, if shares mean this. */
static double surprise(const struct foretold *f, const double x[NUMBERS])
{
	struct at_trust t = trust_of(x);
	double sum = 0;

	for (uint32_t k = 0; k < f->count; k++) {
		const struct at_said *said = &f->said[k];
		double win[AT_SEATS_MAX];
		memcpy(win, said->win, sizeof win);
		at_trust_shares(&t, said->seats, said->seat, said->left, win, said->points);
		for (int i = 0; i < said->seats; i++)
			if (said->came[i] > 0)
				sum -= said->came[i] * at_log(win[i] > 1e-9 ? win[i] : 1e-9);
	}
	return sum / f->count;
}

/* A walk from number to number, with steps that become smaller. */
static void fit(const struct foretold *f, double x[NUMBERS])
{
	static const double first[NUMBERS] = {0.2, 0.2, 0.2, 0.02, 0.02, 0.02, 0.2, 0.2, 0.2, 0.02};
	static const double least[NUMBERS] = {0.1, 0.1, 0.1, 0, 0, 0, -3, -3, -3, 0.001};
	static const double most[NUMBERS] = {9, 9, 9, 1, 1, 1, 3, 3, 3, 0.2};
	double best = surprise(f, x);

	for (double scale = 1; scale > 0.02 && !interrupt_signal(); scale /= 2)
		for (bool better = true; better && !interrupt_signal();) {
			better = false;
			for (int i = 0; i < 2 * NUMBERS; i++) {
				double *at = &x[i / 2], old = *at, now;
				*at += (i % 2 ? -1 : 1) * scale * first[i / 2];
				if (*at < least[i / 2] || *at > most[i / 2]) {
					*at = old;
					continue;
				}
				now = surprise(f, x);
				if (now < best - 1e-9) {
					best = now;
					better = true;
				} else {
					*at = old;
				}
			}
			tune_show("fitting: surprise %.4f", best);
		}
	tune_show_end();
	fprintf(stderr, "mean surprise of the shares: %.4f\n", best);
}

int tune_trust(struct foretold *f)
{
	static const struct at_trust none = {.sure = {1, 1, 1}, .doubt = 0.01};
	const struct at_knowledge *know = at_knowledge_of(f->game);
	const struct at_trust *now = at_know_trust(know, &f->spec, f->setup.seats);
	struct at_trust trust = now ? *now : none;
	double x[NUMBERS];
	int code = foretold_ask(f);

	if (code || f->count == 0)
		return code;
	f->games = f->said[f->count - 1].game + 1;
	for (uint32_t k = 0; k < f->count && now; k++)
		undo(&trust, &f->said[k]);
	numbers_of(&trust, x);
	fit(f, x);
	printf("/* %u games with %u players, seed %llu. */\n", f->games, f->setup.seats,
	       (unsigned long long)f->seed);
	printf("    {.sure = {%.2f, %.2f, %.2f},\n", x[SURE], x[SURE + 1], x[SURE + 2]);
	printf("     .lead = {%.3f, %.3f, %.3f},\n", x[LEAD], x[LEAD + 1], x[LEAD + 2]);
	printf("     .turn = {%.2f, %.2f, %.2f},\n", x[TURN], x[TURN + 1], x[TURN + 2]);
	printf("     .doubt = %.3f},\n", x[DOUBT]);
	return 0;
}
