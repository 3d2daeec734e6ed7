/* The module itself (door.h): the buffer, the list of games and levels, and the few functions of
 * libc that it needs. */
#include "door.h"

#include "assert.h"
#include "bot.h"
#include "json.h"

#include <string.h>

_Static_assert(DOOR_BUFFER > AT_JSON_MAX + 6 * AT_TEXT_MAX, "a view with its text fits");

uint8_t door_io[DOOR_BUFFER];

uint8_t *door_buffer(void)
{
	return door_io;
}

uint32_t door_buffer_size(void)
{
	return sizeof door_io;
}

void door_text(struct at_text *t)
{
	at_text_init(t, (char *)door_io, DOOR_BUFFER);
}

int door_said(const struct at_text *t)
{
	at_assert(!t->full);
	return (int)t->len;
}

int door_refused(const struct at_fail *fail)
{
	struct at_text t;

	door_text(&t);
	if (fail->line)
		at_put(&t, "line %u: ", (unsigned)fail->line);
	at_puts(&t, fail->why);
	return -(int)fail->err;
}

static void put_game(struct at_text *t, const struct at_game *g, bool listed)
{
	at_json_open(t, NULL, '{');
	at_json_game(t, g);
	at_json_count(t, "rules", g->version);
	at_json_flag(t, "listed", listed);
	at_putc(t, '}');
}

int door_list(void)
{
	struct at_text t;

	door_text(&t);
	at_puts(&t, "{\"levels\":[");
	for (int i = 0; at_ladder[i]; i++) {
		at_json_next(&t);
		at_json_string(&t, at_ladder[i]);
	}
	at_puts(&t, "],\"games\":[");
	for (int i = 0; i < at_games(); i++)
		put_game(&t, at_game(i), true);
	put_game(&t, &at_template, false);
	at_puts(&t, "]}");
	return door_said(&t);
}

/* The four functions of libc that the rules and the compiler use. Eight bytes at a time: wasm reads
 * unaligned words at no cost. */
typedef uint64_t __attribute__((may_alias, aligned(1))) word;

void *memcpy(void *restrict to, const void *restrict from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	for (; n >= 8; n -= 8, d += 8, s += 8)
		*(word *)d = *(const word *)s;
	while (n-- > 0)
		*d++ = *s++;
	return to;
}

void *memmove(void *to, const void *from, size_t n)
{
	uint8_t *d = to;
	const uint8_t *s = from;

	if (d <= s || d >= s + n)
		return memcpy(to, from, n);
	for (; n >= 8; n -= 8)
		*(word *)(d + n - 8) = *(const word *)(s + n - 8);
	while (n-- > 0)
		d[n] = s[n];
	return to;
}

void *memset(void *to, int byte, size_t n)
{
	uint8_t *d = to;
	uint64_t bytes = (uint8_t)byte * 0x0101010101010101u;

	for (; n >= 8; n -= 8, d += 8)
		*(word *)d = bytes;
	while (n-- > 0)
		*d++ = (uint8_t)byte;
	return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
	const uint8_t *p = a;
	const uint8_t *q = b;

	for (; n >= 8 && *(const word *)p == *(const word *)q; n -= 8, p += 8, q += 8)
		;
	for (; n > 0; n--, p++, q++)
		if (*p != *q)
			return *p - *q;
	return 0;
}
