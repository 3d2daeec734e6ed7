/* Records that go on as tables online. */
#include "asks.h"
#include "basics.h"
#include "record.h"
#include "row.h"
#include "seats.h"
#include "state.h"
#include "store.h"

#include <string.h>

/* Reads the moves and checks each one; the game must not be over at the end. */
static enum at_err read_moves(const struct at_record *r, struct at_scan *scan, struct at_state *s,
			      struct making *m)
{
	at_move move = 0;

	m->given.moves = m->moves;
	while (!at_record_next(r, scan, s, &move) && move) {
		if (m->given.count == ROW_GIVEN_MAX)
			return at_scan_fail(scan, AT_TOO_LONG, "the record is too long");
		m->moves[m->given.count++] = move;
	}
	if (!scan->err && (m->given.count == 0 || s->turn == AT_OVER))
		return at_scan_fail(scan, AT_BAD_VALUE, "the record has nothing that can go on");
	return scan->err;
}

/* If the record has a seed, it also gives the draws to come; otherwise their source is not told. A
 * fair table draws a new seed (seats.c). */
static void take_seed(const struct at_record *r, struct making *m)
{
	m->terms.draws = r->has_seed ? AT_DRAWS_SEED : AT_DRAWS_UNTOLD;
	if (r->has_seed)
		memcpy(m->terms.half, r->seed, sizeof m->terms.half);
	else
		host_random(m->terms.half, sizeof m->terms.half);
	if (r->has_seed && r->has_commitment)
		memcpy(m->opening.commitment, r->commitment, sizeof m->opening.commitment);
}

bool read_record(const struct call *c, int seats, struct making *m)
{
	const json_t *text = json_object_get(c->json, "record");
	struct at_fail fail = {0};
	struct at_record record;
	struct at_scan scan;
	union at_any start;
	enum at_err err = AT_BAD_TEXT;

	memset(&start, 0, sizeof start);
	if (json_is_string(text)) {
		at_scan_init(&scan, json_string_value(text), json_string_length(text), &fail);
		err = at_record_open(&record, &scan, &start.head);
		if (!err)
			err = read_moves(&record, &scan, &start.head, m);
		if (!err && record.setup.seats != seats)
			err =
			    at_fail(&fail, AT_BAD_VALUE, "the record has another number of seats");
		if (!err)
			err = at_opening_init(&m->opening, record.game, &record.setup, 0, &fail);
	}
	if (err) {
		refuse_call(c, "bad-message", fail.err ? fail.why : "this is no record");
		return false;
	}
	take_seed(&record, m);
	return true;
}
