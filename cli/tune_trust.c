#include "tune.h"

#include "command.h"
#include "exact_math.h"
#include "foretold.h"
#include "interrupt.h"

#include <stdlib.h>
#include <string.h>

enum { SURE, FIRST = 3, LEAD = 6, TURN = 9, DOUBT = 12, NUMBERS = 15 };

/* A calibration as a row of numbers, for the search. */
static void numbers_of(const struct at_trust *t, double x[NUMBERS])
{
	memcpy(x + SURE, t->sure, sizeof t->sure);
	memcpy(x + FIRST, t->first, sizeof t->first);
	memcpy(x + LEAD, t->lead, sizeof t->lead);
	memcpy(x + TURN, t->turn, sizeof t->turn);
	memcpy(x + DOUBT, t->doubt, sizeof t->doubt);
}

static struct at_trust trust_of(const double x[NUMBERS])
{
	struct at_trust t;

	memcpy(t.sure, x + SURE, sizeof t.sure);
	memcpy(t.first, x + FIRST, sizeof t.first);
	memcpy(t.lead, x + LEAD, sizeof t.lead);
	memcpy(t.turn, x + TURN, sizeof t.turn);
	memcpy(t.doubt, x + DOUBT, sizeof t.doubt);
	return t;
}

/* The negative log-likelihood of the results under this calibration. */
static double surprise(const struct foretold *f, const double x[NUMBERS])
{
	struct at_trust t = trust_of(x);
	double sum = 0;

	for (uint32_t k = 0; k < f->count; k++) {
		const struct at_said *said = &f->said[k];
		double win[AT_SEATS_MAX];
		memcpy(win, said->found, sizeof win);
		at_trust_shares(&t, said->seats, said->seat, said->left, win, said->first,
				said->points);
		for (int i = 0; i < said->seats; i++)
			if (said->came[i] > 0)
				sum -= said->came[i] * at_log(win[i] > 1e-9 ? win[i] : 1e-9);
	}
	return sum / f->count;
}

/* A coordinate search with steps that become smaller. */
static void fit(const struct foretold *f, double x[NUMBERS])
{
	static const struct {
		double step, least, most;
	} kinds[] = {[SURE / 3] = {0.2, 0.1, 9},
		     [FIRST / 3] = {0.2, 0, 9},
		     [LEAD / 3] = {0.02, 0, 1},
		     [TURN / 3] = {0.2, -3, 3},
		     [DOUBT / 3] = {0.02, 0.001, 0.5}};
	double best = surprise(f, x);

	for (double scale = 1; scale > 0.02 && !interrupt_signal(); scale /= 2)
		for (bool better = true; better && !interrupt_signal();) {
			better = false;
			for (int i = 0; i < 2 * NUMBERS; i++) {
				double step = scale * kinds[i / 6].step;
				double *at = &x[i / 2], old = *at, now;
				*at += i % 2 ? -step : step;
				if (*at < kinds[i / 6].least || *at > kinds[i / 6].most) {
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
			tune_show("fitting: log loss %.4f", best);
		}
	tune_show_end();
	fprintf(stderr, "mean log loss of the shares: %.4f\n", best);
}

int tune_trust(struct foretold *f)
{
	static const struct at_trust none = {.sure = {1, 1, 1}, .doubt = {0.01, 0.01, 0.01}};
	const struct at_knowledge *know = at_knowledge_of(f->game);
	const struct at_trust *now = at_know_trust(know, &f->spec, f->setup.seats);
	struct at_trust trust = now ? *now : none;
	double x[NUMBERS];
	int code = foretold_ask(f);

	if (code || f->count == 0)
		return code;
	f->games = f->said[f->count - 1].game + 1;
	numbers_of(&trust, x);
	fit(f, x);
	printf("/* %u games with %u players, seed %llu. */\n", f->games, f->setup.seats,
	       (unsigned long long)f->seed);
	printf("    {.sure = {%.2f, %.2f, %.2f},\n", x[SURE], x[SURE + 1], x[SURE + 2]);
	printf("     .first = {%.2f, %.2f, %.2f},\n", x[FIRST], x[FIRST + 1], x[FIRST + 2]);
	printf("     .lead = {%.3f, %.3f, %.3f},\n", x[LEAD], x[LEAD + 1], x[LEAD + 2]);
	printf("     .turn = {%.2f, %.2f, %.2f},\n", x[TURN], x[TURN + 1], x[TURN + 2]);
	printf("     .doubt = {%.3f, %.3f, %.3f}},\n", x[DOUBT], x[DOUBT + 1], x[DOUBT + 2]);
	return 0;
}
