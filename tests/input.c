/* Bad input to the code that all games share: positions, records, options and bytes. Each line
 * names the mistake and changes nothing. */
#include "game.h"
#include "play.h"
#include "position.h"
#include "record.h"
#include "reef_encounter/reef_encounter.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

struct bad {
	const char *text;
	uint32_t line;
	const char *why; /* is part of the reason */
};

#define HEAD   "game: template\nplayers: 2\n"
#define MIDDLE HEAD "first: 1\nto-move: 1\n"
#define SEATS  "seat 1: pearls 6 shell 1\nseat 2: pearls 5 shell 2\n"
#define WHOLE  MIDDLE "pile: 1\n" SEATS

static void expect(const struct bad *bad, enum at_err err, const struct at_fail *fail)
{
	if (!err || fail->line != bad->line || !strstr(fail->why, bad->why))
		fail_msg("'%s'\ngives line %u: %s\nnot    line %u: %s", bad->text, fail->line,
			 err ? fail->why : "success", bad->line, bad->why);
}

static const struct bad positions[] = {
    {"", 0, "the text is empty"},
    {"# only a comment\n", 1, "the text is empty"},
    {"players: 2\n", 1, "the first line must be 'game: NAME'"},
    {"game 1: template\n", 1, "the first line must be 'game: NAME'"},
    {"game:\n", 1, "expected the name of a game"},
    {"game: template or so\n", 1, "'or' is one word too many"},
    {"game: chess\n", 1, "there is no game 'chess'"},
    {"game: template\n", 1, "after 'game:' comes 'players: N'"},
    {"game: template\nto-move: 1\n", 2, "after 'game:' comes 'players: N'"},
    {"game: template\nplayers: 5\n", 2, "from 2 to 4, not '5'"},
    {HEAD "options 1: big-pile\n", 3, "expected 'options:'"},
    {HEAD "options: huge-pile\n", 3, "no option 'huge-pile'"},
    {HEAD "options: big-pile=maybe\n", 3, "no value 'maybe'"},
    {HEAD "options: big-pile big-pile=no\n", 3, "big-pile is given twice"},
    {HEAD "what\n", 3, "expected 'key: value'"},
    {HEAD "  . . .\n", 3, "belongs to no drawn board"},
    {HEAD "ply 3: 1\n", 3, "'ply 3:' is no such thing here"},
    {HEAD "ply: 1\nply: 1\n", 4, "'ply:' stands on line 3 already"},
    {HEAD "ply: -1\n", 3, "ply is a number from 0"},
    {HEAD "to-move: 3\n", 3, "a seat from 1 to 2, chance or over, not '3'"},
    {HEAD "to-move:\n", 3, "expected to-move"},
    {HEAD "viewer: me\n", 3, "public or truth, not 'me'"},
    {HEAD "first: 9\n", 3, "first is a seat from 1 to 2"},
    {HEAD "colour: red\n", 3, "template has no key 'colour'"},
    {HEAD "pile 1: 3\n", 3, "'pile 1:' is no such thing here"},
    {HEAD "seat 3: pearls 1 shell 1\n", 3, "'seat 3:' is no such thing here"},
    {HEAD "seat 1: pearls 1 shell 1 open now\n", 3, "'now' is one word too many"},
    {HEAD "seat 1: pearls 1 shell 1 shut\n", 3, "expected 'open', not 'shut'"},
    {HEAD "seat 1: pebbles 1\n", 3, "expected 'pearls', not 'pebbles'"},
    {HEAD "seat 1: pearls 1\n", 3, "expected 'shell'"},
    {HEAD "seat 1: pearls 1 shell\n", 3, "expected a shell"},
    {HEAD "seat 1: pearls 1 shell 7\n", 3, "there is no shell '7'"},
    {HEAD "pile: 13\n", 3, "from 0 to 12"},
    {HEAD "pile: 3\n", 3, "'to-move:' is missing"},
    {MIDDLE SEATS, 6, "'pile:' is missing"},
    {MIDDLE "pile: 1\nseat 2: pearls 5 shell 2\n", 6, "'seat 1:' is missing"},
    {WHOLE "\x80\n", 8, "not UTF-8"},
    {WHOLE "\r", 8, "a control character"},
    {WHOLE "ply: 5\r", 8, "a control character"},
    {WHOLE "\r\rply: 5\r\n", 8, "a control character"},
    {WHOLE "ply: 400\n", 8, "no game has 400 plies: at most 29"},
    {WHOLE "viewer: 1\n", 7, "seat 2's shell is secret"},
    {MIDDLE "pile: 2\n" SEATS, 5, "PE-1: 13 pearls instead of 12"},
    {HEAD "to-move: 1\npile: 1\n" SEATS, 3, "the first player does not fit"},
};

