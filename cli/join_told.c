#define _POSIX_C_SOURCE 200809L

#include "joined.h"

#include "absence.h"
#include "clock.h"
#include "told.h"

#include <stdlib.h>
#include <string.h>

enum { PROTOCOL = 1, OLD_MOST = 500 }; /* events that a host sends after `open` */

static const double busy_s = 1, taken_s = 0.2; /* until a command is sent again */

/* --- what is known of the table --- */

bool join_is_asked(const struct join *j)
{
	return j->you >= 0 && join_table(j)->question.needs >> j->you & 1;
}

bool join_my_turn(const struct join *j)
{
	return j->seen && j->you >= 0 && at_table_mover(join_table(j)) == j->you &&
	       at_table_persons(join_table(j)) >> j->you & 1;
}

const char *join_level(const struct join *j, int seat)
{
	const struct at_seat *s = &join_table(j)->seat[seat];
	int n = 0;

	if (s->kind != AT_SEAT_BOT && !s->stand_in)
		return NULL;
	while (at_level_names[n])
		n++;
	return s->level < n ? at_level_names[s->level] : NULL;
}

void join_move(struct join *j, at_move m)
{
	json_t *more = json_object(), *moves = json_array();
	char text[AT_MOVE_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_print_move(join_now(j), m, &t);
	json_array_append_new(moves, json_string(text));
	json_object_set_new(more, "ply", json_integer(join_now(j)->ply));
	json_object_set_new(more, "backs", json_integer(join_table(j)->backs));
	json_object_set_new(more, "moves", moves);
	join_ask(j, "move", more);
}

/* --- the table as a whole --- */

/* Names of the people at the table, and who is away: of all seats, or of one who has just sat
 * down. */
static void take_names(struct join *j, const json_t *row)
{
	int seat = (int)json_integer_value(json_object_get(row, "seat")) - 1;
	const char *name = json_string_value(json_object_get(row, "name"));

	if (seat < 0 || seat >= AT_SEATS_MAX)
		return;
	snprintf(j->sitter[seat].name, sizeof j->sitter[seat].name, "%s", name ? name : "");
	j->sitter[seat].away = json_is_false(json_object_get(row, "here"));
	j->sitter[seat].ready = json_is_true(json_object_get(row, "ready"));
	j->sitter[seat].program = json_is_true(json_object_get(row, "program"));
}

/* Whether the start waits until everybody is ready. */
static void take_start(struct join *j, const json_t *message)
{
	bool waits = json_object_get(message, "ready_in") != NULL;

	if (waits == j->readying)
		return;
	j->readying = waits;
	j->refused_at = UINT32_MAX; /* something that was too early may be due now */
	j->show = true;
}

/* Starts from the host's whole table, with a bot that knows nothing of earlier moves. */
static void begin_here(struct join *j)
{
	at_client_open(&j->client);
	j->stood = 0;
	for (int i = 0; i < join_table(j)->opening.seats; i++)
		if (join_table(j)->seat[i].stand_in)
			j->stood |= (uint8_t)(1 << i);
	j->seen = true;
	if (j->bot && j->you >= 0)
		join_bot_begin(j);
}

/* All events are here that the last `table` message speaks of, or none will come. */
static void arrive(struct join *j)
{
	struct at_fail fail;

	if (at_client_settle(&j->client, (struct at_word){0}, join_clock(), &fail))
		begin_here(j);
	j->seen = true;
}

static bool keeps_its_promise(struct join *j)
{
	json_t *kept = json_object_get(j->guest.tables, j->link.table);
	const uint8_t *now = j->client.told.opening.commitment;
	uint8_t then[AT_SHA256_SIZE];
	struct at_word text;
	char *json = kept ? json_dumps(kept, 0) : NULL;
	bool good = true;

	if (json) {
		text = (struct at_word){json, strlen(json)};
		good = !at_member_hex(text, "commitment", then, sizeof then) ||
		       memcmp(now, then, sizeof then) == 0;
	}
	free(json);
	return good;
}

static void take_table(struct join *j, const json_t *message, struct at_word text)
{
	uint32_t most = join_waits(j, "open") && j->asked_events ? OLD_MOST : 0;
	struct at_fail fail;
	size_t i;
	json_t *seat;

	if (at_client_hear(&j->client, text, join_clock(), &fail)) {
		join_fail(j, "the host's table cannot be followed: %s", fail.why);
		return;
	}
	if (!keeps_its_promise(j)) {
		join_fail(j, "the host has changed its promise about the draws");
		return;
	}
	json_array_foreach(json_object_get(message, "seats"), i, seat) take_names(j, seat);
	take_start(j, message);
	j->you = j->client.told.viewer;
	j->known = j->show = true;
	j->seen = false;
	if (!at_client_goes_on(&j->client, most))
		begin_here(j);
	else if (j->client.table.events == j->client.told.events)
		arrive(j);
}

/* --- what happens --- */

/* Follows an event and tells it; false if it cannot follow. */
static bool take_event(struct join *j, const json_t *row, struct at_word text, bool old)
{
	struct at_table before = *join_table(j);
	struct at_event e;
	struct at_fail fail;

	if (at_client_follow(&j->client, text, join_clock(), &e, &fail)) {
		if (e.kind == AT_TOOK_BACK && e.seat >= 0 && e.seat < AT_SEATS_MAX)
			talk_event(j, &before, &e, old); /* further than was seen here */
		return false;
	}
	if (e.kind == AT_SAT)
		take_names(j, row);
	if (at_is_move(&e) && j->bot && j->you >= 0)
		join_bot_saw(j, at_table_now(&before), e.what);
	talk_event(j, &before, &e, old);
	return true;
}

static void take_events(struct join *j, const json_t *message, struct at_word text)
{
	bool old = at_member_flag(text, "old"), good = j->known && (j->seen || old);
	struct at_word list = at_member(text, "events"), event;
	json_t *rows = json_object_get(message, "events");
	struct at_fail fail;

	for (size_t i = 0; good && at_element(&list, &event); i++)
		good = take_event(j, json_array_get(rows, i), event, old);
	join_end_line(j);
	j->show = true;
	if (good && old && j->client.table.events == j->client.told.events)
		arrive(j);
	if (!old)
		take_start(j, message);
	if (good && !old)
		good = !at_client_settle(&j->client, text, join_clock(), &fail);
	j->seen = j->seen && good;
	if (!good && j->known && !join_waits(j, "open"))
		join_open(j, false);
}

static void take_readiness(struct join *j, const json_t *row)
{
	int seat = (int)json_integer_value(json_object_get(row, "seat")) - 1;
	bool ready = json_is_true(json_object_get(row, "ready"));

	if (seat < 0 || seat >= join_table(j)->opening.seats || j->sitter[seat].ready == ready)
		return;
	j->sitter[seat].ready = ready;
	if (!ready || !j->readying || seat == j->you)
		return;
	join_end_line(j);
	fputs("  ", stdout);
	print_seat(j, seat);
	puts(" is ready");
	j->prompt = true;
}

static void take_program(struct join *j, const json_t *row)
{
	int seat = (int)json_integer_value(json_object_get(row, "seat")) - 1;
	bool program = json_is_true(json_object_get(row, "program"));

	if (seat < 0 || seat >= join_table(j)->opening.seats || j->sitter[seat].program == program)
		return;
	j->sitter[seat].program = program;
	if (!program || seat == j->you)
		return;
	join_end_line(j);
	fputs("  a program plays for ", stdout);
	print_seat(j, seat);
	putchar('\n');
	j->prompt = true;
}

/* Who has left, and who is back. */
static void take_presence(struct join *j, const json_t *message)
{
	size_t i;
	json_t *row;

	take_start(j, message);
	json_array_foreach(json_object_get(message, "seats"), i, row)
	{
		json_t *here = json_object_get(row, "here");
		int seat = (int)json_integer_value(json_object_get(row, "seat")) - 1;
		bool away = json_is_false(here);
		take_readiness(j, row);
		take_program(j, row);
		if (seat < 0 || seat >= join_table(j)->opening.seats || !here ||
		    j->sitter[seat].away == away)
			continue;
		j->sitter[seat].away = away;
		if (seat == j->you)
			continue;
		join_end_line(j);
		fputs("  ", stdout);
		print_seat(j, seat);
		puts(away ? " is away" : " is here again");
		j->prompt = true;
	}
}

/* --- answers --- */

static void take_hello(struct join *j, json_t *message)
{
	const char *old = json_string_value(json_object_get(j->hello, "incarnation"));
	const char *now = json_string_value(json_object_get(message, "incarnation"));
	const char *known = json_string_value(json_object_get(message, "name"));

	if (json_integer_value(json_object_get(message, "protocol")) != PROTOCOL || !now) {
		join_fail(j, "the host speaks another version of the protocol");
		return;
	}
	if (old && strcmp(old, now) != 0) /* all numbers of events mean something else now */
		j->client.table.opening.version = 0;
	json_decref(j->hello);
	j->hello = json_incref(message);
	j->resend = true;
	if (!guest_keep(&j->guest))
		join_fail(j, "%s cannot be written", j->guest.path);
	else if (!known || (j->name && strcmp(known, j->name) != 0))
		join_ask(j, "name",
			 json_pack("{s:s}", "name",
				   j->name  ? j->name
				   : j->bot ? "Bot"
					    : "Guest"));
	else
		join_open(j, true);
}

static void answered(struct join *j, const char *what, const json_t *message)
{
	if (strcmp(what, "name") == 0) {
		join_open(j, true);
	} else if (strcmp(what, "open") == 0) {
		if (!j->seen) /* events that would have led here have not come */
			begin_here(j);
		if (j->resend)
			join_send_again(j);
		j->resend = false;
	} else if (strcmp(what, "hint") == 0) {
		talk_hint(j, message);
	} else if (strcmp(what, "ready") == 0 && j->you >= 0) {
		j->sitter[j->you].ready = true;
	} else if (strcmp(what, "leave") == 0) {
		j->done = true;
	} else if (strcmp(what, "record") == 0) {
		const char *text = json_string_value(json_object_get(message, "record"));
		join_record(j, text ? text : "");
	}
}

int join_free_seats(const struct join *j)
{
	int n = 0;

	for (int i = 0; i < join_table(j)->opening.seats; i++)
		n += join_table(j)->seat[i].kind == AT_SEAT_FREE;
	return n;
}

static bool passes(const char *code)
{
	return strcmp(code, "busy") == 0 || strcmp(code, "store") == 0 ||
	       strcmp(code, "stopping") == 0 || strcmp(code, "too-fast") == 0;
}

/* True if the command keeps waiting and is sent again. */
static bool refused(struct join *j, const char *what, const json_t *message)
{
	const char *code = json_string_value(json_object_get(message, "code"));
	const char *why = json_string_value(json_object_get(message, "why"));
	bool begins = strcmp(what, "name") == 0 || strcmp(what, "open") == 0;
	bool late = code && (strcmp(code, "late") == 0 || strcmp(code, "not-now") == 0) &&
		    strcmp(what, "move") == 0;

	if (code && passes(code) && strcmp(what, "hint") != 0) {
		j->again = seconds_now() + busy_s;
		return true;
	}
	if (code && strcmp(code, "not-now") == 0 && strcmp(what, "sit") == 0 &&
	    join_free_seats(j)) {
		j->again = seconds_now() + taken_s; /* two people have chosen the same seat */
		return true;
	}
	if (late && !join_waits(j, "open"))
		join_open(j, false);
	if (begins ||
	    (j->bot && !late && (strcmp(what, "sit") == 0 || strcmp(what, "move") == 0))) {
		join_fail(j, "refused: %s", why ? why : "?");
		return false;
	}
	if (strcmp(what, "sit") == 0)
		j->watch = true;
	fputs("refused: ", stdout);
	print_clean(why ? why : "?");
	puts(strcmp(what, "sit") == 0 ? " - you watch" : "");
	j->show = strcmp(what, "sit") == 0;
	j->prompt = true;
	if (strcmp(what, "record") == 0)
		j->done = true;
	if (strcmp(what, "agree") == 0 || strcmp(what, "reveal") == 0 ||
	    strcmp(what, "return") == 0 || strcmp(what, "ready") == 0)
		j->refused_at = join_table(j)->events;
	return false;
}

static void take_answer(struct join *j, const char *type, const json_t *message)
{
	const char *id = json_string_value(json_object_get(message, "id"));
	json_t *command = id ? json_object_get(j->waiting, id) : NULL;
	char what[20];

	if (!command)
		return;
	snprintf(what, sizeof what, "%s", json_string_value(json_object_get(command, "do")));
	if (strcmp(type, "refused") == 0 && refused(j, what, message))
		return;
	json_object_del(j->waiting, id);
	j->asked = json_object_size(j->waiting) ? seconds_now() : 0;
	if (strcmp(type, "refused") != 0)
		answered(j, what, message);
}

void join_take(struct join *j, json_t *message)
{
	const char *type = json_string_value(json_object_get(message, "type"));
	const char *table = json_string_value(json_object_get(message, "table"));
	bool ours = table && strcmp(table, j->link.table) == 0;
	char *json = type && ours ? json_dumps(message, JSON_COMPACT) : NULL;
	struct at_word text = {json, json ? strlen(json) : 0};

	if (!type)
		return;
	if (strcmp(type, "hello") == 0)
		take_hello(j, message);
	else if (strcmp(type, "table") == 0 && ours)
		take_table(j, message, text);
	else if (strcmp(type, "events") == 0 && ours)
		take_events(j, message, text);
	else if (strcmp(type, "presence") == 0 && ours && j->known)
		take_presence(j, message);
	else if (strcmp(type, "chat") == 0 && ours)
		talk_chat(j, message);
	else if (strcmp(type, "store") == 0)
		j->host_waits = json_is_true(json_object_get(message, "away"));
	free(json);
	take_answer(j, type, message);
}
