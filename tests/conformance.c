/* Laws that every game must keep: each law is one test for each game, over random games with
 * every number of players and every combination of options. */
#include "conformance.h"
#include "game.h"
#include "laws.h"
#include "play.h"
#include "position.h"
#include "record.h"
#include "walk.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RECORD_MAX = 1 << 22 };

/* --- the lists of moves --- */

static void visit_lists(struct walk *w)
{
	uint32_t weights[AT_MOVES_MAX];

	assert_true((uint32_t)w->count <= w->game->moves_max);
	for (int i = 0; i < w->count; i++)
		if (w->moves[i] == 0 || (i > 0 && w->moves[i - 1] >= w->moves[i]))
			fail_here(w, "the moves are not ascending and unique");
	if (here(w)->turn == AT_CHANCE) {
		assert_int_equal(w->game->weights(here(w), weights), w->count);
		for (int i = 0; i < w->count; i++)
			assert_true(weights[i] > 0);
	}
	if (here(w)->turn == AT_OVER)
		assert_int_equal(w->count, 0);
}

static void lists_are_ascending_and_bounded(void **state)
{
	walk_all(state, visit_lists);
}

/* Every outcome of a draw that has at most this many; some outcomes of others. */
enum { LOTS_TRIED = 200 };

static void visit_lots(struct walk *w)
{
	uint32_t weights[AT_MOVES_MAX];
	uint32_t sum = 0;
	uint32_t lots, step;

	if (!w->game->lots || here(w)->turn != AT_CHANCE)
		return;
	w->game->weights(here(w), weights);
	for (int i = 0; i < w->count; i++)
		sum += weights[i];
	lots = w->game->lots(here(w));
	if (lots != (w->count == 1 ? 1 : sum))
		fail_here(w, "the lots of a draw are not the sum of its odds");
	step = 1 + lots / LOTS_TRIED;
	for (uint32_t r = 0; r < lots; r += step) {
		uint32_t rest = r;
		int i = 0;
		while (rest >= weights[i])
			rest -= weights[i++];
		if (w->game->lot(here(w), r) != w->moves[i])
			fail_here(w, "a lot does not have the outcome that the odds give it");
	}
}

static void lots_are_as_many_as_the_odds(void **state)
{
	const struct at_game *game = *state;

	assert_int_equal(game->lots != NULL, game->lot != NULL);
	walk_all(state, visit_lots);
}

/* The same place of the list, from the same random number, with no other random number used. */
static void visit_any(struct walk *w)
{
	struct at_rng a, b;
	uint32_t count;

	if (!w->game->any || here(w)->turn < 0)
		return;
	for (uint64_t i = 0; i < 4; i++) {
		at_rng_init(&a, at_state_hash(here(w)), i);
		b = a;
		if (w->game->any(here(w), &a, &count) !=
			w->moves[at_rng_below(&b, (uint32_t)w->count)] ||
		    count != (uint32_t)w->count || memcmp(&a, &b, sizeof a) != 0)
			fail_here(w, "any() does not take the move from the list");
	}
}

static void any_is_a_place_in_the_list(void **state)
{
	walk_all(state, visit_any);
}

static int compare_hashes(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a;
	uint64_t y = *(const uint64_t *)b;
	return (x > y) - (x < y);
}

static void visit_results(struct walk *w)
{
	static uint64_t hashes[AT_MOVES_MAX];

	if (here(w)->turn < 0 || here(w)->ply % 5)
		return;
	for (int i = 0; i < w->count; i++) {
		union at_any after = w->state;
		w->game->apply(&after.head, w->moves[i]);
		hashes[i] = at_state_hash(&after.head);
	}
	qsort(hashes, (size_t)w->count, sizeof hashes[0], compare_hashes);
	for (int i = 1; i < w->count; i++)
		if (hashes[i] == hashes[i - 1])
			fail_here(w, "two listed moves lead to the same position");
}

static void moves_have_distinct_results(void **state)
{
	walk_all(state, visit_results);
}

static void try_move(struct walk *w, at_move m)
{
	union at_any after = w->state;
	struct at_fail why = {.err = AT_OK};
	enum at_err err = at_apply(&after.head, m, &why);

	if (in_list(w->moves, w->count, m)) {
		if (err)
			fail_here(w, why.why);
		return;
	}
	if (!err)
		fail_here(w, "a move that is not listed was applied");
	assert_int_equal(why.err, err);
	assert_true(why.why[0] != '\0');
	assert_true(same(w->game, &w->state, &after));
}

