#include "match.h"

#include "assert.h"
#include "command.h"
#include "play.h"
#include "show.h"

#include <stdlib.h>
#include <string.h>

static void allocate(struct match *m, const struct at_record *record)
{
	size_t plies = record->game->plies_max;

	*m = (struct match){.record = *record};
	m->moves = calloc(plies, sizeof *m->moves);
	m->states = calloc(plies + 1, sizeof *m->states);
	if (!m->moves || !m->states) {
		bad_input("there is not enough memory");
		exit(EXIT_INPUT);
	}
}

void match_init(struct match *m, const struct at_record *record)
{
	enum at_err err;

	allocate(m, record);
	err = at_init(record->game, &record->setup, &m->states[0].head, NULL);
	at_assert(!err);
}

void match_release(struct match *m)
{
	free(m->moves);
	free(m->states);
	*m = (struct match){.count = 0};
}

bool match_allows(const struct match *m, at_move move)
{
	union at_any after = m->states[m->count];

	return at_apply(&after.head, move, NULL) == AT_OK;
}

void match_apply(struct match *m, at_move move)
{
	at_assert(m->count < m->record.game->plies_max);
	m->moves[m->count] = move;
	m->states[m->count + 1] = m->states[m->count];
	m->record.game->apply(&m->states[++m->count].head, move);
}

void match_print(const struct match *m, FILE *f)
{
	char head[1000], move[AT_MOVE_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, head, sizeof head);
	at_print_record_head(&m->record, &t);
	fputs(head, f);
	for (uint32_t i = 0; i < m->count; i++)
		fprintf(f, "%s\n", move_text(&m->states[i].head, m->moves[i], move));
}

int match_read(struct match *m, const struct file *file, uint64_t to)
{
	struct at_record record;
	struct at_scan scan;
	struct at_fail fail;
	union at_any any;
	at_move move = 0;

	at_scan_init(&scan, file->text, file->len, &fail);
	memset(&any, 0, sizeof any);
	if (at_record_open(&record, &scan, &any.head))
		return bad_text(file, &fail);
	allocate(m, &record);
	m->states[0] = any;
	while (m->count < to && !at_record_next(&record, &scan, &any.head, &move) && move) {
		at_assert(m->count < record.game->plies_max);
		m->moves[m->count++] = move;
		m->states[m->count] = any;
	}
	if (!scan.err)
		return 0;
	match_release(m);
	return bad_text(file, &fail);
}

void match_seed(uint64_t run, uint64_t i, uint8_t seed[AT_SEED_SIZE])
{
	struct at_rng rng;

	at_rng_init(&rng, run, i);
	for (int at = 0; at < AT_SEED_SIZE; at += 8) {
		uint64_t word = at_rng_next(&rng);
		for (int k = 0; k < 8; k++)
			seed[at + k] = (uint8_t)(word >> 8 * k);
	}
}
