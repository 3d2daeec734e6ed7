#define _POSIX_C_SOURCE 200809L

#include "bot.h"
#include "clock.h"
#include "command.h"
#include "commands.h"
#include "json.h"
#include "play.h"
#include "show.h"
#include "work.h"

#include <inttypes.h>
#include <stdlib.h>

enum { MS, SIGNATURE, JSON };
static const struct arg takes[] = {
    [MS] = {"--ms", ARG_NUMBER, .value = "N", .lo = 10, .hi = 60000,
	    .help = "milliseconds for each row (default 600)"},
    [SIGNATURE] = {"--signature", ARG_FLAG,
		   .help = "print only the signatures, as in bench/signature.txt"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

enum { SLICES = 3 }; /* the best one counts */
enum { SIGNATURE_GAMES = 200, SIGNATURE_SEED = 1, BENCH_SEED = 1 };

struct row {
	const struct at_game *game;
	int players;
	double games, decisions; /* a second */
	double moves;            /* a decision */
	double ns[AT_WORKS];     /* each */
	double search;           /* nodes a second of the search bot */
	double command;          /* ns of a table beyond those of the rules */
};

static void time_games(struct row *row, const struct at_setup *setup, double seconds)
{
	uint64_t next = 0;

	for (int slice = 0; slice < SLICES; slice++) {
		struct at_tally tally = {0};
		double begin = seconds_worked();
		double spent;
		do {
			at_simulate(row->game, setup, BENCH_SEED, next, 16, &tally);
			next += 16;
			spent = seconds_worked() - begin;
		} while (spent < seconds);
		if ((double)tally.decisions / spent > row->decisions) {
			row->decisions = (double)tally.decisions / spent;
			row->games = (double)tally.games / spent;
		}
		row->moves = (double)tally.moves_listed / (double)tally.decisions;
	}
}

static double time_work(const struct at_sample *sample, enum at_work work, double seconds)
{
	volatile uint64_t result; /* keeps the compiler from removing the work */
	double best = 1e9;

	for (int slice = 0; slice < SLICES; slice++) {
		double begin = seconds_worked();
		uint32_t rounds = 0;
		double spent;
		do {
			result = at_work(sample, work, 4);
			rounds += 4;
			spent = seconds_worked() - begin;
		} while (spent < seconds);
		(void)result;
		if (spent / rounds / AT_SAMPLE < best)
			best = spent / rounds / AT_SAMPLE;
	}
	return best * 1e9;
}

/* Whole decisions of the search bot in sampled states, spread over games. */
static double time_search(const struct at_sample *sample, double seconds)
{
	static const struct at_bot_spec spec = {.kind = AT_BOT_SEARCH, .nodes = 20000};
	static struct at_choice choice;
	void *memory = malloc(AT_BOT_MEMORY);
	struct at_bot *bot;
	double begin, spent = 0;
	uint64_t nodes = 0;

	if (!memory)
		return 0;
	bot = at_bot_init(memory, AT_BOT_MEMORY, sample->game, &spec, NULL);
	begin = seconds_worked();
	for (int i = 0; spent < seconds; i = (i + 37) % AT_SAMPLE) {
		const struct at_state *s = &sample->states[i].head;
		struct at_view view;
		if (s->turn >= 0) {
			at_view(s, s->turn, &view);
			at_bot_begin(bot, (uint64_t)i);
			at_bot_choose(bot, &view, &choice);
			nodes += choice.nodes;
		}
		spent = seconds_worked() - begin;
	}
	free(memory);
	return (double)nodes / spent;
}

/* The fastest of several runs, for one command. */
static double time_commands(struct at_commands *c, void (*play)(struct at_commands *),
			    double seconds)
{
	double first = seconds_worked();
	double best = 1e9;
	double begin;

	do {
		begin = seconds_worked();
		play(c);
		if (seconds_worked() - begin < best)
			best = seconds_worked() - begin;
	} while (begin - first < seconds);
	return best / c->count;
}

static bool time_table(struct row *row, const struct at_setup *setup, double seconds)
{
	struct at_commands *c = malloc(sizeof *c);

	if (!c)
		return false;
	if (at_commands_init(c, row->game, setup, BENCH_SEED))
		row->command = (time_commands(c, at_commands_by_table, seconds) -
				time_commands(c, at_commands_by_rules, seconds)) *
			       1e9;
	free(c);
	return true;
}

static int time_row(struct row *row, double seconds)
{
	struct at_setup setup = {.seats = (uint8_t)row->players};
	struct at_sample *sample = malloc(sizeof *sample);

	if (!sample || !time_table(row, &setup, seconds / 12)) {
		free(sample);
		return bad_input("there is not enough memory");
	}
	time_games(row, &setup, seconds / SLICES);
	at_sample(sample, row->game, &setup, BENCH_SEED);
	for (int i = 0; i < AT_WORKS; i++)
		row->ns[i] = time_work(sample, (enum at_work)i, seconds / 12 / SLICES);
	row->search = time_search(sample, seconds / 2);
	free(sample);
	return 0;
}

static void print_row(const struct row *row)
{
	printf("%-16s %7d %11.0f %9.0f %8.1f", row->game->name, row->players, row->decisions,
	       row->games, row->moves);
	for (int i = 0; i < AT_WORKS; i++)
		printf(" %7.0f", row->ns[i]);
	printf(" %7.0f %6u %9.0f\n", row->command, row->game->state_size, row->search);
	fflush(stdout);
}

static void put_row(struct at_text *t, const struct row *row)
{
	at_json_open(t, NULL, '{');
	at_json_word(t, "game", row->game->name);
	at_json_count(t, "players", (uint64_t)row->players);
	put_number(t, "decisions_per_second", row->decisions);
	put_number(t, "games_per_second", row->games);
	put_number(t, "mean_moves_per_decision", row->moves);
	at_json_open(t, "nanoseconds", '{');
	for (int i = 0; i < AT_WORKS; i++)
		put_number(t, at_work_name((enum at_work)i), row->ns[i]);
	at_putc(t, '}');
	put_number(t, "command_nanoseconds", row->command);
	at_json_count(t, "state_bytes", row->game->state_size);
	put_number(t, "search_nodes_per_second", row->search);
	at_putc(t, '}');
}

static int time_all(double seconds, struct at_text *json)
{
	if (!json) {
		printf("%-16s %7s %11s %9s %8s", "game", "players", "decisions/s", "games/s",
		       "moves");
		for (int i = 0; i < AT_WORKS; i++)
			printf(" %7s", at_work_name((enum at_work)i));
		printf(" %7s %6s %9s\n", "command", "state", "search/s");
	}
	for (int i = 0; i < at_games(); i++)
		for (int n = at_game(i)->seats_min; n <= at_game(i)->seats_max; n++) {
			struct row row = {.game = at_game(i), .players = n};
			int code = time_row(&row, seconds);
			if (code)
				return code;
			if (json)
				put_row(json, &row);
			else
				print_row(&row);
		}
	if (!json)
		puts(
		    "One thread, its processor time. moves: legal ones a decision; view to decode: "
		    "ns each; command: ns that a table takes for one beyond the rules' own work; "
		    "state: bytes; games/s are random play-outs from the start, "
		    "search/s iterations of the search bot (Reef Encounter: positions of "
		    "turns, too).");
	return 0;
}

/* Options as one word: joined by commas, or "-". */
static void options_word(const struct at_game *game, uint8_t options, char *out, size_t size)
{
	struct at_text t;

	at_text_init(&t, out, size);
	if (!options)
		at_puts(&t, "-");
	at_print_options(game, options, &t);
	for (char *c = out; *c; c++)
		if (*c == ' ')
			*c = ',';
}

static void sign(const struct at_game *game, const struct at_setup *setup, struct at_text *json)
{
	struct at_tally tally = {0};
	char options[200], signature[17];

	at_simulate(game, setup, SIGNATURE_SEED, 0, SIGNATURE_GAMES, &tally);
	options_word(game, setup->options, options, sizeof options);
	snprintf(signature, sizeof signature, "%016" PRIx64, tally.signature);
	if (!json) {
		printf("%s %u %s %d %d %s\n", game->name, setup->seats, options, SIGNATURE_GAMES,
		       SIGNATURE_SEED, signature);
		return;
	}
	at_json_open(json, NULL, '{');
	at_json_word(json, "game", game->name);
	at_json_count(json, "players", setup->seats);
	at_json_word(json, "options", options);
	at_json_count(json, "games", SIGNATURE_GAMES);
	at_json_count(json, "seed", SIGNATURE_SEED);
	at_json_word(json, "signature", signature);
	at_putc(json, '}');
}

/* Every game with every number of players and every choice of options. */
static void sign_all(struct at_text *json)
{
	for (int i = 0; i < at_games(); i++)
		for (int n = at_game(i)->seats_min; n <= at_game(i)->seats_max; n++)
			for (int options = 0; options < 256; options++) {
				struct at_setup setup = {(uint8_t)n, (uint8_t)options};
				union at_any any;
				if (!at_init(at_game(i), &setup, &any.head, NULL))
					sign(at_game(i), &setup, json);
			}
}

static int run(const struct command *command, const struct args *args)
{
	double seconds = (args->given[MS] ? (double)args->number[MS] : 600) / 1000;
	struct at_text room, *json = NULL;
	int code = 0;

	if (args->given[MS] && args->given[SIGNATURE])
		return bad_usage(command, "--ms does nothing with --signature");
	if (args->given[JSON]) {
		room = json_room(AT_JSON_MAX);
		json = &room;
		at_puts(json, "{\"rows\":[");
	}
	if (!args->given[SIGNATURE])
		code = time_all(seconds, json);
	if (json)
		at_puts(json, "],\"signatures\":[");
	if (!code && (json || args->given[SIGNATURE]))
		sign_all(json);
	if (json) {
		at_puts(json, "]}");
		if (code)
			free(json->at);
		else
			show_json(json, stdout);
	}
	return code;
}

const struct command bench_command = {
    .name = "lab bench",
    .help = "Measures the speed of random play with full lists of moves, and prints signatures.",
    .notes = "A signature line has the game, the players, the options, the games, the seed and the "
	     "signature.\n"
	     "It changes if and only if the game behaves differently.",
    .args = takes,
    .run = run,
};