static void positions_are_refused_with_line_and_reason(void **unused)
{
	static const char lines[] = WHOLE "\r\nply: 5\r\n\r\n";
	struct at_fail fail;
	union at_any any, untouched;

	(void)unused;
	memset(&any, 0x5a, sizeof any);
	untouched = any;
	for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
		enum at_err err = at_parse_position(positions[i].text, strlen(positions[i].text),
						    &any.head, &fail);
		expect(&positions[i], err, &fail);
		assert_memory_equal(&any, &untouched, sizeof any);
	}
	assert_int_equal(at_parse_position(WHOLE, strlen(WHOLE), &any.head, &fail), AT_OK);
	assert_int_equal(at_parse_position(lines, strlen(lines), &any.head, &fail), AT_OK);
}

static void a_move_beyond_the_longest_game_is_refused(void **unused)
{
	static const char text[] = WHOLE "ply: 29\n";
	struct at_fail fail;
	union at_any any, untouched;
	at_move m;

	(void)unused;
	memset(&any, 0, sizeof any);
	assert_int_equal(at_parse_position(text, strlen(text), &any.head, &fail), AT_OK);
	assert_int_equal(at_parse_move(&any.head, "take 1", 6, &m, &fail), AT_OK);
	untouched = any;
	assert_int_equal(at_apply(&any.head, m, &fail), AT_BAD_MOVE);
	assert_string_equal(fail.why, "no game has more than 29 moves");
	assert_memory_equal(&any, &untouched, sizeof any);
}

#define SEED      "0000000000000000000000000000000000000000000000000000000000000000"
#define SEED_HASH "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"

/* The vectors of docs/fair-draws.md: the host's half and commitment, two numbers with theirs. */
#define HALF      "202122232425262728292a2b2c2d2e2f303132333435363738393a3b3c3d3e3f"
#define HALF_HASH "72dbb7336c76780023f83da4c355f2eeea85733b13d3477697917790c1229084"
#define ONE       "1111111111111111111111111111111111111111111111111111111111111111"
#define ONE_HASH  "02d449a31fbb267c8f352e9968a79e3e5fc95c1bbeaa502fd6454ebde5a4bedc"
#define TWO_HASH  "9f72ea0cf49536e3c66c787f705186df9a4378083753ae9536d65b3ad7fcddc4"
#define MIX       "bdc41bc7387d3a63f18509b4401e2d3b68bfb443f936c5486b2ac684c855e9ab"
#define TABLE     "table: 000102030405060708090a0b0c0d0e0f\n"
#define HOST      TABLE "host-commitment: " HALF_HASH "\n"
#define BOTH      HOST "host-half: " HALF "\n"
#define PERSON_1  "person 1: commitment " ONE_HASH " opened " ONE "\n"
#define PERSON_2  "person 2: commitment " TWO_HASH " silent\n"
#define PROMISES  BOTH PERSON_1 PERSON_2 "seed: " MIX "\n"

/* A record that is read to its end, or to its first mistake. */
static void expect_of_record(const struct bad *bad)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;
	at_move m;

	at_scan_init(&scan, bad->text, strlen(bad->text), &fail);
	if (!at_record_open(&record, &scan, &any.head))
		while (!at_record_next(&record, &scan, &any.head, &m) && m)
			;
	expect(bad, scan.err, &fail);
}

