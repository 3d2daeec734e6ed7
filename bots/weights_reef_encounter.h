/* Reef Encounter: one weight a feature of know_reef_encounter.c, in its order, then the spreads at
 * the end and at the start of the game. Written by `atoll tune reef-encounter`; docs/strength.md
 * says how. */
#ifndef AT_WEIGHTS_REEF_ENCOUNTER_H
#define AT_WEIGHTS_REEF_ENCOUNTER_H

enum { REEF_ENCOUNTER_FEATURES = 24 };

static const double at_weights_reef_encounter[REEF_ENCOUNTER_FEATURES + 2] = {
    1,   0.5, 0.2, 0.25, 0.1, -0.12, -0.03, 0.15, 0.1, 0.08, 0.15, 0.25, 0.2,
    0.4, 0.1, 0.6, 0,    4,   0.3,   0.3,   0.5,  20,  0,    1,    2,    8,
};

#endif
