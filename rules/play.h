/* Running games: who draws, and whole games of random moves.
 *
 * A draw picks the outcome i for which r < w[0] + ... + w[i] first holds, r uniform below the sum
 * of the odds. In a simulation r comes from a fast generator; in a real game from the seed and the
 * ply (deal.h), so that anybody who has the seed can verify every draw. */
#ifndef AT_PLAY_H
#define AT_PLAY_H

#include "deal.h"
#include "game.h"

/* The outcome of the draw that is due; s->turn is AT_CHANCE, and s is the truth. */
at_move at_draw(const struct at_game *, const struct at_state *s, struct at_rng *);
at_move at_deal(const struct at_game *, const struct at_state *s, const uint8_t seed[AT_SEED_SIZE]);

/* The same if the first player may have been chosen (at_setup.first): then the draw of the first
 * player is left out. */
at_move at_deal_chosen(const struct at_game *, const struct at_state *s,
		       const uint8_t seed[AT_SEED_SIZE], int first);

/* The outcome of the draw that is due which makes this seat (from 1) the first player; 0 where
 * something else is drawn, or first is 0. */
at_move at_first_player(const struct at_game *, const struct at_state *s, int first);

/* The sums over a run of games. The signature depends on every move made and every final state,
 * not on the order in which games were added. */
struct at_tally {
	uint64_t games, decisions, chance_moves, moves_listed;
	uint64_t signature;
	int64_t points[AT_SEATS_MAX]; /* sums of the final totals */
	double wins[AT_SEATS_MAX];    /* a shared victory counts as a share */
};

void at_tally_add(struct at_tally *, const struct at_tally *);

/* Plays s to the end with uniformly random moves and adds the game to *tally. */
void at_play_random(const struct at_game *, struct at_state *s, struct at_rng *,
		    struct at_tally *tally);

/* Games number from..from+count-1 of a run: game i of a seed is the same whoever plays it. */
void at_simulate(const struct at_game *, const struct at_setup *, uint64_t seed, uint64_t from,
		 uint64_t count, struct at_tally *tally);

/* Leaves of the tree of decisions to this depth; draws are made by the seed and the ply and count
 * for no depth. A game that ends earlier is a leaf. */
uint64_t at_perft(const struct at_state *, const uint8_t seed[AT_SEED_SIZE], int depth);

#endif
