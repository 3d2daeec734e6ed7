/* The subcommands of `atoll`: one row a command, one file a row. To add one, write its file with a
 * `const struct command NAME_command`, declare it here and add it to the table in
 * commands.c: help, manual pages and bash's completion are made from it. */
#ifndef COMMAND_H
#define COMMAND_H

#include "args.h"
#include "deal.h"
#include "game.h"

/* EXIT_SUCCESS is 0 */
enum {
	EXIT_INPUT = 1, /* a file, a position, a move was bad */
	EXIT_USAGE = 2, /* the command line was */
};

struct command {
	const char *name;       /* as it is typed; "lab NAME" for those of `atoll lab` */
	const char *help;       /* one line */
	const char *notes;      /* further lines for `atoll NAME --help`, or NULL */
	const struct arg *args; /* NULL: run() is called whatever is given, with no args */
	int (*run)(const struct command *, const struct args *);
};

extern const struct command admin_command, analyse_command, backup_command, bench_command,
    calibration_command, check_command, bot_command, dataset_command, export_command, hint_command,
    import_command, join_command, ladder_command, games_command, match_command, merge_command,
    perft_command, play_command, position_command, puzzles_command, replay_command, serve_command,
    simulate_command, selfplay_command, tune_command;

extern const struct command *const commands[]; /* ends with NULL; those of `atoll lab` are last */

/* "simulate" of "lab simulate"; NULL for a command that is not one of `atoll lab`. */
const char *lab_name(const struct command *);

/* Reports an error in one line on stderr, with control characters as '?', and returns the exit
 * code. */
int bad_input(const char *format, ...) __attribute__((format(printf, 1, 2)));
int bad_usage(const struct command *, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Arguments of several commands. Each returns 0, or EXIT_USAGE after reporting the error. */
int find_game(const struct command *, const char *name, const struct at_game **);
int read_setup(const struct command *, const struct at_game *, uint64_t players,
	       const char *options, struct at_setup *); /* options may be NULL: the defaults */

/* A seed of 32 bytes: 64 hexadecimal digits, or a number below 2^64, which stands for its eight
 * bytes in little-endian order followed by 24 zeros. */
int read_seed(const struct command *, const char *text, uint8_t seed[AT_SEED_SIZE]);

/* A seed that nobody can guess, from the system. */
void random_seed(uint8_t seed[AT_SEED_SIZE]);

#endif
