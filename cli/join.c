#define _POSIX_C_SOURCE 200809L

#include "joined.h"

#include "absence.h"
#include "clock.h"
#include "fair.h"
#include "interrupt.h"
#include "sha256.h"

#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LINK, NAME, BOT, WATCH, GUEST, SAVE };
static const struct arg takes[] = {
    [LINK] = {"LINK", ARG_TEXT, .required = true,
	      .help =
		  "the table's link, as the page shows it: 'http://HOST:7700/#table/ID/SECRET'"},
    [NAME] = {"--name", ARG_TEXT, .value = "NAME",
	      .help = "your name, as others see it (default: the name that the host knows)"},
    [BOT] = {"--bot", ARG_TEXT, .value = "BOT",
	     .help = "a bot that plays for you: hard, search:nodes=5000, exec:PROGRAM"},
    [WATCH] = {"--watch", ARG_FLAG, .help = "watch without taking a seat"},
    [GUEST] = {"--guest", ARG_TEXT, .value = "FILE",
	       .help = "the file that says who you are; it is made if it does not exist"},
    [SAVE] = {"--save", ARG_TEXT, .value = "FILE",
	      .help = "write the record to this file when the game is over"},
    {NULL},
};

enum { BACK_S = 5, BACK_MOST_S = 60, BANNED_S = 60 };

/* After so long in silence, or without an answer to a command, the host is asked for a sign, and
 * has so long to give it. Somebody waits for it at most LOOK_S. */
enum { SILENCE_S = 10, DOUBT_S = 3, PATIENCE_S = 5, LOOK_S = 1 };

void join_fail(struct join *j, const char *format, ...)
{
	char why[600];
	va_list args;

	va_start(args, format);
	vsnprintf(why, sizeof why, format, args);
	va_end(args);
	join_end_line(j);
	fflush(stdout);
	if (!j->done)
		j->code = bad_input("%s", why);
	j->done = true;
}

/* --- asking --- */

static void send_command(struct join *j, const json_t *command)
{
	if (!j->lost && !wire_send(&j->wire, command))
		j->lost = true;
	if (j->asked == 0)
		j->asked = seconds_now();
}

void join_ask(struct join *j, const char *what, json_t *more)
{
	json_t *command = more ? more : json_object();
	uint8_t random[AT_SEED_SIZE];
	char id[33];
	struct at_text t;

	random_seed(random);
	at_text_init(&t, id, sizeof id);
	at_puthex(&t, random, 16);
	json_object_set_new(command, "do", json_string(what));
	json_object_set_new(command, "id", json_string(id));
	if (strcmp(what, "name") != 0)
		json_object_set_new(command, "table", json_string(j->link.table));
	json_object_set_new(j->waiting, id, command);
	send_command(j, command);
}

bool join_waits(const struct join *j, const char *what)
{
	const char *id;
	json_t *command;

	json_object_foreach(j->waiting, id,
			    command) if (!what ||
					 strcmp(json_string_value(json_object_get(command, "do")),
						what) == 0) return true;
	return false;
}

void join_send_again(struct join *j)
{
	const char *id;
	json_t *command;

	j->again = 0;
	json_object_foreach(j->waiting, id, command) send_command(j, command);
}

/* After a reconnection: repeats what every connection begins with. */
static void forget_greeting(struct join *j)
{
	const char *id;
	json_t *command;
	void *next;

	json_object_foreach_safe(j->waiting, next, id, command)
	{
		const char *what = json_string_value(json_object_get(command, "do"));
		if (strcmp(what, "name") == 0 || strcmp(what, "open") == 0)
			json_object_del(j->waiting, id);
	}
	j->again = j->asked = j->pinged = 0;
	j->host_waits = false;
}

void join_open(struct join *j, bool events)
{
	json_t *more = json_object();

	if (j->link.secret[0])
		json_object_set_new(more, "secret", json_string(j->link.secret));
	j->asked_events = events && join_table(j)->opening.version && join_table(j)->events;
	if (j->asked_events)
		json_object_set_new(more, "last", json_integer(join_table(j)->events - 1));
	json_object_set_new(more, "views", json_false());
	/* A bot may think for long: it answers pings later than people are given. */
	json_object_set_new(more, j->bot ? "program" : "presence", json_true());
	join_ask(j, "open", more);
}

/* --- a part in the draws --- */

