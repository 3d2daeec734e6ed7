#define _POSIX_C_SOURCE 200809L

#include "contest.h"

#include "interrupt.h"
#include "show.h"
#include "sprt.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { LUCK = OWN, SPRT };
static const struct arg takes[] = {
    CONTEST_ARGS,
    [BOTS] = {"--bots", ARG_TEXT, .required = true, .value = "A,B,...",
	      .help = "who plays; the last one takes the seats that are left"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 10000000,
	       .help = "how many, with --sprt at most, rounded up to whole sets of seat rotations"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "how many seats; as many as bots without, or as the game needs"},
    [LOG] = {"--log", ARG_TEXT, .value = "FILE",
	     .help = "one line a game; a match that was broken off goes on from it"},
    [LUCK] = {"--luck", ARG_FLAG,
	      .help = "also measure the luck of every draw: a second, narrower estimate"},
    [SPRT] = {"--sprt", ARG_TEXT, .value = "ELO0,ELO1",
	      .help = "end as soon as the first bot is known to be stronger by ELO0 or less, or by "
		      "ELO1 or more"},
    {NULL},
};

bool is_interrupted(uint64_t done, uint64_t games)
{
	return interrupt_signal() && done < games;
}

int finish_contest(const struct args *args, uint64_t done, uint64_t games)
{
	if (!is_interrupted(done, games))
		return 0;
	bad_input("interrupted after %" PRIu64 " of %" PRIu64 " games; %s", done, games,
		  args->given[LOG] ? "the same command goes on from the log"
				   : "with --log it could go on from here");
	return 128 + interrupt_signal();
}

struct elo_text elo_text(double elo)
{
	struct elo_text out;

	if (elo > -0.5 && elo < 0.5)
		snprintf(out.s, sizeof out.s, "0");
	else if (elo > -1e8 && elo < 1e8)
		snprintf(out.s, sizeof out.s, "%+.0f", elo);
	else
		snprintf(out.s, sizeof out.s, "%s", elo < 0 ? "-inf" : "+inf");
	return out;
}

json_t *json_number(double x)
{
	return x > -1e8 && x < 1e8 ? json_real(x) : json_null();
}

json_t *json_estimate(double mean, double low, double high)
{
	return json_pack("{s:o, s:o, s:o}", "mean", json_number(mean), "low", json_number(low),
			 "high", json_number(high));
}

json_t *json_text(const char *text)
{
	char plain[AT_ARENA_BOT_TEXT];
	json_t *json = json_string(text);

	if (json)
		return json;
	snprintf(plain, sizeof plain, "%s", text); /* not UTF-8 */
	for (char *c = plain; *c; c++)
		if ((unsigned char)*c > '~')
			*c = '?';
	return json_string(plain);
}

static json_t *estimate(bool known, const struct at_estimate *e)
{
	return known ? json_estimate(e->mean, e->low, e->high) : json_null();
}

static json_t *report_entrant(const struct at_contest *c, int e)
{
	struct at_verdict v;
	char spec[AT_ARENA_BOT_TEXT];
	json_t *elo;

	at_contest_verdict(c, e, &v);
	at_entrant_spec(&c->entrant[e], spec);
	elo = v.sets ? json_estimate(v.elo, v.elo_low, v.elo_high) : json_null();
	return json_pack("{s:i, s:o, s:o, s:f, s:o, s:o, s:o, s:o, s:o, s:i}", "entrant", e + 1,
			 "bot", json_text(c->entrant[e].text), "spec", json_text(spec), "wins",
			 v.wins, "win_share", estimate(v.sets, &v.share), "luck_adjusted",
			 estimate(c->luck && v.has_adjusted, &v.adjusted), "elo", elo,
			 "score_difference", estimate(v.ended, &v.lead), "points",
			 estimate(v.ended, &v.points), "forfeits", (int)v.forfeits);
}

static json_t *report_failures(const struct at_contest *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->games; i++) {
		const struct at_result *r = &c->results[i];
		if (r->game != UINT32_MAX && r->forfeit >= 0)
			json_array_append_new(
			    list,
			    json_pack("{s:i, s:i, s:o, s:o}", "game", (int)r->game + 1, "entrant",
				      r->forfeit + 1, "bot", json_text(c->entrant[r->forfeit].text),
				      "why", json_text(r->why)));
	}
	return list;
}

static json_t *report(const struct at_contest *c)
{
	json_t *bots = json_array();
	struct at_verdict v;
	char seed[24];

	at_contest_verdict(c, 0, &v);
	for (int e = 0; e < c->entrants; e++)
		json_array_append_new(bots, report_entrant(c, e));
	snprintf(seed, sizeof seed, "%" PRIu64, c->seed);
	return json_pack("{s:s, s:i, s:s, s:i, s:i, s:b, s:o, s:o, s:o}", "game", c->game->name,
			 "players", c->setup.seats, "seed", seed, "games", (int)v.games, "sets",
			 (int)v.sets, "interrupted", is_interrupted(c->done, c->games), "bots",
			 bots, "sprt", report_sprt(c), "failures", report_failures(c));
}

static const char *plural(uint32_t n)
{
	return n == 1 ? "" : "s";
}

static void print_adjusted(const struct at_verdict *v, int width)
{
	const struct at_estimate *e = &v->adjusted;

	printf("%-*s luck-adjusted", width, "");
	if (v->measured < AT_ADJUSTED_SETS)
		puts(": too few sets");
	else if (!v->has_adjusted || e->high - e->low >= v->share.high - v->share.low)
		puts(": no narrower");
	else
		printf(" %5.1f %% (%.1f to %.1f)\n", 100 * e->mean, 100 * e->low, 100 * e->high);
}

