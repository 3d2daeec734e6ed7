/* The laws of clients (client.h): messages that are truncated or changed on the way, and records
 * of another table. That a client follows every table is tested in watched.c. */
#include "play.h"
#include "table_laws.h"
#include "told.h"

#include <stdio.h>
#include <string.h>

static char text[1 << 20];

static size_t print(const struct watched *h)
{
	struct at_events log = watched_log(h);
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	assert_int_equal(at_table_print_record(&h->table, &log, UINT32_MAX, &t, NULL), AT_OK);
	return t.len;
}

static enum at_verdict check(const struct watched *h, int viewer, const char *record, size_t len,
			     struct at_fail *fail)
{
	struct at_kept kept = watched_kept(h, viewer);
	struct at_found found;

	return at_client_verify(&h->lookers[viewer + 1].client, &kept, record, len, &found, fail);
}

/* --- records --- */

static char forged[1 << 20];

/* The beginning of the line of the n-th move, from 0; after the last one the end. */
static const char *line_of(const char *record, uint32_t n)
{
	const char *at = strstr(record, "moves:\n") + 7;

	while (n-- > 0)
		at = strchr(at, '\n') + 1;
	return at;
}

/* The record with another move at this ply, and with the old moves after it, or none. */
static size_t forge(const struct at_state *before, at_move m, bool rest)
{
	const char *at = line_of(text, before->ply);
	struct at_text t;

	at_text_init(&t, forged, sizeof forged);
	at_putn(&t, text, (size_t)(at - text));
	at_print_move(before, m, &t);
	at_putc(&t, '\n');
	if (rest)
		at_puts(&t, strchr(at, '\n') + 1);
	return t.len;
}

/* A legal move that is not this one; 0 if there is none. */
static at_move instead_of(const struct at_state *s, at_move m)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(s, list);

	for (int i = 0; i < n; i++)
		if (list[i] != m)
			return list[i];
	return 0;
}

/* Viewers who saw this move reject the forged record; those who could not see it may accept it. */
static void all_refuse(const struct watched *h, const struct at_state *before, at_move was,
		       at_move now, size_t len)
{
	struct at_fail fail;

	for (int v = AT_PUBLIC; v < h->table.opening.seats; v++)
		if (at_view_move(before, was, v) != at_view_move(before, now, v) &&
		    check(h, v, forged, len, &fail) != AT_NO_RECORD)
			broken(h, "a forged record is taken");
}

/* A swapped draw, another's move, another result. Returns the kinds of forgery, as bits. */
static unsigned forge_moves(const struct watched *h)
{
	struct at_events log = watched_log(h);
	const struct at_event *e;
	struct at_walk walk;
	unsigned done = 0;

	assert_int_equal(at_walk_begin(&walk, &h->table, &log, UINT32_MAX, NULL), AT_OK);
	for (; (e = at_walk_move(&walk, &log)); at_walk_step(&walk, e, NULL)) {
		const struct at_state *s = &walk.state.head;
		at_move other = instead_of(s, e->what);
		bool last = s->ply + 1 == h->table.state.head.ply;
		if (!other)
			continue;
		all_refuse(h, s, e->what, other, forge(s, other, true));
		all_refuse(h, s, e->what, other, forge(s, other, false));
		done |= e->kind == AT_DREW ? 1 : last ? 4 : 2;
	}
	return done;
}

static void forged_records_are_found_out(void **state)
{
	struct watched *h = &the_house;
	unsigned done = 0;
	struct at_rng rng;

	for (int i = 0; i < 4; i++) {
		struct at_fail fail;
		size_t len;
		at_rng_init(&rng, the_seed, 20000 + (uint64_t)i);
		play_fair(h, *state, &rng);
		len = print(h);
		done |= forge_moves(h);
		for (int v = AT_PUBLIC; v < h->table.opening.seats; v++) {
			uint32_t plies = h->table.state.head.ply;
			assert_int_equal(check(h, v, text, len, &fail), AT_HOLDS);
			for (uint32_t ply = 0; ply < plies; ply++) /* a missing tail */
				assert_int_equal(
				    check(h, v, text, (size_t)(line_of(text, ply) - text), &fail),
				    AT_NO_RECORD);
		}
	}
	assert_true(done & 2);
}

