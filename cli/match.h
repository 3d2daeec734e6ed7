/* Shared by `match` and `ladder`: their arguments, and what happens when they are interrupted. */
#ifndef MATCH_H
#define MATCH_H

#include "arena.h"
#include "command.h"
#include "shard.h"

/* Indices in both tables; from OWN on come the arguments of one command only. */
enum match_arg {
	GAME,
	BOTS,
	GAMES,
	PLAYERS,
	SEED,
	OPTIONS,
	THREADS,
	LOG,
	SHARD,
	TIMEOUT,
	MS,
	CLOCK,
	QUIET,
	JSON,
	OWN,
};

/* clang-format off */
#define MATCH_ARGS                                                                               \
	[GAME] = {"GAME", ARG_TEXT, .required = true,                                              \
		  .help = "the game's name; `atoll games` lists them"},                              \
	[SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,                   \
		  .help = "the same seed gives the same draws (default 1)"},                       \
	[OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",                         \
		     .help = "the game's options; the others keep their defaults"},                \
	[THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,                    \
		     .help = "games to play at once (default 1)"},                                 \
	[SHARD] = SHARD_ARG,                                                                       \
	[TIMEOUT] = {"--timeout", ARG_NUMBER, .value = "MS", .lo = 10, .hi = 3600000,              \
		     .help = "an external program that takes longer for a move loses the game "    \
			     "(default 10000, or twice --ms if that is more)"},                    \
	[MS] = {"--ms", ARG_NUMBER, .value = "MS", .lo = 1, .hi = 3600000,                         \
		.help = "the time for a turn that external programs are told (default 1000)"},     \
	[CLOCK] = {"--clock", ARG_TEXT, .value = "MS+MS",                                          \
		   .help = "instead of --ms a clock: the time for a game, and what each turn adds; "  \
			   "an external program whose time is up loses the game"},                  \
	[QUIET] = {"--quiet", ARG_FLAG, .help = "do not show progress on stderr"},                 \
	[JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"}
/* clang-format on */

/* Reads everything except the bots and the log. 0, or an exit code after reporting the error. */
int read_match(const struct command *, const struct args *, uint64_t players, uint64_t games,
	       struct at_match *);

/* Whether an interrupt came before all games were played. */
bool is_interrupted(uint64_t done, uint64_t games);

/* 0; if interrupted, the exit code, after reporting how far it got and how to continue. */
int finish_match(const struct args *, uint64_t done, uint64_t games);

/* A rating with its sign, "0" if it rounds to zero, "-inf" or "+inf" if it is too large to
 * measure. */
struct elo_text {
	char s[16];
};
struct elo_text elo_text(double elo);

/* A member {mean, low, high}; null where there is no finite value. */
void put_elo(struct at_text *, const char *name, double mean, double low, double high);

#endif
