/* Reef Encounter's end once more, the slow and obvious way: what lies in the bag is what lies
 * nowhere else, a cell is free where the printed board says so.
 *
 *     reef_encounter --earlier FILE...
 *
 * reads records of version 1 and says how many of these games version 2 ends earlier (RE-10.1). */
#include "reef_encounter/reef_encounter.h"

#include "play.h"
#include "position.h"
#include "record.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* --- the conditions --- */

/* All tiles that are anywhere except in the bag and beside the sea board. */
static int tiles_elsewhere(const struct re_state *e)
{
	int n = 0;

	for (int c = 0; c < RE_COLOURS; c++) {
		for (int b = 0; b < e->head.seats; b++)
			for (int bit = 0; bit < 64; bit++)
				n += (int)(e->polyps[b][c] >> bit & 1);
		for (int space = 0; space < RE_COLOURS; space++)
			n += e->sea[space][c];
		for (int i = 0; i < e->head.seats; i++) {
			const struct re_seat *p = &e->seat[i];
			n += p->seen[c] + p->unseen[c] + p->consumed[c] + p->fish[c];
		}
	}
	for (int i = 0; i < e->head.seats; i++) /* the first tile, until it is opened */
		n += !(e->opened >> i & 1) && e->seat[i].first_tile != RE_NONE;
	return n;
}

/* A larva and the tiles of this space were just taken. The supply has those of the ten larvae of
 * a colour that no player has: the space itself is empty. */
static bool sea_ends(const struct re_state *e, int space, int version)
{
	int tiles = 200 - tiles_elsewhere(e);
	int larvae = 10;
	int wanted = 0;

	for (int i = 0; i < e->head.seats; i++)
		larvae -= e->seat[i].cubes[space];
	for (int s = 0; s < RE_COLOURS; s++) {
		int there = 0;
		for (int c = 0; c < RE_COLOURS; c++)
			there += e->sea[s][c];
		wanted += there < 3;
	}
	if (version > 1 && wanted < 3)
		wanted = 3;
	return larvae == 0 || tiles < wanted;
}

/* The printed boards have a dot or the star on each rock cell without a tile. */
static bool all_cells_taken(const struct re_state *e)
{
	static char text[AT_TEXT_MAX];
	struct at_text t;
	const char *row = text;

	at_text_init(&t, text, sizeof text);
	at_print_position(&e->head, &t);
	while ((row = strstr(row, "\n  "))) {
		row += 3;
		for (const char *c = row; *c && *c != '\n'; c++)
			if (*c == '.' || *c == '*')
				return false;
	}
	return true;
}

/* The condition that ends the game with this move, RE-10.1 and RE-10.4: before and after it. */
static enum re_end end_by_the_rules(const struct re_state *before, at_move m,
				    const struct re_state *after)
{
	int cylinders = 0;

	if (before->head.phase != RE_TURN && before->head.phase != RE_REFILL)
		return RE_END_NOT;
	for (int tile = 0; tile < 10; tile++)
		cylinders += after->fixed >> tile & 1;
	if (cylinders == 10)
		return RE_END_FIXED;
	for (int i = 0; i < after->head.seats; i++)
		if (after->seat[i].eaten == 4)
			return RE_END_SHRIMPS;
	if (re_kind(m) == RE_MOVE_PLACE && all_cells_taken(after))
		return RE_END_FULL;
	if (re_kind(m) == RE_MOVE_TAKE && sea_ends(after, re_b(m), after->head.version))
		return RE_END_SEA;
	return after->turns == 200 ? RE_END_TURNS : RE_END_NOT;
}

/* --- games --- */

struct seen {
	int ends[RE_END_TURNS + 1];
	int earlier; /* where version 1 continued */
};

