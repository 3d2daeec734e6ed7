/* libatoll as another program sees it: atoll.h and the shared library. */
#define _POSIX_C_SOURCE 200809L

#include "atoll.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

static void *room(size_t size)
{
	void *memory = calloc(1, size);

	assert_non_null(memory);
	return memory;
}

/* --- single games --- */

/* Plays by move numbers, with draws as moves; a view of every seat follows what it sees. */
static void play_one(const struct at_game *game, int seats, uint64_t seed)
{
	struct at_state *s = room(at_state_size(game));
	struct at_state *view[AT_SEATS_MAX];
	struct at_state *looked = room(at_state_size(game));
	at_move *moves = room(sizeof *moves * (size_t)at_game_moves_max(game));
	struct at_error why = {AT_OK, 0, ""};
	struct at_rng rng;

	at_rng_seed(&rng, seed, 0);
	assert_int_equal(at_state_init(game, seats, 0, s, &why), AT_OK);
	for (int v = 0; v < seats; v++) {
		view[v] = room(at_state_size(game));
		assert_int_equal(at_state_view(s, v, view[v], &why), AT_OK);
	}
	while (at_state_turn(s) != AT_OVER) {
		int n = at_state_moves(s, moves);
		at_move m = at_state_turn(s) == AT_CHANCE ? at_state_draw(s, &rng)
							  : moves[at_rng_pick(&rng, (uint32_t)n)];
		for (int v = 0; v < seats; v++)
			assert_int_equal(at_state_follow(view[v], at_state_seen(s, m, v), &why),
					 AT_OK);
		assert_int_equal(at_state_apply(s, m, &why), AT_OK);
		for (int v = 0; v < seats; v++) {
			assert_int_equal(at_state_view(s, v, looked, &why), AT_OK);
			assert_memory_equal(looked, view[v], at_state_size(game));
		}
	}
	for (int v = 0; v < seats; v++)
		free(view[v]);
	free(moves);
	free(looked);
	free(s);
}

static void games_are_played_and_followed(void **state)
{
	(void)state;
	assert_true(at_game_count() >= 3);
	assert_null(at_game_number(-1));
	assert_null(at_game_number(at_game_count()));
	assert_null(at_game_find("no-such"));
	for (int i = 0; i < at_game_count(); i++) {
		const struct at_game *game = at_game_number(i);
		assert_ptr_equal(at_game_find(at_game_name(game)), game);
		for (int n = at_game_seats_min(game); n <= at_game_seats_max(game); n++)
			play_one(game, n, (uint64_t)n);
	}
}

/* Makes draws until somebody decides. */
static void draw_all(struct at_state *s, struct at_rng *rng)
{
	while (at_state_turn(s) == AT_CHANCE)
		assert_int_equal(at_state_apply(s, at_state_draw(s, rng), NULL), AT_OK);
}

static struct at_state *begun(const struct at_game *game, int seats, uint64_t seed)
{
	struct at_state *s = room(at_state_size(game));
	struct at_rng rng;

	at_rng_seed(&rng, seed, 0);
	assert_int_equal(at_state_init(game, seats, 0, s, NULL), AT_OK);
	draw_all(s, &rng);
	return s;
}

