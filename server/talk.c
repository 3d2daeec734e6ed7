/* The chat of a table: its commands and messages. Lines have their own numbers, so that moves need
 * not wait for them. */
#include "talk.h"

#include "asks.h"
#include "basics.h"
#include "budgets.h"
#include "handlers.h"
#include "json.h"
#include "limit.h"
#include "name.h"
#include "online.h"
#include "row.h"
#include "says.h"
#include "sizes.h"
#include "state.h"
#include "steps.h"
#include "store.h"
#include "tables.h"
#include "uptime.h"
#include "visitor.h"

#include <stdlib.h>
#include <string.h>

struct saying {
	struct at_write write;
	struct host *host;
	struct visitor *visitor;
	uint32_t person;
	uint8_t id[AT_ID_SIZE];
	char text[SAID_SIZE];
};

static void put_line(struct at_text *t, const struct online_table *h, uint32_t number,
		     uint32_t person, const char *text)
{
	at_json_count(t, "number", number);
	say_person_at(t, h->host, &h->table, person);
	at_json_word(t, "text", text);
}

static void tell_line(struct online_table *t, const struct saying *s)
{
	struct at_text text;

	t->said = s->write.first + 1;
	say_begin(t->host, &text, "chat");
	say_hex(&text, "table", t->id, AT_ID_SIZE);
	put_line(&text, t, s->write.first, s->person, s->text);
	at_putc(&text, '}');
	say_all(t, &text);
}

static void tell_unsaid(struct online_table *t, uint32_t number)
{
	struct at_text text;

	say_begin(t->host, &text, "unchat");
	say_hex(&text, "table", t->id, AT_ID_SIZE);
	at_json_count(&text, "number", number);
	at_putc(&text, '}');
	say_all(t, &text);
}

void talk_removed(struct host *h, const uint8_t *table, uint32_t first, uint32_t count)
{
	struct online_table *t = table_find(h, table);

	for (uint32_t i = first; t && i < t->said && i - first < count; i++)
		tell_unsaid(t, i);
}

static bool tell_stored(void *context, const struct at_chat *line)
{
	struct online_table *t = context;
	struct at_text text;

	t->said = line->number + 1;
	say_begin(t->host, &text, "chat");
	say_hex(&text, "table", t->id, AT_ID_SIZE);
	put_line(&text, t, line->number, line->person, line->deleted ? NULL : line->text);
	at_putc(&text, '}');
	say_all(t, &text);
	return true;
}

void talk_catch_up(struct online_table *t)
{
	at_store_chat(t->host->store, t->id, t->said, tell_stored, t);
}

static void said(struct at_write *w)
{
	struct saying *s = w->context;
	struct online_table *t =
	    table_find(s->host, w->kind == AT_SAY ? w->say.table : w->unsay.table);
	struct visitor *v = s->visitor;

	s->host->writes--;
	if (w->result == AT_STORED && t && w->kind == AT_SAY && w->first > t->said)
		talk_catch_up(t); /* others have said something before */
	else if (w->result == AT_STORED && t && w->kind == AT_SAY && w->first == t->said)
		tell_line(t, s);
	if (w->result == AT_STORED && t && w->kind == AT_UNSAY)
		tell_unsaid(t, w->unsay.first);
	if (!v->gone && w->result <= AT_STORED_BEFORE && t)
		say_done(v, s->id, t, w->kind == AT_SAY ? w->first : w->unsay.first, 1);
	else if (!v->gone)
		refuse(v, s->id, w->result == AT_STORED_NONE ? "not-now" : "store",
		       "this cannot be done now");
	if (--v->asks == 0 && v->gone)
		free(v);
	free(s);
}

static struct saying *begin(struct call *c, int kind)
{
	struct saying *s = calloc(1, sizeof *s);

	if (!s) {
		refuse_call(c, "busy", "there is not enough memory");
		return NULL;
	}
	s->host = c->host;
	s->visitor = c->visitor;
	s->person = c->visitor->guest->person;
	memcpy(s->id, c->id, AT_ID_SIZE);
	s->write.kind = (enum at_write_kind)kind;
	s->write.done = said;
	s->write.context = s;
	return s;
}

static void submit(struct call *c, struct saying *s)
{
	c->visitor->asks++;
	host_write(c->host, &s->write);
}

void ask_chat(struct call *c)
{
	const json_t *text = json_object_get(c->json, "text");
	struct guest *g = c->visitor->guest;
	const char *why = "a text is missing";
	uint8_t key[AT_ID_SIZE];
	struct saying *s;
	uint32_t number;

	step_key(g->person, c->id, key);
	if (at_store_said(c->host->store, c->table->id, key, &number) == AT_STORED) {
		say_done(c->visitor, c->id, c->table, number, 1);
		return;
	}
	if (c->seat < 0 && c->table->terms.creator != g->person) {
		refuse_call(c, "not-yours", "only those at the table speak");
		return;
	}
	if (c->table->said >= CHAT_MAX) {
		refuse_call(c, "too-many", "enough has been said at this table");
		return;
	}
	if (!budget_take(c, BUDGET_LINES))
		return;
	s = begin(c, AT_SAY);
	if (!s)
		return;
	if (!json_is_string(text) ||
	    !said_read(json_string_value(text), json_string_length(text), s->text, &why)) {
		refuse_call(c, "bad-message", why);
		free(s);
		return;
	}
	memcpy(s->write.say.table, c->table->id, AT_ID_SIZE);
	memcpy(s->write.say.command, key, AT_ID_SIZE);
	s->write.say.person = g->person;
	s->write.say.time = host_date(c->host);
	s->write.say.text = s->text;
	submit(c, s);
}

/* Removes one's own line; the table's maker may remove any line. */
void ask_unchat(struct call *c)
{
	struct guest *g = c->visitor->guest;
	uint32_t number = UINT32_MAX;
	struct saying *s;

	if (!read_number(c, "number", CHAT_MAX, &number))
		return;
	if (number >= c->table->said) {
		refuse_call(c, "bad-message", "there is no such line");
		return;
	}
	s = begin(c, AT_UNSAY);
	if (!s)
		return;
	memcpy(s->write.unsay.table, c->table->id, AT_ID_SIZE);
	s->write.unsay.first = number;
	s->write.unsay.count = 1;
	s->write.unsay.person = c->table->terms.creator == g->person ? 0 : g->person;
	submit(c, s);
}

struct reading {
	const struct online_table *table;
	struct at_text text;
	int count;
};

static bool read_line(void *context, const struct at_chat *line)
{
	struct reading *r = context;

	at_json_open(&r->text, NULL, '{');
	put_line(&r->text, r->table, line->number, line->person, line->deleted ? NULL : line->text);
	at_putc(&r->text, '}');
	return ++r->count < 100;
}

void ask_chats(struct call *c)
{
	struct reading r = {.table = c->table};
	uint32_t from = 0;

	if (!read_number(c, "from", UINT32_MAX - 1, &from))
		return;
	say_begin(c->host, &r.text, "chats");
	say_hex(&r.text, "id", c->id, AT_ID_SIZE);
	say_hex(&r.text, "table", c->table->id, AT_ID_SIZE);
	at_json_open(&r.text, "lines", '[');
	at_store_chat(c->host->store, c->table->id, from, read_line, &r);
	at_putc(&r.text, ']');
	say_end(c->visitor, &r.text);
}
