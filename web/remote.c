/* A table of a host: views in and views out, as bytes that the caller keeps. There is no truth
 * here. */
#include "door.h"

#include "json.h"
#include "record.h"
#include "sha256.h"
#include "view.h"

#include <string.h>

static struct at_fail fail;

static int refused(enum at_err err)
{
	fail.err = err;
	return door_refused(&fail);
}

static int said_view(const struct at_view *view)
{
	return (int)at_view_encode(view, door_io);
}

/* Reads the view at the beginning of the buffer. */
static enum at_err read_view(int size, struct at_view *view)
{
	fail = (struct at_fail){0};
	memset(view, 0, sizeof *view);
	return at_view_decode(door_io, (size_t)size, view, &fail);
}

int door_view_start(int game, int rules, int seats, int viewer, int length)
{
	const struct at_game *g = at_game_with_id(game);
	struct at_setup setup = {.seats = (uint8_t)seats, .version = (uint8_t)rules};
	enum at_err err = AT_OK;
	struct at_scan scan;
	struct at_view view;
	union at_any start;

	fail = (struct at_fail){0};
	memset(&start, 0, sizeof start);
	memset(&view, 0, sizeof view);
	at_scan_init(&scan, (const char *)door_io, (size_t)length, &fail);
	if (!g)
		err = at_fail(&fail, AT_BAD_VALUE, "there is no such game");
	else if (at_scan_line(&scan))
		err = at_scan_options(g, &scan, &setup.options);
	if (!err)
		err = at_init(g, &setup, &start.head, &fail);
	if (err)
		return refused(err);
	at_view(&start.head, viewer ? viewer - 1 : AT_PUBLIC, &view);
	return said_view(&view);
}

int door_view_follow(int size, uint32_t move)
{
	struct at_view view;
	enum at_err err = read_view(size, &view);

	if (!err)
		err = at_follow(&view.state.head, move, &fail);
	return err ? refused(err) : said_view(&view);
}

int door_view_show(int size, int legal)
{
	struct at_view view;
	enum at_err err = read_view(size, &view);
	struct at_text t;

	if (err)
		return refused(err);
	door_text(&t);
	view_print(&view.state.head, legal, &t);
	return door_said(&t);
}

int door_view_try(int size, int length)
{
	const char *text = (const char *)door_io + size;
	size_t end = (size_t)(length - size);
	struct at_view view;
	enum at_err err = read_view(size, &view);
	struct at_text t;

	for (size_t begin = 0, stop; !err && begin < end; begin = stop + 1) {
		at_move move = 0;
		for (stop = begin; stop < end && text[stop] != '\n'; stop++)
			;
		err = at_parse_move(&view.state.head, text + begin, stop - begin, &move, &fail);
		if (!err)
			err = at_apply(&view.state.head, move, &fail);
	}
	if (err)
		return refused(err);
	door_text(&t);
	view_print(&view.state.head, true, &t);
	return door_said(&t);
}

uint64_t door_view_hash(int size)
{
	struct at_view view;

	return read_view(size, &view) ? 0 : at_state_hash(&view.state.head);
}

int door_sha256(int length)
{
	uint8_t hash[AT_SHA256_SIZE];

	at_sha256(door_io, (size_t)length, hash);
	memcpy(door_io, hash, sizeof hash);
	return sizeof hash;
}

int door_record_check(int viewer, int seen, int length)
{
	const char *text = (const char *)door_io + 4 * (size_t)seen;
	int v = viewer ? viewer - 1 : AT_PUBLIC, count = 0;
	struct at_record record;
	struct at_scan scan;
	union at_any now;
	at_move move = 0;

	fail = (struct at_fail){0};
	memset(&now, 0, sizeof now);
	at_scan_init(&scan, text, (size_t)length - 4 * (size_t)seen, &fail);
	if (at_record_open(&record, &scan, &now.head))
		return door_refused(&fail);
	for (;; count++) {
		union at_any before = now;
		at_move was = 0;
		if (at_record_next(&record, &scan, &now.head, &move))
			return door_refused(&fail);
		if (count < seen)
			memcpy(&was, door_io + 4 * (size_t)count, sizeof was);
		if (move ? count >= seen || at_view_move(&before.head, move, v) != was
			 : count < seen)
			return refused(at_scan_fail(&scan, AT_BAD_VALUE,
						    "this is not what happened at the table"));
		if (!move)
			return count;
	}
}