static void what_is_wrong_is_an_error_and_changes_nothing(void **state)
{
	const struct at_game *game = at_game_find("my-shelfie");
	struct at_state *s = begun(game, 2, 1);
	size_t size = at_state_size(game);
	struct at_state *before = room(size);
	struct at_state *view = room(size);
	struct at_error why = {AT_OK, 0, ""};
	uint8_t options;
	uint32_t index;
	at_move m;

	(void)state;
	memcpy(before, s, size);
	assert_int_equal(at_state_init(game, 5, 0, view, &why), AT_BAD_VALUE);
	assert_non_null(strstr(why.why, "2 to 4 players"));
	assert_int_equal(at_state_init(game, -1, 0, view, &why), AT_BAD_VALUE);
	assert_non_null(strstr(why.why, "not -1"));
	assert_int_equal(at_state_init(game, 258, 0, view, &why), AT_BAD_VALUE);
	assert_non_null(strstr(why.why, "not 258"));
	assert_int_equal(at_state_init(game, 2, 0xff, view, NULL), AT_BAD_VALUE);
	assert_int_equal(at_state_apply(s, 0, &why), AT_BAD_MOVE);
	assert_int_equal(at_state_act(s, 2048, &why), AT_BAD_MOVE);
	assert_int_equal(at_state_act(s, UINT32_MAX, NULL), AT_BAD_MOVE);
	assert_int_equal(at_action_index(s, 12345, &index, &why), AT_BAD_MOVE);
	assert_non_null(strstr(why.why, at_state_turn(s) ? "seat 1" : "seat 0")); /* from 0 */
	assert_int_equal(at_state_view(s, 2, view, &why), AT_BAD_VALUE);
	assert_int_equal(at_state_follow(s, 1, &why), AT_BAD_VALUE);
	assert_int_equal(at_state_view(s, 1, view, &why), AT_OK);
	assert_int_equal(at_state_view(view, 0, s, &why), AT_BAD_VALUE);
	assert_int_equal(at_move_parse(s, "take z9 column 1", &m, &why), AT_BAD_TEXT);
	assert_int_equal(at_options_parse(game, "squares=none", &options, &why), AT_BAD_VALUE);
	assert_int_equal(at_options_parse(game, "squares=any first-game", &options, &why), AT_OK);
	assert_int_equal(options, 3);
	assert_int_equal(at_state_seen(s, 77, 0), 0);
	assert_int_equal(at_state_decode((const uint8_t *)"xyz", 3, s, size, &why), AT_BAD_BYTES);
	assert_int_equal(at_state_parse("game: reef\n", s, size, &why), AT_BAD_TEXT);
	assert_true(why.line > 0);
	assert_memory_equal(s, before, size);
	free(view);
	free(before);
	free(s);
}

static void text_bytes_and_fingerprints_agree(void **state)
{
	static char text[AT_TEXT_MAX], json[AT_JSON_MAX];
	uint8_t bytes[AT_BYTES_MAX];
	struct at_state *back = room(at_state_size_max());

	(void)state;
	for (int i = 0; i < at_game_count(); i++) {
		struct at_state *s = begun(at_game_number(i), 2, 9);
		size_t n = at_state_encode(s, bytes);
		assert_true(at_state_print(s, text, sizeof text) == strlen(text));
		assert_int_equal(at_state_print(s, text, 10), 0);
		assert_true(at_state_json(s, json, sizeof json) > 100);
		assert_int_equal(at_state_decode(bytes, n, back, at_state_size_max(), NULL), AT_OK);
		assert_memory_equal(back, s, at_state_size(at_game_number(i)));
		assert_int_equal(at_state_decode(bytes, n, back, 16, NULL), AT_TOO_LONG);
		at_state_print(s, text, sizeof text);
		assert_int_equal(at_state_parse(text, back, at_state_size_max(), NULL), AT_OK);
		assert_true(at_state_fingerprint(back) == at_state_fingerprint(s));
		free(s);
	}
	free(back);
}

static void bots_records_and_guesses(void **state)
{
	const struct at_game *game = at_game_find("reef");
	static char record[1 << 16];
	const uint8_t seed[AT_SEED_SIZE] = {1, 2, 3};
	struct at_state *s = room(at_state_size(game));
	struct at_state *view = room(at_state_size(game));
	struct at_player *bot = at_player_new(game, "greedy", 5, NULL);
	struct at_replay *replay;
	struct at_error why;
	struct at_rng rng;
	double returns[AT_SEATS_MAX];
	at_move m;
	size_t n = at_record_print_head(game, 2, 0, seed, record, sizeof record);

	(void)state;
	assert_null(at_player_new(game, "nobody", 5, &why));
	at_rng_seed(&rng, 4, 4);
	assert_int_equal(at_state_init(game, 2, 0, s, NULL), AT_OK);
	while (at_state_turn(s) != AT_OVER) {
		if (at_state_turn(s) == AT_CHANCE) {
			m = at_state_deal(s, seed);
		} else {
			assert_int_equal(at_state_view(s, at_state_turn(s), view, NULL), AT_OK);
			assert_int_equal(at_state_guess(view, &rng, view, NULL), AT_OK);
			assert_int_equal(at_player_choose(bot, s, &m, &why), AT_OK);
		}
		n += at_move_print(s, m, record + n, sizeof record - n);
		record[n++] = '\n';
		assert_int_equal(at_state_apply(s, m, NULL), AT_OK);
	}
	assert_int_equal(at_player_choose(bot, s, &m, &why), AT_BAD_VALUE);
	at_state_returns(s, returns);
	assert_true(returns[0] + returns[1] == 0);
	record[n] = '\0';
	replay = at_replay_new(record, &why);
	assert_non_null(replay);
	do
		assert_int_equal(at_replay_next(replay, &m, &why), AT_OK);
	while (m);
	assert_memory_equal(at_replay_state(replay), s, at_state_size(game));
	at_replay_free(replay);
	record[n - 3] = '?';
	replay = at_replay_new(record, &why);
	while (at_replay_next(replay, &m, &why) == AT_OK && m)
		;
	assert_true(why.line > 0 && why.why[0]);
	at_replay_free(replay);
	at_player_free(bot);
	free(view);
	free(s);
}

