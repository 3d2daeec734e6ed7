/* Frames of WebSockets (RFC 6455): the reader of what clients send, and the writer of what goes to
 * them. No sockets in it: bytes come in pieces of any size, and any split gives the same result.
 *
 * Nearly all frames that come are plain: a whole message of ASCII text. Those are opened where they
 * lie. Of all others the message is collected in one buffer, which grows with what has come and not
 * with what was announced, and never above FRAMES_MESSAGE_MAX. */
#ifndef FRAME_H
#define FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
	FRAMES_MESSAGE_MAX = 64 << 10, /* bytes of a message; more closes with 1009 */
	FRAMES_SMALL = 128,            /* a shorter fragment, unless it is the last, is small: */
	FRAMES_SMALL_MAX = 16,         /* a message may have so many; more closes with 1008 */
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
	const char *text; /* of a message, a ping or a pong: good until the next bytes are taken */
	size_t len;
	int code;        /* of a close frame (0: it has none), or to be said about a bad frame */
	const char *why; /* of a bad one: a constant */
};

/* Where the reader of one connection is. All zero: at the beginning. */
struct frames {
	uint8_t *text; /* the message so far, or NULL */
	uint32_t len, room;
	uint32_t left;     /* of the payload of the frame that is being read */
	uint8_t head[14];  /* of this frame, so far; its last four bytes are the mask */
	uint8_t head_size; /* 0: between frames */
	bool inside;       /* of the payload */
	bool in_message;   /* of which a fragment has come */
	uint8_t key_at;    /* in the mask */
	uint8_t small;     /* fragments of this message */
	uint8_t more, low,
	    high; /* UTF-8: bytes of the character that miss, and the next one's range */
	uint8_t control_len;
	uint8_t control[FRAME_CONTROL_MAX];
};

/* Takes bytes, up to the end of one frame that means something, and returns how many it took: all
 * of them, if it found nothing. The bytes are changed. After a bad frame nothing may be taken. */
size_t frames_take(struct frames *, uint8_t *bytes, size_t size, struct frame *);

/* Is a message or a frame begun and not yet whole? */
bool frames_are_inside(const struct frames *);

/* Gives back the buffer of a message that was found, or all there is at the end. */
void frames_rest(struct frames *);
void frames_release(struct frames *);

/* The head of a text message of this length to a client; returns its size. */
size_t frame_head(size_t len, uint8_t head[FRAME_HEAD_MAX]);

/* A whole control frame: its size, at most FRAME_CONTROL_MAX + 2. */
size_t frame_control(enum frame_kind, const uint8_t *bytes, size_t len, uint8_t *out);

/* A close frame with this code (0: none) and the reason, which is cut where it is too long. */
size_t frame_close(int code, const char *why, uint8_t *out);

/* The size of the frame to a client that begins there and is whole. */
size_t frame_size(const uint8_t *);

#endif
