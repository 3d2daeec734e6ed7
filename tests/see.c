/* The bots' view of a shelf, computed again in plain, slow ways. */
#include "see_my_shelfie.h"

#include "bits.h"
#include "my_shelfie/my_shelfie.h"
#include "play.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static double feature(const double *f, const char *name)
{
	for (int i = 0; i < MS_FEATURES + MS_MORE_FEATURES; i++)
		if (strcmp(ms_feature_names[i], name) == 0)
			return f[i];
	fail_msg("there is no feature %s", name);
	return 0;
}

/* The value of the groups of a type, including those that do not score yet. */
static double worth(uint32_t places)
{
	static const double of[] = {0, 0.3, 1, 2, 3.4, 5.2, 8};
	double sum = 0;

	while (places) {
		int size = at_count32(ms_group(&places));
		sum += of[size < 6 ? size : 6];
	}
	return sum;
}

/* The greatest gain of k tiles of a type in any column. */
static double best_growth(const struct ms_state *p, int seat, int type, int k)
{
	uint32_t all = ms_shelf(p, seat), own = p->shelf[seat][type];
	double best = 0;

	for (int c = 0; c < MS_COLUMNS; c++) {
		int height = at_count32(all >> MS_ROWS * c & 0x3f);
		uint32_t tiles = ((1u << k) - 1) << (MS_ROWS * c + height);
		double gain = worth(own | tiles) - worth(own);
		if (height + k <= MS_ROWS && gain > best)
			best = gain;
	}
	return best;
}

/* Could the seat take this many tiles of a type? By the legal moves. */
static int most_of_type(const struct ms_state *p, int type)
{
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(&p->head, moves), most = 0;

	for (int i = 0; i < n; i++) {
		struct ms_take take = ms_take(moves[i]);
		bool same = true;
		for (int k = 0; k < take.count; k++)
			same &= ms_tile(p, take.cells[k]) == type;
		if (same && take.count > most)
			most = take.count;
	}
	return most;
}

static void check_growth(const struct ms_state *p, int seat, const double *f)
{
	static const char *const names[] = {"grow 1", "grow 2", "grow 3"};
	bool room = feature(f, "wide columns") > 0; /* otherwise moves do not say what lies there */
	double now = 0;

	for (int k = 1; k <= 3; k++) {
		double sum = 0;
		for (int t = 0; t < MS_TYPES; t++)
			sum += best_growth(p, seat, t, k);
		assert_true(fabs(feature(f, names[k - 1]) - sum / MS_TYPES) < 1e-9);
	}
	for (int t = 0; t < MS_TYPES && seat == p->head.turn && room; t++) {
		int k = most_of_type(p, t);
		double gain = k ? best_growth(p, seat, t, k) : 0;
		now = gain > now ? gain : now;
	}
	if (seat == p->head.turn && room)
		assert_true(fabs(feature(f, "grow now") - now) < 1e-9);
}

static void check_time(const struct ms_state *p, int seat, const double *f)
{
	const struct at_state *s = &p->head;
	int order = (seat - s->first + s->seats) % s->seats;
	int turns = 0;

	for (int c = 0; c < MS_COLUMNS; c++)
		for (int left = MS_ROWS - at_count32(ms_shelf(p, seat) >> MS_ROWS * c & 0x3f);
		     left > 0; left -= 3)
			turns++;
	assert_true(fabs(feature(f, "order") * (s->seats - 1) - (s->seats - 1 - order)) < 1e-9);
	assert_true(feature(f, "turns") == turns);
	assert_true(feature(f, "clock") <= turns);
	assert_true(feature(f, "ending") == (p->end_tile != 0));
	assert_true(feature(f, "wait") == (seat - s->turn + s->seats) % s->seats);
}

static void nets_see_more_than_weights_do(void **state)
{
	struct at_rng rng;
	int seen = 0;

	(void)state;
	at_rng_init(&rng, 3, 0);
	for (int seats = 2; seats <= AT_SEATS_MAX; seats++) {
		struct at_setup setup = {(uint8_t)seats, 0};
		union at_any any;
		struct at_state *s = &any.head;
		at_init(&at_my_shelfie, &setup, s, NULL);
		while (s->turn != AT_OVER) {
			double f[MS_FEATURES + MS_MORE_FEATURES], less[MS_FEATURES];
			at_move moves[AT_MOVES_MAX];
			int n = s->turn < 0 ? 0 : at_moves(s, moves);
			for (int i = 0; i < seats && n; i++) {
				ms_see(s, i, less);
				ms_see_more(s, i, f);
				assert_memory_equal(f, less, sizeof less);
				check_time((const struct ms_state *)s, i, f);
				if (feature(f, "to come") > 0)
					check_growth((const struct ms_state *)s, i, f);
				seen++;
			}
			at_my_shelfie.apply(s, n ? moves[at_rng_below(&rng, (uint32_t)n)]
						 : at_draw(&at_my_shelfie, s, &rng));
		}
	}
	assert_true(seen > 300);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(nets_see_more_than_weights_do),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
