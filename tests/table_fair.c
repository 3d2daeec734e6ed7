/* The laws of draws that nobody can choose (fair.h). */
#include "play.h"
#include "table_laws.h"

#include <stdio.h>
#include <string.h>

void lay_fair(struct watched *h, const struct at_game *game, uint8_t persons, struct at_rng *rng)
{
	struct at_setup setup;
	struct at_opening o;

	any_setup(game, rng, &setup);
	at_opening_init(&o, game, &setup, 9, NULL);
	watched_promise(&o);
	watched_init(h, &o);
	watched_sit(h, persons);
}

static void refused(struct watched *h, struct at_command c, const char *why)
{
	if (!watched_do(h, &c))
		broken(h, why);
	if (!strstr(h->fail.why, why))
		broken(h, h->fail.why);
}

static struct at_command opens(const struct watched *h, int seat)
{
	struct at_command c = {.kind = AT_OPEN_NUMBER,
			       .seat = (int8_t)seat,
			       .person = h->table.seat[seat].person,
			       .now = h->table.time};

	watched_number(c.person, c.seed);
	return c;
}

static struct at_command silent(const struct watched *h, int seat)
{
	return (struct at_command){
	    .kind = AT_CALL_SILENT, .seat = (int8_t)seat, .now = h->table.full + AT_OPEN_MS};
}

static struct at_command starts(void)
{
	struct at_command c = {.kind = AT_START};

	watched_number(AT_HOST, c.seed);
	return c;
}

/* --- the seed --- */

/* The layout of docs/fair-draws.md, assembled again. */
static void mix(const struct watched *h, uint8_t silent_seats, uint8_t out[AT_SEED_SIZE])
{
	uint8_t bytes[64 + 32 * AT_SEATS_MAX] = {0};
	int seats = h->table.opening.seats;

	memcpy(bytes, "atoll seed mix 1", 16);
	memcpy(bytes + 16, h->table.opening.id, 16);
	watched_number(AT_HOST, bytes + 32);
	for (int i = 0; i < seats; i++) {
		if (h->table.seat[i].kind != AT_SEAT_PERSON)
			continue;
		if (silent_seats >> i & 1)
			watched_hash(PERSON + (uint32_t)i, bytes + 64 + 32 * i);
		else
			watched_number(PERSON + (uint32_t)i, bytes + 64 + 32 * i);
	}
	at_sha256(bytes, 64 + 32 * (size_t)seats, out);
}

static void the_seed_is_made_of_everybodys_numbers(void **state)
{
	struct watched *h = &the_house;
	uint8_t seed[AT_SEED_SIZE];
	struct at_rng rng;

	for (int i = 0; i < 20; i++) {
		uint8_t quiet;
		at_rng_init(&rng, the_seed, 10000 + (uint64_t)i);
		lay_fair(h, *state, (uint8_t)at_rng_next(&rng), &rng);
		quiet = (uint8_t)at_rng_next(&rng);
		for (int k = 0; k < h->table.opening.seats; k++) {
			if (h->table.seat[k].kind != AT_SEAT_PERSON)
				continue;
			assert_true(at_table_unopened(&h->table) >> k & 1);
			must(h, quiet >> k & 1 ? silent(h, k) : opens(h, k));
			assert_false(at_table_unopened(&h->table) >> k & 1);
		}
		must(h, starts());
		mix(h, quiet, seed);
		assert_memory_equal(seed, h->table.seed, sizeof seed);
		assert_memory_equal(h->step.events[0].bytes, h->table.half, sizeof seed);
	}
}

static bool same_seed(const struct at_table *t, const uint8_t *id, const uint8_t *half,
		      const struct at_promise *p)
{
	uint8_t seed[AT_SEED_SIZE];

	at_promise_mix(id, half, p, t->opening.seats, seed);
	return same_bytes(seed, t->seed, sizeof seed);
}

