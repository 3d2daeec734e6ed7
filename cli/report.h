/* Positions as JSON, for programs: what `atoll position --json` prints and what tests ask about. */
#ifndef REPORT_H
#define REPORT_H

#include "game.h"

#include <jansson.h>

/* The whole position:
 *
 *     game, players, options {name: value}, viewer (a seat, "public" or "truth"), ply,
 *     first (a seat or null), to_move (a seat, "chance" or null), over, legal_moves [text],
 *     scores [{seat, total, place, lines [{label, points}], ties [{label, value}]}]
 *
 * and the members that the game's facts() adds. A new reference. */
json_t *report_position(const struct at_state *);

/* Only the legal moves, and only the scores, as above. New references. */
json_t *report_moves(const struct at_state *);
json_t *report_scores(const struct at_state *);

/* A seat (from 0) as people count it, or the word for what is no seat. */
json_t *report_viewer(int viewer);
json_t *report_turn(int turn);

#endif
