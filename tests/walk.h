/* A walk through random games that stops at every ply: the input of the laws in conformance.c. */
#ifndef WALK_H
#define WALK_H

#include "deal.h"
#include "game.h"

struct walk {
	const struct at_game *game;
	union at_any state;
	struct at_rng rng;
	at_move moves[AT_MOVES_MAX];
	int count; /* of the legal moves here */
	uint8_t seed[AT_SEED_SIZE];
};

typedef void visit(struct walk *);

/* Every seat of the state, and the spectator. */
#define each_viewer(v, s) for (int v = AT_PUBLIC; v < (s)->seats; v++)

static inline struct at_state *here(struct walk *w)
{
	return &w->state.head;
}

/* Random games of *state, a struct at_game, with every number of players and every combination
 * of options; look() is called with the position of every ply, including the last. */
void walk_all(void **state, visit *look);

/* The start of a game, and its next move: draws by the seed, decisions uniformly among the moves
 * that the caller has listed. */
void walk_begin(struct walk *, const struct at_game *, const struct at_setup *, uint64_t stream);
at_move walk_next(struct walk *);

/* Fails the test and shows the position. */
void fail_here(struct walk *, const char *what);

/* Texts in buffers that later calls reuse: of the last four moves, of the last two positions. */
const char *move_text(const struct at_state *, at_move);
const char *position_text(const struct at_state *);

bool same(const struct at_game *, const void *a, const void *b);
bool in_list(const at_move *list, int n, at_move);

#endif
