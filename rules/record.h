/* Records: a whole game as text, checked move by move while it is read.
 *
 *     game: my-shelfie
 *     players: 2
 *     rules: 2                  their version; without it, version 1
 *     options: squares=any      if any
 *     first: 2                  if the first player was chosen
 *     given: 40                 so many moves came from another record: the seed is not theirs
 *     table: HEX                if persons had a part in the seed: the promises (promise.h)
 *     host-commitment: HEX
 *     host-half: HEX            with the seed
 *     person 1: commitment HEX opened HEX
 *     person 2: commitment HEX silent
 *     seed: HEX                 if it is published
 *     commitment: HEX           the seed's SHA-256, if there is one and no promises
 *     moves:
 *     goal 4
 *     ...
 *
 * One move a line, draws included. With a seed every draw after the given ones must be the one the
 * seed gives (play.h); without, draws are taken as they stand. With promises the half must fit its
 * commitment, every number its own, and the seed must be what they give together. */
#ifndef AT_RECORD_H
#define AT_RECORD_H

#include "deal.h"
#include "game.h"
#include "promise.h"

enum { AT_RECORD_GIVEN_MAX = UINT16_MAX };
enum { AT_RECORD_HEAD_MAX = 2048 }; /* bytes of a head as it is printed, and a terminator */

struct at_record {
	const struct at_game *game;
	struct at_setup setup; /* version 0, the newest, is printed as what it is */
	uint16_t given;        /* moves for whose draws the seed does not speak */
	bool has_seed, has_commitment;
	uint8_t seed[AT_SEED_SIZE];
	uint8_t commitment[AT_SHA256_SIZE];
	bool has_table, has_host_commitment, has_half; /* the first two: both or neither */
	uint8_t table[AT_ID_SIZE];
	uint8_t host_commitment[AT_SHA256_SIZE];
	uint8_t half[AT_SEED_SIZE];
	struct at_promise person[AT_SEATS_MAX];
};

void at_print_record_head(const struct at_record *, struct at_text *);

/* Reads the head up to and with "moves:" and sets *s to the start. The scan stays open for
 * at_record_next(). */
enum at_err at_record_open(struct at_record *, struct at_scan *, struct at_state *s);

/* Reads, checks and applies one move. AT_OK with *out 0 at the end of the record. */
enum at_err at_record_next(const struct at_record *, struct at_scan *, struct at_state *s,
			   at_move *out);

#endif
