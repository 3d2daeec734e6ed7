/* The knowledge of a game: what good play looks like. One table and one file for each game.
 *
 * An evaluation is linear: a seat's expected final points are the sum of its features, each
 * times a weight. Features are in points as far as possible, so a weight of 1 takes a feature at
 * face value. The weights are data (weights_*.h), fitted by `atoll lab tune` to games that the
 * bots played themselves.
 *
 * Win shares follow from the points of all seats: seat i wins in proportion to e^(points[i] /
 * t), where t runs from `spread_end` at the end of the game to `spread_start` at its beginning.
 * These two are the last weights of every game. Where a game has nets (net.h), a search takes
 * the shares from the net and only the points from the weights. */
#ifndef AT_KNOWLEDGE_H
#define AT_KNOWLEDGE_H

#include "bot.h"
#include "known_list.h" /* AT_KNOWN(X), made by the build */
#include "net.h"

/* The effort of planning (plan.c). */
struct at_effort {
	int want;      /* plans wanted */
	int beam;      /* long turns: unfinished plans kept at each step */
	int sample;    /* moves considered, drawn at random; 0: all */
	bool narrow;   /* long turns: only moves that consider() likes */
	bool distinct; /* turns with equal ratings count once */
};

enum {
	AT_FEATURES_MAX = 48,
	AT_PLANS_MAX = 192,  /* turns kept for one position ... */
	AT_PLANS_USUAL = 96, /* ... but seldom this many */
	AT_BEAM_MAX = 192,
};

/* Turns an evaluation that was tuned to win into expected final points, for hints and analysis;
 * fitted by `atoll lab tune --forecast`. Each pair is for the end and the start of the game;
 * values between are interpolated linearly. */
struct at_forecast {
	double gain[2]; /* what a seat adds to its score in a whole game of two, and by how much
			   that changes with every player more */
	double lead[2]; /* what a point above the mean of the seats is worth */
};

/* Calibrates the win probabilities and points of a search to the results of games between good
 * bots, for hints and analysis; fitted by `atoll lab tune --trust` or learn/trust.py. The odds of a
 * seat are w^sure v^first e^(lead p), where w is its share from the search, v its share right
 * after the turn, and p its points; the seat to move gets e^turn times that. Before that, a part
 * of the whole, doubt, is shared evenly, so nobody is ever without hope. Triples are for the
 * end, the middle and the start of the game. */
struct at_trust {
	double sure[3], first[3], lead[3], turn[3], doubt[3];
};

/* What a player's moves say about their secrets: for each seat, the odds of each secret it may
 * have (a goal, a card: the game's numbers), up to one factor for the seat. */
enum { AT_SECRETS_MAX = 64 };
struct at_belief {
	double odds[AT_SEATS_MAX][AT_SECRETS_MAX];
};

struct at_knowledge {
	const struct at_game *game; /* NULL: of any game */
	int features;               /* how many; weights has two more */
	int more;                   /* further features that only a net sees, without weights */
	const char *const *names;   /* of all of them */
	const double *weights;
	const double *greedy; /* weights for greedy, which sees no reply; NULL: the same */
	const struct at_forecast *forecast; /* NULL: the evaluation is the forecast */
	const struct at_trust *trust;       /* with two, three and four players; NULL: shares are
					       what they seem */
	const struct at_net *nets; /* with two, three and four players, some without inputs: none;
				      NULL: no net at all */
	const struct at_trust *net_trust; /* the calibration of shares that come from a net */
	const struct at_level *levels;    /* as many as it likes, NULL after the last name; the
					     others, or all where this is NULL, are as in any
					     game */

	uint32_t judge_nodes; /* of who judges for people (at_judge_spec()); 0: those
				 of hard */

	bool long_turns; /* a turn has many decisions: plan it as a whole */
	bool rivals;     /* a move's effect on the others' features matters, too */
	bool shuffle;    /* moves with equal ratings come in random order */
	bool play_on;    /* the evaluation says little: leaves are played on at random to the end,
			    where the rules judge */

	/* the tree */
	struct at_effort root, reply; /* limits for the turns considered at the root, and below
				       * it */
	int root_nodes, reply_nodes;  /* long turns: the beam's budget for each */
	bool draws_matter;            /* the draws decide which turns are good */
	uint8_t expand_after;         /* visits after which a leaf gets children */
	double explore;               /* weight of exploration in choosing a child */
	double settled;        /* a turn is played when it leads in visits by more than this part of
				  those to come; 1: it cannot be overtaken; 0: never early */
	double prior_scale;    /* points by which a turn must be worse for e times less prior */
	double net_points;     /* long turns: the points that odds e times better are worth */
	double wish_per_point; /* what a point is worth in a seat's objective, for the noise of
				* levels */

	/* play-outs */
	uint8_t sample;  /* moves considered; 0: all */
	uint8_t horizon; /* rounds before the evaluation takes over; 0: to the end */

