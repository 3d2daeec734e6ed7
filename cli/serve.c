#include "command.h"

#include "asset.h"
#include "server.h"

#include <stdlib.h>

enum { LISTEN, PER_ADDRESS };
static const struct arg takes[] = {
    [LISTEN] = {"--listen", ARG_TEXT, .value = "ADDR:PORT",
		.help = "where to listen, 127.0.0.1:7700 if not given; port 0: any free one"},
    [PER_ADDRESS] = {"--per-address", ARG_NUMBER, .value = "N", .lo = 1, .hi = 10000,
		     .help =
			 "connections one address may hold, 256 if not given; the next gets 503"},
    {NULL},
};

static int run(const struct command *command, const struct args *args)
{
	char why[300];
	struct server *server;
	int code;

	(void)command;
	if (asset_count == 0)
		return bad_input("this program was built without the page; `make` builds both");
	server = server_new(args->given[LISTEN] ? args->text[LISTEN] : "127.0.0.1:7700",
			    args->given[PER_ADDRESS] ? (int)args->number[PER_ADDRESS]
						     : SERVER_PER_ADDRESS,
			    why, sizeof why);
	if (!server)
		return bad_input("atoll serve: %s", why);
	printf("Atoll is at %s (Ctrl-C stops it)\n", server_url(server));
	fflush(stdout);
	code = server_run(server);
	server_free(server);
	return code;
}

const struct command serve_command = {
    .name = "serve",
    .help = "Serves the page: all games in the browser.",
    .args = takes,
    .run = run,
};
