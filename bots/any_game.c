/* Plays a game that has no knowledge file (no know_GAME.c).
 *
 * It uses only what every game offers: the current score, and whether the game is over. Greedy
 * looks at the score, which may lead astray: random games to the end say which of equal moves is
 * better, and whether the score is to be trusted here. Flat and search play on to the end, too.
 * A few random games measure how long a game takes, what the final scores are and how far apart
 * they lie. From these follow how much of a game is left, how safe a lead is, and what a point
 * is worth to a level that misjudges.
 *
 * Every decision is a turn of its own. What follows a decision may depend on a secret, so a
 * whole turn planned in one sampled world need not be legal in another. */
#include "bot_inner.h"

#include "assert.h"
#include "exact_math.h"
#include "play.h"

enum { SCORE, FEATURES };

static const char *const names[FEATURES] = {"score"};
static const double weights[FEATURES + 2] = {1, 0.1, 1};

static void see(const struct at_state *s, int seat, double *f)
{
	struct at_score score;

	at_score(s, seat, &score);
	f[SCORE] = score.total;
}

/* No noise: what a point is worth differs from game to game; a number of play-outs does not. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_SEARCH, .ms = 50, .nodes = 8}},
    {"easy", {.kind = AT_BOT_SEARCH, .ms = 50, .nodes = 20}},
    {"casual", {.kind = AT_BOT_SEARCH, .ms = 200, .nodes = 45}},
    {"normal", {.kind = AT_BOT_SEARCH, .ms = 300, .nodes = 100}},
    {"skilled", {.kind = AT_BOT_SEARCH, .ms = 600, .nodes = 450}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 1000, .nodes = 2000}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 20000}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_any = {
    .features = FEATURES,
    .names = names,
    .weights = weights,
    .levels = levels,
    .rivals = true,
    .shuffle = true,
    .play_on = true,
    .root = {.want = AT_PLANS_MAX},
    .reply = {.want = 64},
    .expand_after = 2,
    .explore = 1,
    .prior_scale = 1,
    .wish_per_point = 0.2,
    .sample = 6,
    .see = see,
};

/* Averages over some random games. */
struct survey {
	double plies;
	double gain;  /* of a seat, from its first decision on */
	double apart; /* standard deviation of a seat's final score from the mean of its game */
};

static double mean_score(const struct at_state *s)
{
	struct at_score score;
	double sum = 0;

	for (int i = 0; i < s->seats; i++) {
		at_score(s, i, &score);
		sum += score.total;
	}
	return sum / s->seats;
}

static double apart(const struct at_state *s)
{
	struct at_score score;
	double mean = mean_score(s);
	double sum = 0;

	for (int i = 0; i < s->seats; i++) {
		at_score(s, i, &score);
		sum += (score.total - mean) * (score.total - mean);
	}
	return sum / (s->seats - 1);
}

static struct survey survey(const struct at_game *game, const struct at_setup *setup)
{
	enum { GAMES = 16 };
	struct survey x = {0};
	struct at_rng rng;

	at_rng_init(&rng, 1, 0xa11);
	for (int i = 0; i < GAMES; i++) {
		struct at_tally tally = {0};
		union at_any any;
		enum at_err err = at_init(game, setup, &any.head, NULL);
		at_assert(!err);
		while (any.head.turn == AT_CHANCE)
			game->apply(&any.head, at_draw(game, &any.head, &rng));
		x.gain -= mean_score(&any.head) / GAMES;
		at_play_random(game, &any.head, &rng, &tally);
		x.gain += mean_score(&any.head) / GAMES;
		x.plies += (double)any.head.ply / GAMES;
		x.apart += apart(&any.head) / GAMES;
	}
	x.apart = x.apart > 0 ? at_sqrt(x.apart) : 1; /* nobody ever scored differently: any
						       * scale will do */
	return x;
}

