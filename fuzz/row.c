/* Stored tables with arbitrary damage: a table that is read would be written again in the same
 * way, one that cannot be read is refused, and the host continues with the others. */
#include "row.h"
#include "fuzz.h"
#include "job.h"
#include "laws.h"

#include <string.h>

enum { MOST = 8192 };
static struct at_event log_of[MOST];

/* Bytes with their length before them. */
static struct bytes take_part(struct bytes *b)
{
	size_t size = take_byte(b);
	struct bytes part;

	size |= (size_t)take_byte(b) << 8;
	if (size > b->left)
		size = b->left;
	part = (struct bytes){b->at, size};
	b->at += size;
	b->left -= size;
	return part;
}

static bool open_table(struct bytes part, struct at_table *t)
{
	static uint8_t again[ROW_OPENING_MAX];
	static at_move moves[ROW_GIVEN_MAX];
	struct given given = {0, moves};
	struct at_opening o;
	struct terms terms;
	struct at_fail fail = {.err = AT_OK};

	if (row_get_opening(part.at, part.left, &o, &terms, &given, &fail)) {
		law(fail.err && fail.why[0], "a refusal says why", NULL);
		return false;
	}
	law(row_put_opening(&o, &terms, &given, again) == part.left &&
		memcmp(again, part.at, part.left) == 0,
	    "an opening that is read is one that is written", &o.start.head);
	at_table_init(t, &o, AT_TRUTH);
	return true;
}

/* The host decides about levels. */
static void laws_of_levels(const struct at_table *t)
{
	struct at_job job;
	int levels = 0;

	while (at_level_names[levels])
		levels++;
	if (at_table_job(t, &job))
		law(job.level < levels, "a bot has a level that there is", &t->state.head);
}

/* False: the table is read-only from here on. */
static bool take_row(struct bytes part, struct at_table *t)
{
	static struct at_event events[AT_STEP_MAX];
	static uint8_t again[ROW_MAX];
	struct at_fail fail = {.err = AT_OK};
	int count = 0;

	if (row_get(part.at, part.left, t->events, t->time, events, &count, &fail)) {
		law(fail.err && fail.why[0], "a refusal says why", &t->state.head);
		return false;
	}
	law(row_put(events, count, again) == part.left && memcmp(again, part.at, part.left) == 0,
	    "a row that is read is one that is written", &t->state.head);
	for (int i = 0; i < count && t->events < MOST; i++) {
		struct at_events log = {log_of, t->events};
		if (at_table_apply(t, &log, &events[i], &fail))
			return false;
		log_of[t->events - 1] = events[i];
		laws_of_levels(t);
	}
	return true;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes b = {data, size};
	struct at_table t;
	struct at_fail fail;

	if (!open_table(take_part(&b), &t))
		return 0;
	while (b.left > 0 && take_row(take_part(&b), &t))
		;
	if (at_check(&t.state.head, &fail))
		law(false, fail.why, &t.state.head);
	return 0;
}
