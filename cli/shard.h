/* A part of a long run, played separately: on another computer, by any scheduler. `atoll lab
 * merge` merges the logs of the parts; the same command without --shard then takes its results
 * from the merged log. */
#ifndef SHARD_H
#define SHARD_H

#include "command.h"
#include "text.h"

/* The row of a command's table. */
#define SHARD_ARG                                                                                  \
	{                                                                                          \
		"--shard", ARG_TEXT, .value = "I/N",                                               \
				     .help = "play only part I of N, and write it to the --log; "  \
					     "`atoll lab merge` combines the parts"                \
	}

/* "2/4" is shard 1 of 4 shards; NULL means everything. 0, or EXIT_USAGE after reporting the
 * error. */
int read_shard(const struct command *, const char *text, bool has_log, uint32_t *shard,
	       uint32_t *shards);

/* Says that the output is only a part; nothing if it is everything. */
void print_shard(uint32_t shard, uint32_t shards);
void put_shard(struct at_text *, uint32_t shard, uint32_t shards);

#endif
