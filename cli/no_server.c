#include "command.h"

/* Replaces the commands that need the server's libraries in builds without them
 * (-Dserver=disabled). */
static int run(const struct command *command, const struct args *args)
{
	(void)args;
	return bad_input(
	    "atoll %s: this build has no server (it was set up with -Dserver=disabled, "
	    "or without the server's libraries)",
	    command->name);
}

static const char HELP[] = "Not in this build: it has no server.";

const struct command admin_command = {.name = "admin", .help = HELP, .run = run};
const struct command backup_command = {.name = "backup", .help = HELP, .run = run};
const struct command check_command = {.name = "check", .help = HELP, .run = run};
const struct command export_command = {.name = "export", .help = HELP, .run = run};
const struct command import_command = {.name = "import", .help = HELP, .run = run};
const struct command join_command = {.name = "join", .help = HELP, .run = run};
const struct command serve_command = {.name = "serve", .help = HELP, .run = run};
