#include "sitting.h"

#include "assert.h"
#include "command.h"

#include <stdlib.h>
#include <string.h>

static void *allocate(void *old, size_t size)
{
	void *memory = realloc(old, size);

	if (!memory) {
		bad_input("there is not enough memory");
		exit(EXIT_INPUT);
	}
	return memory;
}

void sitting_init(struct sitting *s, const struct at_opening *opening)
{
	*s = (struct sitting){.history.resize = allocate};
	at_table_init(&s->table, opening, AT_TRUTH);
}

void sitting_release(struct sitting *s)
{
	free(s->history.log.events);
	s->history = (struct at_event_log){0};
}

enum at_err sitting_do(struct sitting *s, const struct at_command *c)
{
	return at_event_log_do(&s->history, &s->table, c, &s->step, &s->fail);
}

enum at_err sitting_give(struct sitting *s, at_move m)
{
	return at_event_log_give(&s->history, &s->table, m, &s->step, &s->fail);
}

static void must(struct sitting *s, struct at_command c)
{
	enum at_err err = sitting_do(s, &c);

	at_assert(!err);
}

void sitting_start(struct sitting *s, const struct at_record *record, const struct seating *who)
{
	struct at_command c = {.kind = AT_START, .held = 1, .ply = record->given};
	struct at_opening opening;
	enum at_err err =
	    at_opening_init(&opening, record->game, &record->setup, who->bot_seed, NULL);

	at_assert(!err);
	if (record->has_commitment)
		memcpy(opening.commitment, record->commitment, sizeof opening.commitment);
	sitting_init(s, &opening);
	s->head = *record;
	for (int i = 0; i < record->setup.seats; i++) {
		struct at_command sit = {
		    .kind = AT_SIT_BOT, .seat = (int8_t)i, .level = (uint8_t)i};
		if (who->persons >> i & 1) {
			sit.kind = AT_SIT;
			sit.person = (uint32_t)i + 1;
		}
		must(s, sit);
	}
	c.draws = record->has_seed ? AT_DRAWS_SEED : AT_DRAWS_UNTOLD;
	if (!record->has_seed)
		c.ply = 0; /* there is nothing that it could be about */
	memcpy(c.seed, record->has_seed ? record->seed : who->seed, sizeof c.seed);
	must(s, c);
}

int sitting_read(struct sitting *s, const struct file *file, uint64_t to, const struct seating *who)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;
	at_move m = 0;

	at_scan_init(&scan, file->text, file->len, &fail);
	memset(&any, 0, sizeof any);
	if (at_record_open(&record, &scan, &any.head))
		return bad_text(file, &fail);
	sitting_start(s, &record, who);
	for (uint64_t n = 0; n < to; n++) {
		if (at_record_next(&record, &scan, &any.head, &m) || !m)
			break;
		if (sitting_give(s, m)) {
			at_scan_fail(&scan, s->fail.err, "%s", s->fail.why);
			break;
		}
	}
	if (!scan.err)
		return 0;
	sitting_release(s);
	return bad_text(file, &fail);
}

bool sitting_print(const struct sitting *s, FILE *f)
{
	size_t size = AT_RECORD_HEAD_MAX + (size_t)sitting_moves(s) * AT_MOVE_TEXT_MAX;
	char *array = allocate(NULL, size);
	struct at_fail fail;
	struct at_text t;
	bool good;

	at_text_init(&t, array, size);
	good = !at_table_print_record(&s->table, &s->history.log, UINT32_MAX, &t, &fail) &&
	       fputs(array, f) >= 0;
	free(array);
	return good;
}
