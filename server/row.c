#include "row.h"

#include "assert.h"
#include "bot.h"

#include <string.h>

/* --- a cursor each way --- */

struct put {
	uint8_t *at;
};

static void put(struct put *p, uint64_t n, int bytes)
{
	for (int i = 0; i < bytes; i++)
		*p->at++ = (uint8_t)(n >> 8 * i);
}

static void put_bytes(struct put *p, const uint8_t *bytes, size_t n)
{
	memcpy(p->at, bytes, n);
	p->at += n;
}

struct get {
	const uint8_t *at, *end;
	bool bad; /* there was less than was asked for */
};

static uint64_t get(struct get *g, int bytes)
{
	uint64_t n = 0;

	if (g->bad || g->end - g->at < bytes) {
		g->bad = true;
		return 0;
	}
	for (int i = 0; i < bytes; i++)
		n |= (uint64_t)*g->at++ << 8 * i;
	return n;
}

static void get_bytes(struct get *g, uint8_t *out, size_t n)
{
	if (g->bad || (size_t)(g->end - g->at) < n) {
		g->bad = true;
		memset(out, 0, n);
		return;
	}
	memcpy(out, g->at, n);
	g->at += n;
}

static enum at_err damaged(struct at_fail *fail)
{
	return at_fail(fail, AT_BAD_BYTES, "what is stored of this table is damaged");
}

static bool is_level(uint64_t level)
{
	uint64_t n = 0;

	while (at_level_names[n])
		n++;
	return level < n;
}

/* --- what a table is made with --- */

/* The number of seats and, in the upper bits, the chosen first player, which is 0 in older tables.
 */
enum { FIRST_SHIFT = 4, SEATS_MASK = 15 };

/* At the end, and only if there is a record. */
static void put_given(struct put *p, const struct terms *h, const struct given *given)
{
	put(p, h->draws, 1);
	put(p, given->count, 2);
	for (uint32_t i = 0; i < given->count; i++)
		put(p, given->moves[i], 4);
}

size_t row_put_opening(const struct at_opening *o, const struct terms *h, const struct given *given,
		       uint8_t *out)
{
	struct put p = {out};

	put(&p, ROW_VERSION, 1);
	put(&p, o->version, 1);
	put(&p, o->game, 1);
	put(&p, o->game_version, 1);
	put(&p, o->seats | o->first << FIRST_SHIFT, 1);
	put(&p, o->options, 1);
	put(&p, o->clock, 1);
	put(&p, o->lesson, 1);
	put(&p, o->placed, 1);
	put(&p, o->clock_base, 4);
	put(&p, o->clock_increment, 4);
	put(&p, o->bot_seed, 8);
	put_bytes(&p, o->commitment, sizeof o->commitment);
	put_bytes(&p, o->id, sizeof o->id);
	put(&p, h->creator, 4);
	put(&p, h->open, 1);
	put(&p, h->spectators, 1);
	put(&p, h->hints, 1);
	put_bytes(&p, h->plan, sizeof h->plan);
	put_bytes(&p, h->play, sizeof h->play);
	put_bytes(&p, h->watch, sizeof h->watch);
	put_bytes(&p, h->half, sizeof h->half);
	put_bytes(&p, h->before, sizeof h->before);
	if (o->placed)
		p.at += at_encode(&o->start.head, p.at);
	else if (given && given->count)
		put_given(&p, h, given);
	at_assert(p.at - out <= ROW_OPENING_MAX);
	return (size_t)(p.at - out);
}

static bool get_terms(struct get *g, struct terms *h)
{
	bool levels = true;

	h->creator = (uint32_t)get(g, 4);
	h->open = (uint8_t)get(g, 1);
	h->spectators = (uint8_t)get(g, 1);
	h->hints = (uint8_t)get(g, 1);
	h->draws = AT_DRAWS_SEED;
	get_bytes(g, h->plan, sizeof h->plan);
	get_bytes(g, h->play, sizeof h->play);
	get_bytes(g, h->watch, sizeof h->watch);
	get_bytes(g, h->half, sizeof h->half);
	get_bytes(g, h->before, sizeof h->before);
	for (int i = 0; i < AT_SEATS_MAX; i++)
		levels &= h->plan[i] == PLAN_PERSON || is_level(h->plan[i] - 1u);
	return levels && h->open <= 1 && h->spectators <= 1 && h->hints <= 1;
}

static void get_given(struct get *g, struct terms *h, struct given *given)
{
	uint32_t count;

	h->draws = (uint8_t)get(g, 1);
	count = (uint32_t)get(g, 2);
	if (count == 0 || count > ROW_GIVEN_MAX || h->draws > AT_DRAWS_UNTOLD)
		g->bad = true;
	for (uint32_t i = 0; i < count && !g->bad; i++) {
		at_move m = (at_move)get(g, 4);
		if (given)
			given->moves[i] = m;
	}
	if (given)
		given->count = g->bad ? 0 : count;
}

/* Builds the opening again from the head, without trusting any of it. */
static enum at_err open_again(struct get *g, const struct at_opening *head, struct at_opening *out,
			      struct at_fail *fail)
{
	const struct at_game *game = at_game_with_id(head->game);
	struct at_setup setup = at_opening_setup(head);
	union at_any start;
	enum at_err err;