static void visit_illegal(struct walk *w)
{
	struct at_rng rng;

	if (here(w)->ply % 3)
		return;
	at_rng_init(&rng, here(w)->ply, 7);
	try_move(w, 0);
	for (int i = 0; i < 16; i++) {
		uint32_t r = (uint32_t)at_rng_next(&rng);
		try_move(w, r);
		try_move(w, r >> (r & 31));
		if (w->count)
			try_move(w, w->moves[r % (uint32_t)w->count] ^ 1u << (r >> 8 & 31));
		if (w->count)
			try_move(w, w->moves[r % (uint32_t)w->count]);
	}
}

static void illegal_moves_change_nothing(void **state)
{
	walk_all(state, visit_illegal);
}

static void visit_move_text(struct walk *w)
{
	for (int i = 0; i < w->count; i++) {
		const char *text = move_text(here(w), w->moves[i]);
		struct at_fail why;
		at_move back;
		if (at_parse_move(here(w), text, strlen(text), &back, &why))
			fail_here(w, why.why);
		if (back != w->moves[i])
			fail_here(w, text);
	}
}

static void moves_print_and_parse_back(void **state)
{
	walk_all(state, visit_move_text);
}

/* --- states --- */

static void visit_check(struct walk *w)
{
	struct at_fail why;
	struct at_view view;

	if (at_check(here(w), &why))
		fail_here(w, why.why);
	each_viewer (v, here(w)) {
		at_view(here(w), v, &view);
		if (at_check(&view.state.head, &why))
			fail_here(w, why.why);
	}
}

static void invariants_hold_after_every_move(void **state)
{
	walk_all(state, visit_check);
}

static void check_text(struct walk *w, const struct at_state *s)
{
	const char *text = position_text(s);
	union at_any back;
	struct at_fail why;

	if (at_parse_position(text, strlen(text), &back.head, &why)) {
		print_error("line %u: %s\n%s\n", why.line, why.why, text);
		fail_here(w, why.why);
	}
	if (!same(w->game, s, &back)) {
		print_error("%s\n", text);
		fail_here(w, "the position text reads back as another position");
	}
}

static void check_bytes(struct walk *w, const struct at_state *s)
{
	uint8_t bytes[AT_BYTES_MAX], changed[AT_BYTES_MAX], again[AT_BYTES_MAX];
	size_t size = at_encode(s, bytes);
	union at_any back;
	struct at_fail why;

	if (at_decode(bytes, size, &back.head, &why))
		fail_here(w, why.why);
	assert_true(same(w->game, s, &back));
	for (size_t cut = 0; cut < size; cut += 1 + cut / 4)
		assert_int_not_equal(at_decode(bytes, cut, &back.head, &why), AT_OK);
	for (int i = 0; i < 8; i++) {
		size_t at = at_rng_below(&w->rng, (uint32_t)size);
		size_t to = at_rng_below(&w->rng, (uint32_t)size);
		memcpy(changed, bytes, size);
		if (i % 2) { /* one piece has become another */
			changed[at]--;
			changed[to]++;
		} else {
			changed[at] ^= (uint8_t)(1 + at_rng_below(&w->rng, 255));
		}
		if (at_decode(changed, size, &back.head, &why))
			continue;
		assert_int_equal(at_check(&back.head, &why), AT_OK);
		assert_int_equal(at_encode(&back.head, again), size);
		assert_memory_equal(changed, again, size);
		check_text(w, &back.head);
	}
}

static void visit_bytes(struct walk *w)
{
	struct at_view view;

	if (here(w)->ply % 3)
		return;
	check_bytes(w, here(w));
	each_viewer (v, here(w)) {
		at_view(here(w), v, &view);
		check_bytes(w, &view.state.head);
	}
}

static void bytes_decode_to_the_same_state(void **state)
{
	walk_all(state, visit_bytes);
}

static void visit_text(struct walk *w)
{
	struct at_view view;

	if (here(w)->ply % 2)
		return;
	check_text(w, here(w));
	each_viewer (v, here(w)) {
		at_view(here(w), v, &view);
		check_text(w, &view.state.head);
	}
}

static void position_text_reads_back(void **state)
{
	walk_all(state, visit_text);
}

