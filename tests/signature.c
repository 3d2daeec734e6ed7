/* The signatures in bench/signature.txt, computed in one thread and by three. After a change of
 * behaviour: signature --print FILE writes the new list. */
#include "play.h"
#include "setup.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { THREADS = 3, RUNS_MAX = 100 };

struct run {
	char text[200]; /* game, players and options, for people */
	const struct at_game *game;
	struct at_setup setup;
	uint64_t games, seed, signature;
};

struct part {
	const struct run *run;
	uint64_t from, count;
	struct at_tally tally;
};

static uint64_t whole(const struct run *run)
{
	struct at_tally tally = {0};

	at_simulate(run->game, &run->setup, run->seed, 0, run->games, &tally);
	return tally.signature;
}

static void *play_part(void *data)
{
	struct part *part = data;
	const struct run *run = part->run;

	at_simulate(run->game, &run->setup, run->seed, part->from, part->count, &part->tally);
	return NULL;
}

static uint64_t threaded(const struct run *run)
{
	struct part parts[THREADS];
	pthread_t threads[THREADS];
	struct at_tally sum = {0};

	for (uint64_t i = 0; i < THREADS; i++) {
		uint64_t from = run->games * i / THREADS;
		uint64_t to = run->games * (i + 1) / THREADS;
		parts[i] = (struct part){.run = run, .from = from, .count = to - from};
		assert_int_equal(pthread_create(&threads[i], NULL, play_part, &parts[i]), 0);
	}
	for (int i = 0; i < THREADS; i++) {
		pthread_join(threads[i], NULL);
		at_tally_add(&sum, &parts[i].tally);
	}
	return sum.signature;
}

static void signature_is_the_one_kept(void **state)
{
	const struct run *run = *state;

	assert_int_equal(whole(run), run->signature);
	assert_int_equal(threaded(run), run->signature);
}

/* "GAME PLAYERS OPTIONS GAMES SEED SIGNATURE", options "-" or joined by commas. */
static bool read_run(const char *line, struct run *run)
{
	char game[40], options[80];
	unsigned players;
	unsigned long long games, seed, signature;

	if (sscanf(line, "%39s %u %79s %llu %llu %llx", game, &players, options, &games, &seed,
		   &signature) != 6)
		return false;
	*run = (struct run){.games = games, .seed = seed, .signature = signature};
	snprintf(run->text, sizeof run->text, "%s %u %s", game, players, options);
	return read_setup(game, players, options, &run->game, &run->setup);
}

static size_t read_runs(const char *path, struct run *runs)
{
	FILE *file = fopen(path, "r");
	char line[256];
	size_t n = 0;

	if (!file) {
		fprintf(stderr, "signature: cannot open %s\n", path);
		exit(2);
	}
	while (fgets(line, sizeof line, file)) {
		if (line[0] == '#' || line[0] == '\n')
			continue;
		if (n == RUNS_MAX || !read_run(line, &runs[n++])) {
			fprintf(stderr, "signature: %s: cannot read: %s", path, line);
			exit(2);
		}
	}
	fclose(file);
	return n;
}

static void print_run(const struct run *run)
{
	printf("%s %llu %llu %016llx\n", run->text, (unsigned long long)run->games,
	       (unsigned long long)run->seed, (unsigned long long)whole(run));
}

int main(int argc, char **argv)
{
	static struct run runs[RUNS_MAX];
	static struct CMUnitTest tests[RUNS_MAX];
	bool print = argc == 3 && strcmp(argv[1], "--print") == 0;
	size_t n = read_runs(print ? argv[2] : "bench/signature.txt", runs);

	for (size_t i = 0; i < n; i++) {
		if (print)
			print_run(&runs[i]);
		tests[i] = (struct CMUnitTest){.name = runs[i].text,
					       .test_func = signature_is_the_one_kept,
					       .initial_state = &runs[i]};
	}
	/* cmocka's macro runs a whole array; here only its beginning is filled. */
	return print ? 0 : _cmocka_run_group_tests("signature", tests, n, NULL, NULL);
}
