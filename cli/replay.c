#include "command.h"
#include "draw.h"
#include "json.h"
#include "show.h"
#include "sitting.h"

#include <inttypes.h>
#include <stdlib.h>

enum { FILE_NAME, TO, DRAW, JSON };
static const struct arg takes[] = {
    [FILE_NAME] = {"FILE", ARG_TEXT, .required = true,
		   .help = "a file with a record, or - for stdin"},
    [TO] = {"--to", ARG_NUMBER, .value = "PLY", .lo = 0, .hi = UINT32_MAX,
	    .help = "stop after PLY moves, draws included"},
    [DRAW] = {"--draw", ARG_FLAG, .help = "only draw the board, as `atoll play` does"},
    [JSON] = {"--json", ARG_FLAG, .help = "print JSON instead of text"},
    {NULL},
};

static const char *draws(const struct sitting *m)
{
	return m->table.draws == AT_DRAWS_SEED ? "verified" : "taken as they stand";
}

static void put_person(struct at_text *t, int seat, const struct at_promise *p)
{
	at_json_open(t, NULL, '{');
	at_json_seat(t, "seat", seat);
	put_bytes(t, "commitment", p->hash, sizeof p->hash);
	if (p->state == AT_PROMISE_OPENED)
		put_bytes(t, "number", p->number, sizeof p->number);
	else
		at_json_word(t, "number", NULL);
	at_putc(t, '}');
}

/* What was promised about the draws; reading the record has checked it. */
static void put_promises(struct at_text *t, const struct at_record *r)
{
	if (!r->has_table) {
		at_json_word(t, "promises", NULL);
		return;
	}
	at_json_open(t, "promises", '{');
	put_bytes(t, "table", r->table, sizeof r->table);
	put_bytes(t, "host_commitment", r->host_commitment, sizeof r->host_commitment);
	if (r->has_half)
		put_bytes(t, "host_half", r->half, sizeof r->half);
	else
		at_json_word(t, "host_half", NULL);
	at_json_open(t, "persons", '[');
	for (int i = 0; i < r->setup.seats; i++)
		if (r->person[i].state != AT_PROMISE_NONE)
			put_person(t, i, &r->person[i]);
	at_putc(t, ']');
	at_json_flag(t, "verified", r->has_half);
	at_putc(t, '}');
}

static void print_json(const struct sitting *m)
{
	struct at_text t = json_room(AT_JSON_MAX);

	at_putc(&t, '{');
	at_json_members(&t, sitting_now(m), true);
	at_json_count(&t, "moves_checked", sitting_moves(m));
	at_json_flag(&t, "finished", sitting_now(m)->turn == AT_OVER);
	at_json_word(&t, "draws", draws(m));
	at_json_count(&t, "given", m->head.given);
	if (m->table.draws == AT_DRAWS_SEED)
		put_bytes(&t, "seed", m->table.seed, sizeof m->table.seed);
	else
		at_json_word(&t, "seed", NULL);
	put_promises(&t, &m->head);
	at_putc(&t, '}');
	show_json(&t, stdout);
}

/* Who had a part in the seed. */
static void print_promises(const struct at_record *r, FILE *f)
{
	int opened = 0, silent = 0;

	for (int i = 0; i < r->setup.seats; i++) {
		opened += r->person[i].state == AT_PROMISE_OPENED;
		silent += r->person[i].state == AT_PROMISE_SILENT;
	}
	if (!r->has_half)
		fputs("promises about the draws: the host's half is not open yet\n", f);
	else if (opened + silent == 0)
		fputs("promises about the draws: kept, but no person had a part in the seed\n", f);
	else
		fprintf(f,
			"promises about the draws: kept; the host's half and the numbers of "
			"persons give the seed (%d opened, %d silent)\n",
			opened, silent);
}

static void print_rest(const void *context, FILE *f)
{
	const struct sitting *m = context;
	const struct at_state *s = sitting_now(m);

	fputs("\nscores:\n", f);
	show_scores(s, f);
	fprintf(f, "\n%u moves checked, draws %s; the game is %s\n", sitting_moves(m), draws(m),
		s->turn == AT_OVER ? "over" : "unfinished");
	if (m->head.given)
		fprintf(f,
			"the first %u moves were given by another record: their draws are taken as "
			"they stand\n",
			m->head.given);
	if (m->head.has_table)
		print_promises(&m->head, f);
}

static void print_game(const struct sitting *m)
{
	show_position(sitting_now(m), stdout);
	show_comments(print_rest, m, stdout);
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
	if (args->given[JSON])
		print_json(&game);
	else if (args->given[DRAW])
		draw_position(sitting_now(&game), stdout, draw_in_colour());
	else
		print_game(&game);
	sitting_release(&game);
	return EXIT_SUCCESS;
}

const struct command replay_command = {
    .name = "replay",
    .help = "Checks a record move by move and prints the final position and the scores.",
    .notes = "If the record has a seed, every draw must be the one that follows from it; otherwise "
	     "the draws are\n"
	     "taken as they are written. If it has the commitments of an online table, the host's "
	     "half of the seed\n"
	     "and the players' numbers must fit them and give the seed.\n"
	     "A refusal names a rule, such as RF-3.2: docs/rules explains it. Everything after the "
	     "position is a\n"
	     "comment, so `atoll replay FILE --to 40 | atoll hint GAME -` works.",
    .args = takes,
    .run = run,
};
