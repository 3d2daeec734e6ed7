/* The counts in tests/games/GAME/perft.txt: leaves of the tree of decisions. A line is the game,
 * players, options (joined by commas, or -), a seed, plies played before (draws by the seed; of
 * each list of moves the one in the middle), depth, leaves. With 0 plies before, `atoll lab
 * perft GAME --players N --seed S --depth D` counts the same. `perft --make` writes the counts
 * that it finds. */
#include "play.h"
#include "setup.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { LINES_MAX = 200 };

struct line {
	char name[160]; /* game, players, options, seed, plies before, depth */
	const struct at_game *game;
	struct at_setup setup;
	unsigned seed, plies, depth;
	uint64_t leaves;
};

/* The number's bytes in little-endian order, then zeros, as `atoll lab perft --seed` has it. */
static void seed_bytes(unsigned number, uint8_t seed[AT_SEED_SIZE])
{
	memset(seed, 0, AT_SEED_SIZE);
	for (int i = 0; i < 4; i++)
		seed[i] = (uint8_t)(number >> (8 * i));
}

/* Plays this many moves from the start: draws by the seed, the middle one of each list of
 * decisions. */
static void advance(struct at_state *s, const uint8_t seed[AT_SEED_SIZE], unsigned plies)
{
	const struct at_game *game = at_game_of(s);
	at_move list[AT_MOVES_MAX];

	for (; plies > 0 && s->turn != AT_OVER; plies--) {
		if (s->turn == AT_CHANCE) {
			game->apply(s, at_deal(game, s, seed));
		} else {
			int n = at_moves(s, list);
			game->apply(s, list[n / 2]);
		}
	}
}

static uint64_t count(const struct line *line)
{
	uint8_t seed[AT_SEED_SIZE];
	union at_any any;

	seed_bytes(line->seed, seed);
	assert_int_equal(at_init(line->game, &line->setup, &any.head, NULL), AT_OK);
	advance(&any.head, seed, line->plies);
	return at_perft(&any.head, seed, (int)line->depth);
}

static void leaves_are_as_many_as_kept(void **data)
{
	const struct line *line = *data;

	assert_int_equal(count(line), line->leaves);
}

static bool read_line(const char *text, struct line *line)
{
	char game[40], options[80];
	unsigned players;

	*line = (struct line){.leaves = 0};
	if (sscanf(text, "%39s %u %79s %u %u %u %" SCNu64, game, &players, options, &line->seed,
		   &line->plies, &line->depth, &line->leaves) != 7)
		return false;
	snprintf(line->name, sizeof line->name, "%s %u %s %u %u %u", game, players, options,
		 line->seed, line->plies, line->depth);
	return read_setup(game, players, options, &line->game, &line->setup);
}

static void file_path(const struct at_game *game, char *out, size_t size)
{
	snprintf(out, size, "tests/games/%s/perft.txt", game->name);
}

/* Appends a game's lines to the first n; returns the new number. A game without a file has none:
 * scripts/check-kept says whether that is allowed. */
static size_t read_lines(const struct at_game *game, struct line *lines, size_t n)
{
	char path[128], text[256];
	FILE *in;

	file_path(game, path, sizeof path);
	in = fopen(path, "r");
	while (in && fgets(text, sizeof text, in)) {
		if (n == LINES_MAX || !read_line(text, &lines[n]) || lines[n].game != game) {
			fprintf(stderr, "perft: %s: cannot read: %s", path, text);
			exit(2);
		}
		n++;
	}
	if (in)
		fclose(in);
	return n;
}

static void write_lines(const struct line *lines, size_t n)
{
	char path[128];
	FILE *out;

	file_path(lines->game, path, sizeof path);
	out = fopen(path, "w");
	for (size_t i = 0; out && i < n; i++)
		fprintf(out, "%s %" PRIu64 "\n", lines[i].name, count(&lines[i]));
	if (!out || fclose(out)) {
		perror(path);
		exit(2);
	}
}

int main(int argc, char **argv)
{
	static struct line lines[LINES_MAX];
	static struct CMUnitTest tests[LINES_MAX];
	bool make = argc > 1 && strcmp(argv[1], "--make") == 0;
	size_t n = 0;

	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = g < at_games() ? at_game(g) : &at_template;
		size_t before = n;
		n = read_lines(game, lines, n);
		if (make && n > before)
			write_lines(&lines[before], n - before);
	}
	for (size_t i = 0; i < n; i++)
		tests[i] = (struct CMUnitTest){.name = lines[i].name,
					       .test_func = leaves_are_as_many_as_kept,
					       .initial_state = &lines[i]};
	return make ? 0 : _cmocka_run_group_tests("perft", tests, n, NULL, NULL);
}