/* How unevenly a thousand guesses are spread over the other seat's personal goals: chi-squared. */
static double unevenness(const struct at_state *view, enum at_guess_kind kind)
{
	struct at_state *world = room(at_state_size_max());
	struct at_state *looked = room(at_state_size_max());
	uint32_t count[1024] = {0};
	double sum = 0;
	struct at_rng rng;

	at_rng_seed(&rng, 3, 0);
	for (int i = 0; i < 1100; i++) {
		assert_int_equal(at_state_guess_as(view, kind, &rng, world, NULL), AT_OK);
		assert_int_equal(at_state_viewer(world), AT_TRUTH);
		assert_int_equal(at_state_view(world, 0, looked, NULL), AT_OK);
		assert_memory_equal(looked, view, at_state_size(at_state_game(view)));
		count[at_state_fingerprint(world) % 1024]++;
	}
	for (int i = 0; i < 1024; i++)
		sum += count[i] * (double)count[i];
	free(looked);
	free(world);
	return sum * 11 / 1100 - 1100;
}

/* The other seat may have eleven goals: "dealt" knows no more, "played" has seen seven turns. */
static void guesses_are_as_dealt_or_as_played(void **state)
{
	const struct at_game *game = at_game_find("my-shelfie");
	struct at_state *s = begun(game, 2, 7), *view = room(at_state_size(game));
	struct at_player *bot = at_player_new(game, "greedy", 5, NULL);
	struct at_error why;
	struct at_rng rng;
	at_move m;

	(void)state;
	at_rng_seed(&rng, 3, 0);
	for (int i = 0; i < 14; i++) {
		assert_int_equal(at_player_choose(bot, s, &m, NULL), AT_OK);
		assert_int_equal(at_state_apply(s, m, NULL), AT_OK);
		draw_all(s, &rng);
	}
	assert_int_equal(at_state_view(s, 0, view, NULL), AT_OK);
	assert_true(unevenness(view, AT_GUESS_DEALT) < 35);
	assert_true(unevenness(view, AT_GUESS_PLAYED) > 200);
	assert_int_equal(at_state_guess_as(view, (enum at_guess_kind)2, &rng, s, &why),
			 AT_BAD_VALUE);
	assert_int_equal(at_state_guess_as(s, AT_GUESS_PLAYED, &rng, view, &why), AT_BAD_VALUE);
	at_player_free(bot);
	free(view);
	free(s);
}

static bool stop_third_time(void *count)
{
	return ++*(int *)count == 3;
}

static void bots_say_what_they_think(void **state)
{
	const struct at_game *game = at_game_find("reef-encounter");
	struct at_player *bot = at_player_new(game, "search:nodes=4000", 5, NULL);
	struct at_state *s = begun(game, 3, 7);
	struct at_think_spec spec = {.size = sizeof spec};
	const struct at_thought *t = at_player_think(bot, s, NULL, NULL);
	double win[AT_SEATS_MAX], points[AT_SEATS_MAX], sum = 0;
	struct at_error why;
	int asked = 0;

	(void)state;
	assert_non_null(t);
	assert_true(t->count > 1 && t->nodes >= 4000 && !t->stopped);
	assert_int_equal(t->seat, at_state_turn(s));
	for (int i = 0; i < t->count; i++) {
		const struct at_thought_turn *turn = t->turns[i];
		assert_true(turn->turn > 0 && turn->turn <= turn->length);
		assert_true(turn->line[0] == turn->move && turn->seats[0] == t->seat);
		assert_true(i == 0 || turn->visits <= t->turns[i - 1]->visits);
		assert_true(turn->prior > 0 && turn->error > 0 && !turn->proved);
	}
	spec.ms = 600000;
	spec.stop = stop_third_time;
	spec.context = &asked;
	t = at_player_think(bot, s, &spec, &why);
	assert_true(t && t->stopped && asked == 3);
	spec.size = 7;
	assert_null(at_player_think(bot, s, &spec, &why));
	assert_int_equal(at_evaluate(s, 0, 1, 0, 1, win, points, &why), AT_OK);
	for (int i = 0; i < 3; i++)
		sum += win[i];
	assert_true(sum > 0.999 && sum < 1.001);
	assert_int_equal(at_state_view(s, 1, s, &why), AT_OK);
	assert_int_equal(at_evaluate(s, 0, 1, 0, 1, win, NULL, &why), AT_BAD_VALUE);
	at_player_free(bot);
	free(s);
}

