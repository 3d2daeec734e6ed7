/* Results: every game that ends here is kept as one, for the people of its table; and the command
 * that tells them. A node that stops between the end of a game and its result leaves it to the
 * round, which also keeps those of games that ended before there were results. */
#include "results.h"

#include "asks.h"
#include "basics.h"
#include "handlers.h"
#include "json.h"
#include "online.h"
#include "result.h"
#include "row.h"
#include "says.h"
#include "state.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

enum {
	ROUND_MS = 600 * 1000,
	AT_ONCE = 16, /* tables of the round looked at in a second, */
	MOST_MS = 5,  /* but only for so long */
	SURE_MS = 86400 * 1000,
	TOLD = 50,     /* results in one answer, */
	TOLD_WITH = 6, /* with records */
};

struct keeping {
	struct at_write write;
	struct at_member member[AT_SEATS_MAX];
	char bytes[RESULT_SIZE];
};

static void kept(struct at_write *w)
{
	struct host *h = w->context;

	h->writes--;
	free(w);
}

static int people_of(const struct at_table *t, struct at_member *out)
{
	int n = 0;

	for (int i = 0; i < t->opening.seats; i++)
		if (t->seat[i].kind == AT_SEAT_PERSON)
			out[n++] = (struct at_member){t->seat[i].person, (uint8_t)i};
	return n;
}

void result_keep(struct online_table *t)
{
	struct keeping *k;
	struct at_text text;

	if (t->table.phase < AT_FINISHED || t->read_only)
		return;
	k = malloc(sizeof *k);
	if (!k)
		return;
	memset(&k->write, 0, sizeof k->write);
	at_text_init(&text, k->bytes, sizeof k->bytes);
	if (!result_print(&t->table, &t->history.log, &text)) {
		free(k);
		return;
	}
	k->write.kind = AT_RESULT;
	k->write.done = kept;
	k->write.context = t->host;
	memcpy(k->write.keep.table, t->id, AT_ID_SIZE);
	k->write.keep.bytes = (const uint8_t *)k->bytes;
	k->write.keep.size = text.len;
	k->write.keep.member = k->member;
	k->write.keep.members = people_of(&t->table, k->member);
	host_write(t->host, &k->write);
}

/* --- the round --- */

/* One whose table cannot be read is left out, and found damaged elsewhere. */
static void keep_of(struct host *h, const uint8_t *id)
{
	struct online_table *t;

	if (at_store_result(h->store, id, NULL, NULL) != AT_STORED_NONE)
		return;
	t = table_get(h, id);
	if (t)
		result_keep(t);
}

/* Tables that ended a day before the last ones that were looked at may have been stored later, by a
 * node with another clock. */
static void begin_round(struct host *h)
{
	struct round *r = &h->results;
	uint64_t from = 0;

	if (at_store_note(h->store, AT_NOTE_KEPT, &from) != AT_STORED)
		from = 0;
	memset(&r->at, 0, sizeof r->at);
	r->at.status.ended = from > SURE_MS ? from - SURE_MS : 0;
	r->noted = from;
	r->going = true;
	r->began = host_uptime();
}

static void end_round(struct host *h)
{
	struct round *r = &h->results;

	r->going = false;
	if (r->at.status.ended > r->noted)
		host_note(h, AT_NOTE_KEPT, r->at.status.ended);
}

void results_step(struct host *h)
{
	static struct at_head page[AT_ONCE];
	struct round *r = &h->results;
	int64_t from = host_uptime();
	int count = AT_ONCE, i = 0;

	if (h->stopping || h->away || !host_has_duty(h, AT_DUTY_CLEAN) ||
	    (!r->going && r->began && from - r->began < ROUND_MS))
		return;
	if (!r->going)
		begin_round(h);
	if (at_store_ended(h->store, &r->at, page, &count) != AT_STORED)
		return;
	for (; i < count && (i == 0 || host_uptime() - from < MOST_MS); i++) {
		keep_of(h, page[i].id);
		r->at = page[i];
	}
	if (i == count && count < AT_ONCE)
		end_round(h);
}

/* --- what is told --- */

static void put_value(struct at_text *t, const char *name, const json_t *value)
{
	char *text = json_dumps(value, JSON_COMPACT | JSON_ENCODE_ANY);

	at_json_name(t, name);
	at_puts(t, text ? text : "null");
	free(text);
}

