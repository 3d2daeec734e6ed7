/* WebSocket frames (RFC 6455): a parser for those of clients, and a writer for those to clients. It
 * knows no sockets: bytes come in pieces of any size, and any split gives the same result.
 *
 * Nearly all frames are a complete message of ASCII text; they are unmasked in place. Other
 * messages are collected in a buffer. It grows with the bytes that have arrived, not with the
 * announced length, and never above FRAMES_MESSAGE_MAX. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	FRAMES_MESSAGE_MAX = 64 << 10, /* bytes of a message; more closes with 1009 */
	FRAMES_SMALL = 128,            /* a shorter fragment, except the last, is small: */
	FRAMES_SMALL_MAX = 16,         /* most small ones in a message; more closes with 1008 */
	FRAME_CONTROL_MAX = 125,       /* RFC 6455, 5.5 */
	FRAME_HEAD_MAX = 10,           /* of a frame to a client */
};

/* Close codes of RFC 6455. */
enum {
	FRAME_NORMAL = 1000,
	FRAME_PROTOCOL = 1002,
	FRAME_TEXT_ONLY = 1003,
	FRAME_NO_UTF8 = 1007,
	FRAME_POLICY = 1008,
	FRAME_TOO_LONG = 1009,
	FRAME_FAILED = 1011,
};

enum frame_kind { FRAME_NOTHING, FRAME_TEXT, FRAME_PING, FRAME_PONG, FRAME_CLOSE, FRAME_BAD };

struct frame {
	enum frame_kind kind;
	const char *text; /* of a message, ping or pong: valid until the next bytes are taken */
	size_t len;
	int code;        /* of a close frame (0: none), or to close with after a bad frame */
	const char *why; /* the reason, for a bad frame: a constant */
};

/* The state of the parser of one connection. All zero at the beginning. */
struct frames {
	uint8_t *text; /* the message so far, or NULL */
	uint32_t len, room;
	uint32_t left;     /* bytes of payload still to come in this frame */
	uint8_t head[14];  /* of this frame, so far; its last four bytes are the mask */
	uint8_t head_size; /* 0: between frames */
	bool inside;       /* of the payload */
	bool in_message;   /* a fragment has arrived */
	uint8_t key_at;    /* in the mask */
	uint8_t small;     /* fragments of this message */
	uint8_t more, low,
	    high; /* UTF-8: missing bytes of the character, and the range of the next */
	uint8_t control_len;
	uint8_t control[FRAME_CONTROL_MAX];
};

/* Takes bytes up to the end of one complete frame and returns their number, or takes all of them if
 * there is none. The bytes are changed. After a bad frame no more may be taken. */
size_t frames_take(struct frames *, uint8_t *bytes, size_t size, struct frame *);

/* Whether a message or a frame is incomplete. */
bool frames_are_inside(const struct frames *);

/* Frees the buffer of a message after use; all memory, at the end. */
void frames_rest(struct frames *);
void frames_release(struct frames *);

/* The head of a text message of this length to a client; returns its size. */
size_t frame_head(size_t len, uint8_t head[FRAME_HEAD_MAX]);

/* Writes a control frame; returns its size, at most FRAME_CONTROL_MAX + 2. */
size_t frame_control(enum frame_kind, const uint8_t *bytes, size_t len, uint8_t *out);

/* A close frame with this code (0: none) and the reason, which is cut if it is too long. */
size_t frame_close(int code, const char *why, uint8_t *out);

/* The size of the complete frame to a client that begins there. */
size_t frame_size(const uint8_t *);

#endif
