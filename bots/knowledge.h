/* What good play looks like, one table and one file a game.
 *
 * An evaluation is linear: a seat's expected final points are the sum of its features, each times a
 * weight. Features are in points as far as possible, so that a weight of 1 means "as it says". The
 * weights are data (weights_*.h), fitted by `atoll lab tune` to games the bots played themselves.
 *
 * Win shares follow from the points of all seats: seat i wins in proportion to
 * e^(points[i] / t), where t runs from `spread_end` at the end of the game to `spread_start` at its
 * beginning. These two are the last weights of every game. Where a game has nets (net.h), a search
 * takes the shares from them, and from the weights the points alone. */
#ifndef AT_KNOWLEDGE_H
#define AT_KNOWLEDGE_H

#include "bot.h"
#include "known_list.h" /* AT_KNOWN(X), made by the build */
#include "net.h"

/* How hard to look for plans (plan.c). */
struct at_effort {
	int want;      /* plans */
	int beam;      /* long turns: unfinished plans kept at each step */
	int sample;    /* moves looked at, drawn at random; 0: all */
	bool narrow;   /* long turns: only what is worth a thought at first sight */
	bool distinct; /* turns that are rated alike count once */
};

enum {
	AT_FEATURES_MAX = 48,
	AT_PLANS_MAX = 192,  /* turns kept for one position ... */
	AT_PLANS_USUAL = 96, /* ... but seldom so many */
	AT_BEAM_MAX = 192,
};

/* What an evaluation that was tuned to win means in final points, for hints and analysis; fitted by
 * `atoll lab tune --forecast`. Pairs are for the end and the start of the game, and between
 * them it runs straight from one to the other. */
struct at_forecast {
	double gain[2]; /* what a seat adds to its score in a whole game of two, and by how much
			   that changes with every player more */
	double lead[2]; /* what a point above the mean of the seats comes to */
};

/* What the win shares and points that a search comes to have meant in games of good bots, for hints
 * and analysis; fitted by `atoll lab tune --trust` or learn/trust.py. The odds of a seat are w^sure
 * v^first e^(lead p): w is its share as the search found it, v as it seemed right after the turn, p
 * its points; and for the seat to move e^turn times that. Nobody is without hope: a part of the
 * whole, doubt, is shared evenly first. Triples are for the end, the middle and the start of the
 * game. */
struct at_trust {
	double sure[3], first[3], lead[3], turn[3], doubt[3];
};

/* What somebody's play tells of what they hide: for each seat the odds of each secret that it may
 * have (a goal, a card: the game's numbers), up to a factor a seat. */
enum { AT_SECRETS_MAX = 64 };
struct at_belief {
	double odds[AT_SEATS_MAX][AT_SECRETS_MAX];
};

struct at_knowledge {
	const struct at_game *game; /* NULL: of any game */
	int features;               /* how many; weights has two more */
	int more;                   /* features behind these that only a net sees, at no weight */
	const char *const *names;   /* of all of them */
	const double *weights;
	const double *greedy; /* weights for greedy, which looks no further; NULL: the same */
	const struct at_forecast *forecast; /* NULL: the evaluation foretells by itself */
	const struct at_trust *trust;       /* with two, three and four players; NULL: shares are
					       what they seem */
	const struct at_net *nets; /* with two, three and four players, some without inputs: none;
				      NULL: no net at all */
	const struct at_trust *net_trust; /* what shares mean where a net has made them */
	const struct at_level *levels;    /* as many as it likes, NULL after the last name; the
					     others, or all where this is NULL, are as in any
					     game */

	uint32_t judge_nodes; /* of who judges for people (at_judge_spec()); 0: those
				 of hard */

	bool long_turns; /* a turn has many decisions: plan it as a whole */
	bool rivals;     /* a move matters by what it does to the others' features too */
	bool shuffle;    /* moves rated alike come in random order */
	bool play_on;    /* the evaluation says little: leaves are played on at random to the end,
			    where the rules judge */

	/* the tree */
	struct at_effort root, reply; /* turns looked for at the root at most, and below it */
	int root_nodes, reply_nodes;  /* long turns: budget for each in the beam */
	bool draws_matter;            /* what is drawn decides which turns are good */
	uint8_t expand_after;         /* visits after which a leaf gets children */
	double explore;               /* how much untried turns weigh against good ones */
	double settled;        /* a turn is played when it leads in visits by more than this part of
				  those to come; 1: it cannot be overtaken; 0: never early */
	double prior_scale;    /* points by which a turn must be worse to be tried e times less */
	double net_points;     /* long turns: what odds e times better are worth in points */
	double wish_per_point; /* what a point is worth in wishes, for the noise of levels */

