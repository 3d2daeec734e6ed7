#include "players.h"

#include "assert.h"

#include <string.h>

static const char *const names[] = {"human", "random"};
enum { HUMAN, RANDOM, NAMES = sizeof names / sizeof names[0] };

int players_read(const struct command *command, const char *option, const char *list, int seats,
		 bool humans, struct player *out)
{
	int n = 0;

	for (int i = 0; i < seats; i++)
		out[i] = (struct player){.name = names[RANDOM]};
	if (!list)
		return 0;
	for (const char *at = list; at; n++) {
		const char *comma = strchr(at, ',');
		struct at_word w = {at, comma ? (size_t)(comma - at) : strlen(at)};
		int i = at_word_in(w, names, NAMES);
		if (i < 0 || (i == HUMAN && !humans))
			return bad_usage(command, "%s: there is no player '%s', only %srandom",
					 option, at_show(w).s, humans ? "human and " : "");
		if (n < seats)
			out[n] = (struct player){.name = names[i], .human = i == HUMAN};
		at = comma ? comma + 1 : NULL;
	}
	if (n != seats)
		return bad_usage(command, "%s names %d players for %d seats", option, n, seats);
	return 0;
}

void player_begin(struct player *p, uint64_t seed, uint64_t game, int seat)
{
	at_rng_init(&p->rng, seed, game * AT_SEATS_MAX + (uint64_t)seat);
}

at_move player_choose(struct player *p, const struct at_view *view)
{
	at_move moves[AT_MOVES_MAX];
	int n = at_moves(&view->state.head, moves);

	at_assert(n > 0 && !p->human);
	return moves[at_rng_below(&p->rng, (uint32_t)n)];
}
