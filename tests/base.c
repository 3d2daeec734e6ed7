/* Unit tests of base/: generators, draws, text, scan, hash, bits. Reference values come from RFC
 * 8439 and from implementations of the published algorithms in another language. */
#include "bits.h"
#include "deal.h"
#include "fail.h"
#include "hash.h"
#include "hmac.h"
#include "promise.h"
#include "rng.h"
#include "scan.h"
#include "sha256.h"
#include "text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

static void rng_equals_the_reference(void **unused)
{
	static const uint64_t expected[3][3] = {
	    {0x7089d27154f9c648u, 0xdadd8b911e9d85edu, 0xc5559b856b19440du},
	    {0x8d8d392a3af96189u, 0x9c456d764acfc3edu, 0x8bec91ede63fa0c7u},
	    {0xcfd963779fd33bafu, 0xc7407de0d7819ff9u, 0xac34d55fe5b2f59fu},
	};
	static const uint64_t seeds[3][2] = {{0, 0}, {1, 0}, {1, 1}};
	struct at_rng r;

	(void)unused;
	for (int i = 0; i < 3; i++) {
		at_rng_init(&r, seeds[i][0], seeds[i][1]);
		for (int j = 0; j < 3; j++)
			assert_int_equal(at_rng_next(&r), expected[i][j]);
	}
}

static void rng_below_equals_the_reference(void **unused)
{
	static const uint32_t tens[] = {5, 6, 5, 1, 1, 2, 5, 1, 2, 9, 4, 6};
	static const uint32_t billions[] = {1053528834u, 1027712950u, 78970581u,   1281725098u,
					    641586523u,  1350117357u, 1470361900u, 1230942966u};
	struct at_rng r;

	(void)unused;
	at_rng_init(&r, 1, 0);
	for (int i = 0; i < 12; i++)
		assert_int_equal(at_rng_below(&r, 10), tens[i]);
	for (int i = 0; i < 8; i++)
		assert_int_equal(at_rng_below(&r, 3000000000u), billions[i]);
}

static void rng_below_reaches_every_number_alike(void **unused)
{
	enum { N = 7, DRAWS = 70000 };
	int seen[N] = {0};
	struct at_rng r;

	(void)unused;
	at_rng_init(&r, 42, 0);
	for (int i = 0; i < DRAWS; i++)
		seen[at_rng_below(&r, N)]++;
	for (int i = 0; i < N; i++)
		assert_in_range(seen[i], DRAWS / N - 500, DRAWS / N + 500);
	assert_int_equal(at_rng_below(&r, 1), 0);
}

/* RFC 8439, 2.3.2 and A.1 vector 1 */
static void chacha20_equals_the_rfc(void **unused)
{
	static const uint8_t block_232[64] = {
	    0x10, 0xf1, 0xe7, 0xe4, 0xd1, 0x3b, 0x59, 0x15, 0x50, 0x0f, 0xdd, 0x1f, 0xa3,
	    0x20, 0x71, 0xc4, 0xc7, 0xd1, 0xf4, 0xc7, 0x33, 0xc0, 0x68, 0x03, 0x04, 0x22,
	    0xaa, 0x9a, 0xc3, 0xd4, 0x6c, 0x4e, 0xd2, 0x82, 0x64, 0x46, 0x07, 0x9f, 0xaa,
	    0x09, 0x14, 0xc2, 0xd7, 0x05, 0xd9, 0x8b, 0x02, 0xa2, 0xb5, 0x12, 0x9c, 0xd1,
	    0xde, 0x16, 0x4e, 0xb9, 0xcb, 0xd0, 0x83, 0xe8, 0xa2, 0x50, 0x3c, 0x4e};
	static const uint8_t block_a1[16] = {0x76, 0xb8, 0xe0, 0xad, 0xa0, 0xf1, 0x3d, 0x90,
					     0x40, 0x5d, 0x6a, 0xe5, 0x53, 0x86, 0xbd, 0x28};
	static const uint8_t nonce[12] = {0, 0, 0, 9, 0, 0, 0, 0x4a, 0, 0, 0, 0};
	static const uint8_t zero[32];
	uint8_t key[32], out[64];

	(void)unused;
	for (int i = 0; i < 32; i++)
		key[i] = (uint8_t)i;
	at_chacha20(key, 1, nonce, out);
	assert_memory_equal(out, block_232, 64);
	at_chacha20(zero, 0, zero, out);
	assert_memory_equal(out, block_a1, 16);
}

