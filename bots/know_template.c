/* Pearls, evaluated through the interface of games alone: the smallest possible knowledge file,
 * and a start for a new game. */
#include "knowledge.h"

enum { SCORE, FEATURES };

static const char *const names[FEATURES] = {"score"};
static const double weights[FEATURES + 2] = {1, 0.8, 2.5};

static void see(const struct at_state *s, int seat, double *f)
{
	struct at_score score;

	at_score(s, seat, &score);
	f[SCORE] = score.total;
}

static double left(const struct at_state *s)
{
	return 1 - (double)s->ply / at_template.plies_max;
}

/* Nodes define a level; milliseconds only limit it on a slow machine. */
static const struct at_level levels[] = {
    {"beginner", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 3.0}},
    {"easy", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 2.0}},
    {"casual", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 1.0}},
    {"normal", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.5}},
    {"skilled", {.kind = AT_BOT_GREEDY, .ms = 200, .noise = 0.2}},
    {"hard", {.kind = AT_BOT_SEARCH, .ms = 1000, .nodes = 2000}},
    {"master", {.kind = AT_BOT_SEARCH, .ms = 4000, .nodes = 20000}},
    {NULL, {.kind = AT_BOT_RANDOM}},
};

const struct at_knowledge at_know_template = {
    .game = &at_template,
    .features = FEATURES,
    .names = names,
    .weights = weights,
    .levels = levels,
    .root = {.want = 8},
    .reply = {.want = 8},
    .expand_after = 4,
    .explore = 1,
    .prior_scale = 2,
    .wish_per_point = 0.1,
    .see = see,
    .left = left,
};