static void print_entrant(const struct at_contest *c, int e, int width)
{
	struct at_verdict v;

	at_contest_verdict(c, e, &v);
	printf("%-*s wins %5.1f %% (%.1f to %.1f)   Elo %s (from %s to %s)", width,
	       c->entrant[e].name, 100 * v.share.mean, 100 * v.share.low, 100 * v.share.high,
	       v.elo > -1e8 && v.elo < 1e8 ? elo_text(v.elo).s : "beyond measure",
	       elo_text(v.elo_low).s, elo_text(v.elo_high).s);
	if (v.ended)
		printf("   %+.2f points ahead", v.lead.mean);
	if (v.ended > 1) /* else nothing is known about the spread */
		printf(" (%+.2f to %+.2f)", v.lead.low, v.lead.high);
	if (v.ended)
		printf(", %.1f a game", v.points.mean);
	putchar('\n');
	if (c->luck)
		print_adjusted(&v, width);
	if (v.forfeits)
		printf("%-*s lost %u game%s because its program failed\n", width, "", v.forfeits,
		       plural(v.forfeits));
}

static void print_failures(const struct at_contest *c)
{
	enum { SHOWN = 5 };
	uint32_t count = 0;

	for (uint32_t i = 0; i < c->games; i++) {
		const struct at_result *r = &c->results[i];
		if (r->game == UINT32_MAX || r->forfeit < 0)
			continue;
		if (++count <= SHOWN)
			printf("game %u: %s %s\n", r->game + 1, c->entrant[r->forfeit].name,
			       r->why);
	}
	if (count > SHOWN)
		printf("... and %u more (--json has all)\n", count - SHOWN);
}

static void print(const struct at_contest *c)
{
	struct at_verdict v;
	int width = 16;

	at_contest_verdict(c, 0, &v);
	printf("%s, %u players: ", c->game->title, c->setup.seats);
	if (v.sets == 0) {
		puts("no set of games is complete");
	} else {
		printf("%u games in %u set%s of seat rotations, seed %" PRIu64
		       "; parity is %.1f %%\n",
		       v.games, v.sets, plural(v.sets), c->seed, 100.0 / c->setup.seats);
		for (int e = 0; e < c->entrants; e++) {
			int len = (int)strlen(c->entrant[e].name);
			width = len > width ? len : width;
		}
		for (int e = 0; e < c->entrants; e++)
			print_entrant(c, e, width);
		if (c->sprt)
			print_sprt(c);
	}
	print_failures(c);
}

/* The time an external program has for a decision must be more than it is told to use. */
static int read_budgets(const struct command *command, const struct args *args,
			struct at_contest *c)
{
	uint64_t ms = args->given[MS] ? args->number[MS] : 1000;
	uint64_t timeout = ms > 5000 ? 2 * ms : 10000;

	if (args->given[TIMEOUT])
		timeout = args->number[TIMEOUT];
	if (timeout <= ms)
		return bad_usage(command,
				 "--timeout %" PRIu64 " is not above --ms, which is %" PRIu64
				 ": every external program would lose",
				 timeout, ms);
	c->external_ms = (uint32_t)ms;
	c->timeout_ms = (uint32_t)timeout;
	return 0;
}

int read_contest(const struct command *command, const struct args *args, uint64_t players,
		 uint64_t games, struct at_contest *c)
{
	int code = find_game(command, args->text[GAME], &c->game);

	if (!code && !args->given[PLAYERS] && players < c->game->seats_min)
		players = c->game->seats_min;
	if (!code)
		code = read_setup(command, c->game, players, args->text[OPTIONS], &c->setup);
	if (!code)
		code = read_budgets(command, args, c);
	c->games = (uint32_t)((games + players - 1) / players * players);
	c->seed = args->given[SEED] ? args->number[SEED] : 1;
	c->threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	c->progress = !args->given[QUIET];
	c->stop = interrupt_flag();
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	uint64_t players =
	    args->given[PLAYERS] ? args->number[PLAYERS] : (uint64_t)at_bot_count(args->text[BOTS]);
	struct at_contest c = {.log = args->text[LOG], .luck = args->given[LUCK]};
	struct at_sprt sprt;
	struct at_fail fail;
	int code;

	if (at_bots_check(args->text[BOTS], &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	code = read_contest(command, args, players, args->number[GAMES], &c);
	if (!code && args->given[SPRT]) {
		code = read_sprt(command, args->text[SPRT], &sprt);
		c.sprt = &sprt;
	}
	if (code)
		return code;
	if (at_contest_bots(&c, args->text[BOTS], &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	catch_interrupts();
	if (at_contest_run(&c, &fail)) {
		code = bad_input("atoll match: %s", fail.why);
	} else {
		if (args->given[JSON])
			show_json(report(&c), stdout);
		else
			print(&c);
		code = finish_contest(args, c.done, c.games);
	}
	free(c.results);
	return code;
}

const struct command match_command = {
    .name = "match",
    .help = "Plays bots against each other and says how sure the result is.",
    .notes =
	"A bot is easy, normal, hard, master, random, greedy, flat or search, with settings such\n"
	"as search:nodes=5000, flat:ms=200, greedy:noise=3 or master:threads=4, or a program:\n"
	"exec:./bot.py (docs/bot-protocol.md). A set is one seed played with every rotation of the "
	"seats;\n"
	"intervals are 95 %; a shared victory counts as a share.\n\n"
	"--sprt is a sequential test of the first bot against the others (SPRT; H0: ELO0 or less, "
	"H1:\n"
	"ELO1 or more). Each answer is wrong 5 times in 100, or as ELO0,ELO1,ALPHA,BETA says: "
	"ALPHA is\n"
	"how often H1 is accepted though H0 is true, BETA the other way round.",
    .args = takes,
    .run = run,
};
