/* Calibration: compares forecasts made before decisions with the results of the games.
 *
 * A forecast is the win probability shown to a player before a decision. All figures are for the
 * seat to move. Forecasts of one game are correlated, so every interval treats a game's sum as
 * one observation. */
#ifndef AT_CALIBRATION_H
#define AT_CALIBRATION_H

#include "game.h"

struct at_said {
	uint32_t game;        /* forecasts of one game are consecutive and in order */
	uint16_t turn, turns; /* index of the forecast in its game, from 0, and their number */
	int8_t seat;          /* to move */
	uint8_t seats;
	double left;                                  /* part of the game that is left, as the
						       * bots estimate it */
	double win[AT_SEATS_MAX], came[AT_SEATS_MAX]; /* shares, forecast and actual */
	double points[AT_SEATS_MAX], scored[AT_SEATS_MAX];
	double found[AT_SEATS_MAX], first[AT_SEATS_MAX]; /* what win was computed from (bot.h) */
};

/* A group of forecasts. apart is the mean forecast minus the mean result; it lies within +-half
 * in 95 % of cases if the forecasts are calibrated. */
struct at_bin {
	uint32_t count;
	double said, came, half;
};

enum { AT_BINS = 10, AT_PARTS = 8 };

struct at_calibration {
	uint32_t games, count;
	struct at_bin bin[AT_BINS];   /* by forecast: 0 to 10 %, 10 to 20 %, ... */
	struct at_bin part[AT_PARTS]; /* by time: eighths of the game */
	struct at_bin all;            /* forecast minus result: the bias for the side to move */
	double brier;                 /* mean square of forecast minus result */
	/* A seat's next forecast minus this one: the mean (0 if moves lose nothing), its
	 * interval, and the mean size. */
	uint32_t pairs;
	double change, change_half, jump;
	double points; /* mean error of the seat's own final points */
};

void at_calibrate(const struct at_said *, uint32_t count, struct at_calibration *out);

/* The tolerance of a bin: the larger of 4 points and its interval. */
bool at_bin_is_true(const struct at_bin *);

#endif
