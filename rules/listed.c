/* Moves of strangers: the list has to have them, too. */
#include "game.h"

static bool is_listed(const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int lo = 0;
	int hi = at_moves(s, list);

	while (lo < hi) {
		int mid = (lo + hi) / 2;
		if (list[mid] == m)
			return true;
		if (list[mid] < m)
			lo = mid + 1;
		else
			hi = mid;
	}
	return false;
}

enum at_err at_apply_listed(struct at_state *s, at_move m, struct at_fail *fail)
{
	enum at_err err;

	if (is_listed(s, m))
		return at_apply(s, m, fail);
	err = at_game_of(s)->refuse(s, m, fail);
	if (err)
		return err;
	at_fail(fail, AT_BAD_MOVE, "the rules do not list this move");
	return at_blame(fail, AT_BAD_MOVE, "gap", 0);
}