static void promises_are_refused_with_line_and_reason(void **unused)
{
	static const struct bad list[] = {
	    {HEAD PROMISES, 8, "'moves:' is missing"},
	    {HEAD TABLE "moves:\n", 4, "'host-commitment:' is missing"},
	    {HEAD BOTH "moves:\n", 6, "'seed:' is missing"},
	    {HEAD TABLE TABLE, 4, "'table' stands here a second time"},
	    {HEAD "table: 00000000000000000000000000000000\n", 3, "not all zeros"},
	    {HEAD "table: 0001\n", 3, "needs 32 hexadecimal digits, not 4"},
	    {HEAD "table 1: 0001\n", 3, "too many words before ':'"},
	    {HEAD "host-half: " HALF "\n", 3, "'host-half' needs 'table:' before it"},
	    {HEAD TABLE "host-half: " HALF "\n", 4, "needs 'host-commitment:' before it"},
	    {HEAD TABLE PERSON_1, 4, "needs 'host-commitment:' before it"},
	    {HEAD HOST "host-half: " ONE "\n", 5, "the host's commitment is not the SHA-256"},
	    {HEAD HOST "seed: " MIX "\n", 5, "the seed needs 'host-half:' before it"},
	    {HEAD BOTH "person 3: commitment " ONE_HASH " silent\n", 6, "no seat '3'"},
	    {HEAD BOTH "person: commitment " ONE_HASH " silent\n", 6, "no seat ''"},
	    {HEAD BOTH PERSON_2 PERSON_1, 7, "in the order of their seats"},
	    {HEAD BOTH PERSON_1 PERSON_1, 7, "in the order of their seats"},
	    {HEAD BOTH PERSON_1 TABLE, 7, "'table' stands too late"},
	    {HEAD BOTH "person 1: " ONE_HASH " silent\n", 6, "expected 'commitment'"},
	    {HEAD BOTH "person 1: commitment " ONE_HASH "\n", 6, "expected 'opened' or 'silent'"},
	    {HEAD BOTH "person 1: commitment " ONE_HASH " late\n", 6, "not 'late'"},
	    {HEAD BOTH "person 1: commitment " ONE_HASH " silent 1\n", 6, "one word too many"},
	    {HEAD BOTH "person 1: commitment " TWO_HASH " opened " ONE "\n", 6,
	     "the commitment of seat 1 is not the SHA-256 of its number"},
	    {HEAD BOTH PERSON_1 "seed: " MIX "\n", 7, "not what the half and the numbers give"},
	    {HEAD BOTH PERSON_1 PERSON_2 "seed: " SEED "\n", 8, "not what the half and"},
	    {HEAD PROMISES PERSON_1, 9, "'person' stands too late"},
	    {HEAD "seed: " MIX "\n" TABLE, 4, "'table' stands too late"},
	    {HEAD PROMISES "commitment: " SEED "\n", 9, "nobody committed to it"},
	    {HEAD PROMISES "moves:\ndeal 1 2\n", 10, "the seed draws 'deal 1 "},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		expect_of_record(&list[i]);
}

static void promises_are_printed_as_they_were_read(void **unused)
{
	static const char *const list[] = {
	    HEAD "first: 2\nseed: " SEED "\nmoves:\n", HEAD PROMISES "moves:\n",
	    HEAD HOST PERSON_1 PERSON_2 "moves:\n", /* before the end */
	    HEAD BOTH "seed: afb6896045a46046b300d95ac89e2fd5c8f8c031859f457592bc614f1ccf808e\n"
		      "moves:\n", /* bots alone */
	};
	char head[1200];
	struct at_record record;
	struct at_scan scan;
	struct at_text t;
	struct at_fail fail;
	union at_any any;

	(void)unused;
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		at_scan_init(&scan, list[i], strlen(list[i]), &fail);
		if (at_record_open(&record, &scan, &any.head))
			fail_msg("%s", fail.why);
		at_text_init(&t, head, sizeof head);
		at_print_record_head(&record, &t);
		assert_string_equal(head, list[i]);
	}
}

static void records_are_refused_with_line_and_reason(void **unused)
{
	static const struct bad list[] = {
	    {HEAD, 2, "'moves:' is missing"},
	    {HEAD "moves 1:\n", 3, "too many words before ':'"},
	    {HEAD "moves: now\n", 3, "'now' is one word too many"},
	    {HEAD "hello\n", 3, "expected 'key: value'"},
	    {HEAD "date: today\n", 3, "a record has no key 'date'"},
	    {HEAD "seed: 12\n", 3, "needs 64 hexadecimal digits, not 2"},
	    {HEAD "seed: " SEED "\nseed: " SEED "\n", 4, "'seed' stands here a second time"},
	    {HEAD "commitment: xyz\n", 3, "'xyz' is not hexadecimal"},
	    {HEAD "seed: " SEED "\ncommitment: " SEED "\n", 4, "not the SHA-256 of the seed"},
	    {HEAD "commitment: " SEED "\nseed: " SEED "\n", 4, "not the SHA-256 of the seed"},
	    {HEAD "seed: " SEED "\ncommitment: " SEED_HASH "\n", 4, "'moves:' is missing"},
	    {HEAD "moves:\nhello\n", 4, "there is no move 'hello'"},
	    {HEAD "moves:\ndeal 1 3\n\r", 5, "a control character"},
	    {HEAD "moves:\ndeal 1 3\r", 4, "a control character"},
	    {HEAD "moves:\ndeal 1 3 4\n", 4, "'4' is one word too many"},
	    {HEAD "moves:\ntake 1\n", 4, "this is not the move that is due"},
	    {HEAD "moves:\ndeal 1 ?\n", 4, "this is not the move that is due"},
	    {HEAD "moves:\ndeal 1 3\ndeal 2 4\nfirst 1\n\n# a comment\ndeal 1 1\n", 9,
	     "this is not the move that is due"},
	    {HEAD "first: 3\n", 3, "first is a number from 1 to 2, not '3'"},
	    {HEAD "first: 1\nfirst: 1\n", 4, "'first' stands here a second time"},
	    {HEAD "given: 1\nfirst: 1\n", 4, "'first:' stands before"},
	    {HEAD "first: 1 2\n", 3, "'2' is one word too many"},
	    {HEAD "first: 2\nmoves:\ndeal 1 3\ndeal 2 4\nfirst 1\n", 7,
	     "'first:' says that seat 2 was chosen to begin"},
	    {HEAD "seed: " SEED "\nmoves:\ndeal 1 1\n", 5, "the seed draws 'deal 1 "},
	};

	(void)unused;
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++)
		expect_of_record(&list[i]);
}

