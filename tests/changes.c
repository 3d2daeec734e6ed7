/* The changes that a client is told ("views":"changed"): applied to the value that it had, they
 * give the new one, byte by byte, and take little room. */
#include "changes.h"

#include "json.h"

#include "laws.h"
#include "play.h"
#include "walk.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { ROOM = 2 * AT_JSON_MAX };

static char told[ROOM];

static json_t *parse(const char *text)
{
	json_error_t error;
	json_t *json = json_loads(text, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);

	if (!json)
		fail_msg("%s: %s", error.text, text);
	return json;
}

/* --- as a client does it --- */

static json_t *inside(json_t *at, const json_t *step)
{
	at = json_is_string(step) ? json_object_get(at, json_string_value(step))
				  : json_array_get(at, (size_t)json_integer_value(step));
	assert_non_null(at);
	return at;
}

static void put(json_t *at, const json_t *step, json_t *value)
{
	if (json_is_string(step))
		assert_int_equal(json_object_set(at, json_string_value(step), value), 0);
	else
		assert_int_equal(json_array_set(at, (size_t)json_integer_value(step), value), 0);
}

static void splice(json_t *list, const json_t *change)
{
	size_t at = (size_t)json_integer_value(json_array_get(change, 1)), i;
	json_int_t count = json_integer_value(json_array_get(change, 2));
	json_t *value;

	assert_true(json_is_array(list) && at <= json_array_size(list));
	for (; count > 0; count--)
		assert_int_equal(json_array_remove(list, at), 0);
	json_array_foreach(json_array_get(change, 3), i, value)
	    assert_int_equal(json_array_insert(list, at + i, value), 0);
}

static json_t *change_one(json_t *whole, const json_t *change)
{
	const json_t *path = json_array_get(change, 0), *last;
	size_t steps = json_array_size(path);
	json_t *at = whole;

	if (json_array_size(change) == 4) {
		for (size_t i = 0; i < steps; i++)
			at = inside(at, json_array_get(path, i));
		splice(at, change);
		return whole;
	}
	if (!steps) {
		json_decref(whole);
		return json_incref(json_array_get(change, 1));
	}
	for (size_t i = 0; i + 1 < steps; i++)
		at = inside(at, json_array_get(path, i));
	last = json_array_get(path, steps - 1);
	if (json_array_size(change) == 2)
		put(at, last, json_array_get(change, 1));
	else
		assert_int_equal(json_object_del(at, json_string_value(last)), 0);
	return whole;
}

/* Brings *was up to date; returns the length of the changes. */
static size_t follow(json_t **was, const char *from, const char *to)
{
	struct at_text t;
	json_t *m, *change;
	size_t i;

	at_text_init(&t, told, sizeof told);
	at_putc(&t, '{');
	at_tell_changes(&t, "changes", from, to);
	at_putc(&t, '}');
	assert_false(t.full);
	m = parse(told);
	json_array_foreach(json_object_get(m, "changes"), i, change) *was =
	    change_one(*was, change);
	json_decref(m);
	char *is = json_dumps(*was, JSON_COMPACT | JSON_ENCODE_ANY);
	if (strcmp(is, to) != 0)
		fail_msg("from %s\nby %s\ncomes %s\nnot %s", from, told, is, to);
	free(is);
	return t.len;
}

static size_t check(const char *from, const char *to)
{
	json_t *was = parse(from);
	size_t len = follow(&was, from, to);

	json_decref(was);
	return len;
}

/* --- any values --- */

static void any_value_becomes_any_other(void **state)
{
	static const char *const values[] = {
	    "1",
	    "null",
	    "\"a\"",
	    "\"]\\\"},[\"",
	    "[]",
	    "{}",
	    "[1,2,3]",
	    "[1,3]",
	    "[2,3,1]",
	    "[[1],[2,3],[]]",
	    "[[1],[2,4],[]]",
	    "{\"a\":1,\"b\":[1,2,3],\"c\":null}",
	    "{\"b\":[1,2,3],\"a\":1,\"c\":null}",
	    "{\"a\":1,\"b\":[1,3],\"c\":null}",
	    "{\"a\":1,\"c\":null,\"d\":{\"e\":\"}\"}}",
	    "{\"a\":1,\"x\":2,\"b\":[1,2,3],\"c\":null}",
	    "{\"c\":null}",
	    "{\"b\\\"\":{\"a\":[{\"a\":1},{\"a\":2}]}}",
	    "{\"b\\\"\":{\"a\":[{\"a\":1},{\"a\":3},{\"a\":2}]}}",
	    "{\"b\\\"\":{\"a\":[{\"a\":3,\"b\":null}]}}",
	};
	enum { VALUES = sizeof values / sizeof values[0] };

	(void)state;
	for (int i = 0; i < VALUES; i++)
		for (int k = 0; k < VALUES; k++)
			check(values[i], values[k]);
	check("{\"a\":1}", "{\"a\":1}");
	assert_string_equal(told, "{\"changes\":[]}");
	check("{\"a\":[0,1,2,3,4,5,6,7,8,9,10,11,12,13,14,15],\"m\":[[1],[2]],\"z\":0}",
	      "{\"a\":[0,1,2,7,8,9,10,11,12,13,14,15,16],\"m\":[[1],[3]],\"y\":5}");
	assert_string_equal(told, "{\"changes\":[[[\"a\"],3,4,[]],[[\"a\"],12,0,[16]],"
				  "[[\"m\",1,0],3],[[\"z\"]],[[\"y\"],5]]}");
}

