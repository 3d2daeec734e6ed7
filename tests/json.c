/* JSON: the output parses, agrees with the rules, and is complete. */
#include "json.h"

#include "play.h"
#include "position.h"

#include <jansson.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char printed[AT_JSON_MAX];

static json_t *parse(void)
{
	json_error_t error;
	json_t *json = json_loads(printed, JSON_REJECT_DUPLICATES | JSON_DECODE_ANY, &error);

	if (!json)
		fail_msg("%s: %s", error.text, printed);
	return json;
}

static json_t *position(const struct at_state *s)
{
	struct at_text t;

	at_text_init(&t, printed, sizeof printed);
	at_json_position(&t, s);
	assert_false(t.full);
	return parse();
}

static const char *string(const char *text)
{
	struct at_text t;

	at_text_init(&t, printed, sizeof printed);
	at_json_string(&t, text);
	return printed;
}

static void strings_are_escaped(void **state)
{
	static const char *const kept[] = {
	    "", "plain", "\"\\/", "\n\t\x01\x1f\x7f", "\xc3\xa9 \xe2\x82\xac", "\xf0\x9f\x90\xa0"};

	(void)state;
	assert_string_equal(string("a\"b\\c\n\x01"), "\"a\\\"b\\\\c\\u000a\\u0001\"");
	assert_string_equal(string("\xc3\xa9"), "\"\xc3\xa9\"");
	/* not UTF-8: cut short, overlong, a surrogate, beyond the last character */
	assert_string_equal(string("\xff"), "\"\\u00ff\"");
	assert_string_equal(string("\xc3"), "\"\\u00c3\"");
	assert_string_equal(string("\xc0\xaf"), "\"\\u00c0\\u00af\"");
	assert_string_equal(string("\xed\xa0\x80"), "\"\\u00ed\\u00a0\\u0080\"");
	assert_string_equal(string("\xf4\x90\x80\x80"), "\"\\u00f4\\u0090\\u0080\\u0080\"");
	for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++) {
		json_t *json;
		string(kept[i]);
		json = parse();
		assert_string_equal(json_string_value(json), kept[i]);
		json_decref(json);
	}
}

static void numbers_have_one_form(void **state)
{
	static const struct {
		double x;
		const char *text;
	} rows[] = {
	    {0, "0"},
	    {1, "1"},
	    {-0.0, "0"},
	    {0.5, "0.5"},
	    {-12.25, "-12.25"},
	    {1.0 / 3, "0.333333333"},
	    {2.0 / 3, "0.666666667"},
	    {0.9999999999, "1"},
	    {-1e-12, "0"},
	    {1.5e-5, "0.000015"},
	    {123456789.5, "123456789.5"},
	    {1e9, "1000000000"},
	    {2264265617.4, "2264265617"},
	    {-4294967296.0, "-4294967296"},
	    {4503599627370497.0, "4503599627370497"},
	    {9007199254740994.0, "9007199254740994"},
	    {1e18, "null"},
	    {-1e300, "null"},
	    {0.0 / 0.0 * 0, "null"},
	};

	(void)state;
	for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
		struct at_text t;
		at_text_init(&t, printed, sizeof printed);
		at_json_number(&t, rows[i].x);
		assert_string_equal(printed, rows[i].text);
	}
}

static void commas_take_care_of_themselves(void **state)
{
	struct at_text t;

	(void)state;
	at_text_init(&t, printed, sizeof printed);
	at_putc(&t, '{');
	at_json_open(&t, "list", '[');
	for (int i = 0; i < 3; i++) {
		at_json_open(&t, NULL, '{');
		at_json_word(&t, "text", i ? "," : NULL);
		at_json_flag(&t, "flag", i);
		at_putc(&t, '}');
	}
	at_putc(&t, ']');
	at_json_set(&t, "set", 0x8000000000000005);
	at_json_count(&t, "count", UINT64_MAX);
	at_json_seat(&t, "seat", AT_NOBODY);
	at_putc(&t, '}');
	assert_string_equal(printed,
			    "{\"list\":[{\"text\":null,\"flag\":false},"
			    "{\"text\":\",\",\"flag\":true},{\"text\":\",\",\"flag\":true}],"
			    "\"set\":[0,2,63],\"count\":18446744073709551615,\"seat\":null}");
}

