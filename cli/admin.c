/* atoll admin: tasks that only the operator of a host may do. A running host gets the request
 * (server/control.h), so that everybody sees the change at once; otherwise the command changes
 * the store itself. */
#define _GNU_SOURCE
#include "command.h"
#include "reseat.h"
#include "restore.h"
#include "stores.h"

#include "control.h"
#include "order.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { DIR, WHAT, ID, MORE, GUEST, ALSO };
static const struct arg takes[] = {
    [DIR] = {"DIR", .required = true,
	     .help = "the host's data directory (atoll serve --data DIR), or the address of its "
		     "database (--store)"},
    [WHAT] = {"WHAT", .required = true,
	      .help =
		  "one of show-table, remove-table, remove-chat, remove-guest, reseat, damaged, "
		  "restore-table, restored"},
    [ID] = {"ID", .help = "the table's id (it is in the table's address), or the guest's number"},
    [MORE] = {"MORE",
	      .help =
		  "for remove-chat the number of the line (default: all lines); for restore-table "
		  "the backup, which is a file of atoll backup, a directory or an address; for "
		  "reseat the seat, from 1"},
    [GUEST] = {"GUEST", .help = "for reseat the number of the guest who gets the seat"},
    [ALSO] = {"--also", ARG_TEXT, .few = true, .value = "ADDRESS",
	      .help = "another database, if the host has several; give it once for each, in the "
		      "order of atoll serve"},
    {NULL},
};

/* --- looking --- */

static bool show_line(void *context, const struct at_chat *line)
{
	(void)context;
	printf("chat %u  guest %u: %s\n", line->number, line->person,
	       line->deleted ? "(removed)" : line->text);
	return true;
}

static void show(struct at_store *store, const struct at_head *head)
{
	const struct at_game *game = at_game_with_id(head->game);
	struct at_member member[AT_STORE_SEATS];
	struct at_guest guest;
	int count = 0;

	printf("%s, %d seats, made by guest %u, %u events%s\n", game ? game->name : "?",
	       head->seats, head->creator, head->events, head->status.ended ? ", ended" : "");
	at_store_members(store, head->id, member, &count);
	for (int i = 0; i < count; i++)
		if (at_store_guest(store, member[i].person, &guest) == AT_STORED)
			printf("seat %d  guest %u: %s\n", member[i].seat + 1, guest.person,
			       guest.name);
	at_store_chat(store, head->id, 0, show_line, NULL);
}

static int show_table(const struct args *args, const char *id)
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_VISITOR, &fail);
	struct at_head head;
	bool found;

	if (!store)
		return bad_input("atoll admin: %s", fail.why);
	found = order_find_table(store, id, &head);
	if (found)
		show(store, &head);
	at_store_close(store);
	return found ? EXIT_SUCCESS : bad_input("atoll admin: there is no such table");
}

/* --- removing --- */

/* No host is running: holds the store as its owner, so that none starts meanwhile. */
static int do_alone(const struct args *args, const char *line)
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_VISITOR, &fail);
	struct at_write write;
	const char *why;

	if (store) { /* the store exists: this never creates one */
		at_store_close(store);
		store = open_stores(args, args->text[DIR], AT_STORE_OWNER, &fail);
	}
	if (!store)
		return bad_input("atoll admin: %s", fail.why);
	if (order_read(store, line, &write, &why)) {
		at_store_submit(store, &write);
		at_store_settle(store);
		why = order_failed(&write);
	}
	at_store_close(store);
	return why ? bad_input("atoll admin: %s", why) : EXIT_SUCCESS;
}

static int give(const struct args *args, const char *line)
{
	char answer[CONTROL_LINE];
	int heard = control_ask(args->text[DIR], line, answer);

	if (heard == 0)
		return do_alone(args, line);
	if (heard < 0)
		return bad_input("atoll admin: the host hung up; it may be stopping");
	if (strcmp(answer, "ok") != 0)
		return bad_input("atoll admin: %s",
				 strncmp(answer, "no ", 3) == 0 ? answer + 3 : answer);
	return EXIT_SUCCESS;
}

/* --- after a restore --- */

static int restored(const struct args *args)
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_VISITOR, &fail);
	bool bad = !store || at_store_restored(store, &fail) != AT_OK;

	at_store_close(store);
	return bad ? bad_input("atoll admin: %s", fail.why) : EXIT_SUCCESS;
}

/* The order for this word; empty if something is only to be shown. 0, or the exit code after
 * reporting the error. */
