#include "readers.h"

#include "assert.h"

#include <string.h>
#include <wslay/wslay.h>

static void say(struct said *s, char kind, const void *bytes, size_t len)
{
	at_assert(s->size + len + 9 <= sizeof s->bytes);
	s->bytes[s->size++] = (uint8_t)kind;
	memcpy(s->bytes + s->size, &len, sizeof len);
	s->size += sizeof len;
	if (len)
		memcpy(s->bytes + s->size, bytes, len);
	s->size += len;
	s->messages += kind == 't';
}

/* --- wslay --- */

struct in {
	const uint8_t *at;
	size_t left;
	struct said *said;
	uint8_t sent[READERS_MAX];
	size_t sent_size;
};

static ssize_t on_take(wslay_event_context_ptr c, uint8_t *out, size_t size, int flags, void *arg)
{
	struct in *in = arg;

	(void)flags;
	if (size > in->left)
		size = in->left;
	if (size == 0) {
		wslay_event_set_error(c, WSLAY_ERR_WOULDBLOCK);
		return -1;
	}
	memcpy(out, in->at, size);
	in->at += size;
	in->left -= size;
	return (ssize_t)size;
}

static ssize_t on_sent(wslay_event_context_ptr c, const uint8_t *bytes, size_t size, int flags,
		       void *arg)
{
	struct in *in = arg;

	(void)c, (void)flags;
	at_assert(in->sent_size + size <= sizeof in->sent);
	memcpy(in->sent + in->sent_size, bytes, size);
	in->sent_size += size;
	return (ssize_t)size;
}

static void on_message(wslay_event_context_ptr c, const struct wslay_event_on_msg_recv_arg *m,
		       void *arg)
{
	struct said *s = ((struct in *)arg)->said;
	uint16_t code = m->status_code == 1005 ? 0 : m->status_code;

	(void)c;
	if (s->ended)
		return;
	s->ended = m->opcode == WSLAY_CONNECTION_CLOSE || m->opcode == WSLAY_BINARY_FRAME ||
		   (m->opcode > WSLAY_BINARY_FRAME && m->opcode < WSLAY_CONNECTION_CLOSE) ||
		   m->opcode > WSLAY_PONG;
	if (m->opcode == WSLAY_CONNECTION_CLOSE && m->msg_length != 1)
		say(s, 'c', &code, sizeof code);
	else if (s->ended)
		s->code = FRAME_PROTOCOL; /* it passes unknown codes on, and half a code */
	else
		say(s,
		    m->opcode == WSLAY_TEXT_FRAME ? 't'
		    : m->opcode == WSLAY_PING     ? 'i'
						  : 'o',
		    m->msg, m->msg_length);
}

/* The code of the last frame that it sent; if there is none, it reports a broken protocol. */
static int code_sent(const struct in *in)
{
	size_t at = 0;

	while (at < in->sent_size && (in->sent[at] & 15) != WSLAY_CONNECTION_CLOSE)
		at += frame_size(in->sent + at);
	if (at == in->sent_size)
		return 0;
	return in->sent[at + 1] < 2 ? FRAME_PROTOCOL : in->sent[at + 2] << 8 | in->sent[at + 3];
}

void readers_wslay(const uint8_t *bytes, size_t size, struct said *said)
{
	static const struct wslay_event_callbacks calls = {
	    .recv_callback = on_take, .send_callback = on_sent, .on_msg_recv_callback = on_message};
	static struct in in;
	wslay_event_context_ptr c;

	*said = (struct said){.size = 0};
	in.at = bytes;
	in.left = size;
	in.said = said;
	in.sent_size = 0;
	at_assert(wslay_event_context_server_init(&c, &calls, &in) == 0);
	wslay_event_config_set_max_recv_msg_length(c, FRAMES_MESSAGE_MAX);
	wslay_event_recv(c);
	if (!said->ended && !wslay_event_want_read(c)) {
		said->ended = true;
		wslay_event_send(c);
		said->code = code_sent(&in);
	}
	wslay_event_context_free(c);
}

/* --- ours --- */

static void hear(struct said *s, const struct frame *f)
{
	uint16_t code = (uint16_t)f->code;

	switch (f->kind) {
	case FRAME_TEXT: say(s, 't', f->text, f->len); break;
	case FRAME_PING: say(s, 'i', f->text, f->len); break;
	case FRAME_PONG: say(s, 'o', f->text, f->len); break;
	case FRAME_CLOSE:
		say(s, 'c', &code, sizeof code);
		s->ended = true;
		break;
	case FRAME_BAD:
		at_assert(f->why && *f->why);
		s->code = f->code;
		s->ended = true;
		break;
	case FRAME_NOTHING: break;
	}
}

void readers_ours(const uint8_t *bytes, size_t size, struct said *said, uint32_t piece,
		  struct at_rng *rng)
{
	static uint8_t copy[READERS_MAX];
	struct frames frames = {0};
	struct frame f;

	*said = (struct said){.size = 0};
	memcpy(copy, bytes, size);
	for (size_t at = 0; at < size && !said->ended;) {
		size_t n = 1 + at_rng_below(rng, piece), end;
		for (end = at + n < size ? at + n : size; at < end && !said->ended;) {
			n = frames_take(&frames, copy + at, end - at, &f);
			at_assert(n >= 1 && n <= end - at);
			at_assert(f.kind || n == end - at);
			hear(said, &f);
			at += n;
		}
		frames_rest(&frames);
		at_assert(frames.room <= 2 * FRAMES_MESSAGE_MAX);
		if (!said->ended && !frames_are_inside(&frames))
			at_assert(!frames.text);
	}
	said->inside = frames_are_inside(&frames);
	frames_release(&frames);
}

/* --- both --- */

bool readers_are_equal(const struct said *a, const struct said *b)
{
	return a->size == b->size && memcmp(a->bytes, b->bytes, a->size) == 0 &&
	       a->ended == b->ended && a->code == b->code;
}

bool readers_agree(const struct said *ours, const struct said *theirs)
{
	if (theirs->size < ours->size || memcmp(ours->bytes, theirs->bytes, ours->size) != 0)
		return false;
	if (ours->code == FRAME_TEXT_ONLY || ours->code == FRAME_POLICY)
		return true;
	if (ours->size != theirs->size)
		return false;
	if (ours->ended && theirs->ended)
		return ours->code == theirs->code;
	if (ours->ended)
		return ours->code == FRAME_PROTOCOL || ours->code == FRAME_TOO_LONG;
	return !theirs->ended ||
	       (ours->inside && (theirs->code == FRAME_NO_UTF8 || theirs->code == FRAME_PROTOCOL));
}
