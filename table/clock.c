#include "clock.h"

/* The seat whose clock runs: that of a person who is present. */
static int running(const struct at_table *t)
{
	int seat = at_table_mover(t);

	if (t->clock.kind == AT_CLOCK_NONE || seat < 0 || t->held || t->apart.paused ||
	    at_table_bot_moves(t))
		return AT_NOBODY;
	return seat;
}

static uint32_t less(uint32_t left, uint64_t spent)
{
	return spent < left ? (uint32_t)(left - spent) : 0;
}

/* UINT32_MAX means that there is no clock. */
static uint32_t more(uint32_t left, uint32_t by)
{
	uint64_t sum = (uint64_t)left + by;

	return sum < UINT32_MAX - 1 ? (uint32_t)sum : UINT32_MAX - 1;
}

static uint64_t after(uint64_t time, uint64_t wait)
{
	return time < UINT64_MAX - wait ? time + wait : UINT64_MAX;
}

void at_clock_begin(struct at_table *t, uint64_t time)
{
	t->clock.kind = t->opening.clock;
	t->clock.base = more(t->opening.clock_base, 0);
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

/* A turn that is replayed after taking back earns no second increment. */
static void pass_on(struct at_clock *c, int seat, bool again)
{
	if (c->kind == AT_CLOCK_TURN)
		c->left[seat] = c->base;
	if (c->kind == AT_CLOCK_GAME && c->last && !again)
		c->left[c->last - 1] = more(c->left[c->last - 1], c->increment);
	if (!again)
		c->helped &= (uint8_t) ~(1 << seat);
	c->last = (uint8_t)(seat + 1);
	c->had = c->left[seat];
}

void at_clock_moved(struct at_table *t, uint64_t time)
{
	struct at_clock *c = &t->clock;
	int seat = at_table_mover(t);
	bool again = t->state.head.ply <= t->top;
	uint32_t wait;

	c->shown = time > t->time ? 1 : c->shown + 1;
	if (seat < 0)
		return;
	if (seat + 1 == c->last) { /* its turn goes on */
		c->since = time;
		return;
	}
	if (!again) {
		t->top = t->state.head.ply;
		t->turn_backs = 0;
	}
	pass_on(c, seat, again);
	wait = c->shown < AT_SHOWN_MS_MAX / AT_SHOWN_MS ? c->shown * AT_SHOWN_MS : AT_SHOWN_MS_MAX;
	c->since = after(time, wait);
}

void at_clock_restart(struct at_table *t, uint64_t time)
{
	int seat = at_table_mover(t);

	if (seat >= 0) {
		t->clock.last = (uint8_t)(seat + 1);
		t->clock.had = t->clock.left[seat];
	}
	t->clock.since = time;
	if (t->apart.paused) /* and stands from then on */
		t->apart.paused = time;
}

void at_clock_back(struct at_table *t, int was, uint64_t time)
{
	struct at_clock *c = &t->clock;

	if (was >= 0 && was + 1 == c->last && was != at_table_mover(t))
		c->left[was] = c->had;
	at_clock_restart(t, time);
}

void at_clock_help(struct at_table *t, int seat)
{
	struct at_clock *c = &t->clock;

	if (!c->kind || c->left[seat] >= AT_BACK_MS || c->helped >> seat & 1)
		return;
	c->left[seat] = AT_BACK_MS;
	c->helped |= (uint8_t)(1 << seat);
}

void at_clock_pause(struct at_table *t, uint64_t spent)
{
	t->clock.since = after(t->clock.since, spent);
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
