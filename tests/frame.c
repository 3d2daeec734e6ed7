/* What is opened as a plain frame is what wslay makes of it, and what is said to be a whole frame
 * leaves wslay between two: on frames as they come, on cut and on spoilt ones. What goes to clients
 * begins as wslay would begin it. */
#include "frame.h"

#include "rng.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>
#include <wslay/wslay.h>

enum { MOST = 70000 };

/* --- wslay, with what it is given and what it hears --- */

static const uint8_t *in;
static size_t in_len, heard_len;
static uint8_t heard[MOST];
static int messages;

static ssize_t on_take(wslay_event_context_ptr c, uint8_t *out, size_t size, int flags, void *arg)
{
	(void)flags, (void)arg;
	if (size > in_len)
		size = in_len;
	if (size == 0) {
		wslay_event_set_error(c, WSLAY_ERR_WOULDBLOCK);
		return -1;
	}
	memcpy(out, in, size);
	in += size;
	in_len -= size;
	return (ssize_t)size;
}

static void on_message(wslay_event_context_ptr c, const struct wslay_event_on_msg_recv_arg *m,
		       void *arg)
{
	(void)c, (void)arg;
	if (wslay_is_ctrl_frame(m->opcode))
		return;
	messages += m->opcode == WSLAY_TEXT_FRAME;
	heard_len = m->msg_length;
	assert_true(heard_len <= sizeof heard);
	if (heard_len)
		memcpy(heard, m->msg, heard_len);
}

/* Whether it still reads. */
static bool give(wslay_event_context_ptr c, const uint8_t *bytes, size_t size)
{
	in = bytes;
	in_len = size;
	messages = 0;
	return wslay_event_recv(c) == 0 && wslay_event_want_read(c);
}

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

static size_t any_frame(uint8_t *out, struct at_rng *rng)
{
	static const uint8_t firsts[] = {0x81, 0x81, 0x81, 0x81, 0x82, 0x88, 0x89,
					 0x8a, 0x01, 0x80, 0xc1, 0x83, 0x00};
	static const uint32_t lengths[] = {1, 8, 126, 130, 1000, 65536};
	static uint8_t text[MOST];
	size_t len = at_rng_below(rng, lengths[at_rng_below(rng, 6)]), n;

	for (size_t i = 0; i < len; i++)
		text[i] = (uint8_t)(' ' + at_rng_below(rng, 95));
	if (len && at_rng_below(rng, 4) == 0)
		text[at_rng_below(rng, (uint32_t)len)] = (uint8_t)at_rng_next(rng);
	n = put_frame(out, firsts[at_rng_below(rng, sizeof firsts)], text, len, rng);
	if (at_rng_below(rng, 4) == 0)
		out[at_rng_below(rng, n < 8 ? (uint32_t)n : 8)] ^=
		    (uint8_t)(1 << at_rng_below(rng, 8));
	if (at_rng_below(rng, 4) == 0)
		n = at_rng_below(rng, (uint32_t)n + 1);
	return n;
}

static wslay_event_context_ptr new_wslay(void)
{
	static const struct wslay_event_callbacks calls = {.recv_callback = on_take,
							   .on_msg_recv_callback = on_message};
	wslay_event_context_ptr c;

	assert_int_equal(wslay_event_context_server_init(&c, &calls, NULL), 0);
	return c;
}

/* Whether it was a plain one. */
static bool agree(const uint8_t *bytes, size_t size, struct at_rng *rng)
{
	static uint8_t opened[2 * MOST], after[100];
	wslay_event_context_ptr c = new_wslay();
	struct frame f;
	bool whole, reads;

	memcpy(opened, bytes, size);
	whole = frame_find(opened, size, &f);
	if (!whole || !f.text)
		assert_memory_equal(opened, bytes, size);
	if (whole) {
		assert_in_range(f.size, 6, size);
		reads = give(c, bytes, f.size);
		if (f.text) {
			assert_true(reads);
			assert_int_equal(messages, 1);
			assert_int_equal(heard_len, f.len);
			assert_memory_equal(heard, f.text, f.len);
		}
		size = put_frame(after, 0x81, (const uint8_t *)"between two", 11, rng);
		assert_int_equal(reads && give(c, after, size) && messages == 1, reads);
	}
	wslay_event_context_free(c);
	return whole && f.text;
}

static void frames_are_what_wslay_makes_of_them(void **state)
{
	static uint8_t bytes[2 * MOST];
	struct at_rng rng;
	int plain = 0;

	(void)state;
	at_rng_init(&rng, 1, 0);
	for (int i = 0; i < 4000; i++) {
		size_t n = any_frame(bytes, &rng);
		if (at_rng_below(&rng, 2))
			n += any_frame(bytes + n, &rng);
		plain += agree(bytes, n, &rng);
	}
	assert_in_range(plain, 400, 2000);
}

static void a_move_is_a_plain_frame(void **state)
{
	static const char text[] = "{\"do\":\"move\"}";
	uint8_t bytes[100];
	struct at_rng rng;
	struct frame f;
	size_t n;

	(void)state;
	at_rng_init(&rng, 2, 0);
	n = put_frame(bytes, 0x81, (const uint8_t *)text, strlen(text), &rng);
	for (size_t cut = 0; cut < n; cut++)
		assert_false(frame_find(bytes, cut, &f));
	assert_true(frame_find(bytes, n, &f));
	assert_int_equal(f.size, n);
	assert_int_equal(f.len, strlen(text));
	assert_memory_equal(f.text, text, f.len);
}

static ssize_t on_give(const uint8_t *bytes, size_t size, int flags, void *arg)
{
	(void)flags, (void)arg;
	assert_true(heard_len + size <= sizeof heard);
	memcpy(heard + heard_len, bytes, size);
	heard_len += size;
	return (ssize_t)size;
}

static void messages_have_wslays_heads(void **state)
{
	static const size_t sizes[] = {0, 1, 125, 126, 127, 255, 256, 65535, 65536, 65537};
	static const uint8_t text[MOST];
	struct wslay_frame_callbacks calls = {.send_callback = on_give};
	uint8_t head[FRAME_HEAD_MAX];
	wslay_frame_context_ptr c;

	(void)state;
	assert_int_equal(wslay_frame_context_init(&c, &calls, NULL), 0);
	for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
		struct wslay_frame_iocb frame = {
		    .fin = 1, .opcode = WSLAY_TEXT_FRAME, .data = text};
		frame.payload_length = frame.data_length = sizes[i];
		heard_len = 0;
		assert_int_equal(wslay_frame_send(c, &frame), sizes[i]);
		assert_int_equal(frame_head(sizes[i], head), heard_len - sizes[i]);
		assert_memory_equal(head, heard, heard_len - sizes[i]);
	}
	wslay_frame_context_free(c);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(frames_are_what_wslay_makes_of_them),
	    cmocka_unit_test(a_move_is_a_plain_frame),
	    cmocka_unit_test(messages_have_wslays_heads),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
