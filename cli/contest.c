#define _POSIX_C_SOURCE 200809L

#include "arena.h"
#include "command.h"
#include "show.h"

#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

enum { GAME, BOTS, GAMES, PLAYERS, SEED, OPTIONS, THREADS, LOG, TIMEOUT, MS, LUCK, QUIET, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true, .help = "its name, see `atoll games`"},
    [BOTS] = {"--bots", ARG_TEXT, .required = true, .value = "A,B,...",
	      .help = "who plays; the last one takes the seats that are left"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 10000000,
	       .help = "how many, rounded up to whole sets of seat rotations"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "how many seats; as many as bots without"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same draws; 1 without"},
    [OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",
		 .help = "of the game; the defaults without"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games played at once; 1 without"},
    [LOG] = {"--log", ARG_TEXT, .value = "FILE",
	     .help = "one line a game; a match that was broken off goes on from it"},
    [TIMEOUT] = {"--timeout", ARG_NUMBER, .value = "MS", .lo = 10, .hi = 3600000,
		 .help = "an external program that takes longer loses the game; 10000 without"},
    [MS] = {"--ms", ARG_NUMBER, .value = "MS", .lo = 1, .hi = 3600000,
	    .help = "the budget that external programs are told; 1000 without"},
    [LUCK] = {"--luck", ARG_FLAG,
	      .help = "also measure the luck of every draw: a second, narrower estimate"},
    [QUIET] = {"--quiet", ARG_FLAG, .help = "no progress on stderr"},
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

static atomic_bool interrupted;

static void interrupt(int sig)
{
	(void)sig;
	interrupted = true;
}

/* null where there is no number: beyond measure. */
static json_t *number(double x)
{
	return x > -1e8 && x < 1e8 ? json_real(x) : json_null();
}

static json_t *estimate(const struct at_estimate *e)
{
	return json_pack("{s:o, s:o, s:o}", "mean", number(e->mean), "low", number(e->low), "high",
			 number(e->high));
}

static json_t *report_entrant(const struct at_contest *c, int e)
{
	struct at_verdict v;
	char spec[AT_BOT_NAME_MAX] = "exec";
	struct at_text t;

	at_contest_verdict(c, e, &v);
	if (!c->entrant[e].command) {
		at_text_init(&t, spec, sizeof spec);
		at_bot_spec_print(&c->entrant[e].spec, &t);
	}
	return json_pack(
	    "{s:s, s:s, s:f, s:o, s:o, s:{s:o, s:o, s:o}, s:o, s:o, s:i}", "bot",
	    c->entrant[e].text, "spec", spec, "wins", v.wins, "win_share", estimate(&v.share),
	    "luck_adjusted", c->luck ? estimate(&v.adjusted) : json_null(), "elo", "mean",
	    number(v.elo), "low", number(v.elo_low), "high", number(v.elo_high), "score_difference",
	    estimate(&v.lead), "points", estimate(&v.points), "forfeits", (int)v.forfeits);
}

static json_t *report_failures(const struct at_contest *c)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < c->games; i++) {
		const struct at_result *r = &c->results[i];
		if (r->game != UINT32_MAX && r->forfeit >= 0)
			json_array_append_new(
			    list, json_pack("{s:i, s:s, s:s}", "game", (int)r->game + 1, "bot",
					    c->entrant[r->forfeit].text, "why", r->why));
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
	return json_pack("{s:s, s:i, s:s, s:i, s:i, s:o, s:o}", "game", c->game->name, "players",
			 c->setup.seats, "seed", seed, "games", (int)v.games, "sets", (int)v.sets,
			 "bots", bots, "failures", report_failures(c));
}

static void print_elo(const struct at_verdict *v)
{
	if (v->elo < -1e8 || v->elo > 1e8)
		printf("   Elo beyond measure");
	else
		printf("   Elo %+.0f", v->elo);
	if (v->elo_low > -1e8)
		printf(" (from %+.0f", v->elo_low);
	else
		printf(" (from -inf");
	if (v->elo_high < 1e8)
		printf(" to %+.0f)", v->elo_high);
	else
		printf(" to +inf)");
}

static void print_entrant(const struct at_contest *c, int e)
{
	struct at_verdict v;

	at_contest_verdict(c, e, &v);
	printf("%-16s wins %5.1f %% (%.1f to %.1f)", c->entrant[e].text, 100 * v.share.mean,
	       100 * v.share.low, 100 * v.share.high);
	print_elo(&v);
	printf("   %+.2f points ahead", v.lead.mean);
	if (v.sets > 1) /* else nothing is known about the spread */
		printf(" (%+.2f to %+.2f)", v.lead.low, v.lead.high);
	printf(", %.1f a game\n", v.points.mean);
	if (c->luck && v.sets > 3 && v.adjusted.high - v.adjusted.low < v.share.high - v.share.low)
		printf("%-16s luck-adjusted %5.1f %% (%.1f to %.1f)\n", "", 100 * v.adjusted.mean,
		       100 * v.adjusted.low, 100 * v.adjusted.high);
	if (v.forfeits)
		printf("%-16s lost %u games because its program failed\n", "", v.forfeits);
}

static void print(const struct at_contest *c)
{
	struct at_verdict v;
	int shown = 0;

	at_contest_verdict(c, 0, &v);
	printf("%s, %u players: %u games in %u sets of seat rotations, seed %" PRIu64
	       "; parity is %.1f %%\n",
	       c->game->title, c->setup.seats, v.games, v.sets, c->seed, 100.0 / c->setup.seats);
	for (int e = 0; e < c->entrants; e++)
		print_entrant(c, e);
	for (uint32_t i = 0; i < c->games && shown < 5; i++) {
		const struct at_result *r = &c->results[i];
		if (r->game == UINT32_MAX || r->forfeit < 0)
			continue;
		printf("game %u: %s %s\n", r->game + 1, c->entrant[r->forfeit].text, r->why);
		shown++;
	}
}

static int read_contest(const struct command *command, const struct args *args,
			struct at_contest *c)
{
	struct at_fail fail;
	uint64_t players = 2;
	int code = find_game(command, args->text[GAME], &c->game);

	if (code)
		return code;
	if (args->given[PLAYERS]) {
		players = args->number[PLAYERS];
	} else {
		players = 1;
		for (const char *p = args->text[BOTS]; *p; p++)
			players += *p == ',';
	}
	code = read_setup(command, c->game, players, args->text[OPTIONS], &c->setup);
	if (code)
		return code;
	if (at_contest_bots(c, args->text[BOTS], &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	c->games = (uint32_t)((args->number[GAMES] + players - 1) / players * players);
	c->seed = args->given[SEED] ? args->number[SEED] : 1;
	c->threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	c->log = args->text[LOG];
	c->timeout_ms = args->given[TIMEOUT] ? (uint32_t)args->number[TIMEOUT] : 10000;
	c->external_ms = args->given[MS] ? (uint32_t)args->number[MS] : 1000;
	c->progress = !args->given[QUIET];
	c->luck = args->given[LUCK];
	c->stop = &interrupted;
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	struct sigaction action = {.sa_handler = interrupt};
	struct at_contest contest = {0};
	struct at_fail fail;
	int code = read_contest(command, args, &contest);

	if (code)
		return code;
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
	if (at_contest_run(&contest, &fail))
		code = bad_input("atoll match: %s", fail.why);
	else if (args->given[JSON])
		show_json(report(&contest), stdout);
	else
		print(&contest);
	free(contest.results);
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
	"intervals are 95 %; a shared victory counts as a share.",
    .args = takes,
    .run = run,
};
