/* A small net that judges a position: what its features (knowledge.h) have meant in games of the
 * bots, trained by learn/ (docs/learning.md).
 *
 * Everything is whole numbers up to the odds: features are rounded in one place, weights have 16
 * bits, sums 32, and no sum can leave them (at_net_is_sound()). So the numbers are the same
 * natively and in wasm, with and without vector instructions, in whatever order they are added.
 *
 * All seats are judged at once. A seat's first layer sees its own features and the sum over all
 * seats, a second one sees the first; its odds are e^(the weighted sum of the second). There is a
 * net for two, one for three and one for four players. */
#ifndef AT_NET_H
#define AT_NET_H

#include "game.h"

enum {
	AT_NET_UNIT = 64,  /* a feature of 1 */
	AT_NET_STRIDE = 8, /* rows of weights are filled up with zeros to a multiple of it */
	AT_NET_INPUTS_MAX = 96,
	AT_NET_FIRST_MAX = 64, /* units of a layer */
	AT_NET_SECOND_MAX = 32,
	AT_NET_TOP = 2047, /* no unit says more */
};

/* In WebAssembly the tables lie in one place, where they can be left out and put in later
 * (web/build.mjs); a net that is left out has no inputs. */
#ifdef __wasm__
#define AT_NET_DATA __attribute__((section("nets")))
#else
#define AT_NET_DATA
#endif

struct at_net {
	int inputs, first, second; /* features and units, filled up to a stride */
	const int16_t *most;       /* a feature is cut to -most..most */
	const int16_t *own, *all;  /* rows of the first layer: the seat, and the sum over all */
	const int32_t *first_bias;
	const int16_t *next; /* rows of the second */
	const int32_t *second_bias;
	const int16_t *last;           /* of the odds */
	int first_shift, second_shift; /* a unit says its sum divided by 2^shift, from 0 on */
	const int16_t *example;        /* features of all seats in one position, and the sums */
	const int32_t *sums;           /* that learn/ has for it */
	double scale;                  /* of the last sum: log-odds */
};

/* Features as the net takes them, in 1/AT_NET_UNIT. */
void at_net_round(const double *features, int n, int16_t *out);

/* Shares of the win, from the rounded features of all seats. */
void at_net_judge(const struct at_net *, const int16_t *inputs[AT_SEATS_MAX], int seats,
		  double win[AT_SEATS_MAX]);

/* The last sums, of which the shares are made. */
void at_net_sums(const struct at_net *, const int16_t *inputs[AT_SEATS_MAX], int seats,
		 int32_t out[AT_SEATS_MAX]);

/* Can no sum of this net leave its 32 bits, whatever the features? For tests of tables. */
bool at_net_is_sound(const struct at_net *, int seats);

#endif
