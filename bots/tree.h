/* The tree of a search: its nodes, and the part of the bot's memory where they are. */
#ifndef AT_TREE_H
#define AT_TREE_H

#include "bot_inner.h"

enum { AT_ROOT = 0 };

struct at_node {
	float wish[AT_SEATS_MAX]; /* sums of the objective over the visits */
	uint32_t visits;
	uint32_t children; /* index of the first; they are consecutive, best-rated first */
	uint16_t count;    /* 0: a leaf */
	uint16_t length;   /* moves of the turn that leads here */
	at_move move;      /* its first move */
	uint32_t rest;     /* index of its other moves in tree.moves; for an outcome: its seed */
	float prior;
};

struct at_report {
	uint32_t visits; /* of this decision's thinking */
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX];
	double square;              /* of the mover's win */
	uint32_t looks;             /* evaluations of the position right after the turn */
	double first[AT_SEATS_MAX]; /* sums of the shares found there */
};

struct at_tree {
	struct at_node *nodes, *other; /* other: where a subtree worth keeping waits */
	uint32_t count, max, other_max;
	at_move *moves;
	uint32_t moves_count, moves_max;
	bool live; /* the root is the position of the last decision */
	bool held; /* the root's children stay as they are: reports and questions count by them */
	struct at_report reports[AT_PLANS_MAX];
};

static inline struct at_tree *at_tree_of(struct at_bot *bot)
{
	return (struct at_tree *)(void *)bot->pool;
}

/* Places the tree in the bot's memory. */
void at_tree_lay_out(struct at_bot *);

/* Resets the tree to a root without children. */
void at_tree_clear(struct at_tree *);

/* Follows the moves seen since the last decision, so that the root is the current position;
 * false if the tree does not contain it. */
bool at_tree_go_on(struct at_bot *);

/* Stores this plan as the turn that leads to a node; false if there is no room for its moves. */
bool at_tree_keep(struct at_tree *, struct at_node *, const struct at_plan *);

/* Whether this plan is the turn that leads to a node. */
bool at_tree_is(const struct at_tree *, const struct at_node *, const struct at_plan *);

#endif
