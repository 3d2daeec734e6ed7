/* What is read as plain is what jansson reads, on commands as they come and on spoilt ones. */
#include "plain.h"

#include "rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
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

/* Is it plain? If so, jansson reads the same. */
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

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(commands_as_they_come_are_plain),
	    cmocka_unit_test(what_is_not_plain_is_left),
	    cmocka_unit_test(spoilt_commands_are_read_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
