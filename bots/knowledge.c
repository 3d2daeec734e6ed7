#include "knowledge.h"

#include "bits.h"
#include "exact_math.h"

#include <string.h>

#define ROW(name) &at_know_##name,
static const struct at_knowledge *const all[] = {AT_KNOWN(ROW)};

const struct at_knowledge *at_knowledge_of(const struct at_game *game)
{
	for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
		if (all[i]->game == game)
			return all[i];
	return &at_know_any;
}

const double *at_know_weights(const struct at_knowledge *know, enum at_bot_kind kind)
{
	return kind == AT_BOT_GREEDY && know->greedy ? know->greedy : know->weights;
}

double at_know_left(const struct at_knowledge *know, const struct at_state *s)
{
	const double least = 0.02; /* as long as it is not over */
	double left;

	if (know->left)
		return know->left(s);
	left = 1 - s->ply / (know->plies > 0 ? know->plies : at_game_of(s)->plies_max);
	return left > least ? left : s->turn == AT_OVER ? 0 : least;
}

/* The weighted sum. */
static double add_up(const struct at_knowledge *know, const double *weights, const double *f)
{
	double sum[4] = {0}; /* four sums at once: an addition need not wait for the previous one */
	int i = 0;

	for (; i + 4 <= know->features; i += 4)
		for (int k = 0; k < 4; k++)
			sum[k] += weights[i + k] * f[i + k];
	for (; i < know->features; i++)
		sum[0] += weights[i] * f[i];
	return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

double at_know_points(const struct at_knowledge *know, const double *weights,
		      const struct at_state *s, int seat)
{
	double f[AT_FEATURES_MAX];

	know->see(s, seat, f);
	return add_up(know, weights, f);
}

static void judge_end(const struct at_state *s, double *win, double *points)
{
	struct at_score scores[AT_SEATS_MAX];

	at_judge(s, scores, win);
	for (int i = 0; i < s->seats; i++)
		points[i] = scores[i].total;
}

/* Interpolates a pair of numbers, for the end and the start, by how much of the game is left. */
static double between(const double pair[2], double left)
{
	return pair[0] + (pair[1] - pair[0]) * left;
}

static void share_win(const double *points, int seats, double spread, double *win)
{
	double best = points[0];
	double sum = 0;
	double scale = 1 / spread;

	for (int i = 1; i < seats; i++)
		best = points[i] > best ? points[i] : best;
	for (int i = 0; i < seats; i++) {
		win[i] = at_exp((points[i] - best) * scale);
		sum += win[i];
	}
	for (int i = 0; i < seats; i++)
		win[i] /= sum;
}

void at_know_judge(const struct at_knowledge *know, const double *weights, const struct at_state *s,
		   double win[AT_SEATS_MAX], double points[AT_SEATS_MAX])
{
	if (s->turn == AT_OVER) {
		judge_end(s, win, points);
		return;
	}
	for (int i = 0; i < s->seats; i++)
		points[i] = at_know_points(know, weights, s, i);
	share_win(points, s->seats, between(weights + know->features, at_know_left(know, s)), win);
}

bool at_know_wants_net(const struct at_knowledge *know, const struct at_bot_spec *spec)
{
	return know->nets && spec->kind == AT_BOT_SEARCH && !spec->linear && !spec->weights &&
	       spec->forget <= 0;
}

const struct at_net *at_know_net(const struct at_knowledge *know, const struct at_bot_spec *spec,
				 int seats)
{
	const struct at_net *net;

	if (!at_know_wants_net(know, spec))
		return NULL;
	net = &know->nets[seats - 2];
	return net->inputs ? net : NULL;
}

static void see_all(const struct at_knowledge *know, const struct at_state *s, int seat, double *f)
{
	if (know->see_more)
		know->see_more(s, seat, f);
	else
		know->see(s, seat, f);
}

int at_know_inputs(const struct at_knowledge *know, const struct at_state *s, int seat,
		   int16_t out[AT_NET_INPUTS_MAX])
{
	int n = know->features + know->more;
	double f[AT_NET_INPUTS_MAX];

	see_all(know, s, seat, f);
	at_net_round(f, n, out);
	return n;
}

void at_know_judge_by(const struct at_net *net, const struct at_knowledge *know,
		      const double *weights, const struct at_state *s, double win[AT_SEATS_MAX],
		      double points[AT_SEATS_MAX])
{
	int16_t rounded[AT_SEATS_MAX][AT_NET_INPUTS_MAX];
	const int16_t *inputs[AT_SEATS_MAX];

	if (s->turn == AT_OVER) {
		judge_end(s, win, points);
		return;
	}
	for (int i = 0; i < s->seats; i++) {
		double f[AT_NET_INPUTS_MAX];
		see_all(know, s, i, f);
		points[i] = add_up(know, weights, f);
		at_net_round(f, know->features + know->more, rounded[i]);
		for (int k = know->features + know->more; k < net->inputs; k++)
			rounded[i][k] = 0;
		inputs[i] = rounded[i];
	}
	at_net_judge(net, inputs, s->seats, win);
}

void at_know_foretell(const struct at_knowledge *know, const struct at_state *s,
		      double points[AT_SEATS_MAX])
{
	const struct at_forecast *f = know->forecast;
	double mean = 0, score = 0;
	double left;

	if (!f || s->turn == AT_OVER)
		return;
	left = at_know_left(know, s);
	for (int i = 0; i < s->seats; i++) {
		struct at_score now;
		at_score(s, i, &now);
		score += (double)now.total / s->seats;
		mean += points[i] / s->seats;
	}
	score += left * (f->gain[0] + f->gain[1] * (s->seats - 2));
	for (int i = 0; i < s->seats; i++)
		points[i] = score + between(f->lead, left) * (points[i] - mean);
}

/* The same for three numbers, for the end, the middle and the start. */
static double along(const double triple[3], double left)
{
	return left < 0.5 ? triple[0] + (triple[1] - triple[0]) * 2 * left
			  : triple[1] + (triple[2] - triple[1]) * (2 * left - 1);
}

/* The logarithm of a share, after a part of the whole was shared evenly. */
static double log_share(double share, double doubt, int seats)
{
	const double least = 1e-9;

	share = share * (1 - doubt) + doubt / seats;
	return at_log(share > least ? share : least);
}

void at_trust_shares(const struct at_trust *trust, int seats, int turn, double left, double *win,
		     const double *first, const double *points)
{
	double doubt = along(trust->doubt, left);
	double power[AT_SEATS_MAX], sum = 0;

	for (int i = 0; i < seats; i++) {
		power[i] = along(trust->sure, left) * log_share(win[i], doubt, seats) +
			   along(trust->first, left) * log_share(first[i], doubt, seats) +
			   along(trust->lead, left) * (points[i] - points[0]);
		power[i] += i == turn ? along(trust->turn, left) : 0;
	}
	for (int i = 0; i < seats; i++) {
		win[i] = at_exp(power[i] - power[turn]);
		sum += win[i];
	}
	for (int i = 0; i < seats; i++)
		win[i] /= sum;
}

const struct at_trust *at_know_trust(const struct at_knowledge *know,
				     const struct at_bot_spec *spec, int seats)
{
	const struct at_trust *trust =
	    at_know_net(know, spec, seats) ? know->net_trust : know->trust;

	return trust ? &trust[seats - 2] : NULL;
}

void at_know_listen(const struct at_knowledge *know, const struct at_view *view,
		    struct at_belief *out)
{
	if (know->listen)
		know->listen(&view->state.head, out);
}

void at_know_guess(const struct at_knowledge *know, const struct at_view *view,
		   const struct at_belief *belief, struct at_rng *rng, struct at_state *out)
{
	if (!know->guess) {
		at_guess(view, rng, out);
		return;
	}
	memcpy(out, &view->state, know->game->state_size);
	out->viewer = AT_TRUTH;
	know->guess(out, belief, rng);
}

int at_draw_by_odds(const double odds[AT_SECRETS_MAX], uint64_t set, struct at_rng *rng)
{
	double sum = 0, at;
	int number = 0;

	for (uint64_t left = set; left;)
		sum += odds[at_pop64(&left)];
	at = at_uniform(rng) * sum;
	while (set) {
		number = at_pop64(&set);
		at -= odds[number];
		if (at < 0)
			break;
	}
	return number;
}
