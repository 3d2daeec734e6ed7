/* Command lines, described by a table: --name value, --name=value, flags, and positional
 * arguments. Anything that the table does not allow is an error, reported in one line; nothing
 * is guessed. */
#ifndef ARGS_H
#define ARGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum arg_kind {
	ARG_TEXT,
	ARG_NUMBER, /* decimal, from lo to hi */
	ARG_FLAG,
	ARG_SETTINGS, /* a file with further options (settings.h); one a command */
};

/* One argument of a command. The list ends with name NULL. A name that begins with "--" is an
 * option; the others are positional and read in order. */
struct arg {
	const char *name;
	enum arg_kind kind;
	bool required;
	bool many;         /* may be repeated: args->list has all of them; one a command */
	bool few;          /* the same: args->few has them; one a command */
	uint64_t lo, hi;   /* of a number */
	const char *value; /* the name of an option's value in the usage line */
	const char *help;
};

enum { ARGS_MAX = 24, ARGS_FEW = 16 };

/* The options that were given, by index in the table. The texts stay in argv, or in the
 * settings. */
struct args {
	bool given[ARGS_MAX];
	const char *text[ARGS_MAX];
	uint64_t number[ARGS_MAX];
	const char **list;
	int list_count;
	const char *few[ARGS_FEW];
	int few_count;
	char *settings; /* the text of the file */
	int mistakes;   /* in it; each has been reported, and the command must not start */
};

struct command;

/* Reads the words after the command's name. 0, or EXIT_USAGE after reporting the error. The
 * caller calls args_release() in both cases. */
int args_parse(struct args *, const struct command *, int argc, char **argv);
void args_release(struct args *);

/* The option with this name (of this length, with its dashes), or -1. */
int args_find(const struct arg *table, const char *name, size_t len);
bool arg_is_option(const struct arg *);

enum { ARG_WHY = 500 };

/* Sets args[i] to this value, or says what is wrong and changes nothing. The list must have room
 * for one more. */
bool args_set(struct args *, const struct command *, int i, const char *text, char why[ARG_WHY]);

/* "atoll position GAME FILE [--apply MOVE]... [--json]" */
void args_print_usage(const struct command *, FILE *);

/* One line an argument with its help. */
void args_print_help(const struct command *, FILE *);

/* The whole text as a decimal number from lo to hi; false if it is not one. */
bool parse_number(const char *text, uint64_t lo, uint64_t hi, uint64_t *out);

#endif
