#include "frame.h"

#include <stdlib.h>
#include <string.h>

enum {
	FIN = 0x80,
	RESERVED = 0x70,
	OPCODE = 0x0f,
	CONTROL = 0x08,
	CONTINUATION = 0,
	TEXT = 1,
	BINARY = 2,
	CLOSE = 8,
	PING = 9,
	PONG = 10,
	MASKED = 0x80,
	LENGTH = 0x7f,
	IN_TWO_BYTES = 126,
	IN_EIGHT_BYTES = 127,
	KEY = 4,
	ROOM_FIRST = 512,
};

#define HIGH_BITS UINT64_C(0x8080808080808080)

/* Unmasks the bytes. Returns the bitwise OR of all of them, which shows whether they are ASCII. */
static uint64_t unmask(uint8_t *at, size_t n, const uint8_t key[KEY])
{
	uint64_t keys, bytes, all = 0;
	size_t i = 0;

	memcpy(&keys, key, KEY);
	memcpy((uint8_t *)&keys + KEY, key, KEY);
	for (; i + sizeof bytes <= n; i += sizeof bytes) {
		memcpy(&bytes, at + i, sizeof bytes);
		bytes ^= keys;
		all |= bytes;
		memcpy(at + i, &bytes, sizeof bytes);
	}
	for (; i < n; i++) {
		at[i] ^= key[i % KEY];
		all |= at[i];
	}
	return all;
}

/* --- plain frames --- */

/* If the bytes begin with a plain frame, unmasks it and returns its size; otherwise returns 0 and
 * leaves the bytes as they are. */
static size_t open_plain(uint8_t *bytes, size_t size, struct frame *out)
{
	size_t head = 2, len;

	if (size < 2 || bytes[0] != (FIN | TEXT) || !(bytes[1] & MASKED))
		return 0;
	len = bytes[1] & LENGTH;
	if (len == 0 || len == IN_EIGHT_BYTES || (len == IN_TWO_BYTES && size < 4))
		return 0;
	if (len == IN_TWO_BYTES) {
		len = (size_t)bytes[2] << 8 | bytes[3];
		head = 4;
	}
	/* lengths must be written in the shortest form */
	if ((head == 4 && len < IN_TWO_BYTES) || size < head + KEY + len)
		return 0;
	if (unmask(bytes + head + KEY, len, bytes + head) & HIGH_BITS) {
		unmask(bytes + head + KEY, len, bytes + head);
		return 0;
	}
	out->kind = FRAME_TEXT;
	out->text = (const char *)bytes + head + KEY;
	out->len = len;
	return head + KEY + len;
}

/* --- UTF-8, in pieces (RFC 3629) --- */

static bool begin_character(struct frames *f, uint8_t c)
{
	if (c < 0x80)
		return true;
	if (c < 0xc2 || c > 0xf4)
		return false;
	f->more = c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
	f->low = c == 0xe0 ? 0xa0 : c == 0xf0 ? 0x90 : 0x80;
	f->high = c == 0xed ? 0x9f : c == 0xf4 ? 0x8f : 0xbf;
	return true;
}

static bool is_utf8(struct frames *f, const uint8_t *at, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		if (f->more == 0) {
			if (!begin_character(f, at[i]))
				return false;
			continue;
		}
		if (at[i] < f->low || at[i] > f->high)
			return false;
		f->more--;
		f->low = 0x80;
		f->high = 0xbf;
	}
	return true;
}

/* --- frames of all kinds --- */

static void refuse(struct frame *out, int code, const char *why)
{
	*out = (struct frame){.kind = FRAME_BAD, .code = code, .why = why};
}

static size_t head_size(const struct frames *f)
{
	size_t len = f->head[1] & LENGTH;

	if (f->head_size < 2)
		return 2;
	return 2 + KEY + (len == IN_EIGHT_BYTES ? 8 : len == IN_TWO_BYTES ? 2 : 0);
}

