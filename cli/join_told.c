#define _POSIX_C_SOURCE 200809L

#include "joined.h"

#include "clock.h"

#include <string.h>

enum { PROTOCOL = 1 };

static const double busy_s = 1, taken_s = 0.2; /* until a command is sent again */

/* --- what the table says --- */

const char *join_word(const struct join *j, const char *name)
{
	const char *word = json_string_value(json_object_get(j->table, name));

	return word ? word : "";
}

int join_number(const struct join *j, const char *name)
{
	json_t *n = json_object_get(j->table, name);

	return json_is_integer(n) ? (int)json_integer_value(n) : -1;
}

bool join_lists(const json_t *list, int number)
{
	size_t i;
	json_t *n;

	json_array_foreach(list, i, n) if (json_integer_value(n) == number) return true;
	return false;
}

bool join_is_asked(const struct join *j)
{
	json_t *question = json_object_get(j->table, "question");

	return j->you >= 0 && join_lists(json_object_get(question, "needs"), j->you + 1);
}

bool join_my_turn(const struct join *j)
{
	return j->seen && j->you >= 0 && strcmp(join_word(j, "phase"), "playing") == 0 &&
	       join_number(j, "mover") == j->you + 1;
}

void join_move(struct join *j, at_move m)
{
	json_t *more = json_object(), *moves = json_array();
	char text[AT_MOVE_TEXT_MAX];
	struct at_text t;

	at_text_init(&t, text, sizeof text);
	at_print_move(&j->view.state.head, m, &t);
	json_array_append_new(moves, json_string(text));
	json_object_set_new(more, "ply", json_integer(join_number(j, "ply")));
	json_object_set_new(more, "backs", json_integer(join_number(j, "backs")));
	json_object_set_new(more, "moves", moves);
	join_ask(j, "move", more);
}

/* A host with another version of the rules would show another game. */
static bool same_rules(const struct join *j)
{
	size_t i;
	json_t *game;

	json_array_foreach(json_object_get(j->hello, "games"), i, game)
	{
		const char *name = json_string_value(json_object_get(game, "name"));
		if (j->game && name && strcmp(name, j->game->name) == 0)
			return json_integer_value(json_object_get(game, "rules")) ==
			       j->game->version;
	}
	return false;
}

static bool read_view(struct join *j)
{
	const char *hex = join_word(j, "bytes");
	uint8_t bytes[AT_BYTES_MAX];
	size_t size = strlen(hex) / 2;
	struct at_scan scan;
	struct at_fail fail;

	if (size == 0 || size > sizeof bytes)
		return false;
	at_scan_init(&scan, hex, strlen(hex), &fail);
	at_scan_line(&scan);
	return !at_scan_hex(&scan, "the view", bytes, size) &&
	       !at_view_decode(bytes, size, &j->view, &fail);
}

static void take_table(struct join *j, json_t *message)
{
	const char *commitment;
	json_t *kept;
	int you;

	json_decref(j->table);
	j->table = json_incref(message);
	j->game =
	    at_game_named((struct at_word){join_word(j, "game"), strlen(join_word(j, "game"))});
	you = join_number(j, "you");
	j->you = you > 0 ? you - 1 : -1;
	kept = json_object_get(j->guest.tables, j->link.table);
	commitment = json_string_value(json_object_get(kept, "commitment"));
	if (!same_rules(j))
		join_fail(j, "this program does not know the game that is played there, or not "
			     "this version of its rules");
	else if (!read_view(j) || at_game_of(&j->view.state.head) != j->game ||
		 j->view.state.head.viewer != (j->you >= 0 ? j->you : AT_PUBLIC))
		join_fail(j, "the host has sent an invalid position");
	else if (commitment && strcmp(commitment, join_word(j, "commitment")) != 0)
		join_fail(j, "the host has changed its promise about the draws");
	j->seen = !j->done;
	j->show = true;
	if (!j->done && j->bot && j->you >= 0)
		join_bot_begin(j);
}

/* --- what happens --- */

static json_t *seat_of(const struct join *j, const json_t *event)
{
	int seat = (int)json_integer_value(json_object_get(event, "seat"));

	return json_array_get(json_object_get(j->table, "seats"), (size_t)seat - 1);
}

static void set_seat(struct join *j, const char *kind, const json_t *event)
{
	json_t *now = seat_of(j, event);

	if (!now)
		return;
	json_object_clear(now);
	json_object_update(now, (json_t *)event);
	json_object_set_new(now, "kind", json_string(kind));
}

/* Applies a move; false if it was made in another position. */
static bool follow(struct join *j, const json_t *event)
{
	at_move m = (at_move)json_integer_value(json_object_get(event, "code"));
	struct at_view before = j->view;
	struct at_fail fail;

	if (at_follow(&j->view.state.head, m, &fail))
		return false;
	if (j->bot && j->you >= 0) {
		struct at_view after = j->view;
		j->view = before;
		join_bot_saw(j, m);
		j->view = after;
	}
	return true;
}

