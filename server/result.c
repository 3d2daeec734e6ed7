#include "result.h"

#include "bot.h"
#include "json.h"
#include "line.h"
#include "told.h"

#include <stdlib.h>
#include <string.h>

/* Who made how many moves for a seat: its person, and the bots that stood in. */
struct tally {
	uint32_t moves, bots;
	int level; /* of the bot that moved last, or -1 */
};

static bool gave_up(const struct at_table *t, int seat)
{
	return t->seat[seat].kind == AT_SEAT_PERSON && t->seat[seat].stand_in == AT_GAVE_UP;
}

/* Two seats, one of which resigned: the other has won. Else a game that was not over has no places.
 */
static void rank_unfinished(const struct at_table *t, int *places)
{
	int seats = t->opening.seats;

	for (int i = 0; i < seats; i++) {
		bool lost = t->apart.enders >> i & 1;
		places[i] = seats == 2 && t->apart.ending == AT_ENDING_RESIGNED ? 1 + lost : 0;
	}
}

void result_places(const struct at_table *t, struct at_score *scores, int *places)
{
	int seats = t->opening.seats, ahead[AT_SEATS_MAX], stayed = 0;

	at_rank(&t->state.head, scores, places);
	if (t->state.head.turn != AT_OVER) {
		rank_unfinished(t, places);
		return;
	}
	/* everybody is as many places further in front as people before them resigned */
	for (int i = 0; i < seats; i++) {
		ahead[i] = 0;
		stayed += !gave_up(t, i);
		for (int k = 0; k < seats; k++)
			ahead[i] += gave_up(t, k) && places[k] < places[i];
	}
	for (int i = 0; i < seats && stayed > 0; i++)
		places[i] = gave_up(t, i) ? stayed + 1 : places[i] - ahead[i];
}

static bool lets_a_bot_in(const struct at_event *e)
{
	return e->kind == AT_STANDS_IN || e->kind == AT_OUT_OF_TIME || e->kind == AT_REPLACED ||
	       e->kind == AT_RESIGNED || e->kind == AT_ERASED;
}

static void count_move(struct tally *x, const struct at_seat *seat, int level)
{
	x->moves++;
	if (level < 0 || seat->kind == AT_SEAT_BOT)
		return;
	x->bots++;
	x->level = level;
}

/* Of the moves that stand. */
static bool count(const struct at_table *t, const struct at_events *log, struct tally *tally)
{
	struct at_walk *w = malloc(sizeof *w);
	int level[AT_SEATS_MAX];
	bool good = w && at_walk_begin(w, t, log, UINT32_MAX, NULL) == AT_OK;
	const struct at_event *next = good ? at_walk_move(w, log) : NULL;

	for (int i = 0; i < AT_SEATS_MAX; i++) {
		tally[i] = (struct tally){.level = -1};
		level[i] = -1;
	}
	for (uint32_t i = 0; next && i < t->events; i++) {
		const struct at_event *e = at_event_of(log, i);
		if (lets_a_bot_in(e))
			level[e->seat] = (int)e->what;
		else if (e->kind == AT_CAME_BACK)
			level[e->seat] = -1;
		if (e != next)
			continue;
		if (e->kind == AT_DECIDED)
			count_move(&tally[e->seat], &t->seat[e->seat], level[e->seat]);
		w->next++;
		next = at_walk_move(w, log);
	}
	free(w);
	return good;
}

static void put_seat(struct at_text *out, const struct at_table *t, int i, const struct tally *x)
{
	const struct at_seat *s = &t->seat[i];

	at_json_open(out, NULL, '{');
	at_json_seat(out, "seat", i);
	at_json_word(out, "kind", at_seat_names[s->kind]);
	if (s->kind == AT_SEAT_PERSON)
		at_json_count(out, "person", s->person);
	else
		at_json_word(out, "level", at_level_names[s->level]);
	at_json_count(out, "moves", x->moves);
	if (x->level >= 0) {
		at_json_word(out, "stand_in", at_level_names[x->level]);
		at_json_count(out, "bot_moves", x->bots);
	}
	if (gave_up(t, i))
		at_json_flag(out, "resigned", true);
}

static void put_lines(struct at_text *out, const struct at_score *score)
{
	at_json_open(out, "lines", '[');
	for (int i = 0; i < score->line_count; i++) {
		at_json_open(out, NULL, '{');
		at_json_word(out, "label", score->lines[i].label);
		at_json_name(out, "points");
		at_put(out, "%d", score->lines[i].points);
		at_putc(out, '}');
	}
	at_putc(out, ']');
}

static void put_seats(struct at_text *out, const struct at_table *t, const struct tally *tally)
{
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];

	result_places(t, scores, places);
	at_json_open(out, "seats", '[');
	for (int i = 0; i < t->opening.seats; i++) {
		put_seat(out, t, i, &tally[i]);
		at_json_name(out, "score");
		at_put(out, "%d", scores[i].total);
		at_json_count(out, "place", (uint64_t)places[i]);
		put_lines(out, &scores[i]);
		at_putc(out, '}');
	}
	at_putc(out, ']');
}

static void put_how(struct at_text *out, const struct at_table *t)
{
	at_json_word(out, "phase", at_phase_names[t->phase]);
	if (!t->apart.ending) {
		at_json_word(out, "ending", NULL);
		return;
	}
	at_json_open(out, "ending", '{');
	at_json_word(out, "how", at_ending_names[t->apart.ending]);
	at_json_set(out, "seats", (uint64_t)t->apart.enders << 1);
	at_putc(out, '}');
}

/* From the start to the end, by the host's time. */
static uint64_t duration(const struct at_table *t, const struct at_events *log)
{
	uint32_t i = 0;

	while (i < t->events && at_event_of(log, i)->kind != AT_STARTED)
		i++;
	return i < t->events ? t->time - at_event_of(log, i)->time : 0;
}

bool result_print(const struct at_table *t, const struct at_events *log, struct at_text *out)
{
	struct tally tally[AT_SEATS_MAX];
	struct at_text record;
	char *array = malloc(RESULT_RECORD_MAX);
	uint32_t moves = 0;

	if (!array || !count(t, log, tally)) {
		free(array);
		return false;
	}
	for (int i = 0; i < AT_SEATS_MAX; i++)
		moves += tally[i].moves;
	at_putc(out, '{');
	at_tell_opening(out, t);
	put_how(out, t);
	at_json_count(out, "moves", moves);
	at_json_count(out, "duration", duration(t, log));
	put_seats(out, t, tally);
	at_puts(out, "}\n");
	at_text_init(&record, array, RESULT_RECORD_MAX);
	if (at_table_print_record(t, log, UINT32_MAX, &record, NULL) == AT_OK)
		at_putn(out, record.at, record.len);
	free(array);
	return !out->full;
}
