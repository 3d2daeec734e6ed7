#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "manual.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_all_help(FILE *f)
{
	fputs("Atoll plays board games by their exact rules.\n\nusage: atoll COMMAND ...\n\n", f);
	for (int i = 0; commands[i]; i++)
		fprintf(f, "  %-11s %s\n", commands[i]->name, commands[i]->help);
	fputs("\n`atoll COMMAND --help` says more. Exit codes: 0 good, 1 bad input, 2 bad usage.\n"
	      "The same as a page for man: `atoll --man [COMMAND]`; for bash to complete: `atoll "
	      "--completion`.\n"
	      "What is refused comes with the number of a rule, like RF-3.2: docs/rules explains "
	      "it.\n",
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

	if (!command->args)
		return command->run(command, NULL);
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

/* The number of a standard stream that is closed would go to the next file that is opened, and what
 * is meant for the stream into it. Opened the wrong way round, using it still fails. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			abort();
}

static const struct command *find_command(const char *name)
{
	for (int i = 0; commands[i]; i++)
		if (strcmp(name, commands[i]->name) == 0)
			return commands[i];
	return NULL;
}

static int no_command(const char *name)
{
	bad_input("atoll: there is no command '%s' (see: atoll --help)", name);
	return EXIT_USAGE;
}

/* Of a command, or of the program for NULL. */
static int print_manual(const char *name)
{
	const struct command *command = name ? find_command(name) : NULL;

	if (name && !command)
		return no_command(name);
	manual_print(command, stdout);
	return finish(EXIT_SUCCESS);
}

int main(int argc, char **argv)
{
	const struct command *command;

	hold_standard_streams();
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
	if (strcmp(argv[1], "--completion") == 0) {
		completion_print(stdout);
		return finish(EXIT_SUCCESS);
	}
	if (strcmp(argv[1], "--man") == 0)
		return print_manual(argv[2]);
	command = find_command(argv[1]);
	return command ? run_command(command, argc - 2, argv + 2) : no_command(argv[1]);
}