static int order_of(const struct command *command, const struct args *args, char line[ORDER_MAX])
{
	static const char *const words[][2] = {
	    {"remove-table", "table"}, {"remove-chat", "chat"}, {"remove-guest", "guest"}};
	int i = 0;

	while (i < 3 && strcmp(words[i][0], args->text[WHAT]) != 0)
		i++;
	if (i == 3 && strcmp(args->text[WHAT], "show-table") != 0)
		return bad_usage(command, "there is no '%s'", args->text[WHAT]);
	if (!args->given[ID])
		return bad_usage(command, "ID is missing");
	if (args->given[MORE] &&
	    (i != 1 || strlen(args->text[MORE]) > 9 ||
	     strspn(args->text[MORE], "0123456789") != strlen(args->text[MORE])))
		return bad_usage(command,
				 "the word after the ID must be the number of a line of chat");
	if (strspn(args->text[ID], "0123456789abcdef") != strlen(args->text[ID]))
		return bad_input("atoll admin: '%s' is not an ID", args->text[ID]);
	line[0] = 0;
	if (i < 3)
		snprintf(line, ORDER_MAX, "%s %.60s%s%.9s", words[i][1], args->text[ID],
			 args->given[MORE] ? " " : "", args->given[MORE] ? args->text[MORE] : "");
	return 0;
}

/* --- damage --- */

static void list_damaged(void *context, const uint8_t *table, uint64_t since, const char *why)
{
	time_t s = (time_t)(since / 1000);
	char date[32] = "";
	struct tm tm;

	++*(int *)context;
	for (int i = 0; i < AT_ID_SIZE; i++)
		printf("%02x", table[i]);
	if (gmtime_r(&s, &tm))
		strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &tm);
	printf("  since %s  %s\n", date, why);
}

static int show_damaged(const struct args *args)
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_VISITOR, &fail);
	int count = 0;

	if (!store)
		return bad_input("atoll admin: %s", fail.why);
	at_store_damaged(store, list_damaged, &count);
	at_store_close(store);
	if (!count)
		puts("No table is known to be damaged.");
	return EXIT_SUCCESS;
}

static bool restores(struct at_store *store, const struct args *args, char *why, size_t size)
{
	return restore_table(store, args->text[ID], args->text[MORE], why, size);
}

static bool reseats(struct at_store *store, const struct args *args, char *why, size_t size)
{
	return reseat(store, args->text[ID], args->text[MORE], args->text[GUEST], why, size);
}

/* Changes a table in the store; if a host runs, it reads the table again. */
static int change(const struct args *args,
		  bool (*job)(struct at_store *, const struct args *, char *why, size_t size))
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_VISITOR, &fail);
	char line[ORDER_MAX], answer[CONTROL_LINE], why[200];
	bool done;

	if (!store)
		return bad_input("atoll admin: %s", fail.why);
	done = job(store, args, why, sizeof why);
	at_store_close(store);
	if (!done)
		return bad_input("atoll admin: %s", why);
	puts(why);
	snprintf(line, sizeof line, "again %.60s", args->text[ID]);
	control_ask(args->text[DIR], line, answer); /* or no host runs */
	return EXIT_SUCCESS;
}

static int restore(const struct command *command, const struct args *args)
{
	if (!args->given[ID] || !args->given[MORE])
		return bad_usage(command, "restore-table takes the ID of a table and a backup");
	return change(args, restores);
}

/* Somebody has lost their device, and has no recovery code. */
static int reseat_guest(const struct command *command, const struct args *args)
{
	if (!args->given[ID] || !args->given[MORE] || !args->given[GUEST])
		return bad_usage(command, "reseat takes the ID of a table, a seat and a guest");
	return change(args, reseats);
}

static int run(const struct command *command, const struct args *args)
{
	char line[ORDER_MAX];
	int code;

	if (strcmp(args->text[WHAT], "damaged") == 0 && !args->given[ID])
		return show_damaged(args);
	if (strcmp(args->text[WHAT], "reseat") == 0) {
		code = reseat_guest(command, args);
	} else if (args->given[GUEST]) {
		code = bad_usage(command, "only reseat takes a GUEST");
	} else if (strcmp(args->text[WHAT], "restore-table") == 0) {
		code = restore(command, args);
	} else if (strcmp(args->text[WHAT], "restored") == 0) {
		code =
		    args->given[ID] ? bad_usage(command, "restored takes no ID") : restored(args);
	} else {
		code = order_of(command, args, line);
		if (!code && !*line)
			return show_table(args, args->text[ID]);
		code = code ? code : give(args, line);
	}
	if (code == EXIT_SUCCESS)
		puts("done");
	return code;
}

const struct command admin_command = {
    .name = "admin",
    .help =
	"Removes tables, chat and guests from a host, gives seats to others, and repairs tables, "
	"while it runs or not.",
    .notes =
	"show-table says who sits at a table and lists its chat, with numbers. reseat gives the "
	"seat of somebody\n"
	"who has lost their device to another guest, who sees the hand from then on; the log "
	"of the table\n"
	"says so. Guests find their number on the page, below Recovery code. damaged lists "
	"the tables that\n"
	"are set aside because they are damaged; restore-table brings one back from a backup. "
	"Run restored\n"
	"after you have restored a database, before the nodes start: every device then "
	"forgets what came\n"
	"after the backup.",
    .args = takes,
    .run = run,
};
