#include "clock.h"

/* The seat whose clock runs: a person's who is here. */
static int running(const struct at_table *t)
{
	int seat = at_table_mover(t);

	if (t->clock.kind == AT_CLOCK_NONE || seat < 0 || t->held || at_table_bot_moves(t))
		return AT_NOBODY;
	return seat;
}

static uint32_t less(uint32_t left, uint64_t spent)
{
	return spent < left ? (uint32_t)(left - spent) : 0;
}

static uint32_t more(uint32_t left, uint32_t by)
{
	return left < UINT32_MAX - 1 - by ? left + by : UINT32_MAX - 1;
}

void at_clock_begin(struct at_table *t, uint64_t time)
{
	t->clock.kind = t->opening.clock;
	t->clock.base = t->opening.clock_base;
	t->clock.increment = t->opening.clock_increment;
	for (int i = 0; i < t->opening.seats; i++)
		t->clock.left[i] = t->clock.kind ? t->clock.base : 0;
	t->clock.since = time;
}

void at_clock_charge(struct at_table *t, uint64_t time)
{
	int seat = running(t);

	if (seat < 0 || time <= t->clock.since)
		return;
	t->clock.left[seat] = less(t->clock.left[seat], time - t->clock.since);
	t->clock.since = time;
}

static void pass_on(struct at_clock *c, int seat)
{
	if (c->kind == AT_CLOCK_TURN)
		c->left[seat] = c->base;
	if (c->kind == AT_CLOCK_GAME && c->last)
		c->left[c->last - 1] = more(c->left[c->last - 1], c->increment);
	c->last = (uint8_t)(seat + 1);
}

void at_clock_moved(struct at_table *t, uint64_t time)
{
	struct at_clock *c = &t->clock;
	int seat = at_table_mover(t);
	uint32_t wait;

	c->shown = time > t->time ? 1 : c->shown + 1;
	if (seat < 0)
		return;
	if (seat + 1 == c->last) { /* its turn goes on */
		c->since = time;
		return;
	}
	t->turn_backs = 0;
	if (c->kind == AT_CLOCK_NONE) {
		c->last = (uint8_t)(seat + 1);
		return;
	}
	pass_on(c, seat);
	wait = c->shown < AT_SHOWN_MS_MAX / AT_SHOWN_MS ? c->shown * AT_SHOWN_MS : AT_SHOWN_MS_MAX;
	c->since = time + wait;
}

void at_clock_restart(struct at_table *t, uint64_t time)
{
	int seat = at_table_mover(t);

	if (seat >= 0)
		t->clock.last = (uint8_t)(seat + 1);
	t->clock.since = time;
}

bool at_clock_is_out(const struct at_table *t, uint64_t time)
{
	int seat = running(t);

	return seat >= 0 && time >= t->clock.since && time - t->clock.since >= t->clock.left[seat];
}

uint32_t at_table_time_left(const struct at_table *t, int seat, uint64_t now)
{
	if (t->clock.kind == AT_CLOCK_NONE)
		return UINT32_MAX;
	if (running(t) != seat || now <= t->clock.since)
		return t->clock.left[seat];
	return less(t->clock.left[seat], now - t->clock.since);
}
