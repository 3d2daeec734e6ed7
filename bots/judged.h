/* What a bot thinks about the moves of a position, as JSON (docs/formats/json.md). */
#ifndef AT_JUDGED_H
#define AT_JUDGED_H

#include "bot.h"
#include "json.h"
#include "reason.h"

/* One move; s is the position that it is made in. */
void at_json_candidate(struct at_text *, const struct at_state *s, const struct at_candidate *);

/* Members of an object: "turn", consecutive moves from this position on, and "reasons"
 * (reason.h), each with its name, seat, points, from and to. */
void at_json_turn(struct at_text *, const struct at_state *s, const at_move *turn, int n);
void at_json_reasons(struct at_text *, const struct at_state *s, const struct at_reason *, int n);

/* All of it as one object, with at most this many moves. */
void at_json_choice(struct at_text *, const struct at_state *s, const struct at_choice *, int top);

#endif
