#include "out.h"

#include <stdlib.h>
#include <string.h>

bool out_room(struct out *o, size_t more, struct spares *spares)
{
	size_t room = o->room ? o->room : OUT_FIRST;
	uint8_t *bytes;

	if (o->room == 0 && spares->count > 0)
		*o = (struct out){spares->room[--spares->count], 0, OUT_FIRST};
	if (o->len + more <= o->room)
		return true;
	while (room < o->len + more)
		room *= 2;
	bytes = realloc(o->bytes, room);
	if (!bytes)
		return false;
	o->bytes = bytes;
	o->room = room;
	return true;
}

bool out_put(struct out *o, const uint8_t *bytes, size_t size, struct spares *spares)
{
	if (size == 0)
		return true;
	if (!out_room(o, size, spares))
		return false;
	memcpy(o->bytes + o->len, bytes, size);
	o->len += size;
	return true;
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
