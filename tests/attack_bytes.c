/* The bytes that the kinds of attack.c send. */
#include "attack.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void attack_die(const char *why)
{
	fprintf(stderr, "attack: %s\n", why);
	exit(1);
}

static void put(struct bytes *b, const void *bytes, size_t size)
{
	if (b->size + size > b->room) {
		b->room = 2 * (b->room + size);
		b->bytes = realloc(b->bytes, b->room);
		if (!b->bytes)
			attack_die("there is not enough memory");
	}
	memcpy(b->bytes + b->size, bytes, size);
	b->size += size;
}

/* A frame, masked with zeros; `announced` may be more than what follows. */
size_t attack_frame(uint8_t *out, int first, uint64_t announced)
{
	size_t n = 0;
	int bytes = announced < 126 ? 0 : announced < 65536 ? 2 : 8;

	out[n++] = (uint8_t)first;
	out[n++] = (uint8_t)(0x80 | (bytes == 0 ? announced : bytes == 2 ? 126u : 127u));
	for (int i = bytes - 1; i >= 0; i--)
		out[n++] = (uint8_t)(announced >> 8 * i);
	memset(out + n, 0, 4);
	return n + 4;
}

static void put_frame(struct bytes *b, int first, const char *text, size_t size, uint64_t announced)
{
	uint8_t h[14];

	put(b, h, attack_frame(h, first, announced));
	put(b, text, size);
}

static void put_many(struct bytes *b, int times, int first, size_t size, uint64_t announced)
{
	static char spaces[64 << 10];

	memset(spaces, ' ', sizeof spaces);
	for (int i = 0; i < times; i++)
		put_frame(b, first, spaces, size, announced ? announced : size);
}

static void put_text(struct bytes *b, const char *text)
{
	put_frame(b, 0x81, text, strlen(text), strlen(text));
}

void attack_pings(struct bytes *b)
{
	put_many(b, 500, 0x89, 125, 0);
}

void attack_pongs(struct bytes *b)
{
	put_many(b, 500, 0x8a, 125, 0);
}

void attack_bytes(struct bytes *b)
{
	put_many(b, 1, 0x01, 1, 0);
	put_many(b, 60000, 0x00, 1, 0);
}

void attack_parts(struct bytes *b)
{
	put_many(b, 1, 0x01, 128, 0);
	put_many(b, 500, 0x00, 128, 0);
}

void attack_long(struct bytes *b)
{
	put_many(b, 1, 0x81, 65000, 65536 - 1);
}

void attack_huge(struct bytes *b)
{
	put_many(b, 1, 0x81, 1000, UINT64_C(1) << 40);
}

void attack_tiny(struct bytes *b)
{
	put_many(b, 2000, 0x81, 0, 0);
	put_many(b, 2000, 0x81, 1, 0);
}

void attack_deep(struct bytes *b)
{
	char text[60000];

	for (size_t i = 0; i < sizeof text; i++)
		text[i] = "{\"a\":["[i % 6];
	put_frame(b, 0x81, text, sizeof text, sizeof text);
	memset(text, '[', sizeof text);
	put_frame(b, 0x81, text, sizeof text, sizeof text);
}

void attack_junk(struct bytes *b)
{
	uint64_t x = 88172645463325252u;
	uint8_t bytes[4096];

	for (size_t i = 0; i < sizeof bytes; i++) {
		x ^= x << 13, x ^= x >> 7, x ^= x << 17;
		bytes[i] = (uint8_t)x;
	}
	put(b, bytes, sizeof bytes);
}

/* Each command with members that it knows; most name a table that nobody has. */
void attack_commands(struct bytes *b)
{
	static const char *const names[] = {
	    "name",    "device", "redeem", "forget", "ping",   "lobby",    "mine",   "create",
	    "open",    "close",  "sit",    "reveal", "leave",  "remove",   "fill",   "move",
	    "back",    "end",    "agree",  "hint",   "events", "stand-in", "return", "record",
	    "decline", "chat",   "unchat", "chats",  "rematch"};
	char text[1024];

	for (size_t i = 0; i < 8 * (sizeof names / sizeof *names); i++) {
		snprintf(text, sizeof text,
			 "{\"do\":\"%s\",\"id\":\"%032zx\",\"table\":\"%032zx\",\"name\":\"Eve\","
			 "\"ply\":%zu,\"backs\":0,\"moves\":[\"take 1\"],\"seat\":1,\"stay\":true,"
			 "\"text\":\"%0200zu\",\"game\":\"reef\",\"seats\":[\"me\",\"person\"],"
			 "\"number\":\"%064zx\",\"promise\":\"%064zx\",\"secret\":\"%064zx\"}",
			 names[i % (sizeof names / sizeof *names)], i, i, i, i, i, i, i);
		put_text(b, text);
	}
}

/* A request with a long answer, for connections that do not read it. */
void attack_questions(struct bytes *b)
{
	char text[200];

	for (int i = 0; i < 200; i++) {
		snprintf(text, sizeof text, "{\"do\":\"%s\",\"id\":\"%032x\"}",
			 i % 2 ? "lobby" : "mine", i);
		put_text(b, text);
	}
}

void attack_requests(struct bytes *b)
{
	static const char request[] = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n";

	for (int i = 0; i < 100; i++)
		put(b, request, sizeof request - 1);
}

/* A request that never ends. */
void attack_head(struct bytes *b)
{
	static const char begin[] = "GET / HTTP/1.1\r\nHost: localhost\r\nX: ";
	char field[15000];

	put(b, begin, sizeof begin - 1);
	memset(field, 'y', sizeof field);
	put(b, field, sizeof field);
}

void attack_nothing(struct bytes *b)
{
	(void)b;
}
