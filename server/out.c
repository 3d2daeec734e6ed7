#include "out.h"

#include "frame.h"

#include <stdlib.h>
#include <string.h>

/* Frees the space of frames that were sent completely. */
static void close_ranks(struct out *o)
{
	o->len -= o->frame;
	memmove(o->bytes, o->bytes + o->frame, o->len);
	o->sent -= o->frame;
	o->frame = 0;
}

static bool grow(struct out *o, size_t more, size_t most)
{
	size_t room = o->room ? o->room : OUT_FIRST;
	uint8_t *bytes;

	if (o->frame)
		close_ranks(o);
	if (o->len + more <= o->room)
		return true;
	if (o->len + more > most)
		return false;
	while (room < o->len + more)
		room *= 2;
	if (room > most)
		room = most;
	bytes = realloc(o->bytes, room);
	if (!bytes)
		return false;
	o->bytes = bytes;
	o->room = room;
	return true;
}

bool out_room(struct out *o, size_t more, size_t most, struct spares *spares)
{
	if (o->room == 0 && spares->count > 0)
		*o = (struct out){.bytes = spares->room[--spares->count], .room = OUT_FIRST};
	return o->len + more <= o->room || grow(o, more, most);
}

void out_put(struct out *o, const uint8_t *bytes, size_t size)
{
	if (size)
		memcpy(o->bytes + o->len, bytes, size);
	o->len += size;
}

void out_sent(struct out *o, size_t n, struct spares *spares)
{
	o->sent += n;
	if (o->sent == o->len) {
		out_drop(o, spares);
		return;
	}
	for (size_t size; o->frame + (size = frame_size(o->bytes + o->frame)) <= o->sent;)
		o->frame += size;
}

void out_cut(struct out *o)
{
	if (o->sent < o->len)
		o->len = o->sent == o->frame ? o->sent : o->frame + frame_size(o->bytes + o->frame);
}

void out_drop(struct out *o, struct spares *spares)
{
	if (o->room == OUT_FIRST && spares->count < OUT_SPARES)
		spares->room[spares->count++] = o->bytes;
	else
		free(o->bytes);
	*o = (struct out){0};
}

void spares_free(struct spares *spares)
{
	while (spares->count > 0)
		free(spares->room[--spares->count]);
}
