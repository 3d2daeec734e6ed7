/* A bot for Atoll in C, with libatoll and nothing else: docs/bot-protocol.md explains the
 * conversation.
 *
 * It tries every legal move in guessed worlds, plays each at random to the end and takes the
 * move that won most. It knows nothing about any game, so it plays all of them. */
#include <atoll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PLAYOUTS = 300 };

static char line[1 << 16];

/* Reads the lines up to "end" into text, as far as there is room. */
static void read_block(char *text, size_t room)
{
	size_t len = 0;

	while (fgets(line, sizeof line, stdin) && strcmp(line, "end\n") != 0) {
		size_t n = strlen(line);
		if (len + n < room) {
			memcpy(text + len, line, n);
			len += n;
		}
	}
	text[len] = '\0';
}

/* The viewer's result of random play after this move: 1 for a win. world is room for a state. */
static double play_on(const struct at_state *view, at_move m, struct at_rng *rng,
		      struct at_state *world)
{
	static at_move moves[AT_MOVES_MAX];
	double returns[AT_SEATS_MAX];

	at_state_guess(view, rng, world, NULL);
	at_state_apply(world, m, NULL);
	while (at_state_turn(world) != AT_OVER) {
		int n = at_state_moves(world, moves);
		m = at_state_turn(world) == AT_CHANCE ? at_state_draw(world, rng)
						      : moves[at_rng_pick(rng, (uint32_t)n)];
		at_state_apply(world, m, NULL);
	}
	at_state_returns(world, returns);
	return returns[at_state_viewer(view)];
}

static at_move choose(const struct at_state *view, struct at_rng *rng)
{
	struct at_state *world = malloc(at_state_size_max());
	static at_move moves[AT_MOVES_MAX];
	int n = at_state_moves(view, moves);
	at_move best = moves[0];
	double most = -1e9;

	for (int i = 0; i < n && n > 1 && world; i++) {
		double wins = 0;
		for (int k = 0; k < PLAYOUTS / n + 1; k++)
			wins += play_on(view, moves[i], rng, world);
		if (wins > most) {
			most = wins;
			best = moves[i];
		}
	}
	free(world);
	return best;
}

/* The position in the text. */
static bool read_view(struct at_state *view)
{
	static char text[AT_TEXT_MAX];
	struct at_error why;

	read_block(text, sizeof text);
	if (!at_state_parse(text, view, at_state_size_max(), &why))
		return true;
	printf("error line %u of the view: %s\n", why.line, why.why);
	return false;
}

static void answer(const struct at_state *view, struct at_rng *rng)
{
	char text[AT_MOVE_TEXT_MAX];

	at_move_print(view, choose(view, rng), text, sizeof text);
	printf("best %s\n", text);
}

int main(void)
{
	static char ignored[1 << 16];
	struct at_state *view = malloc(at_state_size_max());
	bool have_view = false;
	struct at_rng rng;

	at_rng_seed(&rng, 1, 0);
	while (view && fgets(line, sizeof line, stdin) && strncmp(line, "quit", 4) != 0) {
		const char *seed = strstr(line, " seed ");
		if (strncmp(line, "atoll ", 6) == 0)
			puts("id name example in C\nready");
		else if (strncmp(line, "ping", 4) == 0)
			puts("pong");
		else if (strncmp(line, "new ", 4) == 0 && seed)
			at_rng_seed(&rng, strtoull(seed + 6, NULL, 10), 0);
		else if (strncmp(line, "view", 4) == 0)
			have_view = read_view(view);
		else if (strncmp(line, "legal", 5) == 0)
			read_block(ignored, sizeof ignored);
		else if (strncmp(line, "go", 2) == 0 && have_view)
			answer(view, &rng);
		fflush(stdout);
	}
	free(view);
	return 0;
}
