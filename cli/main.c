#define _POSIX_C_SOURCE 200809L

#include "command.h"
#include "manual.h"

#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void print_commands(FILE *f, bool lab)
{
	for (int i = 0; commands[i]; i++) {
		const char *short_name = lab_name(commands[i]);
		if (lab == (short_name != NULL))
			fprintf(f, "  %-11s %s\n", lab ? short_name : commands[i]->name,
				commands[i]->help);
	}
}

static void print_all_help(FILE *f)
{
	fputs("Atoll plays board games by their exact rules.\n\nusage: atoll COMMAND ...\n\n", f);
	print_commands(f, false);
	fputs("\n"
	      "`atoll COMMAND --help` describes a command, `atoll --man [COMMAND]` writes its "
	      "manual page, and\n"
	      "`atoll --completion` the completion for bash. `atoll lab` lists the commands for "
	      "development: they\n"
	      "measure speed and strength, train bots and make puzzles.\n"
	      "Exit codes: 0 success, 1 bad input, 2 wrong usage. A refused move names a rule, "
	      "such as RF-3.2;\n"
	      "docs/rules explains it.\n",
	      f);
}

static void print_lab_help(FILE *f)
{
	fputs("Commands for development: they measure speed and strength, train bots and make "
	      "puzzles.\n\nusage: atoll lab COMMAND ...\n\n",
	      f);
	print_commands(f, true);
	fputs("\n"
	      "`atoll lab COMMAND --help` describes a command. The word `lab` may be left out.\n",
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

/* Without this, the number of a closed standard stream would go to the next file that is opened,
 * and output meant for the stream into that file. Opened in the wrong direction, every use still
 * fails. */
static void hold_standard_streams(void)
{
	for (int fd = 0; fd <= 2; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", fd ? O_RDONLY : O_WRONLY) != fd)
			abort();
}

static bool is_help(const char *word)
{
	return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0 || strcmp(word, "help") == 0;
}

/* The command of this name; its name in `atoll lab` will do, too. */
static const struct command *find_command(const char *name, bool lab)
{
	for (int i = 0; commands[i]; i++) {
		const char *short_name = lab_name(commands[i]);
		if ((!lab && strcmp(name, commands[i]->name) == 0) ||
		    (short_name && strcmp(name, short_name) == 0))
			return commands[i];
	}
	return NULL;
}

static int no_command(const char *lab, const char *name)
{
	bad_input("atoll: there is no command '%s%s' (see: atoll %s--help)", lab, name, lab);
	return EXIT_USAGE;
}

/* Of a command, or of the program without one. */
static int print_manual(int argc, char **argv)
{
	bool lab = argc > 1 && strcmp(argv[0], "lab") == 0;
	const char *name = argv[lab];
	const struct command *command = name ? find_command(name, lab) : NULL;

	if (name && !command)
		return no_command(lab ? "lab " : "", name);
	manual_print(command, stdout);
	return finish(EXIT_SUCCESS);
}

/* `atoll lab` and what follows it. */
static int run_lab(int argc, char **argv)
{
	const struct command *command;

	if (argc == 0) {
		print_lab_help(stderr);
		return EXIT_USAGE;
	}
	if (is_help(argv[0])) {
		print_lab_help(stdout);
		return finish(EXIT_SUCCESS);
	}
	command = find_command(argv[0], true);
	return command ? run_command(command, argc - 1, argv + 1) : no_command("lab ", argv[0]);
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
	if (is_help(argv[1])) {
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
		return print_manual(argc - 2, argv + 2);
	if (strcmp(argv[1], "lab") == 0)
		return run_lab(argc - 2, argv + 2);
	command = find_command(argv[1], false);
	return command ? run_command(command, argc - 2, argv + 2) : no_command("", argv[1]);
}
