/* atoll check: looks at everything that a host keeps. */
#define _GNU_SOURCE
#include "command.h"
#include "stores.h"

#include <stdlib.h>
#include <string.h>

enum { DIR, ALSO };
static const struct arg takes[] = {
    [DIR] = {"DIR", .required = true,
	     .help = "the host's data directory (atoll serve --data DIR), or the address of its "
		     "database (--store)"},
    [ALSO] = {"--also", ARG_TEXT, .few = true, .value = "ADDRESS",
	      .help = "another database, if the host has several; give it once for each, in the "
		      "order of atoll serve"},
    {NULL},
};

static void tell(void *context, const char *why)
{
	++*(unsigned *)context;
	printf("the file: %s\n", why);
}

static void tell_table(const uint8_t *id, const char *why)
{
	printf("table ");
	for (int i = 0; i < AT_ID_SIZE; i++)
		printf("%02x", id[i]);
	printf(": %s\n", why);
}

/* How many are damaged, or set aside though nothing can be seen any more. */
static enum at_stored look_at_all(struct at_store *store, unsigned *tables, unsigned *damaged)
{
	uint8_t id[64][AT_ID_SIZE], at[AT_ID_SIZE] = {0};
	char why[AT_DAMAGE_BYTES];
	enum at_stored found, done;
	int n = 64;

	for (; (found = at_store_ids(store, at, id, &n)) == AT_STORED && n > 0; n = 64) {
		for (int i = 0; i < n; i++) {
			done = at_store_check(store, id[i]);
			if (done == AT_STORED_FAILED)
				return done;
			if (done == AT_STORED_DAMAGED)
				tell_table(id[i], at_store_trouble(store));
			else if (at_store_damage_of(store, id[i], why) == AT_STORED)
				tell_table(id[i], "is set aside");
			else
				continue;
			++*damaged;
		}
		*tables += (unsigned)n;
		memcpy(at, id[n - 1], sizeof at);
	}
	return found;
}

static int run(const struct command *command, const struct args *args)
{
	struct at_fail fail = {0};
	struct at_store *store = open_stores(args, args->text[DIR], AT_STORE_CHECKER, &fail);
	unsigned tables = 0, damaged = 0, wrong = 0;
	enum at_stored done;

	(void)command;
	if (!store)
		return bad_input("atoll check: %s", fail.why);
	done = at_store_look(store, tell, &wrong);
	if (done == AT_STORED)
		done = look_at_all(store, &tables, &damaged);
	if (done != AT_STORED)
		bad_input("atoll check: the data cannot be read to the end: %s",
			  at_store_trouble(store));
	at_store_settle(store);
	at_store_close(store);
	printf("%u tables, damaged: %u\n", tables, damaged);
	return done == AT_STORED && !damaged && !wrong ? EXIT_SUCCESS : EXIT_INPUT;
}

const struct command check_command = {
    .name = "check",
    .help = "Looks for damage in everything that a host has stored, while it runs or not.",
    .notes = "It reads all the data, which takes a while. `atoll admin DIR restore-table ID "
	     "BACKUP` brings a\n"
	     "damaged table back.",
    .args = takes,
    .run = run,
};
