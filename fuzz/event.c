/* Arbitrary events, applied to the truth or to a viewer's table: an event that cannot follow is
 * refused and changes nothing; the accepted ones rebuild the same table. */
#include "fair.h"
#include "fuzz.h"
#include "laws.h"
#include "line.h"
#include "play.h"

#include <string.h>

enum { MOST = 4096 };
static struct at_event log_of[MOST];

/* A move as this table may be told: in the truth, or in a world that fits the view. */
static at_move some_move(const struct at_table *t, unsigned index)
{
	at_move list[AT_MOVES_MAX];
	struct at_view view = {t->state};
	union at_any world = t->state;
	struct at_rng rng;
	unsigned n;

	if (t->viewer != AT_TRUTH) {
		at_rng_init(&rng, index, 0);
		at_guess(&view, &rng, &world.head);
	}
	n = (unsigned)at_moves(&world.head, list);
	if (n == 0)
		return 0;
	return t->viewer == AT_TRUTH ? list[index % n]
				     : at_view_move(&world.head, list[index % n], t->viewer);
}

static struct at_event next_move(const struct at_table *t, unsigned index)
{
	int turn = t->state.head.turn;

	return (struct at_event){.time = t->time,
				 .number = t->events,
				 .kind = turn == AT_CHANCE ? AT_DREW : AT_DECIDED,
				 .seat = (int8_t)turn,
				 .ply = t->state.head.ply,
				 .what = some_move(t, index)};
}

/* At a fair table: the number of a seat, or for -1 the host's half. */
static void number_of(int seat, uint8_t out[AT_SEED_SIZE])
{
	memset(out, seat + 2, AT_SEED_SIZE);
}

/* A fitting value, if a number or its hash is needed. */
static void add_number(const struct at_table *t, struct at_event *e)
{
	uint8_t number[AT_SEED_SIZE];

	if (!at_table_is_fair(t))
		return;
	number_of(e->seat, number);
	if (e->kind == AT_SAT)
		at_sha256(number, sizeof number, e->bytes);
	if (e->kind == AT_NUMBER_OPENED || e->kind == AT_OPENED ||
	    (e->kind == AT_STARTED && t->viewer == AT_TRUTH))
		memcpy(e->bytes, number, sizeof number);
	if (e->kind == AT_WAS_SILENT)
		e->time += AT_OPEN_MS;
}

static struct at_event any_event(const struct at_table *t, struct bytes *b)
{
	unsigned how = take_byte(b);
	struct at_event e = {.number = t->events, .time = t->time + take_byte(b)};

	e.kind = (uint8_t)(1 + take_byte(b) % (AT_EVENT_KINDS - 1));
	e.seat = (int8_t)(how & 1 ? AT_NOBODY : take_byte(b) % 4);
	if (how & 2)
		e.what = take_byte(b);
	if (how & 4)
		e.ply = take_byte(b);
	if (how & 8)
		e.mask = take_byte(b);
	if (how & 16)
		e.ply = t->state.head.ply - 1 - e.ply % 8;
	if (how & 32)
		e.what = take_word(b);
	add_number(t, &e);
	if (how & 64)
		e.bytes[0] ^= take_byte(b);
	if (how & 128) {
		e.kind = take_byte(b);
		e.seat = (int8_t)take_byte(b);
		e.spare = take_byte(b);
		e.number += take_byte(b);
		e.time = (uint64_t)take_word(b) << (take_byte(b) & 63);
	}
	return e;
}

static void try_event(struct at_table *t, const struct at_event *e)
{
	struct at_table before = *t;
	struct at_events log = {log_of, t->events};
	struct at_fail fail = {.err = AT_OK};

	if (at_table_apply(t, &log, e, &fail)) {
		law(memcmp(&before, t, sizeof before) == 0, "a refused event changes nothing",
		    &t->state.head);
		law(fail.err && fail.why[0], "a refusal says why", &t->state.head);
		return;
	}
	log_of[before.events] = *e;
	law(t->events == before.events + 1 && t->time >= before.time, "time and numbers go up",
	    &t->state.head);
	if (at_check(&t->state.head, &fail))
		law(false, fail.why, &t->state.head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_setup setup;
	const struct at_game *game = take_setup(&b, &setup);
	int viewer = take_byte(&b) % (setup.seats + 2) - 2;
	struct at_table t, again;
	struct at_opening o;
	unsigned how;

	at_opening_init(&o, game, &setup, 1, NULL);
	how = take_byte(&b);
	o.clock = (uint8_t)(how % 3);
	if (how & 128) {
		uint8_t half[AT_SEED_SIZE], commitment[AT_SHA256_SIZE];
		number_of(AT_NOBODY, half);
		at_sha256(half, sizeof half, commitment);
		memcpy(o.id, half, sizeof o.id);
		memcpy(o.commitment, commitment, sizeof o.commitment);
	}
	o.clock_base = take_word(&b);
	at_table_init(&t, &o, viewer);
	again = t;
	for (uint32_t i = 0; i < 400 && b.left > 0 && t.events < MOST; i++) {
		unsigned choice = take_byte(&b);
		struct at_event e =
		    choice < 160 ? next_move(&t, choice << 8 | take_byte(&b)) : any_event(&t, &b);
		try_event(&t, &e);
	}
	for (uint32_t i = 0; i < t.events; i++) {
		struct at_events log = {log_of, i};
		law(at_table_apply(&again, &log, &log_of[i], NULL) == AT_OK,
		    "what was taken is taken again", &again.state.head);
	}
	law(memcmp(&t, &again, sizeof t) == 0, "the same events make the same table",
	    &t.state.head);
	return 0;
}
