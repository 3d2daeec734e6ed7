/* States as bytes: the head and the game's fields, numbers in little-endian order. */
#include "game.h"

#include "assert.h"
#include "hash.h"

#include <string.h>

static const struct at_field head_layout[] = {
    AT_FIELD(struct at_state, game, uint8_t),  AT_FIELD(struct at_state, version, uint8_t),
    AT_FIELD(struct at_state, seats, uint8_t), AT_FIELD(struct at_state, options, uint8_t),
    AT_FIELD(struct at_state, turn, int8_t),   AT_FIELD(struct at_state, viewer, int8_t),
    AT_FIELD(struct at_state, first, int8_t),  AT_FIELD(struct at_state, phase, uint8_t),
    AT_FIELD(struct at_state, ply, uint32_t),  {0, 0, 0},
};

/* Writes one number. With a width that is known where this is called it is a single store. */
static inline uint8_t *write_number(uint64_t x, unsigned width, uint8_t *out)
{
	for (unsigned b = 0; b < width; b++)
		out[b] = (uint8_t)(x >> (8 * b));
	return out + width;
}

static uint8_t *write_fields(const struct at_state *s, const struct at_field *f, uint8_t *out)
{
	for (; f->width; f++) {
		const void *from = (const uint8_t *)s + f->offset;
		const uint16_t *twos = from;
		const uint32_t *fours = from;
		const uint64_t *eights = from;
		switch (f->width) {
		case 1:
			memcpy(out, from, f->count);
			out += f->count;
			break;
		case 2:
			for (unsigned i = 0; i < f->count; i++)
				out = write_number(twos[i], 2, out);
			break;
		case 4:
			for (unsigned i = 0; i < f->count; i++)
				out = write_number(fours[i], 4, out);
			break;
		default:
			for (unsigned i = 0; i < f->count; i++)
				out = write_number(eights[i], 8, out);
			break;
		}
	}
	return out;
}

static const uint8_t *read_fields(struct at_state *s, const struct at_field *f, const uint8_t *in)
{
	for (; f->width; f++) {
		uint8_t *to = (uint8_t *)s + f->offset;
		for (unsigned i = 0; i < f->count; i++, to += f->width) {
			uint64_t x = 0;
			for (unsigned b = 0; b < f->width; b++)
				x |= (uint64_t)*in++ << (8 * b);
			switch (f->width) {
			case 1: *to = (uint8_t)x; break;
			case 2: *(uint16_t *)(void *)to = (uint16_t)x; break;
			case 4: *(uint32_t *)(void *)to = (uint32_t)x; break;
			default: *(uint64_t *)(void *)to = x; break;
			}
		}
	}
	return in;
}

size_t at_encode(const struct at_state *s, uint8_t *out)
{
	uint8_t *end = write_fields(s, at_game_of(s)->layout, write_fields(s, head_layout, out));

	return (size_t)(end - out);
}

size_t at_view_encode(const struct at_view *view, uint8_t *out)
{
	at_assert(!at_is_truth(&view->state.head));
	return at_encode(&view->state.head, out);
}

static size_t layout_size(const struct at_field *f)
{
	size_t size = 0;

	for (; f->width; f++)
		size += (size_t)f->width * f->count;
	return size;
}

enum at_err at_decode(const uint8_t *bytes, size_t size, struct at_state *out, struct at_fail *fail)
{
	size_t head = layout_size(head_layout);
	union at_any any;
	const struct at_game *game;

	memset(&any, 0, sizeof any);
	if (size < head)
		return at_fail(fail, AT_BAD_BYTES, "a state has at least %u bytes, not %u",
			       (unsigned)head, (unsigned)size);
	game = at_game_with_id(bytes[0]);
	if (!game)
		return at_fail(fail, AT_BAD_BYTES, "no game has the number %u", bytes[0]);
	if (size != head + layout_size(game->layout))
		return at_fail(fail, AT_BAD_BYTES, "a state of %s has %u bytes, not %u", game->name,
			       (unsigned)(head + layout_size(game->layout)), (unsigned)size);
	read_fields(&any.head, game->layout, read_fields(&any.head, head_layout, bytes));
	if (at_check(&any.head, fail))
		return fail ? fail->err : AT_BAD_STATE;
	memcpy(out, &any, game->state_size);
	return AT_OK;
}

enum at_err at_view_decode(const uint8_t *bytes, size_t size, struct at_view *out,
			   struct at_fail *fail)
{
	union at_any any;
	enum at_err err = at_decode(bytes, size, &any.head, fail);

	if (err)
		return err;
	if (at_is_truth(&any.head))
		return at_fail(fail, AT_BAD_BYTES, "these bytes are no view: they hold the truth");
	memcpy(&out->state, &any, at_game_of(&any.head)->state_size);
	return AT_OK;
}

uint64_t at_state_hash(const struct at_state *s)
{
	uint8_t bytes[AT_BYTES_MAX];
	size_t size = at_encode(s, bytes);

	return at_hash(0x61746f6c6c, bytes, size);
}
