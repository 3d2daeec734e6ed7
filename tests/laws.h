/* Laws: tests that every game must pass, each run once a game. */
#ifndef AT_TESTS_LAWS_H
#define AT_TESTS_LAWS_H

struct law {
	const char *name;
	void (*test)(void **state); /* *state is the game, a struct at_game */
};

struct laws {
	const struct law *list;
	int count;
};
#define LAWS(list)                                                                                 \
	{                                                                                          \
		list, (int)(sizeof(list) / sizeof(list)[0])                                        \
	}

/* Runs these for all games and the template, or for the game of this name; only may be NULL.
 * Returns the exit code: 2 if there is no such game. */
int run_laws(const char *program, const char *only, const struct laws *, int n);

#endif