/* FIPS 180-4's examples, and sizes around the end of a block */
/* RFC 4231, cases 1 and 2. */
static void hmac_equals_the_standard(void **unused)
{
	static const uint8_t key[20] = {11, 11, 11, 11, 11, 11, 11, 11, 11, 11,
					11, 11, 11, 11, 11, 11, 11, 11, 11, 11};
	static const uint8_t first[] = {0xb0, 0x34, 0x4c, 0x61, 0xd8, 0xdb, 0x38, 0x53,
					0x5c, 0xa8, 0xaf, 0xce, 0xaf, 0x0b, 0xf1, 0x2b,
					0x88, 0x1d, 0xc2, 0x00, 0xc9, 0x83, 0x3d, 0xa7,
					0x26, 0xe9, 0x37, 0x6c, 0x2e, 0x32, 0xcf, 0xf7};
	static const uint8_t second[] = {0x5b, 0xdc, 0xc1, 0x46, 0xbf, 0x60, 0x75, 0x4e,
					 0x6a, 0x04, 0x24, 0x26, 0x08, 0x95, 0x75, 0xc7,
					 0x5a, 0x00, 0x3f, 0x08, 0x9d, 0x27, 0x39, 0x83,
					 0x9d, 0xec, 0x58, 0xb9, 0x64, 0xec, 0x38, 0x43};
	uint8_t mac[AT_SHA256_SIZE];

	(void)unused;
	at_hmac(key, sizeof key, (const uint8_t *)"Hi There", 8, mac);
	assert_memory_equal(mac, first, sizeof mac);
	at_hmac((const uint8_t *)"Jefe", 4, (const uint8_t *)"what do ya want for nothing?", 28,
		mac);
	assert_memory_equal(mac, second, sizeof mac);
}

