#define _POSIX_C_SOURCE 200809L

#include "assert.h"
#include "command.h"
#include "draw.h"
#include "job.h"
#include "show.h"
#include "terminal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, PLAYERS, SEATS, OPTIONS, FIRST, SEED, LOAD, COLOUR };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [PLAYERS] =
	{"--players", ARG_NUMBER, .value = "N", .lo = 1, .hi = AT_SEATS_MAX,
	 .help =
	     "number of seats (default: as many as --seats names, else 2 or what the game needs)"},
    [SEATS] = {"--seats", ARG_TEXT, .value = "A,B,...",
	       .help = "who sits where: human, or a bot (see below)"},
    [OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",
		 .help = "the game's options; the others keep their defaults"},
    [FIRST] = {"--first", ARG_NUMBER, .value = "SEAT", .lo = 1, .hi = AT_SEATS_MAX,
	       .help = "the seat that begins (default: it is drawn)"},
    [SEED] =
	{"--seed", ARG_TEXT, .value = "S",
	 .help =
	     "the seed of the draws, a number or 64 hexadecimal digits (default: a secret seed)"},
    [LOAD] = {"--load", ARG_TEXT, .value = "FILE", .help = "continue the game of this record"},
    [COLOUR] = {"--colour", ARG_TEXT, .value = "always|never",
		.help = "when to use colours (default: on a terminal, unless NO_COLOR is set)"},
    {NULL},
};

/* The only writable global of the command: a signal handler has nowhere else to write to. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

bool terminal_interrupted(void)
{
	return interrupted;
}

/* The viewer in the reports of draws and others' moves: the only person; the public for several
 * people; with bots alone the truth, because there is nobody to hide anything from. */
static int viewer_of_reports(const struct terminal *g)
{
	if (g->who.persons == 0)
		return AT_TRUTH;
	return g->who.persons & (g->who.persons - 1) ? AT_PUBLIC : __builtin_ctz(g->who.persons);
}

void terminal_end_line(struct terminal *g)
{
	if (g->column)
		putchar('\n');
	g->column = 0;
}

/* "chance: draw d2 cat, e2 plant, deal 1 7": draws share lines, and those of a kind their word. */
static void report_draw(struct terminal *g, const char *text)
{
	size_t verb = strcspn(text, " ") + 1;
	bool same = g->column && strncmp(g->last_draw, text, verb) == 0 && text[verb - 1];

	if (g->column && g->column + (int)strlen(text) > 76) {
		fputs(",\n          ", stdout);
		g->column = 10;
	} else {
		g->column += printf(g->column ? ", " : "  chance: ");
	}
	g->column += printf("%s", same ? text + verb : text);
	snprintf(g->last_draw, sizeof g->last_draw, "%s", text);
}

void terminal_report(struct terminal *g, const struct at_state *s, at_move m, int viewer)
{
	char text[AT_MOVE_TEXT_MAX];
	struct at_view view;

	if (viewer == AT_TRUTH) {
		move_text(s, m, text);
	} else {
		at_view(s, viewer, &view);
		move_text(&view.state.head, at_view_move(s, m, viewer), text);
	}
	if (s->turn >= 0) {
		terminal_end_line(g);
		printf("  seat %d (%s): %s\n", s->turn + 1, g->players[s->turn].name, text);
	} else {
		report_draw(g, text);
	}
}

/* A person knows their own decisions; everything else is reported. */
static void report_event(void *game, const struct at_table *before, const struct at_event *e)
{
	struct terminal *g = game;

	if (e->kind == AT_DREW || (e->kind == AT_DECIDED && !g->players[e->seat].human))
		terminal_report(g, at_table_now(before), e->what, viewer_of_reports(g));
}

enum at_err terminal_do(struct terminal *g, const struct at_command *c)
{
	enum at_err err;

	g->game.step.hear = report_event;
	g->game.step.context = g;
	err = sitting_do(&g->game, c);
	if (!err)
		at_screen_follow(&g->screen, &g->game.table);
	return err;
}

void terminal_resume(struct terminal *g)
{
	struct at_command c = {.kind = AT_RESUME, .person = AT_HOST};

	at_screen_init(&g->screen, &g->game.table);
	terminal_do(g, &c);
}

