#include "files.h"
#include "judged.h"
#include "show.h"
#include "think.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, FILE_NAME, BOT, TOP, SEED, THREADS, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [FILE_NAME] = {"FILE", ARG_TEXT, .required = true,
		   .help = "a file with a position as text, or - for stdin"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "the search bot that thinks, such as search:nodes=100000 (default master)"},
    [TOP] = {"--top", ARG_NUMBER, .value = "N", .lo = 1, .hi = AT_CANDIDATES_MAX,
	     .help = "how many moves to show (default 5)"},
    [SEED] = {"--seed", ARG_NUMBER, .value = "S", .lo = 0, .hi = UINT64_MAX,
	      .help = "the same seed and nodes give the same hint (default 1)"},
    [THREADS] = {"--threads", ARG_NUMBER, .value = "T", .lo = 1, .hi = 16,
		 .help = "threads that share the budget (default 1)"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

static void print_turn(const struct at_state *s, const struct at_choice *choice)
{
	const struct at_game *game = at_game_of(s);
	char text[AT_MOVE_TEXT_MAX];
	union at_any now;

	memcpy(&now, s, game->state_size);
	printf("\nthe whole turn: ");
	for (int i = 0; i < choice->length; i++) {
		printf("%s%s", i ? ", " : "", move_text(&now.head, choice->turn[i], text));
		game->apply(&now.head, choice->turn[i]);
	}
	putchar('\n');
}

static void print_json(const struct at_state *s, const struct at_choice *choice, int top)
{
	struct at_text t = json_room(AT_JSON_MAX);

	at_json_choice(&t, s, choice, top);
	show_json(&t, stdout);
}

static void print(const struct at_state *s, const struct at_choice *choice, int top)
{
	char text[AT_MOVE_TEXT_MAX];

	printf("seat %d to move, %llu nodes\n\n  win %%   final points%*s visits  move\n",
	       s->turn + 1, (unsigned long long)choice->nodes, 6 * s->seats - 12, "");
	for (int i = 0; i < choice->count && i < top; i++) {
		const struct at_candidate *c = &choice->list[i];
		printf("  %5.1f  ", 100 * c->win[s->turn]);
		for (int k = 0; k < s->seats; k++)
			printf("%s%5.1f", k ? ":" : "", c->points[k]);
		printf("%s%8u  %s\n", s->seats == 2 ? "  " : "", c->visits,
		       move_text(s, c->move, text));
	}
	if (choice->length > 1)
		print_turn(s, choice);
}

static int run(const struct command *command, const struct args *args)
{
	static struct at_choice choice;
	const struct at_game *game;
	at_move moves[AT_MOVES_MAX];
	struct at_team *team;
	struct at_view view;
	union at_any any;
	const struct at_state *s = &any.head;
	int top = args->given[TOP] ? (int)args->number[TOP] : 5;
	int code = find_game(command, args->text[GAME], &game);

	if (!code)
		code = read_position(game, args->text[FILE_NAME], &any.head);
	if (code)
		return code;
	if (s->turn < 0)
		return bad_input("%s: nobody is to move", args->text[FILE_NAME]);
	if (!at_is_truth(s) && s->viewer != s->turn)
		return bad_input("%s: this is not the view of the seat to move",
				 args->text[FILE_NAME]);
	if (at_moves(s, moves) == 0)
		return bad_input("%s: seat %d has no legal move", args->text[FILE_NAME],
				 s->turn + 1);
	code = thinker_init(&team, command, game, args->text[BOT], (int)args->number[THREADS]);
	if (code)
		return code;
	at_view(s, s->turn, &view);
	at_team_begin(team, args->given[SEED] ? args->number[SEED] : 1);
	at_team_ask(team, &view, NULL, 0, &choice);
	if (args->given[JSON])
		print_json(&view.state.head, &choice, top);
	else
		print(&view.state.head, &choice, top);
	at_team_free(team);
	return EXIT_SUCCESS;
}

const struct command hint_command = {
    .name = "hint",
    .help = "Shows the best moves of a position: win probability, expected final points, visits.",
    .notes = "FILE may be what `atoll replay --to` or `atoll position` has printed. The bot uses "
	     "only what the\n"
	     "seat to move knows, even if the file says more. Moves are sorted by visits. Of the "
	     "turns that begin\n"
	     "with the same move, only the best is shown.",
    .args = takes,
    .run = run,
};
