#include "tree.h"

#include <string.h>

void at_tree_lay_out(struct at_bot *bot)
{
	struct at_tree *t = at_tree_of(bot);
	uint8_t *at = bot->pool + sizeof *t;
	size_t room = bot->pool_size - sizeof *t;
	size_t moves_room;

	t->moves = (at_move *)(void *)at;
	t->moves_max = bot->know->long_turns ? (uint32_t)(room / 4 / sizeof(at_move)) : 0;
	moves_room = t->moves_max * sizeof(at_move); /* whole moves, so that nodes are aligned */
	room -= moves_room;
	t->other_max = (uint32_t)(room / 8 / sizeof(struct at_node));
	t->max = (uint32_t)(room / sizeof(struct at_node)) - t->other_max;
	t->nodes = (struct at_node *)(void *)(at + moves_room);
	t->other = t->nodes + t->max;
}

void at_tree_clear(struct at_tree *t)
{
	t->nodes[AT_ROOT] = (struct at_node){0};
	t->count = 1;
	t->moves_count = 0;
}

void at_search_forget(struct at_bot *bot)
{
	at_tree_of(bot)->live = false;
}

/* Copies a subtree to the other half so that it begins at AT_ROOT, and back; false if it is too
 * large. A node's children are copied when the copy reaches the node. */
static bool move_root(struct at_tree *t, uint32_t to)
{
	struct at_node *room = t->other;
	uint32_t count = 1;

	room[AT_ROOT] = t->nodes[to];
	for (uint32_t i = 0; i < count; i++) {
		struct at_node *n = &room[i];
		if (n->count == 0)
			continue;
		if (count + n->count > t->other_max)
			return false;
		memcpy(room + count, t->nodes + n->children, n->count * sizeof *n);
		n->children = count;
		count += n->count;
	}
	memcpy(t->nodes, room, count * sizeof *room);
	t->count = count;
	return true;
}

bool at_tree_go_on(struct at_bot *bot)
{
	struct at_tree *t = at_tree_of(bot);
	uint32_t at = AT_ROOT;

	if (!t->live || !bot->told || bot->know->long_turns || bot->seen_count > AT_SEEN_MAX)
		return false;
	if (bot->seen_count == 0) /* the same question again is searched afresh */
		return false;
	for (int i = 0; i < bot->seen_count; i++) {
		const struct at_node *n = &t->nodes[at];
		uint32_t k = 0;
		while (k < n->count && t->nodes[n->children + k].move != bot->seen[i])
			k++;
		if (k == n->count)
			return false;
		at = n->children + k;
	}
	if (t->nodes[at].visits == 0)
		return false;
	return move_root(t, at);
}

bool at_tree_keep(struct at_tree *t, struct at_node *n, const struct at_plan *plan)
{
	uint32_t rest = (uint32_t)plan->length - 1;

	n->move = plan->moves[0];
	n->length = (uint16_t)plan->length;
	n->rest = t->moves_count;
	if (rest == 0)
		return true;
	if (t->moves_count + rest > t->moves_max)
		return false;
	memcpy(t->moves + t->moves_count, plan->moves + 1, rest * sizeof(at_move));
	t->moves_count += rest;
	return true;
}

bool at_tree_is(const struct at_tree *t, const struct at_node *n, const struct at_plan *plan)
{
	return n->move == plan->moves[0] && n->length == plan->length &&
	       memcmp(t->moves + n->rest, plan->moves + 1,
		      ((size_t)n->length - 1) * sizeof(at_move)) == 0;
}
