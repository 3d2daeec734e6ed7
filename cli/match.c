#define _POSIX_C_SOURCE 200809L

#include "match.h"

#include "interrupt.h"
#include "json.h"
#include "show.h"
#include "sprt.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LUCK = OWN, SPRT, RECORDS, GAUNTLET };
static const struct arg takes[] = {
    MATCH_ARGS,
    [BOTS] = {"--bots", ARG_TEXT, .required = true, .value = "A,B,...",
	      .help = "the bots; the last one takes the remaining seats"},
    [GAMES] =
	{"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 10000000,
	 .help = "how many games (with --sprt at most), rounded up to full sets of seat rotations"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "number of seats (default: the number of bots, or what the game needs)"},
    [LOG] = {"--log", ARG_TEXT, .value = "FILE",
	     .help = "write one line a game; an interrupted match continues from this file"},
    [LUCK] = {"--luck", ARG_FLAG,
	      .help =
		  "also measure the luck of every draw, which gives a second, narrower estimate"},
    [SPRT] = {"--sprt", ARG_TEXT, .value = "ELO0,ELO1",
	      .help = "stop as soon as it is known whether the first bot is stronger by ELO0 or "
		      "less, or by ELO1 or more"},
    [RECORDS] =
	{"--records", ARG_TEXT, .value = "FOLDER",
	 .help = "write every game as a record, FOLDER/1.record and so on (an existing folder)"},
    [GAUNTLET] = {"--gauntlet", ARG_FLAG,
		  .help =
		      "the first bot against each of the others, a match each (the logs are FILE.1 "
		      "and so on, the records in FOLDER/1)"},
    {NULL},
};

bool is_interrupted(uint64_t done, uint64_t games)
{
	return interrupt_signal() && done < games;
}

int finish_match(const struct args *args, uint64_t done, uint64_t games)
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

void put_elo(struct at_text *t, const char *name, double mean, double low, double high)
{
	at_json_open(t, name, '{');
	put_number(t, "mean", mean);
	put_number(t, "low", low);
	put_number(t, "high", high);
	at_putc(t, '}');
}

static void put_estimate(struct at_text *t, const char *name, bool known,
			 const struct at_estimate *e)
{
	if (known)
		put_elo(t, name, e->mean, e->low, e->high);
	else
		at_json_word(t, name, NULL);
}

static void put_entrant(struct at_text *t, const struct at_match *c, int e)
{
	struct at_verdict v;
	char spec[AT_ARENA_BOT_TEXT];

	at_match_verdict(c, e, &v);
	at_entrant_spec(&c->entrant[e], spec);
	at_json_open(t, NULL, '{');
	at_json_seat(t, "entrant", e);
	at_json_word(t, "bot", c->entrant[e].text);
	at_json_word(t, "spec", spec);
	put_number(t, "wins", v.wins);
	put_estimate(t, "win_share", v.sets, &v.share);
	put_estimate(t, "luck_adjusted", c->luck && v.has_adjusted, &v.adjusted);
	if (v.sets)
		put_elo(t, "elo", v.elo, v.elo_low, v.elo_high);
	else
		at_json_word(t, "elo", NULL);
	put_estimate(t, "score_difference", v.ended, &v.lead);
	put_estimate(t, "points", v.ended, &v.points);
	at_json_count(t, "forfeits", v.forfeits);
	at_putc(t, '}');
}

static bool is_forfeit(const struct at_result *r)
{
	return r->game != UINT32_MAX && r->forfeit >= 0;
}

