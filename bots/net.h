/* A small net that evaluates a position from its features (knowledge.h). learn/ trains it on
 * games of the bots (docs/learning.md).
 *
 * Everything up to the odds is in integers: features are rounded in one place, weights have 16
 * bits, sums have 32, and no sum can overflow (tests/net.c). So the numbers are the same
 * natively and in wasm, with and without vector instructions, in any order of addition.
 *
 * All seats are evaluated at once. A seat's first layer sees its own features and the sum over
 * all seats; the second layer sees the first; the seat's odds are e^(the weighted sum of the
 * second). There is one net for two, one for three and one for four players. */
#ifndef AT_NET_H
#define AT_NET_H

#include "game.h"

enum {
	AT_NET_UNIT = 64,  /* a feature of 1 */
	AT_NET_STRIDE = 8, /* rows of weights are padded with zeros to a multiple of it */
	AT_NET_INPUTS_MAX = 96,
	AT_NET_FIRST_MAX = 64, /* units of a layer */
	AT_NET_SECOND_MAX = 32,
	AT_NET_TOP = 2047, /* the largest output of a unit */
};

/* In WebAssembly the tables are in one place, so that they can be left out and loaded later
 * (web/build.mjs); a net that was left out has no inputs. */
#ifdef __wasm__
#define AT_NET_DATA __attribute__((section("nets")))
#else
#define AT_NET_DATA
#endif

struct at_net {
	int inputs, first, second; /* features and units, padded to a stride */
	const int16_t *most;       /* a feature is cut to -most..most */
	const int16_t *own, *all;  /* rows of the first layer: the seat, and the sum over all */
	const int32_t *first_bias;
	const int16_t *next; /* rows of the second */
	const int32_t *second_bias;
	const int16_t *last;           /* of the odds */
	int first_shift, second_shift; /* a unit's output is its sum divided by 2^shift, not
					* below 0 */
	const int16_t *example;        /* features of all seats in one position, and the sums */
	const int32_t *sums;           /* that learn/ computed for it */
	double scale;                  /* of the last sum: log-odds */
};

/* Features as the net takes them, in 1/AT_NET_UNIT. */
void at_net_round(const double *features, int n, int16_t *out);

/* Win shares from the rounded features of all seats. */
void at_net_judge(const struct at_net *, const int16_t *inputs[AT_SEATS_MAX], int seats,
		  double win[AT_SEATS_MAX]);

/* The last sums, from which the shares are computed. */
void at_net_sums(const struct at_net *, const int16_t *inputs[AT_SEATS_MAX], int seats,
		 int32_t out[AT_SEATS_MAX]);

#endif
