/* Games of a bot against itself, a line a game: `atoll lab selfplay` and `atoll lab dataset`. */
#ifndef SELFPLAY_H
#define SELFPLAY_H

#include "bot.h"
#include "command.h"
#include "journal.h"
#include "knowledge.h"
#include "text.h"

#include <pthread.h>
#include <stdatomic.h>

struct selfplay {
	const char *name; /* of the command */
	const struct at_game *game;
	const struct at_knowledge *know;
	struct at_setup setup;
	struct at_bot_spec spec;
	char bot[AT_BOT_NAME_MAX];
	uint64_t seed;
	uint32_t games, stray;
	uint32_t shard, shards;

	/* Everything that determines game number g, without the closing brace; and plays a game:
	 * its line, on the heap, or NULL after an interrupt. */
	void (*head)(const struct selfplay *, struct at_text *);
	char *(*play)(const struct selfplay *, struct at_bot *const *bots, uint32_t game);

	/* The run. */
	bool *has;   /* games that the file had already */
	char **done; /* lines of games that wait for earlier games */
	struct at_journal journal;
	uint32_t writes; /* the next game to be written */
	atomic_uint next;
	atomic_bool failed;
	pthread_mutex_t lock; /* of done, the journal, writes and what is shown */
};

/* The memory, or the end of the program. */
void *must(void *memory);

/* {"log":1,KIND:game,"players":...,"bot":... */
void selfplay_put_head(struct at_text *, const struct selfplay *, const char *kind);

/* {"game":...,"points":[...],"twelfths":[...] */
void selfplay_put_result(struct at_text *, const struct at_state *, uint32_t game);

/* Plays the games that are missing in the file, with this many threads (0: one a processor).
 * Returns the exit code. */
int selfplay_run(struct selfplay *, const char *log, uint64_t threads);

#endif
