/* atoll.h: tables, each with its log. */
#include "event_log.h"
#include "facade.h"
#include "line.h"

#include <stdlib.h>
#include <string.h>

struct at_sitting {
	struct at_table table;
	struct at_event_log history;
	struct at_step step; /* the effects of the last command */
};

static enum at_err command(struct at_sitting *s, const struct at_command *c, struct at_error *error)
{
	struct at_fail fail;

	if (at_event_log_do(&s->history, &s->table, c, &s->step, &fail))
		return at_facade_refuse(error, &fail);
	return AT_OK;
}

/* All seats are taken, and the first draws are made. */
static enum at_err start(struct at_sitting *s, int seats, const uint8_t *seed,
			 struct at_error *error)
{
	struct at_command c = {.kind = AT_START, .draws = AT_DRAWS_SEED};
	enum at_err err = AT_OK;

	for (int i = 0; i < seats && !err; i++) {
		struct at_command sit = {
		    .kind = AT_SIT, .seat = (int8_t)i, .person = (uint32_t)i + 1};
		err = command(s, &sit, error);
	}
	memcpy(c.seed, seed, sizeof c.seed);
	return err ? err : command(s, &c, error);
}

struct at_sitting *at_sitting_new(const struct at_game *game, int seats, uint8_t options,
				  const uint8_t seed[AT_SEED_SIZE], struct at_error *error)
{
	struct at_setup setup = {(uint8_t)seats, options};
	struct at_opening opening;
	struct at_sitting *s;
	struct at_fail fail;

	if (at_facade_seats(game, seats, error))
		return NULL;
	s = calloc(1, sizeof *s);
	if (!s) {
		at_facade_error(error, AT_TOO_LONG, "there is not enough memory");
		return NULL;
	}
	if (at_opening_init(&opening, game, &setup, 0, &fail)) {
		at_facade_fail(error, &fail);
		free(s);
		return NULL;
	}
	s->history.resize = realloc;
	at_table_init(&s->table, &opening, AT_TRUTH);
	if (start(s, seats, seed, error)) {
		at_sitting_free(s);
		return NULL;
	}
	return s;
}

void at_sitting_free(struct at_sitting *s)
{
	if (!s)
		return;
	free(s->history.log.events);
	free(s);
}

const struct at_state *at_sitting_state(const struct at_sitting *s)
{
	return at_table_now(&s->table);
}

static bool is_seat(const struct at_sitting *s, int seat)
{
	return seat >= 0 && seat < s->table.opening.seats;
}

enum at_err at_sitting_move(struct at_sitting *s, int seat, at_move m, struct at_error *error)
{
	struct at_command c = {.kind = AT_MOVE,
			       .seat = (int8_t)seat,
			       .person = (uint32_t)seat + 1,
			       .ply = at_table_now(&s->table)->ply,
			       .backs = s->table.backs,
			       .count = 1,
			       .moves = {m}};

	if (!is_seat(s, seat))
		return at_facade_error(error, AT_BAD_VALUE, "there is no seat %d", seat);
	return command(s, &c, error);
}

enum at_err at_sitting_take_back(struct at_sitting *s, int seat, struct at_error *error)
{
	struct at_command c = {.kind = AT_TAKE_BACK, .seat = (int8_t)seat};
	uint8_t needs;

	if (!is_seat(s, seat))
		return at_facade_error(error, AT_BAD_VALUE, "there is no seat %d", seat);
	c.person = (uint32_t)seat + 1;
	c.present = (uint8_t)(1u << seat); /* an absent seat agrees */
	c.ply = at_table_back_to(&s->table, &s->history.log, seat, c.present, &needs);
	return command(s, &c, error);
}

uint32_t at_sitting_seen(const struct at_sitting *s, int viewer, at_move *out, uint32_t room)
{
	const struct at_event *e;
	struct at_walk w;
	uint32_t n = 0;

	if ((viewer != AT_PUBLIC && !is_seat(s, viewer)) ||
	    at_walk_begin(&w, &s->table, &s->history.log, UINT32_MAX, NULL))
		return 0;
	while ((e = at_walk_move(&w, &s->history.log))) {
		if (n < room)
			out[n] = at_view_move(&w.state.head, e->what, viewer);
		n++;
		if (at_walk_step(&w, e, NULL))
			return 0;
	}
	return n;
}

size_t at_sitting_record(const struct at_sitting *s, char *out, size_t room)
{
	struct at_text t;

	if (!room)
		return 0;
	at_text_init(&t, out, room);
	return at_table_print_record(&s->table, &s->history.log, UINT32_MAX, &t, NULL) ? 0 : t.len;
}