/* Lists that are longer than the window of the comparison: equal pieces behind new ones are
 * found again. */
static void long_lists_change_in_places(void **state)
{
	struct at_rng rng;
	char from[8000], to[20000];
	size_t told_in_all = 0, whole = 0;

	(void)state;
	at_rng_init(&rng, 5, 0);
	for (int round = 0; round < 300; round++) {
		struct at_text a, b;
		at_text_init(&a, from, sizeof from);
		at_text_init(&b, to, sizeof to);
		at_putc(&a, '[');
		at_putc(&b, '[');
		for (int i = 0; i < 200; i++) {
			uint32_t what = at_rng_below(&rng, 12);
			if (what > 0) {
				at_json_next(&a);
				at_put(&a, "\"move %d\"", i);
			}
			if (what > 1) {
				at_json_next(&b);
				at_put(&b, "\"move %d\"", i);
			}
			for (int k = 0; what == 2 && k < 1 + i % 20; k++) {
				at_json_next(&b);
				at_put(&b, "\"new %d %d\"", i, k);
			}
		}
		at_putc(&a, ']');
		at_putc(&b, ']');
		assert_false(a.full || b.full);
		size_t there = check(from, to), back = check(to, from);
		assert_true(there <= b.len + 64 && back <= a.len + 64);
		told_in_all += back;
		whole += a.len;
	}
	assert_true(2 * told_in_all < whole);
}

/* --- views --- */

struct seen {
	char text[2][AT_JSON_MAX]; /* the view now and before, in turns */
	json_t *shown;
	size_t whole, changes;
};

static void print_view(const struct at_state *s, int viewer, char *out)
{
	struct at_view view;
	struct at_text t;

	memset(&view, 0, sizeof view);
	at_view(s, viewer, &view);
	at_text_init(&t, out, AT_JSON_MAX);
	at_json_position(&t, &view.state.head);
	assert_false(t.full);
}

static void one_game(const struct at_game *game, struct at_setup setup, uint64_t stream,
		     struct seen *seen)
{
	struct walk w;
	int ply = 0;

	walk_begin(&w, game, &setup, stream);
	for (bool over = false; !over; ply++) {
		over = here(&w)->turn == AT_OVER;
		each_viewer (v, here(&w)) {
			struct seen *s = &seen[v + 1];
			char *is = s->text[ply % 2];
			print_view(here(&w), v, is);
			if (ply)
				s->changes += follow(&s->shown, s->text[1 - ply % 2], is);
			else
				s->shown = parse(is);
			s->whole += strlen(is);
		}
		w.count = at_moves(here(&w), w.moves);
		if (!over)
			game->apply(here(&w), walk_next(&w));
	}
	for (int v = 0; v <= setup.seats; v++)
		json_decref(seen[v].shown);
}

static void changes_give_the_same_bytes_as_whole_views(void **state)
{
	const struct at_game *game = *state;
	struct seen *seen = calloc(AT_SEATS_MAX + 1, sizeof *seen);

	for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++)
		one_game(game, (struct at_setup){.seats = seats}, seats, seen);
	for (int v = 0; v <= game->seats_max; v++)
		assert_true(2 * seen[v].changes < seen[v].whole);
	free(seen);
}

int main(int argc, char **argv)
{
	static const struct CMUnitTest tests[] = {
	    cmocka_unit_test(any_value_becomes_any_other),
	    cmocka_unit_test(long_lists_change_in_places),
	};
	static const struct law of_views[] = {
	    {"changes_give_the_same_bytes_as_whole_views",
	     changes_give_the_same_bytes_as_whole_views},
	};
	const struct laws laws[] = {LAWS(of_views)};
	int failed = cmocka_run_group_tests_name("changes", tests, NULL, NULL);

	return failed ? failed : run_laws("changes", argc > 1 ? argv[1] : NULL, laws, 1);
}
