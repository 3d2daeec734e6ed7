/* Writes the tables of docs/numbers.md: the parts of the actions and the observations of every
 * game, as the library describes them. scripts/rules-tables puts them there. */
#include "atoll.h"

#include <stdio.h>
#include <stdlib.h>

static void put_shape(const struct at_part *p)
{
	for (int i = 0; i < 4 && p->shape[i]; i++)
		printf("%s%u", i ? " × " : "", p->shape[i]);
}

static void actions_of(const struct at_game *game)
{
	struct at_part p;

	printf("<!-- table %s-actions -->\n| from | part | shape | what |\n|---:|---|---|---|\n",
	       at_game_name(game));
	for (int i = 0; at_action_part(game, i, &p); i++) {
		printf("| %u | %s | ", p.first, p.name);
		put_shape(&p);
		printf(" | %s |\n", p.help);
	}
	printf("| %u | | | the end |\n<!-- end of table -->\n", at_actions(game));
}

static void planes_of(const struct at_game *game)
{
	struct at_part p;

	printf("<!-- table %s-observation -->\n"
	       "| from | plane | shape | most | what |\n|---:|---|---|---:|---|\n",
	       at_game_name(game));
	for (int i = 0; at_observation_part(game, i, &p); i++) {
		printf("| %u | %s | ", p.first, p.name);
		put_shape(&p);
		printf(" | %u | %s |\n", p.most, p.help);
	}
	printf("| %u | | | | the end |\n<!-- end of table -->\n",
	       (unsigned)at_observation_size(game));
}

int main(void)
{
	for (int i = 0; i < at_game_count(); i++)
		if (at_numbers_version(at_game_number(i))) {
			actions_of(at_game_number(i));
			planes_of(at_game_number(i));
		}
	return 0;
}
