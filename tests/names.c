/* Names: which are allowed, and which look alike. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "alike.h"
#include "name.h"

#include <string.h>

static bool is_name(const char *text)
{
	char out[NAME_SIZE];
	const char *why = NULL;
	bool good = name_read(text, strlen(text), out, &why);

	assert_true(good || why);
	return good;
}

static void names_keep_to_their_line(void **unused)
{
	(void)unused;
	assert_true(is_name("Ann"));
	assert_true(is_name("\u0e01\u0e35\u0e48"));   /* Thai: a vowel and a tone */
	assert_true(is_name("x\u0323\u0301"));        /* two marks */
	assert_false(is_name("x\u0323\u0301\u0302")); /* three */
	assert_true(is_name("1\ufe0f\u20e3"));        /* a key as a picture */
	assert_true(
	    is_name("\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22"));
	assert_false(is_name(
	    "\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22"));
	assert_true(is_name("\ufdfa"));
	assert_false(is_name("\ufdfa\ufdfa"));
	assert_false(is_name("a\ufdfd"));
}

static void looks_are_compared_and_not_letters(void **unused)
{
	(void)unused;
	assert_true(names_alike("Ann", "ANN"));
	assert_true(names_alike("Ann", "\u0410nn"));           /* Cyrillic */
	assert_true(names_alike("Bob", "\u0412o\u042c"));      /* its capitals */
	assert_true(names_alike("Ann", "\uff21\uff4e\uff4e")); /* full width */
	assert_true(names_alike("Bill", "BiII"));              /* strokes */
	assert_true(names_alike("\u0410\u043d\u043d\u0430", "\u0430\u043d\u043d\u0430"));
	assert_false(names_alike("Ann", "Anna"));
	assert_false(names_alike("Ann", "\u00c4nn"));
	assert_false(names_alike("\u6f22", "\u5b57"));
}

static void the_host_and_bots_keep_their_names(void **unused)
{
	static const char *const hosts[] = {"play.example.org"};

	(void)unused;
	assert_true(name_is_reserved("Admin", NULL, 0));
	assert_true(name_is_reserved("\u0430dm\u0456n", NULL, 0));
	assert_true(name_is_reserved("m a s t e r", NULL, 0));
	assert_true(name_is_reserved("Play.Example.Org", hosts, 1));
	assert_false(name_is_reserved("Play.Example.Org", NULL, 0));
	assert_false(name_is_reserved("Administa", hosts, 1));
	assert_false(name_is_reserved("\u6f22", hosts, 1));
	assert_false(name_is_reserved("!!", hosts, 1));
	assert_true(name_is_numbered("Ann (2)"));
	assert_false(name_is_numbered("(2)"));
	assert_false(name_is_numbered("Ann ()"));
	assert_false(name_is_numbered("Ann 2"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(names_keep_to_their_line),
	    cmocka_unit_test(looks_are_compared_and_not_letters),
	    cmocka_unit_test(the_host_and_bots_keep_their_names),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
