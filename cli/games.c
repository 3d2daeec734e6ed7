#include "command.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { JSON };
static const struct arg takes[] = {
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

static json_t *report_game(const struct at_game *game)
{
	json_t *options = json_array();

	for (const struct at_option *o = game->options; o->name; o++) {
		json_t *values = json_array();
		for (int i = 0; i < 4 && o->values[i]; i++)
			json_array_append_new(values, json_string(o->values[i]));
		json_array_append_new(options, json_pack("{s:s, s:s, s:o}", "name", o->name, "help",
							 o->help, "values", values));
	}
	return json_pack("{s:s, s:s, s:i, s:i, s:o}", "name", game->name, "title", game->title,
			 "players_min", game->seats_min, "players_max", game->seats_max, "options",
			 options);
}

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

static int run(const struct command *command, const struct args *args)
{
	json_t *list = json_array();

	(void)command;
	for (int i = 0; i < at_games(); i++)
		if (args->given[JSON])
			json_array_append_new(list, report_game(at_game(i)));
		else
			print_game(at_game(i));
	if (args->given[JSON])
		show_json(json_pack("{s:O}", "games", list), stdout);
	json_decref(list);
	return EXIT_SUCCESS;
}

const struct command games_command = {
    .name = "games",
    .help = "The games, how many can play, and their options; the first value is the default.",
    .notes = "docs/rules has the rules of each game by their numbers, and all that is in its box.",
    .args = takes,
    .run = run,
};