/* A player in a hurry takes from the sea as soon as possible, so that larvae run out. */
static at_move any_move(const struct at_state *s, struct at_rng *rng, bool hurries)
{
	at_move list[AT_MOVES_MAX];
	int from = 0;
	int n = at_moves(s, list);

	if (s->turn == AT_CHANCE)
		return at_draw(&at_reef_encounter, s, rng);
	while (hurries && from < n - 1 && re_kind(list[from]) != RE_MOVE_TAKE)
		from++;
	return list[from + (int)at_rng_below(rng, (uint32_t)(n - from))];
}

static void play(const struct at_setup *setup, uint64_t seed, bool hurries, struct seen *seen)
{
	union at_any any, last;
	struct re_state *e = (struct re_state *)&any, *before = (struct re_state *)&last;
	at_move list[AT_MOVES_MAX];
	struct at_rng rng;

	at_rng_init(&rng, 28, seed);
	assert_int_equal(at_init(&at_reef_encounter, setup, &any.head, NULL), AT_OK);
	while (e->end == RE_END_NOT) {
		at_move m = any_move(&any.head, &rng, hurries);
		last = any;
		at_reef_encounter.apply(&any.head, m);
		assert_int_equal(e->end, end_by_the_rules(before, m, e));
		seen->earlier += e->end == RE_END_SEA && !sea_ends(e, re_b(m), 1);
	}
	seen->ends[e->end]++;
	for (; any.head.turn != AT_OVER; at_reef_encounter.apply(&any.head, list[0]))
		at_moves(&any.head, list);
}

static void games_end_when_the_rules_say(int version, struct seen *seen)
{
	for (uint64_t i = 0; i < 1200; i++) {
		struct at_setup setup = {(uint8_t)(2 + i % 3), i / 3 % 2, (uint8_t)version};
		play(&setup, i, i % 4 == 0, seen);
	}
	assert_true(seen->ends[RE_END_SEA] > 0 && seen->ends[RE_END_FULL] > 0);
}

static void a_game_ends_when_the_rules_say(void **state)
{
	struct seen seen = {0};

	(void)state;
	games_end_when_the_rules_say(0, &seen);
	assert_true(seen.earlier > 0);
}

static void a_game_of_version_1_ends_as_it_did_then(void **state)
{
	struct seen seen = {0};

	(void)state;
	games_end_when_the_rules_say(1, &seen);
	assert_int_equal(seen.earlier, 0);
}

/* --- records of version 1 --- */

/* A game of version 1 that the newest rules would have ended earlier; its moves as in a record. */
static bool write_moves(uint64_t seed, struct at_text *t)
{
	const struct at_setup setup = {.seats = 3, .version = 1};
	bool earlier = false;
	struct at_rng rng;
	union at_any any;

	at_rng_init(&rng, 29, seed);
	at_init(&at_reef_encounter, &setup, &any.head, NULL);
	while (any.head.turn != AT_OVER) {
		at_move m = any_move(&any.head, &rng, false);
		at_print_move(&any.head, m, t);
		at_putc(t, '\n');
		at_reef_encounter.apply(&any.head, m);
		if (re_kind(m) == RE_MOVE_TAKE && any.head.turn == AT_CHANCE &&
		    any.head.phase == RE_REFILL)
			earlier |= sea_ends((struct re_state *)&any, re_b(m), 2);
	}
	return earlier;
}

static enum at_err replay(const char *head, const struct at_text *moves, struct at_fail *why,
			  struct at_record *record, union at_any *end)
{
	static char text[1 << 18];
	struct at_text t;
	struct at_scan scan;
	at_move m;

	at_text_init(&t, text, sizeof text);
	at_puts(&t, head);
	at_puts(&t, moves->at);
	at_scan_init(&scan, t.at, t.len, why);
	if (at_record_open(record, &scan, &end->head))
		return scan.err;
	do
		if (at_record_next(record, &scan, &end->head, &m))
			return scan.err;
	while (m);
	return AT_OK;
}

#define HEAD "game: reef-encounter\nplayers: 3\n"