/* The members of all games, compared with the rules. */
static void check_position(const struct at_state *s)
{
	const struct at_game *game = at_game_of(s);
	at_move moves[AT_MOVES_MAX];
	uint32_t odds[AT_MOVES_MAX];
	char text[AT_MOVE_TEXT_MAX];
	json_t *json = position(s);
	json_t *list = json_object_get(json, "legal_moves");
	json_int_t total = 0;
	int n = at_moves(s, moves);

	assert_string_equal(json_string_value(json_object_get(json, "game")), game->name);
	assert_int_equal(json_array_size(json_object_get(json, "scores")), s->seats);
	assert_int_equal(json_array_size(list), n);
	for (int i = 0; i < n; i++) {
		struct at_text t;
		at_text_init(&t, text, sizeof text);
		at_print_move(s, moves[i], &t);
		assert_string_equal(json_string_value(json_array_get(list, (size_t)i)), text);
	}
	list = json_object_get(json, "odds");
	assert_int_equal(list != NULL, s->turn == AT_CHANCE);
	if (list) {
		assert_int_equal(game->weights(s, odds), n);
		assert_int_equal(json_array_size(list), n);
		for (int i = 0; i < n; i++) {
			json_int_t x = json_integer_value(json_array_get(list, (size_t)i));
			assert_int_equal(x, odds[i]);
			total += x;
		}
		assert_int_equal(json_integer_value(json_object_get(json, "odds_total")), total);
	}
	json_decref(json);
}

/* The position's JSON without its moves. */
static const char *facts(const struct at_state *s, char *array)
{
	struct at_text t;

	at_text_init(&t, array, AT_JSON_MAX);
	at_json_members(&t, s, false);
	return array;
}

/* A game may have nothing but the position text. */
static bool has_facts(const struct at_state *s)
{
	char array[AT_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, array, sizeof array);
	at_game_of(s)->facts(s, &t);
	return t.len > 0;
}

/* Nothing is left out: if another valid position differs in one bit, or by two near bytes
 * exchanged, the JSON differs. */
static void check_whole(const struct at_state *s)
{
	static char before[AT_JSON_MAX], after[AT_JSON_MAX];
	size_t size = at_game_of(s)->state_size;
	union at_any any;

	if (!has_facts(s))
		return;
	facts(s, before);
	memcpy(&any, s, size);
	for (size_t i = sizeof(struct at_state); i < size; i++) {
		for (size_t k = i; k < size && k < i + 12; k++) {
			uint8_t a = any.bytes[i], b = any.bytes[k];
			for (int bit = k == i ? 0 : 7; bit < 8; bit++) {
				any.bytes[i] = k == i ? (uint8_t)(a ^ 1 << bit) : b;
				any.bytes[k] = k == i ? any.bytes[i] : a;
				if (memcmp(&any, s, size) != 0 && !at_check(&any.head, NULL) &&
				    strcmp(facts(&any.head, after), before) == 0)
					fail_msg("%s: bytes %zu, %zu are not in %s",
						 at_game_of(s)->name, i, k, before);
				any.bytes[i] = a;
				any.bytes[k] = b;
			}
		}
	}
}

static void check_game(const struct at_game *game, int seats, uint64_t seed)
{
	struct at_setup setup = {.seats = (uint8_t)seats};
	at_move moves[AT_MOVES_MAX];
	struct at_rng rng;
	struct at_view view;
	union at_any any;
	struct at_state *s = &any.head;

	at_rng_init(&rng, seed, 0);
	assert_int_equal(at_init(game, &setup, s, NULL), AT_OK);
	while (s->turn != AT_OVER) {
		int n = at_moves(s, moves);
		check_position(s);
		for (int v = AT_PUBLIC; v < seats && s->ply % 4 == 0; v++) {
			at_view(s, v, &view);
			check_position(&view.state.head);
		}
		if (s->ply % 48 == 8 * seed) {
			check_whole(s);
			check_whole(&view.state.head);
		}
		game->apply(s, s->turn == AT_CHANCE ? at_draw(game, s, &rng)
						    : moves[at_rng_below(&rng, (uint32_t)n)]);
	}
	check_position(s);
	check_whole(s);
}

