/* The arena: bots against bots, many games, so that a claim about strength has a number.
 *
 * Games come in sets: set i has one seed, and its games seat the bots in all rotations, so luck of
 * the deal and of the seat falls on everybody alike. The n-th draw is the same in all of them, as
 * from a deck that was shuffled once, whoever draws it and when. Fewer bots than seats: the last
 * one takes the seats that are left. Game g is the same whoever plays it on whatever thread;
 * results go into a log that a later run continues. */
#ifndef AT_ARENA_H
#define AT_ARENA_H

#include "bot.h"
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

/* One game. Everything by entrant, not by seat. */
struct at_result {
	uint32_t game;
	double win[AT_SEATS_MAX];
	double points[AT_SEATS_MAX];
	double luck[AT_SEATS_MAX]; /* in win shares; all 0: not measured */
	uint32_t plies;
	int8_t forfeit; /* the entrant whose program failed, or -1 */
	char why[200];
};

/* What a sequential test has found, from the sets in their order: those up to the decision,
 * whatever else was played meanwhile on other threads. */
struct at_test {
	enum at_claim { AT_UNDECIDED, AT_H0, AT_H1 } accepted;
	double ratio, low, high; /* as in stats.h */
	struct at_set_counts counts;
};

struct at_contest {
	const struct at_game *game;
	struct at_setup setup;
	int entrants; /* as many as seats */
	struct at_entrant entrant[AT_SEATS_MAX];
	uint32_t games; /* a multiple of the seats */
	/* Plays only every shards-th set, from number shard on, so that others, elsewhere, can play
	 * the rest; 0 or 1 of them: all sets. */
	uint32_t shard, shards;
	uint64_t seed;
	int threads;
	uint32_t timeout_ms;        /* for one decision of an external program */
	uint32_t external_ms;       /* the budget it is told */
	const char *log;            /* file name or NULL */
	bool progress;              /* on stderr */
	bool luck;                  /* measure it */
	const struct at_sprt *sprt; /* end as soon as it decides on entrant 0; NULL: play all */
	const struct at_sprt
	    *ceiling;              /* with sprt: and as soon as this one does, too; NULL: none */
	atomic_bool *stop;         /* set from outside to end at once; may be NULL */
	struct at_result *results; /* games of them; game is UINT32_MAX where not played */
	uint32_t done;             /* results that there are */
	struct at_test test;       /* of sprt */
	struct at_test ceiling_test;
	uint32_t tested; /* sets that were looked at until all was decided */
};

/* The length of the first bot in a list: up to a comma that no quotes or backslash protect, as the
 * shell reads them. */
size_t at_bot_length(const char *list);

/* How many bots a list has. */
int at_bot_count(const char *list);

/* Whether every quote in a list is closed; an open one takes all that follows for one bot. */
enum at_err at_bots_check(const char *list, struct at_fail *);

/* Reads "hard,greedy,exec:./bot.py --fast" into the entrants and fills the seats that are left. */
enum at_err at_contest_bots(struct at_contest *, const char *list, struct at_fail *);

/* The command of an external program; NULL: a bot of ours. */
const char *at_entrant_command(const struct at_entrant *);

/* What an entrant is, as text: what its name stands for, or its command after "exec:". */
void at_entrant_spec(const struct at_entrant *, char out[AT_ARENA_BOT_TEXT]);

/* How many of the games are to be played here: all, or those of the shard. */
uint32_t at_contest_own(const struct at_contest *);

/* Plays what the log does not have yet. The results are allocated; the caller frees them. AT_OK
 * also when stopped early: then the games that were being played are dropped, for a bot's last
 * thought may have been cut short, and done is less than at_contest_own(). An error says why the
 * contest cannot go on (a log of another one or that cannot be written, a program that does not
 * start).
 *
 * With sprt it ends with the set that decides, and games is set to what was played until then: the
 * same on any number of threads, at once or with a log. Undecided: all games were played. A shard
 * cannot know when to end: it plays all of its sets. */
enum at_err at_contest_run(struct at_contest *, struct at_fail *);

/* Takes the sets that are complete into the tests, in their order, up to the decision. With a
 * ceiling entrant 0 should lie between two strengths: it is decided when both tests are, or when
 * one says that it does not (H0 of sprt: too weak; H1 of the ceiling: too strong). */
void at_contest_test(struct at_contest *);
bool at_contest_decided(const struct at_contest *);

/* What the results say about one entrant against the others, from whole sets only. */
struct at_verdict {
	uint32_t games, sets, forfeits;
	uint32_t ended;    /* sets with a game that nobody forfeited: lead and points are theirs */
	uint32_t measured; /* sets whose luck is known: adjusted is theirs ... */
	bool has_adjusted; /* ... if they say anything */
	double wins;
	struct at_estimate share, adjusted, lead, points;
	double elo, elo_low, elo_high; /* +-1e9 where there is no number */
};
void at_contest_verdict(const struct at_contest *, int entrant, struct at_verdict *out);

#endif
