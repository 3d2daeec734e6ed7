/* Games, signatures and timing for JavaScript (door.h). There is no libc: what the compiler needs
 * of it is at the end. */
#include "door.h"

#include "play.h"
#include "work.h"

#include <string.h>

uint8_t door_io[DOOR_BUFFER];
static struct at_tally tally;
static struct at_sample sample;

static const struct at_game *game_at(int index)
{
	return index == at_games() ? &at_template : at_game(index);
}

uint8_t *door_buffer(void)
{
	return door_io;
}

uint32_t door_buffer_size(void)
{
	return sizeof door_io;
}

int door_games(void)
{
	return at_games();
}

uint32_t door_game_name(int game)
{
	struct at_text t;

	at_text_init(&t, (char *)door_io, sizeof door_io);
	at_puts(&t, game_at(game)->name);
	return (uint32_t)t.len;
}

uint32_t door_state_size(int game)
{
	return game_at(game)->state_size;
}

int door_options(int game, uint32_t length)
{
	struct at_scan scan;
	struct at_fail fail;
	uint8_t options = 0;

	at_scan_init(&scan, (const char *)door_io, length, &fail);
	if (at_scan_line(&scan) && at_scan_options(game_at(game), &scan, &options))
		return -1;
	return scan.err ? -1 : options;
}

void door_tally_clear(void)
{
	tally = (struct at_tally){0};
}

void door_simulate(int game, int seats, int options, uint64_t seed, uint64_t first, uint64_t count)
{
	struct at_setup setup = {(uint8_t)seats, (uint8_t)options};

	at_simulate(game_at(game), &setup, seed, first, count, &tally);
}

uint64_t door_games_played(void)
{
	return tally.games;
}

uint64_t door_decisions(void)
{
	return tally.decisions;
}

uint64_t door_moves_listed(void)
{
	return tally.moves_listed;
}

uint64_t door_signature(void)
{
	return tally.signature;
}

void door_sample(int game, int seats, int options, uint64_t seed)
{
	struct at_setup setup = {(uint8_t)seats, (uint8_t)options};

	at_sample(&sample, game_at(game), &setup, seed);
}

uint32_t door_sample_size(void)
{
	return AT_SAMPLE;
}

uint64_t door_work(int work, uint32_t rounds)
{
	return at_work(&sample, (enum at_work)work, rounds);
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
