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

static json_t *json_bytes(const uint8_t *bytes, size_t n)
{
	char hex[2 * AT_SEED_SIZE + 1];
	struct at_text t;

	at_text_init(&t, hex, sizeof hex);
	at_puthex(&t, bytes, n);
	return json_string(hex);
}

/* What was promised about the draws; reading the record has checked it. */
static json_t *promises(const struct at_record *r)
{
	json_t *json, *persons;

	if (!r->has_table)
		return json_null();
	json = json_object();
	persons = json_array();
	json_object_set_new(json, "table", json_bytes(r->table, sizeof r->table));
	json_object_set_new(json, "host_commitment",
			    json_bytes(r->host_commitment, sizeof r->host_commitment));
	json_object_set_new(json, "host_half",
			    r->has_half ? json_bytes(r->half, sizeof r->half) : json_null());
	for (int i = 0; i < r->setup.seats; i++) {
		const struct at_promise *p = &r->person[i];
		bool opened = p->state == AT_PROMISE_OPENED;
		json_t *person;
		if (p->state == AT_PROMISE_NONE)
			continue;
		person = json_object();
		json_object_set_new(person, "seat", json_integer(i + 1));
		json_object_set_new(person, "commitment", json_bytes(p->hash, sizeof p->hash));
		json_object_set_new(person, "number",
				    opened ? json_bytes(p->number, sizeof p->number) : json_null());
		json_array_append_new(persons, person);
	}
	json_object_set_new(json, "persons", persons);
	json_object_set_new(json, "verified", json_boolean(r->has_half));
	return json;
}

static json_t *report(const struct sitting *m)
{
	json_t *json = json_position(sitting_now(m));

	json_object_set_new(json, "moves_checked", json_integer(sitting_moves(m)));
	json_object_set_new(json, "finished", json_boolean(sitting_now(m)->turn == AT_OVER));
	json_object_set_new(json, "draws", json_string(draws(m)));
	json_object_set_new(json, "seed",
			    m->table.draws == AT_DRAWS_SEED
				? json_bytes(m->table.seed, sizeof m->table.seed)
				: json_null());
	json_object_set_new(json, "promises", promises(&m->head));
	return json;
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
	if (m->head.has_table)
		print_promises(&m->head, f);
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
	"draws are taken as they stand. With the promises of an online table the host's half and\n"
	"everybody's numbers must fit their commitments and give the seed. Rule numbers like "
	"RF-3.2 are explained in docs/rules.\n"
	"What follows the position is in comments, so `atoll replay FILE --to 40 | atoll hint\n"
	"GAME -` works.",
    .args = takes,
    .run = run,
};