int terminal_load(struct terminal *g, const char *name)
{
	const struct at_opening *old = &g->game.table.opening;
	struct file file;
	struct sitting game;
	int code = file_read(&file, name, RECORD_FILE_MAX);

	if (code)
		return code;
	random_seed(g->who.seed);
	code = sitting_read(&game, &file, UINT64_MAX, &g->who);
	file_release(&file);
	if (code)
		return code;
	if (old->game != game.table.opening.game)
		code = bad_input("%s: this is a game of %s, not of %s", file.name,
				 at_table_game(&game.table)->name,
				 at_table_game(&g->game.table)->name);
	else if (old->seats && old->seats != game.table.opening.seats)
		code = bad_input("%s: this game has %u players, not %u", file.name,
				 game.table.opening.seats, old->seats);
	sitting_release(code ? &game : &g->game);
	if (!code)
		g->game = game;
	return code;
}

static void print_result(struct terminal *g)
{
	const struct at_state *s = sitting_now(&g->game);
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	char seed[2 * AT_SEED_SIZE + 1];
	struct at_text t;
	int winners = 0;

	at_text_init(&t, seed, sizeof seed);
	at_puthex(&t, g->game.table.seed, AT_SEED_SIZE);
	terminal_end_line(g);
	putchar('\n');
	draw_position(s, stdout, g->colour);
	puts("\nThe game is over.");
	show_scores(s, stdout);
	at_rank(s, scores, places);
	for (int i = 0; i < s->seats; i++)
		if (places[i] == 1)
			printf("%s seat %d (%s)", winners++ ? " and" : "Winner:", i + 1,
			       g->players[i].name);
	printf("%s\n", winners > 1 ? " share the victory" : "");
	if (g->game.table.draws == AT_DRAWS_SEED)
		printf("Seed of all draws: %s\n", seed);
}

static void let_bot_move(struct terminal *g)
{
	struct at_choice choice;
	struct at_answer answer;
	struct at_command c;
	struct at_job job;
	struct at_thinker thinker;
	enum at_err err;

	if (!at_table_job(&g->game.table, &job))
		return;
	thinker = player_thinker(&g->players[job.level], at_table_game(&g->game.table));
	at_job_do(&job, &thinker, &choice, &answer);
	at_answer_command(&answer, &c);
	err = terminal_do(g, &c);
	at_assert(!err);
}

static void play(struct terminal *g)
{
	static const struct at_command tick = {.kind = AT_TICK};
	enum turn_end end = TURN_GO_ON;

	while (end == TURN_GO_ON && !interrupted) {
		int turn = sitting_now(&g->game)->turn;
		if (turn == AT_OVER) {
			print_result(g);
			end = g->who.persons ? turn_after(g) : TURN_QUIT;
		} else if (turn == AT_CHANCE) { /* more draws than fit one step */
			terminal_do(g, &tick);
		} else if (g->players[turn].human) {
			terminal_end_line(g);
			end = turn_take(g);
		} else {
			let_bot_move(g);
		}
	}
	terminal_end_line(g);
}

/* The number of names in "a,b,c". */
static int count_names(const char *list)
{
	int n = 1;

	for (; *list; list++)
		n += *list == ',';
	return n;
}

/* A bit for every "human" in "human,hard,..."; without a list, the first seat if there is a
 * person at the terminal. */
static uint8_t find_persons(const char *names)
{
	uint8_t persons = 0;

	if (!names)
		return isatty(STDIN_FILENO) != 0;
	for (int i = 0; i < AT_SEATS_MAX; i++) {
		size_t len = strcspn(names, ",");
		if (at_word_is((struct at_word){names, len}, "human"))
			persons |= (uint8_t)(1 << i);
		names += len + (names[len] == ',');
	}
	return persons;
}

static int read_first(struct terminal *g, const struct at_game *game, uint64_t seat,
		      struct at_setup *setup)
{
	struct at_fail fail;
	union at_any any;

	setup->first = (uint8_t)seat;
	return at_init(game, setup, &any.head, &fail) ? bad_usage(g->command, "%s", fail.why) : 0;
}