static void many_states_have_successors_and_ends(void **state)
{
	const struct at_game *game = at_game_find("reef");
	size_t size = at_state_size(game);
	struct at_state *s = begun(game, 2, 7);
	char *two = room(2 * size);
	at_move moves[2 * AT_MOVES_MAX], listed[AT_MOVES_MAX];
	struct at_successors to = {.moves = moves, .states = room(2 * AT_MOVES_MAX * size)};
	double returns[4], points[4], again[4];
	struct at_error why;
	uint32_t count = 0;
	int n;

	(void)state;
	memcpy(two, s, size);
	memcpy(two + size, s, size);
	n = at_state_moves(s, listed);
	assert_int_equal(at_successors(s, size, 1, &to, 1, &count, &why), AT_OK);
	assert_int_equal(count, n);
	assert_int_equal(at_successors((const struct at_state *)(const void *)two, size, 2, &to,
				       2 * AT_MOVES_MAX, &count, &why),
			 AT_OK);
	assert_int_equal(count, 2 * n);
	assert_memory_equal(moves, listed, (size_t)n * sizeof *moves);
	assert_memory_equal(moves + n, listed, (size_t)n * sizeof *moves);
	assert_memory_equal(to.states, (char *)to.states + (size_t)n * size, (size_t)n * size);
	assert_int_equal(at_play_out(s, size, 1, 50, NULL, 3, returns, points, &why), AT_OK);
	assert_int_equal(at_play_out(s, size, 1, 50, NULL, 3, again, NULL, &why), AT_OK);
	assert_memory_equal(returns, again, 2 * sizeof *again);
	assert_true(returns[0] + returns[1] < 1e-9 && returns[0] + returns[1] > -1e-9);
	assert_int_equal(at_play_out(s, size, 1, 0, NULL, 3, returns, points, &why), AT_BAD_VALUE);
	assert_int_equal(at_state_view(s, 0, s, &why), AT_OK);
	assert_int_equal(at_successors(s, size, 1, &to, 1, &count, &why), AT_BAD_VALUE);
	assert_int_equal(at_play_out(s, size, 1, 5, NULL, 3, returns, points, &why), AT_OK);
	free(to.states);
	free(two);
	free(s);
}

/* Of seat 2 of 2, after the moves it saw. */
static void information_is_told(const struct at_game *game, const at_move *seen, uint32_t n)
{
	static char text[1 << 16];
	struct at_history h = {game, 2, 0, 1, seen, n};
	uint8_t *rows = room(at_information_size(game));
	struct at_error why;

	assert_int_equal(at_information_print(&h, text, sizeof text, &why), AT_OK);
	assert_int_equal(strncmp(text, "my-shelfie players 2 seat 2 options \n", 37), 0);
	assert_int_equal(at_information_print(&h, text, 40, &why), AT_TOO_LONG);
	assert_int_equal(at_information_tensor(&h, rows, &why), AT_OK);
	assert_int_equal(rows[0], 255); /* a draw */
	assert_int_equal(rows[AT_INFORMATION_ROW * h.count], 0);
	h.viewer = 2;
	assert_int_equal(at_information_tensor(&h, rows, &why), AT_BAD_VALUE);
	h.count = UINT32_MAX;
	assert_int_equal(at_information_tensor(&h, rows, &why), AT_TOO_LONG);
	free(rows);
}