/* Whether the first two bytes are those of a frame that is allowed here. */
static void check_begin(const struct frames *f, struct frame *out)
{
	int opcode = f->head[0] & OPCODE;
	bool fin = f->head[0] & FIN;

	if (f->head[0] & RESERVED || !(f->head[1] & MASKED) || opcode > PONG ||
	    (opcode > BINARY && opcode < CLOSE))
		refuse(out, FRAME_PROTOCOL, "not a frame of this protocol");
	else if (opcode & CONTROL && (!fin || (f->head[1] & LENGTH) > FRAME_CONTROL_MAX))
		refuse(out, FRAME_PROTOCOL, "a control frame is short and whole");
	else if (!(opcode & CONTROL) && (opcode == CONTINUATION) != f->in_message)
		refuse(out, FRAME_PROTOCOL, "a fragment is out of place");
	else if (opcode == BINARY)
		refuse(out, FRAME_TEXT_ONLY, "text only");
}

/* The payload comes next. */
static void begin_payload(struct frames *f, struct frame *out)
{
	size_t bytes = f->head_size - 2u - KEY;
	uint64_t len = bytes ? 0 : f->head[1] & LENGTH;

	for (size_t i = 0; i < bytes; i++)
		len = len << 8 | f->head[2 + i];
	if ((bytes == 2 && len < IN_TWO_BYTES) ||
	    (bytes == 8 && (len <= UINT16_MAX || len >> 63))) {
		refuse(out, FRAME_PROTOCOL, "a length is written too long");
		return;
	}
	f->inside = true;
	f->key_at = 0;
	f->left = (uint32_t)len;
	f->control_len = 0;
	if (f->head[0] & CONTROL)
		return;
	if (len > FRAMES_MESSAGE_MAX - f->len) {
		refuse(out, FRAME_TOO_LONG, "a message is too long");
		return;
	}
	if (!(f->head[0] & FIN) && len < FRAMES_SMALL && ++f->small > FRAMES_SMALL_MAX)
		refuse(out, FRAME_POLICY, "too many small fragments");
}

static void take_head(struct frames *f, uint8_t byte, struct frame *out)
{
	f->head[f->head_size++] = byte;
	if (f->head_size == 2)
		check_begin(f, out);
	else if (f->head_size == head_size(f))
		begin_payload(f, out);
}

static bool make_room(struct frames *f, size_t n)
{
	size_t room = f->room ? f->room : ROOM_FIRST;
	uint8_t *text;

	while (room < f->len + n)
		room *= 2;
	if (room == f->room)
		return true;
	text = realloc(f->text, room);
	if (!text)
		return false;
	f->text = text;
	f->room = (uint32_t)room;
	return true;
}

/* Takes a part of the payload, at most the rest of it. */
static void take_payload(struct frames *f, const uint8_t *bytes, size_t n, struct frame *out)
{
	bool control = f->head[0] & CONTROL;
	uint8_t key[KEY], *to;

	if (!control && !make_room(f, n)) {
		refuse(out, FRAME_FAILED, "there is not enough memory");
		return;
	}
	for (size_t i = 0; i < KEY; i++)
		key[i] = f->head[f->head_size - KEY + (f->key_at + i) % KEY];
	to = control ? f->control + f->control_len : f->text + f->len;
	memcpy(to, bytes, n);
	f->key_at = (uint8_t)((f->key_at + n) % KEY);
	f->left -= (uint32_t)n;
	if ((unmask(to, n, key) & HIGH_BITS || f->more) && !control && !is_utf8(f, to, n))
		refuse(out, FRAME_NO_UTF8, "a message is not UTF-8");
	if (control)
		f->control_len = (uint8_t)(f->control_len + n);
	else
		f->len += (uint32_t)n;
}

static bool is_close_code(int code)
{
	return (code >= 1000 && code <= 1011 && code != 1004 && code != 1005 && code != 1006) ||
	       (code >= 3000 && code <= 4999);
}

