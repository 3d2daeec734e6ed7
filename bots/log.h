/* The log of a contest: a journal with one line a game. */
#ifndef AT_LOG_H
#define AT_LOG_H

#include "arena.h"
#include "journal.h"

/* Opens or makes c->log and reads the games it has into c->results, which the caller has made. As
 * at_journal_open(); the log of a match with more games, or of a shard, is one of this match. */
enum at_err at_log_open(struct at_journal *, struct at_contest *c, struct at_fail *);

/* Adds a game. Not for two threads at once. */
enum at_err at_log_add(struct at_journal *, const struct at_contest *, const struct at_result *,
		       struct at_fail *);

#endif
