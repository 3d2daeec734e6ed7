#define _POSIX_C_SOURCE 200809L

#include "arena.h"
#include "command.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, GAMES, PLAYERS, BOTS, NEIGHBOURS, SEED, THREADS, LOG, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true, .help = "its name, see `atoll games`"},
    [GAMES] = {"--games", ARG_NUMBER, .value = "K", .lo = 1, .hi = 10000000,
	       .help = "a pairing; 100 without"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "how many seats; with more than two one stronger plays among weaker ones"},
    [BOTS] = {"--bots", ARG_TEXT, .value = "A,B,...",
	      .help = "weakest first; random,easy,normal,greedy,hard,master without"},
    [NEIGHBOURS] = {"--neighbours", ARG_FLAG, .help = "only each against the one below"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same draws; 1 without"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games played at once; 1 without"},
    [LOG] = {"--log", ARG_TEXT, .value = "PREFIX",
	     .help = "logs PREFIX-A-B.log, from which a ladder that was broken off goes on"},
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

enum { RUNGS_MAX = 16 };

struct ladder {
	const struct at_game *game;
	const struct args *args;
	struct at_setup setup;
	int count;
	char names[RUNGS_MAX][AT_BOT_NAME_MAX];
};

static int read_rungs(const struct command *command, struct ladder *l, const char *list)
{
	for (const char *at = list; at; l->count++) {
		const char *comma = strchr(at, ',');
		size_t len = comma ? (size_t)(comma - at) : strlen(at);
		if (l->count == RUNGS_MAX || len >= AT_BOT_NAME_MAX)
			return bad_usage(command, "--bots: at most %d bots", RUNGS_MAX);
		memcpy(l->names[l->count], at, len);
		at = comma ? comma + 1 : NULL;
	}
	return 0;
}

/* The stronger one against the weaker: one game set after another, then a row of the table. */
static int play_pair(const struct ladder *l, int strong, int weak, json_t *rows)
{
	const struct args *args = l->args;
	uint64_t games = args->given[GAMES] ? args->number[GAMES] : 100;
	struct at_contest c = {.game = l->game, .setup = l->setup, .progress = true};
	char bots[2 * AT_BOT_NAME_MAX + 2], log[4096];
	struct at_verdict v;
	struct at_fail fail;

	snprintf(bots, sizeof bots, "%s,%s", l->names[strong], l->names[weak]);
	snprintf(log, sizeof log, "%s-%s-%s.log", args->given[LOG] ? args->text[LOG] : "",
		 l->names[strong], l->names[weak]);
	c.log = args->given[LOG] ? log : NULL;
	c.games = (uint32_t)((games + l->setup.seats - 1) / l->setup.seats * l->setup.seats);
	c.seed = args->given[SEED] ? args->number[SEED] : 1;
	c.threads = args->given[THREADS] ? (int)args->number[THREADS] : 1;
	if (at_contest_bots(&c, bots, &fail) || at_contest_run(&c, &fail)) {
		free(c.results);
		return bad_input("atoll ladder: %s", fail.why);
	}
	at_contest_verdict(&c, 0, &v);
	free(c.results);
	json_array_append_new(rows,
			      json_pack("{s:s, s:s, s:i, s:f, s:f, s:f, s:f}", "bot",
					l->names[strong], "against", l->names[weak], "games",
					(int)v.games, "win_share", v.share.mean, "low", v.share.low,
					"high", v.share.high, "score_difference", v.lead.mean));
	if (args->given[JSON])
		return 0;
	printf("| %s | %s | %u | %.1f %% | %.1f to %.1f %% |", l->names[strong], l->names[weak],
	       v.games, 100 * v.share.mean, 100 * v.share.low, 100 * v.share.high);
	if (v.elo > -1e8 && v.elo < 1e8)
		printf(" %+.0f |", v.elo);
	else
		printf(" - |");
	printf(" %+.1f |\n", v.lead.mean);
	fflush(stdout);
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	struct ladder l = {.args = args};
	uint64_t players = args->given[PLAYERS] ? args->number[PLAYERS] : 2;
	json_t *rows = json_array();
	int code = find_game(command, args->text[GAME], &l.game);

	if (!code)
		code = read_setup(command, l.game, players, NULL, &l.setup);
	if (!code)
		code = read_rungs(command, &l,
				  args->given[BOTS] ? args->text[BOTS]
						    : "random,easy,normal,greedy,hard,master");
	if (!code && !args->given[JSON])
		printf(
		    "%s, %u players; parity is %.1f %%\n\n| bot | against | games | wins | 95 %% | "
		    "Elo | points ahead |\n|---|---|---|---|---|---|---|\n",
		    l.game->title, l.setup.seats, 100.0 / l.setup.seats);
	for (int i = 1; i < l.count && !code; i++)
		for (int k = i - 1; k >= 0 && !code; k--)
			if (k == i - 1 || !args->given[NEIGHBOURS])
				code = play_pair(&l, i, k, rows);
	if (!code && args->given[JSON])
		show_json(json_pack("{s:s, s:i, s:O}", "game", l.game->name, "players",
				    l.setup.seats, "pairings", rows),
			  stdout);
	json_decref(rows);
	return code;
}

const struct command ladder_command = {
    .name = "ladder",
    .help = "Plays the levels against each other and prints the table of docs/strength.md.",
    .args = takes,
    .run = run,
};