/* Options share one byte and each value has its own bits; numbers and names tell games apart. */
static void the_table_is_in_order(void **state)
{
	const struct at_game *game = *state;
	unsigned used = 0;

	assert_true(game->title && game->title[0] && game->plies_max > 0);
	assert_in_range(game->seats_min, 1, game->seats_max);
	assert_in_range(game->seats_max, game->seats_min, AT_SEATS_MAX);
	assert_ptr_equal(at_game_with_id(game->id), game);
	assert_ptr_equal(at_game_named((struct at_word){game->name, strlen(game->name)}), game);
	for (const struct at_option *o = game->options; o->name; o++) {
		unsigned bits = ((1u << o->bits) - 1) << o->shift;
		assert_in_range(o->bits, 1, 2);
		assert_true(bits < 256 && !(bits & used) && o->help);
		assert_true(o->values[0] && o->values[1]);
		for (int i = 1 << o->bits; i < 4; i++)
			assert_null(o->values[i]);
		used |= bits;
	}
	for (const struct at_key *key = game->keys; key->name; key++)
		for (const struct at_key *other = game->keys; other < key; other++)
			assert_string_not_equal(key->name, other->name);
}

static void layout_covers_every_byte(void **state)
{
	const struct at_game *game = *state;
	size_t next = sizeof(struct at_state);

	for (const struct at_field *f = game->layout; f->width; f++) {
		assert_int_equal(f->offset, next);
		next += (size_t)f->width * f->count;
	}
	assert_int_equal(next, game->state_size);
	assert_true(game->state_size <= AT_STATE_MAX);
	assert_true(game->moves_max <= AT_MOVES_MAX);
}

/* Does text begin with this key and what ends it in a document's table: "shelf N:", "bag:"? */
static bool names_key(const char *text, const char *key)
{
	size_t n = strlen(key);

	return strncmp(text, key, n) == 0 && (text[n] == ':' || text[n] == ' ');
}

/* The table below "In addition to the keys of the head" in docs/formats/GAME.md. A game without a
 * document has none: scripts/check-kept says whether it may. */
static void every_key_is_in_the_document(void **state)
{
	const struct at_game *game = *state;
	unsigned met = 0;
	char path[128], line[4096];
	bool table = false;
	FILE *in;
	int i;

	snprintf(path, sizeof path, "docs/formats/%s.md", game->name);
	in = fopen(path, "r");
	while (in && fgets(line, sizeof line, in)) {
		table = line[0] == '|' && (table || strncmp(line, "| key |", 7) == 0);
		if (!table || strncmp(line, "| `", 3) != 0 || names_key(line + 3, "first"))
			continue;
		for (i = 0; game->keys[i].name && !names_key(line + 3, game->keys[i].name);)
			i++;
		if (!game->keys[i].name)
			fail_msg("%s: no key of %s: %s", path, game->name, line);
		met |= 1u << i;
	}
	for (i = 0; in && game->keys[i].name; i++)
		if (!(met >> i & 1))
			fail_msg("%s does not have the key '%s'", path, game->keys[i].name);
	if (in)
		fclose(in);
}

/* --- scores --- */

/* A hidden score reveals nothing, and no seat's place reveals it; one's own score is never
 * hidden. */
static void check_hidden(struct walk *w, int viewer, const struct at_score *scores,
			 const int *places)
{
	bool any = false;

	for (int i = 0; i < here(w)->seats; i++)
		any |= scores[i].hidden;
	for (int i = 0; i < here(w)->seats; i++) {
		const struct at_score *s = &scores[i];
		assert_true(!s->hidden || (i != viewer && here(w)->turn != AT_OVER));
		assert_true(!s->hidden || !(s->total || s->line_count || s->tie_count));
		assert_int_equal(places[i] == 0, any);
	}
}

static void visit_scores(struct walk *w)
{
	struct at_score scores[AT_SEATS_MAX], seen[AT_SEATS_MAX];
	int places[AT_SEATS_MAX], places_seen[AT_SEATS_MAX];
	struct at_view view;
	int best = AT_SEATS_MAX;

	at_rank(here(w), scores, places);
	for (int i = 0; i < here(w)->seats; i++) {
		int sum = 0;
		assert_in_range(scores[i].line_count, 1, AT_LINES_MAX);
		assert_in_range(scores[i].tie_count, 0, AT_TIES_MAX);
		for (int k = 0; k < scores[i].line_count; k++)
			sum += scores[i].lines[k].points;
		assert_int_equal(sum, scores[i].total);
		assert_false(scores[i].hidden);
		assert_in_range(places[i], 1, here(w)->seats);
		best = places[i] < best ? places[i] : best;
	}
	assert_int_equal(best, 1);
	each_viewer (v, here(w)) {
		at_view(here(w), v, &view);
		at_rank(&view.state.head, seen, places_seen);
		for (int i = 0; i < here(w)->seats && here(w)->turn == AT_OVER; i++) {
			/* at the end nothing that counts is hidden */
			assert_int_equal(seen[i].total, scores[i].total);
			assert_int_equal(places_seen[i], places[i]);
		}
		check_hidden(w, v, seen, places_seen);
	}
}

