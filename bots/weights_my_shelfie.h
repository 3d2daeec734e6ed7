/* My Shelfie: one weight a feature of know_my_shelfie.c, in its order, then the spreads at the end
 * and at the start of the game. Written by `atoll tune my-shelfie`; docs/strength.md says how. */
#ifndef AT_WEIGHTS_MY_SHELFIE_H
#define AT_WEIGHTS_MY_SHELFIE_H

enum { MY_SHELFIE_FEATURES = 30 };

static const double at_weights_my_shelfie[MY_SHELFIE_FEATURES + 2] = {
    1,   1,   0.2, 0.3, 1,   0.2, 1,   0.4, 1,   0.6, 1.5, 1, 0.2, 0.5, 0.8, 0.8,
    0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 0.8, 15,  0, 0.1, 0.5, 1.5, 8,
};

#endif
