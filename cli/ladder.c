#define _POSIX_C_SOURCE 200809L

#include "match.h"

#include "interrupt.h"
#include "json.h"
#include "show.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NEIGHBOURS = OWN, BAND };
static const struct arg takes[] = {
    MATCH_ARGS,
    [BOTS] = {"--bots", ARG_TEXT, .value = "A,B,...",
	      .help = "the bots, weakest first (default: the levels)"},
    [GAMES] = {"--games", ARG_NUMBER, .value = "K", .lo = 1, .hi = 10000000,
	       .help = "games for each pairing, with --band at most (default 100)"},
    [PLAYERS] =
	{"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
	 .help = "number of seats; with more than two, one stronger bot plays among weaker ones"},
    [LOG] = {"--log", ARG_TEXT, .value = "PREFIX",
	     .help = "keep logs PREFIX-A-B.log, from which an interrupted ladder continues"},
    [NEIGHBOURS] = {"--neighbours", ARG_FLAG,
		    .help = "play each bot only against the one below it"},
    [BAND] = {"--band", ARG_TEXT, .value = "LOW,HIGH",
	      .help = "play each bot only against the one below it, until it is known whether it "
		      "wins LOW to HIGH % of the games"},
    {NULL},
};

enum { RUNGS_MAX = 16 };

/* Two tests: entrant 0 wins more than the lower share, and less than the upper share. */
struct band {
	double share[2];
	struct at_sprt tests[2];
};

struct ladder {
	const struct args *args;
	struct at_match plan; /* of every pairing, but for its bots and log */
	int count;
	char names[RUNGS_MAX][AT_ARENA_BOT_TEXT];
	struct band band;
	bool slipped;         /* a pair lies outside the band */
	uint64_t done, games; /* of all pairings */
	struct at_text rows;  /* with --json */
};

/* Parses all bots first, so that an unknown last one is not found after hours. */
static int read_rungs(const struct command *command, struct ladder *l, const char *list)
{
	struct at_match trial = l->plan;
	struct at_fail fail;

	if (at_bots_check(list, &fail))
		return bad_usage(command, "--bots: %s", fail.why);
	for (const char *at = list; at; l->count++) {
		size_t len = at_bot_length(at);
		if (l->count == RUNGS_MAX)
			return bad_usage(command, "--bots: at most %d bots", RUNGS_MAX);
		if (len >= AT_ARENA_BOT_TEXT)
			return bad_usage(command, "--bots: a bot's name has 1 to %d letters",
					 AT_ARENA_BOT_TEXT - 1);
		memcpy(l->names[l->count], at, len);
		if (at_match_bots(&trial, l->names[l->count], &fail))
			return bad_usage(command, "--bots: %s", fail.why);
		at = at[len] ? at + len + 1 : NULL;
	}
	if (l->count < 2)
		return bad_usage(command, "--bots: a ladder has at least two bots");
	return 0;
}

/* A share that lies inside the band by a quarter of its width is found inside in 19 cases of 20;
 * one that lies outside is found inside in one case of 20. */
static int read_band(const struct command *command, const char *text, int seats, struct band *b)
{
	double edge[4];
	double *share = b->share;
	char more;

	if (sscanf(text, "%lf,%lf%c", &share[0], &share[1], &more) != 2 ||
	    !(share[0] >= 1 && share[0] + 4 <= share[1] && share[1] <= 99))
		return bad_usage(command,
				 "--band is LOW,HIGH: from 1 to 99 %%, at least 4 apart, not '%s'",
				 text);
	for (int i = 0; i < 4; i++) {
		double quarters = i == 0 ? 0 : i == 3 ? 4 : i == 1 ? 1 : 3;
		at_elo((share[0] + (share[1] - share[0]) * quarters / 4) / 100, seats, &edge[i]);
	}
	b->tests[0] = (struct at_sprt){{edge[0], edge[1]}, {0.05, 0.05}};
	b->tests[1] = (struct at_sprt){{edge[2], edge[3]}, {0.05, 0.05}};
	return 0;
}

/* Whether the stronger bot of a pair is inside the band, and on which side otherwise. */
static const char *place(const struct at_match *c)
{
	if (c->test.accepted == AT_H0)
		return "below";
	if (c->ceiling_test.accepted == AT_H1)
		return "above";
	return at_match_decided(c) ? "within" : "undecided";
}

/* A bot's name as part of a file name: commands contain blanks and slashes. */
static void put_file_name(struct at_text *t, const char *bot)
{
	for (; *bot; bot++)
		at_putc(t, isalnum((unsigned char)*bot) || strchr(".=_-", *bot) ? *bot : '_');
}

static void print_row(const struct at_match *c, const struct at_verdict *v)
{
	printf("| %s | %u | %s | %s | %u | %.1f %% | %.1f to %.1f %% |", c->game->title,
	       c->setup.seats, c->entrant[0].text, c->entrant[1].text, v->games,
	       100 * v->share.mean, 100 * v->share.low, 100 * v->share.high);
	if (v->elo > -1e8 && v->elo < 1e8)
		printf(" %s (%s to %s) |", elo_text(v->elo).s, elo_text(v->elo_low).s,
		       elo_text(v->elo_high).s);
	else
		printf(" – |");
	if (v->ended)
		printf(" %+.1f |", v->lead.mean);
	else
		printf(" – |");
	if (c->sprt)
		printf(" %s |", place(c));
	printf("\n");
	fflush(stdout);
}

