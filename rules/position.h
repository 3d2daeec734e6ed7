/* Positions as text: lines of "key: value" and drawn boards.
 *
 * "game:", "players:", "rules:" (where they are older ones) and "options:" (if any) come first, in
 * this order; all other keys in any order, each once. The keys of the head are ply (default 0),
 * first (a seat or '-'), to-move (a seat, chance or over), viewer (a seat, public, or truth, the
 * default). The rest is the game's. */
#ifndef AT_POSITION_H
#define AT_POSITION_H

#include "game.h"

void at_print_position(const struct at_state *, struct at_text *);

/* Reads a whole text. out has room for AT_STATE_MAX bytes and is changed only on success. */
enum at_err at_parse_position(const char *text, size_t len, struct at_state *out, struct at_fail *);

/* "game:", "players:" and, if there, "rules:" and "options:": what positions and records begin
 * with. The version is 0 and not printed where "rules:" is not there. *at_line tells whether the
 * scan already stands on the line that follows them. */
enum at_err at_scan_setup(struct at_scan *, const struct at_game **, struct at_setup *,
			  bool *at_line);
void at_print_setup(const struct at_game *, const struct at_setup *, struct at_text *);

#endif
