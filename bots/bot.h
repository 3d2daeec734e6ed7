/* Bots: choosing a move from what one seat knows.
 *
 * A bot lives in memory that its caller provides. It uses no allocation, clock, thread or file,
 * and it is the same code natively and in wasm. It sees a struct at_view, never a state, and
 * thinks in worlds that at_guess() samples from the view. With a budget of nodes, a bot's moves
 * depend only on its seed and on what it was shown since at_bot_begin(); with a budget of
 * milliseconds they also depend on the clock.
 *
 *     uint64_t *memory = calloc(1, AT_BOT_MEMORY);
 *     struct at_bot_spec spec;
 *     at_bot_spec_parse(game, "hard", 4, &spec, &fail);
 *     bot = at_bot_init(memory, AT_BOT_MEMORY, game, &spec, &host);
 *     at_bot_begin(bot, seed);
 *     ... for every move of the game, draws included:  at_bot_saw(bot, at_view_move(s, m, seat));
 *     ... when the seat is to move:                      m = at_bot_choose(bot, &view, &choice);
 *
 * The budget is for a whole turn, however many decisions the turn has. The first decision plans
 * the turn; the next ones follow the plan and may use what is left of the budget. */
#ifndef AT_BOT_H
#define AT_BOT_H

#include "game.h"

enum {
	AT_BOT_MEMORY_MIN = 1 << 20, /* below this at_bot_init() refuses */
	AT_BOT_MEMORY = 24 << 20,    /* enough for every level; more serves longer thinking */
	AT_BOT_NAME_MAX = 160,       /* more than any spec as text */
	AT_CANDIDATES_MAX = 64,      /* moves reported by at_bot_choose() */
	AT_BOT_THREADS_MAX = 16,
	AT_BOT_MANY_MAX = 100,
	AT_PLAN_MAX = 40, /* moves of a turn planned at once; a longer turn is planned again */
};

enum at_bot_kind {
	AT_BOT_RANDOM, /* any legal move */
	AT_BOT_GREEDY, /* the turn whose end the evaluation likes best */
	AT_BOT_FLAT,   /* Monte Carlo over the candidates: guessed worlds, greedy play to the end */
	AT_BOT_SEARCH, /* a tree of turns over guessed worlds, leaves judged by the evaluation */
	AT_BOT_KINDS,
};

/* The specification of a bot. A budget of 0 means no limit of that kind. A flat or search bot
 * needs at least one limit and stops at the one it reaches first. */
struct at_bot_spec {
	enum at_bot_kind kind;
	uint32_t ms;    /* a turn; needs a clock */
	uint32_t nodes; /* a turn: search counts iterations, flat the decisions of its play-outs */
	uint32_t many;  /* with three and four players, multiply the nodes by this; 0: by one */

	/* human-like mistakes; 0: none */
	double noise; /* misjudges turns: standard deviation of the error, in points; in a game that
			 bots know nothing of, in usual differences of final scores */
	double forget; /* the part of what matters that it does not think of, another one every
			  turn:   a goal, a threat, a card in hand; never the points that it has */
	double hasty;  /* greedy: how much the points that a turn brings at once count against what
			  they may lead to, up to 1: nothing else does */

	bool linear; /* search: judge by the weighted sum alone, even where the game has a net */

	const double *weights; /* NULL: the game's own; else as many as its knowledge has */
	uint32_t threads;      /* threads that share the nodes, in a team (team.h); 0: one */
};

/* A level is a name and the bot it stands for. Every game has all levels; the rows are in the
 * game's knowledge (knowledge.h). */
struct at_level {
	const char *name;
	struct at_bot_spec spec;
};
extern const char *const at_ladder[]; /* the names, weakest first; NULL after the last */

/* The same names by number. Stored tables contain these numbers, so a name keeps its number for
 * good and a new name goes to the end. */
extern const char *const at_level_names[];