static void sha256_equals_the_standard(void **unused)
{
	static const struct {
		size_t size;
		const char *bytes, *hash;
	} list[] = {
	    {0, "", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
	    {3, "abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
	    {55, NULL, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"},
	    {56, NULL, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"},
	    {63, NULL, "7d3e74a05d7db15bce4ad9ec0658ea98e3f06eeecf16b4c6fff2da457ddc2f34"},
	    {64, NULL, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"},
	    {119, NULL, "31eba51c313a5c08226adf18d4a359cfdfd8d2e816b13f4af952f7ea6584dcfb"},
	    {200, NULL, "c2a908d98f5df987ade41b5fce213067efbcc21ef2240212a41e54b5e7c28ae5"},
	};
	uint8_t repeated[200], hash[AT_SHA256_SIZE];
	char text[2 * AT_SHA256_SIZE + 1];
	struct at_text t;

	(void)unused;
	memset(repeated, 'a', sizeof repeated);
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		const char *bytes = list[i].bytes ? list[i].bytes : (const char *)repeated;
		at_sha256((const uint8_t *)bytes, list[i].size, hash);
		at_text_init(&t, text, sizeof text);
		at_puthex(&t, hash, sizeof hash);
		assert_string_equal(text, list[i].hash);
	}
}

/* These values are in docs/fair-draws.md; another implementation made them. */
static void mixed_seeds_equal_the_reference(void **unused)
{
	enum { NONE = AT_PROMISE_NONE, OPENED = AT_PROMISE_OPENED, SILENT = AT_PROMISE_SILENT };
	static const struct {
		int seats;
		uint8_t state[4];
		const char *seed;
	} list[] = {
	    {2,
	     {OPENED, OPENED},
	     "a46e55e8e905b0dc8b3f4aa80ec284c02e9bbcf23e47bfd03f909337b4c7c579"},
	    {2,
	     {OPENED, SILENT},
	     "bdc41bc7387d3a63f18509b4401e2d3b68bfb443f936c5486b2ac684c855e9ab"},
	    {3,
	     {OPENED, NONE, OPENED},
	     "287e94807e2cfe7d5f42ca57ffa33ba37984b5c75a76dc9838f1792d00fcc60b"},
	    {4,
	     {OPENED, NONE, SILENT, NONE},
	     "9be97b1b848b0455638b51144c262808c3e4736411dc0921cba87a830c769d67"},
	    {2, {NONE, NONE}, "afb6896045a46046b300d95ac89e2fd5c8f8c031859f457592bc614f1ccf808e"},
	};
	uint8_t table[AT_ID_SIZE], half[AT_SEED_SIZE], seed[AT_SEED_SIZE];
	char text[2 * AT_SEED_SIZE + 1];
	struct at_promise p[4];
	struct at_text t;

	(void)unused;
	for (uint8_t i = 0; i < 32; i++) {
		table[i % 16] = i % 16;
		half[i] = i + 32;
	}
	for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
		for (int k = 0; k < 4; k++) {
			memset(p[k].number, 0x11 * (k + 1), sizeof p[k].number);
			at_sha256(p[k].number, sizeof p[k].number, p[k].hash);
			assert_true(at_promise_fits(p[k].hash, p[k].number));
			p[k].number[31] ^= list[i].state[k] == SILENT; /* ignored */
			p[k].state = list[i].state[k];
		}
		at_promise_mix(table, half, p, list[i].seats, seed);
		at_text_init(&t, text, sizeof text);
		at_puthex(&t, seed, sizeof seed);
		assert_string_equal(text, list[i].seed);
	}
	p[0].state = AT_PROMISE_MADE;
	assert_false(at_promise_all(p, 2));
	assert_false(at_promise_fits(p[0].hash, p[1].number));
}

/* These vectors are in docs/fair-draws.md too: a record can be verified without this code. */
static void draws_of_a_match_equal_the_published_vectors(void **unused)
{
	static const struct {
		uint8_t step; /* byte i of the seed is i * step */
		uint32_t ply, n, draw;
	} vectors[] = {
	    {0, 0u, 2u, 0u},
	    {0, 0u, 6u, 2u},
	    {0, 1u, 6u, 4u},
	    {0, 2u, 60u, 22u},
	    {0, 7u, 132u, 89u},
	    {0, 300u, 1000u, 387u},
	    {0, 4294967295u, 4294967295u, 3614470316u},
	    {1, 0u, 2u, 0u},
	    {1, 0u, 6u, 4u},
	    {1, 1u, 6u, 5u},
	    {1, 2u, 60u, 23u},
	    {1, 7u, 132u, 108u},
	    {1, 300u, 1000u, 804u},
	    {1, 4294967295u, 4294967295u, 154101584u},
	};
	uint8_t seed[AT_SEED_SIZE];

	(void)unused;
	for (size_t i = 0; i < sizeof vectors / sizeof vectors[0]; i++) {
		for (int j = 0; j < AT_SEED_SIZE; j++)
			seed[j] = (uint8_t)(j * vectors[i].step);
		assert_int_equal(at_deal_below(seed, vectors[i].ply, vectors[i].n),
				 vectors[i].draw);
	}
}

static void text_prints_numbers_words_and_hex(void **unused)
{
	char array[100];
	struct at_text t;

	(void)unused;
	at_text_init(&t, array, sizeof array);
	at_put(&t, "%d %d %u %s %c %%", -2147483647 - 1, 0, 4294967295u, "coral", 'x');
	at_putc(&t, ' ');
	at_puthex(&t, (const uint8_t *)"\x00\xa5\xff", 3);
	assert_string_equal(array, "-2147483648 0 4294967295 coral x % 00a5ff");
	assert_false(t.full);
	assert_int_equal(t.len, strlen(array));
}

static void hex_has_two_digits_a_byte(void **unused)
{
	char array[513];
	uint8_t bytes[256];
	struct at_text t;

	(void)unused;
	for (int i = 0; i < 256; i++)
		bytes[i] = (uint8_t)i;
	for (size_t n = 0; n <= sizeof bytes; n++) {
		at_text_init(&t, array, sizeof array);
		at_puthex(&t, bytes, n);
		assert_false(t.full);
		assert_int_equal(t.len, 2 * n);
	}
	for (size_t i = 0; i < sizeof array - 1; i++)
		assert_int_equal(array[i], "0123456789abcdef"[i % 2 ? i / 2 % 16 : i / 32]);
}

static void text_never_passes_its_ceiling(void **unused)
{
	char array[8] = "*******";
	struct at_text t;

	(void)unused;
	at_text_init(&t, array, 5);
	at_puts(&t, "larva");
	assert_string_equal(array, "larv");
	assert_true(t.full);
	assert_int_equal(array[5], '*');
	at_text_init(&t, array, 1);
	at_putc(&t, 'x');
	assert_string_equal(array, "");
	assert_true(t.full);
}

static void a_failure_says_why(void **unused)
{
	struct at_fail fail = {.line = 7};

	(void)unused;
	assert_int_equal(at_fail(&fail, AT_BAD_MOVE, "no %s in %u", "tile", 3u), AT_BAD_MOVE);
	assert_int_equal(fail.err, AT_BAD_MOVE);
	assert_int_equal(fail.line, 0);
	assert_string_equal(fail.why, "no tile in 3");
	assert_int_equal(at_fail(NULL, AT_BAD_TEXT, "nobody listens"), AT_BAD_TEXT);
}

static struct at_fail fail;

static struct at_scan scan_of(const char *text)
{
	struct at_scan scan;

	at_scan_init(&scan, text, strlen(text), &fail);
	return scan;
}

static void scan_finds_lines_words_and_comments(void **unused)
{
	struct at_scan scan = scan_of("# h\xc3\xa9\n\n  one two # three\r\n\tfour\nfive");
	struct at_word w;

	(void)unused;
	assert_true(at_scan_line(&scan));
	assert_int_equal(scan.line, 3);
	assert_true(at_scan_indented(&scan));
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "one"));
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "two"));
	assert_false(at_scan_word(&scan, &w));
	assert_int_equal(at_scan_done(&scan), AT_OK);
	assert_true(at_scan_row(&scan));
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "four"));
	assert_false(at_scan_row(&scan));
	assert_false(at_scan_word(&scan, &w));
	assert_true(at_scan_line(&scan));
	assert_false(at_scan_indented(&scan));
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "five"));
	assert_false(at_scan_line(&scan));
	assert_false(at_scan_row(&scan));
	assert_int_equal(scan.err, AT_OK);
}

