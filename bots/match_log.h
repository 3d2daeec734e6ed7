/* The log of a match: a journal with one line a game. */
#ifndef AT_MATCH_LOG_H
#define AT_MATCH_LOG_H

#include "arena.h"
#include "journal.h"

/* Opens or creates c->log and reads its games into c->results, which the caller has allocated.
 * Otherwise like at_journal_open(). The log of a match with more games, or of a shard, belongs
 * to this match. */
enum at_err at_match_log_open(struct at_journal *, struct at_match *c, struct at_fail *);

/* Adds a game. Not thread-safe. */
enum at_err at_match_log_add(struct at_journal *, const struct at_match *, const struct at_result *,
			     struct at_fail *);

#endif
