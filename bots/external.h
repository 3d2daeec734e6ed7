/* A bot that is another program, spoken to in the bot protocol (docs/bot-protocol.md) over its
 * standard input and output. Whatever it does - crash, hang, lie - is an error with a reason, never
 * ours; what it wrote instead of an answer and what it complained of meanwhile ("error TEXT") are
 * parts of the reason. The process started is the program: when it ends the program has, whoever
 * else holds its output. */
#ifndef AT_EXTERNAL_H
#define AT_EXTERNAL_H

#include "bot.h"

struct at_external;

/* Starts the command by the shell and waits for its greeting. NULL with a reason. The host is
 * copied and has a clock; when it says stop, here or later, a call that waits for the program fails
 * at once. */
struct at_external *at_external_new(const char *command, uint32_t timeout_ms,
				    const struct at_host *host, struct at_fail *);

/* Asks it to quit, then ends it. */
void at_external_free(struct at_external *);

/* A new game for this seat. */
enum at_err at_external_begin(struct at_external *, const struct at_game *, const struct at_setup *,
			      int seat, uint64_t seed, struct at_fail *);

/* A move as its seat sees it; s is the seat's view before it. */
enum at_err at_external_saw(struct at_external *, const struct at_state *s, at_move,
			    struct at_fail *);

/* Its move, which is legal. What it wrote before it was asked is no answer: a ping goes before the
 * question, if the program answers those, and the answer comes after the pong. */
enum at_err at_external_choose(struct at_external *, const struct at_view *, uint32_t ms,
			       at_move *out, struct at_fail *);

#endif