static void sit(struct join *j)
{
	json_t *kept = guest_table(&j->guest, j->link.table), *more = json_object();
	uint8_t number[AT_SEED_SIZE], hash[AT_SHA256_SIZE];
	const struct at_opening *o = &join_table(j)->opening;
	char text[2 * AT_SEED_SIZE + 1];
	struct at_text t;

	random_seed(number);
	at_sha256(number, sizeof number, hash);
	at_text_init(&t, text, sizeof text);
	at_puthex(&t, number, sizeof number);
	json_object_set_new(kept, "number", json_string(text));
	at_text_init(&t, text, sizeof text);
	at_puthex(&t, o->commitment, sizeof o->commitment);
	json_object_set_new(kept, "commitment", json_string(text));
	at_text_init(&t, text, sizeof text);
	at_puthex(&t, hash, sizeof hash);
	json_object_set_new(kept, "fair", json_boolean(at_table_is_fair(join_table(j))));
	if (at_table_is_fair(join_table(j)))
		json_object_set_new(more, "promise", json_string(text));
	if (j->link.secret[0])
		json_object_set_new(more, "secret", json_string(j->link.secret));
	if (!guest_keep(&j->guest)) /* saved first: only then can the promise be revealed later */
		join_fail(j, "%s cannot be written", j->guest.path);
	join_ask(j, "sit", more);
}

/* All have promised: saves the others' promises before revealing the number. */
static void reveal(struct join *j)
{
	json_t *kept = guest_table(&j->guest, j->link.table), *promises = json_array();
	json_t *number = json_object_get(kept, "number");
	char text[2 * AT_SHA256_SIZE + 1];
	struct at_text t;

	for (int i = 0; i < join_table(j)->opening.seats; i++) {
		const struct at_promise *p = &join_table(j)->promise[i];
		at_text_init(&t, text, sizeof text);
		at_puthex(&t, p->hash, sizeof p->hash);
		json_array_append_new(promises, p->state ? json_string(text) : json_null());
	}
	json_object_set_new(kept, "promises", promises);
	if (!guest_keep(&j->guest))
		join_fail(j, "%s cannot be written", j->guest.path);
	else if (number)
		join_ask(j, "reveal", json_pack("{s:O}", "number", number));
}

/* --- the course of things --- */

/* The next task at the table, for people and bots alike. */
static void settle(struct join *j)
{
	const struct at_table *t = join_table(j);
	bool gathers = t->phase == AT_GATHERING;

	if (!j->seen || join_waits(j, "open"))
		return;
	if (gathers && j->you < 0 && !j->watch && !join_waits(j, "sit"))
		sit(j);
	else if (t->phase > AT_PLAYING && !join_waits(j, "record")) {
		join_scores(j);
		join_ask(j, "record", NULL);
	} else if (j->bot && j->you < 0 && !gathers)
		join_fail(j, "the game has begun without you");
	if (j->you < 0 || t->phase > AT_PLAYING || j->refused_at == t->events)
		return;
	if (j->readying) {
		if (j->bot && !j->sitter[j->you].ready && !join_waits(j, "ready"))
			join_ask(j, "ready", NULL);
	} else if (at_table_unopened(t) >> j->you & 1) {
		if (!join_waits(j, "reveal"))
			reveal(j);
	} else if (j->bot && join_is_asked(j)) {
		if (!join_waits(j, "agree"))
			join_ask(j, "agree", NULL);
	} else if (j->bot && t->seat[j->you].stand_in) { /* a bot of the host moves for us */
		if (at_table_persons(t) >> j->you & 1 && !join_waits(j, "return"))
			join_ask(j, "return", NULL);
	} else if (j->bot && join_my_turn(j) && !t->apart.paused && !join_waits(j, NULL)) {
		join_bot_move(j);
	}
}

/* Is the host still there? It is asked in silence, and when a command has no answer, but not while
 * it says that it waits itself. `quiet`: nothing has come just now. */
static void doubt(struct join *j, bool quiet)
{
	double now = seconds_now();
	bool asks = j->asked > 0 && !j->host_waits && now >= j->asked + DOUBT_S;

	if (j->pinged > 0 && j->wire.ponged >= j->pinged) {
		j->asked = j->asked > 0 ? now : 0;
		j->pinged = 0;
	} else if (j->pinged > 0) {
		j->lost |= quiet && now >= j->pinged + PATIENCE_S;
	} else if (asks || now >= j->wire.heard + SILENCE_S) {
		j->pinged = now;
		j->lost |= !wire_ping(&j->wire);
	}
}

/* Waits for input from the host or the person. */
static void wait(struct join *j)
{
	struct pollfd fds[2] = {{j->wire.fd, POLLIN, 0}, {STDIN_FILENO, POLLIN, 0}};
	bool listens = !j->bot && j->known && !join_waits(j, NULL) && !j->typed_all;
	double now = seconds_now(), left = LOOK_S;

	if (j->again > 0 && j->again - now < left)
		left = j->again > now ? j->again - now : 0;
	if (listens && talk_has_line(j))
		left = 0;
	fflush(stdout);
	poll(fds, listens ? 2 : 1, (int)(left * 1000) + 1);
	if (fds[0].revents && !wire_take(&j->wire))
		j->lost = true;
	else if (listens && (fds[1].revents || talk_has_line(j)))
		talk_read(j);
	if (j->again > 0 && seconds_now() >= j->again)
		join_send_again(j);
	doubt(j, !fds[0].revents);
}