/* One changed bit in any part changes the seed. */
static void nobody_alone_leaves_the_seed_as_it_is(void **state)
{
	struct watched *h = &the_house;
	const struct at_table *t = &h->table;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10100);
	lay_fair(h, *state, 255, &rng);
	watched_start(h, AT_DRAWS_SEED, false, &rng);
	assert_true(same_seed(t, t->opening.id, t->half, t->promise));
	for (int i = 0; i < 200; i++) {
		struct at_promise p[AT_SEATS_MAX];
		uint8_t id[AT_ID_SIZE], half[AT_SEED_SIZE];
		uint32_t r = at_rng_below(&rng, t->opening.seats + 2u);
		uint8_t bit = (uint8_t)(1 << at_rng_below(&rng, 8));
		memcpy(p, t->promise, sizeof p);
		memcpy(id, t->opening.id, sizeof id);
		memcpy(half, t->half, sizeof half);
		if (r == t->opening.seats)
			id[at_rng_below(&rng, sizeof id)] ^= bit;
		else if (r > t->opening.seats)
			half[at_rng_below(&rng, sizeof half)] ^= bit;
		else if (i % 4 == 0)
			p[r].state ^= AT_PROMISE_OPENED ^ AT_PROMISE_SILENT;
		else if (p[r].state == AT_PROMISE_SILENT)
			p[r].hash[at_rng_below(&rng, AT_SEED_SIZE)] ^= bit;
		else
			p[r].number[at_rng_below(&rng, AT_SEED_SIZE)] ^= bit;
		assert_false(same_seed(t, id, half, p));
	}
}

/* --- who may do what, and when --- */

static void a_wrong_number_is_refused(void **state)
{
	struct watched *h = &the_house;
	struct at_command c;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10200);
	lay_fair(h, *state, 255, &rng);
	for (int i = 0; i < 40; i++) {
		c = opens(h, (int)at_rng_below(&rng, h->table.opening.seats));
		c.seed[at_rng_below(&rng, AT_SEED_SIZE)] ^= (uint8_t)(1 << i % 8);
		refused(h, c, "this is not the number whose hash");
	}
	c = opens(h, 0);
	c.person = AT_HOST;
	refused(h, c, "a number is opened by its person");
	if (h->table.opening.seats > 1) {
		c = opens(h, 0);
		c.person = h->table.seat[1].person;
		refused(h, c, "you do not sit on seat 1");
		c = opens(h, 1);
		watched_number(h->table.seat[0].person, c.seed);
		refused(h, c, "this is not the number whose hash seat 2 brought");
	}
	must(h, opens(h, 0));
	refused(h, opens(h, 0), "seat 1 has nothing to open");
	refused(h, silent(h, 0), "seat 1 has nothing to open");
}

static void silence_needs_the_host_and_ten_seconds(void **state)
{
	struct watched *h = &the_house;
	struct at_command c;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10300);
	lay_fair(h, *state, 255, &rng);
	c = silent(h, 0);
	c.now--;
	refused(h, c, "seat 1 has still time to open its number");
	c = silent(h, 0);
	c.person = h->table.seat[0].person;
	refused(h, c, "the host says who is silent");
	must(h, silent(h, 0));
	refused(h, opens(h, 0), "seat 1 has nothing to open");
}

static void the_start_waits_for_all_numbers(void **state)
{
	struct watched *h = &the_house;
	struct at_command c;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10400);
	lay_fair(h, *state, 255, &rng);
	for (int i = 0; i < h->table.opening.seats; i++) {
		refused(h, starts(), "has not opened its number");
		must(h, i % 2 ? silent(h, i) : opens(h, i));
	}
	c = starts();
	c.seed[31] ^= 1;
	refused(h, c, "the half is not the one that was promised");
	c.draws = AT_DRAWS_UNTOLD;
	refused(h, c, "the half is not the one that was promised");
	c = starts();
	c.draws = AT_DRAWS_FORCED;
	refused(h, c, "nobody chooses what is drawn");
	must(h, starts());
	refused(h, opens(h, 0), "the game has begun");
}

/* A hash that comes when numbers are known could be chosen to suit them. */
static void nobody_sits_down_when_numbers_are_known(void **state)
{
	struct watched *h = &the_house;
	struct at_command up = {.kind = AT_STAND_UP}, sit = {.kind = AT_SIT, .person = PERSON + 9};
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10500);
	lay_fair(h, *state, 255, &rng);
	must(h, up);
	refused(h, sit, "brings the hash of a number");
	if (h->table.opening.seats > 1)
		refused(h, opens(h, 1), "when all seats are taken");
	watched_hash(PERSON + 9, sit.seed);
	must(h, sit);
	if (at_rng_below(&rng, 2))
		must(h, opens(h, 0));
	else
		must(h, silent(h, 0));
	refused(h, up, "everybody stays on their seats");
	up.seat = (int8_t)(h->table.opening.seats - 1);
	refused(h, up, "everybody stays on their seats");
}