void at_bot_learn(struct at_bot *bot, const struct at_state *s)
{
	struct at_learnt *own = &bot->learnt;
	struct at_setup setup = {s->seats, s->options};
	struct survey x;

	if (!bot->know->play_on || (own->seats == s->seats && own->options == s->options))
		return;
	x = survey(bot->game, &setup);
	own->seats = s->seats;
	own->options = s->options;
	own->know = at_know_any;
	own->know.weights = own->weights;
	own->know.forecast = &own->forecast;
	own->know.plies = x.plies;
	own->know.prior_scale *= x.apart;
	own->know.wish_per_point /= x.apart;
	/* The difference of two deviates has 1.4 times their deviation, and the logistic curve
	 * with 0.55 of that deviation is nearest to the normal distribution function. */
	own->forecast = (struct at_forecast){.gain = {x.gain, 0}, .lead = {1, 1}};
	own->weights[SCORE] = weights[SCORE];
	own->weights[FEATURES] = 0.1 * x.apart;
	own->weights[FEATURES + 1] = 0.8 * x.apart;
	bot->know = &own->know;
	if (!bot->spec.weights)
		bot->weights = own->weights;
	bot->noise = bot->spec.noise * x.apart;
}

/* What random games after this move (0: after any) come to: shares of the victory and points, on
 * average. */
static struct at_candidate try_move(struct at_bot *bot, const struct at_view *view, at_move m,
				    int games)
{
	struct at_candidate c = {.move = m, .visits = (uint32_t)games};

	for (int i = 0; i < games; i++) {
		struct at_tally tally = {0};
		union at_any world;
		at_bot_guess(bot, view, &world.head);
		if (m)
			bot->game->apply(&world.head, m);
		at_play_random(bot->game, &world.head, &bot->rng, &tally);
		for (int k = 0; k < world.head.seats; k++) {
			c.win[k] += tally.wins[k] / games;
			c.points[k] += (double)tally.points[k] / games;
		}
	}
	bot->nodes += (uint64_t)games;
	return c;
}

int at_any_settle(struct at_bot *bot, const struct at_view *view, int n, int best)
{
	enum { GAMES = 32, TRIED = 16 };
	const double doubt = 0.1; /* one and a half times the deviation of this many games */
	int seat = view->state.head.turn, tried = 0, chosen = -1;
	double most = try_move(bot, view, 0, GAMES).win[seat] - doubt;

	for (int i = 0; i < n && tried < TRIED; i++) {
		struct at_candidate c;
		if (i != best && bot->plans[i].value < bot->plans[best].value)
			continue;
		c = try_move(bot, view, bot->plans[i].moves[0], GAMES);
		if (c.win[seat] > most) {
			most = c.win[seat];
			chosen = i;
		}
		tried++;
	}
	return chosen;
}

void at_any_think(struct at_bot *bot, const struct at_view *view, struct at_choice *out)
{
	enum { GAMES = 256, LEAST = 2 }; /* in all, and after each move */
	int seat = view->state.head.turn;
	int n = bot->game->moves(&view->state.head, bot->moves);
	int games = GAMES / n > LEAST ? GAMES / n : LEAST;
	double most = 0;

	out->count = 0;
	bot->plan.length = 1;
	for (int i = 0; i < n; i++) {
		struct at_candidate c = try_move(bot, view, bot->moves[i], games);
		/* A victory is worth as much as the scores lie apart. */
		double value =
		    at_misjudge(bot, c.win[seat] * bot->know->prior_scale, &view->state.head, seat);
		bool best = i == 0 || value > most;
		if (best) {
			most = value;
			bot->plan.moves[0] = c.move;
		}
		if (out->count < AT_CANDIDATES_MAX)
			out->list[out->count++] = c;
		else if (best)
			out->list[AT_CANDIDATES_MAX - 1] = c;
	}
	for (int i = 0; i < out->count; i++) /* they were tried equally: the chosen one is first */
		out->list[i].visits += out->list[i].move == bot->plan.moves[0];
}
