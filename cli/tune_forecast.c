#include "tune.h"

#include "command.h"
#include "exact_math.h"
#include "interrupt.h"
#include "play.h"

#include <stdio.h>
#include <stdlib.h>

/* The end of a turn, and what followed. */
struct sample {
	int seats;
	double left;
	double judged[AT_SEATS_MAX];
	double score, final; /* mean of the seats, then and at the end */
	double points[AT_SEATS_MAX], win[AT_SEATS_MAX];
};

struct samples {
	struct sample *at;
	size_t count, room;
};

static void *must(void *memory)
{
	if (memory)
		return memory;
	bad_input("there is not enough memory");
	exit(EXIT_INPUT);
}

static double mean(const double *x, int n)
{
	double sum = 0;

	for (int i = 0; i < n; i++)
		sum += x[i];
	return sum / n;
}

static double mean_score(const struct at_state *s)
{
	double totals[AT_SEATS_MAX];

	for (int i = 0; i < s->seats; i++) {
		struct at_score score;
		at_score(s, i, &score);
		totals[i] = score.total;
	}
	return mean(totals, s->seats);
}

static void take_sample(const struct at_knowledge *know, const struct at_state *s,
			struct samples *list)
{
	struct sample *x;
	double win[AT_SEATS_MAX];

	if (list->count == list->room) {
		list->room = list->room ? 2 * list->room : 4096;
		list->at = must(realloc(list->at, list->room * sizeof *list->at));
	}
	x = &list->at[list->count++];
	*x = (struct sample){
	    .seats = s->seats, .left = at_know_left(know, s), .score = mean_score(s)};
	at_know_judge(know, know->weights, s, win, x->judged);
}

/* Adds the samples of one game; none after an interrupt. */
static bool play(const struct at_knowledge *know, struct at_bot *const *bots, int seats,
		 struct at_rng *rng, struct samples *list)
{
	struct at_setup setup = {(uint8_t)seats, 0};
	struct at_score scores[AT_SEATS_MAX];
	double win[AT_SEATS_MAX];
	size_t first = list->count;
	union at_any any;
	struct at_state *s = &any.head;

	at_init(know->game, &setup, s, NULL);
	for (int i = 0; i < seats; i++)
		at_bot_begin(bots[i], at_rng_next(rng));
	while (s->turn != AT_OVER) {
		int seat = tune_move(know->game, s, bots, rng);
		if (interrupt_signal()) {
			list->count = first;
			return false;
		}
		if (seat != AT_CHANCE && s->turn != seat && s->turn != AT_OVER)
			take_sample(know, s, list);
	}
	at_judge(s, scores, win);
	for (size_t k = first; k < list->count; k++) {
		struct sample *x = &list->at[k];
		x->final = mean_score(s);
		for (int i = 0; i < seats; i++) {
			x->points[i] = scores[i].total;
			x->win[i] = win[i];
		}
	}
	return true;
}

/* Least squares with two unknowns. */
struct fit {
	double aa, ab, bb, ay, by;
};

static void add(struct fit *f, double a, double b, double y)
{
	f->aa += a * a;
	f->ab += a * b;
	f->bb += b * b;
	f->ay += a * y;
	f->by += b * y;
}

static void solve(const struct fit *f, double out[2])
{
	double d = f->aa * f->bb - f->ab * f->ab;

	out[0] = d == 0 ? 0 : (f->ay * f->bb - f->by * f->ab) / d;
	out[1] = d == 0 ? 0 : (f->by * f->aa - f->ay * f->ab) / d;
}

static void fit_all(const struct samples *list, struct at_forecast *out)
{
	struct fit gain = {0}, lead = {0};

	for (size_t k = 0; k < list->count; k++) {
		const struct sample *x = &list->at[k];
		double judged = mean(x->judged, x->seats);
		add(&gain, x->left, x->left * (x->seats - 2), x->final - x->score);
		for (int i = 0; i < x->seats; i++)
			add(&lead, (x->judged[i] - judged) * (1 - x->left),
			    (x->judged[i] - judged) * x->left, x->points[i] - x->final);
	}
	solve(&gain, out->gain);
	solve(&lead, out->lead);
	if (out->lead[1] < 0) { /* a lead is never forecast to become a deficit */
		out->lead[0] = lead.ay / lead.aa;
		out->lead[1] = 0;
	}
}

uint32_t tune_forecast(const struct at_knowledge *know, const struct at_bot_spec *spec,
		       uint32_t games, uint64_t seed, struct at_forecast *out)
{
	struct samples list = {0};
	struct at_bot *bots[AT_SEATS_MAX];
	void *memory[AT_SEATS_MAX];
	uint32_t fewest = know->game->seats_min;
	uint32_t numbers = know->game->seats_max - fewest + 1;
	struct at_rng rng;
	uint32_t done = 0;

	for (int i = 0; i < AT_SEATS_MAX; i++) {
		memory[i] = must(malloc(AT_BOT_MEMORY));
		bots[i] = at_bot_init(memory[i], AT_BOT_MEMORY, know->game, spec, &tune_host);
	}
	for (bool going = true; going && done < games; done += going) {
		tune_show("%u of %u games", done, games);
		at_rng_init(&rng, seed, done);
		going = play(know, bots, (int)(fewest + done % numbers), &rng, &list);
	}
	tune_show_end();
	if (done)
		fit_all(&list, out);
	for (int i = 0; i < AT_SEATS_MAX; i++)
		free(memory[i]);
	free(list.at);
	return done;
}
