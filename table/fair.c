#include "fair.h"

#include "absence.h"
#include "assert.h"
#include "line.h"

#include <string.h>

#define NO(...) at_fail(fail, AT_BAD_VALUE, __VA_ARGS__)

bool at_table_is_fair(const struct at_table *t)
{
	return at_any_byte(t->opening.id, sizeof t->opening.id);
}

uint64_t at_table_open_ms(const struct at_table *t)
{
	return at_table_is_apart(t) && at_table_is_days(t) ? AT_DAY_MS : AT_OPEN_MS;
}

static bool is_full(const struct at_table *t)
{
	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_FREE)
			return false;
	return true;
}

uint8_t at_table_unopened(const struct at_table *t)
{
	uint8_t set = 0;

	for (int i = 0; i < t->opening.seats && is_full(t); i++)
		if (t->promise[i].state == AT_PROMISE_MADE)
			set |= (uint8_t)(1 << i);
	return set;
}

/* --- before the start --- */

enum at_err at_fair_seat(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	bool fair = at_table_is_fair(t);

	for (int i = 0; i < t->opening.seats; i++)
		if (t->promise[i].state > AT_PROMISE_MADE)
			return NO("numbers are being opened: everybody stays on their seats");
	if (e->kind == AT_SAT && at_any_byte(e->bytes, sizeof e->bytes) != fair)
		return fair ? NO("who sits down here brings the hash of a number")
			    : NO("nobody brings a hash to this table");
	t->promise[e->seat] = (struct at_promise){.state = AT_PROMISE_NONE};
	if (e->kind == AT_SAT && fair) {
		t->promise[e->seat].state = AT_PROMISE_MADE;
		memcpy(t->promise[e->seat].hash, e->bytes, AT_SHA256_SIZE);
	}
	t->full = is_full(t) ? e->time : 0;
	return AT_OK;
}

enum at_err at_fair_number(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	struct at_promise *p = &t->promise[e->seat];

	if (t->phase != AT_GATHERING)
		return NO("the game has begun");
	if (p->state != AT_PROMISE_MADE)
		return NO("seat %d has nothing to open", e->seat + 1);
	if (!is_full(t))
		return NO("numbers are opened when all seats are taken");
	if (e->kind == AT_WAS_SILENT) {
		if (e->time - t->full < at_table_open_ms(t))
			return NO("seat %d has still time to open its number", e->seat + 1);
		p->state = AT_PROMISE_SILENT;
		return AT_OK;
	}
	if (!at_promise_fits(p->hash, e->bytes))
		return NO("this is not the number whose hash seat %d brought", e->seat + 1);
	memcpy(p->number, e->bytes, sizeof p->number);
	p->state = AT_PROMISE_OPENED;
	return AT_OK;
}

/* --- the seed --- */

/* Takes the host's secret if it matches its commitment. */
static enum at_err keep(struct at_table *t, const uint8_t *secret, bool promised,
			struct at_fail *fail)
{
	const uint8_t *commitment = t->opening.commitment;

	if (at_table_is_fair(t)) {
		if (!at_promise_fits(commitment, secret))
			return NO("the half is not the one that was promised");
		memcpy(t->half, secret, sizeof t->half);
		at_promise_mix(t->opening.id, t->half, t->promise, t->opening.seats, t->seed);
		return AT_OK;
	}
	if (promised && at_any_byte(commitment, AT_SHA256_SIZE) &&
	    !at_promise_fits(commitment, secret))
		return NO("the seed is not the one that was promised");
	memcpy(t->seed, secret, sizeof t->seed);
	return AT_OK;
}

enum at_err at_fair_start(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	if (at_table_is_fair(t) && e->what == AT_DRAWS_FORCED)
		return NO("nobody chooses what is drawn");
	for (int i = 0; i < t->opening.seats; i++)
		if (t->promise[i].state == AT_PROMISE_MADE)
			return NO("seat %d has not opened its number", i + 1);
	if (t->viewer == AT_TRUTH)
		return keep(t, e->bytes, e->what == AT_DRAWS_SEED, fail);
	if (at_any_byte(e->bytes, sizeof e->bytes))
		return NO("a viewer does not know the seed yet");
	return AT_OK;
}

enum at_err at_fair_open(struct at_table *t, const struct at_event *e, struct at_fail *fail)
{
	const uint8_t *secret = at_table_is_fair(t) ? t->half : t->seed;
	enum at_err err = AT_OK;

	if (t->phase < AT_FINISHED || t->held)
		return NO("the seed stays secret until the end");
	if (t->opened)
		return NO("the seed is known");
	if (t->viewer != AT_TRUTH)
		err = keep(t, e->bytes, t->draws == AT_DRAWS_SEED, fail);
	else if (memcmp(secret, e->bytes, AT_SEED_SIZE) != 0)
		err = NO("this is another seed");
	if (!err)
		t->opened = 1;
	return err;
}

/* --- records --- */

void at_fair_head(const struct at_table *t, struct at_record *r)
{
	bool begun = t->phase != AT_GATHERING && t->draws == AT_DRAWS_SEED;
	bool fair = at_table_is_fair(t);

	r->has_seed = begun && (t->viewer == AT_TRUTH || t->opened);
	memcpy(r->seed, t->seed, sizeof r->seed);
	r->given = begun ? t->given : 0;
	r->has_commitment = !fair && at_any_byte(t->opening.commitment, AT_SHA256_SIZE);
	memcpy(r->commitment, t->opening.commitment, sizeof r->commitment);
	if (!fair || !begun)
		return;
	r->has_table = r->has_host_commitment = true;
	r->has_half = r->has_seed;
	memcpy(r->table, t->opening.id, sizeof r->table);
	memcpy(r->host_commitment, t->opening.commitment, sizeof r->host_commitment);
	memcpy(r->half, t->half, sizeof r->half);
	memcpy(r->person, t->promise, sizeof r->person);
}
