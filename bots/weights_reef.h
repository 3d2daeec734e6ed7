/* Reef: one weight a feature of know_reef.c, in its order, then the spreads at the end and at the
 * start of the game. Written by `atoll tune reef`; docs/strength.md says how. */
#ifndef AT_WEIGHTS_REEF_H
#define AT_WEIGHTS_REEF_H

enum { REEF_FEATURES = 24 };

static const double at_weights_reef[REEF_FEATURES + 2] = {
    1,    0.5,  0.3, 0.3, 0.3, 0.2, 0.15, 0.15, 0.15, 0.05, 0.5, 0.1, 3,
    -0.3, 0.02, 0.1, 0.1, 0.1, 40,  0,    2,    1,    0.5,  1,   1.5, 8,
};

#endif