static void plain_tables_know_no_hashes(void **state)
{
	const struct at_game *game = *state;
	struct watched *h = &the_house;
	struct at_setup setup = {game->seats_min, 0};
	struct at_event e = {.kind = AT_SAT, .what = 7};
	struct at_events none = {h->log, 0};
	struct at_opening o;
	struct at_rng rng;

	at_rng_init(&rng, the_seed, 10600);
	at_opening_init(&o, game, &setup, 9, NULL);
	watched_init(h, &o);
	e.bytes[3] = 1;
	assert_int_not_equal(at_table_apply(&h->table, &none, &e, NULL), AT_OK);
	watched_sit(h, 255);
	assert_int_equal(at_table_unopened(&h->table), 0);
	refused(h, opens(h, 0), "nothing to open");
	watched_start(h, AT_DRAWS_SEED, false, &rng);
}

/* --- the end --- */

void play_fair(struct watched *h, const struct at_game *game, struct at_rng *rng)
{
	struct at_command end = {.kind = AT_ASK_TO_END};

	lay_fair(h, game, 255, rng);
	watched_start(h, AT_DRAWS_SEED, false, rng);
	for (int i = 0; i < 40 && h->table.phase == AT_PLAYING; i++)
		must(h, watched_move(h, any_move(watched_now(h), rng)));
	if (h->table.phase == AT_PLAYING)
		must(h, end); /* nobody is present to be asked */
	assert_true(h->table.opened);
}

/* A viewer's verdict on the last event with another half in it. */
static void open_falsely(const struct watched *h, int viewer)
{
	const struct looker *l = &h->lookers[viewer + 1];
	struct at_events before = {(struct at_event *)l->log, 0};
	struct at_table t;
	struct at_event e;

	at_table_init(&t, &l->client.table.opening, viewer);
	for (; before.count + 1 < l->client.table.events; before.count++)
		assert_int_equal(at_table_apply(&t, &before, &l->log[before.count], NULL), AT_OK);
	assert_false(at_any_byte(t.seed, sizeof t.seed) || at_any_byte(t.half, sizeof t.half));
	e = l->log[before.count];
	assert_int_equal(e.kind, AT_OPENED);
	e.bytes[7] ^= 64;
	assert_int_not_equal(at_table_apply(&t, &before, &e, NULL), AT_OK);
	e.bytes[7] ^= 64;
	assert_int_equal(at_table_apply(&t, &before, &e, NULL), AT_OK);
	assert_memory_equal(t.seed, h->table.seed, sizeof t.seed);
}

static void viewers_check_what_was_promised(void **state)
{
	struct watched *h = &the_house;
	struct at_rng rng;

	for (int i = 0; i < 6; i++) {
		at_rng_init(&rng, the_seed, 10700 + (uint64_t)i);
		play_fair(h, *state, &rng);
		for (int v = AT_PUBLIC; v < h->table.opening.seats; v++)
			open_falsely(h, v);
		watched_close(h);
	}
}

static const struct law list[] = {
    {"the_seed_is_made_of_everybodys_numbers", the_seed_is_made_of_everybodys_numbers},
    {"nobody_alone_leaves_the_seed_as_it_is", nobody_alone_leaves_the_seed_as_it_is},
    {"a_wrong_number_is_refused", a_wrong_number_is_refused},
    {"silence_needs_the_host_and_ten_seconds", silence_needs_the_host_and_ten_seconds},
    {"the_start_waits_for_all_numbers", the_start_waits_for_all_numbers},
    {"nobody_sits_down_when_numbers_are_known", nobody_sits_down_when_numbers_are_known},
    {"plain_tables_know_no_hashes", plain_tables_know_no_hashes},
    {"viewers_check_what_was_promised", viewers_check_what_was_promised},
};
const struct laws fairness = LAWS(list);
