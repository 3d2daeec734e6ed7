#include "frame.h"

#include <string.h>

enum {
	FIN = 0x80,
	RESERVED = 0x70,
	OPCODE = 0x0f,
	CONTINUATION = 0,
	TEXT = 1,
	MASKED = 0x80,
	LENGTH = 0x7f,
	IN_TWO_BYTES = 126,
	IN_EIGHT_BYTES = 127,
	KEY = 4,
};

/* Puts the mask on, or takes it off; has all bits that are set in a byte then. */
static uint64_t mask(uint8_t *at, size_t n, const uint8_t key[KEY])
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

bool frame_find(uint8_t *bytes, size_t size, struct frame *f)
{
	size_t head = 2, len;

	if (size < 2 || !(bytes[0] & FIN) || (bytes[0] & OPCODE) == CONTINUATION ||
	    !(bytes[1] & MASKED))
		return false;
	len = bytes[1] & LENGTH;
	if (len == IN_EIGHT_BYTES || (len == IN_TWO_BYTES && size < 4))
		return false;
	if (len == IN_TWO_BYTES) {
		len = (size_t)bytes[2] << 8 | bytes[3];
		head = 4;
	}
	/* a length is never written longer than it need be */
	if ((head == 4 && len < IN_TWO_BYTES) || size < head + KEY + len)
		return false;
	*f = (struct frame){.size = head + KEY + len};
	if ((bytes[0] & (RESERVED | OPCODE)) != TEXT || len == 0)
		return true;
	if (mask(bytes + head + KEY, len, bytes + head) & 0x8080808080808080u) {
		mask(bytes + head + KEY, len, bytes + head);
		return true;
	}
	f->text = (const char *)bytes + head + KEY;
	f->len = len;
	return true;
}

size_t frame_head(size_t len, uint8_t head[FRAME_HEAD_MAX])
{
	size_t bytes = len < IN_TWO_BYTES ? 0 : len <= UINT16_MAX ? 2 : 8;

	head[0] = FIN | TEXT;
	head[1] = (uint8_t)(bytes == 0 ? len : bytes == 2 ? IN_TWO_BYTES : IN_EIGHT_BYTES);
	for (size_t i = 0; i < bytes; i++)
		head[2 + i] = (uint8_t)((uint64_t)len >> 8 * (bytes - 1 - i));
	return 2 + bytes;
}