static void tables_keep_turns_and_go_back(void **state)
{
	const struct at_game *game = at_game_find("my-shelfie");
	const uint8_t seed[AT_SEED_SIZE] = {9};
	static at_move moves[AT_MOVES_MAX], seen[4096];
	static char record[1 << 16];
	struct at_sitting *t = at_sitting_new(game, 2, 0, seed, NULL);
	struct at_state *view = room(at_state_size(game));
	struct at_state *before = room(at_state_size(game));
	struct at_state *after = room(at_state_size(game));
	struct at_error why;

	(void)state;
	assert_null(at_sitting_new(game, 7, 0, seed, &why));
	assert_non_null(t);
	for (int i = 0; at_state_turn(at_sitting_state(t)) != AT_OVER; i++) {
		const struct at_state *s = at_sitting_state(t);
		int seat = at_state_turn(s);
		int n = at_state_moves(s, moves);
		at_move m = moves[(i * 7) % n];
		memcpy(before, s, at_state_size(game));
		assert_int_not_equal(at_sitting_move(t, 1 - seat, m, &why), AT_OK);
		assert_int_not_equal(at_sitting_move(t, seat, 0, &why), AT_OK);
		assert_int_equal(at_sitting_move(t, 4, m, &why), AT_BAD_VALUE);
		assert_int_equal(at_sitting_move(t, seat, m, &why), AT_OK);
		if (i == 3 || i == 9) {
			memcpy(after, s, at_state_size(game));
			assert_int_equal(at_sitting_take_back(t, seat, &why), AT_OK);
			assert_memory_equal(at_sitting_state(t), before, at_state_size(game));
			assert_int_equal(at_sitting_move(t, seat, m, &why), AT_OK);
			assert_memory_equal(at_sitting_state(t), after, at_state_size(game));
		}
	}
	for (int v = -1; v < 2; v++) { /* the moves seen produce the view */
		uint32_t n = at_sitting_seen(t, v, seen, 4096);
		assert_int_equal(n, at_state_ply(at_sitting_state(t)));
		assert_int_equal(at_state_init(game, 2, 0, before, NULL), AT_OK);
		assert_int_equal(at_state_view(before, v, view, NULL), AT_OK);
		for (uint32_t i = 0; i < n; i++)
			assert_int_equal(at_state_follow(view, seen[i], &why), AT_OK);
		assert_int_equal(at_state_view(at_sitting_state(t), v, after, NULL), AT_OK);
		assert_memory_equal(view, after, at_state_size(game));
	}
	information_is_told(game, seen, at_sitting_seen(t, 1, seen, 4096));
	assert_true(at_sitting_record(t, record, sizeof record) > 100);
	assert_int_equal(at_sitting_record(t, record, 100), 0);
	assert_int_equal(at_sitting_seen(t, 2, seen, 4096), 0);
	at_sitting_free(t);
	free(view);
	free(before);
	free(after);
}

/* --- batches --- */

struct arrays {
	struct at_batch_spec spec;
	struct at_batch *batch;
	int32_t *actions;
};

static struct arrays batch_of(const struct at_game *game, int seats, uint32_t first, uint32_t n,
			      unsigned threads, uint32_t limit)
{
	struct arrays a = {.spec = {.size = sizeof a.spec,
				    .game = game,
				    .n = n,
				    .seats = (uint8_t)seats,
				    .threads = (uint16_t)threads,
				    .limit = limit,
				    .seed = 42,
				    .first = first}};
	struct at_error why = {AT_OK, 0, ""};

	a.spec.states = room(n * at_batch_state_size(game));
	a.spec.masks = room(n * (size_t)at_actions(game));
	a.spec.observations = room(n * at_observation_size(game));
	a.spec.turns = room(n);
	a.spec.rewards = room(n * (size_t)seats * sizeof(float));
	a.spec.done = room(n);
	a.spec.points = room(n * (size_t)seats * sizeof(int32_t));
	a.spec.last_observations = room(n * at_observation_size(game));
	a.spec.last_turns = room(n);
	a.actions = room(n * sizeof *a.actions);
	a.batch = at_batch_new(&a.spec, &why);
	assert_string_equal(why.why, "");
	assert_non_null(a.batch);
	return a;
}

static void batch_end(struct arrays *a)
{
	at_batch_free(a->batch);
	free(a->spec.states);
	free(a->spec.masks);
	free(a->spec.observations);
	free(a->spec.turns);
	free(a->spec.rewards);
	free(a->spec.done);
	free(a->spec.points);
	free(a->spec.last_observations);
	free(a->spec.last_turns);
	free(a->actions);
}