static void put_failures(struct at_text *t, const struct at_match *c)
{
	at_json_open(t, "failures", '[');
	for (uint32_t i = 0; i < c->games; i++) {
		const struct at_result *r = &c->results[i];
		if (!is_forfeit(r))
			continue;
		at_json_open(t, NULL, '{');
		at_json_count(t, "game", r->game + 1);
		at_json_seat(t, "entrant", r->forfeit);
		at_json_word(t, "bot", c->entrant[r->forfeit].text);
		at_json_word(t, "why", r->why);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

/* A forfeit's line: two texts, each byte of which may become six, and the rest of the line. */
enum { FORFEIT_MAX = 6 * (AT_ARENA_BOT_TEXT + sizeof((struct at_result *)0)->why) + 200 };

static void print_json(const struct at_match *c)
{
	size_t size = AT_JSON_MAX;
	struct at_verdict v;
	struct at_text t;
	char seed[24];

	for (uint32_t i = 0; i < c->games; i++)
		size += is_forfeit(&c->results[i]) ? FORFEIT_MAX : 0;
	t = json_room(size);
	at_match_verdict(c, 0, &v);
	snprintf(seed, sizeof seed, "%" PRIu64, c->seed);
	at_putc(&t, '{');
	at_json_word(&t, "game", c->game->name);
	at_json_count(&t, "players", c->setup.seats);
	at_json_word(&t, "seed", seed);
	at_json_count(&t, "games", v.games);
	at_json_count(&t, "sets", v.sets);
	put_shard(&t, c->shard, c->shards);
	at_json_flag(&t, "interrupted", is_interrupted(c->done, at_match_own(c)));
	at_json_open(&t, "bots", '[');
	for (int e = 0; e < c->entrants; e++)
		put_entrant(&t, c, e);
	at_putc(&t, ']');
	put_sprt(&t, c);
	put_failures(&t, c);
	at_putc(&t, '}');
	show_json(&t, stdout);
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

static void print_entrant(const struct at_match *c, int e, int width)
{
	struct at_verdict v;

	at_match_verdict(c, e, &v);
	printf("%-*s wins %5.1f %% (%.1f to %.1f)   Elo %s (from %s to %s)", width,
	       c->entrant[e].name, 100 * v.share.mean, 100 * v.share.low, 100 * v.share.high,
	       v.elo > -1e8 && v.elo < 1e8 ? elo_text(v.elo).s : "beyond measure",
	       elo_text(v.elo_low).s, elo_text(v.elo_high).s);
	if (v.ended)
		printf("   %+.2f points ahead", v.lead.mean);
	if (v.ended > 1) /* otherwise the spread is unknown */
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

static void print_failures(const struct at_match *c)
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

static void print(const struct at_match *c)
{
	struct at_verdict v;
	int width = 16;

	at_match_verdict(c, 0, &v);
	print_shard(c->shard, c->shards);
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

/* "60000+1000" */
static int read_clock(const struct command *command, const char *text, struct at_external_time *out)
{
	enum { MOST = 24 * 3600 * 1000 };
	const char *plus = strchr(text, '+');
	size_t len = plus ? (size_t)(plus - text) : 0;
	char first[16] = "";
	uint64_t clock, increment;

	if (len && len < sizeof first)
		memcpy(first, text, len);
	if (!plus || !parse_number(first, 1, MOST, &clock) ||
	    !parse_number(plus + 1, 0, MOST, &increment))
		return bad_usage(command, "--clock is MS+MS, such as 60000+1000, not '%s'", text);
	out->clock = (uint32_t)clock;
	out->increment = (uint32_t)increment;
	return 0;
}

/* An external program's time limit must be longer than the thinking time that it is given. */
static int read_budgets(const struct command *command, const struct args *args, struct at_match *c)
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
	c->external_time.turn = (uint32_t)ms;
	c->timeout_ms = (uint32_t)timeout;
	return args->given[CLOCK] ? read_clock(command, args->text[CLOCK], &c->external_time) : 0;
}

int read_match(const struct command *command, const struct args *args, uint64_t players,
	       uint64_t games, struct at_match *c)
{
	int code = find_game(command, args->text[GAME], &c->game);

	if (!code && !args->given[PLAYERS] && players < c->game->seats_min)
		players = c->game->seats_min;
	if (!code)
		code = read_setup(command, c->game, players, args->text[OPTIONS], &c->setup);
	if (!code)
		code = read_budgets(command, args, c);
	if (!code)
		code =
		    read_shard(command, args->text[SHARD], args->given[LOG], &c->shard, &c->shards);
	c->games = (uint32_t)((games + players - 1) / players * players);
	c->seed = args->given[SEED] ? args->number[SEED] : 1;
	c->threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	c->progress = !args->given[QUIET];
	c->stop = interrupt_flag();
	return code;
}

/* The values of --log and --records, and the players. */
struct plan {
	const char *bots, *log, *records;
};

static int play_match(const struct command *command, const struct args *args,
		      const struct plan *plan)
{
	uint64_t players =
	    args->given[PLAYERS] ? args->number[PLAYERS] : (uint64_t)at_bot_count(plan->bots);
	struct at_match c = {.log = plan->log, .records = plan->records, .luck = args->given[LUCK]};
	struct at_sprt sprt;
	struct at_fail fail;
	int code;

	code = read_match(command, args, players, args->number[GAMES], &c);
	if (!code && args->given[SPRT]) {
		code = read_sprt(command, args->text[SPRT], &sprt);
		c.sprt = &sprt;
	}
	if (code)
		return code;
	if (at_match_bots(&c, plan->bots, &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	catch_interrupts();
	if (at_match_run(&c, &fail)) {
		code = bad_input("atoll match: %s", fail.why);
	} else {
		if (args->given[JSON])
			print_json(&c);
		else
			print(&c);
		code = finish_match(args, c.done, at_match_own(&c));
	}
	free(c.results);
	return code;
}

/* A name with the number of a match; NULL stays NULL. */
static const char *numbered(char *room, size_t size, const char *name, char between, int number)
{
	if (!name)
		return NULL;
	snprintf(room, size, "%s%c%d", name, between, number);
	return room;
}

/* The first of these bots against each of the others. */
static int run_gauntlet(const struct command *command, const struct args *args)
{
	const char *first = args->text[BOTS];
	size_t length = at_bot_length(first);
	const char *rest = first + length;
	int code = 0;

	if (*rest != ',')
		return bad_usage(command, "--gauntlet: there is nobody to play against");
	for (int number = 1; !code && *rest == ','; number++) {
		char bots[2 * AT_ARENA_BOT_TEXT + 2], log[4096], records[4096];
		size_t other = at_bot_length(rest + 1);
		if (length + other + 2 > sizeof bots)
			return bad_usage(command, "--bots: a bot's text is too long");
		snprintf(bots, sizeof bots, "%.*s,%.*s", (int)length, first, (int)other, rest + 1);
		struct plan plan = {
		    bots, numbered(log, sizeof log, args->text[LOG], '.', number),
		    numbered(records, sizeof records, args->text[RECORDS], '/', number)};
		if (plan.records && mkdir(plan.records, 0777) && errno != EEXIST)
			return bad_input("%s: %s", plan.records, strerror(errno));
		code = play_match(command, args, &plan);
		rest += 1 + other;
	}
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct plan plan = {args->text[BOTS], args->text[LOG], args->text[RECORDS]};
	struct at_fail fail;

	if (at_bots_check(args->text[BOTS], &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	return args->given[GAUNTLET] ? run_gauntlet(command, args)
				     : play_match(command, args, &plan);
}

const struct command match_command = {
    .name = "match",
    .help = "Plays bots against each other, with confidence intervals or a sequential test.",
    .notes =
	"A bot is a level (beginner, easy, casual, normal, skilled, hard, master), a kind of bot "
	"(random,\n"
	"greedy, flat, search), or a program: exec:./bot.py (docs/bot-protocol.md). Levels and "
	"kinds take\n"
	"settings, such as search:nodes=5000, flat:ms=200, greedy:noise=3, greedy:forget=0.2 or\n"
	"master:threads=4; docs/strength.md has all of them.\n"
	"A set is one seed, played with every rotation of the seats. Intervals are 95 %. If "
	"several bots win\n"
	"a game together, each gets a share of it.\n"
	"\n"
	"--sprt is a sequential test (SPRT) of the first bot against the others. H0: it is "
	"stronger by ELO0\n"
	"or less; H1: by ELO1 or more. Each answer is wrong in at most 5 % of the cases. To choose "
	"other\n"
	"error rates write ELO0,ELO1,ALPHA,BETA: ALPHA is the rate of accepting H1 although H0 is "
	"true, BETA\n"
	"that of the reverse.",
    .args = takes,
    .run = run,
};
