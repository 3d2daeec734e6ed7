/* Reef Encounter: one weight a feature of know_reef_encounter.c, in its order, then the spreads at
 * the end and at the start of the game. Written by `atoll tune reef-encounter`; docs/strength.md
 * says how. */
#ifndef AT_WEIGHTS_REEF_ENCOUNTER_H
#define AT_WEIGHTS_REEF_ENCOUNTER_H

enum { REEF_ENCOUNTER_FEATURES = 34 };

static const double at_weights_reef_encounter[REEF_ENCOUNTER_FEATURES + 2] = {
    0.9411,  /* fish */
    0.4029,  /* meals */
    0.0157,  /* best meal */
    0.3337,  /* held */
    -0.2749, /* held later */
    0.0724,  /* exposed */
    -0.2190, /* open sides */
    0.1508,  /* growth */
    0.2257,  /* growth tiles */
    0.1575,  /* spare growth */
    0.0738,  /* tiles */
    -1.6875, /* cubes */
    0.9613,  /* cube colours */
    0.9516,  /* consumed */
    -0.4338, /* consumed held */
    -7.6562, /* shrimps out */
    -6.3790, /* shrimps home */
    15.8306, /* shrimps later */
    -0.8975, /* big corals */
    2.0165,  /* sea shrimp */
    2.8697,  /* at move */
    6.8236,  /* left */
    4.0904,  /* left squared */
    0.0000,  /* fish later */
    0.0000,  /* fish tiles later */
    0.0000,  /* fish fixed */
    0.0000,  /* meals later */
    0.0000,  /* growth later */
    0.0000,  /* tiles later */
    0.0000,  /* consumed later */
    0.0000,  /* held tiles */
    0.0000,  /* held fixed */
    0.0000,  /* unclaimed */
    1.1498,  /* last meal */
    0.5000,  /* spread at the end */
    38.6250, /* spread at the start */
};

#endif
