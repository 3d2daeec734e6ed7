/* atoll.h: actions and observations. */
#include "facade.h"

#include <string.h>

int at_numbers_version(const struct at_game *game)
{
	struct at_numbers own;

	return at_numbers_of(game, &own)->version;
}

uint32_t at_actions(const struct at_game *game)
{
	struct at_numbers own;

	return at_numbers_of(game, &own)->actions;
}

size_t at_observation_size(const struct at_game *game)
{
	struct at_numbers own;

	return at_numbers_of(game, &own)->observation;
}

/* NULL for parts: there is one, of this length. */
static bool give_part(const struct at_part *parts, const struct at_part *whole, int part,
		      struct at_part *out)
{
	if (part < 0 || (!parts && part > 0))
		return false;
	while (parts && parts->name && part-- > 0)
		parts++;
	if (parts && !parts->name)
		return false;
	*out = parts ? *parts : *whole;
	return true;
}

bool at_action_part(const struct at_game *game, int part, struct at_part *out)
{
	struct at_numbers own;
	const struct at_numbers *numbers = at_numbers_of(game, &own);
	struct at_part whole = {
	    "move", "place in the list of moves", 0, {(uint16_t)numbers->actions}, 1};

	return give_part(numbers->action_parts, &whole, part, out);
}

bool at_observation_part(const struct at_game *game, int part, struct at_part *out)
{
	struct at_numbers own;
	const struct at_numbers *numbers = at_numbers_of(game, &own);
	struct at_part whole = {
	    "fields", "the bytes of at_state_encode()", 0, {(uint16_t)numbers->observation}, 255};

	return give_part(numbers->planes, &whole, part, out);
}

void at_action_mask(const struct at_state *s, uint8_t *out)
{
	struct at_numbers own;

	at_numbers_mask(at_numbers_of(at_game_of(s), &own), s, out);
}

enum at_err at_action_index(const struct at_state *s, at_move m, uint32_t *out,
			    struct at_error *error)
{
	const struct at_game *game = at_game_of(s);
	struct at_numbers own;
	struct at_fail fail;

	if (game->refuse(s, m, &fail))
		return at_facade_refuse(error, &fail);
	if (s->turn < 0)
		return at_facade_error(error, AT_BAD_MOVE, "draws have no index");
	*out = at_numbers_of(game, &own)->index(s, m);
	return AT_OK;
}

enum at_err at_action_move(const struct at_state *s, uint32_t action, at_move *out,
			   struct at_error *error)
{
	const struct at_game *game = at_game_of(s);
	struct at_numbers own;
	struct at_fail fail;
	at_move m = at_numbers_move(at_numbers_of(game, &own), game, s, action, &fail);

	if (!m)
		return at_facade_refuse(error, &fail);
	*out = m;
	return AT_OK;
}

enum at_err at_state_act(struct at_state *s, uint32_t action, struct at_error *error)
{
	enum at_err err;
	at_move m;

	err = at_action_move(s, action, &m, error);
	return err ? err : at_state_apply(s, m, error);
}

enum at_err at_observe(const struct at_state *s, int seat, uint8_t *out, struct at_error *error)
{
	const struct at_game *game = at_game_of(s);
	struct at_numbers own;
	union at_any view;

	if (seat < 0 || seat >= s->seats)
		return at_facade_error(error, AT_BAD_VALUE, "there is no seat %d", seat);
	if (at_state_view(s, seat, &view.head, error))
		return AT_BAD_VALUE;
	at_numbers_of(game, &own)->observe(&view.head, out);
	return AT_OK;
}
