/* A bot that is another program. It speaks the bot protocol (docs/bot-protocol.md) over standard
 * input and output. Whatever it does - crash, hang, lie - becomes an error with a reason and
 * never harms us. The reason includes what it wrote instead of an answer and its complaints
 * ("error TEXT"). When the started process ends, the program has ended, even if another process
 * still holds its output. */
#ifndef AT_EXTERNAL_H
#define AT_EXTERNAL_H

#include "bot.h"

struct at_external;

/* Starts the command through the shell and waits for its greeting. NULL with a reason on
 * failure. The host is copied and has a clock; when it says stop, now or later, a call that
 * waits for the program fails at once. */
struct at_external *at_external_new(const char *command, uint32_t timeout_ms,
				    const struct at_host *host, struct at_fail *);

/* Asks it to quit, then ends it. */
void at_external_free(struct at_external *);

/* A new game for this seat. */
enum at_err at_external_begin(struct at_external *, const struct at_game *, const struct at_setup *,
			      int seat, uint64_t seed, struct at_fail *);

/* Tells a move as the program's seat sees it; s is the seat's view before the move. */
enum at_err at_external_saw(struct at_external *, const struct at_state *s, at_move,
			    struct at_fail *);

/* Tells how the game ended: each seat's place and points. */
enum at_err at_external_over(struct at_external *, int seats, const struct at_score *,
			     const int *places, struct at_fail *);

/* The time that it is told, in milliseconds: for each turn; or, with a clock, for all its turns of
 * a game, and what every further turn adds. */
struct at_external_time {
	uint32_t turn;
	uint32_t clock, increment;
};

/* Asks for its move, which is checked to be legal. Output from before the question is not an
 * answer: if the program answers pings, a ping precedes the question and the answer follows the
 * pong. A program whose clock runs out has failed. */
enum at_err at_external_choose(struct at_external *, const struct at_view *,
			       const struct at_external_time *, at_move *out, struct at_fail *);

#endif