/* A valid record that is not the record of that table. */
static void every_digit_of_the_promises_counts(void **state)
{
	struct watched *h = &the_house;
	struct at_fail fail;
	struct at_rng rng;
	size_t len;

	at_rng_init(&rng, the_seed, 10800);
	play_fair(h, *state, &rng);
	len = print(h);
	for (int v = AT_PUBLIC; v < h->table.opening.seats; v++)
		assert_int_equal(check(h, v, text, len, &fail), AT_HOLDS);
	for (size_t i = 0; i < len; i++)
		if (strchr("0123456789abcdef", text[i]) && i > 32 &&
		    i < (size_t)(strstr(text, "moves:") - text) && i % 3 == 0) {
			char was = text[i];
			text[i] = was == '0' ? '1' : '0';
			if (!check(h, 0, text, len, &fail))
				fail_msg("digit %zu may be forged:\n%s", i, text);
			text[i] = was;
		}
}

/* The kept or announced promise differs from the record's. */
static void viewers_find_out_who_broke_a_promise(void **state)
{
	struct watched *h = &the_house;
	struct at_client *c = &h->lookers[1].client;
	struct at_kept kept;
	struct at_found found;
	struct at_fail fail;
	struct at_rng rng;
	size_t len;

	at_rng_init(&rng, the_seed, 10900);
	play_fair(h, *state, &rng);
	len = print(h);
	for (int i = 0; i < 6; i++) {
		static const enum at_verdict right[] = {AT_HOST_BROKE,   AT_PERSON_BROKE,
							AT_PERSON_BROKE, AT_HOST_BROKE,
							AT_PERSON_BROKE, AT_HOST_BROKE};
		kept = watched_kept(h, 0);
		kept.was_there = i != 3;
		kept.commitment[31] ^= i == 0;
		kept.promise[h->table.opening.seats - 1][0] ^= i == 1;
		kept.promised ^= i == 2;
		kept.fair = i == 5;
		c->table.opening.id[1] ^= i == 5;
		c->table.opening.commitment[7] ^= i == 3;
		c->table.promise[0].hash[0] ^= i == 4;
		assert_int_equal(at_client_verify(c, &kept, text, len, &found, &fail), right[i]);
		c->table.opening.commitment[7] ^= i == 3;
		c->table.promise[0].hash[0] ^= i == 4;
		c->table.opening.id[1] ^= i == 5;
	}
	kept = watched_kept(h, 0);
	kept.number[9] ^= 1;
	assert_int_equal(at_client_verify(c, &kept, text, len, &found, &fail),
			 h->table.promise[0].state == AT_PROMISE_OPENED ? AT_OWN_BROKE : AT_HOLDS);
}

/* --- messages --- */

static struct at_client client;
static struct at_event room[WATCHED_EVENTS];

/* Takes it, and continues with the result. */
static bool hear(const struct watched *h, struct at_word message)
{
	struct at_client before = client;
	struct at_fail fail = {0};
	struct at_event e;
	struct at_text t;

	if (at_client_hear(&client, message, h->table.time, &fail)) {
		if (!same_bytes(&before, &client, sizeof client) || !fail.why[0])
			broken(h, "a refused message changes something, or nobody knows why");
		return false;
	}
	at_client_open(&client);
	if (at_check(at_table_now(&client.table), &fail))
		broken(h, fail.why);
	at_text_init(&t, forged, sizeof forged);
	at_tell_opening(&t, &client.table);
	at_tell_moment(&t, &client.table, h->table.time, 0);
	for (int i = 0; i < 3; i++) { /* and events of another table */
		const char *events[] = {"{\"number\":1,\"event\":\"ended\"}",
					"{\"number\":2,\"event\":\"opened\",\"half\":\"00\"}",
					"{\"event\":\"took-back\",\"seat\":1,\"number\":"};
		struct at_word text_of_it = {events[i], strlen(events[i])};
		at_client_follow(&client, text_of_it, 0, &e, &fail);
	}
	return true;
}

