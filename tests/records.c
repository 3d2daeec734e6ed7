/* Recorded games: tests/games/GAME/PLAYERS.records holds fifty, each under a line "=== NUMBER
 * HASH" with the hash of its last state. They are read, replayed, printed again and compared
 * byte for byte. `records --make` plays new ones, after an intended change of rules or notation. */
#include "play.h"
#include "record.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { RECORDS = 50, TEXT_MAX = 1 << 24, FILES_MAX = 40 };

struct file {
	char name[64];
	const struct at_game *game;
	uint8_t seats;
};

/* A game without records is left out: scripts/check-kept says whether that is allowed. */
static bool is_kept(const struct at_game *game)
{
	char path[128];
	FILE *in = NULL;

	for (int seats = game->seats_min; seats <= game->seats_max && !in; seats++) {
		snprintf(path, sizeof path, "tests/games/%s/%d.records", game->name, seats);
		in = fopen(path, "rb");
	}
	if (in)
		fclose(in);
	return in;
}

static char before[TEXT_MAX], after[TEXT_MAX];

static void file_path(const struct file *file, char *out, size_t size)
{
	snprintf(out, size, "tests/games/%s/%u.records", file->game->name, file->seats);
}

static void print_title(struct at_text *t, int number, const struct at_state *last)
{
	char title[60];

	snprintf(title, sizeof title, "=== %d %016" PRIx64 "\n", number, at_state_hash(last));
	at_puts(t, title);
}

static void print_line(struct at_text *t, const struct at_state *s, at_move m)
{
	at_print_move(s, m, t);
	at_putc(t, '\n');
}

/* Reads one record's text and prints it again into t, under its title. */
static void replay(const char *text, size_t len, int number, struct at_text *t)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any state, end;
	at_move m;

	at_scan_init(&scan, text, len, &fail);
	if (at_record_open(&record, &scan, &end.head))
		fail_msg("record %d, line %u: %s", number, fail.line, fail.why);
	state = end;
	while (!at_record_next(&record, &scan, &end.head, &m) && m)
		;
	if (scan.err)
		fail_msg("record %d, line %u: %s", number, fail.line, fail.why);
	assert_int_equal(end.head.turn, AT_OVER);
	print_title(t, number, &end.head);

	at_print_record_head(&record, t);
	at_scan_init(&scan, text, len, &fail);
	at_record_open(&record, &scan, &end.head);
	while (!at_record_next(&record, &scan, &end.head, &m) && m) {
		print_line(t, &state.head, m);
		at_apply(&state.head, m, NULL);
	}
}

static void records_replay_byte_for_byte(void **data)
{
	char path[128];
	struct at_text t;
	const char *at = before;
	FILE *in;
	size_t len;
	int number = 0;

	file_path(*data, path, sizeof path);
	in = fopen(path, "rb");
	if (!in)
		fail_msg("cannot open %s", path);
	len = fread(before, 1, sizeof before - 1, in);
	fclose(in);
	before[len] = '\0';
	at_text_init(&t, after, sizeof after);
	while ((at = strstr(at, "=== "))) {
		const char *begin = strchr(at, '\n');
		const char *end;
		assert_non_null(begin);
		end = strstr(begin, "\n=== ");
		end = end ? end + 1 : before + len;
		replay(begin + 1, (size_t)(end - begin - 1), ++number, &t);
		at = end;
	}
	assert_false(t.full);
	assert_int_equal(number, RECORDS);
	assert_string_equal(before, after);
}

/* The number-th set of options of the game, in rotation. */
static uint8_t pick_options(const struct at_game *game, uint8_t seats, int number)
{
	uint8_t valid[256];
	int n = 0;

	for (int options = 0; options < 256; options++) {
		struct at_setup setup = {seats, (uint8_t)options};
		union at_any any;
		if (!at_init(game, &setup, &any.head, NULL))
			valid[n++] = (uint8_t)options;
	}
	return valid[number % n];
}

static void play(const struct file *file, int number, struct at_text *t)
{
	struct at_record record = {.game = file->game, .has_seed = true};
	at_move list[AT_MOVES_MAX], m;
	union at_any any;
	struct at_state *s = &any.head;
	struct at_rng rng;
	struct at_text moves;

	record.setup.seats = file->seats;
	record.setup.options = pick_options(file->game, file->seats, number);
	at_rng_init(&rng, file->game->id * 10u + file->seats, (uint64_t)number);
	for (int i = 0; i < AT_SEED_SIZE; i++)
		record.seed[i] = (uint8_t)at_rng_next(&rng);
	at_init(file->game, &record.setup, s, NULL);
	at_text_init(&moves, before, sizeof before);
	for (; s->turn != AT_OVER; file->game->apply(s, m)) {
		if (s->turn == AT_CHANCE)
			m = at_deal(file->game, s, record.seed);
		else
			m = list[at_rng_below(&rng, (uint32_t)at_moves(s, list))];
		print_line(&moves, s, m);
	}
	print_title(t, number + 1, s);
	at_print_record_head(&record, t);
	at_puts(t, before);
}

static int make(const struct file *files, size_t n)
{
	char path[128];
	struct at_text t;

	for (size_t i = 0; i < n; i++) {
		FILE *out;
		at_text_init(&t, after, sizeof after);
		for (int k = 0; k < RECORDS; k++)
			play(&files[i], k, &t);
		file_path(&files[i], path, sizeof path);
		out = fopen(path, "wb");
		if (!out || fwrite(after, 1, t.len, out) != t.len || fclose(out) || t.full) {
			perror(path);
			return 1;
		}
	}
	return 0;
}

int main(int argc, char **argv)
{
	static struct file files[FILES_MAX];
	static struct CMUnitTest tests[FILES_MAX];
	bool made = argc > 1 && strcmp(argv[1], "--make") == 0;
	size_t n = 0;

	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = g < at_games() ? at_game(g) : &at_template;
		if (!made && !is_kept(game))
			continue;
		for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++, n++) {
			files[n] = (struct file){.game = game, .seats = seats};
			snprintf(files[n].name, sizeof files[n].name, "%s-%u", game->name, seats);
			tests[n] = (struct CMUnitTest){.name = files[n].name,
						       .test_func = records_replay_byte_for_byte,
						       .initial_state = &files[n]};
		}
	}
	if (argc > 1)
		return made ? make(files, n) : 2;
	return _cmocka_run_group_tests("records", tests, n, NULL, NULL);
}
