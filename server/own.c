/* What one's own tables are told with, in the list of "my tables": who sits there, who is to move
 * until when, and how it ended. A table in memory knows; of others the store is asked. */
#include "own.h"

#include "absence.h"
#include "bot.h"
#include "json.h"
#include "online.h"
#include "result.h"
#include "results.h"
#include "row.h"
#include "says.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "told.h"
#include "uptime.h"

#include <string.h>

static void put_seat(struct at_text *out, const struct online_table *t, int i)
{
	const struct at_seat *s = &t->table.seat[i];

	at_json_open(out, NULL, '{');
	at_json_seat(out, "seat", i);
	at_json_word(out, "kind", at_seat_names[s->kind]);
	if (s->kind == AT_SEAT_PERSON)
		say_person_at(out, t->host, &t->table, s->person);
	if (s->kind == AT_SEAT_BOT || s->stand_in)
		at_json_word(out, "level", at_level_names[s->level]);
	if (s->stand_in)
		at_json_word(out, "stand_in", at_stand_in_names[s->stand_in]);
}

static void put_ending(struct at_text *out, const struct at_table *t)
{
	at_json_word(out, "ending", t->apart.ending ? at_ending_names[t->apart.ending] : NULL);
}

static void put_known(struct at_text *out, const struct online_table *t)
{
	bool over = t->table.phase >= AT_FINISHED;
	struct at_score scores[AT_SEATS_MAX];
	int places[AT_SEATS_MAX];
	uint64_t now = host_now(t->host), end = table_clock_end(&t->table, now);

	if (over)
		result_places(&t->table, scores, places);
	at_json_open(out, "seats", '[');
	for (int i = 0; i < t->table.opening.seats; i++) {
		put_seat(out, t, i);
		if (over) {
			at_json_name(out, "score");
			at_put(out, "%d", scores[i].total);
			at_json_count(out, "place", (uint64_t)places[i]);
		}
		at_putc(out, '}');
	}
	at_putc(out, ']');
	if (over)
		put_ending(out, &t->table);
	at_json_seat(out, "mover", at_table_mover(&t->table));
	at_json_flag(out, "paused", t->table.apart.paused != 0);
	if (end)
		at_json_count(out, "left", end > now ? end - now : 0);
}

/* The bots are those that were planned. */
static void put_planned(struct at_text *out, struct host *h, const struct at_head *head)
{
	static uint8_t bytes[AT_STORED_OPENING_MAX];
	struct at_member member[AT_STORE_SEATS];
	uint64_t now = host_now(h), end = head->status.deadline;
	struct at_opening opening;
	struct terms terms;
	int n = 0, next = 0, mover = AT_NOBODY;
	size_t size;

	if (at_store_opening(h->store, head->id, bytes, &size) != AT_STORED ||
	    row_get_opening(bytes, size, &opening, &terms, NULL, NULL) ||
	    at_store_members(h->store, head->id, member, &n) != AT_STORED)
		return;
	at_json_open(out, "seats", '[');
	for (int i = 0; i < opening.seats; i++) {
		at_json_open(out, NULL, '{');
		at_json_seat(out, "seat", i);
		bool person = next < n && member[next].seat == i,
		     bot = !person && terms.plan[i] != PLAN_PERSON;
		at_json_word(out, "kind", person ? "person" : bot ? "bot" : "free");
		if (person) {
			mover = member[next].person == head->status.turn ? i : mover;
			say_person(out, h, member[next++].person);
		} else if (bot) {
			at_json_word(out, "level", at_level_names[terms.plan[i] - 1]);
		}
		at_putc(out, '}');
	}
	at_putc(out, ']');
	at_json_seat(out, "mover", head->status.turn ? mover : AT_NOBODY);
	if (opening.clock != AT_CLOCK_NONE && mover >= 0 && end)
		at_json_count(out, "left", end > now ? end - now : 0);
}

void own_say(struct at_text *out, struct host *h, const struct at_head *head)
{
	const struct online_table *t = table_find(h, head->id);
	json_t *result, *how;

	if (t) {
		put_known(out, t);
		return;
	}
	result = head->status.ended ? result_read(h, head->id, NULL, NULL) : NULL;
	if (!result) {
		put_planned(out, h, head);
		return;
	}
	how = json_object_get(json_object_get(result, "ending"), "how");
	result_say_seats(out, h, json_object_get(result, "seats"));
	at_json_word(out, "ending", json_string_value(how));
	json_decref(result);
}
