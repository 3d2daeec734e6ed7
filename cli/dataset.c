#define _POSIX_C_SOURCE 200809L

#include "interrupt.h"
#include "json.h"
#include "play.h"
#include "selfplay.h"
#include "shard.h"
#include "show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { GAME, GAMES, LOG, PLAYERS, BOT, SEED, THREADS, SHARD };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [GAMES] = {"--games", ARG_NUMBER, .required = true, .value = "K", .lo = 1, .hi = 100000000,
	       .help = "how many games; a larger number later adds to the same file"},
    [LOG] = {"--log", ARG_TEXT, .required = true, .value = "FILE",
	     .help = "write one line a game; an interrupted run continues from this file"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 2, .hi = AT_SEATS_MAX,
		 .help = "number of seats (default 2)"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "the bot that plays all seats, by nodes alone (default hard)"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed gives the same file (default 1)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 256,
		 .help = "games to play at once (default: one for each processor)"},
    [SHARD] = SHARD_ARG,
    {NULL},
};

enum { CONSIDERED_MAX = 10 }; /* the most visited; and what was chosen */

/* Texts that grow: a game has thousands of moves at most. */
static void make_room(struct at_text *t)
{
	enum { MOST = 1 << 13 }; /* more than a move with what was thought of it */

	if (t->size - t->len > MOST)
		return;
	t->size = 2 * t->size + 2 * MOST;
	t->at = must(realloc(t->at, t->size));
}

static void put_candidate(struct at_text *t, const struct at_state *s, const struct at_candidate *c)
{
	char text[AT_MOVE_TEXT_MAX];

	at_json_open(t, NULL, '{');
	at_json_word(t, "move", move_text(s, c->move, text));
	at_json_count(t, "visits", c->visits);
	at_json_numbers(t, "win", c->win, s->seats);
	at_json_numbers(t, "points", c->points, s->seats);
	put_number(t, "error", c->error);
	at_putc(t, '}');
}

/* A decision: what was made of it is the next of the moves. */
static void put_thought(struct at_text *t, const struct at_state *s, const struct at_choice *choice)
{
	at_json_open(t, NULL, '{');
	at_json_count(t, "ply", s->ply);
	at_json_seat(t, "seat", s->turn);
	at_json_count(t, "nodes", choice->nodes);
	at_json_open(t, "considered", '[');
	for (int i = 0; i < choice->count; i++)
		if (i < CONSIDERED_MAX || choice->list[i].move == choice->move)
			put_candidate(t, s, &choice->list[i]);
	at_puts(t, "]}");
}

/* All moves, with the thoughts of those that were decided. */
static bool play_moves(const struct selfplay *w, struct at_bot *const *bots, struct at_rng *rng,
		       struct at_state *s, struct at_text *moves, struct at_text *thoughts)
{
	char text[AT_MOVE_TEXT_MAX];
	struct at_choice choice;
	struct at_view view;

	while (s->turn != AT_OVER) {
		at_move m;
		make_room(moves);
		make_room(thoughts);
		if (s->turn == AT_CHANCE) {
			m = at_draw(w->game, s, rng);
		} else {
			at_view(s, s->turn, &view);
			m = at_bot_choose(bots[s->turn], &view, &choice);
			put_thought(thoughts, s, &choice);
		}
		if (interrupt_signal())
			return false;
		at_json_next(moves);
		at_json_string(moves, move_text(s, m, text));
		for (int i = 0; i < s->seats; i++)
			at_bot_saw(bots[i], at_view_move(s, m, i));
		w->game->apply(s, m);
	}
	return true;
}

static char *play(const struct selfplay *w, struct at_bot *const *bots, uint32_t game)
{
	struct at_text moves = {0}, thoughts = {0};
	char *line = NULL;
	struct at_rng rng;
	struct at_text t;
	union at_any any;

	at_rng_init(&rng, w->seed, game);
	at_init(w->game, &w->setup, &any.head, NULL);
	for (int i = 0; i < any.head.seats; i++)
		at_bot_begin(bots[i], at_rng_next(&rng));
	make_room(&moves);
	make_room(&thoughts);
	if (play_moves(w, bots, &rng, &any.head, &moves, &thoughts)) {
		size_t room = moves.len + thoughts.len + 1000;
		line = must(malloc(room));
		at_text_init(&t, line, room);
		selfplay_put_result(&t, &any.head, game);
		at_put(&t, ",\"moves\":[%s],\"thoughts\":[%s]}", moves.at, thoughts.at);
	}
	free(moves.at);
	free(thoughts.at);
	return line;
}

static void make_head(const struct selfplay *w, struct at_text *t)
{
	selfplay_put_head(t, w, "dataset");
	at_putc(t, '}');
}

static int run(const struct command *command, const struct args *args)
{
	const char *bot = args->given[BOT] ? args->text[BOT] : "hard";
	struct selfplay w = {.name = command->name, .play = play, .head = make_head};
	struct at_fail fail;
	struct at_text t;
	int code = find_game(command, args->text[GAME], &w.game);

	if (!code)
		code = read_setup(command, w.game, args->given[PLAYERS] ? args->number[PLAYERS] : 2,
				  NULL, &w.setup);
	if (!code)
		code = read_shard(command, args->text[SHARD], true, &w.shard, &w.shards);
	if (!code && at_bot_spec_parse(w.game, bot, strlen(bot), &w.spec, &fail))
		code = bad_usage(command, "--bot: %s", fail.why);
	if (code)
		return code;
	at_bot_by_nodes(&w.spec);
	w.spec.threads = 0;
	at_text_init(&t, w.bot, sizeof w.bot);
	at_bot_spec_print(&w.spec, &t);
	w.games = (uint32_t)args->number[GAMES];
	w.seed = args->given[SEED] ? args->number[SEED] : 1;
	return selfplay_run(&w, args->text[LOG], args->given[THREADS] ? args->number[THREADS] : 0);
}

const struct command dataset_command = {
    .name = "lab dataset",
    .help = "Plays a strong bot against itself and writes the games with what its search thought.",
    .notes = "Each line has one game: its moves as text, draws included, the result, and for every "
	     "decision the\n"
	     "moves that were considered with visits, win shares, expected points and errors; "
	     "docs/learning.md\n"
	     "describes the format. The file depends on the seed, not on the number of threads or "
	     "the machine.",
    .args = takes,
    .run = run,
};
