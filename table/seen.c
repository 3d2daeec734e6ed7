#include "seen.h"

#include "assert.h"
#include "line.h"

#include <string.h>

void at_event_seen(const struct at_table *before, const struct at_event *e, int viewer,
		   struct at_event *out)
{
	*out = *e;
	if (viewer == AT_TRUTH)
		return;
	if (e->kind == AT_STARTED)
		memset(out->bytes, 0, sizeof out->bytes);
	if (at_is_move(e))
		out->what = at_view_move(&before->state.head, e->what, viewer);
}

bool at_table_has_secrets(const struct at_table *t, int seat)
{
	struct at_view own, all;

	at_view(&t->state.head, seat, &own);
	at_view(&t->state.head, AT_PUBLIC, &all);
	own.state.head.viewer = all.state.head.viewer;
	return memcmp(&own.state, &all.state, at_table_game(t)->state_size) != 0;
}

static int only_seat(uint8_t set)
{
	return set && !(set & (set - 1)) ? __builtin_ctz(set) : AT_NOBODY;
}

void at_screen_init(struct at_screen *s, const struct at_table *t)
{
	*s = (struct at_screen){.viewer = AT_PUBLIC, .cover = AT_NOBODY};
	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_PERSON)
			s->persons |= (uint8_t)(1 << i);
	if (only_seat(s->persons) >= 0)
		s->viewer = (int8_t)only_seat(s->persons);
	at_screen_follow(s, t);
}

void at_screen_follow(struct at_screen *s, const struct at_table *t)
{
	int seat = at_table_mover(t);

	if (seat >= 0 && seat == s->cover && !at_table_bot_moves(t))
		return;
	s->cover = AT_NOBODY;
	if (only_seat(s->persons) >= 0 || seat < 0 || seat == s->viewer ||
	    !(s->persons >> seat & 1) || at_table_bot_moves(t))
		return;
	if (!at_table_has_secrets(t, seat) &&
	    (s->viewer < 0 || !at_table_has_secrets(t, s->viewer))) {
		s->viewer = (int8_t)seat;
		return;
	}
	s->cover = (int8_t)seat;
	s->viewer = AT_PUBLIC; /* in any case the screen is on its way to somebody else */
}

void at_screen_uncover(struct at_screen *s)
{
	if (s->cover >= 0)
		s->viewer = s->cover;
	s->cover = AT_NOBODY;
}

int at_screen_eyes(const struct at_screen *s)
{
	return s->cover >= 0 ? AT_PUBLIC : s->viewer;
}
