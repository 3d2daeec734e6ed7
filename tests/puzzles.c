/* The puzzles of the page (web/puzzles). A sample of them is set up again: the answer is legal,
 * and the bot did not find it; for some of these a search confirms that it is still the best.
 * Usage: puzzles [N]: only every N-th of the sample, for slow builds. */
#include "puzzle.h"

#include "hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum {
	YEAR = 366,
	BYTES_MAX = 20000, /* of all files together */
	LAID_EVERY = 15,
	SEARCHED_EVERY = 5, /* of the sample */
	NODES = 100000,     /* enough for every game; levels may have fewer */
};

static int thinned = 1;

struct bench {
	void *memory, *large;
	struct at_bot *player, *judge;
	struct at_puzzle_game now;
	struct at_choice choice;
};

static void make_bench(struct bench *b, const struct at_game *game)
{
	struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = 1};

	b->memory = malloc(AT_BOT_MEMORY_MIN);
	b->large = malloc(AT_BOT_MEMORY);
	assert_non_null(b->memory);
	assert_non_null(b->large);
	b->player = at_puzzle_bot(b->memory, AT_BOT_MEMORY_MIN, game);
	b->judge = at_bot_init(b->large, AT_BOT_MEMORY, game, &spec, NULL);
}

/* Sets a puzzle up; returns the move that was made in it. */
static at_move lay(struct bench *b, const struct at_puzzle *p)
{
	struct at_state *s = &b->now.state.head;
	at_move m;

	at_puzzle_begin(&b->now, b->player, p->seed);
	for (;;) {
		assert_int_not_equal(s->turn, AT_OVER);
		m = at_puzzle_next(&b->now);
		if (s->ply == p->ply)
			return m;
		assert_int_equal(at_apply(s, m, NULL), AT_OK);
	}
}

/* A search with other random numbers than those that found it. */
static void search(struct bench *b, at_move played, at_move answer)
{
	const struct at_state *s = &b->now.state.head;
	struct at_view view;

	at_view(s, s->turn, &view);
	at_bot_budget(b->judge, 0, NODES);
	at_bot_begin(b->judge, at_mix(10, s->ply));
	at_bot_ask(b->judge, &view, &played, 1, &b->choice);
	assert_true(b->choice.nodes < 3 * NODES); /* the played move gets no more than the others */
	assert_int_equal(b->choice.move, answer);
	assert_true(b->choice.asked.win[s->turn] < b->choice.list[0].win[s->turn] - 0.02);
}

static FILE *open_year(const struct at_game *game)
{
	char name[100];

	snprintf(name, sizeof name, "web/puzzles/%s.txt", game->name);
	return fopen(name, "r");
}

static void try_year(const struct at_game *game, FILE *f, long *bytes)
{
	struct bench *b = calloc(1, sizeof *b);
	at_move moves[AT_MOVES_MAX];
	struct at_puzzle p;
	char line[80];
	int count = 0, laid = 0;

	assert_non_null(b);
	make_bench(b, game);
	for (; fgets(line, sizeof line, f); count++) {
		at_move played;
		assert_int_equal(sscanf(line, "%u %u %u", &p.seed, &p.ply, &p.answer), 3);
		if (count % (LAID_EVERY * thinned))
			continue;
		played = lay(b, &p);
		assert_true(b->now.state.head.turn >= 0);
		assert_true((int)p.answer < at_moves(&b->now.state.head, moves));
		assert_int_not_equal(moves[p.answer], played);
		if (laid++ % SEARCHED_EVERY == 0)
			search(b, played, moves[p.answer]);
	}
	assert_int_equal(count, YEAR);
	*bytes += ftell(f);
	free(b->memory);
	free(b->large);
	free(b);
}

static void a_year_of_puzzles_for_every_game_in_a_few_kilobytes(void **state)
{
	long bytes = 0;

	(void)state;
	for (int g = 0; g < at_games(); g++) {
		FILE *f = open_year(at_game(g));
		if (!f) { /* a game need not have any */
			print_message("no puzzles for %s\n", at_game(g)->name);
			continue;
		}
		try_year(at_game(g), f, &bytes);
		fclose(f);
	}
	assert_in_range(bytes, 1, BYTES_MAX);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_year_of_puzzles_for_every_game_in_a_few_kilobytes),
	};

	if (argc > 1)
		thinned = (int)strtol(argv[1], NULL, 10);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
