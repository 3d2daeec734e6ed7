/* Is what was foretold true? Forecasts made before decisions, and what came of them.
 *
 * A forecast is what somebody is told at the moment before they decide: their own share of the
 * win. All figures are about the seat to move. The forecasts of one game hang together, so every
 * interval is taken over games: their sums are the observations. */
#ifndef AT_CALIBRATION_H
#define AT_CALIBRATION_H

#include "game.h"

struct at_said {
	uint32_t game;        /* forecasts of one game lie together, in their order */
	uint16_t turn, turns; /* which forecast of its game, from 0, and how many there are */
	int8_t seat;          /* that is to move */
	uint8_t seats;
	double left;                                  /* of the game, as the bots judge it */
	double win[AT_SEATS_MAX], came[AT_SEATS_MAX]; /* shares, foretold and true */
	double points[AT_SEATS_MAX], scored[AT_SEATS_MAX];
	double found[AT_SEATS_MAX], first[AT_SEATS_MAX]; /* what win was made of (bot.h) */
};

/* Forecasts that are looked at together. apart is said less true, within +-half in 95 % where
 * nothing is wrong. */
struct at_bin {
	uint32_t count;
	double said, came, half;
};

enum { AT_BINS = 10, AT_PARTS = 8 };

struct at_calibration {
	uint32_t games, count;
	struct at_bin bin[AT_BINS];   /* by what was said: 0 to 10 %, 10 to 20 %, ... */
	struct at_bin part[AT_PARTS]; /* by when: eighths of the game */
	struct at_bin all;            /* said less came: the bias of the side to move */
	double brier;                 /* mean square of said less came */
	/* A seat's forecast at its next decision less that at this one: the mean, which good moves
	 * leave at 0, its interval, and the mean of its size. */
	uint32_t pairs;
	double change, change_half, jump;
	double points; /* mean error of the own final points */
};

void at_calibrate(const struct at_said *, uint32_t count, struct at_calibration *out);

/* What a bin may be apart: the larger of 4 points and its interval. */
bool at_bin_is_true(const struct at_bin *);

#endif
