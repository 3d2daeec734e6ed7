/* The reader of frames reads bytes as wslay does, however they are cut into pieces: valid
 * frames, truncated ones and spoilt ones. Beyond that it refuses messages in tiny fragments, and
 * holds no more than has arrived. Frames to clients begin as wslay's do. */
#include "readers.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <wslay/wslay.h>

enum { SAID = READERS_MAX };

/* --- frames --- */

static size_t put_frame(uint8_t *out, uint8_t first, const uint8_t *text, size_t len,
			struct at_rng *rng)
{
	size_t n = 0;
	uint8_t *key;

	out[n++] = first;
	out[n++] = (uint8_t)(0x80 | (len < 126 ? len : len < 65536 ? 126 : 127));
	for (int i = len < 126 ? 0 : len < 65536 ? 2 : 8; i-- > 0;)
		out[n++] = (uint8_t)((uint64_t)len >> 8 * i);
	key = out + n;
	for (int i = 0; i < 4; i++)
		out[n++] = (uint8_t)at_rng_next(rng);
	for (size_t i = 0; i < len; i++)
		out[n++] = text[i] ^ key[i % 4];
	return n;
}

static void any_text(uint8_t *text, size_t len, struct at_rng *rng)
{
	static const char *const parts[] = {"\xc3\xa9",     "\xe2\x82\xac", "\xf0\x9f\x90\x9f",
					    "\xed\xa0\x80", "\xc0\xaf",     "\xf4\x90\x80\x80"};

	for (size_t i = 0; i < len; i++)
		text[i] = (uint8_t)(' ' + at_rng_below(rng, 95));
	for (uint32_t i = at_rng_below(rng, 4) ? 0 : at_rng_below(rng, 5); len > 4 && i-- > 0;) {
		const char *part = parts[at_rng_below(rng, at_rng_below(rng, 8) ? 3 : 6)];
		size_t at = at_rng_below(rng, (uint32_t)len - 3);
		memcpy(text + at, part, strlen(part));
	}
}

static size_t any_frame(uint8_t *out, struct at_rng *rng)
{
	static const uint8_t firsts[] = {0x81, 0x81, 0x81, 0x81, 0x81, 0x88, 0x89, 0x89, 0x8a,
					 0x01, 0x01, 0x00, 0x80, 0x80, 0xc1, 0x83, 0x8b};
	static const uint32_t lengths[] = {1, 8, 126, 130, 1000, 65536};
	static const uint16_t codes[] = {1000, 1001, 1004, 1005, 1011, 3000, 4999, 5000, 0};
	static uint8_t text[READERS_FRAME_MAX];
	uint8_t first = firsts[at_rng_below(rng, sizeof firsts)];
	size_t len = at_rng_below(rng, lengths[at_rng_below(rng, first & 8 ? 3 : 6)]), n;

	any_text(text, len, rng);
	if (first == 0x88 && len > 1) {
		uint16_t code = codes[at_rng_below(rng, 9)];
		text[0] = (uint8_t)(code >> 8);
		text[1] = (uint8_t)code;
	}
	n = put_frame(out, first, text, len, rng);
	if (at_rng_below(rng, 12) == 0)
		out[at_rng_below(rng, n < 8 ? (uint32_t)n : 8)] ^=
		    (uint8_t)(1 << at_rng_below(rng, 8));
	if (at_rng_below(rng, 16) == 0)
		n = at_rng_below(rng, (uint32_t)n + 1);
	return n;
}

static size_t any_frames(uint8_t *out, struct at_rng *rng)
{
	size_t n = 0;

	for (uint32_t i = at_rng_below(rng, READERS_FRAMES) + 1; i-- > 0;)
		n += any_frame(out + n, rng);
	return n;
}

static void readers_agree_however_bytes_are_cut(void **state)
{
	static const uint32_t pieces[] = {SAID, 1, 3, 100, 5000};
	static uint8_t bytes[SAID];
	static struct said ours, again, theirs;
	int messages = 0, refused = 0;
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 1, 0);
	for (int i = 0; i < 4000; i++) {
		size_t size = any_frames(bytes, &rng);
		readers_ours(bytes, size, &ours, SAID, &rng);
		readers_ours(bytes, size, &again, pieces[at_rng_below(&rng, 5)], &rng);
		assert_true(readers_are_equal(&ours, &again));
		readers_wslay(bytes, size, &theirs);
		assert_true(readers_agree(&ours, &theirs));
		messages += ours.messages;
		refused += ours.code != 0;
	}
	assert_in_range(messages, 1000, 8000);
	assert_in_range(refused, 1000, 3500);
}