/* Environment i of one batch equals environment k of the other in all output. */
static void same_environment(const struct arrays *a, uint32_t i, const struct arrays *b, uint32_t k)
{
	const struct at_game *game = a->spec.game;
	size_t actions = at_actions(game), seen = at_observation_size(game);
	size_t seats = a->spec.seats;

	assert_int_equal(a->actions[i], b->actions[k]);
	assert_int_equal(a->spec.turns[i], b->spec.turns[k]);
	assert_int_equal(a->spec.done[i], b->spec.done[k]);
	assert_memory_equal(a->spec.masks + i * actions, b->spec.masks + k * actions, actions);
	assert_memory_equal(a->spec.observations + i * seen, b->spec.observations + k * seen, seen);
	assert_memory_equal(a->spec.rewards + i * seats, b->spec.rewards + k * seats,
			    seats * sizeof(float));
	assert_memory_equal(a->spec.points + i * seats, b->spec.points + k * seats,
			    seats * sizeof(int32_t));
	assert_memory_equal(at_batch_state(a->batch, i), at_batch_state(b->batch, k),
			    at_state_size(game));
	assert_int_equal(at_batch_episode(a->batch, i), at_batch_episode(b->batch, k));
}

/* One batch of nine; three of its environments are also a batch of their own with threads. */
static void results_hang_on_neither_size_nor_threads(void **state)
{
	(void)state;
	for (int g = 0; g < at_game_count(); g++) {
		struct arrays all = batch_of(at_game_number(g), 3, 0, 9, 1, 300);
		struct arrays part = batch_of(at_game_number(g), 3, 4, 3, 3, 300);
		uint32_t ended = 0;
		for (int i = 0; i < 700; i++) {
			at_batch_random(all.batch, all.actions);
			at_batch_random(part.batch, part.actions);
			assert_int_equal(at_batch_step(all.batch, all.actions, NULL), AT_OK);
			assert_int_equal(at_batch_step(part.batch, part.actions, NULL), AT_OK);
			for (uint32_t k = 0; k < 3; k++)
				same_environment(&all, 4 + k, &part, k);
		}
		for (uint32_t k = 0; k < 9; k++)
			ended += at_batch_episode(all.batch, k);
		assert_true(ended >= 18);
		batch_end(&all);
		batch_end(&part);
	}
}

/* The output of a batch agrees with the functions for one game on the same state. */
static void same_as_single(const struct arrays *a, uint32_t i)
{
	const struct at_state *s = at_batch_state(a->batch, i);
	const struct at_game *game = a->spec.game;
	static uint8_t mask[2048], seen[8192];

	at_action_mask(s, mask);
	assert_memory_equal(mask, a->spec.masks + i * at_actions(game), at_actions(game));
	assert_int_equal(at_observe(s, at_state_turn(s), seen, NULL), AT_OK);
	assert_memory_equal(seen, a->spec.observations + i * at_observation_size(game),
			    at_observation_size(game));
	assert_int_equal(a->spec.turns[i], at_state_turn(s));
	assert_int_equal(a->spec.masks[i * at_actions(game) + (uint32_t)a->actions[i]], 1);
}

static void ends_are_rewarded_and_begun_anew(void **state)
{
	struct arrays a = batch_of(at_game_find("my-shelfie"), 2, 0, 6, 1, 0);
	int ends = 0;

	(void)state;
	for (int i = 0; i < 200; i++) {
		uint32_t episode[6];
		at_batch_random(a.batch, a.actions);
		for (uint32_t k = 0; k < 6; k++) {
			same_as_single(&a, k);
			episode[k] = at_batch_episode(a.batch, k);
		}
		assert_int_equal(at_batch_step(a.batch, a.actions, NULL), AT_OK);
		for (uint32_t k = 0; k < 6; k++) {
			const float *r = a.spec.rewards + 2 * k;
			const int32_t *p = a.spec.points + 2 * k;
			bool done = a.spec.done[k];
			assert_int_equal(at_batch_episode(a.batch, k), episode[k] + done);
			assert_true(r[0] + r[1] == 0);
			assert_int_equal(done, r[0] != 0); /* this game has no draws */
			assert_int_equal(done, p[0] + p[1] != 0);
			assert_true(!done || p[0] == p[1] || (p[0] > p[1]) == (r[0] > 0));
			ends += done;
		}
	}
	assert_true(ends > 12);
	batch_end(&a);
}