/* Names are those of today: nothing keeps the earlier ones. */
void result_say_seats(struct at_text *t, struct host *h, const json_t *seats)
{
	at_json_open(t, "seats", '[');
	for (size_t i = 0; i < json_array_size(seats); i++) {
		json_t *seat = json_array_get(seats, i), *value;
		json_t *person = json_object_get(seat, "person");
		const char *name;
		at_json_open(t, NULL, '{');
		if (person)
			say_person(t, h, (uint32_t)json_integer_value(person));
		json_object_foreach(seat, name, value) if (strcmp(name, "person") != 0)
		    put_value(t, name, value);
		at_putc(t, '}');
	}
	at_putc(t, ']');
}

json_t *result_read(struct host *h, const uint8_t *table, const char **record, size_t *size)
{
	static uint8_t bytes[AT_RESULT_MAX];
	size_t all = 0, line;
	const uint8_t *end;

	if (at_store_result(h->store, table, bytes, &all) != AT_STORED)
		return NULL;
	end = memchr(bytes, '\n', all);
	if (!end)
		return NULL;
	line = (size_t)(end - bytes);
	if (record) {
		*record = (const char *)end + 1;
		*size = all - line - 1;
	}
	return json_loadb((const char *)bytes, line, 0, NULL);
}

static void put_result(struct at_text *t, struct host *h, const struct at_head *head, bool records)
{
	const char *record = NULL;
	size_t size = 0;
	json_t *result = result_read(h, head->id, &record, &size);

	if (!result)
		return;
	at_json_open(t, NULL, '{');
	say_hex(t, "table", head->id, AT_ID_SIZE);
	at_json_count(t, "created", head->created);
	at_json_count(t, "ended", head->status.ended);
	for (void *at = json_object_iter(result); at; at = json_object_iter_next(result, at))
		if (strcmp(json_object_iter_key(at), "seats") == 0)
			result_say_seats(t, h, json_object_iter_value(at));
		else
			put_value(t, json_object_iter_key(at), json_object_iter_value(at));
	if (records && size > 0) {
		json_t *text = json_stringn(record, size);
		put_value(t, "record", text);
		json_decref(text);
	} else if (records) {
		at_json_word(t, "record", NULL);
	}
	at_putc(t, '}');
	json_decref(result);
}

/* Where the list goes on: behind this table. */
static bool read_after(const struct call *c, struct at_head *after, bool *given)
{
	const json_t *ended = json_object_get(c->json, "ended");

	*given = ended != NULL;
	if (!ended)
		return true;
	after->status.ended = (uint64_t)json_integer_value(ended);
	if (!json_is_integer(ended) || json_integer_value(ended) < 0) {
		refuse_call(c, "bad-message", "'ended' is missing or wrong");
		return false;
	}
	return read_hex(c, "after", after->id, AT_ID_SIZE, given);
}

/* One's own, and nobody else's: the store finds them by the person. */
void ask_results(struct call *c)
{
	static struct at_head heads[TOLD];
	uint32_t most, person = c->visitor->guest->person;
	struct at_head after = {.events = 0};
	bool records = false, given;
	struct at_text t;
	int count;

	if (!read_flag(c, "records", &records) || !read_after(c, &after, &given))
		return;
	most = records ? TOLD_WITH : TOLD;
	if (!read_number(c, "count", most, &most))
		return;
	count = most ? (int)most : 1;
	most = (uint32_t)count;
	if (at_store_results_of(c->host->store, person, given ? &after : NULL, heads, &count) !=
	    AT_STORED) {
		refuse_call(c, "store", "the store cannot be read now; try again later");
		return;
	}
	say_begin(c->host, &t, "results");
	say_hex(&t, "id", c->id, AT_ID_SIZE);
	at_json_open(&t, "results", '[');
	for (int i = 0; i < count; i++)
		put_result(&t, c->host, &heads[i], records);
	at_putc(&t, ']');
	if (count == (int)most) {
		say_hex(&t, "after", heads[count - 1].id, AT_ID_SIZE);
		at_json_count(&t, "ended", heads[count - 1].status.ended);
	}
	say_end(c->visitor, &t);
}
