/* A bot for Atoll in C, on top of the library: docs/bot-protocol.md explains the conversation.
 *
 * It tries every legal move in guessed worlds, plays each on at random to the end and takes the
 * move that won most. It knows nothing about any game, so it plays all of them. */
#include "play.h"
#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYOUTS = 300 };

static char line[1 << 16];

/* Reads up to "end" into text; returns its length. */
static size_t read_block(char *text, size_t size)
{
	size_t len = 0;

	while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0) {
		size_t n = strlen(line);
		if (len + n < size) {
			memcpy(text + len, line, n);
			len += n;
		}
	}
	return len;
}

/* What playing on at random from this move brings the mover: 1 for a win. */
static double play_on(const struct at_view *view, at_move m, struct at_rng *rng)
{
	const struct at_game *game = at_game_of(&view->state.head);
	struct at_tally tally = {0};
	union at_any world;

	at_guess(view, rng, &world.head);
	game->apply(&world.head, m);
	at_play_random(game, &world.head, rng, &tally);
	return tally.wins[view->state.head.viewer];
}

static at_move choose(const struct at_view *view, struct at_rng *rng)
{
	static at_move moves[AT_MOVES_MAX];
	int n = at_moves(&view->state.head, moves);
	int rounds = PLAYOUTS / n + 1;
	double most = -1;
	at_move best = moves[0];

	for (int i = 0; i < n && n > 1; i++) {
		double wins = 0;
		for (int k = 0; k < rounds; k++)
			wins += play_on(view, moves[i], rng);
		if (wins > most) {
			most = wins;
			best = moves[i];
		}
	}
	return best;
}

/* The position in the text, as the seat to move knows it. */
static bool read_view(struct at_view *view)
{
	static char text[AT_TEXT_MAX];
	size_t len = read_block(text, sizeof text);
	struct at_fail fail;
	union at_any any;

	if (at_parse_position(text, len, &any.head, &fail)) {
		printf("error line %u of the view: %s\n", fail.line, fail.why);
		return false;
	}
	at_view(&any.head, any.head.viewer, view);
	return true;
}

static void answer(const struct at_view *view, struct at_rng *rng)
{
	char move[AT_MOVE_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, move, sizeof move);
	at_print_move(&view->state.head, choose(view, rng), &t);
	printf("best %s\n", move);
}

int main(void)
{
	static char ignored[1 << 16];
	struct at_view view;
	struct at_rng rng;
	bool have_view = false;

	at_rng_init(&rng, 1, 0);
	while (fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
		const char *seed = strstr(line, " seed ");
		if (strncmp(line, "atoll ", 6) == 0)
			puts("id name example in C\nready");
		else if (strncmp(line, "ping", 4) == 0)
			puts("pong");
		else if (strncmp(line, "new ", 4) == 0 && seed)
			at_rng_init(&rng, strtoull(seed + 6, NULL, 10), 0);
		else if (strncmp(line, "view", 4) == 0)
			have_view = read_view(&view);
		else if (strncmp(line, "legal", 5) == 0)
			read_block(ignored, sizeof ignored);
		else if (strncmp(line, "go", 2) == 0 && have_view)
			answer(&view, &rng);
		fflush(stdout);
	}
	return 0;
}
