#include "knowledge.h"

#include "real.h"

static const struct at_knowledge *const all[] = {&at_know_reef, &at_know_reef_encounter,
						 &at_know_my_shelfie, &at_know_template};

const struct at_knowledge *at_knowledge_of(const struct at_game *game)
{
	for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
		if (all[i]->game == game)
			return all[i];
	return NULL;
}

double at_know_points(const struct at_knowledge *know, const double *weights,
		      const struct at_state *s, int seat)
{
	double f[AT_FEATURES_MAX];
	double sum[4] = {0}; /* four at once: an addition need not wait for the one before */
	int i = 0;

	know->see(s, seat, f);
	for (; i + 4 <= know->features; i += 4)
		for (int k = 0; k < 4; k++)
			sum[k] += weights[i + k] * f[i + k];
	for (; i < know->features; i++)
		sum[0] += weights[i] * f[i];
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

static void judge_end(const struct at_state *s, double *win, double *points)
{
	struct at_score scores[AT_SEATS_MAX];

	at_judge(s, scores, win);
	for (int i = 0; i < s->seats; i++)
		points[i] = scores[i].total;
}

void at_know_judge(const struct at_knowledge *know, const double *weights, const struct at_state *s,
		   double win[AT_SEATS_MAX], double points[AT_SEATS_MAX])
{
	const double *spread = weights + know->features;
	double best = -1e9;
	double sum = 0;
	double scale;

	if (s->turn == AT_OVER) {
		judge_end(s, win, points);
		return;
	}
	for (int i = 0; i < s->seats; i++) {
		points[i] = at_know_points(know, weights, s, i);
		if (points[i] > best)
			best = points[i];
	}
	scale = 1 / (spread[0] + (spread[1] - spread[0]) * know->left(s));
	for (int i = 0; i < s->seats; i++) {
		win[i] = at_exp((points[i] - best) * scale);
		sum += win[i];
	}
	for (int i = 0; i < s->seats; i++)
		win[i] /= sum;
}