/* One line in, the reason for its refusal out. */
static void refused(const char *text, const char *why)
{
	struct at_scan scan = scan_of(text);

	assert_false(at_scan_line(&scan));
	assert_int_equal(fail.err, AT_BAD_TEXT);
	assert_int_equal(fail.line, 1);
	assert_string_equal(fail.why, why);
	assert_false(at_scan_line(&scan));
}

static void scan_refuses_what_is_not_text(void **unused)
{
	(void)unused;
	refused("a\x01", "this line holds a control character");
	refused("a\x7f", "this line holds a control character");
	refused("a # \x1b[2J", "this line holds a control character");
	refused("caf\xc3\xa9", "only plain ASCII letters may stand outside a comment");
	refused("# \xc3", "this line is not UTF-8 text");
	refused("# \xff", "this line is not UTF-8 text");
	refused("# \xc0\x80", "this line is not UTF-8 text");
	refused("# \xe0\x80\x80", "this line is not UTF-8 text");
	refused("# \xed\xa0\x80", "this line is not UTF-8 text");
	refused("# \xf0\x80\x80\x80", "this line is not UTF-8 text");
	refused("# \xf4\x90\x80\x80", "this line is not UTF-8 text");
	refused("# \xe2\x28\xa1", "this line is not UTF-8 text");
}

static void scan_accepts_utf8_in_comments(void **unused)
{
	struct at_scan scan = scan_of("# \xc2\xa9 \xe2\x82\xac \xed\x9f\xbf \xf0\x9f\x90\x9f\nx");

	(void)unused;
	assert_true(at_scan_line(&scan));
	assert_int_equal(scan.line, 2);
}

static void scan_keeps_the_first_failure(void **unused)
{
	struct at_scan scan = scan_of("x\n12 y");
	struct at_word w;
	uint32_t n = 99;

	(void)unused;
	assert_true(at_scan_line(&scan) && at_scan_line(&scan));
	assert_int_equal(at_scan_uint(&scan, "a seat", 1, 4, &n), AT_BAD_VALUE);
	assert_string_equal(fail.why, "a seat is a number from 1 to 4, not '12'");
	assert_int_equal(fail.line, 2);
	assert_int_equal(n, 99);
	assert_int_equal(at_scan_fail(&scan, AT_BAD_TEXT, "later"), AT_BAD_VALUE);
	assert_int_equal(at_scan_need(&scan, "a word", &w), AT_BAD_VALUE);
	assert_int_equal(at_scan_hex(&scan, "a seed", NULL, 1), AT_BAD_VALUE);
	assert_int_equal(at_scan_done(&scan), AT_BAD_VALUE);
	assert_false(at_scan_line(&scan));
	assert_string_equal(fail.why, "a seat is a number from 1 to 4, not '12'");
}

