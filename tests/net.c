/* Nets: whole numbers that are the same on every machine. */
#include "knowledge.h"
#include "look_reef.h"
#include "play.h"

#include "hash.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { INPUTS = 24, FIRST = 16, SECOND = 8 };

/* A net with random weights, as large as they can be. */
struct drawn {
	struct at_net net;
	int16_t most[INPUTS], own[FIRST * INPUTS], all[FIRST * INPUTS];
	int32_t first_bias[FIRST], second_bias[SECOND];
	int16_t next[SECOND * FIRST], last[SECOND];
};

static int between(struct at_rng *rng, int size)
{
	return (int)at_rng_below(rng, (uint32_t)(2 * size + 1)) - size;
}

static void draw_row(int16_t *row, int n, int size, struct at_rng *rng)
{
	for (int i = 0; i < n; i++)
		row[i] = (int16_t)between(rng, size);
}

static void draw_net(struct drawn *d, struct at_rng *rng)
{
	for (int i = 0; i < INPUTS; i++)
		d->most[i] = (int16_t)(1 + at_rng_below(rng, 3000));
	draw_row(d->own, FIRST * INPUTS, 9000, rng);
	draw_row(d->all, FIRST * INPUTS, 5000, rng);
	draw_row(d->next, SECOND * FIRST, INT16_MAX, rng);
	draw_row(d->last, SECOND, INT16_MAX, rng);
	for (int i = 0; i < FIRST; i++)
		d->first_bias[i] = between(rng, 1000000);
	for (int i = 0; i < SECOND; i++)
		d->second_bias[i] = between(rng, 1000000);
	d->net = (struct at_net){.inputs = INPUTS,
				 .first = FIRST,
				 .second = SECOND,
				 .most = d->most,
				 .own = d->own,
				 .all = d->all,
				 .first_bias = d->first_bias,
				 .next = d->next,
				 .second_bias = d->second_bias,
				 .last = d->last,
				 .first_shift = 12,
				 .second_shift = 13,
				 .scale = 1e-6};
}

static int64_t cut(int64_t x, int64_t lo, int64_t hi)
{
	return x < lo ? lo : x > hi ? hi : x;
}

/* The same, step by step, in the order of the description and without narrow types. */
static int64_t plain_sum(const struct at_net *n, const int16_t *const *inputs, int seats, int seat)
{
	int64_t first[AT_NET_FIRST_MAX], out = 0;

	for (int u = 0; u < n->first; u++) {
		int64_t sum = n->first_bias[u];
		for (int i = n->inputs - 1; i >= 0; i--) {
			for (int k = 0; k < seats; k++)
				sum += cut(inputs[k][i], -n->most[i], n->most[i]) *
				       n->all[u * n->inputs + i];
			sum += cut(inputs[seat][i], -n->most[i], n->most[i]) *
			       n->own[u * n->inputs + i];
		}
		first[u] = cut(sum >> n->first_shift, 0, AT_NET_TOP);
	}
	for (int v = 0; v < n->second; v++) {
		int64_t sum = n->second_bias[v];
		for (int u = 0; u < n->first; u++)
			sum += first[u] * n->next[v * n->first + u];
		out += cut(sum >> n->second_shift, 0, AT_NET_TOP) * n->last[v];
	}
	return out;
}

static int64_t size_of(int32_t x)
{
	return x < 0 ? -(int64_t)x : x;
}

/* The largest possible sum of a row. */
static int64_t reach(const int16_t *row, const int16_t *most, int n)
{
	int64_t sum = 0;

	for (int i = 0; i < n; i++)
		sum += size_of(row[i]) * (most ? most[i] : AT_NET_TOP);
	return sum;
}

/* Whether no sum of this net can overflow 32 bits, whatever the features. */
static bool is_sound(const struct at_net *net, int seats)
{
	int64_t most = reach(net->last, NULL, net->second) * 2; /* sums are subtracted */

	for (int u = 0; u < net->first; u++) {
		int64_t sum = size_of(net->first_bias[u]) +
			      reach(net->own + u * net->inputs, net->most, net->inputs) +
			      seats * reach(net->all + u * net->inputs, net->most, net->inputs);
		most = sum > most ? sum : most;
	}
	for (int u = 0; u < net->second; u++) {
		int64_t sum = size_of(net->second_bias[u]) +
			      reach(net->next + u * net->first, NULL, net->first);
		most = sum > most ? sum : most;
	}
	return most <= INT32_MAX && net->inputs % AT_NET_STRIDE == 0 &&
	       net->first % AT_NET_STRIDE == 0 && net->second % AT_NET_STRIDE == 0 &&
	       net->inputs <= AT_NET_INPUTS_MAX && net->first <= AT_NET_FIRST_MAX &&
	       net->second <= AT_NET_SECOND_MAX;
}

