/* atoll backup: a copy of a host's data, while it runs or not. */
#include "command.h"

#include "store.h"

#include <stdlib.h>

enum { DIR, FILE_NAME };
static const struct arg takes[] = {
    [DIR] = {"DIR", .required = true, .help = "the host's data directory (atoll serve --data DIR)"},
    [FILE_NAME] = {"FILE", .required = true, .help = "the file to write; it must not exist yet"},
    {NULL},
};

static int run(const struct command *command, const struct args *args)
{
	struct at_fail fail = {0};
	struct at_store *store = at_store_open(args->text[DIR], AT_STORE_VISITOR, &fail);
	uint32_t tables = 0, guests = 0;
	enum at_err err;

	(void)command;
	if (!store)
		return bad_input("atoll backup: %s", fail.why);
	at_store_counts(store, &tables, &guests);
	err = at_store_backup(store, args->text[FILE_NAME], &fail);
	at_store_close(store);
	if (err)
		return bad_input("atoll backup: %s", fail.why);
	printf("%s: about %u tables and %u guests\n", args->text[FILE_NAME], tables, guests);
	return EXIT_SUCCESS;
}

const struct command backup_command = {
    .name = "backup",
    .help = "Copies the data of a host into one file, while the host runs.",
    .notes = "To restore a backup, stop the server, put the file into an empty directory as "
	     "atoll.db, and serve\n"
	     "that directory. Every device notices this and forgets what came after the backup.",
    .args = takes,
    .run = run,
};