static void scan_reads_numbers(void **unused)
{
	struct at_scan scan = scan_of("4294967295 0");
	uint32_t n;

	(void)unused;
	assert_true(at_scan_line(&scan));
	assert_int_equal(at_scan_uint(&scan, "n", 0, UINT32_MAX, &n), AT_OK);
	assert_int_equal(n, UINT32_MAX);
	assert_int_equal(at_scan_uint(&scan, "n", 0, 5, &n), AT_OK);
	assert_int_equal(n, 0);
	assert_int_equal(at_scan_uint(&scan, "n", 0, 5, &n), AT_BAD_TEXT);
	assert_string_equal(fail.why, "expected n");

	assert_false(at_word_uint((struct at_word){"", 0}, 0, 9, &n));
	assert_false(at_word_uint((struct at_word){"-1", 2}, 0, 9, &n));
	assert_false(at_word_uint((struct at_word){"1x", 2}, 0, 9, &n));
	assert_false(at_word_uint((struct at_word){"4294967296", 10}, 0, UINT32_MAX, &n));
	assert_false(at_word_uint((struct at_word){"00000000001", 11}, 0, 9, &n));
}

static void scan_reads_hex(void **unused)
{
	struct at_scan scan = scan_of("00aFf9");
	uint8_t out[3] = {1, 1, 1};

	(void)unused;
	assert_true(at_scan_line(&scan));
	assert_int_equal(at_scan_hex(&scan, "a seed", out, 3), AT_OK);
	assert_memory_equal(out, "\x00\xaf\xf9", 3);
	scan = scan_of("00af");
	at_scan_line(&scan);
	assert_int_equal(at_scan_hex(&scan, "a seed", out, 3), AT_BAD_TEXT);
	assert_string_equal(fail.why, "a seed needs 6 hexadecimal digits, not 4");
	scan = scan_of("00ag00");
	at_scan_line(&scan);
	assert_int_equal(at_scan_hex(&scan, "a seed", out, 3), AT_BAD_TEXT);
	assert_string_equal(fail.why, "a seed: '00ag00' is not hexadecimal");
}

static void scan_reads_keys(void **unused)
{
	static const char *const bad[][2] = {
	    {"no colon", "expected 'key: value'"},
	    {": value", "expected a key before ':'"},
	    {"one two three: value", "too many words before ':'"},
	};
	struct at_scan scan = scan_of("hand 2: R3\nply:7");
	struct at_word name, arg, w;

	(void)unused;
	assert_true(at_scan_line(&scan));
	assert_int_equal(at_scan_key(&scan, &name, &arg), AT_OK);
	assert_true(at_word_is(name, "hand") && at_word_is(arg, "2"));
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "R3"));
	assert_true(at_scan_line(&scan));
	assert_int_equal(at_scan_key(&scan, &name, &arg), AT_OK);
	assert_true(at_word_is(name, "ply") && arg.len == 0);
	assert_true(at_scan_word(&scan, &w) && at_word_is(w, "7"));
	for (int i = 0; i < 3; i++) {
		scan = scan_of(bad[i][0]);
		at_scan_line(&scan);
		assert_int_equal(at_scan_key(&scan, &name, &arg), AT_BAD_TEXT);
		assert_string_equal(fail.why, bad[i][1]);
	}
}

static void scan_refuses_a_word_too_many(void **unused)
{
	struct at_scan scan = scan_of("stop now");
	struct at_word w;

	(void)unused;
	at_scan_line(&scan);
	at_scan_word(&scan, &w);
	assert_int_equal(at_scan_done(&scan), AT_BAD_TEXT);
	assert_string_equal(fail.why, "'now' is one word too many");
}

static void words_compare_whole(void **unused)
{
	static const char *const list[] = {"cat", "cats", ""};

	(void)unused;
	assert_true(at_word_is((struct at_word){"cats", 3}, "cat"));
	assert_false(at_word_is((struct at_word){"ca", 2}, "cat"));
	assert_false(at_word_is((struct at_word){"cats", 4}, "cat"));
	assert_int_equal(at_word_in((struct at_word){"cats", 4}, list, 3), 1);
	assert_int_equal(at_word_in((struct at_word){"dog", 3}, list, 3), -1);
}

static void shown_words_are_short_and_harmless(void **unused)
{
	char longest[1000];

	(void)unused;
	memset(longest, 'a', sizeof longest);
	assert_string_equal(at_show((struct at_word){"a\x1b\xff", 3}).s, "a??");
	assert_string_equal(at_show((struct at_word){longest, sizeof longest}).s,
			    "aaaaaaaaaaaaaaaaaaaaaaaa...");
	assert_string_equal(at_show((struct at_word){"", 0}).s, "");
}

