/* Set-ups in the lists of tests: game, players and options as three words, the options joined by
 * commas, or "-". */
#ifndef AT_TESTS_SETUP_H
#define AT_TESTS_SETUP_H

#include "game.h"

#include <string.h>

/* Changes the commas in options. */
static inline bool read_setup(const char *name, unsigned players, char *options,
			      const struct at_game **game, struct at_setup *setup)
{
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;

	*game = at_game_named((struct at_word){name, strlen(name)});
	*setup = (struct at_setup){.seats = (uint8_t)players};
	if (!*game)
		return false;
	if (strcmp(options, "-") != 0) {
		for (char *p = options; *p; p++)
			if (*p == ',')
				*p = ' ';
		at_scan_init(&scan, options, strlen(options), &fail);
		if (!at_scan_line(&scan) || at_scan_options(*game, &scan, &setup->options))
			return false;
	}
	return at_init(*game, setup, &any.head, NULL) == AT_OK;
}

#endif