/* The first 50 decisions of a batch without a limit end where a batch with a limit is cut off. */
static void a_limit_cuts_games_off(void **state)
{
	struct arrays a = batch_of(at_game_find("reef-encounter"), 2, 0, 3, 1, 50);
	struct arrays free_one = batch_of(at_game_find("reef-encounter"), 2, 0, 3, 1, 0);
	size_t seen = 3 * at_observation_size(a.spec.game);

	(void)state;
	for (int i = 1; i <= 150; i++) {
		at_batch_random(a.batch, a.actions);
		if (i <= 50)
			assert_int_equal(at_batch_step(free_one.batch, a.actions, NULL), AT_OK);
		assert_int_equal(at_batch_step(a.batch, a.actions, NULL), AT_OK);
		for (int k = 0; k < 3; k++) {
			assert_int_equal(a.spec.done[k], i % 50 == 0 ? AT_CUT_OFF : 0);
			assert_true(a.spec.rewards[2 * k] == 0);
			if (i % 50)
				assert_int_equal(a.spec.last_turns[k], AT_NOBODY);
		}
		if (i == 50) {
			assert_memory_equal(a.spec.last_turns, free_one.spec.turns, 3);
			assert_memory_equal(a.spec.last_observations, free_one.spec.observations,
					    seen);
		}
	}
	batch_end(&a);
	batch_end(&free_one);
}

/* Two sets of arrays in alternation: those of the last step do not change. */
static void arrays_can_be_changed(void **state)
{
	const struct at_game *game = at_game_find("my-shelfie");
	struct arrays a = batch_of(game, 2, 0, 4, 2, 0), b = batch_of(game, 2, 0, 4, 1, 0);
	uint8_t *before = room(4 * at_observation_size(game));
	struct at_batch_spec other = b.spec;
	struct at_error why;

	(void)state;
	memcpy(before, a.spec.observations, 4 * at_observation_size(game));
	assert_int_equal(at_batch_arrays(a.batch, &other, &why), AT_OK);
	at_batch_random(a.batch, a.actions);
	assert_int_equal(at_batch_step(a.batch, a.actions, NULL), AT_OK);
	assert_memory_equal(before, a.spec.observations, 4 * at_observation_size(game));
	assert_memory_not_equal(before, other.observations, 4 * at_observation_size(game));
	other.size = 3;
	assert_int_equal(at_batch_arrays(a.batch, &other, &why), AT_BAD_VALUE);
	free(before);
	batch_end(&a);
	batch_end(&b);
}

/* The child of fork() plays the same as its parent. */
static void a_forked_batch_goes_on(void **state)
{
	struct arrays a = batch_of(at_game_find("reef"), 2, 0, 9, 3, 0);
	struct arrays b = batch_of(at_game_find("reef"), 2, 0, 9, 1, 0);
	int status = 0;
	pid_t child;

	(void)state;
	at_batch_random(b.batch, b.actions);
	assert_int_equal(at_batch_step(b.batch, b.actions, NULL), AT_OK);
	child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		alarm(60);
		at_batch_random(a.batch, a.actions);
		if (at_batch_step(a.batch, a.actions, NULL) ||
		    memcmp(a.spec.states, b.spec.states, 9 * at_batch_state_size(a.spec.game)) != 0)
			_exit(1);
		batch_end(&a);
		_exit(0);
	}
	assert_true(waitpid(child, &status, 0) == child);
	assert_int_equal(status, 0);
	at_batch_random(a.batch, a.actions);
	assert_int_equal(at_batch_step(a.batch, a.actions, NULL), AT_OK);
	batch_end(&a);
	batch_end(&b);
}