	/* play-outs */
	uint8_t sample;  /* moves looked at; 0: all */
	uint8_t horizon; /* rounds before the evaluation takes over; 0: to the end */

	/* The features of one seat in a full state of any phase. */
	void (*see)(const struct at_state *, int seat, double *features);

	/* The same, and `more` behind them. NULL: there are no more. */
	void (*see_more)(const struct at_state *, int seat, double *features);

	/* How much of the game is to come: 1 at the start, 0 at the end. NULL: it follows from
	 * how many moves a game usually has, chance included (0: from the most there can be). */
	double (*left)(const struct at_state *);
	double plies;

	/* Quick values, in points and up to a constant, of the mover's listed moves. NULL: each is
	 * made on a copy and judged. */
	void (*rate)(const struct at_state *, const double *weights, const at_move *, int n,
		     float *out);

	/* For long turns: is this move worth a thought? NULL: all are. */
	bool (*worth)(const struct at_state *, at_move, bool narrow);

	/* Guesses that listen. listen() weighs the secrets of a view, once a decision; guess() does
	 * what the rules' guess() does, with these odds instead of even ones. What they make
	 * depends on the view and the random numbers alone, and no world that fits is ever ruled
	 * out. NULL, both: the rules' guess. Where it makes forecasts truer but no move better,
	 * bots listen only when they are asked for advice. */
	bool listens_for_advice;
	void (*listen)(const struct at_state *view, struct at_belief *out);
	void (*guess)(struct at_state *out, const struct at_belief *, struct at_rng *);
};

/* What is known of this game: of its own, or what is known of any. */
const struct at_knowledge *at_knowledge_of(const struct at_game *);

/* The weights that a bot of this kind uses unless it is given others. */
const double *at_know_weights(const struct at_knowledge *, enum at_bot_kind);

/* How much of a game is to come, as above. */
double at_know_left(const struct at_knowledge *, const struct at_state *);

/* Expected final points of a seat; exact once the game is over. */
double at_know_points(const struct at_knowledge *, const double *weights, const struct at_state *,
		      int seat);

/* Expected final points of all seats, and their shares of the win. */
void at_know_judge(const struct at_knowledge *, const double *weights, const struct at_state *,
		   double win[AT_SEATS_MAX], double points[AT_SEATS_MAX]);

/* The net that a bot of this spec judges by with so many players, or NULL: then it is
 * at_know_judge(). Who forgets some of the weights, or is given others, goes by them and wants
 * none. */
bool at_know_wants_net(const struct at_knowledge *, const struct at_bot_spec *);
const struct at_net *at_know_net(const struct at_knowledge *, const struct at_bot_spec *,
				 int seats);

/* What nets see of a seat, rounded: as many features as the game has, of both kinds; returns how
 * many. */
int at_know_inputs(const struct at_knowledge *, const struct at_state *, int seat,
		   int16_t out[AT_NET_INPUTS_MAX]);

/* The same as at_know_judge(), with the shares that this net sees. */
void at_know_judge_by(const struct at_net *, const struct at_knowledge *, const double *weights,
		      const struct at_state *, double win[AT_SEATS_MAX],
		      double points[AT_SEATS_MAX]);

/* Replaces the points that at_know_judge() expects in a state by what it foretells, where that is
 * not the same. */
void at_know_foretell(const struct at_knowledge *, const struct at_state *,
		      double points[AT_SEATS_MAX]);

/* What the shares that a bot of this spec finds mean with so many players; NULL: what they say. */
const struct at_trust *at_know_trust(const struct at_knowledge *, const struct at_bot_spec *,
				     int seats);

/* Replaces the shares that a search found, with those at first and these points, by what they mean:
 * with so many seats, whose turn it is, how much of the game is left. */
void at_trust_shares(const struct at_trust *, int seats, int turn, double left, double *win,
		     const double *first, const double *points);

/* What this view tells of secrets, and a world that fits it, likelier ones more often. */
void at_know_listen(const struct at_knowledge *, const struct at_view *, struct at_belief *out);
void at_know_guess(const struct at_knowledge *, const struct at_view *, const struct at_belief *,
		   struct at_rng *, struct at_state *out);

/* One of the numbers in a set, which is not empty, in proportion to their odds. */
int at_draw_by_odds(const double odds[AT_SECRETS_MAX], uint64_t set, struct at_rng *);

#define AT_DECLARE_KNOWLEDGE(name) extern const struct at_knowledge at_know_##name;
AT_KNOWN(AT_DECLARE_KNOWLEDGE)
extern const struct at_knowledge at_know_any; /* where there is nothing better (any_game.c) */

#endif
