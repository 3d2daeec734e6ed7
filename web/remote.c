/* Tables of a host: clients (client.h), one in each slot. There is no truth here, and no time,
 * which the page counts. */
#include "door.h"

#include "assert.h"
#include "client.h"
#include "json.h"
#include "sha256.h"
#include "told.h"
#include "view.h"

#include <string.h>

enum { EVENTS = 1 << 14 }; /* more than a game that people play; then a client opens again */

static struct at_event logs[DOOR_CLIENTS][EVENTS];
static struct at_client clients[DOOR_CLIENTS];
static struct at_fail fail;

static struct at_client *client_of(int slot)
{
	at_assert(slot >= 0 && slot < DOOR_CLIENTS);
	fail = (struct at_fail){0};
	return &clients[slot];
}

static struct at_word text_of(int from, int to)
{
	return (struct at_word){(const char *)door_io + from, (size_t)(to - from)};
}

static int done(enum at_err err)
{
	fail.err = err; /* where it was not filled in */
	return err ? door_refused(&fail) : 0;
}

static void *no_more(void *old, size_t size)
{
	(void)old;
	(void)size;
	return NULL;
}

int door_client_hear(int slot, int length)
{
	struct at_client *c = client_of(slot);

	c->history.log.events = logs[slot];
	c->history.room = EVENTS;
	c->history.resize = no_more;
	return done(at_client_hear(c, text_of(0, length), 0, &fail));
}

void door_client_begin(int slot, int whole)
{
	if (whole)
		at_client_begin(client_of(slot));
	else
		at_client_open(client_of(slot));
}

int door_client_follow(int slot, int length)
{
	struct at_event e;

	return done(at_client_follow(client_of(slot), text_of(0, length), 0, &e, &fail));
}

/* Who it is, and who is here, the page knows. */
static void put_person(struct at_text *t, const struct at_table *before, uint32_t person,
		       const void *context)
{
	(void)before;
	(void)context;
	at_json_count(t, "person", person);
}

static void put_nothing(struct at_text *t, int seat, const void *context)
{
	(void)t;
	(void)seat;
	(void)context;
}

int door_client_settle(int slot, int length)
{
	static const struct at_people people = {put_person, put_nothing, NULL};
	struct at_client *c = client_of(slot);
	enum at_err err = at_client_settle(c, text_of(0, length), 0, &fail);
	struct at_text t;

	if (err)
		return done(err);
	door_text(&t);
	at_putc(&t, '{');
	at_tell_seats(&t, &c->table, &people);
	at_putc(&t, '}');
	return door_said(&t);
}

int door_client_show(int slot, int legal)
{
	struct at_text t;

	door_text(&t);
	view_print(at_table_now(&client_of(slot)->table), legal, &t);
	return door_said(&t);
}

int door_client_try(int slot, int length)
{
	union at_any view = client_of(slot)->table.state;
	const char *text = (const char *)door_io;
	enum at_err err = AT_OK;
	struct at_text t;

	for (int begin = 0, stop; !err && begin < length; begin = stop + 1) {
		at_move move = 0;
		for (stop = begin; stop < length && text[stop] != '\n'; stop++)
			;
		err = at_parse_move(&view.head, text + begin, (size_t)(stop - begin), &move, &fail);
		if (!err)
			err = at_apply(&view.head, move, &fail);
	}
	if (err)
		return done(err);
	door_text(&t);
	view_print(&view.head, true, &t);
	return door_said(&t);
}

int door_client_verify(int slot, int kept_length, int length)
{
	static const char *const verdicts[] = {NULL, "record", "host", "person", "own"};
	struct at_word record = text_of(kept_length, length);
	struct at_found found;
	struct at_kept kept;
	struct at_text t, why;
	char array[sizeof fail.why + 16];

	at_read_kept(text_of(0, kept_length), &kept);
	at_client_verify(client_of(slot), &kept, record.at, record.len, &found, &fail);
	at_text_init(&why, array, sizeof array);
	if (found.verdict)
		at_put(&why, "line %u: %s", (unsigned)fail.line, fail.why);
	door_text(&t);
	at_putc(&t, '{');
	at_json_word(&t, "wrong", verdicts[found.verdict]);
	at_json_word(&t, "why", array);
	at_json_count(&t, "moves", found.moves);
	at_json_word(&t, "by", found.is_fair ? "all" : found.has_seed ? "host" : "untold");
	at_json_set(&t, "silent", (uint64_t)found.silent << 1);
	at_putc(&t, '}');
	return door_said(&t);
}

int door_sha256(int length)
{
	uint8_t hash[AT_SHA256_SIZE];

	at_sha256(door_io, (size_t)length, hash);
	memcpy(door_io, hash, sizeof hash);
	return sizeof hash;
}