static int begin(struct terminal *g, const struct args *args)
{
	struct at_record record = {.has_seed = true};
	int players = 2;
	int code = find_game(g->command, args->text[GAME], &record.game);

	if (args->given[PLAYERS])
		players = (int)args->number[PLAYERS];
	else if (args->given[SEATS])
		players = count_names(args->text[SEATS]);
	else if (!code && record.game->seats_min > players)
		players = record.game->seats_min;
	if (!code && args->given[LOAD]) {
		if (args->given[OPTIONS] || args->given[FIRST] || args->given[SEED])
			return bad_usage(
			    g->command,
			    "--load says the options, the first player and the seed itself");
		g->game.table.opening.game = record.game->id;
		if (args->given[PLAYERS] || args->given[SEATS])
			g->game.table.opening.seats = (uint8_t)players;
		return terminal_load(g, args->text[LOAD]);
	}
	if (!code)
		code = read_setup(g->command, record.game, (uint64_t)players, args->text[OPTIONS],
				  &record.setup);
	if (!code && args->given[FIRST])
		code = read_first(g, record.game, args->number[FIRST], &record.setup);
	if (!code && args->given[SEED])
		code = read_seed(g->command, args->text[SEED], record.seed);
	else if (!code)
		random_seed(record.seed);
	if (!code)
		sitting_start(&g->game, &record, &g->who);
	return code;
}

/* Without --seats: one person and bots; bots alone if nobody can type. */
static int seat_players(struct terminal *g, const struct args *args)
{
	const struct at_game *game = at_table_game(&g->game.table);
	int seats = g->game.table.opening.seats;
	int code =
	    players_read(g->command, "--seats", args->text[SEATS], game, seats, true, g->players);

	for (int i = 0; !code && !args->given[SEATS] && i < seats; i++)
		if (g->who.persons >> i & 1)
			g->players[i] = (struct player){.name = "you", .human = true};
		else
			player_is(&g->players[i], game, g->who.persons ? "normal" : "easy");
	return code;
}

/* A seed for the bots that reveals nothing about the draws. With fixed draws the whole game
 * repeats. */
static uint64_t choose_bot_seed(bool fixed)
{
	uint8_t bytes[AT_SEED_SIZE];
	uint64_t seed = 1;

	if (fixed)
		return seed;
	random_seed(bytes);
	memcpy(&seed, bytes, sizeof seed);
	return seed;
}

static int choose_colour(struct terminal *g, const char *text)
{
	if (text && strcmp(text, "always") != 0 && strcmp(text, "never") != 0)
		return bad_usage(g->command, "--colour is always or never, not '%s'", text);
	if (text)
		g->colour = strcmp(text, "always") == 0;
	else
		g->colour = draw_in_colour();
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	struct terminal g = {.command = command};
	struct sigaction action = {.sa_handler = on_interrupt};
	int code = choose_colour(&g, args->text[COLOUR]);

	g.who.persons = find_persons(args->text[SEATS]);
	g.who.bot_seed = choose_bot_seed(args->given[SEED]);
	if (!code)
		code = begin(&g, args);
	if (!code)
		code = seat_players(&g, args);
	if (!code) {
		sigaction(SIGINT, &action, NULL); /* without SA_RESTART: the signal ends a read */
		printf("%s, %d players. ", at_table_game(&g.game.table)->title,
		       g.game.table.opening.seats);
		puts(g.who.persons ? "Type ? for help." : "Bots play.");
		terminal_resume(&g);
		play(&g);
	}
	players_release(g.players, AT_SEATS_MAX);
	sitting_release(&g.game);
	return code;
}

const struct command play_command = {
    .name = "play",
    .help = "Plays in the terminal, against bots or with several people on one device.",
    .notes = "Without --seats you have seat 1 and `normal` bots have the others. If stdin is not a "
	     "terminal, `easy`\n"
	     "bots then play one game to its end; with --seats, commands are read from it.\n"
	     "The levels of bots, weakest first, are beginner, easy, casual, normal, skilled, hard "
	     "and master.\n"
	     "Other bots are random, greedy, flat and search. A bot may have a budget: "
	     "search:nodes=2000 or\n"
	     "hard:ms=300.\n"
	     "A refusal names a rule, such as RF-3.2: docs/rules explains it.",
    .args = takes,
    .run = run,
};
