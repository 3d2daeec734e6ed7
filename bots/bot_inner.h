/* What the bots share. Only this folder includes it. */
#ifndef AT_BOT_INNER_H
#define AT_BOT_INNER_H

#include "bot.h"
#include "knowledge.h"

/* A whole turn, or the rest of one: the mover's decisions until somebody else is to move. */
struct at_plan {
	double value; /* the mover's points at its end, as evaluated, up to a constant */
	uint64_t end; /* hash of the resulting state; 0 if not computed */
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

/* The best of them during a beam search through a turn. */
struct at_frontier {
	int count;
	uint8_t rank[AT_BEAM_MAX]; /* their indices in stems, best first */
	struct at_stem stems[AT_BEAM_MAX];
};

/* What a bot measured about a game that it has no knowledge of (any_game.c). */
struct at_learnt {
	uint8_t seats, options; /* no seats: not measured yet */
	struct at_knowledge know;
	struct at_forecast forecast;
	double weights[3];
};

struct at_bot {
	const struct at_game *game;
	const struct at_knowledge *know;
	const double *weights;
	double recalled[AT_FEATURES_MAX + 2]; /* those of them that it considers in this turn */
	struct at_learnt learnt;
	struct at_bot_spec spec;
	double noise; /* the spec's, in points of this game */
	struct at_host host;
	struct at_rng rng;

	/* the turn: the rest of its budget, and the plan being followed */
	uint32_t turn_ply; /* the ply of the turn's next decision ... */
	int turn_seat;     /* ... if this seat is to move */
	uint64_t nodes_left;
	uint64_t deadline; /* by the clock; 0: none */
	bool clocked;
	int followed;
	struct at_plan plan;
	struct at_candidate expected; /* of that plan */

	int seat;                /* whose decision it is */
	struct at_belief belief; /* what its view says about the others' secrets */
	bool advises;            /* for somebody else, who decides */
	uint64_t nodes;          /* spent on it */
	uint64_t look_at;        /* when the clock is looked at next, in nodes */
	struct at_plan asked;    /* a plan to be evaluated too; empty: none */

	/* decisions of all seats since our last one, for reusing the tree */
	struct at_view known; /* kept up to date by what the bot is told */
	bool following;       /* known holds a view */
	bool told;            /* and it is the view we were last asked about */
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

/* Called before knowledge is used. If the game has none of its own, this measures what it can
 * for games with as many seats and the options of this state. */
void at_bot_learn(struct at_bot *, const struct at_state *);

/* Fills bot->plans with the best plans of the seat to move in this full state, best first.
 * Returns their number, at least one. */
int at_find_plans(struct at_bot *, const struct at_state *, struct at_effort);

/* Adds a state on the way to a turn's end to those of a beam, if it is among the best `want`. */
void at_keep_stem(struct at_frontier *, int want, const struct at_plan *, const struct at_state *,
		  size_t size);

/* The turn that certainly wins with the largest lead (sure.c); false if none was found. Whether
 * this turn does. What is told of one. */
bool at_find_sure(struct at_bot *, const struct at_view *, struct at_plan *out);
bool at_is_sure(struct at_bot *, const struct at_view *, const struct at_plan *);
struct at_candidate at_sure_candidate(struct at_bot *, const struct at_view *,
				      const struct at_plan *);

/* Sorts them by the mover's win probability at their ends according to the net, if there is a
 * net and turns are long: compared with planning such a turn this costs nothing. The noise of
 * weaker levels is applied here. */
void at_rate_plans(struct at_bot *, const struct at_state *);

/* The planning effort for this budget, at the root and below it. */
struct at_effort at_root_effort(const struct at_bot *);
struct at_effort at_reply_effort(const struct at_bot *);

/* Samples a world that fits the view of the current decision. */
void at_bot_guess(struct at_bot *, const struct at_view *, struct at_state *out);

/* Mistakes (mistakes.c): which of these weights are considered, and what the end of a turn of this
 * value seems worth to the seat. */
const double *at_recall(struct at_bot *, const double *weights);
double at_misjudge(struct at_bot *, double value, const struct at_state *after, int seat);

/* Whether to stop thinking. Asked between iterations. */
bool at_bot_out_of_time(struct at_bot *);

/* Win shares and points of a full state, and the single number that a seat maximises. */
struct at_worth {
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	float wish[AT_SEATS_MAX];
};
void at_worth_of(const struct at_bot *, const struct at_state *, struct at_worth *out);

/* Sorts the candidates by visits and fills in out->move. */
void at_choice_sort(struct at_choice *);

/* Greedy in a game without knowledge: of the first n plans the best one that looks as good as
 * `best`, by random games after it; -1 where chance does better than what the score recommends,
 * and then every move is tried. */
int at_any_settle(struct at_bot *, const struct at_view *, int n, int best);
void at_any_think(struct at_bot *, const struct at_view *, struct at_choice *out);

/* One function for each kind: chooses, fills bot->plan and *out. */
void at_greedy_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_flat_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_search_think(struct at_bot *, const struct at_view *, struct at_choice *out);
void at_search_forget(struct at_bot *);

/* What the last search found about the root's child number `child`, calibrated. */
struct at_candidate at_search_found(struct at_bot *, uint32_t child, const struct at_state *);

/* Calibrates the shares that were found in a position, and their standard error with them. */
void at_bot_foretell(const struct at_bot *, const struct at_state *, struct at_candidate *);

#endif
