#include "laws.h"

#include "json.h"
#include "play.h"
#include "position.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

uint8_t take_byte(struct bytes *b)
{
	if (b->left == 0)
		return 0;
	b->left--;
	return *b->at++;
}

uint32_t take_word(struct bytes *b)
{
	uint32_t x = 0;

	for (int i = 0; i < 4; i++)
		x |= (uint32_t)take_byte(b) << (8 * i);
	return x;
}

void law(bool holds, const char *what, const struct at_state *s)
{
	char array[AT_TEXT_MAX];
	struct at_text t;

	if (holds)
		return;
	at_text_init(&t, array, sizeof array);
	if (s)
		at_print_position(s, &t);
	fprintf(stderr, "broken: %s\n%s", what, array);
	abort();
}

const struct at_game *take_setup(struct bytes *b, struct at_setup *out)
{
	uint8_t first = take_byte(b);
	int index = (first & 15) % (at_games() + 1);
	const struct at_game *game = index < at_games() ? at_game(index) : &at_template;
	int seats = (first >> 4) % (game->seats_max - game->seats_min + 1);
	union at_any any;

	*out = (struct at_setup){.seats = (uint8_t)(game->seats_min + seats)};
	out->options = take_byte(b);
	if (at_init(game, out, &any.head, NULL))
		out->options = 0;
	return game;
}

static bool same(const struct at_state *a, const struct at_state *b)
{
	return memcmp(a, b, at_game_of(a)->state_size) == 0;
}

/* The JSON fits, its brackets match, and commas are only between members. */
static void law_of_json(const struct at_state *s)
{
	static char array[AT_JSON_MAX];
	char open[16], before = ',';
	struct at_text t;
	int depth = 0;

	at_text_init(&t, array, sizeof array);
	at_json_position(&t, s);
	law(!t.full, "the JSON fits AT_JSON_MAX", s);
	for (const char *p = array; *p; before = *p++) {
		bool start = before == ',' || before == '[' || before == '{' || before == ':';
		law(p == array || depth > 0, "the JSON is one object", s);
		if (*p == '[' || *p == '{') {
			law(start && depth < (int)sizeof open, "a bracket begins a value", s);
			open[depth++] = *p == '[' ? ']' : '}';
		} else if (*p == ']' || *p == '}') {
			law(before != ',' && before != ':' && *p == open[--depth], "brackets pair",
			    s);
		} else if (*p == ',' || *p == ':') {
			law(!start, "a comma or colon is between two things", s);
		} else if (*p == '"') {
			law(start, "a string is a value or a name", s);
			while (*++p != '"')
				law(*p >= ' ' && *p != '\\', "strings of rules are plain", s);
		}
	}
	law(depth == 0, "every bracket is closed", s);
}

void laws_of_state(const struct at_state *s)
{
	char array[AT_TEXT_MAX];
	uint8_t bytes[AT_BYTES_MAX];
	at_move list[AT_MOVES_MAX];
	struct at_text t;
	struct at_fail fail = {0};
	union at_any back;
	int n = at_moves(s, list);

	if (at_check(s, &fail))
		law(false, fail.why, s);
	for (int i = 1; i < n; i++)
		law(list[i - 1] < list[i], "moves ascend", s);
	at_text_init(&t, array, sizeof array);
	at_print_position(s, &t);
	law(!t.full, "the position fits AT_TEXT_MAX", s);
	if (at_parse_position(array, t.len, &back.head, &fail))
		law(false, fail.why, s);
	law(same(s, &back.head), "position text reads back", s);
	if (at_decode(bytes, at_encode(s, bytes), &back.head, &fail))
		law(false, fail.why, s);
	law(same(s, &back.head), "bytes decode to the same state", s);
	if (s->ply % 4 == 0) /* the slowest of the checks */
		law_of_json(s);
}

void laws_of_play(const struct at_state *from, int plies)
{
	const struct at_game *game = at_game_of(from);
	at_move list[AT_MOVES_MAX];
	union at_any any;
	struct at_state *s = &any.head;
	struct at_rng rng;

	memcpy(s, from, game->state_size);
	at_rng_init(&rng, at_state_hash(s), 0);
	if (!at_is_truth(s)) {
		struct at_view view;
		memcpy(&view.state, s, game->state_size);
		at_guess(&view, &rng, s);
	}
	while (plies-- > 0 && s->ply < game->plies_max) {
		int n = at_moves(s, list);
		if (n == 0)
			return;
		if (s->turn == AT_CHANCE)
			law(laws_of_move(s, at_draw(game, s, &rng)), "a draw is legal", s);
		else
			law(laws_of_move(s, list[at_rng_below(&rng, (uint32_t)n)]),
			    "a listed move is legal", s);
	}
}

static void moves_read_back(const struct at_state *s, at_move m)
{
	char array[AT_MOVE_TEXT_MAX];
	struct at_text t;
	struct at_fail fail;
	at_move back;

	at_text_init(&t, array, sizeof array);
	at_print_move(s, m, &t);
	law(!t.full, "the move fits AT_MOVE_TEXT_MAX", s);
	if (at_parse_move(s, array, t.len, &back, &fail))
		law(false, fail.why, s);
	law(back == m, "a legal move reads back", s);
}

static bool listed(const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	for (int i = 0; i < n; i++)
		if (list[i] == m)
			return true;
	return false;
}

void laws_of_word(const struct at_state *s, at_move m)
{
	const struct at_game *game = at_game_of(s);
	struct at_view view;
	struct at_fail fail;

	law(!game->refuse(s, m, NULL) == listed(s, m), "what is listed is legal", s);
	for (int v = AT_PUBLIC; v < s->seats; v++) {
		struct at_state *seen = &view.state.head;
		at_view(s, v, &view);
		law(!game->refuse(seen, m, NULL) == listed(seen, m), "a view allows what it lists",
		    s);
		if (!at_follow(seen, m, &fail) && at_check(seen, &fail))
			law(false, fail.why, seen);
	}
}

bool laws_of_move(struct at_state *s, at_move m)
{
	const struct at_game *game = at_game_of(s);
	struct at_view before[AT_SEATS_MAX + 1], after;
	at_move seen[AT_SEATS_MAX + 1];
	union at_any old;
	struct at_fail fail;

	memcpy(&old, s, game->state_size);
	if (game->refuse(s, m, &fail) || s->ply >= game->plies_max) {
		law(at_apply(s, m, &fail) != AT_OK, "what is refused is not applied", s);
		law(same(s, &old.head), "a refused move changes nothing", s);
		return false;
	}
	moves_read_back(s, m);
	for (int v = AT_PUBLIC; v < s->seats; v++) {
		at_view(s, v, &before[v + 1]);
		seen[v + 1] = at_view_move(s, m, v);
	}
	law(at_apply(s, m, &fail) == AT_OK, "what is not refused is applied", s);
	for (int v = AT_PUBLIC; v < s->seats; v++) {
		struct at_state *view = &before[v + 1].state.head;
		if (at_follow(view, seen[v + 1], &fail))
			law(false, fail.why, s);
		at_view(s, v, &after);
		law(same(view, &after.state.head), "a view follows the moves", s);
	}
	laws_of_state(s);
	return true;
}
