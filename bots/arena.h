/* The arena: many games between bots, so that a claim about strength has a number.
 *
 * Games come in sets. Set i has one seed, and its games seat the bots in all rotations, so the
 * luck of the deal and of the seat falls on all bots alike. The n-th draw is the same in every
 * game of a set, as if the deck had been shuffled once. With fewer bots than seats, the last bot
 * takes the remaining seats. Game g is the same on every thread and computer. Results go into a
 * log, and a later run continues from it. */
#ifndef AT_ARENA_H
#define AT_ARENA_H

#include "bot.h"
#include "external.h"
#include "stats.h"

#include <stdatomic.h>
#include <stdio.h>

enum { AT_ARENA_BOT_TEXT = 400 };

struct at_entrant {
	char text[AT_ARENA_BOT_TEXT]; /* as given: "hard", "exec:./bot.py" */
	/* the text, and where several have the same a number: "hard #2" */
	char name[AT_ARENA_BOT_TEXT + 4];
	struct at_bot_spec spec; /* of a bot of ours */
};

/* The result of one game, indexed by entrant, not by seat. */
struct at_result {
	uint32_t game;
	double win[AT_SEATS_MAX];
	double points[AT_SEATS_MAX];
	double luck[AT_SEATS_MAX]; /* in win probability; all 0: not measured */
	uint32_t plies;
	int8_t forfeit; /* the entrant whose program failed, or -1 */
	char why[200];
};

/* What a sequential test found, from the sets in order up to the decision. Sets that other
 * threads played meanwhile do not count. */
struct at_test {
	enum at_claim { AT_UNDECIDED, AT_H0, AT_H1 } accepted;
	double ratio, low, high; /* as in stats.h */
	struct at_set_counts counts;
};

struct at_match {
	const struct at_game *game;
	struct at_setup setup;
	int entrants; /* as many as seats */
	struct at_entrant entrant[AT_SEATS_MAX];
	uint32_t games; /* a multiple of the seats */
	/* Plays every shards-th set only, beginning with number shard, so that other computers
	 * can play the rest. With 0 or 1 shards: all sets. */
	uint32_t shard, shards;
	uint64_t seed;
	int threads;
	uint32_t timeout_ms; /* for one decision of an external program */
	struct at_external_time external_time;
	const char *log;               /* file name or NULL */
	const char *records;           /* a folder for the games as records, or NULL */
	bool progress;                 /* on stderr */
	bool luck;                     /* measure it */
	const struct at_sprt *sprt;    /* end as soon as it decides on entrant 0; NULL: play all */
	const struct at_sprt *ceiling; /* with sprt: also stop as soon as this test decides; NULL:
					* none */
	atomic_bool *stop;             /* set from outside to end at once; may be NULL */
	struct at_result *results;     /* games of them; game is UINT32_MAX where not played */
	uint32_t done;                 /* results that there are */
	struct at_test test;           /* of sprt */
	struct at_test ceiling_test;
	uint32_t tested; /* sets that were looked at until all was decided */
};

/* The length of the first bot in a list: up to a comma that is not inside quotes or behind a
 * backslash, as in the shell. */
size_t at_bot_length(const char *list);

/* How many bots a list has. */
int at_bot_count(const char *list);

/* Whether every quote in a list is closed. After an open quote the rest of the list is one bot. */
enum at_err at_bots_check(const char *list, struct at_fail *);

/* Reads "hard,greedy,exec:./bot.py --fast" into the entrants and fills the remaining seats. */
enum at_err at_match_bots(struct at_match *, const char *list, struct at_fail *);

/* The command of an external program; NULL: a bot of ours. */
const char *at_entrant_command(const struct at_entrant *);

/* An entrant as text: the spec that its name stands for, or its command after "exec:". */
void at_entrant_spec(const struct at_entrant *, char out[AT_ARENA_BOT_TEXT]);

/* How many of the games this run plays: all of them, or those of its shard. */
uint32_t at_match_own(const struct at_match *);

/* Plays the games that are not in the log yet. Allocates the results; the caller frees them.
 * Returns AT_OK also when stopped early: games under way are then dropped, because a bot's last
 * thought may have been cut short, and done is less than at_match_own(). An error says why the
 * match cannot go on: the log belongs to another match or cannot be written, or a program
 * does not start.
 *
 * With sprt the match ends with the set that decides, and games is set to the number played
 * until then. That number is the same on any number of threads, at once or with a log. If
 * nothing was decided, all games were played. A shard cannot know when to end, so it plays all
 * of its sets. */
enum at_err at_match_run(struct at_match *, struct at_fail *);

/* Adds completed sets to the tests, in order, up to the decision. With a ceiling, entrant 0
 * should lie between two strengths: the result is known when both tests have decided, or when
 * one of them says no (H0 of sprt: too weak; H1 of the ceiling: too strong). */
void at_match_test(struct at_match *);
bool at_match_decided(const struct at_match *);

/* The result of one entrant against the others, from complete sets only. */
struct at_verdict {
	uint32_t games, sets, forfeits;
	uint32_t ended;    /* sets with a game that nobody forfeited: lead and points come from
			    * these */
	uint32_t measured; /* sets whose luck is known: adjusted comes from these ... */
	bool has_adjusted; /* ... if they are enough */
	double wins;
	struct at_estimate share, adjusted, lead, points;
	double elo, elo_low, elo_high; /* +-1e9 where there is no number */
};
void at_match_verdict(const struct at_match *, int entrant, struct at_verdict *out);

#endif