/* The final number is the same with every compiler, with vector instructions and without. */
static void sums_are_exact(void **state)
{
	struct drawn d;
	struct at_rng rng;
	uint64_t hash = 0;

	(void)state;
	at_rng_init(&rng, 19, 0);
	for (int k = 0; k < 300; k++) {
		int16_t x[AT_SEATS_MAX][INPUTS];
		const int16_t *inputs[AT_SEATS_MAX] = {x[0], x[1], x[2], x[3]};
		int seats = 2 + k % 3;
		int32_t sums[AT_SEATS_MAX];
		draw_net(&d, &rng);
		assert_true(is_sound(&d.net, seats));
		for (int i = 0; i < seats; i++)
			draw_row(x[i], INPUTS, k % 2 ? INT16_MAX : 900, &rng);
		at_net_sums(&d.net, inputs, seats, sums);
		for (int i = 0; i < seats; i++) {
			assert_int_equal(sums[i], plain_sum(&d.net, inputs, seats, i));
			hash = at_mix(hash, (uint32_t)sums[i]);
		}
	}
	assert_int_equal(hash, 0x5d2f2e76d2d276fb);
}

static void a_net_that_could_overflow_is_not_sound(void **state)
{
	struct drawn d;
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 1, 0);
	draw_net(&d, &rng);
	d.most[3] = INT16_MAX;
	d.own[3] = INT16_MAX;
	d.all[3] = INT16_MAX;
	assert_false(is_sound(&d.net, 2));
	draw_net(&d, &rng);
	d.first_bias[5] = INT32_MAX;
	assert_false(is_sound(&d.net, 2));
	draw_net(&d, &rng);
	d.net.inputs = INPUTS - 1;
	assert_false(is_sound(&d.net, 2));
}

static void features_are_rounded_to_the_nearest(void **state)
{
	static const double f[] = {0, 1, -1, 0.5 / AT_NET_UNIT, -0.6 / AT_NET_UNIT, 1e9, -1e9};
	static const int16_t wanted[] = {0,  AT_NET_UNIT, -AT_NET_UNIT, 1,
					 -1, INT16_MAX,   -INT16_MAX};
	int16_t out[7];

	(void)state;
	at_net_round(f, 7, out);
	assert_memory_equal(out, wanted, sizeof wanted);
}

#define KNOWN(name) &at_know_##name,
static const struct at_knowledge *const all[] = {AT_KNOWN(KNOWN)};

/* No sum overflows, and the C agrees with learn/. */
static void tables_are_sound(void **state)
{
	(void)state;
	for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
		for (int seats = 2; all[k]->nets && seats <= AT_SEATS_MAX; seats++) {
			const struct at_net *net = &all[k]->nets[seats - 2];
			const int16_t *inputs[AT_SEATS_MAX];
			int32_t sums[AT_SEATS_MAX];
			if (!net->inputs)
				continue;
			assert_true(is_sound(net, seats));
			assert_true(net->inputs >= all[k]->features + all[k]->more);
			assert_non_null(all[k]->net_trust);
			for (int i = 0; i < seats; i++)
				inputs[i] = net->example + i * net->inputs;
			at_net_sums(net, inputs, seats, sums);
			assert_memory_equal(sums, net->sums, (size_t)seats * sizeof *sums);
		}
}

/* Random positions: results are probabilities, they do not depend on the seats' names, and a bot
 * that is told to use no net does so. */
