/* seeds FOLDER: writes a first corpus for every target, from random games of every game and
 * number of players: FOLDER/TARGET/GAME-PLAYERS-N. The folders exist already. */
#include "event.h"
#include "laws.h"
#include "play.h"
#include "position.h"
#include "record.h"
#include "row.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char record_text[1 << 22];

static void save(const char *folder, const char *target, const struct at_state *s, int number,
		 const void *bytes, size_t size)
{
	char path[400];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s/%s-%u-%d", folder, target, at_game_of(s)->name, s->seats,
		 number);
	file = fopen(path, "wb");
	if (!file || fwrite(bytes, 1, size, file) != size || fclose(file)) {
		perror(path);
		exit(1);
	}
}

/* The position, the bytes and one move of a state and of a view of it. */
static void save_state(const char *folder, const struct at_state *s, int number)
{
	char text[AT_TEXT_MAX];
	uint8_t bytes[AT_BYTES_MAX];
	struct at_text t;
	struct at_view view;

	at_view(s, number % s->seats, &view);
	at_text_init(&t, text, sizeof text);
	at_print_position(number % 3 == 2 ? &view.state.head : s, &t);
	save(folder, "position", s, number, text, t.len);
	save(folder, "bytes", s, number, bytes,
	     at_encode(number % 3 == 1 ? &view.state.head : s, bytes));
}

static void save_move(const char *folder, const struct at_state *s, int game, at_move m, int number)
{
	char text[AT_MOVE_TEXT_MAX + 4] = {
	    (char)(game | (s->seats - at_game_of(s)->seats_min) << 4), 0, (char)(s->ply / 2), 0};
	struct at_text t;

	at_text_init(&t, text + 4, AT_MOVE_TEXT_MAX);
	at_print_move(s, m, &t);
	save(folder, "move", s, number, text, t.len + 4);
}

/* A table with persons and bots, a clock, and commands by random bytes (command.c). */
static void save_commands(const char *folder, const struct at_state *s, uint8_t first,
			  struct at_rng *rng)
{
	uint8_t steer[160] = {first, 0, 1, 9, 3, 0x55, 7};

	for (size_t i = 7; i < sizeof steer; i++)
		steer[i] = (uint8_t)at_rng_next(rng);
	save(folder, "command", s, 0, steer, sizeof steer);
}

/* Everybody sits down, the game starts, and there are moves (event.c). */
static void save_events(const char *folder, const struct at_state *s, uint8_t first, int number,
			struct at_rng *rng)
{
	enum { ANY = 200, HAS_WHAT = 2, NO_SEAT = 1 };
	uint8_t steer[160] = {first, 0, (uint8_t)number, 2, 0, 1, 0, 0};
	size_t n = 8;

	for (uint8_t i = 0; i < s->seats; i++) {
		const uint8_t sit[] = {ANY, HAS_WHAT, 0, AT_SAT - 1, i, (uint8_t)(i + 1)};
		memcpy(steer + n, sit, sizeof sit);
		n += sizeof sit;
	}
	memcpy(steer + n, (const uint8_t[]){ANY, NO_SEAT, 0, AT_STARTED - 1}, 4);
	for (n += 4; n < sizeof steer; n++)
		steer[n] = (uint8_t)(at_rng_next(rng) % (n % 2 ? 256 : 168));
	save(folder, "event", s, number, steer, sizeof steer);
}

/* Adds bytes with their length before them (row.c). */
static void put_part(uint8_t *out, size_t *n, const uint8_t *bytes, size_t size)
{
	out[(*n)++] = (uint8_t)size;
	out[(*n)++] = (uint8_t)(size >> 8);
	memcpy(out + *n, bytes, size);
	*n += size;
}

/* A command of the host's, its events, and the row of them. */
static void put_row(struct at_table *t, struct at_command c, uint8_t *out, size_t *n)
{
	static struct at_event events[4 * AT_STEP_MAX];
	static struct at_step step;
	static uint8_t row[ROW_MAX];
	struct at_events log = {events, t->events};

	c.ply = t->state.head.ply;
	if (at_table_command(t, &log, &c, &step, NULL))
		return;
	memcpy(events + log.count, step.events, (size_t)step.count * sizeof *events);
	put_part(out, n, row, row_put(step.events, step.count, row));
}