static void take_event(struct join *j, const json_t *event)
{
	const char *kind = json_string_value(json_object_get(event, "event"));

	if (!kind ||
	    json_integer_value(json_object_get(event, "number")) != join_number(j, "number"))
		j->seen = false;
	else if (strcmp(kind, "decided") == 0 || strcmp(kind, "drew") == 0)
		j->seen = j->seen && follow(j, event);
	else if (strcmp(kind, "took-back") == 0)
		j->seen = false;
	else if (strcmp(kind, "sat") == 0)
		set_seat(j, "person", event);
	else if (strcmp(kind, "bot-sat") == 0)
		set_seat(j, "bot", event);
	else if (strcmp(kind, "stood-up") == 0)
		set_seat(j, "free", event);
	else if (strcmp(kind, "stands-in") == 0 || strcmp(kind, "out-of-time") == 0)
		json_object_set_new(seat_of(j, event), "stand_in", json_string("left"));
	else if (strcmp(kind, "came-back") == 0)
		json_object_del(seat_of(j, event), "stand_in");
	json_object_set_new(j->table, "number", json_integer(join_number(j, "number") + 1));
}

/* The state that the message describes, and whether our view has the host's hash. */
static void take_moment(struct join *j, const json_t *message)
{
	const char *hash = json_string_value(json_object_get(message, "hash"));
	char own[20];

	json_object_del(j->table, "unopened");
	json_object_update(j->table, (json_t *)message);
	json_object_del(j->table, "events");
	snprintf(own, sizeof own, "%016llx",
		 (unsigned long long)at_state_hash(&j->view.state.head));
	if ((hash && strcmp(hash, own) != 0) ||
	    join_number(j, "ply") != (int)j->view.state.head.ply)
		j->seen = false;
}

static void take_events(struct join *j, const json_t *message)
{
	bool old = json_is_true(json_object_get(message, "old"));
	size_t i;
	json_t *event;

	if (!j->table)
		return;
	json_array_foreach(json_object_get(message, "events"), i, event)
	{
		if (!old)
			take_event(j, event);
		talk_event(j, event, old);
	}
	join_end_line(j);
	j->show = true;
	if (old)
		return;
	take_moment(j, message);
	if (!j->seen && !join_waits(j, "open"))
		join_open(j, false);
}

/* Who has left, and who is back. */
static void take_presence(struct join *j, const json_t *message)
{
	size_t i;
	json_t *row;

	json_array_foreach(json_object_get(message, "seats"), i, row)
	{
		json_t *seat = seat_of(j, row), *here = json_object_get(row, "here");
		int number = (int)json_integer_value(json_object_get(row, "seat"));
		bool was = !json_is_false(json_object_get(seat, "here"));
		if (!seat || !here || json_is_true(here) == was)
			continue;
		json_object_set(seat, "here", here);
		if (number - 1 == j->you)
			continue;
		join_end_line(j);
		fputs("  ", stdout);
		print_seat(j, number - 1);
		puts(was ? " is away" : " is here again");
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
	if (old && strcmp(old, now) != 0 && j->table)
		json_object_set_new(j->table, "number", json_integer(0));
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
	} else if (strcmp(what, "open") == 0 && j->resend) {
		j->resend = false;
		join_send_again(j);
	} else if (strcmp(what, "hint") == 0) {
		talk_hint(j, message);
	} else if (strcmp(what, "leave") == 0) {
		j->done = true;
	} else if (strcmp(what, "record") == 0) {
		const char *text = json_string_value(json_object_get(message, "record"));
		join_record(j, text ? text : "");
	}
}

static int free_seats(const struct join *j)
{
	int n = 0;
	size_t i;
	json_t *seat;

	json_array_foreach(json_object_get(j->table, "seats"), i, seat)
	{
		const char *kind = json_string_value(json_object_get(seat, "kind"));
		n += kind && strcmp(kind, "free") == 0;
	}
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
	if (code && strcmp(code, "not-now") == 0 && strcmp(what, "sit") == 0 && free_seats(j)) {
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
	if (strcmp(what, "agree") == 0) /* the question is gone; */
		json_object_set_new(j->table, "question", json_null());
	if (strcmp(what, "reveal") == 0) /* too late: neither is tried again */
		json_object_del(j->table, "unopened");
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
	if (strcmp(type, "refused") != 0)
		answered(j, what, message);
}

void join_take(struct join *j, json_t *message)
{
	const char *type = json_string_value(json_object_get(message, "type"));
	const char *table = json_string_value(json_object_get(message, "table"));
	bool ours = table && strcmp(table, j->link.table) == 0;

	if (!type)
		return;
	if (strcmp(type, "hello") == 0)
		take_hello(j, message);
	else if (strcmp(type, "table") == 0 && ours)
		take_table(j, message);
	else if (strcmp(type, "events") == 0 && ours)
		take_events(j, message);
	else if (strcmp(type, "presence") == 0 && ours && j->table)
		take_presence(j, message);
	else if (strcmp(type, "chat") == 0 && ours)
		talk_chat(j, message);
	take_answer(j, type, message);
}