static void a_finished_record_takes_no_further_move(void **unused)
{
	static const char text[] = HEAD
	    "commitment: " SEED "\nmoves:\ndeal 1 3\ndeal 2 4\nfirst 1\ntake 2\ntake 2\ntake 2\n"
	    "take 2\ntake 2\ntake 2\nreveal 1 3\nreveal 2 4\nreveal 2 4\n";
	char head[400];
	struct at_record record;
	struct at_scan scan;
	struct at_text t;
	struct at_fail fail;
	union at_any any;
	at_move m;

	(void)unused;
	at_scan_init(&scan, text, strlen(text), &fail);
	assert_int_equal(at_record_open(&record, &scan, &any.head), AT_OK);
	at_text_init(&t, head, sizeof head);
	at_print_record_head(&record, &t);
	assert_memory_equal(head, text, t.len);
	while (!at_record_next(&record, &scan, &any.head, &m) && m)
		;
	assert_int_equal(any.head.turn, AT_OVER);
	assert_int_equal(fail.line, 16);
	assert_string_equal(fail.why, "the game is over: no move can follow");
}

static void moves_are_one_line(void **unused)
{
	struct at_setup setup = {2, 0};
	struct at_fail fail;
	union at_any any;
	at_move m = 77;

	(void)unused;
	at_init(&at_template, &setup, &any.head, NULL);
	assert_int_equal(at_parse_move(&any.head, "", 0, &m, &fail), AT_BAD_TEXT);
	assert_string_equal(fail.why, "expected a move");
	assert_int_equal(at_parse_move(&any.head, "deal 1 2\ndeal 2 3", 17, &m, &fail),
			 AT_BAD_TEXT);
	assert_string_equal(fail.why, "expected one move, not several lines");
	assert_int_equal(at_parse_move(&any.head, "deal 1 2\n\xff", 10, &m, &fail), AT_BAD_TEXT);
	assert_int_equal(m, 77);
	assert_int_equal(at_parse_move(&any.head, "\n deal 1 2 # mine\n", 18, &m, &fail), AT_OK);
	assert_int_equal(at_apply(&any.head, m, &fail), AT_OK);
}

static void set_ups_are_checked(void **unused)
{
	struct at_fail fail;
	union at_any any;

	(void)unused;
	assert_int_equal(at_init(&at_template, &(struct at_setup){5, 0}, &any.head, &fail),
			 AT_BAD_VALUE);
	assert_string_equal(fail.why, "template is for 2 to 4 players, not 5");
	assert_int_equal(at_init(&at_template, &(struct at_setup){2, 4}, &any.head, &fail),
			 AT_BAD_VALUE);
	assert_string_equal(fail.why, "template has no options 4");
	assert_null(at_game_named((struct at_word){"chess", 5}));
	assert_null(at_game_with_id(77));
}

static void options_read_back(void **unused)
{
	char array[100];
	struct at_text t;
	struct at_scan scan;
	struct at_fail fail;
	uint8_t options = 9;

	(void)unused;
	at_text_init(&t, array, sizeof array);
	at_print_options(&at_template, 1, &t);
	assert_string_equal(array, "big-pile");
	at_scan_init(&scan, "big-pile=yes", 12, &fail);
	assert_true(at_scan_line(&scan));
	assert_int_equal(at_scan_options(&at_template, &scan, &options), AT_OK);
	assert_int_equal(options, 1);
}

