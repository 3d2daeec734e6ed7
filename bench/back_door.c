#include "back_door.h"

#include "assert.h"
#include "judged.h"
#include "play.h"
#include "position.h"
#include "view.h"
#include "work.h"

#include <string.h>

static struct at_tally tally;
static struct at_sample sample;
static union at_any slots[DOOR_SLOTS];
static uint8_t seed[AT_SEED_SIZE];
static struct at_bot *bot;

static const struct at_game *game_at(int index)
{
	return index == at_games() ? &at_template : at_game(index);
}

int door_games(void)
{
	return at_games();
}

uint32_t door_game_name(int game)
{
	struct at_text t;

	at_text_init(&t, (char *)door_io, sizeof door_io);
	at_puts(&t, game_at(game)->name);
	return (uint32_t)t.len;
}

uint32_t door_state_size(int game)
{
	return game_at(game)->state_size;
}

int door_options(int game, uint32_t length)
{
	struct at_scan scan;
	struct at_fail fail;
	uint8_t options = 0;

	at_scan_init(&scan, (const char *)door_io, length, &fail);
	if (at_scan_line(&scan) && at_scan_options(game_at(game), &scan, &options))
		return -1;
	return scan.err ? -1 : options;
}

void door_tally_clear(void)
{
	tally = (struct at_tally){0};
}

void door_simulate(int game, int seats, int options, uint64_t seed, uint64_t first, uint64_t count)
{
	struct at_setup setup = {(uint8_t)seats, (uint8_t)options};

	at_simulate(game_at(game), &setup, seed, first, count, &tally);
}

uint64_t door_games_played(void)
{
	return tally.games;
}

uint64_t door_decisions(void)
{
	return tally.decisions;
}

uint64_t door_moves_listed(void)
{
	return tally.moves_listed;
}

uint64_t door_signature(void)
{
	return tally.signature;
}

void door_sample(int game, int seats, int options, uint64_t seed)
{
	struct at_setup setup = {(uint8_t)seats, (uint8_t)options};

	at_sample(&sample, game_at(game), &setup, seed);
}

uint32_t door_sample_size(void)
{
	return AT_SAMPLE;
}

uint64_t door_work(int work, uint32_t rounds)
{
	return at_work(&sample, (enum at_work)work, rounds);
}

static struct at_state *slot(int index)
{
	at_assert(index >= 0 && index < DOOR_SLOTS);
	return &slots[index].head;
}

static int viewer_of(int viewer)
{
	return viewer > 0 ? viewer - 1 : AT_PUBLIC;
}

static enum at_err read_move(const struct at_state *s, int length, at_move *out,
			     struct at_fail *fail)
{
	return at_parse_move(s, (const char *)door_io, (size_t)length, out, fail);
}

int door_seed(void)
{
	memcpy(seed, door_io, sizeof(seed));
	return 0;
}

int door_start(int to, int game, int seats, int options)
{
	const struct at_game *g = at_game_with_id(game);
	struct at_setup setup = {.seats = (uint8_t)seats, .options = (uint8_t)options};
	struct at_fail fail = {0};

	if (!g) {
		at_fail(&fail, AT_BAD_VALUE, "there is no such game");
		return door_refused(&fail);
	}
	return at_init(g, &setup, slot(to), &fail) ? door_refused(&fail) : 0;
}

int door_copy(int from, int to)
{
	memmove(slot(to), slot(from), sizeof(slots[0]));
	return 0;
}

int door_look(int from, int viewer, int to)
{
	struct at_view view;

	at_view(slot(from), viewer_of(viewer), &view);
	memcpy(slot(to), &view.state, sizeof(view.state));
	return 0;
}

int door_turn(int at)
{
	int t = slot(at)->turn;

	return t >= 0 ? t + 1 : t == AT_CHANCE ? 0 : -1;
}

int door_ply(int at)
{
	return (int)slot(at)->ply;
}

int door_show(int at, int with_legal)
{
	struct at_text t;

	door_text(&t);
	view_print(slot(at), with_legal, &t);
	return door_said(&t);
}

int door_legal(int at)
{
	at_move list[AT_MOVES_MAX];
	int n = at_moves(slot(at), list);
	struct at_text t;

	door_text(&t);
	for (int i = 0; i < n; i++) {
		at_print_move(slot(at), list[i], &t);
		at_putc(&t, '\n');
	}
	return door_said(&t);
}

int door_apply(int at, int length)
{
	struct at_state *s = slot(at);
	struct at_fail fail = {0};
	at_move m;

	if (read_move(s, length, &m, &fail) ||
	    (at_is_truth(s) ? at_apply(s, m, &fail) : at_follow(s, m, &fail)))
		return door_refused(&fail);
	return 0;
}

int door_seen_as(int at, int viewer, int length)
{
	struct at_fail fail = {0};
	struct at_text t;
	at_move m;

	if (read_move(slot(at), length, &m, &fail))
		return door_refused(&fail);
	door_text(&t);
	at_print_move(slot(at), at_view_move(slot(at), m, viewer_of(viewer)), &t);
	return door_said(&t);
}

int door_deal(int at)
{
	const struct at_state *s = slot(at);
	struct at_text t;

	door_text(&t);
	at_print_move(s, at_deal(at_game_of(s), s, seed), &t);
	return door_said(&t);
}

int door_position(int at)
{
	struct at_text t;

	door_text(&t);
	at_print_position(slot(at), &t);
	return door_said(&t);
}

int door_position_read(int to, int length)
{
	struct at_fail fail = {0};

	return at_parse_position((const char *)door_io, (size_t)length, slot(to), &fail)
		   ? door_refused(&fail)
		   : 0;
}

int door_encode(int at)
{
	struct at_view view;

	memcpy(&view.state, slot(at), sizeof(view.state));
	return (int)at_view_encode(&view, door_io);
}

int door_decode(int to, int length)
{
	struct at_fail fail = {0};
	struct at_view view;

	if (at_view_decode(door_io, (size_t)length, &view, &fail))
		return door_refused(&fail);
	memcpy(slot(to), &view.state, sizeof(view.state));
	return 0;
}

uint64_t door_hash(int at)
{
	return at_state_hash(slot(at));
}

int door_bot(int at, int length, uint64_t seed)
{
	const struct at_game *game = at_game_of(slot(at));
	struct at_fail fail = {0};
	struct at_bot_spec spec;

	if (at_bot_spec_parse(game, (const char *)door_io, (size_t)length, &spec, &fail))
		return door_refused(&fail);
	bot = door_make_bot(game, &spec);
	at_bot_begin(bot, seed);
	return 0;
}

int door_choose(int at)
{
	static struct at_choice choice;
	struct at_view view;
	struct at_text t;

	at_view(slot(at), slot(at)->viewer, &view);
	at_bot_choose(bot, &view, &choice);
	door_text(&t);
	at_json_choice(&t, slot(at), &choice, AT_CANDIDATES_MAX);
	return door_said(&t);
}
