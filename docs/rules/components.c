#include "components.h"

#include "play.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void begin_table(const char *name)
{
	printf("<!-- table %s -->\n\n", name);
}

void end_table(void)
{
	printf("\n<!-- end of table -->\n");
}

void set_up(const struct at_game *game, int seats, int options, int phase, union at_any *out)
{
	struct at_setup setup = {.seats = (uint8_t)seats, .options = (uint8_t)options};
	struct at_fail fail;
	struct at_rng rng;

	at_rng_init(&rng, 1, 0);
	if (at_init(game, &setup, &out->head, &fail))
		abort();
	while (out->head.phase != phase) {
		at_move moves[AT_MOVES_MAX];
		at_moves(&out->head, moves);
		if (out->head.turn == AT_CHANCE)
			moves[0] = at_draw(game, &out->head, &rng);
		if (at_apply(&out->head, moves[0], &fail))
			abort();
	}
}

void row_by_players(const char *label, const int numbers[AT_SEATS_MAX + 1])
{
	printf("| %s |", label);
	for (int n = 2; n <= AT_SEATS_MAX; n++)
		printf(" %d |", numbers[n]);
	putchar('\n');
}

void head_by_players(void)
{
	printf("| players | 2 | 3 | 4 |\n|---|---:|---:|---:|\n");
}

static void options_table(const struct at_game *game)
{
	begin_table("options");
	printf("| option | values, the default first | meaning |\n|---|---|---|\n");
	for (const struct at_option *o = game->options; o->name; o++) {
		printf("| `%s` |", o->name);
		for (int i = 0; i < 4 && o->values[i]; i++)
			printf("%s `%s`", i ? "," : "", o->values[i]);
		printf(" | %s |\n", o->help);
	}
	end_table();
}

int main(int argc, char **argv)
{
	const char *name = argc == 2 ? argv[1] : "";
	const struct at_game *game =
	    at_game_named((struct at_word){.at = name, .len = strlen(name)});

	if (!game) {
		fputs("usage: components-GAME GAME\n", stderr);
		return EXIT_FAILURE;
	}
	options_table(game);
	put_components();
	return EXIT_SUCCESS;
}