static void positions_are_whole(void **state)
{
	(void)state;
	for (int i = 0; i <= at_games(); i++) {
		const struct at_game *game = i < at_games() ? at_game(i) : &at_template;
		for (int seats = game->seats_min; seats <= game->seats_max; seats++)
			check_game(game, seats, (uint64_t)seats);
	}
}

/* Members that programs rely on, in a position typed by hand. */
static json_t *read_position(const char *text)
{
	struct at_fail fail;
	union at_any any;

	if (at_parse_position(text, strlen(text), &any.head, &fail))
		fail_msg("line %u: %s", fail.line, fail.why);
	return position(&any.head);
}

static void assert_member(json_t *json, const char *name, const char *expected)
{
	json_t *want = json_loads(expected, JSON_DECODE_ANY, NULL);

	if (!json_equal(json_object_get(json, name), want))
		fail_msg("%s: %s", name, json_dumps(json_object_get(json, name), JSON_ENCODE_ANY));
	json_decref(want);
}

static void my_shelfie_has_room_and_shelves(void **state)
{
	json_t *json = read_position(
	    "game: my-shelfie\nplayers: 2\nfirst: 1\nto-move: 2\ngoals: 3 4\nroom:\n"
	    " ---------\n ---..----\n ---.C.---\n --......-\n -...BT..-\n -......--\n"
	    " ---...---\n ----..---\n ---------\n"
	    "shelf 1: personal 2 taken 8 -\n .....\n .....\n .....\n .....\n G....\n CP...\n"
	    "shelf 2: personal 5 taken - -\n .....\n .....\n .....\n .....\n .....\n .....\n");

	(void)state;
	assert_member(json, "room",
		      "[\"---------\",\"---..----\",\"---.C.---\",\"--......-\",\"-...BT..-\","
		      "\"-......--\",\"---...---\",\"----..---\",\"---------\"]");
	assert_member(json_array_get(json_object_get(json, "seats"), 0), "shelf",
		      "[\".....\",\".....\",\".....\",\".....\",\"G....\",\"CP...\"]");
	assert_member(json_array_get(json_object_get(json, "seats"), 0), "taken", "[8,0]");
	assert_member(json_array_get(json_object_get(json, "seats"), 1), "personal", "5");
	json_decref(json);
}

/* Every shrimp on the boards, in the middle of a game. */
static void reef_encounter_has_shrimps(void **state)
{
	const struct at_game *game = at_game_named((struct at_word){"reef-encounter", 14});
	const struct at_setup setup = {.seats = 4};
	at_move moves[AT_MOVES_MAX];
	size_t most = 0;
	struct at_rng rng;
	union at_any any;
	struct at_state *s = &any.head;

	(void)state;
	at_rng_init(&rng, 2, 0);
	assert_int_equal(at_init(game, &setup, s, NULL), AT_OK);
	while (s->turn != AT_OVER) {
		int n = at_moves(s, moves);
		json_t *json = position(s), *reef, *seat;
		json_int_t out = 0;
		size_t listed = 0, i;
		json_array_foreach(json_object_get(json, "reefs"), i, reef) listed +=
		    json_array_size(json_object_get(reef, "shrimps"));
		json_array_foreach(json_object_get(json, "seats"), i, seat) out +=
		    json_integer_value(json_object_get(json_object_get(seat, "shrimps"), "boards"));
		assert_int_equal(listed, out);
		most = listed > most ? listed : most;
		json_decref(json);
		game->apply(s, s->turn == AT_CHANCE ? at_draw(game, s, &rng)
						    : moves[at_rng_below(&rng, (uint32_t)n)]);
	}
	assert_true(most > 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(strings_are_escaped),
	    cmocka_unit_test(numbers_have_one_form),
	    cmocka_unit_test(commas_take_care_of_themselves),
	    cmocka_unit_test(positions_are_whole),
	    cmocka_unit_test(my_shelfie_has_room_and_shelves),
	    cmocka_unit_test(reef_encounter_has_shrimps),
	};

	cmocka_set_message_output(CM_OUTPUT_TAP);
	return cmocka_run_group_tests(tests, NULL, NULL);
}
