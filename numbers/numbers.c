#include "numbers.h"

#include "numbers_list.h" /* AT_NUMBERED(X), made by the build */

#include <string.h>

#define DECLARE(name)                                                                              \
	extern const struct at_game at_##name;                                                     \
	extern const struct at_numbers at_numbers_##name;
AT_NUMBERED(DECLARE)

#define ROW(name) {&at_##name, &at_numbers_##name},
static const struct {
	const struct at_game *game;
	const struct at_numbers *numbers;
} rows[] = {AT_NUMBERED(ROW){NULL, NULL}};

/* --- the default: places in the list, fields of the layout --- */

static uint32_t place_in_list(const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);
	int i = 0;

	while (i < n && list[i] < m)
		i++;
	return (uint32_t)i;
}

static at_move listed_at(const struct at_state *s, uint32_t index)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	return index < (uint32_t)n ? list[index] : 0;
}

static void mask_list(const struct at_state *s, uint8_t *out)
{
	at_move list[AT_MOVES_MAX];
	const struct at_game *game = at_game_of(s);
	int n = at_moves(s, list);

	memset(out, 0, game->moves_max);
	memset(out, 1, (size_t)n);
}

static void observe_fields(const struct at_state *view, uint8_t *out)
{
	at_encode(view, out);
}

static uint32_t bytes_of(const struct at_game *game)
{
	uint32_t size = sizeof(struct at_state);

	for (const struct at_field *f = game->layout; f->width; f++)
		size += (uint32_t)f->width * f->count;
	return size;
}

const struct at_numbers *at_numbers_of(const struct at_game *game, struct at_numbers *own)
{
	for (int i = 0; rows[i].game; i++)
		if (rows[i].game == game)
			return rows[i].numbers;
	*own = (struct at_numbers){
	    .actions = game->moves_max,
	    .observation = bytes_of(game),
	    .index = place_in_list,
	    .move = listed_at,
	    .mask = mask_list,
	    .observe = observe_fields,
	};
	return own;
}

/* --- what all have in common --- */

void at_numbers_mask(const struct at_numbers *numbers, const struct at_state *s, uint8_t *out)
{
	if (s->turn < 0 || at_others_decide(s))
		memset(out, 0, numbers->actions);
	else
		numbers->mask(s, out);
}

at_move at_numbers_move(const struct at_numbers *numbers, const struct at_game *game,
			const struct at_state *s, uint32_t index, struct at_fail *fail)
{
	at_move m;

	if (index >= numbers->actions) {
		at_fail(fail, AT_BAD_MOVE, "%s has actions 0 to %u", game->name,
			numbers->actions - 1);
		return 0;
	}
	if (s->turn < 0 || at_others_decide(s)) {
		at_fail(fail, AT_BAD_MOVE,
			s->turn == AT_OVER     ? "the game is over"
			: s->turn == AT_CHANCE ? "a draw is due, and draws have no index"
					       : "somebody else decides here");
		return 0;
	}
	m = numbers->move(s, index);
	if (!m)
		at_fail(fail, AT_BAD_MOVE, "action %u means nothing here", index);
	return m && game->refuse(s, m, fail) == AT_OK ? m : 0;
}

void at_observe_common(const struct at_state *view, uint8_t *out)
{
	memset(out, 0, AT_COMMON_SIZE);
	for (int i = 0; i < view->seats; i++) {
		int seat = at_relative(view, i);
		out[i] = 1;
		out[4 + i] = view->turn == seat;
		out[8 + i] = view->first == seat;
	}
}
