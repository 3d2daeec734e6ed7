#include "command.h"
#include "scan.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { LINE_SIZE = 1000 };

/* One line, whatever the words in it contain. */
static void complain(const char *before, char *line, const char *after)
{
	for (char *c = line; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 127)
			*c = '?';
	fprintf(stderr, "%s%s%s\n", before, line, after);
}

int bad_input(const char *format, ...)
{
	char line[LINE_SIZE];
	va_list args;

	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	complain("", line, "");
	return EXIT_INPUT;
}

int bad_usage(const struct command *command, const char *format, ...)
{
	char before[40], line[LINE_SIZE], after[60];
	va_list args;

	snprintf(before, sizeof before, "atoll %s: ", command->name);
	snprintf(after, sizeof after, " (see: atoll %s --help)", command->name);
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	complain(before, line, after);
	return EXIT_USAGE;
}

const char *lab_name(const struct command *command)
{
	static const char LAB[] = "lab ";

	return strncmp(command->name, LAB, strlen(LAB)) == 0 ? command->name + strlen(LAB) : NULL;
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
	union at_any any;

	*out = (struct at_setup){.seats = (uint8_t)players};
	if (at_init(game, out, &any.head, &fail))
		return bad_usage(command, "%s", fail.why);
	if (!options)
		return 0;
	at_scan_init(&scan, options, strlen(options), &fail);
	if (at_scan_line(&scan)) {
		at_scan_options(game, &scan, &out->options);
		if (!scan.err && at_scan_line(&scan))
			at_scan_fail(&scan, AT_BAD_TEXT, "--options takes a single line");
	}
	return scan.err ? bad_usage(command, "--options: %s", fail.why) : 0;
}

int read_seed(const struct command *command, const char *text, uint8_t seed[AT_SEED_SIZE])
{
	struct at_scan scan;
	struct at_fail fail;
	uint64_t number;

	memset(seed, 0, AT_SEED_SIZE);
	if (strlen(text) != 2 * AT_SEED_SIZE) {
		if (!parse_number(text, 0, UINT64_MAX, &number))
			return bad_usage(command,
					 "--seed is a whole number or 64 hexadecimal digits, "
					 "not '%s'",
					 text);
		for (int i = 0; i < 8; i++)
			seed[i] = (uint8_t)(number >> 8 * i);
		return 0;
	}
	at_scan_init(&scan, text, strlen(text), &fail);
	at_scan_line(&scan);
	at_scan_hex(&scan, "the seed", seed, AT_SEED_SIZE);
	return at_scan_done(&scan) ? bad_usage(command, "--seed: %s", fail.why) : 0;
}

void random_seed(uint8_t seed[AT_SEED_SIZE])
{
	if (getrandom(seed, AT_SEED_SIZE, 0) != AT_SEED_SIZE) {
		bad_input("the system provides no random numbers");
		exit(EXIT_INPUT);
	}
}
