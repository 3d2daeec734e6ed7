/* What the bots share; nobody outside this folder includes it. */
#ifndef AT_BOT_INSIDE_H
#define AT_BOT_INSIDE_H

#include "bot.h"
#include "knowledge.h"

/* A whole turn, or the rest of one: the mover's decisions up to the first that is not theirs. */
struct at_plan {
	double value; /* the mover's points as judged at its end, up to a constant */
	uint64_t end; /* hash of the state it leads to, 0 where nobody asked */
	int length;
	at_move moves[AT_PLAN_MAX];
};

enum {
	AT_SEEN_MAX = 64,
};

/* A state on the way to the end of a turn. */
struct at_stem {
	union at_any state;
	struct at_plan plan;
};

/* The best of them, while a beam goes through a turn. */
struct at_frontier {
	int count;
	uint8_t rank[AT_BEAM_MAX]; /* where they stand in stems, the best first */
	struct at_stem stems[AT_BEAM_MAX];
};

/* What a bot found out about a game that it has no knowledge of (any_game.c). */
struct at_learnt {
	uint8_t seats, options; /* no seats: nothing yet */
	struct at_knowledge know;
	struct at_forecast forecast;
	double weights[3];
};

struct at_bot {
	const struct at_game *game;
	const struct at_knowledge *know;
	const double *weights;
	double recalled[AT_FEATURES_MAX + 2]; /* those of them that it thinks of in this turn */
	struct at_learnt learnt;
	struct at_bot_spec spec;
	double noise; /* the spec's, in points of this game */
	struct at_host host;
	struct at_rng rng;

	/* the turn: what is left of its budget, and the plan that is being followed */
	uint32_t turn_ply; /* the ply at which a further decision of it would stand ... */
	int turn_seat;     /* ... if this seat is to move */
	uint64_t nodes_left;
	uint64_t deadline; /* by the clock; 0: none */
	bool clocked;
	int followed;
	struct at_plan plan;
	struct at_candidate expected; /* of that plan */

	int seat;                /* whose decision it is */
	struct at_belief belief; /* what its view tells of the others' secrets */
	bool advises;            /* somebody else, who decides */
	uint64_t nodes;          /* spent on it */
	uint64_t look_at;        /* when the clock is looked at next, in nodes */
	struct at_plan asked;    /* to be judged too; empty: nothing */

	/* decisions of all seats since the last one of ours, for going on from the tree */
	struct at_view known; /* kept up to date by what the bot is told */
	bool following;       /* known holds a view */
	bool told;            /* and it is the one we were asked about */
	int seen_count;       /* above AT_SEEN_MAX: too much happened */
	at_move seen[AT_SEEN_MAX];

	/* memory */
	int plan_count;
	struct at_plan plans[AT_PLANS_MAX];
	struct at_frontier frontiers[2];
	at_move moves[AT_MOVES_MAX];
	float rates[AT_MOVES_MAX];
	uint8_t *pool; /* the rest of the memory */
	size_t pool_size;
};

/* Called before knowledge is used: where the game has none of its own, finds out what can be found
 * out about games with as many seats and the options of this state. */
void at_bot_learn(struct at_bot *, const struct at_state *);

/* Fills bot->plans with the best plans of the seat to move in this full state, best first. Returns
 * how many; at least one. */
int at_find_plans(struct at_bot *, const struct at_state *, struct at_effort);

/* Puts them in the order in which the net sees the mover's win at their ends, where there is a net
 * and turns are long: next to planning such a turn this costs nothing. Who misjudges turns does so
 * here. */
void at_rate_plans(struct at_bot *, const struct at_state *);

/* How hard to look with this budget, at the root and below it. */
struct at_effort at_root_effort(const struct at_bot *);
struct at_effort at_reply_effort(const struct at_bot *);

/* A world that fits the view of the decision that is thought about. */
void at_bot_guess(struct at_bot *, const struct at_view *, struct at_state *out);

/* Mistakes (faults.c): what of these weights is thought of, and what the state at the end of a turn
 * of this value seems worth to the seat. */
const double *at_recall(struct at_bot *, const double *weights);
double at_misjudge(struct at_bot *, double value, const struct at_state *after, int seat);

/* Should thinking end? Asked between iterations. */
bool at_bot_out_of_time(struct at_bot *);

/* Win shares and points of a full state, and the one number a seat wants more of. */
struct at_worth {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	float wish[AT_SEATS_MAX];
};
void at_worth_of(const struct at_bot *, const struct at_state *, struct at_worth *out);

/* Puts the candidates in the order of visits and fills in out->move. */
void at_choice_sort(struct at_choice *);

/* Each kind: chooses, fills bot->plan and *out. */
void at_greedy_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_flat_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_search_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_search_forget(struct at_bot *);

#endif