static bool goes_on(const struct join *j)
{
	return !j->done && !j->lost && !interrupt_signal();
}

static void stay_connected(struct join *j)
{
	json_t *message;

	j->lost = false;
	forget_greeting(j);
	while (goes_on(j)) {
		do {
			if (!wire_next(&j->wire, &message))
				j->lost = true;
			if (message)
				join_take(j, message);
			json_decref(message);
		} while (message && goes_on(j));
		if (goes_on(j))
			settle(j);
		if (goes_on(j) && !j->bot)
			talk_show(j);
		if (goes_on(j))
			wait(j);
	}
}

/* Many clients reconnect after a restart of the server, so each waits for a random time. A person
 * who does not want to wait presses Enter. */
static void pause_for(const struct join *j, double most)
{
	struct pollfd keys = {STDIN_FILENO, POLLIN, 0};
	bool listens = !j->bot && !j->typed_all && isatty(STDIN_FILENO);
	uint8_t random[AT_SEED_SIZE];
	char line[256];

	random_seed(random);
	if (listens)
		puts("Enter connects at once.");
	fflush(stdout);
	if (poll(&keys, listens, (int)(1000 * most * (random[0] * 256 + random[1]) / 65536)) > 0 &&
	    read(STDIN_FILENO, line, sizeof line) < 0)
		return;
}

static void play(struct join *j)
{
	double most = BACK_S;
	char why[400];

	while (!j->done && !interrupt_signal()) {
		bool connected = wire_open(&j->wire, &j->link, j->guest.cookie, why, sizeof why);
		if (connected) {
			stay_connected(j);
			wire_close(&j->wire);
			most = BACK_S;
		} else if (!j->hello) {
			join_fail(j, "%s", why);
		}
		if (j->done || interrupt_signal())
			break;
		join_end_line(j);
		if (j->wire.code >= 1002 && j->wire.code <= 1009)
			join_fail(j, "the host does not understand this program (close code %d)",
				  j->wire.code);
		if (connected)
			puts("The connection was lost; reconnecting.");
		fflush(stdout);
		if (j->wire.code == 4001)
			sleep(BANNED_S);
		pause_for(j, most);
		most = most * 2 < BACK_MOST_S ? most * 2 : BACK_MOST_S;
	}
}

static int run(const struct command *command, const struct args *args)
{
	struct join j = {.command = command,
			 .you = -1,
			 .refused_at = UINT32_MAX,
			 .wire.fd = -1,
			 .client.history.resize = realloc};
	const char *why = link_read(args->text[LINK], &j.link), *no_colour = getenv("NO_COLOR");

	if (why)
		return bad_usage(command, "%s", why);
	if (args->given[BOT] && args->given[WATCH])
		return bad_usage(command, "--watch and --bot do not go together");
	j.name = args->text[NAME];
	j.bot = args->text[BOT];
	j.save = args->text[SAVE];
	j.watch = args->given[WATCH];
	j.colour = isatty(STDOUT_FILENO) && !(no_colour && *no_colour);
	j.waiting = json_object();
	j.code = guest_open(&j.guest, args->text[GUEST], &j.link, j.bot ? "bot" : "person");
	if (!j.code) {
		catch_interrupts();
		play(&j);
	}
	join_end_line(&j);
	join_bot_free(&j);
	guest_close(&j.guest);
	json_decref(j.waiting);
	free(j.client.history.log.events);
	json_decref(j.hello);
	return interrupt_signal() ? 128 + interrupt_signal() : j.code;
}

const struct command join_command = {
    .name = "join",
    .help = "Plays at an online table: give the link of the table.",
    .notes = "Put the link in quotes, and keep the secret behind # to yourself. You sit down on a "
	     "free seat, and\n"
	     "the game begins when all seats are taken. Type ? for a list of commands.\n"
	     "With --bot, a bot plays for you. It sees only what your seat knows. It may be a "
	     "level, a search with\n"
	     "a budget, or any program that speaks the protocol of docs/bot-protocol.md.\n"
	     "A lost connection is restored by itself. If you stop with Ctrl-C, the same command "
	     "takes you back to\n"
	     "your seat later. When the game is over the record is checked: every move, every "
	     "draw, and that the\n"
	     "seed is the one that the host and the players had committed to.\n"
	     "Your identity is kept in $XDG_STATE_HOME/atoll or ~/.local/state/atoll: for each "
	     "host a file for you\n"
	     "and one for your bots. A second player on this device needs a --guest FILE.",
    .args = takes,
    .run = run,
};
