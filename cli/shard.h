/* A part of a long run, played apart from the others: on another computer, by any scheduler. The
 * parts' logs are put together by `atoll lab merge`, and the same command without --shard then
 * takes its results from there. */
#ifndef SHARD_H
#define SHARD_H

#include "command.h"
#include "text.h"

/* The row of a command's table. */
#define SHARD_ARG                                                                                  \
	{                                                                                          \
		"--shard", ARG_TEXT, .value = "I/N",                                               \
				     .help = "play only the I-th of N parts, into a --log; "       \
					     "`atoll lab merge` puts them together"                \
	}

/* "2/4" is shard 1 of 4 shards; NULL is all. 0, or EXIT_USAGE after saying what is wrong. */
int read_shard(const struct command *, const char *text, bool has_log, uint32_t *shard,
	       uint32_t *shards);

/* Says that what follows is only a part; nothing where it is all. */
void print_shard(uint32_t shard, uint32_t shards);
void put_shard(struct at_text *, uint32_t shard, uint32_t shards);

#endif