static void end_close(const struct frames *f, struct frame *out)
{
	struct frames utf8 = {0};

	out->kind = FRAME_CLOSE;
	if (f->control_len == 0)
		return;
	out->code = f->control_len == 1 ? 0 : f->control[0] << 8 | f->control[1];
	if (f->control_len > 2 &&
	    (!is_utf8(&utf8, f->control + 2, f->control_len - 2u) || utf8.more))
		refuse(out, FRAME_NO_UTF8, "a reason is not UTF-8");
	else if (!is_close_code(out->code))
		refuse(out, FRAME_PROTOCOL, "no close code");
}

static void end_frame(struct frames *f, struct frame *out)
{
	int opcode = f->head[0] & OPCODE;

	f->inside = false;
	f->head_size = 0;
	if (opcode == CLOSE) {
		end_close(f, out);
	} else if (opcode & CONTROL) {
		out->kind = opcode == PING ? FRAME_PING : FRAME_PONG;
		out->text = (const char *)f->control;
		out->len = f->control_len;
	} else if (!(f->head[0] & FIN)) {
		f->in_message = true;
	} else if (f->more) {
		refuse(out, FRAME_NO_UTF8, "a message is not UTF-8");
	} else {
		out->kind = FRAME_TEXT;
		out->text = f->text ? (const char *)f->text : "";
		out->len = f->len;
		f->in_message = false;
		f->len = 0;
		f->small = 0;
	}
}

size_t frames_take(struct frames *f, uint8_t *bytes, size_t size, struct frame *out)
{
	size_t used = 0;

	*out = (struct frame){0};
	if (!f->head_size && !f->in_message && (used = open_plain(bytes, size, out)))
		return used;
	while (used < size && !out->kind) {
		size_t n = size - used < f->left ? size - used : f->left;
		if (!f->inside) {
			take_head(f, bytes[used++], out);
		} else {
			take_payload(f, bytes + used, n, out);
			used += n;
		}
		if (f->inside && f->left == 0 && !out->kind)
			end_frame(f, out);
	}
	return used;
}

bool frames_are_inside(const struct frames *f)
{
	return f->head_size || f->in_message;
}

void frames_rest(struct frames *f)
{
	if (f->in_message || f->inside)
		return;
	frames_release(f);
}

void frames_release(struct frames *f)
{
	free(f->text);
	f->text = NULL;
	f->room = 0;
}

/* --- to clients --- */

size_t frame_head(size_t len, uint8_t head[FRAME_HEAD_MAX])
{
	size_t bytes = len < IN_TWO_BYTES ? 0 : len <= UINT16_MAX ? 2 : 8;

	head[0] = FIN | TEXT;
	head[1] = (uint8_t)(bytes == 0 ? len : bytes == 2 ? IN_TWO_BYTES : IN_EIGHT_BYTES);
	for (size_t i = 0; i < bytes; i++)
		head[2 + i] = (uint8_t)((uint64_t)len >> 8 * (bytes - 1 - i));
	return 2 + bytes;
}

size_t frame_control(enum frame_kind kind, const uint8_t *bytes, size_t len, uint8_t *out)
{
	out[0] = FIN | (kind == FRAME_PING ? PING : kind == FRAME_PONG ? PONG : CLOSE);
	out[1] = (uint8_t)len;
	if (len)
		memcpy(out + 2, bytes, len);
	return len + 2;
}

size_t frame_close(int code, const char *why, uint8_t *out)
{
	uint8_t bytes[FRAME_CONTROL_MAX] = {(uint8_t)(code >> 8), (uint8_t)code};
	size_t len = strlen(why);

	if (len > sizeof bytes - 2)
		len = sizeof bytes - 2;
	memcpy(bytes + 2, why, len);
	return frame_control(FRAME_CLOSE, bytes, code ? len + 2 : 0, out);
}

size_t frame_size(const uint8_t *at)
{
	size_t bytes = at[1] == IN_EIGHT_BYTES ? 8 : at[1] == IN_TWO_BYTES ? 2 : 0;
	size_t len = bytes ? 0 : at[1];

	for (size_t i = 0; i < bytes; i++)
		len = len << 8 | at[2 + i];
	return 2 + bytes + len;
}
