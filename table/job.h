/* Thinking leaves the table as a job and comes back as an answer. Both are flat bytes, so a
 * thread, a worker of the page or another machine can do it. The answer depends on the job
 * alone; its seed comes from the opening's bot_seed, never from the seed of the draws. */
#ifndef AT_TABLE_JOB_H
#define AT_TABLE_JOB_H

#include "bot.h"
#include "luck.h"
#include "reason.h"
#include "table.h"

enum at_job_kind {
	AT_JOB_TURN = 1, /* a bot's whole turn, up to the first draw in it */
	AT_JOB_HINT,     /* the moves worth considering */
	AT_JOB_JUDGE,    /* the rest of a turn as it was played, against the best one */
	AT_JOB_LUCK,     /* what a draw brought, in a game that is over */
};

struct at_job {
	uint64_t seed;
	uint32_t ply, backs; /* of the table: an answer for another moment is refused */
	uint8_t kind;
	int8_t seat;
	uint8_t level; /* of the bot at AT_JOB_TURN */
	uint8_t count;
	at_move moves[AT_TURN_MAX]; /* the moves to judge, or the draw */
	uint32_t spare;
	union at_any state; /* the seat's view; for AT_JOB_LUCK everything */
};
_Static_assert(sizeof(struct at_job) == 184 + AT_STATE_MAX, "no hidden padding");

struct at_answer {
	uint32_t ply, backs;
	uint8_t kind;
	int8_t seat;
	uint8_t count;
	uint8_t listed;
	uint8_t reason_count;
	at_move moves[AT_TURN_MAX];    /* the turn, or the best one */
	struct at_candidate own, best; /* of AT_JOB_JUDGE */
	struct at_luck luck;
	struct at_candidate list[AT_CANDIDATES_MAX]; /* of AT_JOB_HINT, the best first */
	struct at_reason reasons[AT_REASONS_MAX];    /* for the best turn */
};

/* The turn to be made, if it is a bot's. */
bool at_table_job(const struct at_table *, struct at_job *);

/* A hint for this seat; false if it is not to move. */
bool at_table_hint_job(const struct at_table *, int seat, struct at_job *);

/* Judges this beginning of the seat's turn, one decision or more, against the best turn; false
 * if the seat is not to move. The moves must be legal one after the other. */
bool at_table_judge_job(const struct at_table *, int seat, const at_move *, int n, struct at_job *);

/* Who thinks: a bot (bot.h) or several threads of them. */
struct at_thinker {
	void *self;
	struct at_bot *bot; /* for work without a search */
	void (*begin)(void *self, uint64_t seed);
	at_move (*choose)(void *self, const struct at_view *, struct at_choice *);
	at_move (*ask)(void *self, const struct at_view *, const at_move *, int n,
		       struct at_choice *);
};

struct at_thinker at_bot_thinker(struct at_bot *);

/* Carries out the job. *choice lends memory and afterwards holds everything that was considered
 * last. */
void at_job_do(const struct at_job *, const struct at_thinker *, struct at_choice *choice,
	       struct at_answer *);

/* A bot's turn as the command that makes it; the caller adds the time. */
void at_answer_command(const struct at_answer *, struct at_command *);

#endif
