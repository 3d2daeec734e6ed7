#include "command.h"
#include "files.h"
#include "json.h"
#include "play.h"
#include "show.h"

#include <inttypes.h>
#include <stdlib.h>

enum { GAME, PLAYERS, DEPTH, SEED, OPTIONS, POSITION, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 1, .hi = AT_SEATS_MAX,
		 .help = "number of seats"},
    [DEPTH] = {"--depth", ARG_NUMBER, .required = true, .value = "D", .lo = 0, .hi = 1000,
	       .help = "how many decisions deep to count"},
    [SEED] = {"--seed", ARG_TEXT, .value = "S",
	      .help = "the seed of the draws, see below (default 0)"},
    [OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",
		 .help = "the game's options; the others keep their defaults"},
    [POSITION] = {"--position", ARG_TEXT, .value = "FILE",
		  .help = "begin with this position instead of a new game"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

/* The state to count from: a position, or a new game. */
static int read_start(const struct command *command, const struct at_game *game,
		      const struct args *args, struct at_state *s)
{
	struct at_setup setup;
	int code;

	if (args->given[POSITION]) {
		if (args->given[PLAYERS] || args->given[OPTIONS])
			return bad_usage(command, "--position says the players and options itself");
		code = read_position(game, args->text[POSITION], s);
		if (!code && !at_is_truth(s))
			code = bad_input("%s: a view has no tree: its draws are not known",
					 args->text[POSITION]);
		return code;
	}
	if (!args->given[PLAYERS])
		return bad_usage(command, "--players is missing");
	code = read_setup(command, game, args->number[PLAYERS], args->text[OPTIONS], &setup);
	if (!code)
		at_init(game, &setup, s, NULL);
	return code;
}

static void print_json(const struct at_state *s, int depth, uint64_t leaves)
{
	struct at_text t = json_room(AT_JSON_MAX);

	at_putc(&t, '{');
	at_json_word(&t, "game", at_game_of(s)->name);
	at_json_count(&t, "players", s->seats);
	at_json_count(&t, "depth", (uint64_t)depth);
	at_json_count(&t, "leaves", leaves);
	at_putc(&t, '}');
	show_json(&t, stdout);
}

static int run(const struct command *command, const struct args *args)
{
	const struct at_game *game;
	uint8_t seed[AT_SEED_SIZE] = {0};
	union at_any any = {.align = 0};
	uint64_t leaves;
	int depth = (int)args->number[DEPTH];
	int code = find_game(command, args->text[GAME], &game);

	if (!code && args->given[SEED])
		code = read_seed(command, args->text[SEED], seed);
	if (!code)
		code = read_start(command, game, args, &any.head);
	if (code)
		return code;
	leaves = at_perft(&any.head, seed, depth);
	if (args->given[JSON])
		print_json(&any.head, depth, leaves);
	else
		printf("%" PRIu64 "\n", leaves);
	return EXIT_SUCCESS;
}

const struct command perft_command = {
    .name = "lab perft",
    .help = "Counts the leaves of the tree of decisions, with draws from a seed.",
    .notes = "A seed is 64 hexadecimal digits, or a number below 2^64: its eight bytes in "
	     "little-endian order,\n"
	     "followed by 24 zero bytes. Draws add nothing to the depth.",
    .args = takes,
    .run = run,
};
