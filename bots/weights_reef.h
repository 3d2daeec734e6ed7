/* Reef: one weight a feature of know_reef.c, in its order, then the spreads at the end and at the
 * start of the game. Written by `atoll lab tune reef`; docs/lab/strength.md says how. */
#ifndef AT_WEIGHTS_REEF_H
#define AT_WEIGHTS_REEF_H

enum { REEF_FEATURES = 24 };

static const double at_weights_reef[REEF_FEATURES + 2] = {
    0.9529,   /* points */
    0.3922,   /* now */
    0.2644,   /* now later */
    0.3023,   /* best */
    0.4285,   /* near own */
    -0.2585,  /* near own later */
    0.2552,   /* near */
    0.0647,   /* far own */
    0.0151,   /* far own later */
    0.0471,   /* far */
    -0.3804,  /* printed later */
    0.1009,   /* matched later */
    15.3824,  /* cards later */
    -2.5283,  /* cards squared later */
    -0.0431,  /* alike later */
    -0.7216,  /* tall 2 later */
    -4.1500,  /* tall 3 later */
    -0.3594,  /* covered later */
    126.5447, /* left */
    -68.4620, /* left squared */
    1.4772,   /* at move later */
    0.8333,   /* last turn */
    0.4360,   /* last turn near */
    1.3348,   /* final */
    3.5000,   /* spread at the end */
    18.8750,  /* spread at the start */
};

/* Greedy's own, by matches; the spreads are not asked for. */
static const double at_greedy_reef[REEF_FEATURES + 2] = {
    1.0000,   /* points */
    0.4224,   /* now */
    0.3631,   /* now later */
    0.2979,   /* best */
    0.2661,   /* near own */
    0.0831,   /* near own later */
    0.1429,   /* near */
    -0.0045,  /* far own */
    0.2105,   /* far own later */
    0.0244,   /* far */
    -0.8777,  /* printed later */
    0.1861,   /* matched later */
    9.5223,   /* cards later */
    -1.4390,  /* cards squared later */
    -0.2005,  /* alike later */
    -2.7021,  /* tall 2 later */
    -7.5243,  /* tall 3 later */
    -1.5421,  /* covered later */
    88.1029,  /* left */
    -61.6895, /* left squared */
    6.1416,   /* at move later */
    -4.4765,  /* last turn */
    -3.1634,  /* last turn near */
    1.3740,   /* final */
    3.5000,   /* spread at the end */
    18.8750,  /* spread at the start */
};

/* Written by `atoll lab tune reef --trust --players N` with two, three and four players;
 * docs/lab/strength.md says how. */
static const struct at_trust at_trust_reef[AT_SEATS_MAX - 1] = {
    {.sure = {1.47, 1.19, 1.33},
     .lead = {0, 0.022, 0.001},
     .turn = {-0.17, -0.08, -0.14},
     .doubt = {0.003, 0.003, 0.003}},
    {.sure = {1.24, 1.33, 0.53},
     .lead = {0.084, 0.014, 0},
     .turn = {-0.41, -0.06, -0.09},
     .doubt = {0.003, 0.003, 0.003}},
    {.sure = {1.33, 1.53, 0.83},
     .lead = {0.057, 0.038, 0},
     .turn = {-0.36, -0.09, -0.08},
     .doubt = {0.003, 0.003, 0.003}},
};

/* The same for shares that a net has made (docs/learning.md). */
static const struct at_trust at_net_trust_reef[AT_SEATS_MAX - 1] = {
    {.sure = {1.33, 1.17, 1.15}, .lead = {0.004, 0, 0}, .turn = {-0.16, -0.15, -0.16}},
    {.sure = {1.15, 1.03, 0.79},
     .lead = {0.008, 0.01, 0},
     .turn = {-0.26, -0.19, -0.14},
     .doubt = {0.012, 0.012, 0.012}},
    {.sure = {1.2, 0.79, 0.95}, .turn = {-0.18, -0.15, -0.12}},
};

#endif
