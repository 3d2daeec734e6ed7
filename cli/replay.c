#include "command.h"
#include "show.h"
#include "sitting.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FILE_NAME, TO, JSON };
static const struct arg takes[] = {
    [FILE_NAME] = {"FILE", ARG_TEXT, .required = true, .help = "a record, or - for stdin"},
    [TO] = {"--to", ARG_NUMBER, .value = "PLY", .lo = 0, .hi = UINT32_MAX,
	    .help = "stop after so many moves, draws included"},
    [JSON] = {"--json", ARG_FLAG, .help = "for programs"},
    {NULL},
};

static const char *draws(const struct sitting *m)
{
	return m->table.draws == AT_DRAWS_SEED ? "verified" : "taken as they stand";
}

static json_t *report(const struct sitting *m)
{
	json_t *json = json_position(sitting_now(m));
	char seed[2 * AT_SEED_SIZE + 1];
	struct at_text t;

	at_text_init(&t, seed, sizeof seed);
	at_puthex(&t, m->table.seed, AT_SEED_SIZE);
	json_object_set_new(json, "moves_checked", json_integer(sitting_moves(m)));
	json_object_set_new(json, "finished", json_boolean(sitting_now(m)->turn == AT_OVER));
	json_object_set_new(json, "draws", json_string(draws(m)));
	json_object_set_new(json, "seed",
			    m->table.draws == AT_DRAWS_SEED ? json_string(seed) : json_null());
	return json;
}

static void print_rest(const void *context, FILE *f)
{
	const struct sitting *m = context;
	const struct at_state *s = sitting_now(m);

	fputs("\nscores:\n", f);
	show_scores(s, f);
	fprintf(f, "\n%u moves checked, draws %s; the game is %s\n", sitting_moves(m), draws(m),
		s->turn == AT_OVER ? "over" : "unfinished");
}

static int run(const struct command *command, const struct args *args)
{
	uint64_t to = args->given[TO] ? args->number[TO] : UINT64_MAX;
	struct file file;
	struct sitting game;
	static const struct seating bots = {0};
	int code = file_read(&file, args->text[FILE_NAME], RECORD_FILE_MAX);

	(void)command;
	if (code)
		return code;
	code = sitting_read(&game, &file, to, &bots);
	if (!code && args->given[TO] && sitting_moves(&game) < to) {
		code = bad_input("%s: the record has %u moves, not %" PRIu64, file.name,
				 sitting_moves(&game), to);
		sitting_release(&game);
	}
	file_release(&file);
	if (code)
		return code;
	if (args->given[JSON]) {
		show_json(report(&game), stdout);
	} else {
		show_position(sitting_now(&game), stdout);
		show_comments(print_rest, &game, stdout);
	}
	sitting_release(&game);
	return EXIT_SUCCESS;
}

const struct command replay_command = {
    .name = "replay",
    .help = "Checks a record move by move and prints the state and the scores it leads to.",
    .notes =
	"With a seed in the record every draw must be the one that the seed gives; without,\n"
	"draws are taken as they stand. Rule numbers like RF-3.2 are explained in docs/rules.\n"
	"What follows the position is in comments, so `atoll replay FILE --to 40 | atoll hint\n"
	"GAME -` works.",
    .args = takes,
    .run = run,
};
