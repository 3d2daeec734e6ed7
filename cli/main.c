#include "command.h"

#include <locale.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static const struct command *const commands[] = {
    &games_command,
    &position_command,
    &replay_command,
    &simulate_command,
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* One line, whatever the words in it hold. */
static void complain(const char *before, const char *format, va_list args, const char *after)
{
	char line[1000];

	vsnprintf(line, sizeof line, format, args);
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
	fprintf(stderr, "%s%s%s\n", before, line, after);
}

int bad_input(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	complain("", format, args, "");
	va_end(args);
	return EXIT_INPUT;
}

int bad_usage(const struct command *command, const char *format, ...)
{
	char before[40], after[60];
	va_list args;

	snprintf(before, sizeof before, "atoll %s: ", command->name);
	snprintf(after, sizeof after, " (see: atoll %s --help)", command->name);
	va_start(args, format);
	complain(before, format, args, after);
	va_end(args);
	return EXIT_USAGE;
}

int find_game(const struct command *command, const char *name, const struct at_game **out)
{
	char names[200];
	struct at_text t;

	*out = at_game_named((struct at_word){name, strlen(name)});
	if (*out)
		return 0;
	at_text_init(&t, names, sizeof names);
	for (int i = 0; i < at_games(); i++)
		at_put(&t, "%s%s", i ? ", " : "", at_game(i)->name);
	return bad_usage(command, "there is no game '%s', only %s", name, names);
}

int read_setup(const struct command *command, const struct at_game *game, uint64_t players,
	       const char *options, struct at_setup *out)
{
	struct at_scan scan;
	struct at_fail fail;

	if (players < game->seats_min || players > game->seats_max)
		return bad_usage(command, "%s is for %u to %u players, not %u", game->name,
				 game->seats_min, game->seats_max, (unsigned)players);
	*out = (struct at_setup){.seats = (uint8_t)players};
	if (!options)
		return 0;
	at_scan_init(&scan, options, strlen(options), &fail);
	if (at_scan_line(&scan)) {
		at_scan_options(game, &scan, &out->options);
		if (!scan.err && at_scan_line(&scan))
			at_scan_fail(&scan, AT_BAD_TEXT, "options stand on one line");
	}
	return scan.err ? bad_usage(command, "--options: %s", fail.why) : 0;
}

static void print_all_help(FILE *f)
{
	fputs("Atoll plays board games by their exact rules.\n\nusage: atoll COMMAND ...\n\n", f);
	for (int i = 0; i < COMMANDS; i++)
		fprintf(f, "  %-10s %s\n", commands[i]->name, commands[i]->help);
	fputs("\n`atoll COMMAND --help` says more. Exit codes: 0 good, 1 bad input, 2 bad usage.\n",
	      f);
}

static void print_help(const struct command *command)
{
	printf("%s\n\nusage: ", command->help);
	args_print_usage(command, stdout);
	putchar('\n');
	args_print_help(command, stdout);
	if (command->notes)
		printf("\n%s\n", command->notes);
}

/* Output that could not be written (a full disk) is a failure, too. */
static int finish(int code)
{
	if (fflush(stdout) || ferror(stdout))
		return bad_input("the output could not be written");
	return code;
}

static int run_command(const struct command *command, int argc, char **argv)
{
	struct args args;
	int code;

	for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
			print_help(command);
			return finish(EXIT_SUCCESS);
		}
	code = args_parse(&args, command, argc, argv);
	if (!code)
		code = command->run(command, &args);
	args_release(&args);
	return finish(code);
}

int main(int argc, char **argv)
{
	setlocale(LC_CTYPE, "");
	signal(SIGPIPE, SIG_DFL);
	if (argc < 2) {
		print_all_help(stderr);
		return EXIT_USAGE;
	}
	if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 ||
	    strcmp(argv[1], "help") == 0) {
		print_all_help(stdout);
		return finish(EXIT_SUCCESS);
	}
	if (strcmp(argv[1], "--version") == 0) {
		puts("atoll " ATOLL_VERSION);
		return finish(EXIT_SUCCESS);
	}
	for (int i = 0; i < COMMANDS; i++)
		if (strcmp(argv[1], commands[i]->name) == 0)
			return run_command(commands[i], argc - 2, argv + 2);
	bad_input("atoll: there is no command '%s' (see: atoll --help)", argv[1]);
	return EXIT_USAGE;
}
