/* Reef Encounter: one weight a feature of know_reef_encounter.c, in its order, then the spreads at
 * the end and at the start of the game. Written by `atoll lab tune reef-encounter`;
 * docs/lab/strength.md says how. */
#ifndef AT_WEIGHTS_REEF_ENCOUNTER_H
#define AT_WEIGHTS_REEF_ENCOUNTER_H

enum { REEF_ENCOUNTER_FEATURES = 34 };

static const double at_weights_reef_encounter[REEF_ENCOUNTER_FEATURES + 2] = {
    1.2250,  /* fish */
    0.2264,  /* meals */
    0.2722,  /* best meal */
    0.2684,  /* held */
    -0.0562, /* held later */
    -0.6318, /* exposed */
    -0.7866, /* open sides */
    0.4919,  /* growth */
    0.5606,  /* growth tiles */
    0.3689,  /* spare growth */
    0.1361,  /* tiles */
    -0.1161, /* cubes */
    -1.6761, /* cube colours */
    -0.5257, /* consumed */
    0.1268,  /* consumed held */
    -9.9185, /* shrimps out */
    -7.2383, /* shrimps home */
    14.4667, /* shrimps later */
    -1.9691, /* big corals */
    12.5383, /* sea shrimp */
    -6.9134, /* at move */
    10.6934, /* left */
    -0.4292, /* left squared */
    -0.2112, /* fish later */
    2.4672,  /* fish tiles later */
    0.4107,  /* fish fixed */
    0.6783,  /* meals later */
    0.2018,  /* growth later */
    -0.1857, /* tiles later */
    12.0814, /* consumed later */
    0.7287,  /* held tiles */
    0.3985,  /* held fixed */
    -0.1166, /* unclaimed */
    1.1498,  /* last meal */
    0.9375,  /* spread at the end */
    60.0000, /* spread at the start */
};

/* Written by `atoll lab tune reef-encounter --games 300 --bot search:nodes=10000 --forecast`. */
static const struct at_forecast at_forecast_reef_encounter = {
    .gain = {45.6, -5.8},
    .lead = {0.580, 0.000},
};

/* Written by `atoll lab tune reef-encounter --trust --players N` with two, three and four players,
 * the first a twentieth more careful than that; docs/lab/strength.md says how. */
static const struct at_trust at_trust_reef_encounter[AT_SEATS_MAX - 1] = {
    {.sure = {1.83, 0.47, 0.10},
     .lead = {0.092, 0.061, 0.042},
     .turn = {-0.83, -0.49, 0.01},
     .doubt = {0.199, 0.199, 0.199}},
    {.sure = {0.55, 0.19, 0.10},
     .lead = {0.046, 0.059, 0},
     .turn = {-1.24, -0.63, 0.11},
     .doubt = {0.005, 0.005, 0.005}},
    {.sure = {1.26, 0.11, 0.33},
     .lead = {0.117, 0.059, 0},
     .turn = {-1.82, -0.47, 0.06},
     .doubt = {0.118, 0.118, 0.118}},
};

/* The same for shares that a net has made, with the nodes that forecasts come from; with two
 * players in games of equals up to master (docs/strength.md). */
static const struct at_trust at_net_trust_reef_encounter[AT_SEATS_MAX - 1] = {
    {.sure = {0.3, 0.43, 0.47},
     .first = {0.47, 0.61, 0.59},
     .lead = {0, 0.013, 0.002},
     .turn = {-0.48, -0.27, -0.06},
     .doubt = {0.001, 0.086, 0.116}},
    {.sure = {0.45, 0.2, 0.56},
     .first = {0.6, 0.54, 0.55},
     .lead = {0, 0.006, 0},
     .turn = {-0.72, -0.58, -0.05},
     .doubt = {0.009, 0.022, 0.078}},
    {.sure = {0.47, 0.1, 0.43},
     .first = {0.23, 0.67, 0.39},
     .lead = {0.036, 0.03, 0},
     .turn = {-0.9, -0.5, 0},
     .doubt = {0.001, 0.023, 0.333}},
};

#endif