static void an_illegal_action_moves_nobody(void **state)
{
	struct arrays a = batch_of(at_game_find("reef"), 2, 0, 5, 2, 0);
	size_t size = 5 * at_batch_state_size(a.spec.game);
	void *before = room(size);
	struct at_error why;
	static const int32_t wrong[] = {-1, 1290, INT32_MAX, INT32_MIN, 0};

	(void)state;
	for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
		at_batch_random(a.batch, a.actions);
		a.actions[3] = wrong[i];
		for (uint32_t k = 0; k < 5; k++) /* the chosen move may be forgotten */
			same_as_single(&a, k == 3 ? 4 : k);
		memcpy(before, at_batch_state(a.batch, 0), at_state_size(a.spec.game));
		assert_int_equal(at_batch_step(a.batch, a.actions, &why), AT_BAD_MOVE);
		assert_non_null(strstr(why.why, "environment 3"));
		assert_memory_equal(before, at_batch_state(a.batch, 0), at_state_size(a.spec.game));
	}
	memset(a.spec.masks, 1, 5 * (size_t)at_actions(a.spec.game)); /* ignored */
	assert_int_equal(at_batch_step(a.batch, a.actions, &why), AT_BAD_MOVE);
	at_batch_random(a.batch, a.actions);
	assert_int_equal(at_batch_step(a.batch, a.actions, &why), AT_OK);
	free(before);
	batch_end(&a);
}

static void states_can_be_saved_and_put_back(void **state)
{
	struct arrays a = batch_of(at_game_find("my-shelfie"), 4, 7, 4, 1, 0);
	struct arrays b = batch_of(at_game_find("my-shelfie"), 4, 7, 4, 2, 0);
	size_t size = 4 * at_batch_state_size(a.spec.game);
	struct at_error why;

	(void)state;
	for (int i = 0; i < 100; i++) {
		at_batch_random(a.batch, a.actions);
		assert_int_equal(at_batch_step(a.batch, a.actions, NULL), AT_OK);
	}
	memcpy(b.spec.states, a.spec.states, size);
	assert_int_equal(at_batch_refresh(b.batch, &why), AT_OK);
	for (int i = 0; i < 100; i++) {
		at_batch_random(a.batch, a.actions);
		at_batch_random(b.batch, b.actions);
		at_batch_step(a.batch, a.actions, NULL);
		at_batch_step(b.batch, b.actions, NULL);
		for (uint32_t k = 0; k < 4; k++)
			same_environment(&a, k, &b, k);
	}
	memset(b.spec.states, 0, size);
	assert_int_equal(at_batch_refresh(b.batch, &why), AT_BAD_STATE);
	assert_int_equal(at_batch_step(b.batch, b.actions, &why), AT_BAD_STATE);
	at_batch_reset(b.batch, 42);
	at_batch_random(b.batch, b.actions);
	assert_int_equal(at_batch_step(b.batch, b.actions, &why), AT_OK);
	batch_end(&a);
	batch_end(&b);
}

static void a_batch_refuses_what_it_cannot_be(void **state)
{
	uint64_t states[512];
	struct at_batch_spec good = {.size = sizeof good,
				     .game = at_game_find("reef"),
				     .n = 1,
				     .seats = 2,
				     .states = states};
	struct at_batch_spec bad[6];
	struct at_error why;

	(void)state;
	for (int i = 0; i < 6; i++)
		bad[i] = good;
	bad[0].size = 8;
	bad[1].game = NULL;
	bad[2].n = 0;
	bad[3].seats = 5;
	bad[4].states = (char *)states + 1;
	bad[5].first = UINT32_MAX;
	for (int i = 0; i < 6; i++) {
		why.why[0] = '\0';
		assert_null(at_batch_new(&bad[i], &why));
		assert_true(why.why[0] != '\0');
	}
	at_batch_free(at_batch_new(&good, &why));
	at_batch_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(games_are_played_and_followed),
	    cmocka_unit_test(what_is_wrong_is_an_error_and_changes_nothing),
	    cmocka_unit_test(text_bytes_and_fingerprints_agree),
	    cmocka_unit_test(bots_records_and_guesses),
	    cmocka_unit_test(guesses_are_as_dealt_or_as_played),
	    cmocka_unit_test(bots_say_what_they_think),
	    cmocka_unit_test(many_states_have_successors_and_ends),
	    cmocka_unit_test(tables_keep_turns_and_go_back),
	    cmocka_unit_test(results_hang_on_neither_size_nor_threads),
	    cmocka_unit_test(ends_are_rewarded_and_begun_anew),
	    cmocka_unit_test(a_limit_cuts_games_off),
	    cmocka_unit_test(arrays_can_be_changed),
	    cmocka_unit_test(a_forked_batch_goes_on),
	    cmocka_unit_test(an_illegal_action_moves_nobody),
	    cmocka_unit_test(states_can_be_saved_and_put_back),
	    cmocka_unit_test(a_batch_refuses_what_it_cannot_be),
	};

	return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