	if (!game || head->version < AT_TABLE_VERSION || head->version > AT_TABLE_APART ||
	    head->game_version == 0 || head->game_version > game->version)
		return at_fail(fail, AT_BAD_BYTES, "this version does not know the rules of then");
	if (!head->placed && g->at != g->end)
		return damaged(fail);
	if (!head->placed)
		return at_opening_init(out, game, &setup, head->bot_seed, fail);
	memset(&start, 0, sizeof start);
	err = at_decode(g->at, (size_t)(g->end - g->at), &start.head, fail);
	if (!err && (start.head.game != head->game || start.head.seats != head->seats ||
		     start.head.options != head->options))
		return damaged(fail);
	return err ? err : at_opening_place(out, &start.head, head->bot_seed, fail);
}

enum at_err row_get_opening(const uint8_t *bytes, size_t size, struct at_opening *o,
			    struct terms *h, struct given *given, struct at_fail *fail)
{
	struct get g = {bytes, bytes + size, false};
	struct at_opening head = {0};
	enum at_err err;
	bool good;

	if (get(&g, 1) != ROW_VERSION)
		return at_fail(fail, AT_BAD_BYTES, "this table was stored by another version");
	head.version = (uint8_t)get(&g, 1);
	head.game = (uint8_t)get(&g, 1);
	head.game_version = (uint8_t)get(&g, 1);
	head.seats = (uint8_t)get(&g, 1);
	head.first = (uint8_t)(head.seats >> FIRST_SHIFT);
	head.seats &= SEATS_MASK;
	head.options = (uint8_t)get(&g, 1);
	head.clock = (uint8_t)get(&g, 1);
	head.lesson = (uint8_t)get(&g, 1);
	head.placed = (uint8_t)get(&g, 1);
	head.clock_base = (uint32_t)get(&g, 4);
	head.clock_increment = (uint32_t)get(&g, 4);
	head.bot_seed = get(&g, 8);
	get_bytes(&g, head.commitment, sizeof head.commitment);
	get_bytes(&g, head.id, sizeof head.id);
	good = get_terms(&g, h);
	if (given)
		given->count = 0;
	if (!head.placed && g.at != g.end)
		get_given(&g, h, given);
	if (!good || g.bad || head.clock > AT_CLOCK_GAME || head.lesson > 1 || head.placed > 1)
		return damaged(fail);
	err = open_again(&g, &head, o, fail);
	if (err)
		return err;
	o->version = head.version;
	o->clock = head.clock;
	o->lesson = head.lesson;
	o->clock_base = head.clock_base;
	o->clock_increment = head.clock_increment;
	memcpy(o->commitment, head.commitment, sizeof o->commitment);
	memcpy(o->id, head.id, sizeof o->id);
	return AT_OK;
}

/* --- events --- */

size_t row_put(const struct at_event *e, int count, uint8_t *out)
{
	struct put p = {out};

	at_assert(count <= AT_STEP_MAX);
	put(&p, ROW_VERSION, 1);
	put(&p, (uint64_t)count, 2);
	for (; count > 0; count--, e++) {
		bool more = at_any_byte(e->bytes, sizeof e->bytes);
		put(&p, e->kind, 1);
		put(&p, (uint8_t)e->seat, 1);
		put(&p, e->mask, 1);
		put(&p, more, 1);
		put(&p, e->what, 4);
		put(&p, e->ply, 4);
		if (more)
			put_bytes(&p, e->bytes, sizeof e->bytes);
	}
	return (size_t)(p.at - out);
}

/* A table accepts any level; the host checks that it has such a bot. */
static bool is_whole(const struct at_event *e, uint64_t more)
{
	bool bot = e->kind == AT_BOT_SAT || e->kind == AT_STANDS_IN || e->kind == AT_OUT_OF_TIME ||
		   e->kind == AT_REPLACED || e->kind == AT_RESIGNED || e->kind == AT_ERASED;

	return (!bot || is_level(e->what)) && more == at_any_byte(e->bytes, sizeof e->bytes);
}

enum at_err row_get(const uint8_t *bytes, size_t size, uint32_t first, uint64_t time,
		    struct at_event *out, int *count, struct at_fail *fail)
{
	struct get g = {bytes, bytes + size, false};

	if (get(&g, 1) != ROW_VERSION)
		return at_fail(fail, AT_BAD_BYTES, "this table was stored by another version");
	*count = (int)get(&g, 2);
	if (*count < 1 || *count > AT_STEP_MAX)
		return damaged(fail);
	for (int i = 0; i < *count && !g.bad; i++) {
		struct at_event *e = &out[i];
		uint64_t more;
		*e = (struct at_event){.number = first + (uint32_t)i, .time = time};
		e->kind = (uint8_t)get(&g, 1);
		e->seat = (int8_t)get(&g, 1);
		e->mask = (uint8_t)get(&g, 1);
		more = get(&g, 1);
		e->what = (uint32_t)get(&g, 4);
		e->ply = (uint32_t)get(&g, 4);
		if (more)
			get_bytes(&g, e->bytes, sizeof e->bytes);
		if (!is_whole(e, more))
			return damaged(fail);
	}
	return g.bad || g.at != g.end ? damaged(fail) : AT_OK;
}
