#include "shard.h"

#include "json.h"

#include <stdio.h>

enum { SHARDS_MAX = 65536 };

int read_shard(const struct command *command, const char *text, bool has_log, uint32_t *shard,
	       uint32_t *shards)
{
	unsigned i, n;
	char more;

	*shard = *shards = 0;
	if (!text)
		return 0;
	if (sscanf(text, "%6u/%6u%c", &i, &n, &more) != 2 || i < 1 || i > n || n > SHARDS_MAX)
		return bad_usage(command, "--shard is I/N, from 1/N to N/N, N at most %d, not '%s'",
				 SHARDS_MAX, text);
	if (!has_log)
		return bad_usage(command,
				 "--shard needs --log: without logs the parts cannot be combined");
	*shard = i - 1;
	*shards = n;
	return 0;
}

void print_shard(uint32_t shard, uint32_t shards)
{
	if (shards)
		printf("part %u of %u, by itself:\n", shard + 1, shards);
}

void put_shard(struct at_text *t, uint32_t shard, uint32_t shards)
{
	if (!shards)
		return;
	at_json_count(t, "shard", shard + 1);
	at_json_count(t, "shards", shards);
}
