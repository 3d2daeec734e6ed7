/* The host's clocks. Its time stands still while it is down; it is stored as the `seen` of a
 * nameless guest. If nodes share the store, each of them beats and the database adds up the time.
 * So all nodes have the same time, and it stands still if there is no beat for a while. */
#define _GNU_SOURCE

#include "basics.h"
#include "others.h"
#include "sha256.h"
#include "state.h"
#include "store.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

int64_t host_uptime(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

/* The time since the last beat, limited so that a node does not run on alone. */
static uint64_t since(const struct host *h)
{
	int64_t ms = host_uptime() - h->clock_from;

	if (h->shared && ms > AT_STILL_MS)
		ms = AT_STILL_MS;
	return ms > 0 ? (uint64_t)ms : 0;
}

uint64_t host_now(const struct host *h)
{
	return h->clock_base + since(h);
}

uint64_t host_date(const struct host *h)
{
	return h->date_base + (uint64_t)(host_uptime() - h->date_from);
}

/* Sets the time. If this node was ahead it waits, because time never goes back. */
static void set_clock(struct host *h, uint64_t time)
{
	uint64_t now = host_now(h);

	h->clock_from = host_uptime() + (now > time ? (int64_t)(now - time) : 0);
	h->clock_base = now > time ? now : time;
}

bool host_has_duty(const struct host *h, enum at_duty duty)
{
	return !h->shared ||
	       (h->duties >> duty & 1 && host_uptime() - h->duties_from < AT_ALIVE_MS - AT_BEAT_MS);
}

static void beaten(struct at_write *w)
{
	struct host *h = w->context;
	bool lost = w->result == AT_STORED_FULL || w->result == AT_STORED_FAILED;

	h->writes--;
	h->beating = false;
	h->beat_took = (uint64_t)(host_uptime() - h->beat_from);
	h->beats_lost += lost;
	if (lost)
		host_log(h, "the store cannot be written: %s", w->why ? w->why : "no reason");
	if (w->result == AT_STORED_NONE) /* the store was emptied: the next beat begins again */
		h->clock_person = 0;
	if (w->kind == AT_WELCOME && w->result <= AT_STORED_BEFORE)
		h->clock_person = w->person;
	if (w->kind == AT_BEAT && w->result == AT_STORED) {
		h->duties = w->duties;
		h->reads = w->reads;
		h->duties_from = h->beat_from;
		if (h->shared) {
			set_clock(h, w->time);
			h->date_base = w->date;
			h->date_from = host_uptime();
		}
		if (w->nodes != h->nodes) {
			h->nodes = w->nodes;
			others_gone(h);
		}
	}
	free(w);
}

static void clock_token(uint8_t token[AT_TOKEN_SIZE])
{
	static const char text[] = "the clock of the host";

	at_sha256((const uint8_t *)text, sizeof text - 1, token);
}

void time_beat(struct host *h)
{
	struct at_write *w = h->beating ? NULL : calloc(1, sizeof *w);

	if (!w)
		return;
	h->beating = true;
	h->beat_from = host_uptime();
	w->done = beaten;
	w->context = h;
	if (h->clock_person) {
		w->kind = AT_BEAT;
		w->beat.person = h->clock_person;
		w->beat.now = host_now(h);
		w->beat.reads = AT_TABLE_APART;
		w->beat.wants = 1u << AT_DUTY_CLEAN | (h->notify ? 1u << AT_DUTY_NOTIFY : 0);
	} else {
		w->kind = AT_WELCOME;
		clock_token(w->welcome.token);
		w->welcome.name = "";
		w->welcome.now = host_now(h);
	}
	host_write(h, w);
}

static void beat_and_wait(struct host *h)
{
	time_beat(h);
	host_flush(h);
	at_store_settle(h->store);
}

void time_start(struct host *h)
{
	uint8_t token[AT_TOKEN_SIZE];
	struct at_guest guest;
	struct timespec t;

	h->started = h->clock_from = h->date_from = host_uptime();
	clock_gettime(CLOCK_REALTIME, &t);
	h->date_base = (uint64_t)t.tv_sec * 1000 + (uint64_t)t.tv_nsec / 1000000;
	h->clock_base = h->date_base;
	clock_token(token);
	if (at_store_token(h->store, token, &guest) == AT_STORED) {
		h->clock_person = guest.person;
		h->clock_base = guest.seen;
	} else {
		beat_and_wait(h);
	}
	if (h->shared) /* nothing happens before the time is known */
		beat_and_wait(h);
	else
		time_beat(h);
}