static void scores_add_up_and_the_end_is_open(void **state)
{
	walk_all(state, visit_scores);
}

/* --- records --- */

/* Plays a game with the walk's seed and writes its record. */
static void write_record(struct walk *w, struct at_setup setup, struct at_text *t)
{
	struct at_record head = {.game = w->game, .setup = setup, .has_seed = true};

	memcpy(head.seed, w->seed, sizeof w->seed);
	at_print_record_head(&head, t);
	while (here(w)->turn != AT_OVER) {
		at_move m;
		w->count = at_moves(here(w), w->moves);
		m = walk_next(w);
		at_puts(t, move_text(here(w), m));
		at_putc(t, '\n');
		w->game->apply(here(w), m);
	}
	assert_false(t->full);
}

static void records_replay_to_the_same_bytes(void **state)
{
	const struct at_game *game = *state;
	char *text = malloc(RECORD_MAX);

	assert_non_null(text);
	for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++) {
		struct at_setup setup = {seats, 0};
		struct walk w;
		struct at_text t;
		struct at_record head;
		struct at_scan scan;
		struct at_fail why;
		union at_any s;
		at_move m;

		walk_begin(&w, game, &setup, seats);
		at_text_init(&t, text, RECORD_MAX);
		write_record(&w, setup, &t);
		at_scan_init(&scan, t.at, t.len, &why);
		assert_int_equal(at_record_open(&head, &scan, &s.head), AT_OK);
		do {
			if (at_record_next(&head, &scan, &s.head, &m))
				fail_msg("line %u: %s", why.line, why.why);
		} while (m);
		assert_true(same(game, &s, &w.state));
	}
	free(text);
}

/* --- results do not depend on who plays --- */

static void a_run_of_games_can_be_split(void **state)
{
	const struct at_game *game = *state;
	struct at_setup setup = {game->seats_min, 0};
	struct at_tally whole = {0};
	struct at_tally parts = {0};
	struct at_tally part = {0};

	at_simulate(game, &setup, 5, 0, 6, &whole);
	at_simulate(game, &setup, 5, 0, 2, &parts);
	at_simulate(game, &setup, 5, 2, 4, &part);
	at_tally_add(&parts, &part);
	assert_int_equal(whole.games, 6);
	assert_true(whole.signature == parts.signature);
	assert_int_equal(whole.decisions, parts.decisions);
}

static const struct law list[] = {
    {"lists_are_ascending_and_bounded", lists_are_ascending_and_bounded},
    {"lots_are_as_many_as_the_odds", lots_are_as_many_as_the_odds},
    {"any_is_a_place_in_the_list", any_is_a_place_in_the_list},
    {"moves_have_distinct_results", moves_have_distinct_results},
    {"illegal_moves_change_nothing", illegal_moves_change_nothing},
    {"what_is_not_listed_is_refused", what_is_not_listed_is_refused},
    {"moves_print_and_parse_back", moves_print_and_parse_back},
    {"invariants_hold_after_every_move", invariants_hold_after_every_move},
    {"bytes_decode_to_the_same_state", bytes_decode_to_the_same_state},
    {"position_text_reads_back", position_text_reads_back},
    {"the_table_is_in_order", the_table_is_in_order},
    {"layout_covers_every_byte", layout_covers_every_byte},
    {"every_key_is_in_the_document", every_key_is_in_the_document},
    {"the_mover_sees_the_same_moves", the_mover_sees_the_same_moves},
    {"views_list_every_possible_draw", views_list_every_possible_draw},
    {"guessed_worlds_fit_the_view", guessed_worlds_fit_the_view},
    {"moves_that_look_alike_lead_to_equal_views", moves_that_look_alike_lead_to_equal_views},
    {"views_follow_the_moves", views_follow_the_moves},
    {"views_follow_nothing_else", views_follow_nothing_else},
    {"scores_add_up_and_the_end_is_open", scores_add_up_and_the_end_is_open},
    {"records_replay_to_the_same_bytes", records_replay_to_the_same_bytes},
    {"a_run_of_games_can_be_split", a_run_of_games_can_be_split},
};
static const struct laws laws = LAWS(list);

/* conformance [GAME]: all games, or one. */
int main(int argc, char **argv)
{
	return run_laws("conformance", argc > 1 ? argv[1] : NULL, &laws, 1);
}
