#include "laws.h"

#include "game.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { TESTS_MAX = 1024 };
static char names[TESTS_MAX][96];
static struct CMUnitTest tests[TESTS_MAX];
static size_t count;

static void add(const struct at_game *game, const struct law *law)
{
	if (count == TESTS_MAX) {
		fprintf(stderr, "%s: more laws than there is room for\n", law->name);
		exit(2);
	}
	snprintf(names[count], sizeof names[count], "%s: %s", game->name, law->name);
	tests[count] = (struct CMUnitTest){
	    .name = names[count], .test_func = law->test, .initial_state = (void *)(uintptr_t)game};
	count++;
}

int run_laws(const char *program, const char *only, const struct laws *laws, int n)
{
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = g < at_games() ? at_game(g) : &at_template;
		if (only && strcmp(only, game->name) != 0)
			continue;
		for (int i = 0; i < n; i++)
			for (int k = 0; k < laws[i].count; k++)
				add(game, &laws[i].list[k]);
	}
	if (count == 0) {
		fprintf(stderr, "%s: there is no game '%s'\n", program, only ? only : "");
		return 2;
	}
	return _cmocka_run_group_tests(program, tests, count, NULL, NULL);
}
