#include "args.h"

#include "command.h"
#include "settings.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool parse_number(const char *text, uint64_t lo, uint64_t hi, uint64_t *out)
{
	uint64_t x = 0;

	if (!*text)
		return false;
	for (; *text; text++) {
		uint64_t digit = (uint64_t)(*text - '0');
		if (*text < '0' || *text > '9' || x > (UINT64_MAX - digit) / 10)
			return false;
		x = x * 10 + digit;
	}
	if (x < lo || x > hi)
		return false;
	*out = x;
	return true;
}

bool arg_is_option(const struct arg *a)
{
	return strncmp(a->name, "--", 2) == 0;
}

int args_find(const struct arg *table, const char *word, size_t len)
{
	for (int i = 0; table[i].name; i++)
		if (arg_is_option(&table[i]) && strlen(table[i].name) == len &&
		    strncmp(table[i].name, word, len) == 0)
			return i;
	return -1;
}

/* The next positional argument that is still missing, or -1. */
static int next_word(const struct arg *table, const struct args *args)
{
	for (int i = 0; table[i].name; i++)
		if (!arg_is_option(&table[i]) && (!args->given[i] || table[i].many))
			return i;
	return -1;
}

bool args_set(struct args *args, const struct command *command, int i, const char *text,
	      char why[ARG_WHY])
{
	const struct arg *a = &command->args[i];

	if (a->few && args->few_count == ARGS_FEW) {
		snprintf(why, ARG_WHY, "%s is given too often", a->name);
		return false;
	}
	if (args->given[i] && !a->many && !a->few) {
		snprintf(why, ARG_WHY, "%s is given twice", a->name);
		return false;
	}
	if (a->kind == ARG_NUMBER && !parse_number(text, a->lo, a->hi, &args->number[i])) {
		snprintf(why, ARG_WHY,
			 "%s is a whole number from %" PRIu64 " to %" PRIu64 ", not '%.200s'",
			 a->name, a->lo, a->hi, text);
		return false;
	}
	args->given[i] = true;
	args->text[i] = text;
	if (a->many)
		args->list[args->list_count++] = text;
	if (a->few)
		args->few[args->few_count++] = text;
	return true;
}

static int take(struct args *args, const struct command *command, int i, const char *text)
{
	char why[ARG_WHY];

	return args_set(args, command, i, text, why) ? 0 : bad_usage(command, "%s", why);
}

/* argv[*at] is an option; skips its value. */
static int take_option(struct args *args, const struct command *command, int argc, char **argv,
		       int *at)
{
	const char *word = argv[*at];
	const char *equals = strchr(word, '=');
	size_t len = equals ? (size_t)(equals - word) : strlen(word);
	int i = args_find(command->args, word, len);

	if (i < 0)
		return bad_usage(command, "there is no option '%.*s'", (int)len, word);
	if (command->args[i].kind == ARG_FLAG) {
		if (equals)
			return bad_usage(command, "%s takes no value", command->args[i].name);
		return take(args, command, i, "");
	}
	if (equals)
		return take(args, command, i, equals + 1);
	if (*at + 1 >= argc || strncmp(argv[*at + 1], "--", 2) == 0)
		return bad_usage(command, "%s needs a value: %s %s", command->args[i].name,
				 command->args[i].name, command->args[i].value);
	return take(args, command, i, argv[++*at]);
}

static int check_required(const struct args *args, const struct command *command)
{
	for (int i = 0; command->args[i].name; i++)
		if (command->args[i].required && !args->given[i])
			return bad_usage(command, "%s is missing", command->args[i].name);
	return 0;
}

int args_parse(struct args *args, const struct command *command, int argc, char **argv)
{
	bool words_only = false;

	*args = (struct args){0};
	args->list = calloc((size_t)argc + 1, sizeof *args->list);
	if (!args->list)
		return bad_input("there is not enough memory");
	for (int at = 0; at < argc; at++) {
		const char *word = argv[at];
		int err;
		if (!words_only && strcmp(word, "--") == 0) {
			words_only = true;
			continue;
		}
		if (!words_only && word[0] == '-' && word[1]) {
			err = take_option(args, command, argc, argv, &at);
		} else {
			int i = next_word(command->args, args);
			if (i < 0)
				return bad_usage(command, "'%s' is one word too many", word);
			err = take(args, command, i, word);
		}
		if (err)
			return err;
	}
	for (int i = 0; command->args[i].name; i++)
		if (command->args[i].kind == ARG_SETTINGS && args->given[i])
			settings_read(args, command, i);
	return check_required(args, command);
}

void args_release(struct args *args)
{
	free(args->list);
	free(args->settings);
	args->list = NULL;
	args->settings = NULL;
}

void args_print_usage(const struct command *command, FILE *f)
{
	fprintf(f, "atoll %s", command->name);
	for (const struct arg *a = command->args; a->name; a++) {
		fprintf(f, a->required ? " %s" : " [%s", a->name);
		if (arg_is_option(a) && a->kind != ARG_FLAG)
			fprintf(f, " %s", a->value);
		fprintf(f, "%s%s", a->required ? "" : "]", a->many || a->few ? "..." : "");
	}
	fputc('\n', f);
}

void args_print_help(const struct command *command, FILE *f)
{
	for (const struct arg *a = command->args; a->name; a++) {
		char left[40];
		bool value = arg_is_option(a) && a->kind != ARG_FLAG;
		snprintf(left, sizeof left, "%s%s%s", a->name, value ? " " : "",
			 value ? a->value : "");
		fprintf(f, "  %-22s %s\n", left, a->help);
	}
}
