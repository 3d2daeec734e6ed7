/* The fast reader of plain commands agrees with jansson, on real commands and on spoilt ones. */
#include "plain.h"

#include "rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static const char *const plain[] = {
    "{}",
    "{\"do\":\"move\",\"id\":\"0123456789abcdef\",\"ply\":12,\"moves\":[\"take 3\",\"pass\"]}",
    " { \"do\" : \"open\" ,\t\"last\" : 999999999999999 , \"views\" : false }\r\n",
    "{\"a\":true,\"b\":null,\"c\":[],\"d\":\"\",\"\":0}",
};

static const char *const others[] = {
    "",
    "[]",
    "{",
    "{}x",
    "{\"a\":1,\"a\":2}",
    "{\"a\":01}",
    "{\"a\":-1}",
    "{\"a\":1.5}",
    "{\"a\":1e9}",
    "{\"a\":9999999999999999}",
    "{\"a\":\"\\u0041\"}",
    "{\"a\":\"\xc3\xa9\"}",
    "{\"a\":{}}",
    "{\"a\":[1]}",
    "{\"a\":[\"b\",]}",
    "{\"a\":1,}",
    "{\"a\":tru}",
    "{\"a\":truex}",
    "{\"a\" 1}",
    "{a:1}",
    "{\"a\":\"b}",
    "{\"a\":1",
};

/* Is it plain? Then jansson reads the same. */
static bool same(const char *text, size_t size)
{
	json_t *ours = plain_read(text, size);
	json_t *theirs = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);

	if (ours && !json_equal(ours, theirs))
		fail_msg("read differently: %.*s", (int)size, text);
	json_decref(theirs);
	if (!ours)
		return false;
	json_decref(ours);
	return true;
}

#define ID    "0123456789abcdef0123456789abcdef"
#define TABLE "ffeeddccbbaa99887766554433221100"

static const char *const plain_moves[] = {
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"take 3\",\"pass\"]}",
    " { \"moves\" : [ \"a\" ] , \"backs\" : 4294967294 ,\t\"ply\":0,\"table\":\"" TABLE "\",\r\n"
    "\"id\":\"" ID "\", \"do\":\"move\" } ",
};

static const char *const other_moves[] = {
    "{\"do\":\"open\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"a\"]}",
    "{\"do\":\"move\",\"id\":\"" ID "0\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"a\"]}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"0\",\"ply\":12,\"backs\":0,\"moves\":[\"a\"]}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":4294967295,\"backs\":0,"
    "\"moves\":[\"a\"]}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"moves\":[\"a\"]}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[]}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":\"a\"}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"a\"],\"more\":1}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"a\"],\"ply\":12}",
    "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE "\",\"ply\":12,\"backs\":0,"
    "\"moves\":[\"a\"]} x",
};

static bool is_hex(const json_t *json, const uint8_t *bytes)
{
	static const char digits[] = "0123456789abcdef";
	char text[2 * AT_ID_SIZE + 1] = "";

	for (int i = 0; i < 2 * AT_ID_SIZE; i++)
		text[i] = digits[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
	return json_is_string(json) && strcmp(json_string_value(json), text) == 0;
}

/* Is it a plain move? Then jansson finds these members and no others, too. */
static bool same_move(const char *text, size_t size)
{
	struct plain_move m;

	if (!plain_move(text, size, &m))
		return false;
	json_t *json = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
	const json_t *moves = json_object_get(json, "moves");
	bool good = json_object_size(json) == 6 && json_array_size(moves) == (size_t)m.count &&
		    is_hex(json_object_get(json, "id"), m.id) &&
		    is_hex(json_object_get(json, "table"), m.table) &&
		    json_integer_value(json_object_get(json, "ply")) == m.ply &&
		    json_integer_value(json_object_get(json, "backs")) == m.backs &&
		    strcmp(json_string_value(json_object_get(json, "do")), "move") == 0;
	for (int i = 0; i < m.count && good; i++) {
		const json_t *move = json_array_get(moves, (size_t)i);
		good = json_string_length(move) == m.move[i].size &&
		       memcmp(json_string_value(move), m.move[i].text, m.move[i].size) == 0;
	}
	if (!good)
		fail_msg("read differently: %.*s", (int)size, text);
	json_decref(json);
	return true;
}

static void commands_as_they_come_are_plain(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		assert_true(same(plain[i], strlen(plain[i])));
}

static void what_is_not_plain_is_left(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		assert_false(same(others[i], strlen(others[i])));
	assert_false(same("{\"a\":1\0}", 8));
}

static void spoilt_commands_are_read_alike(void **state)
{
	static const char signs[] = "{}[]:,\"\\ 0159-.eatrufalsn\t\x01\xc3";
	char text[300];
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 12, 0);
	for (int i = 0; i < 200000; i++) {
		const char *from = plain[at_rng_below(&rng, sizeof plain / sizeof *plain)];
		size_t size = strlen(from);
		memcpy(text, from, size);
		for (uint32_t n = at_rng_below(&rng, 4); n > 0; n--)
			text[at_rng_below(&rng, (uint32_t)size)] =
			    signs[at_rng_below(&rng, sizeof signs)];
		same(text, at_rng_below(&rng, 8) ? size : at_rng_below(&rng, (uint32_t)size + 1));
	}
}

static void moves_are_read_alike(void **state)
{
	static const char signs[] = "{}[]:,\"\\ 0159-.eatrufalsn\t\x01\xc3";
	char text[300];
	struct at_rng rng;

	(void)state;
	for (size_t i = 0; i < sizeof plain_moves / sizeof *plain_moves; i++)
		assert_true(same_move(plain_moves[i], strlen(plain_moves[i])));
	for (size_t i = 0; i < sizeof other_moves / sizeof *other_moves; i++)
		assert_false(same_move(other_moves[i], strlen(other_moves[i])));
	at_rng_init(&rng, 13, 0);
	for (int i = 0; i < 50000; i++) {
		const char *from =
		    plain_moves[at_rng_below(&rng, sizeof plain_moves / sizeof *plain_moves)];
		size_t size = strlen(from);
		memcpy(text, from, size);
		for (uint32_t n = at_rng_below(&rng, 4); n > 0; n--)
			text[at_rng_below(&rng, (uint32_t)size)] =
			    signs[at_rng_below(&rng, sizeof signs)];
		same_move(text,
			  at_rng_below(&rng, 8) ? size : at_rng_below(&rng, (uint32_t)size + 1));
	}
}

static void too_many_moves_are_no_plain_move(void **state)
{
	char text[1000];
	int n;

	(void)state;
	for (int count = PLAIN_MOVES; count <= PLAIN_MOVES + 1; count++) {
		n = snprintf(text, sizeof text,
			     "{\"do\":\"move\",\"id\":\"" ID "\",\"table\":\"" TABLE
			     "\",\"ply\":1,\"backs\":0,\"moves\":[\"a\"");
		for (int i = 1; i < count; i++)
			n += snprintf(text + n, sizeof text - (size_t)n, ",\"b%d\"", i);
		n += snprintf(text + n, sizeof text - (size_t)n, "]}");
		assert_int_equal(same_move(text, (size_t)n), count == PLAIN_MOVES);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(moves_are_read_alike),
	    cmocka_unit_test(too_many_moves_are_no_plain_move),
	    cmocka_unit_test(commands_as_they_come_are_plain),
	    cmocka_unit_test(what_is_not_plain_is_left),
	    cmocka_unit_test(spoilt_commands_are_read_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