/* Any message is refused, or is a table. */
static void messages_may_be_anything(void **state)
{
	static char message[1 << 16];
	struct watched *h = &the_house;
	struct at_rng rng;

	client = watched_client(room);
	for (int i = 0; i < 6; i++) {
		struct at_word told;
		size_t bytes;
		at_rng_init(&rng, the_seed, 20100 + (uint64_t)i);
		any_table(h, *state, &rng);
		told = watched_tell(h, AT_PUBLIC);
		memcpy(message, told.at, told.len);
		message[told.len] = 0;
		bytes = (size_t)(strstr(message, "\"bytes\":") - message);
		assert_true(hear(h, (struct at_word){message, told.len}));
		for (size_t len = 0; len < bytes; len += 1 + at_rng_below(&rng, 9))
			assert_false(hear(h, (struct at_word){message, len}));
		for (int k = 0; k < 300; k++) {
			char *at = message + at_rng_below(&rng, (uint32_t)told.len), was = *at;
			*at = "\"\\{}[],:0129azn "[at_rng_below(&rng, 16)];
			hear(h, (struct at_word){message, told.len});
			*at = was;
		}
	}
}

/* A number that is not the promised one does not count. */
static void a_false_number_is_told_to_nobody(void **state)
{
	struct watched *h = &the_house;
	struct at_fail fail;
	struct at_word told;
	struct at_rng rng;
	char *number;

	client = watched_client(room);
	at_rng_init(&rng, the_seed, 20200);
	do {
		lay_fair(h, *state, 255, &rng);
		watched_start(h, AT_DRAWS_SEED, false, &rng);
		told = watched_tell(h, AT_PUBLIC);
		number = strstr(told.at, "\"opened\":\"");
	} while (!number);
	assert_int_equal(at_client_hear(&client, told, 0, &fail), AT_OK);
	number[10] = number[10] == '0' ? '1' : '0';
	assert_int_not_equal(at_client_hear(&client, told, 0, &fail), AT_OK);
}

/* A table of another viewer, or with other promises, is no continuation; neither is one that is
 * too far ahead, or behind. */
static void only_the_same_table_goes_on(void **state)
{
	struct watched *h = &the_house;
	struct at_rng rng;

	client = watched_client(room);
	at_rng_init(&rng, the_seed, 20300);
	any_table(h, *state, &rng);
	assert_true(hear(h, watched_tell(h, 0)));
	at_client_open(&client);
	assert_true(at_client_goes_on(&client, 0));
	client.told.events += 2;
	assert_false(at_client_goes_on(&client, 1));
	assert_true(at_client_goes_on(&client, 2));
	client.table.events += 3;
	assert_false(at_client_goes_on(&client, 500));
	client.table = client.told;
	client.told.opening.commitment[4] ^= 1;
	assert_false(at_client_goes_on(&client, 500));
	client.told = client.table;
	assert_true(hear(h, watched_tell(h, AT_PUBLIC)));
	client.table.viewer = 0;
	assert_false(at_client_goes_on(&client, 500));
}

static const struct law list[] = {
    {"forged_records_are_found_out", forged_records_are_found_out},
    {"every_digit_of_the_promises_counts", every_digit_of_the_promises_counts},
    {"viewers_find_out_who_broke_a_promise", viewers_find_out_who_broke_a_promise},
    {"messages_may_be_anything", messages_may_be_anything},
    {"a_false_number_is_told_to_nobody", a_false_number_is_told_to_nobody},
    {"only_the_same_table_goes_on", only_the_same_table_goes_on},
};
const struct laws clients = LAWS(list);