	/* The features of one seat in a full state of any phase. */
	void (*see)(const struct at_state *, int seat, double *features);

	/* The same, followed by the `more` further ones. NULL: there are none. */
	void (*see_more)(const struct at_state *, int seat, double *features);

	/* How much of the game is left: 1 at the start, 0 at the end. NULL: derived from the
	 * usual number of moves in a game, chance included (0: from the maximum). */
	double (*left)(const struct at_state *);
	double plies;

	/* Quick values of the mover's listed moves, in points and up to a constant. NULL: each
	 * move is made on a copy and evaluated. */
	void (*rate)(const struct at_state *, const double *weights, const at_move *, int n,
		     float *out);

	/* For long turns: is this move worth considering? NULL: all are. */
	bool (*worth)(const struct at_state *, at_move, bool narrow);

	/* The end, for certain wins (sure.c), all in views. decided(): nobody decides anything any
	 * more, only what is hidden will be opened; NULL: when the game is over. hidden_points():
	 * the most points that what is hidden can add to the score of this seat; NULL: none.
	 * may_end(): could this turn end the game? NULL: look if turns are short. */
	bool (*decided)(const struct at_state *);
	int (*hidden_points)(const struct at_state *, int seat);
	bool (*may_end)(const struct at_state *);

	/* Sampling worlds by what the players did. listen() weighs the secrets of a view, once a
	 * decision; guess() does what the rules' guess() does, with these odds instead of
	 * uniform ones. The result depends on the view and the random numbers alone, and every
	 * consistent world stays possible. Both NULL: the rules' guess. Where this makes
	 * forecasts truer but moves no better, bots use it only when asked for advice. */
	bool listens_for_advice;
	void (*listen)(const struct at_state *view, struct at_belief *out);
	void (*guess)(struct at_state *out, const struct at_belief *, struct at_rng *);
};

/* The knowledge of this game; if it has none, that of any game. */
const struct at_knowledge *at_knowledge_of(const struct at_game *);

/* The weights of a bot of this kind that was given no others. */
const double *at_know_weights(const struct at_knowledge *, enum at_bot_kind);

/* How much of a game is to come, as above. */
double at_know_left(const struct at_knowledge *, const struct at_state *);

/* Expected final points of a seat; exact once the game is over. */
double at_know_points(const struct at_knowledge *, const double *weights, const struct at_state *,
		      int seat);

/* Expected final points of all seats, and their win probabilities. */
void at_know_judge(const struct at_knowledge *, const double *weights, const struct at_state *,
		   double win[AT_SEATS_MAX], double points[AT_SEATS_MAX]);

/* The net that a bot of this spec uses with this many players, or NULL for at_know_judge(). A
 * bot that forgets features, or was given weights, uses no net. */
bool at_know_wants_net(const struct at_knowledge *, const struct at_bot_spec *);
const struct at_net *at_know_net(const struct at_knowledge *, const struct at_bot_spec *,
				 int seats);

/* The rounded features of a seat, as nets see them: all of the game's features, of both kinds.
 * Returns their number. */
int at_know_inputs(const struct at_knowledge *, const struct at_state *, int seat,
		   int16_t out[AT_NET_INPUTS_MAX]);

/* Like at_know_judge(), with the shares from this net. */
void at_know_judge_by(const struct at_net *, const struct at_knowledge *, const double *weights,
		      const struct at_state *, double win[AT_SEATS_MAX],
		      double points[AT_SEATS_MAX]);

/* Replaces the points that at_know_judge() expects in a state by the forecast, where the two
 * differ. */
void at_know_foretell(const struct at_knowledge *, const struct at_state *,
		      double points[AT_SEATS_MAX]);

/* The calibration of the shares of a bot of this spec with this many players; NULL: none. */
const struct at_trust *at_know_trust(const struct at_knowledge *, const struct at_bot_spec *,
				     int seats);

/* Calibrates the shares that a search found, given the first shares and the points, the number
 * of seats, whose turn it is and how much of the game is left. */
void at_trust_shares(const struct at_trust *, int seats, int turn, double left, double *win,
		     const double *first, const double *points);

/* What this view says about secrets, and a consistent world, drawn by these odds. */
void at_know_listen(const struct at_knowledge *, const struct at_view *, struct at_belief *out);
void at_know_guess(const struct at_knowledge *, const struct at_view *, const struct at_belief *,
		   struct at_rng *, struct at_state *out);

/* Draws one number of a non-empty set in proportion to the odds. */
int at_draw_by_odds(const double odds[AT_SECRETS_MAX], uint64_t set, struct at_rng *);

#define AT_DECLARE_KNOWLEDGE(name) extern const struct at_knowledge at_know_##name;
AT_KNOWN(AT_DECLARE_KNOWLEDGE)
extern const struct at_knowledge at_know_any; /* for games without knowledge of their own
					       * (any_game.c) */

#endif
