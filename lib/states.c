/* atoll.h: states, views, scores, text and bytes. */
#include "facade.h"
#include "knowledge.h"
#include "play.h"
#include "position.h"

#include <string.h>

size_t at_state_size(const struct at_game *game)
{
	return game->state_size;
}

size_t at_state_size_max(void)
{
	return AT_STATE_MAX;
}

enum at_err at_state_init(const struct at_game *game, int seats, uint8_t options,
			  struct at_state *out, struct at_error *error)
{
	struct at_setup setup = {(uint8_t)seats, options};
	struct at_fail fail;

	if (at_facade_seats(game, seats, error))
		return AT_BAD_VALUE;
	return at_init(game, &setup, out, &fail) ? at_facade_fail(error, &fail) : AT_OK;
}

const struct at_game *at_state_game(const struct at_state *s)
{
	return at_game_of(s);
}

int at_state_seats(const struct at_state *s)
{
	return s->seats;
}

uint8_t at_state_options(const struct at_state *s)
{
	return s->options;
}

int at_state_turn(const struct at_state *s)
{
	return s->turn;
}

int at_state_viewer(const struct at_state *s)
{
	return s->viewer;
}

int at_state_first(const struct at_state *s)
{
	return s->first;
}

uint32_t at_state_ply(const struct at_state *s)
{
	return s->ply;
}

uint64_t at_state_fingerprint(const struct at_state *s)
{
	return at_state_hash(s);
}

/* --- moves --- */

int at_state_moves(const struct at_state *s, at_move *out)
{
	return at_moves(s, out);
}

int at_state_odds(const struct at_state *s, uint32_t *out)
{
	return s->turn == AT_CHANCE ? at_game_of(s)->weights(s, out) : 0;
}

at_move at_state_draw(const struct at_state *s, struct at_rng *rng)
{
	return s->turn == AT_CHANCE && at_is_truth(s) ? at_draw(at_game_of(s), s, rng) : 0;
}

at_move at_state_deal(const struct at_state *s, const uint8_t seed[AT_SEED_SIZE])
{
	return s->turn == AT_CHANCE && at_is_truth(s) ? at_deal(at_game_of(s), s, seed) : 0;
}

enum at_err at_state_apply(struct at_state *s, at_move m, struct at_error *error)
{
	struct at_fail fail;

	if (!error) /* nobody reads the reason, so this is the fastest way */
		return at_apply(s, m, NULL);
	return at_apply(s, m, &fail) ? at_facade_refuse(error, &fail) : AT_OK;
}

/* --- views and guesses --- */

static bool is_viewer(const struct at_state *s, int viewer)
{
	return viewer == AT_PUBLIC || (viewer >= 0 && viewer < s->seats);
}

enum at_err at_state_view(const struct at_state *s, int viewer, struct at_state *out,
			  struct at_error *error)
{
	struct at_view view;

	if (!is_viewer(s, viewer))
		return at_facade_error(error, AT_BAD_VALUE, "there is no seat %d to look", viewer);
	if (!at_is_truth(s) && s->viewer != viewer)
		return at_facade_error(error, AT_BAD_VALUE, "this is another seat's view");
	at_view(s, viewer, &view);
	memcpy(out, &view.state, at_game_of(s)->state_size);
	return AT_OK;
}

at_move at_state_seen(const struct at_state *s, at_move m, int viewer)
{
	if (!at_is_truth(s) || !is_viewer(s, viewer) || at_game_of(s)->refuse(s, m, NULL))
		return 0;
	return at_view_move(s, m, viewer);
}

enum at_err at_state_follow(struct at_state *view, at_move seen, struct at_error *error)
{
	struct at_fail fail;

	if (at_is_truth(view))
		return at_facade_error(error, AT_BAD_VALUE, "the truth follows nothing");
	return at_follow(view, seen, &fail) ? at_facade_refuse(error, &fail) : AT_OK;
}

enum at_err at_state_guess(const struct at_state *s, struct at_rng *rng, struct at_state *out,
			   struct at_error *error)
{
	return at_state_guess_as(s, AT_GUESS_DEALT, rng, out, error);
}

