/* My Shelfie: one weight a feature of see_my_shelfie.c, in its order, then the spreads at the end
 * and at the start of the game. Written by `atoll lab tune my-shelfie`; docs/lab/strength.md says
 * how.
 */
#ifndef AT_WEIGHTS_MY_SHELFIE_H
#define AT_WEIGHTS_MY_SHELFIE_H

enum { MY_SHELFIE_FEATURES = 30 };

static const double at_weights_my_shelfie[MY_SHELFIE_FEATURES + 2] = {
    1.0712,  /* scored */
    0.9408,  /* groups */
    0.4913,  /* open 1 */
    0.0749,  /* open 2 */
    2.6626,  /* open 2 later */
    -0.0472, /* open 3 */
    2.5335,  /* open 3 later */
    0.6385,  /* open 4 */
    2.5095,  /* open 4 later */
    0.4434,  /* open 5 */
    2.4932,  /* open 5 later */
    1.0630,  /* personal */
    0.1631,  /* personal next */
    0.5760,  /* personal all */
    0.9929,  /* goal 1 */
    0.9472,  /* goal 2 */
    0.6800,  /* goal 3 */
    0.1653,  /* goal 4 */
    1.0020,  /* goal 5 */
    1.2918,  /* goal 6 */
    0.7901,  /* goal 7 */
    1.1271,  /* goal 8 */
    0.5255,  /* goal 9 */
    0.7178,  /* goal 10 */
    0.8989,  /* goal 11 */
    1.0984,  /* goal 12 */
    16.6182, /* to come */
    11.9862, /* to come squared */
    -0.0704, /* wide columns */
    0.2332,  /* at move */
    1.7500,  /* spread at the end */
    8.0000,  /* spread at the start */
};

/* Greedy's own, by matches: it lives by what it has, and filling the shelf is worth something to
 * it. The spreads are not asked for. */
static const double at_greedy_my_shelfie[MY_SHELFIE_FEATURES + 2] = {
    1.4599,  /* scored */
    1.0000,  /* groups */
    0.0959,  /* open 1 */
    0.6330,  /* open 2 */
    1.0513,  /* open 2 later */
    0.0284,  /* open 3 */
    1.3657,  /* open 3 later */
    0.8461,  /* open 4 */
    0.7451,  /* open 4 later */
    1.1204,  /* open 5 */
    0.1172,  /* open 5 later */
    1.1616,  /* personal */
    0.2948,  /* personal next */
    0.1193,  /* personal all */
    1.2291,  /* goal 1 */
    0.7455,  /* goal 2 */
    1.2386,  /* goal 3 */
    4.2956,  /* goal 4 */
    0.7434,  /* goal 5 */
    0.8999,  /* goal 6 */
    0.1711,  /* goal 7 */
    1.0585,  /* goal 8 */
    0.4566,  /* goal 9 */
    1.1100,  /* goal 10 */
    0.7407,  /* goal 11 */
    1.1576,  /* goal 12 */
    -6.3726, /* to come */
    -2.7221, /* to come squared */
    0.1367,  /* wide columns */
    0.0937,  /* at move */
    1.7500,  /* spread at the end */
    8.0000,  /* spread at the start */
};

/* Written by `atoll lab tune my-shelfie --trust --players N` with two, three and four players;
 * docs/lab/strength.md says how. */
static const struct at_trust at_trust_my_shelfie[AT_SEATS_MAX - 1] = {
    {.sure = {0.88, 0.79, 2.31},
     .lead = {0.317, 0.193, 0},
     .turn = {-0.63, -0.11, -0.43},
     .doubt = {0.005, 0.005, 0.005}},
    {.sure = {0.82, 1.48, 2.96},
     .lead = {0.402, 0.107, 0.001},
     .turn = {-0.76, -0.05, -0.25},
     .doubt = {0.005, 0.005, 0.005}},
    {.sure = {1.16, 1.80, 3.46},
     .lead = {0.206, 0.004, 0},
     .turn = {-0.67, -0.01, -0.24},
     .doubt = {0.009, 0.009, 0.009}},
};

/* The same for shares that a net has made (docs/learning.md). */
static const struct at_trust at_net_trust_my_shelfie[AT_SEATS_MAX - 1] = {
    {.sure = {1.02, 1.4, 1.34},
     .first = {0.12, 0, 0},
     .turn = {-0.6, -0.19, -0.53},
     .doubt = {0.001, 0.001, 0.002}},
    {.sure = {0.71, 0.92, 0.85},
     .first = {0.41, 0.11, 0.02},
     .lead = {0, 0, 0.004},
     .turn = {-0.38, -0.23, -0.29},
     .doubt = {0.001, 0.001, 0.243}},
    {.sure = {0.85, 0.98, 0.84},
     .first = {0.36, 0.19, 0.01},
     .turn = {-0.29, -0.17, -0.22},
     .doubt = {0.001, 0.079, 0.289}},
};

#endif