/* A state of the template with one byte of its head changed. */
static void refused_byte(size_t at, uint8_t value, const char *why)
{
	struct at_setup setup = {2, 0};
	uint8_t bytes[AT_BYTES_MAX];
	union at_any any;
	struct at_fail fail;
	size_t size;

	at_init(&at_template, &setup, &any.head, NULL);
	size = at_encode(&any.head, bytes);
	bytes[at] = value;
	assert_int_not_equal(at_decode(bytes, size, &any.head, &fail), AT_OK);
	assert_non_null(strstr(fail.why, why));
	assert_int_not_equal(at_decode(bytes, size, &any.head, NULL), AT_OK);
}

static void bytes_are_refused_with_a_reason(void **unused)
{
	struct at_setup setup = {2, 0};
	uint8_t bytes[AT_BYTES_MAX];
	struct at_view view;
	union at_any any;
	struct at_fail fail;
	size_t size;

	(void)unused;
	refused_byte(0, 77, "no game has the number 77");
	refused_byte(1, 9, "template has rules of version 1 to 1 here, not 9");
	refused_byte(1, 0, "template has rules of version 1 to 1 here, not 0");
	refused_byte(2, 5, "template is for 2 to 4 players, not 5");
	refused_byte(3, 8, "template has no options 8");
	refused_byte(4, 2, "there is no seat 3 to move");
	refused_byte(5, 2, "there is no seat 3 to look");
	refused_byte(6, 2, "there is no seat 3 to be first");
	refused_byte(11, 1, "no game has 16777216 plies");
	at_init(&at_template, &setup, &any.head, NULL);
	size = at_encode(&any.head, bytes);
	assert_int_equal(at_decode(bytes, 5, &any.head, &fail), AT_BAD_BYTES);
	assert_string_equal(fail.why, "a state has at least 12 bytes, not 5");
	assert_int_equal(at_decode(bytes, size - 1, &any.head, &fail), AT_BAD_BYTES);
	assert_non_null(strstr(fail.why, "has 24 bytes, not 23"));
	assert_int_equal(at_view_decode(bytes, size - 1, &view, &fail), AT_BAD_BYTES);
	assert_int_equal(at_view_decode(bytes, size, &view, &fail), AT_BAD_BYTES);
	assert_string_equal(fail.why, "these bytes are no view: they hold the truth");
	at_view(&any.head, 1, &view);
	size = at_view_encode(&view, bytes);
	memset(&view, 0, sizeof view);
	assert_int_equal(at_view_decode(bytes, size, &view, &fail), AT_OK);
	assert_int_equal(view.state.head.viewer, 1);
}

/* The text of a position puts a tile into an opened fish and takes it away again. */
static void an_opened_fish_tile_is_in_the_fish(void **unused)
{
	struct at_setup setup = {2, 0};
	struct at_tally tally = {0};
	union at_any any;
	struct re_state *e = (struct re_state *)&any;
	struct at_rng rng;
	struct at_fail fail;
	struct re_seat *seat = &e->seat[0];

	(void)unused;
	at_rng_init(&rng, 1, 1);
	assert_int_equal(at_init(&at_reef_encounter, &setup, &any.head, NULL), AT_OK);
	at_play_random(&at_reef_encounter, &any.head, &rng, &tally);
	assert_int_equal(at_check(&any.head, &fail), AT_OK);
	seat->consumed[seat->first_tile] += seat->fish[seat->first_tile];
	seat->fish[seat->first_tile] = 0;
	assert_int_equal(at_check(&any.head, &fail), AT_BAD_STATE);
	assert_string_equal(fail.why,
			    "RE-12.1: the opened tile of player 1 does not lie in the fish");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(positions_are_refused_with_line_and_reason),
	    cmocka_unit_test(a_move_beyond_the_longest_game_is_refused),
	    cmocka_unit_test(records_are_refused_with_line_and_reason),
	    cmocka_unit_test(promises_are_refused_with_line_and_reason),
	    cmocka_unit_test(promises_are_printed_as_they_were_read),
	    cmocka_unit_test(a_finished_record_takes_no_further_move),
	    cmocka_unit_test(moves_are_one_line),
	    cmocka_unit_test(set_ups_are_checked),
	    cmocka_unit_test(options_read_back),
	    cmocka_unit_test(bytes_are_refused_with_a_reason),
	    cmocka_unit_test(an_opened_fish_tile_is_in_the_fish),
	};

	return cmocka_run_group_tests_name("input", tests, NULL, NULL);
}