static void a_message_in_crumbs_is_refused(void **state)
{
	static uint8_t bytes[READERS_FRAME_MAX];
	static struct said said;
	uint8_t text[FRAMES_SMALL] = {0};
	struct at_rng rng;

	(void)state;
	at_rng_init(&rng, 2, 0);
	memset(text, ' ', sizeof text);
	for (size_t len = FRAMES_SMALL - 1; len <= FRAMES_SMALL; len++)
		for (int count = FRAMES_SMALL_MAX; count <= FRAMES_SMALL_MAX + 1; count++) {
			size_t n = 0;
			for (int i = 0; i < count; i++)
				n += put_frame(bytes + n, i ? 0 : 1, text, len, &rng);
			n += put_frame(bytes + n, 0x80, text, 1, &rng);
			readers_ours(bytes, n, &said, SAID, &rng);
			bool small = len < FRAMES_SMALL && count > FRAMES_SMALL_MAX;
			assert_int_equal(said.code, small ? FRAME_POLICY : 0);
			assert_int_equal(said.messages, small ? 0 : 1);
		}
}

static void room_is_for_what_has_come(void **state)
{
	uint8_t head[] = {0x81, 0xff, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 3, 4}, byte[100] = {0};
	struct frames frames = {0};
	struct frame f;

	(void)state;
	assert_int_equal(frames_take(&frames, head, sizeof head, &f), sizeof head);
	assert_int_equal(frames.room, 0);
	assert_true(frames_are_inside(&frames));
	frames_take(&frames, byte, sizeof byte, &f);
	assert_int_equal(f.kind, FRAME_NOTHING);
	assert_in_range(frames.room, 100, 1024);
	frames_rest(&frames);
	assert_non_null(frames.text);
	frames_release(&frames);
}

static ssize_t on_give(const uint8_t *bytes, size_t size, int flags, void *arg)
{
	struct said *s = arg;

	(void)flags;
	assert_true(s->size + size <= sizeof s->bytes);
	memcpy(s->bytes + s->size, bytes, size);
	s->size += size;
	return (ssize_t)size;
}

static void what_is_sent_has_wslays_heads(void **state)
{
	static const size_t sizes[] = {0, 1, 125, 126, 127, 255, 256, 65535, 65536, 65537};
	static const uint8_t text[READERS_FRAME_MAX];
	static struct said theirs;
	struct wslay_frame_callbacks calls = {.send_callback = on_give};
	uint8_t head[FRAME_HEAD_MAX], control[FRAME_CONTROL_MAX + 2];
	wslay_frame_context_ptr c;

	(void)state;
	assert_int_equal(wslay_frame_context_init(&c, &calls, &theirs), 0);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct wslay_frame_iocb frame = {
		    .fin = 1, .opcode = WSLAY_TEXT_FRAME, .data = text};
		frame.payload_length = frame.data_length = sizes[i];
		theirs.size = 0;
		assert_int_equal(wslay_frame_send(c, &frame), sizes[i]);
		assert_int_equal(frame_head(sizes[i], head), theirs.size - sizes[i]);
		assert_memory_equal(head, theirs.bytes, theirs.size - sizes[i]);
		assert_int_equal(frame_size(theirs.bytes), theirs.size);
	}
	for (int pong = 0; pong < 2; pong++) {
		struct wslay_frame_iocb frame = {.fin = 1,
						 .opcode = pong ? WSLAY_PONG : WSLAY_PING,
						 .payload_length = 5,
						 .data = (const uint8_t *)"hello",
						 .data_length = 5};
		theirs.size = 0;
		wslay_frame_send(c, &frame);
		assert_int_equal(
		    frame_control(pong ? FRAME_PONG : FRAME_PING, frame.data, 5, control),
		    theirs.size);
		assert_memory_equal(control, theirs.bytes, theirs.size);
	}
	wslay_frame_context_free(c);
	assert_int_equal(frame_close(1000, "bye", control), 7);
	assert_memory_equal(control,
			    "\x88\x05\x03\xe8"
			    "bye",
			    7);
	assert_int_equal(frame_close(0, "", control), 2);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(readers_agree_however_bytes_are_cut),
	    cmocka_unit_test(a_message_in_crumbs_is_refused),
	    cmocka_unit_test(room_is_for_what_has_come),
	    cmocka_unit_test(what_is_sent_has_wslays_heads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