static void shares_are_shares(void **state)
{
	struct at_bot_spec spec = {.kind = AT_BOT_SEARCH},
			   linear = {.kind = AT_BOT_SEARCH, .linear = true};
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 5, 0);
	for (size_t k = 0; k < sizeof all / sizeof all[0]; k++)
		for (int seats = 2; all[k]->nets && seats <= AT_SEATS_MAX; seats++) {
			const struct at_net *net = at_know_net(all[k], &spec, seats);
			struct at_setup setup = {(uint8_t)seats, 0};
			union at_any any;
			struct at_state *s = &any.head;
			assert_null(at_know_net(all[k], &linear, seats));
			at_init(all[k]->game, &setup, s, NULL);
			while (net && s->turn != AT_OVER) {
				double win[AT_SEATS_MAX], points[AT_SEATS_MAX], sum = 0;
				at_move moves[AT_MOVES_MAX];
				int n;
				at_know_judge_by(net, all[k], all[k]->weights, s, win, points);
				for (int i = 0; i < seats; i++) {
					assert_true(win[i] >= 0 && win[i] <= 1);
					sum += win[i];
				}
				assert_true(fabs(sum - 1) < 1e-9);
				n = s->turn < 0 ? 0 : at_moves(s, moves);
				all[k]->game->apply(s, n ? moves[at_rng_below(&rng, (uint32_t)n)]
							 : at_draw(all[k]->game, s, &rng));
			}
		}
}

/* The first inputs of a net are the weighted features, unchanged. */
static void more_features_stand_behind_the_others(void **state)
{
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 7, 0);
	for (size_t k = 0; k < sizeof all / sizeof all[0]; k++) {
		const struct at_knowledge *know = all[k];
		struct at_setup setup = {(uint8_t)(know->game->seats_min + 1), 0};
		union at_any any;
		struct at_state *s = &any.head;
		assert_true((know->more > 0) == (know->see_more != NULL));
		assert_true(know->features + know->more <= AT_NET_INPUTS_MAX);
		at_init(know->game, &setup, s, NULL);
		while (s->turn != AT_OVER) {
			int seat = (int)at_rng_below(&rng, s->seats);
			double few[AT_FEATURES_MAX];
			int16_t wanted[AT_FEATURES_MAX], inputs[AT_NET_INPUTS_MAX];
			at_move moves[AT_MOVES_MAX];
			int n = s->turn < 0 ? 0 : at_moves(s, moves);
			know->see(s, seat, few);
			at_net_round(few, know->features, wanted);
			assert_int_equal(at_know_inputs(know, s, seat, inputs),
					 know->features + know->more);
			assert_memory_equal(inputs, wanted,
					    (size_t)know->features * sizeof *wanted);
			know->game->apply(s, n ? moves[at_rng_below(&rng, (uint32_t)n)]
					       : at_draw(know->game, s, &rng));
		}
	}
}

static void draw_reef(struct rf_board *b, struct at_rng *rng)
{
	memset(b, 0, sizeof *b);
	for (int i = 4 + (int)at_rng_below(rng, 28); i > 0; i--) {
		int space = (int)at_rng_below(rng, RF_SPACES);
		if (rf_height(b, space) < RF_HEIGHT)
			rf_place(b, space, (int)at_rng_below(rng, RF_COLOURS));
	}
}

/* Reef: if a look says that a piece is missing, that piece completes the pattern; if it says
 * that none is, no piece adds the first one. */
static void a_piece_in_a_hole_completes_the_pattern(void **state)
{
	static const int pieces[RF_COLOURS] = {1, 1, 1, 1};
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 8, 0);
	for (int k = 0; k < 20000; k++) {
		int number = 1 + (int)at_rng_below(&rng, RF_CARDS);
		int space = (int)at_rng_below(&rng, RF_SPACES);
		const struct rf_card *card = &rf_card[number];
		int side = (int)at_rng_below(&rng, 2);
		int colour = card->need[side].colour % RF_COLOURS; /* any: red will do */
		struct rf_board b, after;
		struct reef_look l;
		draw_reef(&b, &rng);
		if (rf_height(&b, space) == RF_HEIGHT || card->shape == RF_TALLEST)
			continue;
		l = reef_look(&b, number, pieces);
		assert_int_equal(l.now, l.count * card->value);
		assert_true(reef_prospect(&l, pieces) >= l.now);
		after = b;
		rf_place(&after, space, colour);
		if (l.lack.holes[side] >> space & 1)
			assert_true(rf_occurrences(&after, number) > 0);
		if (!(l.lack.holes[0] | l.lack.holes[1]) && !l.count)
			assert_int_equal(rf_occurrences(&after, number), 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(sums_are_exact),
	    cmocka_unit_test(a_net_that_could_overflow_is_not_sound),
	    cmocka_unit_test(features_are_rounded_to_the_nearest),
	    cmocka_unit_test(tables_are_sound),
	    cmocka_unit_test(shares_are_shares),
	    cmocka_unit_test(more_features_stand_behind_the_others),
	    cmocka_unit_test(a_piece_in_a_hole_completes_the_pattern),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
