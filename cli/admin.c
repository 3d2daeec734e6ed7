/* atoll admin: what only whoever runs a host may do. A running one is told (server/control.h), so
 * that everybody who looks sees it at once; otherwise it is done in the store. */
#include "command.h"

#include "control.h"
#include "order.h"
#include "store.h"

#include <stdlib.h>
#include <string.h>

enum { DIR, WHAT, ID, NUMBER };
static const struct arg takes[] = {
    [DIR] = {"DIR", .required = true,
	     .help =
		 "the data of the host (atoll serve --data DIR), or the address of its --store"},
    [WHAT] = {"WHAT", .required = true,
	      .help = "remove-table, remove-chat or remove-guest; show-table tells who is who"},
    [ID] = {"ID", .required = true, .help = "the table's (in its address), or the guest's number"},
    [NUMBER] = {"NUMBER", ARG_NUMBER, .hi = 999999999,
		.help = "of a line of chat; all of them if not given"},
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

static int show_table(const char *dir, const char *id)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, AT_STORE_VISITOR, &fail);
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

/* No host runs: as its owner, so that none starts meanwhile. */
static int do_alone(const char *dir, const char *line)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(dir, AT_STORE_VISITOR, &fail);
	struct at_write write;
	const char *why;

	if (store) { /* there is one: nothing is made here */
		at_store_close(store);
		store = at_store_open(dir, AT_STORE_OWNER, &fail);
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

static int give(const char *dir, const char *line)
{
	char answer[CONTROL_LINE];
	int heard = control_ask(dir, line, answer);

	if (heard == 0)
		return do_alone(dir, line);
	if (heard < 0)
		return bad_input("atoll admin: the host hung up; it may be stopping");
	if (strcmp(answer, "ok") != 0)
		return bad_input("atoll admin: %s",
				 strncmp(answer, "no ", 3) == 0 ? answer + 3 : answer);
	return EXIT_SUCCESS;
}

static int run(const struct command *command, const struct args *args)
{
	static const char *const words[][2] = {
	    {"remove-table", "table"}, {"remove-chat", "chat"}, {"remove-guest", "guest"}};
	const char *what = args->text[WHAT];
	char line[ORDER_MAX];
	int i = 0, code;

	while (i < 3 && strcmp(words[i][0], what) != 0)
		i++;
	if (i == 3 && strcmp(what, "show-table") != 0)
		return bad_usage(command, "there is no '%s'", what);
	if (args->given[NUMBER] && i != 1)
		return bad_usage(command, "a NUMBER is that of a line of chat");
	if (strspn(args->text[ID], "0123456789abcdef") != strlen(args->text[ID]))
		return bad_input("atoll admin: '%s' is no ID", args->text[ID]);
	if (i == 3)
		return show_table(args->text[DIR], args->text[ID]);
	snprintf(line, sizeof line, args->given[NUMBER] ? "%s %.60s %u" : "%s %.60s", words[i][1],
		 args->text[ID], (unsigned)args->number[NUMBER]);
	code = give(args->text[DIR], line);
	if (code == EXIT_SUCCESS)
		puts("done");
	return code;
}

const struct command admin_command = {
    .name = "admin",
    .help = "Removes a table, chat or a guest from a host, also while it runs.",
    .args = takes,
    .run = run,
};
