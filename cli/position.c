#include "command.h"
#include "files.h"
#include "json.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

enum { GAME, FILE_NAME, APPLY, VIEW, JSON };
static const struct arg takes[] = {
    [GAME] = {"GAME", ARG_TEXT, .required = true,
	      .help = "the game's name; `atoll games` lists them"},
    [FILE_NAME] = {"FILE", ARG_TEXT, .required = true,
		   .help = "a file with a position as text, or - for stdin"},
    [APPLY] = {"--apply", ARG_TEXT, .many = true, .value = "MOVE",
	       .help = "make this move or draw; may be repeated"},
    [VIEW] = {"--view", ARG_TEXT, .value = "SEAT|public",
	      .help = "show only what this seat, or a spectator, knows"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

static int apply_moves(struct at_state *s, const struct args *args)
{
	for (int i = 0; i < args->list_count; i++) {
		const char *text = args->list[i];
		struct at_fail fail;
		at_move m;
		if (at_parse_move(s, text, strlen(text), &m, &fail) ||
		    (at_is_truth(s) ? at_apply(s, m, &fail) : at_follow(s, m, &fail)))
			return bad_input("move %d '%.*s': %s", i + 1, AT_MOVE_TEXT_MAX, text,
					 fail.why);
	}
	return 0;
}

/* Replaces *s with the viewer's view. */
static int take_view(const struct command *command, struct at_state *s, const char *text)
{
	struct at_view view;
	uint64_t seat = 0;

	if (strcmp(text, "public") != 0 && !parse_number(text, 1, s->seats, &seat))
		return bad_usage(command, "--view is a seat from 1 to %u, or public, not '%s'",
				 s->seats, text);
	if (!at_is_truth(s) && s->viewer != (int)seat - 1)
		return bad_input("this position is a view already; only a whole position has views "
				 "of other seats");
	at_view(s, (int)seat - 1, &view);
	memcpy(s, &view.state, at_game_of(s)->state_size);
	return 0;
}

static void print_rest(const void *context, FILE *f)
{
	const struct at_state *s = context;

	fputs(s->turn == AT_CHANCE ? "\ndraws:\n" : "\nlegal moves:\n", f);
	if (show_moves(s, "", 98, 0, f) == 0)
		fputs("  none\n", f);
	fputs("\nscores:\n", f);
	show_scores(s, f);
}

static int run(const struct command *command, const struct args *args)
{
	const struct at_game *game;
	union at_any any;
	struct at_state *s = &any.head;
	struct at_text t;
	int code = find_game(command, args->text[GAME], &game);

	if (!code)
		code = read_position(game, args->text[FILE_NAME], s);
	if (!code)
		code = apply_moves(s, args);
	if (!code && args->given[VIEW])
		code = take_view(command, s, args->text[VIEW]);
	if (code)
		return code;
	if (args->given[JSON]) {
		t = json_room(AT_JSON_MAX);
		at_json_position(&t, s);
		show_json(&t, stdout);
	} else {
		show_position(s, stdout);
		show_comments(print_rest, s, stdout);
	}
	return EXIT_SUCCESS;
}

const struct command position_command = {
    .name = "position",
    .help = "Reads a position, makes moves, and prints the state, the legal moves and the scores.",
    .notes = "Everything after the position is a comment, so the output can be read as a position "
	     "again.\n"
	     "docs/formats describes how positions are written, docs/rules what rule numbers mean.",
    .args = takes,
    .run = run,
};