enum at_err at_state_guess_as(const struct at_state *s, enum at_guess_kind kind, struct at_rng *rng,
			      struct at_state *out, struct at_error *error)
{
	const struct at_knowledge *know;
	struct at_belief belief;
	struct at_view view;

	if (at_is_truth(s))
		return at_facade_error(error, AT_BAD_VALUE, "the truth need not be guessed");
	at_view(s, s->viewer, &view);
	if (kind == AT_GUESS_DEALT) {
		at_guess(&view, rng, out);
		return AT_OK;
	}
	if (kind != AT_GUESS_PLAYED)
		return at_facade_error(error, AT_BAD_VALUE, "there is no guess of kind %d", kind);
	know = at_knowledge_of(at_game_of(s));
	at_know_listen(know, &view, &belief);
	at_know_guess(know, &view, &belief, rng, out);
	return AT_OK;
}

/* --- scores --- */

enum at_err at_state_score(const struct at_state *s, int seat, struct at_score *out,
			   struct at_error *error)
{
	if (seat < 0 || seat >= s->seats)
		return at_facade_error(error, AT_BAD_VALUE, "there is no seat %d", seat);
	at_score(s, seat, out);
	return AT_OK;
}

void at_state_places(const struct at_state *s, int *out)
{
	struct at_score scores[AT_SEATS_MAX];

	at_rank(s, scores, out);
}

void at_state_returns(const struct at_state *s, double *out)
{
	struct at_score scores[AT_SEATS_MAX];
	double wins[AT_SEATS_MAX];

	at_judge(s, scores, wins);
	for (int i = 0; i < s->seats; i++)
		out[i] = s->turn == AT_OVER ? at_return(s->seats, wins[i]) : 0;
}

/* --- text and bytes --- */

size_t at_state_print(const struct at_state *s, char *out, size_t room)
{
	struct at_text t;

	if (!room)
		return 0;
	at_text_init(&t, out, room);
	at_print_position(s, &t);
	return t.full ? 0 : t.len;
}

size_t at_state_json(const struct at_state *s, char *out, size_t room)
{
	struct at_text t;

	if (!room)
		return 0;
	at_text_init(&t, out, room);
	at_json_position(&t, s);
	return t.full ? 0 : t.len;
}

size_t at_move_print(const struct at_state *s, at_move m, char *out, size_t room)
{
	const struct at_game *game = at_game_of(s);
	struct at_text t;

	if (!room ||
	    (game->refuse(s, m, NULL) && (at_is_truth(s) || game->refuse_seen(s, m, NULL))))
		return 0;
	at_text_init(&t, out, room);
	at_print_move(s, m, &t);
	return t.full ? 0 : t.len;
}

enum at_err at_move_parse(const struct at_state *s, const char *text, at_move *out,
			  struct at_error *error)
{
	struct at_fail fail;

	return at_parse_move(s, text, strlen(text), out, &fail) ? at_facade_fail(error, &fail)
								: AT_OK;
}

/* A state that was read goes to the caller's memory. */
static enum at_err give(const union at_any *any, struct at_state *out, size_t room,
			struct at_error *error)
{
	const struct at_game *game = at_game_of(&any->head);

	if (room < game->state_size)
		return at_facade_error(error, AT_TOO_LONG, "a state of %s has %u bytes", game->name,
				       game->state_size);
	memcpy(out, any, game->state_size);
	return AT_OK;
}

enum at_err at_state_parse(const char *text, struct at_state *out, size_t room,
			   struct at_error *error)
{
	union at_any any;
	struct at_fail fail;

	if (at_parse_position(text, strlen(text), &any.head, &fail))
		return at_facade_fail(error, &fail);
	return give(&any, out, room, error);
}

size_t at_state_encode(const struct at_state *s, uint8_t *out)
{
	return at_encode(s, out);
}

enum at_err at_state_decode(const uint8_t *bytes, size_t size, struct at_state *out, size_t room,
			    struct at_error *error)
{
	union at_any any;
	struct at_fail fail;

	if (at_decode(bytes, size, &any.head, &fail))
		return at_facade_fail(error, &fail);
	return give(&any, out, room, error);
}
