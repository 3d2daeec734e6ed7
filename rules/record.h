/* Records: a whole game as text, checked move by move while it is read.
 *
 *     game: my-shelfie
 *     players: 2
 *     options: squares=any          (if any)
 *     seed: 64 hexadecimal digits   (if it is published)
 *     commitment: 64 more           (the seed's SHA-256, if there is one)
 *     moves:
 *     goal 4
 *     ...
 *
 * One move a line, draws included. With a seed every draw must be the one the seed gives (play.h);
 * without, draws are taken as they stand. */
#ifndef AT_RECORD_H
#define AT_RECORD_H

#include "deal.h"
#include "game.h"
#include "sha256.h"

struct at_record {
	const struct at_game *game;
	struct at_setup setup;
	bool has_seed, has_commitment;
	uint8_t seed[AT_SEED_SIZE];
	uint8_t commitment[AT_SHA256_SIZE];
};

void at_print_record_head(const struct at_record *, struct at_text *);

/* Reads the head up to and with "moves:" and sets *s to the start. The scan stays open for
 * at_record_next(). */
enum at_err at_record_open(struct at_record *, struct at_scan *, struct at_state *s);

/* Reads, checks and applies one move. AT_OK with *out 0 at the end of the record. */
enum at_err at_record_next(const struct at_record *, struct at_scan *, struct at_state *s,
			   at_move *out);

#endif
