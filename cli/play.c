#define _POSIX_C_SOURCE 200809L

#include "play.h"

#include "command.h"
#include "draw.h"
#include "session.h"
#include "show.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { GAME, PLAYERS, SEATS, OPTIONS, SEED, LOAD, COLOUR };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true, .help = "its name, see `atoll games`"},
    [PLAYERS] = {"--players", ARG_NUMBER, .value = "N", .lo = 1, .hi = AT_SEATS_MAX,
		 .help = "how many seats; as many as --seats names, or 2"},
    [SEATS] = {"--seats", ARG_TEXT, .value = "A,B,...",
	       .help = "who sits where: human, or a bot as in the notes"},
    [OPTIONS] = {"--options", ARG_TEXT, .value = "\"NAME=VALUE ...\"",
		 .help = "of the game; the defaults without"},
    [SEED] = {"--seed", ARG_TEXT, .value = "S",
	      .help = "of the draws: a number or 64 hexadecimal digits; a secret one without"},
    [LOAD] = {"--load", ARG_TEXT, .value = "FILE", .help = "go on with this record"},
    [COLOUR] = {"--colour", ARG_TEXT, .value = "always|never",
		.help = "on a terminal without NO_COLOR by itself"},
    {NULL},
};

/* The one writable thing in the command: a signal handler has nowhere else to write to. */
static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
	(void)number;
	interrupted = 1;
}

bool session_interrupted(void)
{
	return interrupted;
}

/* Who reads the reports of draws and of others' moves: the only person, the public where there are
 * several, and with bots alone there is nobody to hide anything from. */
static int viewer_of_reports(const struct session *g)
{
	if (g->humans == 0)
		return AT_TRUTH;
	for (int i = 0; i < AT_SEATS_MAX && g->humans == 1; i++)
		if (g->players[i].human)
			return i;
	return AT_PUBLIC;
}

void session_end_line(struct session *g)
{
	if (g->column)
		putchar('\n');
	g->column = 0;
}

/* "chance: draw d2 cat, e2 plant, deal 1 7": draws share lines, and those of a kind their word. */
static void report_draw(struct session *g, const char *text)
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

void session_report(struct session *g, const struct at_state *s, at_move m, int viewer)
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
		session_end_line(g);
		printf("  seat %d (%s): %s\n", s->turn + 1, g->players[s->turn].name, text);
	} else {
		report_draw(g, text);
	}
}

void session_apply(struct session *g, at_move m)
{
	players_see(g->players, match_now(&g->match), m);
	match_apply(&g->match, m);
}

void session_seat_bots(struct session *g)
{
	uint64_t seed = 0;

	for (int i = 0; i < 8; i++)
		seed = seed << 8 | g->seed[i];
	for (int i = 0; i < g->match.record.setup.seats; i++)
		player_begin(&g->players[i], g->match.record.game, ~seed + (uint64_t)i);
}

int session_load(struct session *g, const char *name)
{
	const struct at_record *old = &g->match.record;
	struct file file;
	struct match match = {.count = 0};
	int code = file_read(&file, name, RECORD_FILE_MAX);

	if (code)
		return code;
	code = match_read(&match, &file, UINT64_MAX);
	if (!code && old->game && match.record.game != old->game)
		code = bad_input("%s: this is a game of %s, not of %s", file.name,
				 match.record.game->name, old->game->name);
	else if (!code && old->setup.seats && match.record.setup.seats != old->setup.seats)
		code = bad_input("%s: %u play there, not %u", file.name, match.record.setup.seats,
				 old->setup.seats);
	else if (!code) {
		match_release(&g->match);
		g->match = match;
		if (match.record.has_seed)
			memcpy(g->seed, match.record.seed, sizeof g->seed);
		else
			random_seed(g->seed);
		session_seat_bots(g);
	}
	if (code && match.moves)
		match_release(&match);
	file_release(&file);
	return code;
}

static void print_result(struct session *g)
{
	const struct at_state *s = match_now(&g->match);
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	char seed[2 * AT_SEED_SIZE + 1];
	struct at_text t;
	int winners = 0;

	at_text_init(&t, seed, sizeof seed);
	at_puthex(&t, g->match.record.seed, AT_SEED_SIZE);
	session_end_line(g);
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
	if (g->match.record.has_seed)
		printf("Seed of all draws: %s\n", seed);
}

/* Draws, and what bots choose. */
static at_move next_move(struct session *g)
{
	const struct at_state *s = match_now(&g->match);
	struct at_view view;

	if (s->turn == AT_CHANCE)
		return at_deal(g->match.record.game, s, g->seed);
	at_view(s, s->turn, &view);
	return player_choose(&g->players[s->turn], &view);
}

