/* The log of `simulate`: a journal with one line of sums for every few games. */
#ifndef TALLY_LOG_H
#define TALLY_LOG_H

#include "journal.h"
#include "play.h"

#include <pthread.h>

struct tally_log {
	struct at_journal journal;
	int seats;
	uint64_t games, chunk; /* of the run, and of a line */
	uint32_t shard, shards;
	bool *has;           /* by number of the chunk */
	struct at_tally sum; /* of what was there, as far as it is of the shard */
	pthread_mutex_t lock;
};

/* Opens or creates the file for the run that the head describes; all but the first members are
 * the caller's. False after reporting an error; call tally_log_close() in any case. */
bool tally_log_open(struct tally_log *, const char *name, const char *head);
bool tally_log_has(const struct tally_log *, uint64_t from);

/* Writes the sums of the games from this one on. Thread-safe. False after reporting an error. */
bool tally_log_add(struct tally_log *, uint64_t from, const struct at_tally *);
bool tally_log_close(struct tally_log *);

#endif