static void hash_depends_on_every_byte_and_the_length(void **unused)
{
	uint8_t bytes[20] = {0};
	uint64_t seen[22];

	(void)unused;
	for (int i = 0; i < 20; i++) {
		bytes[i] = 1;
		seen[i] = at_hash(0, bytes, sizeof bytes);
		bytes[i] = 0;
	}
	seen[20] = at_hash(77, bytes, sizeof bytes);
	seen[21] = at_hash(77, bytes, sizeof bytes - 1);
	for (int i = 0; i < 22; i++)
		for (int j = 0; j < i; j++)
			assert_int_not_equal(seen[i], seen[j]);
	assert_int_equal(at_hash(5, bytes, 0), 5);
}

/* Signatures in the repository depend on these. */
static void hash_stays_what_it_was(void **unused)
{
	(void)unused;
	assert_int_equal(at_hash(0, "atoll", 5), 0xc4049ae929c5b8d5u);
	assert_int_equal(at_hash(0, "reef encounter", 14), 0xb54a0bc9f5c4ed87u);
}

static void bits_are_counted_and_popped(void **unused)
{
	uint64_t x = 1u | 1ull << 40 | 1ull << 63;
	uint32_t y = 1u << 31 | 1u << 3;

	(void)unused;
	assert_int_equal(at_count64(x), 3);
	assert_int_equal(at_count64(UINT64_MAX), 64);
	assert_int_equal(at_count64(0), 0);
	assert_int_equal(at_count32(y), 2);
	assert_int_equal(at_count32(UINT32_MAX), 32);
	assert_int_equal(at_low64(x), 0);
	assert_int_equal(at_pop64(&x), 0);
	assert_int_equal(at_pop64(&x), 40);
	assert_int_equal(at_pop64(&x), 63);
	assert_int_equal(x, 0);
	assert_int_equal(at_low32(y), 3);
	assert_int_equal(at_pop32(&y), 3);
	assert_int_equal(at_pop32(&y), 31);
	assert_int_equal(y, 0);
}

/* Every set bit of some sets, in all ranges. */
static void the_nth_bit_is_found(void **unused)
{
	struct at_rng rng;

	(void)unused;
	at_rng_init(&rng, 1, 2);
	for (int i = 0; i < 200; i++) {
		uint64_t x = i ? at_rng_next(&rng) : UINT64_MAX;
		for (int fewer = 0; i % 4 > 1 && fewer < 2; fewer++)
			x &= at_rng_next(&rng);
		if (i % 4 == 3)
			x = (uint64_t)1 << (i % 64);
		for (int n = 0; x >> n; n++) {
			uint64_t below = ((uint64_t)1 << n) - 1;
			if (x >> n & 1)
				assert_int_equal(at_nth64(x, at_count64(x & below)), n);
			if (n == 63)
				break;
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(rng_equals_the_reference),
	    cmocka_unit_test(rng_below_equals_the_reference),
	    cmocka_unit_test(rng_below_reaches_every_number_alike),
	    cmocka_unit_test(chacha20_equals_the_rfc),
	    cmocka_unit_test(sha256_equals_the_standard),
	    cmocka_unit_test(hmac_equals_the_standard),
	    cmocka_unit_test(mixed_seeds_equal_the_reference),
	    cmocka_unit_test(draws_of_a_match_equal_the_published_vectors),
	    cmocka_unit_test(text_prints_numbers_words_and_hex),
	    cmocka_unit_test(hex_has_two_digits_a_byte),
	    cmocka_unit_test(text_never_passes_its_ceiling),
	    cmocka_unit_test(a_failure_says_why),
	    cmocka_unit_test(scan_finds_lines_words_and_comments),
	    cmocka_unit_test(scan_refuses_what_is_not_text),
	    cmocka_unit_test(scan_accepts_utf8_in_comments),
	    cmocka_unit_test(scan_keeps_the_first_failure),
	    cmocka_unit_test(scan_reads_numbers),
	    cmocka_unit_test(scan_reads_hex),
	    cmocka_unit_test(scan_reads_keys),
	    cmocka_unit_test(scan_refuses_a_word_too_many),
	    cmocka_unit_test(words_compare_whole),
	    cmocka_unit_test(shown_words_are_short_and_harmless),
	    cmocka_unit_test(hash_depends_on_every_byte_and_the_length),
	    cmocka_unit_test(hash_stays_what_it_was),
	    cmocka_unit_test(bits_are_counted_and_popped),
	    cmocka_unit_test(the_nth_bit_is_found),
	};

	return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