/* A table as it is stored, with a bot and some moves. */
static void save_rows(const char *folder, const struct at_game *game, uint8_t seats,
		      const struct at_state *s)
{
	static uint8_t out[1 << 17];
	struct terms terms = {.creator = 1, .spectators = 1};
	struct at_setup setup = {seats, 0};
	static uint8_t bytes[ROW_OPENING_MAX];
	at_move list[AT_MOVES_MAX];
	struct at_opening o;
	struct at_table t;
	size_t n = 0;

	at_opening_init(&o, game, &setup, 1, NULL);
	at_table_init(&t, &o, AT_TRUTH);
	put_part(out, &n, bytes, row_put_opening(&o, &terms, NULL, bytes));
	for (int8_t i = 0; i < seats; i++)
		put_row(&t,
			(struct at_command){
			    .kind = i ? AT_SIT : AT_SIT_BOT, .seat = i, .person = i ? 9u + i : 0},
			out, &n);
	put_row(&t, (struct at_command){.kind = AT_START, .draws = AT_DRAWS_SEED, .seed = {3}}, out,
		&n);
	for (int i = 0; i < 12 && at_table_mover(&t) >= 0 && at_moves(&t.state.head, list); i++) {
		int seat = at_table_mover(&t);
		put_row(&t,
			(struct at_command){.kind = AT_MOVE,
					    .seat = (int8_t)seat,
					    .person = t.seat[seat].person,
					    .count = 1,
					    .moves = {list[0]}},
			out, &n);
	}
	save(folder, "row", s, 0, out, n);
}

/* A head with promises, as many persons opened as not. */
static void promise(struct at_record *r, struct at_rng *rng)
{
	for (size_t i = 0; i < sizeof r->table; i++)
		r->table[i] = (uint8_t)(at_rng_next(rng) | 1);
	for (size_t i = 0; i < sizeof r->half; i++)
		r->half[i] = (uint8_t)at_rng_next(rng);
	at_sha256(r->half, sizeof r->half, r->host_commitment);
	r->has_table = r->has_host_commitment = r->has_half = r->has_seed = true;
	for (int i = 0; i < r->setup.seats; i++) {
		struct at_promise *p = &r->person[i];
		memset(p->number, i + 1, sizeof p->number);
		at_sha256(p->number, sizeof p->number, p->hash);
		p->state = i % 2 ? AT_PROMISE_SILENT : AT_PROMISE_OPENED;
	}
	at_promise_mix(r->table, r->half, r->person, r->setup.seats, r->seed);
}

static void play_one(const char *folder, int game_index, uint8_t seats)
{
	const struct at_game *game = game_index < at_games() ? at_game(game_index) : &at_template;
	struct at_record record = {.game = game, .setup = {seats, 0}};
	at_move list[AT_MOVES_MAX], m;
	uint8_t steer[200] = {(uint8_t)(game_index | (seats - game->seats_min) << 4)};
	union at_any any;
	struct at_state *s = &any.head;
	struct at_text t;
	struct at_rng rng;
	int saved = 0;

	at_rng_init(&rng, seats, (uint64_t)game_index);
	at_init(game, &record.setup, s, NULL);
	at_text_init(&t, record_text, sizeof record_text);
	at_print_record_head(&record, &t);
	for (uint32_t next = 0; s->turn != AT_OVER; game->apply(s, m)) {
		if (s->turn == AT_CHANCE)
			m = at_draw(game, s, &rng);
		else
			m = list[at_rng_below(&rng, (uint32_t)game->moves(s, list))];
		if (s->ply >= next) {
			save_state(folder, s, saved);
			save_move(folder, s, game_index, m, saved++);
			next = 2 * s->ply + 3;
		}
		if (t.len < 3000) {
			at_print_move(s, m, &t);
			at_putc(&t, '\n');
		}
	}
	save_state(folder, s, saved);
	save(folder, "record", s, 0, record_text, t.len);
	at_text_init(&t, record_text, sizeof record_text);
	promise(&record, &rng);
	at_print_record_head(&record, &t);
	save(folder, "record", s, 1, record_text, t.len);
	for (size_t i = 2; i < sizeof steer; i++)
		steer[i] = (uint8_t)at_rng_next(&rng);
	save(folder, "play", s, 0, steer, sizeof steer);
	save(folder, "word", s, 0, steer, sizeof steer);
	save_commands(folder, s, steer[0], &rng);
	save_rows(folder, game, seats, s);
	for (int v = 0; v < 3; v++)
		save_events(folder, s, steer[0], v, &rng);
}

int main(int argc, char **argv)
{
	if (argc != 2) {
		fprintf(stderr, "usage: seeds FOLDER\n");
		return 2;
	}
	for (int g = 0; g <= at_games(); g++) {
		const struct at_game *game = g < at_games() ? at_game(g) : &at_template;
		for (uint8_t seats = game->seats_min; seats <= game->seats_max; seats++)
			play_one(argv[1], g, seats);
	}
	return 0;
}