static void put_row(struct at_text *t, const struct at_match *c, const struct at_verdict *v)
{
	at_json_open(t, NULL, '{');
	at_json_word(t, "bot", c->entrant[0].text);
	at_json_word(t, "against", c->entrant[1].text);
	at_json_count(t, "games", v->games);
	put_number(t, "win_share", v->share.mean);
	put_number(t, "low", v->share.low);
	put_number(t, "high", v->share.high);
	put_elo(t, "elo", v->elo, v->elo_low, v->elo_high);
	if (v->ended)
		put_number(t, "score_difference", v->lead.mean);
	else
		at_json_word(t, "score_difference", NULL);
	at_json_count(t, "forfeits", v->forfeits);
	if (c->sprt)
		at_json_word(t, "band", place(c));
	at_putc(t, '}');
}

/* The stronger bot against the weaker: game set by game set, then a row of the table. */
static int play_pair(struct ladder *l, const char *strong, const char *weak)
{
	struct at_match c = l->plan;
	char bots[2 * AT_ARENA_BOT_TEXT], log[4096];
	struct at_verdict v;
	struct at_fail fail;
	struct at_text t;

	snprintf(bots, sizeof bots, "%s,%s", strong, weak);
	if (l->args->given[LOG]) {
		at_text_init(&t, log, sizeof log);
		at_put(&t, "%s-", l->args->text[LOG]);
		put_file_name(&t, strong);
		at_putc(&t, '-');
		put_file_name(&t, weak);
		at_puts(&t, ".log");
		c.log = log;
	}
	if (at_match_bots(&c, bots, &fail) || at_match_run(&c, &fail)) {
		free(c.results);
		return bad_input("atoll lab ladder: %s", fail.why);
	}
	l->done += c.done;
	l->games -= at_match_own(&l->plan) - at_match_own(&c);
	l->slipped |= c.test.accepted == AT_H0 || c.ceiling_test.accepted == AT_H1;
	at_match_verdict(&c, 0, &v);
	free(c.results);
	if (v.sets && l->args->given[JSON])
		put_row(&l->rows, &c, &v);
	else if (v.sets)
		print_row(&c, &v);
	return 0;
}

/* Whether these two levels play each other. */
static bool is_pair(const struct ladder *l, int strong, int weak)
{
	return weak == strong - 1 || !(l->args->given[NEIGHBOURS] || l->args->given[BAND]);
}

static int play_pairs(struct ladder *l)
{
	int code = 0;

	for (int i = 1; i < l->count; i++)
		for (int k = i - 1; k >= 0; k--)
			l->games += is_pair(l, i, k) ? at_match_own(&l->plan) : 0;
	for (int i = 1; i < l->count; i++)
		for (int k = i - 1; k >= 0; k--)
			if (!code && !*l->plan.stop && is_pair(l, i, k))
				code = play_pair(l, l->names[i], l->names[k]);
	return code;
}

static void print_head(const struct ladder *l)
{
	bool band = l->args->given[BAND];

	print_shard(l->plan.shard, l->plan.shards);
	printf("%s, %u players; parity is %.1f %%\n\n"
	       "| game | players | bot | against | games | wins | 95 %% | Elo | points ahead |",
	       l->plan.game->title, l->plan.setup.seats, 100.0 / l->plan.setup.seats);
	if (band)
		printf(" %g to %g %% |", l->band.share[0], l->band.share[1]);
	printf("\n|---|---|---|---|---|---|---|---|---|%s\n", band ? "---|" : "");
}

/* The levels, weakest first. */
static void put_levels(struct at_text *t)
{
	for (int i = 0; at_ladder[i]; i++)
		at_put(t, "%s%s", i ? "," : "", at_ladder[i]);
}

static int read_ladder(const struct command *command, const struct args *args, struct ladder *l)
{
	char levels[AT_ARENA_BOT_TEXT];
	struct at_text t;
	int code = read_match(command, args, args->given[PLAYERS] ? args->number[PLAYERS] : 2,
			      args->given[GAMES] ? args->number[GAMES] : 100, &l->plan);

	at_text_init(&t, levels, sizeof levels);
	put_levels(&t);
	if (!code)
		code = read_rungs(command, l, args->given[BOTS] ? args->text[BOTS] : levels);
	if (!code && args->given[BAND]) {
		code = read_band(command, args->text[BAND], l->plan.setup.seats, &l->band);
		l->plan.sprt = &l->band.tests[0];
		l->plan.ceiling = &l->band.tests[1];
	}
	return code;
}

static int run(const struct command *command, const struct args *args)
{
	struct ladder l = {.args = args};
	int code = read_ladder(command, args, &l);

	if (code)
		return code;
	if (!args->given[JSON])
		print_head(&l);
	l.rows = json_room(AT_JSON_MAX);
	at_putc(&l.rows, '{');
	at_json_word(&l.rows, "game", l.plan.game->name);
	at_json_count(&l.rows, "players", l.plan.setup.seats);
	put_shard(&l.rows, l.plan.shard, l.plan.shards);
	at_json_open(&l.rows, "pairings", '[');
	catch_interrupts();
	code = play_pairs(&l);
	at_putc(&l.rows, ']');
	at_json_flag(&l.rows, "interrupted", is_interrupted(l.done, l.games));
	at_putc(&l.rows, '}');
	if (!code && args->given[JSON])
		show_json(&l.rows, stdout);
	else
		free(l.rows.at);
	if (!code)
		code = finish_match(args, l.done, l.games);
	return !code && l.slipped ? 1 : code;
}

const struct command ladder_command = {
    .name = "lab ladder",
    .help = "Plays the levels against each other and prints the table of docs/strength.md.",
    .notes = "With --band, two sequential tests decide on which side of LOW and of HIGH the share "
	     "of wins lies; a\n"
	     "pairing ends when both have decided. Each is wrong at most once in 20 times. The "
	     "exit code is 1 if\n"
	     "a share is found to be outside the band.",
    .args = takes,
    .run = run,
};
