#include "sprt.h"

#include "json.h"
#include "show.h"

#include <stdlib.h>

static const double FARTHEST = 1000; /* Elo: further apart, one set in a thousand would decide */

/* Numbers with commas between them; how many there are, or -1. */
static int read_list(const char *text, double *out, int max)
{
	for (int n = 0; n < max;) {
		char *end;
		out[n++] = strtod(text, &end);
		if (end == text || (*end && *end != ','))
			return -1;
		if (!*end)
			return n;
		text = end + 1;
	}
	return -1;
}

static bool is_error(double x)
{
	return x >= 1e-6 && x < 0.5;
}

int read_sprt(const struct command *command, const char *text, struct at_sprt *out)
{
	double x[4] = {0, 0, 0.05, 0.05};
	int n = read_list(text, x, 4);

	if (n != 2 && n != 4)
		return bad_usage(command, "--sprt is ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA, not '%s'",
				 text);
	if (!(x[0] >= -FARTHEST && x[0] < x[1] && x[1] <= FARTHEST))
		return bad_usage(command, "--sprt: ELO0 is below ELO1, both from %.0f to %.0f",
				 -FARTHEST, FARTHEST);
	if (!is_error(x[2]) || !is_error(x[3]))
		return bad_usage(command, "--sprt: ALPHA and BETA are above 0 and below 0.5");
	*out = (struct at_sprt){.elo = {x[0], x[1]}, .error = {x[2], x[3]}};
	return 0;
}

void print_sprt(const struct at_match *c)
{
	static const char *const words[] = {
	    [AT_UNDECIDED] = "undecided", [AT_H0] = "H0 accepted", [AT_H1] = "H1 accepted"};
	const struct at_sprt *s = c->sprt;
	const struct at_test *t = &c->test;

	printf("SPRT of %s: H0 Elo %g or less, H1 Elo %g or more; wrongly H1 %g %%, wrongly H0 %g "
	       "%%\n",
	       c->entrant[0].name, s->elo[0], s->elo[1], 100 * s->error[0], 100 * s->error[1]);
	printf("LLR %.2f (%.2f to %.2f) after %u sets: %s\n", t->ratio, t->low, t->high,
	       t->counts.sets, words[t->accepted]);
}

void put_sprt(struct at_text *t, const struct at_match *c)
{
	static const char *const names[] = {[AT_UNDECIDED] = NULL, [AT_H0] = "H0", [AT_H1] = "H1"};
	const struct at_sprt *s = c->sprt;
	const struct at_test *test = &c->test;

	if (!s) {
		at_json_word(t, "sprt", NULL);
		return;
	}
	at_json_open(t, "sprt", '{');
	put_number(t, "elo0", s->elo[0]);
	put_number(t, "elo1", s->elo[1]);
	put_number(t, "alpha", s->error[0]);
	put_number(t, "beta", s->error[1]);
	put_number(t, "llr", test->ratio);
	put_number(t, "low", test->low);
	put_number(t, "high", test->high);
	at_json_count(t, "sets", test->counts.sets);
	at_json_word(t, "accepted", names[test->accepted]);
	at_putc(t, '}');
}