/* NULL if no level has this name. */
const struct at_level *at_level(const struct at_game *, const char *name);

/* The bot that judges for people: it evaluates all decisions of an analysed game and is used by
 * `atoll lab calibration`. It searches like hard, with the number of nodes that the game's
 * forecasts are calibrated for. */
struct at_bot_spec at_judge_spec(const struct at_game *);

/* Parses "hard", "greedy", "search:nodes=5000", "flat:ms=200", "greedy:noise=3:forget=0.2",
 * "master:threads=4" or "search:net=off": the name of a level or a kind, then options that
 * replace parts of it. A limit that is given replaces those of the name, but for the nodes of a
 * level: "master:ms=60000" thinks no longer than master, it only may take longer. */
enum at_err at_bot_spec_parse(const struct at_game *, const char *text, size_t len,
			      struct at_bot_spec *out, struct at_fail *);
void at_bot_spec_print(const struct at_bot_spec *, struct at_text *);

/* Replaces a time limit by a number of nodes, no more than a slow device needs a few seconds
 * for. The bot then makes the same moves on every machine. */
void at_bot_by_nodes(struct at_bot_spec *);

/* What the caller provides: a clock in milliseconds (any origin), and a function asked now and
 * then that returns true to end thinking early. Either may be NULL; without a clock ms is
 * ignored. */
struct at_host {
	uint64_t (*clock)(void *);
	bool (*stop)(void *);
	void *context;
};

/* One of the moves considered. The visits and figures come from this decision's search alone;
 * what earlier decisions found only guides the choice. Win shares are between 0 and 1 and sum to
 * 1; points are the final scores that the bot expects. */
struct at_candidate {
	at_move move;
	uint32_t visits;
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	double error; /* standard error of the mover's win; 0 where it was not measured */

	/* What win was computed from (struct at_trust), where a search has found it: the
	 * uncalibrated shares of the search, and the shares of the position right after the
	 * turn, before any reply. */
	double found[AT_SEATS_MAX], first[AT_SEATS_MAX];
};

struct at_choice {
	at_move move;
	uint64_t nodes; /* spent on this decision */
	int count;      /* candidates, best first */
	struct at_candidate list[AT_CANDIDATES_MAX];
	struct at_candidate asked; /* of at_bot_ask(); no visits: nothing was asked */
	int length;                /* moves that it plans for this turn, from this one on */
	at_move turn[AT_PLAN_MAX];
};

struct at_bot;

/* Makes a bot in this memory, which must be aligned for a uint64_t and stays the caller's. NULL
 * if the memory is too small. host may be NULL and is copied. */
struct at_bot *at_bot_init(void *memory, size_t size, const struct at_game *,
			   const struct at_bot_spec *, const struct at_host *host);

/* The game it was made for. */
const struct at_game *at_bot_game(const struct at_bot *);

/* Begins a new game with a new stream of random numbers. */
void at_bot_begin(struct at_bot *, uint64_t seed);

/* Changes the budget, of both kinds, from the next decision on. */
void at_bot_budget(struct at_bot *, uint32_t ms, uint32_t nodes);

/* Tells the bot a move as its seat sees it, before it is asked the next time. Optional: a bot
 * that is told every move can reuse its search tree. */
void at_bot_saw(struct at_bot *, at_move seen);

/* Chooses for view->state.head.viewer, who must be to move. out may be NULL. */
at_move at_bot_choose(struct at_bot *, const struct at_view *view, struct at_choice *out);

/* Evaluates the candidates of a position without following a plan, for hints and analysis. The n
 * moves asked about (or none) must be legal one after the other: the rest of the mover's turn,
 * or its beginning, which the bot then continues with its own choice. They get a share of the
 * search and are reported in out->asked, however bad they are. Only a search bot does this. */
at_move at_bot_ask(struct at_bot *, const struct at_view *view, const at_move *asked, int n,
		   struct at_choice *out);

#endif