static void play(struct session *g)
{
	enum turn_end end = TURN_GO_ON;

	while (end == TURN_GO_ON && !interrupted) {
		const struct at_state *s = match_now(&g->match);
		if (s->turn == AT_OVER) {
			print_result(g);
			end = g->humans ? turn_after(g) : TURN_QUIT;
		} else if (s->turn >= 0 && g->players[s->turn].human) {
			session_end_line(g);
			end = turn_take(g);
		} else {
			at_move m = next_move(g);
			session_report(g, s, m, viewer_of_reports(g));
			session_apply(g, m);
		}
	}
	session_end_line(g);
}

/* How many names "a,b,c" has. */
static int count_names(const char *list)
{
	int n = 1;

	for (; *list; list++)
		n += *list == ',';
	return n;
}

static int begin(struct session *g, const struct args *args)
{
	struct at_record record = {.has_seed = true};
	int players = 2;
	int code = find_game(g->command, args->text[GAME], &record.game);

	if (args->given[PLAYERS])
		players = (int)args->number[PLAYERS];
	else if (args->given[SEATS])
		players = count_names(args->text[SEATS]);
	if (!code && args->given[LOAD]) {
		if (args->given[OPTIONS] || args->given[SEED])
			return bad_usage(g->command, "--load brings its own options and seed");
		g->match.record.game = record.game;
		if (args->given[PLAYERS] || args->given[SEATS])
			g->match.record.setup.seats = (uint8_t)players;
		return session_load(g, args->text[LOAD]);
	}
	if (!code)
		code = read_setup(g->command, record.game, (uint64_t)players, args->text[OPTIONS],
				  &record.setup);
	if (!code && args->given[SEED])
		code = read_seed(g->command, args->text[SEED], record.seed);
	else if (!code)
		random_seed(record.seed);
	if (!code) {
		memcpy(g->seed, record.seed, sizeof g->seed);
		match_init(&g->match, &record);
	}
	return code;
}

/* Without --seats: a person and bots; where nobody can type, bots alone. */
static int seat_players(struct session *g, const struct args *args)
{
	const struct at_game *game = g->match.record.game;
	int seats = g->match.record.setup.seats;
	bool typing = isatty(STDIN_FILENO);
	int code =
	    players_read(g->command, "--seats", args->text[SEATS], game, seats, true, g->players);

	if (code)
		return code;
	if (!args->given[SEATS])
		for (int i = 0; i < seats; i++)
			player_is(&g->players[i], game, typing ? "normal" : "easy");
	if (!args->given[SEATS] && typing)
		g->players[0] = (struct player){.name = "you", .human = true};
	for (int i = 0; i < seats; i++)
		g->humans += g->players[i].human;
	session_seat_bots(g);
	return 0;
}

static int choose_colour(struct session *g, const char *text)
{
	const char *no_colour = getenv("NO_COLOR");

	if (text && strcmp(text, "always") != 0 && strcmp(text, "never") != 0)
		return bad_usage(g->command, "--colour is always or never, not '%s'", text);
	if (text)
		g->colour = strcmp(text, "always") == 0;
	else
		g->colour = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
	return 0;
}

static int run(const struct command *command, const struct args *args)
{
	struct session g = {.command = command, .shown_to = AT_NOBODY};
	struct sigaction action = {.sa_handler = on_interrupt};
	int code = choose_colour(&g, args->text[COLOUR]);

	if (!code)
		code = begin(&g, args);
	if (!code)
		code = seat_players(&g, args);
	if (!code) {
		sigaction(SIGINT, &action, NULL); /* without SA_RESTART: it ends a read */
		printf("%s, %d players. ", g.match.record.game->title, g.match.record.setup.seats);
		puts(g.humans ? "Type ? for help." : "Bots play.");
		play(&g);
	}
	players_release(g.players, AT_SEATS_MAX);
	match_release(&g.match);
	return code;
}

const struct command play_command = {
    .name = "play",
    .help = "Plays in the terminal, against bots or with several people on one device.",
    .notes =
	"Without --seats you have seat 1 and `normal` bots the others; without a terminal on\n"
	"stdin `easy` bots play one game to its end. With --seats, commands may also come from\n"
	"a pipe. Bots: easy, normal, hard, master; random, greedy, flat, search; with a budget\n"
	"search:nodes=2000 or hard:ms=300.\n"
	"A move that is refused comes with the number of a rule, like RF-3.2: docs/rules explains "
	"it.",
    .args = takes,
    .run = run,
};