static void a_record_goes_on_by_the_rules_it_began_with(void **state)
{
	static const char old[] = HEAD "moves:\n";
	static char moves[1 << 18], head[AT_RECORD_HEAD_MAX];
	struct at_text t, printed;
	struct at_record record;
	struct at_fail why;
	union at_any end;
	uint64_t seed = 0;

	(void)state;
	do {
		assert_true(seed < 1000);
		at_text_init(&t, moves, sizeof moves);
	} while (!write_moves(seed++, &t));
	assert_false(t.full);
	assert_int_equal(replay(old, &t, &why, &record, &end), AT_OK);
	assert_int_equal(end.head.turn, AT_OVER);
	assert_int_equal(end.head.version, 1);
	at_text_init(&printed, head, sizeof head);
	at_print_record_head(&record, &printed);
	assert_string_equal(head, old);
	assert_int_equal(replay(HEAD "rules: 1\nmoves:\n", &t, &why, &record, &end), AT_OK);
	assert_int_equal(replay(HEAD "rules: 2\nmoves:\n", &t, &why, &record, &end), AT_BAD_MOVE);
	assert_non_null(strstr(why.why, "RE-12.1"));
	assert_int_equal(replay(HEAD "rules: 3\nmoves:\n", &t, &why, &record, &end), AT_BAD_VALUE);
	assert_int_equal(why.line, 3);
}

struct tally {
	int games, earlier, turns;
};

/* The record's game would have ended here by version 2, or did. */
static void count_one(const char *text, size_t len, struct tally *tally)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail why;
	union at_any any;
	const struct re_state *e = (const struct re_state *)&any;
	int ended = -1;
	at_move m;

	at_scan_init(&scan, text, len, &why);
	if (at_record_open(&record, &scan, &any.head) || record.game != &at_reef_encounter)
		return;
	while (!at_record_next(&record, &scan, &any.head, &m) && m)
		if (ended < 0 && re_kind(m) == RE_MOVE_TAKE && sea_ends(e, re_b(m), 2) &&
		    e->end == RE_END_NOT)
			ended = e->turns;
	if (scan.err) {
		printf("line %u: %s\n", why.line, why.why);
		return;
	}
	tally[any.head.seats].games++;
	if (ended >= 0) {
		tally[any.head.seats].earlier++;
		tally[any.head.seats].turns += e->turns - ended;
	}
}

static bool count_file(const char *path, struct tally *tally)
{
	static char text[64 << 20];
	FILE *in = fopen(path, "rb");
	const char *at = text;
	size_t len;

	if (!in)
		return false;
	len = fread(text, 1, sizeof text - 1, in);
	fclose(in);
	text[len] = '\0';
	while ((at = strstr(at, "game: "))) {
		const char *next = strstr(at + 1, "game: ");
		const char *title = strstr(at, "\n=== ");
		const char *end = next ? next : text + len;
		count_one(at, (size_t)((title && title < end ? title + 1 : end) - at), tally);
		at = end;
	}
	return true;
}

static int count_files(char **paths)
{
	struct tally tally[AT_SEATS_MAX + 1] = {0};

	for (; *paths; paths++)
		if (!count_file(*paths, tally)) {
			fprintf(stderr, "cannot read %s\n", *paths);
			return 1;
		}
	for (int seats = 2; seats <= AT_SEATS_MAX; seats++)
		if (tally[seats].games)
			printf("%d players: %d of %d games end earlier, by %d turns together\n",
			       seats, tally[seats].earlier, tally[seats].games, tally[seats].turns);
	return 0;
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
	    cmocka_unit_test(a_game_ends_when_the_rules_say),
	    cmocka_unit_test(a_game_of_version_1_ends_as_it_did_then),
	    cmocka_unit_test(a_record_goes_on_by_the_rules_it_began_with),
	};

	if (argc > 2 && strcmp(argv[1], "--earlier") == 0)
		return count_files(argv + 2);
	return cmocka_run_group_tests_name("Reef Encounter", tests, NULL, NULL);
}
