#include "command.h"
#include "json.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { JSON };
static const struct arg takes[] = {
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

static void print_game(const struct at_game *game)
{
	printf("%-16s %s, ", game->name, game->title);
	if (game->seats_min < game->seats_max)
		printf("%u to ", game->seats_min);
	printf("%u player%s\n", game->seats_max, game->seats_max == 1 ? "" : "s");
	for (const struct at_option *o = game->options; o->name; o++) {
		char left[80];
		struct at_text t;
		at_text_init(&t, left, sizeof left);
		at_puts(&t, o->name);
		for (int i = 0; i < 4 && o->values[i] && strcmp(o->values[0], "no") != 0; i++)
			at_put(&t, "%c%s", i ? '|' : '=', o->values[i]);
		printf("    %-30s %s\n", left, o->help);
	}
}

static void print_json(void)
{
	struct at_text t = json_room(AT_JSON_MAX);

	at_puts(&t, "{\"games\":[");
	for (int i = 0; i < at_games(); i++) {
		at_json_open(&t, NULL, '{');
		at_json_game(&t, at_game(i));
		at_putc(&t, '}');
	}
	at_puts(&t, "]}");
	show_json(&t, stdout);
}

static int run(const struct command *command, const struct args *args)
{
	(void)command;
	if (args->given[JSON])
		print_json();
	for (int i = 0; i < at_games() && !args->given[JSON]; i++)
		print_game(at_game(i));
	return EXIT_SUCCESS;
}

const struct command games_command = {
    .name = "games",
    .help =
	"Lists the games, how many can play, and their options; the first value is the default.",
    .notes = "docs/rules has the numbered rules of each game, and everything that is in its box.",
    .args = takes,
    .run = run,
};
